"""The named presets as a whole (rules section 10, presets A and B of the facts, M2 and E1)."""

from __future__ import annotations

import pytest

from magnate.games.monopoly.state import ENDED_BANKRUPTCIES, ENDED_LAST, ENDED_TIME

from .table import BROWN, CHANCE_7, DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, RED, YELLOW, built, covers, player

TO_FREE_PARKING = (4, 6)  # from the jail square
E1 = ["expectiminimax", "expectiminimax-net-worth"]


def at_jail(**more):
    """A visitor whose throw of ten leads to Free Parking, where nothing happens."""
    return player(at="Jail", **more)


# -------------------------------------------------------------------------------------- a new game


@covers("start_cash")
@pytest.mark.parametrize("players", range(2, 9))
def test_set_up(table, players):
    """R-97 set-up: 2 to 8 players on GO with $1,500 each (option start_cash), nobody owns anything; section 1."""
    t = table(players)
    assert t.cash == [1500] * players
    assert t.squares == [0] * players
    assert t.jail == [0] * players
    assert t.turn == 0
    assert len(t.outcomes) == 21
    assert sum(t.outcomes.values()) == 36
    assert table(players, start_cash=777).cash == [777] * players


@covers("start")
def test_who_starts(table):
    """Section 1, option start: seat 0, or a seat drawn by lot, with the others following clockwise."""
    assert table(4, start="first").turn == 0
    t = table(4, start="random")
    assert t.outcomes == {f"start:{seat}": 1 for seat in range(4)}
    t.do("start:2")
    assert t.turn == 2
    t.throws(4, 6)
    assert t.turn == 3
    t.throws(4, 6)
    assert t.turn == 0


def test_two_dice(table):
    """Section 2: two dice: doubles have weight 1, other throws 2 of 36."""
    outcomes = table(2).outcomes
    assert outcomes["roll:3-3"] == 1
    assert outcomes["roll:1-6"] == 2


def test_the_boundary_of_play_goes_clockwise(table):
    """Section 1: turns in seat order, around the table."""
    t = table(3)
    for seat in (0, 1, 2, 0):
        assert t.turn == seat
        t.throws(4, 6)


# --------------------------------------------------------------------- short game and time limit


@covers("dealt_deeds")
def test_the_short_game_deals_three_deeds(table):
    """Short game: three deeds are dealt to each player, free; option dealt_deeds; section 10."""
    t = table(2, "short-game")
    assert len(t.outcomes) == 28
    assert set(t.outcomes.values()) == {1}
    for deed in ("boardwalk", "baltic-avenue", "park-place", "short-line", "states-avenue", "water-works"):
        t.do(f"deal:{deed}")
        assert f"deal:{deed}" not in t.outcomes
    assert [t.owner(deed) for deed in ("boardwalk", "park-place", "states-avenue")] == [0, 0, 0]
    assert [t.owner(deed) for deed in ("baltic-avenue", "short-line", "water-works")] == [1, 1, 1]
    assert t.cash == [1500, 1500]
    assert (t.phase, t.mover) == ("before", 0)


def test_the_short_game_ends_at_the_first_bankruptcy(table):
    """Short game: it ends when the first player is bankrupt, and the richest wins; section 10."""
    t = table([player(cash=0, at="Pacific Avenue"), player(), player(cash=1600)], "short-game").throws(3, 4)
    assert t.ending == ENDED_BANKRUPTCIES
    assert t.shares == [0, 0, 1]


def test_the_short_games_hotels(table):
    """Short game: three houses on each lot before a hotel; section 10."""
    t = table([player(**built(DARK_BLUE, 3)), player()], "short-game").do("build:boardwalk")
    assert t.level("boardwalk") == 5


@covers("dealt_deeds", "dealt_paid")
def test_the_time_limit_game_deals_two_paid_deeds(table):
    """Time-limit game: two deeds each, paid to the bank; options dealt_deeds and dealt_paid; section 10."""
    t = table(2, "time-limit").do("deal:boardwalk", "deal:baltic-avenue", "deal:park-place", "deal:short-line")
    assert t.cash == [1500 - 750, 1500 - 260]
    assert t.owner("park-place") == 0
    t = table(2, dealt_deeds=1, dealt_paid=True).do("deal:boardwalk", "deal:baltic-avenue")
    assert t.cash == [1100, 1440]


def test_the_time_limit_ends_the_game(table):
    """Time-limit game: at the agreed time the richest player wins; section 10."""
    t = table([at_jail(cash=5), at_jail()], "time-limit", round=30, turn=1).throws(*TO_FREE_PARKING)
    assert t.ending == ENDED_TIME
    assert t.shares == [0, 1]


# --------------------------------------------------------------------------------------- pre-2008


def test_the_old_edition(table):
    """Preset official-pre2008: the old taxes, the old Community Chest, bids from $1; sections 3, 4 and 7."""
    options = table(2, "official-pre2008").options
    assert (options.income_tax, options.luxury_tax, options.deck, options.auction_open) == ("choice", 75, "pre-2008", 1)
    t = table([at_jail(), player(), player()], "official-pre2008").throws(3, 4).draws("grand_opera")
    assert t.cash == [1600, 1450, 1450]


# ----------------------------------------------------------------------------------------- thesis


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
    lots = [built(group, "hotel") for group in (RED, YELLOW, LIGHT_BLUE, ORANGE)]
    twelve = player(deeds=[d for lot in lots for d in lot["deeds"]], buildings={d: 5 for lot in lots for d in lot["deeds"]})
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
    lots = [built(group, 4) for group in (RED, YELLOW, DARK_BLUE)]
    all_of_them = player(deeds=[d for lot in lots for d in lot["deeds"]], buildings={d: 4 for lot in lots for d in lot["deeds"]})
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
    assert t.cash == [-20, 530] or t.mover == "over"
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
