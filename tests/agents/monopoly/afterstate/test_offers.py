"""Offers that an agent makes by a network's values, and how it answers those of others."""

import random

import pytest

import magnate
from magnate.agents.learned.agent import NetworkAgent, Planning
from magnate.core.binding import MEMO
from magnate.games.monopoly import board
from magnate.games.monopoly.state import ACCEPT, BUILD_GROUP, CANCEL, ITEM, REJECT, TRADE_WITH
from magnate.networks import Network
from magnate.values.schema import schema_for

from ..interpreted import RULES
from ..positions import BEFORE, blank, random_position
from .by_dollars import Decider, network
from .trading import answering, answers, belongings, closed, gain, legal, offered, offering, put

ALWAYS = Planning(1.0, 0.002, 200)
LIGHT_BLUE, ORANGE = board.GROUP_DEEDS[1], board.GROUP_DEEDS[3]


def start(players, **options):
    """A new game in the window before the first player's throw."""
    g = blank(players, **options)
    g.mover, g.phase = 0, BEFORE
    return g


def mask(*deeds):
    return sum(1 << deed for deed in deeds)


def swap_position(players=3, **options):
    """Seat 0 has two light blue deeds and an orange one, seat 1 the others of both groups."""
    g = start(players, **options)
    g.deeds[0] = mask(*LIGHT_BLUE[:2], ORANGE[0])
    g.deeds[1] = mask(LIGHT_BLUE[2], *ORANGE[1:])
    return g


def test_a_swap_that_completes_groups_for_both_is_offered_and_accepted():
    decider = Decider(3, network(), ALWAYS)
    g = swap_position()
    before = decider.shares(g)
    for _ in range(3):
        partner, items, _ = offered(decider, g)
        assert partner == 1
        assert items & mask(LIGHT_BLUE[2], *ORANGE[1:])
        answer = decider.action(g)
        RULES.step(g, answer)
        if answer == ACCEPT:
            break
    assert answer == ACCEPT
    assert any(mask(*deeds) & ~g.deeds[p] == 0 for deeds in (LIGHT_BLUE, ORANGE) for p in (0, 1))
    after = decider.shares(g)
    assert (after - before)[:2].min() >= ALWAYS.margin
    assert after[2] < before[2]


def test_what_is_offered_can_be_carried_out_from_any_memory():
    """A seat that forgets its plans before every step makes the same offer."""
    one, other = Decider(3, network(), ALWAYS), Decider(3, network(), ALWAYS)
    g, h = swap_position(), swap_position()
    wanted = offered(one, g)
    RULES.step(h, other.action(h))
    while offering(h):
        other.forget()
        RULES.step(h, other.action(h, key=h.entry))
    assert (h.fto[h.depth - 1], h.items, h.money) == wanted


def test_nobody_gives_away_a_group_for_nothing():
    """What makes only the partner stronger is refused, and so is what gains less than the margin."""
    decider = Decider(2, network(), ALWAYS)
    for given, taken, money, accepts in (
        (mask(LIGHT_BLUE[0]), 0, 50, True),
        (mask(LIGHT_BLUE[0]), 0, -200, False),
        (0, mask(ORANGE[1]), 0, False),
        (0, mask(ORANGE[1]), 150, False),
        (mask(ORANGE[0]), mask(LIGHT_BLUE[2]), 0, True),  # a group for a group, and the dearer one to the partner
        (mask(*LIGHT_BLUE[:2]), mask(*ORANGE[1:]), 100, False),
    ):
        g = swap_position(2)
        put(g, 0, 1, given | taken, money)
        assert (decider.action(g) == ACCEPT) == accepts
    for cash, accepts in ((-98, True), (-112, False)):  # the deed is worth 106 or 107 dollars
        g = start(2)
        g.deeds[0] = mask(LIGHT_BLUE[0])
        put(g, 0, 1, mask(LIGHT_BLUE[0]), cash)
        assert (Decider(2, network(), Planning(0.0, 0.0, 1)).action(g) == ACCEPT) == accepts
        assert Decider(2, network(), Planning(0.0, 0.01, 1)).action(g) == REJECT


def test_a_refused_offer_is_not_repeated_and_offers_end():
    decider = Decider(3, network(), ALWAYS)
    for options in ({}, {"offers_per_turn": 20}, {"window_order": "build_first"}):
        g = swap_position(3, **options)
        seen = []
        while True:
            found = offered(decider, g)
            if found is None:
                break
            assert all(found[:2] != other[:2] or found[2] > other[2] for other in seen)
            seen.append(found)
            RULES.step(g, REJECT)
        assert 1 <= len(seen) <= 3
        assert not answering(g)
        assert not offering(g)


def test_without_offers_none_is_made_but_others_are_answered():
    decider = Decider(3, network(), Planning(0.0, 0.002, 100))
    g = swap_position()
    assert offered(decider, g) is None
    g = swap_position()
    put(g, 0, 1, mask(LIGHT_BLUE[2], ORANGE[0]), 100)
    assert decider.action(g) == ACCEPT


def test_an_offer_that_somebody_else_has_begun_is_withdrawn_or_finished():
    decider = Decider(3, network(), ALWAYS)
    for item in range(30):
        g = swap_position()
        RULES.step(g, TRADE_WITH + 2)
        assert decider.action(g) == CANCEL
        g = swap_position()
        RULES.step(g, TRADE_WITH + 1)
        if ITEM + item in legal(g):
            RULES.step(g, ITEM + item)
            for _ in range(20):
                if not offering(g):
                    break
                action = decider.action(g)
                assert action in legal(g)
                RULES.step(g, action)
            assert not offering(g)


@pytest.mark.parametrize("positions", [4, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_sequence_of_offers_is_a_pump(players, positions):
    """Of each offer that is accepted both gain the margin, as they see it, and what they gain the others lose.

    So between two alone no position comes back, and as values are no more than 1, offers end.
    """
    rng = random.Random(players)
    made = Network.new([schema_for("monopoly", "general").size, 16, 8], seed=players)
    accepted = offers = 0
    for number in range(positions):
        decider = Decider(players, made if number % 2 else network(), Planning(1.0, 0.002, 60))
        g = random_position(rng, players)
        met = set()
        for offer in answers(decider, g, BEFORE, 15):
            offers += 1
            if offer.accepted is not None:
                accepted += 1
                assert gain(decider, offer.refused, offer.accepted, offer.partner) >= 0.002 - 1e-9
                assert gain(decider, closed(offer.refused), closed(offer.accepted), offer.proposer) >= 0.002 - 1e-9
                assert players > 2 or belongings(offer.accepted) not in met
                met.add(belongings(offer.accepted))
    assert offers > positions // 3
    assert accepted > (-1 if players == 2 else positions // 6)


@pytest.mark.parametrize("players", [2, 3])
def test_offers_compiled_are_those_interpreted(players):
    rng = random.Random(7)
    made = Network.new([schema_for("monopoly", "thesis").size, 6, 8], seed=3)
    planning = Planning(1.0, 0.0, 5)
    one, other = (Decider(players, made, planning, "thesis", interpreted=interpreted) for interpreted in (False, True))
    plans = 0
    for _ in range(6):
        g = random_position(rng, players)
        for _ in range(12):
            action = one.action(g)
            assert action == other.action(g)
            assert one.memos.tolist() == [[memo[i] for i in range(MEMO)] for memo in other.memos]
            assert one.workspace.codes.tolist() == [other.workspace.codes[i] for i in range(len(one.workspace.codes))]
            plans += offering(g)
            if not (offering(g) or TRADE_WITH <= action < CANCEL or BUILD_GROUP <= action < ITEM):
                break
            RULES.step(g, action)
    assert plans > 3


TABLES = (2, 3, 4, 6)


@pytest.mark.parametrize(
    ("preset", "tables", "games"),
    [
        ("official", (2,), 1),
        ("thesis", (3,), 1),
        *(pytest.param(preset, TABLES, 30, marks=pytest.mark.long) for preset in ("official", "thesis")),
    ],
)
def test_whole_games_at_all_tables(preset, tables, games):
    """The drivers refuse every action that is not legal; records are verified by the interpreted rules."""
    schema = schema_for("monopoly", "general")
    made = Network.new([schema.size, 8, 8], seed=5)
    for players in tables:
        table = magnate.load("monopoly", preset=preset, players=players, max_rounds=40)
        agents = [
            NetworkAgent("random network", made, schema, 0.1, Planning(1.0, 0.001, 40)),
            NetworkAgent("dollars", network(), schema, 0.0, Planning(0.5, 0.001, 40)),
        ]
        seats = [(*agents, "strategic", "baseline")[p % 4] for p in range(players)]
        results = table.play_many(seats, range(games))
        assert (results.ending != 0).all()
        record = table.play(seats, seed=players)
        assert record.verify().dice
        assert results.utility.sum() == pytest.approx(games)
