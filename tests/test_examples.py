"""The examples run and say what they promise."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_ten_line_agent_beats_random_play() -> None:
    done = subprocess.run([sys.executable, EXAMPLES / "ten_line_agent.py"], check=True, capture_output=True, text=True)
    assert done.stderr == ""
    wins = int(done.stdout.removeprefix("HoldAt20 wins ").partition("%")[0])
    assert wins > 90
