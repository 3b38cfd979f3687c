"""Specs of agents that a game's package makes itself: Python around compiled code, such as Monopoly's ``dqn``.

A package ``magnate.agents.<game>`` names the modules of such agents::

    OWN = {"dqn": "magnate.agents.monopoly.deep_q.spec"}  # name -> module with `own_agent`, `described` and `SHIPPED`
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from .spec import package_of

if TYPE_CHECKING:
    from .interface import OwnAgent

__all__ = ["OwnModule", "described_own", "is_own", "own_agent", "own_names"]


class OwnModule(Protocol):
    """A module that makes agents of one name."""

    SHIPPED: Mapping[str, str]
    """What follows the colon in the specs of those that come with magnate, and what each is; the first is "": none."""
    own_agent: Callable[[str, int | None], OwnAgent]
    """The agent of a spec, for a table of so many players if that is known."""
    described: Callable[[], dict[str, Any]]
    """``about``, ``usage`` and ``settings``."""


def own_names(game: str) -> list[str]:
    """The names that begin the specs of such agents.

    >>> own_names("monopoly")
    ['dqn', 'magnate', 'ppo']
    """
    return sorted(_modules(game))


def is_own(game: str, name: str) -> bool:
    """Whether a spec that begins with this name is one of such an agent."""
    return name in _modules(game)


def own_agent(game: str, spec: str, players: int | None = None) -> OwnAgent:
    """The agent that a spec names, for a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent`, and :class:`~magnate.errors.BadNetwork` where it plays by a file that does
    not fit.
    """
    return _module(game, spec.partition(":")[0].strip()).own_agent(spec.strip(), players)


def described_own(game: str, name: str) -> dict[str, Any]:
    """What the agent is and can be told: ``about``, ``usage``, ``settings`` and ``configurations``."""
    module = _module(game, name)
    configurations = [{"name": named, "about": about} for named, about in module.SHIPPED.items() if named]
    return {**module.described(), "configurations": configurations}


def _modules(game: str) -> dict[str, str]:
    found: dict[str, str] = getattr(package_of(game), "OWN", {})
    return found


def _module(game: str, name: str) -> OwnModule:
    return cast(OwnModule, importlib.import_module(_modules(game)[name]))
