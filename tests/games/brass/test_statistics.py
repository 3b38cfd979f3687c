"""The facts that tournaments keep of finished games."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from magnate.games.brass import FACTS, Options, setup, statistics

FINISHED = {
    "era": "rail",
    "phase": "finished",
    "tiles": [
        {"at": "stoke.0", "owner": 0, "tile": "cotton 3", "flipped": True},
        {"at": "belper.1", "owner": 0, "tile": "coal 2"},
        {"at": "dudley.0", "owner": 1, "tile": "coal 2", "goods": 0},
    ],
    "players": [
        {"points": 104, "money": 31, "income": 40, "hand": []},
        {"points": 90, "income": 7, "hand": [], "taken": {"manufacturer": 11}},
    ],
}


def test_statistics_of_a_finished_game():
    found = statistics(setup(FINISHED, Options(), 2))
    assert found["points"].tolist() == [[104, 90]]
    assert found["money"].tolist() == [[31, 17]]
    assert found["income"].tolist() == [[14, -3]]
    assert found["flipped"].tolist() == [[1, 1]]
    assert found["tiles"].tolist() == [[[6, 0, 0, 2, 0, 0], [0, 11, 0, 2, 0, 0]]]


def test_what_is_kept_is_read_again():
    states = setup(FINISHED, Options(), 2)
    kept = FACTS.collect(SimpleNamespace(states=states))
    assert set(kept) == {name for name, _ in FACTS.seat}
    stored = {name: kept[name].astype(np.dtype(kind)) for name, kind in FACTS.seat}
    found, expected = FACTS.reported(stored), statistics(states)
    assert {name: column.tolist() for name, column in found.items()} == {
        name: column.tolist() for name, column in expected.items()
    }
