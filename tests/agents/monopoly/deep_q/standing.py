"""Positions of two players under the thesis' rules, and what the interpreted rules of the deep Q agent say of them."""

from __future__ import annotations

from typing import Any

from magnate.games.monopoly.board import GROUP_NAMES, STREET_GROUPS, TITLE_DEEDS
from magnate.games.monopoly.setup_model import mirrored
from magnate.runtime.interpreter import interpret

from ....values.monopoly.showing import position

GROUPS = GROUP_NAMES[:STREET_GROUPS]
METHODS = interpret("magnate.agents.monopoly.deep_q.outputs")
BUY, UPGRADE, DOWNGRADE, MORTGAGE, LIFT, FINE, CARD = range(7)


def part(name: str) -> Any:
    """The interpreted copy of a file of the agent."""
    return interpret(f"magnate.agents.monopoly.deep_q.{name}")


def standing(players: list[dict[str, Any]], phase: str = "after", **more: Any) -> Any:
    """A position for the interpreted rules; seat 0 is to move."""
    return mirrored(position(players, "thesis", phase=phase, **more))


def lots(*names: str) -> list[str]:
    """The deeds of groups."""
    return [deed.slug for deed in TITLE_DEEDS if GROUP_NAMES[deed.group] in names]


def built(names: list[str], level: int | str) -> dict[str, int | str]:
    """The same level on all these lots."""
    return dict.fromkeys(names, level)


def deed(slug: str) -> Any:
    """A deed by its name."""
    return next(one for one in TITLE_DEEDS if one.slug == slug)


def square(slug: str) -> int:
    """The output of 40 that means a deed."""
    return int(deed(slug).square)
