"""The agents of a table, asked one decision at a time, and those in Python, asked a batch at a time."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from ..errors import AgentFailed, BadAgent, IllegalAction
from ..runtime.interpreter import interpret
from ..runtime.pystate import pystate_class
from ..runtime.stream import STREAM
from .agents import PAUSE, AgentSession, CompiledAgent, PartlyCompiled, PositionAgent, PythonAgent, agent_name
from .binding import MEMO
from .contract import POLICY, PURPOSES
from .narration import Event, EventReplay, readable_by
from .run import Batch, Listener, Results, Run, params_row, play_batched, play_games, prepare

if TYPE_CHECKING:
    from .base_game import BaseGame
    from .position import BasePosition


# ----------------------------------------------------------------------------------------------------- agents in Python


TRACEBACK_HINT: Final = "on the command line, MAGNATE_DEBUG=1 shows the whole traceback"
_OURS: Final = str(Path(__file__).parents[1])


class PythonAgentRunner:
    """Answers for the Python agents among ``agents`` (the rows of the run's ``params``), called ``names`` in errors.

    One object serves one run, since it holds what :class:`~magnate.core.agents.PartlyCompiled` agents remember.
    """

    def __init__(self, game: BaseGame, agents: Sequence[CompiledAgent | PythonAgent], names: Sequence[str]) -> None:
        self.game = game
        self.agents = list(agents)
        self.names = list(names)
        self._sessions: dict[int, AgentSession] = {}
        self._listening = np.zeros(len(self.agents), np.bool_)
        for row, agent in enumerate(self.agents):
            # To ask an object whether it follows a protocol takes long: compiled agents are not asked.
            if not isinstance(agent, CompiledAgent) and isinstance(agent, PartlyCompiled):
                self._sessions[row] = agent.start_session(game)
                self._listening[row] = agent.listens
        self._replay = EventReplay(game)
        self._rows: dict[int, list[int]] = {}

    @property
    def listener(self) -> Listener | None:
        """What the drivers are to tell the steps of games: this object if any agent listens."""
        return self if self._listening.any() else None

    def answer(self, row: int, batch: Batch) -> list[int]:
        """What the agent in a row does at all the decisions of a batch that wait for it.

        Raises :class:`~magnate.errors.AgentFailed` when it raises an error or answers with something illegal.
        """
        answers: list[int] = []
        for action in self.answers(row, batch, self.names[row]):
            if isinstance(action, AgentFailed):
                raise action
            answers.append(action)
        return answers

    def answers(self, row: int, batch: Batch, name: str) -> Sequence[int | AgentFailed]:
        """What the agent in a row does, and for each game in which it failed how; ``name`` is what errors call it.

        Raises :class:`~magnate.errors.AgentFailed` where it failed at the batch as a whole.
        """
        agent = self.agents[row]
        if row in self._sessions:
            return self._sessions[row].answer(batch)
        if isinstance(agent, CompiledAgent | PartlyCompiled):
            raise TypeError(f"the compiled agent {name} answers inside the drivers, not here")

        states = batch.states
        return ask(agent, name, [self.game.position(states[i : i + 1]) for i in range(len(states))])

    # ------------------------------------------------------------------------------------------ listening

    def wants(self, seats: np.ndarray) -> np.ndarray:
        """The games in which an agent listens."""
        heard: np.ndarray = self._listening[seats].any(axis=1)
        return heard

    def begin(self, game: int, rows: np.ndarray, state: np.ndarray) -> None:
        """A game begins; what happened while it was set up is reported at once."""
        self._rows[game] = rows.tolist()
        self._pass_on(game, self._replay.begin(game, state))

    def hear(self, game: int, steps: Sequence[int]) -> None:
        """Tell the next steps of a game to those who listen in it."""
        self._pass_on(game, self._replay.tell(game, steps))

    def end(self, game: int) -> None:
        """A game is over: forget it."""
        self._replay.end(game)
        for row in set(self._rows.pop(game)) & set(self._sessions):
            self._sessions[row].leave(game)

    def _pass_on(self, game: int, events: Sequence[Event]) -> None:
        for seat, row in enumerate(self._rows[game]):
            if self._listening[row]:
                self.hand_on(row, game, seat, readable_by(events, seat, self.game.players))

    def hand_on(self, row: int, game: int, seat: int, events: Sequence[Event]) -> None:
        """Tell the agent in a row what has happened in one of its games."""
        self._sessions[row].hear(game, seat, events)


def ask(agent: PositionAgent, name: str, shown: Sequence[BasePosition]) -> list[int]:
    """The ids of the actions that a Python agent takes at positions that show no more than its seat may see.

    The agent may do with the positions what it likes; its answers are checked against copies.

    Raises :class:`~magnate.errors.AgentFailed` naming the agent when it raises an error or answers with something that
    is not legal.
    """
    kept = [position.copy() for position in shown]
    try:
        answers = list(agent.act(list(shown)))
    except KeyboardInterrupt:  # the person at the terminal, not the agent
        raise
    except BaseException as error:  # an agent is anybody's code and may raise anything, asyncio's cancellation too
        if isinstance(error, BadAgent) and not _theirs(error):  # one of ours cannot play, such as without its program
            raise AgentFailed(f"the agent {name}: {error.message}", hint=error.hint) from error
        raise AgentFailed(f"the agent {name} {raised(error)}", hint=TRACEBACK_HINT) from error
    if len(answers) != len(kept):
        raise AgentFailed(
            f"the agent {name} gave {len(answers)} answers to {len(kept)} positions", hint="answer each position once"
        )
    try:
        return [position.action_id(answer) for position, answer in zip(kept, answers, strict=True)]
    except IllegalAction as error:
        raise AgentFailed(f"the agent {name}: {error.message}", hint=error.hint) from error


def _theirs(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames of an error that are of code that is not ours."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_OURS)]


def raised(error: BaseException) -> str:
    """What an agent's code raised, and where: ``raised ValueError: too hard (line 7 of bots.py)``.

    The line is the last one in the file in which our code called the agent's. What the agent itself calls (the state, a
    library) is seldom to blame.
    """
    said = f"raised {type(error).__name__}: {error}"
    frames = _theirs(error)
    if not frames:
        return said
    file = frames[0].filename
    line = next(frame.lineno for frame in reversed(frames) if frame.filename == file)
    return f"{said} (line {line} of {Path(file).name})"


# ------------------------------------------------------------------------------------------------------------ one table


class Players:
    """One agent a seat (see :func:`magnate.agents.resolve_all`), and what each does at a position.

    A compiled policy's choice is a pure function of the position, its seed and its history, so taking moves back
    and resuming a saved game change nothing. A Python agent gets a copy that knows neither the seed nor what its
    seat cannot see. An agent that remembers games (:class:`~magnate.core.agents.PartlyCompiled`) remembers the game
    that :meth:`choose` is called for.
    """

    def __init__(self, game: BaseGame, agents: Sequence[CompiledAgent | PythonAgent]) -> None:
        self.game = game
        self.agents = list(agents)
        self._asking = PythonAgentRunner(game, self.agents, self._seated_names())
        self._rows = [np.array(agent.row if isinstance(agent, CompiledAgent) else ()) for agent in self.agents]
        self._heard: list[int] | None = None  # the steps of the game that listening agents have received

    @property
    def names(self) -> tuple[str, ...]:
        """What the record calls them: the spec, or the object's ``name`` or class."""
        return tuple(map(agent_name, self.agents))

    def choose(self, position: BasePosition) -> int:
        """The legal action that the agent to move chooses.

        Positions of one game are asked about in their order; when moves have been taken back, agents that listen
        receive the events from there on.

        Raises :class:`~magnate.errors.AgentFailed` when a Python agent raises or answers with something illegal.
        """
        seat = position.to_move
        agent = self.agents[seat]
        if isinstance(agent, CompiledAgent):
            return self._compiled(position, self._rows[seat])
        if not isinstance(agent, PartlyCompiled):
            return ask(agent, self._asking.names[seat], [position.shown_to(seat)])[0]
        self.tell(position)
        return self._asking.answer(seat, batch_of(position))[0]

    def tell(self, position: BasePosition) -> None:
        """Tell the agents that listen what has happened in the game up to this position; :meth:`choose` does it too."""
        listener = self._asking.listener
        if listener is None:
            return
        history, known = list(position.history), self._heard
        if known is None or history[: len(known)] != known:
            if known is not None:
                listener.end(0)
            game, setup = self.game, position.start
            states = game.start_states(1) if setup is None else game.declared.setup(setup, game.options, game.players)
            listener.begin(0, np.arange(len(self.agents)), states)
            known = []
        listener.hear(0, history[len(known) :])
        self._heard = history

    @property
    def compiled(self) -> bool:
        """Whether all agents are compiled, so that :meth:`play` can play."""
        return all(isinstance(agent, CompiledAgent) for agent in self.agents)

    def play(self, seed: int, start: BasePosition | None, limit: int) -> tuple[Results, list[int]]:
        """Play one game with compiled agents in the drivers; returns its results and its steps.

        ``start`` is a set-up without a seed. The steps are those that :meth:`choose` and ``Position.apply`` would take
        one by one.
        """
        game, noted = self.game, _Noted()
        prepare(game.rules, game.guide, game.progress, batched=True)
        states = game.start_states(1) if start is None else start.states()
        seats = np.arange(len(self.agents))[None]
        run = Run.of(game, [seed], seats, params_of(self.agents), states=states, limit=limit)
        return play_batched(run, noted.answer, listener=noted), noted.steps

    def play_many(self, seeds: Sequence[int], threads: int, limit: int | None) -> Results:
        """Play one game a seed with these agents (see ``Game.play_many``)."""
        game = self.game
        prepare(game.rules, game.guide, game.progress, batched=not self.compiled)
        seats = np.tile(np.arange(len(self.agents)), (len(seeds), 1))
        run = Run.of(game, seeds, seats, params_of(self.agents), limit=limit)
        if self.compiled:
            return play_games(run, threads=threads)
        asking = PythonAgentRunner(game, self.agents, self._seated_names())
        return play_batched(run, asking.answer, listener=asking.listener)

    def _seated_names(self) -> list[str]:
        return [f"{name} in seat {seat}" for seat, name in enumerate(self.names)]

    def _compiled(self, position: BasePosition, row: np.ndarray) -> int:
        return int(
            self.game.entry("drivers", "decide")(
                position.states(),
                position.streams(),
                position.to_move,
                position.states(),
                row,
                np.zeros(self.game.info.max_legal, np.int64),
                np.zeros(MEMO, np.int64),
            )
        )


class _Noted:
    """Notes the steps of one game (a :class:`~magnate.core.run.Listener`)."""

    def __init__(self) -> None:
        self.steps: list[int] = []

    def wants(self, seats: np.ndarray) -> np.ndarray:
        return np.ones(len(seats), np.bool_)

    def begin(self, game: int, rows: np.ndarray, state: np.ndarray) -> None:
        pass

    def hear(self, game: int, steps: Sequence[int]) -> None:  # noqa: ARG002 - there is one game
        self.steps += steps

    def end(self, game: int) -> None:
        pass

    def answer(self, _row: int, _batch: Batch) -> Sequence[int]:
        raise TypeError("compiled agents answer inside the drivers, not here")


def params_of(agents: Sequence[CompiledAgent | PythonAgent]) -> np.ndarray:
    """The agents' rows of parameters for the drivers, which pause where these leave a decision to Python."""
    rows = [agent.row if isinstance(agent, CompiledAgent | PartlyCompiled) else params_row(PAUSE) for agent in agents]
    return np.array(rows)


def batch_of(position: BasePosition) -> Batch:
    """The decision of a position as the drivers would put it to a Python agent, with the numbers of its streams."""
    seat = position.to_move
    next_key = interpret("magnate.runtime.stream").next_key  # interpreted: compiling it for one call would take longer
    stream, channel = pystate_class(STREAM)().from_record(position.streams()[0]), seat * PURPOSES + POLICY
    hiding = next_key(stream, channel) if position.game.info.hidden else None
    shown = position.shown_to(seat, hiding).states()
    legal = tuple(action.id for action in position.legal())
    return Batch(np.zeros(1, np.int64), shown, np.array([seat]), (legal,), np.array([next_key(stream, channel)]))
