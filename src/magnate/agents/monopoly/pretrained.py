"""The specs of the networks that come with magnate, such as ``magnate:2p`` and ``ppo``.

Each is short for ``network:FILE`` with settings: ``magnate:2p,epsilon=0.1`` changes one of them. The pages "Our agent"
and "PPO" say more.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from ...errors import BadAgent, BadNetwork, did_you_mean
from ..learned.spec import (
    NETWORK,
    OF_ALL_SEATS,
    TEMPERATURE,
    described_network,
    described_policy,
    network_agent,
)
from ..loading import OwnAgents

if TYPE_CHECKING:
    from ..learned.agent import NetworkAgent
    from ..learned.spec import PolicyAgent
    from ..searching import SearchAgent


FILES: Final = {name: f"{name}.safetensors" for name in ("2p", "student", "official", "negotiator")}
SETTINGS: Final = {
    "2p": {"offers": 1.0},
    "negotiator": {"offers": 1.0, "margin": 0.01, "partner": -0.1, "learns": 1.0, "per_turn": 1.0},
}
"""What differs from the defaults of such agents."""
SEATED: Final = ("negotiator",)
"""Whose networks tell the chances of all seats, and so what a partner gains."""
SHIPPED: Final = {
    "2p": "for two players, trained by the thesis' rules against rule-based agents, itself and its past (offers=1)",
    "student": "the same after a shorter training, from rule-based agents' games alone",
    "official": "for four players, trained by the official rules against rule-based agents, itself and its past",
    "negotiator": "for two to eight players: offers by win chances of all seats and a belief about each partner",
}


def network_of(spec: str, file: str, settings: str, players: int | None) -> NetworkAgent | PolicyAgent | SearchAgent:
    """The agent of a file that comes with magnate, under this spec and with these settings."""
    path = resources.files(__package__) / "weights" / file
    full = f"{NETWORK}:{path}" + (f",{settings}" if settings else "")
    try:
        agent = network_agent("monopoly", full, players)
    except (BadAgent, BadNetwork) as error:  # the user named the agent, not the file
        raise type(error)(error.message.replace(full, spec).replace(str(path), spec), hint=error.hint) from None
    agent.name = spec
    return agent


def value_agent(spec: str, players: int | None = None) -> NetworkAgent | PolicyAgent | SearchAgent:
    """The agent of a spec ``magnate:…``, for a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for a spec that is none, and :class:`~magnate.errors.BadNetwork` for more
    players than its network knows.
    """
    name, _, rest = spec.partition(":")
    which, *settings = map(str.strip, rest.split(","))
    if which not in FILES:
        raise BadAgent(
            f'there is no "{name}:{which}"' if which else f'"{name}" does not say which of its networks plays',
            hint=did_you_mean(f"{name}:{which}", [f"{name}:{one}" for one in FILES]),
        )
    changed = [f"{name}={value}" for name, value in SETTINGS.get(which, {}).items()]
    return network_of(spec, FILES[which], ",".join([*changed, *settings]), players)


def described_value_agent(which: str = "") -> dict[str, Any]:
    """What the agent is and its settings: ``about``, ``usage`` and ``settings``, with the defaults of one of them."""
    about = "plays by a network that comes with magnate: takes the action after which its win share is greatest"
    found, changed = described_network(), SETTINGS.get(which, {})
    others = {TEMPERATURE.name} if which in SEATED else {TEMPERATURE.name, *(one.name for one in OF_ALL_SEATS)}
    settings = [
        {**one, "default": changed.get(one["name"], one["default"])}
        for one in found["settings"]
        if one["name"] not in others
    ]
    return {"about": about, "usage": f"{NETWORK}:FILE.safetensors", "settings": settings}


HAGGLER_FILE: Final = "haggler.safetensors"
HAGGLER_SETTINGS: Final = "margin=0.08,offers=0.1"
"""What an offer must gain it, as a share of the win, and how often it uses a turn for offers of its own."""


class NetworkHaggler:
    """``character:haggler_network``: plays by a network that no other agent goes by, and asks much of an offer."""

    @classmethod
    def as_agent(cls, game: str, given: Any, name: str | None) -> NetworkAgent | PolicyAgent | SearchAgent:  # noqa: ARG003
        """The agent itself."""
        return network_of(name or HAGGLER_FILE, HAGGLER_FILE, HAGGLER_SETTINGS, None)


FAIR_FILE: Final = "fair.safetensors"
FAIR_SETTINGS: Final = "margin=0,delegate=character:fair_trader"
"""It accepts whatever gains it anything; its own offers are those of who shares the gain evenly."""


class FairNetwork:
    """``character:fair_network``: plays by a network that no other agent goes by, and offers what is fair by rule."""

    @classmethod
    def as_agent(cls, game: str, given: Any, name: str | None) -> NetworkAgent | PolicyAgent | SearchAgent:  # noqa: ARG003
        """The agent itself."""
        return network_of(name or FAIR_FILE, FAIR_FILE, FAIR_SETTINGS, None)


PPO_FILE: Final = "ppo.safetensors"
PPO_ABOUT: Final = (
    "takes the action that a network thinks best which has learned by PPO, for two players by the thesis' rules"
)

OWN: Final = {
    "magnate": OwnAgents("our-agent", SHIPPED, FILES, value_agent, described_value_agent),
    "ppo": OwnAgents(
        "ppo",
        {"": PPO_ABOUT},
        {"": PPO_FILE},
        lambda spec, players: network_of(spec, PPO_FILE, spec.partition(":")[2], players),
        lambda _: {**described_policy(), "about": PPO_ABOUT},
    ),
}
"""The agents that this module makes: by values of positions, and the policy-gradient baseline."""
