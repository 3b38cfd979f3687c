"""``Player``: an agent for Monopoly written in Python, one method for each decision.

Write a class that inherits from :class:`Player` and override the methods that interest you. Every other decision is
taken by a compiled agent (:attr:`Player.base`), as fast as if there were no Python at all.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...errors import MagnateError
from ...games.monopoly.management import BUILDS, LIFTS, MORTGAGES, SELLS, TRADES
from ...games.monopoly.state import ACCEPT, BUY, MORTGAGE, PAY_FINE, USE_CHANCE_CARD, USE_CHEST_CARD
from ..compiled import warn_of_earlier_name
from .decision_kinds import ALL_KINDS, METHODS, kind_of
from .game_state import GameState, place_of
from .player_adapter import PlayerAgent
from .views import BankruptcyRequest, BaseRequest, BaseSuggestions, TradeOffer

if TYPE_CHECKING:
    from ...core.narration import Event
    from .views import PropertyGroup, Tile

EVENT_METHODS: Final = ("on_event_received", "get_event", "has_events", "clear_events")


class Player:
    """A player of Monopoly. Override what you want to decide; ``super()`` asks the base agent.

    Every game has an object of its own, made by calling the class (or copied from the object that was entered). So
    attributes may hold what the player remembers of its game. Methods get the state, which is read-only, and money is
    in whole dollars.

    A window for managing property is after the move, and under the official rules also before it and between the turns
    of others. There the methods that give lists are asked once each: upgrading, downgrading, mortgaging, unmortgaging,
    trades, or in the order of the option ``window_order``. What they answer is carried out in the order of the list,
    then the player passes. An answer that is not possible when it is given is an error that says what would be. Later
    suggestions of a list that have become impossible, because money or houses have run out, are left out.
    """

    base: str = "strategic"
    """The compiled agent that takes all other decisions: a spec such as ``"strategic:late_game"``."""
    seat: int = -1
    """Its seat in the game, from 0; set before the first question or event."""
    listens: ClassVar[bool] = False
    """Set it to receive events without overriding an event method: ``self.get_event()`` then has them."""

    # ------------------------------------------------------------------------------------------ buying and jail

    def should_buy_property(self, state: GameState, tile: Tile) -> bool:  # noqa: ARG002 - for who overrides it
        """Whether to buy the tile that the player has landed on, at its price.

        Where auctions are played, declining it puts it up for auction.
        """
        return self._base_choice(state, "should_buy_property") == BUY

    def should_pay_get_out_of_jail_fine(self, state: GameState) -> bool:
        """Whether to pay the fine before the throw; asked when no card was used, where paying is allowed."""
        choice = self._base_choice(state, "should_pay_get_out_of_jail_fine")
        if choice in (USE_CHANCE_CARD, USE_CHEST_CARD):
            choice = state._decision.without_cards()
        return choice == PAY_FINE

    def should_use_escape_jail_card(self, state: GameState) -> bool:
        """Whether to use a get-out-of-jail card before the throw."""
        return self._base_choice(state, "should_use_escape_jail_card") in (USE_CHANCE_CARD, USE_CHEST_CARD)

    # ------------------------------------------------------------------------------------------ managing property

    def get_upgrading_suggestions(self, state: GameState) -> list[PropertyGroup | Tile]:
        """Where to build: a group for one more building on each of its lots, in the order of the list.

        Where buildings are built one by one (``state.options.build_by``), a tile means a single building there. A group
        may stand in the list several times.
        """
        return self._base_places(state, BUILDS)

    def get_downgrading_suggestions(self, state: GameState) -> list[PropertyGroup | Tile]:
        """Where to sell buildings to the bank for half their price: groups or tiles, as for upgrading."""
        return self._base_places(state, SELLS)

    def get_mortgaging_suggestions(self, state: GameState) -> list[Tile]:
        """What to mortgage."""
        return self._base_places(state, MORTGAGES)

    def get_unmortgaging_suggestions(self, state: GameState) -> list[Tile]:
        """Which mortgages to lift, for the mortgage value and 10 %."""
        return self._base_places(state, LIFTS)

    # ------------------------------------------------------------------------------------------ trades and debts

    def get_trade_offers(self, state: GameState) -> list[TradeOffer]:
        """Which trades to offer in this window, one after another (the rules limit how many in a turn)."""
        return BaseSuggestions(state._decision.planned_offers(ALL_KINDS & ~(1 << TRADES)))

    def should_accept_trade_offer(self, state: GameState, trade_offer: TradeOffer) -> bool:  # noqa: ARG002 - for who overrides it
        """Whether to accept an offer that another player makes: it gives ``give``, takes ``take`` and pays ``pay``."""
        return self._base_choice(state, "should_accept_trade_offer") == ACCEPT

    def handle_bankruptcy(self, state: GameState, amount: int) -> BankruptcyRequest:  # noqa: ARG002 - for who overrides it
        """How to raise the money for a debt of ``amount`` that cash does not cover.

        The request is carried out until the debt is paid. If it does not suffice the player gives up, or, where the
        rules forbid that because the debt can still be paid, the base agent raises the rest.
        """
        request = BaseRequest()
        for step in state._decision.planned_rescue():
            if isinstance(step, TradeOffer):
                request.offer(step)
            elif kind_of(step) == MORTGAGES:
                request.mortgage(state.deed(step - MORTGAGE))
            elif kind_of(step) == SELLS:
                request.downgrade(place_of(state, step))
        return request

    # ------------------------------------------------------------------------------------------ events

    def on_event_received(self, event: Event) -> None:
        """Something has happened in the game (to anybody): kept for :meth:`get_event` unless overridden.

        An event has a ``key`` (``"rent"``), ``params`` (``{"seat": 1, "amount": 50, …}``) and a sentence ``text``.
        """
        self._queue().append(event)

    def get_event(self) -> Event | None:
        """The oldest event that has not been got yet, or None."""
        queue = self._queue()
        return queue.popleft() if queue else None

    def has_events(self) -> bool:
        """Whether there are events that have not been got yet."""
        return bool(self._queue())

    def clear_events(self) -> None:
        """Drop all events that have not been got yet."""
        self._queue().clear()

    def _queue(self) -> deque[Event]:
        """The events; kept outside of ``__init__``, which a subclass may write without calling ours."""
        if not self.receives_events():
            raise MagnateError(
                f"{type(self).__name__} receives no events",
                hint=f"override one of {', '.join(EVENT_METHODS)}, or write listens = True in the class",
            )
        queue: deque[Event] = self.__dict__.setdefault("_events", deque())
        return queue

    # ------------------------------------------------------------------------------------------ for the engine

    @classmethod
    def receives_events(cls) -> bool:
        """Whether players of this class receive events."""
        return cls.listens or any(getattr(cls, name) is not getattr(Player, name) for name in EVENT_METHODS)

    @classmethod
    def is_told(cls) -> bool:
        """The earlier name of :meth:`receives_events`; deprecated."""
        warn_of_earlier_name("is_told", "receives_events")
        return cls.receives_events()

    @classmethod
    def overridden(cls) -> tuple[str, ...]:
        """The methods that this class decides with itself."""
        return tuple(name for name in METHODS if getattr(cls, name) is not getattr(Player, name))

    @classmethod
    def as_agent(cls, game: str, given: Player | type[Player], name: str | None = None) -> PlayerAgent:
        """The agent that the engine asks, for a class or for one object of it; ``name`` is what tables call it."""
        return PlayerAgent(game, given, name)

    def _base_choice(self, state: GameState, method: str) -> int:
        decision = state._decision
        if METHODS[method] != decision.topic:
            raise MagnateError(
                f"the base agent's {method} has no answer here: the game asks about something else",
                hint=f"call super().{method} within {method}, with the state that it got",
            )
        return decision.proposal

    def _base_places(self, state: GameState, kind: int) -> list[Any]:
        """What the base agent would build, sell, mortgage or lift now, as groups and tiles."""
        return BaseSuggestions(place_of(state, action) for action in state._decision.planned(kind))
