"""The state of a Monopoly game: one record, and the numbers that its fields may hold.

Deeds are bit masks over the 28 deeds in board order. Every field without a meaning in the current phase is 0, so
equal positions are equal bytes. Money is in whole dollars.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...engine.frames import frame_fields
from ...engine.layout import packed
from .tables import CARDS, DEEDS, SEATS

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
        ("contest", "i1"),
        ("manage_before", "i1"),
        ("manage_after", "i1"),
        ("manage_between", "i1"),
        ("ordered", "i1"),
        ("one_operation", "i1"),
        ("one_attempt", "i1"),
        ("paid_doubles", "i1"),
        ("rent_in_jail", "i1"),
        ("mortgaged_group_double", "i1"),
        ("utility_throw", "i1"),  # THROW_ARRIVING, THROW_FRESH
        ("card_utility_mortgaged_pays", "i1"),
        ("claim_rent", "i1"),  # rent must be claimed by the owner
        ("bankruptcy", "i1"),  # BANKRUPT_DEBT, BANKRUPT_CASH, BANKRUPT_WORTH
        ("split_estate", "i1"),
        ("duel_richer", "i1"),
        ("clear_mortgages", "i1"),
        ("end_bankruptcies", "i1"),  # 0: last player left
        ("dealt_deeds", "i1"),
        ("dealt_paid", "i1"),
        ("parking_pot", "i1"),
        ("double_salary", "i1"),
        ("first_lap", "i1"),
        ("spare", "i1", (2,)),  # fills the last word; stays 0
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

# The phase of the turn; frames (debts, auctions, trades …) interrupt it.
(
    START,
    DEAL,
    BEFORE,
    THROW,
    PAID_MOVE,
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
) = range(16)

# Frames: what interrupts the turn. ``who`` is the player concerned, ``to`` the other side.
NO_FRAME = 0
DEBT = 1  # who owes `to` (a seat, BANK or POT) `amount`; arg: offers made while raising it
PAY_EACH = 2  # who pays `amount` to each seat of the mask `arg`
COLLECT_EACH = 3  # who collects `amount` from each seat of the mask `arg`
AWARD = 4  # who receives deed `arg`, once paid for
AUCTION = 5  # who opens the bidding for `arg` (deed, or LOT_HOUSE/LOT_HOTEL); the rest is in the auction fields
ESTATE = 6  # the bank auctions the deeds of the mask `arg` one by one, opened by the seat left of `who`
TRADE = 7  # who makes `to` an offer; the rest is in the trade fields
TRANSFER = 8  # who may lift the mortgages of the mask `arg`, interest on them being paid
CONTEST = 9  # who declared a building of piece `to`; the seats of the mask `arg` are still to be asked
BREAK = 10  # who chooses how far to sell the buildings of group `arg` down
FRAMES = 12
"""Greatest depth of the stack; `check` reports an overflow and the tests show that it is never reached."""

# Steps of a trade offer (`trade_step`) and of a bid (`entering`).
TRADE_ITEMS, TRADE_PAYS, TRADE_ASKS, TRADE_ANSWER = 0, 1, 2, 3

ITEM_CHANCE_CARD, ITEM_CHEST_CARD = DEEDS, DEEDS + 1
"""Items of a trade: deed 0-27, then the two jail cards."""
ITEMS = DEEDS + 2

LOT_HOUSE, LOT_HOTEL = DEEDS, DEEDS + 1
"""Lots of an auction: deed 0-27, then a contested house or hotel."""

# How a landing came about (`arrival`): decides the rent.
BY_THROW, BY_RAILROAD_CARD, BY_UTILITY_CARD = 0, 1, 2

# How the game ended.
NOT_ENDED, ENDED_LAST, ENDED_BANKRUPTCIES, ENDED_ROUNDS, ENDED_TURNS, ENDED_TIME = range(6)

STATE = packed(
    [
        ("cash", "i4", (SEATS,)),
        ("deeds", "i4", (SEATS,)),  # mask of the deeds a seat owns
        ("mortgaged", "i4"),
        ("built", "i4"),  # mask of the deeds in groups with buildings; follows from `level`, kept for speed
        ("items", "i4"),  # trade: mask of the items that change hands
        ("money", "i4"),  # trade: what the proposer pays (negative: asks)
        ("bid", "i4"),  # auction: the standing bid, 0 when none
        ("entry", "i4"),  # the digits entered so far of an amount
        ("pot", "i4"),
        ("turns", "i4"),  # player turns completed
        ("rounds", "i4"),  # rounds completed
        ("unseen", "i4", (2,)),  # mask of the cards of each deck not seen yet
        ("opt", OPTIONS),
        *frame_fields(FRAMES),
        ("queue", "i1", (2, CARDS)),  # the known part of each deck, next card first
        ("queued", "i1", (2,)),  # how many cards that is
        ("holder", "i1", (2,)),  # who holds each deck's jail card: seat + 1, 0 nobody
        ("square", "i1", (SEATS,)),
        ("jail", "i1", (SEATS,)),  # 0 free, else which jailed turn comes next: 1, 2, 3
        ("offers", "i1", (SEATS,)),  # offers made this turn
        ("claims", "i1", (SEATS,)),  # contest: claimed deed + 1
        ("level", "i1", (DEEDS,)),  # 0-4 houses, 5 hotel
        ("houses", "i1"),  # in the bank
        ("hotels", "i1"),
        ("mover", "i1"),  # who is to move: seat, CHANCE or OVER
        ("phase", "i1"),
        ("current", "i1"),  # whose turn it is
        ("starter", "i1"),
        ("doubles", "i1"),  # doubles thrown this turn
        ("again", "i1"),  # the throw was a double that gives another one
        ("low", "i1"),  # the last throw, low die first
        ("high", "i1"),
        ("arrival", "i1"),  # how the token got where it is
        ("drawn", "i1"),  # the deck a card is to be drawn from
        ("asked", "i1"),  # between turns: seats asked so far; while dealing: deeds dealt so far
        ("stage", "i1"),  # ordered windows: the earliest stage still open
        ("operations", "i1"),  # management actions in this window
        ("lot", "i1"),  # auction: what is sold
        ("leader", "i1"),  # auction: seat + 1 of the standing bid
        ("bidder", "i1"),  # auction: whose turn it is to bid
        ("entering", "i1"),  # a bid is being entered digit by digit
        ("partner", "i1"),  # trade
        ("cursor", "i1"),  # trade: the first item that may still be added
        ("trade_step", "i1"),
        ("ending", "i1"),
        ("alive", "u1"),  # mask of the players still in the game
        ("quiet", "u1"),  # mask of the players who pass until their turn
        ("lapped", "u1"),  # mask of the players who have passed GO
        ("bidders", "u1"),  # auction: mask of the seats still bidding
        ("winners", "u1"),  # at the end
        ("spare", "i1", (3,)),  # fills the last word; stays 0
    ],
)

State: TypeAlias = Annotated[Any, STATE]
