"""The tragedy of the commons: the slides' numbers, and small pastures by listing every profile."""

import doctest
import importlib
import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.errors import BadOption
from magnate.gametheory.commons import (
    Free,
    Owner,
    Pasture,
    Quota,
    Sharing,
    Subsidy,
    Tax,
    change,
    outcome,
    remedies,
    spelled,
    story,
    taxes,
)

SLIDES = Pasture()
THIRD = Pasture(allowed=(1, 2, 3))


@pytest.mark.parametrize("name", ["levers", "outcomes", "pasture"])
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(f"magnate.gametheory.commons.{name}"))
    assert tried > 0
    assert failed == 0


# ------------------------------------------------------------------------------------------------- the slides


def test_the_totals_of_the_slides():
    assert [SLIDES.milk(cows) for cows in range(6, 14)] == [120, 140, 160, 162, 160, 154, 144, 130]
    assert SLIDES.milk(10) == 160  # the last slide says "130 l (10 cows)"
    assert SLIDES.milk(13) == 130  # … which are 13 cows
    assert SLIDES.bare_from == 18
    assert SLIDES.milk(17) == 34
    assert SLIDES.milk(18) == SLIDES.milk(40) == 0


def test_the_optimum_is_nine_cows():
    for pasture in (SLIDES, THIRD, Pasture.unlimited(1), Pasture.unlimited()):
        assert (pasture.best_totals, pasture.best) == ((9,), 162)


def test_with_one_or_two_cows_everybody_has_two():
    found = outcome(SLIDES)
    assert [(one.total, one.milk, list(one.patterns())) for one in found.equilibria] == [(12, 144, [((2, 6),)])]
    assert found.equilibria[0].keeps == (24, 24)
    assert found.price_of_anarchy == found.price_of_stability == Fraction(162, 144)


def test_with_three_cows_allowed_the_tragedy_is_deeper():
    found = outcome(THIRD)
    assert {one.total: one.milk for one in found.equilibria} == {15: 90, 16: 64}
    assert [[spelled(pattern) for pattern in one.patterns()] for one in found.equilibria] == [
        ["3 farmers have 2 cows, 3 have 3 cows"],
        ["1 farmer has 1 cow, 5 have 3 cows", "2 farmers have 2 cows, 4 have 3 cows"],
    ]
    assert found.price_of_anarchy == Fraction(162, 64)
    assert found.price_of_stability == Fraction(162, 90)


def test_without_a_limit_there_are_equilibria_without_milk():
    pasture = Pasture.unlimited(1)
    found = outcome(pasture)
    assert [one.total for one in found.equilibria if one.milk] == [15, 16]
    bare = [one for one in found.equilibria if not one.milk]
    # nobody can help it where all others have 17 cows or more: six times 17 is five times all cows at most, 21 at least
    assert bare[0].total == 21
    assert all(21 - cows >= 17 for pattern in bare[0].patterns() for cows, _ in pattern)
    assert ((3, 3), (4, 3)) in bare[0].patterns()
    assert (found.price_of_anarchy, found.price_of_stability) == (None, Fraction(162, 90))


def test_each_farmer_sees_a_gain_where_all_lose():
    course = story(THIRD)
    assert course.start == 6
    assert [(step.total, step.milk) for step in course.steps[:7]] == [
        (7, 140),
        (8, 160),
        (9, 162),
        (10, 160),
        (11, 154),
        (12, 144),
        (13, 130),
    ]
    assert [step.farmer for step in course.steps] == [1, 2, 3, 4, 5, 6, 1, 2, 3]
    assert [step.change.gain for step in course.steps[:7]] == [20, 20, 16, 14, 12, 10, 6]
    assert [step.change.others for step in course.steps[:7]] == [0, 0, -14, -16, -18, -20, -20]
    assert (course.end, course.settled) == ((3, 3, 3, 2, 2, 2), True)
    assert story(SLIDES).steps == course.steps[:6]


def test_at_the_optimum_another_cow_takes_more_than_it_gives():
    another = change(SLIDES, 1, 8, 2)
    assert (another.gain, another.others) == (14, -16)


def test_a_lever_puts_the_others_loss_into_the_calculation():
    shared = change(SLIDES, 1, 8, 2, Sharing())
    assert (shared.gain, shared.others) == (Fraction(-1, 3), Fraction(-5, 3))
    taxed = change(SLIDES, 1, 8, 2, Tax.of(14))
    assert (taxed.gain, taxed.others) == (0, -16)
    assert [step.total for step in story(SLIDES, Tax.of(15)).steps] == [7, 8, 9]
    assert [step.total for step in story(SLIDES, Quota(9)).steps] == [7, 8, 9]
    assert story(SLIDES, Sharing()).end == (2, 2, 2, 1, 1, 1)


# -------------------------------------------------------------------------------------------------- the levers


def test_the_smallest_tax():
    found = taxes(SLIDES)
    assert found.smallest == 14
    assert not found.alone_at_smallest  # with 10 cows nobody gains either: the next above 14 l leaves the optimum alone
    assert [str(one) for one in found.optimal] == ["14 l to 16 l"]
    assert [str(one) for one in found.only] == ["more than 14 l and less than 16 l"]


@pytest.mark.parametrize(
    ("lever", "totals"),
    [
        (Sharing(), [9]),
        (Owner(), [9]),
        (Quota(9), [9]),
        (Quota(12), [12]),
        (Tax.of(14), [9, 10]),
        (Tax.of("29/2"), [9]),
        (Tax.of(16), [8, 9]),
        (Tax.of("84/5", returned=True), [9, 10]),
        (Subsidy.of(15), [9]),
        (Tax.of(0), [12]),
    ],
)
def test_where_levers_end(lever, totals):
    assert [one.total for one in outcome(SLIDES, lever).equilibria] == totals


def test_what_the_levers_leave_to_a_farmer():
    keeps = {lever.name: outcome(SLIDES, lever).equilibria[0].keeps for lever in remedies(SLIDES)}
    assert keeps == {
        "sharing the milk": (27, 27),
        "one owner": (27, 27),
        "at most 9 cows in all": (18, 36),  # who has one cow only would rather have the tragedy's 24 l
        "tax of 14 l a cow": (4, 8),
        "tax of 16.8 l a cow, returned": (Fraction(132, 5), Fraction(138, 5)),
    }
    assert Tax.of(14).revenue(SLIDES, 9) == 126
    assert Subsidy.of(14).revenue(SLIDES, 9) == -42  # three cows that could be there and are not


def test_a_quota_below_the_fewest_cows_is_refused():
    with pytest.raises(BadOption, match="no quota below that"):
        outcome(SLIDES, Quota(5))


# ----------------------------------------------------------------------------------- against all profiles listed


def listed(pasture, lever):
    """The equilibria by total, found by trying every change of everybody in every profile."""
    found = {}
    for cows in itertools.product(pasture.allowed, repeat=pasture.farmers):
        total = sum(cows)
        if not lever.permits(total):
            continue
        if all(
            lever.worth(pasture, own, total - own) >= lever.worth(pasture, other, total - own)
            for own in set(cows)
            for other in pasture.allowed
            if lever.permits(total - own + other)
        ):
            pattern = tuple((number, cows.count(number)) for number in sorted(set(cows)))
            found.setdefault(total, set()).add(pattern)
    return found


def counted(pasture, lever):
    return {one.total: set(one.patterns()) for one in lever.equilibria(pasture)}


rates = st.builds(Fraction, st.integers(0, 60), st.integers(1, 3))
pastures = st.builds(
    Pasture,
    farmers=st.integers(1, 4),
    capacity=st.integers(0, 9),
    per_cow=st.integers(0, 12),
    loss=rates.map(lambda rate: rate / 6),
    allowed=st.sets(st.integers(0, 6), min_size=1, max_size=4),
)
levers = st.one_of(
    st.sampled_from([Free(), Sharing()]),
    st.builds(Tax, rates, st.booleans()),
    st.builds(Subsidy, rates),
    st.builds(Quota, st.integers(0, 12)),
)


@given(pastures, levers)
def test_counting_finds_what_listing_finds(pasture, lever):
    if not lever.permits(pasture.totals[0]):
        with pytest.raises(BadOption):
            lever.equilibria(pasture)
        return
    assert counted(pasture, lever) == listed(pasture, lever)


@given(pastures, levers.filter(lambda lever: not isinstance(lever, Quota)))
def test_there_is_always_an_equilibrium(pasture, lever):
    assert lever.equilibria(pasture)


@given(pastures, levers)
def test_what_is_kept_lies_between_the_least_and_the_most(pasture, lever):
    if not lever.permits(pasture.totals[0]):
        return
    for one in lever.equilibria(pasture):
        worths = [lever.worth(pasture, cows, one.total - cows) for pattern in one.patterns() for cows, _ in pattern]
        assert (min(worths), max(worths)) == one.keeps


@given(pastures)
def test_the_strategic_game_has_the_same_equilibria(pasture):
    game = pasture.game()
    found = {}
    for cell in game.cells():
        best = all(
            game.payoffs[(player, *cell)]
            >= game.payoffs[(player, *cell[:player], slice(None), *cell[player + 1 :])].max() - game.tolerance
            for player in range(game.n)
        )
        if best:
            cows = sorted(pasture.allowed[k] for k in cell)
            pattern = tuple((number, cows.count(number)) for number in sorted(set(cows)))
            found.setdefault(sum(cows), set()).add(pattern)
    assert found == counted(pasture, Free())


def test_the_strategic_game_of_the_slides():
    game = SLIDES.game()
    assert (game.n, game.sizes) == (6, (2,) * 6)
    assert game.payoff(("2 cows",) * 6) == (24.0,) * 6
    assert game.payoff(("1 cow", "1 cow", "1 cow", "2 cows", "2 cows", "2 cows")) == (18, 18, 18, 36, 36, 36)
    assert np.allclose(game.payoffs.sum(axis=0)[(0,) * 6], 120)
    taxed = SLIDES.game(Tax.of(14))
    assert taxed.payoff(("2 cows",) * 6) == (-4.0,) * 6


@given(pastures)
def test_the_smallest_tax_is_the_smallest(pasture):
    found = taxes(pasture)
    optimal = set(pasture.best_totals)
    below = [] if found.smallest is None else [found.smallest * part for part in (Fraction(1, 2), Fraction(99, 100))]
    for rate in [*below, *range(0, 13, 2)]:
        totals = set(listed(pasture, Tax(rate)))
        assert bool(totals & optimal) == any(rate in one for one in found.optimal)
        assert (totals <= optimal) == any(rate in one for one in found.only)
    if found.smallest is not None:
        totals = set(listed(pasture, Tax(found.smallest)))
        assert totals & optimal
        assert (totals <= optimal) == found.alone_at_smallest
        assert all(rate not in one for rate in below if rate < found.smallest for one in found.optimal)


@given(pastures)
def test_the_ends_of_the_ranges_of_taxes(pasture):
    found = taxes(pasture)
    for ranges, holds in ((found.optimal, set.__and__), (found.only, set.__le__)):
        for one in ranges:
            for rate in (one.low, one.high):
                if rate is not None:
                    totals = set(listed(pasture, Tax(rate)))
                    assert bool(holds(totals, set(pasture.best_totals))) == any(rate in other for other in ranges)


@given(pastures)
def test_a_returned_tax_weighs_less_by_the_part_that_comes_back(pasture):
    smallest = taxes(pasture).smallest
    if smallest is None or pasture.farmers == 1:
        return
    returned = Tax(smallest * Fraction(pasture.farmers, pasture.farmers - 1), returned=True)
    assert counted(pasture, returned) == counted(pasture, Tax(smallest)) == counted(pasture, Subsidy(smallest))


@given(pastures)
def test_nothing_is_better_than_the_optimum(pasture):
    for lever in (Free(), *remedies(pasture)):
        found = outcome(pasture, lever)
        assert found.worst <= found.best <= pasture.best
        if not isinstance(lever, Free):
            assert found.best == pasture.best


@given(pastures)
def test_a_story_ends_and_its_steps_add_up(pasture):
    course = story(pasture)
    milk, total = pasture.milk(course.start), course.start
    for step in course.steps:
        assert step.change.gain > 0
        total += step.change.after - step.change.before
        milk += step.change.gain + step.change.others
        assert (step.total, step.milk) == (total, milk)
    assert sum(course.end) == total
    if course.settled:
        pattern = tuple((number, course.end.count(number)) for number in sorted(set(course.end)))
        assert pattern in counted(pasture, Free())[total]


@given(pastures, st.integers(1, 4))
def test_litres_or_cups_make_no_difference(pasture, factor):
    scaled = Pasture(
        pasture.farmers, pasture.capacity, pasture.per_cow * factor, pasture.loss * factor, pasture.allowed
    )
    assert counted(scaled, Free()) == counted(pasture, Free())
    smallest = taxes(pasture).smallest
    assert taxes(scaled).smallest == (None if smallest is None else smallest * factor)


# ---------------------------------------------------------------------------------------------- large and wrong


def test_a_large_pasture_is_analysed_without_listing_profiles():
    pasture = Pasture(farmers=20, capacity=100, per_cow=30, loss="1/4", allowed=range(61))
    found = outcome(pasture)
    # with a straight line each of n farmers takes 1/(n + 1) of the way to the bare pasture (220 cows): Cournot
    assert all(208 <= one.total <= 211 for one in found.equilibria if one.milk)
    known = taxes(pasture)
    assert pasture.best_totals == (110,)
    assert known.smallest is not None
    assert 110 in [one.total for one in outcome(pasture, Tax(known.smallest)).equilibria]
    with pytest.raises(BadOption, match="too many to list"):
        pasture.game()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"farmers": 0}, "the number of farmers is 0.*a whole number, 1 or more"),
        ({"farmers": 2.5}, "farmers is 2.5"),
        ({"farmers": True}, "farmers is True"),
        ({"capacity": -1}, "capacity is -1.*0 or more"),
        ({"per_cow": "much"}, 'the yield of a cow is "much"'),
        ({"per_cow": float("nan")}, "no number"),
        ({"loss": -2}, "negative"),
        ({"per_cow": "1e400"}, "too large"),
        ({"allowed": ()}, "no number of cows is allowed"),
        ({"allowed": (-1, 2)}, "an allowed number of cows is"),
        ({"allowed": (1, 1.5)}, "an allowed number of cows is"),
        ({"allowed": (1, 2000)}, "more than 10,000 cows"),
    ],
)
def test_a_pasture_that_makes_no_sense_is_refused(options, sentence):
    with pytest.raises(BadOption, match=sentence):
        Pasture(**options)


def test_a_limit_is_needed_where_nothing_is_lost():
    with pytest.raises(BadOption, match="needs a limit"):
        Pasture.unlimited(loss=0)


def test_a_quota_of_the_whole_pasture_is_no_strategic_game():
    with pytest.raises(BadOption, match="no strategic game"):
        SLIDES.game(Quota(9))
    assert SLIDES.game(Quota(12)).payoff(("2 cows",) * 6) == (24.0,) * 6
