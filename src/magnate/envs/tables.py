"""What all environments share, and many games stepped at once in compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ..agents import CompiledAgent, resolve
from ..core.agents import PAUSE, Agent
from ..core.binding import FINISHED, LIMIT, MEMO, RUNNING, WAITING
from ..core.game import Game, load_with
from ..core.loader import kernel
from ..core.run import Run, new_waiting, params_row
from ..errors import BadAgent, BadOption, BadSeat, MissingExtra
from ..runtime.compiler import build, direct
from ..runtime.stream import SEED_LIMIT

if TYPE_CHECKING:
    from ..core.game import Position


# -------------------------------------------------------------------------------------------- One game, one observation


BOUND: Final = 1e6
"""No number of an observation is greater, or less than minus this. (Most are from 0 to 1; no game promises bounds, and
the libraries warn of infinite ones.)"""


def missing(error: ModuleNotFoundError) -> MissingExtra:
    """What to raise when a library of the extra is not installed."""
    return MissingExtra.of("this", error.name, "envs")


def game_of(game: str | ModuleType | Game, preset: str | None, players: int | None, options: Mapping[str, Any]) -> Game:
    """The game with its options, as :func:`magnate.load` would give it; a loaded game is taken as it is.

    Raises what :func:`magnate.load` raises.
    """
    if not isinstance(game, Game):
        return load_with(game, preset, players, options)
    if preset is not None or players is not None or options:
        raise BadOption(f"{game.name} is loaded already", hint="choose preset, players and options when loading it")
    return game


def checked_limit(limit: int | None) -> int | None:
    """After how many decisions a game is cut short; None for never."""
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        raise BadOption(f"a game cannot end after {limit!r} decisions", hint="give max_decisions from 1, or None")
    return limit


def checked_seat(game: Game, seat: int | None) -> int | None:
    """The seat of the learner; None stands for one that is drawn."""
    if seat is None or (isinstance(seat, int) and 0 <= seat < game.players):
        return seat
    raise BadSeat(f"there is no seat {seat!r}", hint=f"seats are 0 to {game.players - 1}; None draws one for each game")


def observation(position: Position, seat: int) -> np.ndarray:
    """What a seat observes: ``game.info.features`` numbers, in games with hidden parts those of a hidden copy."""
    shown = position.shown_to(seat, 0) if position.game.info.hidden else position
    return shown.features(seat).astype(np.float32)


def action_mask(position: Position, seat: int) -> np.ndarray:
    """1 for each action that the seat may take now; all 0 where it is not to move."""
    mask = np.zeros(position.game.info.max_actions, np.int8)
    if position.to_move == seat:
        mask[position.legal_ids()] = 1
    return mask


# --------------------------------------------------------------------------------------------------- Many games at once
#
# Each has one learner; all other seats are compiled agents. A step is two calls of compiled code. The engine's
# ``advance`` plays each game until its learner is to decide or the game is over. ``observing`` writes what the
# learners see.


NOTHING = -1
"""An answer that no game takes, so that the game goes on waiting."""


class Tables:
    """``count`` games of ``game``, whose learners' opponents are ``opponents``.

    These are the compiled agents clockwise from the learner's seat on, or one for all. ``learners`` are the learners'
    seats (None: each game draws one). ``limit`` decisions of the learner end a game (None: the game's own bound on all
    decisions is the only one). Everything in a game follows from the generator
    that :meth:`deal` is handed and from the learner's actions, whatever the other games do.

    Raises :class:`~magnate.errors.BadAgent` for the wrong number of opponents, or for one that is not compiled.
    """

    def __init__(
        self, game: Game, opponents: Agent | Sequence[Agent], learner: int | None, limit: int | None, count: int
    ) -> None:
        self.game = game
        self._learner = learner
        self._limit = limit
        params = np.array([params_row(PAUSE), *_rows(game, opponents)])
        run = Run.of(game, [0] * count, np.zeros((count, game.players)), params, tracks=False)
        drivers, self._longest = run.drivers, run.longest
        build([kernel("drivers", game.rules).new_games, drivers.advance, drivers.observe_many], game.progress)
        self._advance, self._observe = direct(drivers.advance), direct(drivers.observe_many)
        self._buffers, self._waiting = run.buffers(batched=True), new_waiting(drivers, count, game.info)
        self.states, self._streams, self.seats = run.states, run.streams, run.seats
        self._bytes = self.states.view(f"V{self.states.itemsize}")  # NumPy copies records field by field, bytes at once
        self._fresh = game.start_states(1).view(self._bytes.dtype)[0]
        self._silent = np.zeros(1, self._streams.dtype)[0]
        self._memos = self._buffers.memos.reshape(count, game.players, MEMO)
        self.learners, self._taken = np.zeros((2, count), np.int64)
        self.answers, self.status = self._waiting.answer, self._waiting.status
        self.status[:] = FINISHED
        of = run.results
        self.utility, self.endings = of.utility, of.ending
        self._kept = (self._taken, self._memos, of.ending, of.decisions, of.utility, of.score)
        self._row = np.zeros(game.info.features)

    def deal(self, i: int, dice: np.random.Generator) -> None:
        """Set game ``i`` up anew; its seed, and the learner's seat if it is drawn, come from ``dice``."""
        seats = self.game.players
        learner = int(dice.integers(seats)) if self._learner is None else self._learner
        self.learners[i] = learner
        self.seats[i] = (np.arange(seats) - learner) % seats  # row 0 of the parameters is the learner's
        self._bytes[i], self._streams[i] = self._fresh, self._silent
        self._streams["seed"][i] = dice.integers(SEED_LIMIT)
        self.status[i] = RUNNING
        for one in self._kept:
            one[i] = 0

    def end(self, which: np.ndarray) -> None:
        """End these games (booleans) as they stand."""
        self.status[which] = FINISHED

    @property
    def over(self) -> np.ndarray:
        """Which games are over."""
        return self.status == FINISHED

    @property
    def cut(self) -> np.ndarray:
        """Which games were cut short by a limit of decisions."""
        return self.over & (self.endings == LIMIT)

    def go_on(self) -> None:
        """Give the waiting learners' ``answers`` (legal ones) and play until all games wait again or are over."""
        if self._limit is not None:
            self._taken += (self.status == WAITING) & (self.answers != NOTHING)
        self._advance(self._longest, self._buffers, self._waiting)
        self.answers[:] = NOTHING
        running = self.status != FINISHED
        self.status[running] = WAITING  # a game that was given no answer has refused it
        if self._limit is not None:
            running &= self._taken >= self._limit
            if np.count_nonzero(running):  # much faster than any() for few games
                self.status[running], self.endings[running] = FINISHED, LIMIT

    def observe(self) -> tuple[np.ndarray, np.ndarray]:
        """What the learners see (n, features) and which actions they may take (n, actions), as new arrays."""
        features = np.empty((len(self.states), self.game.info.features), np.float32)
        masks = np.empty((len(self.states), self.game.info.max_actions), np.int8)
        self._observe(self.learners, self._buffers, self._waiting, self._row, features, masks)
        return features, masks

    def shares(self) -> np.ndarray:
        """What each game is worth to its learner so far: 0 until it is over."""
        found: np.ndarray = self.utility[np.arange(len(self.learners)), self.learners]
        return found


def _rows(game: Game, opponents: Agent | Sequence[Agent]) -> list[tuple[float, ...]]:
    """The opponents' rows of parameters, clockwise from the learner on."""
    wanted = game.players - 1
    listed: list[Agent] = list(opponents) if isinstance(opponents, list | tuple) else [cast(Agent, opponents)] * wanted
    if len(listed) != wanted:
        raise BadAgent(f"{len(listed)} opponents for {wanted} seats", hint=f"give {wanted}, or one for all of them")
    found = [resolve(game.name, agent) for agent in listed]
    for agent, asked in zip(found, listed, strict=True):
        if not isinstance(agent, CompiledAgent):
            raise BadAgent(
                f"{asked!r} is no compiled agent, and opponents play in compiled code",
                hint=f"name compiled ones ({', '.join(game.agent_names())}), or take magnate.envs.pettingzoo",
            )
    return [agent.row for agent in found if isinstance(agent, CompiledAgent)]
