"""What a tournament averages over finished games, computed for whole arrays of states at once, and what it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.result_schema import ResultSchema, Statistic, set_bits
from .board import INCOME_LEVEL, INDUSTRY_NAMES, LAST_SPACE

if TYPE_CHECKING:
    from ...core.result_schema import Columns
    from ...core.run import Results

__all__ = ["FACTS", "statistics"]

_LEVELS = np.array([INCOME_LEVEL[space] for space in range(LAST_SPACE + 1)])
_BITS = 4
"""Bits for the tiles of one industry in the column ``used``: a mat has 11 of one at most."""


def _players(states: np.ndarray) -> int:
    """The number of players of a batch of games of one kind."""
    return int(states["opt"]["players"][0]) if len(states) else 0


def statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    """Facts of games with the same options, by game and player.

    ``points`` are victory points, ``money`` is in pounds, ``income`` is the level (pounds a round). ``flipped`` counts
    the flipped tiles on the board, ``tiles`` by industry those that have left the mat, built or developed.
    """
    players = _players(states)
    flipped = states["tiles"][:, :players] & states["flipped"][:, None]
    return {
        "points": states["points"][:, :players].astype(np.int64),
        "money": states["money"][:, :players].astype(np.int64),
        "income": _LEVELS[states["income_space"][:, :players]],
        "flipped": set_bits(flipped).astype(np.int64),
        "tiles": states["taken"][:, :players].astype(np.int64),
    }


def _collect(results: Results) -> Columns:
    """What is kept of finished games: :func:`statistics`, with the tiles of a seat packed into one number."""
    found = statistics(results.states)
    tiles = found.pop("tiles")
    return {**found, "used": (tiles << (_BITS * np.arange(len(INDUSTRY_NAMES)))).sum(axis=-1)}


def _by_industry(used: np.ndarray) -> np.ndarray:
    """The packed tiles as counts by industry (game, seat, industry)."""
    counts: np.ndarray = (used.astype(np.int64)[..., None] >> (_BITS * np.arange(len(INDUSTRY_NAMES)))) & (
        (1 << _BITS) - 1
    )
    return counts


FACTS = ResultSchema(
    game=(),
    seat=(("points", "i4"), ("money", "i4"), ("income", "i4"), ("flipped", "u1"), ("used", "u4")),
    collect=_collect,
    unpack={"used": ("tiles", _by_industry)},
    parts={"tiles": INDUSTRY_NAMES},
    shown=(
        Statistic("points", kind="points", brief=True),
        Statistic("income", kind="points", brief=True),
        Statistic("money", kind="money"),
    ),
)
"""What a tournament keeps of a game: see :func:`statistics`. ``used`` are the tiles by industry, packed."""
