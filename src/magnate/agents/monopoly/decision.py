"""One decision that is put to a :class:`~.player.Player`, and what its base agent would do there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ...core.game_module import reason_text
from ...games.monopoly.board import SEATS
from ...games.monopoly.state import DEBT, NO_FRAME, REJECT, TRADE, TRADE_ANSWER, TRADE_WITH
from ...runtime.layout import copied
from .decision_kinds import ALL_KINDS, NO_KIND, kind_of
from .game_state import GameState, offer_in
from .parameters import CLOSED
from .views import TradeOffer

if TYPE_CHECKING:
    from ...core.game import Game

LONGEST: Final = 200
"""Actions of the base agent that are looked ahead at most: far more than a window has."""


class BasePolicy:
    """The compiled agent that a player is based on, asked from Python."""

    def __init__(self, game: Game, row: Sequence[float]) -> None:
        self.game = game
        self._row = np.array(row)
        self._propose = game.entry("drivers", "propose")
        self._step = game.entry("position_kernel", "step")
        self._why = game.entry("position_kernel", "why")
        self._acts = np.zeros(game.info.max_legal, np.int64)

    def propose(self, states: np.ndarray, keys: np.ndarray, memos: np.ndarray, closed: int = 0) -> np.ndarray:
        """What the base agent does at these decisions, without management actions of the kinds in ``closed``.

        ``memos`` has its notes of each game, a row of :data:`~magnate.core.binding.MEMO` numbers a decision.
        """
        params = np.repeat(self._row[None, :], len(states), axis=0)
        params[:, CLOSED] = closed
        chosen = np.zeros(len(states), np.int64)
        self._propose(states, keys, params, self._acts, memos, chosen)
        return chosen

    def one(self, states: np.ndarray, key: int, memo: np.ndarray, closed: int = 0) -> int:
        """As :meth:`propose`, for one state and its row of notes (as an array of one row)."""
        return int(self.propose(states, np.array([key]), memo, closed)[0])

    def step(self, states: np.ndarray, action: int) -> None:
        """Take a legal action in the state of an array of length 1."""
        self._step(states, action)

    def why(self, states: np.ndarray, action: int) -> int:
        """The reason why an action is not legal, or 0."""
        return int(self._why(states, action))


class Place(NamedTuple):
    """Where in a game a decision is: enough to tell one window of a game from another."""

    turns: int
    phase: int
    asked: int
    doubles: int
    frame: int
    """The kind of interrupt, 0 outside of any."""


def places(states: np.ndarray) -> list[Place]:
    """The places of many states, read all at once."""
    depth = states["depth"].astype(np.int64)
    frames = np.where(depth > 0, states["fkind"][np.arange(len(states)), depth - 1], NO_FRAME)
    columns = (states[name].tolist() for name in ("turns", "phase", "asked", "doubles"))
    return list(map(Place, *columns, frames.tolist()))


@dataclass(slots=True, eq=False)
class Decision:
    """A decision of one seat: the state as an array of length 1, the legal actions, and the base agent's choice.

    ``key`` is the number from which the seat's random draws at this decision follow, ``memo`` the base agent's notes of
    the game (one row). ``topic`` is what the player is being asked about.
    """

    base: BasePolicy
    states: np.ndarray
    place: Place
    seat: int
    legal: tuple[int, ...]
    key: int
    memo: np.ndarray
    proposal: int
    topic: int = NO_KIND
    _state: GameState | None = field(default=None, init=False)

    @property
    def state(self) -> GameState:
        """What the player is shown."""
        if self._state is None:
            self._state = GameState(self)
        return self._state

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.base.game

    @property
    def record(self) -> np.void:
        """The state's record."""
        record: np.void = self.states[0]
        return record

    def restricted(self, closed: int) -> int:
        """What the base agent does without management actions of the kinds in ``closed`` (a mask)."""
        return self.base.one(self.states, self.key, self.memo, closed)

    def without_cards(self) -> int:
        """What the base agent would do in jail if it held no card."""
        states = copied(self.states)
        holders = states["holder"][0]
        holders[holders == self.seat + 1] = 0
        return self.base.one(states, self.key, self.memo)

    def reason(self, action: int, states: np.ndarray | None = None) -> str:
        """Why an action is not legal, as the end of a sentence."""
        where = self.states if states is None else states
        return reason_text(self.game.declared, where[0], self.base.why(where, action), action)

    def planned(self, kind: int) -> list[int]:
        """The management actions of one kind that the base agent would take here, one after another."""
        states, key = copied(self.states), self.key
        found: list[int] = []
        while len(found) < LONGEST and self._decides(states) and not states["depth"][0]:
            action = self.base.one(states, key, self.memo, ALL_KINDS & ~(1 << kind))
            if kind_of(action) != kind:
                break
            found.append(action)
            self.base.step(states, action)
            key += 1
        return found

    def planned_offers(self, closed: int) -> list[TradeOffer]:
        """The offers that the base agent would make in this window, each being refused."""
        states, key = copied(self.states), self.key
        found: list[TradeOffer] = []
        for _ in range(LONGEST):
            action = self.base.one(states, key, self.memo, closed)
            if not TRADE_WITH <= action < TRADE_WITH + SEATS:
                break
            found += self._offered(states, action, key)
            key += 1
            if not self._decides(states) or states["depth"][0]:
                break
        return found

    def planned_rescue(self) -> Iterator[int | TradeOffer]:
        """What the base agent would do about a debt, up to its first offer: an offer's answer cannot be known."""
        states, key = copied(self.states), self.key
        for _ in range(LONGEST):
            if not self._decides(states) or states["fkind"][0, int(states["depth"][0]) - 1] != DEBT:
                return
            action = self.base.one(states, key, self.memo)
            if TRADE_WITH <= action < TRADE_WITH + SEATS:
                yield from self._offered(states, action, key)
                return
            yield action
            self.base.step(states, action)
            key += 1

    def _decides(self, states: np.ndarray) -> bool:
        return int(states["mover"][0]) == self.seat

    def _offered(self, states: np.ndarray, action: int, key: int) -> list[TradeOffer]:
        """Let the base agent make up the offer that it begins with ``action``; it is refused. Empty if withdrawn."""
        found = []
        self.base.step(states, action)
        depth = int(states["depth"][0])
        while int(states["depth"][0]) == depth and int(states["fkind"][0, depth - 1]) == TRADE:
            if int(states["trade_step"][0]) == TRADE_ANSWER:
                found.append(offer_in(self.state, states[0]))
                self.base.step(states, REJECT)
            else:
                self.base.step(states, self.base.one(states, key, self.memo))
        return found
