"""Bradley–Terry and Plackett–Luce against other people's code, against a plain optimiser, and on simulated truth."""

from itertools import combinations, permutations

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from magnate.arena.ratings import ABSENT, ELO, bradley_terry, fit_choices, plackett_luce, stages


def round_robin(agents, deals):
    """All duels, both rotations of every deal."""
    seating = np.concatenate([np.tile([[a, b], [b, a]], (deals, 1)) for a, b in combinations(range(agents), 2)])
    return seating, np.tile(np.repeat(np.arange(deals), 2), agents * (agents - 1) // 2)


def duel_shares(seating, deal, strength, seat, rng, own):
    """Wins of seat 0 with Bradley–Terry's probability; ``own`` is how much of a game's luck is not the deal's."""
    chance = 1 / (1 + np.exp(strength[seating[:, 1]] - strength[seating[:, 0]] - seat))
    luck = np.where(rng.random(len(deal)) < own, rng.random(len(deal)), rng.random(deal.max() + 1)[deal])
    return np.stack([luck < chance, luck >= chance], axis=1).astype(float)


def tables(agents, players, deals, rng):
    """Every deal at every table, its circle in all rotations."""
    rows, deal = [], []
    for members in combinations(range(agents), players):
        for number in range(deals):
            circle = rng.permutation(members)
            rows += [np.roll(circle, -turn) for turn in range(players)]
            deal += [number] * players
    return np.array(rows), np.array(deal)


def orders(seating, strength, seat, rng):
    """Places by Plackett and Luce's model: the order of exponential times (1 is best)."""
    times = rng.exponential(np.exp(-strength[seating] - seat))
    return times.argsort(axis=1).argsort(axis=1) + 1


def plain_maximum(negative, agents, seats):
    """The maximum of a likelihood by BFGS over θ and γ with mean 0, in Elo points."""

    def centred(point):
        theta, gamma = point[:agents], point[agents:]
        return theta - theta.mean(), gamma - gamma.mean()

    best = minimize(lambda point: negative(*centred(point)), np.zeros(agents + seats), method="BFGS", tol=1e-9)
    return tuple(ELO * part for part in centred(best.x))


def virtual_games(theta, gamma):
    draws = 0.5 * (np.logaddexp(0, theta) + np.logaddexp(0, -theta)).sum()
    return draws - np.mean(gamma - np.log(np.exp(gamma).sum()))


def test_bradley_terry_agrees_with_choix():
    rng = np.random.default_rng(3)
    seating, deal = round_robin(5, 60)
    shares = duel_shares(seating, deal, np.array([0.8, 0.3, 0.0, -0.4, -0.7]), 0.0, rng, own=1.0)
    wins = [(a, b) if share else (b, a) for (a, b), (share, _) in zip(seating, shares, strict=True)]
    theirs = choix.opt_pairwise(5, wins, tol=1e-10)
    ours = bradley_terry(seating, shares, deal, virtual=0.0, seat_term=False)
    assert ours.elo == pytest.approx(ELO * (theirs - theirs.mean()), abs=0.01)


def test_bradley_terry_is_the_maximum_with_seats_draws_and_virtual_games():
    rng = np.random.default_rng(4)
    seating, deal = round_robin(4, 20)
    seating, deal = seating[:-7], deal[:-7]  # not every group has to be whole
    shares = duel_shares(seating, deal, np.array([1.0, 0.2, -0.3, -0.9]), 0.4, rng, own=0.5)
    shares[rng.random(len(shares)) < 0.1] = 0.5

    def negative(theta, gamma):
        logit = theta[seating] + gamma
        chance = logit - np.logaddexp(logit[:, :1], logit[:, 1:])
        return virtual_games(theta, gamma) - (shares * chance).sum()

    theta, gamma = plain_maximum(negative, 4, 2)
    found = bradley_terry(seating, shares, deal)
    assert found.elo == pytest.approx(theta, abs=0.01)
    assert found.seats == pytest.approx(gamma, abs=0.01)
    assert found.elo.mean() == pytest.approx(0, abs=1e-6)


def test_the_winner_model_of_larger_tables_is_the_maximum():
    rng = np.random.default_rng(5)
    strength, seat = np.array([0.9, 0.4, 0.0, -0.3, -1.0]), np.array([0.2, 0.0, -0.2])
    seating, deal = tables(5, 3, 30, rng)
    shares = (orders(seating, strength, seat, rng) == 1).astype(float)
    shares[::50] = [0.5, 0.5, 0.0]

    def negative(theta, gamma):
        logit = theta[seating] + gamma
        return virtual_games(theta, gamma) - (shares * (logit - np.log(np.exp(logit).sum(1, keepdims=True)))).sum()

    theta, gamma = plain_maximum(negative, 5, 3)
    found = bradley_terry(seating, shares, deal)
    assert found.elo == pytest.approx(theta, abs=0.01)
    assert found.seats == pytest.approx(gamma, abs=0.01)


def test_plackett_luce_agrees_with_choix():
    rng = np.random.default_rng(6)
    seating, deal = tables(6, 4, 30, rng)
    places = orders(seating, np.array([0.9, 0.5, 0.1, -0.2, -0.5, -0.8]), np.zeros(4), rng)
    rankings = [tuple(row[place.argsort()]) for row, place in zip(seating, places, strict=True)]
    theirs = choix.ilsr_rankings(6, rankings, tol=1e-10)
    ours = plackett_luce(seating, places, deal, virtual=0.0, seat_term=False)
    assert ours.elo == pytest.approx(ELO * (theirs - theirs.mean()), abs=0.01)


def test_ties_count_as_the_mean_of_the_orders_they_leave_open():
    rng = np.random.default_rng(7)
    seating, deal = tables(5, 4, 6, rng)
    places = rng.integers(1, 4, seating.shape)

    def log_order(logit, order):
        """Σ over the places of log (chosen / what remains)."""
        return sum(logit[order[k]] - np.log(np.exp(logit[list(order[k:])]).sum()) for k in range(len(order) - 1))

    open_orders = [[order for order in permutations(range(4)) if all(np.diff(row[list(order)]) >= 0)] for row in places]

    def negative(theta, gamma):
        logits = theta[seating] + gamma
        return virtual_games(theta, gamma) - sum(
            np.mean([log_order(logit, order) for order in allowed])
            for logit, allowed in zip(logits, open_orders, strict=True)
        )

    found = plackett_luce(seating, places, deal)
    theta, gamma = found.elo / ELO, found.seats / ELO
    lowest = negative(theta, gamma)
    for step in rng.normal(0, 1e-3, (20, 9)):
        moved = negative(theta + step[:5] - step[:5].mean(), gamma + step[5:] - step[5:].mean())
        assert lowest < moved
    assert max(len(allowed) for allowed in open_orders) == 24


def test_stages_of_an_order_sum_to_one_choice_a_place():
    places = np.array([[1, 1, 1, 1], [1, 2, 3, 4], [2, 1, 2, 3], [4, 4, 1, 1]])
    _, shares, game = stages(np.tile(np.arange(4), (4, 1)), places)
    assert np.bincount(game, shares.sum(axis=1)) == pytest.approx([3, 3, 3, 3])


def test_for_two_players_an_order_is_a_win():
    rng = np.random.default_rng(8)
    seating, deal = round_robin(4, 25)
    places = rng.integers(1, 3, seating.shape)
    shares = np.where(places[:, :1] == places[:, 1:], 0.5, places == places.min(axis=1, keepdims=True))
    by_order, by_win = plackett_luce(seating, places, deal), bradley_terry(seating, shares, deal)
    assert by_order.elo == pytest.approx(by_win.elo, abs=1e-6)
    assert by_order.errors == pytest.approx(by_win.errors, rel=1e-6)


def coverage(fit, repeats, truth):
    """How often the 95 % intervals of ratings, of differences and of seats hold what is true."""
    hits, tries = np.zeros(3), np.zeros(3)
    theta, gamma = truth
    pairs = np.triu_indices(len(theta), 1)
    for repeat in range(repeats):
        found = fit(repeat)
        quantile = found.margins[0] / found.errors[0]
        difference, error = found.differences()
        for k, (off, margin) in enumerate(
            (
                (found.elo - theta, found.margins),
                ((difference - (theta[:, None] - theta[None, :]))[pairs], quantile * error[pairs]),
                (found.seats - gamma, found.seat_margins),
            )
        ):
            hits[k] += (np.abs(off) <= margin).sum()
            tries[k] += len(off)
    return hits / tries


@pytest.mark.parametrize("own", [0.0, 0.3])
def test_duel_intervals_cover_the_truth_though_games_of_a_deal_depend_on_each_other(own):
    strength = np.array([0.5, 0.2, -0.2, -0.5])
    seating, deal = round_robin(4, 150)

    def fit(repeat):
        rng = np.random.default_rng([11, repeat])
        return bradley_terry(seating, duel_shares(seating, deal, strength, 0.2, rng, own), deal)

    found = coverage(fit, 600, (ELO * strength, ELO * np.array([0.1, -0.1])))
    assert all(0.93 <= share <= 0.97 for share in found), found


def test_errors_that_take_games_for_independent_would_be_wrong():
    """The same data with every game as a deal of its own: the error of a seat is then far too small or too large."""
    strength = np.zeros(4)
    seating, deal = round_robin(4, 150)
    shares = duel_shares(seating, deal, strength, 0.0, np.random.default_rng(12), own=0.0)
    by_deal, by_game = bradley_terry(seating, shares, deal), bradley_terry(seating, shares, np.arange(len(deal)))
    assert by_deal.elo == pytest.approx(by_game.elo)
    assert by_deal.errors.max() < 0.2 * by_game.errors.min()  # the luck of equal agents cancels
    assert by_deal.seat_margins.min() > 2 * by_game.seat_margins.max()  # that of a seat adds up over six tables


@pytest.mark.parametrize("model", [bradley_terry, plackett_luce])
def test_table_intervals_cover_the_truth(model):
    strength, seat = np.array([0.5, 0.2, 0.0, -0.2, -0.5]), np.array([0.15, 0.0, -0.15])
    seating, deal = tables(5, 3, 150, np.random.default_rng(13))

    def fit(repeat):
        rng = np.random.default_rng([14, repeat])
        luck = rng.exponential(size=(150, 3))[deal]  # all tables and rotations of a deal have the same luck a seat
        own = rng.random(len(deal)) < 0.5
        luck = np.where(own[:, None], rng.exponential(size=seating.shape), luck)
        places = (luck * np.exp(-strength[seating] - seat)).argsort(axis=1).argsort(axis=1)
        return model(seating, places if model is plackett_luce else places == 0, deal)

    found = coverage(fit, 300, (ELO * strength, ELO * seat))
    assert all(0.93 <= share <= 0.97 for share in found), found


def test_equal_results_are_equal_ratings_without_error():
    rng = np.random.default_rng(15)
    seating, deal = round_robin(3, 50)
    shares = np.full(seating.shape, 0.5)
    against = (seating == 2).any(axis=1)  # 0 and 1 are copies: their games with 2 are the same
    outcome = rng.random((50, 2)) < 0.3
    shares[against, 0] = np.tile(np.stack([outcome[:, 0], ~outcome[:, 1]], axis=1).ravel(), 2)
    shares[against, 1] = 1 - shares[against, 0]
    found = bradley_terry(seating, shares, deal)
    difference, error = found.differences()
    assert difference[0, 1] == 0.0
    assert error[0, 1] == 0.0
    assert difference[0, 2] < -50
    assert error[0, 2] > 0


def test_equal_agents_are_at_zero_exactly():
    seating, deal = round_robin(4, 40)
    shares = duel_shares(seating, deal, np.zeros(4), 0.3, np.random.default_rng(16), own=0.0)
    found = bradley_terry(seating, shares, deal)
    assert found.elo.tolist() == [0.0] * 4
    assert found.errors.max() < 1e-6
    assert found.seats[0] == -found.seats[1] > 0


def test_winning_everything_gives_a_finite_rating_with_a_wide_interval():
    seating, deal = round_robin(2, 100)
    found = bradley_terry(seating, seating == 0, deal)
    assert 600 < found.elo[0] - found.elo[1] < 2500
    assert found.margins[0] > 100
    more = bradley_terry(*(np.tile(part, (10, 1)) for part in (seating, seating == 0)), np.repeat(np.arange(1000), 2))
    assert more.elo[0] > found.elo[0] + 100


def test_a_seat_that_wins_everything_is_finite_too():
    seating, deal = round_robin(3, 30)
    found = bradley_terry(seating, np.tile([1.0, 0.0], (len(deal), 1)), deal)
    assert found.elo.tolist() == [0.0] * 3
    assert 200 < found.seats[0] < 2500
    assert found.seat_margins[0] > 50


def test_the_virtual_draw_is_lost_among_many_games():
    seating, deal = round_robin(4, 3000)
    shares = duel_shares(seating, deal, np.array([0.6, 0.2, -0.2, -0.6]), 0.1, np.random.default_rng(17), own=0.5)
    with_draw, without = bradley_terry(seating, shares, deal), bradley_terry(seating, shares, deal, virtual=0.0)
    assert np.abs(with_draw.elo - without.elo).max() < 0.05 * with_draw.errors.min()


def test_agents_that_never_met_are_hardly_compared():
    seating = np.tile([[0, 1], [1, 0], [2, 3], [3, 2]], (100, 1))
    deal = np.repeat(np.arange(100), 4)
    shares = duel_shares(seating, deal, np.array([0.5, -0.5, 0.5, -0.5]), 0.0, np.random.default_rng(18), own=1.0)
    found = bradley_terry(seating, shares, deal)
    error = found.differences()[1]
    assert error[0, 1] < 40
    assert error[0, 2] > 200


def test_an_agent_without_a_game_has_no_rating():
    seating, deal = round_robin(2, 50)
    shares = duel_shares(seating, deal, np.array([0.2, -0.2]), 0.0, np.random.default_rng(19), own=1.0)
    found = bradley_terry(2 * seating, shares, deal, entrants=4)  # numbers 0 and 2 play
    assert np.isnan(found.elo).tolist() == [False, True, False, True]
    assert found.as_dicts()[1] == {"elo": None, "error": None, "low": None, "high": None}
    assert found.elo[[0, 2]].tolist() == bradley_terry(seating, shares, deal).elo.tolist()
    nobody = bradley_terry(np.empty((0, 2), int), np.empty((0, 2)), np.empty(0, int), entrants=2)
    assert np.isnan(nobody.elo).all()


def test_one_deal_has_no_interval():
    found = bradley_terry(np.array([[0, 1], [1, 0]]), np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([7, 7]))
    assert found.deals == 1
    assert found.as_dicts()[0] == {"elo": 0.0, "error": None, "low": None, "high": None}


def test_an_anchor_moves_the_scale_and_takes_the_error():
    seating, deal = round_robin(3, 100)
    shares = duel_shares(seating, deal, np.array([0.5, 0.0, -0.5]), 0.0, np.random.default_rng(20), own=1.0)
    free = bradley_terry(seating, shares, deal)
    fixed = free.anchored(2, 1000.0)
    assert fixed.elo[2] == 1000.0
    assert fixed.errors[2] == pytest.approx(0, abs=1e-6)
    assert fixed.errors[0] == pytest.approx(free.differences()[1][0, 2])
    assert fixed.differences()[0] == pytest.approx(free.differences()[0])
    assert fixed.differences()[1] == pytest.approx(free.differences()[1])
    line = fixed.as_dicts()[0]
    assert line["low"] < line["elo"] < line["high"]


def test_agents_with_several_seats():
    """One against three copies of another: their strength counts thrice in the sum."""
    rng = np.random.default_rng(21)
    seating = np.tile([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]], (2000, 1))
    shares = (orders(seating, np.array([0.5, 0.0]), np.zeros(4), rng) == 1).astype(float)
    found = bradley_terry(seating, shares, np.repeat(np.arange(2000), 4), virtual=0.0)
    won = shares[seating == 0].mean()
    assert (found.elo[0] - found.elo[1]) / ELO == pytest.approx(np.log(3 * won / (1 - won)), abs=1e-3)


def test_the_order_of_games_does_not_matter_much_and_gaps_in_deals_not_at_all():
    rng = np.random.default_rng(22)
    seating, deal = round_robin(4, 30)
    shares = duel_shares(seating, deal, np.array([0.5, 0.1, -0.1, -0.5]), 0.1, rng, own=0.5)
    there = bradley_terry(seating, shares, deal)
    mixed = rng.permutation(len(deal))
    again = bradley_terry(seating[mixed], shares[mixed], deal[mixed])
    assert again.elo == pytest.approx(there.elo, abs=1e-6)
    assert again.covariance == pytest.approx(there.covariance, abs=1e-6)
    apart = bradley_terry(seating, shares, 1_000_000_007 * deal)
    assert apart.covariance.tolist() == there.covariance.tolist()


def test_many_agents_at_large_tables_are_numbered_by_sorting():
    rng = np.random.default_rng(23)
    seating = np.array([rng.permutation(40)[:8] for _ in range(400)])
    places = orders(seating, np.zeros(40), np.zeros(8), rng)
    found = bradley_terry(seating, places == 1, np.arange(400))
    small = bradley_terry(seating % 5, places == 1, np.arange(400))
    assert len(found.elo) == 40
    assert np.isfinite(found.errors).all()
    assert np.isfinite(small.errors).all()


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="do not fit"):
        fit_choices(np.array([[0, 1]]), np.array([[1.0, 0.0, 0.0]]), np.array([0]), 2)
    with pytest.raises(ValueError, match="do not fit"):
        fit_choices(np.array([[0, ABSENT]]), np.array([[1.0, 0.0]]), np.array([0, 1]), 2)
