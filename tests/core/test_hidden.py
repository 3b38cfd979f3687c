"""What a seat cannot see changes nothing for it (Kuhn poker)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnate
from magnate.core.binding import MEMO
from magnate.core.contract import POLICY, PURPOSES
from magnate.core.game import Position
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints, pystate_class
from magnate.runtime.stream import new_streams

from .games import market, market_guide, market_notes, market_policy, table

Policy: TypeAlias = Callable[[Any, Any, int, Any, Any], int]

CARDS = ("jack", "queen", "king")
MOVES = st.lists(st.sampled_from(["pass", "bet"]), max_size=2)
DEALS = st.permutations(CARDS)


def dealt(cards: list[str], moves: list[str]) -> Position:
    position = magnate.load("kuhn").new().apply(cards[0]).apply(cards[1])
    for move in moves:
        if not position.is_over:
            position.apply(move)
    return position


@given(deal=DEALS, moves=MOVES, seat=st.integers(0, 1))
def test_a_view_never_changes_when_only_hidden_things_change(deal: list[str], moves: list[str], seat: int) -> None:
    other = [deal[0], deal[2]] if seat == 0 else [deal[2], deal[1]]
    one, two = dealt(deal, moves), dealt(other, moves)
    if one.state["showdown"]:
        return  # both cards are on the table: nothing is hidden any more
    assert one.view(seat) == two.view(seat)
    assert one.view(None) == two.view(None)
    assert list(one.features(seat)) == list(two.features(seat))
    assert one.legal() == two.legal()
    assert one.events_for(seat) == two.events_for(seat)


@given(deal=DEALS, moves=MOVES, seat=st.integers(0, 1), key=st.integers(0, 2**63 - 1))
def test_hiding_leaves_all_that_the_seat_knows(deal: list[str], moves: list[str], seat: int, key: int) -> None:
    position = dealt(deal, moves)
    hidden = position.shown_to(seat, key)
    assert hidden.check() == 0
    assert hidden.view(seat) == position.view(seat)
    assert hidden.legal() == position.legal()
    assert hidden.to_move == position.to_move
    assert list(hidden.features(seat)) == list(position.features(seat))


def test_hidden_cards_are_drawn_evenly_from_those_that_are_possible() -> None:
    position = dealt(["queen", "king"], [])
    drawn = Counter(int(position.shown_to(0, key).state["card"][1]) for key in range(4_000))
    assert set(drawn) == {1, 3}
    assert abs(drawn[1] - 2_000) < 5 * 1_000**0.5


def choices(rules: ModuleType, policy: Policy, states: Iterable[bytes], dtype: np.dtype) -> Iterator[list[int]]:
    """For each decision of a game what the (interpreted) policy chooses: of the truth, and of two hidden copies."""
    params, acts = params_row(0), [0] * 64
    for number, state in enumerate(states):
        truth = pystate_class(dtype)().from_record(np.frombuffer(state, dtype)[0])
        seat = rules.to_move(truth)
        if seat < 0:
            continue
        shown = [truth, truth.copy(), truth.copy()]
        for key, copy in enumerate(shown[1:]):
            rules.hide(copy, seat, 2 * number + key)
        yield [policy(one, params, number, acts, py_ints(MEMO)) for one in shown]


def peek(g: Any, params: Any, key: int, acts: Any, memo: Any) -> int:
    """The legal action with the number of the next player's card, which the seat to move does not see."""
    n = table.interpreted.legal(g, acts)
    return acts[g.card[(g.seat + 1) % g.opt.players] % n]


@pytest.mark.parametrize("guide", [None, market_guide, market_notes, market_policy], ids=lambda one: str(one)[-18:-5])
def test_a_policy_does_the_same_whatever_is_hidden_from_its_seat(guide: ModuleType | None) -> None:
    there = None if guide is None else interpret(guide.__name__)
    policy = (there or kernel("magnate.core.uniform", table.interpreted)).policy
    for seed in range(2):
        states = table.recorded(seed)[1]
        found = list(choices(table.interpreted, policy, states, market.STATE))
        assert len(found) > 20
        assert all(len(set(chosen)) == 1 for chosen in found)
        assert any(len(set(chosen)) > 1 for chosen in choices(table.interpreted, peek, states, market.STATE))


def test_random_play_of_kuhn_does_the_same_whatever_is_hidden() -> None:
    game = magnate.load("kuhn")
    rules = interpret(game.rules.__name__)
    policy = kernel("magnate.core.uniform", rules).policy
    for seed in range(20):
        states = [position.states().tobytes() for position in game.play("random", seed=seed).positions()]
        assert all(len(set(chosen)) == 1 for chosen in choices(rules, policy, states, rules.STATE))


def test_random_play_takes_the_numbers_of_a_hidden_copy_and_spares_the_copy() -> None:
    """So the games are those that it would play if it were shown one, as every other kind of policy is."""
    game = magnate.load("kuhn")
    rules, next_key = interpret(game.rules.__name__), interpret("magnate.runtime.stream").next_key
    common, uniform = kernel("magnate.core.drivers", rules), kernel("magnate.core.uniform", rules)
    acts, memo = py_ints(64), py_ints(MEMO)
    for seed in range(30):
        spared = PyStates(np.zeros(1, rules.STATE))
        position = dealt(["queen", "king"], [])
        g, p = pystate_class(rules.STATE)().from_record(position.state), position.to_move
        streams, others = (PyStates(new_streams([seed])) for _ in range(2))
        found = common.choose(g, streams[0], p, spared, 0, params_row(0), acts, memo)
        shown, channel = g.copy(), p * PURPOSES + POLICY
        rules.hide(shown, p, next_key(others[0], channel))
        assert found == uniform.policy(shown, params_row(0), next_key(others[0], channel), acts, memo)
        assert streams[0].to_bytes() == others[0].to_bytes()
        assert spared[0].to_bytes() == bytes(rules.STATE.itemsize)


class Spy:
    """Notes what it is handed."""

    def __init__(self) -> None:
        self.seen: list[Position] = []

    def act(self, positions: list[Position]) -> list[str]:
        self.seen += positions
        return ["bet"] * len(positions)


def test_an_agent_is_handed_neither_the_seed_nor_the_truth() -> None:
    game = magnate.load("kuhn")
    differ = 0
    for seed in range(60):
        spy = Spy()
        record = game.play([spy, "random"], seed=seed)
        shown = spy.seen[0]
        assert shown.seed is None
        assert shown.history == ()
        assert not shown.streams()["count"].any()
        assert int(shown.state["card"][0]) == record.actions[0]
        differ += int(shown.state["card"][1]) != record.actions[1]
    assert 10 < differ < 50  # one of two cards, drawn anew


def test_in_an_open_game_the_copy_is_the_position_without_its_future() -> None:
    position = magnate.load("pig").new(seed=4).apply("roll")
    shown = position.shown_to(0)
    assert shown == position
    assert shown.apply("roll").to_move == magnate.CHANCE


def test_private_events_are_for_their_seat_only() -> None:
    position = magnate.load("kuhn").new(seed=3)
    assert [event.key for event in position.events] == ["dealt", "dealt"]
    assert [event.params["seat"] for event in position.events_for(0)] == [0]
    assert [event.params["seat"] for event in position.events_for(1)] == [1]
    assert position.events_for(None) == ()
    assert [event.key for event in position.apply("bet").events_for(None)] == ["bets"]
