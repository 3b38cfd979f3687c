"""Gymnasium's own checks on every game, and that its games are the engine's."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.seeding import np_random

import magnate
from magnate.envs.gymnasium import Env
from magnate.envs.tables import Tables
from magnate.errors import BadAgent, BadOption, BadSeat
from magnate.runtime.stream import SEED_LIMIT
from tools.compile_kernels import GAMES


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_the_library_accepts_a_game(game, masks):
    table = gymnasium.make(f"magnate/{game}-v0", masks=masks, render_mode="ansi")
    check_env(table.unwrapped)
    assert ("action_mask" in table.reset(seed=1)[1]) == masks


class First:
    """Takes the first legal action."""

    def act(self, positions):
        return [position.legal_ids()[0] for position in positions]


def played(table, seed):
    """Play the first legal action until the end: (reward, info, terminated, truncated)."""
    _observation, info = table.reset(seed=seed)
    while True:
        _observation, reward, terminated, truncated, info = table.step(int(info["action_mask"].argmax()))
        if terminated or truncated:
            return reward, info, terminated, truncated
        assert reward == 0.0


@pytest.mark.parametrize(
    ("game", "options", "opponents"),
    [
        ("pig", {"players": 3}, "random"),
        ("kuhn", {}, "random"),
        ("bearoff", {}, "random"),
        ("monopoly", {"preset": "thesis", "players": 2}, "strategic:late_game"),
    ],
)
def test_a_game_is_the_engines_with_the_seed_that_was_drawn(game, options, opponents):
    loaded = magnate.load(game, **options)
    seats = loaded.players
    table = Env(loaded, opponents=opponents, seat=seats - 1)
    for seed in range(3):
        reward, info, terminated, truncated = played(table, seed)
        deal = int(np_random(seed)[0].integers(SEED_LIMIT))
        record = loaded.play([*[opponents] * (seats - 1), First()], seed=deal)
        assert (reward, info["ending"]) == (record.result.utility[seats - 1], record.result.ending)
        assert (terminated, truncated) == (True, False)


def test_opponents_sit_clockwise_from_the_learner():
    game = magnate.load("pig", players=4)
    tables = Tables(game, ["random"] * 3, 2, 100, 1)
    tables.deal(0, np.random.default_rng(1))
    assert tables.seats.tolist() == [[2, 3, 0, 1]]  # the learner is number 0


def test_the_learners_seat_can_be_drawn():
    table = Env("pig", players=3, seat=None)
    seats = [table.reset(seed=seed)[1]["seat"] for seed in range(30)]
    assert set(seats) == {0, 1, 2}
    assert seats == [table.reset(seed=seed)[1]["seat"] for seed in range(30)]


def test_an_illegal_action_ends_the_game():
    table = Env("tictactoe", illegal_reward=-3.0)
    table.reset(seed=1)
    observation, *_ = table.step(4)
    after, reward, terminated, truncated, info = table.step(4)
    assert (reward, terminated, truncated, info["ending"]) == (-3.0, True, False, "illegal action")
    assert after.tolist() == observation.tolist()
    assert not info["action_mask"].any()
    assert table.reset()[1]["action_mask"].any()


def test_a_game_that_is_too_long_is_truncated():
    table = Env("pig", max_decisions=9)
    reward, info, terminated, truncated = played(table, 1)
    assert (reward, terminated, truncated, info["ending"]) == (0.0, False, True, "decision cap")


@pytest.mark.parametrize("players", [2, 4])
def test_the_limit_counts_the_learners_own_decisions(players):
    table = Env("connect_four" if players == 2 else "pig", players=players, max_decisions=3)
    _observation, info = table.reset(seed=1)
    for taken in range(1, 4):
        _observation, reward, terminated, truncated, info = table.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert (terminated, truncated) == (False, taken == 3)
    assert (reward, info["ending"]) == (0.0, "decision cap")
    assert not info["action_mask"].any()
    assert table._tables._buffers.decisions[0] > 3  # those of all seats
    assert table.reset()[1]["action_mask"].any()


def test_games_are_not_cut_short_unless_asked_to():
    table = gymnasium.make_vec("magnate/monopoly-v0", num_envs=50, preset="thesis", players=2, seat=None)
    rng = np.random.default_rng(1)
    _observations, infos = table.reset(seed=1)
    ended = np.zeros(50, np.bool_)
    while not ended.all():
        masks = infos["action_mask"]
        *_, rewards, terminations, truncations, infos = table.step((masks * rng.random(masks.shape)).argmax(axis=1))
        assert not truncations.any()
        assert set(rewards[terminations]) <= {0.0, 0.5, 1.0}
        ended |= terminations


def test_a_game_may_be_over_before_the_learner_decides():
    table = Env("pig", seat=1, target=2)
    for seed in range(100):
        _observation, info = table.reset(seed=seed)
        if not info["action_mask"].any():
            break
    _observation, reward, terminated, truncated, info = table.step(1)
    assert (reward, terminated, truncated, info["ending"]) == (0.0, True, False, "target")


def test_what_maskable_learners_ask_for():
    table = Env("tictactoe")
    _observation, info = table.reset(seed=1)
    assert table.action_masks().dtype == np.bool_
    assert table.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_an_observation_does_not_depend_on_what_is_hidden():
    table = Env("kuhn", opponents="random")
    seen = {}
    for seed in range(60):
        observation, _info = table.reset(seed=seed)
        seen.setdefault(tuple(observation), set()).add(tuple(table._tables.states["card"][0].tolist()))
    assert sorted(len(hands) for hands in seen.values()) == [2, 2, 2]  # one's own card alone is seen


def test_rendering_shows_the_board(capsys):
    table = Env("tictactoe", render_mode="human")
    table.reset(seed=1)
    table.step(4)
    assert "2 " in capsys.readouterr().out
    assert Env("tictactoe").render() is None


class Slow:
    def act(self, positions):
        return [0 for _ in positions]


@pytest.mark.parametrize(
    ("asked", "error", "match"),
    [
        ({"render_mode": "rgb_array"}, BadOption, "no render mode"),
        ({"seat": 2}, BadSeat, "no seat 2"),
        ({"opponents": ["random", "random"]}, BadAgent, "2 opponents for 1 seats"),
        ({"opponents": Slow()}, BadAgent, "play in compiled code"),
    ],
)
def test_refusals(asked, error, match):
    with pytest.raises(error, match=match):
        Env("pig", **asked)
