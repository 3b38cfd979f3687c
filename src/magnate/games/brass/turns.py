"""The opening, turns and rounds, and the chance nodes (rules sections 4, 5 and 9).

``end_action`` is where an action returns to; from there the game runs on to its next decision or chance node.
"""

from __future__ import annotations

from ...core.contract import CHANCE, PURPOSES, TABLE
from ...runtime.compiler import Ints, rule
from ...runtime.primitives import emit
from . import board, events
from .cards import deck_size, draw_card, hand_size, lacks_card, new_deck
from .scoring import collect, end_canal_era, end_game, give_up, score_era
from .state import ACTION, DEAL_CARDS, DEAL_MERCHANT, DEAL_ORDER, REFILL, State

__all__ = ["chance", "chance_key", "draw", "end_action", "merchant_space", "open_game", "step_chance", "step_shortfall"]


# ---------------- Turns and rounds


@rule
def clear_action(g: State) -> None:
    """Forget the action that is over."""
    g.fits = 0
    g.doing = 0
    g.industry = 0
    g.at = 0
    g.coal_left = 0
    g.iron_left = 0
    g.beer_left = 0
    g.count = 0
    g.shop = 0
    g.last = 0


@rule
def end_action(g: State) -> None:
    """The mover's action is complete and its card is given: the next action, or new cards and the next seat."""
    clear_action(g)
    g.actions -= 1
    p = g.mover * 1
    if g.actions > 0 and hand_size(g, p) > 0:
        g.phase = ACTION
        return
    g.actions = 0
    if lacks_card(g, p):
        g.phase = REFILL
        g.mover = CHANCE
        return
    next_seat(g)


@rule
def begin_round(g: State) -> None:
    """A round begins with the first seat in turn order."""
    emit(g, events.ROUND, g.era, g.round, 0, 0)
    g.turn = 0
    find_seat(g)


@rule
def next_seat(g: State) -> None:
    """A seat's turn and its new cards are over: on to the next one, or to the end of the round."""
    g.turn += 1
    if not find_seat(g):
        end_round(g)


@rule
def find_seat(g: State) -> bool:
    """Begin the turn of the next seat that has a card, from number ``turn`` of the order on; False when none is left.

    A seat without cards has no turn; were there cards to draw (in positions that were set up), it would draw.
    """
    while g.turn < g.opt.players:
        p = g.order[g.turn] * 1
        if hand_size(g, p) > 0:
            g.actions = board.FIRST_ACTIONS if g.era == board.CANAL and g.round == 1 else board.TURN_ACTIONS
            g.phase = ACTION
            g.mover = p
            emit(g, events.TURN, p, g.actions, 0, 0)
            return True
        if lacks_card(g, p):
            g.phase = REFILL
            g.mover = CHANCE
            return True
        g.turn += 1
    return False


@rule
def era_is_over(g: State) -> bool:
    """Whether nobody holds a card: after a round that is so when the deck has run out too."""
    for p in range(g.opt.players):
        if hand_size(g, p) > 0:
            return False
    return True


@rule
def is_last_era(g: State) -> bool:
    """Whether the game ends with this era."""
    return g.opt.eras == 1 or g.era != board.CANAL


@rule
def end_round(g: State) -> None:
    """The new turn order, then the incomes; there are none after the game's last round."""
    sort_order(g)
    g.turn = 0
    if era_is_over(g) and is_last_era(g):
        score_era(g)
        end_game(g)
    else:
        after_round(g)


@rule
def sort_order(g: State) -> None:
    """Who spent least is first; who spent as much stay in their order. The counters begin anew."""
    for i in range(1, g.opt.players):
        p = g.order[i] * 1
        j = i
        while j > 0 and g.spent[g.order[j - 1]] > g.spent[p]:
            g.order[j] = g.order[j - 1]
            j -= 1
        g.order[j] = p
    for p in range(board.SEATS):
        g.spent[p] = 0
    third = g.order[2] if g.opt.players > 2 else -1
    fourth = g.order[3] if g.opt.players > 3 else -1
    emit(g, events.ORDER, g.order[0], g.order[1], third, fourth)


@rule
def after_round(g: State) -> None:
    """Collect incomes until somebody must choose a tile to give up; then the next round, or the next era."""
    if collect(g):
        return
    g.turn = 0
    if era_is_over(g):
        score_era(g)
        end_canal_era(g)
    else:
        g.round += 1
        begin_round(g)


@rule
def step_shortfall(g: State, s: int) -> None:
    """The mover gives up its tile on space ``s`` for its debt."""
    give_up(g, s)
    after_round(g)


# ---------------- The opening: the empty board, then by chance the turn order, the merchants, the hands


@rule
def clear_seat(g: State, p: int) -> None:
    """Nothing belongs to seat ``p``."""
    g.lines[p] = 0
    g.tiles[p] = 0
    g.network[p] = 0
    g.money[p] = 0
    g.spent[p] = 0
    g.points[p] = 0
    g.income_space[p] = 0
    g.order[p] = 0
    for industry in range(board.INDUSTRIES):
        g.taken[p, industry] = 0
    for kind in range(board.CARD_KINDS):
        g.hand[p, kind] = 0


@rule
def clear_board(g: State) -> None:
    """No tile, no link, no merchant."""
    g.flipped = 0
    for resource in range(len(g.stocked)):
        g.stocked[resource] = 0
    g.barrels = 0
    for place in range(board.PLACES):
        g.joined[place] = 1 << place
    for s in range(board.SPACE_COUNT):
        g.tile[s] = 0
        g.goods[s] = 0
    for m in range(board.MERCHANT_SPACES_ALL):
        g.merchant[m] = 0


@rule
def open_game(g: State) -> None:
    """Set every field but the options; the first turn order is drawn next."""
    for p in range(board.SEATS):
        clear_seat(g, p)
    clear_board(g)
    clear_action(g)
    for p in range(g.opt.players):
        g.money[p] = board.START_MONEY
        g.income_space[p] = board.START_SPACE
    new_deck(g)
    g.coal = board.COAL_AT_START
    g.iron = board.IRON_AT_START
    g.debt = 0
    g.era = board.CANAL
    g.round = 1
    g.turn = 0
    g.actions = 0
    g.dealt = 0
    g.ending = 0
    for i in range(len(g.spare)):
        g.spare[i] = 0
    g.phase = DEAL_ORDER
    g.mover = CHANCE


@rule
def place_in_order(g: State, p: int) -> None:
    """Seat ``p`` is next in the first turn order."""
    emit(g, events.FOLLOWS, p, g.dealt, 0, 0)
    g.order[g.dealt] = p
    g.dealt += 1
    if g.dealt == g.opt.players:
        g.dealt = 0
        g.phase = DEAL_MERCHANT


@rule
def merchant_space(g: State, n: int) -> int:
    """The ``n``-th merchant space (from 0) that gets a tile in this game; -1 when there are not so many."""
    for m in range(board.MERCHANT_SPACES_ALL):
        if board.MERCHANT_FROM[m] <= g.opt.players:
            if n == 0:
                return m
            n -= 1
    return -1


@rule
def lay_merchant(g: State, kind: int) -> None:
    """Lay a merchant tile on the next space, with a barrel beside it unless it is blank."""
    m = merchant_space(g, g.dealt)
    g.merchant[m] = kind
    if kind != board.BLANK:
        g.barrels |= 1 << m
    emit(g, events.MERCHANT_LAID, m, kind, 0, 0)
    g.dealt += 1
    if merchant_space(g, g.dealt) < 0:
        g.dealt = 0
        g.phase = DEAL_CARDS


# ---------------- Chance nodes: the first turn order, the merchants' tiles and single cards, with exact integer weights


ORDER, MERCHANTS, CARDS = range(3)
"""The purposes of streams: the opening belongs to the table, the cards to the seat that draws them.

So what one seat draws does not depend on how many cards the others have drawn before, except through the deck.
"""


@rule
def drawing_seat(g: State) -> int:
    """Whose hand the next card is for."""
    if g.phase == DEAL_CARDS:
        return g.dealt // board.HAND
    return g.order[g.turn]


@rule
def outcomes(g: State) -> int:
    """One more than the greatest outcome of the pending node."""
    if g.phase == DEAL_ORDER:
        return g.opt.players
    if g.phase == DEAL_MERCHANT:
        return board.MERCHANT_KINDS
    return board.PLAIN_CARDS


@rule
def weight_of(g: State, outcome: int) -> int:
    """The weight of an outcome of the pending node; 0 when it cannot happen."""
    if g.phase == DEAL_ORDER:
        for i in range(g.dealt):
            if g.order[i] == outcome:
                return 0
        return 1
    if g.phase == DEAL_MERCHANT:
        left = board.MERCHANT_POOL[g.opt.players * board.MERCHANT_KINDS + outcome]
        for m in range(board.MERCHANT_SPACES_ALL):
            if g.merchant[m] == outcome:
                left -= 1
        return max(left, 0)  # (spaces without a tile have the number 0, of which the pool has none)
    return g.deck[outcome]


@rule
def total_weight(g: State) -> int:
    """The sum of the weights of the pending node's outcomes."""
    if g.phase != DEAL_ORDER and g.phase != DEAL_MERCHANT:
        return deck_size(g)
    n = 0
    for outcome in range(outcomes(g)):
        n += weight_of(g, outcome)
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """Write the possible outcomes and their integer weights; a card's weight is how many of its kind are left."""
    n = 0
    for outcome in range(outcomes(g)):
        w = weight_of(g, outcome)
        if w > 0:
            out[n] = outcome
            weight[n] = w
            n += 1
    return n


@rule
def draw(g: State, u: int) -> int:
    """The outcome that the 52-bit number ``u`` picks; agrees with ``chance``."""
    rest = (u * total_weight(g)) >> 52
    outcome = 0
    while rest >= weight_of(g, outcome):
        rest -= weight_of(g, outcome)
        outcome += 1
    return outcome


@rule
def chance_key(g: State) -> int:
    """Whose stream and which purpose the pending chance node draws from: seat * 8 + purpose."""
    if g.phase == DEAL_ORDER:
        return TABLE * PURPOSES + ORDER
    if g.phase == DEAL_MERCHANT:
        return TABLE * PURPOSES + MERCHANTS
    return drawing_seat(g) * PURPOSES + CARDS


@rule
def step_chance(g: State, outcome: int) -> None:
    """Carry out the outcome of a chance node."""
    if g.phase == DEAL_ORDER:
        place_in_order(g, outcome)
    elif g.phase == DEAL_MERCHANT:
        lay_merchant(g, outcome)
    elif g.phase == DEAL_CARDS:
        deal_card(g, outcome)
    else:
        p = g.order[g.turn] * 1
        draw_card(g, p, outcome)
        if not lacks_card(g, p):
            next_seat(g)


@rule
def deal_card(g: State, kind: int) -> None:
    """The next card of the era's first hands; with the last one the era begins."""
    draw_card(g, g.dealt // board.HAND, kind)
    g.dealt += 1
    if g.dealt == board.HAND * g.opt.players:
        g.dealt = 0
        begin_round(g)
