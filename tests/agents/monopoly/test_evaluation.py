"""E2 and E3 by hand, on the interpreted rules: the evaluation, the rule about jail, and E3 as its code plays it."""

import math

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly import guide, parameters
from magnate.agents.monopoly.parameters import ESTIMATE, default_row
from magnate.games.monopoly.state import AFTER, BUYING, DECLINE, PASS, PAY_FINE, ROLL
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates
from magnate.search import search
from magnate.search.algorithms import algorithm_named
from magnate.search.api import whole_row

from .interpreted import part as of_agents
from .interpreted import play, scratch

PLACES = {one.name: one.place for one in ESTIMATE}
EVALUATION = of_agents("evaluation")
MANAGEMENT = interpret("magnate.games.monopoly.management")


def mirror(players, preset="expectiminimax", **position):
    """A position as the interpreted rules see it; ``players`` are described as in a set-up."""
    game = magnate.load("monopoly", preset, len(players))
    return PyStates(game.setup({"players": players, "phase": "before", **position}).states())[0]


def row(**changed):
    """The evaluation's parameters."""
    found = list(default_row(vector=False))
    for name, value in changed.items():
        found[PLACES[name]] = value
    return found


def scores(g, **changed):
    out = np.zeros(g.opt.players)
    EVALUATION.score_all(g, row(**changed), out)
    return out.tolist()


def estimates(g, **changed):
    out = np.zeros(g.opt.players)
    EVALUATION.estimate(g, row(**changed), out)
    return out.tolist()


BROWN = ["mediterranean-avenue", "baltic-avenue"]
OWNER = {"cash": 300, "deeds": [*BROWN, "reading-railroad"]}
OTHER = {"cash": 500, "deeds": ["boardwalk", "park-place", "oriental-avenue"], "mortgaged": ["oriental-avenue"],
         "buildings": {"boardwalk": 1, "park-place": 1}}  # fmt: skip
"""Rents: brown bare and whole 2 · 2 + 2 · 4 = 12; dark blue with a house each 200 + 175 = 375.
Net worth: 300 + 60 + 60 + 200 = 620; 500 + 400 + 350 + 50 + 2 · 200 = 1,700."""


def test_e3_by_hand():
    g = mirror([OWNER, OTHER])
    assert scores(g) == [620 - 1700 + 3 * 12 - 5 * 375 - 2, 1700 - 620 + 3 * 375 - 5 * 12]
    assert estimates(g) == pytest.approx([0.5 + one / 200_000 for one in scores(g)], abs=1e-15)


@pytest.mark.parametrize(
    ("changed", "first", "second"),
    [
        ({"reserve": 300}, 2, 0),  # 300 dollars are not under a reserve of 300
        ({"reserve": 501}, 0, -2),
        ({"penalty": 50}, -48, 0),
        ({"each": 1}, 2 - 2 * 100, 0),
        ({"own": 0}, -36, -3 * 375),
        ({"other": 1}, 4 * 375, 4 * 12),
        ({"all_rents": 1}, 3 * 25, -5 * 25),
        ({"mortgaged_rents": 1}, -5 * 6, 3 * 6),
        ({"rival": 1}, 0, 0),
    ],
)
def test_what_each_parameter_changes(changed, first, second):
    g = mirror([OWNER, OTHER])
    assert [new - old for new, old in zip(scores(g, **changed), scores(g), strict=True)] == [first, second]


def test_more_players_count_as_their_mean_or_as_the_best_of_them():
    g = mirror([OWNER, OTHER, {"cash": 1000}], "official")
    own, others = 620 + 36 - 2, [1700 + 5 * 375, 1000]
    assert scores(g)[0] == own - sum(others) / 2
    assert scores(g, rival=1)[0] == own - others[0]
    assert scores(g, rival=1)[1] == 1700 + 3 * 375 - 1000
    assert sum(estimates(g, balanced=1)) == pytest.approx(1)
    assert sum(scores(g)) != pytest.approx(0)


def test_a_bankrupt_seat_has_no_prospects_and_nobody_more_than_all():
    g = mirror([OWNER, OTHER, {"cash": 0, "bankrupt": True}], "official")
    assert estimates(g)[2] == 0
    assert scores(g)[:2] == scores(mirror([OWNER, OTHER]))
    assert estimates(g, scale=1)[:2] == [0, 1]


# ------------------------------------------------------------------------------------------------ jail, E2


def jailed(cash, other=None):
    """Seat 0 in jail."""
    return mirror([{"cash": cash, "jail": 1}, other or {"cash": 500}])


def test_a_free_board_is_left_for():
    g = jailed(1500)
    on_deeds = sum(1 for one in range(1, 7) for other in range(1, 7) if EVALUATION.SQUARE_DEED[10 + one + other] >= 0)
    assert EVALUATION.leaving(g, 0, 50) == on_deeds / 36 == 26 / 36
    assert EVALUATION.rule_move(g, row(jail=1)) == PAY_FINE
    assert EVALUATION.rule_move(g, row()) == -1


def test_a_purchase_that_takes_all_cash_is_a_bankruptcy_to_e2():
    assert EVALUATION.leaving(jailed(50 + 221), 0, 50) > 0  # Kentucky Avenue, the dearest in reach, costs 220
    assert EVALUATION.leaving(jailed(50 + 220), 0, 50) == -math.inf
    assert EVALUATION.rule_move(jailed(270), row(jail=1)) == ROLL


def test_rents_keep_it_in_jail():
    orange = ["st-james-place", "tennessee-avenue", "new-york-avenue"]
    red = ["kentucky-avenue", "indiana-avenue", "illinois-avenue"]
    pink = ["virginia-avenue", "states-avenue"]
    rails = ["pennsylvania-railroad", "electric-company"]
    g = jailed(1500, {"cash": 500, "deeds": [*orange, *red, *pink, *rails]})
    assert -1 < EVALUATION.leaving(g, 0, 50) < 0
    assert EVALUATION.rule_move(g, row(jail=1)) == ROLL
    free = jailed(
        1500, {"cash": 500, "deeds": [*orange, *red, *pink, *rails], "mortgaged": [*orange, *red, *pink, *rails]}
    )
    assert EVALUATION.leaving(free, 0, 50) == 0  # ties leave
    assert EVALUATION.rule_move(free, row(jail=1)) == PAY_FINE


# ------------------------------------------------------------------------------------------------- E3's code


def own_part(g, p, params):
    """Seat ``p``'s part of the score, the 50 dollars taken off where it is compared with the reserve."""
    found = EVALUATION.worth(g, p) + 3 * EVALUATION.rents(g, p, row())
    return found - (2 if g.cash[p] - 50 < 400 else 0)


def test_e3s_code_takes_the_operation_that_is_best_for_its_own_part():
    params = list(resolve("monopoly", "published").row)
    game, seen = magnate.load("monopoly", "expectiminimax"), set()
    for seed in range(3):
        for decision in play(game.start_states(1), ["published", "random"], "published", seed, limit=260):
            g, p = decision.g, decision.seat
            assert decision.action in decision.legal()
            if p != 0 or g.phase != AFTER or g.depth:
                continue
            before, gains = own_part(g, p, params), {}
            for a in decision.legal():
                after = g.copy()
                if a != PASS:
                    MANAGEMENT.manage(after, p, a)
                gains[a] = own_part(after, p, params) - before
                assert EVALUATION.operation(g, params, p, a) == gains[a]
            assert gains[decision.action] == max(gains.values())
            seen.update(decision.legal())
    assert len(seen) > 10


def test_e3s_code_buys_what_has_a_rent_and_not_a_railroad_below_its_reserve():
    params = list(resolve("monopoly", "published").row)
    for square, cash, buys in (
        ("boardwalk", 420, True),
        ("reading-railroad", 460, False),
        ("reading-railroad", 900, True),
    ):
        g = mirror([{"cash": cash, "square": square}, {"cash": 500}], phase="buying")
        assert g.phase == BUYING
        assert (EVALUATION.published(g, params, 0, scratch()) != DECLINE) == buys


def test_the_row_of_e3s_code_leaves_a_search_the_rest_of_its_own():
    """Only what the agent has is taken from it: not a scale of 0, for one."""
    row = np.array(resolve("monopoly", "published:reserve=300,own=4").row)
    for name in ("expectiminimax", "maxn"):
        algorithm = algorithm_named(name)
        own = np.array(default_row(algorithm.vector))
        changed = np.flatnonzero(whole_row(guide, algorithm, row) != own)
        assert set(changed) == {parameters.KIND, parameters.DICE_COST, parameters.RESERVE, parameters.OWN_RENT}
    position = magnate.load("monopoly", "expectiminimax").new(1)
    report = search(position, "expectiminimax", "depth:1", params=row, interpreted=True)
    assert 0.4 < report.value[0] < 0.6
