"""PettingZoo's own conformance tests on every game, and what its conventions mean for ours."""

import copy
import importlib
import sys
import warnings

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, render_test, seed_test

import magnate
from magnate.envs.pettingzoo import env, raw_env
from magnate.errors import BadOption, IllegalAction, MissingExtra
from magnate.games.monopoly.options import PRESETS
from tools.compile_kernels import GAMES

SMALL = [name for name in GAMES if name != "monopoly"]
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Observation numpy array is all zeros",
)
"""PettingZoo's remarks about observations that are dictionaries, as those of its own classic games are, and about an
empty board."""


def check(table, cycles):
    with warnings.catch_warnings():
        for known in KNOWN:
            warnings.filterwarnings("ignore", known)
        api_test(table, num_cycles=cycles)


@pytest.mark.parametrize("game", SMALL)
def test_the_library_accepts_a_game(game):
    check(env(game), 60)
    seed_test(lambda: env(game), num_cycles=30)
    render_test(lambda render_mode=None: env(game, render_mode=render_mode))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_library_accepts_monopoly(preset):
    check(env("monopoly", preset, 2 if preset.startswith("expecti") else 4), 40)


def test_monopoly_follows_from_its_seed_and_can_be_drawn():
    seed_test(lambda: env("monopoly", players=3), num_cycles=60)
    render_test(lambda render_mode=None: env("monopoly", render_mode=render_mode))


def test_it_is_in_the_librarys_list():
    table = make("aec", "magnate/pig-v0", players=4)
    table.reset(seed=1)
    assert table.agents == [f"player_{seat}" for seat in range(4)]
    assert table.unwrapped.metadata["name"] == "pig_v0"


def played(table, seed):
    """Play at random; returns what each agent was given in all."""
    table.reset(seed=seed)
    rng, got = np.random.default_rng(seed), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _info = table.last()
        got[agent] += reward
        table.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return got


@pytest.mark.parametrize("game", ["pig", "kuhn"])
def test_rewards_are_the_shares_of_the_win_at_the_end(game):
    table = raw_env(game)
    for seed in range(5):
        got = played(table, seed)
        assert tuple(got.values()) == table.position.utility()
        assert table.agents == []


def test_a_game_can_be_cut_short():
    table = env("pig", max_decisions=7)
    assert set(played(table, 1).values()) == {0.0}
    table.reset(seed=1)
    for _ in range(7):
        table.step(0)
    assert set(table.truncations.values()) == {True}
    assert set(table.terminations.values()) == {False}
    assert not table.observe("player_0")["action_mask"].any()


def test_who_is_not_to_move_has_an_empty_mask():
    table = env("tictactoe")
    table.reset(seed=1)
    table.step(4)
    assert table.agent_selection == "player_1"
    assert not table.observe("player_0")["action_mask"].any()
    mask = table.observe("player_1")["action_mask"]
    assert mask.dtype == np.int8
    assert mask.tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]


def test_an_illegal_action_is_refused_or_ends_the_game():
    bare = raw_env("tictactoe")
    bare.reset(seed=1)
    bare.step(4)
    with pytest.raises(IllegalAction, match="b2 is taken"):
        bare.step(4)
    assert bare.agent_selection == "player_1"
    table = env("tictactoe")
    table.reset(seed=1)
    table.step(4)
    table.observe("player_1")
    table.step(4)
    assert table.rewards == {"player_0": 0, "player_1": -1.0}


def test_a_copy_goes_on_alone():
    table = env("pig")
    table.reset(seed=3)
    table.step(0)
    other = copy.deepcopy(table)
    before = str(table.unwrapped.position)
    other.step(other.action_space(other.agent_selection).sample(other.observe(other.agent_selection)["action_mask"]))
    assert str(table.unwrapped.position) == before
    assert other.unwrapped.position.steps > table.unwrapped.position.steps
    assert other.unwrapped.game is table.unwrapped.game


@pytest.mark.parametrize("seat", [0, 1])
def test_an_observation_does_not_depend_on_what_is_hidden(seat):
    seen = []
    for other in ("jack", "king"):
        table = raw_env("kuhn")
        table.reset(seed=1)
        cards = ["queen", other] if seat == 0 else [other, "queen"]
        table.position = magnate.load("kuhn").setup({"cards": cards, "decisions": ["bet"][:seat]})
        seen.append(table.observe(f"player_{seat}"))
    assert seen[0]["observation"].tolist() == seen[1]["observation"].tolist()
    assert seen[0]["action_mask"].tolist() == [1, 1]


def test_rendering_writes_or_returns_the_board(capsys):
    table = env("tictactoe", render_mode="ansi")
    table.reset(seed=1)
    assert " ".join(table.render().split()) == "a b c 1 . . . 2 . . . 3 . . ."
    shown = env("tictactoe", render_mode="human")
    shown.reset(seed=1)
    shown.step(4)
    assert "2 . X ." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "match"),
    [
        ({"render_mode": "rgb_array"}, "no render mode"),
        ({"max_decisions": 0}, "cannot end after 0 decisions"),
        ({"game": magnate.load("pig"), "players": 3}, "loaded already"),
    ],
)
def test_refusals(asked, match):
    with pytest.raises(BadOption, match=match):
        env(**{"game": "pig", **asked})


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium"),
        ("vector", "gymnasium"),
        ("openspiel", "pyspiel"),
        ("registered", "pyspiel"),
    ],
)
def test_a_missing_library_is_named_with_the_extra(module, package, monkeypatch):
    full = f"magnate.envs.{module}"
    importlib.import_module(full)
    monkeypatch.setitem(sys.modules, package, None)
    for name in (full, "magnate.envs.gymnasium", "magnate.envs.openspiel_rules"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(MissingExtra, match=rf"needs the package {package}.*magnate\[envs\]"):
        importlib.import_module(full)
