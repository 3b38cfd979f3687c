"""The ids of Monopoly's actions: fixed ranges, the same under every option."""

from __future__ import annotations

from .state import ITEMS
from .tables import DEEDS, SEATS, STREET_GROUPS

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
