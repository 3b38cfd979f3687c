"""The rules behind offers and bids: which exchanges are considered, at which price, and what positions mean nothing."""

import random

import pytest

from magnate.agents.monopoly.trade_plan import plan_items, plan_money, plan_partner
from magnate.games.monopoly import board
from magnate.games.monopoly.reasons import OK
from magnate.games.monopoly.setup_model import part as part_of_rules
from magnate.games.monopoly.state import (
    AUCTION,
    BEFORE,
    BUILD_GROUP,
    CANCEL,
    ITEM,
    PASS,
    ROLL,
    TRADE,
    TRADE_ANSWER,
    TRADE_WITH,
)

from ....games.monopoly.situations import SITUATIONS
from ..interpreted import RULES, part, play, row, scratch
from ..positions import random_position

OFFERS = part("offer_value")
TRADES = part("property_value")
RULES_OF_TRADES = part_of_rules("trade")


def exchanges(g, p, q, most=150):
    out = scratch()
    return [out[i] for i in range(OFFERS.list_exchanges(g, p, q, out, most))]


@pytest.mark.parametrize("players", [2, 4])
def test_exchanges_are_different_possible_and_contain_what_completes_a_group(players):
    rng = random.Random(players)
    completing = 0
    for _ in range(60):
        g = random_position(rng, players)
        found = exchanges(g, 0, 1)
        assert len(set(found)) == len(found)
        mine, theirs = (RULES_OF_TRADES.tradable(g, p) & ((1 << 28) - 1) for p in (0, 1))
        for items in found:
            assert items
            assert items & ~(mine | theirs) == 0
            assert max((items & mine).bit_count(), (items & theirs).bit_count()) <= 3
        for deeds in board.GROUP_DEEDS:
            mask = sum(1 << deed for deed in deeds)
            lacks = mask & ~g.deeds[0]
            if lacks != mask and lacks and lacks & ~theirs == 0 and lacks.bit_count() <= 3:
                completing += 1
                assert lacks in found
    assert completing > 10


def test_no_more_are_listed_than_wanted():
    g = random_position(random.Random(1), 2)
    assert exchanges(g, 0, 1, 7) == exchanges(g, 0, 1)[:7]


def test_at_the_price_a_partner_like_strategic_just_accepts():
    """But for where its building fund begins, a dollar less is refused."""
    rng, params = random.Random(5), row("strategic")
    exact = tried = 0
    for _ in range(60):
        g = random_position(rng, rng.choice((2, 3, 4)))
        for items in exchanges(g, 0, 1)[:10]:
            given, taken = items & g.deeds[0], items & g.deeds[1]
            price = OFFERS.price_by_rules(g, params, 0, 1, given, taken)
            at, below = (OFFERS.gain_by_rules(g, params, 0, 1, given, taken, price - less) for less in (0, 1))
            tried += 1
            exact += at >= 0.0 > below
    assert exact > 0.9 * tried > 100


def test_the_gain_by_rules_is_what_strategic_answers_by():
    params, met = row("strategic"), 0
    for number, situation in enumerate(SITUATIONS[:60:4]):
        specs = ["strategic:offer_chance=1"] * situation.players
        for decision in play(situation.starts(1), specs, "gain", number, limit=150):
            g = decision.g
            if g.depth and g.fkind[g.depth - 1] == TRADE and g.trade_step == TRADE_ANSWER:
                p, q = g.fwho[g.depth - 1], g.fto[g.depth - 1]
                base = g.to_bytes()
                gain = OFFERS.gain_by_rules(
                    g, params, p, q, g.items & (g.deeds[p] | 3 << 28), g.items & g.deeds[q], g.money
                )
                assert g.to_bytes() == base
                if not (g.items >> 28) and TRADES.accepts_offer(g, params, q):
                    met += 1
                    assert gain >= 0.0
    assert met > 3


def test_more_money_is_accepted_more_likely():
    chances = [OFFERS.chance_of(dollars, 0.0, 0.05) for dollars in range(-500, 501, 50)]
    assert chances == sorted(chances)
    assert 0.0 < chances[0] < chances[-1] <= 0.5
    assert OFFERS.chance_of(0.0, 0.05, 0.05) == pytest.approx(0.75)


def test_positions_in_the_midst_of_something_are_not_learned_from():
    kinds = {"offer": 0, "bidding": 0, "opening": 0, "other": 0}
    for number, situation in enumerate(SITUATIONS[::6]):
        specs = ["random" if p % 2 else "strategic:offer_chance=1" for p in range(situation.players)]
        for decision in play(situation.starts(1), specs, "midst", number, limit=60):
            g = decision.g
            top = g.fkind[g.depth - 1] if g.depth else 0
            if top == TRADE:
                kinds["offer"] += 1
                assert OFFERS.is_transient(g)
            elif top == AUCTION:
                kinds["bidding" if g.leader or g.entering else "opening"] += 1
                assert OFFERS.is_transient(g) == bool(g.leader or g.entering)
            else:
                kinds["other"] += 1
                assert not OFFERS.is_transient(g)
    assert min(kinds.values()) > 3, kinds


def test_every_action_is_judged_by_some_position_that_can_go_on():
    """Under many options: offers are not tried, bids settle the auction, management is judged by the end of its window.

    Of all else it is the next position.
    """
    bids = left = 0
    for number, situation in enumerate(SITUATIONS[::8]):
        for decision in play(situation.starts(1), ["random"] * situation.players, "follow", number, limit=60):
            before = decision.g.to_bytes()
            in_auction = OFFERS.in_auction(decision.g)
            depth = decision.g.depth
            legal = decision.legal()
            tried = [a for a in legal if OFFERS.decision_margin(decision.g, a, [1.0, 0.05, 60.0]) < 1.0]
            assert tried
            assert not any(TRADE_WITH <= a < CANCEL for a in tried)
            for action in tried[:4]:
                g = type(decision.g)().from_bytes(before)
                OFFERS.afterstate(g, action)
                assert RULES.check(g) == 0
                if in_auction:
                    bids += 1
                    assert g.depth < depth or g.fkind[depth - 1] != AUCTION or g.bid == 0
                else:
                    h = type(decision.g)().from_bytes(before)
                    RULES.step(h, action)
                    leaving = ROLL if h.phase == BEFORE else PASS
                    same_window = depth == h.depth == 0 and h.mover == decision.g.mover
                    if BUILD_GROUP <= action < ITEM and same_window and RULES.why(h, leaving) == OK:
                        left += 1
                        RULES.step(h, leaving)
                    assert g.to_bytes() == h.to_bytes()
            assert decision.g.to_bytes() == before
    assert bids > 50
    assert left > 50


def test_plans_are_numbers_that_say_all():
    code = (7 << 3) | ((250 + (1 << 20)) << 28) | (3 << 50)
    assert (plan_partner.py_func(code), plan_items.py_func(code), plan_money.py_func(code)) == (2, 7 << 3, 250)
