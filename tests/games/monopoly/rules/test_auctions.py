"""Auctions (rules sections 4 and 10)."""

from __future__ import annotations

import pytest

from .table import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, built, covers, player


def declined(table, players, **settings):
    """Baltic Avenue ($60) was declined by seat 0."""
    return table(players, **settings).throws(1, 2).do("decline")


def test_the_next_seat_bids_first(table):
    """Section 4: a round of bids, begun by the seat after the one who declined."""
    t = declined(table, [player(), player(), player()])
    assert t.mover == 1
    t.do("bid:least")
    assert t.mover == 2
    t.do("bid:least")
    assert t.mover == 0


@covers("first_bidder")
def test_the_decliner_may_bid_first(table):
    """Section 4 [E], option first_bidder: the rulebook knows no order; here who declined bids before the others."""
    t = declined(table, [player(), player(), player()], first_bidder="decliner")
    assert t.mover == 0
    t.do("bid:least")
    assert t.mover == 1


def test_the_decliner_may_bid_and_win(table):
    """R-97 buying property: anyone may bid, also the player who declined to buy; section 4."""
    t = declined(table, [player(), player()])
    t.do("pass", "bid:least")
    assert t.owner("baltic-avenue") == 0
    assert t.cash == [1490, 1500]


def test_a_prisoner_may_bid(table):
    """R-97 jail: in jail one may still buy at auctions; section 5."""
    t = declined(table, [player(), player(jail=1)])
    t.do("bid:least", "pass")
    assert t.owner("baltic-avenue") == 1
    assert t.cash == [1500, 1490]


def test_the_highest_bidder_pays_its_bid(table):
    """Section 4: ascending bids until one is left, who pays the bid to the bank."""
    t = declined(table, [player(), player(), player()])
    t.do("bid:least", "bid:+50", "bid:+10", "pass", "bid:+100", "pass")
    assert t.owner("baltic-avenue") == 2
    assert t.cash == [1500, 1500, 1500 - (10 + 50 + 10 + 100)]


def test_who_passes_is_out(table):
    """Section 4: a pass is final in this auction."""
    t = declined(table, [player(), player(), player()])
    t.do("pass", "bid:least")
    assert t.mover == 0
    t.do("bid:least")
    assert t.mover == 2


@covers("auction_passes")
def test_who_passed_may_bid_again_after_a_raise(table):
    """R-25 auctions: no turn order, it ends when nobody raises; option auction_passes until_raised; section 4 [E]."""
    t = declined(table, [player(), player(), player()], auction_passes="until_raised")
    t.do("pass", "bid:least", "bid:least")
    assert t.mover == 1, "it passed before the last bid"
    t.do("bid:least", "pass", "pass")
    assert t.owner("baltic-avenue") == 1
    assert t.cash == [1500, 1488, 1500]


@covers("auction_passes")
def test_without_a_raise_a_pass_counts(table):
    """Section 4, option auction_passes until_raised: when all others have passed since the last bid it is sold."""
    t = declined(table, [player(), player(), player()], auction_passes="until_raised")
    t.do("pass", "pass", "pass")
    assert t.owner("baltic-avenue") is None
    t = declined(table, [player(), player(), player()], auction_passes="until_raised")
    t.do("pass", "pass", "bid:least")
    assert t.mover == 1
    t.do("pass", "pass")
    assert t.owner("baltic-avenue") == 0


@covers("auction_passes")
def test_a_raise_asks_only_who_can_go_higher(table):
    """Section 4, option auction_passes: who cannot top the standing bid is not asked again."""
    t = declined(table, [player(cash=100), player(cash=20), player(cash=100)], auction_passes="until_raised")
    t.do("pass").bids(20)
    assert t.mover == 0
    t.do("pass")
    assert t.owner("baltic-avenue") == 2


def test_nobody_bids(table):
    """R-25 auctions: with no bid the deed stays with the bank and nobody pays; section 4."""
    t = declined(table, [player(), player(), player()])
    t.do("pass", "pass", "pass")
    assert t.owner("baltic-avenue") is None
    assert t.cash == [1500, 1500, 1500]
    assert t.turn == 1


@covers("auction_open")
@pytest.mark.parametrize(("preset", "least"), [("official", 10), ("official-pre2008", 1)])
def test_opening_bids_by_edition(table, preset, least):
    """Bidding opens at $10 today and at $1 before; section 4 [E]."""
    t = declined(table, [player(), player()], preset=preset)
    t.do("bid:least", "pass")
    assert t.cash[1] == 1500 - least


@covers("auction_open")
def test_a_bid_below_the_opening(table):
    """Option auction_open: the first bid is no lower, in whatever way it is given; section 4."""
    t = declined(table, [player(), player()], auction_open=70)
    assert t.why("bid:+10") == "BID_TOO_LOW"
    t.do("bid:exact", "digit:7")
    assert t.why("done") == "NO_SUCH_AMOUNT"
    t.do("digit:0", "done", "pass")
    assert t.cash[1] == 1430


@covers("auction_raise")
def test_the_least_raise(table):
    """Option auction_raise: a bid rises by at least that; section 4."""
    t = declined(table, [player(), player()], auction_open=10, auction_raise=25)
    t.do("bid:least")
    assert t.why("bid:+10") == "BID_TOO_LOW"
    t.do("bid:least", "pass")
    assert t.owner("baltic-avenue") == 0
    assert t.cash[0] == 1500 - 35


def test_a_raise_of_one_dollar(table):
    """R-25 auctions: raises of $1 or more; section 4."""
    t = declined(table, [player(), player()])
    t.do("bid:least", "bid:least", "pass")
    assert t.cash[0] == 1489


def test_an_exact_bid(table):
    """Section 4: any whole dollar between the least bid and the limit."""
    t = declined(table, [player(), player()])
    t.bids(137).do("pass")
    assert t.owner("baltic-avenue") == 1
    assert t.cash[1] == 1363


def test_only_bids_that_can_be_finished(table):
    """Issue section 3 "decisions": digits that lead beyond the limit are not offered."""
    t = declined(table, [player(), player(cash=45)])
    t.do("bid:exact")
    assert t.verbs("digit") == {"1", "2", "3", "4"}
    t.do("digit:4")
    assert t.verbs("digit") == {"0", "1", "2", "3", "4", "5"}
    assert not t.can("done")
    t.do("digit:5", "done", "pass")
    assert t.cash[1] == 0


def test_the_limit_is_cash_plus_what_can_be_raised(table):
    """Section 4 default: bids are capped at cash plus liquidation value: mortgages of what is not mortgaged yet."""
    t = declined(
        table,
        [player(), player(cash=100, deeds=["boardwalk", "park-place", "short-line"], mortgaged=["park-place"])],
    )
    t.do("bid:limit", "pass")
    assert t.mover == 1, "the winner raises the price"
    t.do("mortgage:boardwalk", "mortgage:short-line")
    assert t.owner("baltic-avenue") == 1
    assert t.cash[1] == 0


def test_the_limit_leaves_the_lot_out(table):
    """Hasbro support: the won deed may not be mortgaged to pay for it; section 4 [SE]."""
    t = declined(table, [player(), player(cash=40)])
    t.do("bid:limit", "pass")
    assert t.owner("baltic-avenue") == 1
    assert t.cash[1] == 0
    t = declined(table, [player(), player(cash=40)])
    t.do("bid:exact", "digit:4")
    assert t.verbs("digit") == {"0"}


def test_the_limit_counts_buildings_at_half(table):
    """Section 4 default: liquidation value is half of the buildings, then the mortgages."""
    t = declined(table, [player(), player(cash=0, **built(DARK_BLUE, 2))])
    t.do("bid:limit", "pass")
    for action in ("sell:boardwalk", "sell:park-place", "sell:boardwalk", "sell:park-place"):
        t.do(action)
    t.do("mortgage:boardwalk", "mortgage:park-place")
    assert t.owner("baltic-avenue") == 1
    assert t.cash[1] == 0, "4 houses at $100, mortgages of 200 and 175"


def test_the_limit_under_a_shortage_of_houses(table):
    """Sections 4 and 8: hotels count at half although the bank lacks houses to break them: the group can be sold."""
    t = declined(table, [player(), player(cash=0, **built(DARK_BLUE, "hotel"))], houses=4, hotels=2)
    t.do("bid:limit", "pass")
    t.do("sell:boardwalk")
    t.do("break-group:dark-blue", "break-to:0", "mortgage:boardwalk", "mortgage:park-place")
    assert t.owner("baltic-avenue") == 1
    assert t.cash[1] == 0, "10 pieces at $100 and the mortgages, as the limit said"


def test_the_winner_cannot_go_back(table):
    """Hasbro support: bids are binding; section 4 [SE]: the winner short of cash must raise it."""
    t = declined(table, [player(), player(cash=100, deeds=["boardwalk"])])
    t.bids(250).do("pass")
    assert t.legal == {"mortgage:boardwalk", "trade:0"}
    assert t.why("bankrupt") == "CAN_STILL_PAY"
    t.do("mortgage:boardwalk")
    assert t.cash[1] == 50
    assert t.owner("baltic-avenue") == 1


def test_who_cannot_open_is_left_out(table):
    """Section 4: without means for the least bid one is not asked."""
    t = declined(table, [player(cash=100), player(cash=5), player(cash=9)])
    assert t.mover == 0
    t.do("bid:least")
    assert t.owner("baltic-avenue") == 0


def test_who_cannot_raise_is_left_out(table):
    """Section 4: who cannot top the standing bid is out, and the auction closes."""
    t = declined(table, [player(cash=100), player(cash=100)])
    t.bids(100)
    assert t.owner("baltic-avenue") == 1
    assert t.cash == [100, 0]


def test_a_bankrupt_player_does_not_bid(table):
    """Section 10: who is out takes no part in auctions."""
    t = declined(table, [player(), player(cash=0, bankrupt=True), player()])
    assert t.mover == 2
    t.do("bid:least")
    assert t.mover == 0


def test_passing_until_ones_turn_does_not_skip_auctions(table):
    """Issue section 3: "pass until my turn" is about the windows between turns; auctions ask everybody."""
    t = declined(table, [player(), player(quiet=True)])
    assert t.mover == 1
    t.do("bid:least", "pass")
    assert t.owner("baltic-avenue") == 1


def test_the_same_amount_has_one_name(table):
    """Issue section 2: an amount has one spelling among the short forms."""
    t = declined(table, [player(), player(cash=50)])
    assert t.why("bid:+10") == "SAME_BID", "the opening is $10"
    assert t.why("bid:limit") == "SAME_BID", "+50 from nothing is all it has"
    assert t.can("bid:+50")
    assert t.why("bid:+100") == "BID_OVER_LIMIT"


def test_after_the_auction_the_turn_goes_on(table):
    """Section 2: the square resolved, doubles throw again."""
    t = table([player(), player()]).throws(3, 3).do("decline", "bid:least", "pass")
    assert t.owner("oriental-avenue") == 1
    t.throws(1, 3)
    assert t.squares[0] == 10


def test_the_auction_happens_before_anything_else(table):
    """R-97 buying property: "at once"; no building or trading while it runs; sections 4 and 9."""
    t = declined(table, [player(), player(deeds=[*LIGHT_BLUE, *ORANGE])])
    assert t.why("build:new-york-avenue") == "NOT_NOW"
    assert t.why("mortgage:new-york-avenue") == "NOT_NOW"
    assert not t.verbs("trade")


@covers("bankruptcy")
def test_no_bidding_on_credit(table):
    """Section 4, option bankruptcy cash: no debt is raised there, so bids end at the cash in hand."""
    t = declined(table, [player(), player(cash=100, deeds=["boardwalk"])], bankruptcy="cash")
    t.do("bid:exact", "digit:2", "digit:0")
    assert t.legal == {"done"}, "$200 is more than the cash"


def test_each_estate_auction_counts_what_was_just_won(table):
    """Sections 4 and 10: a deed won in the same estate may be mortgaged for the next one's price."""
    t = table(
        [player(cash=0, at="Pacific Avenue", deeds=BROWN, mortgaged=BROWN), player(cash=10), player(cash=0)],
        offers_per_turn=0,
    )
    t.throws(3, 4)
    t.do("bid:least")
    assert t.owner("mediterranean-avenue") == 1
    assert t.mover == 1, "no cash, but a mortgage value of 30"
    t.do("bid:limit", "mortgage:mediterranean-avenue")
    assert t.owner("baltic-avenue") == 1
    assert t.cash[1] == 0


@covers("bid_limit")
def test_bids_from_cash_only(table):
    """Section 4, option bid_limit cash: what could be raised does not count, so the winner always pays at once."""
    t = declined(table, [player(), player(cash=100, deeds=["boardwalk"])], bid_limit="cash")
    assert t.why("bid:limit") == "SAME_BID", "+100 is all the cash"
    t.do("bid:+100", "pass")
    assert (t.owner("baltic-avenue"), t.cash[1]) == (1, 0)
    t = declined(table, [player(), player(cash=100, deeds=["boardwalk"])], bid_limit="means")
    t.do("bid:limit", "pass", "mortgage:boardwalk")
    assert (t.owner("baltic-avenue"), t.cash[1]) == (1, 0)
