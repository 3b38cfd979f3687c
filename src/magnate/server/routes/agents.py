"""The agents, with their ratings where tournaments have shown them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Query, Request, Response

from ...catalogue import about_agents
from ...core.registry import game_names
from ..arena_reader import ArenaReader
from ..bodies import AgentsAnswer
from ..problems import answer
from .common import router

__all__ = ["AGENTS"]

AGENTS = router("agents")


@AGENTS.get("/agents", response_model=AgentsAnswer)
async def list_agents(request: Request, game: Annotated[str | None, Query(max_length=60)] = None) -> Response:
    """The agents of one game or of all, those with the best ratings first."""
    reader: ArenaReader = request.app.state.arena
    return answer({"agents": await asyncio.to_thread(_agents, reader, game)})


def _agents(reader: ArenaReader, game: str | None) -> list[dict[str, Any]]:
    rated = reader.ratings()
    games = game_names() if game is None else [game] if game in game_names() else []
    found = []
    for name in games:
        helps: dict[str, Any] = {agent: about.to_json() for agent, about in about_agents(name)}
        helps |= {agent: None for played, agent in rated if played == name and agent not in helps}
        found += [
            {"name": agent, "help": about, "game": name, "rating": rated.get((name, agent))}
            for agent, about in helps.items()
        ]
    return sorted(found, key=lambda one: -1e9 if one["rating"] is None else one["rating"]["elo"], reverse=True)
