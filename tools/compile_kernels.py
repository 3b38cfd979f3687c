"""Compile the games the way the tests use them, with bounds checks on, before any test runs.

The compiled kernels go to the cache, so that the tests start at once and no test pays for compiling.
"""

import os
import sys
import time

GAMES = ("tictactoe", "pig", "monopoly")


def main() -> int:
    """Load each game once and say how long it took."""
    os.environ["MAGNATE_BOUNDSCHECK"] = "1"  # read when the engine is imported, so it must come first
    import magnate

    for name in GAMES:
        start = time.perf_counter()
        magnate.load(name)
        print(f"{name}: ready after {time.perf_counter() - start:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
