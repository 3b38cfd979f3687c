"""The bear-off against exact fractions computed elsewhere, and against backgammon's rules written a second time."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest

import magnate
from magnate.core.game import Position
from magnate.errors import BadOption, BadSetup
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyState, pystate_class

Home = tuple[int, ...]
"""The points of a player's checkers, the highest first."""

rules = interpret("magnate.games.bearoff")
THROWS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def mirror(home: Home, dice: list[int] | None = None) -> PyState:
    """Seat 0 with these checkers against one that is far behind, in the interpreted rules."""
    setup = {"home": [list(home), [6] * 15], "dice": dice or []}
    return pystate_class(rules.STATE)().from_record(magnate.load("bearoff").setup(setup).states()[0])


def home_of(g: PyState, seat: int = 0) -> Home:
    return tuple(point for point in range(6, 0, -1) for _ in range(g.home[seat, point]))


def legal(g: PyState) -> list[int]:
    out = [0] * 12
    return out[: rules.legal(g, out)]


@cache
def after_throws(home: Home) -> list[tuple[Fraction, set[Home]]]:
    """The 21 throws by the rules: how likely each is, and what it can lead to."""
    g = mirror(home)
    rules.step(g, rules.ROLL)
    out, weight = [0] * 21, [0] * 21
    n = rules.chance(g, out, weight)
    assert n == 21
    assert sum(weight) == 36
    found = []
    for k in range(n):
        thrown = g.copy()
        rules.step(thrown, out[k])
        ends: set[Home] = set()
        finish(thrown, ends, set())
        found.append((Fraction(weight[k], 36), ends))
    return found


def finish(g: PyState, ends: set[Home], seen: set[bytes]) -> None:
    """Play all dice in all ways."""
    if g.to_bytes() in seen:
        return
    seen.add(g.to_bytes())
    if g.winner or g.seat == 1:
        ends.add(home_of(g))
        return
    for action in legal(g):
        after = g.copy()
        rules.step(after, action)
        finish(after, ends, seen)


@cache
def expected_throws(home: Home) -> Fraction:
    """How many throws the fastest play needs on average."""
    if not home:
        return Fraction(0)
    return 1 + sum(likely * min(map(expected_throws, ends)) for likely, ends in after_throws(home))


@cache
def win(own: Home, other: Home) -> Fraction:
    """How likely the player who is to throw wins, both playing best."""
    return sum(
        (likely * max(Fraction(1) if not end else 1 - win(other, end) for end in ends))
        for likely, ends in after_throws(own)
    )


@pytest.mark.parametrize(
    ("home", "ways"),
    [
        ((6,), 27),
        ((1, 1), 36),
        ((2, 2), 26),
        ((3, 2), 25),
        ((3, 3), 17),
        ((4, 1), 29),
        ((4, 3), 17),
        ((4, 4), 11),
        ((5, 2), 19),
        ((5, 5), 6),
        ((6, 1), 15),
        ((6, 5), 6),
        ((6, 6), 4),
        ((1, 1, 1), 6),
        ((2, 2, 2), 5),
    ],
)
def test_the_chance_to_be_off_in_one_throw(home: Home, ways: int) -> None:
    assert 36 * sum(likely for likely, ends in after_throws(home) if () in ends) == ways


@pytest.mark.parametrize(
    ("home", "throws"),
    [
        ((6,), Fraction(5, 4)),
        ((5, 2), Fraction(239, 162)),
        ((6, 6), Fraction(49213, 23328)),
        ((1, 1, 1), Fraction(11, 6)),
        ((2, 2, 2), Fraction(67, 36)),
        ((6, 6, 6), Fraction(44038793, 15116544)),
    ],
)
def test_the_throws_that_are_needed(home: Home, throws: Fraction) -> None:
    assert expected_throws(home) == throws


@pytest.mark.parametrize(
    ("own", "other", "chance"),
    [
        ((6,), (1,), Fraction(3, 4)),
        ((6,), (6,), Fraction(13, 16)),
        ((6, 6), (1, 1), Fraction(1, 9)),
        ((5, 2), (5, 2), Fraction(78661, 104976)),
        ((6, 6), (6, 6), Fraction(410592493, 544195584)),
        ((2, 2, 2), (1, 1, 1), Fraction(185, 216)),
        ((4, 3, 2), (4, 3, 2), Fraction(5947, 6912)),
    ],
)
def test_the_chance_to_win(own: Home, other: Home, chance: Fraction) -> None:
    assert win(own, other) == chance


# ------------------------------------------------------------------------------- the rules of backgammon once more


def moves(home: Home, dice: tuple[int, ...]) -> set[tuple[int, int, int]]:
    """The moves of single dice, by whatever die: (die, from, to)."""
    found = set()
    for die in dice:
        for start in home:
            if start >= die:
                found.add((die, start, start - die))
            elif start == max(home):
                found.add((die, start, 0))
    return found


def moved(home: Home, start: int, end: int) -> Home:
    rest = list(home)
    rest.remove(start)
    return tuple(sorted([*rest, end] if end else rest, reverse=True))


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    rest = list(dice)
    rest.remove(die)
    return tuple(rest)


@cache
def most(home: Home, dice: tuple[int, ...]) -> int:
    """How many of the dice can be played."""
    return max(
        (1 + most(moved(home, start, end), without(dice, die)) for die, start, end in moves(home, dice)), default=0
    )


def allowed(home: Home, dice: tuple[int, ...]) -> set[tuple[int, int]]:
    """The moves after which as many dice are played as can be, and the larger die where it is only one."""
    found = [
        (die, start, end)
        for die, start, end in moves(home, dice)
        if 1 + most(moved(home, start, end), without(dice, die)) == most(home, dice)
    ]
    if most(home, dice) == 1:
        found = [move for move in found if move[0] == max(die for die, _, _ in found)]
    return {(start, end) for _, start, end in found}


def ends_of(home: Home, dice: tuple[int, ...]) -> set[Home]:
    """What a throw can lead to."""
    if not home or not dice:
        return {home}
    found = set()
    for die, start, end in moves(home, dice):
        if (start, end) in allowed(home, dice):
            found |= ends_of(moved(home, start, end), without(dice, die))
    return found


HOMES = [home[::-1] for n in range(1, 5) for home in combinations_with_replacement(range(1, 7), n)]


def test_legal_moves_are_those_of_backgammon() -> None:
    for home in HOMES:
        for high, low in THROWS:
            for dice in [(high, low)] if high != low else [(high,) * n for n in range(1, 5)]:
                found = {rules.MOVES[action - 1] for action in legal(mirror_cached(home, dice))}
                assert found == allowed(home, dice), (home, dice)


@cache
def blank() -> PyState:
    return mirror((6,))


def mirror_cached(home: Home, dice: tuple[int, ...]) -> PyState:
    """As :func:`mirror`, fast."""
    g = blank().copy()
    for point in range(1, 7):
        g.home[0, point] = home.count(point)
        g.dice[point] = dice.count(point)
    assert rules.check(g) == 0
    return g


@pytest.mark.parametrize("home", [(5,), (3, 1), (6, 4, 2), (5, 5, 3), (6, 2, 1, 1)])
def test_a_throw_leads_where_backgammon_says(home: Home) -> None:
    for (high, low), (_, ends) in zip(THROWS, after_throws(home), strict=True):
        assert ends == ends_of(home, (high, low) if high != low else (high,) * 4), (home, high, low)


# ------------------------------------------------------------------------------------------------- single rules


def position(home: list[int], dice: list[int]) -> Position:
    return magnate.load("bearoff").setup({"home": [home, [6, 6]], "dice": dice})


def names(of: Position) -> list[str]:
    return [action.name for action in of.legal()]


def test_a_larger_die_bears_off_from_the_highest_point_only() -> None:
    assert names(position([4, 2], [6])) == ["4/off"]
    assert position([4, 2], [6]).explain("2/off") == "a larger die bears off from the highest point only"
    assert names(position([6, 2], [5])) == ["6/1"]  # no larger die: the 6 point must be left first
    assert position([6, 2], [5]).explain("2/off") == "a larger die bears off from the highest point only"


def test_moving_inside_the_home_board_is_as_good_as_bearing_off() -> None:
    assert names(position([6, 4], [4])) == ["4/off", "6/2"]


def test_the_dice_may_be_played_in_any_order() -> None:
    one, other = (position([6, 6, 6], [5, 2]).apply(first) for first in ("6/1", "6/4"))
    assert names(one) == ["6/4"]
    assert names(other) == ["6/1"]
    one.apply("6/4")
    other.apply("6/1")
    assert one == other


def test_a_double_is_played_four_times() -> None:
    game = magnate.load("bearoff")
    thrown = game.new().apply("roll").apply("6-6")
    for left in (4, 3, 2):
        assert thrown.view()["dice"] == [6] * left
        thrown.apply("6/off" if left > 1 and "6/off" in names(thrown) else names(thrown)[0])
    assert thrown.to_move == 0
    thrown.apply(names(thrown)[0])
    assert (thrown.to_move, thrown.view()["off"]) == (1, [4, 0])


def test_both_dice_are_played_where_they_can_be() -> None:
    last = position([3], [4, 1])
    assert names(last) == ["3/2"]
    assert last.explain("3/off").startswith("both dice must be played")
    assert names(last.apply("3/2")) == ["2/off"]
    assert names(position([3], [4, 3])) == ["3/off"]  # after either die nothing is left
    assert position([3], [4, 3]).apply("3/off").events[0].params["die"] == 4  # only one can be played: the larger


def test_the_first_without_checkers_wins() -> None:
    won = position([1], [6]).apply("1/off")
    assert (won.ending, won.utility(), won.score()) == ("borne off", (1.0, 0.0), (1.0, 0.0))
    assert [str(event) for event in won.events] == [
        "Seat 0 bears off from 1 with the 6.",
        "Seat 0 has borne off all checkers.",
    ]


def test_the_dice_are_thrown_before_they_are_played() -> None:
    start = magnate.load("bearoff").new()
    assert start.settled
    assert names(start) == ["roll"]
    assert start.explain("6/5") == "throw the dice first"
    assert not start.apply("roll").settled
    assert start.chance_key == (0, 0)
    start.apply("5-2")
    assert not start.settled
    assert start.explain("roll") == "the dice are thrown: play them"
    assert start.explain("6/off") == "no die that is left makes this move"
    assert position([6, 3], [1]).explain("5/4") == "there is no checker on that point"
    assert start.apply("6/1").apply("6/4").settled


@pytest.mark.parametrize(
    ("checkers", "home"), [(1, [6]), (7, [6, 6, 5, 4, 3, 2, 1]), (15, [6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 2, 1, 1])]
)
def test_the_checkers_stand_on_all_points(checkers: int, home: list[int]) -> None:
    assert magnate.load("bearoff", checkers=checkers).new().view()["home"] == [home, home]


def test_random_games_conserve_checkers() -> None:
    results = magnate.load("bearoff").play_many("random", range(1_000))
    assert (results.states["home"].sum(axis=2) == 15).all()
    assert (results.score.max(axis=1) == 15).all()
    assert (results.score.min(axis=1) < 15).all()
    assert (results.decisions <= magnate.load("bearoff").info.max_decisions).all()


@pytest.mark.parametrize(
    ("setup", "wrong"),
    [
        ({"home": [[6]]}, "home"),
        ({"home": [[7], [1]]}, "home"),
        ({"home": [[6] * 10, [1]], "off": [6, 0]}, "seat 0 has 16 checkers"),
        ({"home": [[], [1]]}, "seat 0 has 0 checkers"),
        ({"home": [[], []], "off": [1, 1]}, "ended earlier"),
        ({"home": [[1], []], "off": [0, 1], "dice": [3]}, "ended earlier"),
        ({"home": [[1], [1]], "dice": [3, 2, 1]}, "no throw leaves the dice"),
        ({"home": [[1], [1]], "dice": [3], "rolling": True}, "on the table and be in the air"),
        ({"home": [[1], [1]], "seat": 2}, "seat"),
    ],
)
def test_an_impossible_setup_is_refused(setup: dict, wrong: str) -> None:
    with pytest.raises(BadSetup, match=wrong):
        magnate.load("bearoff").setup(setup)


def test_impossible_options_are_refused() -> None:
    with pytest.raises(BadOption, match="checkers must be at most 15"):
        magnate.load("bearoff", checkers=16)
