"""Hashes of what decides a tournament's games: the engine, the rules, and each agent.

A stored tournament keeps them, so that no one goes on with other code unawares. A hash changes with any change of a
file, be it only a comment: it promises that nothing changed, not that something did.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from ..agents.spec import CompiledAgent, PythonAgent, guide_path
from ..games import game_module

__all__ = ["agent_digest", "engine_digest", "rules_digest"]

SIZE: Final = 10
"""Bytes of a hash: enough that two versions never share one by accident."""
_HERE = Path(__file__).parent
_PLAYING: Final = ("blocks.py", "rows.py", "schedule.py")
"""The files of the arena that decide what is played and what is kept of it."""


def _digest(files: Iterable[Path], *words: str) -> str:
    """A short hash of these words and of the names and contents of these files."""
    digest = hashlib.blake2b(digest_size=SIZE)
    for word in words:
        digest.update(f"{len(word)}:{word}\0".encode())
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{file.name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _sources(module: ModuleType) -> list[Path]:
    """The files of a module, or of all of its package: Python and data."""
    file = Path(module.__file__ or "")
    if file.name != "__init__.py":
        return [file] if file.is_file() else []
    return [path for kind in ("*.py", "*.json") for path in file.parent.rglob(kind)]


@cache
def engine_digest() -> str:
    """The hash of the engine, and of what deals and seats the players."""
    return _digest([*(_HERE.parent / "engine").glob("*.py"), *(_HERE / name for name in _PLAYING)])


@cache
def rules_digest(game: str) -> str:
    """The hash of a game's module or package."""
    return _digest(_sources(game_module(game)))


def agent_digest(game: str, agent: CompiledAgent | PythonAgent) -> str:
    """The hash of what decides an agent's play.

    For a compiled agent that is the game's policies and its parameters, for one in Python the module of its class.
    """
    if isinstance(agent, CompiledAgent):
        return _digest(_policy_files(game), json.dumps(agent.row))
    kind = type(agent)
    module = inspect.getmodule(kind)
    return _digest([] if module is None else _sources(module), kind.__qualname__)


def _policy_files(game: str) -> list[Path]:
    """The package of the game's own agents."""
    path = guide_path(game)
    if path is None:
        return []
    import importlib

    return _sources(importlib.import_module(path.rpartition(".")[0]))
