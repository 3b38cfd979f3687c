"""Hashes of what decides a tournament's games: the engine, the rules, and each agent.

A stored tournament keeps them, so that no one goes on with other code unawares. A hash changes with any change of a
file, be it only a comment: it promises that nothing changed, not that something did.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from ..agents.loading import is_user_spec, module_source_digest
from ..agents.spec import resolve
from ..core.agents import CompiledAgent, OwnAgent, PartlyCompiled
from ..core.registry import game_module, guide_of

__all__ = ["agent_digest", "engine_digest", "engine_files", "rules_digest"]

SIZE: Final = 10
"""Bytes of a hash: enough that two versions never share one by accident."""
_PACKAGE: Final = Path(__file__).parent.parent
_PLAYING: Final = {
    "agents": ("__init__.py", "compiled.py", "loading.py", "spec.py"),
    "arena": ("blocks.py", "fault_isolation.py", "games.py", "plan.py", "schedule.py", "workers.py"),
}
"""The files beside the engine that decide what is played and what is kept of it.

A test checks that they import no others, except for this file, the errors, the messages and the list of games."""


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
    """The hash of the engine, and of what seats and asks the agents and judges their failures."""
    return _digest(engine_files())


def engine_files() -> list[Path]:
    """The files whose contents :func:`engine_digest` hashes."""
    playing = (_PACKAGE / folder / name for folder, names in _PLAYING.items() for name in names)
    return [file for part in ("runtime", "core") for file in (_PACKAGE / part).glob("*.py")] + [*playing]


@cache
def rules_digest(game: str) -> str:
    """The hash of a game's module or package."""
    return _digest(_sources(game_module(game)))


def agent_digest(game: str, spec: str) -> str:
    """The hash of what decides an agent's play, apart from the rules and the engine.

    For a compiled agent that is the package of the game's policies and its row of numbers. For a user's agent it is the
    spec and the module that it names; if it delegates to compiled code, it is all of this. For an agent that searches
    or plays by a network it is those packages and all of its settings, with the network's numbers. If it uses the
    game's agents, it is their package too.

    >>> agent_digest("monopoly", "strategic") == agent_digest("monopoly", "strategic:standard")
    True
    >>> agent_digest("monopoly", "strategic") == agent_digest("monopoly", "strategic:late_game")
    False
    """
    agent = resolve(game, spec)
    if isinstance(agent, OwnAgent):
        guided = _policy_files(game) if agent.guided else []
        return _digest([*_files_of(agent.parts), *guided], agent.settings)
    files: list[Path] = []
    words = [spec.strip(), module_source_digest(spec)] if is_user_spec(game, spec) else []
    if isinstance(agent, CompiledAgent | PartlyCompiled):
        files = _policy_files(game)
        words.append(json.dumps(agent.row))
    return _digest(files, *words)


def _files_of(parts: Iterable[str]) -> list[Path]:
    """The Python files of parts of the package: of folders, or files themselves."""
    paths = [_PACKAGE / part for part in parts]
    return [file for path in paths for file in ([path] if path.is_file() else path.glob("*.py"))]


def _policy_files(game: str) -> list[Path]:
    """The package that the guide of the game's agents lies in."""
    guide = guide_of(game)
    return [] if guide is None else _sources(sys.modules[str(guide.__package__)])
