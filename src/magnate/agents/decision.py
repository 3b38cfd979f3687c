"""What an agent that searches does at a position, and the report of its search there."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from ..core.agents import agent_name
from ..errors import BadAgent, listing
from ..gpu.device import Device
from .searching import SearchAgent, seed_of

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..runtime.compiler import Progress
    from ..search import Budget, Report, TreeSize


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent that searches does at a position: ``action``, called ``name``, and why.

    ``by`` says who decides: its ``search``; its guide's ``rule``, without a search; or its ``deputy``, before a search
    or after it. ``only``: there is one action, which an agent takes without a search. ``about`` says it in words, empty
    where the search alone decides. ``report`` is that of the search; None: nothing is searched. ``agent`` is the
    agent's spec, ``settings`` the same with what the game gives it by default.
    """

    agent: str
    settings: str
    action: int
    name: str
    by: Literal["search", "rule", "deputy", "only"]
    about: str
    report: Report | None

    def as_dict(self) -> dict[str, Any]:
        """All but the report as JSON's types."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "report"}


def search_as(
    position: Position,
    agent: str | SearchAgent,
    budget: str | Budget | None = None,
    *,
    seed: int | None = None,
    progress: Progress | None = None,
    tree: bool | TreeSize = False,
    device: str | Device = "cpu",
) -> Decision:
    """Search a position as an agent does that searches, with all of its settings; the position does not change.

    ``agent`` is a spec such as ``mcts:sims=800``; ``budget`` replaces its own. What is random is as in a game of this
    ``seed`` (default: the position's own game; without a seed, 0) that has come to this position. So the decision is
    the agent's there. A budget of time is an exception: here all of it is for this one decision. ``progress``,
    ``tree`` and ``device`` are those of :func:`magnate.search.search`.

    Raises :class:`~magnate.errors.BadAgent` for an agent that does not search, and what
    :func:`magnate.search.search` and :func:`magnate.agents.resolve` raise.

    >>> import magnate
    >>> position = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    >>> decision = search_as(position, "alphabeta:depth=9")
    >>> decision.name, decision.by, decision.report.value
    ('c1', 'search', (1.0, 0.0))
    """
    from ..core.game import Position
    from ..core.players import batch_of
    from ..runtime.layout import copied
    from ..search.algorithms import Execution
    from ..search.api import answered, seat_of
    from ..search.tree import TreeSize

    game = position.game
    found = searching_agent(game, agent, budget)
    seat_of(position)  # refuses a position where nobody decides
    asked = batch_of(position if seed is None else position.copy().continue_with(seed))
    states, key = asked.states, int(asked.keys[0])

    def decided(action: int, by: Literal["search", "rule", "deputy", "only"], about: str = "") -> Decision:
        return Decision(found.name, found.in_full, action, position.name_of(action), by, about, report)

    report: Report | None = None
    known = found.rule_for(game)(states)
    if known >= 0:
        return decided(known, "rule", "a rule decides this, without a search")
    delegate, partners = found.delegate_for(game), found.partners_for(game)
    if delegate is not None:
        known = delegate.asked(states, -1, key)
        if known >= 0:
            return decided(known, "deputy", f"its delegate {found.delegate_name} decides this, without a search")
        states, _ = delegate.narrowed(states)
    elif partners is not None:
        states, _ = partners.pruned(states)
    shown, started = Position(game, copied(states)), time.perf_counter_ns()
    execution = Execution(progress=progress, tree=TreeSize.of(tree), device=Device.of(device))
    report = answered(shown, found.question, seed_of(key), started, execution)
    if delegate is not None:
        known = delegate.asked(asked.states, report.action, key)
        if known >= 0:
            instead = (
                f"its delegate {found.delegate_name} does this instead of what the search found best, {report.name}"
            )
            return decided(known, "deputy", instead)
    revised = report.action if partners is None else partners.revised(asked.states, report.action)
    if revised != report.action:
        return decided(revised, "rule", f"no other agent would take what the search found best, {report.name}")
    leaves = "" if delegate is None else f"its delegate {found.delegate_name} {leaves_of(game)}"
    if len(report.actions) > 1:
        return decided(report.action, "search", leaves)
    only = "there is only one action, which it takes without a search"
    return decided(report.action, "only", f"{leaves}; {only}" if leaves else only)


def searching_agent(game: Game, agent: str | SearchAgent, budget: str | Budget | None = None) -> SearchAgent:
    """The agent that searches this game by that spec, with its own budget or another one.

    Raises :class:`~magnate.errors.BadAgent` where it does not search, and as :func:`magnate.agents.resolve` does.
    """
    from ..search.options import parse_budget
    from .search_spec import search_names, with_budget
    from .spec import resolve

    found = resolve(game.name, agent, game.players)
    if not isinstance(found, SearchAgent):
        others = [name for name in search_names(game.name, game.players) if name != "portfolio"]
        raise BadAgent(
            f'the agent "{agent_name(found)}" does not search, so there is nothing to report',
            hint=f"name one that does: {listing(others, most=20)}",
        )
    if found.question.rows:
        raise BadAgent(
            "portfolio is an agent and no search of a position: it chooses among what other agents would do",
            hint=f"let it play: magnate watch {game.name} --agents {found.name}",
        )
    return found if budget is None else searching_agent(game, with_budget(found.name, parse_budget(budget)))


def leaves_of(game: Game) -> str:
    """What the agents of a game can leave to a delegate, as the end of a sentence about it."""
    from ..core.registry import agents_of

    return agents_of(game.name).delegates or "decides a part"
