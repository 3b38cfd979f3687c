"""Brass's own agents: ``planner`` plans builds, links, beer and sales by rules."""

from __future__ import annotations

from . import parameters
from .parameters import ESTIMATE, ESTIMATE_ABOUT, PARAMETERS, PRIOR, PRIOR_ABOUT, STYLES

__all__ = [
    "ABOUT",
    "CONFIGURATIONS",
    "CONFIGURATIONS_ABOUT",
    "DEFAULTS",
    "ESTIMATE",
    "ESTIMATE_ABOUT",
    "GUIDE",
    "PARAMS",
    "POLICIES",
    "PRIOR",
    "PRIOR_ABOUT",
    "SEARCHES",
]

POLICIES = {"planner": parameters.PLANNER}
"""Agent names and the kind that each has in ``params[0]``; ``random`` is kind 0 in every game."""

DEFAULTS = ("planner",)
"""Who plays when nobody is named, the strongest first."""

GUIDE = "magnate.agents.brass.guide"

PARAMS = {agent: tuple(one.knob for one in listed) for agent, listed in PARAMETERS.items()}
"""Run-time parameters, as :class:`~magnate.agents.spec.Knob` tells."""

SEARCHES = {
    "ismcts": {
        "playout": "planner",
        "truncate": 8,
        "select": "puct",
        "c": 0.5,
        "reward": 3,
        "exact": 10_000,
        "within": 4,
    }
}
"""What ``ismcts`` has by default. The others play at random to the end, as ``mcts`` did in the seed's program (B3)."""

ABOUT = {agent: {one.name: one.meaning for one in listed} for agent, listed in PARAMETERS.items()}
"""What each parameter means."""

CONFIGURATIONS = {"planner": {name: dict(style.changes) for name, style in STYLES.items()}}
"""Named configurations of an agent: what each changes of the defaults. The name alone means the defaults."""

CONFIGURATIONS_ABOUT = {"planner": {name: style.about for name, style in STYLES.items()}}
"""How each configuration plays."""
