"""What positions are worth when given agents play on, by looking at all that may come: an oracle for rollouts."""

from __future__ import annotations

import numpy as np

from magnate.agents import resolve_all
from magnate.core.contract import CHANCE
from magnate.core.players import Players

ROUNDS = 4_000
CLOSE = 1e-12


class Played:
    """The exact shares of positions of a game in which ``agents`` play on.

    ``random`` takes each legal action as often; other agents must do the same each time at the same position. An agent
    with a chance of its own is a list of agents without one, each with how likely it decides. ``apart`` are fields that
    count only how long the game has lasted, where that never matters.
    """

    def __init__(self, game, agents, apart=()):
        self.game, self.apart = game, apart
        self.random = agents == "random"
        mixed = [(1.0, agents)] if isinstance(agents, str) else agents
        self.tables = [(weight, Players(game, resolve_all(game.name, game.players, one))) for weight, one in mixed]
        self.places: dict[bytes, int] = {}
        self.nexts: list[list[tuple[float, int]]] = []
        self.shares: list[np.ndarray] = []
        self.solved = np.zeros((0, game.players))

    def key(self, position):
        states = position.states()
        for field in self.apart:
            states[field] = 0
        return states.tobytes()

    def __call__(self, position):
        """The exact share of each seat."""
        place = self.places.get(self.key(position))
        if place is None:
            place = self.look(position)
            self.solve()
        return self.solved[place]

    def look(self, first):
        """Note all positions that may come."""
        self.note(first)
        waiting = [first]
        while waiting:
            position = waiting.pop()
            place = self.places[self.key(position)]
            if position.is_over:
                self.shares[place] = np.array(position.utility())
                continue
            for weight, step in self.steps(position):
                then = self.game.position(position.states()).apply(step)
                if self.key(then) not in self.places:
                    self.note(then)
                    waiting.append(then)
                self.nexts[place].append((weight, self.places[self.key(then)]))
        return self.places[self.key(first)]

    def note(self, position):
        self.places[self.key(position)] = len(self.nexts)
        self.nexts.append([])
        self.shares.append(np.zeros(self.game.players))

    def steps(self, position):
        if position.to_move == CHANCE:
            return [(float(one.probability), one.id) for one in position.outcomes()]
        if self.random:
            legal = position.legal_ids()
            return [(1 / len(legal), one) for one in legal]
        return [(weight, table.choose(position)) for weight, table in self.tables]

    def solve(self):
        """All shares, by going round until nothing changes."""
        rows = np.concatenate([[place] * len(found) for place, found in enumerate(self.nexts)]).astype(int)
        flat = [one for found in self.nexts for one in found]
        weights, places = np.array([one[0] for one in flat])[:, None], np.array([one[1] for one in flat])
        ends = np.array(self.shares)
        found = ends.copy()
        for _ in range(ROUNDS):
            then = ends.copy()
            np.add.at(then, rows, weights * found[places])
            change = float(np.abs(then - found).max())
            found = then
            if change < CLOSE:
                break
        self.solved = found
