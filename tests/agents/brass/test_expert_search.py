"""The search over whole moves by a network: it is repeatable, does not peek, and goes by what the network says."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.agents.brass.expert import Ask, MoveSearch
from magnate.errors import BadNetwork, BadSearch
from magnate.games.brass.board import TILES
from magnate.games.brass.state import GIVE_UP
from magnate.networks import Network
from magnate.networks.moves import MoveNetwork
from magnate.search.moves import whole_moves
from magnate.values.brass import OWN, PLACES, TABLE
from magnate.values.brass_moves import MOVE_INPUTS, MOVE_NAMES

GAME = magnate.load("brass", players=3)
WAYS = ({"root": "plain"}, {"edge": "decision"}, {"root": "plain", "edge": "decision"})
"""The search without the Gumbel root, without whole moves, and without both."""


def network(scale: float) -> MoveNetwork:
    """A small network whose last weights are random."""
    new, draws = (
        MoveNetwork.new(own=OWN, table=TABLE, move=MOVE_INPUTS, codes=8, hidden=6, seed=1),
        np.random.default_rng(1),
    )
    head, policy = (
        Network((part.weights[0], scale * draws.normal(size=part.weights[1].shape)), part.biases)
        for part in (new.head, new.policy)
    )
    return MoveNetwork(new.codes, head, policy)


def made(way, *, interpreted: bool = True, sampled: int = 4) -> MoveSearch:
    found = MoveSearch(GAME, sampled=sampled, room=32, interpreted=interpreted, **way)
    found.use(network(0.3))
    return found


@pytest.fixture(scope="module")
def search() -> MoveSearch:
    return made({})


@pytest.fixture(scope="module")
def position():
    """A position of a random game in which two seats have hidden hands."""
    found, draws = GAME.new(seed=4), np.random.default_rng(4)
    while not (found.settled and found.state["round"] == 3):
        found.apply(int(draws.choice(found.legal_ids())))
    return found


def searched(search: MoveSearch, position, **asked):
    return search.search(position.states(), position.to_move, 9, Ask(**{"simulations": 12, "noise": 1.0, **asked}))


@pytest.mark.parametrize("way", [{}, *WAYS], ids=str)
def test_the_same_key_finds_the_same_whatever_is_hidden(way, position) -> None:
    search = made(way)
    first = searched(search, position)
    for key in range(3):
        other = searched(search, position.shown_to(position.to_move, key))
        assert (first.best, first.moves, first.values) == (other.best, other.moves, other.values)
        assert np.array_equal(first.numbers, other.numbers)
        assert np.array_equal(first.policy, other.policy)


def test_its_moves_are_legal_whole_moves_and_its_values_those_of_all_seats(search, position) -> None:
    found = searched(search, position)
    ends = set()
    for ids in whole_moves(position, interpreted=True):
        after = position.copy()
        for id_ in ids:
            after.apply(id_)
        ends.add(after.key)
    for ids in found.moves:
        after = position.copy()
        for id_ in ids:
            after.apply(id_)
        assert after.key in ends
    assert found.best in found.moves
    assert len(found.values) == 3
    assert found.policy.sum() == pytest.approx(1.0, abs=1e-5)


def test_its_logits_are_the_priors_with_what_numpy_says_of_the_moves(search, position) -> None:
    found = searched(search, position)
    row = search.shown(position.states(), position.to_move)
    own, table = row[: PLACES * OWN].reshape(1, PLACES, OWN)[:, :3], row[None, PLACES * OWN :]
    logits = network(0.3).logits(own, table, found.numbers[None])[0]
    assert found.logits == pytest.approx(logits + 5 * found.numbers[:, 0], abs=1e-4)
    plain = searched(search, position, policy=0.0)
    assert plain.logits == pytest.approx(5 * plain.numbers[:, 0], abs=1e-5)


def visits(search, found) -> np.ndarray:
    return np.array([search.tree.node(i).visits for i in range(1, 1 + len(found.moves))])


@pytest.mark.parametrize("noise", [0.0, 1.0])
@pytest.mark.parametrize("edge", ["move", "decision"])
def test_at_a_plain_root_the_policy_is_how_often_each_move_was_tried(position, edge, noise) -> None:
    plain = made({"root": "plain", "edge": edge})
    found = searched(plain, position, simulations=30, noise=noise)
    counts = visits(plain, found)
    assert counts.sum() == 30
    assert found.policy == pytest.approx(counts / 30, abs=1e-6)
    if noise == 0.0:
        assert counts[found.moves.index(found.best)] == counts.max()


def test_a_plain_root_draws_its_move_in_proportion_to_visits(position) -> None:
    """Over many keys each move is the best as often as it should be, within four standard deviations."""
    plain = made({"root": "plain", "edge": "decision"}, sampled=2)
    hits = expected = spread = 0.0
    for key in range(100):
        found = plain.search(position.states(), position.to_move, key, Ask(simulations=6, noise=1.0, trust=0.0))
        share = visits(plain, found)[np.argmax(found.policy)] / 6
        hits += found.best == found.moves[int(np.argmax(found.policy))]
        expected, spread = expected + share, spread + share * (1 - share)
    assert abs(hits - expected) < 4 * spread**0.5
    assert spread > 8


def test_without_whole_moves_each_legal_decision_is_tried_by_its_prior(position) -> None:
    single = made({"edge": "decision"})
    found = searched(single, position)
    assert {ids[0] for ids in found.moves} <= set(position.legal_ids())
    assert {len(ids) for ids in found.moves} == {1}
    assert np.exp(found.logits).sum() == pytest.approx(1.0)  # the network adds nothing
    loud = searched(single, position, policy=1.0)
    assert np.array_equal(loud.logits, searched(single, position, policy=0.0).logits)


def test_a_line_bends_priors_and_values(search, position) -> None:
    free = searched(search, position, policy=0.0, noise=0.0)
    forced = searched(search, position, policy=0.0, noise=0.0, line="cotton", bonus=1.0)
    assert forced.moves != free.moves
    assert sum(forced.values) > sum(free.values)


def test_what_does_not_fit_is_refused(search, position) -> None:
    with pytest.raises(BadSearch, match="no room for 32 simulations"):
        searched(search, position, simulations=32)
    with pytest.raises(BadNetwork, match="3 numbers of a seat and its table and 2 of a move"):
        search.use(MoveNetwork.new(own=2, table=1, move=2, codes=3, hidden=2, seed=1))


LAST = MOVE_NAMES.index("it is the turn's last action")
LEFT = MOVE_NAMES.index("the money left, over 40")
GIVEN_UP = MOVE_NAMES.index("the action is giving up a tile for a debt")


def played_to(found, seed: int):
    """The first position of a random game that ``found`` wants; None where there is none."""
    position, draws = GAME.new(seed=seed), np.random.default_rng(seed)
    while not position.is_over:
        if found(position):
            return position
        position.apply(int(draws.choice(position.legal_ids())))
    return None


def ends_the_round(position) -> bool:
    state = position.state
    rich = position.to_move >= 0 and state["money"][position.to_move] >= 20  # no debt follows
    return rich and position.settled and state["actions"] == 1 and state["turn"] == 2 and state["round"] > 2


def with_more(position, cards: int):
    """The same with another action, and so many more cards of each kind that the seat holds."""
    states = position.states()
    states["actions"] += 1
    hand = states["hand"][0, position.to_move]
    hand += cards * (hand > 0)
    return states


def numbers_of(search, states, seat: int) -> dict[tuple[int, ...], np.ndarray]:
    found = search.search(states, seat, 5, Ask(simulations=1, policy=0.0))
    return dict(zip(found.moves, found.numbers, strict=True))


@pytest.mark.parametrize("last_card", [False, True])
def test_a_move_that_ends_a_round_is_shown_as_one_that_does_not(search, last_card) -> None:
    """What follows a turn is no part of the move: income, the order of turns, the end of an era."""

    def wanted(position) -> bool:
        cards = int(position.state["hand"][position.to_move].sum()) if position.to_move >= 0 else 0
        return ends_the_round(position) and (cards == 1) == last_card

    position = next(filter(None, (played_to(wanted, seed) for seed in range(60))))
    seat = position.to_move
    ending = numbers_of(search, position.states(), seat)
    amid = numbers_of(search, with_more(position, int(last_card)), seat)
    common = ending.keys() & amid.keys()
    assert len(common) >= min(3, len(ending))
    for ids in common:
        amid[ids][LAST] = 1.0
        assert ending[ids][1:] == pytest.approx(amid[ids][1:], abs=1e-6)


def test_a_tile_given_up_for_a_debt_is_shown_by_what_it_raises(search) -> None:
    def wanted(position) -> bool:
        return position.state["debt"] > 0 and len(position.legal_ids()) > 1

    position = next(filter(None, (played_to(wanted, seed) for seed in range(200))))
    money, debt = int(position.state["money"][position.to_move]), int(position.state["debt"])
    for ids, numbers in numbers_of(search, position.states(), position.to_move).items():
        tile = TILES[int(position.state["tile"][ids[0] - GIVE_UP]) - 1]
        assert numbers[GIVEN_UP] == 1.0
        assert numbers[LEFT] == pytest.approx((money + max(0, tile.money // 2 - debt)) / 40)


@pytest.mark.parametrize("longest", [0, 3])
def test_a_simulation_without_an_end_is_told(search, position, longest) -> None:
    run = search.tree.run
    usual, run.longest, run.truncate = int(run.longest), longest, 50
    try:
        with pytest.raises(BadSearch, match=f"it had {longest} decisions and draws of chance; here the rules"):
            searched(search, position)
        assert run.simulations == 0
    finally:
        run.longest, run.truncate = usual, 0
    assert searched(search, position).best
    assert run.simulations == 12


def test_the_compiled_search_finds_what_the_interpreted_one_finds(search, position) -> None:
    asked = ({}, {"noise": 0.0, "trust": 0.5}, {"line": "pottery", "bonus": 0.1, "policy": 0.5})
    same_results(search, {}, position, asked)


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_so_does_it_without_the_gumbel_root_and_without_whole_moves(position, way) -> None:
    same_results(made(way), way, position, ({}, {"noise": 0.0}))


def same_results(search, way, position, asked) -> None:
    compiled = made(way, interpreted=False)
    for question in asked:
        one, other = searched(search, position, **question), searched(compiled, position, **question)
        assert (one.best, one.moves) == (other.best, other.moves)
        assert one.numbers == pytest.approx(other.numbers, abs=1e-6)
        for name in ("logits", "policy", "values", "shares"):
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-5)
