"""Set-up, cards and turns: cases S1 to S13."""

from __future__ import annotations

from collections import Counter

import pytest

from magnate.games.brass.board import CANAL, RAIL
from magnate.games.brass.state import FINISHED

from .table import Table, links, player, tile

ANY = "cotton/manufacturer/pottery"


def passed(table: Table) -> Counter[tuple[int, int, int]]:
    """Everybody only passes, up to the end: how often, by era, round and seat."""
    passes: Counter[tuple[int, int, int]] = Counter()
    while table.mover != "over":
        passes[table.g.era, table.g.round, table.mover] += 1
        finish = table.finishes("pass")[0]
        assert len(finish.of("PASSES")) == 1
        table.g = finish.g
        table.deal()
    return passes


@pytest.mark.parametrize(("players", "deck"), [(2, 22), (3, 27), (4, 28)])
def test_s1_a_new_game(players, deck):
    """The face-down cards stay with the deck: nobody will ever see them."""
    t = Table.new(players).deal()
    assert sum(t.deck().values()) == deck + players
    assert t.each("money") == [17] * players
    assert t.each("income_space") == [10] * players
    assert t.each("points") == [0] * players
    assert [sum(t.hand(seat).values()) for seat in range(players)] == [8] * players
    assert t.markets == (13, 8)


@pytest.mark.parametrize(("players", "rounds", "canal", "rail"), [(2, 10, 19, 20), (3, 9, 17, 18), (4, 8, 15, 16)])
def test_s2_a_game_of_passes(players, rounds, canal, rail):
    t = Table.new(players).deal()
    passes = passed(t)
    assert t.phase == FINISHED
    wanted = {(CANAL, seat): canal for seat in range(players)} | {(RAIL, seat): rail for seat in range(players)}
    found: Counter[tuple[int, int]] = Counter()
    for (era, _, seat), times in passes.items():
        found[era, seat] += times
    assert found == wanted
    assert {(era, number) for era, number, _ in passes} == {
        (era, n) for era in (CANAL, RAIL) for n in range(1, rounds + 1)
    }
    assert {times for (_, number, _), times in passes.items() if number > 1} == {2}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s3_one_action_in_the_first_round_only(players):
    t = Table.new(players).deal()
    for _ in range(players):
        assert (t.g.era, t.g.round, t.g.actions) == (CANAL, 1, 1)
        t.play("pass")
        t.deal()
    assert (t.g.era, t.g.round, t.g.actions) == (CANAL, 2, 2)


def test_s3_two_actions_in_the_first_rail_round():
    t = Table(player(), player("dudley"), round=10, turn=1, actions=1, deck={"stafford": 1, "burton": 1})
    t.play("pass")
    t.deal()
    assert (t.g.era, t.g.round, t.g.actions) == (RAIL, 1, 2)
    assert [sum(t.hand(seat).values()) for seat in range(2)] == [8, 8]


def test_s4_cards_are_drawn_after_the_turn_only():
    hand = ["stafford", "burton", "cannock", "dudley", "iron", "iron", "brewery", "brewery"]
    t = Table(player(*hand), player("iron", "coal"), round=2)
    t.play("pass")
    assert (t.mover, t.g.actions, sum(t.hand(0).values())) == (0, 1, 7)
    t.play("pass")
    assert (t.mover, sum(t.hand(0).values())) == ("chance", 6)
    while sum(t.hand(0).values()) < 8:
        assert t.mover == "chance"
        t.do_chance()
    assert t.mover == 1


def test_s5_the_deck_of_four():
    t = Table.new(4)
    deck = t.deck()
    assert sum(deck.values()) == 64
    industries = {"iron": 4, "coal": 3, "cotton+manufacturer": 8, "pottery": 3, "brewery": 5}
    assert {name: deck[name] for name in industries} == industries
    assert sum(deck.values()) - sum(industries.values()) == 41
    assert not {"cotton", "manufacturer"} & set(deck)


def test_s6_the_decks_of_three_and_two():
    deck = Table.new(3).deck()
    assert sum(deck.values()) == 54
    assert (deck["uttoxeter"], deck["belper"], deck["derby"]) == (1, 0, 0)
    deck = Table.new(2).deck()
    assert sum(deck.values()) == 40
    assert not {"cotton+manufacturer", "leek", "stoke", "stone", "uttoxeter", "belper", "derby"} & set(deck)


@pytest.mark.parametrize(
    ("players", "pool"),
    [
        (2, {ANY: 1, "cotton": 1, "manufacturer": 1, "blank": 2}),
        (3, {ANY: 1, "cotton": 1, "manufacturer": 1, "pottery": 1, "blank": 3}),
        (4, {ANY: 1, "cotton": 2, "manufacturer": 2, "pottery": 1, "blank": 3}),
    ],
)
def test_s7_the_merchants_tiles(players, pool):
    """The first tile is drawn from the whole pool, the next one from what is left."""
    t = Table.new(players)
    while not pool.keys() & t.outcomes.keys():
        t.do_chance()
    assert t.outcomes == pool
    t.do_chance("blank")
    assert t.outcomes == {name: count - (name == "blank") for name, count in pool.items()}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s8_barrels_stand_beside_tiles_that_buy(players):
    t = Table.new(players).deal()
    merchants = t.position()["merchants"]
    wanted = {f"{place}.{n}" for place, kinds in merchants.items() for n, kind in enumerate(kinds) if kind != "blank"}
    assert t.barrels == wanted
    assert len(wanted) == {2: 3, 3: 4, 4: 6}[players]


def test_s10_equal_spending_keeps_the_order():
    t = Table.new(3).deal("seat:2", "seat:0")
    order = t.order
    assert order[:2] == [2, 0]
    for _ in range(3):
        t.play("pass")
        t.deal()
    assert (t.g.round, t.order) == (2, order)


def test_s10_those_who_spent_the_same_keep_their_places():
    hands = [player("iron", "brewery", spent=spent) for spent in (4, 0, 4, 0)]
    t = Table(*hands, round=3, order=[0, 1, 2, 3], turn=3, actions=1)
    t.play("pass")
    t.deal()
    assert t.order == [1, 3, 0, 2]
    assert t.each("spent") == [0, 0, 0, 0]


@pytest.mark.parametrize("wild", ["wild-location", "wild-industry"])
def test_s11_a_wild_card_goes_back_to_its_supply(wild):
    t = Table(player(wild, "iron", "dudley"), player("iron", "coal"))
    deck = t.deck()
    t.play("pass", wild)
    assert t.hand(0) == {"iron": 1, "dudley": 1}
    assert t.deck() == deck
    assert sum(deck.values()) == 40 - 4, "nothing was discarded, before and now"


def test_s12_a_turn_ends_with_the_last_card_and_empty_hands_are_skipped():
    hands = [player("dudley"), player(), player("iron", "iron")]
    t = Table(*hands, era="rail", round=9, order=[0, 1, 2], actions=2, deck={})
    t.play("pass")
    assert t.mover == 2


def test_s13_what_is_received_does_not_lower_what_was_spent():
    """£5 from Warrington's merchant, £1 for each cube sold."""
    merchants = {"shrewsbury": ["blank"], "gloucester": [ANY, "blank"], "oxford": ["manufacturer", "pottery"]}
    t = Table(
        player("coalbrookdale", "iron", "iron", spent=6),
        player("iron", "iron"),
        player("brewery", "brewery"),
        merchants={**merchants, "warrington": ["cotton", "blank"]},
        tiles=[tile("stoke.0", 0, "cotton 1"), tile("coalbrookdale.2", 1, "coal 1", 2)],
        links=links(0, "stoke-warrington"),
    )
    t.play("sell", "iron")
    assert (t.each("money")[0], t.each("spent")[0]) == (22, 6)
    t.play("build", "coalbrookdale", built=("iron 1", "coalbrookdale.1"))
    assert (t.each("money")[0], t.each("spent")[0]) == (22 - 5 + 2, 11)
