"""Games that are written down: what is written is true, however long the diary, compiled as interpreted."""

from dataclasses import fields
from types import SimpleNamespace

import numpy as np
import pytest

import magnate
from magnate.agents.learned.spec import policy_workspace
from magnate.core.binding import PARAMS
from magnate.core.loader import kernel
from magnate.core.run import Run
from magnate.errors import BadTraining
from magnate.learn import rollouts
from magnate.learn.method import training_seeds
from magnate.learn.rollouts import Rollouts
from magnate.networks import Network
from magnate.networks.inference import log_chances, win_shares
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates
from magnate.runtime.stream import STREAM
from magnate.values.schema import schema_for

RANDOM = np.zeros((1, PARAMS))


def policies(game, number=1):
    sizes = [schema_for(game.name).size, 12, 10, game.info.max_actions + game.players]
    return [Network.new(sizes, seed) for seed in range(1, number + 1)]


def played(name="connect_four", games=120, networks=1, seats=None, threads=1, **options):
    game = magnate.load(name, **options)
    if seats is None:
        seats = np.full((games, game.players), -1)
    found = Rollouts(game, schema_for(name), threads)
    return found.play(training_seeds(1, 0, range(len(seats))), seats, RANDOM, policies(game, networks)), game


@pytest.mark.parametrize(
    ("name", "options"), [("tictactoe", {}), ("connect_four", {}), ("pig", {"target": 20, "players": 3}), ("kuhn", {})]
)
def test_chances_and_shares_are_those_of_numpy_and_torch(name, options):
    torch = pytest.importorskip("torch")
    from magnate.learn.methods.ppo import log_chances as by_torch

    found, game = played(name, **options)
    actions = game.info.max_actions
    raw = policies(game)[0](found.inputs)
    masks = found.masks(actions)
    rows = np.arange(len(found.actions))
    assert masks[rows, found.actions].all()
    assert masks.sum(axis=1).min() >= 2  # otherwise it was no choice
    assert np.abs(log_chances(raw[:, :actions], masks)[rows, found.actions] - found.log_chances).max() < 1e-5
    logs = by_torch(torch.from_numpy(raw[:, :actions]), torch.from_numpy(masks)).numpy()
    assert np.abs(logs[rows, found.actions] - found.log_chances).max() < 1e-5
    assert np.abs(win_shares(raw[:, actions:]) - found.shares).max() < 1e-5


def test_actions_are_drawn_by_their_chances():
    found, _ = played(games=4000)
    first = found.inputs.sum(axis=1) == found.inputs.sum(axis=1).min()
    chances = np.exp(found.log_chances[first])
    for action in range(7):
        taken = found.actions[first] == action
        assert taken.mean() == pytest.approx(chances[taken].mean() if taken.any() else 0.0, abs=0.04)


def test_a_seats_decisions_follow_each_other_to_the_result():
    found, _ = played("tictactoe", games=30)
    firsts = np.setdiff1d(np.arange(len(found.actions)), found.following)
    assert len(firsts) == 60  # a game has two seats
    seen = 0
    for row in firsts:
        results = {tuple(found.results[row])}
        while row >= 0:
            seen += 1
            later = found.following[row]
            assert later < 0 or later > row
            results.add(tuple(found.results[row]))
            row = later
        assert len(results) == 1
    assert seen == len(found.actions)
    assert set(found.results.ravel()) <= {0.0, 0.5, 1.0}


def test_results_are_told_from_the_seat_that_decides():
    """Who is ahead wins more often, whichever place round the table that is."""
    found, _ = played("pig", games=2000, target=20, players=3)
    points, fresh = found.inputs[:, 2:5], found.inputs[:, 1] == 1.0
    assert fresh.all()  # it is always one's own turn
    assert found.results.sum(axis=1) == pytest.approx(1.0)
    for seat in range(3):
        ahead = (points.argmax(axis=1) == seat) & (points.max(axis=1) > 0.5)
        assert found.results[ahead, seat].mean() > found.results[~ahead, seat].mean() + 0.1


def test_both_seats_of_a_game_are_told_the_same_result():
    found, _ = played("tictactoe", games=50)
    marks = found.inputs.sum(axis=1)  # rises by 1 with each decision of a game
    follows = np.flatnonzero(np.diff(marks) == 1.0)
    assert len(follows) > 100
    assert (found.results[follows] == found.results[follows + 1][:, ::-1]).all()


def test_only_the_newest_policy_is_written_down():
    seats = np.array([[-1, 0], [0, -1], [-2, -1], [-2, 0], [0, 0]] * 20)
    found, _ = played("tictactoe", seats=seats, networks=2)
    both, _ = played("tictactoe", seats=np.full((60, 2), -1))
    assert 0.35 < len(found.actions) / len(both.actions) < 0.65  # 60 games with one learner
    learns = seats == -1
    assert found.won == pytest.approx(2 * found.wins[learns].mean())  # of each game by who sat where
    assert (found.wins.sum(axis=1) == 1.0).all()
    assert np.isnan(both.won)


def test_a_diary_that_is_full_changes_nothing(monkeypatch):
    wide, _ = played(games=70)
    monkeypatch.setattr(rollouts, "ROOM", 2)
    narrow, _ = played(games=70)
    threads, _ = played(games=70, threads=3)
    for other in (narrow, threads):
        for field in fields(wide):
            assert np.array_equal(getattr(wide, field.name), getattr(other, field.name), equal_nan=True), field.name


def test_interpreted_games_are_the_compiled_ones():
    compiled, game = played("pig", games=3, target=15, seats=np.array([[-1, 0], [0, -1], [-1, -1]]))
    bound = kernel("magnate.learn.rollouts_kernel", interpret(game.rules.__name__))
    (network,) = policies(game)
    room = 200
    diary = bound.Diary(
        inputs=np.zeros((room, 10), np.float32),
        legal=np.zeros((room, 1), np.uint8),
        actions=np.zeros(room, np.int64),
        chances=np.zeros(room),
        shares=np.zeros((room, 2)),
        seats=np.zeros(room, np.int64),
        games=np.zeros(room, np.int64),
        following=np.zeros(room, np.int64),
        ends=np.zeros(3, np.int64),
        latest=np.zeros(2, np.int64),
    )
    seats, seeds = np.array([[-1, 0], [0, -1], [-1, -1]]), training_seeds(1, 0, range(3))
    run = Run(interpret(game.rules.__name__), game.info, game.start_states(3), seeds, seats, RANDOM)
    work, dice = PyStates(game.start_states(1)), PyStates(np.zeros(1, STREAM))
    workspace = policy_workspace(game, None, network.sizes, interpreted=True)
    networks = (np.array(network.sizes), network.table()[None])
    whole = bound.play(10**6, run.buffers(), work, dice, *networks, diary, workspace)
    ends = diary.ends
    rows = slice(0, ends[-1])
    assert whole == 3
    assert ends[-1] == len(compiled.actions)
    for name in ("inputs", "legal", "actions", "shares", "following"):
        assert getattr(diary, name)[rows].tobytes() == getattr(compiled, name).tobytes(), name
    assert np.log(diary.chances[rows]).astype(np.float32).tobytes() == compiled.log_chances.tobytes()


def test_games_that_a_cap_ends_are_counted():
    found, _ = played("pig", max_turns=1)
    assert found.capped == 1.0
    assert played("pig", target=10)[0].capped == 0.0


def test_results_that_are_no_shares_of_a_win():
    zero_sum = SimpleNamespace(constant_sum=True, utility_sum=0.0, utility_range=(-1.0, 1.0))
    with pytest.raises(BadTraining, match="the results of duel are no shares of a win"):
        Rollouts(SimpleNamespace(name="duel", info=zero_sum), schema_for("pig"))
