"""How a network bids: up to the price at which it would as soon let the leader have the deed."""

import numpy as np
import pytest

from magnate.agents.learned.agent import Planning
from magnate.games.monopoly import board
from magnate.games.monopoly.state import AUCTION, BID_10, BID_50, BID_EXACT, BID_LEAST, BUYING, DECLINE, DIGIT, PASS

from ..interpreted import RULES
from ..positions import blank
from .by_dollars import Decider, deed_worth, network

PLANNING = Planning(0.0, 0.0, 10)


def auction(players, deed, **options):
    """Seat 0 has landed on a deed and declined it, under rules by which everybody can bid."""
    g = blank(players, **options)
    g.phase = BUYING
    g.square[0] = board.TITLE_DEEDS[deed].square
    g.mover = 0
    RULES.step(g, DECLINE)
    assert g.fkind[g.depth - 1] == AUCTION
    return g


def sold(decider, g):
    """Who gets the deed, for what, when everybody bids by the network; and how many decisions that takes."""
    decisions = 0
    while g.depth and g.fkind[g.depth - 1] == AUCTION:
        leader, bid = g.leader - 1, g.bid
        RULES.step(g, decider.action(g))
        decisions += 1
    return leader, bid, decisions


@pytest.mark.parametrize("deed", [0, 8, 21])
def test_two_who_value_a_deed_alike_bid_up_to_its_worth(deed):
    """Who has it for b is better off than the other by its worth less b, who has let it go by just as little."""
    decider = Decider(2, network(whole=0.0), PLANNING)
    g = auction(2, deed)
    worth = deed_worth(board.TITLE_DEEDS[deed].group)
    _, bid, decisions = sold(decider, g)
    assert worth - 20 <= bid <= worth + 10
    assert decisions <= worth / 10 + 4


@pytest.mark.parametrize("lead", [20, 60, 90, 110, 150])
def test_a_bid_stops_where_it_no_longer_pays(lead):
    """Ten dollars more than the leader's pay as long as both bids together are less than twice the worth."""
    decider = Decider(2, network(whole=0.0), PLANNING)
    deed = 5  # a light blue one
    g = auction(2, deed)
    g.leader = 2 - g.bidder
    g.bid = lead
    worth = deed_worth(board.TITLE_DEEDS[deed].group)
    assert decider.action(g) == (BID_10 if 2 * lead + 10 < 2 * worth else PASS)


def test_a_deed_that_completes_a_group_is_worth_more_to_both():
    """To one it is a group, to the other that the first has none: between two that is the same."""
    decider = Decider(2, network(whole=300.0), PLANNING)
    g = auction(2, 5)
    g.deeds[g.bidder] = sum(1 << deed for deed in board.GROUP_DEEDS[board.TITLE_DEEDS[5].group] if deed != 5)
    _, bid, _ = sold(decider, g)
    worth = deed_worth(board.TITLE_DEEDS[5].group) + 300.0 / 2
    assert worth - 20 <= bid <= worth + 10


def test_amounts_that_chance_has_begun_to_enter_are_finished_as_low_as_they_can_be():
    decider = Decider(3, network(), PLANNING)
    for first, least in ((None, 10), (DIGIT + 4, 40), (DIGIT + 9, 90)):
        g = auction(3, 0)
        RULES.step(g, BID_EXACT)
        if first is not None:
            RULES.step(g, first)
        for _ in range(8):
            if g.entering:
                RULES.step(g, decider.action(g))
        assert g.bid == least


def test_one_who_is_alone_takes_it_for_the_least():
    decider = Decider(2, network(), PLANNING)
    g = auction(2, 0)
    bidder = g.bidder
    g.cash[1 - bidder] = 0
    assert decider.action(g) == BID_LEAST
    RULES.step(g, BID_LEAST)
    assert g.deeds[bidder] == 1


def test_bids_compiled_are_those_interpreted():
    made = network()
    for players in (2, 4):
        one, other = (Decider(players, made, PLANNING, interpreted=interpreted) for interpreted in (False, True))
        for deed in (2, 13, 24):
            g = auction(players, deed)
            met = 0
            while g.depth and g.fkind[g.depth - 1] == AUCTION and met < 12:
                action = one.action(g)
                assert action == other.action(g)
                assert one.workspace.worth.tobytes() == other.workspace.worth.tobytes()
                RULES.step(g, BID_50 if met == 3 and BID_50 in legal(g) else action)
                met += 1
            assert met > 5


def legal(g):
    out = np.zeros(200, np.int64)
    return out[: RULES.legal(g, out)].tolist()
