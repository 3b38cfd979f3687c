"""What searches of Brass are told: priors, estimates and rewards, by what may be known; and the agents' defaults."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.brass import parameters
from magnate.agents.brass.eval_features import Features
from magnate.agents.brass.fitted import FITTED
from magnate.core.contract import OVER
from magnate.games.brass.board import RAIL, ROUNDS
from magnate.games.brass.state import MAX_LEGAL

from .interpreted import GUIDE, RULES, chosen, decisions, legal, row


def search_row(reward: int = parameters.WIN) -> list[float]:
    """The row of a search whose games the planner plays out."""
    planner, found = row("planner"), list(parameters.default_row())
    found[: len(planner)] = [a or b for a, b in zip(found, planner, strict=False)]
    found[parameters.REWARD] = reward
    return found


def prior(g, params):
    """The priors of the legal actions by their ids."""
    acts, odds = legal(g), np.zeros(MAX_LEGAL)
    GUIDE.prior(g, acts, len(acts), params, odds)
    return dict(zip(acts, odds.tolist(), strict=False))


def estimate(g, params, players):
    out = np.zeros(players)
    GUIDE.estimate(g, params, out)
    return out.tolist()


def test_priors_are_probabilities_that_favour_what_the_planner_would_do():
    params = search_row()
    for number, g in enumerate(decisions(4, 3)):
        if number % 4 == 0:
            before = g.to_record().tobytes()
            found = prior(g, params)
            assert sum(found.values()) == pytest.approx(1.0)
            assert min(found.values()) >= params[parameters.OPEN] / len(found) * 0.999
            assert found[chosen(g, params)] == max(found.values())
            assert g.to_record().tobytes() == before


def test_priors_go_by_what_the_mover_sees():
    params = search_row()
    for number, g in enumerate(decisions(6, 2)):
        if number % 10 == 0:
            found = prior(g, params)
            RULES.hide(g, g.mover, number)
            assert prior(g, params) == found


def test_without_the_planner_all_actions_are_alike():
    params = list(parameters.default_row())
    g = next(iter(decisions(1, 2)))
    assert len(set(prior(g, params).values())) == 1


@pytest.mark.parametrize("players", [2, 4])
def test_estimates_are_chances_to_win(players):
    params = search_row()
    assert GUIDE.adds_up(params)
    assert not GUIDE.adds_up(search_row(parameters.OWN))
    for number, g in enumerate(decisions(2, players)):
        if number % 10 == 0:
            found = estimate(g, params, players)
            assert sum(found) == pytest.approx(1.0)
            assert min(found) >= 0.0


def test_the_introductory_game_is_estimated_too():
    params = search_row()
    found = [estimate(g, params, 2) for g in decisions(3, 2, ["planner", "random"], eras="canal")]
    assert found[-1][0] > 0.9


def test_estimates_come_near_the_end():
    """Before the last action of a game, who has far more points is nearly sure to win, and the others know."""
    sure = 0
    for seed in range(3):
        last = []
        for g in decisions(seed, 2, ["planner", "random"]):
            if g.era == RAIL and g.round == ROUNDS[2]:
                last = [
                    estimate(g, search_row(kind), 2) for kind in (parameters.WIN, parameters.MARGIN, parameters.OWN)
                ]
            end = g
        assert RULES.to_move(end) == OVER
        ends = []
        for kind in (parameters.WIN, parameters.MARGIN, parameters.OWN):
            out = np.zeros(2)
            GUIDE.reward(end, search_row(kind), out)
            ends.append(out.tolist())
        sure += last[0][0] > 0.95 and ends[0][0] == 1.0
        assert last[2][0] == pytest.approx(ends[2][0], abs=0.05)
    assert sure >= 2


@pytest.mark.parametrize(
    ("points", "margin", "own"), [((90, 60), (0.575, 0.425), (0.3, 0.2)), ((300, 0), (1, 0), (1, 0))]
)
def test_rewards_lie_on_a_line(points, margin, own):
    *_, g = decisions(1, 2, ["planner"])
    g.points[0], g.points[1] = points
    both = (0.8 + 0.2 * margin[0], 0.2 * margin[1])
    for kind, wanted in (
        (parameters.WIN, (1.0, 0.0)),
        (parameters.MARGIN, margin),
        (parameters.OWN, own),
        (parameters.BOTH, both),
    ):
        out = np.zeros(2)
        GUIDE.reward(g, search_row(kind), out)
        assert out.tolist() == pytest.approx(wanted)


def test_rewards_of_two_add_up_as_the_guide_says():
    """By that, ends are looked for by alpha-beta."""
    *_, g = decisions(1, 2, ["planner"])
    for kind in (parameters.WIN, parameters.MARGIN, parameters.OWN, parameters.BOTH):
        sums = set()
        for points in ((90, 60), (13, 170), (50, 50)):
            g.points[0], g.points[1] = points
            out = np.zeros(2)
            GUIDE.reward(g, search_row(kind), out)
            sums.add(round(sum(out), 9))
        assert GUIDE.adds_up(search_row(kind)) == (sums == {1.0})
    assert GUIDE.adds_up(()), "without parameters it is the share of the win"


def test_every_sign_has_its_weights():
    for players in (2, 3, 4):
        for kind in ("canal", "rail", "introductory"):
            assert set(FITTED[players, kind]) == {*Features._fields, "spread"}


def test_agents_search_as_they_should():
    """``ismcts`` by the planner's priors, ``mcts`` as plain UCT with random games to their end."""
    strong, plain = (resolve("brass", name).question for name in ("ismcts", "mcts"))
    assert strong.options["select"] == "puct"
    assert strong.params[parameters.KIND] == parameters.PLANNER
    assert strong.params[parameters.TEMPERATURE] == 3.0
    assert strong.params[parameters.REWARD] == parameters.BOTH
    assert (strong.options["exact"], strong.options["within"]) == (10_000, 4)
    assert plain.options["select"] == "ucb1"
    assert plain.options["truncate"] is None
    assert plain.params[parameters.KIND] == parameters.RANDOM
    assert resolve("brass", "mcts:reward=1").question.params[parameters.REWARD] == parameters.MARGIN


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_ismcts_beats_the_planner(players):
    game = magnate.load("brass", players=players)
    results = game.play_many(["ismcts:sims=100", *["planner"] * (players - 1)], range(40))
    assert results.utility[:, 0].mean() >= (0.8 if players == 2 else 0.6)
