"""What a depth-first search found at a depth, and the report of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .report import ActionReport, Report, Values, named

if TYPE_CHECKING:
    from ..engine.position import Position
    from .algorithms import Algorithm
    from .question import Question

__all__ = ["Finding", "reported", "values_of"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a finished depth showed: the seat's value, each root action's values and nodes, the best line.

    ``ended``: every line went to the end of the game; ``inexact``: something was left out that may change the value.
    """

    depth: int
    value: float
    roots: np.ndarray
    sure: np.ndarray
    effort: np.ndarray
    line: list[int]
    everybody: list[float]
    ended: bool
    inexact: bool = False


def reported(position: Position, question: Question, work: Any, finding: Finding, seconds: float) -> Report:
    """The report of a finding; ``work`` has counted what it took."""
    algorithm = question.algorithm
    variation = named(position, finding.line, int(work.key))
    values = finding.everybody if algorithm.vector else [finding.value]
    whole = not finding.inexact and not position.game.info.hidden
    return Report(
        game=position.game.name,
        algorithm=algorithm.name,
        budget=str(question.budget),
        seat=position.to_move,
        action=finding.line[0],
        name=variation[0].name,
        value=values_of(position, algorithm, values),
        actions=tuple(_actions(position, algorithm, finding)),
        variation=tuple(variation),
        nodes=int(work.nodes),
        evaluations=int(work.evaluations),
        cutoffs=int(work.cutoffs),
        hits=int(work.hits),
        depth=finding.depth,
        plies=int(work.deepest),
        exact=finding.depth > 0 and whole,
        proven=finding.ended and whole,
        options=dict(question.options),
        seconds=seconds,
    )


def values_of(position: Position, algorithm: Algorithm, known: Iterable[float]) -> Values:
    """The values of all seats, from those of all or from that of the seat to move; None where it is not known."""
    found: list[Any] = [None if math.isnan(value) else _number(value) for value in known]
    if algorithm.vector:
        return tuple(found)
    mine, players = found[0], position.game.players
    rest = None
    if mine is not None and players == 2 and position.game.info.constant_sum:
        rest = type(mine)(position.game.info.utility_sum) - mine
    return tuple(mine if seat == position.to_move else rest for seat in range(players))


def _number(value: Any) -> float | Fraction:
    """A value as the report has it: a float, or a fraction where the search reckoned in fractions."""
    return Fraction(value) if isinstance(value, Fraction) else float(value)


def _actions(position: Position, algorithm: Algorithm, finding: Finding) -> Iterable[ActionReport]:
    """All actions of the root."""
    for i, action in enumerate(position.legal()):
        row = finding.roots[i]
        unknown = math.isnan(row[position.to_move if algorithm.vector else 0])
        bound = "" if unknown else "=" if finding.sure[i] else "<="
        value = values_of(position, algorithm, row if algorithm.vector else row[:1])
        yield ActionReport(action.id, action.name, value, bound, int(finding.effort[i]))
