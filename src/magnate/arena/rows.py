"""A finished game as a packed row of a few dozen bytes, and back.

A row holds whole numbers only, in the byte order of small machines (little-endian), whatever machine it is written on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.contract import GameInfo
from ..core.result_schema import SHARE, ResultSchema
from ..core.run import Results
from ..errors import BrokenGame

__all__ = ["pack", "row_dtype", "winners_of"]


def row_dtype(facts: ResultSchema, players: int) -> np.dtype[Any]:
    """What is kept of a game at a table of that many seats.

    ``winners`` is the mask of the seats that share the win, ``failed`` 0 or the seat + 1 of the agent that failed,
    ``seating`` the place at the table (its entrant's position in the table's list) that sits in each seat.

    >>> from magnate.core.result_schema import SCORE
    >>> row_dtype(SCORE, 2).itemsize
    17
    """
    seat = np.dtype([(name, f"<{kind}") for name, kind in facts.seat])
    return np.dtype(
        [
            ("ending", "i1"),
            ("winners", "u1"),
            ("failed", "u1"),
            ("decisions", "<i4"),
            *((name, f"<{kind}") for name, kind in facts.game),
            ("seating", "u1", (players,)),
            ("seats", seat, (players,)),
        ]
    )


def pack(info: GameInfo, facts: ResultSchema, places: np.ndarray, results: Results) -> Any:
    """The rows of finished games: an array of :func:`row_dtype`.

    ``places`` has the place that sits in each seat (n, P).
    Raises :class:`~magnate.errors.BrokenGame` for a game whose utilities are not equal shares of one win, unless its
    facts keep the shares themselves.
    """
    rows = np.zeros(len(places), row_dtype(facts, places.shape[1]))
    rows["ending"] = results.ending
    rows["winners"] = winners_of(info, facts, results.utility)
    rows["failed"] = results.failed
    rows["decisions"] = results.decisions
    rows["seating"] = places
    found = facts.collect(results)
    for name, _ in facts.game:
        rows[name] = found[name]
    for name, _ in facts.seat:
        rows["seats"][name] = np.rint(found[name])
    return rows


def winners_of(info: GameInfo, facts: ResultSchema, utility: np.ndarray) -> np.ndarray:
    """The masks of the seats that share each win (n,); nobody's where a game was stopped before its end.

    ``utility`` is (n, P). Where a game's facts keep the shares, the winners are those with the most.
    """
    if any(name == SHARE for name, _ in facts.seat):
        won = (utility > 0) & (utility == utility.max(axis=1, keepdims=True))
    else:
        won = utility > 0
        even = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        if not np.allclose(utility, even * info.utility_sum):
            raise BrokenGame(
                f"{info.name} does not share its win evenly among winners, so a tournament cannot count its wins",
                hint="its utility must give every winner the same share, or its FACTS keep the shares (engine.facts)",
            )
    masks: np.ndarray = (won << np.arange(won.shape[1])).sum(axis=1)
    return masks
