"""The preset `thesis` (preset A of the facts, M2)."""

from __future__ import annotations

from magnate.games.monopoly.state import ENDED_LAST

from .table import BROWN, DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, RED, YELLOW, built, covers, player

TO_FREE_PARKING = (4, 6)  # from the jail square


def at_jail(**more):
    """A visitor whose throw of ten leads to Free Parking, where nothing happens."""
    return player(at="Jail", **more)


def test_thesis_has_no_auctions(table):
    """M2: a declined deed stays with the bank."""
    t = table([player(), player()], "thesis").throws(1, 2).do("decline")
    assert t.owner("baltic-avenue") is None
    assert t.turn == 1


def test_thesis_builds_by_group(table):
    """M2: building and selling for a whole colour group at once."""
    t = table([at_jail(cash=2000, deeds=GREEN), player()], "thesis").throws(*TO_FREE_PARKING)
    t.do("build-group:green", "build-group:green")
    assert t.levels(GREEN) == [2, 2, 2]
    assert t.cash[0] == 800
    t.do("sell-group:green")
    assert t.cash[0] == 1100


def test_thesis_has_no_limit_on_houses_and_hotels(table):
    """M2: no limit on houses, hotels and money."""
    twelve = player(**built([*RED, *YELLOW, *LIGHT_BLUE, *ORANGE], "hotel"))
    t = table([at_jail(cash=5000, deeds=GREEN, buildings=dict.fromkeys(GREEN, 4)), twelve], "thesis")
    t.throws(*TO_FREE_PARKING).do("build-group:green")
    assert t.levels(GREEN) == [5, 5, 5]


def test_thesis_acts_on_ones_own_turn_only(table):
    """M2: acting only on one's own turn; after the move, nobody between turns."""
    t = table([at_jail(deeds=GREEN), at_jail(deeds=ORANGE)], "thesis")
    assert t.mover == "chance"
    t.throws(*TO_FREE_PARKING)
    assert (t.phase, t.mover) == ("after", 0)
    t.do("pass")
    assert (t.turn, t.mover) == (1, "chance")


def test_thesis_fixes_the_order_of_actions(table):
    """M2: actions in a fixed order within the turn."""
    t = table([at_jail(deeds=[*GREEN, "short-line"]), player()], "thesis").throws(*TO_FREE_PARKING)
    t.do("mortgage:short-line")
    assert t.why("build-group:green") == "STAGE_CLOSED"


def test_thesis_trades_are_answered(table):
    """M2: answering an offer is the one thing done out of turn."""
    t = table([at_jail(deeds=["short-line"]), player()], "thesis").throws(*TO_FREE_PARKING)
    t.offers(1, "short-line", asks=70)
    assert t.mover == 1
    t.do("accept")
    assert t.cash == [1570, 1430]


def test_thesis_mortgages_are_lifted_by_their_owner(table):
    """M2: a mortgage is lifted only by its owner, for value + 10 %; mortgaged deeds are not traded."""
    t = table([at_jail(deeds=DARK_BLUE, mortgaged=["boardwalk"]), player()], "thesis").throws(*TO_FREE_PARKING)
    t.do("trade:1")
    assert t.verbs("item") == {"park-place"}
    t.do("cancel")
    t = table([at_jail(deeds=DARK_BLUE, mortgaged=["boardwalk"]), player()], "thesis").throws(*TO_FREE_PARKING)
    t.do("lift:boardwalk")
    assert t.cash[0] == 1500 - 220


def test_thesis_income_tax_is_two_hundred(table):
    """M2: income tax always $200, without a choice; luxury tax $75 (default of the facts)."""
    t = table([player(), player()], "thesis").throws(1, 3)
    assert t.cash[0] == 1300
    t = table([player(at="Pacific Avenue"), player()], "thesis").throws(3, 4)
    assert t.cash[0] == 1425


def test_thesis_keeps_the_cards(table):
    """M1 and M2: both decks as queues, the edition of 2007 and before."""
    t = table([at_jail(), player()], "thesis").throws(3, 4)
    assert "card:grand_opera" in t.outcomes
    t.draws("get_out_of_jail_free")
    assert t.holder("chest") == 0


def test_thesis_does_not_raise_cash_to_buy(table):
    """M2: sequenced actions: no selling and mortgaging between landing and buying."""
    t = table([player(cash=50, deeds=["boardwalk"]), player()], "thesis").throws(1, 2)
    assert t.turn == 0
    assert t.phase == "after"


@covers("duel_richer", "one_attempt")
def test_thesis_duel_goes_to_the_richer(table):
    """M2: with two players a bankruptcy ends the game and the richer player wins (option duel_richer)."""
    poor = player(cash=100, deeds=["baltic-avenue"])
    t = table([player(cash=0, deeds=["short-line", "boardwalk"]), poor], "thesis").throws(1, 2).do("bankrupt")
    assert t.mover == "over"
    assert t.ending == ENDED_LAST
    assert t.shares == [1, 0], "who gave up was worth $600, the other $160"
    t = table([player(cash=0, deeds=["short-line", "boardwalk"]), poor], "thesis", duel_richer=False)
    t.throws(1, 2).do("bankrupt")
    assert t.shares == [0, 1]


@covers("split_estate")
def test_thesis_splits_an_estate(table):
    """M2: a bankrupt's wealth is split equally among the remaining players (option split_estate)."""
    t = table(
        [
            player(cash=3, deeds=["short-line", "water-works", "st-james-place"], mortgaged=["short-line"]),
            player(**built(BROWN, 0)),
            player(),
        ],
        "thesis",
        offers_per_turn=0,
    )
    t.throws(1, 2).do("bankrupt")
    assert t.alive == [1, 2]
    assert sorted(t.cash) == [0, 1501, 1502]
    owners = [t.owner(deed) for deed in ("st-james-place", "water-works", "short-line")]
    assert set(owners) == {1, 2}
    assert t.cash[0] == 0


@covers("split_estate")
def test_an_estate_is_not_split_otherwise(table):
    """R-97 bankruptcy, option split_estate off: everything goes to the creditor; section 10."""
    t = table([player(cash=3, deeds=["short-line"], mortgaged=["short-line"]), player(deeds=BROWN), player()],
              offers_per_turn=0)  # fmt: skip
    t.throws(1, 2)
    assert t.cash == [0, 1503 - 10, 1500]
    assert t.owner("short-line") == 1


# ---------------------------------------------------------------------------------- expectiminimax
