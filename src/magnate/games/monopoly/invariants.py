"""Every invariant of a Monopoly state; drivers and tests call ``check`` after each step."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.layout import constants
from ...runtime.primitives import count_bits, has_bit, low_bit
from . import board, state
from .landing import longest_wait, rent_may_wait, waiting_rents
from .money import group_is_built, in_game, owner_of
from .property import highest_rank, lowest_rank
from .state import State
from .trade import holdings

# ---------------- The codes of the invariants, and their sentences


(
    HOLDS,
    DEED_OWNED_TWICE,
    MORTGAGED_WITHOUT_OWNER,
    HOUSES_LOST,
    HOTELS_LOST,
    BUILT_UNEVENLY,
    BUILT_WITHOUT_GROUP,
    BUILT_AND_MORTGAGED,
    BANKRUPT_HOLDS,
    CARDS_LOST,
    CARD_TWICE,
    CASH_NEGATIVE,
    JAIL_ELSEWHERE,
    STACK_IMPOSSIBLE,
    NOBODY_LEFT,
    MOVER_OUT,
    STALE_FIELD,
    NO_WINNER,
    BUILT_MASK_WRONG,
    BIDDER_OUT,
    ITEM_NOT_HELD,
    LEVEL_IMPOSSIBLE,
    SQUARE_IMPOSSIBLE,
    TERM_IMPOSSIBLE,
    RENT_IMPOSSIBLE,
) = CODES = range(25)

BROKEN_RULES = {
    HOLDS: "",
    DEED_OWNED_TWICE: "a deed has two owners",
    MORTGAGED_WITHOUT_OWNER: "a mortgaged deed belongs to nobody",
    HOUSES_LOST: "houses on the board and in the bank do not add up",
    HOTELS_LOST: "hotels on the board and in the bank do not add up",
    BUILT_UNEVENLY: "a group is built unevenly",
    BUILT_WITHOUT_GROUP: "buildings stand on an incomplete group",
    BUILT_AND_MORTGAGED: "a group is built on and mortgaged",
    BANKRUPT_HOLDS: "a bankrupt or absent player holds something",
    CARDS_LOST: "a card is missing from its deck",
    CARD_TWICE: "a card is in its deck twice",
    CASH_NEGATIVE: "somebody's cash is below zero",
    JAIL_ELSEWHERE: "somebody in jail stands elsewhere",
    STACK_IMPOSSIBLE: "one interrupt cannot happen during the one before it",
    NOBODY_LEFT: "nobody is left in the game",
    MOVER_OUT: "a bankrupt player would be to move",
    STALE_FIELD: "something is given that has no meaning in this phase or under these options",
    NO_WINNER: "nobody has won the finished game",
    BUILT_MASK_WRONG: "the mask of built groups does not follow from the buildings",
    BIDDER_OUT: "a bidder is bankrupt or no longer bids",
    ITEM_NOT_HELD: "an item of the trade belongs to neither side",
    LEVEL_IMPOSSIBLE: "a lot has more houses than a hotel replaces, or less than none",
    SQUARE_IMPOSSIBLE: "a token stands off the board",
    TERM_IMPOSSIBLE: "somebody is in jail for more turns than there are",
    RENT_IMPOSSIBLE: "rents wait that no landings leave so",
}
"""What each code of :func:`check` says."""


# ---------------- Waiting rents are such as landings leave them (option ``rent_claim``)


LANDINGS = 3
"""The most landings of a turn: the third double goes to jail."""


@rule
def most_new_rents(g: State) -> int:
    """How many rents there may be that no other player has thrown after: no more than landings so far.

    They are of this turn, or (before its first throw) of the last one.
    """
    phase = g.phase
    if phase == state.BEFORE or phase == state.THROW:
        if g.doubles > 0:
            return g.doubles * 1
        return LANDINGS
    if phase >= state.AFTER:
        return LANDINGS
    landings = LANDINGS
    if g.again == 1:
        landings = g.doubles * 1
    if phase == state.CLAIMING or phase == state.LANDED:
        return landings
    return landings - 1


@rule
def check_rent(g: State, i: int) -> int:
    """One rent: between two living players, and no older than the one before it, which has the same payer if as old."""
    payer = g.rent_payer[i]
    owner = g.rent_owner[i]
    left = g.rent_left[i]
    if payer == owner or not has_bit(g.alive, payer) or not has_bit(g.alive, owner):
        return RENT_IMPOSSIBLE
    if g.rent_due[i] <= 0 or left < 0 or left > longest_wait(g):
        return RENT_IMPOSSIBLE
    if i > 0 and (left < g.rent_left[i - 1] or (left == g.rent_left[i - 1] and payer != g.rent_payer[i - 1])):
        return RENT_IMPOSSIBLE
    return HOLDS


@rule
def check_claiming(g: State, n: int) -> int:
    """On landing the owner is asked about the last of the ``n`` rents, the current player's, which is fixed by then."""
    if n == 0 or g.rent_left[n - 1] != longest_wait(g) or g.rent_payer[n - 1] != g.current:
        return RENT_IMPOSSIBLE
    if g.low != 0 or g.arrival != 0:
        return STALE_FIELD
    return HOLDS


@rule
def check_rents(g: State) -> int:
    """All rents that wait; there is room for those of the landings to come (``state.RENTS``)."""
    n = waiting_rents(g)
    for i in range(n, state.RENTS):
        if g.rent_payer[i] != 0 or g.rent_owner[i] != 0 or g.rent_due[i] != 0 or g.rent_left[i] != 0:
            return STALE_FIELD
    if g.phase == state.THROW and g.asked > n:
        return STALE_FIELD
    if not rent_may_wait(g):
        if n > 0:
            return STALE_FIELD
        return HOLDS
    new = 0
    for i in range(n):
        code = check_rent(g, i)
        if code != HOLDS:
            return code
        if g.rent_left[i] == longest_wait(g):
            new += 1
    if n > 0 and (g.phase <= state.DEAL or g.phase == state.FINISHED or new > most_new_rents(g) or n - new > LANDINGS):
        return RENT_IMPOSSIBLE
    if g.phase == state.CLAIMING:
        return check_claiming(g, n)
    return HOLDS


# ---------------- Fields without a meaning are 0, so that equal positions are equal bytes


_EMPTY = 1 << state.NO_FRAME
_EACH = 1 << state.PAY_EACH | 1 << state.COLLECT_EACH
MAY_LIE_ON = constants(
    {
        state.NO_FRAME: 0,
        state.DEBT: _EMPTY | _EACH | 1 << state.AWARD | 1 << state.TRANSFER,
        state.PAY_EACH: _EMPTY,
        state.COLLECT_EACH: _EMPTY,
        state.AWARD: _EMPTY | 1 << state.ESTATE,
        state.AUCTION: _EMPTY | 1 << state.ESTATE,
        state.ESTATE: _EMPTY | _EACH,
        state.TRADE: _EMPTY | 1 << state.DEBT,
        state.TRANSFER: _EMPTY | _EACH | 1 << state.ESTATE | 1 << state.DEBT | 1 << state.TRANSFER,
        state.CONTEST: _EMPTY,
        state.BREAK: _EMPTY | 1 << state.DEBT,
    }.values()
)
"""For each kind of frame, in the order of their numbers, the kinds that it may lie on (``NO_FRAME``: none)."""


@rule
def debt_fits(g: State, i: int, below: int) -> bool:
    """Whether a debt at depth ``i`` is that of who receives something below it, and to the bank: its price or 10 %."""
    if g.fkind[i] != state.DEBT or (below != state.AWARD and below != state.TRANSFER):
        return True
    return g.fto[i] == board.BANK and g.fwho[i] == g.fwho[i - 1]


@rule
def check_stack(g: State) -> int:
    """Each frame lies where the rules can put it (see ``state.FRAMES``); above the top all is 0."""
    if g.depth < 0 or g.depth > state.FRAMES:
        return STACK_IMPOSSIBLE
    below = state.NO_FRAME
    for i in range(state.FRAMES):
        kind = g.fkind[i] * 1
        if i >= g.depth:
            if kind != 0 or g.fwho[i] != 0 or g.fto[i] != 0 or g.famount[i] != 0 or g.farg[i] != 0:
                return STALE_FIELD
        elif (
            kind < state.DEBT
            or kind > state.BREAK
            or not has_bit(MAY_LIE_ON[kind], below)
            or not debt_fits(g, i, below)
        ):
            return STACK_IMPOSSIBLE
        if kind == state.TRANSFER and (below == state.DEBT or below == state.TRANSFER):
            kind = state.BREAK  # a received mortgage after a trade: nothing lies on it, as on a broken group
        below = kind
    return HOLDS


@rule
def check_throw(g: State) -> int:
    """The throw and the way of arriving are known only while something depends on them."""
    phase = g.phase
    if phase == state.BEFORE or phase == state.THROW:
        if g.doubles < 0 and (g.opt.paid_doubles == 1 or g.jail[g.current] > 0):
            return STALE_FIELD
    elif g.doubles != 0 and (g.again == 0 or g.doubles < 0):
        return STALE_FIELD
    if g.again != 0 and (phase < state.THROWN or phase > state.LANDED):
        return STALE_FIELD
    if g.low != 0 and phase != state.PAID_MOVE and phase != state.THROWN and phase != state.CLAIMING:
        return STALE_FIELD
    if (g.low == 0) != (g.high == 0) or (g.arrival != 0 and phase != state.CLAIMING and phase != state.RENT_THROW):
        return STALE_FIELD
    if g.drawn != 0 and phase != state.DRAW:
        return STALE_FIELD
    return HOLDS


@rule
def check_windows(g: State) -> int:
    """What is counted in windows, offers and laps is 0 outside of them and without their options."""
    phase = g.phase
    window = phase == state.BEFORE or phase == state.THROWN or phase == state.AFTER or phase == state.BETWEEN
    if (g.stage != 0 and (not window or g.opt.window_order == state.ORDER_FREE)) or (
        g.operations != 0 and (not window or g.opt.one_operation == 0)
    ):
        return STALE_FIELD
    if (
        g.asked != 0
        and phase != state.DEAL
        and phase != state.THROW
        and phase != state.THROWN
        and phase != state.BETWEEN
    ):
        return STALE_FIELD
    if g.quiet != 0 and g.opt.manage_between == 0:
        return STALE_FIELD
    if g.quiet != 0 and (phase == state.START or phase == state.DEAL or phase == state.FINISHED):
        return STALE_FIELD
    if has_bit(g.quiet, g.current) and phase == state.BEFORE:
        return STALE_FIELD
    if g.lapped != 0 and g.opt.first_lap == 0:
        return STALE_FIELD
    if g.pot != 0 and g.opt.parking_pot == 0:
        return STALE_FIELD
    if ((g.quiet | g.lapped) & ~g.alive) != 0:
        return STALE_FIELD
    for p in range(board.SEATS):
        if g.offers[p] > g.opt.offers_per_turn or (g.offers[p] != 0 and not has_bit(g.alive, p)):
            return STALE_FIELD
    return HOLDS


@rule
def check_auction(g: State, top: int) -> int:
    """The auction's fields: 0 without one on top of the stack, else living bidders, among them the leader."""
    if top != state.AUCTION:
        if g.lot != 0 or g.bid != 0 or g.leader != 0 or g.bidder != 0 or g.bidders != 0 or g.entering != 0:
            return STALE_FIELD
        return HOLDS
    if (g.bidders & ~g.alive) != 0 or not has_bit(g.bidders, g.bidder):
        return BIDDER_OUT
    if (g.leader == 0) != (g.bid == 0) or (g.leader != 0 and g.famount[g.depth - 1] != 0):
        return STALE_FIELD
    if g.leader != 0 and not has_bit(g.bidders, g.leader - 1):
        return BIDDER_OUT
    return HOLDS


@rule
def check_claims(g: State, top: int) -> int:
    """Claims are made in a contest and its auction only, each for a lot of one's own."""
    contested = top == state.CONTEST or (top == state.AUCTION and g.lot >= board.DEEDS)
    for p in range(board.SEATS):
        if g.claims[p] != 0 and (not contested or not has_bit(g.deeds[p], g.claims[p] - 1)):
            return STALE_FIELD
    return HOLDS


@rule
def check_trade(g: State, top: int) -> int:
    """The trade's fields: 0 without one on top of the stack, else items of the two; digits only while typing."""
    typing = top == state.AUCTION and g.entering == 1
    if top == state.TRADE:
        typing = g.trade_step == state.TRADE_PAYS or g.trade_step == state.TRADE_ASKS
        held = holdings(g, g.fwho[g.depth - 1]) | holdings(g, g.fto[g.depth - 1])
        if (g.items & ~held) != 0:
            return ITEM_NOT_HELD
        if g.money != 0 and g.trade_step != state.TRADE_ANSWER:
            return STALE_FIELD
    elif g.items != 0 or g.money != 0 or g.trade_step != 0:
        return STALE_FIELD
    if g.entry != 0 and not typing:
        return STALE_FIELD
    return HOLDS


@rule
def check_pledged(g: State) -> int:
    """What was mortgaged for the open debt: by the option only, and the debtor's own mortgaged deeds."""
    if g.pledged == 0:
        return HOLDS
    if g.opt.failed_raising != state.RAISING_UNDONE:
        return STALE_FIELD
    for i in range(g.depth):
        if g.fkind[i] == state.DEBT and (g.pledged & ~(g.deeds[g.fwho[i]] & g.mortgaged)) == 0:
            return HOLDS
    return STALE_FIELD


@rule
def check_fields(g: State) -> int:
    """A field without a meaning in the current phase is 0, so that equal positions are equal bytes."""
    top = state.NO_FRAME
    if g.depth > 0:
        top = g.fkind[g.depth - 1]
    return (
        check_stack(g)
        or check_throw(g)
        or check_windows(g)
        or check_auction(g, top)
        or check_claims(g, top)
        or check_trade(g, top)
        or check_pledged(g)
        or check_rents(g)
    )


# ---------------- The whole state


@rule
def check_deeds(g: State) -> int:
    """Each deed has one owner; mortgages have owners; buildings are even, on whole unmortgaged groups, and add up."""
    seen = 0
    for p in range(board.SEATS):
        if (seen & g.deeds[p]) != 0:
            return DEED_OWNED_TWICE
        seen |= g.deeds[p]
    houses = 0
    hotels = 0
    for d in range(board.DEEDS):
        if g.level[d] < 0 or (g.level[d] > g.opt.hotel_houses and g.level[d] != board.HOTEL):
            return LEVEL_IMPOSSIBLE
        if g.level[d] == board.HOTEL:
            hotels += 1
        else:
            houses += g.level[d]
    if g.opt.unlimited_buildings == 0:
        if houses + g.houses != g.opt.houses or g.houses < 0:
            return HOUSES_LOST
        if hotels + g.hotels != g.opt.hotels or g.hotels < 0:
            return HOTELS_LOST
    for k in range(board.STREET_GROUPS):
        if group_is_built(g, k) != ((g.built & board.GROUP_MASK[k]) == board.GROUP_MASK[k]):
            return BUILT_MASK_WRONG
        if group_is_built(g, k):
            if highest_rank(g, k) - lowest_rank(g, k) > 1:
                return BUILT_UNEVENLY
            if (g.mortgaged & board.GROUP_MASK[k]) != 0 and g.opt.build_mortgaged == 0:
                return BUILT_AND_MORTGAGED
            owner = owner_of(g, low_bit(board.GROUP_MASK[k]))
            if owner < 0 or (g.deeds[owner] & board.GROUP_MASK[k]) != board.GROUP_MASK[k]:
                return BUILT_WITHOUT_GROUP
    pending = under_hammer(g)
    if (seen & pending) != 0:
        return DEED_OWNED_TWICE
    if (g.mortgaged & ~(seen | pending)) != 0:
        return MORTGAGED_WITHOUT_OWNER
    if (g.built & ~board.STREET_MASK) != 0:
        return BUILT_MASK_WRONG
    return HOLDS


@rule
def check_cards(g: State, deck: int) -> int:
    """Sixteen different cards: unseen, in the known queue, or held (a card being obeyed lies at the bottom)."""
    if g.opt.cards != state.CARDS_QUEUE:
        return HOLDS
    cards = g.unseen[deck] * 1
    for i in range(board.CARDS):
        if i < g.queued[deck]:
            bit = 1 << g.queue[deck, i]
            if (cards & bit) != 0:
                return CARD_TWICE
            cards |= bit
        elif g.queue[deck, i] != 0:
            return STALE_FIELD
    if g.holder[deck] != 0:
        bit = 1 << board.JAIL_CARD[deck]
        if (cards & bit) != 0:
            return CARD_TWICE
        cards |= bit
    if count_bits(cards) != board.CARDS:
        return CARDS_LOST
    return HOLDS


@rule
def check_players(g: State) -> int:
    """A bankrupt holds nothing; cash is not negative; who is jailed stands on the jail square.

    Squares, terms in jail and (above) buildings are within what the rules' tables know.
    """
    for p in range(board.SEATS):
        if g.square[p] < 0 or g.square[p] >= board.SQUARES:
            return SQUARE_IMPOSSIBLE
        if g.jail[p] < 0 or g.jail[p] > board.JAIL_TURNS:
            return TERM_IMPOSSIBLE
        if p >= g.opt.players or not in_game(g, p):
            held = g.holder[0] == p + 1 or g.holder[1] == p + 1
            if held or g.cash[p] != 0 or g.deeds[p] != 0 or g.jail[p] != 0 or g.square[p] != 0:
                return BANKRUPT_HOLDS
        else:
            if g.cash[p] < 0 and g.opt.bankruptcy == state.BANKRUPT_DEBT and g.ending != state.ENDED_BANKRUPTCIES:
                return CASH_NEGATIVE  # (that ending charges debts that are still open)
            if g.jail[p] != 0 and g.square[p] != board.JAIL_SQUARE:
                return JAIL_ELSEWHERE
    if g.alive == 0 or (g.alive >> g.opt.players) != 0:
        return NOBODY_LEFT
    return HOLDS


@rule
def under_hammer(g: State) -> int:
    """Mask of the deeds that the bank is auctioning, has yet to auction, or has sold but not been paid for."""
    mask = 0
    for i in range(g.depth):
        kind = g.fkind[i]
        if kind == state.ESTATE:
            mask |= g.farg[i]
        elif kind == state.AWARD:
            mask |= 1 << g.farg[i]
        elif kind == state.AUCTION and g.lot < board.DEEDS:
            mask |= 1 << g.lot
    return mask


@rule
def check(g: State) -> int:
    """0 when every invariant holds, else the code of the first one that is broken."""
    code = check_deeds(g) or check_players(g) or check_cards(g, 0) or check_cards(g, 1) or check_fields(g)
    if code != HOLDS:
        return code
    if g.mover >= 0 and not in_game(g, g.mover):
        return MOVER_OUT
    if g.phase == state.FINISHED:
        if g.winners == 0 or (g.winners & ~((1 << g.opt.players) - 1)) != 0:
            return NO_WINNER
        if g.depth > 0:
            return STALE_FIELD
    elif g.winners != 0 or g.ending != 0:
        return STALE_FIELD
    return HOLDS
