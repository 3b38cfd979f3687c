"""The agents in Python of one run: asked a batch at a time, each game with its own memory, and told what happens."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from ..agents.interface import CompiledAgent, PartlyCompiled, PositionAgent, PythonAgent, Sitting
from ..errors import AgentFailed, IllegalAction
from .narration import Event, readable_by
from .records import copied
from .retelling import Retelling

if TYPE_CHECKING:
    from .batches import Batch, Listener
    from .game import Game
    from .position import Position

__all__ = ["TRACEBACK_HINT", "Asking", "ask", "raised"]

TRACEBACK_HINT: Final = "on the command line, MAGNATE_DEBUG=1 shows the whole traceback"
_OURS: Final = str(Path(__file__).parents[1])


class Asking:
    """Answers for the Python agents among ``agents`` (the rows of the run's ``params``), called ``names`` in errors.

    One object serves one run, since it holds what :class:`~magnate.agents.interface.PartlyCompiled` agents remember.
    """

    def __init__(self, game: Game, agents: Sequence[CompiledAgent | PythonAgent], names: Sequence[str]) -> None:
        self.game = game
        self.agents = list(agents)
        self.names = list(names)
        self._sittings: dict[int, Sitting] = {
            row: agent.sit(game) for row, agent in enumerate(agents) if isinstance(agent, PartlyCompiled)
        }
        listening = [isinstance(agent, PartlyCompiled) and agent.listens for agent in agents]
        self._listening = np.array(listening, np.bool_)
        self._retelling = Retelling(game)
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
        if row in self._sittings:
            return self._sittings[row].answer(batch)
        if isinstance(agent, CompiledAgent | PartlyCompiled):
            raise TypeError(f"the compiled agent {name} answers inside the drivers, not here")
        from .position import Position

        states = batch.states
        return ask(agent, name, [Position(self.game, copied(states[i : i + 1])) for i in range(len(states))])

    # ------------------------------------------------------------------------------------------ listening

    def wants(self, seats: np.ndarray) -> np.ndarray:
        """The games in which an agent listens."""
        heard: np.ndarray = self._listening[seats].any(axis=1)
        return heard

    def begin(self, game: int, rows: np.ndarray, state: np.ndarray) -> None:
        """A game begins; what happened while it was set up is told at once."""
        self._rows[game] = rows.tolist()
        self._pass_on(game, self._retelling.begin(game, state))

    def hear(self, game: int, steps: Sequence[int]) -> None:
        """Tell the next steps of a game to those who listen in it."""
        self._pass_on(game, self._retelling.tell(game, steps))

    def end(self, game: int) -> None:
        """A game is over: forget it."""
        self._retelling.end(game)
        for row in set(self._rows.pop(game)) & set(self._sittings):
            self._sittings[row].leave(game)

    def _pass_on(self, game: int, events: Sequence[Event]) -> None:
        for seat, row in enumerate(self._rows[game]):
            if self._listening[row]:
                self.hand_on(row, game, seat, readable_by(events, seat, self.game.players))

    def hand_on(self, row: int, game: int, seat: int, events: Sequence[Event]) -> None:
        """Tell the agent in a row what has happened in one of its games."""
        self._sittings[row].hear(game, seat, events)


def ask(agent: PositionAgent, name: str, shown: Sequence[Position]) -> list[int]:
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
        raise AgentFailed(f"the agent {name} {raised(error)}", hint=TRACEBACK_HINT) from error
    if len(answers) != len(kept):
        raise AgentFailed(
            f"the agent {name} gave {len(answers)} answers to {len(kept)} positions", hint="answer each position once"
        )
    try:
        return [position.action_id(answer) for position, answer in zip(kept, answers, strict=True)]
    except IllegalAction as error:
        raise AgentFailed(f"the agent {name}: {error.message}", hint=error.hint) from error


def raised(error: BaseException) -> str:
    """What an agent's code raised, and where: ``raised ValueError: too hard (line 7 of bots.py)``.

    The line is the last one in the file in which our code called the agent's, since what the agent calls in its turn
    (the state, a library) is seldom to blame.
    """
    said = f"raised {type(error).__name__}: {error}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_OURS)]
    if not frames:
        return said
    file = frames[0].filename
    line = next(frame.lineno for frame in reversed(frames) if frame.filename == file)
    return f"{said} (line {line} of {Path(file).name})"
