"""Set-ups: a named JSON position becomes a state, and any state becomes such a position again.

A set-up may describe positions that no game reaches. Checked are what the
rules rely on (``position_checks.py``) and that there is something to decide; not checked is how the position can have
come about: whether the cards drawn go with the round, and the points and the money with the board. The form is in
``position_model.py``, the way back in ``position_names.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.contract import CHANCE, OVER
from . import actions
from . import state as phases
from .board import (
    CARD_OF,
    INDUSTRIES,
    LINES,
    LOCATIONS,
    MERCHANT_SPACES,
    MERCHANT_TILES,
    SPACES,
    TILES,
)
from .codec import KIND_NAMES, industry_number, line_number, space_number
from .options import Options, write_options
from .position_checks import check_goes_on, check_position, check_request, least_taken
from .position_model import ENDINGS, ERAS, MERCHANT_IDS, PHASES, Doing, Player, Setup, Tile
from .position_names import DEALING, to_setup
from .state import STATE
from .tables import (
    ALL_CARDS,
    BARRELS,
    BLANK,
    BREWERY,
    CANAL,
    COAL,
    DECK,
    FIRST_ACTIONS,
    HAND,
    MERCHANT_FROM,
    MERCHANT_KINDS,
    MERCHANT_POOL,
    PLACES,
    PLAIN_CARDS,
    START_MONEY,
    START_SPACE,
    TILE_GOODS,
    TURN_ACTIONS,
)

__all__ = ["setup", "to_setup"]


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state (an array of one) of a named position.

    Raises :class:`~magnate.errors.BadSetup` for an impossible position and pydantic's ``ValidationError`` for a
    malformed one.
    """
    asked = Setup.model_validate(dict(position))
    check_request(asked, players)
    states = np.zeros(1, STATE)
    g = states[0]
    write_options(options, players, g)
    _write_turn(g, asked)
    _write_merchants(g, asked)
    for tile in asked.tiles:
        _write_tile(g, tile)
    for link in asked.links:
        g["lines"][link.owner] |= 1 << int(link.line)
    for seat in range(players):
        _write_player(g, seat, asked.players[seat] if seat < len(asked.players) else Player())
    _write_cards(g, asked)
    _connect(g)
    if asked.doing is not None:
        _write_doing(g, asked.doing)
    check_position(g)
    check_goes_on(g)
    return states


def _write_turn(g: np.void, asked: Setup) -> None:
    """Era, round, turn, phase, and who is to move."""
    players = int(g["opt"]["players"])
    phase = PHASES.index(asked.phase)
    dealing = phase in DEALING
    idle = dealing or phase in (phases.FINISHED, phases.REFILL, phases.SHORTFALL)
    order = list(range(players)) if asked.order is None and phase != phases.DEAL_ORDER else asked.order or []
    g["era"], g["round"], g["turn"] = ERAS.index(asked.era), asked.round, asked.turn
    g["order"][: len(order)] = order
    g["phase"], g["dealt"], g["debt"] = phase, asked.dealt, asked.debt
    first = g["era"] == CANAL and asked.round == 1
    usual = 0 if idle else FIRST_ACTIONS if first else TURN_ACTIONS
    g["actions"] = usual if asked.actions is None else asked.actions
    g["coal"], g["iron"] = asked.markets.coal, asked.markets.iron
    if phase == phases.FINISHED:
        g["mover"], g["ending"] = OVER, len(ENDINGS) - 1
    else:
        g["mover"] = CHANCE if dealing or phase == phases.REFILL else order[asked.turn]


def _write_merchants(g: np.void, asked: Setup) -> None:
    """The merchant tiles and the barrels beside them."""
    if asked.merchants is None:
        if g["phase"] not in (phases.DEAL_ORDER, phases.DEAL_MERCHANT):
            _lay_merchants(g)
    else:
        for name, tiles in asked.merchants.items():
            spaces = [one.index for one in MERCHANT_SPACES if one.location == MERCHANT_IDS[name]]
            for space, tile in zip(spaces, tiles, strict=False):
                g["merchant"][space] = MERCHANT_TILES.index(tile or "")
    if asked.barrels is not None:
        g["barrels"] = sum(1 << int(space) for space in set(asked.barrels))
    else:
        g["barrels"] = sum(1 << space for space, kind in enumerate(g["merchant"]) if kind > BLANK)


def _lay_merchants(g: np.void) -> None:
    """A fixed layout: the tiles of this number of players, those that buy something first, on the spaces in order."""
    players = int(g["opt"]["players"])
    pool = [kind for kind in range(MERCHANT_KINDS) for _ in range(MERCHANT_POOL[players * MERCHANT_KINDS + kind])]
    pool.sort(key=lambda kind: kind == BLANK)
    spaces = [one.index for one in MERCHANT_SPACES if MERCHANT_FROM[one.index] <= players]
    g["merchant"][spaces] = pool


def _write_tile(g: np.void, tile: Tile) -> None:
    """Lay an industry tile."""
    at, kind = int(tile.at), int(tile.tile)
    full = BARRELS[int(g["era"])] if TILES[kind - 1].industry == BREWERY else TILE_GOODS[kind]
    goods = (0 if tile.flipped else full) if tile.goods is None else tile.goods
    flipped = full > 0 and goods == 0 if tile.flipped is None else tile.flipped
    g["tile"][at], g["goods"][at] = kind, goods
    g["tiles"][tile.owner] |= 1 << at
    g["flipped"] |= int(flipped) << at
    if goods > 0:
        g["stocked"][TILES[kind - 1].industry - COAL] |= 1 << at


def _write_player(g: np.void, seat: int, player: Player) -> None:
    """One player's money, income, points and mat."""
    g["money"][seat] = START_MONEY if player.money is None else player.money
    g["spent"][seat] = player.spent
    g["income_space"][seat] = START_SPACE if player.income is None else player.income
    g["points"][seat] = player.points
    for industry, name in enumerate(INDUSTRIES):
        g["taken"][seat][industry] = player.taken.get(name, least_taken(g, seat, industry))


def _write_cards(g: np.void, asked: Setup) -> None:
    """The hands and the deck."""
    players = int(g["opt"]["players"])
    left = np.array([DECK[players * PLAIN_CARDS + kind] for kind in range(PLAIN_CARDS)])
    for named in (asked.deck, asked.discards):
        for name, count in (named or {}).items():
            left[CARD_OF[name]] -= count
    described = {seat: player.hand for seat, player in enumerate(asked.players) if player.hand is not None}
    for seat, hand in described.items():
        for name in hand:
            g["hand"][seat][CARD_OF[name]] += 1
        left -= g["hand"][seat][:PLAIN_CARDS]
    if g["phase"] not in (*DEALING, phases.FINISHED):
        for seat in range(players):
            if seat not in described:
                _deal(g, seat, left)
    for name, count in (asked.deck or {}).items():
        g["deck"][CARD_OF[name]] = count
    if asked.deck is None:
        g["deck"] = np.maximum(left, -1)


def _deal(g: np.void, seat: int, left: np.ndarray) -> None:
    """A hand of the cards that are left, one of a kind, in the order of the kinds, begun again behind the last one."""
    kind = 0
    for _ in range(min(HAND, int(left.clip(0).sum()))):
        while left[kind % PLAIN_CARDS] <= 0:
            kind += 1
        left[kind % PLAIN_CARDS] -= 1
        g["hand"][seat][kind % PLAIN_CARDS] += 1
        kind += 1


def _connect(g: np.void) -> None:
    """What follows from tiles and links: which locations are joined, and each seat's network."""
    groups = [1 << place for place in range(PLACES)]
    for seat, lines in enumerate(g["lines"]):
        for line in LINES:
            if int(lines) >> line.index & 1:
                ends = sum(1 << end for end in line.ends)
                g["network"][seat] |= ends
                touched = [group for group in groups if group & ends]
                groups = [group for group in groups if not group & ends] + [sum(touched)]
        for space in SPACES:
            if int(g["tiles"][seat]) >> space.index & 1:
                g["network"][seat] |= 1 << space.location
    for place in LOCATIONS:
        g["joined"][place.index] = next(group for group in groups if group >> place.index & 1)


def _write_doing(g: np.void, doing: Doing) -> None:
    """The action that is being carried out."""
    kind = KIND_NAMES.index(doing.kind)
    g["doing"] = kind
    if doing.industry is not None:
        g["industry"] = industry_number(doing.industry)
    if doing.at is not None:
        g["at"] = line_number(doing.at) if kind == actions.NETWORK else space_number(doing.at)
    g["coal_left"], g["iron_left"], g["beer_left"] = doing.coal, doing.iron, doing.beer
    g["count"] = doing.count
    if doing.merchant is not None:
        g["shop"] = int(doing.merchant)
    if doing.cards is not None:
        g["fits"] = sum({1 << CARD_OF[name] for name in doing.cards})
    elif kind != actions.BUILD and g["phase"] in (phases.CARD, phases.SCOUT_CARD):
        g["fits"] = ALL_CARDS
    if doing.last is not None:
        g["last"] = CARD_OF[doing.last]
