"""What each kind of query of ``magnate analysis`` finds: values, rollouts, searches, reviews and trades."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from ..errors import MagnateError
from .protocol_schema import Answer, Budget, FieldError, Move, Query
from .race import NORMAL

if TYPE_CHECKING:
    from ..core.game import Position
    from ..search.report import Report
    from .moves import WholeMove
    from .rollout import Rollout

__all__ = ["FINDERS", "Ended", "Job"]

GAMES: Final = 1_296
"""Games of a rollout where no budget is given."""


class Ended(Exception):
    """The query of this thread was ended."""


@dataclass(frozen=True, slots=True)
class Job:
    """One step of a query: its ``position``, and the ``last`` one of the record.

    ``threads`` play the games of a rollout. ``tell`` takes answers so far, and says whether to go on; ``ended`` is set
    once nobody waits for the answer.
    """

    query: Query
    at: int
    position: Position
    last: Position
    threads: int
    ended: threading.Event
    tell: Callable[[Answer], bool]


def _eyes(query: Query) -> int | str:
    return "public" if query.seat is None else query.seat


def _policy(query: Query) -> str | None:
    """The one agent that plays rollouts in all seats."""
    if isinstance(query.agents, list):
        raise FieldError(f"one agent has all seats in a {query.kind}", "agents", "name one; a rollout takes a list")
    return query.agents


def _whole_moves(position: Position, query: Query) -> list[WholeMove] | None:
    """The moves that a query names."""
    from .moves import move_from

    if query.moves is None:
        return None
    found = []
    for number, names in enumerate(query.moves):
        try:
            found.append(move_from(position, [names] if isinstance(names, str) else names))
        except MagnateError as error:
            raise FieldError(error.message, f"moves.{number}", error.hint) from None
    return found


def _about(job: Job, position: Position, **known: Any) -> Answer:
    """An answer with what all kinds have in common."""
    from .chances import quantity

    query = job.query
    given: dict[str, Any] = {
        "id": query.id,
        "at": job.at,
        "final": True,
        "kind": query.kind,
        "to_move": position.to_move,
        "quantity": quantity(position.game.declared),
        "eyes": _eyes(query),
        "values": None,
        "se": None,
        "games": 0,
        "truncated": 0,
        "policy": [],
        "seed": query.seed,
        "moves": [],
        "source": query.kind,
    }
    return Answer.model_validate({**given, **known})


def _value(job: Job) -> Answer:
    """Chances of the position, and after each move that is named."""
    from .chances import chances
    from .moves import after

    query, position = job.query, job.position
    games: dict[str, Any] = {} if query.budget.games is None else {"games": query.budget.games}
    policy = _policy(query)

    def said(now: Position) -> Any:
        return chances(now, _eyes(query), policy=policy, seed=query.seed, **games)

    def errors(found: Any) -> list[float] | None:
        return _errors(found.margins) if found.margins else None

    moves: list[tuple[WholeMove, Any]] = []
    found = said(position)
    for move in _whole_moves(position, query) or ():
        if job.ended.is_set():
            return _about(job, position, values=found.shares, se=errors(found), source=found.source)
        moves.append((move, said(after(position, move))))
    seat = max(position.to_move, 0)
    moves.sort(key=lambda one: -one[1].shares[seat])
    rows = [
        Move(
            **_named(move),
            order=order,
            values=list(one.shares),
            se=errors(one),
            delta=one.shares[seat] - moves[0][1].shares[seat],
            delta_se=None,
            games=one.games,
        )
        for order, (move, one) in enumerate(moves)
    ]
    return _about(
        *(job, position),
        values=found.shares,
        se=errors(found),
        source=found.source,
        games=found.games,
        policy=[found.policy] if found.policy else [],
        moves=rows,
    )


def _named(move: WholeMove) -> dict[str, Any]:
    return {"names": list(move.names), "ids": list(move.ids), "text": move.text}


def _rollout(job: Job) -> Answer | None:
    """Games that are played on from the position, or after each move that is named."""
    from .rollout import rollout

    query, position = job.query, job.position
    moves, tell = _whole_moves(position, query), job.tell
    last: list[Answer] = []

    def noted(found: Rollout) -> bool:
        last[:] = [_rolled_out(job, position, found, final=False)]
        return tell(last[0])

    eyes = query.seat if query.seat is not None else ("public" if moves is None else None)
    found = rollout(
        *(position, moves, query.agents, _until(query.budget)),
        eyes=eyes,
        seed=query.seed,
        threads=job.threads,
        progress=noted,
    )
    return _rolled_out(job, position, found, final=True) if found.games else None


def _until(budget: Budget) -> str | int:
    if budget.se is not None:
        return f"±{100 * NORMAL * budget.se:.6f}"
    if budget.seconds is not None:
        return f"{budget.seconds:.6f}s"
    return budget.games or GAMES


def _rolled_out(job: Job, position: Position, found: Rollout, *, final: bool) -> Answer:
    seat, best = max(position.to_move, 0), found.candidates[0]
    rows = [
        Move(
            **_named(one.move),
            order=order,
            values=list(one.shares),
            se=_errors(one.margins),
            delta=-one.difference[seat],
            delta_se=next(iter(_errors([one.difference_margin[seat]]) or ()), None),
            games=one.games,
            stopped=one.stopped,
        )
        for order, one in enumerate(found.candidates)
        if one.move is not None
    ]
    return _about(
        *(job, position),
        final=final,
        eyes=found.eyes,
        source="rollouts",
        games=found.games,
        values=list(best.shares),
        se=_errors(best.margins),
        truncated=found.truncated,
        policy=list(found.policy),
        moves=rows,
    )


def _search(job: Job) -> Answer | None:
    """What an agent's search reports; its values are no chances."""
    from ..agents.decision import search_as

    query, position = job.query, job.position
    if position.to_move < 0:
        raise FieldError("nobody is to decide there", "at", "ask where to_move is a seat")
    if query.seat not in (None, position.to_move):
        raise FieldError("a search sees what the seat to move sees", "seat", "leave it out")
    spec = query.agent or ("ismcts" if position.game.info.hidden else "mcts")
    decision = search_as(position, spec, query.budget.search, seed=query.seed)
    if job.ended.is_set():
        return None
    report = decision.report
    rows = [] if report is None else _searched(report, decision.action, _whole_moves(position, query))
    about = {"agent": decision.agent, "action": decision.name, "by": decision.by, "about": decision.about}
    return _about(job, position, eyes=position.to_move, source="search", moves=rows, result=about)


def _searched(report: Report, action: int, moves: list[WholeMove] | None) -> list[Move]:
    """The actions of a report, the chosen one first, then by their visits."""
    wanted = None if moves is None else {move.ids[0] for move in moves}
    line = [step.name for step in report.variation]
    known = sorted(report.actions, key=lambda one: (one.id != action, -one.visits, one.id))
    return [
        Move(
            names=[one.name],
            ids=[one.id],
            text=one.name,
            order=order,
            values=None,
            se=None,
            delta=None,
            delta_se=None,
            games=0,
            visits=one.visits,
            prior=one.prior,
            search_value=one.value[report.seat] if one.bound != "<=" else None,
            line=line[1:] if line[:1] == [one.name] else [],
        )
        for order, one in enumerate(known)
        if wanted is None or one.id in wanted
    ]


def _review(job: Job) -> Answer | None:
    """The review of a record: all of it, whatever the step."""
    from ..core.game import Record
    from .chances import FULL, PUBLIC
    from .review import review
    from .worths import GAMES as ROLLED

    query, position = job.query, job.position
    if query.record is None:
        raise FieldError("a review is of a whole game", "record", "give a record instead of a position")
    record = Record.from_json(json.dumps(query.record))
    over = job.last.is_over
    eyes = query.seat if query.seat is not None else (FULL if over else PUBLIC)
    policy = _policy(query)

    def noted(_what: str, _done: int, _total: int) -> None:
        if job.ended.is_set():
            raise Ended

    games = query.budget.games or ROLLED
    found = review(record, eyes=eyes, games=games, policy=policy, seed=query.seed, progress=noted)
    if job.ended.is_set():
        return None
    return _about(job, position, eyes=eyes, source="review", result=_plain(found.to_json()))


def _trade(job: Job) -> Answer | None:
    """What a trade changes for every seat."""
    from .trade import pending_terms, trade

    query, position, offer = job.query, job.position, job.query.offer
    if offer is None:
        raise FieldError("a trade needs an offer", "offer", 'give {"to": 1, "give": […], "get": […], "cash": 0}')
    waiting = None if offer.give or offer.get else pending_terms(position)
    if waiting is not None and waiting.partner != offer.to:
        raise FieldError(f"the offer that waits is to seat {waiting.partner}", "offer", "name that seat, or name items")
    budget = query.budget
    until = None if (budget.games, budget.se, budget.seconds) == (None, None, None) else str(_until(budget))
    found = trade(position, offer.give, offer.get, offer.cash, partner=offer.to, until=until, seed=query.seed)
    if job.ended.is_set():
        return None
    policy = [found.policy] if found.policy else []
    return _about(job, position, values=list(found.now), source="trade", policy=policy, result=_plain(asdict(found)))


def _plain(found: dict[str, Any]) -> dict[str, Any]:
    """As JSON's types."""
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def _errors(margins: Sequence[float]) -> list[float] | None:
    """Standard errors by half widths; None where one game tells nothing of them."""
    return [one / NORMAL for one in margins] if all(map(math.isfinite, margins)) else None


FINDERS: Final[dict[str, Callable[[Job], Answer | None]]] = {
    "value": _value,
    "rollout": _rollout,
    "search": _search,
    "review": _review,
    "trade": _trade,
}
"""Finds the answer of a query, by its kind; None if it was ended before."""
