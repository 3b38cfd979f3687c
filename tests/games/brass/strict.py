"""The rules of Brass with a ``check`` that also demands what only played games keep.

Set-ups may have any number of cards, any mat and any merchant tiles that the rules can go on from. In a game that was
played from its opening they follow from the course of the game (rules section 15); here ``check`` computes them.
"""

from __future__ import annotations

from magnate.games.brass import rules as plain
from magnate.games.brass.board import (
    CANAL,
    DECK,
    HAND,
    MAT,
    MAT_ROOM,
    MERCHANT_KINDS,
    MERCHANT_POOL,
    MERCHANT_SPACES_ALL,
    PLAIN_CARDS,
    ROUNDS,
    SPACE_COUNT,
    TILE_INDUSTRY,
    TURN_ACTIONS,
)
from magnate.games.brass.cards import deck_size, hand_size
from magnate.games.brass.legal import choices, may_stop
from magnate.games.brass.resources import BARREL, breweries, mines_joined
from magnate.games.brass.rules import (
    FEATURES,
    MAX_ACTIONS,
    MAX_DECISIONS,
    MAX_LEGAL,
    MAX_OUTCOMES,
    STATE,
    canonical,
    chance,
    chance_key,
    draw,
    ending,
    features,
    hide,
    key,
    legal,
    new_game,
    score,
    seen_by,
    settled,
    step,
    to_move,
    utility,
    why,
)
from magnate.games.brass.state import (
    ACTION,
    BUILD_SPACE,
    CARD,
    DEAL_CARDS,
    DEAL_MERCHANT,
    DEAL_ORDER,
    FINISHED,
    NETWORK,
    REFILL,
    SCOUT_CARD,
    SHORTFALL,
    TAKE_BEER,
    TAKE_COAL,
    TAKE_IRON,
    State,
)
from magnate.games.brass.steps import places_of_use, reach_of_use
from magnate.runtime.compiler import rule
from magnate.runtime.primitives import count_bits

__all__ = [
    "CARD_COUNT_WRONG",
    "FEATURES",
    "HAND_NOT_FILLED",
    "MAT_WRONG",
    "MAX_ACTIONS",
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "MERCHANTS_WRONG",
    "QUESTION_FORCED",
    "RAILS_FORGOTTEN",
    "ROUND_WRONG",
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

(
    CARD_COUNT_WRONG,
    HAND_NOT_FILLED,
    MAT_WRONG,
    MERCHANTS_WRONG,
    QUESTION_FORCED,
    RAILS_FORGOTTEN,
    ROUND_WRONG,
) = range(100, 107)


@rule
def actions_in_round(g: State) -> int:
    """How many actions each seat has in the current round."""
    return 1 if g.era == CANAL and g.round == 1 else TURN_ACTIONS


@rule
def actions_taken(g: State) -> int:
    """How many actions of the era have been carried out, from the round, the turn and the actions left."""
    done = 0
    if g.round > 1:
        done = g.opt.players * ((g.round - 1) * TURN_ACTIONS - int(g.era == CANAL))
    if g.phase == SHORTFALL or g.phase == FINISHED:
        return done + g.opt.players * actions_in_round(g)
    done += g.turn * actions_in_round(g)
    if g.phase == REFILL:
        return done + actions_in_round(g)
    if g.phase >= ACTION:
        done += actions_in_round(g) - g.actions
    return done


@rule
def check_cards(g: State) -> int:
    """Each action has taken one card out of deck and hands; while there is a deck, who is not at turn holds 8."""
    total = 0
    for kind in range(PLAIN_CARDS):
        total += DECK[g.opt.players * PLAIN_CARDS + kind]
    for p in range(g.opt.players):
        total -= hand_size(g, p)
    given = 0
    if g.phase == SCOUT_CARD:
        given = g.count * 1
    if total - deck_size(g) != actions_taken(g) + given:
        return CARD_COUNT_WRONG
    if g.phase < ACTION or g.phase > SCOUT_CARD or deck_size(g) <= g.opt.players:
        return 0
    for p in range(g.opt.players):
        if p != g.mover and hand_size(g, p) != HAND:
            return HAND_NOT_FILLED
    return 0


@rule
def check_question(g: State) -> int:
    """What is asked leaves a choice that everybody can see, and the card of a rail knows how many rails lie."""
    if g.phase == CARD and g.doing == NETWORK and (g.count == 0) != (g.era == CANAL):
        return RAILS_FORGOTTEN
    if g.phase == CARD and g.count != 0 and g.doing != NETWORK:
        return RAILS_FORGOTTEN
    if BUILD_SPACE < g.phase < CARD:
        found = choices(g, g.mover)
        if count_bits(found) + int(may_stop(g)) < 2:
            return QUESTION_FORCED
        if TAKE_COAL <= g.phase <= TAKE_BEER and all_is_taken(g, (found >> BARREL) & 1):
            return QUESTION_FORCED
    return 0


@rule
def all_is_taken(g: State, barrels: int) -> bool:
    """Whether an action takes all the cubes or barrels that there are for it, with so many of the merchant's."""
    needed = g.beer_left - barrels
    if g.phase == TAKE_COAL:
        needed = g.coal_left * 1
    elif g.phase == TAKE_IRON:
        needed = g.iron_left * 1
    spaces = sources(g)
    for s in range(SPACE_COUNT):
        if (spaces >> s) & 1 == 1:
            needed -= g.goods[s]
    return needed >= 0


@rule
def sources(g: State) -> int:
    """The spaces from which the next cube or barrel may come, those that are the same included."""
    if g.phase == TAKE_COAL:
        return mines_joined(g, places_of_use(g), reach_of_use(g))
    if g.phase == TAKE_IRON:
        return g.stocked[1]
    return breweries(g, g.mover, reach_of_use(g))


@rule
def check_mats(g: State) -> int:
    """Every tile on the board is one of those that have left its owner's mat."""
    for p in range(g.opt.players):
        for s in range(SPACE_COUNT):
            if (g.tiles[p] >> s) & 1 == 1:
                tile = g.tile[s]
                industry = TILE_INDUSTRY[tile]
                if count_gone(industry, g.taken[p, industry], tile) < on_board(g, p, tile):
                    return MAT_WRONG
    return 0


@rule
def count_gone(industry: int, gone: int, tile: int) -> int:
    """How many tiles of a kind are among the first ``gone`` of an industry's stack."""
    n = 0
    for i in range(gone):
        if MAT[industry * MAT_ROOM + i] == tile:
            n += 1
    return n


@rule
def on_board(g: State, p: int, tile: int) -> int:
    """How many tiles of a kind seat ``p`` has on the board."""
    n = 0
    for s in range(SPACE_COUNT):
        if (g.tiles[p] >> s) & 1 == 1 and g.tile[s] == tile:
            n += 1
    return n


@rule
def check_merchants(g: State) -> int:
    """The merchants' tiles are those of the number of players."""
    for kind in range(1, MERCHANT_KINDS):
        n = 0
        for m in range(MERCHANT_SPACES_ALL):
            if g.merchant[m] == kind:
                n += 1
        if n != MERCHANT_POOL[g.opt.players * MERCHANT_KINDS + kind]:
            return MERCHANTS_WRONG
    return 0


@rule
def check(g: State) -> int:
    """As the rules' own, and what a played game keeps."""
    code = plain.check(g)
    if code != 0 or g.phase == DEAL_ORDER or g.phase == DEAL_MERCHANT or g.phase == DEAL_CARDS:
        return code
    if g.round > ROUNDS[g.opt.players] or (g.phase == FINISHED and g.round < ROUNDS[g.opt.players]):
        return ROUND_WRONG
    code = check_cards(g)
    if code == 0:
        code = check_question(g)
    if code == 0:
        code = check_mats(g)
    if code == 0:
        code = check_merchants(g)
    return code
