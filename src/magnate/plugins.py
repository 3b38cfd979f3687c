"""What other distributions bring, by their entry points; nothing of theirs is imported here."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["GROUPS", "Plugin", "folder_of", "plugins"]

GROUPS: Final = ("games", "agents", "words", "setups")
"""The groups of entry points, ``magnate.games`` and so on.

The name of a game, of its agents, of its words and of its set-ups is the game's name. The value is a module, which for
words has a folder ``locales`` beside it, and for set-ups a folder ``positions``.
"""


class Plugin(NamedTuple):
    """An entry point: its group without ``magnate.``, its name, its module, and the distribution that has it."""

    group: str
    name: str
    module: str
    distribution: str


@cache
def plugins(group: str) -> tuple[Plugin, ...]:
    """The entry points of a group, each once."""
    from importlib.metadata import entry_points

    found: dict[tuple[str, str], Plugin] = {}
    for point in entry_points(group=f"magnate.{group}"):
        about = "" if point.dist is None else f"{point.dist.name} {point.dist.version}"
        found.setdefault((point.name, point.module), Plugin(group, point.name, point.module, about))
    return tuple(found.values())


def folder_of(module: str) -> Path | None:
    """Where a module lies, which is not imported: a package's own folder, or the folder of its file."""
    from importlib.util import find_spec

    outermost, *inner = module.split(".")  # to find what is inside a package Python would import the package
    try:
        spec = find_spec(outermost)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if not spec.submodule_search_locations:
        return None if inner or spec.origin is None else Path(spec.origin).parent
    for place in spec.submodule_search_locations:
        inside = Path(place).joinpath(*inner)
        if inside.is_dir():
            return inside
        if inside.with_suffix(".py").is_file():
            return inside.parent
    return None
