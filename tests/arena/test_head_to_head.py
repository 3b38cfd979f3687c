from itertools import combinations

import numpy as np
import pytest

from magnate.arena.ratings import bradley_terry
from magnate.arena.results import head_to_head, intransitive_triples, pair_correlation, superiority
from magnate.arena.statistics import share_estimate


def duels(chances, deals, rng):
    """Games of all pairs, both rotations; ``chances[a, b]`` is how often a beats b."""
    seating, shares, deal = [], [], []
    for a, b in combinations(range(len(chances)), 2):
        won = rng.random(2 * deals) < chances[a, b]
        seating.append(np.tile([[a, b], [b, a]], (deals, 1)))
        first = won == (np.arange(2 * deals) % 2 == 0)
        shares.append(np.stack([first, ~first], axis=1))
        deal.append(np.repeat(np.arange(deals), 2))
    return np.concatenate(seating), np.concatenate(shares).astype(float), np.concatenate(deal)


def beats(agents, *pairs, by=0.7):
    chances = np.full((agents, agents), 0.5)
    for a, b in pairs:
        chances[a, b], chances[b, a] = by, 1 - by
    return chances


def test_the_win_matrix_of_duels_is_students_t_over_deals():
    seating, shares, deal = duels(beats(3, (0, 1)), 40, np.random.default_rng(1))
    found = head_to_head(seating, shares, deal, 3)
    mine = np.where(seating[:80, 0] == 0, shares[:80, 0], shares[:80, 1]).reshape(40, 2).mean(axis=1)
    expected = share_estimate(mine)
    assert (found.share[0, 1], found.low[0, 1], found.high[0, 1]) == pytest.approx(
        (expected.mean, expected.low, expected.high)
    )
    assert found.share + found.share.T == pytest.approx(np.where(np.eye(3), np.nan, 1.0), nan_ok=True)
    assert found.low.T + found.high == pytest.approx(np.where(np.eye(3), np.nan, 1.0), nan_ok=True)
    assert found.games.tolist() == [[0, 80, 80], [80, 0, 80], [80, 80, 0]]


def test_winning_every_duel_has_clopper_and_pearsons_bound():
    seating, _, deal = duels(beats(2), 100, np.random.default_rng(2))
    found = head_to_head(seating, (seating == 0).astype(float), deal, 2)
    assert (found.share[0, 1], found.high[0, 1]) == (1.0, 1.0)
    assert found.low[0, 1] == pytest.approx(0.025 ** (1 / 100))


def test_copies_share_duels_exactly_and_without_width():
    seating, _, deal = duels(beats(3), 20, np.random.default_rng(3))
    shares = np.tile([1.0, 0.0], (len(seating), 1))
    found = head_to_head(seating, shares, deal, 3, alike=[0, 1, 0])
    assert (found.low[0, 2], found.share[0, 2], found.high[0, 2]) == (0.5, 0.5, 0.5)
    assert found.low[0, 1] < 0.5 < found.high[0, 1]


def test_pairs_of_a_larger_table_share_what_they_won_together():
    seating = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 0, 1]])
    shares = np.array([[1, 0, 0], [0, 0.5, 0.5], [0, 0, 1], [0, 0.5, 0.5]])
    found = head_to_head(seating, shares, np.array([0, 0, 0, 1]), 4)
    assert found.share[0, 1] == pytest.approx((1 + 0.5 + 0 + 0 + 0.5) / (1 + 0.5 + 1 + 0.5 + 1))
    assert found.share[0, 2] == pytest.approx(1.5 / 2)
    assert found.games[0].tolist() == [0, 5, 3, 0]
    assert np.isnan(found.share[0, 3])
    assert np.isnan(found.low[0, 2])  # a single deal


def test_a_ratio_covers_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(2000):
        games = rng.integers(0, 3, 100)
        luck = np.clip(rng.normal(0.6, 0.2, 100), 0, 1)
        found = share_estimate(rng.binomial(games, luck).astype(float), counts=games)
        hits += found.low <= 0.6 <= found.high
    assert 0.93 <= hits / 2000 <= 0.97


def test_pairs_that_won_nothing_have_no_share():
    found = head_to_head(np.array([[0, 1, 2], [1, 2, 0]]), np.array([[0, 0, 1], [0, 1, 0]]), np.array([0, 1]), 3)
    assert np.isnan(found.share[0, 1])
    assert found.games[0, 1] == 2


def test_pair_correlation_is_what_the_variance_of_pairs_says():
    rng = np.random.default_rng(6)
    common = rng.normal(size=200_000)
    results = np.stack([common + rng.normal(size=200_000), rng.normal(size=200_000) - common], axis=1)
    assert pair_correlation(results.ravel(), np.repeat(np.arange(200_000), 2)) == pytest.approx(-0.5, abs=0.01)
    mixed = rng.permutation(400_000)
    assert pair_correlation(results.ravel()[mixed], np.repeat(np.arange(200_000), 2)[mixed]) == pytest.approx(
        pair_correlation(results.ravel(), np.repeat(np.arange(200_000), 2))
    )


def test_pair_correlation_of_copies_is_the_least_there_is():
    one_of_four = np.eye(4)[np.random.default_rng(7).integers(0, 4, 50)]
    assert pair_correlation(one_of_four.ravel(), np.repeat(np.arange(50), 4)) == pytest.approx(-1 / 3)


def test_pair_correlation_of_nothing_is_unknown():
    assert np.isnan(pair_correlation(np.ones(4), np.array([0, 0, 1, 1])))
    assert np.isnan(pair_correlation(np.array([0.0, 1.0]), np.array([0, 1])))
    assert np.isnan(pair_correlation(np.empty(0), np.empty(0)))


def test_a_circle_is_found_and_an_order_has_none():
    rng = np.random.default_rng(8)
    circle = head_to_head(*duels(beats(4, (0, 2), (2, 1), (1, 0), (0, 3), (1, 3), (2, 3)), 400, rng), 4)
    found = intransitive_triples(circle)
    assert found.triples == ((0, 2, 1),)
    assert (found.decided, found.possible, found.share) == (4, 4, 0.25)
    order = head_to_head(*duels(beats(4, *combinations(range(4), 2)), 400, rng), 4)
    assert intransitive_triples(order).triples == ()
    assert intransitive_triples(order).decided == 4


def test_an_edge_that_may_be_even_makes_no_circle():
    rng = np.random.default_rng(9)
    found = intransitive_triples(head_to_head(*duels(beats(3, (0, 1), (1, 2)), 400, rng), 3))
    assert (found.triples, found.decided, found.possible) == ((), 0, 1)
    seating, shares, deal = duels(beats(3, (0, 1), (1, 2)), 400, rng)
    apart = (seating == 0).any(axis=1) & (seating == 2).any(axis=1)
    found = intransitive_triples(head_to_head(seating[~apart], shares[~apart], deal[~apart], 3))
    assert (found.possible, found.share) == (0, 0.0)


def test_circles_are_counted_as_by_looking_at_every_triple():
    rng = np.random.default_rng(10)
    agents = 9
    chances = np.full((agents, agents), 0.5)
    for a, b in combinations(range(agents), 2):
        chances[a, b] = rng.choice([0.2, 0.5, 0.8])
    matrix = head_to_head(*duels(chances, 200, rng), agents)
    won = matrix.low > 0.5
    expected = [
        (a, *rest)
        for a, b, c in combinations(range(agents), 3)
        for rest in ((b, c), (c, b))
        if won[a, rest[0]] and won[rest[0], rest[1]] and won[rest[1], a]
    ]
    found = intransitive_triples(matrix)
    assert sorted(found.triples) == sorted(expected)
    assert len(expected) > 3
    edge = won | won.T
    assert found.decided == sum(edge[a, b] and edge[b, c] and edge[a, c] for a, b, c in combinations(range(agents), 3))
    assert found.possible == 84


def test_likelihood_of_superiority_is_975_where_the_interval_ends_at_zero():
    seating, shares, deal = duels(beats(3, (0, 1), (1, 2), (0, 2), by=0.55), 200, np.random.default_rng(11))
    ratings = bradley_terry(seating, shares, deal)
    found = superiority(ratings)
    assert found + found.T == pytest.approx(np.ones((3, 3)))
    assert np.diag(found).tolist() == [0.5] * 3
    for a, b in ((0, 1), (1, 2), (0, 2)):
        fixed = ratings.anchored(b, 0.0)
        assert (found[a, b] > 0.975) == (fixed.elo[a] - fixed.margins[a] > 0)
    assert found[0, 2] > 0.9


def test_likelihood_of_superiority_without_error_or_without_deals():
    seating = np.tile([[0, 1], [1, 0]], (10, 1))
    even = bradley_terry(seating, np.tile([1.0, 0.0], (20, 1)), np.repeat(np.arange(10), 2))
    assert superiority(even)[0, 1] == 0.5
    one = bradley_terry(seating[:2], np.array([[1.0, 0.0], [0.0, 1.0]]), np.zeros(2, int))
    assert np.isnan(superiority(one)[0, 1])
