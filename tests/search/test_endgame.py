"""Exact play to the end where everybody who decides knows all: what it finds, and where it is given up."""

import random

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.errors import BadSearch
from magnate.search import search
from magnate.search.algorithms import ALGORITHMS, SearchSpec
from magnate.search.options import parse_budget
from magnate.search.searchers import entries_of, searcher
from tests.games_for_tests import tricks, tricks_guide

PLENTY = 100_000
INVERTED = 2
"""The place in the row of the guide of tricks by which every trick counts for the others."""


def course(players, seed, **options):
    """The positions of a random game of tricks in which there is a choice."""
    dice = random.Random(seed)
    position = magnate.load(tricks, players=players, hand=4, **options).new(seed=seed)
    while not position.is_over:
        if len(position.legal_ids()) > 1:
            yield position.copy()
        position.apply(dice.choice(position.legal()))


def is_open(position):
    """Whether the seat to move can tell who holds what, and there is nothing to draw."""
    state = position.state
    others = [hand for seat, hand in enumerate(state["hands"]) if seat != position.to_move and hand]
    cards = sum(int(hand).bit_count() for hand in state["hands"]) + int(state["gone"]).bit_count()
    return len(others) <= 1 and cards == state["opt"]["cards"]


def interpreted(position, simulations=20, **asked):
    """A search of so many simulations by the twin: kernels of which nothing else makes use need not be compiled."""
    return search(position, "ismcts", f"sims:{simulations}", interpreted=True, **asked)


def without_options(report):
    return {name: value for name, value in report.as_dict().items() if name not in {"options", "seconds"}}


@pytest.mark.parametrize("players", [2, 3])
def test_it_is_exact_where_all_is_known_and_simulates_elsewhere(players):
    met = {True: 0, False: 0}
    for seed in range(4):
        for position in course(players, seed):
            report = interpreted(position, exact=PLENTY)
            assert report.exact == report.proven == is_open(position)
            met[report.exact] += 1
            if report.exact:
                whole = search(position, "maxn", "depth:99", interpreted=True)
                assert report.value == pytest.approx(whole.value)
                assert report.action in whole.best()
                assert report.variation[0].id == report.action
                assert report.worlds == 1
            else:
                assert without_options(report) == without_options(interpreted(position))
    assert min(met.values()) > 5


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.long)])
def test_interpreted_and_compiled_reports_are_the_same(players):
    for position in course(players, 7):
        assert search(position, "ismcts", "sims:20", exact=PLENTY) == interpreted(position, exact=PLENTY)


def test_the_line_is_played_to_the_end_and_is_worth_what_it_says():
    position = next(one for one in course(2, 1) if is_open(one))
    report = interpreted(position, exact=PLENTY)
    for step in report.variation:
        position.apply(step.id)
    assert position.is_over
    assert position.utility() == pytest.approx(report.value)
    assert report.depth == len(report.variation)


def test_too_few_nodes_are_no_answer():
    position = next(one for one in course(2, 1) if is_open(one))
    needed = interpreted(position, exact=PLENTY).nodes
    assert interpreted(position, exact=2 * needed).exact
    assert without_options(interpreted(position, exact=needed // 2)) == without_options(interpreted(position))


def test_what_is_too_far_away_is_not_looked_at():
    position = next(one for one in course(2, 1) if is_open(one))
    report = interpreted(position, exact=PLENTY)
    assert interpreted(position, exact=PLENTY, within=report.depth).value == report.value
    assert not interpreted(position, exact=PLENTY, within=report.depth - 1).exact


def test_cards_to_be_drawn_are_not_guessed():
    """Seat 0 knows all, since nobody else holds a card, but there will be draws."""
    position = magnate.load(tricks, players=2, cards=6, hand=2).setup(
        {"hands": [0b000011, 0, 0], "gone": 0b000100, "table": [0, 3, 0], "won": [0, 0, 0], "leader": 1, "played": 1}
    )
    assert position.to_move == 0
    assert bytes(position.shown_to(0, 1).states()) == bytes(position.shown_to(0, 2).states())
    assert not interpreted(position, exact=PLENTY).exact


def test_the_guide_says_what_the_end_is_worth():
    """Alpha-beta is for values that are known to add up; this guide does not say so, and max^n has all values."""
    params = np.zeros(64)
    params[INVERTED] = 1.0
    for position in course(2, 3):
        if is_open(position):
            asked = {"guide": tricks_guide, "params": params}
            plain = interpreted(position, exact=PLENTY)
            turned = interpreted(position, exact=PLENTY, **asked)
            whole = search(position, "maxn", "depth:99", interpreted=True, **asked)
            assert turned.exact
            assert turned.value == whole.value
            assert {one.bound for one in turned.actions} == {"="}
            assert {one.bound for one in plain.actions} <= {"=", "<="}


def test_where_nothing_is_hidden_all_is_known():
    position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    report = interpreted(position, exact=PLENTY)
    assert (report.name, report.value, report.proven) == ("c1", (1.0, 0.0), True)
    assert not interpreted(magnate.load("pig", target=5).new(), exact=PLENTY).exact
    assert not interpreted(magnate.load("kuhn").setup({"cards": ["queen", "king"]}), exact=PLENTY).exact


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.long)])
def test_asked_again_and_again_it_answers_as_the_report_does(players):
    algorithm = ALGORITHMS["ismcts"]
    game = magnate.load(tricks, players=players, hand=4)
    question = SearchSpec(algorithm, parse_budget("sims:40"), algorithm.settle({"exact": PLENTY}))
    asked = searcher(game, question)
    positions = [one for seed in range(3) for one in course(players, seed)]
    for position in (*positions, *reversed(positions)):
        seat = position.to_move
        report = search(position, "ismcts", "sims:40", exact=PLENTY, seed=5)
        assert asked.choose(position.shown_to(seat, 9).states(), seat, 5) == report.action


def test_what_it_takes_is_compiled_before_the_game():
    game = magnate.load("kuhn")
    questions = [resolve("kuhn", f"ismcts:sims=9,exact={nodes}").question for nodes in (0, 9)]
    assert [len(entries_of(game, question)) for question in questions] == [1, 2]


def test_it_leaves_time_to_simulate():
    position = next(one for one in course(2, 1) if is_open(one))
    report = search(position, "ismcts", "time:2s", exact=PLENTY)
    assert report.exact
    unfinished = search(position, "ismcts", "time:20ms", exact=2)
    assert unfinished.evaluations > 0
    assert not unfinished.exact


def test_refusals():
    position = next(course(2, 1))
    solved = next(one for one in course(2, 1) if is_open(one))
    with pytest.raises(BadSearch, match="the end was found exactly, and there is no tree of that; give exact=0"):
        search(solved, "ismcts", "sims:20", exact=PLENTY, tree=True)
    assert search(position, "ismcts", "sims:20", exact=2, tree=True).tree is not None
    with pytest.raises(BadSearch, match="exact cannot be -1"):
        search(position, "ismcts", exact=-1)


def test_whoever_is_said_to_know_all_can_only_be_shown_this_position():
    known = 0
    for players in (2, 3):
        for seed in range(3):
            for position in course(players, seed):
                shown = {bytes(position.shown_to(position.to_move, key).states()) for key in range(10)}
                if is_open(position):
                    known += 1
                    assert shown == {bytes(position.states())}
    assert known > 10
