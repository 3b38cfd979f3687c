"""Hints: whole moves for the seat to move, and what chance to win it has after each.

A chance is exact where the game is solved. Else it comes from games that are played on from the position after the
move, with the half width of its 95 % interval. Where nothing was played, it comes from the network whose truth was
measured (:func:`~magnate.analysis.chances`). What a search reports of its own tree is no chance: its visits, its value
and its priors stand beside, under these names. All is seen by the eyes of the seat that asks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final

import numpy as np

from ..agents.decision import search_as
from ..agents.search_spec import is_search
from ..core.validation import checked_seed, whole_number
from ..errors import BadSeat, IllegalAction
from ..messages import Message
from .chances import EXACT, NETWORK, ROLLOUTS, chances, has_network, quantity
from .exact import solved_together
from .moves import MOST_STEPS, WholeMove, candidates, move_from, proposers
from .race import NORMAL
from .rollout import Rollout, rollout
from .rollout_games import default_policy
from .worths import made

if TYPE_CHECKING:
    from ..core.game import Position
    from ..search.report import Report

__all__ = ["Hint", "HintedMove", "hint", "move_messages"]

MOST: Final = 3
"""How many moves a hint has."""
CANDIDATES: Final = 8
"""How many moves are looked at."""
FEWEST_GAMES: Final = 32
"""Games that are played for a first guess of how long one takes."""
MOST_GAMES: Final = 20_000
"""The most games for each move."""
FEWEST_POSITIONS: Final = 4_000
FEWEST_NODES: Final = 100_000
"""How many positions, or nodes of alpha-beta, are looked at before an exact answer is given up: a hint is to come."""
NETWORK_ERROR: Final = 0.02
"""The standard error that the network's difference of two moves is taken to have where both are known."""
UNKNOWN: Final = ""
"""The source of chances that are still to be found out."""
TURN_ENDS: Final = frozenset({"order", "turn", "round", "era-ends"})
"""Kinds of events with which the end of a turn begins."""
WITHDRAWN: Final = "cancel"
"""The decision of Monopoly by which an offer that was begun ends without anything."""


@dataclass(frozen=True, slots=True)
class HintedMove:
    """A whole move, and what is known of it.

    ``shares`` are the win chances of all seats after it (0 to 1, their sum is 1); ``source`` says whether they are
    ``exact``, from ``rollouts`` or a ``network``'s. ``margin`` is the half width of the 95 % interval of the own one:
    0 where it is exact, None where a network alone said it. ``games`` were played. ``network`` is what the network
    says of the own chance, where there is one. Where both speak, ``shares`` have the level of the games, and the
    differences between moves are those of both, each by how exact it is. ``chosen``: the agent that was asked would do
    this.

    Of the agent's search these are given, and none is a chance: ``visits`` of the move's first decision, its
    ``search_value`` (0 to 1) and its ``prior``. Where it has none they are None and 0.
    """

    move: WholeMove
    shares: tuple[float, ...]
    source: str
    margin: float | None
    games: int = 0
    network: float | None = None
    chosen: bool = False
    visits: int = 0
    search_value: float | None = None
    prior: float | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """The best moves for a ``seat``, the best first by the shares that they show.

    ``agent`` is the spec of who was asked what it would do, empty if nobody was. ``policy`` names the agent that plays
    rollouts in all seats, empty where there were none; they follow from ``seed``. ``quantity`` says what the shares
    are: chances to ``win``, or a ``share`` of what is at stake (:func:`~magnate.analysis.chances.quantity`).
    """

    seat: int
    moves: tuple[HintedMove, ...]
    agent: str = ""
    policy: str = ""
    seed: int = 0
    quantity: str = "win"


def hint(
    position: Position,
    agent: str = "",
    *,
    eyes: int | None = None,
    games: int | None = None,
    seconds: float = 1.0,
    most: int = MOST,
    seed: int = 0,
    until: int = 0,
) -> Hint:
    """The best whole moves for the seat to move, with its chance after each.

    ``agent`` is the spec of an agent whose own choice is among them (a search spends its own budget). Of the ``most``
    best moves ``games`` are played on, by the same dice; None: as many as fit in ``seconds`` after that. ``until`` is a
    moment (nanoseconds of the monotonic clock; 0: none) by which searches and games end. A hint of a number of games,
    of an agent with such a budget, is the same each time.

    What the seat cannot know is drawn anew, so that it changes nothing. Raises :class:`~magnate.errors.BadSeat` for the
    eyes of somebody else, and :class:`~magnate.errors.IllegalAction` where nobody is to decide.

    >>> import magnate
    >>> found = hint(magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]}), games=10)
    >>> found.moves[0].move.names, found.moves[0].shares, found.moves[0].source
    (('c1',), (1.0, 0.0), 'exact')
    """
    seat = position.to_move
    if seat < 0:
        raise IllegalAction("nobody is to decide here, so there is no hint", hint="ask where to_move is a seat")
    if eyes is not None and eyes != seat:
        raise BadSeat(f"a hint is for seat {seat}, which is to move, by its own eyes alone", hint="leave eyes out")
    count, dice = whole_number("most", most, 1), checked_seed(seed) or 0
    if games is not None:
        games = whole_number("games", games, 0)
    shown = position.shown_to(seat, 0)
    chosen, report = _choice(shown, agent, dice, until) if agent else (None, None)
    ends = time.perf_counter_ns() + round(seconds * 1e9)
    ends = min(ends, until) if until else ends
    also = [] if chosen is None else [chosen]
    if not proposers(shown.game.name):  # nobody proposes any, so all are looked at
        also += _all_moves(shown)
    moves = candidates(shown, also=also, most=CANDIDATES)
    known = [
        _noted(_valued(shown, move, worth), chosen, report, seat)
        for move, worth in zip(moves, _worths(shown, moves, seat), strict=True)
    ]
    policy = ""
    if all(one.source != UNKNOWN for one in known):
        known = _best(known, seat, count)
        if games != 0 and any(one.source != EXACT for one in known):
            known, policy = _rolled_out(shown, known, seat, games, ends, dice)
    else:
        known, policy = _rolled_out(shown, known, seat, games or None, ends, dice)
    return Hint(seat, tuple(_best(known, seat, count)), agent, policy, dice, quantity(position.game.declared))


def move_messages(position: Position, move: WholeMove, seat: int) -> list[Message]:
    """A whole move in words of any language: what its steps do, as far as the seat may read it.

    A move of one step, and one without an event, is named by its steps. What the end of the turn brings is left out.
    """
    from ..core.wording import action_message, event_message

    now, named, happened = position.game.position(position.states()), list[Message](), list[Message]()
    for step in move.ids:
        named.append(action_message(now, step))
        now.apply(step)
        own = takewhile(lambda one: one.key not in TURN_ENDS, now.events)
        happened += [event_message(now, one) for one in own if one.for_seat(seat) and one.message]
    return happened if happened and len(move.ids) > 1 else named


# ------------------------------------------------------------------------------------------------ what the agent does


def _choice(position: Position, agent: str, seed: int, until: int) -> tuple[WholeMove | None, Report | None]:
    """The whole move that an agent makes, and the report of its search at the first step; None for an endless one.

    An offer that a search begins and withdraws changes nothing: what it does next is its move.
    """
    from ..agents import resolve
    from ..agents.searching import SearchAgent

    game = position.game
    if not is_search(agent.partition(":")[0].strip()):
        return candidates(position, agents=(agent,), most=1)[0], None
    searching = resolve(game.name, agent, game.players)
    if not isinstance(searching, SearchAgent) or searching.question.rows:
        return candidates(position, agents=(agent,), most=1)[0], None
    searching.question = replace(searching.question, until=until)
    now, steps, report = game.position(position.states()), list[int](), None
    for _ in range(MOST_STEPS):
        decision = search_as(now, searching, seed=seed)
        report = report or decision.report
        steps = [] if now.name_of(decision.action) == WITHDRAWN else [*steps, decision.action]
        now.apply(decision.action)
        if not steps:
            continue
        try:
            return move_from(position, steps), report
        except IllegalAction:
            if now.to_move != position.to_move:
                raise
    return None, report


def _all_moves(position: Position) -> list[WholeMove]:
    """All whole moves of one step."""
    found = []
    for action in position.legal_ids():
        with suppress(IllegalAction):
            found.append(move_from(position, [action]))
    return found


def _noted(one: HintedMove, chosen: WholeMove | None, report: Report | None, seat: int) -> HintedMove:
    """A move with what the agent's search found about its first step."""
    found = next((a for a in report.actions if a.id == one.move.ids[0]), None) if report else None
    is_choice = chosen is not None and one.move.ids == chosen.ids
    if found is None:
        return replace(one, chosen=is_choice)
    value = found.value[seat] if found.bound != "<=" else None
    return replace(one, chosen=is_choice, visits=found.visits, search_value=value, prior=found.prior)


# ----------------------------------------------------------------------------------------------- what moves are worth


def _worths(position: Position, moves: Sequence[WholeMove], seat: int) -> list[tuple[tuple[float, ...], str] | None]:
    """What is known at once of the position after each move, and from where; None: nothing."""
    game, later = position.game, [made(position, move.ids) for move in moves]
    if game.name == "kuhn" or has_network(game) or all(one.is_over for one in later):
        found = [chances(one, seat) for one in later]
        return [(one.shares, one.source) for one in found]
    solved = solved_together(later, FEWEST_POSITIONS, FEWEST_NODES)
    if None in solved:  # one source for all, so that they can be compared
        return [None] * len(moves)
    return [(one, EXACT) for one in solved if one is not None]


def _valued(position: Position, move: WholeMove, worth: tuple[tuple[float, ...], str] | None) -> HintedMove:
    seat = position.to_move
    if worth is None:
        return HintedMove(move, (0.0,) * position.game.players, UNKNOWN, None)
    shares, source = worth
    said = shares[seat] if source == NETWORK else None
    return HintedMove(move, shares, source, 0.0 if source == EXACT else None, network=said)


def _rolled_out(
    position: Position, moves: Sequence[HintedMove], seat: int, games: int | None, ends: int, seed: int
) -> tuple[list[HintedMove], str]:
    """The moves with the chances of games that are played on, by the same dice for all; and who plays them.

    Where a move ends the game, its result is exact.
    """
    results = {one.move.ids: later.utility() for one in moves if (later := made(position, one.move.ids)).is_over}
    policy, open_moves = default_policy(position.game), [one.move for one in moves if one.move.ids not in results]

    def played(count: int) -> Rollout:
        return rollout(position, open_moves, policy, count, eyes=seat, seed=seed, behind=math.inf)

    if open_moves and games is None:
        begun = time.perf_counter_ns()
        played(FEWEST_GAMES)
        spent = max(1, time.perf_counter_ns() - begun)
        games = min(MOST_GAMES, FEWEST_GAMES * max(1, (ends - time.perf_counter_ns()) // spent))
    found = {one.move.ids: one for one in (played(games or 1).candidates if open_moves else ()) if one.move}
    rolled = []
    for one in moves:
        if one.move.ids in results:
            rolled.append(replace(one, shares=tuple(results[one.move.ids]), source=EXACT, margin=0.0))
        else:
            now = found[one.move.ids]
            margin = now.margins[seat]
            rolled.append(replace(one, shares=now.shares, source=ROLLOUTS, margin=margin, games=now.games))
    return _joined(moves, rolled), policy if found else ""


def _joined(said: Sequence[HintedMove], rolled: Sequence[HintedMove]) -> list[HintedMove]:
    """The moves as games valued them, with differences to which the network's (``said``) count too.

    Each counts by how exact it is: few games alone would put moves into an order of luck. The level is that of the
    games alone, which are the same for all moves.
    """
    if any(one.source != NETWORK for one in said) or any(one.source != ROLLOUTS for one in rolled):
        return list(rolled)
    games, network = (np.array([one.shares for one in some]) for some in (rolled, said))
    error = max(max(one.margin or 0.0 for one in rolled) / NORMAL, 1e-9)
    by_games = NETWORK_ERROR**2 / (NETWORK_ERROR**2 + error**2)
    level = games.mean(axis=0)
    shares = level + by_games * (games - level) + (1.0 - by_games) * (network - network.mean(axis=0))
    shares = shares.clip(0.0, 1.0)
    shares /= shares.sum(axis=1, keepdims=True)
    return [replace(one, shares=tuple(row.tolist())) for one, row in zip(rolled, shares, strict=True)]


def _best(moves: Sequence[HintedMove], seat: int, most: int) -> list[HintedMove]:
    """The best moves, the best first, and that which the agent would make, though it be one too many."""
    found = sorted(moves, key=lambda one: (-one.shares[seat], not one.chosen, one.move.ids))
    choice = [one for one in found[most:] if one.chosen]
    return [*found[: max(1, most - len(choice))], *choice]
