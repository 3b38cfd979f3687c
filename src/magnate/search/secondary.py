"""Secondary search: the action that looks best is looked at further before it is the answer.

What a search of some depth prefers may go wrong one move later (the horizon effect). So the best action alone is
searched deeper; if it is then worth less than the next one was, that one is searched deeper too, and so on, until the
best of those that were stays ahead (Greenblatt et al. 1967).

Oracle: a tree in which the second look changes the choice, and one in which it goes back to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

__all__ = ["second_look"]

Value = TypeVar("Value", bound=float)


def second_look(values: Sequence[Value], deeper: Callable[[int], Value]) -> Mapping[int, Value]:
    """What the actions that were searched deeper are worth; the best of them is the answer.

    ``values`` are what a search found for all actions, ``deeper(i)`` what a deeper one finds for action number ``i``.
    Of equal actions the first one is looked at first.

    >>> second_look([0.2, 0.9, 0.5], [0.3, 0.4, 0.6].__getitem__)
    {1: 0.4, 2: 0.6}
    """
    found: dict[int, Value] = {}
    for i in sorted(range(len(values)), key=lambda i: -values[i]):
        if found and max(found.values()) >= values[i]:
            break
        found[i] = deeper(i)
    return found
