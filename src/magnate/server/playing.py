"""Who plays a seat when nobody says which agent, and what finds hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .permitted import check_agent

if TYPE_CHECKING:
    from ..engine.game import Game

__all__ = ["agent_for", "hint_spec"]


def agent_for(game: Game, spec: str | None) -> str:
    """The spec of an agent that was asked for, or of the game's default; raises as :func:`.permitted.check_agent`."""
    from ..agents import default_agents

    if spec is None:
        return default_agents(game.name)[0]
    check_agent(game.name, spec, game.players)
    return spec.strip()


def hint_spec(game: Game, seconds: float) -> str:
    """The search that finds hints in a game."""
    name = "ismcts" if game.info.hidden else "mcts"
    return f"{name}:time={round(seconds * 1000)}ms"
