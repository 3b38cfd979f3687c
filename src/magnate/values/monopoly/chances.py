"""What the win chances of Monopoly are worked out from (a guide for :mod:`magnate.values.chances_kernel`).

The numbers are those of the general schema (:mod:`.layout`) and some more. Of a seat they tell how it stands beside
the others and when it throws, of the table what the bank still has and by which rules is played. All is public.
Positions are seen from the seat whose turn it is, and sums run from it on. So a rotation of the players rotates the
chances to the bit.
"""

from __future__ import annotations

from ...core.contract import CHANCE
from ...games.monopoly.board import (
    ALL_DEEDS,
    DEEDS,
    GROUP_MASK,
    GROUP_SIZE,
    GROUPS,
    JAIL_TURNS,
    SEATS,
    SQUARE_DEED,
    SQUARES,
    STREET_GROUPS,
)
from ...games.monopoly.money import in_game, living, next_seat, raisable, seat_after, worth
from ...games.monopoly.observation import is_owed, mark, owes, put, share
from ...games.monopoly.state import AFTER, BEFORE, BETWEEN, THROW, THROWN, State
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits
from . import general
from .deeds import HIGHEST, LOWEST, WAYS, ways
from .layout import SEAT_NUMBERS, TABLE_NUMBERS

__all__ = ["INPUTS", "OWN", "PLACES", "TABLE", "VALUES", "first_seat", "inputs", "seat_inputs", "seats_left"]

VALUES = "magnate.values.all_views"
"""The kernel that works out win shares from these inputs."""
PLACES = SEATS
MORE_OF_SEAT = 10 + STREET_GROUPS
"""The numbers of a seat that the general schema has not."""
MORE_OF_TABLE = 18 + GROUPS
OWN = SEAT_NUMBERS + MORE_OF_SEAT
"""All numbers of a seat."""
TABLE = TABLE_NUMBERS + MORE_OF_TABLE
"""All numbers of the table."""
INPUTS = SEATS * OWN + TABLE
ORDER = 3
"""So many places in the order of throwing have a number of their own."""
AT_WORTH = SEAT_NUMBERS + 2 + ORDER
"""Where a seat's numbers of :func:`beside_others` begin."""
SHARES = 4
"""So many they are."""
THOUSAND = 1000


@rule
def spread(out: Floats) -> None:
    """Move the numbers of the general schema apart, so that there is room for more of each seat."""
    for i in range(TABLE_NUMBERS):
        at = TABLE_NUMBERS - 1 - i
        out[SEATS * OWN + at] = out[SEATS * SEAT_NUMBERS + at]
    for k in range(SEATS):
        seat = SEATS - 1 - k
        for i in range(SEAT_NUMBERS):
            at = SEAT_NUMBERS - 1 - i
            out[seat * OWN + at] = out[seat * SEAT_NUMBERS + at]
        for i in range(MORE_OF_SEAT):
            out[seat * OWN + SEAT_NUMBERS + i] = 0.0
    for i in range(MORE_OF_TABLE):
        out[SEATS * OWN + TABLE_NUMBERS + i] = 0.0


@rule
def means(g: State, p: int) -> int:
    """What seat ``p`` is worth, debts being settled."""
    return max(1, worth(g, p) - owes(g, p) + is_owed(g, p))


@rule
def liquid(g: State, p: int) -> int:
    """What seat ``p`` has in cash or can raise, debts being settled."""
    return max(1, g.cash[p] - owes(g, p) + is_owed(g, p) + raisable(g, p))


@rule
def turns_until(g: State, p: int) -> int:
    """How many living seats throw before seat ``p`` does."""
    q = general.next_thrower(g)
    for n in range(g.opt.players):
        if q == p:
            return n
        q = next_seat(g, q)
    return 0


@rule
def sold(g: State) -> int:
    """The mask of the deeds that players own."""
    mask = 0
    for p in range(g.opt.players):
        mask |= g.deeds[p]
    return mask


@rule
def meets_unsold(g: State, p: int, bank: int) -> float:
    """The chance that seat ``p``'s next throw ends on a deed of the mask ``bank``."""
    total = 0
    for steps in range(LOWEST, HIGHEST + 1):
        d = SQUARE_DEED[(g.square[p] + steps) % SQUARES]
        if d >= 0 and (bank >> d) & 1 == 1:
            total += ways(g, p, steps)
    return total / WAYS


@rule
def beside_others(g: State, p: int, out: Floats) -> None:
    """How the seats stand beside each other: worth, cash and what could be raised, and how many are richer.

    The sums are of whole numbers, so that it does not matter from which seat ``p`` one begins.
    """
    all_worth = 0
    all_cash = 1
    all_liquid = 0
    players = g.opt.players * 1
    for i in range(players):
        q = seat_after(g, p, i)
        if in_game(g, q):
            at = i * OWN + AT_WORTH
            put(out, at, means(g, q))
            put(out, at + 1, max(0, g.cash[q]))
            put(out, at + 2, liquid(g, q))
            all_worth += int(out[at])
            all_cash += int(out[at + 1])
            all_liquid += int(out[at + 2])
    for i in range(players):
        at = i * OWN + AT_WORTH
        if out[at] > 0.0:
            richer = 0
            for j in range(players):
                richer += int(out[j * OWN + AT_WORTH] > out[at])
            out[at + 3] = richer / SEATS
    for i in range(players):
        at = i * OWN + AT_WORTH
        out[at] /= all_worth
        out[at + 1] /= all_cash
        out[at + 2] /= all_liquid


@rule
def more_of_seat(g: State, p: int, bank: int, at: int, out: Floats) -> None:
    """The numbers of seat ``p`` that come after those of the general schema; ``bank`` is the mask of unsold deeds."""
    before = turns_until(g, p)
    at = put(out, at, before / SEATS)
    at = mark(out, at, ORDER, before - 1)
    at = put(out, at, g.jail[p] / JAIL_TURNS)
    at = put(out, at + SHARES, meets_unsold(g, p, bank))
    for k in range(STREET_GROUPS):
        own = g.deeds[p] & GROUP_MASK[k]
        if own != 0 and (GROUP_MASK[k] & ~own & ~bank) == 0:
            out[at] = count_bits(own) / GROUP_SIZE[k]
        at += 1


@rule
def more_of_table(g: State, bank: int, at: int, out: Floats) -> None:
    """The numbers of the table that come after those of the general schema; ``bank`` is the mask of unsold deeds."""
    n = living(g)
    at = put(out, at, n / SEATS)
    at = put(out, at, 1.0 / n)
    at = mark(out, at, 3, n - 2)
    at = put(out, at, g.opt.auctions)
    at = put(out, at, g.opt.unlimited_buildings)
    at = put(out, at, g.opt.income_tax)
    at = put(out, at, int(g.mover == CHANCE))
    at = put(out, at, int(g.depth == 0 and g.phase == THROW))
    at = put(out, at, int(g.depth == 0 and g.phase == BEFORE))
    at = put(out, at, int(g.depth == 0 and g.phase == AFTER))
    at = put(out, at, int(g.depth == 0 and g.phase == BETWEEN))
    at = put(out, at, int(g.phase == THROWN))
    at = put(out, at, share(max(0, g.doubles), 2))
    at = put(out, at, min(1.0, g.depth / 3))
    at = put(out, at, min(1.0, g.turns / (THOUSAND / 2)))
    for k in range(GROUPS):
        at = put(out, at, count_bits(bank & GROUP_MASK[k]) / GROUP_SIZE[k])
    put(out, at, count_bits(bank) / DEEDS)


@rule
def inputs(g: State, p: int, out: Floats) -> None:
    """The ``INPUTS`` numbers of a position seen from seat ``p``: ``OWN`` of each seat from it on, then the table's."""
    general.inputs(g, p, out)
    spread(out)
    beside_others(g, p, out)
    bank = ALL_DEEDS & ~sold(g)
    for i in range(g.opt.players):
        q = seat_after(g, p, i)
        if in_game(g, q):
            more_of_seat(g, q, bank, i * OWN + SEAT_NUMBERS, out)
    more_of_table(g, bank, SEATS * OWN + TABLE_NUMBERS, out)


@rule
def seat_inputs(g: State, first: int, known: int, out: Floats) -> None:  # noqa: ARG001 - every game's signature
    """The ``INPUTS`` numbers of a position seen from seat ``first``; no hands are hidden."""
    inputs(g, first, out)


@rule
def first_seat(g: State) -> int:
    """The seat from which sums run: the one whose turn it is."""
    return g.current * 1


@rule
def seats_left(g: State, first: int) -> int:
    """The mask of the seats in the game, counted from seat ``first`` on."""
    there = 0
    for i in range(g.opt.players):
        there |= ((g.alive >> seat_after(g, first, i)) & 1) << i
    return there
