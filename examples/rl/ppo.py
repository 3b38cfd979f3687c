"""Proximal policy optimisation in one file of PyTorch: it learns the task magnate/monopoly-thesis-v1.

    pip install 'magnate[envs,learn]'
    python examples/rl/ppo.py --minutes 15 --out ppo.pt

The games are a vector environment, whose arrays become tensors without a copy. Illegal actions get no chance. It trains
against `random` and `baseline`, with a reward that is shaped by win chances (Schulman and others, "Proximal policy
optimization algorithms", 2017; Huang and Ontañón, "A closer look at invalid action masking", 2022).
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import nn

import magnate.envs.gymnasium  # noqa: F401 - registers the task
from magnate.envs.tasks import evaluate

TASK = "magnate/monopoly-thesis-v1"
GAMES, STEPS, BATCH, EPOCHS = 64, 128, 1024, 4
RATE, LAMBDA, CLIP, ENTROPY, VALUE, NORM, DIVERGENCE = 5e-4, 0.95, 0.2, 0.01, 0.5, 0.5, 0.03


class Network(nn.Module):
    """The logarithms of the chances of all actions, and the expected reward."""

    def __init__(self, features, actions, width=128):
        super().__init__()
        self.shared = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, 64), nn.ReLU())
        self.policy, self.value = nn.Linear(64, actions), nn.Linear(64, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observations, masks):
        """Logits of legal actions (very small ones for others), and values."""
        found = self.shared(observations)
        return self.policy(found).masked_fill(~masks, -1e8), self.value(found)[:, 0]

    def choose(self, observations, masks):
        """The likeliest actions, from arrays to an array."""
        with torch.no_grad():
            return self(torch.from_numpy(observations), torch.from_numpy(masks == 1))[0].argmax(dim=1).numpy()


def usable(masks):
    """Masks as booleans; a game that is over takes any action."""
    legal = masks == 1
    legal[~legal.any(axis=1)] = True
    return torch.from_numpy(legal)


class Learner:
    """Plays and learns in turns."""

    def __init__(self, seed=1, games=GAMES, steps=STEPS):
        torch.manual_seed(seed)
        self.games = gymnasium.make_vec(
            TASK, num_envs=games, shaping="chances", gamma=1.0, autoreset_mode="SameStep"
        ).unwrapped
        self.games.set_opponents(["baseline", "random"], [0.5, 0.5])
        features, actions = self.games.single_observation_space.shape[0], int(self.games.single_action_space.n)
        self.network = Network(features, actions)
        self.adam = torch.optim.Adam(self.network.parameters(), RATE, eps=1e-5)
        self.observations = torch.zeros(steps, games, features)
        self.masks = torch.zeros(steps, games, actions, dtype=torch.bool)
        self.actions = torch.zeros(steps, games, dtype=torch.int64)
        self.chances, self.values, self.rewards, self.ended = torch.zeros(4, steps, games)
        observations, infos = self.games.reset(seed=seed)
        self.now = torch.from_numpy(observations), usable(infos["action_mask"])
        self.taken, self.shares = 0, []

    def step(self):
        """Play, and learn from it."""
        self.play()
        self.learn()

    def play(self):
        """Fill the arrays with decisions."""
        for t in range(len(self.rewards)):
            observations, masks = self.now
            with torch.no_grad():
                logits, values = self.network(observations, masks)
            drawn = torch.distributions.Categorical(logits=logits)
            actions = drawn.sample()
            shown, rewards, terminations, truncations, infos = self.games.step(actions.numpy())
            if "final_info" in infos:
                self.shares += infos["final_info"]["share"][infos["_final_info"]].tolist()
            for i in np.flatnonzero(truncations):  # a game that was cut short would have gone on
                last = torch.from_numpy(infos["final_obs"][i])[None]
                with torch.no_grad():
                    rewards[i] += float(self.network(last, masks[i : i + 1])[1])
            self.observations[t], self.masks[t], self.actions[t] = observations, masks, actions
            self.chances[t], self.values[t] = drawn.log_prob(actions), values
            self.rewards[t] = torch.from_numpy(rewards)
            self.ended[t] = torch.from_numpy(terminations | truncations)
            self.now = torch.from_numpy(shown), usable(infos["action_mask"])
        self.taken += self.rewards.numel()

    def advantages(self):
        """How much better each decision turned out than was expected (generalised advantage estimation)."""
        with torch.no_grad():
            following = self.network(*self.now)[1]
        found, trace = torch.zeros_like(self.rewards), torch.zeros_like(following)
        for t in reversed(range(len(found))):
            goes_on = 1.0 - self.ended[t]
            trace = self.rewards[t] + goes_on * (following + LAMBDA * trace) - self.values[t]
            found[t], following = trace, self.values[t]
        return found

    def learn(self):
        """Passes over the decisions, until the policy has moved far enough."""
        advantages = self.advantages()
        returns = (advantages + self.values).flatten()
        advantages = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
        observations, masks = self.observations.flatten(0, 1), self.masks.flatten(0, 1)
        actions, before = self.actions.flatten(), self.chances.flatten()
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(actions)).split(BATCH):
                logits, values = self.network(observations[rows], masks[rows])
                drawn = torch.distributions.Categorical(logits=logits)
                moved = drawn.log_prob(actions[rows]) - before[rows]
                ratio, gain = moved.exp(), advantages[rows]
                if float((ratio - 1.0 - moved).detach().mean()) > 1.5 * DIVERGENCE:
                    return
                policy = -torch.min(gain * ratio, gain * ratio.clamp(1.0 - CLIP, 1.0 + CLIP)).mean()
                value = (values - returns[rows]).square().mean()
                loss = policy + VALUE * value - ENTROPY * drawn.entropy().mean()
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), NORM)
                self.adam.step()


def train(minutes, seed=1, every=60.0, learner=None, most=1_000_000_000):
    """Play and learn for so many minutes or steps, with a line every so many seconds; returns the learner."""
    torch.set_num_threads(1)  # the layers are small: two threads that wait for each other are slower on a busy machine
    learner = learner or Learner(seed)
    begun = shown = time.monotonic()
    while time.monotonic() - begun < 60.0 * minutes and learner.taken < most:
        learner.step()
        now = time.monotonic()
        if now - shown > every and learner.shares:
            print(
                f"{(now - begun) / 60:5.1f} min {time.process_time() / 60:5.1f} CPU min {learner.taken:10,} steps "
                f"{len(learner.shares):6,} games {np.mean(learner.shares):6.1%} won",
                flush=True,
            )
            shown, learner.shares = now, []
    return learner


def main():
    """Train, save and evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--steps", type=int, default=1_000_000_000, help="end after so many steps, if that is sooner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1_000, help="of the evaluation, against each rival")
    parser.add_argument("--out", help="file for the network's weights")
    asked = parser.parse_args()
    learner = train(asked.minutes, asked.seed, most=asked.steps)
    if asked.out:
        torch.save(learner.network.state_dict(), asked.out)
    for rival in ("random", "baseline"):
        print(f"against {rival}: {evaluate(TASK, learner.network.choose, rival, games=asked.games)}", flush=True)


if __name__ == "__main__":
    main()
