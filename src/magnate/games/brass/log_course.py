"""What a logged action did, as the rules' events tell it, in the words of the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...engine.events import RawEvent
from . import events
from .actions import SELL_TO
from .board import CARDS, INDUSTRIES, LINES, LOCATIONS, MERCHANT_SPACES, SPACES, TILES
from .log_choices import NONE, Choices
from .tables import BREWERY, COAL, IRON, MERCHANT_BUYS, MERCHANT_PLACE, PLACE_OF, TILE_INDUSTRY

__all__ = ["Course", "Watch", "flip_text", "is_like", "numbers_of", "tile_name"]

RESOURCES = {COAL: "coal", IRON: "iron", BREWERY: "beer"}


def tile_name(kind: int) -> str:
    """``cotton 1``."""
    return f"{INDUSTRIES[TILES[kind - 1].industry]} {TILES[kind - 1].level}"


def place_of(space: int) -> str:
    """The location of a space."""
    return LOCATIONS[SPACES[space].location].id


def is_like(g: Any, wanted: int, space: int) -> bool:
    """Whether an empty space shows the same as another one of its location: to build on either is the same."""
    one, two = SPACES[wanted], SPACES[space]
    return not g.tile[wanted] and (one.location, one.industries) == (two.location, two.industries)


def numbers_of(g: Any) -> dict[str, Any]:
    """What everybody has now and the markets, as a log's ``after_action`` names them."""
    seats = range(g.opt.players)
    return {
        "money": [g.money[seat] for seat in seats],
        "income_space": [g.income_space[seat] for seat in seats],
        "vp": [g.points[seat] for seat in seats],
        "spent_this_round": [g.spent[seat] for seat in seats],
        "coal_market": g.coal,
        "iron_market": g.iron,
    }


class Watch(list[RawEvent]):
    """A state's list of events that hands each on as it is emitted."""

    def __init__(self, seen: Callable[[RawEvent], None]) -> None:
        super().__init__()
        self.seen = seen

    def append(self, event: RawEvent) -> None:
        """An event has been emitted."""
        super().append(event)
        self.seen(event)


@dataclass
class Course:
    """An action and the ends of the round and the era that follow it, noted event by event.

    ``found`` are the parts of the action in the log's words, ``after_action`` the numbers when its last card was given,
    ``round_end`` and ``era_end`` what the log calls so (without what only the state after it tells).
    """

    g: Any
    choices: Choices
    same_source: Callable[[Any, int, int], bool]
    same_merchant: Callable[[Any, int, int, int], bool]
    found: dict[str, list[str]] = field(default_factory=dict)
    after_action: dict[str, Any] = field(default_factory=dict)
    round_end: dict[str, Any] = field(default_factory=dict)
    shortfall: dict[int, dict[str, Any]] = field(default_factory=dict)
    era_end: dict[str, Any] = field(default_factory=dict)

    def see(self, event: RawEvent) -> None:
        """Note an event."""
        note = _NOTES.get(event.kind)
        if note is not None:
            note(self, *event.args)

    def told(self, part: str, text: str) -> None:
        """Note one thing under a part of the action."""
        self.found.setdefault(part, []).append(text)

    # --------------------------------------------------------------------------------- the action

    def takes(self, _seat: int, industry: int, space: int, _: int) -> None:
        """A cube or barrel from a tile; from one that is the same as the log's, the two change names."""
        kind, choices = RESOURCES[industry], self.choices
        wanted = choices.sources[kind][choices.used[kind] :][:1]
        other = choices.names.spaces.get(wanted[0], space) if wanted else space
        if other != space and self.same_source(self.g, space, other):
            choices.names.swap(space, other)
        self.uses(kind, choices.names.name(space))

    def uses(self, kind: str, source: str) -> None:
        """A cube or barrel, and where it came from."""
        self.choices.used[kind] += 1
        self.told(kind, source)

    def takes_barrel(self, _seat: int, merchant: int, *_: int) -> None:
        """The barrel beside a merchant tile."""
        self.uses("beer", f"{self.choices.names.merchant_name(merchant)} barrel")

    def buys(self, _seat: int, industry: int, price: int, _: int) -> None:
        """A cube from a market."""
        self.uses(RESOURCES[industry], f"£{price}")

    def stocks(self, _seat: int, industry: int, cubes: int, money: int) -> None:
        """Cubes sold to a market."""
        self.told("sold to the market", f"{cubes} {RESOURCES[industry]} for £{money}")

    def builds(self, _seat: int, space: int, kind: int, money: int) -> None:
        """A tile is laid; on a space that was the same as the log's, the two change names."""
        action, names = self.choices.action, self.choices.names
        wanted = NONE if action.at is None or action.slot is None else names.space(action.at, action.slot)
        if NONE != wanted != space and is_like(self.g, wanted, space):
            names.swap(space, wanted)
        self.told("built", f"{tile_name(kind)} at {self.choices.names.name(space)} for £{money}")

    def replaced(self, seat: int, _space: int, kind: int, _goods: int) -> None:
        """The tile that was overbuilt."""
        self.told("overbuilt", f"level {TILES[kind - 1].level} of seat {seat}")

    def links(self, _seat: int, line: int, *_: int) -> None:
        """A link is laid."""
        self.told("links", LINES[line].id)

    def develops(self, _seat: int, kind: int, bonus: int, _: int) -> None:
        """A tile leaves the mat."""
        self.told("removed by the bonus" if bonus else "removed", tile_name(kind))

    def same_shop(self, wanted: int, merchant: int) -> bool:
        """Whether a merchant space can be sold to, and is the same for the sale in progress as one that is."""
        g = self.g
        buys = MERCHANT_BUYS[g.merchant[wanted]] >> int(TILE_INDUSTRY[g.tile[g.at]]) & 1
        connected = g.joined[PLACE_OF[g.at]] >> int(MERCHANT_PLACE[wanted]) & 1
        return bool(buys and connected) and self.same_merchant(g, g.at, wanted, merchant)

    def sells(self, _seat: int, space: int, merchant: int, kind: int) -> None:
        """A tile is sold; to a merchant that is the same as the log's, whose barrel then changes its name with it."""
        told = self.choices.merchant(self.g) if self.choices.sales else NONE
        wanted = told - SELL_TO
        if told != NONE and wanted != merchant and self.same_shop(wanted, merchant):
            if TILES[kind - 1].beer and self.g.barrels >> merchant & 1:
                self.choices.names.swap_merchants(merchant, wanted)
            merchant = wanted
        buyer = LOCATIONS[MERCHANT_SPACES[merchant].location].id
        self.told("sold", f"{tile_name(kind)} at {self.choices.names.name(space)} to {buyer}")

    def flips(self, seat: int, space: int, kind: int, _reached: int) -> None:
        """A tile is flipped."""
        self.told("flipped", flip_text(kind, place_of(space), seat, TILES[kind - 1].income))

    def gives(self, _seat: int, card: int, *_: int) -> None:
        """A card is given; with the last one the action is over."""
        self.told("cards", CARDS[card].id)
        if len(self.found["cards"]) == len(self.choices.cards):
            self.after_action = numbers_of(self.g)

    # ------------------------------------------------------------------- the ends of rounds and eras

    def order(self, *seats: int) -> None:
        """The next turn order: the round is over."""
        self.round_end = {"next_order": [seat for seat in seats if seat >= 0], "income_paid": None}

    def income(self, seat: int, money: int, *_: int) -> None:
        """A seat's income, or what it has to pay."""
        if self.round_end["income_paid"] is None:
            self.round_end["income_paid"] = [0] * self.g.opt.players
        self.round_end["income_paid"][seat] = money

    def _debt(self, seat: int) -> dict[str, Any]:
        owed = -self.round_end["income_paid"][seat]
        fresh = {"player": seat, "owed": owed, "tiles_sold": [], "vp_lost_if_available": 0}
        return self.shortfall.setdefault(seat, fresh)

    def gives_up(self, seat: int, space: int, kind: int, _money: int) -> None:
        """A tile for a debt."""
        tile = TILES[kind - 1]
        self._debt(seat)["tiles_sold"].append([INDUSTRIES[tile.industry], tile.level, place_of(space)])

    def loses_points(self, seat: int, _lost: int, missing: int, _: int) -> None:
        """Points for what is still missing."""
        self._debt(seat)["vp_lost_if_available"] = missing

    def round_begins(self, *_: int) -> None:
        """The round before is over (unless an era has just begun)."""
        if self.round_end and "money" not in self.round_end:
            self.round_end["money"] = numbers_of(self.g)["money"]

    def era_ends(self, era: int, *_: int) -> None:
        """The scoring begins."""
        self.round_begins()
        zeros = [0] * self.g.opt.players
        self.era_end = {"era": ("canal", "rail")[era], "link_vp": zeros, "tile_vp": zeros.copy(), "links": []}
        self.era_end["tiles"] = []

    def link_scores(self, seat: int, line: int, points: int, _: int) -> None:
        """Points for a link."""
        self.era_end["link_vp"][seat] += points
        self.era_end["links"].append([LINES[line].id, seat, points])

    def tile_scores(self, seat: int, space: int, points: int, _: int) -> None:
        """Points for a flipped tile."""
        tile = TILES[self.g.tile[space] - 1]
        self.era_end["tile_vp"][seat] += points
        self.era_end["tiles"].append([INDUSTRIES[tile.industry], tile.level, place_of(space), seat, points])


_NOTES: dict[int, Callable[..., None]] = {
    events.TAKES: Course.takes,
    events.TAKES_BARREL: Course.takes_barrel,
    events.BUYS: Course.buys,
    events.STOCKS: Course.stocks,
    events.BUILDS: Course.builds,
    events.REPLACED: Course.replaced,
    events.LINKS: Course.links,
    events.DEVELOPS: Course.develops,
    events.SELLS: Course.sells,
    events.FLIPS: Course.flips,
    events.GIVES: Course.gives,
    events.ORDER: Course.order,
    events.INCOME: Course.income,
    events.GIVES_UP: Course.gives_up,
    events.LOSES_POINTS: Course.loses_points,
    events.ROUND: Course.round_begins,
    events.ERA_ENDS: Course.era_ends,
    events.LINK_SCORES: Course.link_scores,
    events.TILE_SCORES: Course.tile_scores,
}


def flip_text(kind: int, place: str, owner: int, spaces: int) -> str:
    """A tile that was flipped, and what it brought its owner."""
    return f"{tile_name(kind)} in {place} of seat {owner}: income +{spaces}"
