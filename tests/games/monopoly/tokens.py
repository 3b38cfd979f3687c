"""A token that walks round the board: its decisions, and what is counted at each roll (compiled).

Nothing is bought, built or traded. After each throw is resolved it is noted where the thrower's token rests. The
salary and the jail fine are such that money tells salaries and fines apart.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from magnate.core.contract import CHANCE
from magnate.games.monopoly.board import CHANCE_DECK, CHEST_DECK, GO_TO_JAIL_SQUARE, ROLL_HIGH, ROLL_LOW, SEATS, SQUARES
from magnate.games.monopoly.rules import chance_key, draw, step
from magnate.games.monopoly.state import (
    BEFORE,
    BUYING,
    DECLINE,
    DRAW,
    PAY_FINE,
    ROLL,
    STATE,
    THROW,
    USE_CHANCE_CARD,
    USE_CHEST_CARD,
    State,
)
from magnate.games.monopoly.turn import DOUBLES_TO_JAIL
from magnate.runtime.compiler import Ints2, entry, rule
from magnate.runtime.stream import Streams, uniform

__all__ = ["FINE", "LONG", "LONG_WITH_CARDS", "PLACES", "RATES", "SALARY", "SHORT", "choose", "walk"]

States: TypeAlias = Annotated[Any, (STATE,)]

SHORT, LONG, LONG_WITH_CARDS = 0, 1, 2
"""How jail is left: at once by card or fine; by throwing only; by card, else by throwing."""

PLACES: Final = SQUARES + 3
"""Where a token may rest: the squares, then in jail with the first, second, third jailed turn to come."""

SALARY, FINE = 4000, 1000
"""Dollars that no other payments of one throw add up to: they stay below $500 either way."""

(
    ROLLS,
    TURNS,
    GO_PAYMENTS,
    JAILED_BY_SQUARE,
    JAILED_BY_CARD,
    JAILED_BY_DOUBLES,
    CHANCE_DRAWS,
    CHEST_DRAWS,
    FINES,
    OTHER_MONEY,
    RENT,
) = range(11)
RATES: Final = (
    "rolls",
    "turns",
    "go_payments",
    "jailed_by_square",
    "jailed_by_card",
    "jailed_by_doubles",
    "chance_draws",
    "chest_draws",
    "fines",
    "other_money",
    "rent",
)
"""What is counted at each roll, in the order of the numbers above.

``other_money`` is what the bank pays in all but salaries and fines, ``rent`` what the second seat receives during the
throws of the others. Draws are counted while the next card is not known.
"""


@rule
def choose(g: State, strategy: int) -> int:
    """The walker's decision; -1 where the options offer one that is no part of movement."""
    if g.phase == BUYING:
        return DECLINE
    if g.phase != BEFORE:
        return -1
    if strategy != LONG:
        if g.holder[CHANCE_DECK] == g.mover + 1:
            return USE_CHANCE_CARD
        if g.holder[CHEST_DECK] == g.mover + 1:
            return USE_CHEST_CARD
    if strategy == SHORT:
        return PAY_FINE
    return ROLL


@rule
def money(g: State) -> int:
    """All players' cash."""
    total = 0
    for p in range(SEATS):
        total += g.cash[p]
    return total


@rule
def place(g: State, p: int) -> int:
    """Where seat ``p`` rests."""
    if g.jail[p] > 0:
        return SQUARES + g.jail[p] - 1
    return g.square[p] * 1


@rule
def count(total: Ints2, kind: int, value: int) -> None:
    """Add one roll's ``value`` and its square to the sums of ``kind``."""
    total[0, kind] += value
    total[1, kind] += value * value


@rule
def one_roll(g: State, s: Streams, i: int, strategy: int, resting: Ints2, total: Ints2) -> bool:
    """From one throw's resolution to the next one's; False at a decision that is no part of movement."""
    stream = s[i]
    before = money(g)
    while g.mover != CHANCE:
        a = choose(g, strategy)
        if a < 0:
            return False
        step(g, a)
    p = g.current * 1
    owner = g.cash[1] * 1
    turns = g.turns * 1
    jailed = g.jail[p] > 0
    outcome = draw(g, uniform(stream, chance_key(g)))
    low = ROLL_LOW[outcome]
    high = ROLL_HIGH[outcome]
    third_double = not jailed and low == high and g.doubles == DOUBLES_TO_JAIL - 1
    on_square = (g.square[p] + low + high) % SQUARES == GO_TO_JAIL_SQUARE
    step(g, outcome)
    chance_draws = 0
    chest_draws = 0
    while not (g.phase == THROW or (g.phase == BEFORE and g.mover >= 0)):
        if g.mover == CHANCE:
            if g.phase == DRAW and g.drawn == CHANCE_DECK:
                chance_draws += 1
            elif g.phase == DRAW and g.drawn == CHEST_DECK:
                chest_draws += 1
            step(g, draw(g, uniform(stream, chance_key(g))))
        else:
            a = choose(g, strategy)
            if a < 0:
                return False
            step(g, a)
    where = place(g, p)
    resting[0, where] += 1
    if g.turns != turns:
        resting[1, where] += 1
        count(total, TURNS, 1)
    if where == SQUARES:
        if third_double:
            count(total, JAILED_BY_DOUBLES, 1)
        elif on_square:
            count(total, JAILED_BY_SQUARE, 1)
        else:
            count(total, JAILED_BY_CARD, 1)
    gained = money(g) - before
    thousands = (gained + FINE // 2) // FINE
    salaries = (thousands + 1) // (SALARY // FINE)
    count(total, ROLLS, 1)
    count(total, GO_PAYMENTS, salaries)
    count(total, FINES, salaries * (SALARY // FINE) - thousands)
    count(total, OTHER_MONEY, gained - thousands * FINE)
    count(total, CHANCE_DRAWS, chance_draws)
    count(total, CHEST_DRAWS, chest_draws)
    if p != 1:
        count(total, RENT, g.cash[1] - owner)
    return True


@entry
def walk(states: States, streams: Streams, strategy: int, rolls: int, resting: Ints2, total: Ints2) -> int:
    """Roll every game of ``states`` on ``rolls`` times, adding to the counts; returns how many rolls were made.

    ``resting[0]`` counts places after each roll, ``resting[1]`` at the end of each turn; ``total[0]`` has the sums of
    the numbers named by RATES, ``total[1]`` of their squares. It stops short at a decision that is no part of movement.
    """
    made = 0
    for i in range(len(states)):
        for _ in range(rolls):
            if not one_roll(states[i], streams, i, strategy, resting, total):
                return made
            made += 1
    return made
