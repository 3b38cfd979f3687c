"""A worker process: it answers questions about positions with the game's agents and searches, one after another.

Questions and answers are JSON. To each question the worker says first that it is ready to think, since loading a game
may take long and is nobody's thinking; then it answers, or says how the agent failed.
"""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from base64 import b64decode
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine.position import Position
from ..errors import AgentFailed, MagnateError

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.players import Players
    from ..search.report import ActionReport, Report

__all__ = ["serve"]

BEST: Final = 3
"""How many actions a hint has."""
SURE: Final = 1.96
"""Standard errors to either side of a 95 % interval."""
LONGEST: Final = 64
"""Actions of a suggestion, at most."""
KEPT: Final = 8
"""Agents that stay ready, each with the memory that its search takes."""


class _Asked(Position):
    """A position of a game that goes on elsewhere: with its streams, and without its past."""

    def __init__(self, game: Game, states: np.ndarray, streams: np.ndarray) -> None:
        super().__init__(game, states)
        self._streams = streams

    def _bare(self, states: np.ndarray, streams: np.ndarray) -> Position:
        return _Asked(self.game, states, streams)


def serve(pipe: Connection) -> None:
    """Answer until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is interrupted too, and ends this process itself
    with suppress(OSError):
        os.nice(5)  # whoever plays comes first
    threading.Thread(target=_die_with_parent, daemon=True).start()
    players: OrderedDict[str, Players] = OrderedDict()
    with suppress(EOFError, OSError):
        while True:
            asked = json.loads(pipe.recv_bytes())
            try:
                answer = {"answer": _answer(asked, players, pipe)}
            except MagnateError as error:
                answer = {"error": error.message, "hint": error.hint}
            except Exception as error:  # noqa: BLE001 - whatever it was, the table must hear of it
                answer = {"error": f"the agent {asked['spec']} raised {type(error).__name__}: {error}", "hint": ""}
            pipe.send_bytes(json.dumps(answer).encode())


def _answer(asked: dict[str, Any], players: OrderedDict[str, Players], pipe: Connection) -> Any:
    game = _game(asked["game"], asked["preset"], asked["players"], json.dumps(asked["options"], sort_keys=True))
    states = np.frombuffer(b64decode(asked["states"]), game.rules.STATE).copy()
    streams = np.frombuffer(b64decode(asked["streams"]), game.new().streams().dtype).copy()
    position = _Asked(game, states, streams)
    if asked["task"] == "hint":
        return _hint(position, asked["spec"], asked["seed"], pipe)
    seated = _seated(game, asked, players)
    _prepare(seated, position)
    pipe.send_bytes(b'{"ready": true}')
    return seated.choose(position) if asked["task"] == "choose" else _suggestion(position, seated)


@lru_cache(maxsize=32)
def _game(name: str, preset: str, players: int, options: str) -> Game:
    from ..engine.game import load_with

    return load_with(name, preset, players, json.loads(options))


def _seated(game: Game, asked: dict[str, Any], players: OrderedDict[str, Players]) -> Players:
    """The agent in every seat of the game, made when it is asked first."""
    from ..agents import resolve
    from ..engine.players import Players

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
    from ..agents.interface import CompiledAgent, OwnAgent
    from ..engine.compiler import build

    game, agent = position.game, seated.agents[max(position.to_move, 0)]
    if game.info.hidden:
        game.entry("face", "hide")
    if isinstance(agent, CompiledAgent):
        game.entry("choose", "choose")
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


# --------------------------------------------------------------------------------------------------- hints


def _hint(position: Position, spec: str, seed: int, pipe: Connection) -> list[dict[str, Any]]:
    """What a search finds about the actions: the best ones, with value, visits and interval."""
    from ..agents.search_spec import search_agent
    from ..search.budget import parse_budget
    from ..search.running import answered

    asked = search_agent(position.game.name, spec, position.game.players).question
    shown = Position(position.game, position.states())
    answered(shown, replace(asked, budget=parse_budget("time:1ms")), seed, time.monotonic_ns())  # loads what it takes
    pipe.send_bytes(b'{"ready": true}')
    return _best(answered(shown, asked, seed, time.monotonic_ns()))


def _best(report: Report) -> list[dict[str, Any]]:
    """The best actions of a report, the answer of the search first."""
    known = [one for one in report.actions if one.value[report.seat] is not None]
    known.sort(key=lambda one: (one.id != report.action, -one.visits, -_worth(one, report.seat)))
    return [_line(one, report.seat) for one in known[:BEST]]


def _line(one: ActionReport, seat: int) -> dict[str, Any]:
    value, error = _worth(one, seat), SURE * (one.error or 0.0)
    interval = {"low": max(0.0, value - error), "high": min(1.0, value + error)}
    return {"id": one.id, "value": value, "visits": one.visits, **interval}


def _worth(one: ActionReport, seat: int) -> float:
    value = one.value[seat]
    if value is None:
        raise AgentFailed("the search has no value for an action", hint="report this")
    return min(1.0, max(0.0, value))


def _die_with_parent() -> None:
    """End the process, whatever it is doing, when the server is no more."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
