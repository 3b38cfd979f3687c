"""Equal positions are equal bytes and have equal keys, however they came about (design section 2)."""

from __future__ import annotations

import pytest

from .table import BROWN, DARK_BLUE, ORANGE, RAILROADS, Table, player


def key(t: Table) -> int:
    """The transposition key by the interpreted rules."""
    return t.engine.rules.key(t.engine.g)


def same(one: Table, other: Table) -> None:
    assert one.fields == other.fields
    assert key(one) == key(other)


@pytest.fixture
def table(interpreted):
    """The compiled rules equal these byte for byte (test_differential.py)."""
    return interpreted


@pytest.mark.parametrize(
    ("start", "throws", "phase"),
    [
        ("Jail", ((3, 6), (4, 5)), "after"),  # on New York Avenue, one's own
        ("GO", ((1, 5), (2, 4)), "buying"),  # Oriental Avenue
        ("GO", ((1, 6), (2, 5)), "draw"),  # Chance
        ("Atlantic Avenue", ((1, 3), (1, 3)), "after"),  # Go to Jail
    ],
)
def test_two_throws_to_the_same_square(table, start, throws, phase):
    """Section 2: once the square is resolved nothing depends on the dice any more; design section 2."""
    one, other = (table([player(at=start, deeds=ORANGE), player()]).throws(*throw) for throw in throws)
    assert one.phase == phase
    same(one, other)


def test_doubles_that_have_ended_in_jail(table):
    """Section 2: in jail it does not matter whether the third double or the square sent there; design section 2."""
    one = table([player(deeds=ORANGE, at="Jail"), player()], doubles=2).throws(3, 3)
    other = table([player(deeds=ORANGE, at="Atlantic Avenue"), player()]).throws(1, 3)
    assert one.jail[0] == 1
    same(one, other)


def test_a_landing_by_card_and_one_by_throw(table):
    """Section 6: how one arrived matters for rent only, not when the railroad is for sale; design section 2."""
    decks = {"chance": {"top": "advance_nearest_railroad_1"}}
    by_card = table([player(at="GO"), player()], decks=decks).throws(3, 4)
    by_throw = table([player(at="Jail"), player()], decks=decks, phase="throw").throws(2, 3)
    assert by_card.phase == by_throw.phase == "buying"
    assert by_card.fields["arrival"] == by_throw.fields["arrival"]
    assert by_card.fields["low"] == by_throw.fields["low"]


@pytest.mark.parametrize("throw", [(3, 4), (4, 4)])
def test_passing_go_leaves_no_trace(table, throw):
    """House rule first_lap: who has passed GO is noted only when that rule is on; design section 2."""
    t = table([player(at="Short Line"), player()]).throws(*throw)
    assert t.fields["lapped"] == b"\0"
    t = table([player(at="Short Line"), player()], first_lap=True).throws(*throw)
    assert t.fields["lapped"] == b"\1"


def test_dice_stay_while_the_rent_depends_on_them(table):
    """Section 6, option rent_claim: the owner of a utility is asked about four times this very throw."""
    players = [player(at="St. Charles Place"), player(deeds=["electric-company", "states-avenue"])]
    t = table(players, rent_claim="ask").throws(1, 1)
    assert (t.phase, t.fields["low"]) == ("claiming", b"\0"), "a street"
    players[0] = player(at="Jail")
    t = table(players, rent_claim="ask").throws(1, 1)
    assert (t.phase, t.fields["low"]) == ("claiming", b"\1"), "a utility"
    t.do("claim-rent")
    assert t.cash == [1492, 1508]
    assert t.fields["low"] == b"\0"


def test_an_auction_whose_bid_stands(table):
    """Section 4: once somebody has bid, it does not matter where the bidding opened; design section 2."""
    players = [player(at="GO"), player(), player()]
    frame = {"kind": "auction", "lot": "boardwalk", "bidder": 1, "bidders": [0, 1, 2]}
    one, other = (table(players, phase="landed", frames=[{**frame, "amount": amount}]).bids(60) for amount in (10, 20))
    same(one, other)


def test_a_window_that_is_over(table):
    """Options window_order and one_operation: what was done before the throw is not counted after it; section 9."""
    t = table([player(deeds=BROWN, at="Jail"), player()], window_order="build_first", one_operation=True)
    t.do("mortgage:baltic-avenue")
    assert (t.mover, t.fields["stage"], t.fields["operations"]) == ("chance", b"\0", b"\0")


def test_turns_count_only_where_they_can_end_the_game(table):
    """Section 10, options max_rounds and max_turns: without such a cap the key leaves turns and rounds out."""
    players = [player(deeds=DARK_BLUE), player(deeds=RAILROADS)]
    for settings, equal in (({}, False), ({"max_rounds": 0}, True), ({"max_rounds": 0, "max_turns": 99}, False)):
        one, other = (table(players, round=1 + n, turns=2 * n, **settings) for n in (1, 7))
        assert (key(one) == key(other)) == equal
