"""Agents that play by a network made by hand: a seat is worth its cash, its deeds, and whole groups.

A deed is worth its list price, and a mortgage takes off a little more than it brings.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import magnate
from magnate.agents.learned.agent import PLAYING, Planning, bound_kernel, net_of, training_guide, workspace_for
from magnate.core.binding import MEMO
from magnate.games.monopoly import board, rules
from magnate.networks import Network
from magnate.runtime.compiler import build
from magnate.runtime.pystate import PyStates, py_ints
from magnate.values.monopoly.layout import INPUTS, NUMBERS
from magnate.values.schema import schema_for

SCALE = 1000.0
"""Dollars of worth by which a win becomes e times as likely."""
WHOLE = 400.0
"""What a whole colour group is worth beyond its deeds."""
PLACES = {number.name: place for place, number in enumerate(NUMBERS)}


def deed_worth(group: int) -> float:
    """What each deed of a colour group is worth."""
    deeds = board.GROUP_DEEDS[group]
    return sum(board.TITLE_DEEDS[deed].price for deed in deeds) / len(deeds)


def network(whole: float = WHOLE) -> Network:
    """The network: an output a seat, its worth in dollars over SCALE. Beyond 5,000 dollars cash is worth nothing."""
    weights = np.zeros((INPUTS, 8))
    for seat in range(8):
        for number in NUMBERS:
            name = number.name.removeprefix(f"seat{seat}.")
            if name == number.name:
                continue
            if name.startswith("cash."):
                low, high = map(int, name.removeprefix("cash.").split("-"))
                weights[PLACES[number.name], seat] = (high - low) / SCALE
            for group, title in enumerate(board.GROUP_NAMES[: board.STREET_GROUPS]):
                if name == f"{title}.owned":
                    weights[PLACES[number.name], seat] = deed_worth(group) * len(board.GROUP_DEEDS[group]) / SCALE
                if name == f"{title}.mortgaged":
                    weights[PLACES[number.name], seat] = (
                        -0.6 * deed_worth(group) * len(board.GROUP_DEEDS[group]) / SCALE
                    )
                if name == f"{title}.whole":
                    weights[PLACES[number.name], seat] = whole / SCALE
            if name.startswith("railroads."):
                weights[PLACES[number.name], seat] = 200.0 / SCALE
            if name.startswith("utilities."):
                weights[PLACES[number.name], seat] = 150.0 / SCALE
            if name == "railroads_mortgaged":
                weights[PLACES[number.name], seat] = -480.0 / SCALE
            if name == "utilities_mortgaged":
                weights[PLACES[number.name], seat] = -180.0 / SCALE
    return Network((weights,), (np.zeros(8),))


class Decider:
    """Decides for any seat of positions of the interpreted rules, by compiled or interpreted code."""

    def __init__(
        self, players: int, made: Network, planning: Planning, inputs: str = "general", *, interpreted: bool = False
    ) -> None:
        game = magnate.load("monopoly", players=players)
        guide = training_guide(game, schema_for("monopoly", inputs))
        self.bound = bound_kernel(game, guide, PLAYING, interpreted=interpreted)
        self.valuing = bound_kernel(game, guide, interpreted=interpreted)
        if not interpreted:
            build([self.bound.answer, self.valuing.values])
        self.players = players
        self.interpreted = interpreted
        self.net = net_of(made)
        self.workspace = workspace_for(game, guide, made.sizes, planning, interpreted=interpreted)
        self.memos: Any = np.zeros((players, MEMO), np.int64)
        if interpreted:
            self.memos = [py_ints(MEMO) for _ in range(players)]

    def action(self, g: Any, key: int = 1) -> int:
        """What the seat to move does."""
        seat, found = g.mover, np.zeros(1, np.int64)
        self.bound.answer(
            *(self.states(g), np.array([seat]), np.array([key]), np.array([seat]), self.net),
            *(self.workspace, self.memos, found),
        )
        return int(found[0])

    def shares(self, g: Any) -> np.ndarray:
        """The win share of each seat, as it sees the position itself."""
        out = np.zeros((self.players, self.players))
        states = np.repeat(np.frombuffer(g.to_bytes(), rules.STATE), self.players)
        states = PyStates(states) if self.interpreted else states
        self.valuing.values(states, np.arange(self.players), self.net, self.workspace, out)
        return out.diagonal().copy()

    def forget(self) -> None:
        """Lose all notes."""
        self.memos[:] = 0

    def states(self, g: Any) -> Any:
        states = np.frombuffer(g.to_bytes(), rules.STATE).copy()
        return PyStates(states) if self.interpreted else states
