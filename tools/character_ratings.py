"""``python tools/character_ratings.py STORE``: how strong the page's characters are, by game and number of players.

The characters (web/src/ui/characters.json) play each other by each game's first preset. At larger tables than there are
characters each is there twice, and some of the tables are drawn. Ratings are on the Elo scale, relative to the mean of
the characters at tables of that size. They are written to web/src/ui/ratings.json, where the page makes stars of them.

What is played is kept in STORE, a tournament for each size. Each run plays anew what it is asked for: all, or by
``--only`` a game or one size of table (``brass``, ``brass/3``). The other ratings stay.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

Ratings: TypeAlias = dict[str, dict[str, dict[str, list[int]]]]
"""By game, number of players and agent: the rating, and half the width of its interval."""
PAGE = Path(__file__).parents[1] / "web/src/ui"
PLAYERS = {"monopoly": range(2, 9), "brass": range(2, 5)}
MOST_TABLES = 20
"""Sets of agents that are drawn where there are more."""
DEALS = 10
"""How many deals each of them plays at least: intervals are over deals."""


def rated(game: str, players: int, specs: list[str], asked: argparse.Namespace) -> dict[str, list[int]]:
    """The rating of each agent at tables of so many players, and half the width of its 95 % interval."""
    copies = -(-players // len(specs))
    field = ",".join(f"{one}*{copies}" if copies > 1 else one for one in specs)
    tables = max(1, min(MOST_TABLES, comb(copies * len(specs), players), asked.games // (DEALS * players)))
    each = max(players, round(asked.games / tables))
    command = [sys.executable, "-m", "magnate", "tournament", "run", game, "--agents", field, "--players", str(players)]
    command += ["--games", str(each), "--tables", str(tables), "--store", str(asked.store), "--json"]
    command += ["--jobs", str(asked.jobs)] if asked.jobs else []
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    found: dict[str, list[tuple[float, float]]] = {}
    for one in json.loads(done.stdout)["result"]["ratings"]["agents"]:
        name = one["agent"].partition("#")[0]
        found.setdefault(name, []).append((one["elo"], (one["high"] - one["low"]) / 2))
    return {name: [round(sum(part) / len(some)) for part in zip(*some, strict=True)] for name, some in found.items()}


def main() -> int:
    """Play the tournaments, and write the ratings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=Path, help="a file for the tournaments")
    parser.add_argument("--games", type=int, default=2000, help="games at tables of each size")
    parser.add_argument("--jobs", type=int, help="games at a time; who thinks for a time needs a core (default: all)")
    tables = [f"{game}/{players}" for game, sizes in PLAYERS.items() for players in sizes]
    parser.add_argument("--only", choices=[*PLAYERS, *tables], help="a game, or one size of its tables")
    asked = parser.parse_args()
    characters: list[dict[str, Any]] = json.loads((PAGE / "characters.json").read_text(encoding="utf-8"))
    ratings: Ratings = json.loads((PAGE / "ratings.json").read_text(encoding="utf-8"))
    for table in tables:
        game, _, size = table.partition("/")
        if asked.only not in {None, game, table}:
            continue
        fit = [one for one in characters if one["game"] == game and int(size) in one.get("players", [int(size)])]
        ratings[game][size] = rated(game, int(size), [one["spec"] for one in fit], asked)
        print(f"{game}, {size} players: {ratings[game][size]}", flush=True)
        text = re.sub(r"\[\s+(-?\d+),\s+(-?\d+)\s+\]", r"[\1, \2]", json.dumps(ratings, indent=2))  # as biome has it
        (PAGE / "ratings.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
