"""Set-ups: a named JSON position becomes a state, if the rules have a meaning for it.

A set-up may describe positions that no game reaches. Checked are what the rules rely on and that there is something to
decide; not checked is how the position can have come about: whether the cards drawn go with the round, and the points
and the money with the board. The form is in ``setup_model.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...core.contract import CHANCE, OVER
from ...errors import BadSetup
from ...runtime.pystate import py_ints
from . import invariants
from . import state as ids
from .board import (
    ALL_CARDS,
    BARRELS,
    BLANK,
    BREWERY,
    CANAL,
    CARD_KINDS,
    CARD_OF,
    CARDS,
    COAL,
    DECK,
    FIRST_ACTIONS,
    GOODS_MASK,
    HAND,
    INDUSTRY_NAMES,
    LINES,
    LOCATIONS,
    MAT_SIZE,
    MERCHANT_FROM,
    MERCHANT_KINDS,
    MERCHANT_POOL,
    MERCHANT_SPACES,
    MERCHANT_TILES,
    PLACES,
    PLAIN_CARDS,
    SPACES,
    START_MONEY,
    START_SPACE,
    TILE_GOODS,
    TILES,
    TURN_ACTIONS,
    WILDS,
)
from .codec import KIND_NAMES, TILE_NAMES, industry_number, line_number, space_number
from .options import Options, write_options
from .setup_model import (
    ACTING,
    DEALING,
    ENDINGS,
    ERAS,
    MERCHANT_IDS,
    PHASES,
    Doing,
    Player,
    Setup,
    Tile,
    mirrored,
    part,
    players_of,
    to_setup,
)
from .state import MAX_LEGAL, STATE

__all__ = ["setup", "to_setup"]


# ---------------- What a set-up must not say: each with its own sentence


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
    if asked.order is not None and phase != ids.DEAL_ORDER and len(asked.order) != players:
        raise BadSetup(f"the turn order names {len(asked.order)} seats", hint=f"{players} play")
    if phase == ids.DEAL_ORDER and len(asked.order or ()) != asked.dealt:
        raise BadSetup("the turn order names not as many seats as were dealt", hint='give "dealt" their number')
    if asked.turn >= players and phase != ids.FINISHED:
        raise BadSetup(f"turn {asked.turn} comes after the last one", hint=f"turns are 0 to {players - 1}")
    if (phase in ACTING) != (asked.doing is not None):
        needs = 'needs "doing", the action in progress' if phase in ACTING else 'has no "doing"'
        raise BadSetup(f'the phase "{asked.phase}" {needs}', hint="compare with pos.to_setup() of a real position")
    if (phase == ids.SHORTFALL) != (asked.debt > 0):
        raise BadSetup('a "debt" and the phase "shortfall" go together', hint="give both or neither")


def _check_tile(tile: Tile, asked: Setup) -> None:
    """The space shows the industry, and the goods go with the kind and with being flipped."""
    at, kind = SPACES[int(tile.at)], TILES[int(tile.tile) - 1]
    name = TILE_NAMES[kind.index]
    if kind.industry not in at.industries:
        shown = " or ".join(INDUSTRY_NAMES[industry] for industry in at.industries)
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
    for industry, name in enumerate(INDUSTRY_NAMES):
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
    if g["era"] == CANAL and g["phase"] != ids.FINISHED and int(g["deck"].sum()) < players:
        raise BadSetup(
            "the deck has fewer cards than lie face down",
            hint=f"in the Canal era it keeps {players} back until its end",
        )


def check_goes_on(g: np.void) -> None:
    """Every invariant of the rules holds, and they know what may be done in the position."""
    state, rules = mirrored(g), part("rules")
    try:
        broken = int(rules.check(state))
        if broken == invariants.HOLDS and state.mover != OVER:
            out, weight = py_ints(MAX_LEGAL), py_ints(MAX_LEGAL)
            found = rules.chance(state, out, weight) if state.mover == CHANCE else rules.legal(state, out)
        else:
            found = 1
    except (IndexError, ValueError, OverflowError) as error:
        raise BadSetup(
            f"the rules cannot go on from this position ({error})", hint="check the phase and the action in progress"
        ) from error
    if broken != invariants.HOLDS:
        hint = "compare with pos.to_setup() of a real position"
        raise BadSetup(f"the position is impossible: {invariants.BROKEN_RULES[broken]}", hint=hint)
    if found == 0:
        who = "chance" if state.mover == CHANCE else f"seat {state.mover}"
        raise BadSetup(f"{who} would have nothing to do", hint="check the hands, the phase and the action in progress")


# ---------------- Reading


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
    idle = dealing or phase in (ids.FINISHED, ids.REFILL, ids.SHORTFALL)
    order = list(range(players)) if asked.order is None and phase != ids.DEAL_ORDER else asked.order or []
    g["era"], g["round"], g["turn"] = ERAS.index(asked.era), asked.round, asked.turn
    g["order"][: len(order)] = order
    g["phase"], g["dealt"], g["debt"] = phase, asked.dealt, asked.debt
    first = g["era"] == CANAL and asked.round == 1
    usual = 0 if idle else FIRST_ACTIONS if first else TURN_ACTIONS
    g["actions"] = usual if asked.actions is None else asked.actions
    g["coal"], g["iron"] = asked.markets.coal, asked.markets.iron
    if phase == ids.FINISHED:
        g["mover"], g["ending"] = OVER, len(ENDINGS) - 1
    else:
        g["mover"] = CHANCE if dealing or phase == ids.REFILL else order[asked.turn]


def _write_merchants(g: np.void, asked: Setup) -> None:
    """The merchant tiles and the barrels beside them."""
    if asked.merchants is None:
        if g["phase"] not in (ids.DEAL_ORDER, ids.DEAL_MERCHANT):
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
    for industry, name in enumerate(INDUSTRY_NAMES):
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
    if g["phase"] not in (*DEALING, ids.FINISHED):
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
        g["at"] = line_number(doing.at) if kind == ids.NETWORK else space_number(doing.at)
    g["coal_left"], g["iron_left"], g["beer_left"] = doing.coal, doing.iron, doing.beer
    g["count"] = doing.count
    if doing.merchant is not None:
        g["shop"] = int(doing.merchant)
    if doing.cards is not None:
        g["fits"] = sum({1 << CARD_OF[name] for name in doing.cards})
    elif kind != ids.BUILD and g["phase"] in (ids.CARD, ids.SCOUT_CARD):
        g["fits"] = ALL_CARDS
    if doing.last is not None:
        g["last"] = CARD_OF[doing.last]
