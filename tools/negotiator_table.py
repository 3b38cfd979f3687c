"""``python tools/negotiator_table.py``: what ``magnate:negotiator`` wins, as the table of docs/studies/negotiator.md.

At tables that are drawn from the roster and against copies of single members, each deal in every rotation. With
``--write`` the page's table is replaced. Minutes of one core.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from magnate.arena.rosters import Played, load_roster, play_alone, play_deals, shares
from magnate.arena.schedule import purpose_seed
from magnate.core.game import load

PAGE = Path(__file__).parents[1] / "docs" / "studies" / "negotiator.md"
BEGIN, END = "<!-- table -->", "<!-- end -->"
MIXED = "mixed tables"
ROWS = [
    ("official", 4, MIXED),
    ("official", 4, "strategic"),
    ("official", 4, "character:refuser"),
    ("official", 4, "character:careful_refuser"),
    ("official", 4, "character:haggler_10"),
    ("official", 4, "character:haggler_40"),
    ("official", 4, "character:fair_trader"),
    ("official", 2, "strategic"),
    ("official", 2, "character:haggler_20"),
    ("official", 3, MIXED),
    ("official", 6, MIXED),
    ("official-pre2008", 4, MIXED),
]
HEAD = "| rules | players | against | games | wins, % | fair, % | a cap ended, % |\n|---|--:|---|--:|--:|--:|--:|"


def row(agent: str, preset: str, players: int, others: str, games: int, seed: int) -> str:
    """A line of the table."""
    game, roster = load("monopoly", preset, players), load_roster("monopoly_official").at(players)
    deals = games // players
    if others == MIXED:
        played: list[Played] = []
        for deal in range(deals):
            seats = [agent, *roster.draw(players - 1, seed, deal)]
            played += play_deals(game, seats, [purpose_seed(seed, "final", deal)])
    else:
        played = play_alone(game, agent, others, range(deals), seed)
    found = shares(played, [agent])
    margin = "" if found.won.margin is None else f" ± {100 * found.won.margin:.1f}"
    name = others if others == MIXED else f"`{others}`" if players == 2 else f"{players - 1} × `{others}`"
    won, capped = f"{100 * found.won.mean:.1f}{margin}", f"{100 * found.capped.mean:.1f}"
    return f"| `{preset}` | {players} | {name} | {found.games:,} | {won} | {100 / players:.1f} | {capped} |"


def main() -> int:
    """Play, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", default="magnate:negotiator")
    parser.add_argument("--games", type=int, default=400, help="games of each row, about")
    parser.add_argument("--rows", help="the numbers of the rows to play, with commas; all without it")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="replace the page's table")
    asked = parser.parse_args()
    chosen = range(len(ROWS)) if asked.rows is None else [int(one) for one in asked.rows.split(",")]
    if asked.write and asked.rows is not None:
        parser.error("--write is for all rows")
    lines = [HEAD]
    for number in chosen:
        lines.append(row(asked.agent, *ROWS[number], asked.games, asked.seed))
        print(lines[-1], flush=True)
    if asked.write:
        text = PAGE.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        table = "\n".join(lines)
        PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
