"""The examples run and say what they promise."""

import subprocess
import sys
from pathlib import Path

import pytest

import magnate
from magnate.agents import resolve

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
