import numpy as np
import pytest

import magnate
from magnate.arena.tuning.evaluation import Duels


@pytest.fixture
def duels(holder):
    def make(players=2, jobs=1, seed=1):
        return Duels(magnate.load("pig", players=players), seed, jobs)

    return make


PAIRS = [("holder", "holder:hold=20"), ("holder:hold=20", "holder"), ("holder:hold=9", "random")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_agent_among_its_copies_has_its_fair_share_of_every_deal(duels, players):
    table = duels(players)
    won = table.play("tuning", [("holder", "holder:hold=5")], 0, 30).won
    assert (won * players == table.whole).all()
    assert table.share(won).mean == pytest.approx(1 / players)


def test_that_share_is_also_what_playing_them_gives(duels):
    table = duels(3)
    pairs = [("holder", "holder:hold=1000"), ("holder:hold=1000", "holder:hold=999")]
    twins = table.play("tuning", pairs, 0, 30).won
    assert twins[1].sum() == 30 * table.unit  # both roll until they win


def test_both_sides_of_a_duel_share_every_deal(duels):
    table = duels()
    one, other, _ = table.play("tuning", PAIRS, 0, 50).won
    assert (one + other == table.whole).all()
    assert 0 < one.sum() < other.sum()


def test_all_pairs_play_the_same_deals_whatever_else_is_played(duels, monkeypatch):
    every = duels().play("tuning", PAIRS, 3, 20).won
    assert every.shape == (3, 17)
    monkeypatch.setattr("magnate.arena.tuning.evaluation.CHUNK", 7)
    for number, pair in enumerate(PAIRS):
        pieces = [duels(jobs=2).play("tuning", [pair], 3, 9), duels().play("tuning", [pair], 9, 20)]
        alone = np.hstack([piece.won for piece in pieces])
        assert (alone[0] == every[number]).all()


def test_stages_and_seeds_have_deals_of_their_own(duels):
    found = {
        tuple(duels(seed=seed).play(purpose, PAIRS[:1], 0, 60).won[0])
        for seed in (1, 2)
        for purpose in ("tuning", "gate", "final")
    }
    assert len(found) == 6


def test_every_game_is_told(duels):
    calls = []
    duels(3).play("tuning", [*PAIRS, ("holder", "holder")], 0, 10, calls.append)
    assert sum(calls) == 3 * 10 * 3


def test_several_opponents_are_one_number_a_deal(duels):
    share = duels().share(np.array([[0, 4, 2], [4, 4, 0]]))
    assert (share.mean, share.deals) == (7 / 12, 3)


def test_games_that_a_cap_ended_are_counted(duels):
    """In a turn each hardly anybody wins: every game that is played ends by the cap."""
    short = Duels(magnate.load("pig", players=2, max_turns=2), 1)
    found = short.play("tuning", [*PAIRS, ("holder", "holder")], 0, 10)
    assert found.games.tolist() == [20, 20, 20, 0]
    assert found.capped.tolist() == [20, 20, 20, 0]
    assert duels().play("tuning", PAIRS, 0, 10).capped.tolist() == [0, 0, 0]


@pytest.mark.parametrize("players", [2, 3])
def test_among_its_own_copies_an_even_share_is_certain(duels, players):
    table = duels(players)
    share = table.share(np.full((2, 50), table.unit), rivals=False)
    assert share.low == share.mean == share.high == pytest.approx(1 / players)
