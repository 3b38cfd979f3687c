"""Agents that search: each decision is put to a search that is made once (:mod:`magnate.search.searchers`).

Such an agent is ours: it plays in the process itself, in threads, without a guard. What is random in a search follows
from the key of the decision, so that a game depends on its deal and its agents alone, unless the budget is a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import AgentFailed, BadSearch
from .deputy import Deputy
from .interface import OwnAgent
from .move_time import MoveTime, has_compound_moves

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.narration import Event
    from ..core.run import Batch
    from ..search.algorithms import SearchSpec
    from ..search.searchers import Searcher

__all__ = ["SearchAgent", "seed_of"]

INSTEAD: Final = "magnate.search.rule_moves"
SEED_SHIFT: Final = 7
"""The key of a decision has 63 bits, a seed 56."""


def seed_of(key: int) -> int:
    """The seed of the search at a decision with that key."""
    return key >> SEED_SHIFT


@dataclass(slots=True)
class SearchAgent(OwnAgent):
    """An agent that searches (see :class:`~magnate.agents.interface.PartlyCompiled`).

    ``row`` is for the drivers and ``question`` what is searched for; ``settings`` says as JSON all that decides how the
    agent plays, apart from code. ``deputy`` is the row of the agent to which it leaves what its guide can leave to one,
    ``deputy_name`` the spec of that. ``in_full`` is the agent's own spec with what the game gives it by default.

    ``until`` is the moment (nanoseconds of the monotonic clock; 0: none) by which whoever asks wants an answer: there a
    search ends whatever its budget, and the best that it has found is its answer. ``late`` says whether the last
    decision ended so.
    """

    parts = ("search", "agents/searching.py", "agents/deputy.py", "agents/move_time.py")

    name: str
    row: tuple[float, ...]
    question: SearchSpec
    settings: str
    deputy: tuple[float, ...] = ()
    deputy_name: str = ""
    in_full: str = ""
    listens: bool = False
    until: int = 0
    late: bool = False

    def sit(self, game: Game) -> _Sitting:
        """Begin a run of games."""
        return _Sitting(self, game)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        from ..search.searchers import entries_of

        found = entries_of(game, self.question)
        if self.has_rule:
            found.append(self.rules(game).instead)
        if hasattr(self.question.guide, "amend"):
            found.append(self.rules(game).amend)
        if self.deputy:
            found += [self.rules(game).deputy, self.rules(game).narrow]
        if self.question.budget.kind == "time" and has_compound_moves(game):
            found.append(game.entry("position_kernel", "inspect"))  # which tells where a move begins
        return found

    @property
    def guided(self) -> bool:
        """Whether it goes by the package of the game's own agents too."""
        return self.question.guide is not None

    @property
    def has_rule(self) -> bool:
        """Whether the guide has a rule for decisions that need no search."""
        return hasattr(self.question.guide, "instead")

    def rule_for(self, game: Game) -> Callable[[np.ndarray], int]:
        """What its guide does without a search at the position of an array of length 1; -1: nothing."""
        if not self.has_rule:
            return lambda _: -1
        rule, params = self.rules(game).instead, np.array(self.question.params)
        return lambda states: int(rule(states, params))

    def amender_for(self, game: Game) -> Callable[[np.ndarray, int], int]:
        """What it does at the position of an array of length 1 where its search has found an action."""
        if not hasattr(self.question.guide, "amend"):
            return lambda _, action: action
        rule = self.rules(game).amend
        return lambda states, action: int(rule(states, action))

    def deputy_for(self, game: Game) -> Deputy | None:
        """Its deputy in a game; None where it has none."""
        return Deputy(self.rules(game), self.deputy, game.info.max_legal) if self.deputy else None

    def rules(self, game: Game) -> Any:
        """The kernel :mod:`magnate.search.rule_moves`."""
        from ..core.loader import kernel

        return kernel(INSTEAD, game.rules, self.question.guide)


class _Sitting:
    """One run of games (see :class:`~magnate.agents.interface.Sitting`)."""

    def __init__(self, agent: SearchAgent, game: Game) -> None:
        self._agent = agent
        self._game = game
        self._searcher: Searcher | None = None  # made when the first decision is to be searched
        self._rule = agent.rule_for(game)
        self._deputy = agent.deputy_for(game)
        self._amend = agent.amender_for(game)
        self._time = MoveTime(game, agent.question.budget) if agent.question.budget.kind == "time" else None

    def answer(self, batch: Batch) -> list[int | AgentFailed]:
        """What the search finds at each decision; where there is only one action, nothing is searched."""
        return [legal[0] if len(legal) == 1 else self._searched(batch, i) for i, legal in enumerate(batch.legal)]

    def _searched(self, batch: Batch, i: int) -> int | AgentFailed:
        from ..search.budget import ends_at
        from ..search.searchers import searcher

        if self._searcher is None:
            self._searcher = searcher(self._game, self._agent.question, self._game.progress)
        states, seat, seed = batch.states[i : i + 1], int(batch.seats[i]), seed_of(int(batch.keys[i]))
        until, self._agent.late = self._agent.until, False
        known = self._rule(states)
        if known >= 0:
            return known
        if self._time is not None:
            self._searcher.budget = self._time.begin(int(batch.games[i]), seat, states)
        self._searcher.until, search = until, self._searcher.choose
        ends = ends_at(self._searcher.budget, time.monotonic_ns(), until)
        try:
            if self._deputy is None:
                found = search(states, seat, seed)
            else:
                found = self._deputy.decide(states, int(batch.keys[i]), lambda narrowed: search(narrowed, seat, seed))
            return self._amend(states, found)
        except BadSearch as error:
            return AgentFailed(f"the agent {self._agent.name}: {error.message}", hint=error.hint)
        finally:
            self._agent.late = ends == until != 0 and time.monotonic_ns() >= until
            if self._time is not None:
                self._time.end()

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """Nothing: a search goes by the position."""

    def leave(self, game: int) -> None:
        """Nothing: no game is remembered."""
