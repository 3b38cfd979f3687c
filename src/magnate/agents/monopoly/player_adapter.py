"""One :class:`~.player.Player` in one game: which of its methods is asked when, and what its answers come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...core.binding import MEMO
from ...core.players import TRACEBACK_HINT, raised
from ...errors import AgentFailed, BadAgent, MagnateError
from ...games.monopoly.management import BUILDS, LIFTS, MORTGAGES, SELLS, TRADES
from ...games.monopoly.state import (
    ACCEPT,
    AFTER,
    BANKRUPT,
    BEFORE,
    BETWEEN,
    BUY,
    BUYING,
    DEBT,
    DECLINE,
    ORDER_RAISE_FIRST,
    PASS,
    PASS_UNTIL_TURN,
    PAY_FINE,
    REJECT,
    ROLL,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    USE_CHANCE_CARD,
    USE_CHEST_CARD,
)
from .decision import BasePolicy, Decision, places
from .decision_kinds import ACCEPT as ANSWER
from .decision_kinds import ALL_KINDS, BANKRUPTCY, CARD, FINE, METHODS, NO_KIND, kind_of, topics_of
from .decision_kinds import BUY as PURCHASE
from .parameters import PAUSES
from .planned_actions import InvalidAnswer, PlannedAction, plan_building, plan_deeds, plan_offers, raise_cash
from .views import BaseRequest, BaseSuggestions

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.narration import Event
    from ...core.run import Batch


WAYS_OUT: Final = 1 << CARD | 1 << FINE
WINDOWS: Final = (BEFORE, AFTER, BETWEEN, THROWN)
CARDS: Final = (USE_CHANCE_CARD, USE_CHEST_CARD)
METHOD_OF: Final = {topic: name for name, topic in METHODS.items()}
NATURAL_ORDER: Final = (BUILDS, SELLS, MORTGAGES, LIFTS, TRADES)
RAISE_FIRST: Final = (SELLS, MORTGAGES, LIFTS, BUILDS, TRADES)
PLANNERS: Final[dict[int, Callable[[Decision, Any], list[PlannedAction]]]] = {
    BUILDS: lambda decision, answer: plan_building(decision, answer, BUILDS),
    SELLS: lambda decision, answer: plan_building(decision, answer, SELLS),
    MORTGAGES: lambda decision, answer: plan_deeds(decision, answer, MORTGAGES),
    LIFTS: lambda decision, answer: plan_deeds(decision, answer, LIFTS),
    TRADES: plan_offers,
}


@dataclass
class Plans:
    """What has been asked in one window or debt (``where`` tells it apart), and what is still to be carried out."""

    where: tuple[Any, ...]
    asked: int = 0
    closed: int = 0
    actions: list[PlannedAction] = field(default_factory=list)


class PlayerAdapter:
    """A player in a seat of one game.

    ``topics`` is the mask of the methods that the player's class overrides, ``row`` where the base agent's notes of
    this game are kept.

    Besides the player itself it remembers the window or debt that is under way and the rest of the offer that is being
    made up. Both are recognised by the state, so that nothing is carried out in the wrong place.
    """

    def __init__(self, player: Any, name: str, number: int, topics: int, row: int) -> None:
        self.player = player
        player.seat = number
        self.name = name
        self.number = number
        self.topics = topics
        self.row = row
        self._plans = Plans(())
        self._offer: list[int] = []

    def decide(self, decision: Decision) -> int:
        """The action for a decision; raises :class:`~magnate.errors.AgentFailed` naming the method that failed."""
        frame = decision.place.frame
        if frame == DEBT:
            return self._in_debt(decision)
        if frame == TRADE:
            return self._in_trade(decision)
        if frame:
            return decision.proposal
        phase = decision.place.phase
        if phase in WINDOWS:
            return self._in_window(decision)
        if phase == BUYING and self.topics >> PURCHASE & 1:
            tile = decision.state.me.tile
            return BUY if self._yes_or_no(decision, PURCHASE, tile) else DECLINE
        return decision.proposal

    def hear(self, events: Iterable[Event]) -> None:
        """Hand events to the player."""
        for event in events:
            try:
                self.player.on_event_received(event)
            except KeyboardInterrupt:  # the person at the terminal, not the player
                raise
            except BaseException as error:  # a player is anybody's code and may raise anything
                raise self._failure("on_event_received", raised(error), TRACEBACK_HINT) from error

    # ------------------------------------------------------------------------------------------ windows

    def _in_window(self, decision: Decision) -> int:
        plans = self._plans_at(decision.place)
        possible = topics_of(decision.legal) & self.topics
        action = self._carry_out(decision, plans) if plans.actions else None
        if action is None and possible & ALL_KINDS & ~plans.asked:
            action = self._suggested(decision, plans, possible)
        if action is not None:
            return action
        action = decision.proposal
        if plans.closed >> kind_of(action) & 1:  # (the kind of no management action is one that is never closed)
            action = decision.restricted(plans.closed)
        if kind_of(action) == NO_KIND:
            return self._leave_jail(decision, action, possible) if possible & WAYS_OUT or action in CARDS else action
        if plans.closed >> kind_of(action) & 1:  # the base agent cannot leave this kind of action alone
            return self._leave_jail(decision, ROLL if ROLL in decision.legal else PASS, possible)
        return action

    def _suggested(self, decision: Decision, plans: Plans, possible: int) -> int | None:
        """Ask the methods that have not been asked in this window, until one has something to do."""
        for kind in self._order(decision):
            if possible & ~plans.asked & 1 << kind:
                self._make_plans(decision, plans, kind)
                action = self._carry_out(decision, plans)
                if action is not None:
                    return action
        return None

    def _order(self, decision: Decision) -> Iterable[int]:
        return RAISE_FIRST if decision.record["opt"]["window_order"] == ORDER_RAISE_FIRST else NATURAL_ORDER

    def _plans_at(self, where: tuple[Any, ...]) -> Plans:
        if self._plans.where != where:
            self._plans = Plans(where)
        return self._plans

    def _make_plans(self, decision: Decision, plans: Plans, kind: int) -> None:
        plans.asked |= 1 << kind
        answer = self._ask(decision, kind)
        if not isinstance(answer, BaseSuggestions):
            plans.closed |= 1 << kind
            if answer != []:
                plans.actions = self._fitting(kind, PLANNERS[kind], decision, answer)

    def _carry_out(self, decision: Decision, plans: Plans) -> int | None:
        """The next action of what was suggested, or None when nothing is left of it."""
        while plans.actions:
            actions = plans.actions.pop(0).begin(decision)
            if actions:
                self._offer = actions[1:]
                return actions[0]
        return None

    def _leave_jail(self, decision: Decision, action: int, possible: int) -> int:
        """Outside of jail ``action`` itself; in it, the ways out are considered first."""
        if possible >> CARD & 1:
            if self._yes_or_no(decision, CARD):
                return action if action in CARDS else next(card for card in CARDS if card in decision.legal)
        elif action in CARDS:
            return action
        if possible >> FINE & 1:
            if self._yes_or_no(decision, FINE):
                return PAY_FINE
        else:
            if action in CARDS:  # refused: what else would the base agent do?
                action = decision.without_cards()
            if action == PAY_FINE:
                return action
        return action if action in (ROLL, PASS, PASS_UNTIL_TURN) else ROLL

    # ------------------------------------------------------------------------------------------ interrupts

    def _in_trade(self, decision: Decision) -> int:
        if decision.record["trade_step"] == TRADE_ANSWER:
            if self.topics >> ANSWER & 1:
                return ACCEPT if self._yes_or_no(decision, ANSWER, decision.state.offer) else REJECT
            return decision.proposal
        if self._offer and self._offer[0] in decision.legal:
            return self._offer.pop(0)
        return decision.proposal

    def _in_debt(self, decision: Decision) -> int:
        if not self.topics >> BANKRUPTCY & 1:
            return decision.proposal
        record = decision.record
        top = int(record["depth"]) - 1
        debt = (int(record["fto"][top]), int(record["famount"][top]), top, int(record["square"][decision.seat]))
        plans = self._plans_at((*decision.place, *debt))
        if not plans.asked:
            plans.asked = 1
            answer = self._ask(decision, BANKRUPTCY, decision.state.debt)
            if not isinstance(answer, BaseRequest):
                plans.closed = 1
                plans.actions = self._fitting(BANKRUPTCY, raise_cash, decision, answer)
        begun = self._carry_out(decision, plans)
        if begun is not None:
            return begun
        return BANKRUPT if plans.closed and BANKRUPT in decision.legal else decision.proposal

    # ------------------------------------------------------------------------------------------ asking the player

    def _ask(self, decision: Decision, topic: int, *more: Any) -> Any:
        """What the player's method for a topic answers."""
        decision.topic = topic
        method = METHOD_OF[topic]
        try:
            return getattr(self.player, method)(decision.state, *more)
        except MagnateError as error:
            raise self._failure(method, error.message, error.hint) from error
        except KeyboardInterrupt:  # the person at the terminal, not the player
            raise
        except BaseException as error:  # a player is anybody's code and may raise anything
            raise self._failure(method, raised(error), TRACEBACK_HINT) from error

    def _yes_or_no(self, decision: Decision, topic: int, *more: Any) -> bool:
        answer = self._ask(decision, topic, *more)
        if not isinstance(answer, bool | np.bool_):
            raise self._failure(METHOD_OF[topic], f"answered {answer!r}", "answer True or False")
        return bool(answer)

    def _fitting(
        self, topic: int, maker: Callable[[Decision, Any], list[PlannedAction]], decision: Decision, answer: Any
    ) -> list[PlannedAction]:
        try:
            return maker(decision, answer)
        except InvalidAnswer as unfit:
            raise self._failure(METHOD_OF[topic], unfit.message, unfit.hint) from None

    def _failure(self, method: str, message: str, hint: str) -> AgentFailed:
        return AgentFailed(f"the agent {self.name} in seat {self.number}: {method} {message}", hint=hint)


# ------------- Players at many tables: one object of a player's class for each game and seat, asked a batch at a time.


class PlayerAgent:
    """A class of players, or one player that is copied for each game, as the agent that the engine asks.

    See :class:`~magnate.core.agents.PartlyCompiled`. Raises :class:`~magnate.errors.BadAgent` for another game
    than Monopoly, for a constructor that needs arguments or raises, and for a base that is no compiled agent.
    """

    def __init__(self, game: str, given: Any, name: str | None = None) -> None:
        cls: Any = given if isinstance(given, type) else type(given)
        if game != "monopoly":
            raise BadAgent(f"{cls.__name__} plays Monopoly, not {game}", hint="a Player is asked Monopoly's decisions")
        self.make: Callable[[], Any] = _made(cls) if isinstance(given, type) else lambda: deepcopy(given)
        first = self.make()
        self.name = name or str(getattr(first, "name", cls.__name__))
        self.listens = cls.receives_events()
        self.topics = sum(1 << METHODS[method] for method in cls.overridden())
        self.row = _row(first.base, self.topics, self.name)

    def start_session(self, game: Game) -> _Tables:
        """Begin a run of games, each with players of its own."""
        return _Tables(self, game)


def _made(cls: type) -> Callable[[], Any]:
    def make() -> Any:
        try:
            return cls()
        except (Exception, SystemExit) as error:  # a player is anybody's code and may raise anything
            raise BadAgent(
                f"{cls.__name__}() raised {type(error).__name__}: {error}",
                hint="a class is entered without arguments; enter an object, or give every parameter a default",
            ) from error

    return make


def _row(base: str, topics: int, name: str) -> tuple[float, ...]:
    """The parameters of the base agent, with the topics at which the drivers pause."""
    from ...core.agents import CompiledAgent
    from ..spec import resolve

    agent = resolve("monopoly", base)
    if not isinstance(agent, CompiledAgent):
        raise BadAgent(f'the base of {name}, "{base}", is no compiled agent', hint="name one of Monopoly's own agents")
    row = list(agent.row)
    row[PAUSES] = float(topics)
    return tuple(row)


class _Tables:
    """The players of one run (see :class:`~magnate.core.agents.AgentSession`)."""

    def __init__(self, agent: PlayerAgent, game: Game) -> None:
        self._agent = agent
        self._base = BasePolicy(game, agent.row)
        self._seats: dict[int, dict[int, PlayerAdapter]] = {}
        self._memos = np.zeros((64, MEMO), np.int64)  # the base agent's notes, a row for each player
        self._made = 0

    def answer(self, batch: Batch) -> list[int | AgentFailed]:
        """What the players do at the decisions of a batch; one that fails spoils only its own game."""
        numbers = batch.seats.tolist()
        seats = [self._seat(game, number) for game, number in zip(batch.games.tolist(), numbers, strict=True)]
        rows = [seat.row for seat in seats]
        memos = self._memos[rows]
        proposals = self._base.propose(batch.states, batch.keys, memos).tolist()
        self._memos[rows] = memos
        where, keys = places(batch.states), batch.keys.tolist()
        answers: list[int | AgentFailed] = []
        for i, seat in enumerate(seats):
            states, memo = batch.states[i : i + 1], memos[i : i + 1]
            decision = Decision(self._base, states, where[i], numbers[i], batch.legal[i], keys[i], memo, proposals[i])
            try:
                answers.append(seat.decide(decision))
            except AgentFailed as error:
                answers.append(error)
        return answers

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """Hand events to the player in a seat."""
        self._seat(game, seat).hear(events)

    def leave(self, game: int) -> None:
        """Forget the players of a game that is over."""
        self._seats.pop(game, None)

    def _seat(self, game: int, seat: int) -> PlayerAdapter:
        seats = self._seats.setdefault(game, {})
        if seat not in seats:
            agent = self._agent
            if self._made == len(self._memos):
                self._memos = np.concatenate([self._memos, np.zeros_like(self._memos)])
            seats[seat] = PlayerAdapter(agent.make(), agent.name, seat, agent.topics, self._made)
            self._made += 1
        return seats[seat]
