"""The decisions that carry out a logged action, and how its spaces are named.

Where two tiles of a place are the same source, our rules offer only the first, and a log may have taken from the
other. The same goes for empty spaces that show the same. Then the two change names from there on: nothing that can be
told apart has changed.

The order of an action's sources says little, because our rules take by themselves what leaves no choice. Wherever they
ask, the first that fits and has not been used is taken. A sale has its own beer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from .. import board
from .. import state as ids
from ..codec import KIND_NAMES, action_name
from .model import Brewery, LogAction, Mine, Sale, Works

__all__ = ["NONE", "SOURCES", "STOP", "Choices", "Names", "Wanted", "barrel_name", "beer_of", "card_of", "space_name"]


NONE = -1
"""No space, no decision."""
SOURCES = {ids.TAKE_COAL: "coal", ids.TAKE_IRON: "iron", ids.TAKE_BEER: "beer"}
"""What is taken in a phase."""


class Names:
    """Which space of ours a log's space is, and the other way round; merchant spaces too."""

    def __init__(self) -> None:
        self.spaces = dict(board.SPACE_OF)
        self.merchants = dict(board.MERCHANT_SPACE_OF)

    def name(self, space: int) -> str:
        """The log's name of a space."""
        return next(name for name, number in self.spaces.items() if number == space)

    def merchant_name(self, space: int) -> str:
        """The log's name of a merchant space."""
        return next(name for name, number in self.merchants.items() if number == space)

    def action(self, number: int) -> str:
        """The log's name of a decision."""
        kind, colon, about = action_name(number).partition(":")
        if about in board.SPACE_OF:
            about = self.name(board.SPACE_OF[about])
        elif about in board.MERCHANT_SPACE_OF:
            about = self.merchant_name(board.MERCHANT_SPACE_OF[about])
        return kind + colon + about

    def swap(self, space: int, other: int) -> None:
        """Two spaces change names."""
        one, two = self.name(space), self.name(other)
        self.spaces[one], self.spaces[two] = other, space

    def swap_merchants(self, space: int, other: int) -> None:
        """Two merchant spaces change names."""
        one, two = self.merchant_name(space), self.merchant_name(other)
        self.merchants[one], self.merchants[two] = other, space


def space_name(place: int, number: int) -> str:
    """A space of a location, of a merchant too: ``stoke.1``."""
    return f"{board.LOCATIONS[place].id}.{number}"


def sources(action: LogAction) -> dict[str, list[str]]:
    """Where an action's coal, iron and beer come from, in order: spaces, prices (``£2``), merchants' barrels."""
    found: dict[str, list[str]] = {"coal": [], "iron": [], "beer": []}
    for one in action.resources:
        where = space_name(one.at, one.slot) if isinstance(one, Mine | Works | Brewery) else ""
        kind = next((kind for kind in found if hasattr(one, f"{kind}_from")), None)
        if kind is not None:
            found[kind].append(where or f"£{getattr(one, 'price', '?')}")
    for sale in action.sales:
        found["beer"] += beer_of(sale)
    return found


def beer_of(sale: Sale) -> list[str]:
    """Where a sale's barrels come from: ``oxford.0 barrel`` or ``stoke.1``."""
    return [_barrel(sale, text) for text in sale.beer]


def barrel_name(merchant: str) -> str:
    """The barrel beside a merchant tile."""
    return f"{merchant} barrel"


def _barrel(sale: Sale, text: str) -> str:
    if text.startswith("merchant"):
        return barrel_name(space_name(sale.merchant, int(text[-1])))
    place, slot = re.findall(r"brewery (\S+) slot (\d)", text)[0]
    return f"{place}.{slot}"


class Wanted(NamedTuple):
    """A decision that a log wants: its id, ``NONE`` where there is no such thing, and what the log calls it."""

    action: int
    name: str


STOP = Wanted(ids.STOP, action_name(ids.STOP))


class Choices:
    """What a log's action says about each decision.

    ``left`` are the sources that have not been used, ``given`` says how many tiles each seat has given up for a debt.
    """

    def __init__(self, action: LogAction, names: Names) -> None:
        self.action = action
        self.names = names
        self.sources = sources(action)
        self.left = {kind: list(named) for kind, named in self.sources.items()}
        self.cards = sorted(action.cards)
        self.given: Counter[int] = Counter()

    def decide(self, g: Any) -> list[Wanted]:
        """What the log says about the decision that a state asks for, best first; sources: all that are left."""
        phase = g.phase
        if phase in SOURCES:
            return [self.source(g, name) for name in self.left[SOURCES[phase]]]
        if phase == ids.ACTION:
            return [self.kind()]
        if phase == ids.BUILD_INDUSTRY:
            return [_named(ids.INDUSTRY + (self.action.industry or 0))]
        if phase == ids.BUILD_SPACE:
            return [self.build()]
        if phase in {ids.CARD, ids.SCOUT_CARD}:
            return [card_of(self.cards[min(g.count, len(self.cards) - 1)])]
        if phase == ids.MERCHANT:
            return [self.merchant(g)]
        if phase == ids.BONUS_TILE:
            return [self.bonus(g.count)]
        if phase == ids.SHORTFALL:
            return self.given_up(g)
        return [self.target(g.count)]

    def kind(self) -> Wanted:
        """The kind of the action."""
        return _named(KIND_NAMES.index(self.action.action))

    def targets(self) -> list[Wanted]:
        """What the action is about: its build, or its links, tiles to develop or sales."""
        action = self.action
        if action.action == "build":
            return [self.build()]
        if action.action == "network":
            return [_named(ids.LINK + line) for line in action.links]
        if action.action == "develop":
            return [_removal(tile) for tile in action.removed]
        if action.action == "sell":
            return [self._at("sell:", ids.SELL_TILE, space_name(sale.at, sale.slot)) for sale in action.sales]
        return []

    def target(self, number: int) -> Wanted:
        """A link, tile to develop or sale of the action; STOP after the last."""
        targets = self.targets()
        return targets[number] if number < len(targets) else STOP

    def build(self) -> Wanted:
        """The space to build on."""
        action = self.action
        tile = f"{board.INDUSTRY_NAMES[action.industry or 0]} {action.level} at "
        return self._at(tile, ids.BUILD_AT, space_name(action.at or 0, action.slot or 0))

    def _at(self, what: str, first: int, name: str) -> Wanted:
        """Something that is done with a space."""
        space = self.names.spaces.get(name, NONE)
        return Wanted(NONE if space == NONE else first + space, what + name)

    def source(self, g: Any, name: str) -> Wanted:
        """To take a cube or barrel from a source: one that is bought, or another merchant's barrel, is no decision."""
        if name.startswith("£"):
            return Wanted(NONE, f"buy:{name}")
        if name.endswith("barrel"):
            at_shop = name == barrel_name(self.names.merchant_name(g.shop))
            return Wanted(ids.TAKE_BARREL if at_shop else NONE, name)
        return self._at("take:", ids.TAKE, name)

    def merchant(self, g: Any) -> Wanted:
        """The merchant tile: that whose barrel is taken, else one of the place that buys such a tile, if any does."""
        sale = self.action.sales[g.count]
        barrels = [text for text in sale.beer if text.startswith("merchant")]
        name = space_name(sale.merchant, int(barrels[0][-1]) if barrels else 0)
        if not barrels:
            name = next(self._buyers(g, sale), name)
        space = self.names.merchants.get(name, NONE)
        return Wanted(NONE if space == NONE else ids.SELL_TO + space, f"to:{name}")

    def _buyers(self, g: Any, sale: Sale) -> Iterator[str]:
        """The merchant spaces of a sale's place that buy its tile."""
        for space in board.MERCHANT_SPACES:
            buys = int(board.MERCHANT_BUYS[g.merchant[space.index]])
            if space.location == sale.merchant and buys >> int(board.TILE_INDUSTRY[g.tile[g.at]]) & 1:
                yield self.names.merchant_name(space.index)

    def bonus(self, number: int) -> Wanted:
        """The tile that the bonus of a sale removes; STOP without one."""
        tile = self.action.sales[number].bonus_develop
        return STOP if tile is None else _removal(tile)

    def given_up(self, g: Any) -> list[Wanted]:
        """The tile that the seat in debt gives up next, if the log names a further one; of several alike the first."""
        tiles = [tile for one in self.action.shortfall if one.player == g.mover for tile in one.tiles_sold]
        done = self.given[g.mover]
        return [_given_up(g, *tile) for tile in tiles[done : done + 1]]


def _named(number: int) -> Wanted:
    """A decision that logs call as we do."""
    return Wanted(number, action_name(number))


def _removal(tile: int) -> Wanted:
    """To remove a tile from the mat."""
    return _named(ids.INDUSTRY + int(board.TILE_INDUSTRY[tile]))


def _given_up(g: Any, industry: int, level: int, place: int) -> Wanted:
    """To give up a tile for a debt."""
    name = f"give-up:{board.INDUSTRY_NAMES[industry]} {level} in {board.LOCATIONS[place].id}"
    for space in board.LOCATIONS[place].spaces:
        kind = g.tile[space]
        if g.tiles[g.mover] >> space & 1 and (board.TILE_INDUSTRY[kind], board.TILE_LEVEL[kind]) == (industry, level):
            return Wanted(ids.GIVE_UP + space, name)
    return Wanted(NONE, name)


def card_of(card: int) -> Wanted:
    """To give a card."""
    return _named(ids.GIVE_CARD + card)
