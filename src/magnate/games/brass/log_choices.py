"""The decisions that carry out a logged action, and how its spaces are named.

Where two tiles of a place are the same source, our rules offer only the first, and a log may have taken from the other;
and so with empty spaces that show the same. Then the two change names from there on: nothing that can be told apart has
changed.
"""

from __future__ import annotations

import re
from typing import Any

from . import actions
from .board import LOCATIONS, MERCHANT_SPACES, SPACES
from .codec import KIND_NAMES
from .log_model import Brewery, LogAction, Mine, Sale, Shortfall, Works
from .state import (
    ACTION,
    BONUS_TILE,
    BUILD_INDUSTRY,
    BUILD_SPACE,
    CARD,
    DEVELOP_FIRST,
    DEVELOP_MORE,
    LINE,
    MERCHANT,
    SCOUT_CARD,
    SECOND_LINE,
    SELL_FIRST,
    SELL_MORE,
    SHORTFALL,
    TAKE_BEER,
    TAKE_COAL,
    TAKE_IRON,
)
from .tables import MERCHANT_BUYS, PLACE_OF, TILE_INDUSTRY, TILE_LEVEL

__all__ = ["NONE", "Choices", "Names", "give_up", "sources"]

NONE = -1
"""No decision: the log says nothing about what is asked."""


class Names:
    """Which space of ours a log's space is, and the other way round; merchant spaces too."""

    def __init__(self) -> None:
        self.spaces = {space.id: space.index for space in SPACES}
        self.merchants = {space.id: space.index for space in MERCHANT_SPACES}

    def space(self, place: int, slot: int) -> int:
        """Our number of a log's space, or ``NONE``."""
        return self.spaces.get(f"{LOCATIONS[place].id}.{slot}", NONE)

    def name(self, space: int) -> str:
        """The log's name of a space."""
        return next(name for name, number in self.spaces.items() if number == space)

    def merchant_name(self, space: int) -> str:
        """The log's name of a merchant space."""
        return next(name for name, number in self.merchants.items() if number == space)

    def swap(self, space: int, other: int) -> None:
        """Two spaces change names."""
        one, two = self.name(space), self.name(other)
        self.spaces[one], self.spaces[two] = other, space

    def swap_merchants(self, space: int, other: int) -> None:
        """Two merchant spaces change names."""
        one, two = self.merchant_name(space), self.merchant_name(other)
        self.merchants[one], self.merchants[two] = other, space


def sources(action: LogAction) -> dict[str, list[str]]:
    """Where an action's coal, iron and beer come from, in order: spaces, prices (``£2``), merchants' barrels."""
    found: dict[str, list[str]] = {"coal": [], "iron": [], "beer": []}
    for one in action.resources:
        where = f"{LOCATIONS[one.at].id}.{one.slot}" if isinstance(one, Mine | Works | Brewery) else ""
        kind = next((kind for kind in found if hasattr(one, f"{kind}_from")), None)
        if kind is not None:
            found[kind].append(where or f"£{getattr(one, 'price', '?')}")
    for sale in action.sales:
        found["beer"] += [_barrel(sale, text) for text in sale.beer]
    return found


def _barrel(sale: Sale, text: str) -> str:
    """Where a sale's barrel comes from: ``oxford.0 barrel`` or ``stoke.1``."""
    if text.startswith("merchant"):
        return f"{LOCATIONS[sale.merchant].id}.{text[-1]} barrel"
    place, slot = re.findall(r"brewery (\S+) slot (\d)", text)[0]
    return f"{place}.{slot}"


class Choices:
    """What a log's action says about each decision; ``used`` counts the cubes and barrels that have been used."""

    def __init__(self, action: LogAction, names: Names) -> None:
        self.action = action
        self.names = names
        self.sources = sources(action)
        self.used = dict.fromkeys(self.sources, 0)
        self.lines = list(action.links)
        self.removed = list(action.removed)
        self.sales = list(action.sales)
        self.cards = sorted(action.cards)

    def decide(self, g: Any) -> int:
        """The action for the decision that a state asks for; ``NONE`` when the log does not say it."""
        phase, action = g.phase, self.action
        if phase == ACTION:
            return KIND_NAMES.index(action.action)
        if phase == BUILD_INDUSTRY:
            return actions.INDUSTRY + (action.industry or 0)
        if phase == BUILD_SPACE:
            return self._at(actions.BUILD_AT, self.names.space(action.at or 0, action.slot or 0))
        if phase in {TAKE_COAL, TAKE_IRON, TAKE_BEER}:
            return self._source(("coal", "iron", "beer")[(TAKE_COAL, TAKE_IRON, TAKE_BEER).index(phase)])
        if phase in {LINE, SECOND_LINE}:
            return self._next_of(self.lines, g.count, actions.LINK)
        if phase in {DEVELOP_FIRST, DEVELOP_MORE}:
            industries = [int(TILE_INDUSTRY[tile]) for tile in self.removed]
            return self._next_of(industries, g.count, actions.INDUSTRY)
        if phase in {SELL_FIRST, SELL_MORE}:
            tiles = [self.names.space(sale.at, sale.slot) for sale in self.sales]
            return self._next_of(tiles, g.count, actions.SELL_TILE)
        if phase == MERCHANT:
            return self.merchant(g)
        if phase == BONUS_TILE:
            tile = self.sales[g.count].bonus_develop if g.count < len(self.sales) else None
            return actions.STOP if tile is None else actions.INDUSTRY + int(TILE_INDUSTRY[tile])
        if phase in {CARD, SCOUT_CARD}:
            return actions.GIVE_CARD + self.cards[min(g.count, len(self.cards) - 1)]
        return NONE

    @staticmethod
    def _at(first: int, number: int) -> int:
        return NONE if number == NONE else first + number

    def _next_of(self, wanted: list[int], count: int, first: int) -> int:
        """The next thing of a list of which ``count`` are done, or to stop."""
        return self._at(first, wanted[count]) if count < len(wanted) else actions.STOP

    def _source(self, kind: str) -> int:
        """Where the next cube or barrel comes from."""
        told, used = self.sources[kind], self.used[kind]
        if used == len(told):
            return NONE
        name = told[used]
        if name.endswith("barrel"):
            return actions.TAKE_BARREL
        return self._at(actions.TAKE, self.names.spaces.get(name, NONE))

    def merchant(self, g: Any) -> int:
        """The merchant tile: that whose barrel is taken, else one of the place that buys such a tile."""
        sale = self.sales[min(g.count, len(self.sales) - 1)]
        barrels = [_barrel(sale, text) for text in sale.beer if text.startswith("merchant")]
        if barrels:
            return self._at(actions.SELL_TO, self.names.merchants.get(barrels[0].split()[0], NONE))
        for space in MERCHANT_SPACES:
            buys = int(MERCHANT_BUYS[g.merchant[space.index]])
            if space.location == sale.merchant and buys >> int(TILE_INDUSTRY[sale.tile]) & 1:
                return actions.SELL_TO + space.index
        return NONE


def give_up(g: Any, told: list[Shortfall], done: int) -> int:
    """The tile that the seat in debt gives up next, when it has given up ``done`` of those that the log names."""
    tiles = [tile for one in told if one.player == g.mover for tile in one.tiles_sold]
    if g.phase != SHORTFALL or done >= len(tiles):
        return NONE
    industry, level, place = tiles[done]
    for space in SPACES:
        kind = g.tile[space.index]
        mine = g.tiles[g.mover] >> space.index & 1
        if mine and PLACE_OF[space.index] == place and (TILE_INDUSTRY[kind], TILE_LEVEL[kind]) == (industry, level):
            return actions.GIVE_UP + space.index
    return NONE
