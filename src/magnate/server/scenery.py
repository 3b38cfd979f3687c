"""What of a view never changes: sent once, and left out of every step.

A game may export ``scenery(players)``: an object shaped like its views that has only what is the same in all of them.
Whoever was sent it puts the two together again: objects key by key, lists of objects element by element, and all else
(lists of plain values too) is taken from the scenery.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

__all__ = ["likewise", "planned", "together", "without"]


class Plan(NamedTuple):
    """What is left out of an object: these keys, and parts of what stands under others (of each element, in lists)."""

    dropped: tuple[str, ...]
    parts: tuple[tuple[str, Plan | list[Plan]], ...]


def planned(scenery: Mapping[str, Any]) -> Plan:
    """What :func:`without` leaves out for this scenery: made once, since it is done at each step."""
    parts = tuple(
        (key, [planned(one) for one in fixed] if isinstance(fixed, list) else planned(fixed))
        for key, fixed in scenery.items()
        if _goes_on(fixed)
    )
    return Plan(tuple(key for key, fixed in scenery.items() if not _goes_on(fixed)), parts)


def without(view: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """A view without what the scenery has.

    >>> plan = planned({"places": [{"name": "Ann"}]})
    >>> without({"id": "x", "places": [{"id": "a", "name": "Ann", "tile": 3}]}, plan)
    {'id': 'x', 'places': [{'id': 'a', 'tile': 3}]}
    """
    left = dict(view)
    for key in plan.dropped:
        left.pop(key, None)
    for key, part in plan.parts:
        if isinstance(part, list):
            left[key] = [without(one, inner) for one, inner in zip(left[key], part, strict=True)]
        else:
            left[key] = without(left[key], part)
    return left


def likewise(view: Mapping[str, Any], plan: Plan, other: Mapping[str, Any], left: Mapping[str, Any]) -> dict[str, Any]:
    """The same as :func:`without`, with the work saved for what is another view's too, of which ``left`` is left.

    >>> other = {"hand": None, "places": [{"id": "a", "name": "Ann"}]}
    >>> plan = planned({"places": [{"name": "Ann"}]})
    >>> likewise({**other, "hand": 3}, plan, other, without(other, plan))
    {'hand': 3, 'places': [{'id': 'a'}]}
    """
    alike = [(key, part) for key, part in plan.parts if view[key] is other[key]]
    changed = without(view, Plan(plan.dropped, tuple(one for one in plan.parts if one not in alike)))
    for key, _ in alike:
        changed[key] = left[key]
    return changed


def together(view: Any, scenery: Any) -> Any:
    """The whole view again, as a browser makes it.

    >>> together({"places": [{"id": "a"}]}, {"places": [{"name": "Ann"}]})
    {'places': [{'id': 'a', 'name': 'Ann'}]}
    """
    if isinstance(scenery, list):
        return [together(one, fixed) for one, fixed in zip(view, scenery, strict=True)]
    fixed = {key: together(view[key], value) if _goes_on(value) else value for key, value in scenery.items()}
    return {**view, **fixed}


def _goes_on(value: Any) -> bool:
    """Whether a value of the scenery has parts in which the view has more."""
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))
