"""What a decision is about, so that a ``Player`` in Python is asked only where one of its own methods has a say.

The methods of ``Player`` are the kinds. The first five are those of management actions, with the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ...games.monopoly import management, state
from ...games.monopoly.board import CHANCE_DECK, CHEST_DECK, STREET_GROUPS
from ...games.monopoly.management import BUILDS, KINDS, LIFTS, MORTGAGES, SELLS, TRADES, complete_streets, is_open
from ...games.monopoly.money import owns_group
from ...games.monopoly.property import (
    mortgageable,
    why_not_break,
    why_not_build,
    why_not_build_group,
    why_not_lift,
    why_not_sell,
    why_not_sell_group,
)
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import AFTER, BEFORE, BETWEEN, BUYING, DEBT, THROWN, TRADE, TRADE_ANSWER, State
from ...games.monopoly.trade import can_offer, debt_in_offer
from ...games.monopoly.turn import why_not_pay_fine
from ...runtime.compiler import Floats, rule
from ...runtime.interpreter import interpret
from ...runtime.primitives import low_bit
from .parameters import CLOSED, PAUSES

BUY, FINE, CARD, ACCEPT, BANKRUPTCY = range(TRADES + 1, TRADES + 6)
"""The topics beyond ``BUILDS``, ``SELLS``, ``MORTGAGES``, ``LIFTS`` and ``TRADES``."""


@rule
def is_python_decision(g: State, params: Floats) -> bool:
    """Whether Python answers this decision of the seat to move."""
    if params[0] < 0.0:
        return True
    pauses = int(params[PAUSES])
    return pauses != 0 and (topics(g, pauses) & pauses) != 0


@rule
def may_use(g: State, params: Floats, kind: int) -> bool:
    """Whether the policy may propose management actions of this kind in the window: still open, and its to decide."""
    return is_open(g, kind) and (int(params[CLOSED]) >> kind) & 1 == 0


@rule
def topics(g: State, wanted: int) -> int:
    """The topics of the pending decision, as a mask; in a window only those of ``wanted`` are looked for."""
    if g.depth > 0:
        return topics_of_interrupt(g)
    phase = g.phase
    if phase == BUYING:
        return 1 << BUY
    found = 0
    if phase == BEFORE and g.jail[g.mover] > 0:
        found = topics_in_jail(g, g.mover)
    if phase == AFTER or phase == BETWEEN or phase == THROWN or (phase == BEFORE and g.opt.manage_before == 1):
        found |= topics_of_window(g, g.mover, wanted)
    return found


@rule
def topics_of_interrupt(g: State) -> int:
    """A debt, or a trade that is made up or answered; no method is about the other interrupts."""
    top = g.depth - 1
    if g.fkind[top] == DEBT:
        return 1 << BANKRUPTCY
    if g.fkind[top] != TRADE:
        return 0
    if g.trade_step == TRADE_ANSWER:
        return 1 << ACCEPT
    if debt_in_offer(g) > 0:
        return 1 << BANKRUPTCY
    return 1 << TRADES


@rule
def topics_in_jail(g: State, p: int) -> int:
    """The ways out of jail that are open to seat ``p``."""
    found = 0
    if why_not_pay_fine(g, p) == OK:
        found |= 1 << FINE
    if g.holder[CHANCE_DECK] == p + 1 or g.holder[CHEST_DECK] == p + 1:
        found |= 1 << CARD
    return found


@rule
def topics_of_window(g: State, p: int, wanted: int) -> int:
    """The kinds of management actions among ``wanted`` of which the window offers seat ``p`` any."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return 0
    found = 0
    for kind in range(KINDS):
        if (wanted >> kind) & 1 == 1 and is_open(g, kind) and can_manage(g, p, kind):
            found |= 1 << kind
    return found


@rule
def can_manage(g: State, p: int, kind: int) -> bool:
    """Whether seat ``p`` has any management action of this kind."""
    if kind == TRADES:
        return can_offer(g, p)
    if g.deeds[p] == 0:
        return False
    if kind == BUILDS:
        return can_build(g, p)
    if kind == SELLS:
        return can_sell(g, p)
    if kind == MORTGAGES:
        return can_mortgage(g, p)
    return can_lift(g, p)


@rule
def can_build(g: State, p: int) -> bool:
    """Whether seat ``p`` can build anything now."""
    if g.opt.build_by_group == 1:
        for k in range(STREET_GROUPS):
            if why_not_build_group(g, p, k) == OK:
                return True
        return False
    m = complete_streets(g, p)
    while m != 0:
        if why_not_build(g, p, low_bit(m)) == OK:
            return True
        m &= m - 1
    return False


@rule
def can_sell(g: State, p: int) -> bool:
    """Whether seat ``p`` can sell any building now."""
    m = g.deeds[p] & g.built
    if m == 0:
        return False
    for k in range(STREET_GROUPS):
        if owns_group(g, p, k) and (why_not_sell_group(g, p, k) == OK or why_not_break(g, p, k) == OK):
            return True
    while m != 0:
        if why_not_sell(g, p, low_bit(m)) == OK:
            return True
        m &= m - 1
    return False


@rule
def can_mortgage(g: State, p: int) -> bool:
    """Whether seat ``p`` can mortgage any deed now."""
    return mortgageable(g, p) != 0


@rule
def can_lift(g: State, p: int) -> bool:
    """Whether seat ``p`` can lift any mortgage now."""
    m = g.deeds[p] & g.mortgaged
    while m != 0:
        if why_not_lift(g, p, low_bit(m)) == OK:
            return True
        m &= m - 1
    return False


# ---------------------------------------------------------------------------- The Python side: what an action is about


ALL_KINDS: Final = (1 << KINDS) - 1
"""All kinds of management actions, as a mask."""
NO_KIND: Final = 31
"""The kind of what is no management action; its bit is in no mask of kinds."""


@cache
def _kinds() -> tuple[int, ...]:
    rules = interpret(management.__name__)
    return tuple(rules.kind_of(a) if rules.is_management(a) else NO_KIND for a in range(state.ACTIONS))


@cache
def _topics() -> tuple[int, ...]:
    """For each action the mask of its topic in a window."""
    topics = [0 if kind == NO_KIND else 1 << kind for kind in _kinds()]
    topics[state.PAY_FINE] = 1 << FINE
    topics[state.USE_CHANCE_CARD] = topics[state.USE_CHEST_CARD] = 1 << CARD
    return tuple(topics)


def kind_of(action: int) -> int:
    """The kind of management action (``BUILDS``, ``SELLS`` …) that an action is, or NO_KIND."""
    return _kinds()[action]


def topics_of(legal: Sequence[int]) -> int:
    """The topics of a window's legal actions, as a mask."""
    topics, found = _topics(), 0
    for action in legal:
        found |= topics[action]
    return found


METHODS: Final = {
    "should_buy_property": BUY,
    "get_upgrading_suggestions": BUILDS,
    "get_downgrading_suggestions": SELLS,
    "get_mortgaging_suggestions": MORTGAGES,
    "get_unmortgaging_suggestions": LIFTS,
    "should_pay_get_out_of_jail_fine": FINE,
    "should_use_escape_jail_card": CARD,
    "should_accept_trade_offer": ACCEPT,
    "get_trade_offers": TRADES,
    "handle_bankruptcy": BANKRUPTCY,
}
"""The methods that decide, and the topic of each."""
