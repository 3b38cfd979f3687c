import sys

import pytest

import magnate
from magnate.arena.tuning.search import tune
from magnate.arena.tuning.space import Setting, make_space
from tests.games_for_tests import pig_agents


class Silent:
    """A watcher that counts."""

    def __init__(self):
        self.stages = []
        self.games = 0

    def begin(self, stage, games):
        self.stages.append((stage, games))

    def more(self, games):
        self.games += games


@pytest.fixture
def holder(monkeypatch):
    """Pig with an agent that has parameters."""
    monkeypatch.setitem(sys.modules, pig_agents.NAME, pig_agents.agents())


@pytest.fixture
def setting(holder):
    """`setting(method="rounds", players=3, …)`: a small search from `holder`, which holds at 5."""

    def make(method="evolution", players=2, incumbent="holder", pool=("holder", "holder:hold=30"), seed=1, **counts):
        small = {"configurations": 12, "games": 40, "gate_games": 4000, "final_games": 400}
        space = make_space("pig", incumbent)
        return Setting(magnate.load("pig", players=players), space, method, pool, seed, **{**small, **counts})

    return make


@pytest.fixture
def tuned(setting, tmp_path):
    """`tuned(method="rounds", jobs=2, …)` runs a search in a folder of its own and has what came of it."""
    number = 0

    def run(jobs=1, **options):
        nonlocal number
        number += 1
        return tune(setting(**options), tmp_path / str(number), Silent(), jobs=jobs)

    return run
