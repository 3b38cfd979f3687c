"""The transposition key: each field of a position counts, what follows from others does not."""

from __future__ import annotations

import numpy as np

from magnate.games.brass.setup_model import mirrored
from magnate.games.brass.state import STATE

from .walk import RULES, walk

FOLLOWS = {"stocked", "joined", "network", "ending"}
"""What the board and the phase tell already."""
NEVER = {"opt", "spare"}
"""What a game never changes."""


def test_different_positions_have_different_keys():
    seen: dict[int, bytes] = {}
    for players in (2, 3, 4):
        for g in walk(players, players):
            raw = g.to_bytes()
            assert seen.setdefault(RULES.key(g), raw) == raw
    assert len(seen) > 1200
    assert all(0 <= key < 2**62 for key in seen)


def test_every_field_counts():
    """One more in any place of any field is another key; tiles' kinds and goods count where a tile lies."""
    *_, last = (g.to_record() for g in walk(4, 3) if g.tiles[0] and g.round > 2)
    before = RULES.key(mirrored(last[0]))
    lying = [space for space, tile in enumerate(last[0]["tile"]) if tile]
    for name in set(STATE.names or ()) - FOLLOWS - NEVER:
        field = last[0][name]
        places = [()] if np.ndim(field) == 0 else list(np.ndindex(field.shape))
        if name in {"tile", "goods"}:
            places = [(space,) for space in lying]
        for place in places:
            other = last.copy()
            other[name][(0, *place)] ^= 1
            assert RULES.key(mirrored(other[0])) != before, (name, place)
