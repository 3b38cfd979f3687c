"""Games of Monopoly's agents on the interpreted rules: every decision can be looked at, stores are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from magnate.agents import resolve
from magnate.core.binding import MEMO
from magnate.core.contract import CHANCE, OVER, POLICY, PURPOSES
from magnate.games.monopoly import GAME
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints
from magnate.runtime.stream import deal_seed, new_streams

RULES = interpret("magnate.games.monopoly.rules")
POLICIES = interpret("magnate.agents.monopoly.guide")
STREAM = interpret("magnate.runtime.stream")


def part(name: str) -> Any:
    """The interpreted copy of a file of the agents: ``part("property_value")``."""
    return interpret(f"magnate.agents.monopoly.{name}")


def row(spec: str) -> list[float]:
    """The numbers that an agent runs with."""
    return list(resolve("monopoly", spec).row)


def scratch() -> Any:
    """Room for a policy."""
    return py_ints(GAME.max_legal)


def notes() -> Any:
    """A policy's notes, with nothing in them."""
    return py_ints(MEMO)


class Decision:
    """A decision of a game: the position (the game's own, to be looked at), who decides, and what its policy chose."""

    def __init__(self, g: Any, seat: int, spec: str, key: int, action: int) -> None:
        self.g = g
        self.seat = seat
        self.spec = spec
        self.key = key
        self.action = action

    def legal(self) -> list[int]:
        """The ids of the legal actions."""
        out = scratch()
        return [out[i] for i in range(RULES.legal(self.g, out))]

    def chosen_by(self, params: Sequence[float]) -> int:
        """What the agent with this row would do here, thinking afresh."""
        return int(POLICIES.policy(self.g, params, self.key, scratch(), notes()))


def play(start: np.ndarray, specs: Sequence[str], *seed: int | str, limit: int = 100_000) -> Iterator[Decision]:
    """Play one game from ``start`` (an array of one state), with an agent a seat; every decision before it is taken."""
    g = PyStates(start)[0]
    stream = PyStates(new_streams([deal_seed(*seed)]))[0]
    rows = [row(spec) for spec in specs]
    memos = [notes() for _ in specs]
    acts, out, weight = scratch(), py_ints(GAME.max_outcomes), py_ints(GAME.max_outcomes)
    for _ in range(limit):
        p = RULES.to_move(g)
        if p == OVER:
            return
        if p == CHANCE:
            u = STREAM.uniform(stream, RULES.chance_key(g))
            a = RULES.draw(g, u) if hasattr(RULES, "draw") else _outcome(g, out, weight, u)
        else:
            key = STREAM.next_key(stream, p * PURPOSES + POLICY)
            a = POLICIES.policy(g, rows[p], key, acts, memos[p])
            yield Decision(g, p, specs[p], key, int(a))
        RULES.step(g, a)
        g.events.clear()


def _outcome(g: Any, out: Any, weight: Any, u: int) -> int:
    n = RULES.chance(g, out, weight)
    return int(out[STREAM.pick_weighted(weight, n, u)])


def first(decisions: Iterable[Decision], wanted: Callable[[Decision], bool]) -> Decision:
    """The first decision of its kind."""
    return next(decision for decision in decisions if wanted(decision))
