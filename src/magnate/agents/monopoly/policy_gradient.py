"""The spec ``ppo`` of the policy network that comes with magnate, the policy-gradient baseline (the page "PPO")."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from ..learned.spec import NETWORK, described_policy, network_agent

if TYPE_CHECKING:
    from ..learned.agent import NetworkAgent
    from ..learned.policy_agent import PolicyAgent

__all__ = ["FILES", "PAGE", "SHIPPED", "described", "own_agent"]

PAGE: Final = "ppo"
FILES: Final = {"": "ppo.safetensors"}
SHIPPED: Final = {
    "": "takes the action that a network thinks best which has learned by PPO, for two players by the thesis' rules"
}


def own_agent(spec: str, players: int | None = None) -> NetworkAgent | PolicyAgent:
    """The agent of a spec, for a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for a spec that is none, and :class:`~magnate.errors.BadNetwork` for more
    players than its network knows.
    """
    file = resources.files(__package__) / "weights" / FILES[""]
    settings = spec.partition(":")[2]
    agent = network_agent("monopoly", f"{NETWORK}:{file}" + (f",{settings}" if settings else ""), players)
    agent.name = spec
    return agent


def described(_which: str = "") -> dict[str, Any]:
    """What the agent is and can be told: ``about``, ``usage`` and ``settings``."""
    return {**described_policy(), "about": SHIPPED[""]}
