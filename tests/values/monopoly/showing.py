"""What a seat is shown of a position, by name: interpreted, or many positions at once in compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from magnate.agents.monopoly import AGENTS
from magnate.games.monopoly import PRESETS, Options, setup
from magnate.games.monopoly.setup_model import mirrored
from magnate.games.monopoly.state import STATE
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.values.monopoly import Schema
from magnate.values.monopoly.rows import ENTRIES

from ...agents.monopoly.interpreted import play
from ...games.monopoly.walk import first_state


def position(players: list[dict[str, Any]], preset: str = "official", options: Any = None, **more: Any) -> np.void:
    """A position by its set-up."""
    chosen = Options.model_validate({**PRESETS[preset], **(options or {})})
    return setup({"players": players, **more}, chosen, len(players))[0]


def interpreted(schema: Schema, state: np.void, seat: int) -> np.ndarray:
    """The numbers of a position as the interpreted rules write them."""
    out = np.full(schema.size, np.nan)
    interpret(AGENTS.inputs[schema.name]).inputs(mirrored(state), seat, out)
    return out


def shown(schema: Schema, state: np.void, seat: int = 0) -> dict[str, float]:
    """The numbers that are not 0, by name."""
    row = interpreted(schema, state, seat)
    return {schema.numbers[place].name: float(row[place]) for place in np.flatnonzero(row)}


def compiled(schema: Schema, states: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """The numbers of many positions, in double precision."""
    build([ENTRIES[schema.name]])
    out = np.full((len(states), schema.size), np.nan)
    aligned = np.empty(len(states), STATE)
    aligned[:] = states
    ENTRIES[schema.name](aligned, np.asarray(seats, np.int64), out)
    return out


SPECS = ("strategic", "strategic:trademaster", "algorithmic", "baseline", "strategic:hotelier", "random")
TABLES = (("thesis", 2, 1500), ("official", 2, 700), ("official", 3, 500), ("official", 4, 700), ("short-game", 8, 300))
EVERY = 7


@cache
def _games() -> list[tuple[int, np.ndarray]]:
    """Positions of games of rule-based agents: at some decisions, whatever is pending there."""
    found = []
    for preset, players, limit in TABLES:
        start = first_state(Options.model_validate(PRESETS[preset]), players).to_record()
        specs = [SPECS[seat % len(SPECS)] for seat in range(players)]
        game = play(start, specs, "features", preset, players, limit=limit)
        states = [decision.g.to_record() for at, decision in enumerate(game) if at % EVERY == 0]
        found.append((players, np.concatenate(states)))
    return found


def agents_states() -> Iterator[tuple[int, np.void]]:
    """These positions, each with the number of players."""
    for players, states in _games():
        for state in states:
            yield players, state
