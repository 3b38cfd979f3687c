"""The general schema: what a value network is shown of any position, for 2 to 8 players (``general_layout`` lists it).

The rules here write the blocks of the layout in its order, each from place ``at`` on, and return the place after what
they wrote. Before that, ``out`` serves as scratch: what is summed up over all deeds (rents, ways to throw) stands at
the first place of its block until its seat is written. These sums are of whole numbers, so that their order, and hence
the chair that one looks from, changes nothing.
"""

from __future__ import annotations

from ...games.monopoly.board import (
    DEEDS,
    GROUP,
    GROUP_MASK,
    GROUP_SIZE,
    GROUPS,
    RAILROADS,
    SQUARES,
    STREET_GROUPS,
    UTILITIES,
)
from ...games.monopoly.money import in_game, living, next_seat, place_after, raisable, seat_after, worth
from ...games.monopoly.observation import (
    deed_lot,
    deed_on_square,
    deeds_of_frames,
    is_owed,
    is_party,
    mark,
    owes,
    put,
    share,
    topmost,
    waiting_for,
    waiting_from,
)
from ...games.monopoly.property import HOTEL_PIECE, HOUSE_PIECE, stock
from ...games.monopoly.state import (
    AUCTION,
    AWARD,
    BREAK,
    BUYING,
    CLAIMING,
    DRAW,
    ESTATE,
    ITEM_CHANCE_CARD,
    THROWN,
    TRADE,
    TRADE_ASKS,
    TRADE_PAYS,
    State,
)
from ...games.monopoly.trade import holdings
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, low_bit
from .deeds import (
    CARD_WORTH,
    DEED_SQUARE,
    HIGHEST,
    MEAN_THROW,
    MILLION,
    VISITS,
    WAYS,
    collects,
    list_price,
    rent_of,
    unsold,
    ways,
)
from .layout import INPUTS, RAMP_FIRST, RAMP_STEPS, RAMP_UNITS, SEAT, SEAT_NUMBERS, TABLE, TABLE_NUMBERS, ramp_number

__all__ = ["INPUTS", "inputs"]


# The ramps.
CASH = ramp_number(SEAT, "cash")
WORTH = ramp_number(SEAT, "worth")
RAISABLE = ramp_number(SEAT, "raisable")
RENT_TO_PAY = ramp_number(SEAT, "rent_to_pay")
RENT_TO_GET = ramp_number(SEAT, "rent_to_get")
INCOME = ramp_number(SEAT, "income")
BUILT = ramp_number(SEAT, "brown.built")
OWN_RAILROADS = ramp_number(SEAT, "railroads")
OWN_UTILITIES = ramp_number(SEAT, "utilities")
ROUNDS = ramp_number(TABLE, "rounds")
LIMIT = ramp_number(TABLE, "limit")
UNSOLD = ramp_number(TABLE, "unsold")
HOUSES = ramp_number(TABLE, "houses")
HOTELS = ramp_number(TABLE, "hotels")
BID = ramp_number(TABLE, "bid")
TRADED = ramp_number(TABLE, "trade.pays")

# Where a seat's sums stand until it is written, counted from its first number.
AT_RAISABLE, AT_PAY, AT_SHORT, AT_RUINED = SEAT["raisable"], SEAT["rent_to_pay"], SEAT["short"], SEAT["ruined"]
AT_GET, AT_INCOME = SEAT["rent_to_get"], SEAT["income"]

STREET_NUMBERS = SEAT["light_blue.owned"] - SEAT["brown.owned"]
THOUSAND = 1000


@rule
def ramp(out: Floats, at: int, k: int, value: float) -> int:
    """Write ``value`` on ramp ``k``: each number rises from 0 to 1 between two steps; the block must be 0 before."""
    first = RAMP_FIRST[k]
    for i in range(RAMP_UNITS[k]):
        low = RAMP_STEPS[first + i]
        high = RAMP_STEPS[first + i + 1]
        if value <= low:
            break
        if value >= high:
            out[at + i] = 1.0
        else:
            out[at + i] = (value - low) / (high - low)
    return at + RAMP_UNITS[k]


@rule
def sum_on_ramp(out: Floats, at: int, k: int, unit: float) -> int:
    """Write the sum that stands at the first place of a block, so many of its ``unit``, on its ramp."""
    value = out[at] * unit
    out[at] = 0.0
    return ramp(out, at, k, value)


@rule
def thousands(out: Floats, at: int, dollars: int) -> int:
    """Write an amount in thousands of dollars: 1 from there on, 0 below nothing."""
    return put(out, at, min(1.0, max(0.0, dollars / THOUSAND)))


# --------------------------------------------------------------------------------------------- rents of all


@rule
def note_landing(g: State, p: int, due: int, n: int, at: int, out: Floats) -> None:
    """With ``n`` of 36 throws seat ``p``, whose numbers begin at ``at``, has to pay a rent of ``due`` dollars."""
    out[at + AT_PAY] += n * due
    if due > g.cash[p]:
        out[at + AT_SHORT] += n
        if due > g.cash[p] + out[at + AT_RAISABLE]:
            out[at + AT_RUINED] += n


@rule
def note_rents(g: State, looker: int, q: int, out: Floats) -> None:
    """Sum up what the deeds of seat ``q`` bring it: in each other's next throw, and wherever tokens stand."""
    own = place_after(g, looker, q) * SEAT_NUMBERS
    m = g.deeds[q] & ~g.mortgaged
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        if not collects(g, q, d):
            continue
        due = rent_of(g, q, d, MEAN_THROW)
        out[own + AT_INCOME] += due * VISITS[d]
        for p in range(g.opt.players):
            steps = DEED_SQUARE[d] - g.square[p]
            if steps < 0:
                steps += SQUARES
            if steps <= HIGHEST and p != q and in_game(g, p):
                n = ways(g, p, steps)
                if n > 0:
                    if GROUP[d] == UTILITIES:
                        due = rent_of(g, q, d, steps)
                    out[own + AT_GET] += due * n
                    note_landing(g, p, due, n, place_after(g, looker, p) * SEAT_NUMBERS, out)


@rule
def salary_chance(g: State, p: int) -> float:
    """The chance that seat ``p``'s next throw takes it to GO or past it."""
    total = 0
    for steps in range(SQUARES - g.square[p], HIGHEST + 1):
        total += ways(g, p, steps)
    return total / WAYS


# --------------------------------------------------------------------------------------------------- a seat


@rule
def next_thrower(g: State) -> int:
    """The seat whose throw for a move comes next."""
    if (g.phase <= THROWN or g.again == 1) and in_game(g, g.current):
        return g.current
    return next_seat(g, g.current)


@rule
def awaited(g: State, p: int) -> int:
    """Mask of the deeds that seat ``p`` has bought and not paid yet."""
    mask = 0
    for depth in range(g.depth):
        if g.fkind[depth] == AWARD and g.fwho[depth] == p:
            mask |= 1 << g.farg[depth]
    return mask


@rule
def money_numbers(g: State, p: int, due: int, claim: int, at: int, out: Floats) -> int:
    """The blocks ``cash`` to ``raisable`` of seat ``p``, which owes ``due`` dollars and is owed ``claim``."""
    at = ramp(out, at, CASH, g.cash[p] - due + claim)
    at = ramp(out, at, WORTH, worth(g, p) - due + claim + list_price(awaited(g, p)))
    return sum_on_ramp(out, at, RAISABLE, 1.0)


@rule
def token_numbers(g: State, p: int, at: int, out: Floats) -> int:
    """The blocks ``jailed`` to ``income``: where the token stands, and the rents around it."""
    at = put(out, at, int(g.jail[p] > 0))
    at = put(out, at, (int(g.holder[0] == p + 1) + int(g.holder[1] == p + 1)) / 2)
    at = put(out, at, g.square[p] / SQUARES)
    at = put(out, at, salary_chance(g, p))
    at = sum_on_ramp(out, at, RENT_TO_PAY, 1.0 / WAYS)
    at = put(out, at, out[at] / WAYS)  # that it is short of cash
    at = put(out, at, out[at] / WAYS)  # … and ruined
    at = sum_on_ramp(out, at, RENT_TO_GET, 1.0 / WAYS)
    return sum_on_ramp(out, at, INCOME, (living(g) - 1.0) / MILLION)


@rule
def pending_numbers(g: State, p: int, due: int, claim: int, can_raise: int, at: int, out: Floats) -> int:
    """The blocks ``owes`` to ``partner``: debts, whose turn it is, the auction and the offer."""
    at = thousands(out, at, due)
    at = thousands(out, at, claim)
    at = put(out, at, int(due > g.cash[p]))
    at = put(out, at, int(due > g.cash[p] + can_raise))
    at = put(out, at, int(g.mover == p))
    at = put(out, at, int(g.current == p))
    at = put(out, at, int(next_thrower(g) == p))
    at = put(out, at, (g.bidders >> p) & 1)
    at = put(out, at, int(g.leader == p + 1))
    d = deed_at_stake(g)
    completes = 0
    if d >= 0:
        completes = int((GROUP_MASK[GROUP[d]] & ~g.deeds[p]) == 1 << d)
    at = put(out, at, completes)
    at = put(out, at, is_party(g, p, TRADE, 0))
    return put(out, at, is_party(g, p, TRADE, 1))


@rule
def street_numbers(g: State, held: int, k: int, at: int, out: Floats) -> int:
    """What the deeds of the mask ``held`` are of colour group ``k``."""
    own = held & GROUP_MASK[k]
    if own == 0:
        return at + STREET_NUMBERS
    n = count_bits(own)
    size = GROUP_SIZE[k]
    at = put(out, at, n / size)
    at = put(out, at, int(n == size - 1))
    at = put(out, at, int(n == size))
    levels = 0
    m = own & g.built
    while m != 0:
        levels += g.level[low_bit(m)]
        m &= m - 1
    at = ramp(out, at, BUILT, levels / size)
    return put(out, at, count_bits(own & g.mortgaged) / size)


@rule
def line_numbers(g: State, held: int, k: int, steps: int, at: int, out: Floats) -> int:
    """The same of railroads or utilities, whose number stands on the ramp ``steps``."""
    own = held & GROUP_MASK[k]
    at = ramp(out, at, steps, count_bits(own))
    return put(out, at, count_bits(own & g.mortgaged) / GROUP_SIZE[k])


@rule
def seat_numbers(g: State, p: int, at: int, out: Floats) -> int:
    """All that is shown of seat ``p``."""
    if not in_game(g, p):
        return at + SEAT_NUMBERS
    due = owes(g, p) + waiting_from(g, p, 1) + waiting_from(g, p, 2)
    claim = is_owed(g, p) + waiting_for(g, p, 1) + waiting_for(g, p, 2)
    can_raise = int(out[at + AT_RAISABLE])
    at = put(out, at, 1)
    at = money_numbers(g, p, due, claim, at, out)
    at = token_numbers(g, p, at, out)
    at = pending_numbers(g, p, due, claim, can_raise, at, out)
    held = g.deeds[p] | awaited(g, p)
    for k in range(STREET_GROUPS):
        at = street_numbers(g, held, k, at, out)
    at = line_numbers(g, held, RAILROADS, OWN_RAILROADS, at, out)
    return line_numbers(g, held, UTILITIES, OWN_UTILITIES, at, out)


# ------------------------------------------------------------------------------------------------ the table


@rule
def deed_at_stake(g: State) -> int:
    """The deed under the hammer, else the one that the current player may buy; -1 without either."""
    if topmost(g, AUCTION) >= 0:
        return deed_lot(g)
    return deed_on_square(g, BUYING)


@rule
def part_over(g: State) -> float:
    """The part of the game's limit that is over: of rounds, turns or time, whichever is nearest."""
    rounds = max(share(g.rounds, g.opt.max_rounds), share(g.rounds, g.opt.time_limit_rounds))
    return max(rounds, share(g.turns, g.opt.max_turns))


@rule
def stage_numbers(g: State, at: int, out: Floats) -> int:
    """The blocks ``rounds`` to ``pot``: how far the game has come, and what the bank has left."""
    at = ramp(out, at, ROUNDS, g.rounds)
    at = ramp(out, at, LIMIT, 100.0 * part_over(g))
    at = ramp(out, at, UNSOLD, unsold(g))
    at = ramp(out, at, HOUSES, stock(g, HOUSE_PIECE))
    at = ramp(out, at, HOTELS, stock(g, HOTEL_PIECE))
    return thousands(out, at, g.pot)


@rule
def phase_numbers(g: State, at: int, out: Floats) -> int:
    """The blocks ``to_throw`` to ``interrupt``."""
    at = put(out, at, int(g.phase <= THROWN))
    at = put(out, at, g.again)
    at = put(out, at, int(g.phase == BUYING))
    at = put(out, at, int(g.phase == CLAIMING))
    deck = -1
    if g.phase == DRAW:
        deck = g.drawn * 1
    at = mark(out, at, 2, deck)
    kind = -1
    if g.depth > 0:
        kind = g.fkind[g.depth - 1] - 1
    return mark(out, at, BREAK, kind)


@rule
def stake_numbers(g: State, at: int, out: Floats) -> int:
    """The blocks ``stake`` to ``estate``: what is for sale."""
    d = deed_at_stake(g)
    k = -1
    if d >= 0:
        k = GROUP[d]
    at = mark(out, at, GROUPS, k)
    at = ramp(out, at, BID, g.bid)
    return put(out, at, count_bits(deeds_of_frames(g, ESTATE)) / DEEDS)


@rule
def item_worth(items: int) -> int:
    """List prices of the deeds among some items of a trade, and something for each jail card."""
    return list_price(items & ((1 << DEEDS) - 1)) + CARD_WORTH * count_bits(items >> ITEM_CHANCE_CARD)


@rule
def groups_completed(g: State, p: int, given: int, taken: int) -> int:
    """How many groups seat ``p`` owns whole after giving and taking some items, and not before."""
    after = (g.deeds[p] & ~given) | taken
    n = 0
    for k in range(GROUPS):
        n += int((GROUP_MASK[k] & ~after) == 0 and (GROUP_MASK[k] & ~g.deeds[p]) != 0)
    return n


@rule
def trade_numbers(g: State, at: int, out: Floats) -> int:
    """The blocks of the offer, as far as it is made up."""
    depth = topmost(g, TRADE)
    if depth < 0:
        return at
    who = g.fwho[depth]
    to = g.fto[depth]
    paid = g.money * 1
    if g.trade_step == TRADE_PAYS:
        paid += g.entry
    elif g.trade_step == TRADE_ASKS:
        paid -= g.entry
    given = g.items & holdings(g, who)
    taken = g.items & holdings(g, to)
    at = ramp(out, at, TRADED, paid)
    at = ramp(out, at, TRADED, -paid)
    at = thousands(out, at, item_worth(given))
    at = thousands(out, at, item_worth(taken))
    at = put(out, at, min(1.0, groups_completed(g, who, given, taken) / 2))
    return put(out, at, min(1.0, groups_completed(g, to, taken, given) / 2))


# --------------------------------------------------------------------------------------------------- all


@rule
def inputs(g: State, p: int, out: Floats) -> None:
    """The ``INPUTS`` numbers of a position seen from seat ``p``, each between 0 and 1."""
    for i in range(INPUTS):
        out[i] = 0.0
    for i in range(g.opt.players):
        q = seat_after(g, p, i)
        if in_game(g, q):
            out[i * SEAT_NUMBERS + AT_RAISABLE] = raisable(g, q)
    for i in range(g.opt.players):
        note_rents(g, p, seat_after(g, p, i), out)
    for i in range(g.opt.players):
        seat_numbers(g, seat_after(g, p, i), i * SEAT_NUMBERS, out)
    at = INPUTS - TABLE_NUMBERS
    at = stage_numbers(g, at, out)
    at = phase_numbers(g, at, out)
    at = stake_numbers(g, at, out)
    trade_numbers(g, at, out)
