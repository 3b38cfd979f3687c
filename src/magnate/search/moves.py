"""Whole moves of a position from Python: all of them, how many there are, and some drawn by a guide's priors."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ..core.binding import PARAMS
from ..core.validation import checked_seed, whole_number
from ..errors import BadSearch
from ..runtime.pystate import PyStates, py_ints
from ..runtime.stream import deal_seed
from .mcts_tree import RUN
from .workspace import bound_kernel

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..runtime.compiler import Progress

LONGEST: Final = 64
"""The most decisions of a whole move."""
FIRST_ROOM: Final = 1 << 10
"""The positions that a list has room for at first; it is doubled as often as need be."""
MOST_ROOM: Final = 1 << 24


class SampledMove(NamedTuple):
    """A whole move that was drawn: its decisions, the logarithm of their probability, and that with the noise."""

    ids: tuple[int, ...]
    log: float
    score: float


def whole_moves(
    position: Position, *, interpreted: bool = False, progress: Progress | None = None
) -> list[tuple[int, ...]]:
    """The whole moves of the seat to move, each as the ids of its decisions; equivalent ones once.

    :func:`magnate.analysis.move_from` puts them into words.

    >>> import magnate
    >>> whole_moves(magnate.load("tictactoe").new().apply("b2"))
    [(0,), (1,)]
    """
    found, ws = _listed(position, once=True, keep=True, interpreted=interpreted, progress=progress)
    return [tuple(int(ws.ids[i][k]) for k in range(ws.lengths[i])) for i in range(found)]


def count_whole_moves(
    position: Position, *, sequences: bool = False, interpreted: bool = False, progress: Progress | None = None
) -> int:
    """How many whole moves the seat to move has; with ``sequences`` how many rows of decisions lead to them.

    >>> import magnate
    >>> count_whole_moves(magnate.load("tictactoe").new()), count_whole_moves(magnate.load("connect_four").new())
    (3, 4)
    """
    return _listed(position, once=not sequences, keep=False, interpreted=interpreted, progress=progress)[0]


def sample_whole_moves(
    position: Position,
    most: int,
    *,
    guide: ModuleType | None = None,
    params: Iterable[float] = (),
    noise: float = 1.0,
    cover: bool = False,
    seed: int = 0,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> list[SampledMove]:
    """Different whole moves of the seat to move, drawn by the priors of a guide (none: all decisions are alike).

    The best comes first. ``noise`` 1 draws by probability, 0 takes the likeliest; with ``cover`` each first decision
    has a move among them. The same seed draws the same.

    >>> import magnate
    >>> sorted(move.ids for move in sample_whole_moves(magnate.load("tictactoe").new(), 3))
    [(0,), (1,), (4,)]
    """
    _check_seat(position)
    game, wanted, guide = position.game, whole_number("most", most, 1), cast("Any", guide)
    bound = bound_moves(game, guide, "sample_moves", interpreted=interpreted, progress=progress)
    ws = sampling(game, bound, wanted, cover=cover, interpreted=interpreted)
    row = np.array(list(params), np.float64)
    if hasattr(guide, "search_row"):
        whole = np.array(guide.search_row(vector=True))
        whole[: len(row)] = np.where(row == 0.0, whole[: len(row)], row)
        row = whole
    ws.params[: len(row)] = row
    _place(ws.states, position.shown_to(position.to_move, 0))
    runs = np.zeros(1, RUN)
    runs["key"] = deal_seed("whole moves", checked_seed(seed))
    found = int(bound.sample_moves(wanted, float(noise), int(cover), ws, PyStates(runs) if interpreted else runs))
    return [
        SampledMove(tuple(int(ws.ids[i][k]) for k in range(ws.lengths[i])), float(ws.ways[i]), float(ws.lures[i]))
        for i in range(found)
    ]


def sampling(game: Game, bound: Any, wanted: int, *, cover: bool, interpreted: bool = False) -> Any:
    """The arrays to sample so many moves in (``Sampling`` of the bound kernel), more if all decisions are covered."""
    width = max(1, game.info.max_legal)
    moves = wanted + (width if cover else 0)
    rows = 8 + 8 * moves
    choices = rows * min(width, 32)
    states = np.zeros(rows, game.rules.STATE)
    ints = py_ints if interpreted else _ints
    return bound.Sampling(
        states=PyStates(states) if interpreted else states,
        origins=ints(rows),
        sources=ints(choices),
        actions=ints(choices),
        logs=np.zeros(choices),
        scores=np.zeros(choices),
        firsts=ints(choices),
        covered=ints(width),
        slots=ints(_power(4 * (rows + moves))),
        acts=ints(width),
        odds=np.zeros(width),
        sizes=ints(2),
        params=np.zeros(PARAMS),
        ids=_table(moves, LONGEST, interpreted=interpreted),
        lengths=ints(moves),
        ways=np.zeros(moves),
        lures=np.zeros(moves),
    )


def _listed(
    position: Position, *, once: bool, keep: bool, interpreted: bool, progress: Progress | None
) -> tuple[int, Any]:
    """How many moves there are, and the arrays with the list, if it is to be kept."""
    _check_seat(position)
    game = position.game
    bound = bound_moves(game, None, "list_moves", interpreted=interpreted, progress=progress)
    room = FIRST_ROOM
    while room <= MOST_ROOM:
        ws = listing(game, bound, room if keep else 0, room if once else 0, interpreted=interpreted)
        _place(ws.states, position)
        found = int(bound.list_moves(ws, int(once)))
        if found == bound.TOO_LONG:
            raise BadSearch(f"a move takes more than {LONGEST} decisions here", hint="ask about another position")
        if found != bound.TOO_MANY and (not keep or found <= room):
            return found, ws
        room *= 2
    raise BadSearch("there are too many whole moves to list here", hint="sample some of them")


def listing(game: Game, bound: Any, moves: int, positions: int, *, interpreted: bool = False) -> Any:
    """The arrays to list so many moves in, by way of so many positions (``Listing`` of the bound kernel)."""
    ints = py_ints if interpreted else _ints
    states = np.zeros(LONGEST + 1, game.rules.STATE)
    return bound.Listing(
        states=PyStates(states) if interpreted else states,
        acts=_table(LONGEST, max(1, game.info.max_legal), interpreted=interpreted),
        counts=ints(LONGEST),
        turns=ints(LONGEST),
        way=ints(LONGEST),
        slots=ints(_power(max(1, 2 * positions))),
        ids=_table(max(1, moves), LONGEST, interpreted=interpreted),
        lengths=ints(moves),
        ends=ints(moves),
    )


def _check_seat(position: Position) -> None:
    """Refuse a position where nobody decides."""
    if position.to_move < 0:
        raise BadSearch("nobody is to decide here, so there are no moves", hint="ask where to_move is a seat")


def bound_moves(
    game: Game,
    guide: ModuleType | None,
    entry: str,
    *,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Any:
    """The kernel for a game and a guide, with this entry compiled."""
    return bound_kernel("whole_moves", game, guide, [entry], interpreted=interpreted, progress=progress)[0]


def _place(states: Any, position: Position) -> None:
    """Put a position into the first place."""
    if isinstance(states, PyStates):
        states[0].from_record(position.states()[0])
    else:
        states[0] = position.states()[0]


def _ints(length: int) -> np.ndarray:
    return np.zeros(length, np.int64)


def _table(rows: int, columns: int, *, interpreted: bool) -> Any:
    return [py_ints(columns) for _ in range(rows)] if interpreted else np.zeros((rows, columns), np.int64)


def _power(least: int) -> int:
    """The power of two that is no less."""
    return 1 << (least - 1).bit_length()
