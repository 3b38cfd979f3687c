"""Monopoly's own agents.

``baseline`` buys what it can afford, builds, bids by list price, swaps deeds that complete groups and keeps a reserve.
``algorithmic`` (M6) buys by usefulness, visits and profit. ``strategic`` (M7) has 28 parameters and ten configurations.
``character`` is a pool of other types: refusers, hagglers, fair traders, hoarders and more. ``stranger`` are two types
that no training meets.
``published`` is E3 as its author's code plays it; with the searches' ``estimate`` E3 plays as it was meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.agents import AgentPackage, Configuration
from . import parameters
from .configurations import ANSWERS_ABOUT, CHARACTERS, STRANGERS, TUNED, TUNED_ABOUT, TYPES

if TYPE_CHECKING:
    from .player import Player
    from .views import BankruptcyRequest, TradeOffer

__all__ = ["AGENTS", "BankruptcyRequest", "Player", "TradeOffer"]

AGENTS = AgentPackage(
    guide="magnate.agents.monopoly.guide",
    policies={
        "baseline": parameters.BASELINE,
        "algorithmic": parameters.ALGORITHMIC,
        "strategic": parameters.STRATEGIC,
        "published": parameters.PUBLISHED,
        "character": parameters.CHARACTER,
        "stranger": parameters.STRANGER,
    },
    params=parameters.PARAMETERS,
    configurations={
        "random": {
            "answers": Configuration(ANSWERS_ABOUT, player="magnate.agents.monopoly.random_answers:RandomAnswers")
        },
        "strategic": {
            **CHARACTERS,
            **{name: Configuration(TUNED_ABOUT[name], changes) for name, changes in TUNED.items()},
        },
        "character": TYPES,
        "stranger": STRANGERS,
    },
    defaults=("strategic", "algorithmic"),
    shown=("published", "stranger"),  # strangers are for judging alone
    inputs={
        "chances": "magnate.values.monopoly.chances",
        "general": "magnate.values.monopoly.general",
        "thesis": "magnate.values.monopoly.thesis",
        "thesis_unscaled": "magnate.values.monopoly.thesis_unscaled",
    },
    own={
        "dqn": "magnate.agents.monopoly.deep_q.agent",
        "magnate": "magnate.agents.monopoly.pretrained",
        "ppo": "magnate.agents.monopoly.pretrained",
    },
    players={f"gnome_v{number}": f"magnate.agents.monopoly.gnome:Version{number}" for number in (1, 2, 3)},
    estimate=parameters.ESTIMATE,
    prior=parameters.PRIOR,
    playout={"playout": "baseline", "truncate": 40},
    portfolio="strategic+algorithmic+baseline",
    delegates="decides about trades, which are left out of the search",
    delegate_row={parameters.CLOSED: float((1 << 4) - 1)},  # in windows it is to do nothing but trade
    partner="strategic",
)


def __getattr__(name: str) -> Any:
    """``Player`` and what it needs are imported when they are asked for, so that naming agents stays quick."""
    if name == "Player":
        from .player import Player

        return Player
    if name in ("BankruptcyRequest", "TradeOffer"):
        from . import views

        return getattr(views, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
