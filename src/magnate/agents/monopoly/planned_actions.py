"""From what a :class:`~.player.Player` suggests to the engine's actions, with an error for what is not possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...errors import listing
from ...games.monopoly import reasons
from ...games.monopoly.board import GROUP_DEEDS, HOTEL, STREET_GROUPS, TITLE_DEEDS
from ...games.monopoly.codec import action_name, deed_number, group_number, item_number
from ...games.monopoly.management import BUILDS, MORTGAGES, SELLS
from ...games.monopoly.state import (
    ASK_CASH,
    BREAK_GROUP,
    BUILD,
    BUILD_GROUP,
    DIGIT,
    DONE,
    ITEM,
    LIFT,
    MORTGAGE,
    OFFER_CASH,
    PROPOSE,
    SELL,
    SELL_GROUP,
    TRADE_WITH,
)
from ...runtime.interpreter import interpret
from ...runtime.layout import copied
from .decision import Decision
from .decision_kinds import kind_of
from .views import BankruptcyRequest, PropertyGroup, Tile, TradeOffer, holdings

LATER: Final = {
    reasons.TOO_EXPENSIVE,
    reasons.NO_HOUSES_LEFT,
    reasons.NO_HOTELS_LEFT,
    reasons.NO_HOUSES_TO_BREAK_HOTEL,
    reasons.UNEVEN,
    reasons.FULLY_BUILT,
    reasons.GROUP_HAS_BUILDINGS,
}
"""Reasons against a suggestion that those before it may do away with; if they do not, it is left out."""


class InvalidAnswer(Exception):
    """An answer that cannot be carried out: what is wrong with it, and what would be possible."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class PlannedAction:
    """Something to be carried out: the first of ``actions`` that is legal when its time comes, or an offer."""

    actions: tuple[int, ...]
    offer: TradeOffer | None = None

    def begin(self, decision: Decision) -> list[int]:
        """The actions to take now, in their order; none if it is no longer possible."""
        if self.offer is not None:
            try:
                return offer_actions(decision, self.offer)
            except InvalidAnswer:
                return []
        return [action for action in self.actions if action in decision.legal][:1]


def _listed(answer: Any) -> list[Any]:
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise InvalidAnswer(f"answered {answer!r}", "answer a list, which may be empty")
    return list(answer)


def _checked(decision: Decision, planned: Iterable[tuple[Any, PlannedAction]], kind: int) -> list[PlannedAction]:
    """The planned actions, if the first is possible now and all others are or may become so."""
    found: list[PlannedAction] = []
    for suggestion, step in planned:
        if not any(action in decision.legal for action in step.actions):
            code = decision.base.why(decision.states, step.actions[0])
            if not found or code not in LATER:
                raise InvalidAnswer(
                    f"suggested {_shown(suggestion)}: {decision.reason(step.actions[0])}",
                    f"possible now: {_possible(decision, kind)}",
                )
        found.append(step)
    return found


def _possible(decision: Decision, kind: int) -> str:
    return listing(action_name(action).partition(":")[2] for action in decision.legal if kind_of(action) == kind)


def _shown(suggestion: Any) -> str:
    return suggestion.name if isinstance(suggestion, Tile | PropertyGroup) else repr(suggestion)


def plan_building(decision: Decision, answer: Any, kind: int) -> list[PlannedAction]:
    """Buildings to put up (``BUILDS``) or to sell (``SELLS``): tiles, or groups for one on each of their lots.

    Raises :class:`InvalidAnswer` for anything else and for what is not possible.
    """
    found = ((one, step) for one in _listed(answer) for step in _of_building(decision, one, kind))
    return _checked(decision, found, kind)


def _of_building(decision: Decision, suggestion: Any, kind: int) -> list[PlannedAction]:
    by_group = decision.record["opt"]["build_by_group"] == 1
    group = _group(suggestion)
    if group < 0:
        deed = _deed(suggestion, "a group or a tile")
        if by_group:
            raise InvalidAnswer(
                f"suggested {_shown(suggestion)}: under these rules buildings are built and sold for a whole group",
                f"suggest groups; possible now: {_possible(decision, kind)}",
            )
        return [_plan_lot(decision, deed, kind)]
    if group >= STREET_GROUPS:
        raise InvalidAnswer(f"suggested {_shown(suggestion)}: only streets can be built on", "suggest colour groups")
    if by_group:
        return [_plan_group(group, kind)]
    levels = decision.record["level"].tolist()
    down = kind == SELLS  # the least developed lot is built on first, the most developed one sold from first
    lots = sorted(GROUP_DEEDS[group], key=lambda deed: (-levels[deed] if down else levels[deed], -deed))
    if down and levels[lots[0]] > 0:
        lots = [deed for deed in lots if levels[deed] > 0]
    return [_plan_lot(decision, deed, kind) for deed in lots]


def _plan_group(group: int, kind: int) -> PlannedAction:
    return PlannedAction((BUILD_GROUP + group,) if kind == BUILDS else (SELL_GROUP + group, BREAK_GROUP + group))


def _plan_lot(decision: Decision, deed: int, kind: int) -> PlannedAction:
    if kind == BUILDS:
        return PlannedAction((BUILD + deed,))
    if decision.record["level"][deed] == HOTEL:  # without houses in the bank, its group is sold down in one step
        return PlannedAction((SELL + deed, BREAK_GROUP + TITLE_DEEDS[deed].group))
    return PlannedAction((SELL + deed,))


def _group(suggestion: Any) -> int:
    """The number of the group that a suggestion names, -1 if it names none."""
    if isinstance(suggestion, PropertyGroup):
        return int(suggestion.number)
    try:
        return group_number(suggestion) if isinstance(suggestion, str) else -1
    except ValueError:
        return -1


def _deed(suggestion: Any, wanted: str = "a tile") -> int:
    """The number of the deed that a suggestion names."""
    if isinstance(suggestion, Tile) and suggestion.is_property:
        return suggestion.deed
    if isinstance(suggestion, str):
        try:
            return deed_number(suggestion)
        except ValueError as error:
            raise InvalidAnswer(
                f"suggested {suggestion!r}: {error}", f"suggest {wanted} of the state, or its name"
            ) from None
    raise InvalidAnswer(f"suggested {_shown(suggestion)}", f"suggest {wanted} that can be owned, or its name")


def plan_deeds(decision: Decision, answer: Any, kind: int) -> list[PlannedAction]:
    """Deeds to mortgage (``MORTGAGES``) or to lift (``LIFTS``); raises :class:`InvalidAnswer` for the impossible."""
    first = MORTGAGE if kind == MORTGAGES else LIFT
    return _checked(decision, ((one, PlannedAction((first + _deed(one),))) for one in _listed(answer)), kind)


def plan_offers(decision: Decision, answer: Any) -> list[PlannedAction]:
    """Offers to make; raises :class:`InvalidAnswer` for what is no offer or cannot be offered now."""
    found = []
    for offer in _listed(answer):
        if not isinstance(offer, TradeOffer):
            raise InvalidAnswer(f"suggested {offer!r}", "suggest TradeOffer(partner, give, take, pay)")
        found.append(PlannedAction((offer_actions(decision, offer)[0],), offer))
    return found


def raise_cash(decision: Decision, answer: Any) -> list[PlannedAction]:
    """The steps of a request for a debt; raises :class:`InvalidAnswer` for anything else or what is not possible."""
    if not isinstance(answer, BankruptcyRequest):
        raise InvalidAnswer(f"answered {answer!r}", "answer a BankruptcyRequest")
    makers: dict[str, tuple[Callable[[Decision, Any, int], list[PlannedAction]], int]] = {
        "downgrade": (plan_building, SELLS),
        "mortgage": (plan_deeds, MORTGAGES),
    }
    found: list[PlannedAction] = []
    for verb, what in answer.steps:
        if verb == "offer":
            found += plan_offers(decision, [what])
        elif not found:
            maker, kind = makers[verb]
            found += maker(decision, [what], kind)
        else:
            found += _after_others(decision, verb, what)
    return found


def _after_others(decision: Decision, verb: str, what: Any) -> list[PlannedAction]:
    """A later step of a request: impossible now only for reasons that those before it may do away with."""
    planned = _of_building(decision, what, SELLS) if verb == "downgrade" else [PlannedAction((MORTGAGE + _deed(what),))]
    for step in planned:
        code = decision.base.why(decision.states, step.actions[0])
        if code != reasons.OK and code not in LATER and not any(one in decision.legal for one in step.actions):
            raise InvalidAnswer(f"asks to {verb} {_shown(what)}: {decision.reason(step.actions[0])}")
    return planned


# ------------------------------------------------------------------------------------------------ offers


def offer_actions(decision: Decision, offer: TradeOffer) -> list[int]:
    """The decisions that make up an offer; raises :class:`InvalidAnswer` saying what is wrong with it."""
    digit_for = interpret("magnate.runtime.primitives").digit_for
    states, taken = copied(decision.states), []

    def take(action: int) -> None:
        if decision.base.why(states, action) != reasons.OK:
            raise InvalidAnswer(f"suggested the offer {offer}: {decision.reason(action, states)}")
        decision.base.step(states, action)
        taken.append(action)

    items = sorted(_items(decision, offer))
    take(TRADE_WITH + offer.to)
    for item in items:
        take(ITEM + item)
    if offer.pay == 0:
        take(PROPOSE)
        return taken
    take(OFFER_CASH if offer.pay > 0 else ASK_CASH)
    while not taken or taken[-1] != DONE:
        take(DIGIT + int(digit_for(int(states["entry"][0]), abs(offer.pay))))
    return taken


def _items(decision: Decision, offer: TradeOffer) -> Sequence[int]:
    """The numbers of the items, each held by the side that gives it."""
    if not 0 <= offer.to < len(decision.state.players):
        raise InvalidAnswer(f"suggested the offer {offer}: there is no such seat")
    found = []
    for giver, side in ((decision.seat, offer.give), (offer.to, offer.take)):
        own = holdings(decision.record, giver)
        for item in side:
            try:
                number = item_number(item) if isinstance(item, str) else _deed(item)
            except ValueError as error:
                raise InvalidAnswer(f"suggested the offer {offer}: {error}") from None
            if not own >> number & 1:
                raise InvalidAnswer(f"suggested the offer {offer}: seat {giver} does not have {_shown(item)}")
            found.append(number)
    return found
