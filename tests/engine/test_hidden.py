"""What a seat cannot see changes nothing for it (Kuhn poker)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import magnate
from magnate.engine.position import Position

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
