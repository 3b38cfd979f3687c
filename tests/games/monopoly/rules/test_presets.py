"""A new game, the short game, the time-limit game and the edition before 2008 (rules sections 1 and 10)."""

from __future__ import annotations

import pytest

from magnate.games.monopoly.state import ENDED_BANKRUPTCIES, ENDED_TIME

from .table import DARK_BLUE, built, covers, player

TO_FREE_PARKING = (4, 6)  # from the jail square


def at_jail(**more):
    """A visitor whose throw of ten leads to Free Parking, where nothing happens."""
    return player(at="Jail", **more)


# -------------------------------------------------------------------------------------- a new game


@covers("start_cash")
@pytest.mark.parametrize("players", range(2, 9))
def test_set_up(table, players):
    """R-97 set-up: 2 to 8 players on GO with $1,500 each (option start_cash), nobody owns anything; section 1."""
    t = table(players)
    assert t.cash == [1500] * players
    assert t.squares == [0] * players
    assert t.jail == [0] * players
    assert t.turn == 0
    assert len(t.outcomes) == 21
    assert sum(t.outcomes.values()) == 36
    assert table(players, start_cash=777).cash == [777] * players


@covers("start")
def test_who_starts(table):
    """Section 1, option start: seat 0, or a seat drawn by lot, with the others following clockwise."""
    assert table(4, start="first").turn == 0
    t = table(4, start="random")
    assert t.outcomes == {f"start:{seat}": 1 for seat in range(4)}
    t.do("start:2")
    assert t.turn == 2
    t.throws(4, 6)
    assert t.turn == 3
    t.throws(4, 6)
    assert t.turn == 0


def test_two_dice(table):
    """Section 2: two dice: doubles have weight 1, other throws 2 of 36."""
    outcomes = table(2).outcomes
    assert outcomes["roll:3-3"] == 1
    assert outcomes["roll:1-6"] == 2


def test_turns_go_around_the_table(table):
    """Section 1: turns in seat order, around the table."""
    t = table(3)
    for seat in (0, 1, 2, 0):
        assert t.turn == seat
        t.throws(4, 6)


# --------------------------------------------------------------------- short game and time limit


@covers("dealt_deeds")
def test_the_short_game_deals_three_deeds(table):
    """Short game: three deeds are dealt to each player, free; option dealt_deeds; section 10."""
    t = table(2, "short-game")
    assert len(t.outcomes) == 28
    assert set(t.outcomes.values()) == {1}
    for deed in ("boardwalk", "baltic-avenue", "park-place", "short-line", "states-avenue", "water-works"):
        t.do(f"deal:{deed}")
        assert f"deal:{deed}" not in t.outcomes
    assert [t.owner(deed) for deed in ("boardwalk", "park-place", "states-avenue")] == [0, 0, 0]
    assert [t.owner(deed) for deed in ("baltic-avenue", "short-line", "water-works")] == [1, 1, 1]
    assert t.cash == [1500, 1500]
    assert (t.phase, t.mover) == ("before", 0)


def test_the_short_game_ends_at_the_first_bankruptcy(table):
    """Short game: it ends when the first player is bankrupt, and the richest wins; section 10."""
    t = table([player(cash=0, at="Pacific Avenue"), player(), player(cash=1600)], "short-game").throws(3, 4)
    assert t.ending == ENDED_BANKRUPTCIES
    assert t.shares == [0, 0, 1]


def test_the_short_games_hotels(table):
    """Short game: three houses on each lot before a hotel; section 10."""
    t = table([player(**built(DARK_BLUE, 3)), player()], "short-game").do("build:boardwalk")
    assert t.level("boardwalk") == 5


@covers("dealt_deeds", "dealt_paid")
def test_the_time_limit_game_deals_two_paid_deeds(table):
    """Time-limit game: two deeds each, paid to the bank; options dealt_deeds and dealt_paid; section 10."""
    t = table(2, "time-limit").do("deal:boardwalk", "deal:baltic-avenue", "deal:park-place", "deal:short-line")
    assert t.cash == [1500 - 750, 1500 - 260]
    assert t.owner("park-place") == 0
    t = table(2, dealt_deeds=1, dealt_paid=True).do("deal:boardwalk", "deal:baltic-avenue")
    assert t.cash == [1100, 1440]


def test_the_time_limit_ends_the_game(table):
    """Time-limit game: at the agreed time the richest player wins; section 10."""
    t = table([at_jail(cash=5), at_jail()], "time-limit", round=30, turn=1).throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_TIME
    assert t.shares == [0, 1]


# --------------------------------------------------------------------------------------- pre-2008


def test_the_old_edition(table):
    """Preset official-pre2008: the old taxes, the old Community Chest, bids from $1; sections 3, 4 and 7."""
    options = table(2, "official-pre2008").options
    assert (options.income_tax, options.luxury_tax, options.deck, options.auction_open) == ("choice", 75, "pre-2008", 1)
    t = table([at_jail(), player(), player()], "official-pre2008").throws(3, 4).draws("grand_opera")
    assert t.cash == [1600, 1450, 1450]


# ----------------------------------------------------------------------------------------- thesis
