"""Who decides what: networks that answer as their parent would play its games; and what set-up networks do."""

import random

import numpy as np
import pytest

from magnate.agents.monopoly.deep_q.agent import DESTRUCTIVE, Shape, brain_of, new_networks
from magnate.agents.monopoly.deep_q.outputs import ALL, NAMES, NETWORKS
from magnate.games.monopoly import PRESETS, Options, state
from magnate.networks import Network

from ....games.monopoly.walk import first_state
from ..interpreted import notes, play, row, scratch
from .standing import BUY, CARD, DOWNGRADE, FINE, LIFT, MORTGAGE, UPGRADE, built, lots, part, square, standing

CHOOSING, OUTPUTS, DECIDING = part("choosing"), part("outputs"), part("choosing")
PARENT = row("strategic:standard")
START = first_state(Options.model_validate(PRESETS["thesis"]), 2).to_record()
KEY = 0x1234567890ABCDE


def saying(**values):
    """Networks that say the same at every position: a number for all outputs, or pairs of an output and its value."""
    shape = Shape()
    networks = {}
    for name, outputs in zip(NAMES, shape.outputs, strict=True):
        given = values.get(name, -1.0)
        bias = np.full(outputs, given if isinstance(given, float) else -1.0)
        for output, value in () if isinstance(given, float) else given:
            bias[output] = value
        networks[name] = Network((np.zeros((100, outputs)),), (bias,))
    return networks


def brain(networks=None, **settings):
    return brain_of(PARENT, networks or saying(), Shape(), interpreted=True, **settings)


def chosen(g, mind, key=KEY):
    return CHOOSING.choose(g, 0, key, mind, scratch(), notes())


# ------------------------------------------------------------------------------------------------ the oracle


@pytest.fixture
def mirrored(monkeypatch):
    """Networks whose outputs say what the parent would do."""

    def evaluate(g, p, network, mind):
        parents = CHOOSING.strategic(g, PARENT, KEY, scratch(), notes())
        mind.values[:] = -1.0
        output = OUTPUTS.output_of(network, parents, mind.places)
        if output >= 0:
            mind.values[output] = 1.0

    monkeypatch.setattr(CHOOSING, "evaluate", evaluate)


def test_networks_that_answer_as_the_parent_play_its_game(mirrored):
    rng = random.Random(1)
    asked = set()
    for seed in range(3):
        for decision in play(START, ["strategic:standard", "strategic:late_game"], "mirrored", seed):
            if decision.seat != 0:
                continue
            for networks in (ALL, rng.randrange(ALL)):
                got = chosen_by(decision, networks)
                assert got == decision.action, (networks, got, decision.action)
            asked.add(OUTPUTS.network_of(decision.action))
    assert asked >= {BUY, UPGRADE, MORTGAGE, LIFT, FINE, -1}


def chosen_by(decision, networks):
    mind = brain(asked=networks, gated=DESTRUCTIVE)
    return CHOOSING.choose(decision.g, decision.seat, decision.key, mind, scratch(), notes())


# ----------------------------------------------------------------------------------------- set-up positions


def full(cash=900, **more):
    own = [*lots("brown"), *lots("pink"), "short-line", "oriental-avenue"]
    seat = {"deeds": own, "mortgaged": ["oriental-avenue"], "buildings": built(lots("pink"), 1), "cash": cash}
    return standing([seat | more, {}])


def test_networks_that_want_nothing_never_build_sell_mortgage_or_lift():
    g = full(5000)
    assert OUTPUTS.network_of(CHOOSING.strategic(g, PARENT, KEY, scratch(), notes())) >= 0  # the parent would
    assert chosen(g, brain(gated=0)) in (state.PASS, state.TRADE_WITH + 1)


def test_what_is_worth_no_more_than_nothing_is_not_done():
    assert chosen(full(), brain(saying(upgrade=0.0))) == state.PASS
    assert chosen(full(), brain(saying(upgrade=0.001))) == state.BUILD_GROUP  # brown, the first of equals


def test_the_order_is_build_sell_mortgage_lift():
    every = {"upgrade": 1.0, "downgrade": 2.0, "mortgage": 3.0, "lift": 4.0}
    oriental = state.LIFT + 3  # the fourth deed
    expected = [state.BUILD_GROUP, state.SELL_GROUP + 2, state.MORTGAGE, state.LIFT + 3]
    for name, action in zip(("upgrade", "downgrade", "mortgage", "lift"), expected, strict=True):
        assert chosen(full(), brain(saying(**every), gated=0)) == action
        every.pop(name)
    assert oriental == expected[3]


def test_the_best_legal_output_counts():
    networks = saying(upgrade=[(0, 1.0), (2, 2.0), (7, 9.0)])  # dark blue cannot be built on
    assert chosen(full(), brain(networks)) == state.BUILD_GROUP + 2


def test_the_gate_keeps_from_mortgaging_and_selling():
    networks = saying(mortgage=5.0, downgrade=5.0)
    assert chosen(full(5000), brain(networks)) == state.PASS
    assert chosen(full(5000), brain(networks, gated=1 << MORTGAGE)) == state.SELL_GROUP + 2
    assert chosen(full(5000), brain(networks, gated=1 << DOWNGRADE)) == state.MORTGAGE


def test_closed_stages_are_not_asked_about():
    g = full()
    g.stage = 3
    assert chosen(g, brain(saying(upgrade=1.0, mortgage=2.0, lift=1.0), gated=0)) == state.LIFT + 3
    g.stage = 4
    assert chosen(g, brain(saying(upgrade=1.0, mortgage=2.0, lift=1.0), gated=0)) == state.PASS


@pytest.mark.parametrize(
    ("says", "seat", "action"),
    [
        ({"fine": [(0, 0.0), (1, 1.0)]}, {}, state.PAY_FINE),
        ({"fine": [(0, -2.0), (1, -3.0)]}, {}, state.ROLL),  # the greater one, whatever its sign
        ({"fine": [(1, 1.0)], "card": [(1, 1.0)]}, {"jail_cards": ["chest"]}, state.USE_CHEST_CARD),
        ({"fine": [(1, 1.0)], "card": [(0, 1.0)]}, {"jail_cards": ["chest"]}, state.PAY_FINE),
        ({"fine": [(0, 1.0)], "card": [(0, 1.0)]}, {"jail_cards": ["chest"]}, state.ROLL),
        ({"fine": [(1, 1.0)], "card": [(0, 1.0)]}, {"jail_cards": ["chest"], "cash": 49}, state.ROLL),
    ],
)
def test_ways_out_of_jail(says, seat, action):
    g = standing([{"jail": 1, "cash": 500, **seat}, {}], "before")
    assert chosen(g, brain(saying(**says))) == action


def test_a_card_that_the_network_keeps_leaves_the_fine_to_the_parent():
    g = standing([{"jail": 1, "cash": 900, "jail_cards": ["chance"]}, {}], "before")
    assert CHOOSING.strategic(g, PARENT, KEY, scratch(), notes()) == state.USE_CHANCE_CARD
    keeps = saying(card=[(0, 1.0)])
    assert chosen(g, brain(keeps, asked=1 << CARD)) == state.PAY_FINE
    g.cash[0] = 10
    assert chosen(g, brain(keeps, asked=1 << CARD)) == state.ROLL
    assert chosen(g, brain(saying(fine=[(0, 1.0)]), asked=1 << FINE)) == state.USE_CHANCE_CARD


def test_buying():
    g = standing([{"square": 6, "cash": 500}, {}], "buying")
    assert chosen(g, brain(saying(buy=[(1, -0.5)]))) == state.BUY
    assert chosen(g, brain(saying(buy=[(0, -0.5)]))) == state.DECLINE


def test_debts_are_the_parents():
    decision = next(
        one
        for seed in range(20)
        for one in play(START, ["strategic:standard"] * 2, "debts", seed, limit=3000)
        if one.seat == 0 and one.g.depth > 0 and OUTPUTS.in_debt(one.g)
    )
    mind = brain(saying(downgrade=9.0, mortgage=9.0), gated=0)
    assert CHOOSING.choose(decision.g, 0, decision.key, mind, scratch(), notes()) == decision.action


# ------------------------------------------------------------------------------------------------ exploration


def test_exploring_draws_any_legal_answer_and_nothing():
    counts = dict.fromkeys((0, 2, 5, -1), 0)
    for key in range(4000):
        counts[DECIDING.explored(key * 0x9E3779B97F4A7C15 & (1 << 63) - 1, UPGRADE, 0b100101, 1.0)] += 1
    assert all(abs(count - 1000) < 5 * 28 for count in counts.values())  # five standard deviations of 27.4
    assert {DECIDING.explored(key << 40, BUY, 0b11, 1.0) for key in range(64)} == {0, 1}


def test_epsilon_is_the_chance_to_explore():
    drawn = [DECIDING.explored(key * 0x9E3779B97F4A7C15 & (1 << 63) - 1, LIFT, 0b11, 0.1) for key in range(4000)]
    assert abs(sum(one != -2 for one in drawn) - 400) < 5 * 19
    assert {DECIDING.explored(key << 40, LIFT, 0b11, 0.0) for key in range(64)} == {-2}


def test_the_gate_refuses_what_was_drawn_too():
    for key in range(50):
        action = chosen(full(5000), brain(asked=1 << DOWNGRADE, epsilon=1.0), key << 50)
        assert not state.SELL_GROUP <= action < state.BREAK_GROUP


# ----------------------------------------------------------------------------------------------------- shapes


def test_doing_nothing_may_have_an_output():
    shape = Shape(nothing=True)
    assert shape.outputs == (2, 9, 9, 41, 41, 2, 2)
    networks = saying()
    for name, outputs in zip(NAMES, shape.outputs, strict=True):
        bias = np.full(outputs, -1.0)
        bias[-1] = -2.0 if name in ("upgrade", "lift") else 0.5
        networks[name] = Network((np.zeros((100, outputs)),), (bias,))
    mind = brain_of(PARENT, networks, shape, interpreted=True)
    assert chosen(full(), mind) == state.BUILD_GROUP  # -1 is more than -2
    g = full()
    g.stage = 2
    assert chosen(g, mind) == state.LIFT + 3


def test_22_outputs_and_other_numbers():
    shape = Shape(places=22, scaled=False)
    networks = new_networks(shape, 1, hidden=(48,))
    assert Shape.of(networks, "thesis_unscaled") == shape
    assert Shape.of(new_networks(Shape(), 1)) == Shape()
    mind = brain_of(PARENT, networks, shape, interpreted=True, gated=0)
    g = full()
    before = np.array(mind.inputs)
    assert 0 <= chosen(g, mind) < state.ACTIONS
    assert mind.inputs.max() == max(g.cash[0], g.cash[1], 900) or mind.inputs.max() > before.max()  # dollars


def test_new_networks_are_the_thesis():
    networks = new_networks(Shape(), 3)
    assert [networks[name].sizes for name in NAMES] == [(100, 128, 64, 32, k) for k in (2, 8, 8, 40, 40, 2, 2)]
    assert len({networks[name].digest for name in NAMES}) == NETWORKS
    assert square("boardwalk") == 39
