"""Playouts without an end: every search that simulates games says so in a plain sentence, and none hangs."""

from __future__ import annotations

import pytest

import magnate
from magnate.core.run import most_steps
from magnate.errors import BadSearch
from magnate.search import search
from magnate.search.mcts_driver import grown
from tests.games_for_tests import endless

SAYS = "a playout has no end: it had 260 decisions and draws of chance; give truncate=100"
WAYS = ("mcts", "determinised", "ismcts", "wholemove")


@pytest.mark.parametrize("tossing", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_a_playout_without_an_end_is_told(way, tossing):
    position = magnate.load(endless, tossing=tossing).new()
    with pytest.raises(BadSearch, match=SAYS):
        search(position, way, "sims:5", interpreted=True)


@pytest.mark.parametrize("way", WAYS)
def test_an_estimate_ends_it(way):
    report = search(magnate.load(endless).new(), way, "sims:6", truncate=4, interpreted=True)
    assert report.evaluations == 6
    assert report.value == (0.5, 0.5)


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"select": "puct"}, {"pool": 3}])
def test_compiled_searches_tell_it_too(options):
    position = magnate.load(endless).new()
    with pytest.raises(BadSearch, match=SAYS):
        search(position, "mcts", "sims:40", **options)
    assert search(position, "mcts", "sims:40", truncate=0, **options).evaluations == 40


def test_the_bound_is_what_the_game_declares():
    """A playout of tic-tac-toe has nine decisions at most, which are within the bound, and one more is not."""
    game = magnate.load("tictactoe")
    found = grown(game, None, 20, 20)
    assert found.run.longest == most_steps(9) == 650
    for longest, ends in ((9, True), (4, False)):
        found.clear()
        found.place(game.new().states())
        found.run.key, found.run.c, found.run.high, found.run.truncate, found.run.limit = 1, 1.0, 1.0, -1, 1
        found.run.longest, found.run.simulations = longest, 0
        if ends:
            assert found.search() == 1
            assert 5 <= found.run.steps == found.run.decided <= 9
        else:
            with pytest.raises(BadSearch, match="it had 4 decisions"):
                found.search()
            assert (found.run.simulations, found.node(0).visits) == (0, 0)
