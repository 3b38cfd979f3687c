"""Jail: three ways in and out, the third turn, doubles (rules sections 2 and 5)."""

from __future__ import annotations

import pytest

from .table import DARK_BLUE, JAIL, covers, player


def jailed(turn: int = 1, cash: int = 1500, **more):
    """A player whose jailed turn number ``turn`` comes next."""
    return player(cash=cash, jail=turn, **more)


# ------------------------------------------------------------------------------------------------ in


def test_the_square_sends_to_jail(table):
    """R-97 jail: landing on "Go to Jail" (30); section 5."""
    t = table([player(at="Atlantic Avenue"), player()])
    t.throws(1, 3)
    assert t.squares[0] == JAIL
    assert t.jail[0] == 1
    assert t.cash[0] == 1500
    assert t.turn == 1


def test_a_card_sends_to_jail(table):
    """R-97 jail: the card "Go to Jail"; section 5."""
    t = table([player(at="GO"), player()])
    t.throws(3, 4).draws("go_to_jail")
    assert (t.squares[0], t.jail[0]) == (JAIL, 1)
    assert t.turn == 1


def test_the_third_double_sends_to_jail_without_the_move(table):
    """R-97 jail: a third double in succession goes straight to jail, the throw is not moved; section 2."""
    t = table([player(at="Free Parking"), player()], doubles=2)
    t.throws(5, 5)
    assert (t.squares[0], t.jail[0]) == (JAIL, 1)
    assert t.turn == 1


def test_three_doubles_from_the_start(table):
    """R-97 jail: three doubles counted from the first throw of the turn; section 2."""
    t = table([player(at="Short Line"), player()], auctions=False)
    t.throws(5, 5).do("decline")
    assert t.squares[0] == 5
    t.throws(5, 5)
    assert t.squares[0] == 15
    t.do("decline").throws(5, 5)
    assert (t.squares[0], t.jail[0]) == (JAIL, 1)
    assert t.cash[0] == 1700, "only the first lap passed GO"


def test_the_third_double_does_not_collect_on_the_way(table):
    """Section 2: the third double does not move, so no GO, no square, no rent."""
    t = table([player(at="Boardwalk"), player(deeds=DARK_BLUE)], doubles=2)
    t.throws(2, 2)
    assert t.cash == [1500, 1500]


def test_a_third_throw_that_is_no_double_moves(table):
    """Section 2: after two doubles an ordinary throw is an ordinary move."""
    t = table([player(), player()], doubles=2)
    t.throws(1, 3)
    assert t.squares[0] == 4
    assert t.jail[0] == 0


def test_the_count_of_doubles_ends_with_the_turn(table):
    """Section 2: the doubles counter is per turn."""
    t = table([player(at="Luxury Tax"), player()], doubles=2)
    t.throws(4, 6)
    assert t.squares[0] == 8
    t.do("decline", "pass", "pass")
    t.throws(1, 3)
    t.throws(1, 1)
    assert t.jail[0] == 0
    assert t.turn == 0


def test_sent_to_jail_by_a_double_ends_the_turn(table):
    """Section 2: any "sent to jail" ends the turn, whatever the dice showed."""
    t = table([player(at="Water Works"), player()])
    t.throws(1, 1)
    assert t.jail[0] == 1
    assert t.turn == 1


def test_a_card_to_jail_after_a_double_ends_the_turn(table):
    """Section 2: the double does not throw again once a card has sent to jail."""
    t = table([player(at="GO"), player()])
    t.throws(1, 1).draws("go_to_jail")
    assert t.jail[0] == 1
    assert t.turn == 1


# ----------------------------------------------------------------------------------------------- out


@covers("jail_fine")
@pytest.mark.parametrize("fine", [50, 120])
def test_paying_before_the_throw(table, fine):
    """R-97 jail, way (a): pay $50 (option jail_fine) before throwing, then throw and move; section 5."""
    t = table([jailed(), player()], jail_fine=fine)
    t.do("pay-fine")
    assert t.cash[0] == 1500 - fine
    assert t.jail[0] == 0
    t.throws(4, 6)
    assert t.squares[0] == 20


def test_paying_on_the_second_turn(table):
    """R-97 jail, way (a), on the second jailed turn as well; section 5."""
    t = table([jailed(2), player()])
    t.do("pay-fine").throws(4, 6)
    assert (t.squares[0], t.jail[0]) == (20, 0)
    assert t.cash[0] == 1450


def test_paid_then_doubles_throw_again(table):
    """Section 2 [G], default: who paid first plays a normal turn, whose doubles throw again."""
    t = table([jailed(), player()])
    t.do("pay-fine").throws(5, 5)
    assert t.squares[0] == 20
    assert t.turn == 0
    t.throws(6, 4)
    assert t.jail[0] == 1, "ten on is Go to Jail"


def test_paid_doubles_count_as_the_first(table):
    """Section 2 [G], default: the doubles after paying are the first of the three."""
    t = table([jailed(), player()])
    t.do("pay-fine").throws(5, 5)
    t.throws(1, 1)
    assert t.squares[0] == 22
    t.draws("dividend").throws(1, 1)
    assert t.jail[0] == 1


@covers("paid_doubles")
def test_paid_doubles_may_give_nothing(table):
    """Option paid_doubles off: having paid, a double moves but does not throw again; section 2 [G]."""
    t = table([jailed(), player()], paid_doubles=False)
    t.do("pay-fine").throws(5, 5)
    assert t.squares[0] == 20
    assert t.turn == 1
    t.throws(5, 5)
    assert t.turn == 1, "the next player's doubles throw again as ever"


@covers("paid_doubles")
def test_a_used_card_counts_as_paid(table):
    """Option paid_doubles: a card before the throw is as the fine; section 2 [G]."""
    for again in (True, False):
        t = table([jailed(jail_cards=["chest"]), player()], paid_doubles=again)
        t.do("use-chest-card").throws(5, 5)
        assert t.turn == (0 if again else 1)


def test_who_lacks_the_fine_cannot_pay_it(table):
    """Section 5: the fine before the throw is from cash; raising cash first is an action of its own."""
    t = table([jailed(cash=40, deeds=["boardwalk"]), player()])
    assert t.why("pay-fine") == "TOO_EXPENSIVE"
    t.do("mortgage:boardwalk", "pay-fine")
    assert t.cash[0] == 190


def test_using_a_card(table):
    """R-97 jail, way (b): a Get Out of Jail Free card before throwing; it goes back to its deck; section 5."""
    t = table([jailed(jail_cards=["chance"]), player()])
    assert t.why("use-chest-card") == "NO_JAIL_CARD"
    t.do("use-chance-card")
    assert t.jail[0] == 0
    assert t.holder("chance") is None
    assert t.cash[0] == 1500
    t.throws(4, 6)
    assert t.squares[0] == 20


def test_a_card_bought_in_jail(table):
    """R-97 jail: the card may be bought from another player and used; sections 5 and 9."""
    t = table([jailed(), player(jail_cards=["chest"])])
    t.offers(1, "chest-card", pays=30).do("accept", "use-chest-card")
    assert t.jail[0] == 0
    assert t.cash == [1470, 1530]


def test_ways_out_are_for_prisoners(table):
    """Section 5: a visitor neither pays nor uses a card."""
    t = table([player(at="Jail", jail_cards=["chance"]), player()])
    assert t.why("pay-fine") == "NOT_JAILED"
    assert t.why("use-chance-card") == "NOT_JAILED"


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_doubles_free_without_paying(table, turn):
    """R-97 jail, way (c): doubles on one of the next three turns move that throw; section 5."""
    t = table([jailed(turn), player()])
    t.throws(5, 5)
    assert (t.squares[0], t.jail[0]) == (20, 0)
    assert t.cash[0] == 1500


def test_doubles_out_of_jail_do_not_throw_again(table):
    """R-97 jail: freed by doubles one does not throw again; section 2."""
    t = table([jailed(), player()])
    t.throws(5, 5)
    assert t.turn == 1


def test_failing_to_throw_doubles(table):
    """R-97 jail: without doubles one stays, and the turn is over; section 5."""
    t = table([jailed(1), player()])
    t.throws(1, 2)
    assert (t.squares[0], t.jail[0]) == (JAIL, 2)
    assert t.turn == 1
    assert t.cash[0] == 1500


def test_three_turns_in_jail(table):
    """R-97 jail: two failures, then the third costs $50 and the throw is moved; section 5."""
    t = table([jailed(), jailed()])
    for stay in (1, 2, 3):
        assert t.squares == [JAIL, JAIL]
        assert t.jail == [stay, stay]
        t.throws(4, 6)
        if stay < 3:
            assert t.turn == 1
            t.throws(1, 2)
    assert (t.squares[0], t.jail[0]) == (20, 0)
    assert t.cash == [1450, 1500]


def test_the_third_failure_pays_and_moves_that_throw(table):
    """R-97 jail: third failure: pay $50 and immediately move by that same throw; section 5."""
    t = table([jailed(3), player()])
    t.throws(4, 6)
    assert (t.squares[0], t.jail[0]) == (20, 0)
    assert t.cash[0] == 1450
    assert t.turn == 1


def test_the_third_failure_resolves_the_square(table):
    """Section 5: the move after the forced fine is a move like any other: here rent at Tennessee Avenue."""
    t = table([jailed(3), player(deeds=["tennessee-avenue"])])
    t.throws(2, 6)
    assert t.cash == [1500 - 50 - 14, 1514]


def test_the_third_failure_with_cash_to_raise(table):
    """Section 5: the fine is raised if need be, then the throw is moved."""
    t = table([jailed(3, cash=10, deeds=["boardwalk"]), player()])
    t.throws(4, 6)
    assert t.mover == 0
    assert t.why("bankrupt") == "CAN_STILL_PAY"
    t.do("mortgage:boardwalk")
    assert (t.squares[0], t.jail[0]) == (20, 0)
    assert t.cash[0] == 160


def test_the_third_failure_can_bankrupt(table):
    """Section 5: who cannot raise the fine is bankrupt to the bank."""
    t = table([jailed(3, cash=49), player(), player()])
    t.throws(4, 6)
    assert t.alive == [1, 2]
    assert t.turn == 1


def test_a_card_does_not_help_after_the_third_throw(table):
    """Section 5: the card is played before throwing; after the third failure $50 is due."""
    t = table([jailed(3, jail_cards=["chance"]), player()], offers_per_turn=0)
    t.throws(4, 6)
    assert t.cash[0] == 1450
    assert t.holder("chance") == 0


@covers("pay_on_third_turn")
def test_no_paying_before_the_third_throw(table):
    """R-97 jail: the fine is paid before the first or second jailed throw only (option pay_on_third_turn off)."""
    t = table([jailed(2), player()])
    assert t.can("pay-fine")
    t = table([jailed(3), player()])
    assert t.mover == "chance", "there is nothing to decide before the third throw"
    t.throws(5, 5)
    assert (t.turn, t.cash[0]) == (1, 1500)
    t = table([jailed(3, jail_cards=["chance"]), player()], offers_per_turn=0)
    assert t.legal == {"roll", "use-chance-card"}
    assert t.why("pay-fine") == "THIRD_JAILED_TURN"


@covers("pay_on_third_turn")
def test_paying_on_the_third_turn_makes_a_normal_throw(table):
    """Section 5, option pay_on_third_turn: before the third throw too; its doubles are those of a normal turn."""
    t = table([jailed(3), player()], pay_on_third_turn=True)
    t.do("pay-fine").throws(5, 5)
    assert t.turn == 0
    assert t.cash[0] == 1450


# -------------------------------------------------------------------------------------- life in jail


def test_rent_is_collected_in_jail(table):
    """R-97 jail: in jail you still collect rent; section 5."""
    t = table([player(), jailed(deeds=["baltic-avenue"])])
    t.throws(1, 2)
    assert t.cash == [1496, 1504]


def test_managing_from_jail(table):
    """R-97 jail: in jail you may buy, sell, build, mortgage and trade; section 5."""
    t = table([jailed(deeds=[*DARK_BLUE, "short-line"]), player(deeds=["water-works"])])
    assert t.can("build:boardwalk")
    assert t.can("mortgage:short-line")
    assert t.can("trade:1")
    t.do("build:boardwalk", "roll", "roll:1-2")
    assert t.can("sell:boardwalk")


def test_a_visit_is_no_stay(table):
    """Section 5: who passes the jail square by dice is not in jail: it throws and moves."""
    t = table([player(at="Jail"), player()])
    t.throws(1, 3)
    assert t.squares[0] == 14


def test_in_jail_again(table):
    """Section 5: a second stay begins with its first jailed turn."""
    t = table([jailed(3), player()], auctions=False)
    t.throws(5, 5)
    assert t.squares[0] == 20
    t.throws(1, 3)
    t.throws(4, 6)
    assert t.jail[0] == 1
