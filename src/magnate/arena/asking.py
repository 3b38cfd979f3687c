"""Asking the Python agents of a block: a whole batch at once, and one position at a time where that fails.

What an agent answers to a position alone is what counts: a batch only saves time. So when an agent fails at a batch,
each position of it is put to the agent alone, and only the games where it fails again have failed. Thus neither the
width of the batches nor the number of workers decides which games those are.

A failure that ends the process (or a call that takes too long) can only be seen from outside. Whoever sees it plays the
block again from its start and says what it has seen (:class:`Past`): which agents to ask one position at a time, to
find the game, and which games have failed at which decision, so that the agent is not asked there again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from ..agents.spec import CompiledAgent, PythonAgent
from ..engine.game import Game
from ..engine.players import ask_batch
from ..engine.run import Batch
from ..errors import AgentFailed
from .failures import Failure

__all__ = ["NOTHING", "Asking", "Call", "Past", "Watch"]


@dataclass(frozen=True, slots=True)
class Call:
    """A question that an agent is being asked.

    ``row`` says which agent. When it is asked about one game only, the others say about which one (its number in the
    block), in which seat, after how many decisions of that game; for a batch they are -1.
    """

    row: int
    game: int = -1
    seat: int = -1
    decisions: int = -1


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


class Asking:
    """The Python agents of one block's games, and how they failed.

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
        self.game = game
        self.agents = agents
        self.names = names
        self.label = label
        self.failed = failed
        self.watch = watch
        self._singly = set(past.singly)
        self._ended = {call.game: (call, how) for call, how in past.ended}

    def answer(self, row: int, batch: Batch) -> list[int | None]:
        """What the agent in that row does at each decision of a batch, or None where it fails."""
        found: list[int | None] = [None] * len(batch.games)
        asked = [i for i in range(len(batch.games)) if not self._known(row, batch, i)]
        if asked:
            for i, action in zip(asked, self._answers(row, batch.only(asked)), strict=True):
                found[i] = action
        return found

    def _known(self, row: int, batch: Batch, i: int) -> bool:
        """Whether the agent is known to fail at this decision; if so, that is noted.

        An agent that does not play the same game twice may come to another decision than the one where it failed: it
        then fails at its first decision after that, so that no game can end a process twice.
        """
        call, how = self._ended.get(int(batch.games[i]), (None, ""))
        if call is None or call.seat != batch.seats[i] or call.decisions > batch.decisions[i]:
            return False
        self._note(batch, i, f"the agent {self._who(row, batch, i)} {how}")
        return True

    def _answers(self, row: int, batch: Batch) -> list[int | None]:
        if len(batch.games) > 1 and row not in self._singly:
            with suppress(AgentFailed):  # the positions are asked again, one at a time
                return [*self._call(Call(row), self.names[row], batch)]
        return [self._alone(row, batch.only([i])) for i in range(len(batch.games))]

    def _alone(self, row: int, batch: Batch) -> int | None:
        """The answer to a batch of one, or None if the agent fails."""
        call = Call(row, *(int(column[0]) for column in (batch.games, batch.seats, batch.decisions)))
        try:
            return self._call(call, self._who(row, batch, 0), batch)[0]
        except AgentFailed as error:
            self._note(batch, 0, error.message)
            return None

    def _call(self, call: Call, who: str, batch: Batch) -> list[int]:
        self.watch.begin(call)
        try:
            return ask_batch(self.game, self.agents[call.row], who, batch)
        finally:
            self.watch.end()

    def _who(self, row: int, batch: Batch, i: int) -> str:
        return f"{self.names[row]} in seat {batch.seats[i]} of game {self.label(int(batch.games[i]))}"

    def _note(self, batch: Batch, i: int, message: str) -> None:
        self.failed(Failure(int(batch.games[i]), int(batch.seats[i]), int(batch.decisions[i]), message))
