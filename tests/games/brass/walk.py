"""Random games on the interpreted rules, for all tests that need states of every kind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from magnate.core.contract import CHANCE, OVER
from magnate.games.brass import Options, setup, write_options
from magnate.games.brass.board import INDUSTRY_NAMES, LINES, SPACES, TILES
from magnate.games.brass.setup_model import mirrored, part
from magnate.games.brass.state import ACTION, BUILD, DEVELOP, LOAN, MAX_LEGAL, NETWORK, PASS, SCOUT, SELL, STATE
from magnate.runtime.pystate import py_ints

RULES = part("rules")
WEIGHTS = {SELL: 300, BUILD: 80, NETWORK: 60, DEVELOP: 20, LOAN: 10, SCOUT: 10, PASS: 1}
"""How often each kind of action is chosen, where it is legal."""
MOST_LINKS = 14
"""So many links a player has."""
PURSES = (3, 15, 30, 60, 100)
"""Pounds of those who get money from nowhere."""


def first_state(options: Options, players: int) -> Any:
    """A new game for the interpreted rules."""
    states = np.zeros(1, STATE)
    write_options(options, players, states[0])
    g = mirrored(states[0])
    RULES.new_game(g)
    return g


def legal(g: Any) -> list[int]:
    """The legal actions of a state, or the outcomes of a chance node."""
    out, weight = py_ints(MAX_LEGAL), py_ints(MAX_LEGAL)
    n = RULES.chance(g, out, weight) if g.mover == CHANCE else RULES.legal(g, out)
    return [out[i] for i in range(n)]


def developed(players: int, era: str, seed: int) -> dict[str, Any]:
    """A set-up with half of the spaces and two thirds of the lines taken by random seats."""
    rng = random.Random(seed)
    used: Counter[tuple[int, int]] = Counter()
    at_home: set[tuple[int, int]] = set()
    tiles = []
    for space in SPACES:
        seat, industry = rng.randrange(players), rng.choice(space.industries)
        kinds = [tile for tile in TILES if tile.industry == industry and (tile.canal if era == "canal" else tile.rail)]
        kind = rng.choice(kinds[:2])
        crowded = era == "canal" and (seat, space.location) in at_home
        if rng.random() < 0.5 and not crowded and used[seat, kind.index] < kind.count:
            used[seat, kind.index] += 1
            at_home.add((seat, space.location))
            tile = f"{INDUSTRY_NAMES[industry]} {kind.level}"
            tiles.append({"at": space.id, "owner": seat, "tile": tile, "flipped": rng.random() < 0.2})
    open_lines = [line for line in LINES if (line.canal if era == "canal" else line.rail)]
    links: list[dict[str, Any]] = []
    for line in open_lines:
        owner = line.index % players
        if rng.random() < 0.65 and sum(link["owner"] == owner for link in links) < MOST_LINKS:
            links.append({"line": line.id, "owner": owner})
    return {
        "era": era,
        "round": 2,
        "tiles": tiles,
        "links": links,
        "players": [{"money": rng.randrange(80), "income": rng.randrange(8, 40)} for _ in range(players)],
    }


def walk(
    players: int, seed: int, changes: Mapping[str, Any] | None = None, *, era: str = "", purses: Sequence[int] = ()
) -> Iterator[Any]:
    """The states of one random game, from the first on (with ``era``: from a developed position of it on).

    It is the same object each time, stepped in between. Seats rather sell, build and link than borrow, scout or pass,
    so that the games are full of buildings, links and sales. With ``purses``, whoever chooses an action has at least
    one of these amounts of money, so that there is more of it.
    """
    rng = random.Random(seed)
    options = Options.model_validate(dict(changes or {}))
    g = mirrored(setup(developed(players, era, seed), options, players)[0]) if era else first_state(options, players)
    while True:
        if purses and g.phase == ACTION:
            g.money[g.mover] = max(g.money[g.mover], rng.choice(purses))
        yield g
        if g.mover == OVER:
            return
        found = legal(g)
        weights = [WEIGHTS[kind] for kind in found] if g.phase == ACTION else None
        g.events.clear()
        RULES.step(g, rng.choices(found, weights)[0])


def decisions(players: int, seed: int, changes: Mapping[str, Any] | None = None) -> Iterator[tuple[Any, list[int]]]:
    """The decisions of a random game of the rich, each with the legal actions."""
    for g in walk(players, seed, changes, purses=PURSES):
        if g.mover >= 0:
            yield g, legal(g)


GAMES: list[tuple[dict[str, Any], int, str]] = [
    ({}, 2, ""),
    ({}, 4, ""),
    ({"eras": "canal"}, 3, ""),
    ({}, 2, "canal"),
    ({"gloucester": "optional"}, 4, "canal"),
    ({"tie_break": "space", "gloucester": "optional"}, 3, "rail"),
    ({}, 4, "rail"),
]
"""Options, players, and the era of the developed position that the game begins with, if any."""


@cache
def games() -> list[tuple[Options, int, np.ndarray]]:
    """All states of some random games."""
    played = []
    for seed, (changes, players, era) in enumerate(GAMES):
        options = Options.model_validate(changes)
        states = [g.to_record() for g in walk(players, seed, changes, era=era)]
        played.append((options, players, np.concatenate(states)))
    return played


def some_states(every: int) -> Iterator[tuple[Options, int, np.void]]:
    """Every so many states of the games in each phase, with their options and the number of players."""
    met: Counter[tuple[int, int]] = Counter()
    for options, players, states in games():
        for state in states:
            kind = int(state["phase"]), int(state["doing"])
            if met[kind] % every == 0:
                yield options, players, state
            met[kind] += 1
