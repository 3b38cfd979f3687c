"""Trades (rules section 9)."""

from __future__ import annotations

import pytest

from .table import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, PINK, built, covers, player


def test_deeds_for_deeds(table):
    """R-97 selling property: private trades between players, any set of deeds; section 9."""
    t = table([player(deeds=["boardwalk", "short-line"]), player(deeds=["water-works"])])
    t.offers(1, "water-works", "short-line", "boardwalk")
    assert t.mover == 1
    assert t.legal == {"accept", "reject"}
    t.do("accept")
    assert [t.owner(deed) for deed in ("boardwalk", "short-line", "water-works")] == [1, 1, 0]
    assert t.cash == [1500, 1500]


def test_cash_from_the_proposer(table):
    """Section 9: cash either way: the proposer pays."""
    t = table([player(), player(deeds=["water-works"])])
    t.offers(1, "water-works", pays=175).do("accept")
    assert t.owner("water-works") == 0
    assert t.cash == [1325, 1675]


def test_cash_from_the_partner(table):
    """Section 9: cash either way: the proposer asks."""
    t = table([player(deeds=["water-works"]), player()])
    t.offers(1, "water-works", asks=1500).do("accept")
    assert t.owner("water-works") == 1
    assert t.cash == [3000, 0]


def test_a_present(table):
    """Section 1 [I]: sales at $0 are legal."""
    t = table([player(deeds=["water-works"]), player()])
    t.offers(1, "water-works").do("accept")
    assert t.owner("water-works") == 1


def test_a_rejected_offer(table):
    """Section 9: rejected, nothing changes hands, and the proposer goes on."""
    t = table([player(deeds=["boardwalk"]), player(deeds=["water-works"])])
    t.offers(1, "water-works", "boardwalk", pays=10).do("reject")
    assert t.owner("boardwalk") == 0
    assert t.cash == [1500, 1500]
    assert t.mover == 0
    assert t.can("roll")


def test_jail_cards_are_traded(table):
    """R-97 Get Out of Jail Free: may be sold at a price agreed by both; section 9."""
    t = table([player(jail_cards=["chance"]), player(jail_cards=["chest"])])
    t.offers(1, "chance-card", "chest-card").do("accept")
    assert (t.holder("chance"), t.holder("chest")) == (1, 0)


def test_cancelling_an_offer(table):
    """Issue section 3: an offer that is being put together may be withdrawn; it counts as one."""
    t = table([player(deeds=["boardwalk"]), player()], offers_per_turn=1)
    t.do("trade:1", "item:boardwalk", "cancel")
    assert t.mover == 0
    assert t.owner("boardwalk") == 0
    assert t.why("trade:1") == "NO_OFFERS_LEFT"


@covers("offers_per_turn")
@pytest.mark.parametrize("offers", [1, 3])
def test_offers_a_turn_are_bounded(table, offers):
    """Issue section 3, option offers_per_turn: a bounded number of offers each turn."""
    t = table([player(deeds=["boardwalk"]), player()], offers_per_turn=offers)
    for _ in range(offers):
        t.offers(1, "boardwalk", asks=5).do("reject")
    assert t.why("trade:1") == "NO_OFFERS_LEFT"
    t.throws(4, 6)
    t.all_pass().throws(4, 6).all_pass()
    assert t.turn == 0
    assert t.can("trade:1"), "the next turn has offers again"


@covers("offers_per_turn")
def test_no_trades_at_all(table):
    """E1, option offers_per_turn 0: no trades."""
    t = table([player(deeds=["boardwalk"]), player()], offers_per_turn=0)
    assert t.why("trade:1") == "NO_TRADES"


def test_an_empty_offer(table):
    """Issue section 3: an offer has at least one item; money alone is none."""
    t = table([player(deeds=["boardwalk"]), player()])
    t.do("trade:1")
    assert t.why("propose") == "NOTHING_OFFERED"
    assert t.why("offer-cash") == "NOTHING_OFFERED"
    assert t.can("cancel")


def test_items_have_one_order(table):
    """Issue section 2: a set is entered in ascending order, so that it has one spelling."""
    t = table([player(deeds=["boardwalk", "short-line"]), player()])
    t.do("trade:1", "item:boardwalk")
    assert t.why("item:short-line") == "ITEM_ORDER"
    assert t.why("item:boardwalk") == "ITEM_ORDER"


def test_only_what_the_two_hold(table):
    """Section 9: neither a third player's deeds nor the bank's."""
    t = table([player(deeds=["boardwalk"]), player(), player(deeds=["short-line"])])
    t.do("trade:1")
    assert t.why("item:short-line") == "ITEM_NOT_HELD"
    assert t.why("item:water-works") == "ITEM_NOT_HELD"
    assert t.verbs("item") == {"boardwalk"}


def test_nobody_trades_with_the_bankrupt_or_oneself(table):
    """Section 10: who is out trades no more."""
    t = table([player(deeds=["boardwalk"]), player(), player(cash=0, bankrupt=True)])
    assert t.why("trade:0") == "NO_PARTNER"
    assert t.why("trade:2") == "NO_PARTNER"
    assert t.why("trade:5") == "NO_PARTNER"


def test_buildings_in_the_group_bar_the_trade(table):
    """R-97 selling property: no lot is sold while buildings stand on any lot of its group; section 8."""
    lots = built(ORANGE, 0, 0, 1)
    t = table([player(deeds=[*ORANGE, "short-line"], buildings=lots["buildings"]), player()])
    t.do("trade:1")
    assert t.verbs("item") == {"short-line"}
    assert t.why(f"item:{ORANGE[0]}") == "GROUP_HAS_BUILDINGS"


def test_the_partners_buildings_bar_it_as_well(table):
    """Section 8: the same for the partner's lots."""
    t = table([player(deeds=["short-line"]), player(**built(ORANGE, 1, 0, 0))])
    t.do("trade:1")
    assert t.verbs("item") == {"short-line"}


def test_offers_are_paid_from_cash(table):
    """Section 9: neither side can promise cash that it does not have."""
    t = table([player(cash=30, deeds=["boardwalk"]), player(cash=7)])
    t.do("trade:1", "item:boardwalk", "ask-cash")
    assert t.verbs("digit") == {str(n) for n in range(1, 8)}
    t = table([player(cash=30, deeds=["boardwalk"]), player(cash=7)])
    t.do("trade:1", "item:boardwalk", "offer-cash", "digit:3")
    assert t.verbs("digit") == {"0"}


# ---------------------------------------------------------------------------------- mortgaged deeds


def test_a_mortgaged_deed_costs_ten_percent_at_once(table):
    """R-97 mortgages: the new owner pays 10 % at once; section 9."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player()])
    t.offers(1, "boardwalk", asks=100).do("accept")
    assert t.owner("boardwalk") == 1
    assert t.is_mortgaged("boardwalk")
    assert t.cash == [1600, 1500 - 100 - 20]


def test_lifting_at_once_costs_the_principal(table):
    """R-97 mortgages: who lifts at once pays value + 10 % in all; section 9."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player()])
    t.offers(1, "boardwalk").do("accept")
    assert t.mover == 1
    assert t.legal == {"pass", "lift:boardwalk"}
    t.do("lift:boardwalk")
    assert not t.is_mortgaged("boardwalk")
    assert t.cash[1] == 1500 - 220
    assert t.mover == 0


def test_lifting_later_costs_ten_percent_again(table):
    """R-97 mortgages: not lifted at once, another 10 % is due when lifting later; section 9."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player(at="Jail")])
    t.offers(1, "boardwalk").do("accept", "pass")
    assert t.cash[1] == 1480
    t.throws(1, 3).all_pass()
    t.do("lift:boardwalk")
    assert t.cash[1] == 1480 - 220


@pytest.mark.parametrize(("deed", "due"), [("water-works", 8), ("park-place", 18), ("baltic-avenue", 3)])
def test_interest_is_of_the_mortgage_value_rounded_up(table, deed, due):
    """R-21 mortgages: 10 % of the mortgage value, 7.50 making $8; section 9."""
    t = table([player(deeds=[deed], mortgaged=[deed]), player()])
    t.offers(1, deed).do("accept", "pass")
    assert t.cash[1] == 1500 - due


@covers("interest_base")
def test_interest_of_the_price(table):
    """R-97 bankruptcy literally, option interest_base price, for transfers as well; section 9."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player()], interest_base="price")
    t.offers(1, "boardwalk").do("accept")
    assert t.cash[1] == 1460


def test_both_sides_pay_their_interest(table):
    """Section 9: each new owner pays for what it receives."""
    t = table(
        [player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player(deeds=["short-line"], mortgaged=["short-line"])]
    )
    t.offers(1, "short-line", "boardwalk").do("accept")
    assert t.cash == [1490, 1480]


def test_several_received_mortgages_can_be_lifted_at_once(table):
    """Section 9: each received deed may be lifted at once, in ascending order."""
    t = table([player(deeds=DARK_BLUE, mortgaged=DARK_BLUE), player()])
    t.offers(1, *DARK_BLUE).do("accept")
    assert t.cash[1] == 1500 - 18 - 20
    assert t.verbs("lift") == set(DARK_BLUE)
    t.do("lift:park-place", "lift:boardwalk")
    assert t.cash[1] == 1462 - 175 - 200


def test_lifting_at_once_is_for_received_deeds(table):
    """Section 9: old mortgages of the new owner wait for its own window and cost the full 110 %."""
    t = table(
        [player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player(deeds=["short-line"], mortgaged=["short-line"])]
    )
    t.offers(1, "boardwalk").do("accept")
    assert t.why("lift:short-line") == "NOT_RECEIVED"


def test_no_offer_whose_interest_the_partner_cannot_pay(table):
    """Issue section 3: a trade is legal only if each side can pay its interest from cash after it."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player(cash=19)])
    t.do("trade:1", "item:boardwalk")
    assert t.why("propose") == "CANNOT_PAY_INTEREST"
    assert not t.can("ask-cash")
    t.do("offer-cash").types(1).do("accept")
    assert t.cash == [1499, 0]


def test_no_offer_whose_interest_the_proposer_cannot_pay(table):
    """Issue section 3: the same for the proposer, who may ask for the cash."""
    t = table([player(cash=5), player(deeds=["boardwalk"], mortgaged=["boardwalk"])])
    t.do("trade:1", "item:boardwalk")
    assert t.why("propose") == "CANNOT_PAY_INTEREST"
    assert not t.can("offer-cash")
    t.do("ask-cash")
    t.types(15).do("accept")
    assert t.owner("boardwalk") == 0
    assert t.cash == [0, 1485]


def test_cash_asked_must_leave_the_interest(table):
    """Issue section 3: what the partner is asked for must leave it the interest."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player(cash=65)])
    t.do("trade:1", "item:boardwalk", "ask-cash", "digit:4")
    assert t.verbs("digit") == {str(n) for n in range(6)}, "at most 45 of 65"


@covers("transfer_interest")
def test_no_interest_on_transfers(table):
    """M2, option transfer_interest off: nothing is due when a mortgaged deed changes hands."""
    t = table([player(deeds=["boardwalk"], mortgaged=["boardwalk"]), player(cash=0)], transfer_interest=False)
    t.offers(1, "boardwalk").do("accept")
    assert t.owner("boardwalk") == 1
    assert t.cash == [1500, 0]


@covers("trade_mortgaged")
def test_mortgaged_deeds_may_be_barred(table):
    """M2, option trade_mortgaged off: only the player who mortgaged lifts, so mortgaged deeds are not traded."""
    t = table([player(deeds=DARK_BLUE, mortgaged=["boardwalk"]), player()], trade_mortgaged=False)
    t.do("trade:1")
    assert t.verbs("item") == {"park-place"}
    assert t.why("item:boardwalk") == "MORTGAGED_NOT_TRADED"


# ------------------------------------------------------------------------------------------- timing


def test_trading_from_jail(table):
    """R-97 jail: trades are open to prisoners, on either side; section 5."""
    t = table([player(jail=1, deeds=["boardwalk"]), player(jail=2, deeds=["short-line"])])
    t.offers(1, "short-line", "boardwalk").do("accept")
    assert t.owner("boardwalk") == 1


def test_trading_between_turns(table):
    """Section 9: any time, so also between other players' turns, and with any player."""
    t = table([player(at="Jail"), player(deeds=["boardwalk"]), player(deeds=["short-line"])])
    t.throws(4, 6).do("pass")
    assert t.mover == 1
    t.offers(2, "boardwalk", asks=300).do("accept")
    assert t.owner("boardwalk") == 2
    assert t.cash == [1500, 1800, 1200]


def test_offers_between_turns_are_bounded_too(table):
    """Issue section 3: the bound holds for each player within one turn of the game, windows between included."""
    t = table([player(at="Jail"), player(deeds=["boardwalk"])], offers_per_turn=1)
    t.throws(4, 6).do("pass")
    t.offers(0, "boardwalk", asks=9).do("reject")
    assert t.why("trade:0") == "NO_OFFERS_LEFT"


def test_an_offer_wakes_who_passes_until_its_turn(table):
    """Issue section 3: "pass until my turn" is cleared by an offer."""
    t = table([player(at="Jail", deeds=["boardwalk"]), player(deeds=["short-line"], quiet=True)])
    t.offers(1, "boardwalk", asks=9)
    assert t.mover == 1
    t.do("reject").throws(4, 6).do("pass")
    assert (t.phase, t.mover) == ("between", 1)


def test_completing_two_groups_at_once(table):
    """Section 9: any ratio; here both sides complete a group."""
    t = table([player(deeds=[*LIGHT_BLUE[:2], PINK[0]]), player(deeds=[LIGHT_BLUE[2], *PINK[1:]])])
    t.offers(1, LIGHT_BLUE[2], PINK[0], pays=50).do("accept")
    assert t.verbs("build") == set(LIGHT_BLUE)
    assert t.cash == [1450, 1550]


def test_a_trade_frees_no_group_with_buildings_elsewhere(table):
    """Section 8: the other groups of a builder are traded freely."""
    lots = built(ORANGE, 1)
    t = table([player(deeds=[*ORANGE, *BROWN], buildings=lots["buildings"]), player()])
    t.offers(1, *BROWN, asks=1).do("accept")
    assert t.owner("baltic-avenue") == 1


# ------------------------------------------------------------------------- offers that cannot be completed


MORTGAGED = {"deeds": ["boardwalk"], "mortgaged": ["boardwalk"]}


def test_an_offer_that_nobody_could_pay_is_not_begun(table):
    """Section 9: each side pays its interest from the cash that it has afterwards; without any there is no offer."""
    t = table([player(cash=0, **MORTGAGED), player(cash=19), player(cash=20)], phase="before")
    assert t.why("trade:1") == "CANNOT_COMPLETE"
    t.do("trade:2")
    assert t.can("item:boardwalk")


def test_no_item_is_added_with_which_the_offer_cannot_be_completed(table):
    """Section 9: the interest of both sides together is paid from the cash of both."""
    theirs = player(cash=10, deeds=["short-line"], mortgaged=["short-line"])
    t = table([player(cash=15, **MORTGAGED), theirs])
    t.do("trade:1", "item:short-line")
    assert t.why("item:boardwalk") == "CANNOT_COMPLETE"


@covers("completable_offers")
def test_a_debtor_whom_no_offer_can_save_is_bankrupt_at_once(table):
    """Section 10, option completable_offers: as issue 24 found it; without the option the debtor is asked."""
    seats = [player(cash=19, at=36), player(cash=0, deeds=["boardwalk"])]
    t = table(seats, phase="throw").do("roll:1-2")
    assert t.alive == [1]
    t = table(seats, phase="throw", completable_offers=False).do("roll:1-2", "trade:1", "item:boardwalk")
    assert t.legal == {"cancel"}


@covers("insolvent_trades")
def test_a_debtor_may_not_give_all_for_nothing(table):
    """Section 10, option insolvent_trades any: what gives everything and gets nothing averts no bankruptcy."""
    for deeds, allowed in ((["short-line"], False), (["short-line", "water-works"], True)):
        t = table(
            [player(cash=0, at="Water Works", deeds=deeds), player(deeds=DARK_BLUE), player()],
            insolvent_trades="any",
            phase="landed",
            frames=[{"kind": "debt", "who": 0, "to": 1, "amount": 2000}],
        )
        t.do("trade:2", "item:short-line")
        assert t.can("propose") == allowed
        assert t.can("ask-cash")
