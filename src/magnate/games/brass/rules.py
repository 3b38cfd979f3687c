"""The rules of Brass as the engine's contract asks for them; each part of the rulebook has a file of its own."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import low_bit
from ...runtime.stream import below
from . import state
from .board import CARD_KINDS, INDUSTRIES, MERCHANT_SPACES_ALL, PLAIN_CARDS
from .cards import deck_size, holds
from .invariants import check
from .legal import choices, legal, why
from .observation import FEATURES, features
from .scoring import score, utility
from .state import MAX_LEGAL, STATE, State
from .steps import single, step_action
from .tiles import canonical
from .turns import chance, chance_key, draw, drawing_seat, open_game, step_chance

__all__ = [
    "FEATURES",
    "MAX_ACTIONS",
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "STATE",
    "canonical",
    "chance",
    "chance_key",
    "check",
    "draw",
    "ending",
    "features",
    "hide",
    "key",
    "knows",
    "legal",
    "new_game",
    "score",
    "seen_by",
    "settled",
    "step",
    "to_move",
    "utility",
    "why",
]


# ---------------- The transposition key: a hash of all that defines a position, and of nothing else


HALF = (1 << 31) - 1
PACKED = 15
"""How many numbers below 16 make one value of 60 bits."""


@rule
def mix(h: int, value: int) -> int:
    """One step of the key: a hash of 62 bits, in two halves that are multiplied apart so that nothing overflows.

    ``value`` is a number from 0 to 2**62 - 1.
    """
    low = (((h & HALF) ^ (value & HALF)) * 48271 + 11) & HALF
    high = (((h >> 31) & HALF) + (value >> 31) + (low >> 9)) * 69621 & HALF
    return (high << 31) | (low ^ (high >> 13))


@rule
def mix_hand(g: State, p: int, h: int) -> int:
    """The cards of seat ``p``."""
    value = 0
    for kind in range(CARD_KINDS):
        if kind == PACKED:
            h = mix(h, value)
            value = 0
        value = (value << 4) | g.hand[p, kind]
    return mix(h, value)


@rule
def mix_deck(g: State, h: int) -> int:
    """The cards that have not been drawn."""
    value = 0
    for kind in range(PLAIN_CARDS):
        if kind == PACKED:
            h = mix(h, value)
            value = 0
        value = (value << 4) | g.deck[kind]
    return mix(h, value)


@rule
def mix_seat(g: State, p: int, h: int) -> int:
    """What belongs to seat ``p``, and the tiles that it has on the board."""
    h = mix(h, g.lines[p])
    h = mix(h, g.tiles[p])
    h = mix(h, g.money[p] + (g.spent[p] << 16) + (g.points[p] << 32) + (g.income_space[p] << 48))
    taken = g.order[p] * 1
    for industry in range(INDUSTRIES):
        taken = (taken << 4) | g.taken[p, industry]
    h = mix(h, taken)
    rest = g.tiles[p] * 1
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        h = mix(h, g.tile[s] + (g.goods[s] << 8))
    return mix_hand(g, p, h)


@rule
def key(g: State) -> int:
    """The transposition key: equal positions have equal keys (options apart, which a game never changes).

    What follows from other fields is left out: what is connected, the networks, the tiles that carry something.
    """
    h = 1
    for p in range(g.opt.players):
        h = mix_seat(g, p, h)
    h = mix_deck(g, h)
    h = mix(h, g.flipped)
    merchants = g.barrels * 1
    for m in range(MERCHANT_SPACES_ALL):
        merchants = (merchants << 3) | g.merchant[m]
    h = mix(h, merchants)
    h = mix(h, g.fits | (g.debt << 32))
    h = mix(h, g.coal | (g.iron << 8) | ((g.mover + 2) << 16) | (g.phase << 24) | (g.era << 32) | (g.round << 40))
    h = mix(h, g.turn | (g.actions << 8) | (g.dealt << 16) | (g.doing << 24) | (g.industry << 32) | (g.at << 40))
    return mix(
        h,
        g.coal_left | (g.iron_left << 8) | (g.beer_left << 16) | (g.count << 24) | (g.shop << 32) | (g.last << 40),
    )


# ---------------- Drawing anew all that a seat cannot know: the others' plain cards, and what the deck has left
#
# Wild cards were taken openly, so they stay. All else that is hidden is one pool: the cards of the deck, those
# that the Canal deck keeps back, and the plain cards of the other hands. Each hand gets as many of them as it
# had.


@rule
def plain_cards(g: State, q: int) -> int:
    """How many plain cards seat ``q`` holds."""
    n = 0
    for kind in range(PLAIN_CARDS):
        n += g.hand[q, kind]
    return n


@rule
def return_cards(g: State, q: int) -> int:
    """The plain cards of seat ``q`` go back to the deck; returns how many they were."""
    n = 0
    for kind in range(PLAIN_CARDS):
        n += g.hand[q, kind]
        g.deck[kind] += g.hand[q, kind]
        g.hand[q, kind] = 0
    return n


@rule
def draw_hand(g: State, q: int, n: int, key: int, at: int) -> None:
    """Seat ``q`` draws ``n`` cards from the deck with the draws number ``at`` and following of ``key``."""
    left = deck_size(g)
    for i in range(n):
        rest = below(key, at + i, left - i)
        kind = 0
        while rest >= g.deck[kind]:
            rest -= g.deck[kind]
            kind += 1
        g.deck[kind] -= 1
        g.hand[q, kind] += 1


@rule
def can_finish(g: State) -> bool:
    """Whether the mover's hand can finish the action that it has begun, and would be asked what it is asked."""
    if g.phase == state.BUILD_INDUSTRY or g.phase == state.BUILD_SPACE:
        return choices(g, g.mover) != 0
    if g.phase == state.CARD or g.phase == state.SCOUT_CARD:
        return choices(g, g.mover) != 0 and not single(holds(g, g.mover))  # a single kind would have gone by itself
    return g.doing != state.BUILD or (g.fits & holds(g, g.mover)) != 0


@rule
def in_action(g: State) -> bool:
    """Whether a seat is in the middle of an action."""
    return g.mover >= 0 and state.ACTION < g.phase <= state.SCOUT_CARD


@rule
def hide(g: State, p: int, key: int) -> None:
    """Redraw all that seat ``p`` cannot know, evenly among what is possible.

    A seat that has begun an action is dealt first, and again until it can finish that action.
    """
    acting = -1
    if in_action(g) and g.mover != p:
        acting = g.mover * 1
    left = 0
    for q in range(g.opt.players):
        if q != p:
            left |= return_cards(g, q) << (8 * q)
    at = 0
    if acting >= 0:
        n = (left >> (8 * acting)) & 255
        draw_hand(g, acting, n, key, at)
        at += n
        while not can_finish(g):
            return_cards(g, acting)
            draw_hand(g, acting, n, key, at)
            at += n
    for q in range(g.opt.players):
        if q != p and q != acting:
            n = (left >> (8 * q)) & 255
            draw_hand(g, q, n, key, at)
            at += n


@rule
def knows(g: State, p: int) -> bool:
    """Whether seat ``p`` can tell who holds what: no other seat has a plain card, or one has all there are.

    So it is for the seat that plays last in an era, and for the last seat but one once the deck is empty. Of two
    players both can tell in the last rounds. The cards that are kept back for good are what is left.
    """
    hands = 0
    for q in range(g.opt.players):
        if q != p:
            hands += 1 if plain_cards(g, q) > 0 else 0
    return hands == 0 or (hands == 1 and deck_size(g) == 0)


# ---------------- The contract


MAX_ACTIONS = state.ACTIONS
MAX_OUTCOMES = PLAIN_CARDS
MAX_DECISIONS = 10_000
"""More than any game has: at most 39 actions a seat, none of more than a few dozen decisions."""


@rule
def new_game(g: State) -> None:
    """Set ``g`` up from ``g.opt``, whatever its other fields hold."""
    open_game(g)


@rule
def to_move(g: State) -> int:
    """The seat to decide, or CHANCE (-1), or OVER (-2)."""
    return g.mover


@rule
def step(g: State, a: int) -> None:
    """Advance by one decision or one chance outcome, in place; that it is legal is the caller's promise."""
    if g.mover == CHANCE:
        step_chance(g, a)
    else:
        step_action(g, a)


@rule
def settled(g: State) -> bool:
    """Whether a seat is about to choose an action, or the game is over."""
    return g.phase == state.ACTION or g.phase == state.FINISHED


@rule
def seen_by(g: State) -> int:
    """A card that is drawn is seen by its seat; everything else happens in the open."""
    if g.phase == state.DEAL_CARDS or g.phase == state.REFILL:
        return 1 << drawing_seat(g)
    return (1 << g.opt.players) - 1


@rule
def ending(g: State) -> int:
    """0 while the game goes on, ENDED (1) after its last era."""
    return g.ending
