from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.arena.games import Games, layout_from_text, layout_text, layout_with_digest, pack, row_dtype, same_rows
from magnate.arena.results import finishing_places
from magnate.arena.tournament import Tournament, summarise
from magnate.core.binding import FAILED, LIMIT
from magnate.core.registry import game_module
from magnate.core.result_schema import SCORE, ResultSchema, result_schema_of
from magnate.core.run import Results
from magnate.errors import BrokenGame

INFO = replace(game_module("tictactoe").GAME, endings=("", "line", "long enough"), caps=("long enough",))


def results(utility, ending, decisions, failed=0):
    utility = np.array(utility, dtype=float)
    column = np.array(decisions, dtype=np.int64)
    empty = np.zeros((len(utility), 0), np.int64)
    who = np.zeros(len(utility), np.int64) + failed
    return Results(np.zeros(len(utility)), utility, 10 * utility, np.array(ending), column, column, empty, who)


class Module:
    """A game's module as far as `Games` looks at it."""

    GAME = INFO
    FACTS = ResultSchema(
        game=(("turns", "i4"),),
        seat=(("score", "i4"),),
        collect=lambda found: {"turns": 10 * found.decisions, "score": found.score},
    )


def games(failed=0):
    """Two deals of one table: seat 0 wins three times, seat 1 once."""
    played = results([[1, 0], [1, 0], [1, 0], [0, 1]], [1, 1, 2, -1], [3, 4, 5, 6], failed)
    places = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    rows = pack(INFO, Module.FACTS, places, played)
    halves = [(0, [2, 3], rows[2:]), (0, [0, 1], rows[:2])]
    return Games.of(Module, ["ann", "bob"], [(0, 1)], 2, halves)


def test_games_stand_in_their_order_whatever_the_order_of_the_blocks():
    found = games()
    assert found.deal.tolist() == [0, 0, 1, 1]
    assert found.rotation.tolist() == [0, 1, 0, 1]
    assert found.facts["decisions"].tolist() == [3, 4, 5, 6]
    assert found.seating.tolist() == [[0, 1], [1, 0], [0, 1], [1, 0]]
    assert found.shares.tolist() == [[1, 0], [1, 0], [1, 0], [0, 1]]
    assert found.capped.tolist() == [False, False, True, True]
    assert found.group.tolist() == [0, 0, 1, 1]
    assert [found.label(game) for game in range(4)] == ["0", "1", "2", "3"]
    assert list(found.endings().items()) == [("line", 2), ("long enough", 1), ("decision cap", 1)]
    assert found.where(found.deal == 1).facts["turns"].tolist() == [50, 60]
    rows, seats = found.seats_of(0)
    assert found.shares[rows, seats].tolist() == [1, 0, 1, 1]


def test_a_summary_by_hand():
    found = summarise(games())
    ann, bob = found.ranking
    assert (ann.agent, ann.win_share.mean, bob.win_share.mean) == ("ann", 0.75, 0.25)
    assert (ann.games, ann.capped, ann.uncapped.mean) == (4, 2, 0.5)
    assert (ann.means["turns"].mean, ann.means["score"].mean) == (45.0, 7.5)
    assert [seat.mean for seat in found.seats] == [0.75, 0.25]
    assert (found.games, found.deals, found.decisions, found.capped, found.capped_share) == (4, 2, 18, 2, 0.5)
    (table,) = found.tables
    assert ({name: share.mean for name, share in table.win_shares.items()}, table.capped) == (
        {"ann": 0.75, "bob": 0.25},
        2,
    )
    pair = found.pairs[0].as_dict()
    assert pair == {
        "agent": "ann",
        "opponent": "bob",
        "games": 4,
        "win_share": 0.75,
        "capped": 0.5,
        "score": 7.5,
        "turns": 45.0,
    }
    assert found.field.means["turns"] == 45.0
    assert found.failures == ()


def test_games_in_which_an_agent_failed_count_or_void_their_deal():
    played = games(failed=np.array([0, 2, 0, 0]))
    played.ending[1] = FAILED
    lost, void = summarise(played), summarise(played, void=True)
    assert [(one.agent, one.game, one.seat) for one in lost.failures] == [("ann", "1", 1)]
    assert void.failures == lost.failures
    assert (lost.games, void.games, void.deals) == (4, 2, 1)
    assert list(lost.endings) == ["line", "agent failed", "long enough", "decision cap"]


def test_no_games_at_all_have_no_summary():
    with pytest.raises(ValueError, match="no games"):
        summarise(games().where(np.zeros(4, bool)))


def test_a_game_without_equal_shares_of_the_win_is_refused():
    played = results([[0.7, 0.3]], [1], [3])
    with pytest.raises(BrokenGame, match="does not share its win evenly"):
        pack(INFO, SCORE, np.array([[0, 1]]), played)


def test_a_game_may_keep_the_shares_itself():
    facts = result_schema_of(game_module("kuhn"))
    played = results([[0.75, 0.25], [0.5, 0.5], [0.0, 1.0], [0.0, 0.0]], [1, 2, 2, LIMIT], [3, 2, 2, 1])
    rows = pack(game_module("kuhn").GAME, facts, np.array([[0, 1]] * 4), played)
    assert rows["winners"].tolist() == [0b01, 0b11, 0b10, 0]
    kept = Games.of(game_module("kuhn"), ["ann", "bob"], [(0, 1)], 2, [(0, range(4), rows)])
    assert kept.shares.tolist() == played.utility.tolist()
    assert kept.won.tolist() == [[True, False], [True, True], [False, True], [False, False]]
    assert finishing_places(kept)[:3].tolist() == [[0, 1], [0, 0], [1, 0]]


def test_a_tournament_adds_up_the_shares_that_a_game_keeps():
    game = magnate.load("kuhn")
    tournament = Tournament(game, ["random", "random"], games=40)
    found = tournament.play()
    seeds = [tournament.schedule.deal_seed(deal) for deal in range(20)]
    first = game.play_many("random", seeds).utility[:, 0].mean()
    assert found.seats[0].mean == pytest.approx(first)  # rotations of equal agents are the same games
    assert found.ranking[0].means["share"].mean == found.ranking[0].win_share.mean == pytest.approx(0.5)


def test_a_game_that_says_nothing_keeps_the_score():
    assert result_schema_of(game_module("tictactoe")) is SCORE
    assert row_dtype(SCORE, 2).itemsize == 17


@pytest.mark.parametrize("name", ["pig", "kuhn", "brass", "monopoly", "connect_four", "tictactoe"])
def test_a_layout_is_read_again_from_its_text(name):
    dtype = row_dtype(result_schema_of(game_module(name)), 2)
    assert layout_from_text(layout_text(dtype), 2) == dtype
    assert layout_from_text(layout_text(dtype), 3) is None


HEAD = '["ending","|i1"],["winners","|u1"],["failed","|u1"],["decisions","<i4"],["seating","|u1",[2]]'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "[]",
        "{}",
        '["ending"]',
        f"[{HEAD}]",
        f'[{HEAD},["seats","|u1",[2]]]',
        f'[{HEAD},["seats",[["score","<f4"]],[2]]]',
        f'[{HEAD},["seats",[["score","O"]],[2]]]',
        f'[{HEAD},["seats",[["score","<i4"]],[3]]]',
        f'[{HEAD},["seats",[["score","<i4"]],2]]',
        f'[{HEAD},["ending","|i1"],["seats",[["score","<i4"]],[2]]]',
        f'[{HEAD},["more","<i4",[{10**30}]],["seats",[["score","<i4"]],[2]]]',
    ],
)
def test_a_text_that_is_no_layout_is_none(text):
    assert layout_from_text(text, 2) is None


def test_rows_are_compared_in_the_columns_that_both_have():
    one = np.array(
        [(1, 5, [0, 1], [(7,), (8,)])] * 2, [("a", "i1"), ("b", "i4"), ("c", "u1", 2), ("seats", [("x", "i4")], 2)]
    )
    other = np.array(
        [(1, [0, 1], [(7, 1), (8, 2)]), (1, [0, 1], [(7, 1), (9, 2)])],
        [("a", "i2"), ("c", "u1", 2), ("seats", [("x", "i2"), ("y", "i4")], 2)],
    )
    assert same_rows(one, other).tolist() == [True, False]
    other["c"][0] = 1
    assert same_rows(one, other).tolist() == [False, False]


def test_purchases_are_counted_by_colour():
    facts = result_schema_of(game_module("monopoly"))
    bought = np.array([[0b11, (1 << 28) - 1]], np.uint32)
    purchases = facts.reported({"bought": bought})["purchases"]
    assert purchases[0, 0].tolist() == [2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert purchases[0, 1].tolist() == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]
    assert facts.parts["purchases"][8:] == ("railroad", "utility")
    assert layout_with_digest("e73f583f7da5b9d2f478", facts, 2).itemsize == 55, "as version 0.1 kept it"
    assert row_dtype(facts, 2).itemsize <= 75


@pytest.mark.parametrize("players", [2, 4])
def test_rows_keep_what_the_game_counts(players):
    game = magnate.load("pig", players=players, target=20)
    played = game.play_many("random", range(50))
    places = np.tile(np.arange(players), (50, 1))
    rows = pack(game.info, game.module.FACTS, places, played)
    table = tuple(range(players))
    found = Games.of(game.module, [f"a{i}" for i in table], [table], players, [(0, range(50), rows)])
    assert np.array_equal(found.shares, played.utility)
    assert np.array_equal(found.seats["score"], played.score)
    assert np.array_equal(found.facts["turns"], played.states["turns"])
