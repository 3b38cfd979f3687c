"""Contested buildings: claims and the auction among the claimants (rules section 8, option building_contest)."""

from __future__ import annotations

from .table import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, RED, YELLOW, built, covers, player


def two_builders(table, houses=2, cash=(1500, 1500), **settings):
    """Seat 0 owns the oranges ($100 a house), seat 1 the light blues ($50), and few houses are left."""
    players = [player(cash=cash[0], deeds=ORANGE), player(cash=cash[1], deeds=LIGHT_BLUE)]
    return table(players, houses=houses, hotels=0, **settings)


def test_a_declared_building_can_be_claimed(table):
    """R-97 shortage: more wanted than the bank has: the others are asked to claim it for a named lot; section 8."""
    t = two_builders(table)
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 0, "not built yet"
    assert t.mover == 1
    assert t.legal == {"pass", *(f"claim:{deed}" for deed in LIGHT_BLUE)}


@covers("building_contest")
def test_without_contests_the_first_one_builds(table):
    """Option building_contest off: who declares a building gets it; section 8."""
    t = two_builders(table, building_contest=False)
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 1
    assert t.mover == 0


def test_nobody_claims(table):
    """Section 8: unclaimed, the building is placed at the house price."""
    t = two_builders(table)
    t.do("build:new-york-avenue", "pass")
    assert t.level("new-york-avenue") == 1
    assert t.cash == [1400, 1500]
    assert t.mover == 0


def test_enough_for_all_is_no_contest(table):
    """Section 8: with as many pieces as all could place and pay now, nobody is asked."""
    t = two_builders(table, houses=24)
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 1
    t = two_builders(table, houses=23, cash=(5000, 5000))
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 0


def test_demand_is_what_can_be_paid_now(table):
    """Section 8: lots that nobody could pay for do not count: 2 + 3 houses are within 5."""
    t = two_builders(table, houses=5, cash=(250, 199))
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 1
    t = two_builders(table, houses=4, cash=(250, 199))
    t.do("build:new-york-avenue")
    assert t.mover == 1


def test_the_claimed_piece_is_auctioned(table):
    """R-97 shortage: the building is sold by auction, the declarer bidding too; section 8."""
    t = two_builders(table)
    t.do("build:new-york-avenue", "claim:connecticut-avenue")
    assert t.mover == 0
    t.do("bid:least", "bid:+50", "pass")
    assert t.levels(["new-york-avenue", "connecticut-avenue"]) == [0, 1]
    assert t.cash == [1500, 1350]
    assert t.houses == 1


def test_the_declarer_wins_the_auction(table):
    """Section 8: the declarer's own lot is its claim."""
    t = two_builders(table)
    t.do("build:new-york-avenue", "claim:connecticut-avenue", "bid:least", "pass")
    assert t.level("new-york-avenue") == 1
    assert t.cash == [1400, 1500]
    assert t.mover == 0


def test_bidding_opens_at_the_cheapest_claimants_house_price(table):
    """Tournament rule: the opening bid is the cheapest house price where the piece could go; section 8 [SE]."""
    t = two_builders(table)
    t.do("build:new-york-avenue", "claim:connecticut-avenue")
    t.do("pass", "bid:least")
    assert t.cash == [1500, 1450], "the $50 of the light blues, not the $100 of the oranges"
    t = table([player(deeds=RED), player(deeds=ORANGE)], houses=2, hotels=0)
    t.do("build:illinois-avenue", "claim:new-york-avenue", "pass")
    assert t.why("bid:+50") == "BID_TOO_LOW"
    t.do("bid:least")
    assert t.cash[1] == 1400


def test_nobody_gets_a_building_below_the_price_of_its_own_lot(table):
    """Tournament rule: a bid is for the bidder's named lot, hence at least its house price; section 8 [SE]."""
    t = two_builders(table)
    t.do("build:new-york-avenue", "claim:connecticut-avenue")
    assert t.why("bid:+50") == "BID_TOO_LOW"
    assert t.why("bid:+100") == "SAME_BID"
    t.do("bid:least")
    assert t.why("bid:least") == "OK"
    t.do("pass")
    assert t.cash == [1400, 1500]


def test_a_building_is_not_bought_to_be_sold_back(table):
    """Section 8: whoever wins, by whatever opening, pays at least twice what selling the building brings."""
    for how in ("house_price", "auction_open"):
        t = two_builders(table, contest_open=how)
        t.do("build:new-york-avenue", "claim:connecticut-avenue", "bid:least", "pass", "sell:new-york-avenue")
        assert t.cash == [1450, 1500]
        t.do("build:new-york-avenue", "claim:connecticut-avenue", "pass", "bid:least")
        assert t.cash == [1450, 1450]


def test_bids_for_buildings_are_cash_only(table):
    """Issue section 3: bids for a building are from cash in hand, not from what could be raised."""
    t = two_builders(table, cash=(120, 1500))
    t.do("build:new-york-avenue", "claim:connecticut-avenue")
    assert t.why("bid:least") == "OK"
    t.do("bid:exact", "digit:1")
    assert "9" not in t.verbs("digit")
    t.do("digit:2", "digit:0", "done", "bid:+10")
    assert t.level("connecticut-avenue") == 1, "seat 0 has deeds to mortgage but no more cash"
    assert t.cash == [120, 1370]


def test_everybody_who_can_build_is_asked_once_in_seat_order(table):
    """Section 8: the other players are asked in seat order from the declarer."""
    t = table([player(deeds=BROWN), player(deeds=ORANGE), player(), player(deeds=RED)], turn=1, houses=3, hotels=0)
    t.do("build:new-york-avenue")
    assert t.mover == 3, "seat 2 can place nothing"
    t.do("pass")
    assert t.mover == 0
    t.do("claim:baltic-avenue")
    assert t.mover == 1, "the auction begins with the declarer"


def test_three_claimants(table):
    """Section 8: all who claimed bid in turn until one is left."""
    t = table([player(deeds=BROWN), player(deeds=ORANGE), player(deeds=RED)], houses=1, hotels=0)
    t.do("build:baltic-avenue", "claim:new-york-avenue", "claim:illinois-avenue")
    t.do("bid:least", "bid:least", "bid:least", "pass", "pass")
    assert t.level("illinois-avenue") == 1
    assert t.cash == [1500, 1500, 1350]


@covers("auction_passes")
def test_a_claimant_may_bid_again_after_a_raise(table):
    """Sections 4 and 8, option auction_passes until_raised: the claimants come back, and nobody else does."""
    players = [player(deeds=BROWN), player(deeds=ORANGE), player(deeds=RED), player(deeds=YELLOW)]
    t = table(players, houses=1, hotels=0, auction_passes="until_raised")
    t.do("build:baltic-avenue", "claim:new-york-avenue", "claim:illinois-avenue", "pass")
    t.do("pass", "bid:least", "bid:least")
    assert t.mover == 0
    t.do("bid:least", "pass", "pass")
    assert t.level("baltic-avenue") == 1
    assert t.cash == [1349, 1500, 1500, 1500]


def test_a_claimant_who_passed_does_not_bid(table):
    """Section 8: only claimants take part in the auction."""
    t = table([player(deeds=BROWN), player(deeds=ORANGE), player(deeds=RED)], houses=1, hotels=0)
    t.do("build:baltic-avenue", "pass", "claim:illinois-avenue", "bid:least")
    assert t.mover == 2
    t.do("pass")
    assert t.level("baltic-avenue") == 1
    assert t.cash[0] == 1450


def test_a_claim_names_a_legal_lot(table):
    """Tournament rule: a bidder must name a legal lot first: evenly, unmortgaged, of a whole group; section 8 [SE]."""
    lots = built(LIGHT_BLUE, 1, 0, 0)
    other = player(**{**lots, "deeds": [*LIGHT_BLUE, *YELLOW, *RED[:2]]}, mortgaged=["atlantic-avenue"])
    t = table([player(deeds=ORANGE), other], houses=3, hotels=0)
    t.do("build:new-york-avenue")
    assert t.verbs("claim") == {"vermont-avenue", "connecticut-avenue"}
    assert t.why("claim:oriental-avenue") == "UNEVEN"
    assert t.why("claim:ventnor-avenue") == "GROUP_MORTGAGED"
    assert t.why("claim:indiana-avenue") == "GROUP_INCOMPLETE"


def test_a_claimant_needs_the_house_price(table):
    """Section 8: who cannot pay for a building now cannot claim one."""
    t = two_builders(table, houses=1, cash=(1500, 49))
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 1


def test_hotels_are_contested_too(table):
    """R-97 shortage: houses or hotels; section 8."""
    t = table([player(**built(DARK_BLUE, 4)), player(**built(BROWN, 4))], houses=16, hotels=1)
    t.do("build:boardwalk")
    assert t.mover == 1
    assert t.verbs("claim") == set(BROWN)
    t.do("claim:baltic-avenue", "bid:least", "bid:+50", "pass")
    assert t.levels(["boardwalk", "baltic-avenue"]) == [4, 5]
    assert (t.houses, t.hotels) == (4, 0)


def test_a_house_is_not_claimed_for_a_hotel(table):
    """Section 8: who would need a hotel does not contest a house."""
    t = table([player(deeds=ORANGE), player(**built(BROWN, 4))], houses=9, hotels=12)
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 1
    assert t.mover == 0


def test_claims_are_open_to_prisoners(table):
    """Section 5 and 8: in jail one may still build, hence claim."""
    t = table([player(deeds=ORANGE), player(deeds=LIGHT_BLUE, jail=2)], houses=2, hotels=0)
    t.do("build:new-york-avenue")
    assert t.mover == 1


def test_a_claim_wakes_who_passes_until_its_turn(table):
    """Issue section 3: "pass until my turn" is cleared by a claim."""
    t = table([player(deeds=ORANGE), player(deeds=LIGHT_BLUE, quiet=True), player()], houses=2, hotels=0)
    t.do("build:new-york-avenue")
    assert t.mover == 1
    t.do("pass").throws(4, 6)
    t.do("pass")
    assert (t.phase, t.mover) == ("between", 1)


def test_buyers_come_before_hotel_breakers(table):
    """Tournament rule: buyers have priority; who only wants to break a hotel is not asked; section 8 [SE]."""
    t = table([player(deeds=ORANGE), player(**built(BROWN, "hotel"))], houses=4, hotels=2)
    t.do("build:new-york-avenue")
    assert t.level("new-york-avenue") == 1


def test_without_a_bid_the_declarer_builds(table):
    """Section 8: when nobody outbids the declarer, it builds what it declared, at the printed price."""
    t = two_builders(table)
    t.do("build:new-york-avenue", "claim:connecticut-avenue", "pass", "pass")
    assert t.levels(["new-york-avenue", "connecticut-avenue"]) == [1, 0]
    assert t.cash == [1400, 1500]
    assert t.houses == 1
    assert t.mover == 0


def test_an_opening_beyond_all_cash_leaves_the_building_to_the_declarer(table):
    """Section 8, option contest_open: nobody can bid $5,000, so nobody outbids the declarer."""
    t = two_builders(table, contest_open="auction_open", auction_open=5000)
    t.do("build:new-york-avenue", "claim:connecticut-avenue")
    assert t.level("new-york-avenue") == 1
    assert t.cash == [1400, 1500]


def test_every_contest_makes_progress(table):
    """Design section 9: a window ends: each declaration takes a building from the stock and cash from its owner."""
    t = two_builders(table, houses=6)
    declared = 0
    while lots := sorted(t.verbs("build")):
        t.do(f"build:{lots[0]}")
        while t.mover != 0 or "pass" in t.legal:
            t.do(*(sorted(t.verbs("claim"))[:1] and [f"claim:{min(t.verbs('claim'))}"]) or ["pass"])
        declared += 1
        assert t.houses == 6 - declared
    assert declared == 6


def test_a_contest_out_of_turn(table):
    """Section 8: a building declared between turns is contested as well, also by the player whose turn it was."""
    t = table([player(at="Jail", deeds=ORANGE), player(deeds=LIGHT_BLUE)], houses=2, hotels=0)
    t.throws(4, 6).do("pass", "build:connecticut-avenue")
    assert t.mover == 0
    t.do("claim:new-york-avenue", "pass", "bid:least")
    assert t.level("new-york-avenue") == 1
    assert t.cash[0] == 1400
    assert (t.phase, t.mover) == ("between", 1)


@covers("contest_open")
def test_a_contest_that_opens_like_any_auction(table):
    """R-25 shortage, option contest_open: the first bid as in any auction, if not less than the lot's price."""
    for how, paid in (("auction_open", 70), ("house_price", 50)):
        t = two_builders(table, contest_open=how, auction_open=70)
        t.do("build:new-york-avenue", "claim:connecticut-avenue", "pass", "bid:least")
        assert t.level("connecticut-avenue") == 1
        assert t.cash == [1500, 1500 - paid]


def test_selling_a_hotel_asks_nobody(table):
    """Section 8: only a declared build is contested; who sells a hotel takes its houses from what the bank has left."""
    t = table([player(**built(BROWN, "hotel")), player(deeds=ORANGE)], houses=4, hotels=2)
    t.do("sell:baltic-avenue")
    assert t.mover == 0
    assert (t.houses, t.levels(BROWN)) == (0, [5, 4])
