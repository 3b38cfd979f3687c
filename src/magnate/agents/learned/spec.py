"""Specs of agents that play by a network: ``network:FILE.safetensors``, ``network:FILE.safetensors,epsilon=0.1``.

In a game whose agents can delegate something, ``delegate=strategic`` names the delegate. It has no settings but a named
set (``strategic:tuned``). The file says what its network is good for: one that says what to do has an agent
of its own (``temperature=1``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...core.agents import ParamSpec
from ...errors import BadAgent, BadNetwork
from ..settings import described_param, known_settings, number_in
from .agent import PLANNING, Planning

if TYPE_CHECKING:
    from ...networks.files import NetworkFile
    from .agent import NetworkAgent
    from .policy_agent import PolicyAgent


__all__ = ["NETWORK", "TEMPERATURE", "USAGE", "described_network", "described_policy", "is_network", "network_agent"]


# ------------------------------------------------------------------------------------------------------------ Policies


TEMPERATURE: Final = ParamSpec(
    "temperature", 0, 0.0, 0.0, 100.0, about="0 takes the likeliest action, 1 draws by their chances"
)


def policy_agent(
    game: str, spec: str, found: NetworkFile, settings: Sequence[str], players: int | None = None
) -> PolicyAgent:
    """The agent of a file whose network says what to do, at a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for settings that it does not have, and
    :class:`~magnate.errors.BadNetwork` where the network was made for something else.
    """
    from ...values.schema import first_action_names, schema_for
    from .policy_agent import PolicyAgent

    said = known_settings(settings, [TEMPERATURE.name], "a policy")
    hint = f"write {TEMPERATURE.values}: {TEMPERATURE.name}=1 draws by the chances"
    temperature = number_in(spec, TEMPERATURE, said.get(TEMPERATURE.name), hint)
    if found.about.game != game:
        raise BadNetwork(f"the network plays {found.about.game}, not {game}", hint="name one of this game")
    schema = schema_for(game, found.about.inputs)
    schema.check(found.about)
    names = found.about.outputs.get(found.name) or first_action_names(game)
    made = PolicyAgent.renumbered(spec.strip(), found.network, names, schema, temperature)
    made.check(players)
    return made


def described_policy() -> dict[str, Any]:
    """What such an agent can be configured by: ``usage`` and ``settings``."""
    return {"usage": "network:FILE.safetensors", "settings": [described_param(TEMPERATURE)]}


# ------------------------------------------------------------------------------------------------------ Value networks


NETWORK: Final = "network"
USAGE: Final = f"{NETWORK}:FILE.safetensors"
ABOUT: Final = "takes the action after which its network gives it the greatest win share, or its policy's likeliest"
DELEGATE: Final = "delegate"
DELEGATE_ABOUT: Final = "the agent to which it leaves what its network cannot value, in Monopoly the making of offers"
EPSILON: Final = ParamSpec("epsilon", 0, 0.0, 0.0, 1.0, about="the chance that it takes any legal action instead")
OFFERS: Final = ParamSpec(
    "offers", 0, PLANNING.offers, 0.0, 1.0, about="how often it uses a turn for offers, in games that have them"
)
MARGIN: Final = ParamSpec(
    "margin",
    0,
    PLANNING.margin,
    0.0,
    1.0,
    about="what an offer must gain at least, its own or one that it accepts, as a share of the win",
)
NUMBERS: Final = (EPSILON, OFFERS, MARGIN)


def is_network(name: str) -> bool:
    """Whether a spec that begins with this name is that of an agent that plays by a network.

    >>> is_network("network"), is_network("strategic")
    (True, False)
    """
    return name == NETWORK


def network_agent(game: str, spec: str, players: int | None = None) -> NetworkAgent | PolicyAgent:
    """The agent that a spec names, at a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` where the spec is not written as one, and
    :class:`~magnate.errors.BadNetwork` where the file cannot be read or was made for something else.
    """
    file, *settings = map(str.strip, spec.partition(":")[2].split(","))
    if not file:
        raise BadAgent(f'"{spec}" names no file with a network', hint=f"write {USAGE}")

    from ...networks.files import CALIBRATED, WIN_SHARES, load
    from ...networks.inference import POLICY
    from ...values.schema import schema_for
    from ..search_spec import delegate_row
    from .agent import NetworkAgent

    found = load(Path(file).expanduser())
    try:
        if found.about.kind == POLICY:
            return policy_agent(game, spec, found, settings, players)
        said = known_settings(settings, [*(one.name for one in NUMBERS), DELEGATE], NETWORK)
        epsilon, offers, margin = (
            number_in(spec, one, said.get(one.name), f"write {one.values}: {one.name}=0.05") for one in NUMBERS
        )
        delegate = delegate_row(game, said[DELEGATE]) if DELEGATE in said else ()
        if found.about.game != game:
            raise BadNetwork(f"the network plays {found.about.game}, not {game}", hint="name one of this game")
        if found.about.kind != WIN_SHARES:
            raise BadNetwork(
                f'its networks give "{found.about.kind}", and this agent goes by "{WIN_SHARES}" or a "{POLICY}"',
                hint="name a network of such a kind",
            )
        schema = schema_for(game, found.about.inputs)
        schema.check(found.about)
        made = NetworkAgent(spec.strip(), found.network, schema, epsilon, Planning(offers, margin), delegate)
        made.calibrated = found.networks.get(CALIBRATED)
        made.check(players)
    except BadNetwork as error:
        raise BadNetwork(f"{file}: {error.message}", hint=error.hint) from None
    return made


def described_network() -> dict[str, Any]:
    """What the agent is and can be configured by: ``about``, ``usage`` and ``settings``."""
    delegate = {"name": DELEGATE, "default": None, "values": "an agent of the game", "about": DELEGATE_ABOUT}
    rows = [*map(described_param, NUMBERS), delegate]
    policies = [{**row, "about": f"of a policy: {row['about']}"} for row in described_policy()["settings"]]
    return {"about": ABOUT, "usage": USAGE, "settings": [*rows, *policies]}
