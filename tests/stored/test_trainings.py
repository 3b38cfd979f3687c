"""Trainings that an earlier magnate began or finished: they go on, and their networks play."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from magnate.agents import resolve
from magnate.errors import CheckpointMismatch
from magnate.learn.run_dir import Run
from magnate.learn.training import begin, train
from magnate.networks.files import load

STORED = Path(__file__).parents[1] / "data" / "stored" / "trainings"
NAMES = ["values", "told", "ppo", "opponent", "deep_q"]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all the trainings, which is the current folder."""
    folder = Path(shutil.copytree(STORED, tmp_path / "trainings"))
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_an_interrupted_training_goes_on_to_its_end(name: str, copied: Path) -> None:
    run = Run.open(copied / f"{name}-cut")
    done, total = run.steps()
    assert 0 < done < total
    kept = run.load()
    method = begin(run, run.configuration.game())
    method.restore(kept.tensors)
    restored = method.tensors()
    assert restored.keys() == kept.tensors.keys()
    assert all(np.array_equal(restored[one], kept.tensors[one]) for one in restored)
    trained = train(run, run.configuration.game(), [])
    assert run.steps() == (total, total)
    assert [line["step"] for line in run.metrics()] == list(range(1, total + 1))
    whole = Run.open(copied / f"{name}-whole").load()
    assert {one: tensor.shape for one, tensor in trained.tensors().items()} == {
        one: tensor.shape for one, tensor in whole.tensors.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_networks_of_a_finished_training_play(name: str, copied: Path) -> None:
    run = Run.open(copied / f"{name}-whole")
    (file,) = [one for one in run.path.glob("*.safetensors") if one.name != "checkpoint.safetensors"]
    assert load(file).about.inputs_hash == json.loads((run.path / "run.json").read_text())["hashes"]["features"]
    game = run.configuration.game()
    spec = f"dqn:{file}" if name == "deep_q" else f"network:{file}"
    assert game.play([resolve(game.name, spec), "random"], seed=1).result is not None


def test_a_training_does_not_go_on_against_another_network(copied: Path) -> None:
    shutil.copy(copied / "values-whole" / "value.safetensors", copied / "told-whole" / "value.safetensors")
    run = Run.open(copied / "opponent-cut")
    with pytest.raises(CheckpointMismatch, match="is another network than when the run was begun"):
        run.check_opponents()


def test_a_checkpoint_of_another_game_is_refused(copied: Path) -> None:
    shutil.copy(copied / "deep_q-cut" / "checkpoint.safetensors", copied / "values-cut" / "checkpoint.safetensors")
    with pytest.raises(CheckpointMismatch, match="was written for"):
        Run.open(copied / "values-cut").load()
