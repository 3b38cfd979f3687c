"""What a seat or a spectator sees, as JSON-able data built from an allow-list.

Everything in Monopoly lies open: every viewpoint sees the same, and knows its own seat. Of a deck everybody knows which
cards have not come yet and the order of those that have.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...engine.contract import CHANCE, OVER
from .board import DEED_OF_SQUARE, DEEDS, SQUARE_NAMES
from .codec import DECK_NAMES, DEED_SLUGS, GROUP_SLUGS
from .position_model import ENDINGS, PHASES
from .position_names import deck_names, deeds_of, frame_names, jail_cards_of, levels_of, rents_of, seats_of
from .state import AUCTION, CARDS_QUEUE
from .statistics import net_worth
from .tables import SEATS
from .twins import part, reading

__all__ = ["view"]


def view(state: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What the seat ``viewpoint`` (or, with None, a spectator) may see of a state."""
    players = int(state["opt"]["players"])
    mover = int(state["mover"])
    worth = net_worth(np.array([state]))[0]
    owned = int(np.bitwise_or.reduce(state["deeds"]))
    pending = [frame_names(state, at) for at in range(int(state["depth"]))]
    if pending and state["fkind"][len(pending) - 1] == AUCTION:
        pending[-1]["least"] = int(part("auction").least_bid(reading(state)))
    return {
        "you": viewpoint,
        "to_move": {CHANCE: "chance", OVER: None}.get(mover, mover),
        "turn": int(state["current"]),
        "phase": PHASES[int(state["phase"])],
        "round": int(state["rounds"]) + 1,
        "turns": int(state["turns"]),
        "dice": [int(state["low"]), int(state["high"])] if state["low"] else None,
        "doubles": max(0, int(state["doubles"])),
        "players": [_player(state, seat, int(worth[seat])) for seat in range(players)],
        "board": [_square(state, square) for square in range(len(SQUARE_NAMES))],
        "bank": {
            "houses": None if state["opt"]["unlimited_buildings"] else int(state["houses"]),
            "hotels": None if state["opt"]["unlimited_buildings"] else int(state["hotels"]),
            "deeds": deeds_of(~owned & ((1 << len(DEEDS)) - 1)),
            "pot": int(state["pot"]),
        },
        "decks": (
            {name: deck_names(state, deck) for deck, name in enumerate(DECK_NAMES)}
            if state["opt"]["cards"] == CARDS_QUEUE
            else {}
        ),
        "rents": rents_of(state),
        "pending": pending,
        "ending": ENDINGS[int(state["ending"])] or None,
        "winners": seats_of(int(state["winners"])),
    }


def own_view(_state: np.void, viewpoint: int) -> dict[str, Any]:
    """What of the seat's view differs from a spectator's: whose it is, since nothing is hidden."""
    return {"you": viewpoint}


def _player(state: np.void, seat: int, worth: int) -> dict[str, Any]:
    deeds = int(state["deeds"][seat])
    square = int(state["square"][seat])
    alive = bool(int(state["alive"]) >> seat & 1)
    return {
        "seat": seat,
        "bankrupt": not alive,
        "cash": int(state["cash"][seat]),
        "net_worth": worth,
        "square": square if alive else None,
        "square_name": SQUARE_NAMES[square] if alive else None,
        "jail": int(state["jail"][seat]),
        "deeds": deeds_of(deeds),
        "mortgaged": deeds_of(deeds & int(state["mortgaged"])),
        "buildings": levels_of(state, deeds),
        "jail_cards": jail_cards_of(state, seat),
        "quiet": bool(int(state["quiet"]) >> seat & 1),
        "offers": int(state["offers"][seat]),
    }


def _square(state: np.void, square: int) -> dict[str, Any]:
    """A square of the board: who stands there, and for a deed who owns it and what is built."""
    alive = int(state["alive"])
    shown: dict[str, Any] = {
        "square": square,
        "name": SQUARE_NAMES[square],
        "tokens": [seat for seat in range(SEATS) if alive >> seat & 1 and state["square"][seat] == square],
    }
    index = DEED_OF_SQUARE[square]
    if index >= 0:
        owners = [seat for seat in range(SEATS) if int(state["deeds"][seat]) >> index & 1]
        shown |= {
            "deed": DEED_SLUGS[index],
            "group": GROUP_SLUGS[DEEDS[index].group],
            "owner": owners[0] if owners else None,
            "mortgaged": bool(int(state["mortgaged"]) >> index & 1),
            "level": int(state["level"][index]),
        }
    return shown
