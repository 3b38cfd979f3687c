"""A tiny Brass: one industry, four places, the last round or two; and what it is worth, by looking at everything.

Only cotton is left on the mats, and all links are laid. So a seat builds mills where its cards allow it, sells them,
develops, borrows or passes. A wild card is for its own network, and who holds one may not scout: no fifth place can be
built at. Nothing is hidden any more: each seat can tell what the other one holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import magnate
from magnate.core.game import Game, Position
from magnate.games.brass.board import ROUNDS
from magnate.search.moves import whole_moves

GONE = {"cotton": 3, "manufacturer": 11, "pottery": 5, "coal": 7, "iron": 4, "brewery": 7}
LINKS = {"birmingham-oxford": 0, "birmingham-worcester": 0, "birmingham-tamworth": 1, "birmingham-nuneaton": 1}
HANDS = (
    ["birmingham", "birmingham", "worcester", "wild-industry"],
    ["nuneaton", "tamworth", "birmingham", "wild-industry"],
)
MARGIN = 400.0


def tiny_game() -> Game:
    """The game in which two links are all that a seat may have."""
    return magnate.load("brass", "full", 2, link_tiles=2)


def tiny_setup(actions: int = 4, money: tuple[int, int] = (30, 45)) -> dict[str, Any]:
    """The set-up, with so many cards for each seat."""
    return {
        "era": "rail",
        "round": int(ROUNDS[2]) - (actions > 2),
        "merchants": {
            "oxford": ["cotton/manufacturer/pottery", "cotton"],
            "gloucester": ["blank", "blank"],
            "shrewsbury": ["manufacturer"],
        },
        "players": [
            {"money": pounds, "hand": hand[:actions], "income": 0, "points": 50, "taken": GONE}
            for hand, pounds in zip(HANDS, money, strict=True)
        ],
        "deck": {},
        "links": [{"line": line, "owner": owner} for line, owner in LINKS.items()],
        "markets": {"coal": 8, "iron": 0},
    }


def worth(position: Position) -> float:
    """What the end is worth to the first seat: 0.8 for the win, and 0.2 for the margin."""
    first, second = position.score()
    return 0.8 * position.utility()[0] + 0.2 * min(max(0.5 + (first - second) / MARGIN, 0.0), 1.0)


def solved(position: Position, known: dict[int, float] | None = None, *, interpreted: bool = True) -> float:
    """What the position is worth to the first seat when both play as well as can be; ``known`` keeps what was met."""
    known = {} if known is None else known
    if position.is_over:
        return worth(position)
    if position.key not in known:
        moves = whole_moves(position, interpreted=interpreted)
        found = [solved(after(position, ids), known, interpreted=interpreted) for ids in moves]
        known[position.key] = max(found) if position.to_move == 0 else min(found)
    return known[position.key]


def enumerated(position: Position, known: dict[bytes, float]) -> float:
    """The same, decision by decision: without whole moves, and each position once that is the same to the last bit."""
    if position.is_over:
        return worth(position)
    key = position.states().tobytes()
    if key not in known:
        found = [enumerated(after(position, (id_,)), known) for id_ in position.legal_ids()]
        known[key] = max(found) if position.to_move == 0 else min(found)
    return known[key]


Choice = Callable[[Position], tuple[int, ...]]
"""How somebody plays: the whole move of the seat to move."""


def sure(position: Position, seat: int, choice: Choice, known: dict[int, float]) -> float:
    """What the first seat gets at best, or at worst, against a seat that plays by ``choice``: whatever the other does.

    That is what the seat which plays so is sure of.
    """
    if position.is_over:
        return worth(position)
    if position.key not in known:
        moves = [choice(position)] if position.to_move == seat else whole_moves(position)
        found = [sure(after(position, ids), seat, choice, known) for ids in moves]
        known[position.key] = max(found) if position.to_move == 0 else min(found)
    return known[position.key]


def after(position: Position, ids: tuple[int, ...]) -> Position:
    """The position that a whole move leads to."""
    found = position.copy()
    for id_ in ids:
        found.apply(id_)
    return found
