"""Set-ups: a named JSON position becomes a state, if the rules have a meaning for it.

A set-up may describe positions that no game reaches. Checked are what the rules rely on and that there is something to
decide. Not checked is how the position can have come about: whether the cards drawn go with the round, and the points
and the money with the board. The form is in ``setup_model.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.contract import CHANCE, OVER
from ...core.setup_fields import Place, Rows, bits, refuse
from ...errors import BadSetup
from ...messages import Message
from ...runtime.layout import fields_of
from ...runtime.pystate import py_ints
from . import board, invariants
from . import state as ids
from .codec import TILE_NAMES, said
from .options import Options, write_options
from .setup_model import (
    ACTING,
    DEALING,
    DOING,
    ENDINGS,
    MARKETS,
    MERCHANT_SPACES_AT,
    PHASES,
    PLAYER,
    SETUP,
    Player,
    Setup,
    Tile,
    counted_cards,
    least_taken,
    mirrored,
    owners_of,
    part,
    players_of,
)
from .state import MAX_LEGAL, STATE

# ---------------- From a state to the named position


def to_setup(record: np.void) -> dict[str, Any]:
    """The named position of a state: :func:`setup` with the same options makes the same bytes of it."""
    state = fields_of(record)
    found = SETUP.named(state)
    if state["phase"] in ACTING:
        found["doing"] = DOING.named(state)
    owners = owners_of(state["tiles"])
    return found | {
        "markets": MARKETS.named(state),
        "tiles": [
            {
                "at": board.SPACES[at].id,
                "owner": owners.get(at),
                "tile": TILE_NAMES[tile],
                "flipped": state["flipped"] >> at & 1 == 1,
                "goods": state["goods"][at],
            }
            for at, tile in enumerate(state["tile"])
            if tile
        ],
        "links": [
            {"line": board.LINES[line].id, "owner": owner} for line, owner in sorted(owners_of(state["lines"]).items())
        ],
        "players": [PLAYER.named(state, seat) for seat in range(players_of(state))],
        "deck": counted_cards(state["deck"][: board.PLAIN_CARDS]),
    }


# ---------------- What a set-up must not say: each with its own sentence


def check_request(asked: Setup, players: int) -> Rows:
    """The seats that are named play, nothing lies twice, and the phase has what it needs."""
    described = len(asked.players)
    what, words = f"{described} players are described", said("setup.many_players", count=described, most=players)
    yield described > players, what, f"the game has {players}", ("players",), words
    seats: list[tuple[Place, int]] = [(("order",), seat) for seat in asked.order or ()]
    seats += [(("tiles", k), tile.owner) for k, tile in enumerate(asked.tiles)]
    seats += [(("links", k), link.owner) for k, link in enumerate(asked.links)]
    for place, seat in seats:
        what, hint = f"{place[0]} names seat {seat}, which does not play", f"seats are 0 to {players - 1}"
        yield seat >= players, what, hint, place, said("setup.no_seat", number=seat, last=players - 1)
    named: list[tuple[str, str, list[Any]]] = [
        ("tiles", "space", [board.SPACES[int(tile.at)].id for tile in asked.tiles]),
        ("links", "line", [board.LINES[int(link.line)].id for link in asked.links]),
        ("order", "seat", list(asked.order or ())),
    ]
    for where, what, names in named:
        for name in names:
            words = said(f"setup.twice_{what}", **{what: name})
            yield names.count(name) > 1, f"the {what} {name} is named twice", "name it once", (where,), words
    yield from _check_phase(asked, players)
    for name, tiles in (asked.merchants or {}).items():
        room = len(MERCHANT_SPACES_AT[name])
        what, words = f"{len(tiles)} merchant tiles lie at {name}", said("setup.merchants", place=name, most=room)
        yield len(tiles) > room, what, f"there is room for {room}", ("merchants",), words
    for k, tile in enumerate(asked.tiles):
        yield from _check_tile(tile, ("tiles", k))


def _check_phase(asked: Setup, players: int) -> Rows:
    """The turn is one of the order, and what an action in progress needs is there, and only then."""
    phase, named = PHASES.index(asked.phase), len(asked.order or ())
    wrong, words = asked.order is not None and phase != ids.DEAL_ORDER and named != players, said("setup.order")
    yield wrong, f"the turn order names {named} seats", f"{players} play", ("order",), words
    what, hint = "the turn order names not as many seats as were dealt", 'give "dealt" their number'
    yield phase == ids.DEAL_ORDER and named != asked.dealt, what, hint, ("order",), said("setup.order_dealt")
    wrong = asked.turn >= players and phase != ids.FINISHED
    what, hint = f"turn {asked.turn} comes after the last one", f"turns are 0 to {players - 1}"
    yield wrong, what, hint, ("turn",), said("setup.turn")
    needs = 'needs "doing", the action in progress' if phase in ACTING else 'has no "doing"'
    what, hint = f'the phase "{asked.phase}" {needs}', "compare with pos.to_setup() of a real position"
    yield (phase in ACTING) != (asked.doing is not None), what, hint, ("phase",), said("setup.doing")
    wrong = (phase == ids.SHORTFALL) != (asked.debt > 0)
    what, hint = 'a "debt" and the phase "shortfall" go together', "give both or neither"
    yield wrong, what, hint, ("phase",), said("setup.shortfall")


def _check_tile(tile: Tile, place: Place) -> Rows:
    """The space shows the industry, and the goods go with the kind and with being flipped."""
    at, kind, goods = board.SPACES[int(tile.at)], board.TILES[int(tile.tile) - 1], tile.goods
    name = TILE_NAMES[kind.index]
    shown = " or ".join(board.INDUSTRY_NAMES[industry] for industry in at.industries)
    what, words = f"{name} cannot lie on {at.id}", said("setup.tile", tile=name, space=at.id)
    yield kind.industry not in at.industries, what, f"the space shows {shown}", place, words
    full = max(board.BARRELS) if kind.industry == board.BREWERY else board.TILE_GOODS[kind.index]
    carries = f"{name} on {at.id} carries {goods}"
    words = said("setup.goods", tile=name, most=int(full))
    yield goods is not None and goods > full > 0, carries, f"it carries {full} at most", place, words
    hint = "only mines, works and breweries carry something"
    yield full == 0 and goods, carries, hint, place, said("setup.carries", tile=name)
    wrong = not board.GOODS_MASK >> kind.industry & 1 and goods is not None and tile.flipped not in (None, goods == 0)
    hint = "mines, works and breweries are flipped exactly when they carry nothing"
    words = said("setup.flipped", tile=name)
    yield wrong, f"{carries} and is {'flipped' if tile.flipped else 'not flipped'}", hint, place, words


def check_position(g: np.void, asked: Setup) -> Rows:
    """Links, mats and cards are not more than there are."""
    places: dict[int, Place] = {int(link.line): ("links", k) for k, link in enumerate(asked.links)}
    for seat in range(players_of(g)):
        yield from _check_links(g, seat, places)
        yield from _check_mat(g, seat)
    yield from _check_cards(g)


def _check_links(g: np.void, seat: int, places: Mapping[int, Place]) -> Rows:
    """The lines allow the era's links, and there are enough link tiles."""
    kind, most = "canal" if g["era"] == board.CANAL else "rail", int(g["opt"]["link_tiles"])
    lines = [board.LINES[line] for line in bits(int(g["lines"][seat]))]
    for line in lines:
        what, words = f"the line {line.id} carries no {kind}", said(f"setup.no_{kind}", line=line.id)
        yield not getattr(line, kind), what, "see the map in data.json", places[line.index], words
    what, words = f"seat {seat} has {len(lines)} links on the board", said("setup.links", most=most)
    yield len(lines) > most, what, f"a player has {most}", ("players", seat, "links"), words


def _check_mat(g: np.void, seat: int) -> Rows:
    """No more tiles have left the mat than it had, and as many as the tiles on the board ask for."""
    for industry, name in enumerate(board.INDUSTRY_NAMES):
        taken, least = int(g["taken"][seat][industry]), least_taken(g, seat, industry)
        at, most = ("players", seat, "taken", name), int(board.MAT_SIZE[industry])
        what, hint = f"seat {seat} has taken {taken} {name} tiles", f"its mat has {most}"
        yield taken > most, what, hint, at, said("setup.mat", industry=name, most=most)
        hint = f"the tiles on the board ask for {least} at least; leave taken out to get that"
        words = said("setup.mat_least", industry=name, least=least)
        yield taken < least, f"{what}, but more must have left its mat", hint, at, words


def _check_cards(g: np.void) -> Rows:
    """Deck, hands and discards are the cards of the game."""
    players = players_of(g)
    for kind in range(board.CARD_KINDS):
        plain = kind < board.PLAIN_CARDS
        total = board.DECK[players * board.PLAIN_CARDS + kind] if plain else board.WILDS
        drawn = int(g["deck"][kind]) if plain else 0
        what = f"hands, deck and discards have more {board.CARDS[kind].id} cards than there are"
        wrong = int(g["hand"][:, kind].sum()) + drawn > total or drawn < 0
        words = said("setup.cards", card=board.CARDS[kind].id, most=int(total))
        yield wrong, what, f"with {players} players the game has {total}", ("deck",), words
    wrong = g["era"] == board.CANAL and g["phase"] != ids.FINISHED and int(g["deck"].sum()) < players
    hint = f"in the Canal era it keeps {players} back until its end"
    what = "the deck has fewer cards than lie face down"
    yield wrong, what, hint, ("deck",), said("setup.deck", least=players)


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
        what, hint = f"the rules cannot go on from this position ({error})", "check the phase and the open action"
        raise BadSetup(what, hint=hint, place=("phase",), localized=said("setup.no_further")) from error
    what, hint = f"the position is impossible: {invariants.BROKEN_RULES[broken]}", "compare with pos.to_setup()"
    place, words = _BROKEN.get(broken, ((), said("setup.broken")))
    refuse([(broken != invariants.HOLDS, what, f"{hint} of a real position", place, words)])
    who = "chance" if state.mover == CHANCE else f"seat {state.mover}"
    what, hint = f"{who} would have nothing to do", "check the hands, the phase and the action in progress"
    refuse([(found == 0, what, hint, ("phase",), said("setup.stuck"))])


_BROKEN: dict[int, tuple[Place, Message]] = {
    invariants.TILE_OF_OTHER_ERA: (("tiles",), said("setup.era_of_tile")),
    invariants.TWO_TILES_IN_PLACE: (("tiles",), said("setup.two_tiles")),
    invariants.GOODS_IMPOSSIBLE: (("tiles",), said("setup.beer")),
    invariants.HAND_TOO_LARGE: (("deck",), said("setup.hand", most=board.HAND)),
    invariants.MERCHANT_IMPOSSIBLE: (("merchants",), said("setup.merchant")),
    invariants.BARREL_MISPLACED: (("barrels",), said("setup.barrel")),
    invariants.PHASE_IMPOSSIBLE: (("round",), said("setup.round")),
    invariants.TURN_IMPOSSIBLE: (("actions",), said("setup.actions")),
    invariants.STALE_FIELD: (("phase",), said("setup.stale")),
    invariants.ACTION_STRANDED: (("phase",), said("setup.stranded")),
}
"""The field of a broken invariant and its words, of those that a set-up can break."""


# ---------------- From a named position to the state


def setup(position: Mapping[str, Any], options: Options, players: int) -> np.ndarray:
    """The state (an array of one) of a named position.

    Raises :class:`~magnate.errors.BadSetup` for an impossible position and pydantic's ``ValidationError`` for a
    malformed one.
    """
    asked = Setup.model_validate(dict(position))
    refuse(check_request(asked, players))
    states = np.zeros(1, STATE)
    g = states[0]
    write_options(options, players, g)
    SETUP.write(g, asked)
    MARKETS.write(g, asked.markets)
    _complete_turn(g, asked)
    _complete_merchants(g, asked)
    for tile in asked.tiles:
        _write_tile(g, tile)
    for link in asked.links:
        g["lines"][link.owner] |= 1 << int(link.line)
    for seat in range(players):
        g["money"][seat], g["income_space"][seat] = board.START_MONEY, board.START_SPACE
        PLAYER.write(g, asked.players[seat] if seat < len(asked.players) else Player(), seat)
    _complete_cards(g, asked)
    _connect(g)
    if asked.doing is not None:
        DOING.write(g, asked.doing)
        if asked.doing.cards is None and g["doing"] != ids.BUILD and g["phase"] in (ids.CARD, ids.SCOUT_CARD):
            g["fits"] = board.ALL_CARDS
    refuse(check_position(g, asked))
    check_goes_on(g)
    return states


def _complete_turn(g: np.void, asked: Setup) -> None:
    """The turn order, the actions left and who is to move, where they follow from the rest."""
    players, phase = players_of(g), int(g["phase"])
    chance = phase in (*DEALING, ids.REFILL)
    if asked.order is None and phase != ids.DEAL_ORDER:
        g["order"][:players] = range(players)
    if asked.actions is None and not chance and phase not in (ids.FINISHED, ids.SHORTFALL):
        g["actions"] = board.FIRST_ACTIONS if g["era"] == board.CANAL and asked.round == 1 else board.TURN_ACTIONS
    if phase == ids.FINISHED:
        g["mover"], g["ending"] = OVER, len(ENDINGS) - 1
    else:
        g["mover"] = CHANCE if chance else g["order"][asked.turn]


def _complete_merchants(g: np.void, asked: Setup) -> None:
    """A fixed layout where none is given, and a barrel beside each tile that buys something."""
    if asked.merchants is None and g["phase"] not in (ids.DEAL_ORDER, ids.DEAL_MERCHANT):
        _lay_merchants(g)
    if asked.barrels is None:
        g["barrels"] = sum(1 << space for space, kind in enumerate(g["merchant"]) if kind > board.BLANK)


def _lay_merchants(g: np.void) -> None:
    """A fixed layout: the tiles of this number of players, those that buy something first, on the spaces in order."""
    players = int(g["opt"]["players"])
    pool = [
        kind
        for kind in range(board.MERCHANT_KINDS)
        for _ in range(board.MERCHANT_POOL[players * board.MERCHANT_KINDS + kind])
    ]
    pool.sort(key=lambda kind: kind == board.BLANK)
    spaces = [one.index for one in board.MERCHANT_SPACES if board.MERCHANT_FROM[one.index] <= players]
    g["merchant"][spaces] = pool


def _write_tile(g: np.void, tile: Tile) -> None:
    """Lay an industry tile."""
    at, kind = int(tile.at), int(tile.tile)
    full = board.BARRELS[int(g["era"])] if board.TILES[kind - 1].industry == board.BREWERY else board.TILE_GOODS[kind]
    goods = (0 if tile.flipped else full) if tile.goods is None else tile.goods
    flipped = full > 0 and goods == 0 if tile.flipped is None else tile.flipped
    g["tile"][at], g["goods"][at] = kind, goods
    g["tiles"][tile.owner] |= 1 << at
    g["flipped"] |= int(flipped) << at
    if goods > 0:
        g["stocked"][board.TILES[kind - 1].industry - board.COAL] |= 1 << at


def _complete_cards(g: np.void, asked: Setup) -> None:
    """The hands that are not given, and the deck."""
    players = int(g["opt"]["players"])
    left = np.array([board.DECK[players * board.PLAIN_CARDS + kind] for kind in range(board.PLAIN_CARDS)])
    for named in (asked.deck, asked.discards):
        for name, count in (named or {}).items():
            left[board.CARD_OF[name]] -= count
    described = {seat for seat, player in enumerate(asked.players) if player.hand is not None}
    left -= g["hand"][:, : board.PLAIN_CARDS].sum(axis=0)
    if g["phase"] not in (*DEALING, ids.FINISHED):
        for seat in range(players):
            if seat not in described:
                _deal(g, seat, left)
    for name, count in (asked.deck or {}).items():
        g["deck"][board.CARD_OF[name]] = count
    if asked.deck is None:
        g["deck"] = np.maximum(left, -1)


def _deal(g: np.void, seat: int, left: np.ndarray) -> None:
    """A hand of the cards that are left, one of a kind, in the order of the kinds, begun again behind the last one."""
    kind = 0
    for _ in range(min(board.HAND, int(left.clip(0).sum()))):
        while left[kind % board.PLAIN_CARDS] <= 0:
            kind += 1
        left[kind % board.PLAIN_CARDS] -= 1
        g["hand"][seat][kind % board.PLAIN_CARDS] += 1
        kind += 1


def _connect(g: np.void) -> None:
    """What follows from tiles and links: which locations are joined, and each seat's network."""
    groups = [1 << place for place in range(board.PLACES)]
    for seat, lines in enumerate(g["lines"]):
        for line in board.LINES:
            if int(lines) >> line.index & 1:
                ends = sum(1 << end for end in line.ends)
                g["network"][seat] |= ends
                touched = [group for group in groups if group & ends]
                groups = [group for group in groups if not group & ends] + [sum(touched)]
        for space in board.SPACES:
            if int(g["tiles"][seat]) >> space.index & 1:
                g["network"][seat] |= 1 << space.location
    for place in board.LOCATIONS:
        g["joined"][place.index] = next(group for group in groups if group >> place.index & 1)
