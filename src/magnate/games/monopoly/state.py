"""The state of a Monopoly game: one record, the values of its fields, and the ids of the actions.

Deeds are bit masks over the 28 deeds in board order. Every field without a meaning in the current phase is 0, so
equal positions are equal bytes. Money is in whole dollars.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...runtime.compiler import rule
from ...runtime.layout import packed
from ...runtime.primitives import frame_fields
from .board import CARDS, DEEDS, SEATS, STREET_GROUPS

OPTIONS = packed(
    [
        ("start_cash", "i4"),
        ("max_rounds", "i4"),  # 0: no cap
        ("max_turns", "i4"),  # 0: no cap
        ("time_limit_rounds", "i4"),  # 0: no time limit
        ("salary", "i2"),
        ("luxury_tax", "i2"),
        ("jail_fine", "i2"),
        ("auction_open", "i2"),
        ("auction_raise", "i2"),
        ("snake_eyes_bonus", "i2"),
        ("players", "i1"),
        ("start", "i1"),  # START_FIRST, START_RANDOM
        ("deck", "i1"),  # 0 before 2008, 1 from 2008 on
        ("cards", "i1"),  # CARDS_NONE, CARDS_QUEUE, CARDS_INDEPENDENT
        ("income_tax", "i1"),  # TAX_IS_FLAT, TAX_IS_CHOICE
        ("round_down", "i1"),  # 10 % in whole dollars: up (0) or down (1)
        ("auctions", "i1"),
        ("bid_limit", "i1"),  # BID_MEANS, BID_CASH
        ("raise_to_buy", "i1"),
        ("offers_per_turn", "i1"),  # 0: no trades
        ("trade_mortgaged", "i1"),
        ("transfer_interest", "i1"),
        ("interest_base", "i1"),  # BASE_MORTGAGE, BASE_PRICE
        ("insolvent_trades", "i1"),  # TRADES_ANY, TRADES_RAISE_CASH, TRADES_RAISE_ENOUGH
        ("build_by_group", "i1"),
        ("unlimited_buildings", "i1"),
        ("houses", "i1"),
        ("hotels", "i1"),
        ("hotel_houses", "i1"),  # houses that a hotel replaces: 4, in the short game 3
        ("hotel_shortage", "i1"),  # SHORTAGE_ANY_EVEN, SHORTAGE_ALL
        ("build_mortgaged", "i1"),
        ("contest", "i1"),
        ("contest_open", "i1"),  # OPEN_AT_HOUSE_PRICE, OPEN_AS_AUCTION
        ("manage_before", "i1"),
        ("manage_after_throw", "i1"),
        ("manage_after", "i1"),
        ("manage_between", "i1"),
        ("window_order", "i1"),  # ORDER_FREE, ORDER_BUILD_FIRST, ORDER_RAISE_FIRST
        ("one_operation", "i1"),
        ("one_attempt", "i1"),
        ("pay_on_third_turn", "i1"),
        ("paid_doubles", "i1"),
        ("rent_in_jail", "i1"),
        ("mortgaged_group_double", "i1"),
        ("utility_throw", "i1"),  # THROW_ARRIVING, THROW_FRESH
        ("card_utility_mortgaged_pays", "i1"),
        ("claim_rent", "i1"),  # RENT_AUTO, RENT_ASKED, RENT_NEXT_THROW, RENT_SECOND_THROW
        ("bankruptcy", "i1"),  # BANKRUPT_DEBT, BANKRUPT_CASH, BANKRUPT_WORTH
        ("several_creditors", "i1"),  # FROM_LEFT, FROM_RIGHT
        ("unpaid_interest", "i1"),  # INTEREST_IS_DEBT, INTEREST_IS_WAIVED
        ("estate_order", "i1"),  # ESTATE_BY_BOARD, ESTATE_BY_PRICE
        ("split_estate", "i1"),
        ("duel_richer", "i1"),
        ("mortgaged_worth", "i1"),  # WORTH_HALF, WORTH_FULL: of a mortgaged deed's printed price
        ("clear_mortgages", "i1"),
        ("end_bankruptcies", "i1"),  # 0: last player left
        ("dealt_deeds", "i1"),
        ("dealt_paid", "i1"),
        ("parking_pot", "i1"),
        ("double_salary", "i1"),
        ("first_lap", "i1"),
        ("first_bidder", "i1"),  # FIRST_IS_NEXT, FIRST_IS_DECLINER
        ("auction_passes", "i1"),  # PASS_IS_FINAL, PASS_UNTIL_RAISED
        ("failed_raising", "i1"),  # RAISING_STANDS, RAISING_UNDONE
        ("completable_offers", "i1"),  # 0: as version 1 of the rules
        ("free_lifting", "i1"),
    ]
)

START_FIRST, START_RANDOM = 0, 1
CARDS_NONE, CARDS_QUEUE, CARDS_INDEPENDENT = 0, 1, 2
TAX_IS_FLAT, TAX_IS_CHOICE = 0, 1
BASE_MORTGAGE, BASE_PRICE = 0, 1
TRADES_ANY, TRADES_RAISE_CASH, TRADES_RAISE_ENOUGH = 0, 1, 2
SHORTAGE_ANY_EVEN, SHORTAGE_ALL = 0, 1
THROW_ARRIVING, THROW_FRESH = 0, 1
BANKRUPT_DEBT, BANKRUPT_CASH, BANKRUPT_WORTH = 0, 1, 2
BID_MEANS, BID_CASH = 0, 1
FIRST_IS_NEXT, FIRST_IS_DECLINER = 0, 1
RENT_AUTO, RENT_ASKED, RENT_NEXT_THROW, RENT_SECOND_THROW = 0, 1, 2, 3
PASS_IS_FINAL, PASS_UNTIL_RAISED = 0, 1
RAISING_STANDS, RAISING_UNDONE = 0, 1
OPEN_AT_HOUSE_PRICE, OPEN_AS_AUCTION = 0, 1
ORDER_FREE, ORDER_BUILD_FIRST, ORDER_RAISE_FIRST = 0, 1, 2
FROM_LEFT, FROM_RIGHT = 0, 1
INTEREST_IS_DEBT, INTEREST_IS_WAIVED = 0, 1
ESTATE_BY_BOARD, ESTATE_BY_PRICE = 0, 1
WORTH_HALF, WORTH_FULL = 0, 1

# The phase of the turn; frames (debts, auctions, trades …) interrupt it.
(
    START,
    DEAL,
    BEFORE,
    THROW,
    PAID_MOVE,
    THROWN,
    LAND,
    BUYING,
    TAXING,
    CLAIMING,
    RENT_THROW,
    DRAW,
    LANDED,
    AFTER,
    BETWEEN,
    TURN_END,
    FINISHED,
) = range(17)

# Frames: what interrupts the turn. ``who`` is the player concerned, ``to`` the other side.
NO_FRAME = 0
DEBT = 1  # who owes `to` (a seat, BANK or POT) `amount`; arg: offers made for it (option one_attempt)
PAY_EACH = 2  # who pays `amount` to each seat of the mask `arg`
COLLECT_EACH = 3  # who collects `amount` from each seat of the mask `arg`
AWARD = 4  # who receives deed `arg`, once paid for
AUCTION = 5  # the first bid is to be `amount` at least; who declared the building (both 0 once there is a bid)
ESTATE = 6  # the bank auctions the deeds of the mask `arg` one by one, the seat left of `who` bidding first
TRADE = 7  # who makes `to` an offer; the rest is in the trade fields
TRANSFER = 8  # who may lift the mortgages of the mask `arg`, interest on them being paid
CONTEST = 9  # who declared a building of piece `to`; the seats of the mask `arg` are still to be asked
BREAK = 10  # who chooses how far to sell the buildings of group `arg` down
FRAMES = 5
"""The greatest depth of the stack. What may lie on what (`invariants.check_stack` holds every position to it):

* PAY_EACH and COLLECT_EACH come from a card, BREAK, TRADE and CONTEST from a window, AWARD and AUCTION also from
  buying: on the empty stack.
* DEBT lies on the empty stack (rent, taxes, cards) or on PAY_EACH or COLLECT_EACH (one payment of them). Or it is of
  the one who receives the AWARD or TRANSFER below it (the price, the 10 %) and is owed to the bank. While it is open
  its debtor only trades (TRADE, after which the partner may lift what it received: TRANSFER) and breaks groups
  (BREAK); all three end without a new frame. So a stack has one DEBT, with one frame on it at most.
* A bankrupt's DEBT is popped first. A player as creditor then gets TRANSFER and DEBT (its 10 %). They lie on the empty
  stack or on PAY_EACH or COLLECT_EACH, since only debts from there are owed to players. The bank as creditor gets
  ESTATE, once what the bankrupt was about to receive is dropped. It takes in an ESTATE that already lies there.
  Otherwise it lies on the empty stack or on PAY_EACH or COLLECT_EACH.
* On ESTATE lies an AUCTION, or what its winner gets: AWARD and DEBT, later TRANSFER and DEBT.

The longest stack is therefore PAY_EACH, ESTATE, AWARD (or TRANSFER), DEBT, TRADE (or BREAK, or TRANSFER).
"""

RENTS = 6
"""The most rents that may wait to be claimed (option ``rent_claim``).

A turn has three landings at most. A rent of the last turn but one is forfeited by the first throw of a turn, before
there are landings in this one.
"""

TRADE_ITEMS, TRADE_PAYS, TRADE_ASKS, TRADE_ANSWER = 0, 1, 2, 3
"""Steps of a trade offer (`trade_step`)."""

ITEM_CHANCE_CARD, ITEM_CHEST_CARD = DEEDS, DEEDS + 1
"""Items of a trade: deed 0-27, then the two jail cards."""
ITEMS = DEEDS + 2

LOT_HOUSE, LOT_HOTEL = DEEDS, DEEDS + 1
"""Lots of an auction: deed 0-27, then a contested house or hotel."""

# How a landing came about (`arrival`): decides the rent.
BY_THROW, BY_RAILROAD_CARD, BY_UTILITY_CARD = 0, 1, 2

MOST_MONEY = 10**9
"""A game ends as by a cap when more dollars than this are in play, which `turn.end_turn` looks at now and then."""
MONEY_ROUNDS = 1024
"""… every so many rounds. In between the bank pays less than another 10**9, so that every amount fits 32 bits:

A turn has at most three throws. Each may bring two ones (a bonus of $10,000 at most), a card of $200 and two salaries
of $10,000, or three where landing on GO counts double. That is $120,600 for each of eight players in each round.
"""

# How the game ended.
NOT_ENDED, ENDED_LAST, ENDED_BANKRUPTCIES, ENDED_ROUNDS, ENDED_TURNS, ENDED_TIME = range(6)

PAST_OFFERS = 16
"""How many offers are remembered; each seat has its part of them.

Two a seat at a full table: there at most two offers of a thousand find no room (docs/reference/thesis-agents.md).
More would make every state larger.
"""

PAST_ANSWERS = 32
"""How many answers to offers are remembered; each seat has its part of them."""

PAST = packed(
    [
        ("items", "i4", (PAST_OFFERS,)),  # an offer: items that would have changed hands (`with_cards`),
        ("money", "i2", (PAST_OFFERS,)),  # … what the proposer would have paid (negative: asked), bounded,
        ("context", "i4", (PAST_OFFERS,)),  # … what else was so then (`past_offers.context_of`); 0: no offer
        ("least", "i2", (PAST_OFFERS,)),  # … and the partner's cash, between these numbers of `past_offers.COIN`
        ("most", "i2", (PAST_OFFERS,)),
        ("answers", "i4", (PAST_ANSWERS,)),  # what each seat was offered lately, and how it answered; 0: nothing
    ]
)
"""What agents may know of the game's past that no rule asks for: outside equality, hash and key."""

PAST_BIDS, PAST_PURCHASES = 16, 8
"""How many bids and purchases are remembered; each seat has its part of them."""

BIDDING = packed(
    [
        ("bids", "i4", (PAST_BIDS,)),  # how auctions of deeds went for each seat lately; 0: nothing
        ("purchases", "i2", (PAST_PURCHASES,)),  # whether it bought the deeds on which it landed lately
    ]
)
"""What each seat bid and bought lately (`past_bids`). It is like PAST, but apart: an empty past need not be copied."""

STATE = packed(
    [
        ("cash", "i4", (SEATS,)),
        ("deeds", "i4", (SEATS,)),  # mask of the deeds a seat owns
        ("mortgaged", "i4"),
        ("built", "i4"),  # mask of the deeds in groups with buildings; follows from `level`, kept for speed
        ("pledged", "i4"),  # option failed_raising: mask of the deeds that the debtor has mortgaged for the open debt
        ("items", "i4"),  # trade: mask of the items that change hands
        ("money", "i4"),  # trade: what the proposer pays (negative: asks)
        ("bid", "i4"),  # auction: the standing bid, 0 when none
        ("entry", "i4"),  # the digits entered so far of an amount
        ("pot", "i4"),
        ("turns", "i4"),  # player turns completed
        ("rounds", "i4"),  # rounds completed
        ("unseen", "i4", (2,)),  # mask of the cards of each deck not seen yet
        ("rent_due", "i2", (RENTS,)),  # waiting rents: the amount,
        ("opt", OPTIONS),
        *frame_fields(FRAMES),
        ("queue", "i1", (2, CARDS)),  # the known part of each deck, next card first
        ("queued", "i1", (2,)),  # how many cards that is
        ("holder", "i1", (2,)),  # who holds each deck's jail card: seat + 1, 0 nobody
        ("square", "i1", (SEATS,)),
        ("jail", "i1", (SEATS,)),  # 0 free, else which jailed turn comes next: 1, 2, 3
        ("offers", "i1", (SEATS,)),  # offers made this turn
        ("claims", "i1", (SEATS,)),  # contest: claimed deed + 1
        ("rent_payer", "i1", (RENTS,)),  # … who landed there,
        ("rent_owner", "i1", (RENTS,)),  # … who may claim it,
        ("rent_left", "i1", (RENTS,)),  # … and before how many players' throws yet; 0 behind the last one
        ("level", "i1", (DEEDS,)),  # 0-4 houses, 5 hotel
        ("houses", "i1"),  # in the bank
        ("hotels", "i1"),
        ("mover", "i1"),  # who is to move: seat, CHANCE or OVER
        ("phase", "i1"),
        ("current", "i1"),  # whose turn it is
        ("starter", "i1"),  # whose turn begins a round
        ("doubles", "i1"),  # doubles thrown this turn while another throw may follow; -1: no double gives another one
        ("again", "i1"),  # the throw was a double that gives another one
        ("low", "i1"),  # the throw, low die first, while the move or the rent still depends on it
        ("high", "i1"),
        ("arrival", "i1"),  # how the token got where it is, while the rent depends on it
        ("drawn", "i1"),  # the deck a card is to be drawn from
        ("asked", "i1"),  # after the throw, between turns: seats asked so far; dealing: deeds dealt; THROW: rents asked
        ("stage", "i1"),  # option window_order: the earliest stage of the window still open
        ("operations", "i1"),  # option one_operation: management actions in this window
        ("lot", "i1"),  # auction: what is sold
        ("leader", "i1"),  # auction: seat + 1 of the standing bid
        ("bidder", "i1"),  # auction: whose turn it is to bid
        ("entering", "i1"),  # a bid is being entered digit by digit
        ("trade_step", "i1"),
        ("ending", "i1"),
        ("alive", "u1"),  # mask of the players still in the game
        ("quiet", "u1"),  # option manage_between: mask of the players who pass until their turn
        ("lapped", "u1"),  # option first_lap: mask of the players who have passed GO
        ("bidders", "u1"),  # auction: mask of the seats still bidding
        ("winners", "u1"),  # at the end
        ("bidding", BIDDING),
        ("past", PAST),  # last, so that what every step reads lies close together
    ],
)

State: TypeAlias = Annotated[Any, STATE]


# ---------------- The ids of the actions: fixed ranges, the same under every option


PASS = 0
PASS_UNTIL_TURN = 1
ROLL = 2
PAY_FINE = 3
USE_CHANCE_CARD = 4
USE_CHEST_CARD = 5
BUY = 6
DECLINE = 7
TAX_FLAT = 8
TAX_SHARE = 9
CLAIM_RENT = 10
WAIVE_RENT = 11
BANKRUPT = 12
TRADE_WITH = 13  # + seat
CANCEL = TRADE_WITH + SEATS
PROPOSE = CANCEL + 1
OFFER_CASH = CANCEL + 2
ASK_CASH = CANCEL + 3
ACCEPT = CANCEL + 4
REJECT = CANCEL + 5
DIGIT = CANCEL + 6  # + digit
DONE = DIGIT + 10
BID_LEAST = DONE + 1
BID_10 = DONE + 2
BID_50 = DONE + 3
BID_100 = DONE + 4
BID_LIMIT = DONE + 5
BID_EXACT = DONE + 6
BUILD_GROUP = BID_EXACT + 1  # + street group
SELL_GROUP = BUILD_GROUP + STREET_GROUPS
BREAK_GROUP = SELL_GROUP + STREET_GROUPS
BREAK_TO = BREAK_GROUP + STREET_GROUPS  # + level * BREAK_MASKS + mask of the lots one level higher
BREAK_MASKS = 7
BREAK_TARGETS = 5 * BREAK_MASKS
BUILD = BREAK_TO + BREAK_TARGETS  # + deed
SELL = BUILD + DEEDS
MORTGAGE = SELL + DEEDS
LIFT = MORTGAGE + DEEDS
ITEM = LIFT + DEEDS  # + item
CLAIM = ITEM + ITEMS  # + deed
ACTIONS = CLAIM + DEEDS

MAX_LEGAL = 160
"""More than any window offers: every deed once for building, selling, mortgaging and lifting, groups and partners."""


# ---------------- Clearing the fields that have no meaning any more


@rule
def forget_throw(g: State) -> None:
    """Neither the throw nor the way the token came matters any more."""
    g.low = 0
    g.high = 0
    g.arrival = 0


@rule
def clear_turn(g: State) -> None:
    """Forget what only has a meaning during a turn."""
    forget_throw(g)
    g.doubles = 0
    g.again = 0
    g.drawn = 0
    g.asked = 0
    g.stage = 0
    g.operations = 0
    g.quiet = 0
    g.lapped = 0
    for p in range(SEATS):
        g.offers[p] = 0


@rule
def clear_auction(g: State) -> None:
    """Forget the auction that is over."""
    g.lot = 0
    g.bid = 0
    g.leader = 0
    g.bidder = 0
    g.bidders = 0
    g.entering = 0
    g.entry = 0
    for p in range(SEATS):
        g.claims[p] = 0


@rule
def clear_rents(g: State) -> None:
    """Forget the rents that nobody has claimed."""
    for i in range(RENTS):
        g.rent_payer[i] = 0
        g.rent_owner[i] = 0
        g.rent_due[i] = 0
        g.rent_left[i] = 0


@rule
def clear_trade(g: State) -> None:
    """Forget the offer that was answered or withdrawn."""
    g.items = 0
    g.money = 0
    g.trade_step = 0
    g.entry = 0
