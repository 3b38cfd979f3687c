"""Values of afterstates: by hand-made networks that are known, compiled as interpreted, whoever sits where."""

import math
from itertools import product

import numpy as np
import pytest

import magnate
from magnate.agents.learned.agent import (
    PLAYING,
    NetworkAgent,
    Valuer,
    bound_kernel,
    net_of,
    training_guide,
    workspace_for,
)
from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.networks import Network
from magnate.runtime.compiler import build
from magnate.runtime.pystate import PyStates
from magnate.runtime.stream import new_streams
from magnate.values.schema import schema_for

GAMES = {"tictactoe": {}, "pig": {"players": 3, "target": 12}, "connect_four": {"columns": 4, "rows": 4, "line": 3}}


def linear(inputs, **weights):
    """A network without a hidden layer and with two outputs; ``i3=2.0``: what input 3 adds to the first one."""
    matrix = np.zeros((inputs, 2))
    for name, weight in weights.items():
        matrix[int(name[1:]), 0] = weight
    return Network((matrix,), (np.zeros(2),))


def logistic(x):
    return 1 / (1 + math.exp(-x))


def decisions(game, count):
    """States at decisions of random games with more than one action, and who decides."""
    found = []
    for seed in range(count):
        positions = [one for one in game.play("random", seed=seed).positions() if one.to_move >= 0]
        found += [(one.states(), one.to_move) for one in positions if len(one.legal()) > 1]
    return found[:: max(1, len(found) // count)][:count]


# --------------------------------------------------------------------------------------------------- values


def test_a_value_is_the_softmax_of_what_the_network_says():
    game = magnate.load("tictactoe")
    valuer = Valuer(game, linear(18, i4=2.0, i9=-1.5))  # the centre is one's own, the corner a1 the other's
    for board, first, second in [
        (["...", "...", "..."], 0.0, 0.0),
        (["...", ".X.", "..."], 2.0, 0.0),
        (["O..", ".X.", "..."], 0.5, 0.0),
        (["X..", ".O.", "..."], 0.0, 0.5),
    ]:
        states = game.setup({"board": board}).states()
        assert valuer.values(states, [0])[0] == pytest.approx([logistic(first), logistic(-first)], abs=1e-9)
        assert valuer.values(states, [1])[0] == pytest.approx([logistic(-second), logistic(second)], abs=1e-9)


def test_the_end_is_worth_what_the_game_says():
    game = magnate.load("tictactoe")
    valuer = Valuer(game, linear(18, i4=50.0))
    for board, worth in ((["OOO", "XX.", "X.."], [0, 1]), (["XOX", "XXO", "OXO"], [0.5, 0.5])):
        states = np.repeat(game.setup({"board": board}).states(), 2)
        assert valuer.values(states, [0, 1]).tolist() == [worth, worth]


def test_what_a_network_is_told_are_the_games_features():
    game = magnate.load("pig", players=3)
    valuer = Valuer(game, Network.new([10, 4, 3], seed=1))
    for states, seat in decisions(game, 10):
        row = valuer.inputs(states, [seat])[0]
        assert row.tolist() == magnate.core.game.Position(game, states).features(seat).astype("f4").tolist()


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_rotation_of_the_seats_rotates_the_values_exactly(players):
    game = magnate.load("pig", players=players, target=50)
    valuer = Valuer(game, Network.new([10, 32, 16, 8], seed=players))
    draws = np.random.default_rng(players)
    for _ in range(20):
        points, seat, total = draws.integers(0, 48, players).tolist(), int(draws.integers(players)), 2
        values = []
        for turn in range(players):  # everybody sits `turn` seats further on
            rotated = [points[(p - turn) % players] for p in range(players)]
            position = game.setup({"points": rotated, "seat": (seat + turn) % players, "total": total})
            seen = valuer.values(np.repeat(position.states(), players), [(p + turn) % players for p in range(players)])
            values.append(np.roll(seen, -turn, axis=1).tobytes())
        assert len(set(values)) == 1


def test_seats_that_are_absent_have_no_share():
    game = magnate.load("pig", players=2)
    network = Network((np.zeros((10, 8)),), (np.array([math.log(3), 0, 90, 90, 90, 90, 90, 90]),))
    shares = Valuer(game, network).values(np.repeat(game.new(1).states(), 2), [0, 1])
    assert shares == pytest.approx(np.array([[0.75, 0.25], [0.25, 0.75]]), abs=1e-7)


# -------------------------------------------------------------------------------------------------- choices


def guide_of(game):
    """What a network is told of the game by, where it is told the game's own features."""
    return training_guide(game, schema_for(game.name))


def chosen(game, network, states, seat):
    """The action, the actions that were tried, and what they are worth."""
    guide = guide_of(game)
    bound, ws, found = (
        bound_kernel(game, guide, PLAYING),
        workspace_for(game, guide, network.sizes),
        np.zeros(1, np.int64),
    )
    build([bound.answer])
    zero, memos = np.zeros(1, np.int64), np.zeros((1, MEMO), int)
    bound.answer(states, np.array([seat]), zero, zero, net_of(network), ws, memos, found)
    tried = ws.acts[: ws.acts.tolist().index(-1)].tolist()
    return int(found[0]), tried, ws.worth[: len(tried)].tolist()


def test_a_win_in_one_is_taken_whatever_the_network_says():
    game = magnate.load("tictactoe")
    for seed, board in enumerate((["XX.", "OO.", "..."], ["X.O", "X.O", "..."], [".X.", "OXO", "..."])):
        position = game.setup({"board": board})
        wins = {a.id for a in position.legal() if position.copy().apply(a).is_over}
        for network in (Network.new([18, 24, 2], seed), linear(18, **{f"i{cell}": 8.0 for cell in range(9)})):
            assert chosen(game, network, position.states(), 0)[0] in wins


def test_the_best_own_share_is_chosen_and_the_first_of_equals():
    game = magnate.load("tictactoe")
    start = game.new().states()
    assert chosen(game, linear(18, i4=1.0, i8=0.5), start, 0)[0] == 4
    action, tried, worth = chosen(game, linear(18, i1=1.0, i4=1.0), start, 0)
    assert tried == [0, 1, 4]  # a corner, an edge and the centre: the others are alike
    assert worth == pytest.approx([0.5, logistic(1), logistic(1)], abs=1e-9)
    assert action == 1


def test_forced_decisions_are_taken_before_an_afterstate_is_valued():
    """O has two cells left, after which X has one: at c3 it lets X complete the column a, at a3 it draws."""
    game = magnate.load("tictactoe")
    states = game.setup({"board": ["XOX", "XOO", ".X."]}).states()
    for network in (linear(18, i8=9.0), linear(18, i6=-9.0)):
        assert chosen(game, network, states, 1) == (6, [6, 8], [0.5, 0.0])


def test_pig_holds_where_a_hand_made_network_values_it_more():
    """Own points weigh 1, the total weighs nothing, and the turn is worth 19.5 points: it holds at 20."""
    game = magnate.load("pig", target=60)
    network = linear(10, i2=1.0, i1=19.5 / 60)
    by_network = NetworkAgent.of("pig", network)

    class HoldAt20:
        def act(self, positions):
            return ["hold" if self.enough(position.view()) else "roll" for position in positions]

        def enough(self, view):
            return view["total"] and (view["total"] >= 20 or view["total"] + view["points"][view["seat"]] >= 60)

    one = game.play_many([by_network, "random"], range(40))
    other = game.play_many([HoldAt20(), "random"], range(40))
    assert one.states.tobytes() == other.states.tobytes()


# -------------------------------------------------------------------------------------- twin and batches


@pytest.mark.parametrize("name", GAMES)
def test_compiled_is_interpreted_to_the_last_bit(name):
    game = magnate.load(name, **GAMES[name])
    network = Network.new([game.info.features, 12, 6, 4], seed=2)
    guide = guide_of(game)
    bound, twin = (bound_kernel(game, guide, PLAYING, interpreted=one) for one in (False, True))
    ws, mirrored = (workspace_for(game, guide, network.sizes, interpreted=one) for one in (False, True))
    build([bound.answer])
    memos = np.zeros((1, MEMO), np.int64)
    for number, (states, seat) in enumerate(decisions(game, 12)):
        for epsilon in (0.0, 0.5):
            key, net = 77_777_777 * number, net_of(network, epsilon)
            found, interpreted = np.zeros(1, np.int64), [0]
            asked = np.array([seat]), np.array([key]), np.zeros(1, np.int64), net
            bound.answer(states, *asked, ws, memos, found)
            twin.answer(PyStates(states), [seat], [key], [0], net, mirrored, [[0] * MEMO], interpreted)
            assert found.tolist() == interpreted
            assert ws.worth.tobytes() == mirrored.worth.tobytes()
            assert ws.shares.tobytes() == mirrored.shares.tobytes()


@pytest.mark.parametrize(("name", "learner", "epsilon"), [*product(GAMES, (0, 1), (0.0,)), ("pig", 0, 0.4)])
def test_a_kernel_that_plays_by_a_network_plays_the_agents_games(name, learner, epsilon):
    game = magnate.load(name, **GAMES[name])
    network = Network.new([game.info.features, 9, 4], seed=4)
    seats = ["random"] * game.players
    seats[learner] = NetworkAgent.of(name, network, epsilon=epsilon)
    batched = game.play_many(seats, range(25))
    guide = guide_of(game)
    states, play = game.start_states(25), kernel("tests.agents.learned.playing", game.rules, guide).play
    build([play])
    acts, out, weight = (np.zeros(max(1, n), np.int64) for n in
                         (game.info.max_legal, game.info.max_outcomes, game.info.max_outcomes))  # fmt: skip
    ws = workspace_for(game, guide, network.sizes)
    play(states, new_streams(range(25)), learner, net_of(network, epsilon), ws,
         states[:1].copy(), params_row(0), acts, np.zeros((game.players, MEMO), np.int64), out, weight)  # fmt: skip
    assert states.tobytes() == batched.states.tobytes()
