"""What there is to play: the games with their options and agents, and whether the server is well."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.metadata import version
from typing import Any

from fastapi import Response

from ...catalogue import about_agent, about_agents, about_game, bounds_of, choices_of, game_facts
from ..bodies import Health, SpecsAnswer
from ..playing import hinters
from ..problems import answer
from .common import Asking, TheSettings, router

__all__ = ["SPECS"]

SPECS = router("specs")


@SPECS.get("/health", response_model=Health)
async def health(settings: TheSettings, asking: Asking) -> Response:
    """The server is there."""
    return answer({"ok": True, "version": version("magnate"), "owner": asking.owner, "create": settings.create})


@SPECS.get("/specs", response_model=SpecsAnswer)
async def specs() -> Response:
    """All games, with what the form for a new table must know."""
    return answer({"games": await asyncio.to_thread(_specs)})


@cache
def _specs() -> list[dict[str, Any]]:
    from ...core.registry import game_module, game_names

    return [_spec(game_module(name)) for name in game_names()]


def _spec(module: Any) -> dict[str, Any]:
    info = module.GAME
    return {
        **game_facts(module),
        "about": about_game(module).to_json(),
        "default_players": info.default_players,
        "presets": {name: dict(changes) for name, changes in module.PRESETS.items()},
        "default_preset": module.DEFAULT_PRESET,
        "options": [_option(key, field) for key, field in module.Options.model_fields.items()],
        "hidden": info.hidden,
        "facets": list(getattr(module, "FACETS", ())),
        "agents": [{"name": name, "help": about.to_json()} for name, about in about_agents(info.name)],
        "hint_agents": [{"name": name, "help": about_agent(info.name, name).to_json()} for name in hinters(info.name)],
    }


def _option(key: str, field: Any) -> dict[str, Any]:
    """An option, from its pydantic field."""
    shown: dict[str, Any] = {"key": key, "type": "json", "default": field.default, "help": field.description or ""}
    if field.annotation is bool:
        return {**shown, "type": "bool"}
    words = choices_of(field)
    if words is not None:
        return {**shown, "type": "choice", "choices": words}
    if field.annotation is int:
        least, most = bounds_of(field)
        return {**shown, "type": "int", "min": least, "max": most}
    return shown
