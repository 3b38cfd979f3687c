"""Information-set search by priors, what the end of a game is worth to a search, and policies that look at no more."""

import numpy as np
import pytest

import magnate
from magnate.core.loader import kernel
from magnate.search import search
from magnate.search.algorithms import parse_algorithm
from tests.games_for_tests import tricks, tricks_guide
from tests.search import trees
from tests.search.test_mcts_selection import GUIDE, arms, by_hand

TRICKS = "tests.games_for_tests.tricks_guide"
TRUST, INVERTED = 1, 2
"""Places in the row of the guide of tricks."""


def row(**places):
    params = np.zeros(64)
    for place, number in places.values():
        params[place] = number
    return params


def dealt(players):
    """The first decision of a game of tricks."""
    return magnate.load(tricks, players=players).new(seed=1)


@pytest.mark.parametrize("fpu", [0.0, 0.5])
def test_puct_gives_the_visits_of_its_formula(fpu):
    """Where everything can always be chosen, what was available is what was visited."""
    priors, values = (0.5, 0.25, 0.15, 0.1), (0.25, 0.5, 0.75, 0.0)
    position = trees.position(arms(priors, values))
    report = search(position, "ismcts", "sims:80", guide=GUIDE, select="puct", c=1.25, fpu=fpu, interpreted=True)
    assert [one.prior for one in report.actions] == pytest.approx(list(priors))
    assert [one.visits for one in report.actions] == by_hand(priors, values, 80, 1.25, fpu)
    assert all(
        one.prior is None for one in search(position, "ismcts", "sims:80", guide=GUIDE, interpreted=True).actions
    )


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("trees_", ["one", "each"])
def test_a_prior_leads_where_it_points(trees_, interpreted):
    asked = {"guide": TRICKS, "select": "puct", "c": 20.0, "trees": trees_, "interpreted": interpreted}
    for trust in (0.0, 0.9):
        report = search(dealt(3), "ismcts", "sims:60", params=row(trust=(TRUST, trust)), **asked)
        assert report.actions[0].prior == trust
        assert (report.actions[0].visits > 45) == (trust > 0.5)


@pytest.mark.parametrize("algorithm", ["maxn", "paranoid", "mcts", "mcts:bias=0.5", "ismcts"])
def test_a_search_wants_what_the_guide_rewards(algorithm):
    """Seat 0 has the lowest card and one that takes this trick, but not the next: who wants no trick keeps off."""
    position = magnate.load(tricks, players=2, cards=4, hand=2).setup(
        {"hands": [0b0101, 0b1000, 0], "gone": 0b0010, "table": [0, 2, 0], "won": [0, 0, 0], "leader": 1, "played": 1}
    )
    name, options = parse_algorithm(algorithm)
    budget = "sims:400" if name.endswith("mcts") else "depth:99"
    for inverted, action, value in ((0.0, "2", 0.5), (1.0, "0", 1.0)):
        params = row(inverted=(INVERTED, inverted))
        report = search(position, name, budget, guide=TRICKS, params=params, interpreted=True, **options)
        assert (report.name, report.value[0]) == (action, pytest.approx(value))


def test_a_policy_that_looks_at_nothing_hidden_says_so():
    rules = magnate.load(tricks).rules
    assert kernel("magnate.search.ismcts", rules).guide.DISCREET == 1
    assert kernel("magnate.search.ismcts", rules, tricks_guide).guide.DISCREET == 1
