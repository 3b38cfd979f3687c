"""Where chances come from, who may ask what, and that they are the same whoever asks."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

import magnate
from magnate.analysis import EXACT, FULL, NETWORK, PUBLIC, ROLLOUTS, chances, rollout
from magnate.analysis.eyes import redrawn
from magnate.core.contract import CHANCE
from magnate.errors import BadAgent, BadSeat

PRESETS = ("official", "official-pre2008", "thesis")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 9))
def test_monopoly_begins_with_nearly_even_chances(preset, players):
    found = chances(magnate.load("monopoly", preset, players).new())
    assert (found.source, found.margins, found.games) == (NETWORK, (), 0)
    assert sum(found.shares) == pytest.approx(1, abs=1e-12)
    assert np.array(found) == pytest.approx(np.full(players, 1 / players), abs=0.05)


def test_a_seat_that_is_far_ahead_is_likelier_to_win():
    game = magnate.load("monopoly", players=3)
    rich = game.setup({"players": [{"cash": 3000, "deeds": ["boardwalk", "park-place"]}, {"cash": 200}, {"cash": 200}]})
    assert chances(rich).shares[0] > 0.8


@pytest.mark.parametrize("eyes", [PUBLIC, FULL, 0, 1, 2])
def test_in_monopoly_all_eyes_see_the_same(eyes):
    position = magnate.load("monopoly", players=3).new(seed=4)
    assert chances(position, eyes).shares == chances(position).shares


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_brass_nothing_depends_on_hands_that_the_eyes_do_not_know(players):
    game = magnate.load("brass", players=players)
    position, draws, full = game.new(seed=players), np.random.default_rng(players), 0
    for step in range(150):
        position.apply(int(draws.choice(position.legal_ids())))
        if step % 15 == 0:
            seat = step % players
            other = position.shown_to(seat, step)
            assert chances(other, seat).shares == chances(position, seat).shares
            assert chances(other.shown_to(players - 1 - seat, step)).shares == chances(position).shares
            full += chances(other, FULL).shares != chances(position, FULL).shares
            assert chances(position, seat).source == NETWORK
    assert full > 5


def test_a_draw_that_nobody_else_sees_changes_nothing_for_others():
    game, draws, met = magnate.load("brass", players=3), np.random.default_rng(2), 0
    position = game.new()
    for _ in range(260):
        if position.to_move == CHANCE:
            outcomes = position.outcomes()
            if len(outcomes) > 1 and len(position.seen_by) == 1 and position.steps > 60 and met < 12:
                met += 1
                found = {chances(position.copy().apply(one)).shares for one in outcomes}
                assert found == {chances(position).shares}
            position.apply(outcomes[int(draws.integers(len(outcomes)))])
        else:
            position.apply(int(draws.choice(position.legal_ids())))
    assert met == 12


def test_the_end_is_exact():
    position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]}).apply("c1")
    assert (chances(position).shares, chances(position).source) == ((1.0, 0.0), EXACT)


def test_options_that_were_not_measured_are_rolled_out():
    position = magnate.load("monopoly", players=3, start_cash=100, max_rounds=3).new()
    found = chances(position, games=60, seed=2)
    assert (found.source, found.games, found.policy) == (ROLLOUTS, 60, "strategic")
    assert sum(found.shares) == pytest.approx(1)
    assert all(0 < margin < 0.2 for margin in found.margins)
    assert chances(position, games=60, seed=2) == found
    assert chances(position, games=60, seed=3) != found


def test_rollouts_hold_the_exact_chance_within_their_margins():
    """Of two cells one wins at once; random play takes it half the time, and then the other player fills the board."""
    position = magnate.load("tictactoe").setup({"board": ["XXO", "OOX", "X.."]})
    found = chances(position, policy="random", games=4000)
    exact = {action: position.copy().apply(action) for action in position.legal_ids()}
    mean = np.mean([_random_value(one) for one in exact.values()], axis=0)
    assert (found.source, found.policy) == (ROLLOUTS, "random")
    assert np.abs(np.array(found) - mean).max() <= 2 * max(found.margins)


def _random_value(position):
    """What a position is worth when all moves are equally likely."""
    if position.is_over:
        return np.array(position.utility())
    return np.mean([_random_value(position.copy().apply(a)) for a in position.legal_ids()], axis=0)


def test_results_that_are_all_alike_still_have_a_margin():
    position = magnate.load("monopoly", players=2, max_rounds=1).setup({"players": [{"cash": 9000}, {"cash": 1}]})
    found = chances(position, games=50)
    assert found.shares == (1.0, 0.0)
    assert found.margins == (0.06, 0.06)


def test_what_cannot_be_asked():
    position = magnate.load("monopoly", players=3).new()
    for eyes in (3, -1, "all"):
        with pytest.raises(BadSeat):
            chances(position, eyes)
    with pytest.raises(BadAgent, match="not compiled"):
        chances(position, policy="mcts")


def test_rollouts_for_a_spectator_depend_on_no_hand():
    game, draws = magnate.load("brass", players=2), np.random.default_rng(6)
    position = game.new(seed=6)
    for _ in range(120):
        position.apply(int(draws.choice(position.legal_ids())))
    others = [position.shown_to(seat, 3) for seat in (0, 1)]
    assert all(chances(one, FULL).shares != chances(position, FULL).shares for one in others)
    for one in others:
        assert chances(one, policy="random", games=8) == chances(position, policy="random", games=8)
        assert rollout(one, agents="random", until=36) == rollout(position, agents="random", until=36)


def test_a_spectator_of_kuhn_knows_no_card_and_each_deal_is_as_likely():
    game, drawn = magnate.load("kuhn"), []
    for cards in permutations((1, 2, 3), 2):
        position = game.new()
        for card in cards:
            position.apply(card)
        drawn.append([tuple(redrawn(position, PUBLIC, 5, n).state["card"].tolist()) for n in range(600)])
        assert rollout(position, ["bet", "pass"], until=72, eyes=PUBLIC).games == 72
    assert all(one == drawn[0] for one in drawn)
    counts = Counter(drawn[0])
    assert len(counts) == 6
    assert all(70 < count < 130 for count in counts.values())


def test_a_policy_that_is_named_plays_kuhn_too():
    found = chances(magnate.load("kuhn").new(), policy="random", games=200)
    assert (found.source, found.policy) == (ROLLOUTS, "random")
    assert sum(found.shares) == pytest.approx(1)


def test_before_its_first_card_a_seat_knows_no_more_than_a_spectator():
    position = magnate.load("brass", players=4).new()
    public = chances(position).shares
    assert all(chances(position, seat).shares == public for seat in range(4))
