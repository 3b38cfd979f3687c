"""``python tools/pool_table.py``: what each member of a roster wins, as the table of docs/reference/pool.md.

First at tables of four that are drawn from the roster, types alike, then alone against three ``strategic``. With
``--write`` the page's table is replaced. Minutes of one core.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from magnate.arena.rosters import Played, Shares, load_roster, play_alone, play_mixed, shares
from magnate.arena.statistics import Estimate

PAGE = Path(__file__).parents[1] / "docs/reference/pool.md"
BEGIN, END = "<!-- table -->", "<!-- end -->"
OPPONENT = "strategic"
HEAD = (
    "| type | agent | games | wins at mixed tables, % | capped, % | games | wins against three `strategic`, % "
    "| capped, % |\n|---|---|--:|--:|--:|--:|--:|--:|"
)


def shown(found: Estimate) -> str:
    """A share in per cent with its interval."""
    return f"{100 * found.mean:.1f}" + ("" if found.margin is None else f" ± {100 * found.margin:.1f}")


def cells(found: Shares) -> str:
    """Games, wins and capped games."""
    return f"{found.games:,} | {shown(found.won)} | {100 * found.capped.mean:.1f}"


def main() -> int:
    """Play, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--roster", default="monopoly_official")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--mixed", type=int, default=2000, help="deals at mixed tables")
    parser.add_argument("--alone", type=int, default=125, help="deals of each member alone")
    parser.add_argument("--most", type=int, help="take so many members of a type at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="replace the table of docs/reference/pool.md")
    asked = parser.parse_args()
    if asked.write and (asked.roster, asked.players) != ("monopoly_official", 4):
        parser.error("--write is for the page's own table: monopoly_official at tables of four")
    roster = load_roster(asked.roster)
    some = tuple((name, weight, members[: asked.most]) for name, weight, members in roster.types)
    roster = replace(roster, types=some, alone=roster.alone[: asked.most])
    game = roster.table(asked.players)
    mixed = play_mixed(game, roster, range(asked.mixed), asked.seed)
    lines = [HEAD]
    for name, _, members in roster.types:
        alone: list[Played] = []
        for member in (*members, *(one for kind, one in roster.alone if kind == name)):
            found = play_alone(game, member, OPPONENT, range(asked.alone), asked.seed) if member != OPPONENT else []
            alone += found
            lines.append(row(name, f"`{member}`", mixed, found, [member]))
            print(lines[-1], flush=True)
        if len(members) > 1:
            lines.append(row(name, "all of them", mixed, alone, list(members)))
    whole = shares(mixed, roster.members)
    summary = f"{whole.games:,} games at mixed tables; a cap ended {100 * whole.capped.mean:.1f} % of them."
    table = "\n".join(lines) + f"\n\n{summary}\n"
    print(table)
    if asked.write:
        text = PAGE.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0


def row(name: str, agent: str, mixed: list[Played], alone: list[Played], members: list[str]) -> str:
    """A line of the table."""
    others = [one for one in members if one != OPPONENT]
    single = cells(shares(alone, others)) if others else "– | 25 | –"
    drawn = any(member in one.seats[0] for one in mixed for member in members)
    return f"| {name} | {agent} | {cells(shares(mixed, members)) if drawn else '– | not drawn | –'} | {single} |"


if __name__ == "__main__":
    sys.exit(main())
