"""Trainings that an earlier magnate began or finished: they go on, and their networks play."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors import numpy

import magnate
from magnate.agents import resolve
from magnate.errors import CheckpointMismatch
from magnate.games import pig
from magnate.learn.run_dir import Run
from magnate.learn.training import begin, train
from magnate.networks.files import load
from magnate.values.schema import schema_for
from tests.games_for_tests import elsewhere

STORED = Path(__file__).parents[1] / "data" / "stored"
NAMES = ["values", "told", "ppo", "opponent", "deep_q"]
LATER = [f"../trainings-{number}/{name}" for number in (2, 3) for name in ("told", "ppo", "deep_q")]
"""Those of later formats."""


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all the trainings; those of the first format are the current folder."""
    for folder in STORED.glob("trainings*"):
        shutil.copytree(folder, tmp_path / folder.name)
    monkeypatch.chdir(tmp_path / "trainings")
    return tmp_path / "trainings"


def test_all_stored_trainings_are_read_here() -> None:
    found = {f"{one.parent.name}/{one.name}" for one in STORED.glob("trainings*/*")}
    read = {one.replace("../", "") if ".." in one else f"trainings/{one}" for one in NAMES + LATER}
    assert found == {f"{one}-{kind}" for one in read for kind in ("cut", "whole")}


@pytest.mark.parametrize("name", NAMES + LATER)
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


@pytest.mark.parametrize("name", NAMES + LATER)
def test_the_networks_of_a_finished_training_play(name: str, copied: Path) -> None:
    run = Run.open(copied / f"{name}-whole")
    (file,) = [one for one in run.path.glob("*.safetensors") if one.name != "checkpoint.safetensors"]
    assert load(file).about.inputs_hash == json.loads((run.path / "run.json").read_text())["hashes"]["features"]
    game = run.configuration.game()
    spec = f"dqn:{file}" if name.endswith("deep_q") else f"network:{file}"
    assert game.play([resolve(game.name, spec), "random"], seed=1).result is not None


@pytest.mark.parametrize("name", ["ppo", *(name for name in LATER if name.endswith("ppo"))])
def test_a_training_goes_on_in_a_game_that_has_got_an_action(
    name: str, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outputs are where today's ids are, and the new action's begins at 0."""
    names = ("roll", "hold", "sleep")
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, max_actions=3, action_name=names.__getitem__))
    run = Run.open(copied / f"{name}-cut")
    stored = numpy.load_file(run.path / "checkpoint.safetensors")
    kept = run.load()
    for part in ("network.1.weight", "adam.1.weight.exp_avg", "past.0.1.bias"):
        before, now = stored[part], kept.tensors[part]
        assert (before.shape[-1], now.shape[-1]) == (4, 5)
        assert np.array_equal(np.delete(now, 2, axis=-1), before)
        assert not now[..., 2].any()
    assert np.array_equal(kept.tensors["network.0.weight"], stored["network.0.weight"])
    trained = train(run, run.configuration.game(), [])
    assert run.steps() == (6, 6)
    assert trained.networks()["policy"].sizes == (10, 8, 5)


@pytest.mark.parametrize("number", [2, 3])
def test_networks_of_a_users_game_play(number: int) -> None:
    """Tic-tac-toe under another name, of which no positions are stored for the hashes."""
    game = magnate.load(elsewhere)
    folder = STORED / f"networks-{number}"
    value, policy = (load(folder / f"{kind}.safetensors") for kind in ("value", "policy"))
    names = tuple(game.declared.action_name(action) for action in range(9)) if number == 3 else ()
    assert (value.about.actions, policy.about.actions) == (names, names)
    assert policy.about.outputs == ({"value": names} if names else {})
    for found in (value, policy):
        schema_for("elsewhere").check(found.about)
    agents = [resolve("elsewhere", f"network:{folder}/{kind}.safetensors") for kind in ("value", "policy")]
    assert game.play(agents, seed=1).result is not None


def test_a_training_does_not_go_on_against_another_network(copied: Path) -> None:
    shutil.copy(copied / "values-whole" / "value.safetensors", copied / "told-whole" / "value.safetensors")
    run = Run.open(copied / "opponent-cut")
    with pytest.raises(CheckpointMismatch, match="is another network than when the run was begun"):
        run.check_opponents()


def test_a_checkpoint_of_another_game_is_refused(copied: Path) -> None:
    shutil.copy(copied / "deep_q-cut" / "checkpoint.safetensors", copied / "values-cut" / "checkpoint.safetensors")
    with pytest.raises(CheckpointMismatch, match="was written for"):
        Run.open(copied / "values-cut").load()
