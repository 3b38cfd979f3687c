"""Measure what groups are worth at tables of Monopoly, and keep it in a file that any program reads.

    python tools/group_tables.py docs/how-to/groups.csv --tables official/5,thesis/3

Tables that the file has are not measured again, so that the work can be interrupted. It is what ``magnate groups``
measures (docs/how-to/questions.md).
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from pathlib import Path

from magnate.analysis.groups import GroupWorths, group_worths

COLUMNS = ("preset", "players", "positions", "group", "level", "points", "margin")
CASH, CHECK = "$100 of cash", "V less rollouts"
PRESETS = ("official", "thesis", "official-pre2008")


def rows_of(found: GroupWorths) -> Iterator[tuple[str | int, ...]]:
    """The lines of a table: groups by their level, cash, and in how many positions V was off by how much."""
    table = (found.preset, found.players)
    for row in found.rows:
        yield *table, found.positions, row.group, row.level, f"{100 * row.worth:.1f}", f"{100 * row.margin:.1f}"
    yield *table, found.positions, CASH, "", f"{100 * found.cash:.1f}", f"{100 * found.cash_margin:.1f}"
    if found.checked is not None:
        one = found.checked
        yield *table, one.positions, CHECK, "", f"{100 * one.difference:.1f}", f"{100 * one.margin:.1f}"


def main() -> int:
    """Measure the tables that the file does not have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=60, help="at each table")
    parser.add_argument("--check", type=int, default=10, help="positions of each that rollouts check")
    parser.add_argument("--tables", default=",".join(f"{preset}/{n}" for preset in PRESETS for n in range(2, 9)))
    asked = parser.parse_args()
    known = set[str]()
    if asked.file.exists():
        with asked.file.open(encoding="utf-8", newline="") as kept:
            known = {f"{row['preset']}/{row['players']}" for row in csv.DictReader(kept)}
    for table in asked.tables.split(","):
        if table not in known:
            preset, _, players = table.partition("/")
            found = group_worths(preset, int(players), games=asked.games, check=asked.check)
            if found.games < asked.games:
                return 1  # interrupted
            with asked.file.open("a", encoding="utf-8", newline="") as out:
                write = csv.writer(out, lineterminator="\n")
                write.writerows([] if out.tell() else [COLUMNS])
                write.writerows(rows_of(found))
            print(table, file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
