"""Whole moves: what a seat decides at once, of all the small decisions that a game's rules ask for.

An offer with its goods and its cash is one move, and so is a Brass action with its place, its sources and its card. A
whole move ends when another seat or chance is to move, when the position is settled, or when another question begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ..agents.spec import default_agents, resolve
from ..core.agents import Agent, CompiledAgent
from ..core.players import Players
from ..core.registry import agents_of
from ..core.validation import whole_number
from ..errors import IllegalAction
from .move_words import another, words

if TYPE_CHECKING:
    from ..core.game import Position, Record

__all__ = ["Played", "WholeMove", "after", "candidates", "ends", "made_by", "move_from", "played_moves", "proposers"]

FEW: Final = 6
"""With so many legal actions, or fewer, each that is a whole move is a candidate."""
PASSES: Final = ("pass", "stop", "roll")
"""Names of actions with which a seat goes on without doing anything."""
MOST_STEPS: Final = 200
"""A whole move of an agent that takes more decisions is given up."""


@dataclass(frozen=True, slots=True)
class WholeMove:
    """What a seat does at once: the ``ids`` and ``names`` of its decisions in order, its ``kind``, and a phrase.

    Kinds in Monopoly: buy, auction, offer, answer, build, sell, mortgage, debt, jail, tax, rent, pass. In Brass: build,
    network, develop, sell, loan, scout, pass, debt. In other games: move.
    """

    ids: tuple[int, ...]
    names: tuple[str, ...]
    kind: str
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Played:
    """A whole move of a game: ``seat`` made it from step ``at`` on, and step ``end`` is the first after it.

    Steps count from 0, as a record's ``actions`` do. ``forced``: there was no other whole move.
    """

    at: int
    end: int
    seat: int
    move: WholeMove
    forced: bool


def played_moves(game: Record | Position | Iterable[Position]) -> list[Played]:
    """All whole moves of a game in order; each decision belongs to exactly one.

    ``game`` is a record, a position (its game so far), or positions after one another, as
    :meth:`magnate.Record.positions` gives them. The last move may be unfinished.

    >>> import magnate
    >>> [one.move.text for one in played_moves(magnate.load("pig").new(seed=7).apply("roll").apply("hold"))]
    ['roll the die', 'hold: bank 2, for 2 in all']
    """
    found: list[Played] = []
    taken: list[Position] = []
    ids: list[int] = []
    for before, now, step in _steps(game):
        if before.to_move < 0:
            continue
        taken.append(before)
        ids.append(step)
        if ends(before, now):
            found.append(_played(taken, ids, now))
            taken, ids = [], []
    if taken:
        found.append(_played(taken, ids, now))
    return found


def move_from(position: Position, ids: Sequence[int | str]) -> WholeMove:
    """The whole move that these decisions (ids or names) make; the position does not change.

    Raises :class:`~magnate.errors.IllegalAction` where one is not legal, and for more or less than a whole move.

    >>> import magnate
    >>> move_from(magnate.load("tictactoe").new(), ["b2"]).ids
    (4,)
    """
    now, taken, steps = _unseeded(position), list[Any](), list[int]()
    whole = False
    for given in ids:
        if whole:
            raise IllegalAction(
                f'the move is over before "{given}"', hint="give the decisions of one whole move: they end there"
            )
        step = now.action_id(given)
        taken.append(now.copy())
        steps.append(step)
        now.apply(step)
        whole = ends(taken[-1], now)
    if not whole:
        raise IllegalAction(
            "this is not a whole move: the same seat still has to decide",
            hint=f"go on with one of: {', '.join(one.name for one in now.legal()[:8])}",
        )
    return _move(taken, steps, now)


def after(position: Position, move: WholeMove) -> Position:
    """A copy of the position after a whole move, without a seed: chance is not drawn yet.

    Raises :class:`~magnate.errors.IllegalAction` where the move is not legal.
    """
    now = _unseeded(position)
    for step in move.ids:
        now.apply(step)
    return now


def candidates(
    position: Position, *, agents: Iterable[Agent] = (), also: Iterable[WholeMove] = (), most: int = 8
) -> list[WholeMove]:
    """Whole moves worth looking at for the seat to move, each once, the same each time.

    They are those of ``also``, what ``agents`` would do (default: :func:`proposers`), to pass, and where there are few
    legal actions all that are whole moves. At most ``most`` are given, but all of ``also``. The first agent chooses
    what belongs to a pass, as a card.

    Raises :class:`~magnate.errors.IllegalAction` where nobody is to decide.

    >>> import magnate
    >>> [one.text for one in candidates(magnate.load("pig").setup({"points": [5, 0], "total": 4}))]
    ['roll the die', 'hold: bank 4, for 9 in all']
    """
    if position.to_move < 0:
        raise IllegalAction("nobody is to decide here", hint="ask where to_move is a seat")
    limit = whole_number("most", most, 1)
    found: dict[tuple[int, ...], WholeMove] = {}
    for move in also:
        found.setdefault(move.ids, move_from(position, move.ids))
    asked = [*agents] or [*proposers(position.game.name)] or ["random"]
    for agent in asked if asked != ["random"] else ():
        if len(found) < limit and (made := made_by(position, agent)) is not None:
            found.setdefault(made.ids, made)
    legal = position.legal()
    for action in legal:
        if len(found) < limit and (len(legal) <= FEW or action.name in PASSES):
            made = made_by(position, asked[0], action.id)
            if made is not None and (len(made.ids) == 1 or action.name in PASSES):
                found.setdefault(made.ids, made)
    return list(found.values())


def proposers(game: str) -> tuple[str, ...]:
    """The agents that propose moves where none are named: the game's own compiled ones, with their configurations."""
    package = agents_of(game)
    names = [*default_agents(game), *package.portfolio.split("+")]
    styles = [f"{name}:{style}" for name in names for style in package.configurations.get(name, ())]
    return tuple(dict.fromkeys(one for one in (*names, *styles) if one != "random"))


# ----------------------------------------------------------------------------------------------------------- Internals


def _steps(game: Record | Position | Iterable[Position]) -> Iterator[tuple[Position, Position, int]]:
    """The position before and after each step, and the step."""
    from ..core.game import Position, Record

    if isinstance(game, Position):
        game = game.record()
    if isinstance(game, Record):
        for number, (before, now) in enumerate(pairwise(game.positions())):
            yield before, now, game.actions[number]
        return
    given = list(game)
    if not given:
        return
    history, first = given[-1].history, given[0].steps
    for number, (before, now) in enumerate(pairwise(given), first):
        yield before, now, history[number]


def ends(before: Position, now: Position) -> bool:
    """Whether a whole move ends with the decision between these positions."""
    return now.to_move != before.to_move or now.settled or another(before, now)


def _played(taken: Sequence[Position], ids: Sequence[int], now: Position) -> Played:
    first = taken[0]
    forced = all(len(one.legal_ids()) == 1 for one in taken)
    return Played(first.steps, first.steps + len(ids), first.to_move, _move(taken, ids, now), forced)


def _move(taken: Sequence[Position], ids: Sequence[int], now: Position) -> WholeMove:
    """The move of these decisions, each with the position before it; ``now`` is the one after the last."""
    names = tuple(one.name_of(step) for one, step in zip(taken, ids, strict=True))
    kind, text = words(taken, ids, now)
    return WholeMove(tuple(ids), names, kind, text)


def _unseeded(position: Position) -> Position:
    """A copy that draws no chance and knows no history."""
    return position.game.position(position.states()).by_rules(position.rules_version)


def _remembering(position: Position) -> Position:
    """A copy that draws no chance, with the history where that leads to this position."""
    game = position.game
    again = game.new() if position.start is None else game.setup(position.start)
    again.by_rules(position.rules_version).follow(position.history, position.rules_version)
    return again if again == position else _unseeded(position)


def made_by(position: Position, agent: Agent, first: int | None = None) -> WholeMove | None:
    """The whole move that an agent makes, from the decision ``first`` on if that is given; None for an endless one."""
    game = position.game
    playing = resolve(game.name, agent, game.players)
    now = _unseeded(position) if isinstance(playing, CompiledAgent) else _remembering(position)
    table = Players(game, [playing] * game.players)
    taken: list[Position] = []
    steps: list[int] = []
    while len(steps) < MOST_STEPS:
        taken.append(now.copy())
        steps.append(table.choose(now) if steps or first is None else first)
        now.apply(steps[-1])
        if ends(taken[-1], now):
            return _move(taken, steps, now)
    return None
