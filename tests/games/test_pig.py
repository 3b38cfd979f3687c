"""Pig against exact values computed independently of this code (0.5306 for target 100 is also the published one)."""

from functools import cache

import numpy as np
import pytest

import magnate
from magnate.arena.tournament import Tournament
from magnate.core.game import Position
from magnate.core.loader import kernel
from magnate.errors import BadOption, BadPlayers, BadSetup, IllegalAction
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class


@cache
def solved(target: int, hold_at: int = 0) -> np.ndarray:
    """win[own, other, total]: the chance of the player to move."""
    game = magnate.load("pig", target=target)
    solve = kernel("tests.games_for_tests.pig_solver", game.rules).solve
    build([solve])
    win = np.zeros((target, target, target + 21))
    scratch = [np.zeros(20, np.int64) for _ in range(3)]
    solve(game.start_states(2), target, hold_at, win, *scratch)
    return win


@pytest.mark.parametrize(
    ("target", "first_wins"),
    [
        (2, 0.8571428571),
        (5, 0.7970479705),
        (10, 0.7094243226),
        (20, 0.6155585498),
        (30, 0.5679147445),
        (50, 0.5461508442),
        (100, 0.5305927253),
    ],
)
def test_optimal_play_has_its_known_value(target: int, first_wins: float) -> None:
    assert solved(target)[0, 0, 0] == pytest.approx(first_wins, abs=5e-11)


@pytest.mark.parametrize(("own", "other", "first"), [(0, 0, 21), (90, 50, 10), (50, 90, 50)])
def test_optimal_play_holds_first_at_its_known_total(own: int, other: int, first: int) -> None:
    win = solved(100)

    def holds(total: int) -> bool:
        if own + total >= 100:
            return True
        faces = [1 - win[other, own, 0], *(win[own, other, total + face] for face in range(2, 7))]
        return 1 - win[other, own + total, 0] >= sum(faces) / 6

    assert next(total for total in range(2, 101) if holds(total)) == first


def test_holding_at_20_has_its_known_value() -> None:
    assert solved(100, hold_at=20)[0, 0, 0] == pytest.approx(0.534698, abs=5e-7)


class HoldAt20:
    """The classical rule of thumb."""

    def act(self, positions: list) -> list:
        return [
            "hold" if position.explain("hold") == "" and self.enough(position.view()) else "roll"
            for position in positions
        ]

    def enough(self, shown: dict) -> bool:
        return shown["total"] >= 20 or shown["points"][shown["seat"]] + shown["total"] >= shown["target"]


def test_simulated_holding_at_20_agrees_with_the_solved_value() -> None:
    exact = float(solved(30, hold_at=20)[0, 0, 0])
    games = 2_000
    won = magnate.load("pig", target=30).play_many(HoldAt20(), range(games)).utility[:, 0]
    assert abs(won.mean() - exact) < 5 * (exact * (1 - exact) / games) ** 0.5


def estimated(game: magnate.Game, position: dict) -> list[float]:
    """The chances that searches guess at."""
    [state], chances = game.setup(position).states(), [0.0] * game.players
    seen = pystate_class(state.dtype)().from_record(state)
    interpret("magnate.agents.pig.guide").estimate(seen, None, chances)
    return chances


def test_the_estimate_is_near_the_exact_chances() -> None:
    win, game = solved(100), magnate.load("pig")
    tens, totals = range(0, 100, 10), (0, 5, 10, 20)
    places = [(own, other, total) for own in tens for other in tens for total in totals if own + total < 100]
    errors = [estimated(game, {"points": [own, other], "total": t})[0] - win[own, other, t] for own, other, t in places]
    assert np.abs(errors).mean() < 0.03
    assert np.abs(errors).max() < 0.25
    assert estimated(game, {"points": [90, 99], "total": 10}) == [1.0, 0.0]


@pytest.mark.parametrize("options", [{"players": 5}, {"players": 3, "sides": 4, "target": 20}])
def test_the_estimate_is_a_share_for_each_seat_that_its_points_raise(options: dict) -> None:
    game = magnate.load("pig", **options)
    even = estimated(game, {"points": [5] * game.players, "seat": 1})
    assert sum(even) == pytest.approx(1)
    assert sorted(even, reverse=True) == [*even[1:], even[0]], "who is on turn first, then those after it"
    more = estimated(game, {"points": [5, 5, 10, *[5] * (game.players - 3)], "seat": 1})
    assert more[2] > even[2]
    assert all(one < before for seat, (one, before) in enumerate(zip(more, even, strict=True)) if seat != 2)


def test_a_search_of_the_usual_depth_beats_random_play() -> None:
    """At depth 4 no game ends: without an estimate it always rolled, and won 11 % (5 to 17) of the games."""
    found = Tournament(magnate.load("pig"), ["expectiminimax", "random"], games=400, seed=1).play()
    best = found.ranking[0]
    assert best.agent == "expectiminimax"
    assert best.win_share.low > 0.5


def test_a_one_loses_the_turn() -> None:
    position = magnate.load("pig").new().apply("roll").apply("5").apply("roll").apply("1")
    assert position.to_move == 1
    assert position.view()["points"] == [0, 0]
    assert [event.key for event in position.events] == ["rolled", "lost"]


def test_reasons_are_sentences() -> None:
    game = magnate.load("pig")
    assert game.new().explain("hold") == "there is nothing to hold before the first roll"
    nearly = game.setup({"points": [90, 0], "total": 10})
    assert nearly.explain("roll") == "you have enough to win: hold"
    assert nearly.apply("hold").utility() == (1.0, 0.0)
    with pytest.raises(IllegalAction, match="the game is over"):
        nearly.apply("roll")


def test_the_cap_shares_among_the_leaders() -> None:
    game = magnate.load("pig", players=3, max_turns=3)
    position = game.setup({"points": [8, 8, 0], "total": 4, "seat": 2, "turns": 2}).apply("hold")
    assert position.ending == "turn cap"
    assert position.utility() == (0.5, 0.5, 0.0)


def test_of_a_game_that_is_over_the_seat_means_nothing() -> None:
    game = magnate.load("pig", max_turns=3)
    for over in ({"points": [9, 100]}, {"points": [9, 8], "turns": 3}):
        ends = [game.setup({**over, "seat": seat}) for seat in range(2)]
        assert ends[0].states().tobytes() == ends[1].states().tobytes()
        assert ends[0].key == ends[1].key
        broken = ends[0].states()
        broken["seat"] = 1
        assert Position(game, broken).check() == 3
    played = game.setup({"points": [9, 98], "total": 2, "seat": 1}).apply("hold")
    assert (played.ending, played.view()["seat"]) == ("target", 0)
    assert played.states().tobytes() == game.setup({"points": [9, 100]}).states().tobytes()


def test_the_fast_draw_is_the_chance_node() -> None:
    game = magnate.load("pig", sides=7)
    faces = [game.new().apply("roll").drawn(seed) for seed in range(7_000)]
    counts = np.bincount(faces, minlength=8)[1:]
    assert counts.sum() == 7_000
    assert abs(counts - 1_000).max() < 5 * (7_000 * 6 / 49) ** 0.5


@pytest.mark.parametrize(
    ("position", "wrong"),
    [
        ({"points": [1]}, "1 players"),
        ({"points": [0, 0], "seat": 2}, "seat 2 does not play"),
        ({"points": [0, 0], "total": 1}, "never 1"),
        ({"points": [100, 100]}, "ended earlier"),
        ({"points": [99, 0], "total": 2, "rolling": True}, "ended earlier"),
        ({"points": [99, 0], "turns": 10_000, "rolling": True}, "ended earlier"),
        ({"points": [99, 0], "turns": 10_000, "total": 2}, "ended earlier"),
        ({"points": [0, 0], "colour": "red"}, "colour"),
        ({}, "points is missing"),
    ],
)
def test_an_impossible_setup_is_refused(position: dict, wrong: str) -> None:
    with pytest.raises(BadSetup, match=wrong):
        magnate.load("pig").setup(position)


def test_impossible_options_are_refused() -> None:
    with pytest.raises(BadOption, match=r"target must be at least 2 \(got 1\)"):
        magnate.load("pig", target=1)
    with pytest.raises(BadOption, match='did you mean "target"'):
        magnate.load("pig", tagret=50)
    with pytest.raises(BadOption, match="must be a whole number"):
        magnate.load("pig", target="50")
    with pytest.raises(BadPlayers, match="it takes 2 to 8"):
        magnate.load("pig", players=9)
