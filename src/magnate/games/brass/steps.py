"""One decision of an action: from its kind over its steps to the card that pays for it.

What public information forces is carried out by itself; the card only when the hand holds a single kind. A step ends
at the next question, or with the end of the action.
"""

from __future__ import annotations

from ...engine.bits import low_bit
from ...engine.compiler import rule
from ...engine.events import emit
from . import events
from .actions import BUILD, BUILD_AT, DEVELOP, GIVE_CARD, INDUSTRY, LINK, LOAN, NETWORK, PASS, SCOUT, SELL, SELL_TILE
from .actions import SELL_TO, STOP, TAKE
from .building import begin_build, build_industries, build_spaces, finish_build, full_towns
from .cards import holds
from .developing import develop_industries, remove_from_mat, removable_industries
from .discarding import borrow, give_card, scout_cards, take_wilds
from .linking import link_lines, next_link, second_lines
from .markets import buy_coal, buy_iron
from .network import joined_by_line
from .opening import clear_action
from .resources import BARREL, beer_sources, coal_sources, iron_sources, take_good
from .selling import begin_sale, buyers, give_bonus, sale_beer, sale_tiles
from .state import (
    ACTION,
    BONUS,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEVELOP_MORE,
    LINE,
    MERCHANT,
    SCOUT_CARD,
    SECOND_LINE,
    SELL_MORE,
    TAKE_BEER,
    TAKE_COAL,
    TAKE_IRON,
    State,
)
