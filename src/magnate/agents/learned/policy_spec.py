"""Specs of agents whose network says what to do: ``network:FILE.safetensors,temperature=1``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ...errors import BadAgent, BadNetwork, did_you_mean

if TYPE_CHECKING:
    from ...networks.files import NetworkFile
    from .policy_agent import PolicyAgent

__all__ = ["TEMPERATURE", "described_policy", "policy_agent"]

TEMPERATURE: Final = "temperature"
MOST: Final = 100.0
ABOUT: Final = "0 takes the likeliest action, 1 draws by their chances"


def policy_agent(
    game: str, spec: str, found: NetworkFile, settings: Sequence[str], players: int | None = None
) -> PolicyAgent:
    """The agent of a file whose network says what to do, at a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for settings that it does not have, and
    :class:`~magnate.errors.BadNetwork` where the network was made for something else.
    """
    from .policy_agent import PolicyAgent
    from .schema import schema_for

    temperature = _temperature(spec, settings)
    if found.about.game != game:
        raise BadNetwork(f"the network plays {found.about.game}, not {game}", hint="name one of this game")
    schema = schema_for(game, found.about.inputs)
    schema.check(found.about)
    made = PolicyAgent(spec.strip(), found.network, schema, temperature)
    made.check(players)
    return made


def _temperature(spec: str, settings: Sequence[str]) -> float:
    """What the settings say of the temperature."""
    found: Any = 0.0
    for setting in settings:
        name, _, value = map(str.strip, setting.partition("="))
        if name != TEMPERATURE:
            raise BadAgent(f'"{name}" is no setting of a policy', hint=did_you_mean(name, [TEMPERATURE]))
        try:
            found = float(value)
        except ValueError:
            found = -1.0
        if not 0.0 <= found <= MOST:
            raise BadAgent(
                f'{name} in "{spec}" cannot be "{value}"',
                hint=f"write a number from 0 to {MOST:g}: {TEMPERATURE}=1 draws by the chances",
            )
    return float(found)


def described_policy() -> dict[str, Any]:
    """What such an agent can be told: ``usage`` and ``settings``."""
    row = {"name": TEMPERATURE, "default": 0.0, "values": f"a number from 0 to {MOST:g}", "about": ABOUT}
    return {"usage": "network:FILE.safetensors", "settings": [row]}
