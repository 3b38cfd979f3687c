"""Specs of agents that a game's package makes itself: Python around compiled code, such as Monopoly's ``dqn``.

The game's package names the modules of such agents in ``AgentPackage.own``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any, Protocol, cast

from ..core.registry import agents_of
from ..errors import BadAgent, did_you_mean
from ..networks.files import load

if TYPE_CHECKING:
    from ..core.agents import OwnAgent

__all__ = ["OwnModule", "card", "card_names", "described_own", "is_own", "own_agent", "own_names"]


class OwnModule(Protocol):
    """A module that makes agents of one name."""

    SHIPPED: Mapping[str, str]
    """What follows the colon in the specs of those that come with magnate, and what each is; the first is "": none."""
    FILES: Mapping[str, str]
    """The file of each one's weights, in the folder ``weights`` of the game's package."""
    PAGE: str
    """The page of the docs that tells how they were trained, how strong they are and how true what they say is."""
    own_agent: Callable[[str, int | None], OwnAgent]
    """The agent of a spec, for a table of so many players if that is known."""
    described: Callable[[str], dict[str, Any]]
    """``about``, ``usage`` and ``settings``, with the defaults of what follows the colon."""


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


def described_own(game: str, spec: str) -> dict[str, Any]:
    """What the agent is and can be told: ``about``, ``usage``, ``settings`` and ``configurations``.

    >>> [one["default"] for one in described_own("monopoly", "magnate:2p")["settings"] if one["name"] == "offers"]
    [1.0]
    """
    name, _, which = spec.partition(":")
    module = _module(game, name)
    configurations = [{"name": named, "about": about} for named, about in module.SHIPPED.items() if named]
    return {**module.described(which), "configurations": configurations}


def card_names(game: str, name: str) -> list[str]:
    """The specs of the networks under this name that come with magnate.

    >>> card_names("monopoly", "dqn")
    ['dqn', 'dqn:fixed']
    """
    return [f"{name}:{which}" if which else name for which in _module(game, name).FILES]


def card(game: str, spec: str) -> dict[str, Any]:
    """The model card of a network that comes with magnate, as far as its file tells it, and the page with the rest.

    ``spec`` is one without settings. Raises :class:`~magnate.errors.BadAgent` where there is no such network.

    >>> card("monopoly", "magnate:2p")["made_by"]
    'magnate train, monopoly_2p, method values, seed 1, 13 of 13 steps'
    """
    name, _, which = spec.partition(":")
    module = _module(game, name)
    if which not in module.FILES:
        raise BadAgent(f'no network "{spec}" comes with magnate', hint=did_you_mean(spec, card_names(game, name)))
    with resources.as_file(resources.files(f"{__package__}.{game}") / "weights" / module.FILES[which]) as path:
        found, size = load(path), path.stat().st_size
    networks = {one: {"layers": list(network.sizes), "hash": network.digest} for one, network in found.networks.items()}
    about = found.about
    return {
        "about": module.SHIPPED[which],
        "made_by": about.made_by,
        "inputs": about.inputs,
        "outputs": about.kind,
        "networks": networks,
        "bytes": size,
        "page": f"docs/{module.PAGE}.md",
    }


def _modules(game: str) -> Mapping[str, str]:
    return agents_of(game).own


def _module(game: str, name: str) -> OwnModule:
    return cast(OwnModule, importlib.import_module(_modules(game)[name]))
