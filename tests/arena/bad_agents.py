"""Agents for tic-tac-toe that take the last free square, and fail in the same positions, each in its own way.

Worker processes import this module by its name.
"""

import os
import signal
import sys
import time
from asyncio import CancelledError
from pathlib import Path

from magnate.core.agents import PAUSE
from magnate.core.run import params_row
from magnate.errors import AgentFailed


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


class Cancels(Sound):
    def fail(self):
        raise CancelledError("no more")


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
    """Takes for ever over more than one position."""

    def act(self, positions):
        if len(positions) > 1:
            time.sleep(3600)
        return [position.legal()[-1].id for position in positions]


class Slow(Sound):
    """Takes its time for each position."""

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


class Remembers:
    """An agent that is asked and told about each game of its own, and plays as the others do."""

    name = "Remembers"
    row = tuple(params_row(PAUSE))
    listens = True

    @classmethod
    def as_agent(cls, _game, _given, name):
        agent = cls()
        agent.name = name
        return agent

    def start_session(self, _game):
        return Session(self)

    def decide(self, legal, hard):
        return self.fail() if hard else legal[-1]

    def hear(self, hard):
        pass

    def fail(self):
        return 99


class Session:
    """The squares that are taken, as they have been told, game by game."""

    def __init__(self, agent):
        self.agent = agent
        self.taken = {}

    def answer(self, batch):
        places = zip(batch.games.tolist(), batch.seats.tolist(), batch.legal, strict=True)
        return [self.decide(*place) for place in places]

    def decide(self, game, seat, legal):
        taken = self.taken.get((game, seat), set())
        assert len(taken) == 9 - len(legal)  # each was told exactly once
        try:
            return self.agent.decide(legal, "a1" in taken)
        except ValueError as error:
            return AgentFailed(f"the agent {self.agent.name} in seat {seat} {error}")

    def hear(self, game, seat, events):
        taken = self.taken.setdefault((game, seat), set())
        taken |= {event.params["place"] for event in events if "place" in event.params}
        try:
            self.agent.hear("a1" in taken)
        except ValueError as error:
            raise AgentFailed(f"the agent {self.agent.name} in seat {seat} {error}") from error

    def leave(self, game):
        for seat in (0, 1):
            self.taken.pop((game, seat), None)


class RemembersAndAnswersNonsense(Remembers):
    pass


class RemembersAndRaises(Remembers):
    def fail(self):
        raise ValueError("cannot bear it")


class RemembersAndExits(Remembers):
    def fail(self):
        os._exit(4)


class HearsAndRaises(Remembers):
    def hear(self, hard):
        if hard:
            raise ValueError("cannot hear it")


class HearsAndExits(Remembers):
    def hear(self, hard):
        if hard:
            os._exit(6)


class Unborn:
    """Cannot even be made."""

    def __init__(self):
        os._exit(5)

    def act(self, positions):
        return [0 for _ in positions]
