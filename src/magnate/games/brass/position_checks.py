"""What a set-up must not say: positions that the rules have no meaning for, each refused with its own sentence."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...core.contract import CHANCE, OVER
from ...errors import BadSetup
from ...runtime.pystate import py_ints
from . import breaches
from . import state as phases
from .actions import MAX_LEGAL
from .board import CARDS, INDUSTRIES, LINES, MERCHANT_SPACES, SPACES, TILES
from .codec import TILE_NAMES
from .position_model import MERCHANT_IDS, PHASES, Setup, Tile
from .position_names import ACTING, players_of
from .tables import (
    BARRELS,
    BREWERY,
    CANAL,
    CARD_KINDS,
    DECK,
    GOODS_MASK,
    MAT_SIZE,
    PLAIN_CARDS,
    TILE_GOODS,
    WILDS,
)
from .twins import mirrored, part

__all__ = ["check_goes_on", "check_position", "check_request"]


def check_request(asked: Setup, players: int) -> None:
    """The seats that are named play, nothing lies twice, and the phase has what it needs."""
    if len(asked.players) > players:
        raise BadSetup(f"{len(asked.players)} players are described", hint=f"the game has {players}")
    seats = [("order", seat) for seat in asked.order or ()]
    seats += [("tiles", tile.owner) for tile in asked.tiles] + [("links", link.owner) for link in asked.links]
    for where, seat in seats:
        if seat >= players:
            raise BadSetup(f"{where} names seat {seat}, which does not play", hint=f"seats are 0 to {players - 1}")
    _check_once("space", [SPACES[int(tile.at)].id for tile in asked.tiles])
    _check_once("line", [LINES[int(link.line)].id for link in asked.links])
    _check_once("seat", [str(seat) for seat in asked.order or ()])
    _check_phase(asked, players)
    for name, tiles in (asked.merchants or {}).items():
        room = sum(one.location == MERCHANT_IDS[name] for one in MERCHANT_SPACES)
        if len(tiles) > room:
            raise BadSetup(f"{len(tiles)} merchant tiles lie at {name}", hint=f"there is room for {room}")
    for tile in asked.tiles:
        _check_tile(tile, asked)


def _check_once(what: str, names: Iterable[str]) -> None:
    every = list(names)
    twice = [name for name in every if every.count(name) > 1]
    if twice:
        raise BadSetup(f"the {what} {twice[0]} is named twice", hint="name it once")


def _check_phase(asked: Setup, players: int) -> None:
    """The turn is one of the order, and what an action in progress needs is there, and only then."""
    phase = PHASES.index(asked.phase)
    if asked.order is not None and phase != phases.DEAL_ORDER and len(asked.order) != players:
        raise BadSetup(f"the turn order names {len(asked.order)} seats", hint=f"{players} play")
    if phase == phases.DEAL_ORDER and len(asked.order or ()) != asked.dealt:
        raise BadSetup("the turn order names not as many seats as were dealt", hint='give "dealt" their number')
    if asked.turn >= players and phase != phases.FINISHED:
        raise BadSetup(f"turn {asked.turn} comes after the last one", hint=f"turns are 0 to {players - 1}")
    if (phase in ACTING) != (asked.doing is not None):
        needs = 'needs "doing", the action in progress' if phase in ACTING else 'has no "doing"'
        raise BadSetup(f'the phase "{asked.phase}" {needs}', hint="compare with pos.to_setup() of a real position")
    if (phase == phases.SHORTFALL) != (asked.debt > 0):
        raise BadSetup('a "debt" and the phase "shortfall" go together', hint="give both or neither")


def _check_tile(tile: Tile, asked: Setup) -> None:
    """The space shows the industry, and the goods go with the kind and with being flipped."""
    at, kind = SPACES[int(tile.at)], TILES[int(tile.tile) - 1]
    name = TILE_NAMES[kind.index]
    if kind.industry not in at.industries:
        shown = " or ".join(INDUSTRIES[industry] for industry in at.industries)
        raise BadSetup(f"{name} cannot lie on {at.id}", hint=f"the space shows {shown}")
    full = max(BARRELS) if kind.industry == BREWERY else TILE_GOODS[kind.index]
    goods = tile.goods
    if goods is not None and goods > full > 0:
        raise BadSetup(f"{name} on {at.id} carries {goods}", hint=f"it carries {full} at most")
    if full == 0 and goods:
        raise BadSetup(f"{name} on {at.id} carries {goods}", hint="only mines, works and breweries carry something")
    if not GOODS_MASK >> kind.industry & 1 and goods is not None and tile.flipped not in (None, goods == 0):
        raise BadSetup(
            f"{name} on {at.id} carries {goods} and is {'flipped' if tile.flipped else 'not flipped'}",
            hint="mines, works and breweries are flipped exactly when they carry nothing",
        )


def check_position(g: np.void) -> None:
    """Links, mats and cards are not more than there are."""
    for seat in range(players_of(g)):
        _check_links(g, seat)
        _check_mat(g, seat)
    _check_cards(g)


def _check_links(g: np.void, seat: int) -> None:
    """The lines allow the era's links, and there are enough link tiles."""
    lines = [line for line in LINES if int(g["lines"][seat]) >> line.index & 1]
    for line in lines:
        if not (line.canal if g["era"] == CANAL else line.rail):
            kind = "canal" if g["era"] == CANAL else "rail"
            raise BadSetup(f"the line {line.id} carries no {kind}", hint="see the map in data.json")
    most = int(g["opt"]["link_tiles"])
    if len(lines) > most:
        raise BadSetup(f"seat {seat} has {len(lines)} links on the board", hint=f"a player has {most}")


def _check_mat(g: np.void, seat: int) -> None:
    """No more tiles have left the mat than it had, and as many as the tiles on the board ask for."""
    for industry, name in enumerate(INDUSTRIES):
        taken = int(g["taken"][seat][industry])
        if taken > MAT_SIZE[industry]:
            raise BadSetup(f"seat {seat} has taken {taken} {name} tiles", hint=f"its mat has {MAT_SIZE[industry]}")
        least = least_taken(g, seat, industry)
        if taken < least:
            raise BadSetup(
                f"seat {seat} has taken {taken} {name} tiles, but more must have left its mat",
                hint=f"the tiles on the board ask for {least} at least; leave taken out to get that",
            )


def least_taken(g: np.void, seat: int, industry: int) -> int:
    """How many tiles have left the mat at least, since some lie on the board: the highest ones, and all below them."""
    mine, levels = int(g["tiles"][seat]), []
    while mine:
        tile = TILES[int(g["tile"][(mine & -mine).bit_length() - 1]) - 1]
        mine &= mine - 1
        if tile.industry == industry:
            levels.append(tile.level)
    highest = max(levels, default=0)
    below = sum(tile.count for tile in TILES if tile.industry == industry and tile.level < highest)
    return below + levels.count(highest)


def _check_cards(g: np.void) -> None:
    """Deck, hands and discards are the cards of the game."""
    players = players_of(g)
    for kind in range(CARD_KINDS):
        held = int(g["hand"][:, kind].sum())
        total = DECK[players * PLAIN_CARDS + kind] if kind < PLAIN_CARDS else WILDS
        used = held + (int(g["deck"][kind]) if kind < PLAIN_CARDS else 0)
        if used > total or (kind < PLAIN_CARDS and g["deck"][kind] < 0):
            raise BadSetup(
                f"hands, deck and discards have more {CARDS[kind].id} cards than there are",
                hint=f"with {players} players the game has {total}",
            )
    if g["era"] == CANAL and g["phase"] != phases.FINISHED and int(g["deck"].sum()) < players:
        raise BadSetup(
            "the deck has fewer cards than lie face down",
            hint=f"in the Canal era it keeps {players} back until its end",
        )


def check_goes_on(g: np.void) -> None:
    """Every invariant of the rules holds, and they know what may be done in the position."""
    state, rules = mirrored(g), part("rules")
    try:
        broken = int(rules.check(state))
        if broken == breaches.HOLDS and state.mover != OVER:
            out, weight = py_ints(MAX_LEGAL), py_ints(MAX_LEGAL)
            found = rules.chance(state, out, weight) if state.mover == CHANCE else rules.legal(state, out)
        else:
            found = 1
    except (IndexError, ValueError, OverflowError) as error:
        raise BadSetup(
            f"the rules cannot go on from this position ({error})", hint="check the phase and the action in progress"
        ) from error
    if broken != breaches.HOLDS:
        hint = "compare with pos.to_setup() of a real position"
        raise BadSetup(f"the position is impossible: {breaches.BROKEN_RULES[broken]}", hint=hint)
    if found == 0:
        who = "chance" if state.mover == CHANCE else f"seat {state.mover}"
        raise BadSetup(f"{who} would have nothing to do", hint="check the hands, the phase and the action in progress")
