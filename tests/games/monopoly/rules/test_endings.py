"""How a game ends and who has won (rules section 10)."""

from __future__ import annotations

import pytest

from magnate.games.monopoly.state import ENDED_BANKRUPTCIES, ENDED_LAST, ENDED_ROUNDS, ENDED_TIME, ENDED_TURNS

from .table import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, RAILROADS, built, covers, player

TO_FREE_PARKING = (4, 6)


def at_jail(**more):
    """A visitor whose throw of ten leads to Free Parking, where nothing happens."""
    return player(at="Jail", **more)


def broke(**more):
    """A player whom the luxury tax will bankrupt."""
    return player(cash=0, at="Pacific Avenue", **more)


TO_LUXURY_TAX = (3, 4)


def test_the_last_player_wins(table):
    """R-97 bankruptcy: the last player left in the game wins; section 10."""
    t = table([broke(), player(cash=1)]).throws(*TO_LUXURY_TAX)
    assert t.mover == "over"
    assert t.ending == ENDED_LAST
    assert t.shares == [0, 1]


def test_the_game_goes_on_while_two_are_left(table):
    """Section 10: a bankruptcy among three does not end the game."""
    t = table([broke(), player(), player()]).throws(*TO_LUXURY_TAX)
    assert t.mover != "over"
    assert t.ending == 0


def test_the_last_player_wins_although_it_is_poor(table):
    """Section 10: who is left wins, whatever it has."""
    t = table([player(at="GO", cash=3), player(cash=0, deeds=BROWN, mortgaged=["mediterranean-avenue"])],
              offers_per_turn=0)  # fmt: skip
    t.throws(1, 2)
    assert t.shares == [0, 1]
    assert t.cash[1] == 3


def test_the_last_one_needs_no_interest(table):
    """Section 10: a game that is over asks for no interest: the winner inherits mortgages and wins."""
    t = table([player(cash=0, deeds=RAILROADS, mortgaged=RAILROADS), player(cash=0, deeds=["baltic-avenue"])],
              offers_per_turn=0)  # fmt: skip
    t.throws(1, 2)
    assert t.mover == "over"
    assert t.shares == [0, 1]


@covers("end_bankruptcies")
def test_the_first_bankruptcy_ends_the_game(table):
    """Short game, option end_bankruptcies 1: the richest of those left wins; section 10."""
    t = table([broke(), player(cash=900), player(cash=800, deeds=["boardwalk"])],
              end_bankruptcies=1, offers_per_turn=0)  # fmt: skip
    t.throws(*TO_LUXURY_TAX)
    assert t.mover == "over"
    assert t.ending == ENDED_BANKRUPTCIES
    assert t.shares == [0, 0, 1]


@covers("end_bankruptcies")
def test_the_second_bankruptcy_ends_the_game(table):
    """Option end_bankruptcies 2: one is not enough; section 10."""
    out = player(cash=0, bankrupt=True)
    t = table([broke(), player(), player(), player(cash=1501)], end_bankruptcies=2).throws(*TO_LUXURY_TAX)
    assert t.mover != "over"
    t = table([broke(), player(), out, player(cash=1501)], end_bankruptcies=2).throws(*TO_LUXURY_TAX)
    assert t.shares == [0, 0, 0, 1]


def test_the_creditor_is_valued_with_what_it_received(table):
    """Short game: the bankrupt's things are handed over before the players are valued; section 10."""
    debtor = player(cash=3, deeds=["boardwalk"], mortgaged=["boardwalk"])
    creditor = player(cash=1200, deeds=BROWN)
    t = table([debtor, creditor, player(cash=1400)], end_bankruptcies=1, offers_per_turn=0)
    t.throws(1, 2)
    assert t.mover == "over"
    assert t.cash[1] == 1200 + 3 - 20
    assert t.worth[1] == 1183 + 120 + 200
    assert t.shares == [0, 1, 0]


@covers("max_rounds")
def test_the_cap_on_rounds(table):
    """Section 10: no official draw rule: after max_rounds rounds the richer player is ahead."""
    t = table([at_jail(cash=1000), at_jail(cash=1400)], max_rounds=1).throws(*TO_FREE_PARKING)
    assert t.mover != "over"
    t.throws(*TO_FREE_PARKING)
    assert t.mover == "over"
    assert t.ending == ENDED_ROUNDS
    assert t.shares == [0, 1]


@covers("max_rounds")
def test_no_cap(table):
    """Option max_rounds 0: no cap."""
    t = table([at_jail(), at_jail()], max_rounds=0, round=5000, turn=1).throws(*TO_FREE_PARKING)
    assert t.mover != "over"


@pytest.mark.parametrize("preset", ["official", "official-pre2008", "thesis", "expectiminimax", "short-game"])
def test_a_thousand_rounds_in_every_preset(table, preset):
    """Issue section 3: the cap on rounds is 1,000 in every preset."""
    t = table([at_jail(), at_jail(cash=1501)], preset, round=1000, turn=1).throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_ROUNDS
    assert t.shares == [0, 1]
    t = table([at_jail(), at_jail()], preset, round=999, turn=1).throws(*TO_FREE_PARKING)
    assert t.ending == 0


def test_a_round_is_one_turn_of_every_living_player(table):
    """Issue section 3: bankrupt seats have no turns, so they do not count in a round."""
    out = player(cash=0, bankrupt=True)
    t = table([at_jail(), out, at_jail(cash=2000), out], max_rounds=1, auctions=False).throws(*TO_FREE_PARKING)
    assert t.mover != "over"
    t.throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_ROUNDS
    assert t.shares == [0, 0, 1, 0]


def test_rounds_are_counted_from_the_starter(table):
    """Issue section 3: the round ends with the seat before the one that started."""
    t = table([at_jail(), at_jail(), at_jail(cash=9)], turn=2, starter=2, max_rounds=1)
    t.throws(*TO_FREE_PARKING).throws(*TO_FREE_PARKING)
    assert t.mover != "over"
    t.throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_ROUNDS
    assert t.shares == [0.5, 0.5, 0]


def test_the_starter_goes_bankrupt(table):
    """Issue section 3: rounds go on being counted when the player who began is out."""
    out = player(cash=0, bankrupt=True)
    t = table([out, at_jail(), at_jail()], turn=1, max_rounds=1).throws(*TO_FREE_PARKING)
    assert t.mover != "over"
    t.throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_ROUNDS


def test_doubles_do_not_count_as_turns(table):
    """Section 2: the throw after a double is the same turn."""
    t = table([at_jail(), at_jail()], max_turns=1).throws(5, 5)
    assert t.mover != "over"
    t.throws(4, 6)
    assert t.ending == ENDED_TURNS


@covers("max_turns")
def test_the_cap_on_turns(table):
    """Issue section 3, option max_turns: a cap on player turns."""
    t = table([at_jail(), at_jail(), at_jail(cash=1600)], max_turns=2).throws(*TO_FREE_PARKING)
    assert t.mover != "over"
    t.throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_TURNS
    assert t.shares == [0, 0, 1]


@covers("time_limit_rounds")
def test_the_time_limit(table):
    """Time-limit game, option time_limit_rounds: after so many rounds the richest wins; section 10."""
    t = table([at_jail(), at_jail(cash=1400)], time_limit_rounds=1).throws(*TO_FREE_PARKING)
    t.throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_TIME
    assert t.shares == [1, 0]


def test_equal_worth_shares_the_win(table):
    """Issue section 3: at a cap equal worth shares."""
    t = table([at_jail(cash=1400, deeds=["st-james-place"]), at_jail(cash=1580), at_jail(cash=1579)], max_turns=1)
    t.throws(*TO_FREE_PARKING).all_pass()
    assert t.shares == [0.5, 0.5, 0]


def test_the_last_turn_includes_its_windows(table):
    """Sections 2 and 10: a turn is over when the windows after it are."""
    t = table([at_jail(deeds=BROWN), at_jail(deeds=ORANGE)], max_turns=1).throws(*TO_FREE_PARKING)
    assert t.mover == 0
    t.do("mortgage:baltic-avenue", "pass")
    assert t.mover == 1
    t.do("pass")
    assert t.mover == "over"


def test_valuation(table):
    """Short and time-limit game: cash, printed prices (half if mortgaged), the cost of the buildings; section 10."""
    lots = built(LIGHT_BLUE, 4, 4, "hotel")
    t = table([
        player(cash=10, deeds=[*LIGHT_BLUE, *DARK_BLUE], buildings=lots["buildings"], mortgaged=["park-place"],
               jail_cards=["chance"]),
        player(),
    ])  # fmt: skip
    assert t.worth == [10 + 320 + 400 + 175 + 13 * 50, 1500]


def test_nothing_can_be_done_after_the_end(table):
    """Section 10: the game is over: no action is legal."""
    t = table([broke(), player(deeds=BROWN)], offers_per_turn=0).throws(*TO_LUXURY_TAX)
    assert t.mover == "over"
    assert t.legal == set()
    assert t.why("roll") == "NOT_NOW"
    assert t.settled


@covers("mortgaged_worth")
def test_what_a_mortgaged_deed_counts(table):
    """Section 10 and M2 (h), option mortgaged_worth: half of the printed price, or all of it."""
    owner = player(cash=100, deeds=["boardwalk"], mortgaged=["boardwalk"])
    assert table([owner, player()]).worth == [300, 1500]
    assert table([owner, player()], mortgaged_worth="full").worth == [500, 1500]
