"""What of a view never changes: sent once, and left out of every step.

A game may export ``scenery(players)``: an object shaped like its views that has only what is the same in all of them.
Whoever was sent it puts the two together again: objects key by key, lists of objects element by element, and all else
(lists of plain values too) is taken from the scenery.
"""

from __future__ import annotations

from typing import Any

__all__ = ["likewise", "together", "without"]


def without(view: Any, scenery: Any) -> Any:
    """A view without what the scenery has.

    >>> without({"id": "x", "places": [{"id": "a", "name": "Ann", "tile": 3}]}, {"places": [{"name": "Ann"}]})
    {'id': 'x', 'places': [{'id': 'a', 'tile': 3}]}
    """
    if isinstance(scenery, list):
        return [without(one, fixed) for one, fixed in zip(view, scenery, strict=True)]
    left = {key: value for key, value in view.items() if key not in scenery}
    for key, fixed in scenery.items():
        if _goes_on(fixed):
            left[key] = without(view[key], fixed)
    return left


def likewise(view: dict[str, Any], scenery: dict[str, Any], other: dict[str, Any], left: dict[str, Any]) -> Any:
    """The same as :func:`without`, with the work saved for what is equal in another view, of which ``left`` is left.

    >>> other = {"hand": None, "places": [{"id": "a", "name": "Ann"}]}
    >>> fixed = {"places": [{"name": "Ann"}]}
    >>> likewise({**other, "hand": 3}, fixed, other, without(other, fixed))
    {'hand': 3, 'places': [{'id': 'a'}]}
    """
    alike = [key for key in scenery if key in view and view[key] == other.get(key)]
    changed = without(view, {key: fixed for key, fixed in scenery.items() if key not in alike})
    for key in alike:
        del changed[key]
        if key in left:
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
