"""What of a view never changes: sent once, and left out of every step.

A game may export ``scenery(players)``: an object shaped like its views that has only what is the same in all of them.
Whoever was sent it puts the two together again: objects key by key, lists element by element.
"""

from __future__ import annotations

from typing import Any

__all__ = ["together", "without"]


def without(view: Any, scenery: Any) -> Any:
    """A view without what the scenery has.

    >>> without({"id": "x", "places": [{"id": "a", "name": "Ann", "tile": 3}]}, {"places": [{"name": "Ann"}]})
    {'id': 'x', 'places': [{'id': 'a', 'tile': 3}]}
    """
    if isinstance(scenery, dict):
        left = {}
        for key, value in view.items():
            if key not in scenery:
                left[key] = value
            elif isinstance(scenery[key], dict | list):
                left[key] = without(value, scenery[key])
        return left
    return [without(one, fixed) for one, fixed in zip(view, scenery, strict=True)]


def together(view: Any, scenery: Any) -> Any:
    """The whole view again, as a browser makes it.

    >>> together({"places": [{"id": "a"}]}, {"places": [{"name": "Ann"}]})
    {'places': [{'id': 'a', 'name': 'Ann'}]}
    """
    if isinstance(scenery, dict):
        fixed = {
            key: together(view[key], value) if isinstance(value, dict | list) and key in view else value
            for key, value in scenery.items()
        }
        return {**view, **fixed}
    return [together(one, fixed) for one, fixed in zip(view, scenery, strict=True)]
