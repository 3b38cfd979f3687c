"""Brass's own agents: ``planner`` goes by rules, ``magnate:brass`` searches whole moves by a network."""

from __future__ import annotations

from ...core.agents import AgentPackage
from . import parameters

__all__ = ["AGENTS"]

_ISMCTS = {
    "playout": "planner",
    "truncate": 8,
    "select": "puct",
    "c": 0.5,
    "reward": 3,
    "exact": 10_000,
    "within": 4,
}
_FROZEN = {**_ISMCTS, "fpu": 0, "temperature": 3, "open": 0.1, "trees": "one", "choose": "robust"}
"""``ismcts`` of November 2026, by which later agents are measured: a test holds digests of its games.

Who changes a default that it goes by gives the old one here.
"""
_WHOLEMOVE = {
    "playout": "planner",
    "truncate": 8,
    "c": 0.5,
    "reward": 3,
    "exact": 10_000,
    "within": 4,
}

AGENTS = AgentPackage(
    guide="magnate.agents.brass.guide",
    policies={"planner": parameters.PLANNER},
    params=parameters.PARAMETERS,
    configurations={"planner": parameters.STYLES},
    defaults=("planner",),
    inputs={"chances": "magnate.values.brass"},
    own={"magnate": "magnate.agents.brass.expert_agent"},
    kinds={"moves": "magnate.agents.brass.expert_agent"},
    estimate=parameters.ESTIMATE,
    prior=parameters.PRIOR,
    # The other searches play at random to the end, as ``mcts`` did in the seed's program (B3).
    searches={"ismcts": _ISMCTS, "ismcts:2026": _FROZEN, "wholemove": _WHOLEMOVE},
)
