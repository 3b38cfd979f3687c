"""MaskablePPO of sb3-contrib learns the task magnate/monopoly-thesis-v1.

    pip install 'magnate[sb3]'
    python examples/rl/maskable_ppo.py --minutes 15 --out maskable_ppo.zip

It trains against `baseline` in half of the games, and against `random` in the others. The reward is shaped: a step is
also paid what the learner's win chance has gained. Both are allowed by the task. A line a minute has the learner's
steps, and its share of the games that it has finished since the line before. At the end it is evaluated on the task's
own deals, without shaping.
"""

import argparse
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from magnate.envs.sb3 import MaskableVecEnv, policy_of
from magnate.envs.tasks import evaluate

TASK = "magnate/monopoly-thesis-v1"


class Shared(BaseFeaturesExtractor):
    """One layer that the policy and the value share: most of the work is in the first layer."""

    def __init__(self, space, width=128):
        super().__init__(space, width)
        self.layer = torch.nn.Sequential(torch.nn.Linear(space.shape[0], width), torch.nn.ReLU())

    def forward(self, observations):
        """The layer's units."""
        return self.layer(observations)


class Clock(BaseCallback):
    """Ends training after some minutes, and shows a line a minute."""

    def __init__(self, minutes, every=60.0):
        super().__init__()
        self.begun, self.limit, self.every = time.monotonic(), 60.0 * minutes, every
        self.shown, self.shares, self.lengths = self.begun, [], []

    def _on_step(self):
        self.shares += [info["share"] for info in self.locals["infos"] if "share" in info]
        now = time.monotonic()
        if now - self.shown > self.every and self.shares:
            steps, spent = self.num_timesteps, now - self.begun
            print(
                f"{spent / 60:5.1f} min {time.process_time() / 60:5.1f} CPU min {steps:10,} steps "
                f"{steps / spent:6,.0f} a second {len(self.shares):6,} games {np.mean(self.shares):6.1%} won",
                flush=True,
            )
            self.shown, self.shares = now, []
        return now - self.begun < self.limit


def tables(games=64):
    """So many games of the task to learn from."""
    made = MaskableVecEnv(TASK, games, shaping="chances", gamma=1.0)
    made.set_opponents(["baseline", "random"], [0.5, 0.5])
    return made


def train(minutes, seed=1, games=64, steps=128, most=1_000_000_000, every=60.0):
    """Train for so many minutes, or for ``most`` steps; returns the model."""
    torch.set_num_threads(1)  # the layers are small: two threads that wait for each other are slower on a busy machine
    model = MaskablePPO(
        "MlpPolicy",
        tables(games),
        n_steps=steps,
        batch_size=min(1024, games * steps),
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        target_kl=0.03,
        policy_kwargs={"features_extractor_class": Shared, "net_arch": {"pi": [64], "vf": [64]}},
        seed=seed,
        device="cpu",
    )
    return model.learn(most, callback=Clock(minutes, every))


def main():
    """Train, save and evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--steps", type=int, default=1_000_000_000, help="end after so many steps, if that is sooner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1_000, help="of the evaluation, against each rival")
    parser.add_argument("--out", help="file for the model")
    asked = parser.parse_args()
    model = train(asked.minutes, asked.seed, most=asked.steps)
    if asked.out:
        model.save(asked.out)
    for rival in ("random", "baseline"):
        print(f"against {rival}: {evaluate(TASK, policy_of(model), rival, games=asked.games)}", flush=True)


if __name__ == "__main__":
    main()
