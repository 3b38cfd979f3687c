"""What our rules made of a logged action, in the words of the log, and how it is compared with what the log says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ....runtime.primitives import RawEvent
from .. import board, events
from ..setup_model import part
from ..state import SELL_TO
from .model import LogAction, Stocked
from .referee import NONE, Choices, Referee, barrel_name, beer_of, differs, space_name

__all__ = ["Course", "Watch", "compare", "numbers_of"]


RESOURCES = {board.COAL: "coal", board.IRON: "iron", board.BREWERY: "beer"}


def tile_name(kind: int) -> str:
    """``cotton 1``."""
    return f"{board.INDUSTRY_NAMES[board.TILES[kind - 1].industry]} {board.TILES[kind - 1].level}"


def place_of(space: int) -> str:
    """The location of a space."""
    return board.LOCATIONS[board.SPACES[space].location].id


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

    ``found`` are the parts of the action in the log's words, ``after_action`` the numbers when its last card was given.
    ``round_end`` and ``era_end`` are what the log calls so, without what only the state after it shows.
    """

    g: Any
    choices: Choices
    referee: Referee
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

    def note(self, part: str, text: str) -> None:
        """Note one thing under a part of the action."""
        self.found.setdefault(part, []).append(text)

    # --------------------------------------------------------------------------------- the action

    def takes(self, _seat: int, industry: int, space: int, _: int) -> None:
        """A cube or barrel from a tile; from one that is the same as one of the log's, the two change names."""
        kind, names = RESOURCES[industry], self.choices.names
        source = names.name(space)
        if source not in self.choices.left[kind]:
            for logged in self.choices.left[kind]:
                other = names.spaces.get(logged, NONE)
                if other != NONE and part("tiles").alike(self.g, space, other):
                    names.swap(space, other)
                    break
        self.uses(kind, names.name(space))

    def uses(self, kind: str, source: str) -> None:
        """A cube or barrel, and where it came from."""
        if source not in self.choices.left[kind]:
            raise self.referee.miss(self.g, self.choices, kind, source)
        self.choices.left[kind].remove(source)
        self.note(kind, source)

    def takes_barrel(self, _seat: int, merchant: int, *_: int) -> None:
        """The barrel beside a merchant tile."""
        self.uses("beer", barrel_name(self.choices.names.merchant_name(merchant)))

    def bonus(self, _seat: int, place: int, *_: int) -> None:
        """A merchant's bonus."""
        if board.MERCHANT_BONUS[place] == board.BONUS_DEVELOP:
            self.referee.check_bonus(self.g, self.choices)

    def buys(self, _seat: int, industry: int, price: int, _: int) -> None:
        """A cube from a market."""
        self.uses(RESOURCES[industry], f"£{price}")

    def stocks(self, _seat: int, industry: int, cubes: int, money: int) -> None:
        """Cubes sold to a market."""
        self.note("sold to the market", f"{cubes} {RESOURCES[industry]} for £{money}")

    def builds(self, _seat: int, space: int, kind: int, _goods: int) -> None:
        """A tile is laid."""
        self.note("built", f"{tile_name(kind)} at {self.choices.names.name(space)} for £{board.TILES[kind - 1].money}")

    def replaced(self, seat: int, _space: int, kind: int, _goods: int) -> None:
        """The tile that was overbuilt."""
        self.note("overbuilt", f"level {board.TILES[kind - 1].level} of seat {seat}")

    def links(self, _seat: int, line: int, *_: int) -> None:
        """A link is laid."""
        self.note("links", board.LINES[line].id)

    def develops(self, _seat: int, kind: int, bonus: int, _: int) -> None:
        """A tile leaves the mat."""
        removed = self.choices.action.removed[len(self.found.get("removed", [])) :][: 1 - bonus]
        for tile in removed:
            self.referee.check_lowest(self.g, board.TILES[kind - 1].industry, tile_name(tile))
        self.note("removed by the bonus" if bonus else "removed", tile_name(kind))

    def sells(self, _seat: int, space: int, merchant: int, kind: int) -> None:
        """A tile is sold; to a merchant that is the same as the log's, whose barrel then changes its name with it."""
        self.referee.check_sale(self.g, self.choices)
        names, wanted = self.choices.names, self.choices.merchant(self.g).action - SELL_TO
        if wanted != merchant and board.TILES[kind - 1].beer and self.g.barrels >> merchant & 1:
            names.swap_merchants(merchant, wanted)
        self.choices.left["beer"] = beer_of(self.choices.action.sales[self.g.count])
        buyer = board.LOCATIONS[board.MERCHANT_SPACES[wanted].location].id
        self.note("sold", f"{tile_name(kind)} at {names.name(space)} to {buyer}")

    def flips(self, seat: int, space: int, kind: int, _reached: int) -> None:
        """A tile is flipped."""
        self.note("flipped", flip_text(kind, place_of(space), seat, board.TILES[kind - 1].income))

    def gives(self, _seat: int, card: int, *_: int) -> None:
        """A card is given: nothing else is left to do, and with the last card the action is over."""
        if "cards" not in self.found:
            done = sum(len(self.found.get(what, [])) for what in ("links", "removed", "sold"))
            self.referee.end(self.g, self.choices, done)
        self.note("cards", board.CARDS[card].id)
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
        tile = board.TILES[kind - 1]
        self.choices.given[seat] += 1
        self._debt(seat)["tiles_sold"].append([board.INDUSTRY_NAMES[tile.industry], tile.level, place_of(space)])

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
        self.era_end["links"].append([board.LINES[line].id, seat, points])

    def tile_scores(self, seat: int, space: int, points: int, _: int) -> None:
        """Points for a flipped tile."""
        tile = board.TILES[self.g.tile[space] - 1]
        self.era_end["tile_vp"][seat] += points
        self.era_end["tiles"].append([board.INDUSTRY_NAMES[tile.industry], tile.level, place_of(space), seat, points])


_NOTES: dict[int, Callable[..., None]] = {
    events.TAKES: Course.takes,
    events.TAKES_BARREL: Course.takes_barrel,
    events.BONUS: Course.bonus,
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


# ---------------- The comparison


def compare(action: LogAction, course: Course, where: str) -> None:
    """Raise :class:`~magnate.errors.BadRecord` for the first thing that differs, in the order in which they happen."""
    for name, ours, theirs in (*differences(action, course), *later_differences(action, course)):
        if ours != theirs:
            raise differs(where, *_narrowed(name, ours, theirs))


def parts_of(action: LogAction, choices: Choices) -> dict[str, list[str]]:
    """The parts of an action as the log tells them, in the words of :attr:`Course.found`."""
    found: dict[str, list[str]] = {kind: list(logged) for kind, logged in choices.sources.items()}
    found["cards"] = [board.CARDS[card].id for card in choices.cards]
    found["links"] = [board.LINES[line].id for line in action.links]
    found["removed"] = [tile_name(kind) for kind in action.removed]
    found["flipped"] = [
        flip_text(one.flip, board.LOCATIONS[one.at].id, one.owner, one.income_spaces) for one in action.events
    ]
    if action.action == "build":
        tile = f"{board.INDUSTRY_NAMES[action.industry or 0]} {action.level}"
        found["built"] = [f"{tile} at {space_name(action.at or 0, action.slot or 0)} for £{action.money_cost}"]
    if action.overbuilt is not None:
        found["overbuilt"] = [f"level {action.overbuilt.level} of seat {action.overbuilt.owner}"]
    found["sold"] = [
        f"{tile_name(sale.tile)} at {board.LOCATIONS[sale.at].id}.{sale.slot} to {board.LOCATIONS[sale.merchant].id}"
        for sale in action.sales
    ]
    found["removed by the bonus"] = [tile_name(sale.bonus_develop) for sale in action.sales if sale.bonus_develop]
    found["sold to the market"] = [
        f"{one.cubes} {one.sold_to_market} for £{one.income_money}"
        for one in action.resources
        if isinstance(one, Stocked)
    ]
    return found


def differences(action: LogAction, course: Course) -> Iterable[tuple[str, Any, Any]]:
    """The parts and numbers of an action: their names, what the rules say, what the log says."""
    logged = parts_of(action, course.choices)
    for one in sorted({*logged, *course.found}):
        ours, theirs = course.found.get(one, []), logged.get(one, [])
        any_order = one in {"flipped", "cards", *course.choices.sources}  # the referee has seen that each fits
        yield (one, sorted(ours), sorted(theirs)) if any_order else (one, ours, theirs)
    for name, value in action.after_action.model_dump().items():
        yield name, course.after_action.get(name), value


def later_differences(action: LogAction, course: Course) -> Iterable[tuple[str, Any, Any]]:
    """The same of the ends of the round and the era."""
    logged = action.model_dump(include={"round_end", "shortfall", "era_end"})
    debts = sorted((_names_of(one) for one in logged["shortfall"]), key=_seat)
    yield "shortfall", sorted(course.shortfall.values(), key=_seat), debts
    yield "round_end", course.round_end or None, logged["round_end"]
    yield "era_end", _in_order(course.era_end), _in_order(logged["era_end"])


def _seat(shortfall: dict[str, Any]) -> int:
    seat: int = shortfall["player"]
    return seat


def _names_of(shortfall: dict[str, Any]) -> dict[str, Any]:
    """A log's shortfall with the names of industries and places instead of their numbers."""
    tiles = [
        [board.INDUSTRY_NAMES[kind], level, board.LOCATIONS[place].id] for kind, level, place in shortfall["tiles_sold"]
    ]
    return {**shortfall, "tiles_sold": tiles}


def _in_order(era_end: dict[str, Any] | None) -> dict[str, Any] | None:
    """An era's end with its links and tiles in one order: logs have them in the order in which they were laid."""
    if not era_end:
        return None
    lists: dict[str, Any] = {name: sorted(map(list, era_end[name])) for name in ("links", "tiles")}
    return {**era_end, **lists}


def _narrowed(part: str, ours: Any, theirs: Any) -> tuple[str, Any, Any]:
    """What exactly differs between two dictionaries: the first key, or what each has and the other has not."""
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return part, ours, theirs
    key = next(key for key in theirs if ours.get(key) != theirs[key])
    one, other = ours.get(key), theirs[key]
    if key in {"links", "tiles"} and one is not None:
        one, other = [x for x in one if x not in other], [x for x in other if x not in one]
    return f"{part}.{key}", one, other
