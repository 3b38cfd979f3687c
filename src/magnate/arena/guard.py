"""Asking the Python agents of a block so that one that fails ends only the game in which it failed.

Where an agent that remembers nothing fails at a batch, each position of the batch is put to it alone, and only the
games where it fails again have failed: what it answers to a position alone is what counts, a batch only saves time.
(Agents that remember their games tell themselves in which of them they failed.) Thus neither the width of the batches
nor the number of workers decides which games those are.

A failure that ends the process (or a call that takes too long) can only be seen from outside. Whoever sees it plays the
block again from its start and says what it has seen (:class:`Past`): which agents to ask one position at a time, to
find the game, and which calls ended a process, so that they are not made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, Final, TypeAlias

from ..agents.interface import CompiledAgent, PythonAgent
from ..core.game import Game
from ..core.narration import Event
from ..core.players import PythonAgentRunner
from ..core.run import Batch
from ..errors import AgentFailed
from .failures import Failure

__all__ = ["NOTHING", "Call", "Guard", "Past", "Watch"]

Place: TypeAlias = tuple[int, int]
"""A game of the block, and a seat in it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call to an agent: a question, or events that it is told.

    ``row`` says which agent. When the call is about one game only, the others say about which one (its number in the
    block), for which seat, and how many calls there have been for that seat of that game; for a batch they are -1.
    """

    row: int
    game: int = -1
    seat: int = -1
    number: int = -1


class Watch:
    """Told when a call to an agent begins and ends, and of failures; this one does nothing with it."""

    def begin(self, call: Call) -> None:
        """An agent is asked."""

    def end(self) -> None:
        """It has answered, or raised an error."""

    def failed(self, failure: Failure) -> None:
        """An agent has failed, and its game ends."""


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier attempts at a block have shown.

    ``singly``: the rows of the agents that are to be asked one position at a time. ``ended``: the calls about one game
    that ended a process, each with how (``took more than 5 s to answer``).
    """

    singly: tuple[int, ...] = ()
    ended: tuple[tuple[Call, str], ...] = ()

    def and_ended(self, call: Call, how: str) -> Past:
        """The same, and this call ended a process; one about a batch means that its agent is to be asked singly."""
        if call.game < 0:
            return replace(self, singly=(*self.singly, call.row))
        return replace(self, ended=(*self.ended, (call, how)))

    def to_json(self) -> dict[str, Any]:
        """As plain lists."""
        return {"singly": list(self.singly), "ended": [[*astuple(call), how] for call, how in self.ended]}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Past:
        """What :meth:`to_json` wrote."""
        return cls(tuple(plain["singly"]), tuple((Call(*call), how) for *call, how in plain["ended"]))


NOTHING: Final = Past()
"""The past of a block that is played for the first time."""


class Guard(PythonAgentRunner):
    """The agents of one block's games, whose failures end games and nothing else.

    ``agents`` and ``names`` belong to the rows of ``params``; ``label(game)`` is what a game of the block is called.
    ``failed(failure)`` is told of each failure, and may raise an error to stop.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[CompiledAgent | PythonAgent],
        names: Sequence[str],
        label: Callable[[int], str],
        failed: Callable[[Failure], None],
        past: Past,
        watch: Watch,
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

        If it fails, that counts when it is to decide the next time, so that it does not matter how often it is told.
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
        """Whether the agent is known to fail here, or failed when it was told something; if so, that is noted.

        An agent that does not play the same game twice may not come to the call that ended a process once more: it then
        fails at the first one after it, so that no game can end a process twice.
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
