"""How a logged action and what our rules made of it are compared, and how a difference is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..board import CARDS, INDUSTRY_NAMES, LINES, LOCATIONS
from .choices import Choices
from .course import Course, flip_text, tile_name
from .model import LogAction, Stocked
from .referee import differs

__all__ = ["compare"]


def compare(action: LogAction, course: Course, where: str) -> None:
    """Raise :class:`~magnate.errors.BadRecord` for the first thing that differs, in the order in which they happen."""
    for part, ours, theirs in (*differences(action, course), *later_differences(action, course)):
        if ours != theirs:
            raise differs(where, *_narrowed(part, ours, theirs))


def parts_of(action: LogAction, choices: Choices) -> dict[str, list[str]]:
    """The parts of an action as the log tells them, in the words of :attr:`Course.found`."""
    found: dict[str, list[str]] = {kind: list(told) for kind, told in choices.sources.items()}
    found["cards"] = [CARDS[card].id for card in choices.cards]
    found["links"] = [LINES[line].id for line in action.links]
    found["removed"] = [tile_name(kind) for kind in action.removed]
    found["flipped"] = [
        flip_text(one.flip, LOCATIONS[one.at].id, one.owner, one.income_spaces) for one in action.events
    ]
    if action.action == "build":
        built = f"{INDUSTRY_NAMES[action.industry or 0]} {action.level} at {LOCATIONS[action.at or 0].id}.{action.slot}"
        found["built"] = [f"{built} for £{action.money_cost}"]
    if action.overbuilt is not None:
        found["overbuilt"] = [f"level {action.overbuilt.level} of seat {action.overbuilt.owner}"]
    found["sold"] = [
        f"{tile_name(sale.tile)} at {LOCATIONS[sale.at].id}.{sale.slot} to {LOCATIONS[sale.merchant].id}"
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
    told = parts_of(action, course.choices)
    for part in sorted({*told, *course.found}):
        ours, theirs = course.found.get(part, []), told.get(part, [])
        any_order = part in {"flipped", "cards", *course.choices.sources}  # the referee has seen that each fits
        yield (part, sorted(ours), sorted(theirs)) if any_order else (part, ours, theirs)
    for name, value in action.after_action.model_dump().items():
        yield name, course.after_action.get(name), value


def later_differences(action: LogAction, course: Course) -> Iterable[tuple[str, Any, Any]]:
    """The same of the ends of the round and the era."""
    told = action.model_dump(include={"round_end", "shortfall", "era_end"})
    debts = sorted((_names_of(one) for one in told["shortfall"]), key=_seat)
    yield "shortfall", sorted(course.shortfall.values(), key=_seat), debts
    yield "round_end", course.round_end or None, told["round_end"]
    yield "era_end", _in_order(course.era_end), _in_order(told["era_end"])


def _seat(shortfall: dict[str, Any]) -> int:
    seat: int = shortfall["player"]
    return seat


def _names_of(shortfall: dict[str, Any]) -> dict[str, Any]:
    """A log's shortfall with the names of industries and places instead of their numbers."""
    tiles = [[INDUSTRY_NAMES[kind], level, LOCATIONS[place].id] for kind, level, place in shortfall["tiles_sold"]]
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
