"""What a seat or a spectator sees, as JSON-able data built from an allow-list.

A seat sees its own hand. Of the others it sees how many cards they hold, and their wild cards, which are taken openly.
Nobody sees the deck; the cards that lie face up are known by kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...engine.contract import CHANCE, OVER
from . import state as phases
from .board import CARDS, INDUSTRIES, LINES, LOCATIONS, MERCHANT_SPACES, MERCHANT_TILES, SPACES
from .codec import TILE_NAMES
from .position_model import ENDINGS, ERAS, PHASES
from .position_names import ACTING, cards_of, counted_cards, doing_names, owner_of, players_of, seats_in_order
from .tables import DECK, INCOME_LEVEL, MAT, MAT_ROOM, MAT_SIZE, MERCHANT_FROM, PLAIN_CARDS, ROUNDS
from .twins import part, reading

__all__ = ["own_view", "view"]


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What the seat ``viewpoint`` (or, with None, a spectator) may see of a state."""
    g = reading(state)
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
        "places": [_place(state, place) for place in range(len(LOCATIONS))],
        "lines": [_line(state, g, line) for line in range(len(LINES))],
        "markets": _markets(state, g),
        "deck": int(part("cards").drawable(g)),
        "discards": _discards(state),
        "ending": ENDINGS[int(state["ending"])] or None,
        "winners": [seat for seat in range(players_of(state)) if winners >> seat & 1],
    }


def own_view(state: np.void, viewpoint: int) -> dict[str, Any]:
    """What of the seat's view differs from a spectator's: whose it is, and the hand."""
    players = [_player(state, seat, viewpoint) for seat in range(players_of(state))]
    return {"you": viewpoint, "players": players}


def _player(state: np.void, seat: int, viewpoint: int | None) -> dict[str, Any]:
    """What a seat has; its hand for itself only."""
    hand, space = state["hand"][seat], int(state["income_space"][seat])
    return {
        "seat": seat,
        "money": int(state["money"][seat]),
        "spent": int(state["spent"][seat]),
        "income": space,
        "level": int(INCOME_LEVEL[space]),
        "points": int(state["points"][seat]),
        "cards": int(hand.sum()),
        "wild": cards_of(np.where(np.arange(len(CARDS)) < PLAIN_CARDS, 0, hand)),
        "hand": cards_of(hand) if seat == viewpoint else None,
        "links": int(state["opt"]["link_tiles"]) - int(state["lines"][seat]).bit_count(),
        "mat": {name: _stack(state, seat, industry) for industry, name in enumerate(INDUSTRIES)},
    }


def _stack(state: np.void, seat: int, industry: int) -> dict[str, Any]:
    """How many tiles of an industry are left on a mat, and the lowest."""
    taken = int(state["taken"][seat][industry])
    return {"left": int(MAT_SIZE[industry]) - taken, "next": TILE_NAMES[MAT[industry * MAT_ROOM + taken]] or None}


def _place(state: np.void, place: int) -> dict[str, Any]:
    """A location with its spaces and merchants, and whose network it is in."""
    one = LOCATIONS[place]
    return {
        "id": one.id,
        "name": one.name,
        "kind": one.kind,
        "networks": [seat for seat in range(players_of(state)) if int(state["network"][seat]) >> place & 1],
        "spaces": [_space(state, space) for space in one.spaces],
        "merchants": [
            _merchant(state, space.index)
            for space in MERCHANT_SPACES
            if space.location == place and MERCHANT_FROM[space.index] <= players_of(state)
        ],
    }


def _space(state: np.void, space: int) -> dict[str, Any]:
    """A space, and the tile on it."""
    tile = int(state["tile"][space])
    return {
        "id": SPACES[space].id,
        "industries": [INDUSTRIES[industry] for industry in SPACES[space].industries],
        "owner": owner_of(state["tiles"], space),
        "tile": TILE_NAMES[tile] or None,
        "flipped": bool(int(state["flipped"]) >> space & 1),
        "goods": int(state["goods"][space]),
    }


def _merchant(state: np.void, space: int) -> dict[str, Any]:
    """A merchant space: its tile, and whether a barrel stands beside it."""
    return {
        "id": MERCHANT_SPACES[space].id,
        "tile": MERCHANT_TILES[int(state["merchant"][space])] or None,
        "barrel": bool(int(state["barrels"]) >> space & 1),
    }


def _line(state: np.void, g: Any, line: int) -> dict[str, Any]:
    """A line, whose link lies on it, and what a link there would score now."""
    one = LINES[line]
    return {
        "id": one.id,
        "ends": [LOCATIONS[end].id for end in one.ends],
        "canal": one.canal,
        "rail": one.rail,
        "owner": owner_of(state["lines"], line),
        "points": int(part("eras").link_points(g, line)),
    }


def _markets(state: np.void, g: Any) -> dict[str, Any]:
    """The cubes in the markets, and the price of the next one."""
    markets = part("markets")
    return {
        "coal": {"cubes": int(state["coal"]), "price": int(markets.coal_price(g, 1))},
        "iron": {"cubes": int(state["iron"]), "price": int(markets.iron_price(g, 1))},
    }


def _discards(state: np.void) -> dict[str, int]:
    """The cards that lie face up, by kind: those of the game that are neither in a hand nor in the deck."""
    first = players_of(state) * PLAIN_CARDS
    every = np.array([DECK[first + kind] for kind in range(PLAIN_CARDS)])
    return counted_cards(every - state["deck"] - state["hand"][:, :PLAIN_CARDS].sum(axis=0))
