"""The examples run and say what they promise."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import magnate
from magnate.agents import resolve
from magnate.envs.tasks import evaluate

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_ten_line_agent_beats_random_play() -> None:
    done = subprocess.run([sys.executable, EXAMPLES / "ten_line_agent.py"], check=True, capture_output=True, text=True)
    assert done.stderr == ""
    wins = int(done.stdout.removeprefix("HoldAt20 wins ").partition("%")[0])
    assert wins > 90


@pytest.mark.long
def test_the_learner_learns(monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from learner import learn

    won = list(learn(12))
    assert 0.4 < won[0] < 0.6  # by chance, against chance
    assert min(won[-3:]) > 0.9


def test_the_learner_takes_a_step(monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr("learner.GAMES", 4)
    from learner import learn

    assert len(list(learn(1))) == 1


def test_the_cautious_player_plays_and_has_a_name_for_the_command_line(monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    agent = resolve("monopoly", "cautious_player:Cautious:kept=250")
    game = magnate.load("monopoly", preset="thesis", max_rounds=60)
    results = game.play_many([agent, "strategic"], range(10))
    assert results.utility.sum() == 10
    assert agent.name == "cautious_player:Cautious:kept=250"


STEPS = {"maskable_ppo": 5_120_000, "ppo": 3_600_000, "dqn": 2_700_000}
"""No more than one core takes in 15 minutes (docs/how-to/learners.md). A clock would fail where others work too."""


def learned(monkeypatch, name, rivals):
    """What an example of `examples/rl` comes to in its steps, on enough deals of its task for short intervals."""
    monkeypatch.syspath_prepend(str(EXAMPLES / "rl"))
    example = importlib.import_module(name)
    made = example.train(24 * 60.0, most=STEPS[name])
    policy = example.policy_of(made) if name == "maskable_ppo" else made.network.choose
    return {rival: evaluate(example.TASK, policy, rival, games=4_000) for rival in rivals}


@pytest.mark.long
def test_maskable_ppo_beats_random_play_and_holds_its_own_against_baseline(monkeypatch) -> None:
    found = learned(monkeypatch, "maskable_ppo", ("random", "baseline"))
    assert found["random"].low >= 0.9
    assert found["baseline"].low >= 0.45


@pytest.mark.long
@pytest.mark.parametrize("name", ["ppo", "dqn"])
def test_learners_in_one_file_beat_random_play(monkeypatch, name) -> None:
    assert learned(monkeypatch, name, ("random",))["random"].low >= 0.8


@pytest.fixture
def learners(monkeypatch) -> None:
    """The learners of the examples can be imported."""
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(EXAMPLES / "rl"))


@pytest.mark.usefixtures("learners")
def test_maskable_ppo_takes_its_steps(capsys) -> None:
    example = importlib.import_module("maskable_ppo")
    model = example.train(60.0, games=4, steps=8, most=64)  # minutes that compiling on a busy machine fits into
    assert model.num_timesteps == 64
    evaluate(example.TASK, example.policy_of(model), "random", games=2)
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("learners")
def test_ppo_in_one_file_takes_its_steps() -> None:
    example = importlib.import_module("ppo")
    learner = example.Learner(games=4, steps=600)
    before = learner.network.policy.weight.detach().clone()
    example.train(0.0, learner=learner)
    learner.play()
    learner.learn()
    assert learner.taken == 2_400
    assert learner.shares  # some games have ended
    assert not before.equal(learner.network.policy.weight)
    evaluate(example.TASK, learner.network.choose, "random", games=2)


@pytest.mark.usefixtures("learners")
def test_dqn_takes_its_steps() -> None:
    example = importlib.import_module("dqn")
    learner = example.Learner(games=4, kept=1_000)
    before = learner.network.values.weight.detach().clone()
    for _ in range(600):
        learner.play()
    for _ in range(3):
        learner.learn()
    assert learner.memory.count == learner.taken == 2_400
    assert learner.shares
    assert not before.equal(learner.network.values.weight)
    evaluate(example.TASK, learner.network.choose, "random", games=2)
