"""Playouts by rule: what a guide's policy, such as a game's own agents, makes of Monte Carlo tree search."""

import pytest

import magnate
from magnate.agents import resolve
from magnate.search import search

HOLDER = "tests.games_for_tests.pig_holder"
HOLD_AT_20 = (1.0, 20.0, 0.0)


def test_pig_played_out_by_holders_has_the_value_of_holding():
    """Flat search from the beginning is self-play: who begins and holds at 20 wins 0.534698 of the games to 100."""
    report = search(magnate.load("pig").new(), "mcts", "sims:60000", plies=2, guide=HOLDER, params=HOLD_AT_20, seed=1)
    (roll,) = report.actions
    assert abs(roll.value[0] - 0.534698) < 4 * roll.error
    assert 0.0015 < roll.error < 0.0025


@pytest.mark.parametrize("kind", ["strategic", "algorithmic", "baseline"])
def test_monopoly_is_played_out_by_its_own_agents(kind):
    """Interpreted, with estimates after some decisions; another agent plays another game."""
    position = magnate.load("monopoly", preset="thesis").new(seed=3)
    row = resolve("monopoly", kind).row
    asked = {"interpreted": True, "truncate": 12, "seed": 2, "pool": 400, "plies": 40}
    report = search(position, "mcts", "sims:8", params=row, **asked)
    assert report == search(position, "mcts", "sims:8", params=row, **asked)
    assert report.evaluations == sum(one.visits for one in report.actions) == 8
    assert sum(report.value) == pytest.approx(1)


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"select": "puct", "history": 1.0}, {"chance": "open"}])
def test_monopoly_compiled_is_monopoly_interpreted(options):
    position = magnate.load("monopoly", preset="thesis").new(seed=3)
    asked = {"params": resolve("monopoly", "strategic").row, "truncate": 20, "seed": 4, "pool": 2_000, **options}
    report = search(position, "mcts", "sims:30", **asked)
    assert report == search(position, "mcts", "sims:30", interpreted=True, **asked)
