"""Check every promise of Monopoly's rules after every step of many random games, with progress; stops at a fault.

After each step the invariants hold and every dollar has gone where a payment told; of each decision every legal
action is applied to a copy, whose invariants hold too, and five illegal ids are refused.

Two cores check about 80 games a second, so that 200,000 take some 40 minutes.

python tools/long_checks.py                     random games 0 to 199,999
python tools/long_checks.py --first 60000       go on where a run was stopped (the progress line names the number)
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

GAMES = 200_000
ROOT = Path(__file__).parents[1]


def clock(seconds: float) -> str:
    """Seconds as h:mm:ss."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def main() -> int:
    """Run the checks; 1 after a fault."""
    parser = argparse.ArgumentParser(description="Check Monopoly's invariants in many random games.")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default 0)")
    parser.add_argument("--until", type=int, default=GAMES, help=f"number of the game to stop at (default {GAMES:,})")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="threads (default: one a processor)")
    wanted = parser.parse_args()
    if not 0 <= wanted.first < wanted.until:
        parser.error(f"--first {wanted.first} must be from 0 to {wanted.until - 1}, below --until")
    if wanted.threads < 1:
        parser.error(f"--threads {wanted.threads} must be at least 1")
    os.environ["MAGNATE_BOUNDSCHECK"] = "1"  # read when the engine is imported, so it is set before
    sys.path.insert(0, str(ROOT))
    from tests.games.monopoly.playing import Fault, check_games

    print("Compiling with bounds checks on (a minute or two the first time) …", flush=True)
    shown = 0.0
    try:
        for report in check_games(wanted.first, wanted.until - wanted.first, wanted.threads):
            if time.monotonic() - shown < 2 and report.done < report.last:
                continue
            shown = time.monotonic()
            done = report.done - wanted.first
            left = report.seconds / max(1, done) * (report.last - report.done)
            print(
                f"games {wanted.first:,} to {report.done - 1:,} of {report.last:,} hold: {report.steps:,} steps, "
                f"{done / max(report.seconds, 1e-9):,.0f} games/s, deepest stack {report.met.deepest}, "
                f"{clock(left)} left; to go on from here: --first {report.done}",
                flush=True,
            )
    except Fault as fault:
        print(f"FAULT: {fault}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
