"""How long the moves of agents that search take, so that counts of simulations can stand for a time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import count
from statistics import fmean, median

import numpy as np

from magnate.agents.searching import SearchAgent
from magnate.agents.spec import resolve
from magnate.core.game import Game
from magnate.core.players import Players
from magnate.core.run import Batch
from magnate.errors import AgentFailed
from magnate.runtime.stream import deal_seed
from magnate.search.searchers import Searcher, searcher


class Timed:
    """A searcher whose answers are timed; what a rule, a delegate or a lack of choice decides is none."""

    def __init__(self, found: Searcher) -> None:
        self._found = found
        self.budget = found.budget
        self.until = found.until
        self.spent = 0.0
        """In ms, since somebody last looked."""

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`magnate.search.searchers.Searcher`."""
        began = time.thread_time()
        answer = self._found.choose(states, seat, seed)
        self.spent += 1000 * (time.thread_time() - began)
        return answer


def move_times(game: Game, agent: SearchAgent, rival: str, moves: int) -> list[float]:
    """The times of so many searched moves in ms, at tables of ``rival``.

    A move has all decisions from a settled position on to the next one at which the seat decides.
    """
    others = Players(game, [resolve(game.name, rival)] * game.players)
    session = agent.start_session(game)
    timed = Timed(searcher(game, agent.question, game.progress))
    session._searcher = timed  # it would make its own when first asked
    found: list[float] = []
    for seed in range(100):
        position = game.new(seed)
        for decision in count():
            if position.is_over or len(found) > moves:
                break
            legal = tuple(action.id for action in position.legal())
            if len(legal) == 1 or position.to_move != 0:
                position.apply(legal[0] if len(legal) == 1 else others.choose(position))
                continue
            if position.settled and timed.spent > 0.0:
                found.append(timed.spent)
                timed.spent = 0.0
            keys = np.array([deal_seed(seed, decision)])
            batch = Batch(np.zeros(1, np.int64), position.states(), np.zeros(1, np.int64), (legal,), keys)
            (answer,) = session.answer(batch)
            if isinstance(answer, AgentFailed):
                raise answer
            position.apply(answer)
    return found[1:]  # the first one loads the search


def print_times(game: Game, agents: Sequence[str], rival: str, moves: int) -> None:
    """Print the time of a move of each agent that searches."""
    print(f"{game.name}, {game.preset}, {game.players} players: processor time of {moves} searched moves")
    for spec in agents:
        agent = resolve(game.name, spec, game.players)
        if isinstance(agent, SearchAgent):
            spent = move_times(game, agent, rival, moves)
            mean, middle, most = fmean(spent), median(spent), max(spent)
            print(f"  {spec:85} mean {mean:6.2f} ms, median {middle:6.2f} ms, longest {most:6.2f} ms", flush=True)
