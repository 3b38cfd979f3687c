"""The process in which one student's file runs: it answers questions that come as lines of JSON.

It is started by :mod:`.process`. Limits are set before the file, or one beside it, is imported. What the file prints
goes nowhere.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..runtime.system import leave_network, limit_process

__all__: list[str] = []

FILE_BYTES: Final = 10 << 20


def _limit(seconds: int, megabytes: int) -> bool:
    """Set the limits; returns whether the network is out of reach."""
    limit_process(seconds, megabytes, FILE_BYTES)
    return leave_network()


def _load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None  # noqa: S101 - its name ends in .py
    assert spec.loader is not None  # noqa: S101
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


class _Games:
    """Positions that questions describe, and the player who is asked about some."""

    def __init__(self) -> None:
        self._games: dict[str, Any] = {}
        self._player: Any = None

    def position(self, given: dict[str, Any]) -> Any:
        """A position: its game with preset and options, and its set-up."""
        from ..core.game import load_with

        key = json.dumps(given["game"])
        if key not in self._games:
            self._games[key] = load_with(*given["game"])
        return self._games[key].setup(given["setup"])

    def play(self, module: ModuleType, given: dict[str, Any]) -> str:
        """The name of the action that the player takes."""
        if self._player is None:
            self._player = module.Player()
        position = self.position(given)
        (chosen,) = self._player.act([position.copy()])
        return str(position.name_of(position.action_id(chosen)))


def _answer(module: ModuleType, games: _Games, question: dict[str, Any]) -> Any:
    """What the student's function returns."""
    if question["call"] == "Player":
        return games.play(module, question["position"])
    function: Callable[..., Any] = getattr(module, question["call"])
    position = question.get("position")
    given = [] if position is None else [games.position(position)]
    return function(*given, *question.get("arguments", []))


def _said(error: BaseException, file: Path) -> str:
    """An exception, with the line of the student's file."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return f"line {error.lineno}: {type(error).__name__}: {error.msg}"
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == str(file)]
    return f"line {lines[-1]}: {what}" if lines else what


def _main(path: str, seconds: str, megabytes: str) -> None:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)

    def say(**words: Any) -> None:
        out.write(json.dumps(words, default=float) + "\n")
        out.flush()

    file, module, games = Path(path).resolve(), None, _Games()
    questions, sys.stdin = sys.stdin, open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - ends with the process
    say(offline=_limit(int(seconds), int(megabytes)))
    sys.path.append(str(file.parent))  # last, so that no file there takes a library's place
    for line in questions:
        try:
            module = module or _load(file)
            say(answer=_answer(module, games, json.loads(line)))
        except BaseException as error:  # noqa: BLE001 - a student's file may raise anything
            say(error=_said(error, file))


if __name__ == "__main__":
    _main(*sys.argv[1:])
