import numpy as np
import pytest

import magnate
from magnate.arena.tuning.duels import Duels


@pytest.fixture
def duels(holder):
    def make(players=2, jobs=1, seed=1):
        return Duels(magnate.load("pig", players=players), seed, jobs)

    return make


PAIRS = [("holder", "holder:hold=20"), ("holder:hold=20", "holder"), ("holder:hold=9", "random")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_agent_among_its_copies_has_its_fair_share_of_every_deal(duels, players):
    table = duels(players)
    won = table.won("tuning", [("holder", "holder:hold=5")], 0, 30).parts
    assert (won * players == table.whole).all()
    assert table.share(won).mean == pytest.approx(1 / players)


def test_that_share_is_also_what_playing_them_gives(duels):
    table = duels(3)
    twins = table.won("tuning", [("holder", "holder:hold=1000"), ("holder:hold=1000", "holder:hold=999")], 0, 30).parts
    assert twins[1].sum() == 30 * table.unit  # both roll until they win


def test_both_sides_of_a_duel_share_every_deal(duels):
    table = duels()
    one, other, _ = table.won("tuning", PAIRS, 0, 50).parts
    assert (one + other == table.whole).all()
    assert 0 < one.sum() < other.sum()


def test_all_pairs_play_the_same_deals_whatever_else_is_played(duels, monkeypatch):
    every = duels().won("tuning", PAIRS, 3, 20).parts
    assert every.shape == (3, 17)
    monkeypatch.setattr("magnate.arena.tuning.duels.CHUNK", 7)
    for number, pair in enumerate(PAIRS):
        alone = np.hstack([duels(jobs=2).won("tuning", [pair], 3, 9).parts, duels().won("tuning", [pair], 9, 20).parts])
        assert (alone[0] == every[number]).all()


def test_stages_and_seeds_have_deals_of_their_own(duels):
    found = {
        tuple(duels(seed=seed).won(purpose, PAIRS[:1], 0, 60).parts[0])
        for seed in (1, 2)
        for purpose in ("tuning", "gate", "final")
    }
    assert len(found) == 6


def test_every_game_is_told(duels):
    told = []
    duels(3).won("tuning", [*PAIRS, ("holder", "holder")], 0, 10, told.append)
    assert sum(told) == 3 * 10 * 3


def test_several_opponents_are_one_number_a_deal(duels):
    share = duels().share(np.array([[0, 4, 2], [4, 4, 0]]))
    assert (share.mean, share.deals) == (7 / 12, 3)


def test_games_that_a_cap_ended_are_counted(holder):
    table = Duels(magnate.load("pig", max_turns=4), 1)
    found = table.won("tuning", [*PAIRS, ("holder", "holder")], 0, 10)
    assert found.played == 3 * 10 * 2, "those of an agent among its copies are not played"
    assert found.capped == found.played
    assert Duels(magnate.load("pig"), 1).won("tuning", PAIRS, 0, 10).capped == 0
