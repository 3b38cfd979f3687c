"""A training that is killed inside a step goes on to the same bits as one that nobody disturbed."""

import multiprocessing
import signal
from pathlib import Path

import pytest

from magnate.learn.config import from_text
from magnate.learn.run_dir import Run, write_all
from magnate.learn.training import train
from tests.learn.killing import train_until

pytest.importorskip("torch")

PIG = 'game = "pig"\nmethod = "{0}"\n[options]\ntarget = 20\n[{0}]\n'
WHO = "[{}.population]\nself = 2.0\npast = 1.0\nrandom = 1.0\n"
VALUES = PIG.format("values") + "layers = [8]\nrounds = 3\ngames = 40\nepochs = 2\nkeep = 2\nbatch = 32\n"
VALUES += "calibration_games = 20\ncalibration_epochs = 3\n" + WHO.format("values")
PPO = PIG.format("ppo") + "steps = 4\ngames = 30\npast_every = 2\npast = 2\nlayers = [8]\nepochs = 2\nbatch = 32\n"
PPO += WHO.format("ppo")
DEEP_Q = """
game = "monopoly"
preset = "thesis"
players = 2
method = "deep_q"
[deep_q]
layers = [6, 5]
expert_games = 8
batch = 16
games_at_once = 2
[deep_q.own_games]
buy = 4
upgrade = 4
downgrade = 3
mortgage = 4
lift = 2
fine = 4
card = 0
"""
CONFIGURATIONS = {"values": VALUES, "ppo": PPO, "deep_q": DEEP_Q}
ADAM, NOTE, SAVE, FSYNC = (
    "torch.optim:Adam.step",
    "magnate.learn.run_dir:Run.note",
    "magnate.learn.run_dir:Run.save",
    "os:fsync",
)
SAMPLES, ROLLOUTS = "magnate.learn.samples:Sampler.play", "magnate.learn.rollouts:Rollouts.play"
GAMES = "magnate.learn.thesis:Recorder.play"
CALIBRATION = 3
"""The step of ``values`` after the last round: it calibrates the network that tells chances."""
MOMENTS = {
    "values": [(1, SAMPLES, 1), (1, ADAM, 3), (CALIBRATION, ADAM, 5)],
    "ppo": [(1, ROLLOUTS, 1), (2, ADAM, 4), (3, ADAM, 1)],
    "deep_q": [(0, ADAM, 3), (2, GAMES, 2)],
}
"""When the process is killed, one time after another: at a call, counted from that step on."""
MORE = {
    "values": [
        (0, ADAM, 1),
        (0, ADAM, 9),
        (1, NOTE, 1),
        (2, FSYNC, 2),
        (2, FSYNC, 3),
        (CALIBRATION, ADAM, 1),
        (CALIBRATION, SAMPLES, 1),
        (CALIBRATION, SAVE, 1),
    ],
    "ppo": [(0, ROLLOUTS, 1), (0, ADAM, 2), (1, NOTE, 1), (2, FSYNC, 2), (2, FSYNC, 3), (3, SAVE, 1)],
    "deep_q": [
        (0, GAMES, 1),
        (1, GAMES, 1),
        (1, ADAM, 1),
        (3, NOTE, 1),
        (3, FSYNC, 2),
        (4, ADAM, 2),
        (5, FSYNC, 3),
        (6, ADAM, 2),
    ],
}


@pytest.fixture
def killed():
    """Train in a process of its own, quickly (a copy of one that has imported everything), until it kills itself."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["torch", "magnate.learn.training", "magnate.learn.methods.values"])

    def train_and_die(run: Run, step: int, where: str, call: int) -> None:
        process = context.Process(target=train_until, args=(str(run.path), step, where, call))
        process.start()
        process.join()
        assert process.exitcode == -signal.SIGKILL, "it was not killed"

    return train_and_die


def create(method: str, folder: Path) -> Run:
    return Run.create(folder, from_text(CONFIGURATIONS[method], "small", ["checkpoint_seconds=0.0"]))


def outcome(run: Run) -> tuple[dict[str, bytes], list[dict]]:
    """Train to the end; the bytes of the networks' files and of the last checkpoint, and what was noted."""
    files = write_all(run, train(run, run.configuration.game(), []))
    files.append(run.path / "checkpoint.safetensors")
    return {file.name: file.read_bytes() for file in files}, [
        {name: value for name, value in line.items() if name != "seconds"} for line in run.metrics()
    ]


def check(method: str, moments: list[tuple[int, str, int]], folder: Path, killed) -> None:
    whole = outcome(create(method, folder / "whole"))
    run = create(method, folder / "cut")
    for step, where, call in moments:
        killed(run, step, where, call)
        done, total = Run.open(run.path).steps()
        inside = step + 1 if (where, call) == (FSYNC, 3) else step  # only then the checkpoint was in its place
        assert done == inside or (step, done, total) == (0, 0, 0), f"killed elsewhere than in step {step}, at {where}"
    assert outcome(Run.open(run.path)) == whole


@pytest.mark.parametrize("method", CONFIGURATIONS)
def test_a_training_that_is_killed_inside_steps_comes_to_the_same_bits(method, tmp_path, killed) -> None:
    check(method, MOMENTS[method], tmp_path, killed)


@pytest.mark.long
@pytest.mark.parametrize("method", CONFIGURATIONS)
def test_wherever_it_is_killed_it_comes_to_the_same_bits(method, tmp_path, killed) -> None:
    check(method, MORE[method], tmp_path, killed)
