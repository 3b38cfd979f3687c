"""Playouts without an end: every search that simulates games says so in a plain sentence, and none hangs."""

from __future__ import annotations

import pytest

import magnate
from magnate.errors import BadSearch
from magnate.search import search
from magnate.search.mcts_driver import grown
from magnate.search.options import LONGEST_PLAYOUT, longest_playout
from tests.games_for_tests import endless

HAD = "a playout has no end: it had 260 decisions and draws of chance; "
SAYS, MEND = f"{HAD}give truncate=100", f"{HAD}here the rules never come to a decision"
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


@pytest.mark.parametrize("interpreted", [True, False])
@pytest.mark.parametrize(
    ("way", "options", "rules"),
    [
        ("mcts", {"chance": "open"}, {"tossing": True}),
        ("mcts", {"chance": "open", "widen": "actions"}, {"tossing": True}),
        ("ismcts", {}, {"tossing": True, "secretly": True}),
        ("ismcts", {"trees": "each"}, {"tossing": True, "secretly": True}),
        ("ismcts", {}, {"secretly": True}),
        ("wholemove", {}, {"secretly": True}),
    ],
)
def test_a_way_down_the_tree_without_an_end_is_told(way, options, rules, interpreted):
    """Where chance, or what nobody sees, goes on below the root, before any playout begins."""
    position = magnate.load(endless, **rules).new()
    with pytest.raises(BadSearch, match=MEND):
        search(position, way, "sims:9", truncate=4, **options, interpreted=interpreted)


def test_no_playout_is_longer_than_the_bound_of_all_games():
    """Games that declare ten million decisions get no more than a quarter of a million steps."""
    found = grown(magnate.load("monopoly"), None, 20, 20, interpreted=True)
    assert found.run.longest == longest_playout(10_000_000) == LONGEST_PLAYOUT


@pytest.mark.parametrize("rounds", [0, 1000])
def test_an_endless_playout_of_monopoly_is_told(rounds):
    """Without offers, buildings and caps two players go on for ever where they buy nothing."""
    position = magnate.load("monopoly", preset="expectiminimax", players=2, max_rounds=rounds).new(seed=3)
    if rounds:
        assert search(position, "mcts", "sims:30", seed=1).evaluations == 30
        return
    with pytest.raises(BadSearch, match="it had 262,144 decisions and draws of chance; give truncate=100"):
        search(position, "mcts", "sims:1000", seed=1)


def test_the_bound_is_what_the_game_declares():
    """A playout of tic-tac-toe has nine decisions at most, which are within the bound, and one more is not."""
    game = magnate.load("tictactoe")
    found = grown(game, None, 20, 20)
    assert found.run.longest == longest_playout(9) == 650
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
