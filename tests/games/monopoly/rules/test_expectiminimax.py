"""The presets `expectiminimax`, with both definitions of bankruptcy (preset B of the facts, E1)."""

from __future__ import annotations

import pytest

from .table import BROWN, CHANCE_7, DARK_BLUE, LIGHT_BLUE, ORANGE, RED, YELLOW, built, covers, player

TO_FREE_PARKING = (4, 6)  # from the jail square
E1 = ["expectiminimax", "expectiminimax-net-worth"]


def at_jail(**more):
    """A visitor whose throw of ten leads to Free Parking, where nothing happens."""
    return player(at="Jail", **more)


@pytest.mark.parametrize("preset", E1)
def test_expectiminimax_set_up(table, preset):
    """E1: two players with $500 each and a random starter."""
    t = table(2, preset)
    assert t.outcomes == {"start:0": 1, "start:1": 1}
    assert t.cash == [500, 500]


@pytest.mark.parametrize("preset", E1)
def test_expectiminimax_has_no_cards(table, preset):
    """E1: Chance, Community Chest and Free Parking do nothing."""
    t = table([player(cash=500), player(cash=500)], preset).throws(3, 4)
    assert t.squares[0] == CHANCE_7
    assert t.cash[0] == 500
    assert t.turn == 1


def test_expectiminimax_has_no_auctions_and_trades(table):
    """E1: no auctions, no trades."""
    t = table([player(cash=500, deeds=["boardwalk"]), player(cash=500)], "expectiminimax").throws(1, 2).do("decline")
    assert t.owner("baltic-avenue") is None
    assert t.why("trade:1") == "NO_TRADES"


def test_expectiminimax_taxes(table):
    """E1: the tax squares cost $200 and $100."""
    assert table([player(cash=500), player()], "expectiminimax").throws(1, 3).cash[0] == 300
    assert table([player(cash=500, at="Pacific Avenue"), player()], "expectiminimax").throws(3, 4).cash[0] == 400


def test_expectiminimax_one_operation_after_the_move(table):
    """E1: exactly one management action at the end of a turn, on one's own turn only."""
    t = table([at_jail(cash=500, deeds=[*BROWN, "short-line"]), at_jail(cash=500, deeds=ORANGE)], "expectiminimax")
    assert t.mover == "chance", "nothing before the throw"
    t.throws(*TO_FREE_PARKING)
    assert {"pass", "build:baltic-avenue", "mortgage:short-line"} <= t.legal
    t.do("build:baltic-avenue")
    assert (t.turn, t.mover) == (1, "chance")


def test_expectiminimax_operation_in_jail(table):
    """E1: the management action is there after staying in jail too."""
    t = table([player(cash=500, jail=1, deeds=["short-line"]), player(cash=500)], "expectiminimax").throws(1, 2)
    assert t.can("mortgage:short-line")


@pytest.mark.parametrize(
    ("level", "action", "after", "cash"),
    [
        (0, "build:boardwalk", 1, -200),
        (2, "sell:boardwalk", 1, 100),
        (4, "build:boardwalk", 5, -200),
        ("hotel", "sell:boardwalk", 4, 100),
        (0, "mortgage:boardwalk", 0, 200),
    ],
)
def test_expectiminimax_operations(table, level, action, after, cash):
    """E1: build one house, sell one, upgrade to a hotel, sell a hotel back to four houses, mortgage one."""
    t = table([at_jail(cash=500, **built(DARK_BLUE, level)), at_jail(cash=500)], "expectiminimax")
    t.throws(*TO_FREE_PARKING).do(action)
    assert t.level("boardwalk") == after
    assert t.cash[0] == 500 + cash


def test_expectiminimax_lifting(table):
    """E1: unmortgage one at + 10 %."""
    t = table([at_jail(cash=500, deeds=DARK_BLUE, mortgaged=["park-place"]), at_jail()], "expectiminimax")
    t.throws(*TO_FREE_PARKING).do("lift:park-place")
    assert t.cash[0] == 500 - 193


def test_expectiminimax_builds_evenly_on_free_groups(table):
    """E1: even building, and only if no lot of the group is mortgaged."""
    t = table([at_jail(cash=500, **built(DARK_BLUE, 1, 0)), player()], "expectiminimax").throws(*TO_FREE_PARKING)
    assert t.verbs("build") == {"boardwalk"}
    t = table([at_jail(cash=500, deeds=DARK_BLUE, mortgaged=["park-place"]), player()], "expectiminimax")
    assert t.throws(*TO_FREE_PARKING).why("build:boardwalk") == "GROUP_MORTGAGED"


def test_expectiminimax_never_runs_out_of_houses(table):
    """E1: no limit on houses."""
    all_of_them = player(**built([*RED, *YELLOW, *DARK_BLUE], 4))
    t = table([at_jail(cash=500, deeds=ORANGE), all_of_them], "expectiminimax").throws(*TO_FREE_PARKING)
    assert t.verbs("build") == set(ORANGE)


def test_expectiminimax_jail(table):
    """E1: pay $50 or throw doubles at the start of the turn; after three turns pay."""
    t = table([player(cash=500, jail=1), at_jail(cash=500)], "expectiminimax")
    assert t.legal == {"roll", "pay-fine"}
    t.do("pay-fine")
    assert (t.cash[0], t.jail[0]) == (450, 0)
    t = table([player(cash=500, jail=3), at_jail(cash=500)], "expectiminimax").throws(*TO_FREE_PARKING)
    assert (t.cash[0], t.squares[0]) == (450, 20)


@covers("bankruptcy")
def test_expectiminimax_out_of_cash(table):
    """E1, option bankruptcy cash: who has no cash left at the end of its turn is bankrupt, deeds or not."""
    t = table([player(cash=150, deeds=["boardwalk"]), player(cash=500)], "expectiminimax").throws(1, 3)
    assert t.cash[0] == -50
    assert t.mover == 0
    t.do("pass")
    assert t.mover == "over"
    assert t.shares == [0, 1]


@covers("bankruptcy")
def test_expectiminimax_saved_by_its_operation(table):
    """E1: the management action of the turn may bring cash again before bankruptcy is judged."""
    t = table([player(cash=150, deeds=["boardwalk"]), player(cash=500)], "expectiminimax").throws(1, 3)
    t.do("mortgage:boardwalk")
    assert t.cash[0] == 150
    assert t.turn == 1


@covers("bankruptcy")
def test_expectiminimax_exactly_no_cash(table):
    """E1: "no cash left" is also exactly $0."""
    t = table([player(cash=200), player(cash=500)], "expectiminimax").throws(1, 3)
    assert t.mover == "over"
    assert t.shares == [0, 1]


@covers("bankruptcy")
def test_expectiminimax_out_of_net_worth(table):
    """E1, option bankruptcy net_worth: only who has no net worth left is bankrupt."""
    t = table([player(cash=150, deeds=["boardwalk"]), player(cash=500)], "expectiminimax-net-worth").throws(1, 3)
    t.do("pass")
    assert t.alive == [0, 1]
    assert t.cash[0] == -50
    t = table([player(cash=140, deeds=["baltic-avenue"]), player(cash=500)], "expectiminimax-net-worth").throws(1, 3)
    t.do("pass")
    assert t.mover == "over", "-60 and a deed of 60: nothing left"
    assert t.shares == [0, 1]


@covers("bankruptcy")
def test_expectiminimax_rent_is_paid_in_full(table):
    """E1: the owner gets the whole rent, the payer's cash runs below zero."""
    t = table([player(cash=10), player(cash=500, **built(LIGHT_BLUE, 1))], "expectiminimax").throws(2, 4)
    assert t.cash[1] == 530
    assert t.shares == [0, 1]


@covers("bankruptcy")
def test_the_official_bankruptcy_is_a_debt(table):
    """R-97 bankruptcy, option bankruptcy debt: no cash is no bankruptcy, only an unpaid debt is; section 10."""
    t = table([player(cash=200), player()]).throws(1, 3)
    assert t.cash[0] == 0
    assert t.alive == [0, 1]


def test_expectiminimax_doubles(table):
    """E1: doubles throw again, the third goes to jail."""
    t = table([at_jail(cash=500), player()], "expectiminimax").throws(5, 5)
    assert t.turn == 0
    t = table([at_jail(cash=500), player()], "expectiminimax", doubles=2).throws(5, 5)
    assert t.jail[0] == 1


def test_expectiminimax_cannot_spend_what_it_lacks(table):
    """E1: buying, building and lifting are paid from cash in hand (the report; its program never checks)."""
    t = table([player(cash=59), player()], "expectiminimax").throws(1, 2)
    assert not t.can("buy")
    t = table([at_jail(cash=199, deeds=DARK_BLUE), player()], "expectiminimax").throws(*TO_FREE_PARKING)
    assert t.why("build:boardwalk") == "TOO_EXPENSIVE"
