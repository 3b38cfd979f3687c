"""The agents at one table, asked one decision at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..agents.spec import PAUSE, CompiledAgent, PythonAgent, agent_name
from ..errors import AgentFailed, IllegalAction
from .binding import MEMO

if TYPE_CHECKING:
    from .game import Game
    from .position import Position
    from .run import Batch, Results

__all__ = ["Players", "ask", "ask_batch", "params_of"]


class Players:
    """One agent a seat (see :func:`magnate.agents.resolve_all`), and what each does at a position.

    A compiled policy's choice is a pure function of the position, its seed and its history, so taking moves back
    and resuming a saved game change nothing. A Python agent is handed a copy that knows neither the seed nor what
    its seat cannot see.
    """

    def __init__(self, game: Game, agents: Sequence[CompiledAgent | PythonAgent]) -> None:
        self.game = game
        self.agents = list(agents)

    @property
    def names(self) -> tuple[str, ...]:
        """What the record calls them: the spec, or the object's ``name`` or class."""
        return tuple(map(agent_name, self.agents))

    def choose(self, position: Position) -> int:
        """The legal action that the agent to move chooses.

        Raises :class:`~magnate.errors.AgentFailed` when a Python agent raises or answers with something illegal.
        """
        agent = self.agents[position.to_move]
        if isinstance(agent, CompiledAgent):
            return self._compiled(position, agent)
        seat = position.to_move
        return ask(agent, f"{self.names[seat]} in seat {seat}", [position.shown_to(seat)])[0]

    def play_many(self, seeds: Sequence[int], threads: int, limit: int | None) -> Results:
        """Play one game a seed with these agents (see ``Game.play_many``)."""
        from .run import play_batched, play_games

        game = self.game
        starts = game.start_states(len(seeds))
        seats = np.tile(np.arange(len(self.agents)), (len(seeds), 1))
        what = (game.rules, game.info, starts, seeds, seats, params_of(self.agents))
        if all(isinstance(agent, CompiledAgent) for agent in self.agents):
            return play_games(*what, guide=game.guide, threads=threads, limit=limit)
        return play_batched(*what, self._answer, guide=game.guide, limit=limit)

    def _answer(self, seat: int, batch: Batch) -> list[int]:
        """What the Python agent in that seat does in all the games that wait for it."""
        return ask_batch(self.game, self.agents[seat], f"{self.names[seat]} in seat {seat}", batch)

    def _compiled(self, position: Position, agent: CompiledAgent) -> int:
        states = position.states()
        return int(
            self.game.entry("choose", "choose")(
                states,
                position.streams(),
                position.to_move,
                states.copy(),
                np.array(agent.row),
                np.zeros(self.game.info.max_legal, np.int64),
                np.zeros(MEMO, np.int64),
            )
        )


def params_of(agents: Sequence[CompiledAgent | PythonAgent]) -> np.ndarray:
    """The agents' rows of parameters for the drivers, which pause at the rows of Python agents."""
    from .run import params_row

    return np.array([agent.row if isinstance(agent, CompiledAgent) else params_row(PAUSE) for agent in agents])


def ask_batch(game: Game, agent: CompiledAgent | PythonAgent, name: str, batch: Batch) -> list[int]:
    """What a Python agent does at all the decisions of a batch that wait for it; raises as :func:`ask` does."""
    from .position import Position

    if isinstance(agent, CompiledAgent):
        raise TypeError(f"the compiled agent {name} answers inside the drivers, not here")
    states = batch.states
    return ask(agent, name, [Position(game, states[i : i + 1].copy()) for i in range(len(states))])


def ask(agent: PythonAgent, name: str, shown: Sequence[Position]) -> list[int]:
    """The ids of the actions that a Python agent takes at positions that show no more than its seat may see.

    The agent may do with the positions what it likes; its answers are checked against copies.

    Raises :class:`~magnate.errors.AgentFailed` naming the agent when it raises an error or answers with something that
    is not legal.
    """
    kept = [position.copy() for position in shown]
    try:
        answers = list(agent.act(list(shown)))
    except (Exception, SystemExit) as error:
        raise AgentFailed(
            f"the agent {name} raised {type(error).__name__}: {error}", hint="see the error it came from"
        ) from error
    if len(answers) != len(kept):
        raise AgentFailed(
            f"the agent {name} gave {len(answers)} answers to {len(kept)} positions", hint="answer each position once"
        )
    try:
        return [position.action_id(answer) for position, answer in zip(kept, answers, strict=True)]
    except IllegalAction as error:
        raise AgentFailed(f"the agent {name}: {error.message}", hint=error.hint) from error
