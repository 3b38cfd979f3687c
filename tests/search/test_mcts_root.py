"""Monte Carlo tree search that plans its root, or grows several trees: halving, Gumbel, threads."""

import math
import random

import numpy as np
import pytest

import magnate
from magnate.search import search
from magnate.search.mcts_driver import grown
from magnate.search.mcts_report import Forest, improved
from tests.search import trees

GUIDE = "tests.games_for_tests.tree_guide"


def bandit(chances):
    """Arms that pay 1 with so many eighths of a chance, else 0."""
    return trees.position({"to": 0, "next": [{"chance": [[k, [1, 0]], [8 - k, [0, 1]]]} for k in chances]})


BANDITS = (
    (7, 3, 3, 3),
    (8 - 1, 5, 3, 1),
    (3, 7, 1, 1),
    (2, 2, 2, 6),
    (6, 2, 2, 2, 2, 2),
    (1, 1, 1, 1, 1, 1, 1, 7),
    (7, 4, 4, 4, 4, 4, 4, 4),
    (1, 5),
    (2, 3, 7),
    (1, 2, 3, 4, 7),
)


# ------------------------------------------------------------------------------------ sequential halving


def karnin(chances, pulls):
    """Theorem 4.1 of Karnin, Koren and Somekh 2013: how likely the best arm is missed at most."""
    gaps = sorted((max(chances) - k) / 8 for k in chances)[1:]
    hardness = max((i + 2) / gap**2 for i, gap in enumerate(gaps))
    phases = math.log2(len(chances))
    return 3 * phases * math.exp(-pulls / (8 * hardness * phases))


def test_halving_finds_the_best_arm_as_often_as_its_bound_says():
    for chances in BANDITS:
        pulls = next(n for n in range(100, 20_000, 100) if karnin(chances, n) < 0.3)
        missed = 0
        for seed in range(8):
            report = search(bandit(chances), "mcts", f"sims:{pulls}", guide=GUIDE, seed=seed, root="halving")
            assert sum(one.visits for one in report.actions) == report.evaluations == pulls
            missed += report.action != chances.index(max(chances))
        assert missed / 8 <= karnin(chances, pulls)


@pytest.mark.parametrize("simulations", [1, 2, 3, 7, 10, 23, 64, 100, 1_001])
@pytest.mark.parametrize("root", ["halving", "gumbel"])
def test_the_budget_is_used_up_exactly(root, simulations):
    report = search(bandit(BANDITS[5]), "mcts", f"sims:{simulations}", guide=GUIDE, root=root)
    assert report.evaluations == sum(one.visits for one in report.actions) == simulations


def test_halving_halves():
    """64 simulations for 8 arms: 24 in three phases give 21 to eight arms, then 21 to four, then 22 to two."""
    report = search(bandit((4,) * 8), "mcts", "sims:72", guide=GUIDE, root="halving")
    assert sorted((one.visits for one in report.actions), reverse=True) == [21, 21, 9, 9, 3, 3, 3, 3]
    assert report.actions[report.action].visits == 21


# ------------------------------------------------------------------------------------------------ Gumbel


def decisions(dice):
    """A root with random priors whose actions lead to random chance: an MDP of one decision, with its exact values."""
    arms, priors, values = [], [], []
    for _ in range(dice.randint(3, 8)):
        outcomes = [(dice.randint(1, 5), dice.random()) for _ in range(dice.randint(1, 3))]
        values.append(sum(w * v for w, v in outcomes) / sum(w for w, _ in outcomes))
        priors.append(dice.uniform(0.05, 1.0))
        chance = {"chance": [[w, [v, 1 - v]] for w, v in outcomes]}
        arms.append({"to": 1, "value": [priors[-1], 0], "settled": False, "next": [chance]})
    return trees.position({"to": 0, "next": arms}), [p / sum(priors) for p in priors], values


@pytest.mark.parametrize(("sampled", "simulations", "seeds"), [(4, 4, 10), (16, 32, 50)])
def test_the_gumbel_root_improves_on_its_prior(sampled, simulations, seeds):
    """Over 1,000 seeds, what it takes and the policy that it would learn are worth more than the prior."""
    dice, before, taken, learnt = random.Random(14), [], [], []
    for _ in range(20):
        position, priors, values = decisions(dice)
        for seed in range(seeds):
            report = search(
                position, "mcts", f"sims:{simulations}", guide=GUIDE, seed=seed, root="gumbel", sampled=sampled
            )
            policy = [one.policy for one in report.actions]
            assert [one.prior for one in report.actions] == pytest.approx(priors)
            assert sum(policy) == pytest.approx(1)
            assert sum(one.visits > 0 for one in report.actions) == min(sampled, len(values))
            before.append(np.dot(priors, values))
            taken.append(values[report.action])
            learnt.append(np.dot(policy, values))
    assert np.mean(taken) > np.mean(before) + 0.05
    assert np.mean(learnt) > np.mean(before) + 0.05


def test_actions_are_sampled_by_their_priors():
    """One simulation: the action is the greatest of logit + Gumbel noise, that is, a draw from the prior."""
    shares = (0.5, 0.3, 0.2)
    arms = [{"to": 1, "value": [share, 0], "next": [[0.5, 0.5]]} for share in shares]
    position, drawn = trees.position({"to": 0, "next": arms}), [0, 0, 0]
    for seed in range(600):
        drawn[search(position, "mcts", "sims:1", guide=GUIDE, seed=seed, root="gumbel").action] += 1
    assert sum((n - 600 * share) ** 2 / (600 * share) for n, share in zip(drawn, shares, strict=True)) < 18.42


def test_the_improved_policy_by_hand():
    """Logits 0 (all alike) and values 1, 0 and unknown, which counts as their mean."""
    policy = improved([1 / 3] * 3, [1.0, 0.0, math.nan], [1, 1, 0], 2.0)
    weights = [math.exp(2), 1, math.exp(1)]
    assert policy == pytest.approx([weight / sum(weights) for weight in weights])


# ------------------------------------------------------------------------------------------------ threads


def test_threads_share_the_simulations_and_change_nothing_else():
    """Whenever they run: interpreted, one tree grows after the other."""
    board = magnate.load("tictactoe").new()
    report = search(board, "mcts", "sims:400", seed=3, threads=3)
    assert report == search(board, "mcts", "sims:400", seed=3, threads=3)
    assert report == search(board, "mcts", "sims:400", seed=3, threads=3, interpreted=True)
    assert report.evaluations == sum(one.visits for one in report.actions) == 400
    assert report.actions != search(board, "mcts", "sims:400", seed=3).actions
    assert search(board, "mcts", "sims:2", threads=3).evaluations == 2
    assert search(board, "mcts", "sims:5000", threads=2, seed=1).name == "b2"


def test_one_thread_is_no_thread():
    board = magnate.load("tictactoe").new()
    assert search(board, "mcts", "sims:300", threads=1) == search(board, "mcts", "sims:300")


def test_trees_merge_in_any_order():
    board = magnate.load("pig", target=20).new()
    several = []
    for seed in range(3):
        found = grown(board.game, None, 20_000, 64)
        found.place(board.states())
        found.run.key, found.run.c, found.run.high, found.run.truncate, found.run.limit = seed, 1.4, 1.0, -1, 500
        found.search()
        several.append(found)
    one, other = Forest(several), Forest(several[::-1])
    assert one.run == other.run
    pairs, merged = [(0, 0)], 0
    while pairs:
        i, k = pairs.pop()
        assert one.node(i) == other.node(k)
        assert one.node(i).visits == 0 or one.value(i) == other.value(k)
        assert one.error(i, 0) == other.error(k, 0)
        pairs += zip(one.children(i), other.children(k), strict=True)
        merged += 1
    assert merged > 100
    assert one.node(0).visits == 1_500
    assert one.value(0)[0] == pytest.approx(np.mean([found.value(0)[0] for found in several]))


def test_time_is_kept_by_all_threads():
    report = search(magnate.load("tictactoe").new(), "mcts", "time:5ms", threads=2)
    assert report.seconds < 1.0
    assert report.evaluations >= 2
