"""The loop: whatever stops a training, it goes on to the same bits."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from magnate.errors import BadTraining, CheckpointMismatch
from magnate.learn import run_dir
from magnate.learn.config import from_text
from magnate.learn.run_dir import Run
from magnate.learn.training import train


def create(text: str, folder: Path, *changes: str) -> Run:
    return Run.create(folder, from_text(text, "walk", ["checkpoint_seconds=0.0", *changes]))


def go(run: Run) -> None:
    train(run, run.configuration.game(), [])


def outcome(run: Run) -> tuple[bytes, list[dict]]:
    """All that must be the same however often a training was stopped."""
    kept = run.load()
    assert kept is not None
    lines = [{name: value for name, value in line.items() if name != "seconds"} for line in run.metrics()]
    return b"".join(kept.tensors[name].tobytes() for name in sorted(kept.tensors)), lines


def test_a_run_holds_what_it_was_begun_with(walk, tmp_path) -> None:
    run = create(walk, tmp_path / "run")
    about = json.loads((run.path / "run.json").read_text())
    assert about["seed"] == 1
    assert {"python", "magnate", "numpy", "numba"} <= set(about["versions"])
    assert set(about["hashes"]) == {"configuration", "rules", "features"}
    assert run.steps() == (0, 0)
    go(run)
    assert run.steps() == (20, 20)
    assert [line["step"] for line in run.metrics()] == list(range(1, 21))
    assert Run.open(run.path).configuration.resolved == run.configuration.resolved


def test_the_same_seed_gives_the_same_bits_and_another_one_others(walk, tmp_path) -> None:
    runs = [create(walk, tmp_path / str(number), f"seed={seed}") for number, seed in enumerate((1, 1, 2))]
    for run in runs:
        go(run)
    one, same, other = map(outcome, runs)
    assert one == same
    assert one[0] != other[0]


@pytest.mark.parametrize("stop", [0, 1, 7, 19])
def test_an_interrupted_training_goes_on_to_the_same_bits(walk, tmp_path, stop, monkeypatch) -> None:
    whole = create(walk, tmp_path / "whole")
    go(whole)
    cut = create(walk, tmp_path / "cut")
    from tests.learn.counting import Walk

    step = Walk.step

    def interrupted(self, number):
        if number == stop:
            self.place[:] = 99.0  # what a step has half done must not be kept
            raise KeyboardInterrupt
        return step(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(Walk, "step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            go(cut)
    assert cut.steps() == ((stop, 20) if stop else (0, 0))
    go(Run.open(cut.path))
    assert outcome(cut) == outcome(whole)


def test_what_came_after_the_last_checkpoint_is_done_again(walk, tmp_path, monkeypatch) -> None:
    whole = create(walk, tmp_path / "whole")
    go(whole)
    cut = create(walk, tmp_path / "cut")
    save = Run.save
    monkeypatch.setattr(Run, "save", lambda self, found: save(self, found) if found.step in {5, 20} else None)
    from tests.learn.counting import Walk

    step = Walk.step
    with monkeypatch.context() as patch:
        patch.setattr(Walk, "step", lambda self, number: 1 / 0 if number == 9 else step(self, number))
        with pytest.raises(ZeroDivisionError):
            go(cut)
    with (cut.path / "metrics.jsonl").open("a") as file:
        file.write('{"step": 10, "pla')  # half a line, as a killed process leaves it
    assert (cut.steps(), len(cut.metrics())) == ((5, 20), 9)
    go(cut)
    assert outcome(cut) == outcome(whole)


KILLED = """
import sys
from pathlib import Path
from magnate.learn.config import METHODS
METHODS["counting"] = "tests.learn.counting"
from magnate.learn.run_dir import Run
from magnate.learn.training import train
run = Run.open(Path(sys.argv[1]))
train(run, run.configuration.game(), [])
"""


def test_a_killed_training_goes_on_to_the_same_bits(walk, tmp_path) -> None:
    whole = create(walk, tmp_path / "whole", "counting.pause=0.02")
    go(whole)
    cut = create(walk, tmp_path / "cut", "counting.pause=0.02")
    draws = random.Random(1)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)])}
    while cut.steps()[0] < 20:
        until = cut.steps()[0] + draws.randint(1, 6)
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(cut.path)], env=environment)
        while process.poll() is None and cut.steps()[0] < until:
            time.sleep(0.002)
        time.sleep(draws.random() * 0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert outcome(cut) == outcome(whole)


def test_two_processes_cannot_train_in_one_folder(walk, tmp_path) -> None:
    run = create(walk, tmp_path / "run")
    with run.locked(), pytest.raises(BadTraining, match="another process trains in"):
        go(run)


def test_a_folder_holds_one_run(walk, tmp_path) -> None:
    create(walk, tmp_path / "run")
    with pytest.raises(BadTraining, match="already holds a run; resume it"):
        create(walk, tmp_path / "run")
    with pytest.raises(BadTraining, match="holds no training run"):
        Run.open(tmp_path)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [("rules", "other rules"), ("features", "other features"), ("configuration", "another configuration")],
)
def test_a_checkpoint_of_something_else_is_refused(walk, tmp_path, what, sentence) -> None:
    run = create(walk, tmp_path / "run")
    go(run)
    run.belongs[what] = "changed"
    with pytest.raises(CheckpointMismatch, match=f"was written for {sentence}"):
        go(run)


@pytest.mark.parametrize("damage", ["cut", "flipped", "text", "empty"])
def test_a_damaged_checkpoint_is_refused(walk, tmp_path, damage) -> None:
    run = create(walk, tmp_path / "run")
    go(run)
    file = run.path / "checkpoint.safetensors"
    content = file.read_bytes()
    file.write_bytes(
        {
            "cut": content[:-3],
            "flipped": content[:-1] + bytes([content[-1] ^ 1]),
            "text": b"nothing of the kind",
            "empty": b"",
        }[damage]
    )
    with pytest.raises(CheckpointMismatch, match="is damaged"):
        go(run)


def test_a_file_that_cannot_be_replaced_stays_as_it_was(tmp_path, monkeypatch) -> None:
    file = tmp_path / "checkpoint.safetensors"
    tensors = {"a": np.arange(3.0)}
    run_dir.save_checkpoint(file, run_dir.Checkpoint(1, 2, tensors), {})
    before = file.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="cannot be written: No space left"):
        run_dir.save_checkpoint(file, run_dir.Checkpoint(2, 2, tensors), {})
    assert file.read_bytes() == before
    assert run_dir.load_checkpoint(file, {}).step == 1
