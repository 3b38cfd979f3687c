"""A training of Brass by compiled searches comes to the same bits, with any number of threads, and after a break."""

from __future__ import annotations

import numpy as np
import pytest
import tomli_w

from magnate.learn.config import from_text
from magnate.learn.run_dir import Run
from magnate.learn.training import train

pytest.importorskip("torch")
pytestmark = pytest.mark.long

SETTINGS = {
    "codes": 16,
    "hidden": 8,
    "steps": 4,
    "games": 6,
    "alone": 1,
    "sampled": 6,
    "many": 24,
    "few": 8,
    "full": 0.5,
    "every": 2,
    "batch": 64,
    "device": "cpu",
    "tables": {"full/2": 2.0, "full/3": 1.0},
    "population": {"self": 4.0, "past": 2.0, "ismcts:sims=8": 1.0, "planner": 1.0},
}


class Stop(Exception):
    """What breaks a training off."""


class StopAfter:
    """A watcher that breaks a training off after the second step."""

    def begin(self, done, total, lines) -> None:
        """Nothing."""

    def step(self, line) -> None:
        if line["step"] == 2:
            raise Stop


def begun(folder) -> Run:
    text = tomli_w.dumps({"game": "brass", "players": 2, "method": "expert", "expert": SETTINGS})
    return Run.create(folder, from_text(text, "bits", ["checkpoint_seconds=0.0"]))


def test_threads_and_breaks_change_no_bit(tmp_path) -> None:
    runs = [begun(tmp_path / name) for name in ("one", "two", "broken")]
    game = runs[0].configuration.game()
    wanted = train(runs[0], game, []).tensors()
    with pytest.raises(Stop):
        train(runs[2], game, [StopAfter()])
    for found in (train(runs[1], game, [], threads=2), train(Run.open(runs[2].path), game, [])):
        tensors = found.tensors()
        assert tensors.keys() == wanted.keys()
        assert all(np.array_equal(tensor, tensors[name]) for name, tensor in wanted.items())
    lines = [[{**one, "seconds": 0} for one in Run.open(run.path).metrics()] for run in runs]
    assert lines[0] == lines[1] == lines[2]
    assert any(name.startswith("past.0.") for name in wanted)
