"""Rent that may be asked for until the next or the second following player throws (section 6, option rent_claim)."""

from __future__ import annotations

import pytest

from .table import BROWN, DARK_BLUE, RAILROADS, UTILITIES, Table, built, covers, player

EVERY = pytest.mark.parametrize("late", ["next_throw", "second_throw"])


def landed(table, late, *others, cash=1500, owner=1500, **more) -> Table:
    """Seat 0 stands on seat 1's Baltic Avenue: $8 of rent."""
    return table([player(cash=cash, **more), player(cash=owner, deeds=BROWN), *others], rent_claim=late).throws(1, 2)


def to_throw(t: Table, seat: int) -> Table:
    """All pass in the windows up to the throw of that seat, which it makes if it is asked."""
    while t.turn != seat or t.phase != "throw":
        assert not t.can("claim-rent"), "somebody is asked before that"
        t.do("roll" if t.can("roll") else "pass")
    return t


@covers("rent_claim")
@EVERY
def test_the_owner_may_claim_at_once(table, late):
    """Section 6 [E], option rent_claim next_throw and second_throw: the owner is asked when the rent falls due."""
    t = landed(table, late)
    assert t.mover == 1
    assert t.legal == {"claim-rent", "waive-rent"}
    t.do("claim-rent")
    assert t.cash == [1492, 1508]
    assert t.phase == "after"


@covers("rent_claim")
@EVERY
def test_the_owner_may_claim_before_the_next_player_throws(table, late):
    """R-21 rent: it must be asked for before the next player throws; section 6 [E], option rent_claim next_throw."""
    t = to_throw(landed(table, late, player()).do("waive-rent"), 1)
    assert t.mover == 1, "it throws itself, but is asked first"
    t.do("claim-rent")
    assert t.cash == [1492, 1508, 1500]
    assert t.mover == "chance"


@covers("rent_claim")
def test_rent_is_forfeited_when_the_next_player_has_thrown(table):
    """R-21 rent: not asked for before the next player throws it is forfeited; section 6 [E], rent_claim next_throw."""
    t = to_throw(landed(table, "next_throw", player()).do("waive-rent"), 1).do("waive-rent").throws(4, 6)
    to_throw(t, 2)
    assert t.mover == "chance", "nobody is asked any more"
    assert t.cash == [1500, 1500, 1500]


@covers("rent_claim")
def test_the_owner_may_claim_before_the_second_following_player_throws(table):
    """R-97 rent: the owner must ask before the second following player throws; section 6 [E], rent_claim."""
    t = to_throw(landed(table, "second_throw", player()).do("waive-rent"), 1).do("waive-rent").throws(4, 6)
    to_throw(t, 2)
    assert t.mover == 1
    t.do("claim-rent")
    assert t.cash == [1492, 1508, 1500]


@covers("rent_claim")
def test_rent_is_forfeited_when_the_second_following_player_has_thrown(table):
    """R-97 rent: not asked for before the second following player throws it is forfeited; section 6 [E], rent_claim."""
    t = to_throw(landed(table, "second_throw", player()).do("waive-rent"), 1).do("waive-rent").throws(4, 6)
    to_throw(t, 2).do("waive-rent").throws(4, 6)
    assert to_throw(t, 0).mover == "chance"
    assert not any(t.fields["rent_due"])


@covers("rent_claim")
def test_another_throw_of_the_same_player_forfeits_nothing(table):
    """Section 6 [E]: it is a following player's throw that counts; rent_claim next_throw asks before a double's too."""
    t = table([player(at="Boardwalk"), player(deeds=BROWN)], rent_claim="next_throw").throws(2, 2)
    assert t.mover == 1
    t.do("waive-rent", "roll")
    assert t.mover == 1, "before the throw for the double"
    t.do("waive-rent", "roll:3-4")
    assert to_throw(t, 1).mover == 1, "and before the next player's, for the last time"
    t.do("claim-rent")
    assert t.cash == [1500 + 200 - 8, 1508]


@covers("rent_claim")
def test_the_amount_is_fixed_when_the_rent_falls_due(table):
    """Section 10: the amount is fixed when incurred; section 6, rent_claim: later houses do not count."""
    t = landed(table, "next_throw").do("waive-rent", "pass")
    assert t.mover == 1
    t.do("build:baltic-avenue", "build:mediterranean-avenue", "pass", "roll", "claim-rent")
    assert t.cash == [1492, 1500 - 100 + 8]


@covers("rent_claim")
@EVERY
def test_the_fresh_throw_comes_before_the_claim(table, late):
    """Section 6, option rent_claim: where rent may wait, its amount is thrown for, then the owner is asked."""
    t = table([player(), player(deeds=UTILITIES)], rent_claim=late)
    t.throws(3, 4).draws("advance_nearest_utility")
    assert t.mover == "chance"
    t.do("roll:1-2")
    assert t.mover == 1
    t.do("claim-rent")
    assert t.cash == [1470, 1530]


@covers("rent_claim")
def test_a_late_claim_may_have_to_be_raised(table):
    """Sections 6 and 10, option rent_claim: who is asked between turns raises the money then, and the throw follows."""
    t = to_throw(landed(table, "next_throw", cash=3, deeds=["short-line"]).do("waive-rent"), 1).do("claim-rent")
    assert t.mover == 0
    assert t.legal == {"mortgage:short-line", "trade:1"}
    t.do("mortgage:short-line")
    assert t.cash == [95, 1508]
    assert (t.phase, t.mover, t.turn) == ("throw", "chance", 1)


@covers("rent_claim")
def test_a_late_claim_may_ruin_the_thrower(table):
    """Sections 6 and 10, option rent_claim: the payer, ruined before its own throw for a double, does not throw."""
    hotels = player(**built(BROWN, "hotel"))
    t = table([player(cash=300, at="Boardwalk"), hotels, player()], rent_claim="next_throw", salary=0).throws(2, 2)
    t.do("waive-rent", "claim-rent")
    assert t.alive == [1, 2]
    assert t.cash == [0, 1800, 1500]
    assert to_throw(t, 1).mover == "chance"


@covers("rent_claim")
def test_claims_lapse_with_the_payer_and_the_owner(table):
    """Section 10: a bankrupt's debts and claims lapse; section 6, option rent_claim second_throw."""
    rents = [
        {"payer": 0, "owner": 1, "amount": 28, "throws": 2},
        {"payer": 0, "owner": 2, "amount": 50, "throws": 2},
    ]
    players = [player(cash=20), player(cash=20), player(deeds=DARK_BLUE), player()]
    settings = {"rent_claim": "second_throw", "offers_per_turn": 0, "phase": "throw", "turn": 1}
    t = table(players, rents=rents, **settings).do("claim-rent")
    assert t.alive == [1, 2, 3]
    assert t.mover == "chance", "nobody owes seat 2 any more"
    assert not any(t.fields["rent_due"])
    rents = [{"payer": 0, "owner": 1, "amount": 28, "throws": 2}]
    players = [player(), player(cash=20, at="Pennsylvania Avenue"), player(**built(DARK_BLUE, 1)), player()]
    t = table(players, rents=rents, **settings).do("waive-rent").throws(2, 3).do("claim-rent")
    assert t.alive == [0, 2, 3]
    assert to_throw(t, 2).mover == "chance"


@covers("rent_claim")
def test_several_rents_are_claimed_one_by_one(table):
    """Section 6, option rent_claim: each rent is a claim of its own, the oldest is asked for first."""
    rents = [
        {"payer": 2, "owner": 1, "amount": 28, "throws": 1},
        {"payer": 0, "owner": 2, "amount": 50, "throws": 2},
        {"payer": 0, "owner": 1, "amount": 8, "throws": 2},
    ]
    t = table([player(), player(), player()], rents=rents, rent_claim="second_throw", phase="throw", turn=1)
    assert t.mover == 1
    t.do("claim-rent")
    assert t.mover == 2
    t.do("waive-rent")
    assert t.mover == 1
    t.do("claim-rent")
    assert t.cash == [1492, 1536, 1472]
    assert t.mover == "chance"
    to_throw(t.throws(4, 6), 2)
    assert t.mover == 2, "for the $50, the last time"


@covers("rent_claim")
def test_the_most_rents_that_can_wait(table):
    """Section 6, option rent_claim second_throw: three landings in each of two turns, and no more."""
    travellers = [player(at="Boardwalk"), player(at="Boardwalk"), player(at="Boardwalk")]
    settings = {"salary": 0, "offers_per_turn": 0, "manage_between": False}
    t = table([*travellers, player(deeds=RAILROADS)], rent_claim="second_throw", **settings)
    most = []
    for _ in travellers:
        for throw in ("roll:3-3", "roll:5-5", "roll:4-6"):
            t.do(throw)
            assert t.mover == 3
            while t.can("waive-rent"):
                t.do("waive-rent")
        most.append(sum(left > 0 for left in t.fields["rent_left"]))
    assert most == [3, 6, 6]
    assert t.cash == [1500, 1500, 1500, 1500]


@covers("rent_claim")
def test_unclaimed_rents_count_for_nothing_at_the_end(table):
    """Sections 6 and 10, option rent_claim: what nobody has claimed by the end of the game is not paid."""
    t = table([player(), player(deeds=BROWN)], rent_claim="second_throw", max_turns=1).throws(1, 2)
    t.do("waive-rent").all_pass()
    assert t.mover == "over"
    assert not any(t.fields["rent_due"])
