"""What all environments share, and many games stepped at once in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import numpy as np

from ..agents import CompiledAgent, resolve
from ..core.agents import PAUSE, Agent, AgentSession, OwnAgent
from ..core.binding import FINISHED, LIMIT, MEMO, RUNNING, WAITING
from ..core.game import Game, load_with
from ..core.loader import kernel
from ..core.run import Batch, Run, new_waiting, params_row
from ..errors import AgentFailed, BadAgent, BadOption, BadSeat, BadValue, MissingExtra
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


def checked_reward(reward: float) -> float:
    """What an illegal action is paid."""
    if isinstance(reward, bool) or not isinstance(reward, int | float | np.number) or not np.isfinite(reward):
        raise BadOption(f"an illegal action cannot be paid {reward!r}", hint="give illegal_reward a number")
    return float(reward)


def checked_count(count: int) -> int:
    """How many games there are at once."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
        raise BadOption(f"there cannot be {count!r} games", hint="give num_envs a whole number from 1")
    return int(count)


def action_ids(actions: Any, count: int) -> np.ndarray:
    """The ids of actions, one for each of so many games; raises :class:`~magnate.errors.BadValue` for anything else.

    Numbers with a point are taken where they are whole.
    """
    found = np.asarray(actions)
    if found.shape != (count,):
        raise BadValue(f"the actions have the shape {found.shape}, not {(count,)}", hint="give one action a game")
    if found.dtype.kind == "f" and np.isfinite(found).all() and (found == np.floor(found)).all():
        found = found.astype(np.int64)
    if found.dtype.kind not in "iub":
        raise BadValue("some of the actions are no whole numbers", hint="give the id of an action in each game")
    return found.astype(np.int64, copy=False)


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
# Each has one learner; all other seats are opponents. A step is two calls of compiled code if these are compiled. The
# engine's ``advance`` plays each game until its learner is to decide or the game is over. ``observing`` writes what the
# learners see. Opponents that answer in Python are asked in between, about all the games that wait for them at once.


NOTHING = -1
"""An answer that no game takes, so that the game goes on waiting."""

Policy: TypeAlias = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""An opponent that decides as a learner does: from observations (n, features) and masks (n, actions) to n actions."""
Opponent: TypeAlias = Agent | Policy
"""An agent by name that is compiled or plays by a network or a search, or a :data:`Policy`."""
Opponents: TypeAlias = Opponent | Sequence[Opponent]
"""One opponent for all other seats, or one for each of them, clockwise from the learner on."""


class Tables:
    """``count`` games of ``game``, whose learners' opponents are ``opponents``.

    ``learners`` are the learners' seats (None: each game draws one). ``limit`` decisions of the learner end a game
    (None: the game's own bound on all decisions is the only one). Everything in a game follows from the generator that
    :meth:`deal` is handed, from the learner's actions and from those of opponents in Python.

    Raises :class:`~magnate.errors.BadAgent` for the wrong number of opponents, or for one that cannot be asked.
    """

    def __init__(self, game: Game, opponents: Opponents, learner: int | None, limit: int | None, count: int) -> None:
        self.game = game
        self._learner = learner
        self._limit = limit
        run = Run.of(game, [0] * count, np.zeros((count, game.players)), np.array([params_row(PAUSE)]), tracks=False)
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
        self._seated = [_Seated(params_row(PAUSE))]  # the rows of the parameters; the first is the learner's
        self.set_opponents([opponents])

    def set_opponents(self, lineups: Sequence[Opponents], weights: Sequence[float] | None = None) -> None:
        """From now on draw the opponents of each game that is dealt from ``lineups``; games that go on keep theirs.

        ``weights`` say how often each is drawn; without them all are drawn as often.
        """
        chances = np.ones(len(lineups)) if weights is None else np.array(weights, np.float64)
        if not len(lineups) or chances.shape != (len(lineups),) or not (chances >= 0).all() or not chances.sum() > 0:
            raise BadOption(
                f"{len(lineups)} line-ups of opponents and the weights {weights}",
                hint="give each a weight of 0 or more",
            )
        seated = [_Seated.of(self.game, one) for lineup in lineups for one in _listed(self.game, lineup)]
        in_use = np.unique(self.seats[self.status != FINISHED])
        kept = [0, *(row for row in in_use.tolist() if row)]
        places = np.zeros(len(self._seated), np.int64)
        places[kept] = np.arange(len(kept))
        self.seats[:] = places[self.seats]
        self._seated = [self._seated[row] for row in kept] + seated
        rows = len(kept) + np.arange(len(seated)).reshape(len(lineups), -1)
        self._lineups = np.column_stack([np.zeros(len(lineups), np.int64), rows])
        self._bounds = chances.cumsum() / chances.sum()
        self._asks = any(one.in_python for one in self._seated)
        self._buffers = self._buffers._replace(params=np.array([one.row for one in self._seated]))

    def deal(self, i: int, dice: np.random.Generator) -> None:
        """Set game ``i`` up anew; its seed comes from ``dice``, and so do the learner's seat and opponents if drawn."""
        seats = self.game.players
        learner = int(dice.integers(seats)) if self._learner is None else self._learner
        lineup = int(self._bounds.searchsorted(dice.random(), "right")) if len(self._lineups) > 1 else 0
        self.learners[i] = learner
        for row in self.seats[i] if self._asks else ():
            self._seated[row].leave(i)
        self.seats[i] = self._lineups[lineup][(np.arange(seats) - learner) % seats]
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
        while self._asks:
            others = np.flatnonzero((self.status == WAITING) & (self._waiting.seat != self.learners))
            if not len(others):
                break
            self._ask(others)
            self._advance(self._longest, self._buffers, self._waiting)
            self.answers[:] = NOTHING
        running = self.status != FINISHED
        self.status[running] = WAITING  # a game that was given no answer has refused it
        if self._limit is not None:
            running &= self._taken >= self._limit
            if np.count_nonzero(running):  # much faster than any() for few games
                self.status[running], self.endings[running] = FINISHED, LIMIT

    def _ask(self, others: np.ndarray) -> None:
        """Let opponents in Python answer in the games of these numbers, which wait for them."""
        w = self._waiting
        rows = self.seats[others, w.seat[others]]
        features, masks = self._observed(w.seat)
        for row in np.unique(rows):
            games, one = others[rows == row], self._seated[row]
            if one.session is not None:
                legal = tuple(tuple(w.legal[i, : w.count[i]].tolist()) for i in games)
                shown = self._buffers.copies.take(games)
                found = one.session.answer(Batch(games, shown, w.seat[games], legal, w.keys[games]))
                for answer in found:
                    if isinstance(answer, AgentFailed):
                        raise answer
                self.answers[games] = found
            elif one.policy is not None:
                self.answers[games] = _checked(one.policy(features[games], masks[games]), masks[games])

    def observe(self) -> tuple[np.ndarray, np.ndarray]:
        """What the learners see (n, features) and which actions they may take (n, actions), as new arrays."""
        return self._observed(self.learners)

    def _observed(self, seats: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        features = np.empty((len(self.states), self.game.info.features), np.float32)
        masks = np.empty((len(self.states), self.game.info.max_actions), np.int8)
        self._observe(seats, self._buffers, self._waiting, self._row, features, masks)
        return features, masks

    def shares(self) -> np.ndarray:
        """What each game is worth to its learner so far: 0 until it is over."""
        found: np.ndarray = self.utility[np.arange(len(self.learners)), self.learners]
        return found


@dataclass(frozen=True)
class _Seated:
    """A row of parameters for the drivers, and who answers where they pause: a policy, or an agent of ours."""

    row: Sequence[float] | np.ndarray
    policy: Policy | None = None
    session: AgentSession | None = None

    @property
    def in_python(self) -> bool:
        """Whether Python answers for it."""
        return self.policy is not None or self.session is not None

    def leave(self, game: int) -> None:
        """The game is over."""
        if self.session is not None:
            self.session.leave(game)

    @classmethod
    def of(cls, game: Game, opponent: Opponent) -> _Seated:
        """An opponent as it was named."""
        if callable(opponent) and not isinstance(opponent, type) and not hasattr(opponent, "act"):
            return cls(params_row(PAUSE), policy=opponent)
        agent = resolve(game.name, cast(Agent, opponent))
        if isinstance(agent, CompiledAgent):
            return cls(agent.row)
        if isinstance(agent, OwnAgent) and not agent.listens:
            return cls(agent.row, session=agent.start_session(game))
        raise BadAgent(
            f"{opponent!r} is no compiled agent, and opponents play in compiled code",
            hint=f"name compiled ones ({', '.join(game.agent_names())}), give a function of observations and masks, or "
            "take magnate.envs.pettingzoo",
        )


def _checked(answers: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The answers of a policy; raises :class:`~magnate.errors.AgentFailed` unless there is a legal one a row."""
    found = np.asarray(answers)
    if found.shape != (len(masks),) or not np.issubdtype(found.dtype, np.integer):
        raise AgentFailed(
            f"an opponent answered {len(masks)} observations with the shape {found.shape} of {found.dtype}",
            hint="return one action id for each row",
        )
    known = (found >= 0) & (found < masks.shape[1])
    if not (known & (masks[np.arange(len(masks)), np.where(known, found, 0)] == 1)).all():
        raise AgentFailed("an opponent took an action that is not legal", hint="choose where its mask is 1")
    return found


def _listed(game: Game, opponents: Opponents) -> list[Opponent]:
    """The opponents clockwise from the learner on."""
    wanted = game.players - 1
    listed = list(opponents) if isinstance(opponents, list | tuple) else [cast(Opponent, opponents)] * wanted
    if len(listed) != wanted:
        raise BadAgent(f"{len(listed)} opponents for {wanted} seats", hint=f"give {wanted}, or one for all of them")
    return listed
