import numpy as np
import pytest
from scipy.optimize import minimize

from magnate.arena.sprt import EMPTY, Sprt, elo_of_share, group_values, share_of_elo

PENTA = np.arange(5) / 4


@pytest.mark.parametrize(
    ("counts", "published"), [([398, 4112, 7672, 4336, 430], 2.96), ([56, 1144, 2546, 1310, 77], 2.95)]
)
def test_published_tests_of_chess_engines(counts, published):
    """Two lines of public testing servers (bounds 0 and 3 normalised Elo), with the ratio that they printed."""
    assert round(float(Sprt(0, 3, model="normalized").llr(PENTA, np.array(counts))), 2) == published


@pytest.mark.parametrize(
    ("elo", "games"),
    [
        (5, (52_271, 25_594, 17_916, 10_238, 5_118)),
        (10, (13_073, 6_402, 4_480, 2_560, 1_280)),
        (20, (3_274, 1_602, 1_122, 642, 320)),
        (50, (530, 260, 182, 104, 52)),
    ],
)
def test_expected_games_by_the_table(elo, games):
    """Expected games when H1 is true, by the correlation of the games of a pair; the table rounds to whole pairs."""
    test = Sprt(0, elo)
    fixed, *sequential = games
    assert 2 * test.fixed_groups(0.25 / 2) == pytest.approx(fixed, rel=5e-4)  # made with 1.645 for the quantile
    for correlation, expected in zip((0, -0.3, -0.6, -0.8), sequential, strict=True):
        assert test.expected_groups(0.25 * (1 + correlation) / 2) == pytest.approx(expected / 2, abs=0.51)


def test_an_even_test_takes_as_long_either_way():
    test = Sprt(-5, 5)
    assert test.expected_groups(0.1) == pytest.approx(test.expected_groups(0.1, truth="H0"))


def test_wald_bounds():
    assert (Sprt(0, 5).lower, Sprt(0, 5).upper) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).upper == pytest.approx(np.log(90))


def best_fit(counts, values, condition):
    """The logarithm of the greatest likelihood of a distribution that meets the condition.

    From one start or another the general method may end where the condition does not hold, on one processor and not on
    the next; of several starts the best that meets it is taken.
    """
    seen = np.maximum(np.array(counts, dtype=float), EMPTY)
    share = seen / seen.sum()
    whole = {"type": "eq", "fun": lambda p: p.sum() - 1}
    even = np.full(len(values), 1 / len(values))
    found = [
        minimize(
            lambda p: -(share * np.log(p / share)).sum(),
            part * even + (1 - part) * share,
            jac=lambda p: -share / p,
            constraints=[whole, {"type": "eq", "fun": condition}],
            bounds=[(1e-12, 1)] * len(values),
            options={"ftol": 1e-15, "maxiter": 2000},
        )
        for part in (1.0, 0.5, 0.1, 0.01)
    ]
    return max(-one.fun for one in found if abs(condition(one.x)) < 1e-9) * seen.sum()


@pytest.mark.filterwarnings("ignore:Values in x were outside bounds")  # from SciPy 1.11, which then clips them
@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize(
    ("players", "values", "counts"),
    [
        (2, PENTA, [10, 0, 95, 3, 30]),
        (2, PENTA, [5, 40, 190, 60, 5]),
        (2, PENTA, [0, 0, 1000, 0, 0]),
        (2, np.array([0, 1 / 6, 0.5, 1]), [20, 15, 60, 40]),
        (4, np.arange(5) / 4, [70, 90, 40, 8, 1]),
        (4, np.arange(9) / 8, [70, 1, 90, 2, 40, 1, 8, 2, 1]),
    ],
)
def test_the_ratio_is_that_of_the_best_fits(model, players, values, counts):
    test = Sprt(-10, 25, players=players, model=model)

    def condition(elo):
        if model == "logistic":
            return lambda p: p @ values - share_of_elo(elo, players)
        deviations = elo * np.log(10) / 800 * np.sqrt(players)
        return lambda p: p @ values - 1 / players - deviations * np.sqrt(p @ (values - p @ values) ** 2)

    expected = best_fit(counts, values, condition(25)) - best_fit(counts, values, condition(-10))
    assert float(test.llr(values, np.array(counts))) == pytest.approx(expected, abs=2e-3)


def test_many_tests_at_once_are_the_same_tests():
    counts = np.random.default_rng(1).multinomial(300, [0.1, 0.2, 0.3, 0.25, 0.15], (4, 5))
    for model in ("logistic", "normalized"):
        test = Sprt(0, 20, model=model)
        one_by_one = [float(test.llr(PENTA, row)) for row in counts.reshape(-1, 5)]
        assert test.llr(PENTA, counts).ravel() == pytest.approx(one_by_one, abs=1e-6)


def tilted(share, mean):
    """Frequencies like ``share`` with that mean."""
    from scipy.optimize import brentq

    def weights(x):
        found = share * np.exp(x * PENTA)
        return found / found.sum()

    return weights(brentq(lambda x: weights(x) @ PENTA - mean, -20, 20))


def simulate(test, share, seed, repeats, batch=100, most=400):
    """The share of tests that accept H1, and the mean number of pairs; all must end."""
    rng = np.random.default_rng(seed)
    counts, running, pairs, accepted = np.zeros((repeats, 5)), np.ones(repeats, bool), 0, 0
    for look in range(1, most + 1):
        counts[running] += rng.multinomial(batch, share, running.sum())
        ratio = test.llr(PENTA, counts[running])
        ended = (ratio <= test.lower) | (ratio >= test.upper)
        accepted += (ratio >= test.upper).sum()
        pairs += ended.sum() * batch * look
        running[np.flatnonzero(running)[ended]] = False
        if not running.any():
            return accepted / repeats, pairs / repeats
    raise AssertionError("a test did not end")


SHAPES = {
    "independent games": np.array([0.25, 0.0, 0.5, 0.0, 0.25]),
    "alike games": np.array([0.1, 0.0, 0.8, 0.0, 0.1]),  # the correlation is -0.6
    "draws": np.array([0.05, 0.2, 0.5, 0.2, 0.05]),
}


def check_error_rates(repeats, slack):
    for number, share in enumerate(SHAPES.values()):
        test = Sprt(0, 30)
        wrong, _ = simulate(test, tilted(share, 0.5), [number, 0], repeats)
        right, _ = simulate(test, tilted(share, share_of_elo(30)), [number, 1], repeats)
        assert wrong <= 0.05 + slack
        assert right >= 0.95 - slack
        assert wrong > 0.005  # a test that never errs plays too long
        assert right < 1


def test_error_rates_are_those_asked_for():
    check_error_rates(repeats=600, slack=0.015)


@pytest.mark.long
def test_error_rates_are_those_asked_for_more_exactly():
    check_error_rates(repeats=20_000, slack=0.003)


def test_error_rates_at_a_table_of_four():
    test = Sprt(0, 40, players=4)
    share = np.array([0.35, 0.4, 0.18, 0.06, 0.01])
    wrong, _ = simulate(test, tilted(share, 0.25), 3, 600)
    right, _ = simulate(test, tilted(share, share_of_elo(40, 4)), 4, 600)
    assert 0.005 < wrong <= 0.065
    assert 0.935 <= right < 1


def test_normalised_error_rates():
    share = SHAPES["draws"]
    spread = np.sqrt(share @ (PENTA - 0.5) ** 2)
    test = Sprt(0, 30, model="normalized")
    wrong, _ = simulate(test, share, 5, 600)
    right, _ = simulate(test, tilted(share, 0.5 + 30 * np.log(10) / 800 * np.sqrt(2) * spread), 6, 600)
    assert wrong <= 0.065
    assert right >= 0.935


def test_the_mean_number_of_pairs_is_a_little_above_walds():
    share = tilted(SHAPES["alike games"], share_of_elo(10))
    test = Sprt(0, 10)
    _, pairs = simulate(test, share, 7, 300)
    expected = test.expected_groups(share @ (PENTA - share @ PENTA) ** 2)
    assert expected < pairs < 1.2 * expected


def test_no_answer_before_100_groups():
    test = Sprt(0, 10)
    assert test.answer(100.0, 99) is None
    assert test.answer(100.0, 100) == "H1"
    assert test.answer(-100.0, 100) == "H0"
    assert test.answer(2.9, 100_000) is None


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("players", [2, 4])
def test_equal_agents_are_refused(model, players):
    """Every group is exactly 1/P: nothing speaks for H1, whatever was not seen."""
    test = Sprt(0, 10, model=model, players=players)
    ratios = [float(test.llr(*group_values(np.full(n, 1 / players), players))) for n in (100, 1000, 20_000)]
    assert ratios == sorted(ratios, reverse=True)
    assert test.answer(ratios[-1], 20_000) == "H0"


def test_winning_everything_is_accepted_and_losing_everything_refused():
    for model in ("logistic", "normalized"):
        test = Sprt(0, 10, model=model)
        assert test.answer(float(test.llr(*group_values(np.ones(400), 2))), 400) == "H1"
        assert test.answer(float(test.llr(*group_values(np.zeros(400), 2))), 400) == "H0"


def test_group_values_are_half_wins_and_what_else_was_seen():
    values, counts = group_values(np.array([1 / 3, 1 - 2 / 3, 0.25, 0.1 + 0.2 - 0.05, 1.0]), 2)
    assert values == pytest.approx([0, 0.25, 1 / 3, 0.5, 0.75, 1])
    assert counts.tolist() == [0, 2, 2, 0, 0, 1]
    values, counts = group_values(np.empty(0), 4)
    assert (len(values), counts.sum()) == (9, 0)


def test_elo_and_share_are_inverse():
    for players in (2, 3, 8):
        for elo in (-300.0, 0.0, 12.5, 800.0):
            assert elo_of_share(share_of_elo(elo, players), players) == pytest.approx(elo)
        assert share_of_elo(0, players) == pytest.approx(1 / players)
    assert share_of_elo(25, 4) == pytest.approx(10 ** (25 / 400) / (10 ** (25 / 400) + 3))
    assert (elo_of_share(0.0), elo_of_share(1.0, 4)) == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10, 0), "the lower first"),
        ((5, 5), "the lower first"),
        ((0, float("nan")), "the lower first"),
        ((0, 5, 0.0), "between 0 and 0.5"),
        ((0, 5, 0.05, 0.6), "between 0 and 0.5"),
        ((0, 5, 0.05, 0.05, 2, "bayesian"), 'no model is called "bayesian"'),
        ((0, 5, 0.05, 0.05, 1), "at least 2 players"),
    ],
)
def test_impossible_tests_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Sprt(*arguments)


def test_values_without_room_are_refused():
    with pytest.raises(ValueError, match="leave no room"):
        Sprt(0, 10).llr(np.array([0.25, 0.5]), np.array([10, 10]))
