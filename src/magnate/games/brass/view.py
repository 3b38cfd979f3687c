"""What a seat or a spectator sees, as JSON-able data built from an allow-list.

A seat sees its own hand. Of the others it sees how many cards they hold, and their wild cards, which are taken openly.
Nobody sees the deck; the cards that lie face up are known by kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.contract import CHANCE, OVER
from ...engine.records import fields_of
from . import state as phases
from .board import INDUSTRIES, LINES, LOCATIONS, MERCHANT_SPACES, MERCHANT_TILES, SPACES
from .codec import TILE_NAMES
from .position_model import ENDINGS, ERAS, PHASES
from .position_names import ACTING, Fields, cards_of, counted_cards, doing_names, owners_of, players_of, seats_in_order
from .tables import DECK, INCOME_LEVEL, MAT, MAT_ROOM, MAT_SIZE, MERCHANT_FROM, PLAIN_CARDS, ROUNDS
from .twins import part, reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

__all__ = ["own_view", "view"]


_MERCHANTS = [[space.index for space in MERCHANT_SPACES if space.location == one.index] for one in LOCATIONS]
"""The merchant spaces of each location."""


def view(record: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What the seat ``viewpoint`` (or, with None, a spectator) may see of a state."""
    state, g = fields_of(record), reading(record)
    mover, phase = int(state["mover"]), int(state["phase"])
    order = seats_in_order(state)
    playing = phases.ACTION <= phase <= phases.REFILL
    winners = int(part("ending").winners(g)) if phase == phases.FINISHED else 0
    return {
        "you": viewpoint,
        "to_move": {CHANCE: "chance", OVER: None}.get(mover, mover),
        "turn": order[int(state["turn"])] if playing or phase == phases.SHORTFALL else None,
        "phase": PHASES[phase],
        "doing": doing_names(state, phase) if phase in ACTING else None,
        "actions": int(state["actions"]),
        "debt": int(state["debt"]),
        "era": ERAS[state["era"]],
        "round": int(state["round"]),
        "rounds": int(ROUNDS[players_of(state)]),
        "order": order,
        "next_order": sorted(order, key=lambda seat: int(state["spent"][seat])),
        "players": [_player(state, seat, viewpoint) for seat in range(players_of(state))],
        "places": _places(state),
        "lines": _lines(state, g),
        "markets": _markets(state, g),
        "deck": int(part("cards").drawable(g)),
        "discards": _discards(state),
        "ending": ENDINGS[int(state["ending"])] or None,
        "winners": [seat for seat in range(players_of(state)) if winners >> seat & 1],
    }


def own_view(record: np.void, viewpoint: int, public: Mapping[str, Any]) -> dict[str, Any]:
    """What of the seat's view differs from a spectator's, which is ``public``: whose it is, and the hand."""
    players = list(public["players"])
    players[viewpoint] = {**players[viewpoint], "hand": cards_of(record["hand"][viewpoint].tolist())}
    return {"you": viewpoint, "players": players}


def _player(state: Fields, seat: int, viewpoint: int | None) -> dict[str, Any]:
    """What a seat has; its hand for itself only."""
    hand, space = state["hand"][seat], int(state["income_space"][seat])
    return {
        "seat": seat,
        "money": int(state["money"][seat]),
        "spent": int(state["spent"][seat]),
        "income": space,
        "level": int(INCOME_LEVEL[space]),
        "points": int(state["points"][seat]),
        "cards": sum(hand),
        "wild": cards_of([0] * PLAIN_CARDS + hand[PLAIN_CARDS:]),
        "hand": cards_of(hand) if seat == viewpoint else None,
        "links": int(state["opt"]["link_tiles"]) - int(state["lines"][seat]).bit_count(),
        "mat": {name: _stack(state, seat, industry) for industry, name in enumerate(INDUSTRIES)},
    }


def _stack(state: Fields, seat: int, industry: int) -> dict[str, Any]:
    """How many tiles of an industry are left on a mat, and the lowest."""
    taken = int(state["taken"][seat][industry])
    return {"left": int(MAT_SIZE[industry]) - taken, "next": TILE_NAMES[MAT[industry * MAT_ROOM + taken]] or None}


def _places(state: Fields) -> list[dict[str, Any]]:
    """The locations with their spaces and merchants, and whose network each is in."""
    players, networks = players_of(state), state["network"]
    spaces = _spaces(state)
    return [
        {
            "id": one.id,
            "name": one.name,
            "kind": one.kind,
            "networks": [seat for seat in range(players) if networks[seat] >> one.index & 1],
            "spaces": [spaces[space] for space in one.spaces],
            "merchants": [
                _merchant(state, space) for space in _MERCHANTS[one.index] if MERCHANT_FROM[space] <= players
            ],
        }
        for one in LOCATIONS
    ]


def _spaces(state: Fields) -> list[dict[str, Any]]:
    """The spaces, and the tile on each."""
    owners, flipped = owners_of(state["tiles"]), state["flipped"]
    return [
        {
            "id": one.id,
            "industries": [INDUSTRIES[industry] for industry in one.industries],
            "owner": owners.get(space),
            "tile": TILE_NAMES[tile] or None,
            "flipped": bool(flipped >> space & 1),
            "goods": goods,
        }
        for space, (one, tile, goods) in enumerate(zip(SPACES, state["tile"], state["goods"], strict=True))
    ]


def _merchant(state: Fields, space: int) -> dict[str, Any]:
    """A merchant space: its tile, and whether a barrel stands beside it."""
    return {
        "id": MERCHANT_SPACES[space].id,
        "tile": MERCHANT_TILES[int(state["merchant"][space])] or None,
        "barrel": bool(int(state["barrels"]) >> space & 1),
    }


def _lines(state: Fields, g: Any) -> list[dict[str, Any]]:
    """The lines, whose link lies on each, and what a link there would score now."""
    owners, icons_at = owners_of(state["lines"]), part("eras").icons_at
    icons = [icons_at(g, place) for place in range(len(LOCATIONS))]
    return [
        {
            "id": one.id,
            "ends": [LOCATIONS[end].id for end in one.ends],
            "canal": one.canal,
            "rail": one.rail,
            "owner": owners.get(one.index),
            "points": sum([icons[end] for end in one.ends]),
        }
        for one in LINES
    ]


def _markets(state: Fields, g: Any) -> dict[str, Any]:
    """The cubes in the markets, and the price of the next one."""
    markets = part("markets")
    return {
        "coal": {"cubes": int(state["coal"]), "price": int(markets.coal_price(g, 1))},
        "iron": {"cubes": int(state["iron"]), "price": int(markets.iron_price(g, 1))},
    }


def _discards(state: Fields) -> dict[str, int]:
    """The cards that lie face up, by kind: those of the game that are neither in a hand nor in the deck."""
    first = players_of(state) * PLAIN_CARDS
    held = [sum(hand[kind] for hand in state["hand"]) for kind in range(PLAIN_CARDS)]
    return counted_cards([DECK[first + kind] - state["deck"][kind] - held[kind] for kind in range(PLAIN_CARDS)])
