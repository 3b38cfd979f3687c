"""The algorithms on Monopoly, mostly interpreted: how far a search of few moves reaches, and what a roll is worth."""

from itertools import product

import pytest

import magnate
from magnate.games.monopoly.board import TITLE_DEEDS
from magnate.search import search
from tests.games.monopoly.rules.table import player

WORTH = "tests.games_for_tests.monopoly_worth"
DICE = list(product(range(1, 7), repeat=2))


def landed(preset, **options):
    """Two players; the first has thrown a three at the start of the game and may buy Baltic Avenue."""
    game = magnate.load("monopoly", preset=preset, players=2, **options)
    position = game.setup({"players": [player(), player()]})
    assert position.to_move == magnate.CHANCE
    assert position.settled
    return position.apply("roll:1-2")


@pytest.mark.parametrize(
    ("preset", "options", "depth", "plies"),
    [
        ("expectiminimax", {}, 1, 1),
        ("expectiminimax", {}, 2, 3),
        ("expectiminimax", {}, 3, 5),
        ("thesis", {}, 1, 1),
        ("thesis", {"offers_per_turn": 0}, 2, 4),
        ("official", {"auctions": False}, 1, 1),
        ("official", {"auctions": False, "offers_per_turn": 0}, 2, 4),
    ],
)
def test_few_moves_are_few_plies(preset, options, depth, plies):
    """A move ends before the next throw at the latest, also where nobody has a window."""
    position = landed(preset, **options)
    for algorithm in ("expectiminimax", "maxn"):
        report = search(position, algorithm, f"depth:{depth}", guide=WORTH, interpreted=True)
        assert report.exact
        assert report.plies == plies
    assert {one.name for one in report.actions} == {"buy", "decline"}


@pytest.mark.parametrize("interpreted", [True, pytest.param(False, marks=pytest.mark.long)])
def test_one_decision_and_one_roll_are_what_the_36_throws_say(interpreted):
    """In jail, everything belonging to the opponent: out for the fine or not, then the dice, then the rent."""
    game = magnate.load("monopoly", preset="expectiminimax", players=2)
    everything = [deed.name for deed in TITLE_DEEDS]
    position = game.setup({"players": [player(cash=900, jail=1), player(cash=300, deeds=everything)]})
    assert {one.name for one in position.legal()} == {"roll", "pay-fine"}
    exact = {}
    for action in ("pay-fine", "roll"):
        exact[action] = 0.0
        for one, other in DICE:
            after = position.copy().apply(action).apply(f"roll:{min(one, other)}-{max(one, other)}")
            assert after.settled
            exact[action] += after.score()[0] / sum(after.score()) / len(DICE)
    for algorithm in ("expectiminimax", "star1", "star2", "maxn") if interpreted else ("expectiminimax",):
        options = {} if algorithm in {"expectiminimax", "maxn"} else {"every": True}
        report = search(position, algorithm, "depth:2", guide=WORTH, interpreted=interpreted, **options)
        assert report.plies == 2
        for one in report.actions:
            assert one.value[0] == pytest.approx(exact[one.name], abs=1e-12)
        assert report.name == max(exact, key=exact.get)
