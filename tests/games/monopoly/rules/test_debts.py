"""Debts and raising the money for them (rules sections 7 and 10)."""

from __future__ import annotations

from .table import BROWN, DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, RAILROADS, built, covers, player

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


# ------------------------------------------------------------------------------------- raising money


def test_a_debt_is_raised_by_mortgaging(table):
    """R-97 bankruptcy: who cannot pay from cash sells, mortgages and trades; section 10."""
    t = table([player(cash=3, deeds=["short-line"]), player(deeds=BROWN)])
    t.throws(1, 2)
    assert t.mover == 0
    assert t.cash == [3, 1500], "nothing is paid in parts"
    t.do("mortgage:short-line")
    assert t.cash == [95, 1508]


def test_a_debt_is_raised_by_selling_houses(table):
    """Section 10 and 8: houses at half price, evenly."""
    t = table([visitor(**built(ORANGE, 1, 1, 2)), player(deeds=DARK_BLUE)])
    t.throws(*TO_BOARDWALK)
    assert t.verbs("sell") == {ORANGE[2]}
    t.do(f"sell:{ORANGE[2]}", f"sell:{ORANGE[0]}")
    assert t.cash == [0, 1600]


def test_a_debtor_does_not_build_or_lift(table):
    """Section 10: under debt only what raises cash: neither building nor lifting."""
    t = table(
        [visitor(cash=90, deeds=[*ORANGE, "short-line", "water-works"], mortgaged=["water-works"]),
         player(deeds=DARK_BLUE)]
    )  # fmt: skip
    t.throws(*TO_BOARDWALK)
    assert t.why("lift:water-works") == "NOT_IN_DEBT_SALE"
    assert t.why(f"build:{ORANGE[0]}") == "NOT_IN_DEBT_SALE"
    assert t.why("roll") == "NOT_NOW"
    assert t.why("pass") == "NOT_NOW"


def test_who_can_pay_cannot_give_up(table):
    """R-97 bankruptcy: bankrupt is only who owes more than can be raised; section 10."""
    t = table([player(cash=3, deeds=["short-line"]), player(deeds=BROWN)])
    t.throws(1, 2)
    assert t.why("bankrupt") == "CAN_STILL_PAY"


def test_nobody_else_acts_while_a_debt_is_open(table):
    """Issue section 3: nobody else makes offers while a debt is open."""
    t = table([visitor(cash=40, deeds=["short-line"]), player(deeds=DARK_BLUE), player(deeds=GREEN)])
    t.throws(*TO_BOARDWALK)
    assert t.mover == 0
    t.do("mortgage:short-line")
    assert t.cash == [40, 1600, 1500]
    assert t.phase == "after"


def test_a_debtor_may_trade(table):
    """R-97 bankruptcy: property may be sold to other players to raise the money; section 10."""
    t = table([visitor(deeds=["short-line"]), player(deeds=DARK_BLUE), player()])
    t.throws(*TO_BOARDWALK)
    t.offers(2, "short-line", asks=180).do("accept")
    assert t.owner("short-line") == 2
    assert t.cash == [80, 1600, 1320]


def test_a_debtor_may_sell_to_the_creditor(table):
    """Section 10: the creditor may buy as well."""
    t = table([visitor(deeds=["short-line"]), player(deeds=DARK_BLUE)])
    t.throws(*TO_BOARDWALK)
    t.offers(1, "short-line", asks=100).do("accept")
    assert t.owner("short-line") == 1
    assert t.cash == [0, 1500]


def test_a_debtor_may_sell_a_jail_card(table):
    """Sections 7 and 10: the jail card may save from bankruptcy."""
    t = table([visitor(cash=90, jail_cards=["chance"]), player(deeds=DARK_BLUE), player()])
    t.throws(*TO_BOARDWALK)
    assert t.can("bankrupt"), "the bank pays nothing for the card"
    t.offers(2, "chance-card", asks=15).do("accept")
    assert t.cash == [5, 1600, 1485]
    assert t.alive == [0, 1, 2]


def test_a_rejected_rescue(table):
    """Section 10: what the others do not want saves nobody; the debtor gives up."""
    t = table([visitor(cash=90, jail_cards=["chance"]), player(deeds=DARK_BLUE), player()])
    t.throws(*TO_BOARDWALK)
    t.offers(2, "chance-card", asks=10).do("reject", "bankrupt")
    assert t.alive == [1, 2]
    assert t.holder("chance") == 1
    assert t.cash == [0, 1590, 1500]


def test_offers_run_out_under_debt(table):
    """Section 10: with nothing left to raise and no offer left, the bankruptcy is declared."""
    t = table([visitor(cash=90, jail_cards=["chance"]), player(deeds=DARK_BLUE), player()], offers_per_turn=1)
    t.throws(*TO_BOARDWALK)
    t.offers(2, "chance-card", asks=10).do("reject")
    assert t.alive == [1, 2]


def test_a_debtor_may_sell_houses_and_then_the_lots(table):
    """R-97 bankruptcy: selling, mortgaging, trading come first: lots can be sold once their houses are; section 10."""
    t = table([visitor(**built(LIGHT_BLUE, 1)), player(**HOTELS), player(cash=5000)])
    t.throws(*TO_BOARDWALK)
    assert t.alive == [0, 1, 2], "the lots may be worth $2,000 to seat 2"
    t.do(*[f"sell:{deed}" for deed in LIGHT_BLUE])
    t.offers(2, *LIGHT_BLUE, asks=2000).do("accept")
    assert t.cash == [75, 3500, 3000]


@covers("insolvent_trades")
def test_a_debtors_trade_must_bring_cash(table):
    """Section 10 [G], option insolvent_trades raise_cash: an offer under debt must bring cash."""
    t = table([visitor(cash=50, deeds=["short-line", "water-works"]), player(deeds=DARK_BLUE), player(deeds=ORANGE)])
    t.throws(*TO_BOARDWALK).do("trade:2", "item:water-works")
    assert t.why("propose") == "MUST_RAISE_CASH"
    assert not t.can("offer-cash")
    t.do("ask-cash").types(1).do("accept")
    assert t.cash == [51, 1500, 1499]
    assert t.mover == 0


@covers("insolvent_trades")
def test_a_debtors_trade_may_be_anything(table):
    """R-97 literally, option insolvent_trades any: giving everything away is not forbidden; section 10."""
    t = table(
        [visitor(cash=50, deeds=["short-line", "water-works"]), player(deeds=DARK_BLUE), player()],
        insolvent_trades="any",
    )
    t.throws(*TO_BOARDWALK).offers(2, "water-works").do("accept")
    assert t.owner("water-works") == 2
    assert t.cash == [50, 1500, 1500]


@covers("insolvent_trades")
def test_a_debtors_trade_must_pay_the_debt(table):
    """Section 10 [G], option insolvent_trades raise_enough: an offer must bring all that is missing."""
    t = table(
        [visitor(cash=50, deeds=["short-line", "water-works"]), player(deeds=DARK_BLUE), player()],
        insolvent_trades="raise_enough",
    )
    t.throws(*TO_BOARDWALK).do("trade:2", "item:water-works")
    assert t.why("propose") == "MUST_RAISE_CASH"
    t.do("ask-cash", "digit:4")
    assert not t.can("done")
    assert "9" in t.verbs("digit"), "$490 would do, $49 would not"
    assert t.verbs("digit") == {str(n) for n in range(10)}
    t = table(
        [visitor(cash=50, deeds=["short-line", "water-works"]), player(deeds=DARK_BLUE), player()],
        insolvent_trades="raise_enough",
    )
    t.throws(*TO_BOARDWALK).offers(2, "water-works", asks=50).do("accept")
    assert t.cash == [0, 1600, 1450]


def test_interest_lowers_what_a_trade_raises(table):
    """Sections 9 and 10: mortgaged deeds received under debt cost their 10 %, which the offer's cash must cover."""
    partner = player(deeds=["water-works"], mortgaged=["water-works"])
    t = table([visitor(deeds=["short-line"]), player(deeds=DARK_BLUE), partner])
    t.throws(*TO_BOARDWALK).do("trade:2", "item:water-works", "item:short-line", "ask-cash", "digit:8")
    assert not t.can("done"), "8 of interest, nothing raised"
    t = table([visitor(deeds=["short-line"]), player(deeds=DARK_BLUE), partner])
    t.throws(*TO_BOARDWALK).offers(2, "water-works", "short-line", asks=9).do("accept")
    assert t.cash == [1, 1500, 1491]


def test_what_was_sold_while_trying_stays_sold(table):
    """Section 10 [G], default: actions done while trying to pay are not rolled back."""
    t = table([visitor(cash=0, deeds=["short-line"], jail_cards=["chance"]), player(**HOTELS), player()])
    t.throws(*TO_BOARDWALK).do("mortgage:short-line", "bankrupt")
    assert t.cash[1] == 1500 + 100 - 10
    assert t.is_mortgaged("short-line")


def test_the_amount_is_fixed_when_incurred(table):
    """Section 10: the rent stays what it was, also when the creditor buys a third railroad from the debtor."""
    t = table([player(cash=0, deeds=["water-works", "short-line"]), player(deeds=RAILROADS[:2])])
    t.throws(2, 3)
    t.offers(1, "short-line", asks=20).do("accept")
    assert t.owner("short-line") == 1
    t.do("mortgage:water-works")
    assert t.cash == [20 + 75 - 50, 1500 - 20 + 50]


# ------------------------------------------------------------------------------ bankrupt to a player


def test_pay_each_in_seat_order_until_it_fails(table):
    """Section 7 [G], default: paid in seat order from the left, bankrupt to the first one that cannot be paid."""
    t = table(
        [player(cash=70, deeds=["baltic-avenue"], mortgaged=["baltic-avenue"]), player(), player(), player()],
        offers_per_turn=0,
    )
    t.throws(3, 4).draws("chairman")
    assert t.alive == [1, 2, 3]
    assert t.owner("baltic-avenue") == 2
    assert t.cash == [0, 1550, 1500 + 20 - 3, 1500]


def test_pay_each_begins_left_of_the_payer(table):
    """Section 7 [G], default: "from the left" means from the seat after the payer, around the table."""
    t = table([player(), player(cash=60), player()], turn=1, offers_per_turn=0)
    t.throws(3, 4).draws("chairman")
    assert t.alive == [0, 2]
    assert t.cash == [1510, 0, 1550]


def test_raising_money_between_two_payments(table):
    """Sections 7 and 10: each payment is a debt of its own, raised when its turn comes."""
    t = table([player(cash=70, deeds=["short-line"]), player(), player()])
    t.throws(3, 4).draws("chairman")
    assert t.cash == [20, 1550, 1500]
    t.do("mortgage:short-line")
    assert t.cash == [70, 1550, 1550]


def test_each_payer_may_go_bankrupt_to_the_collector(table):
    """Sections 7 and 10: who cannot pay the birthday is bankrupt to its player; the others still pay."""
    t = chest_17(table, "birthday", [player(), player(cash=9), player()])
    assert t.alive == [0, 2]
    assert t.cash == [1500 + 9 + 10, 0, 1490]


def test_a_payer_raises_the_birthday_money(table):
    """Section 10: a debt out of turn is raised at once, and the turn goes on."""
    t = chest_17(table, "birthday", [player(), player(cash=9, deeds=["short-line"], quiet=True), player()])
    assert t.mover == 1
    t.do("mortgage:short-line")
    assert t.cash == [1520, 99, 1490]
    assert t.turn == 0


def test_a_debt_wakes_who_passes_until_its_turn(table):
    """Issue section 3: "pass until my turn" is cleared by a debt."""
    t = chest_17(table, "birthday", [player(), player(cash=9, deeds=["short-line"], quiet=True), player()])
    t.do("mortgage:short-line", "pass")
    assert (t.phase, t.mover) == ("between", 1)


def test_the_claims_of_a_bankrupt_lapse(table):
    """Section 10 [G]: a collector bankrupted by inherited interest collects no more from the others."""
    t = chest_17(
        table, "birthday",
        [player(cash=0), player(cash=0, deeds=["boardwalk"], mortgaged=["boardwalk"]), player(), player()],
        offers_per_turn=0,
    )  # fmt: skip
    assert t.alive == [2, 3]
    assert t.cash == [0, 0, 1500, 1500]
    assert t.mover == 2, "Boardwalk is auctioned by the bank"
    t.do("pass", "bid:least")
    assert t.owner("boardwalk") == 3
    assert not t.is_mortgaged("boardwalk")


def test_the_debts_of_a_bankrupt_lapse(table):
    """Section 10: bankrupt to one creditor, the others of "pay each" get nothing."""
    t = table([player(cash=0), player(), player(), player()], offers_per_turn=0)
    t.throws(3, 4).draws("chairman")
    assert t.alive == [1, 2, 3]
    assert t.cash == [0, 1500, 1500, 1500]


# ------------------------------------------------------------------------------------------ after it
