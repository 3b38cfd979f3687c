"""The seven decisions for which the thesis trains a network each, in the order in which they are trained (table 3.4).

A mask of networks has the bit ``1 << BUY`` for the first, and so on. What the outputs of each network mean follows, and
which of them the parent consents to.
"""

from __future__ import annotations

from typing import Final

from ....games.monopoly import board, state
from ....games.monopoly.board import CHANCE_DECK, CHEST_DECK, SQUARE_DEED, SQUARES, STREET_GROUPS, STREET_MASK
from ....games.monopoly.management import BUILDS, KINDS, LIFTS, is_open
from ....games.monopoly.property import why_not_build_group, why_not_lift, why_not_mortgage, why_not_sell_group
from ....games.monopoly.reasons import OK
from ....games.monopoly.state import AFTER, BEFORE, BUYING, State
from ....games.monopoly.state import DEBT as DEBT_FRAME
from ....games.monopoly.turn import why_not_pay_fine
from ....runtime.compiler import Floats, rule
from ....runtime.layout import constants
from ....runtime.primitives import low_bit
from ....values.monopoly.deeds import DEED_SQUARE
from .. import decision_kinds
from ..parameters import BUILDING_RESERVE, LEVERAGE
from ..reserves import buildable, danger, is_single, mortgage_for_houses, reserve

BUY, UPGRADE, DOWNGRADE, MORTGAGE, LIFT, FINE, CARD = range(7)
NETWORKS: Final = 7
ALL: Final = (1 << NETWORKS) - 1
NAMES: Final = ("buy", "upgrade", "downgrade", "mortgage", "lift", "fine", "card")
ASKED: Final = constants((BUY, UPGRADE, DOWNGRADE, MORTGAGE, LIFT, CARD, FINE))
"""The order in which networks are asked: a window's in the order of its stages, in jail about a card first."""
WINDOW_KINDS: Final = KINDS - 1
"""From UPGRADE on the networks of a window are the kinds of management actions from BUILDS on, without trades."""
STREETS: Final = STREET_MASK.bit_count()
"""22: the deeds that can be built on."""

TOPICS: Final = (1 << LIFTS + 1) - 1 | 1 << decision_kinds.BUY | 1 << decision_kinds.FINE | 1 << decision_kinds.CARD
"""The topics (:mod:`..decision_kinds`) of these decisions, as a mask."""


def answers(network: int, places: int) -> int:
    """How many answers a network chooses among; ``places`` are those of deeds: 40 squares, or 22 streets.

    >>> [answers(network, 40) for network in range(NETWORKS)]
    [2, 8, 8, 40, 40, 2, 2]
    """
    if network in (UPGRADE, DOWNGRADE):
        return STREET_GROUPS
    return places if network in (MORTGAGE, LIFT) else 2


def outputs_of(network: int, places: int, nothing: bool) -> int:
    """How many outputs a network has; with ``nothing`` those that answer by a list have one more, for doing nothing.

    >>> outputs_of(UPGRADE, 40, nothing=True)
    9
    """
    return answers(network, places) + int(nothing and UPGRADE <= network <= LIFT)


# ------------------------------------------------- The columns in which the kernel :mod:`.recording` notes a decision.


NETWORK, SEAT, GAME, TURN, LEGAL, OUTPUT, WORTH, WORTH_AFTER, DEBT = range(9)
"""Which network, seat and game; and the turns of players completed. The legal outputs as a mask, and the one that was
chosen (-1: an empty list). Net worth before and after the action, and whether it was to pay a debt."""
COLUMNS: Final = 9


# --------------------------- What the outputs of the seven networks mean: which are legal, and which actions they are.
#
# Yes or no (buying, the fine, the card): 0 no, 1 yes. Building and selling: the street groups in board order.
# Mortgages: ``places`` outputs, either the 40 squares of the board, or its 22 streets in board order (then
# railroads and utilities cannot be named). Networks are asked where the preset ``thesis`` asks their methods: in
# the window after the move, before a jailed player's throw, and when a deed may be bought.


NO, YES = 0, 1
EITHER = 1 << NO | 1 << YES
_STREETS = [deed.index for deed in board.TITLE_DEEDS if deed.group < STREET_GROUPS]
STREET_DEED = constants(_STREETS)
DEED_STREET = constants(_STREETS.index(d) if d in _STREETS else -1 for d in range(len(board.TITLE_DEEDS)))


@rule
def is_list(network: int) -> bool:
    """Whether a network answers for a method that gives a list, so that doing nothing is possible too."""
    return UPGRADE <= network <= LIFT


@rule
def deed_at(output: int, places: int) -> int:
    """The deed that an output about mortgages means, -1 where the square has none."""
    if places == STREETS:
        return STREET_DEED[output]
    return SQUARE_DEED[output]


@rule
def place_of(d: int, places: int) -> int:
    """The output that means deed ``d``, -1 where there is none."""
    if places == STREETS:
        return DEED_STREET[d]
    return DEED_SQUARE[d]


@rule
def is_in_jail(g: State) -> bool:
    """Whether the player to move sits in jail before its throw."""
    return g.depth == 0 and g.phase == BEFORE and g.jail[g.mover] > 0


@rule
def in_debt(g: State) -> bool:
    """Whether a debt is being raised."""
    return g.depth > 0 and g.fkind[g.depth - 1] == DEBT_FRAME


@rule
def groups_to_build(g: State, p: int) -> int:
    """The street groups that seat ``p`` may build on."""
    found = 0
    for k in range(STREET_GROUPS):
        if why_not_build_group(g, p, k) == OK:
            found |= 1 << k
    return found


@rule
def groups_to_sell(g: State, p: int) -> int:
    """The street groups that seat ``p`` may sell a building of each lot of."""
    found = 0
    for k in range(STREET_GROUPS):
        if why_not_sell_group(g, p, k) == OK:
            found |= 1 << k
    return found


@rule
def deeds_to_mortgage(g: State, p: int, places: int) -> int:
    """The outputs of the deeds that seat ``p`` may mortgage."""
    found = 0
    m = g.deeds[p] & ~g.mortgaged
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        if place_of(d, places) >= 0 and why_not_mortgage(g, p, d) == OK:
            found |= 1 << place_of(d, places)
    return found


@rule
def deeds_to_lift(g: State, p: int, places: int) -> int:
    """The outputs of the deeds whose mortgage seat ``p`` may lift."""
    found = 0
    m = g.deeds[p] & g.mortgaged
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        if place_of(d, places) >= 0 and why_not_lift(g, p, d) == OK:
            found |= 1 << place_of(d, places)
    return found


@rule
def legal_in_window(g: State, p: int, network: int, places: int) -> int:
    """The legal outputs in a window, by which stages of it are still open."""
    if not is_open(g, network - UPGRADE):
        return 0
    if network == UPGRADE:
        return groups_to_build(g, p)
    if network == DOWNGRADE:
        return groups_to_sell(g, p)
    if network == MORTGAGE:
        return deeds_to_mortgage(g, p, places)
    return deeds_to_lift(g, p, places)


@rule
def legal_outputs(g: State, p: int, network: int, places: int) -> int:
    """The outputs that are possible at the pending decision of seat ``p``, as a mask; 0 where the network has no say.

    Sales to raise money for a debt count as decisions about selling: the agent leaves them to the parent, but they are
    what it can learn from.
    """
    if in_debt(g):
        return groups_to_sell(g, p) if network == DOWNGRADE else 0
    if g.depth > 0:
        return 0
    if network == BUY:
        return EITHER if g.phase == BUYING else 0
    if network == FINE:
        return EITHER if is_in_jail(g) and why_not_pay_fine(g, p) == OK else 0
    if network == CARD:
        holds = g.holder[CHANCE_DECK] == p + 1 or g.holder[CHEST_DECK] == p + 1
        return EITHER if is_in_jail(g) and holds else 0
    if g.phase != AFTER:
        return 0
    return legal_in_window(g, p, network, places)


@rule
def card_of(g: State, p: int) -> int:
    """The action that uses a jail card of seat ``p``, the Chance card first."""
    if g.holder[CHANCE_DECK] == p + 1:
        return state.USE_CHANCE_CARD
    return state.USE_CHEST_CARD


@rule
def action_of(g: State, p: int, network: int, output: int, places: int) -> int:
    """The action that a legal output is; -1 for keeping the card, which leaves the fine to be asked about."""
    if network == BUY:
        return state.BUY if output == YES else state.DECLINE
    if network == FINE:
        return state.PAY_FINE if output == YES else state.ROLL
    if network == CARD:
        return card_of(g, p) if output == YES else -1
    if network == UPGRADE:
        return state.BUILD_GROUP + output
    if network == DOWNGRADE:
        return state.SELL_GROUP + output
    if network == MORTGAGE:
        return state.MORTGAGE + deed_at(output, places)
    return state.LIFT + deed_at(output, places)


@rule
def network_of(a: int) -> int:
    """The network whose answer an action is, -1 for an action of none (to throw, to pass, to trade …)."""
    if a == state.BUY or a == state.DECLINE:
        return BUY
    if a == state.PAY_FINE:
        return FINE
    if a == state.USE_CHANCE_CARD or a == state.USE_CHEST_CARD:
        return CARD
    if state.BUILD_GROUP <= a < state.SELL_GROUP:
        return UPGRADE
    if state.SELL_GROUP <= a < state.BREAK_GROUP:
        return DOWNGRADE
    if state.MORTGAGE <= a < state.LIFT:
        return MORTGAGE
    if state.LIFT <= a < state.ITEM:
        return LIFT
    return -1


@rule
def output_of(network: int, a: int, places: int) -> int:
    """What a network has answered where action ``a`` was taken after it was asked.

    -1 is an empty list, and an action of its kind that it has no output for.
    """
    if not is_list(network):
        yes = network_of(a) == network and a != state.DECLINE
        return YES if yes else NO
    if network_of(a) != network:
        return -1
    if network == UPGRADE:
        return a - state.BUILD_GROUP
    if network == DOWNGRADE:
        return a - state.SELL_GROUP
    if network == MORTGAGE:
        return place_of(a - state.MORTGAGE, places)
    return place_of(a - state.LIFT, places)


@rule
def best_of(values: Floats, mask: int) -> int:
    """The output of the mask with the greatest value, the first of equals; -1 where the mask has none."""
    best = -1
    for output in range(SQUARES):
        if (mask >> output) & 1 == 1 and (best < 0 or values[output] > values[best]):
            best = output
    return best


# ------------- The parent's consent: mortgaging and selling are done only where the strategic agent would do the like.
#
# The thesis: an action of the network is carried out only where the parent's method would have considered it
# beneficial, for the methods that destroy. It is asked for *whether*, and for a set of deeds, not for the very
# deed, else network and parent would have to agree on one of 28.


@rule
def wants_money_for_houses(g: State, params: Floats, p: int) -> bool:
    """Whether the strategic agent would mortgage something now, by :func:`..strategic.develop`."""
    groups = buildable(g, p)
    if groups == 0 or params[LEVERAGE] == 0.0 or not is_open(g, BUILDS):
        return False
    spare = g.cash[p] - params[BUILDING_RESERVE] * (reserve(g, params) + danger(g, params, p))
    return mortgage_for_houses(g, params, p, groups, spare) >= 0


@rule
def singles(g: State, p: int, mask: int, places: int) -> int:
    """The outputs of a mask whose deeds are neither of a whole group nor of one that seat ``p`` nearly has."""
    found = 0
    m = mask
    while m != 0:
        output = low_bit(m)
        m &= m - 1
        if is_single(g, p, deed_at(output, places)):
            found |= 1 << output
    return found


@rule
def consented(g: State, params: Floats, p: int, network: int, mask: int, places: int) -> int:
    """The legal outputs of a mask that the strategic agent with these parameters has nothing against.

    Nothing but mortgages and sales needs its consent. It mortgages single deeds, for houses that it can then build. In
    windows it sells no buildings, so it never consents to that.
    """
    if network == DOWNGRADE:
        return 0
    if network == MORTGAGE:
        return singles(g, p, mask, places) if wants_money_for_houses(g, params, p) else 0
    return mask
