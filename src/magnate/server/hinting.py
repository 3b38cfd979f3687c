"""What an agent that searches finds about the actions of a position, as hints tell it: in the worker that thinks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.game import Position
from ..errors import BadAgent

if TYPE_CHECKING:
    from ..agents.searching import SearchAgent
    from ..search.report import ActionReport

__all__ = ["Found", "hinted"]

Found = dict[str, Any]
"""An action: ``id``, ``value``, ``visits``, and the ends ``low`` and ``high`` of the interval of its value."""

BEST: Final = 3
"""How many actions a hint has."""
SURE: Final = 1.96
"""Standard errors to either side of a 95 % interval."""
LEAST: Final = "time:1ms"
"""A budget with which everything is loaded and next to nothing searched."""


def hinted(position: Position, spec: str, seed: int, ready: Callable[[], int]) -> list[Found]:
    """The best actions for the seat to move, as that agent finds them; ``ready`` is called when all is loaded.

    It returns the moment at which the search ends, whatever its budget (nanoseconds of the monotonic clock).
    What is decided without a search has no value and no visits; what a search values without simulations has no
    interval.
    """
    from ..agents import resolve
    from ..agents.search_spec import with_budget
    from ..agents.searching import SearchAgent
    from ..search.budget import parse_budget

    game = position.game
    agent, quick = (resolve(game.name, one, game.players) for one in (spec, with_budget(spec, parse_budget(LEAST))))
    if not isinstance(agent, SearchAgent) or not isinstance(quick, SearchAgent):
        raise BadAgent(f'the agent "{spec}" does not search', hint="ask one that does for hints")
    find = _tried if agent.question.rows else _searched
    shown = Position(game, position.states())
    find(shown, quick, seed)
    agent.question = replace(agent.question, until=ready())
    return find(shown, agent, seed)


# ---------------------------------------------------------------------------------------------- searches


def _searched(position: Position, agent: SearchAgent, seed: int) -> list[Found]:
    """What a search reports, the agent's own choice first."""
    from ..agents.decision import search_as

    decision = search_as(position, agent, seed=seed)
    report = decision.report
    if report is None:
        return [_unsearched(decision.action)]
    seat = report.seat
    known = [_valued(one, seat) for one in report.actions if one.value[seat] is not None and one.bound != "<="]
    simulated = any(one.error is not None for one in report.actions)
    known.sort(key=lambda one: (one["id"] != decision.action, -one["visits"] if simulated else 0, -one["value"]))
    if not known or known[0]["id"] != decision.action:
        known.insert(0, _unsearched(decision.action))
    return known[:BEST]


def _valued(one: ActionReport, seat: int) -> Found:
    value = one.value[seat]
    assert value is not None  # noqa: S101 - the others are left out
    value = min(1.0, max(0.0, value))
    if one.error is None:
        return _line(one.id, value, one.visits)
    return _line(one.id, value, one.visits, max(0.0, value - SURE * one.error), min(1.0, value + SURE * one.error))


# ------------------------------------------------------------------------------------------- portfolios


def _tried(position: Position, agent: SearchAgent, seed: int) -> list[Found]:
    """What the agents of a portfolio would do, each with the mean of its simulated games.

    Of these the search keeps sums only. The interval is Wilson's, as if each game were won or lost: no shares of the
    win with that mean vary more.
    """
    from ..search.searchers import PortfolioSearch, searcher

    states, seat = position.states(), position.to_move
    known = agent.rule_for(position.game)(states)
    if known >= 0:
        return [_unsearched(known)]
    search = searcher(position.game, agent.question)
    assert isinstance(search, PortfolioSearch)  # noqa: S101 - what has rows is one
    search.desk.totals[:] = np.nan  # the search writes those of its candidates
    action = search.choose(states, seat, seed)
    count = int(np.count_nonzero(~np.isnan(search.desk.totals)))
    games = int(search.run.simulations) // count
    if games == 0:
        return [_unsearched(action)]
    found = []
    for number in range(count):
        mean = min(1.0, max(0.0, float(search.desk.totals[number]) / games))
        low, high = _wilson(mean, games)
        found.append(_line(int(search.desk.actions[number]), mean, games, low, high))
    return sorted(found, key=lambda one: (one["id"] != action, -one["value"]))[:BEST]


def _wilson(mean: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a mean of so many games."""
    more = SURE * SURE / games
    middle = (mean + more / 2) / (1 + more)
    half = SURE * math.sqrt(mean * (1 - mean) / games + more / (4 * games)) / (1 + more)
    return max(0.0, middle - half), min(1.0, middle + half)


# ------------------------------------------------------------------------------------------------- lines


def _line(action: int, value: float | None, visits: int, low: float | None = None, high: float | None = None) -> Found:
    return {"id": action, "value": value, "visits": visits, "low": low, "high": high}


def _unsearched(action: int) -> Found:
    return _line(action, None, 0)
