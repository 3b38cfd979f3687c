"""Hidden information: what a seat cannot know is redrawn evenly, and nothing else changes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np

from magnate.core.contract import CHANCE, OVER
from magnate.games.brass import Options, view
from magnate.games.brass.board import CARD_KINDS, CARD_OF, LINE_OF, PLAIN_CARDS, RAIL, SPACE_OF
from magnate.games.brass.codec import parse_action
from magnate.games.brass.observation import FEATURES, LAYOUT
from magnate.games.brass.setup import setup
from magnate.games.brass.setup_model import mirrored, part
from magnate.games.brass.state import ACTION, BUILD_SPACE, CARD, SCOUT_CARD

from .walk import RULES, legal, walk


def hidden(g: Any, p: int, key: int) -> Any:
    copy = g.copy()
    RULES.hide(copy, p, key)
    return copy


def some_positions(share: float) -> Iterator[Any]:
    """Some positions of some games, those in the middle of an action more often than others."""
    rng = random.Random(5)
    for players in (2, 3, 4):
        for g in walk(players, players):
            often = 1.0 if ACTION < g.phase <= SCOUT_CARD else 0.4
            if rng.random() < share * often:
                yield g


def cards(g: Any) -> Counter[int]:
    """All cards of deck and hands."""
    found = Counter({kind: g.deck[kind] for kind in range(PLAIN_CARDS)})
    for p in range(g.opt.players):
        found.update({kind: g.hand[p, kind] for kind in range(CARD_KINDS)})
    return found


def observed(g: Any, p: int) -> list[float]:
    out = np.zeros(FEATURES)
    RULES.features(g, p, out)
    return out.tolist()


def test_a_seat_is_shown_and_offered_the_same_in_every_world_that_it_thinks_possible():
    for number, g in enumerate(some_positions(0.04)):
        for p in range(g.opt.players):
            other = hidden(g, p, 1000 + number)
            assert RULES.check(other) == 0
            assert cards(other) == cards(g)
            assert [sum(other.hand[q, kind] for kind in range(CARD_KINDS)) for q in range(g.opt.players)] == [
                sum(g.hand[q, kind] for kind in range(CARD_KINDS)) for q in range(g.opt.players)
            ]
            assert observed(other, p) == observed(g, p)
            assert view(other.to_record()[0], p) == view(g.to_record()[0], p)
            if g.mover == p:
                assert legal(other) == legal(g)


def test_whoever_has_begun_an_action_can_finish_it():
    phases: Counter[int] = Counter()
    for number, g in enumerate(some_positions(0.3)):
        if ACTION < g.phase <= SCOUT_CARD:
            p = (g.mover + 1) % g.opt.players
            other = hidden(g, p, number)
            phases[g.phase] += 1
            while ACTION < other.phase <= SCOUT_CARD:
                found = legal(other)
                assert found
                RULES.step(other, found[-1])
    assert {BUILD_SPACE, CARD, SCOUT_CARD} <= set(phases)


def test_worlds_that_look_alike_are_hidden_alike():
    """Information-set search tells positions by what ``hide`` makes of them with one and the same key."""
    for number, g in enumerate(some_positions(0.03)):
        for p in range(g.opt.players):
            other = hidden(g, p, number)
            assert hidden(other, p, 0).to_bytes() == hidden(g, p, 0).to_bytes()
            assert RULES.key(hidden(other, p, 0)) == RULES.key(hidden(g, p, 0))


def test_whoever_knows_who_holds_what_can_only_be_shown_this():
    """In the last turns; and who is not said to know sees other worlds, but for some that have hardly any left."""
    known: Counter[tuple[int, bool]] = Counter()
    for players in (2, 3, 4):
        for number, g in enumerate(walk(players, 9)):
            late = g.era == RAIL and part("cards").deck_size(g) == 0
            if number % (4 if late else 25):
                continue
            for p in range(players):
                knows = RULES.knows(g, p)
                same = all(hidden(g, p, 31 * key).to_bytes() == g.to_bytes() for key in range(4))
                known[players, knows] += 1
                assert same or not knows
                assert knows or not same or hidden_cards(g, p) < 5
    assert all(known[players, knows] > 10 for players in (2, 3, 4) for knows in (False, True))


def hidden_cards(g: Any, p: int) -> int:
    """How many cards there are that seat ``p`` does not see."""
    held = [sum(g.hand[q, kind] for kind in range(PLAIN_CARDS)) for q in range(g.opt.players)]
    return sum(g.deck[kind] for kind in range(PLAIN_CARDS)) + sum(held) - held[p]


def position(**parts: Any) -> Any:
    seats = [
        {"hand": ["dudley", "coal", "iron"]},
        {"hand": ["dudley", "stafford", "coal", "wild-location"]},
        {"hand": ["worcester", "brewery", "pottery"]},
    ]
    return mirrored(setup({"round": 2, "players": seats, **parts}, Options(), 3)[0])


def test_cards_are_redrawn_evenly():
    """Each card of the pool is as likely in a hand as its number says; wild cards stay."""
    g = position()
    pool = {kind: g.deck[kind] + g.hand[1, kind] + g.hand[2, kind] for kind in range(PLAIN_CARDS)}
    total, times = sum(pool.values()), 600
    found = [Counter[int](), Counter[int]()]
    for key in range(times):
        other = hidden(g, 0, key * 7919)
        assert other.hand[1, CARD_OF["wild-location"]] == 1
        for seat in (1, 2):
            found[seat - 1].update({kind: other.hand[seat, kind] for kind in range(PLAIN_CARDS)})
    for counted in found:
        assert counted.total() == 3 * times
        for kind, number in pool.items():
            chance = number / total
            assert abs(counted[kind] - 3 * times * chance) < 5 * sqrt(3 * times * chance + 1)


def test_a_begun_build_leaves_only_hands_that_can_pay_for_it():
    """Seat 0 has built in Dudley and has yet to give the card: Dudley's, or one of the industry."""
    g = position()
    for name in ("build", "industry:coal", "build:dudley.0"):
        assert parse_action(name) in legal(g)
        RULES.step(g, parse_action(name))
    assert g.phase == CARD
    held: Counter[int] = Counter()
    for key in range(150):
        other = hidden(g, 1, key)
        fitting = [kind for kind in range(CARD_KINDS) if other.fits >> kind & 1 and other.hand[0, kind]]
        assert fitting
        held.update(fitting)
    assert set(held) == {CARD_OF["dudley"], CARD_OF["coal"]}, "either may have been drawn, wild ones were not taken"


def test_who_is_asked_for_a_card_holds_two_kinds():
    """A single kind would have gone by itself: no such world is dealt, even where the pool has little else."""
    g = position(players=[{"hand": ["dudley", "coal"]}, {"hand": ["iron"]}, {"hand": ["dudley", "coal"]}])
    for kind in range(PLAIN_CARDS):
        g.deck[kind] = 0
    RULES.step(g, parse_action("pass"))
    assert g.phase == CARD
    for key in range(100):
        other = hidden(g, 1, key)
        assert sum(other.hand[0, kind] > 0 for kind in range(CARD_KINDS)) == 2
        assert RULES.check(other) == 0


def test_nobody_sees_the_cards_that_another_seat_draws():
    for g in some_positions(0.2):
        if g.mover == CHANCE:
            mask = RULES.seen_by(g)
            channel = RULES.chance_key(g)
            assert mask == 1 << (channel // 8) or channel // 8 == 8
        elif g.mover != OVER:
            assert RULES.seen_by(g) == (1 << g.opt.players) - 1


# ------------------------------------------------------------------------------------------- observation


def test_the_observation_has_one_place_for_each_block():
    taken = [place for block in LAYOUT.values() for place in block]
    assert taken == list(range(FEATURES))


def test_the_observation_tells_what_lies_where():
    g = position(
        tiles=[{"at": "dudley.0", "owner": 2, "tile": "coal 2", "goods": 3}],
        links=[{"line": "birmingham-dudley", "owner": 1}],
    )
    out = observed(g, 1)

    def block(name: str) -> list[float]:
        return [out[place] for place in LAYOUT[name]]

    space, line = SPACE_OF["dudley.0"], LINE_OF["birmingham-dudley"]
    assert block(f"space{space}.owner") == [0, 1, 0, 0], "seat 2 is the next one after seat 1"
    assert block(f"space{space}.industry") == [0, 0, 0, 1, 0, 0]
    assert block(f"space{space}.level") == [2 / 8]
    assert block(f"space{space}.goods") == [3 / 6]
    assert block(f"line{line}.owner") == [1, 0, 0, 0]
    assert block("seat0.wilds") == [1, 0]
    assert block("seat3.plays") == [0]
    assert block("seat2.to_move") == [1]
    assert block("hand")[CARD_OF["dudley"]] == 1 / 8
    assert sum(block("unseen")) * 8 == 54 - 3
    assert block("coal") == [13 / 14]
