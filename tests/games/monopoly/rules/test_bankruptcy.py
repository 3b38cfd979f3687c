"""Bankruptcy (rules section 10)."""

from __future__ import annotations

from .table import BROWN, DARK_BLUE, ORANGE, RAILROADS, built, covers, player

TO_BOARDWALK = (2, 3)  # from Pennsylvania Avenue
HOTELS = built(DARK_BLUE, "hotel")
"""Boardwalk costs $2,000 with its hotel."""


def visitor(cash=0, **more):
    """A player about to land on Boardwalk."""
    return player(cash=cash, at="Pennsylvania Avenue", **more)


def chest_17(table, card, players, **settings):
    """Seat 0 goes from the visitors' part of the jail to Community Chest 17 and draws ``card``."""
    players[0]["square"] = "Jail"
    return table(players, **settings).throws(3, 4).draws(card)


def test_bankrupt_to_a_player(table):
    """R-97 bankruptcy: all to the creditor: cash, deeds mortgaged as they are, jail cards; section 10."""
    t = table(
        [visitor(cash=70, deeds=["short-line", "water-works"], mortgaged=["water-works"], jail_cards=["chest"]),
         player(**HOTELS), player()]
    )  # fmt: skip
    t.throws(*TO_BOARDWALK).do("bankrupt")
    assert t.alive == [1, 2]
    assert t.owner("short-line") == t.owner("water-works") == 1
    assert t.is_mortgaged("water-works")
    assert not t.is_mortgaged("short-line")
    assert t.holder("chest") == 1
    assert t.cash == [0, 1500 + 70 - 8, 1500]


def test_the_creditor_may_lift_at_once(table):
    """R-97 bankruptcy: 10 % at once, then the mortgage may be lifted for the principal; section 10."""
    debtor = player(cash=0, at="Vermont Avenue", deeds=["boardwalk"], mortgaged=["boardwalk"])
    t = table([debtor, player(**built(ORANGE, "hotel")), player()])
    t.throws(4, 6).do("bankrupt")
    assert t.mover == 1
    assert t.legal == {"pass", "lift:boardwalk"}
    assert t.cash[1] == 1500 - 20
    t.do("lift:boardwalk")
    assert t.cash[1] == 1500 - 220


def test_lifting_later_costs_another_ten_percent(table):
    """R-97 bankruptcy: not lifted at once, the full 110 % is due later; section 10."""
    t = table([visitor(deeds=["water-works"], mortgaged=["water-works"]), player(**HOTELS), player()])
    t.throws(*TO_BOARDWALK).do("bankrupt", "pass")
    assert (t.phase, t.mover) == ("between", 1)
    t.do("lift:water-works")
    assert t.cash[1] == 1500 - 8 - 83


def test_the_bankrupts_buildings_are_sold_at_half(table):
    """R-97 bankruptcy: houses and hotels go back to the bank at half price, the cash to the creditor; section 10."""
    t = table([visitor(cash=7, **built(BROWN, 2, 3)), player(**HOTELS), player()], offers_per_turn=0)
    assert t.houses == 27
    t.throws(*TO_BOARDWALK)
    assert t.cash == [0, 1500 + 7 + 5 * 25, 1500]
    assert t.houses == 32
    assert t.levels(BROWN) == [0, 0]
    assert t.owner("baltic-avenue") == 1


def test_a_creditor_who_cannot_pay_the_interest_owes_the_bank(table):
    """Section 10 [G]: the 10 % is a debt to the bank, to be raised like any other."""
    t = table(
        [visitor(deeds=RAILROADS, mortgaged=RAILROADS), player(cash=30, deeds=[*DARK_BLUE, "water-works"]), player()],
    )
    t.throws(*TO_BOARDWALK).do("bankrupt")
    assert t.mover == 1
    assert t.why("bankrupt") == "CAN_STILL_PAY"
    t.do("mortgage:water-works")
    assert t.cash[1] == 30 + 75 - 40
    assert t.owner("short-line") == 1


def test_bankruptcy_cascades(table):
    """Section 10 [G]: a creditor whom the interest bankrupts is bankrupt to the bank, all its deeds are auctioned."""
    debtor = player(cash=0, deeds=RAILROADS, mortgaged=RAILROADS)
    creditor = player(cash=5, deeds=["baltic-avenue"])
    t = table([debtor, creditor, player(), player()], offers_per_turn=0)
    t.throws(1, 2)
    assert t.alive == [2, 3], "$40 of interest, $35 to be raised"
    for winner, deed in ((2, "baltic-avenue"), (3, "reading-railroad"), (2, "pennsylvania-railroad")):
        t.do(*(["bid:least", "pass"] if winner == 2 else ["pass", "bid:least"]))
        assert t.owner(deed) == winner
    t.do("pass", "pass", "pass", "pass")
    assert t.owner("short-line") is None
    assert not any(t.is_mortgaged(deed) for deed in RAILROADS)
    assert t.cash == [0, 0, 1480, 1490]
    assert t.all_pass().turn == 2


def test_bankrupt_to_the_bank(table):
    """R-25 bankruptcy: deeds auctioned at once, one by one in board order, free of mortgages; section 10."""
    t = table(
        [player(cash=50, at="Short Line", deeds=["water-works", "baltic-avenue"],
                mortgaged=["water-works", "baltic-avenue"], jail_cards=["chance"]),
         player(), player()],
        offers_per_turn=0,
    )  # fmt: skip
    t.throws(1, 2)
    assert t.alive == [1, 2], "luxury tax"
    assert t.holder("chance") is None
    assert t.mover == 1
    t.do("bid:least", "pass")
    assert t.owner("baltic-avenue") == 1, "Baltic Avenue comes before Water Works"
    assert not t.is_mortgaged("baltic-avenue")
    assert t.owner("water-works") is None
    t.do("pass", "bid:least")
    assert t.owner("water-works") == 2
    assert not t.is_mortgaged("water-works")
    assert t.cash == [0, 1490, 1490]
    assert t.all_pass().turn == 1


@covers("clear_mortgages")
def test_estates_auctioned_as_they_are(table):
    """Section 10, option clear_mortgages off: auctioned mortgaged; the buyer pays 10 % and may lift at once."""
    t = table(
        [player(cash=50, at="Short Line", deeds=["water-works"], mortgaged=["water-works"]), player(), player()],
        offers_per_turn=0, clear_mortgages=False,
    )  # fmt: skip
    t.throws(1, 2).do("bid:least", "pass")
    assert t.owner("water-works") == 1
    assert t.is_mortgaged("water-works")
    assert t.cash[1] == 1500 - 10 - 8
    assert t.legal == {"pass", "lift:water-works"}
    t.do("lift:water-works")
    assert t.cash[1] == 1482 - 75


def test_an_unsold_estate_stays_with_the_bank(table):
    """Sections 4 and 10: no bids, no sale; the bank keeps it free of mortgage."""
    t = table(
        [player(cash=50, at="Short Line", deeds=["water-works"], mortgaged=["water-works"]), player(), player()],
        offers_per_turn=0, clear_mortgages=False,
    )  # fmt: skip
    t.throws(1, 2).do("pass", "pass")
    assert t.owner("water-works") is None
    assert not t.is_mortgaged("water-works")


def test_the_bankrupts_jail_card_goes_to_the_bottom(table):
    """R-97 bankruptcy and section 7: bankrupt to the bank, the jail card goes to the bottom of its own deck."""
    t = table(
        [player(cash=50, at="Short Line", jail_cards=["chance"]), player(), player()],
        offers_per_turn=0, decks={"chance": {"known": ["dividend"]}},
    )  # fmt: skip
    t.throws(1, 2)
    assert t.queue("chance") == ["dividend", "get_out_of_jail_free"]


def test_the_bankrupts_buildings_go_back_to_the_stock(table):
    """Section 10: bankrupt to the bank, buildings return to the stock before the deeds are auctioned."""
    t = table([player(cash=0, at="Short Line", **built(BROWN, 0, 1)), player(), player()], offers_per_turn=0)
    assert t.houses == 31
    t.throws(1, 2)
    assert t.houses == 32
    assert t.alive == [1, 2]
    t.do("bid:least", "pass")
    assert t.owner("mediterranean-avenue") == 1


def test_no_auctions_no_estate_sale(table):
    """House rule: without auctions a bankrupt's deeds return to the bank; section 10."""
    t = table(
        [player(cash=50, at="Short Line", deeds=["water-works"], mortgaged=["water-works"]), player(), player()],
        offers_per_turn=0, auctions=False,
    )  # fmt: skip
    t.throws(1, 2)
    assert t.owner("water-works") is None
    assert not t.is_mortgaged("water-works")
    assert t.turn == 1


def test_no_rent_where_a_bankrupts_deed_went_back(table):
    """Section 10: back with the bank, a deed is for sale again."""
    t = table(
        [player(cash=50, at="Short Line", deeds=["water-works"]), player(at="Free Parking"), player()],
        offers_per_turn=0, auctions=False, luxury_tax=500,
    )  # fmt: skip
    t.throws(1, 2).throws(3, 5)
    assert t.can("buy")


# ----------------------------------------------------------------------------------- several debts


def test_the_turn_passes_on_after_a_bankruptcy(table):
    """Section 2: bankruptcy ends the turn, doubles or not."""
    t = table([player(cash=0, at="Pennsylvania Avenue"), player(), player()])
    t.throws(2, 2)
    assert t.alive == [1, 2], "luxury tax"
    assert t.turn == 1
    t.throws(4, 6)
    assert t.turn == 2, "the bankrupt's double does not throw again"


def test_a_bankrupt_is_passed_over(table):
    """Section 10: out of the game: no more turns."""
    t = table([player(at="Jail"), player(cash=0, bankrupt=True), player()])
    t.throws(4, 6)
    assert t.turn == 2


def test_a_bankruptcy_out_of_turn(table):
    """Sections 7 and 10: the collector of a birthday goes on with its turn, doubles throw again."""
    t = table([player(), player(cash=9), player()])
    t.throws(1, 1).draws("birthday")
    assert t.alive == [0, 2]
    assert t.turn == 0
    t.throws(1, 2)
    assert t.squares[0] == 5


def test_the_creditor_uses_what_it_inherits(table):
    """Section 10: inherited deeds complete groups at once."""
    t = table([visitor(cash=0, deeds=ORANGE[:1]), player(deeds=[*DARK_BLUE, *ORANGE[1:]]), player()], offers_per_turn=0)
    t.throws(*TO_BOARDWALK)
    assert t.alive == [1, 2], "a mortgage of 90 does not pay 100"
    assert (t.phase, t.mover) == ("between", 1)
    t.do(f"build:{ORANGE[0]}")
    assert t.cash[1] == 1400


def test_nothing_is_left_of_a_bankrupts_double(table):
    """Design section 2: equal positions are equal bytes, so a bankrupt's double leaves no trace; section 2."""
    players = [player(cash=0, at="Pennsylvania Avenue"), player(), player()]
    after_double = table(players).throws(2, 2).fields
    assert table(players).throws(1, 3).fields == after_double


def test_two_bankruptcies_end_a_game_of_three(table):
    """Section 10: a cascade that leaves one player ends the game at once, without auctions."""
    debtor = player(cash=0, deeds=RAILROADS, mortgaged=RAILROADS)
    t = table([debtor, player(cash=5, deeds=["baltic-avenue"]), player(cash=1)], offers_per_turn=0)
    t.throws(1, 2)
    assert t.mover == "over"
    assert t.shares == [0, 0, 1]


# ------------------------------------------------------------------------------------ choices


@covers("several_creditors")
def test_several_creditors_from_the_left_or_the_right(table):
    """Section 7 [G], option several_creditors: paid in seat order, or against it; bankrupt to the first one unpaid."""
    for order, creditor, other in (("from_left", 2, 1), ("from_right", 1, 2)):
        players = [player(cash=70, at="GO"), player(), player()]
        t = table(players, several_creditors=order, offers_per_turn=0).throws(3, 4).draws("chairman")
        assert t.alive == [1, 2]
        assert t.cash[other] == 1550, "the first in the order is paid in full"
        assert t.cash[creditor] == 1520, "the second gets what is left"


@covers("unpaid_interest")
def test_interest_that_cannot_be_raised_is_waived(table):
    """Section 10 [G], option unpaid_interest waived: a creditor who cannot raise the 10 % is let off."""
    players = [
        player(cash=0, deeds=RAILROADS, mortgaged=RAILROADS),
        player(cash=5, deeds=["baltic-avenue"]),
        player(),
    ]
    t = table(players, unpaid_interest="waived", offers_per_turn=0).throws(1, 2)
    assert t.alive == [1, 2]
    assert (t.cash[1], t.owner("short-line"), t.is_mortgaged("short-line")) == (5, 1, True)
    players[1] = player(cash=15, deeds=["baltic-avenue"])
    t = table(players, unpaid_interest="waived", offers_per_turn=0).throws(1, 2)
    assert t.mover == 1, "who can raise it still has to"
    t.do("mortgage:baltic-avenue")
    assert t.cash[1] == 15 + 30 - 40


@covers("estate_order")
def test_the_dearest_deed_of_an_estate_first(table):
    """Section 10, option estate_order price: the bank auctions the dearest deed first; board order is the default."""
    for order, first in (("price", "short-line"), ("board", "baltic-avenue")):
        debtor = player(cash=0, at="Pacific Avenue", deeds=["water-works", "baltic-avenue", "short-line"],
                        mortgaged=["water-works", "baltic-avenue", "short-line"])  # fmt: skip
        t = table([debtor, player(), player()], offers_per_turn=0, estate_order=order).throws(3, 4)
        t.do("bid:least", "pass")
        assert t.owner(first) == 1


@covers("free_parking_pot")
def test_the_pot_gets_no_more_than_it_is_owed(table):
    """House rule free_parking_pot: of a bankrupt's cash the pot gets the tax, the bank the rest; section 10."""
    players = [player(cash=0, at="Pacific Avenue", **built(DARK_BLUE, "hotel")), player(), player()]
    t = table(players, free_parking_pot=True, one_attempt=True, offers_per_turn=0).throws(3, 4)
    t.do("bankrupt")
    assert t.pot == 100, "the luxury tax, not the $1,000 that two hotels bring"


@covers("end_bankruptcies")
def test_interest_still_open_counts_when_a_bankruptcy_ends_the_game(table):
    """Section 10, option end_bankruptcies: the creditor's unpaid 10 % is taken off what it is worth."""
    debtor = player(cash=0, deeds=RAILROADS, mortgaged=RAILROADS)
    t = table(
        [debtor, player(cash=5, deeds=["baltic-avenue"]), player(cash=440)], end_bankruptcies=1, offers_per_turn=0
    )
    t.throws(1, 2)
    assert t.mover == "over"
    assert t.cash[1] == 5 - 40
    assert t.worth[1:] == [5 - 40 + 60 + 400, 440]
    assert t.shares == [0, 0, 1], "without the interest seat 1 would be ahead"
