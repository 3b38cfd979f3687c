"""What a tournament makes of a Python agent that fails, and how to see it fail again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.run import Results
from ..errors import AgentFailed

__all__ = ["Failure", "aborted", "command_for", "settle"]


@dataclass(frozen=True, slots=True)
class Failure:
    """An agent failed: in which game of its block, in which seat, and how.

    ``message`` is a sentence: ``game 3.7: the agent X in seat 1 raised ValueError: no``.
    """

    game: int
    seat: int
    message: str


def settle(results: Results, utility_sum: float = 1.0) -> None:
    """Give the agents that failed nothing and the other seats of those games even shares; changes ``results``."""
    lost = np.flatnonzero(results.failed)
    others = max(1, results.utility.shape[1] - 1)
    results.utility[lost] = utility_sum / others
    results.utility[lost, results.failed[lost] - 1] = 0.0


def aborted(message: str, seed: int, command: str) -> AgentFailed:
    """The error that ends a tournament whose policy is ``abort``."""
    return AgentFailed(message, hint=f"seed {seed} reproduces it: {command}")


def command_for(game: Game, agents: Sequence[str], seed: int) -> str:
    """The command that plays one game again, with these agents in the order of their seats.

    >>> from magnate import load
    >>> command_for(load("pig", target=50), ["random", "random"], 7)
    'magnate watch pig --preset standard --option target=50 --players 2 --agents random,random --seed 7'
    """
    words = ["magnate", "watch", game.name, "--preset", game.preset, *_options(game.overrides.items())]
    words += ["--players", str(game.players), "--agents", ",".join(agents), "--seed", str(seed)]
    return shlex.join(words)


def _options(changed: Iterable[tuple[str, Any]]) -> list[str]:
    import json

    return [
        word
        for name, value in changed
        for word in ("--option", f"{name}={value if isinstance(value, str) else json.dumps(value)}")
    ]
