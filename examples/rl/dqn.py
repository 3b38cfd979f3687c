"""Deep Q learning in one file of PyTorch: it learns the task magnate/monopoly-thesis-v1.

    pip install 'magnate[envs,learn]'
    python examples/rl/dqn.py --minutes 15 --out dqn.pt

A network values each action. With a chance that falls while it learns, a random legal action is taken instead of the
best one. What happened is kept, and batches of it are learned from: an action is worth its reward and the best of what
follows, of which one network says which action it is and an older one how good it is (van Hasselt and others, "Deep
reinforcement learning with double Q-learning", 2016). Illegal actions are left out in both. The reward is shaped by win
chances, so that a decision need not wait for the end of the game to be judged.
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
GAMES, KEPT, BATCH, RATE, GAMMA = 64, 100_000, 512, 5e-4, 0.99
COPY, EXPLORE, LEAST = 250, 200_000, 0.05


class Network(nn.Module):
    """The value of each action."""

    def __init__(self, features, actions, width=128):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, 64), nn.ReLU())
        self.values = nn.Linear(64, actions)

    def forward(self, observations, masks):
        """Values of legal actions, very small ones for others."""
        return self.values(self.layers(observations)).masked_fill(~masks, -1e8)

    def choose(self, observations, masks):
        """The best actions, from arrays to an array."""
        with torch.no_grad():
            return self(torch.from_numpy(observations), torch.from_numpy(masks == 1)).argmax(dim=1).numpy()


class Memory:
    """The last so many transitions, in arrays that are written round and round."""

    def __init__(self, size, features, actions):
        self.before, self.after = (torch.zeros(size, features) for _ in range(2))
        self.masks = torch.zeros(size, actions, dtype=torch.bool)  # of the observation after
        self.actions = torch.zeros(size, dtype=torch.int64)
        self.rewards, self.goes_on = torch.zeros(2, size)
        self.count = 0

    def add(self, before, actions, rewards, after, masks, goes_on):
        """Keep a transition of each game."""
        rows = (self.count + np.arange(len(before))) % len(self.actions)
        self.before[rows], self.after[rows] = torch.from_numpy(before), torch.from_numpy(after)
        self.masks[rows], self.actions[rows] = torch.from_numpy(masks == 1), torch.from_numpy(actions)
        self.rewards[rows] = torch.from_numpy(rewards.astype(np.float32))
        self.goes_on[rows] = torch.from_numpy(goes_on.astype(np.float32))
        self.count += len(before)

    def sample(self, size):
        """Some of the transitions."""
        rows = torch.randint(min(self.count, len(self.actions)), (size,))
        return tuple(
            one[rows] for one in (self.before, self.actions, self.rewards, self.after, self.masks, self.goes_on)
        )


class Learner:
    """Plays and learns in turns: a batch for each step of all games."""

    def __init__(self, seed=1, games=GAMES, kept=KEPT):
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.games = gymnasium.make_vec(
            TASK, num_envs=games, shaping="chances", gamma=GAMMA, opponents="random", autoreset_mode="SameStep"
        ).unwrapped
        features, actions = self.games.single_observation_space.shape[0], int(self.games.single_action_space.n)
        self.network, self.older = Network(features, actions), Network(features, actions)
        self.older.load_state_dict(self.network.state_dict())
        self.adam = torch.optim.Adam(self.network.parameters(), RATE)
        self.memory = Memory(kept, features, actions)
        self.observations, infos = self.games.reset(seed=seed)
        self.masks = infos["action_mask"]
        self.taken, self.updates, self.shares = 0, 0, []

    def step(self):
        """Play, and learn once there is enough to learn from."""
        self.play()
        if self.memory.count >= 10 * BATCH:
            self.learn()

    def play(self):
        """A step in every game."""
        chance = max(LEAST, 1.0 - self.taken / EXPLORE)
        actions = self.network.choose(self.observations, self.masks)
        drawn = (self.masks * self.rng.random(self.masks.shape, np.float32)).argmax(axis=1)
        actions = np.where(self.rng.random(len(actions)) < chance, drawn, actions)
        shown, rewards, terminations, truncations, infos = self.games.step(actions)
        after, masks = shown, infos["action_mask"]
        ended = np.flatnonzero(terminations | truncations)
        if len(ended):
            self.shares += infos["final_info"]["share"][ended].tolist()
            after, masks = after.copy(), masks.copy()
            for i in ended:  # nothing can be done in a game that is over, so one cut short counts as over too
                after[i], masks[i] = infos["final_obs"][i], 1
        self.memory.add(self.observations, actions, rewards, after, masks, ~(terminations | truncations))
        self.observations, self.masks = shown, infos["action_mask"]
        self.taken += len(actions)

    def learn(self):
        """A step of Adam on a batch."""
        before, actions, rewards, after, masks, goes_on = self.memory.sample(BATCH)
        with torch.no_grad():
            best = self.network(after, masks).argmax(dim=1, keepdim=True)
            targets = rewards + GAMMA * goes_on * self.older(after, masks).gather(1, best)[:, 0]
        legal = torch.ones_like(masks)  # what was done was legal
        values = self.network(before, legal).gather(1, actions[:, None])[:, 0]
        loss = nn.functional.smooth_l1_loss(values, targets)
        self.adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 10.0)
        self.adam.step()
        self.updates += 1
        if self.updates % COPY == 0:
            self.older.load_state_dict(self.network.state_dict())


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
