"""Agents that search: each decision is put to a search that is made once (:mod:`magnate.search.searcher`).

Such an agent is ours: it plays in the process itself, in threads, without a guard. What is random in a search follows
from the key of the decision, so that a game depends on its deal and its agents alone, unless the budget is a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import AgentFailed, BadSearch
from .deputy import Deputy
from .move_time import MoveTime, has_compound_moves

if TYPE_CHECKING:
    from ..engine.batches import Batch
    from ..engine.game import Game
    from ..engine.narration import Event
    from ..search.question import Question
    from ..search.searcher import Searcher

__all__ = ["SearchAgent"]

INSTEAD: Final = "magnate.search.instead"
SEED_SHIFT: Final = 7
"""The key of a decision has 63 bits, a seed 56."""


@dataclass(slots=True)
class SearchAgent:
    """An agent that searches (see :class:`~magnate.agents.interface.PartlyCompiled`).

    ``row`` is for the drivers and ``question`` what is searched for; ``settings`` says as JSON all that decides how the
    agent plays, apart from code. ``deputy`` is the row of the agent to which it leaves what its guide can leave to one.
    """

    name: str
    row: tuple[float, ...]
    question: Question
    settings: str
    deputy: tuple[float, ...] = ()
    listens: bool = False

    def sit(self, game: Game) -> _Sitting:
        """Begin a run of games."""
        return _Sitting(self, game)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        from ..search.searcher import entries_of

        found = entries_of(game, self.question)
        if self.has_rule:
            found.append(self.rules(game).instead)
        if self.deputy:
            found += [self.rules(game).deputy, self.rules(game).narrow]
        if self.question.budget.kind == "time" and has_compound_moves(game):
            found.append(game.entry("face", "inspect"))  # which tells where a move begins
        return found

    @property
    def has_rule(self) -> bool:
        """Whether the guide has a rule for decisions that need no search."""
        return hasattr(self.question.guide, "instead")

    def rules(self, game: Game) -> Any:
        """The kernel :mod:`magnate.search.instead`."""
        from ..engine.loader import kernel

        return kernel(INSTEAD, game.rules, self.question.guide)


class _Sitting:
    """One run of games (see :class:`~magnate.agents.interface.Sitting`)."""

    def __init__(self, agent: SearchAgent, game: Game) -> None:
        self._agent = agent
        self._game = game
        self._searcher: Searcher | None = None  # made when the first decision is to be searched
        self._params = np.array(agent.question.params)
        self._rule = agent.rules(game).instead if agent.has_rule else None
        self._deputy = Deputy(agent.rules(game), agent.deputy, game.info.max_legal) if agent.deputy else None
        self._time = MoveTime(game, agent.question.budget) if agent.question.budget.kind == "time" else None

    def answer(self, batch: Batch) -> list[int | AgentFailed]:
        """What the search finds at each decision; where there is only one action, nothing is searched."""
        return [legal[0] if len(legal) == 1 else self._searched(batch, i) for i, legal in enumerate(batch.legal)]

    def _searched(self, batch: Batch, i: int) -> int | AgentFailed:
        from ..search.searcher import searcher

        if self._searcher is None:
            self._searcher = searcher(self._game, self._agent.question, self._game.progress)
        states, seat, seed = batch.states[i : i + 1], int(batch.seats[i]), int(batch.keys[i]) >> SEED_SHIFT
        known = self._instead(states)
        if known >= 0:
            return known
        if self._time is not None:
            self._searcher.budget = self._time.begin(int(batch.games[i]), seat, states)
        search = self._searcher.choose
        try:
            if self._deputy is None:
                return search(states, seat, seed)
            return self._deputy.decide(states, int(batch.keys[i]), lambda narrowed: search(narrowed, seat, seed))
        except BadSearch as error:
            return AgentFailed(f"the agent {self._agent.name}: {error.message}", hint=error.hint)
        finally:
            if self._time is not None:
                self._time.end()

    def _instead(self, states: np.ndarray) -> int:
        """What the guide does here without a search; -1: nothing."""
        return -1 if self._rule is None else int(self._rule(states, self._params))

    def hear(self, game: int, seat: int, events: Sequence[Event]) -> None:
        """Nothing: a search goes by the position."""

    def leave(self, game: int) -> None:
        """Nothing: no game is remembered."""
