"""A worker process: it answers questions about positions with the game's agents and searches, one after another.

Questions and answers are JSON. To each question the worker says first that it is ready to think, since loading a game
may take long and is nobody's thinking; then it answers, or says how the agent failed.
"""

from __future__ import annotations

import json
import time
from base64 import b64decode
from collections import OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.game import Position
from ..errors import MagnateError
from .hinting import hinted
from .workers import READY, as_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from ..core.game import Game
    from ..core.players import Players

__all__ = ["serve"]

NICENESS: Final = 5
"""Whoever plays comes first."""
LONGEST: Final = 64
"""Actions of a suggestion, at most."""
KEPT: Final = 8
"""Agents that stay ready, each with the memory that its search takes."""


class _Asked(Position):
    """A position of a game that goes on elsewhere: with its streams, and without its past."""

    def __init__(self, game: Game, states: np.ndarray, streams: np.ndarray | None = None) -> None:
        super().__init__(game, states)
        if streams is not None:  # what a seat is shown has none
            self._streams = streams


def serve(pipe: Connection) -> None:
    """Answer until the pipe is closed."""
    players: OrderedDict[str, Players] = OrderedDict()

    def answer(question: bytes) -> dict[str, Any]:
        asked = json.loads(question)
        try:
            return _answer(asked, players, pipe)
        except MagnateError as error:
            return {"error": error.message, "hint": error.hint}
        except Exception as error:  # noqa: BLE001 - whatever it was, the table must hear of it
            return {"error": f"the agent {asked['spec']} raised {type(error).__name__}: {error}", "hint": ""}

    as_worker(pipe, answer, NICENESS)


def _answer(asked: dict[str, Any], players: OrderedDict[str, Players], pipe: Connection) -> dict[str, Any]:
    from ..agents.searching import SearchAgent

    game = _game(asked["game"], asked["preset"], asked["players"], json.dumps(asked["options"], sort_keys=True))
    states = np.frombuffer(b64decode(asked["states"]), game.rules.STATE).copy()
    streams = np.frombuffer(b64decode(asked["streams"]), game.new().streams().dtype).copy()
    position = _Asked(game, states, streams)

    def ready() -> int:
        """Say so; returns the moment by which the answer is wanted."""
        pipe.send_bytes(READY)
        return time.monotonic_ns() + int(asked["seconds"] * 1e9)

    if asked["task"] == "hint":
        return {"answer": hinted(position, asked["spec"], asked["seed"], ready)}
    seated = _seated(game, asked, players)
    _prepare(seated, position)
    agent, until = seated.agents[max(position.to_move, 0)], ready()
    if isinstance(agent, SearchAgent):
        agent.until, agent.late = until, False
    answer = seated.choose(position) if asked["task"] == "choose" else _suggestion(position, seated)
    return {"answer": answer, "late": isinstance(agent, SearchAgent) and agent.late}


@lru_cache(maxsize=32)
def _game(name: str, preset: str, players: int, options: str) -> Game:
    from ..core.game import load_with

    return load_with(name, preset, players, json.loads(options))


def _seated(game: Game, asked: dict[str, Any], players: OrderedDict[str, Players]) -> Players:
    """The agent in every seat of the game, made when it is asked first."""
    from ..agents import resolve
    from ..core.players import Players

    key = json.dumps([asked[name] for name in ("game", "preset", "players", "options", "spec")], sort_keys=True)
    if key not in players:
        agent = resolve(game.name, asked["spec"], game.players)
        players[key] = Players(game, [agent] * game.players)
    players.move_to_end(key)
    while len(players) > KEPT:
        players.popitem(last=False)
    return players[key]


def _prepare(seated: Players, position: Position) -> None:
    """Compile or load all that the decision takes."""
    from ..core.agents import CompiledAgent, OwnAgent
    from ..runtime.compiler import build

    game, agent = position.game, seated.agents[max(position.to_move, 0)]
    if game.info.hidden:
        game.entry("position_kernel", "hide")
    if isinstance(agent, CompiledAgent):
        game.entry("policy_kernel", "decide")
    elif isinstance(agent, OwnAgent):
        build(agent.entries(game), None)


def _suggestion(position: Position, seated: Players) -> list[str]:
    """What the agent would do here until somebody else is to decide, or the matter in hand is settled."""
    seat, names = position.to_move, list[str]()
    pending = len(position.view(seat).get("pending", ()))
    while position.to_move == seat and len(names) < LONGEST:
        action = seated.choose(position)
        names.append(position.name_of(action))
        position.apply(action)
        if position.settled or len(position.view(seat).get("pending", ())) < pending:
            break
    return names
