"""The specs of the networks that come with magnate, such as ``magnate:2p``; the page "Our agent" says more.

Each is short for ``network:FILE`` with settings: ``magnate:2p,epsilon=0.1`` changes one of them.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from ...errors import BadAgent, did_you_mean
from ..learned.spec import NETWORK, TEMPERATURE, described_network, network_agent

if TYPE_CHECKING:
    from ..learned.agent import NetworkAgent
    from ..learned.policy_agent import PolicyAgent


__all__ = ["FILES", "PAGE", "SHIPPED", "described", "own_agent"]


NAME: Final = "magnate"
PAGE: Final = "our-agent"
FILES: Final = {
    "2p": "2p.safetensors",
    "student": "student.safetensors",
    "official": "official.safetensors",
}
SETTINGS: Final = {"2p": {"offers": 1.0}}
"""What differs from the defaults of such agents."""
SHIPPED: Final = {
    "2p": "for two players, trained by the thesis' rules against rule-based agents, itself and its past (offers=1)",
    "student": "the same after a shorter training, from rule-based agents' games alone",
    "official": "for four players, trained by the official rules against rule-based agents, itself and its past",
}


def own_agent(spec: str, players: int | None = None) -> NetworkAgent | PolicyAgent:
    """The agent of a spec, for a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for a spec that is none, and :class:`~magnate.errors.BadNetwork` for more
    players than its network knows.
    """
    which, *settings = map(str.strip, spec.partition(":")[2].split(","))
    if which not in FILES:
        raise BadAgent(
            f'there is no "{NAME}:{which}"' if which else f'"{NAME}" does not say which of its networks plays',
            hint=did_you_mean(f"{NAME}:{which}", [f"{NAME}:{one}" for one in FILES]),
        )
    file = resources.files(__package__) / "weights" / FILES[which]
    changed = [f"{name}={value}" for name, value in SETTINGS.get(which, {}).items()]
    agent = network_agent("monopoly", ",".join([f"{NETWORK}:{file}", *changed, *settings]), players)
    agent.name = spec
    return agent


def described(which: str = "") -> dict[str, Any]:
    """What the agent is and can be told: ``about``, ``usage`` and ``settings``, with the defaults of one of them."""
    about = "plays by a network that comes with magnate: takes the action after which its win share is greatest"
    found, changed = described_network(), SETTINGS.get(which, {})
    settings = [
        {**one, "default": changed.get(one["name"], one["default"])}
        for one in found["settings"]
        if one["name"] != TEMPERATURE.name  # of policies
    ]
    return {"about": about, "usage": f"{NETWORK}:FILE.safetensors", "settings": settings}
