"""An agent in Python that fails ends only the game in which it failed."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np

from ..core.agents import CompiledAgent, PythonAgent
from ..core.game import Game
from ..core.narration import Event
from ..core.players import PythonAgentRunner
from ..core.run import Batch, Results
from ..errors import AgentFailed

__all__ = [
    "NO_HISTORY",
    "Call",
    "CallMonitor",
    "CrashHistory",
    "Failure",
    "FaultIsolation",
    "aborted",
    "command_for",
    "settle",
]


@dataclass(frozen=True, slots=True)
class Failure:
    """An agent failed: in which game of its block, in which seat, and how.

    ``message`` is a sentence: ``game 3.7: the agent X in seat 1 raised ValueError: no``.
    """

    game: int
    seat: int
    message: str


def settle(results: Results, utility_sum: float = 1.0) -> None:
    """Give the agents that failed nothing and the other seats of those games even shares; changes ``results``."""
    lost = np.flatnonzero(results.failed)
    others = max(1, results.utility.shape[1] - 1)
    results.utility[lost] = utility_sum / others
    results.utility[lost, results.failed[lost] - 1] = 0.0


def aborted(message: str, seed: int, command: str) -> AgentFailed:
    """The error that ends a tournament whose policy is ``abort``."""
    return AgentFailed(message, hint=f"seed {seed} reproduces it: {command}")


def command_for(game: Game, agents: Sequence[str], seed: int) -> str:
    """The command that plays one game again, with these agents in the order of their seats.

    >>> from magnate import load
    >>> command_for(load("pig", target=50), ["random", "random"], 7)
    'magnate watch pig --preset standard --option target=50 --players 2 --agents random,random --seed 7'
    """
    words = ["magnate", "watch", game.name, "--preset", game.preset, *_options(game.overrides.items())]
    words += ["--players", str(game.players), "--agents", ",".join(agents), "--seed", str(seed)]
    return shlex.join(words)


def _options(changed: Iterable[tuple[str, Any]]) -> list[str]:
    import json

    return [
        word
        for name, value in changed
        for word in ("--option", f"{name}={value if isinstance(value, str) else json.dumps(value)}")
    ]


# --------------------------------------------------------------------------------------------- Calling agents in Python
#
# A batch only saves time: what counts is the answer to a position alone. When an agent without memory fails at a
# batch, it is asked each of its positions alone, and only the games where it fails again have failed. Agents that
# remember their games say themselves in which one they failed. So neither the width of the batches nor the number of
# workers decides which games fail.
#
# A crash of the process (or a call that takes too long) can only be seen from outside. The observer plays the block
# again from its start and passes on what it saw (:class:`CrashHistory`): which agents to ask one position at a time,
# to find the game, and which calls ended a process and must not be made again.


Place: TypeAlias = tuple[int, int]
"""A game of the block, and a seat in it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call to an agent: a question, or events.

    ``row`` says which agent. ``game`` is the game's number in the block, ``seat`` the seat, and ``number`` how many
    calls there have been for that seat of that game. For a batch these three are -1.
    """

    row: int
    game: int = -1
    seat: int = -1
    number: int = -1


class CallMonitor:
    """Told when a call to an agent begins and ends, and of failures; this one does nothing with it."""

    def begin(self, call: Call) -> None:
        """An agent is asked."""

    def end(self) -> None:
        """It has answered, or raised an error."""

    def failed(self, failure: Failure) -> None:
        """An agent has failed, and its game ends."""


@dataclass(frozen=True, slots=True)
class CrashHistory:
    """What earlier attempts at a block have shown.

    ``singly``: the rows of the agents that are to be asked one position at a time. ``ended``: the calls about one game
    that ended a process, each with how (``took more than 5 s to answer``).
    """

    singly: tuple[int, ...] = ()
    ended: tuple[tuple[Call, str], ...] = ()

    def and_ended(self, call: Call, how: str) -> CrashHistory:
        """The same, and this call ended a process; one about a batch means that its agent is to be asked singly."""
        if call.game < 0:
            return replace(self, singly=(*self.singly, call.row))
        return replace(self, ended=(*self.ended, (call, how)))

    def to_json(self) -> dict[str, Any]:
        """As plain lists."""
        return {"singly": list(self.singly), "ended": [[*astuple(call), how] for call, how in self.ended]}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> CrashHistory:
        """What :meth:`to_json` wrote."""
        return cls(tuple(plain["singly"]), tuple((Call(*call), how) for *call, how in plain["ended"]))


NO_HISTORY: Final = CrashHistory()
"""The past of a block that is played for the first time."""


class FaultIsolation(PythonAgentRunner):
    """The agents of one block's games, whose failures end games and nothing else.

    ``agents`` and ``names`` belong to the rows of ``params``; ``label(game)`` is what a game of the block is called.
    ``failed(failure)`` is called with each failure, and may raise an error to stop.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[CompiledAgent | PythonAgent],
        names: Sequence[str],
        label: Callable[[int], str],
        failed: Callable[[Failure], None],
        past: CrashHistory,
        watch: CallMonitor,
    ) -> None:
        super().__init__(game, agents, names)
        self.label = label
        self.failed = failed
        self.watch = watch
        self._singly = set(past.singly)
        self._ended = {(call.game, call.seat): (call.number, how) for call, how in past.ended}
        self._calls: Counter[Place] = Counter()
        self._gone: dict[Place, str] = {}

    def attempt(self, row: int, batch: Batch) -> list[int | None]:
        """What the agent in a row does at each decision of a batch, or None where it fails."""
        found: list[int | None] = [None] * len(batch.games)
        calls = [self._counted(row, *place) for place in zip(batch.games.tolist(), batch.seats.tolist(), strict=True)]
        asked = [i for i, call in enumerate(calls) if not self._is_known(call)]
        if asked:
            for i, answer in zip(asked, self._asked([calls[i] for i in asked], batch.only(asked)), strict=True):
                found[i] = self._settled(calls[i], answer, batch.legal[i])
        return found

    def hand_on(self, row: int, game: int, seat: int, events: Sequence[Event]) -> None:
        """Tell the agent in a row what has happened in one of its games.

        If it fails, that counts when it is to decide the next time, so that it does not matter how often it is called.
        """
        call = self._counted(row, game, seat)
        if (game, seat) in self._gone:
            return
        number, how = self._ended.get((game, seat), (call.number + 1, ""))
        if call.number >= number:
            self._gone[game, seat] = f"the agent {self._who(call)} {how}"
            return
        self.watch.begin(call)
        try:
            super().hand_on(row, game, seat, events)
        except AgentFailed as error:
            self._gone[game, seat] = error.message
        finally:
            self.watch.end()

    def _counted(self, row: int, game: int, seat: int) -> Call:
        """A call about one game, which is counted."""
        number = self._calls[game, seat]
        self._calls[game, seat] = number + 1
        return Call(row, game, seat, number)

    def _is_known(self, call: Call) -> bool:
        """Whether the agent is known to fail here, or failed at an event; if so, that is noted.

        An agent that plays differently the second time may not reach the call that ended a process. It then fails at
        the first call after it, so that no game can end a process twice.
        """
        place = (call.game, call.seat)
        number, how = self._ended.get(place, (call.number + 1, ""))
        if place in self._gone:
            self._note(call, self._gone[place])
        elif call.number >= number:
            self._note(call, f"the agent {self._who(call)} {how}")
        else:
            return False
        return True

    def _asked(self, calls: Sequence[Call], batch: Batch) -> Sequence[int | AgentFailed]:
        row = calls[0].row
        if len(calls) > 1 and row not in self._singly:
            try:
                return self._answers(Call(row), self.names[row], batch)
            except AgentFailed:  # it remembers nothing, so its positions can be put to it again, one at a time
                pass
        return [self._alone(call, batch.only([i])) for i, call in enumerate(calls)]

    def _alone(self, call: Call, batch: Batch) -> int | AgentFailed:
        """The answer to a batch of one."""
        try:
            return self._answers(call, self._who(call), batch)[0]
        except AgentFailed as error:
            return error

    def _answers(self, call: Call, name: str, batch: Batch) -> Sequence[int | AgentFailed]:
        self.watch.begin(call)
        try:
            return self.answers(call.row, batch, name)
        finally:
            self.watch.end()

    def _settled(self, call: Call, answer: int | AgentFailed, legal: Sequence[int]) -> int | None:
        """The answer, or None where it is none, which is noted."""
        if isinstance(answer, AgentFailed):
            self._note(call, answer.message)
        elif answer not in legal:
            self._note(call, f"the agent {self._who(call)} answered {answer}, which is not legal")
        else:
            return answer
        return None

    def _who(self, call: Call) -> str:
        return f"{self.names[call.row]} in seat {call.seat}"

    def _note(self, call: Call, message: str) -> None:
        self.failed(Failure(call.game, call.seat, f"game {self.label(call.game)}: {message}"))
