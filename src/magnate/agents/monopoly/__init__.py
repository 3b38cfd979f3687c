"""Monopoly's own agents.

``baseline`` buys what it can afford, builds, bids by list price, swaps deeds that complete groups and keeps a reserve.
``algorithmic`` (M6) buys by usefulness, visits and profit. ``strategic`` (M7) has 28 parameters and ten configurations.
``published`` is E3 as its author's code plays it; with the searches' ``ESTIMATE`` E3 plays as it was meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import parameters
from .configurations import CHARACTERS, TUNED, TUNED_ABOUT
from .parameters import ESTIMATE, ESTIMATE_ABOUT, PARAMETERS, PRIOR, PRIOR_ABOUT, RANGES

if TYPE_CHECKING:
    from .player import Player
    from .requests import BankruptcyRequest, TradeOffer

__all__ = [
    "ABOUT",
    "CONFIGURATIONS",
    "CONFIGURATIONS_ABOUT",
    "DEFAULTS",
    "DEPUTY",
    "DEPUTY_ROW",
    "ESTIMATE",
    "ESTIMATE_ABOUT",
    "GUIDE",
    "INPUTS",
    "OWN",
    "PARAMS",
    "PARTNER",
    "PLAYOUT",
    "POLICIES",
    "PORTFOLIO",
    "PRIOR",
    "PRIOR_ABOUT",
    "SEARCH",
    "SHOWN",
    "BankruptcyRequest",
    "Player",
    "TradeOffer",
]

POLICIES = {
    "baseline": parameters.BASELINE,
    "algorithmic": parameters.ALGORITHMIC,
    "strategic": parameters.STRATEGIC,
    "published": parameters.PUBLISHED,
}
"""Agent names and the kind that each has in ``params[0]``; ``random`` is kind 0 in every game."""

SHOWN = ("published",)
"""Agents that are here for what they show, and are no opponents to tune against."""

DEFAULTS = ("strategic", "algorithmic")
"""Who plays when nobody is named, the strongest first."""

GUIDE = "magnate.agents.monopoly.guide"

INPUTS = {
    "general": "magnate.values.monopoly.general",
    "thesis": "magnate.values.monopoly.thesis",
    "thesis_unscaled": "magnate.values.monopoly.thesis_unscaled",
}
"""What networks may be shown, by the names of the schemas: the modules that write it."""

OWN = {
    "dqn": "magnate.agents.monopoly.deep_q.spec",
    "magnate": "magnate.agents.monopoly.pretrained",
    "ppo": "magnate.agents.monopoly.policy_gradient",
}
"""Agents that are Python around compiled code: the modules that make them of their specs (:mod:`..own_spec`)."""

PARAMS = {agent: tuple(one.knob for one in listed) for agent, listed in PARAMETERS.items()}
"""Run-time parameters, as :class:`~magnate.agents.spec.Knob` tells."""

ABOUT = {agent: {one.name: one.meaning for one in listed} for agent, listed in PARAMETERS.items()}
"""What each parameter means."""

CONFIGURATIONS = {"strategic": {name: dict(character.changes) for name, character in CHARACTERS.items()} | TUNED}
"""Named configurations of an agent: what each changes of the defaults. The name alone means the defaults."""

CONFIGURATIONS_ABOUT = {"strategic": {name: character.about for name, character in CHARACTERS.items()} | TUNED_ABOUT}
"""What kind of player each configuration is."""

PLAYOUT = {"playout": "baseline", "truncate": 40}
"""Searches that play games out do so by this agent, for so many decisions, unless they are told otherwise."""

PARTNER = "strategic"
"""The agent by whose measure those that play by a network guess what others accept."""

DEPUTY = "decides about trades, which are left out of the search"
"""What a search can leave to one of these agents."""

DEPUTY_ROW = {parameters.CLOSED: float((1 << 4) - 1)}
"""What stands in the row of that agent beside its parameters: in windows it is to do nothing but trade."""

PORTFOLIO = "strategic+algorithmic+baseline"
"""The agents among whose choices ``portfolio`` chooses, unless it is told otherwise."""

SEARCH = RANGES
"""Where ``magnate tune`` looks for better values: low, high and step (0: any number) of parameters that allow more."""


def __getattr__(name: str) -> Any:
    """``Player`` and what it needs are imported when they are asked for, so that naming agents stays quick."""
    if name == "Player":
        from .player import Player

        return Player
    if name in ("BankruptcyRequest", "TradeOffer"):
        from . import requests

        return getattr(requests, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
