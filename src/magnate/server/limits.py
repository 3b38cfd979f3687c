"""How much a server does for those who ask: bounds of tables, agents and hints, all in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["AGENT_SECONDS", "Limits"]

AGENT_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one server.

    ``agent_seconds``: the longest that an agent may think about a decision. Budgets of more time are refused; where
    another one lasts longer, the best that the search has found is played, and for what does not search another agent
    decides.
    ``hint_seconds``: how long the search for a hint runs. ``pace``: the least seconds from one agent's decision to the
    next while somebody watches. ``loaded``: tables that nobody watches and no agent plays are forgotten (they stay in
    the store) when more than so many are in memory. ``running``: tables that are not over, at most; ``steps``: the most
    steps of an imported record. ``log``: lines of the log that a newcomer is sent. ``batch``: steps that are sent for
    one question at most. ``imports``: records of one address that may wait to be read.
    """

    agent_seconds: float = AGENT_SECONDS
    hint_seconds: float = 1.0
    pace: float = 0.03
    loaded: int = 200
    running: int = 500
    steps: int = 50_000
    log: int = 200
    batch: int = 200
    imports: int = 32
