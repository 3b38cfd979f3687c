"""What a seat or a spectator sees, as JSON-able data built from an allow-list.

Everything in Monopoly lies open: every viewpoint sees the same, and knows its own seat. Of a deck everybody knows which
cards have not come yet and the order of those that have.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from ...core.contract import CHANCE, OVER
from ...runtime.layout import fields_of
from .board import DEED_OF_SQUARE, DEEDS, SQUARE_NAMES
from .codec import DECK_NAMES, DEED_SLUGS, GROUP_SLUGS
from .position_model import ENDINGS, PHASES
from .position_names import Fields, deck_names, deeds_of, frame_names, jail_cards_of, levels_of, rents_of, seats_of
from .state import AUCTION, CARDS_QUEUE
from .tables import SEATS
from .twins import part, reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

__all__ = ["view"]


def view(record: np.void, viewpoint: int | None) -> dict[str, Any]:
    """What the seat ``viewpoint`` (or, with None, a spectator) may see of a state."""
    state = fields_of(record)
    players = int(state["opt"]["players"])
    mover = int(state["mover"])
    g, money = reading(record), part("money")
    owned = reduce(or_, state["deeds"])
    pending = [frame_names(state, at) for at in range(int(state["depth"]))]
    if pending and state["fkind"][len(pending) - 1] == AUCTION:
        pending[-1]["least"] = int(part("auction").least_bid(g))
    return {
        "you": viewpoint,
        "to_move": {CHANCE: "chance", OVER: None}.get(mover, mover),
        "turn": int(state["current"]),
        "phase": PHASES[int(state["phase"])],
        "round": int(state["rounds"]) + 1,
        "turns": int(state["turns"]),
        "dice": [int(state["low"]), int(state["high"])] if state["low"] else None,
        "doubles": max(0, int(state["doubles"])),
        "players": [_player(state, seat, int(money.worth(g, seat))) for seat in range(players)],
        "board": _board(state),
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


def own_view(_state: np.void, viewpoint: int, _public: Mapping[str, Any]) -> dict[str, Any]:
    """What of the seat's view differs from a spectator's: whose it is, since nothing is hidden."""
    return {"you": viewpoint}


def _player(state: Fields, seat: int, worth: int) -> dict[str, Any]:
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


def _board(state: Fields) -> list[dict[str, Any]]:
    """The squares of the board: who stands there, and for a deed who owns it and what is built."""
    tokens: list[list[int]] = [[] for _ in SQUARE_NAMES]
    owners: list[int | None] = [None] * len(DEEDS)
    for seat in range(SEATS):
        if state["alive"] >> seat & 1:
            tokens[state["square"][seat]].append(seat)
        for index in range(len(DEEDS)):
            if state["deeds"][seat] >> index & 1:
                owners[index] = seat
    shown = []
    for square, name in enumerate(SQUARE_NAMES):
        one: dict[str, Any] = {"square": square, "name": name, "tokens": tokens[square]}
        index = DEED_OF_SQUARE[square]
        if index >= 0:
            one |= {
                "deed": DEED_SLUGS[index],
                "group": GROUP_SLUGS[DEEDS[index].group],
                "owner": owners[index],
                "mortgaged": bool(state["mortgaged"] >> index & 1),
                "level": state["level"][index],
            }
        shown.append(one)
    return shown
