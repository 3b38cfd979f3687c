"""Digit-by-digit amounts and ascending sets, against brute force."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.runtime import primitives
from magnate.runtime.interpreter import interpret

interpreted = interpret("magnate.runtime.primitives")
DONE = primitives.DONE
BOTH = pytest.mark.parametrize("world", [primitives, interpreted], ids=["compiled", "interpreted"])


def spelled(world, lo, hi):
    """Every number that can be typed in the range, found by trying all digits."""
    found, waiting = [], [0]
    while waiting:
        prefix = waiting.pop()
        options = [d for d in range(11) if world.digit_ok(prefix, d, lo, hi)]
        assert options, f"stuck after {prefix} on the way to {lo}..{hi}"
        for digit in options:
            if digit == DONE:
                found.append(prefix)
            else:
                waiting.append(world.type_digit(prefix, digit))
    return sorted(found)


@BOTH
@pytest.mark.parametrize(
    ("lo", "hi"), [(0, 0), (0, 9), (1, 1), (7, 123), (99, 101), (10, 10), (150, 1499), (1000, 1000)]
)
def test_each_number_of_the_range_has_one_spelling(world, lo, hi):
    assert spelled(world, lo, hi) == list(range(lo, hi + 1))


@BOTH
def test_small_ranges_exhaustively(world):
    for lo in range(0, 32, 5):
        for hi in range(lo, 130, 13):
            assert spelled(world, lo, hi) == list(range(lo, hi + 1))


@BOTH
def test_other_ids_are_no_digits(world):
    assert not world.digit_ok(0, -1, 0, 100)
    assert not world.digit_ok(0, 11, 0, 100)
    assert not world.digit_ok(0, 0, 0, 100)  # zero is spelled by DONE at once


@BOTH
@given(target=st.integers(0, 10**9))
def test_digit_for_spells_the_target(world, target):
    prefix = 0
    for _ in range(12):
        digit = world.digit_for(prefix, target)
        assert world.digit_ok(prefix, digit, target, target)
        if digit == DONE:
            break
        prefix = world.type_digit(prefix, digit)
    assert prefix == target


@BOTH
def test_digit_for_says_when_it_is_too_late(world):
    assert world.digit_for(2, 15) == -1
    assert world.digit_for(150, 15) == -1


RANGES = [(0, 0), (0, 7), (3, 3), (1, 12), (9, 10), (7, 123), (95, 130)]


@BOTH
@pytest.mark.parametrize(("lo", "hi"), RANGES)
def test_digit_towards_comes_as_near_to_the_target_as_what_is_typed_allows(world, lo, hi):
    numbers = range(lo, hi + 1)
    prefixes = {number // 10**k for number in numbers for k in range(4)}
    for begun, target in product(sorted(prefixes), (-5, 0, 1, 8, 20, 99, 101, 123, 500)):
        prefix, digit = begun, None
        while digit != DONE:
            digit = world.digit_towards(prefix, target, lo, hi)
            assert world.digit_ok(prefix, digit, lo, hi)
            if digit != DONE:
                prefix = world.type_digit(prefix, digit)
        possible = [number for number in numbers if begun == 0 or str(number).startswith(str(begun))]
        assert prefix == min(possible, key=lambda number: (abs(number - target), number))


@BOTH
def test_nearest_amount_says_when_no_number_begins_so(world):
    assert world.nearest_amount(5, 30, 10, 49) == -1
    assert world.nearest_amount(12, 30, 7, 11) == -1


@BOTH
@given(chosen=st.sets(st.integers(0, 62)))
def test_a_set_grows_upwards(world, chosen):
    mask = sum(1 << i for i in chosen)
    may = world.after_set(mask)
    assert [i for i in range(63) if may >> i & 1] == [i for i in range(63) if all(i > c for c in chosen)]


@BOTH
def test_nothing_follows_the_last_bit(world):
    assert world.after_set(1 << 62) == 0
    assert world.after_set(1 << 61) == 1 << 62
