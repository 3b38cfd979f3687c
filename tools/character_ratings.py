"""``python tools/character_ratings.py STORE``: how strong the page's characters are, by game and number of players.

The characters (web/src/ui/characters.json) play each other by each game's first preset. At larger tables than there are
characters each is there twice, and some of the tables are drawn. Ratings are on the Elo scale, relative to the mean of
the characters at tables of that size. They are written to web/src/ui/ratings.json, where the page makes stars of them.
So are the seconds that each thinks about a whole move there, on average, in games at tables with the others.

What is played is kept in STORE, a tournament for each size. Each run plays anew what it is asked for: all, or by
``--only`` a game or one size of table (``brass``, ``brass/3``). The other ratings stay. ``--seconds`` measures the
seconds alone.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from itertools import count, cycle, islice
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

import magnate
from magnate.agents.spec import resolve_all
from magnate.core.players import Players

Ratings: TypeAlias = dict[str, dict[str, dict[str, list[float]]]]
"""By game, number of players and agent: the rating, half the width of its interval, and seconds a move."""
PAGE = Path(__file__).parents[1] / "web/src/ui"
PLAYERS = {"monopoly": range(2, 9), "brass": range(2, 5)}
MOST_TABLES = 20
"""Sets of agents that are drawn where there are more."""
DEALS = 10
"""How many deals each of them plays at least: intervals are over deals."""
MOVES = 200
"""How many whole moves at a table are timed at least."""


def paces(game: str, players: int, specs: list[str]) -> dict[str, float]:
    """How many seconds each agent takes for a whole move on average, rounded to two digits, at a table of so many.

    Sets of agents follow each other until each has sat at a table. Games are played to their ends. The first moves at
    a table, which build what an agent needs, are not counted.
    """
    loaded, deals = magnate.load(game, players=players), count(1)
    spent, moves, seats = dict.fromkeys(specs, 0.0), dict.fromkeys(specs, 0), cycle(specs)
    for _ in range(-(-len(specs) // players)):
        seated = list(islice(seats, players))
        table = Players(loaded, resolve_all(game, players, seated))
        done, position = -2 * players, loaded.new(next(deals))
        while done < MOVES or not position.is_over:
            if position.is_over:
                table.tell(position)
                position = loaded.new(next(deals))
            seat, begun = position.to_move, time.perf_counter()
            chosen = table.choose(position)
            took = time.perf_counter() - begun
            position.apply(chosen)
            ended = position.is_over or position.to_move != seat or position.settled
            if done >= 0:
                spent[seated[seat]] += took
                moves[seated[seat]] += ended
            done += ended
    means = {spec: spent[spec] / max(1, moves[spec]) for spec in specs}
    return {spec: round(float(f"{mean:.2g}"), 4) for spec, mean in means.items()}


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
    parser.add_argument("--seconds", action="store_true", help="measure the seconds alone")
    parser.add_argument("--only", choices=[*PLAYERS, *tables], help="a game, or one size of its tables")
    asked = parser.parse_args()
    characters: list[dict[str, Any]] = json.loads((PAGE / "characters.json").read_text(encoding="utf-8"))
    ratings: Ratings = json.loads((PAGE / "ratings.json").read_text(encoding="utf-8"))
    for table in tables:
        game, _, size = table.partition("/")
        if asked.only not in {None, game, table}:
            continue
        fit = [one for one in characters if one["game"] == game and int(size) in one.get("players", [int(size)])]
        specs = [one["spec"] for one in fit]
        known = ratings[game][size] if asked.seconds else rated(game, int(size), specs, asked)
        seconds = paces(game, int(size), specs)
        ratings[game][size] = {spec: [*known[spec][:2], seconds[spec]] for spec in specs}
        print(f"{game}, {size} players: {ratings[game][size]}", flush=True)
        rows = json.dumps(ratings, indent=2)
        text = re.sub(r"\[\s+(\S+)\s+(\S+)\s+(\S+)\s+\]", r"[\1 \2 \3]", rows)  # as biome has it
        (PAGE / "ratings.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
