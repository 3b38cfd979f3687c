"""Makes small trainings and networks of today's format: ``python -m tests.data.stored.make_networks NUMBER``.

They go to ``trainings-NUMBER`` and ``networks-NUMBER`` of this folder. README.md says at which commit which were made.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import magnate
from magnate.learn.config import from_text
from magnate.learn.run_dir import Run, write_all
from magnate.learn.training import train
from magnate.networks import Network
from magnate.networks.files import save
from magnate.networks.inference import POLICY
from magnate.values.schema import action_names, schema_for
from tests.games_for_tests import elsewhere

HERE = Path(__file__).parent
PIG = 'game = "pig"\nmethod = "{}"\n[options]\ntarget = 20\n'
VALUES = (
    PIG.format("values")
    + """[values]
layers = [6]
rounds = 2
games = 30
epochs = 1
batch = 32
calibration_games = 20
"""
)
PPO = (
    PIG.format("ppo")
    + """[ppo]
steps = 6
games = 30
past_every = 2
past = 2
layers = [8]
epochs = 2
batch = 32
[ppo.population]
self = 2.0
past = 1.0
random = 1.0
"""
)
DEEP_Q = """game = "monopoly"
preset = "thesis"
players = 2
method = "deep_q"
[deep_q]
layers = [3]
expert_games = 6
batch = 4
capacity = 12
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
TRAININGS = {"told": (VALUES, 2), "ppo": (PPO, 3), "deep_q": (DEEP_Q, 3)}
"""The configuration of each training, and after how many of its steps it was interrupted."""


class Interrupting:
    """Interrupts a training in the step after ``most``."""

    def __init__(self, most):
        self.most = most

    def begin(self, done, total, lines):
        pass

    def step(self, line):
        if line["step"] > self.most:
            raise KeyboardInterrupt


def trainings(folder):
    folder.mkdir()
    os.chdir(folder)
    for name, (text, steps) in TRAININGS.items():
        for kind, most in (("cut", steps), ("whole", 99)):
            run = Run.create(folder / f"{name}-{kind}", from_text(text, name, ["checkpoint_seconds=0.0"]))
            with suppress(KeyboardInterrupt):
                write_all(run, train(run, run.configuration.game(), [Interrupting(most)]))
            (run.path / ".lock").unlink()
            about = json.loads((run.path / "run.json").read_text())
            (run.path / "run.json").write_text(json.dumps({**about, "system": "Linux"}, indent=2) + "\n")


def networks(folder):
    """Networks of a game without stored positions, which have learned nothing."""
    folder.mkdir()
    game = magnate.load(elsewhere)
    schema, names = schema_for(game.name), {"value": action_names(game.name)}
    value, policy = Network.new([schema.size, 5, 2], seed=1), Network.new([schema.size, 5, len(names["value"]) + 2], 1)
    save(folder / "value.safetensors", value, schema.about("Network.new"))
    save(folder / "policy.safetensors", policy, schema.about("Network.new", POLICY, names))


if __name__ == "__main__":
    trainings(HERE / f"trainings-{sys.argv[1]}")
    networks(HERE / f"networks-{sys.argv[1]}")
