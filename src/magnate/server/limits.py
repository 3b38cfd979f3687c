"""How much a server does for those who ask: bounds of tables, agents and hints, all in one place."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one server.

    ``agent_seconds``: the longest that an agent may think about a decision, after which it is taken at random.
    ``hint_seconds``: how long the search for a hint runs. ``pace``: the least seconds from one agent's decision to the
    next while somebody watches. ``loaded``: tables that nobody watches and no agent plays are forgotten (they stay in
    the store) when more than so many are in memory. ``running``: tables that are not over, at most; ``steps``: the most
    steps of an imported record. ``log``: lines of the log that a newcomer is sent. ``batch``: steps that are sent for
    one question at most.
    """

    agent_seconds: float = 20.0
    hint_seconds: float = 1.0
    pace: float = 0.03
    loaded: int = 200
    running: int = 500
    steps: int = 50_000
    log: int = 200
    batch: int = 200
