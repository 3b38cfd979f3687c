"""The planner on the interpreted rules: what it chooses at a position, and games that it plays."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from magnate.agents import resolve
from magnate.core.binding import MEMO
from magnate.core.contract import CHANCE, OVER
from magnate.games.brass.options import Options, write_options
from magnate.games.brass.state import ACTION, LOAN, MAX_LEGAL, STATE
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import py_ints, pystate_class

RULES = interpret("magnate.games.brass.rules")
GUIDE = interpret("magnate.agents.brass.guide")


def row(spec: str) -> list[float]:
    """The numbers that an agent runs with."""
    return list(resolve("brass", spec).row)


def chosen(g: Any, params: Sequence[float], notes: int = 0, key: int = 0) -> int:
    """What the agent with this row does here, with notes that hold that number everywhere."""
    memo = py_ints(MEMO)
    for i in range(MEMO):
        memo[i] = notes
    return int(GUIDE.policy(g, params, key, py_ints(MAX_LEGAL), memo))


def legal(g: Any) -> list[int]:
    """The legal actions."""
    out = py_ints(MAX_LEGAL)
    return [out[i] for i in range(RULES.legal(g, out))]


def decisions(seed: int, players: int, specs: Sequence[str] = (), **options: Any) -> Iterator[Any]:
    """The positions of a game at its decisions, whose seats are played by ``specs`` in turn; without any, by chance.

    By chance much is built, with money from nowhere, so that begun actions of every kind come up.
    """
    chooser = random.Random(seed)
    states = np.zeros(1, STATE)
    write_options(Options.model_validate(options), players, states[0])
    g = pystate_class(STATE)().from_record(states[0])
    RULES.new_game(g)
    rows = [row(spec) for spec in specs]
    out, weight = py_ints(MAX_LEGAL), py_ints(MAX_LEGAL)
    while (mover := RULES.to_move(g)) != OVER:
        if mover == CHANCE:
            n = RULES.chance(g, out, weight)
            action = chooser.choices([out[i] for i in range(n)], [weight[i] for i in range(n)])[0]
        elif rows:
            yield g
            action = chosen(g, rows[mover % len(rows)], key=chooser.getrandbits(52))
        else:
            if g.phase == ACTION:
                g.money[mover] = max(g.money[mover], chooser.choice((0, 10, 30, 80)))
            yield g
            ids = legal(g)
            busy = [a for a in ids if a < LOAN] if g.phase == ACTION else []
            action = chooser.choice(busy or ids)
        RULES.step(g, action)
        g.events.clear()


def part(name: str) -> Any:
    """The interpreted copy of a file of the agents: ``part("forecast")``."""
    return interpret(f"magnate.agents.brass.{name}")
