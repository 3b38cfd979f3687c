"""Agents that search: each decision is put to a search that is made once (:mod:`magnate.search.searchers`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.agents import Memoryless, OwnAgent
from ..core.binding import MEMO, guide_functions
from ..core.game import Position
from ..errors import AgentFailed, BadSearch
from ..runtime.layout import copied

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.run import Batch
    from ..search.algorithms import SearchSpec
    from ..search.options import Budget
    from ..search.searchers import Searcher


# -------------------------------------------------------------------------------------------------- The time of a move


LEAST: Final = 8
"""A decision has at least this part of the time of a move: questions that others' moves ask are of no move of ours."""


def has_compound_moves(game: Game) -> bool:
    """Whether a move of this game may take several decisions."""
    return hasattr(game.rules, "settled")


class MoveTime:
    """How long each decision of an agent may take that has so much time for a move, in all games that it plays.

    Nobody knows how many decisions are still to come. So each of them may take half of what is left, and what it does
    not take is left for the others. As long as every decision was a move, as in most games it is, each has all of the
    time.
    """

    def __init__(self, game: Game, budget: Budget, clock: Callable[[], int] = time.perf_counter_ns) -> None:
        self._game = game
        self._budget = budget
        self._clock = clock
        self._may_go_on = has_compound_moves(game)
        self._goes_on = False
        self._left: dict[tuple[int, int], int] = {}
        self._now = (0, 0), 0

    def begin(self, game: int, seat: int, states: np.ndarray) -> Budget:
        """The budget of the decision at ``states`` (an array of length 1), which begins now."""
        whole = self._budget.amount
        if not self._may_go_on:
            return self._budget
        if Position(self._game, copied(states)).settled:
            self._left[game, seat] = whole
        else:
            self._goes_on = True
        self._now = (game, seat), self._clock()
        left = self._left.setdefault((game, seat), whole)
        return replace(self._budget, amount=max(left // 2 if self._goes_on else left, whole // LEAST, 1))

    def end(self) -> None:
        """The decision has been made."""
        if self._may_go_on:
            where, begun = self._now
            self._left[where] -= self._clock() - begun


# ---------------------------------------------------------------------------------- Delegating a part of the decisions


class Delegate:
    """The agent to which a search leaves a part of its decisions.

    ``rules`` is the kernel :mod:`magnate.search.rule_moves`, ``row`` the agent's numbers, and of ``max_legal`` actions
    there are never more.
    """

    def __init__(self, rules: Any, row: Sequence[float], max_legal: int) -> None:
        self._rules = rules
        self._row = np.array(row)
        self._acts = np.zeros(max_legal, np.int64)
        self._memo = np.zeros(MEMO, np.int64)

    def decide(self, states: np.ndarray, key: int, search: Callable[[np.ndarray], int]) -> int:
        """What it does at a position, or what ``search`` finds where that part is left out."""
        action = self.asked(states, -1, key)
        if action >= 0:
            return action
        narrowed, found = self.narrowed(states)
        if found < 0:
            found = search(narrowed)
        action = self.asked(states, found, key)
        return action if action >= 0 else found

    def narrowed(self, states: np.ndarray) -> tuple[np.ndarray, int]:
        """A copy of the position without what the delegate decides; and the action, if only one is left, else -1."""
        copy = copied(states)
        return copy, int(self._rules.narrow(copy, self._acts))

    def asked(self, states: np.ndarray, found: int, key: int) -> int:
        """The delegate's action if the search found ``found`` (-1: it has not searched); -1: what the search says."""
        self._memo[:] = 0
        return int(self._rules.delegate(states, self._row, found, key, self._acts, self._memo))


class Partners:
    """The agents by which a search guesses what others let come to anything (``Guide.prune``, ``Guide.revise``).

    ``rules`` is the kernel :mod:`magnate.search.rule_moves`, ``rows`` the agents' numbers, and of ``max_legal`` actions
    there are never more.
    """

    def __init__(self, rules: Any, rows: Sequence[Sequence[float]], max_legal: int) -> None:
        self._rules = rules
        self._rows = np.array(rows)
        self._acts = np.zeros(max_legal, np.int64)

    def pruned(self, states: np.ndarray) -> tuple[np.ndarray, int]:
        """A copy of the position without what is hopeless; and the action, if only one is left, else -1."""
        copy = copied(states)
        return copy, int(self._rules.prune(copy, self._rows, self._acts))

    def revised(self, states: np.ndarray, action: int) -> int:
        """What the agent does at the position whose search has found ``action``."""
        return int(self._rules.revise(states, action, self._rows))


# ----------------------------------------------------------------------------------------------------------- The agent


INSTEAD: Final = "magnate.search.rule_moves"
SEED_SHIFT: Final = 7
"""The key of a decision has 63 bits, a seed 56."""


def seed_of(key: int) -> int:
    """The seed of the search at a decision with that key."""
    return key >> SEED_SHIFT


@dataclass(slots=True)
class SearchAgent(OwnAgent):
    """An agent that searches (see :class:`~magnate.core.agents.PartlyCompiled`).

    ``row`` is for the drivers and ``question`` what is searched for; ``settings`` says as JSON all that decides how the
    agent plays, apart from code. ``delegate`` is the row of the agent to which it leaves what its guide can delegate,
    ``delegate_name`` the spec of that. ``in_full`` is the agent's own spec with what the game gives it by default.

    ``partners`` are the rows of the agents by which it guesses what others do, where its guide asks for some.

    ``until`` is the moment (nanoseconds of the monotonic clock; 0: none) by which the caller wants an answer. There a
    search ends whatever its budget, and its answer is the best that it has found. ``late`` says whether the last
    decision ended so.
    """

    parts = ("search", "agents/searching.py")

    name: str
    row: tuple[float, ...]
    question: SearchSpec
    settings: str
    delegate: tuple[float, ...] = ()
    delegate_name: str = ""
    in_full: str = ""
    listens: bool = False
    until: int = 0
    late: bool = False
    partners: tuple[tuple[float, ...], ...] = ()

    def start_session(self, game: Game) -> _Session:
        """Begin a run of games."""
        return _Session(self, game)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        from ..search.searchers import entries_of

        found = entries_of(game, self.question)
        if self.has_rule:
            found.append(self.rules(game).rule_move)
        if self.partners:
            found += [self.rules(game).prune, self.rules(game).revise]
        elif hasattr(self.question.guide, "amend"):
            found.append(self.rules(game).amend)
        if self.delegate:
            found += [self.rules(game).delegate, self.rules(game).narrow]
        if self.question.budget.kind == "time" and has_compound_moves(game):
            found.append(game.entry("position_kernel", "inspect"))  # which tells where a move begins
        return found

    def searcher_for(self, game: Game) -> Searcher:
        """The search of a game that it asks, compiled if need be."""
        from ..search.searchers import searcher

        return searcher(game, self.question, game.progress)

    @property
    def guided(self) -> bool:
        """Whether it goes by the package of the game's own agents too."""
        return self.question.guide is not None

    @property
    def has_rule(self) -> bool:
        """Whether the guide has a rule for decisions that need no search."""
        return "rule_move" in guide_functions(self.question.guide)

    def rule_for(self, game: Game) -> Callable[[np.ndarray], int]:
        """What its guide does without a search at the position of an array of length 1; -1: nothing."""
        if not self.has_rule:
            return lambda _: -1
        rule, params = self.rules(game).rule_move, np.array(self.question.params)
        return lambda states: int(rule(states, params))

    def amender_for(self, game: Game) -> Callable[[np.ndarray, int], int]:
        """What it does at the position of an array of length 1 where its search has found an action."""
        partners = self.partners_for(game)
        if partners is not None:
            return partners.revised
        if not hasattr(self.question.guide, "amend"):
            return lambda _, action: action
        rule = self.rules(game).amend
        return lambda states, action: int(rule(states, action))

    def delegate_for(self, game: Game) -> Delegate | None:
        """Its delegate in a game; None where it has none."""
        return Delegate(self.rules(game), self.delegate, game.info.max_legal) if self.delegate else None

    def partners_for(self, game: Game) -> Partners | None:
        """The agents by which it guesses what others do in a game; None where its guide asks for none."""
        return Partners(self.rules(game), self.partners, game.info.max_legal) if self.partners else None

    def rules(self, game: Game) -> Any:
        """The kernel :mod:`magnate.search.rule_moves`."""
        from ..core.loader import kernel

        return kernel(INSTEAD, game.rules, self.question.guide)


class _Plans:
    """What is left of the whole moves that searches have chosen, by game and seat.

    It is carried out as long as the seat knows what it expected to know; else the position is searched anew.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._plans: dict[tuple[int, int], dict[int, int]] = {}

    def next(self, game: int, seat: int, states: np.ndarray) -> int:
        """The planned action at the position of ``states`` (an array of length 1); -1: none."""
        plan = self._plans.get((game, seat))
        if not plan:
            return -1
        from ..search.whole_driver import known_key

        return plan.get(known_key(Position(self._game, copied(states)), seat), -1)

    def keep(self, game: int, seat: int, plan: dict[int, int]) -> None:
        """Remember what is left of a move, by what the seat will know."""
        self._plans[game, seat] = plan

    def leave(self, game: int) -> None:
        """Forget a game."""
        for key in [key for key in self._plans if key[0] == game]:
            del self._plans[key]


class _Session(Memoryless):
    """One run of games (see :class:`~magnate.core.agents.AgentSession`)."""

    def __init__(self, agent: SearchAgent, game: Game) -> None:
        self._agent = agent
        self._game = game
        self._searcher: Searcher | None = None  # made when the first decision is to be searched
        self._rule = agent.rule_for(game)
        self._delegate = agent.delegate_for(game)
        self._amend = agent.amender_for(game)
        self._partners = agent.partners_for(game)
        self._time = MoveTime(game, agent.question.budget) if agent.question.budget.kind == "time" else None
        self._plans = _Plans(game)

    def leave(self, game: int) -> None:
        """Forget what was planned in a game."""
        self._plans.leave(game)

    def answer(self, batch: Batch) -> list[int | AgentFailed]:
        """What the search finds at each decision; where there is only one action, nothing is searched."""
        return [legal[0] if len(legal) == 1 else self._searched(batch, i) for i, legal in enumerate(batch.legal)]

    def _searched(self, batch: Batch, i: int) -> int | AgentFailed:
        from ..search.options import ends_at

        if self._searcher is None:
            self._searcher = self._agent.searcher_for(self._game)
        states, seat, seed = batch.states[i : i + 1], int(batch.seats[i]), seed_of(int(batch.keys[i]))
        until, self._agent.late = self._agent.until, False
        known = self._rule(states)
        if known < 0:
            known = self._plans.next(int(batch.games[i]), seat, states)
        if known >= 0:
            return known
        if self._time is not None:
            self._searcher.budget = self._time.begin(int(batch.games[i]), seat, states)
        self._searcher.until, search = until, self._searcher.choose
        ends = ends_at(self._searcher.budget, time.perf_counter_ns(), until)
        try:
            if self._delegate is None:
                searched, found = (states, -1) if self._partners is None else self._partners.pruned(states)
                if found < 0:
                    found = search(searched, seat, seed)
                    self._plans.keep(int(batch.games[i]), seat, getattr(self._searcher, "plan", {}))
            else:
                found = self._delegate.decide(states, int(batch.keys[i]), lambda narrowed: search(narrowed, seat, seed))
            return self._amend(states, found)
        except BadSearch as error:
            return AgentFailed(f"the agent {self._agent.name}: {error.message}", hint=error.hint)
        finally:
            self._agent.late = ends == until != 0 and time.perf_counter_ns() >= until
            if self._time is not None:
                self._time.end()
