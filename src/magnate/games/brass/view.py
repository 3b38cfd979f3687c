"""What a seat or a spectator sees, as data, and the names of the board that never change.

A seat sees its own hand. Of the others it sees how many cards they hold, and their wild cards, which are taken openly.
Nobody sees the deck; the cards that lie face up are known by kind.
"""

from __future__ import annotations

from operator import itemgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from ...core.contract import CHANCE, OVER
from ...core.setup_fields import Fields
from ...runtime.layout import fields_of
from . import board
from . import state as ids
from .codec import TILE_NAMES
from .setup_model import (
    ACTING,
    DOING,
    ENDINGS,
    ERAS,
    PHASES,
    cards_of,
    counted_cards,
    owners_of,
    part,
    players_of,
    reading,
    seats_in_order,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np


__all__ = ["own_view", "static_view", "view"]


# ---------------- The view: JSON-able data built from an allow-list


# What never changes of the board, looked up once: a view is made at every step of a table.
_SPACES = [(one.id, [board.INDUSTRY_NAMES[industry] for industry in one.industries]) for one in board.SPACES]
_MERCHANTS = [
    [
        (one.index, one.id, int(board.MERCHANT_FROM[one.index]))
        for one in board.MERCHANT_SPACES
        if one.location == place.index
    ]
    for place in board.LOCATIONS
]
"""The merchant spaces of each location, and from how many players on they are used."""
_SPACES_OF = [slice(one.spaces[0], one.spaces[-1] + 1) if one.spaces else slice(0) for one in board.LOCATIONS]
_PLACES = [
    (one.id, one.name, one.kind, one.index, _SPACES_OF[one.index], _MERCHANTS[one.index]) for one in board.LOCATIONS
]
_LINES = [
    (one.id, [board.LOCATIONS[end].id for end in one.ends], one.canal, one.rail, one.index, itemgetter(*one.ends))
    for one in board.LINES
]
_PRINTED = [board.MERCHANT_ICONS if one.index in board.MERCHANTS else 0 for one in board.LOCATIONS]
"""The link icons that are printed on each location."""
_TILES = [name or None for name in TILE_NAMES]
_ICONS = [int(board.TILE_ICONS[tile]) for tile in range(len(TILE_NAMES))]
_STACKS = [
    [
        {"left": size - taken, "next": TILE_NAMES[board.MAT[industry * board.MAT_ROOM + taken]] or None}
        for taken in range(size + 1)
    ]
    for industry, size in enumerate(int(board.MAT_SIZE[industry]) for industry in range(len(board.INDUSTRY_NAMES)))
]
"""What is left of an industry on a mat, by the tiles that have been taken: how many, and the lowest."""
_LEVELS = [int(board.INCOME_LEVEL[space]) for space in range(len(board.INCOME_LEVEL))]
_DECKS = [
    [int(board.DECK[players * board.PLAIN_CARDS + kind]) for kind in range(board.PLAIN_CARDS)]
    for players in range(len(board.ROUNDS))
]
"""By the number of players: how many cards of each kind there are."""


def view(record: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What the seat ``viewpoint`` (or, with None, a spectator) may see of a state."""
    state = fields_of(record)
    mover, phase = int(state["mover"]), int(state["phase"])
    players, order = players_of(state), seats_in_order(state)
    playing = ids.ACTION <= phase <= ids.REFILL
    winners = int(part("scoring").winners(reading(record))) if phase == ids.FINISHED else 0
    return {
        "you": viewpoint,
        "to_move": {CHANCE: "chance", OVER: None}.get(mover, mover),
        "turn": order[int(state["turn"])] if playing or phase == ids.SHORTFALL else None,
        "phase": PHASES[phase],
        "doing": DOING.named(state) if phase in ACTING else None,
        "actions": int(state["actions"]),
        "debt": int(state["debt"]),
        "era": ERAS[state["era"]],
        "round": int(state["round"]),
        "rounds": int(board.ROUNDS[players]),
        "order": order,
        "next_order": sorted(order, key=lambda seat: int(state["spent"][seat])),
        "players": [_player(state, seat, viewpoint) for seat in range(players)],
        "places": _places(state, players),
        "lines": _lines(state),
        "markets": _markets(state),
        "deck": _drawable(state, players),
        "discards": _discards(state, players),
        "ending": ENDINGS[int(state["ending"])] or None,
        "winners": [seat for seat in range(players) if winners >> seat & 1],
    }


def own_view(record: np.void, viewpoint: int, public: Mapping[str, Any]) -> dict[str, Any]:
    """What of the seat's view differs from a spectator's, which is ``public``: whose it is, and the hand."""
    players = list(public["players"])
    players[viewpoint] = {**players[viewpoint], "hand": cards_of(record["hand"][viewpoint].tolist())}
    return {"you": viewpoint, "players": players}


def _player(state: Fields, seat: int, viewpoint: int | None) -> dict[str, Any]:
    """What a seat has; its hand for itself only."""
    hand, space, taken = state["hand"][seat], state["income_space"][seat], state["taken"][seat]
    return {
        "seat": seat,
        "money": state["money"][seat],
        "spent": state["spent"][seat],
        "income": space,
        "level": _LEVELS[space],
        "points": state["points"][seat],
        "cards": sum(hand),
        "wild": cards_of([0] * board.PLAIN_CARDS + hand[board.PLAIN_CARDS :]),
        "hand": cards_of(hand) if seat == viewpoint else None,
        "links": state["opt"]["link_tiles"] - state["lines"][seat].bit_count(),
        "mat": {
            name: {**stack[count]} for name, stack, count in zip(board.INDUSTRY_NAMES, _STACKS, taken, strict=True)
        },
    }


def _places(state: Fields, players: int) -> list[dict[str, Any]]:
    """The locations with their spaces and merchants, and whose network each is in."""
    networks, spaces = list(enumerate(state["network"][:players])), _spaces(state)
    return [
        {
            "id": ident,
            "name": name,
            "kind": kind,
            "networks": [seat for seat, network in networks if network >> place & 1],
            "spaces": spaces[of_place],
            "merchants": [_merchant(state, space, named) for space, named, first in merchants if first <= players]
            if merchants
            else [],
        }
        for ident, name, kind, place, of_place, merchants in _PLACES
    ]


def _spaces(state: Fields) -> list[dict[str, Any]]:
    """The spaces, and the tile on each."""
    owner_of, flipped = owners_of(state["tiles"]).get, state["flipped"]
    return [
        {
            "id": name,
            "industries": industries.copy(),
            "owner": owner_of(space),
            "tile": _TILES[tile],
            "flipped": flipped >> space & 1 == 1,
            "goods": goods,
        }
        for space, ((name, industries), tile, goods) in enumerate(
            zip(_SPACES, state["tile"], state["goods"], strict=True)
        )
    ]


def _merchant(state: Fields, space: int, name: str) -> dict[str, Any]:
    """A merchant space: its tile, and whether a barrel stands beside it."""
    return {
        "id": name,
        "tile": board.MERCHANT_TILES[state["merchant"][space]] or None,
        "barrel": state["barrels"] >> space & 1 == 1,
    }


def _lines(state: Fields) -> list[dict[str, Any]]:
    """The lines, whose link lies on each, and what a link there would score now."""
    owner_of, icons = owners_of(state["lines"]).get, _icons(state)
    return [
        {
            "id": name,
            "ends": ends.copy(),
            "canal": canal,
            "rail": rail,
            "owner": owner_of(line),
            "points": sum(icons_of(icons)),
        }
        for name, ends, canal, rail, line, icons_of in _LINES
    ]


def _icons(state: Fields) -> list[int]:
    """The link icons that each location shows: what is printed, and those of its flipped tiles."""
    icons, rest = _PRINTED.copy(), state["flipped"]
    while rest:
        space = (rest & -rest).bit_length() - 1
        icons[board.SPACES[space].location] += _ICONS[state["tile"][space]]
        rest &= rest - 1
    return icons


def _markets(state: Fields) -> dict[str, Any]:
    """The cubes in the markets, and the price of the next one."""
    markets, coal, iron = part("resources"), state["coal"], state["iron"]
    g = SimpleNamespace(coal=coal, iron=iron)
    return {
        "coal": {"cubes": coal, "price": int(markets.coal_price(g, 1))},
        "iron": {"cubes": iron, "price": int(markets.iron_price(g, 1))},
    }


def _drawable(state: Fields, players: int) -> int:
    """How many cards may still be drawn."""
    g = SimpleNamespace(deck=state["deck"], era=state["era"], opt=SimpleNamespace(players=players))
    return int(part("cards").drawable(g))


def _discards(state: Fields, players: int) -> dict[str, int]:
    """The cards that lie face up, by kind: those of the game that are neither in a hand nor in the deck."""
    known = zip(_DECKS[players], state["deck"], *state["hand"], strict=False)  # hands have the wild cards too
    return counted_cards([every - sum(elsewhere) for every, *elsewhere in known])


# ---------------- The names of the board: a table sends them once, and leaves them out of every step


def static_view(players: int) -> dict[str, Any]:
    """Names and neighbours of places, spaces and lines, shaped like :func:`.view.view` for so many players."""
    return {
        "places": [
            {
                "id": one.id,
                "name": one.name,
                "kind": one.kind,
                "spaces": [
                    {
                        "id": board.SPACES[space].id,
                        "industries": [board.INDUSTRY_NAMES[industry] for industry in board.SPACES[space].industries],
                    }
                    for space in one.spaces
                ],
                "merchants": [
                    {"id": space.id}
                    for space in board.MERCHANT_SPACES
                    if space.location == place and board.MERCHANT_FROM[space.index] <= players
                ],
            }
            for place, one in enumerate(board.LOCATIONS)
        ],
        "lines": [
            {
                "id": one.id,
                "ends": [board.LOCATIONS[end].id for end in one.ends],
                "canal": one.canal,
                "rail": one.rail,
            }
            for one in board.LINES
        ],
    }
