"""The ids of the actions of Brass: fixed ranges, the same under every option."""

from __future__ import annotations

from .tables import CARD_KINDS, INDUSTRIES, LINE_COUNT, MERCHANT_SPACES_ALL, SPACE_COUNT

BUILD, NETWORK, DEVELOP, SELL, LOAN, SCOUT, PASS = range(7)
"""The kinds of actions."""
STOP = 7
"""No second rail, no second tile to develop, no further sale, no bonus."""
INDUSTRY = 8  # + industry: to build, to develop, or to remove for Gloucester's bonus
BUILD_AT = INDUSTRY + INDUSTRIES  # + space
TAKE = BUILD_AT + SPACE_COUNT  # + space: coal, iron or beer from its tile
TAKE_BARREL = TAKE + SPACE_COUNT  # the barrel beside the merchant tile that is sold to
SELL_TILE = TAKE_BARREL + 1  # + space
GIVE_UP = SELL_TILE + SPACE_COUNT  # + space: a tile for a debt
LINK = GIVE_UP + SPACE_COUNT  # + line
SELL_TO = LINK + LINE_COUNT  # + merchant space
GIVE_CARD = SELL_TO + MERCHANT_SPACES_ALL  # + card kind
ACTIONS = GIVE_CARD + CARD_KINDS

MAX_LEGAL = 64
"""More than any decision offers: at most 49 spaces, 39 lines and a stop, 27 kinds of cards."""
