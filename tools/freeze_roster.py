"""``python tools/freeze_roster.py NAME…``: write into rosters how their members play today, as fingerprints.

It is done before an agent is trained that is to be judged at their tables, and never to make a test pass.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from magnate.arena import rosters
from magnate.arena.rosters import load_roster

PLAYERS = 4


def main() -> int:
    """Freeze each roster that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME")
    for name in parser.parse_args().names:
        path = Path(rosters.__file__).parent / f"{name}.json"
        given = json.loads(path.read_text(encoding="utf-8"))
        roster = replace(load_roster(name), players=PLAYERS)
        roster = replace(roster, frozen=roster.fingerprints())
        given |= {"players": PLAYERS, "digest": roster.digest, "frozen": roster.frozen}
        path.write_text(json.dumps(given, indent=2) + "\n", encoding="utf-8")
        print(f"{name}: {roster.digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
