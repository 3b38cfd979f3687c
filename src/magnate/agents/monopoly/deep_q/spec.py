"""The specs of the deep Q agent: ``dqn``, ``dqn:fixed``, and ``dqn:FILE.safetensors`` for one that was trained."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ....errors import BadAgent, did_you_mean
from ...settings import known_settings
from .agent import DESTRUCTIVE

if TYPE_CHECKING:
    from .agent import DeepQAgent

__all__ = ["FILES", "PAGE", "SHIPPED", "described", "own_agent"]

NAME: Final = "dqn"
PAGE: Final = "deep-q"
SHIPPED: Final = {
    "": "the thesis' deep Q agent: strategic, seven of whose decisions are taken by networks",
    "fixed": "the same by double Q learning for the outcome of the game, with an output for doing nothing",
}
FILES: Final = {"": "dqn.safetensors", "fixed": "dqn_fixed.safetensors"}
SETTINGS: Final = {"consent": "1: mortgages and sales need the parent's consent; 0: they do not"}
SUFFIX: Final = ".safetensors"


def own_agent(spec: str, players: int | None = None) -> DeepQAgent:
    """The agent of a spec, for a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for a spec that is none, or more than two players, and
    :class:`~magnate.errors.BadNetwork` for a file that cannot be read or holds something else.
    """
    from .agent import DeepQAgent, check_players

    which, *settings = map(str.strip, spec.partition(":")[2].split(","))
    if "=" in which:
        which, settings = "", [which, *settings]
    gated = DESTRUCTIVE if _consent(spec, settings) else 0
    if players is not None:
        check_players(spec, players)
    if which in FILES:
        with resources.as_file(resources.files(__package__.rpartition(".")[0]) / "weights" / FILES[which]) as file:
            return DeepQAgent.of_file(file, spec, gated)
    if not which.endswith(SUFFIX):
        known = [one for one in SHIPPED if one]
        raise BadAgent(f'the agent "{NAME}" has no configuration "{which}"', hint=did_you_mean(which, known))
    return DeepQAgent.of_file(Path(which), spec, gated)


def described(_which: str = "") -> dict[str, Any]:
    """What the agent is and can be told: ``about``, ``usage`` and ``settings``."""
    rows = [{"name": name, "default": 1.0, "values": "0 or 1", "about": about} for name, about in SETTINGS.items()]
    return {"about": SHIPPED[""], "usage": f"{NAME}:FILE{SUFFIX}", "settings": rows}


def _consent(spec: str, settings: list[str]) -> bool:
    """Whether the settings leave the parent its say."""
    value = known_settings(settings, SETTINGS, NAME).get("consent", "1")
    if value not in {"0", "1"}:
        raise BadAgent(f'consent in "{spec}" cannot be "{value}"', hint="write consent=0 or consent=1")
    return value == "1"
