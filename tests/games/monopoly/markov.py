"""The exact chain of one token on the board, in NumPy: an account of movement that shares no line with the rules.

A state is where the token rests after a throw and how many doubles the turn has had so far (0 once it is over):
40 squares times 0, 1 or 2 doubles, then in jail with the first, second or third jailed turn to come. Cards are drawn
independently, each of the deck's ``cards`` equally likely; ten Chance and two Community Chest cards move the token.

Run as a program (``python tests/games/monopoly/markov.py``) it writes ``truth.json`` anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

SQUARES, JAIL = 40, 10
FIRST_JAIL = 3 * SQUARES
STATES = FIRST_JAIL + 3
PLACES = SQUARES + 3
CHANCES, CHESTS, GO_TO_JAIL = (7, 22, 36), (2, 17, 33), 30

STAY_SHORT, STAY_LONG, STAY_COLLINS = "short", "long", "collins"
"""Pay at the first jailed turn; never pay before the third; as Collins' program (freeing doubles throw again)."""

RATES = (
    "go_payments",
    "jailed_by_square",
    "jailed_by_card",
    "jailed_by_doubles",
    "chance_draws",
    "chest_draws",
    "fines",
)


@dataclass
class Outcome:
    """One way a throw may end: where the token rests (``jailed``: first jailed turn to come), and what was counted."""

    probability: float
    square: int
    jailed: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    nearest: bool = False  # sent there by a "nearest" card

    def after(self, probability: float, **counts: int) -> Outcome:
        """The same, preceded with this probability by these counts."""
        joined = {name: self.counts.get(name, 0) + counts.get(name, 0) for name in {*self.counts, *counts}}
        return Outcome(probability * self.probability, self.square, self.jailed, joined, self.nearest)


def next_ahead(square: int, targets: tuple[int, ...]) -> int:
    """The first of the target squares after ``square``."""
    return next((target for target in targets if target > square), targets[0])


def land(square: int, cards: int) -> Iterator[Outcome]:
    """What may follow when the token comes to ``square``."""
    if square == GO_TO_JAIL:
        yield Outcome(1.0, JAIL, jailed=True, counts={"jailed_by_square": 1})
    elif square in CHANCES:
        each = 1 / cards
        yield Outcome((cards - 10) * each, square, counts={"chance_draws": 1})
        yield Outcome(each, JAIL, jailed=True, counts={"chance_draws": 1, "jailed_by_card": 1})
        yield from (back.after(each, chance_draws=1) for back in land(square - 3, cards))
        nearest = [next_ahead(square, (5, 15, 25, 35))] * 2 + [next_ahead(square, (12, 28))]
        for i, target in enumerate([*nearest, 0, 5, 11, 24, 39]):
            passed = int(target < square)
            yield Outcome(each, target, counts={"chance_draws": 1, "go_payments": passed}, nearest=i < len(nearest))
    elif square in CHESTS:
        each = 1 / cards
        yield Outcome((cards - 2) * each, square, counts={"chest_draws": 1})
        yield Outcome(each, JAIL, jailed=True, counts={"chest_draws": 1, "jailed_by_card": 1})
        yield Outcome(each, 0, counts={"chest_draws": 1, "go_payments": 1})
    else:
        yield Outcome(1.0, square)


def move(square: int, steps: int, cards: int) -> Iterator[Outcome]:
    """What may follow when the token moves ``steps`` forward from ``square``."""
    target = square + steps
    for outcome in land(target % SQUARES, cards):
        yield outcome.after(1.0, go_payments=target // SQUARES)


class Chain:
    """The chain of one jail strategy, with its stationary distribution and rates (all a roll).

    ``resting`` and ``resting_at_turn_end`` have 43 places: the squares, then jail with the first, second, third turn to
    come. ``dice_on[square]`` is the mean of the dice total times "came there by that throw", ``nearest_on[square]``
    the rate of arrivals by a "nearest" card.
    """

    def __init__(self, jail: str, cards: int = 16) -> None:
        self.jail = jail
        self.cards = cards
        self.matrix = np.zeros((STATES, STATES))
        self._rates = {name: np.zeros(STATES) for name in RATES}
        self._dice = np.zeros((STATES, SQUARES))
        self._nearest = np.zeros((STATES, SQUARES))
        for state in range(STATES):
            for low in range(1, 7):
                for high in range(1, 7):
                    self._throw(state, low, high)
        self.stationary = self._solve()
        self.rates = {name: float(self.stationary @ gains) for name, gains in self._rates.items()}
        self.dice_on = self.stationary @ self._dice
        self.nearest_on = self.stationary @ self._nearest
        self.resting = self.places(self.stationary)
        ended = self.ends_turn(self.stationary)
        self.rolls_per_turn = float(1 / ended.sum())
        self.resting_at_turn_end = self.places(ended / ended.sum())

    def _throw(self, state: int, low: int, high: int) -> None:
        """Add one of the 36 throws from ``state``."""
        double = low == high
        fine = 0
        if state < FIRST_JAIL:
            square, doubles = state // 3, state % 3
            if double and doubles == 2:
                self._add(state, FIRST_JAIL, Outcome(1.0, JAIL, jailed=True, counts={"jailed_by_doubles": 1}), 0)
                return
            after = doubles + 1 if double else 0
        elif self.jail == STAY_SHORT:
            square, fine, after = JAIL, 1, int(double)
        elif not double and state < STATES - 1:
            self._add(state, state + 1, Outcome(1.0, JAIL, jailed=True), 0)
            return
        else:
            square, fine, after = JAIL, int(not double), int(double and self.jail == STAY_COLLINS)
        for outcome in move(square, low + high, self.cards):
            target = FIRST_JAIL if outcome.jailed else outcome.square * 3 + after
            direct = not outcome.jailed and outcome.square == (square + low + high) % SQUARES
            self._add(state, target, outcome.after(1.0, fines=fine), (low + high) * direct)

    def _add(self, state: int, target: int, outcome: Outcome, dice: int) -> None:
        probability = outcome.probability / 36
        self.matrix[state, target] += probability
        for name, count in outcome.counts.items():
            self._rates[name][state] += probability * count
        self._dice[state, outcome.square] += probability * dice
        self._nearest[state, outcome.square] += probability * outcome.nearest

    def _solve(self) -> np.ndarray:
        """The stationary distribution: the left eigenvector of 1, scaled to sum 1."""
        system = np.vstack([self.matrix.T - np.eye(STATES), np.ones(STATES)])
        target = np.zeros(STATES + 1)
        target[-1] = 1.0
        return np.maximum(np.linalg.lstsq(system, target, rcond=None)[0], 0.0)  # 0 comes out as -1e-18

    @staticmethod
    def places(distribution: np.ndarray) -> np.ndarray:
        """A distribution over the 43 places, whatever the doubles."""
        return np.concatenate([distribution[:FIRST_JAIL].reshape(SQUARES, 3).sum(axis=1), distribution[FIRST_JAIL:]])

    @staticmethod
    def ends_turn(distribution: np.ndarray) -> np.ndarray:
        """The part of a distribution after a throw in which the turn is over."""
        ended = distribution.copy()
        ended[:FIRST_JAIL].reshape(SQUARES, 3)[:, 1:] = 0.0
        return ended

    def first_turn(self) -> np.ndarray:
        """Where the token rests at the end of the first turn from GO, over the 43 places."""
        going = np.zeros(STATES)
        going[0] = 1.0
        ended = np.zeros(STATES)
        while going.sum() > 0:
            thrown = going @ self.matrix
            ended += self.ends_turn(thrown)
            going = thrown - self.ends_turn(thrown)
        return self.places(ended)


def truth() -> dict[str, object]:
    """The contents of ``truth.json``."""
    models = {
        "short": Chain(STAY_SHORT),
        "long": Chain(STAY_LONG),
        "short_15_cards": Chain(STAY_SHORT, cards=15),
        "long_15_cards": Chain(STAY_LONG, cards=15),
    }
    return {
        name: {
            "resting": [round(float(value), 12) for value in chain.resting],
            "resting_at_turn_end": [round(float(value), 12) for value in chain.resting_at_turn_end],
            "rates": {
                "turns": round(1 / chain.rolls_per_turn, 12),
                **{rate: round(value, 12) for rate, value in chain.rates.items()},
            },
        }
        for name, chain in models.items()
    }


if __name__ == "__main__":
    place = Path(__file__).parent / "truth.json"
    place.write_text(json.dumps(truth(), indent=1) + "\n", encoding="utf-8")
