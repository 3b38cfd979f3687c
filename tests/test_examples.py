"""The examples run and say what they promise."""

import subprocess
import sys
from pathlib import Path

import magnate
from magnate.agents import resolve

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_ten_line_agent_beats_random_play() -> None:
    done = subprocess.run([sys.executable, EXAMPLES / "ten_line_agent.py"], check=True, capture_output=True, text=True)
    assert done.stderr == ""
    wins = int(done.stdout.removeprefix("HoldAt20 wins ").partition("%")[0])
    assert wins > 90


def test_the_cautious_player_plays_and_has_a_name_for_the_command_line(monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    agent = resolve("monopoly", "cautious_player:Cautious:kept=250")
    game = magnate.load("monopoly", preset="thesis", max_rounds=60)
    results = game.play_many([agent, "strategic"], range(10))
    assert results.utility.sum() == 10
    assert agent.name == "cautious_player:Cautious:kept=250"
