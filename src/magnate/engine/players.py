"""The agents at one table, asked one decision at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..agents.interface import PAUSE, CompiledAgent, PartlyCompiled, PythonAgent, agent_name
from .asking import Asking, ask
from .batches import Batch
from .binding import LIMIT, MEMO
from .contract import POLICY, PURPOSES
from .interpreted import interpret
from .records import state_hash
from .stream import STREAM
from .twin import mirror_class

if TYPE_CHECKING:
    from .game import Game
    from .position import Position
    from .record import Record
    from .run import Results

__all__ = ["Players", "batch_of", "params_of"]


class Players:
    """One agent a seat (see :func:`magnate.agents.resolve_all`), and what each does at a position.

    A compiled policy's choice is a pure function of the position, its seed and its history, so taking moves back
    and resuming a saved game change nothing. A Python agent is handed a copy that knows neither the seed nor what
    its seat cannot see; one that remembers games (:class:`~magnate.agents.interface.PartlyCompiled`) remembers the game
    that :meth:`choose` is called for.
    """

    def __init__(self, game: Game, agents: Sequence[CompiledAgent | PythonAgent]) -> None:
        self.game = game
        self.agents = list(agents)
        self._asking = Asking(game, self.agents, self._seated_names())
        self._rows = [np.array(agent.row if isinstance(agent, CompiledAgent) else ()) for agent in self.agents]
        self._told: list[int] | None = None  # the steps of the game that listening agents have been told

    @property
    def names(self) -> tuple[str, ...]:
        """What the record calls them: the spec, or the object's ``name`` or class."""
        return tuple(map(agent_name, self.agents))

    def choose(self, position: Position) -> int:
        """The legal action that the agent to move chooses.

        Positions of one game are asked about in their order; when moves have been taken back, agents that listen are
        told what follows from there.

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

    def tell(self, position: Position) -> None:
        """Tell the agents that listen what has happened in the game up to this position; :meth:`choose` does it too."""
        listener = self._asking.listener
        if listener is None:
            return
        history, known = list(position.history), self._told
        if known is None or history[: len(known)] != known:
            if known is not None:
                listener.end(0)
            setup = position.record().start
            start = self.game.new() if setup is None else self.game.setup(setup)
            listener.begin(0, np.arange(len(self.agents)), start.states())
            known = []
        listener.hear(0, history[len(known) :])
        self._told = history

    @property
    def compiled(self) -> bool:
        """Whether all agents are compiled, so that :meth:`play` can play."""
        return all(isinstance(agent, CompiledAgent) for agent in self.agents)

    def play(self, seed: int, start: Position | None, limit: int) -> Record:
        """Play one game with compiled agents in the drivers (see ``Game.play``); ``start`` is a set-up without a seed.

        The steps are those that :meth:`choose` and :meth:`Position.apply` would take one by one.
        """
        from .record import Record, Result
        from .run import play_batched, prepare

        game, noted = self.game, _Noted()
        prepare(game.rules, game.guide, game.progress, batched=True)
        states = game.start_states(1) if start is None else start.states()
        what = (game.rules, game.info, states, [seed], np.arange(len(self.agents))[None], params_of(self.agents))
        played = play_batched(*what, noted.answer, guide=game.guide, limit=limit, listener=noted)
        over = int(played.ending[0]) != LIMIT
        utility, score = tuple(played.utility[0].tolist()), tuple(played.score[0].tolist())
        return Record.made(
            game,
            noted.steps,
            state_hash(played.states),
            agents=self.names,
            seed=seed,
            start=None if start is None else start.start,
            result=Result(game.info.ending_name(int(played.ending[0])), utility, score) if over else None,
        )

    def play_many(self, seeds: Sequence[int], threads: int, limit: int | None) -> Results:
        """Play one game a seed with these agents (see ``Game.play_many``)."""
        from .run import play_batched, play_games, prepare

        game = self.game
        compiled = all(isinstance(agent, CompiledAgent) for agent in self.agents)
        prepare(game.rules, game.guide, game.progress, batched=not compiled)
        starts = game.start_states(len(seeds))
        seats = np.tile(np.arange(len(self.agents)), (len(seeds), 1))
        what = (game.rules, game.info, starts, seeds, seats, params_of(self.agents))
        if compiled:
            return play_games(*what, guide=game.guide, threads=threads, limit=limit)
        asking = Asking(game, self.agents, self._seated_names())
        return play_batched(*what, asking.answer, guide=game.guide, limit=limit, listener=asking.listener)

    def _seated_names(self) -> list[str]:
        return [f"{name} in seat {seat}" for seat, name in enumerate(self.names)]

    def _compiled(self, position: Position, row: np.ndarray) -> int:
        return int(
            self.game.entry("choose", "choose")(
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
    """Notes the steps of one game (a :class:`~magnate.engine.batches.Listener`)."""

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
    from .run import params_row

    rows = [agent.row if isinstance(agent, CompiledAgent | PartlyCompiled) else params_row(PAUSE) for agent in agents]
    return np.array(rows)


def batch_of(position: Position) -> Batch:
    """The decision of a position as the drivers would put it to a Python agent, with the numbers of its streams."""
    seat = position.to_move
    next_key = interpret("magnate.engine.stream").next_key  # interpreted: compiling it for one call would take longer
    stream, channel = mirror_class(STREAM)().from_record(position.streams()[0]), seat * PURPOSES + POLICY
    hiding = next_key(stream, channel) if position.game.info.hidden else None
    shown = position.shown_to(seat, hiding).states()
    legal = tuple(action.id for action in position.legal())
    return Batch(np.zeros(1, np.int64), shown, np.array([seat]), (legal,), np.array([next_key(stream, channel)]))
