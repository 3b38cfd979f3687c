"""What the networks' outputs mean: legal masks, actions and back, on set-up positions."""

import pytest

from magnate.agents.monopoly.deep_q import outputs
from magnate.agents.monopoly.deep_q.outputs import NAMES, NETWORKS, answers, outputs_of
from magnate.games.monopoly import state
from magnate.games.monopoly.board import TITLE_DEEDS

from ..interpreted import RULES, scratch
from .standing import (
    BUY,
    CARD,
    DOWNGRADE,
    FINE,
    GROUPS,
    LIFT,
    MORTGAGE,
    UPGRADE,
    built,
    deed,
    lots,
    part,
    square,
    standing,
)

OUTPUTS = part("outputs")
WINDOW = (UPGRADE, DOWNGRADE, MORTGAGE, LIFT)


def legal(g, network, places=40, seat=0):
    """The legal outputs as a set."""
    mask = OUTPUTS.legal_outputs(g, seat, network, places)
    return {output for output in range(64) if mask >> output & 1}


def named(*slugs):
    return {square(slug) for slug in slugs}


def groups(*names):
    return {GROUPS.index(name) for name in names}


def test_seven_networks_of_the_thesis_shapes():
    assert NAMES == ("buy", "upgrade", "downgrade", "mortgage", "lift", "fine", "card")
    assert [answers(network, 40) for network in range(NETWORKS)] == [2, 8, 8, 40, 40, 2, 2]
    assert [outputs_of(network, 22, nothing=True) for network in range(NETWORKS)] == [2, 9, 9, 23, 23, 2, 2]
    assert outputs.STREETS == 22


def test_a_deed_for_sale_is_bought_or_declined():
    g = standing([{"square": 6, "cash": 500}, {}], "buying")
    assert [legal(g, network) for network in range(NETWORKS)] == [{0, 1}, *[set()] * 6]
    assert OUTPUTS.action_of(g, 0, BUY, 0, 40) == state.DECLINE
    assert OUTPUTS.action_of(g, 0, BUY, 1, 40) == state.BUY


def test_a_window_by_its_groups_and_squares():
    own = ["boardwalk", "park-place", *lots("light_blue"), *lots("orange"), "reading-railroad", "water-works"]
    g = standing(
        [{
            "deeds": own,
            "mortgaged": ["park-place", "water-works"],
            "buildings": built(lots("light_blue"), 3),
            "cash": 300,
        }, {"deeds": lots("green")}]
    )  # fmt: skip
    assert legal(g, UPGRADE) == groups("light_blue", "orange")  # a lot of dark blue is mortgaged, green another's
    assert legal(g, DOWNGRADE) == groups("light_blue")
    assert legal(g, MORTGAGE) == named("boardwalk", "reading-railroad", *lots("orange"))
    assert legal(g, LIFT) == named("park-place", "water-works")
    assert legal(g, BUY) == legal(g, FINE) == legal(g, CARD) == set()
    g.cash[0] = 299  # a house on each of three lots costs $300 in orange, $150 in light blue
    assert legal(g, UPGRADE) == groups("light_blue")
    g.cash[0] = 100  # Park Place takes 175 and 18 of interest, Water Works 75 and 8
    assert legal(g, LIFT) == named("water-works")


def test_22_outputs_name_no_railroads_and_utilities():
    own = ["mediterranean-avenue", "baltic-avenue", "reading-railroad", "boardwalk", "water-works", "kentucky-avenue"]
    g = standing([{"deeds": own, "mortgaged": ["water-works", "kentucky-avenue"], "cash": 900}, {}])
    assert legal(g, MORTGAGE, 22) == {0, 1, 21}
    assert legal(g, LIFT, 22) == {11}  # 2 brown, 3 light blue, 3 pink, 3 orange before it
    assert OUTPUTS.action_of(g, 0, LIFT, 11, 22) == state.LIFT + deed("kentucky-avenue").index
    assert OUTPUTS.output_of(MORTGAGE, state.MORTGAGE + deed("reading-railroad").index, 22) == -1
    assert [d for d in range(28) if OUTPUTS.place_of(d, 22) < 0] == [one.index for one in TITLE_DEEDS if one.group >= 8]


def test_stages_of_a_window_close_one_after_another():
    own = [*lots("brown"), *lots("pink"), "short-line", "oriental-avenue"]
    players = [{"deeds": own, "mortgaged": ["oriental-avenue"], "buildings": built(lots("pink"), 1), "cash": 900}, {}]
    for stage in range(5):
        g = standing(players)
        g.stage = stage
        assert [bool(legal(g, network)) for network in WINDOW] == [stage <= one for one in range(4)]


def test_ways_out_of_jail():
    def ways(**seat):
        g = standing([{"jail": 1, "cash": 500, **seat}, {}], "before")
        return {network for network in range(NETWORKS) if legal(g, network)}

    assert ways() == {FINE}
    assert ways(jail_cards=["chance"]) == {FINE, CARD}
    assert ways(jail_cards=["chest"], cash=40) == {CARD}
    assert ways(jail=3, jail_cards=["chest"]) == {CARD}  # the third turn's throw decides, and the fine comes after it


def test_which_card_is_used():
    for cards, action in (
        (["chance", "chest"], state.USE_CHANCE_CARD),
        (["chest"], state.USE_CHEST_CARD),
    ):
        g = standing([{"jail": 1, "jail_cards": cards}, {}], "before")
        assert OUTPUTS.action_of(g, 0, CARD, 1, 40) == action
        assert OUTPUTS.action_of(g, 0, CARD, 0, 40) == -1
        assert OUTPUTS.action_of(g, 0, FINE, 0, 40) == state.ROLL
        assert OUTPUTS.action_of(g, 0, FINE, 1, 40) == state.PAY_FINE


def test_what_is_legal_by_the_mask_is_legal_by_the_rules_and_all_that_is():
    own = ["boardwalk", "park-place", *lots("light_blue"), *lots("orange"), "reading-railroad", "water-works"]
    mortgaged = ["park-place", "water-works"]
    g = standing([{"deeds": own, "mortgaged": mortgaged, "buildings": built(lots("light_blue"), 3), "cash": 950}, {}])
    out = scratch()
    rules = {out[i] for i in range(RULES.legal(g, out))}
    by_mask = {
        OUTPUTS.action_of(g, 0, network, output, 40) for network in WINDOW for output in legal(g, network)
    }  # fmt: skip
    assert by_mask == {a for a in rules if OUTPUTS.network_of(a) >= 0}
    for network in WINDOW:
        for output in legal(g, network):
            a = OUTPUTS.action_of(g, 0, network, output, 40)
            assert (OUTPUTS.network_of(a), OUTPUTS.output_of(network, a, 40)) == (network, output)


@pytest.mark.parametrize(
    ("network", "action", "output"),
    [
        (BUY, state.BUY, 1),
        (BUY, state.DECLINE, 0),
        (CARD, state.USE_CHEST_CARD, 1),
        (CARD, state.PAY_FINE, 0),
        (CARD, state.ROLL, 0),
        (FINE, state.PAY_FINE, 1),
        (FINE, state.ROLL, 0),
        (UPGRADE, state.PASS, -1),
        (UPGRADE, state.MORTGAGE + 3, -1),
        (MORTGAGE, state.TRADE_WITH + 1, -1),
        (DOWNGRADE, state.SELL_GROUP + 5, 5),
    ],
)
def test_what_an_action_says_of_those_that_were_asked(network, action, output):
    assert OUTPUTS.output_of(network, action, 40) == output


def test_a_debt_asks_about_sales_alone():
    green = lots("green")
    g = standing([{"deeds": green, "buildings": built(green, 2), "cash": 900}, {}])
    g.depth = 1
    g.fkind[0] = part("outputs").DEBT_FRAME
    assert [legal(g, network) for network in range(NETWORKS)] == [set(), set(), groups("green"), *[set()] * 4]


def test_the_best_output_is_the_first_of_the_greatest_in_the_mask():
    values = [3.0, 1.0, 2.0, 2.0]
    assert OUTPUTS.best_of(values, 0b1111) == 0
    assert OUTPUTS.best_of(values, 0b1110) == 2
    assert OUTPUTS.best_of(values, 0b1000) == 3
    assert OUTPUTS.best_of(values, 0) == -1
