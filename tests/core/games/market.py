"""A test game with everything the contract knows: dice, frames, amounts, sets, a hidden card, a cache, options.

Each of two or three players holds a secret card worth 1 to 6 and some coins. A turn: a die is thrown (chance), the
thrower gains its pips and then buys shares: first says how many (typed digit by digit, one coin each), then marks
lots in ascending order. A throw of 6 interrupts the turn with a debt (a frame) of 2 coins to the next player, paid
at once or refused (which costs 1 share if there is one). After `rounds` rounds the most shares + card win.
"""

from __future__ import annotations

from typing import Annotated, Any

from magnate.core.contract import CHANCE, OVER
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import constants, packed
from magnate.runtime.primitives import (
    DONE,
    after_set,
    count_bits,
    digit_for,
    digit_ok,
    emit,
    frame_fields,
    pop,
    push,
    type_digit,
)
from magnate.runtime.stream import below, pick

OPTIONS = packed([("rounds", "i2"), ("players", "i1"), ("cards", "i1")])
CACHE = packed([("worth", "i2", (3,)), ("best", "i2")])  # what each seat has, and the most that any has
STATE = packed(
    [
        ("opt", OPTIONS),
        *frame_fields(2)[:2],
        ("cash", "i4", (3,)),
        ("lots", "i4", (3,)),
        ("typed", "i4"),
        ("shares", "i2", (3,)),
        ("round", "i2"),
        ("cache", CACHE),
        *frame_fields(2)[2:],
        ("card", "i1", (3,)),
        ("seat", "i1"),
        ("phase", "i1"),
        ("grid", "i1", (2, 3)),
        ("spare", "i1", (2,)),
    ]
)
State = Annotated[Any, STATE]

MAX_ACTIONS, MAX_LEGAL, MAX_OUTCOMES = 22, 16, 6
MAX_DECISIONS = 10_000
TRACKED = 3
ENDINGS = ("", "rounds")

DEAL, THROW, AMOUNT, LOTS, DEBT, END = range(6)
LOT_COUNT = 8
CLOSE, PAY, REFUSE = 19, 20, 21  # actions 0-9 digits, 10 done, 11-18 lots
NO_SUCH, WRONG_PHASE, NOT_POSSIBLE = 1, 2, 3
PIPS = constants([1, 2, 3, 4, 5, 6])


@rule
def new_game(g: State) -> None:
    """Nothing dealt yet."""
    g.cash[:] = 0
    g.lots[:] = 0
    g.shares[:] = 0
    g.card[:] = 0
    g.famount[:] = 0
    g.farg[:] = 0
    g.fkind[:] = 0
    g.fwho[:] = 0
    g.fto[:] = 0
    g.grid[:, :] = 0
    g.depth = 0
    g.typed = 0
    g.round = 0
    g.seat = 0
    g.phase = DEAL
    note_worth(g)


@rule
def to_move(g: State) -> int:
    """Who is next."""
    if g.phase == END:
        return OVER
    if g.phase == DEAL or g.phase == THROW:
        return CHANCE
    if g.depth > 0:
        return g.fwho[g.depth - 1]
    return g.seat


@rule
def why(g: State, a: int) -> int:
    """The reason why not."""
    if a < 0 or a >= MAX_ACTIONS:
        return NO_SUCH
    if g.phase == DEBT:
        if a == REFUSE:
            return 0
        if a != PAY:
            return WRONG_PHASE
        if g.cash[g.fwho[g.depth - 1]] < g.famount[g.depth - 1]:
            return NOT_POSSIBLE
        return 0
    if g.phase == AMOUNT:
        if a > DONE:
            return WRONG_PHASE
        if not digit_ok(g.typed, a, 0, g.cash[g.seat]):
            return NOT_POSSIBLE
        return 0
    if g.phase == LOTS:
        if a == CLOSE:
            return 0
        if a <= DONE or a > CLOSE:
            return WRONG_PHASE
        if (after_set(g.lots[g.seat]) >> (a - 11)) & 1 == 0:
            return NOT_POSSIBLE
        return 0
    return WRONG_PHASE


@rule
def legal(g: State, out: Ints) -> int:
    """All that why allows."""
    n = 0
    for a in range(MAX_ACTIONS):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """A die; the cards 1 to opt.cards."""
    n = 6
    if g.phase == DEAL:
        n = g.opt.cards
    for i in range(n):
        out[i] = i
        weight[i] = 1
    return n


@rule
def chance_key(g: State) -> int:
    """Cards are purpose 1, dice purpose 0."""
    if g.phase == DEAL:
        return g.seat * 8 + 1
    return g.seat * 8


@rule
def draw(g: State, u: int) -> int:
    """One pick."""
    if g.phase == DEAL:
        return pick(u, g.opt.cards)
    return pick(u, 6)


@rule
def _next_seat(g: State, p: int) -> int:
    """Round the table."""
    if p + 1 == g.opt.players:
        return 0
    return p + 1


@rule
def _end_turn(g: State) -> None:
    """The next player throws."""
    g.seat = _next_seat(g, g.seat)
    g.phase = THROW
    if g.seat == 0:
        g.round += 1
        if g.round == g.opt.rounds:
            g.phase = END


@rule
def step(g: State, a: int) -> None:
    """Advance."""
    take(g, a)
    note_worth(g)


@rule
def take(g: State, a: int) -> None:
    """One decision or outcome."""
    p = g.seat
    if g.phase == DEAL:
        g.card[p] = a + 1
        g.seat = _next_seat(g, p)
        if g.seat == 0:
            g.phase = THROW
    elif g.phase == THROW:
        emit(g, 1, p, a, 0, 0)
        g.cash[p] += PIPS[a]
        g.grid[a & 1, p] = a
        g.phase = AMOUNT
        if a == 5:
            push(g, 1, p, _next_seat(g, p), 2, AMOUNT)
            g.phase = DEBT
    elif g.phase == DEBT:
        top = g.depth - 1
        if a == PAY:
            g.cash[p] -= g.famount[top]
            g.cash[g.fto[top]] += g.famount[top]
        elif g.shares[p] > 0:
            g.shares[p] -= 1
        g.phase = g.farg[top]
        pop(g)
    elif g.phase == AMOUNT:
        if a == DONE:
            g.cash[p] -= g.typed
            g.shares[p] += g.typed
            g.typed = 0
            g.lots[p] = 0
            g.phase = LOTS
        else:
            g.typed = type_digit(g.typed, a)
    elif a == CLOSE:
        _end_turn(g)
    else:
        g.lots[p] |= 1 << (a - 11)


@rule
def settled(g: State) -> bool:
    """Nothing half done."""
    return g.phase == END or (g.phase == AMOUNT and g.typed == 0)


@rule
def seen_by(g: State) -> int:
    """A dealt card is seen by its owner."""
    if g.phase == DEAL:
        return 1 << g.seat
    return (1 << g.opt.players) - 1


@rule
def _worth(g: State, p: int) -> int:
    """Shares, card and marked lots."""
    return g.shares[p] + g.card[p] + count_bits(g.lots[p])


@rule
def note_worth(g: State) -> None:
    """Bring the cache up to date."""
    g.cache.best = 0
    for p in range(3):
        g.cache.worth[p] = _worth(g, p)
        g.cache.best = max(g.cache.best, g.cache.worth[p])


@rule
def utility(g: State, out: Floats) -> None:
    """The best share the win."""
    ties = 0
    for p in range(g.opt.players):
        ties += int(g.cache.worth[p] == g.cache.best)
    for p in range(g.opt.players):
        out[p] = 0.0
        if g.cache.worth[p] == g.cache.best:
            out[p] = 1.0 / ties


@rule
def ending(g: State) -> int:
    """After the rounds."""
    if g.phase == END:
        return 1
    return 0


@rule
def score(g: State, out: Floats) -> None:
    """What each has."""
    for p in range(g.opt.players):
        out[p] = float(g.cache.worth[p])


@rule
def key(g: State) -> int:
    """A mix of a few fields."""
    k = g.phase + 8 * g.seat + 32 * g.round
    for p in range(g.opt.players):
        k = (k * 1_000_003 + g.cash[p] * 31 + g.shares[p] * 7 + g.lots[p]) & 0xFFFFFFFFFF
    return k


@rule
def check(g: State) -> int:
    """Nobody owes, and the cache is up to date."""
    for p in range(g.opt.players):
        if g.cash[p] < 0:
            return 1
        if g.shares[p] < 0:
            return 2
    if (g.phase == DEBT) != (g.depth > 0):
        return 3
    for p in range(3):
        if g.cache.worth[p] != _worth(g, p) or g.cache.worth[p] > g.cache.best:
            return 4
    return 0


@rule
def hide(g: State, p: int, key: int) -> None:
    """Other players' cards are redrawn."""
    for q in range(g.opt.players):
        if q != p and g.card[q] != 0:
            g.card[q] = below(key, q, g.opt.cards) + 1
    note_worth(g)


@rule
def next_digit(prefix: int, target: int) -> int:
    """How a policy spells an amount."""
    return digit_for(prefix, target)


@rule
def track(g: State, a: int, tally: Ints) -> None:
    """How many steps there were, the most coins that anybody had after one, and the sum of the steps' numbers."""
    tally[0] += 1
    for p in range(g.opt.players):
        tally[1] = max(tally[1], g.cash[p] * 1)
    tally[2] += a
