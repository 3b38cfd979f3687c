"""Specs of agents that play by a network: ``network:FILE.safetensors``, ``network:FILE.safetensors,epsilon=0.1``.

The file says what its network is good for: one that says what to do has an agent of its own (:mod:`.policy_spec`). A
network that comes with a game's agents (:mod:`.shipped`) is named without a file: ``ppo``, ``ppo:temperature=1``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...errors import BadAgent, BadNetwork, did_you_mean
from .policy_spec import TEMPERATURE, policy_agent
from .shipped import shipped_networks

if TYPE_CHECKING:
    from .agent import NetworkAgent
    from .policy_agent import PolicyAgent

__all__ = ["NETWORK", "USAGE", "described_network", "is_network", "network_agent"]

NETWORK: Final = "network"
USAGE: Final = f"{NETWORK}:FILE.safetensors"
ABOUT: Final = "takes the action after which its network gives it the greatest win share, or its policy's likeliest"
SETTINGS: Final = {"epsilon": "the chance that it takes any legal action instead"}


def is_network(name: str, game: str | None = None) -> bool:
    """Whether a spec that begins with this name is that of an agent that plays by a network.

    With a ``game``, names of networks that come with its agents are such, too.

    >>> is_network("network"), is_network("strategic")
    (True, False)
    """
    return name == NETWORK or (game is not None and name in shipped_networks(game))


def network_agent(game: str, spec: str, players: int | None = None) -> NetworkAgent | PolicyAgent:
    """The agent that a spec names, at a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` where the spec is not written as one, and
    :class:`~magnate.errors.BadNetwork` where the file cannot be read or was made for something else.
    """
    name, _, said = map(str.strip, spec.partition(":"))
    file, *settings = map(str.strip, said.split(","))
    if name != NETWORK:
        file, settings = str(shipped_networks(game)[name]), said.split(",") if said else []
    if not file:
        raise BadAgent(f'"{spec}" names no file with a network', hint=f"write {USAGE}")

    from ...networks.files import WIN_SHARES, load
    from ...networks.policies import POLICY
    from .agent import NetworkAgent
    from .schema import schema_for

    found = load(Path(file).expanduser())
    try:
        if found.about.kind == POLICY:
            return policy_agent(game, spec, found, settings, players)
        epsilon = _epsilon(spec, settings)
        if found.about.game != game:
            raise BadNetwork(f"the network plays {found.about.game}, not {game}", hint="name one of this game")
        if found.about.kind != WIN_SHARES:
            raise BadNetwork(
                f'its networks give "{found.about.kind}", and this agent goes by "{WIN_SHARES}" or a "{POLICY}"',
                hint="name a network of such a kind",
            )
        schema = schema_for(game, found.about.inputs)
        schema.check(found.about)
        made = NetworkAgent(spec.strip(), found.network, schema, epsilon)
        made.check(players)
    except BadNetwork as error:
        raise BadNetwork(f"{file}: {error.message}", hint=error.hint) from None
    return made


def _epsilon(spec: str, settings: list[str]) -> float:
    """The chance of a random action, as the settings say."""
    epsilon = 0.0
    for setting in settings:
        name, _, value = map(str.strip, setting.partition("="))
        if name not in SETTINGS:
            raise BadAgent(f'"{name}" is no setting of {NETWORK}', hint=did_you_mean(name, SETTINGS))
        try:
            epsilon = float(value)
        except ValueError:
            epsilon = -1.0
        if not 0.0 <= epsilon <= 1.0:
            raise BadAgent(f'{name} in "{spec}" cannot be "{value}"', hint="write a chance from 0 to 1: epsilon=0.05")
    return epsilon


def described_network() -> dict[str, Any]:
    """What the agent is and can be told: ``about``, ``usage`` and ``settings``."""
    rows = [
        {"name": name, "default": 0.0, "values": "a number from 0 to 1", "about": about}
        for name, about in SETTINGS.items()
    ]
    about = "of a policy: 0 takes the likeliest action, 1 draws by their chances"
    rows.append({"name": TEMPERATURE, "default": 0.0, "values": "a number from 0 to 100", "about": about})
    return {"about": ABOUT, "usage": USAGE, "settings": rows}
