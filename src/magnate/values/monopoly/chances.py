"""What the win chances of Monopoly are worked out from, and the chances themselves (a network with an output a seat).

The numbers are those of the general schema (:mod:`.layout`) and some more of each seat and of the table: how a seat
stands beside the others, when it throws, what the bank still has, and by which rules is played. All is public.
Positions are seen from the seat whose turn it is, and sums run from it on. So a rotation of the players rotates the
chances to the bit.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...core.contract import CHANCE, OVER
from ...games.monopoly import rules
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
from ...games.monopoly.state import AFTER, BEFORE, BETWEEN, STATE, THROW, THROWN, State
from ...networks.seats import SeatTables, seat_chances
from ...runtime.compiler import Floats, Floats2, Ints, Ints2, Singles2, entry, rule
from ...runtime.primitives import count_bits
from . import general
from .deeds import HIGHEST, LOWEST, WAYS, ways
from .layout import SEAT_NUMBERS, TABLE_NUMBERS

__all__ = ["HANDS", "INPUTS", "OWN", "PLACES", "TABLE", "chances", "inputs"]

States: TypeAlias = Annotated[Any, (STATE,)]

PLACES, HANDS = SEATS, 0
"""No hands are hidden."""
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
def chances(g: State, ws: SeatTables, row: Floats, found: Floats, out: Floats) -> None:
    """Write the win chance of each seat; ``row`` and ``found`` are room for the inputs and for the seats' answers."""
    if g.mover == OVER:
        rules.utility(g, out)
        return
    players = g.opt.players * 1
    first = g.current * 1
    inputs(g, first, row)
    there = 0
    for i in range(players):
        there |= ((g.alive >> seat_after(g, first, i)) & 1) << i
    seat_chances(row, OWN, SEATS, players, there, ws, found)
    for i in range(players):
        out[seat_after(g, first, i)] = found[i]


@entry
def write_inputs(states: States, row: Floats, out: Singles2) -> None:
    """A row for each state, as the seat sees it whose turn it is."""
    for i in range(len(states)):
        inputs(states[i], states[i].current, row)
        for k in range(INPUTS):
            out[i, k] = row[k]


@entry
def write_chances(states: States, ws: SeatTables, row: Floats, found: Floats2, out: Floats2) -> None:
    """The win chances of all seats for each state."""
    for i in range(len(states)):
        chances(states[i], ws, row, found[0], out[i])


@rule
def mean(
    g: State,
    ws: SeatTables,
    row: Floats,
    found: Floats2,
    room: States,
    slot: int,
    acts: Ints,
    weights: Ints,
    out: Floats,
) -> None:
    """At chance: the mean of the chances after each outcome, by its weight; ``room[slot]`` is for one state."""
    n = rules.chance(g, acts, weights)
    players = g.opt.players * 1
    total = 0
    for k in range(n):
        total += weights[k]
    for p in range(players):
        out[p] = 0.0
    after = found[1]
    for k in range(n):
        room[slot] = g
        rules.step(room[slot], acts[k])
        chances(room[slot], ws, row, found[0], after)
        for p in range(players):
            out[p] += weights[k] * after[p] / total


@entry
def write_means(
    states: States,
    ws: SeatTables,
    row: Floats,
    found: Floats2,
    room: States,
    acts: Ints,
    weights: Ints,
    ahead: int,
    out: Floats2,
) -> None:
    """For states at chance the :func:`mean`; with ``ahead`` for those only, and the chances themselves for others."""
    for i in range(len(states)):
        if ahead == 0 or states[i].mover == CHANCE:
            mean(states[i], ws, row, found, room, 0, acts, weights, out[i])
        else:
            chances(states[i], ws, row, found[0], out[i])


@entry
def write_means_ahead(
    states: States,
    ws: SeatTables,
    row: Floats,
    found: Floats2,
    room: States,
    acts: Ints,
    weights: Ints,
    more: Ints2,
    out: Floats2,
) -> None:
    """For states at chance: the mean over the outcomes of what :func:`write_means` says ``ahead``.

    ``room`` is for two states, and ``more`` for the outcomes of the second one and their weights.
    """
    after = found[2]
    for i in range(len(states)):
        n = rules.chance(states[i], acts, weights)
        total = 0
        for k in range(n):
            total += weights[k]
        out[i, :] = 0.0
        for k in range(n):
            room[0] = states[i]
            rules.step(room[0], acts[k])
            if room[0].mover == CHANCE:
                mean(room[0], ws, row, found, room, 1, more[0], more[1], after)
            else:
                chances(room[0], ws, row, found[0], after)
            for p in range(states[i].opt.players):
                out[i, p] += weights[k] * after[p] / total
