"""What there is to play, as plain data: the command line and the server tell it, each in its own way."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

__all__ = ["bounds_of", "choices_of", "game_facts"]


def game_facts(module: Any) -> dict[str, Any]:
    """What a game is, and for how many players."""
    info = module.GAME
    return {
        "name": info.name,
        "title": info.title,
        "about": info.about,
        "min_players": info.min_players,
        "max_players": info.max_players,
    }


def choices_of(field: Any) -> list[Any] | None:
    """The words that an option (a pydantic field) may be; None where it is no choice among words."""
    return list(get_args(field.annotation)) if get_origin(field.annotation) is Literal else None


def bounds_of(field: Any) -> tuple[Any, Any]:
    """The least and the greatest value of an option (a pydantic field), None where there is none."""
    found = [[getattr(bound, end) for bound in field.metadata if hasattr(bound, end)] for end in ("ge", "le")]
    least, most = (ends[0] if ends else None for ends in found)
    return least, most
