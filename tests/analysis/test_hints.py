"""Hints: whole moves with true chances, by the eyes of the seat that asks."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import magnate
from magnate.analysis import FULL, PUBLIC, chances, hints
from magnate.analysis.hints import hint, move_messages
from magnate.analysis.moves import after, candidates, move_from
from magnate.analysis.puzzles import puzzles
from magnate.analysis.worths import made
from magnate.errors import BadSeat, IllegalAction


def duel(**players):
    """Two players of Monopoly of whom each has half of two groups."""
    seats = [
        {"cash": 900, "deeds": ["mediterranean-avenue", "oriental-avenue", "vermont-avenue"]},
        {"cash": 700, "deeds": ["baltic-avenue", "connecticut-avenue"]},
    ]
    return magnate.load("monopoly", players=2).setup({"phase": "before", "players": seats, **players})


def test_a_winning_move_is_exact_and_first():
    position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    found = hint(position, games=10)
    best = found.moves[0]
    assert (best.move.names, best.shares, best.source, best.margin) == (("c1",), (1.0, 0.0), "exact", 0.0)
    assert found.policy == ""
    assert len(found.moves) == 3


def test_in_pig_the_chances_are_those_of_best_play():
    position = magnate.load("pig", target=20).setup({"points": [5, 9], "total": 8})
    found = hint(position)
    assert {one.move.names for one in found.moves} == {("roll",), ("hold",)}
    for one in found.moves:
        exact = chances(after(position, one.move)).shares
        assert one.shares == exact
        assert one.source == "exact"
    assert found.moves[0].shares[0] >= found.moves[1].shares[0]


def test_chances_come_from_games_with_their_margin_and_the_network_stands_beside():
    found = hint(duel(), games=60, seed=5)
    assert found.policy == "strategic"
    for one in found.moves:
        assert (one.source, one.games) == ("rollouts", 60)
        assert 0 < one.margin < 0.5
        assert one.network == chances(made(duel(), one.move.ids), 0).shares[0]
        assert sum(one.shares) == pytest.approx(1)
        assert one.search_value is None


def test_without_games_the_network_says_it_without_a_margin():
    for one in hint(duel(), games=0).moves:
        assert (one.source, one.margin, one.games) == ("network", None, 0)


def test_the_same_hint_twice_and_another_by_another_seed():
    first, again, other = (hint(duel(), games=40, seed=seed) for seed in (5, 5, 6))
    assert first == again
    assert [one.shares for one in first.moves] != [one.shares for one in other.moves]


def test_what_the_agent_would_do_is_among_the_moves_whole_and_its_search_is_no_chance():
    found = hint(duel(), "mcts:sims=30", games=20, seed=1)
    chosen = [one for one in found.moves if one.chosen]
    assert len(chosen) == 1
    assert move_from(duel(), chosen[0].move.ids) == chosen[0].move
    assert all(one.source == "rollouts" and one.margin is not None for one in found.moves)
    assert any(one.visits > 0 and one.search_value is not None for one in found.moves)
    plain = hint(duel(), "strategic", games=20, seed=1)
    assert [one.chosen for one in plain.moves].count(True) == 1
    assert all(one.visits == 0 for one in plain.moves)


def test_a_hint_is_for_the_eyes_of_its_seat_alone():
    position = magnate.load("kuhn").new(seed=3)
    for eyes in (FULL, PUBLIC, 1):
        with pytest.raises(BadSeat):
            hint(position, eyes=eyes)
    assert hint(position, eyes=0) == hint(position)
    with pytest.raises(IllegalAction):
        hint(magnate.load("kuhn").new())


@pytest.mark.parametrize("game", ["kuhn", "brass"])
def test_what_a_seat_cannot_know_changes_nothing_in_its_hint(game):
    """All that is hidden is drawn anew, and the hint is the same to the bit."""
    position = magnate.load(game).new(seed=11)
    seat = position.to_move
    drawn = {position.shown_to(seat, key).states().tobytes(): position.shown_to(seat, key) for key in range(6)}
    assert len(drawn) > 1
    hints = [hint(one, games=2) for one in drawn.values()]
    assert all(one == hints[0] for one in hints)


def test_moves_are_told_in_words_of_any_language():
    position = duel()
    found = hint(position, games=0, most=8)
    for one in found.moves:
        messages = move_messages(position, one.move, 0)
        assert messages
        assert all(str(message) for message in messages)
    single = move_from(position, ["roll"])
    assert [str(message) for message in move_messages(position, single, 0)] == ["Roll the dice"]


def test_words_of_a_move_leave_out_what_the_end_of_its_turn_brings():
    ends = {f"brass.event.{what}" for what in ("order", "turn", "round", "income")}
    ended = 0
    for kept in puzzles("brass")[:12]:
        position = kept.position()
        move = move_from(position, kept.moves[0].names)
        messages = {message.key for message in move_messages(position, move, kept.seat)}
        assert messages
        assert not messages & ends
        ended += any(f"brass.event.{one.key}" in ends for one in after(position, move).events)
    assert ended > 0  # some of them end a turn


LOST = [
    (60, ["boardwalk", "park-place", "pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"]),
    (
        20,
        ["illinois-avenue", "indiana-avenue", "kentucky-avenue", "marvin-gardens", "ventnor-avenue", "atlantic-avenue"],
    ),
]


@pytest.mark.parametrize(("cash", "deeds"), LOST)
def test_where_a_search_is_far_from_the_truth_the_hint_is_not(cash, deeds):
    """A search that truncates its games values a lost position by over 10 points too high; its value is no chance."""
    owner = {"cash": 1500, "deeds": deeds, "buildings": dict.fromkeys(deeds[-3:], 4)}
    players = [{"cash": cash, "deeds": ["baltic-avenue"]}, owner]
    position = magnate.load("monopoly", players=2).setup({"phase": "before", "players": players})
    found = hint(position, "mcts:sims=120", games=400, seed=1)
    one = next(one for one in found.moves if one.search_value is not None)
    games = chances(after(position, one.move), 0, games=2_000, policy="strategic", seed=9)
    assert one.search_value - games.shares[0] > 0.1
    assert abs(one.shares[0] - games.shares[0]) <= one.margin + games.margins[0]


def test_an_offer_that_a_search_withdraws_is_not_its_move(monkeypatch):
    script = iter(["trade:1", "item:mediterranean-avenue", "cancel", "roll"])

    def scripted(position, _agent, *, seed):
        return SimpleNamespace(action=position.action_id(next(script)), report=None)

    monkeypatch.setattr(hints, "search_as", scripted)
    found = hint(duel(), "mcts:sims=2", games=0)
    (chosen,) = (one.move for one in found.moves if one.chosen)
    assert chosen.names == ("roll",)
    assert next(script, None) is None


def test_one_move_is_the_best_and_the_agents_own_beside_it(monkeypatch):
    position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    monkeypatch.setattr(
        hints, "candidates", lambda *_args, **_more: [move_from(position, [one]) for one in ("a3", "c1")]
    )
    monkeypatch.setattr(hints, "is_search", lambda _name: False)
    found = hint(position, "random", games=0, most=1)
    assert [(one.move.names, one.chosen) for one in found.moves] == [(("c1",), False), (("a3",), True)]


def test_moves_stand_in_the_order_of_the_shares_that_they_show():
    for seed in range(8):
        shown = [one.shares[0] for one in hint(duel(), games=8, seed=seed, most=8).moves]
        assert shown == sorted(shown, reverse=True)


def test_kuhn_poker_has_expected_shares_and_no_chances_to_win():
    """By best play the first player leaves with 35 of 72 parts of the chips, and wins another part of the games."""
    assert hint(magnate.load("kuhn").new(seed=3)).quantity == "share"
    assert hint(magnate.load("pig", target=20).new(seed=3)).quantity == "win"


def test_an_offer_is_worth_what_the_first_agents_answer_makes_of_it():
    game = magnate.load("monopoly", players=3)
    deeds = [
        ["st-james-place", "tennessee-avenue", "baltic-avenue", "oriental-avenue"],
        ["new-york-avenue", "vermont-avenue", "connecticut-avenue"],
        ["boardwalk", "reading-railroad"],
    ]
    position = game.setup({"players": [{"cash": 900, "deeds": one} for one in deeds]})
    offers = [one for one in hint(position, games=0, most=8).moves if one.move.kind == "offer"]
    assert offers
    for one in offers:
        offered = after(position, one.move)
        answered = after(offered, candidates(offered, agents=["strategic"], most=1)[0])
        assert one.shares == pytest.approx(chances(answered).shares)
