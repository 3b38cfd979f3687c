"""The networks that come with magnate as partners in trade: what they agree to is no pump, with whomever they trade.

Where a seat accepts only what it thinks gains the margin, a position that comes back would be worth more than it was.
Shares are no more than 1; so trades end, unless a network sees the same position with other eyes in another window.
"""

import random

import pytest

from magnate.agents import resolve
from magnate.games.monopoly import PRESETS
from magnate.games.monopoly.state import AFTER, BETWEEN

from ..positions import BEFORE, random_position
from .by_dollars import Decider
from .trading import after_offer, answers, belongings, closed, copied, gain, open_window, random_items

SHIPPED = {"magnate:2p": ("thesis", 2), "magnate:official": ("official", 4)}
"""Each with the preset and the number of players that it has learned."""
PRICES = range(-1000, 1001, 200)
"""What the seat that offers pays; less than 0: is paid."""
fewer = pytest.mark.parametrize(
    ("which", "positions"),
    [
        ("magnate:2p", 4),
        ("magnate:official", 4),
        pytest.param("magnate:2p", 400, marks=pytest.mark.long),
        pytest.param("magnate:official", 200, marks=pytest.mark.long),
    ],
)


def players_of(which):
    """What decides for all seats, with offers in every turn, and the least that it trades for."""
    _, players = SHIPPED[which]
    agent = resolve("monopoly", which, players)
    return Decider(players, agent.network, agent.planning._replace(offers=1.0)), agent.planning.margin


def drawn(which, seed, positions):
    """Random positions by the rules of a network."""
    preset, players = SHIPPED[which]
    rng = random.Random(seed)
    for _ in range(positions):
        yield rng, random_position(rng, players, **PRESETS[preset])


def windows(which, p):
    """The windows in which seat p may make an offer: whose turn it is, and when in it."""
    preset, players = SHIPPED[which]
    if preset == "thesis":
        return [(p, AFTER)]
    return [(p, BEFORE), (p, AFTER), *((current, BETWEEN) for current in range(players) if current != p)]


def at_window(g, p, window):
    """A copy of the position, in this window of seat p."""
    h = copied(g)
    open_window(h, p, *window)
    return h


@fewer
def test_copies_that_make_offers_in_every_turn_come_to_an_end(which, positions):
    """Both gain the margin by each trade, as they see it; as shares are no more than 1, there are few in a row."""
    decider, margin = players_of(which)
    offers = 0
    for _, g in drawn(which, 1, positions):
        met = [belongings(g)]
        for offer in answers(decider, g, windows(which, 0)[0][1], 30):
            offers += 1
            if offer.accepted is not None:
                assert gain(decider, offer.refused, offer.accepted, offer.partner) >= margin - 1e-9
                assert gain(decider, closed(offer.refused), closed(offer.accepted), offer.proposer) >= margin - 1e-9
                assert belongings(offer.accepted) not in met
                met.append(belongings(offer.accepted))
        assert len(met) - 1 <= 1 / margin
    assert offers > 5 * positions


@fewer
def test_nobody_can_sell_it_anything_and_buy_it_back_for_less(which, positions):
    """What it exchanges at the worst price that it accepts costs it nothing to get back, in whatever window."""
    decider, _ = players_of(which)
    sold = 0
    for rng, g in drawn(which, 2, positions):
        for _ in range(8):
            p, q = rng.sample(range(SHIPPED[which][1]), 2)
            asked = at_window(g, p, rng.choice(windows(which, p)))
            items = random_items(rng, asked, q)
            paid, after = next(
                ((price, h) for price in PRICES if (h := after_offer(decider, asked, q, items, price)) is not None),
                (0, None),
            )
            if not items or after is None:
                continue
            sold += 1
            for window in windows(which, p):
                there = at_window(after, p, window)
                for price in PRICES:
                    if price <= -paid:
                        assert after_offer(decider, there, q, items, price) is None
    assert sold > positions


@pytest.mark.long
def test_between_two_copies_no_position_comes_back_whatever_is_offered():
    """Not only what they would offer themselves: any exchange is carried out by which both gain the margin."""
    which = "magnate:2p"
    decider, margin = players_of(which)
    trades = 0
    for rng, g in drawn(which, 3, 100):
        met = [belongings(g)]
        for _ in range(20):
            p, q = rng.sample(range(2), 2)
            g = at_window(g, p, rng.choice(windows(which, p)))
            items = random_items(rng, g, q)
            for price in rng.sample(PRICES, len(PRICES)):
                after = after_offer(decider, g, q, items, price) if items else None
                if after is not None and gain(decider, closed(g), closed(after), p) >= margin:
                    assert belongings(after) not in met
                    met.append(belongings(after))
                    g = after
                    break
        trades += len(met) - 1
        assert len(met) - 1 <= 1 / margin
    assert trades > 0
