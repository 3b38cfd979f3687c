"""Agents for tic-tac-toe that take the last free square, and fail in the same positions, each in its own way.

Worker processes import this module by its name.
"""

import os
import signal
import sys
import time
from pathlib import Path


def hard(position):
    """Whether the position is one of those at which these agents fail: those with a mark in the first corner."""
    return position.view()["board"][0][0] != "."


class Sound:
    """Never fails."""

    def act(self, positions):
        return [self.choose(position) for position in positions]

    def choose(self, position):
        return self.fail() if hard(position) else position.legal()[-1].id

    def fail(self):
        return 0


class Raises(Sound):
    def fail(self):
        raise ValueError("too hard")


class Illegal(Sound):
    def fail(self):
        return 99


class TooMany(Sound):
    def act(self, positions):
        extra = [0] if any(map(hard, positions)) else []
        return [position.legal()[-1].id for position in positions] + extra


class Leaves(Sound):
    def fail(self):
        sys.exit("goodbye")


class Exits(Sound):
    def fail(self):
        os._exit(3)


class Crashes(Sound):
    def fail(self):
        os.kill(os.getpid(), signal.SIGKILL)


class Loops(Sound):
    def fail(self):
        while True:
            time.sleep(0.01)


class SlowInBatches(Sound):
    """Takes its time for each position, so that only a batch takes too long."""

    def choose(self, position):
        time.sleep(0.02)
        return position.legal()[-1].id


class Lucky(Sound):
    """Draws from the random numbers that all share, and prints."""

    def choose(self, position):
        import random

        sys.stdout.write("thinking")
        return random.choice(position.legal()).id


class DiesOnce(Sound):
    """Ends its process the first time that a file is not there, however it is asked."""

    def choose(self, position):
        mark = Path(os.environ["MAGNATE_TEST_MARK"])
        if not mark.exists():
            mark.touch()
            os._exit(9)
        return position.legal()[-1].id


class Unborn:
    """Cannot even be made."""

    def __init__(self):
        os._exit(5)

    def act(self, positions):
        return [0 for _ in positions]
