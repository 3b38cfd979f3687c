"""Puzzles: positions of games between agents in which one whole move is clearly best, and somebody misses it.

A position becomes a puzzle if games that are played on say so twice. The best move leads the second by more than three
points with z > 4, and by two points at least with 99 of 100. It is the same under two policies, and with twice as many
games that are new. An agent of the game does something else. All is seen by the eyes of the seat that is to move, and
moves that lead to the same position count as one. A game gives one puzzle at most.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..core.game import load_with
from ..errors import BadOption, BadValue, MagnateError
from ..runtime.stream import deal_seed
from .chances import chances
from .moves import WholeMove, after, candidates, played_moves
from .race import NORMAL

if TYPE_CHECKING:
    from ..core.game import Position
    from .rollout import Candidate, Rollout

__all__ = ["LEVELS", "Maker", "Puzzle", "PuzzleMove", "certify", "make", "puzzles", "read", "shipped", "write"]

GAP: Final = 0.03
"""By more than this the best move leads the second."""
SURE: Final = 4.0
"""The least z of that lead."""
LEAST_GAP: Final = 0.02
"""What the lead is at least, 99 times of 100."""
NORMAL_99: Final = 2.576
"""Of a normal number's deviations, 95 and 99 of 100 lie within so many standard deviations."""
LOOKED_AT: Final = 24
"""Decisions of a game that the network looks at."""
TRIED: Final = 2
"""Those of a game that are played on, at most."""
ALTERNATIVES: Final = 4
"""Moves of a position that are played on, at most: the network's best."""
FIRST: Final = 432
"""Games of each move in the first trial."""
LEVELS: Final = ("easy", "medium", "hard")
"""How hard puzzles are."""
CLEAR: Final = 0.08
"""With such a lead, a puzzle is easier."""
FOLDER: Final = "puzzles"
BEGINS: Final = '{"number":'
"""How each line of a file of :func:`make` begins."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How puzzles of one game are made: who plays, by which policies games are played on, and who is to err."""

    players: tuple[int, ...]
    agents: tuple[str, ...]
    policies: tuple[str, str]
    tested: tuple[str, ...]
    games: int


MADE_OF: Final[Mapping[str, _Kind]] = {
    "monopoly": _Kind(
        (2, 3, 4),
        ("strategic", "strategic:tuned", "algorithmic", "baseline", "strategic:trademaster"),
        ("strategic", "algorithmic"),
        ("strategic", "baseline"),
        2_592,
    ),
    "brass": _Kind(
        (2, 3, 4),
        ("planner", "planner:coal_rail", "planner", "planner"),
        ("planner", "planner:coal_rail"),
        ("planner", "planner:coal_rail"),
        648,
    ),
}
"""The games that puzzles are made of. ``games`` is the budget of the first measurement; the second has twice that."""


@dataclass(frozen=True, slots=True)
class PuzzleMove:
    """A whole move of a puzzle: its actions, in words, and the share that it wins for the seat to move, with its ±.

    ``margin`` is the half width of the 95 % interval. ``behind`` is by how much the best move leads it, and
    ``behind_margin`` the half width of that.
    """

    names: tuple[str, ...]
    text: str
    share: float
    margin: float
    behind: float
    behind_margin: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one best move, the first of ``moves``; the others follow by what they are worth.

    ``setup`` is what :meth:`magnate.Game.setup` takes. ``games`` of each move were played on by ``policy`` with
    ``seed``; ``gap`` is the smallest lead of all measurements. ``errs`` names agents and what they would do. ``number``
    is the seed of the game that it comes from, and ``at`` the step.
    """

    game: str
    preset: str
    players: int
    options: dict[str, Any]
    setup: dict[str, Any]
    seat: int
    moves: tuple[PuzzleMove, ...]
    gap: float
    z: float
    games: int
    policy: tuple[str, ...]
    seed: int
    errs: dict[str, str]
    level: str
    number: int
    at: int

    def position(self) -> Position:
        """The position to be judged."""
        return load_with(self.game, self.preset, self.players, self.options).setup(self.setup)

    def to_json(self) -> dict[str, Any]:
        """As JSON's types; :meth:`from_json` reads it back."""
        found = asdict(self)
        moves = [
            [*list(one.values())[:2], *(round(number, 4) for number in list(one.values())[2:])]
            for one in found["moves"]
        ]
        return {**found, "moves": moves, "gap": round(self.gap, 4), "z": round(self.z, 2)}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Puzzle:
        """What :meth:`to_json` gave."""
        moves = tuple(PuzzleMove(tuple(names), *rest) for names, *rest in given["moves"])
        return cls(**{**given, "moves": moves, "policy": tuple(given["policy"])})


# ------------------------------------------------------------------------------------------------------------- Reading


def shipped() -> dict[str, int]:
    """The games that puzzles come with, and how many there are."""
    return {game: len(puzzles(game)) for game in MADE_OF if _file(game).is_file()}


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with magnate, the easiest first.

    Raises :class:`~magnate.errors.BadValue` for a game without puzzles.
    """
    if game not in MADE_OF or not _file(game).is_file():
        known = ", ".join(name for name in MADE_OF if _file(name).is_file())
        made = "make some (magnate puzzles make) and name their file (magnate puzzles play --file)"
        raise BadValue(f"there are no puzzles of {game}", hint=f"there are some of {known}" if known else made)
    return _read_shipped(game)


@cache
def _read_shipped(game: str) -> tuple[Puzzle, ...]:
    lines = gzip.decompress(_file(game).read_bytes()).decode().splitlines()
    return tuple(Puzzle.from_json(json.loads(line)) for line in lines)


def _file(game: str) -> Any:
    return resources.files(__package__).joinpath(FOLDER, f"{game}.jsonl.gz")


def write(found: Sequence[Puzzle], file: Path) -> None:
    """Write puzzles as they are shipped: compressed lines of JSON, the easiest first, the same bytes each time."""
    ordered = sorted(found, key=lambda one: (LEVELS.index(one.level), -one.gap, one.number))
    text = "".join(json.dumps(one.to_json(), separators=(",", ":")) + "\n" for one in ordered)
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def read(file: Path) -> list[Puzzle]:
    """The puzzles of a file of :func:`make` so far.

    Raises :class:`~magnate.errors.BadValue` for another file, or none.
    """
    if not file.exists():
        raise BadValue(f"there is no file {file}", hint="magnate puzzles make writes one")
    return [Puzzle.from_json(line["puzzle"]) for line in _tried(file) if line["puzzle"] is not None]


def _tried(file: Path) -> list[dict[str, Any]]:
    """The games that were looked at; a last line that a kill has cut off does not count.

    Raises :class:`~magnate.errors.BadValue` for a file of something else, which must not be written over.
    """
    found: list[dict[str, Any]] = []
    try:
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                one = json.loads(line)
            except ValueError:
                if number == len(lines) and (line.startswith(BEGINS) or BEGINS.startswith(line)):
                    break
                raise
            if not isinstance(one, dict) or "puzzle" not in one:
                raise ValueError(line)
            found.append(one)
    except ValueError:  # also for bytes that are no text
        raise BadValue(
            f"{file} is no file that puzzles are made in", hint="name one of `magnate puzzles make`, or a new one"
        ) from None
    return found


# -------------------------------------------------------------------------------------------------------------- Making


def make(
    game: str, count: int, file: Path, *, seed: int = 1, progress: Callable[[int, int, int], object] | None = None
) -> list[Puzzle]:
    """Look through games until the file has so many puzzles; each game is a line that is written when it is done.

    Called again, it goes on after the last whole line. ``progress`` gets the games looked at, the puzzles, and how many
    there are to be; it ends all by returning False. The same seed makes the same puzzles.

    Raises :class:`~magnate.errors.BadOption` for a game that puzzles are not made of, and
    :class:`~magnate.errors.BadValue` for a file of something else.
    """
    maker = Maker(game, seed)
    tried = _tried(file)
    others = {line["puzzle"]["game"] for line in tried if line["puzzle"] is not None} - {game}
    if others:
        raise BadValue(f"{file} has puzzles of {', '.join(sorted(others))}", hint="name another file: --out")
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in tried)
    if file.exists() and file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    number, found = len(tried), sum(line["puzzle"] is not None for line in tried)
    with file.open("a", encoding="utf-8") as out:
        while found < count:
            made = maker.puzzle_of(number)
            line = {"number": number, "puzzle": None if made is None else made.to_json()}
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
            out.flush()
            os.fsync(out.fileno())
            number, found = number + 1, found + (made is not None)
            if progress is not None and progress(number, found, count) is False:
                break
    return read(file)


class Maker:
    """Makes puzzles of one game: game ``number`` and its puzzle follow from the seed."""

    def __init__(self, game: str, seed: int = 1) -> None:
        if game not in MADE_OF:
            raise BadOption(f"no puzzles are made of {game}", hint=f"make some of {', '.join(MADE_OF)}")
        self._name, self._kind, self._seed = game, MADE_OF[game], seed

    def puzzle_of(self, number: int) -> Puzzle | None:
        """The puzzle of a game, if it has one."""
        kind, seed = self._kind, deal_seed(self._seed, "puzzle", self._name, number)
        game = load_with(self._name, None, kind.players[number % len(kind.players)], {})
        names = [kind.agents[(number // len(kind.players) + seat) % len(kind.agents)] for seat in range(game.players)]
        record = game.play(names, seed=seed % (1 << 56))
        begun = [one for one in played_moves(record) if not one.forced]
        chosen = sorted(begun, key=lambda one: deal_seed(seed, "at", one.at))[:LOOKED_AT]
        wanted = {one.at for one in chosen}
        promising = []
        for at, position in enumerate(record.positions()):
            if at in wanted:
                lead = self._lead(game.position(position.states()))
                if lead > GAP:
                    promising.append((lead, at, position))
        for _, at, position in sorted(promising, key=lambda one: (-one[0], one[1]))[:TRIED]:
            setup = position.to_setup()
            try:
                again = game.setup(setup)
            except MagnateError:  # a position in the middle of something that a set-up cannot say
                continue
            if again != position:
                continue
            found = certify(again, kind.policies, kind.games, deal_seed(seed, "certify", at) % (1 << 32))
            if found is not None:
                puzzle = self._puzzle(again, found, number, at)
                if puzzle is not None:
                    return puzzle
        return None

    def _lead(self, position: Position) -> float:
        """By how much the best move leads the second, as the network has it; 0 where no agent errs by that."""
        seat = position.to_move
        errs = [one.ids for one in _moves_of(position, self._kind.tested)]
        moves = _distinct(position, candidates(position))
        worths = [(chances(after(position, move), seat).shares[seat], move.ids) for move in moves]
        worths.sort(reverse=True)
        if len(worths) < 2 or all(ids == worths[0][1] for ids in errs):
            return 0.0
        return worths[0][0] - worths[1][0]

    def _puzzle(self, position: Position, found: _Certified, number: int, at: int) -> Puzzle | None:
        game, seat = position.game, position.to_move
        best = after(position, found.best.candidates[0].move or _never())
        errs = {}
        for name, move in zip(self._kind.tested, _moves_of(position, self._kind.tested), strict=True):
            if after(position, move) != best:
                errs[name] = move.text
        if not errs:
            return None
        first = self._kind.tested[0] in errs
        level = LEVELS[(1 if first else 0) + (1 if found.gap < CLEAR else 0)]
        rollout = found.best
        return Puzzle(
            *(game.name, game.preset, game.players, dict(game.overrides), position.to_setup(), seat),
            moves=tuple(_shown(one, seat) for one in rollout.candidates),
            gap=found.gap,
            z=found.z,
            games=rollout.games,
            policy=rollout.policy,
            seed=rollout.seed,
            errs=errs,
            level=level,
            number=number,
            at=at,
        )


def _never() -> WholeMove:
    raise AssertionError("moves were compared")


def _shown(one: Candidate, seat: int) -> PuzzleMove:
    move = one.move or _never()
    return PuzzleMove(
        *(move.names, move.text, one.shares[seat], one.margins[seat]),
        *(one.difference[seat], one.difference_margin[seat]),
    )


@dataclass(frozen=True, slots=True)
class _Certified:
    """The measurement with the most games, the smallest lead of all measurements, and the smallest z."""

    best: Rollout
    gap: float
    z: float


def certify(position: Position, policies: Sequence[str], games: int, seed: int) -> _Certified | None:
    """Whether one move of a position is clearly best: under each policy, with ``games`` and twice as many new ones.

    A short trial comes first, so that what is not clear costs little. None: no move is.
    """
    from .rollout import rollout

    moves = _strongest(position, _distinct(position, candidates(position)))
    if len(moves) < 2:
        return None
    measured: list[tuple[WholeMove | None, float, float, Rollout]] = []
    for number, (policy, budget) in enumerate(
        [(policies[0], FIRST), *((p, n) for p in policies for n in (games, 2 * games))]
    ):
        found = rollout(
            *(position, moves, policy, budget),
            eyes=position.to_move,
            seed=deal_seed(seed, "measure", number) % (1 << 32),
        )
        gap, z = lead_of(found, position.to_move)
        best = found.candidates[0].move
        if number == 0:
            if gap < GAP or z < SURE / 2:
                return None
        elif gap <= GAP or z <= SURE or gap - NORMAL_99 * gap / z < LEAST_GAP:
            return None
        if measured and best != measured[0][0]:
            return None
        measured.append((best, gap, z, found))
    checked = measured[1:]
    return _Certified(checked[1][3], min(one[1] for one in checked), min(one[2] for one in checked))


def lead_of(found: Rollout, seat: int) -> tuple[float, float]:
    """By how much the best move leads each other one at least, and the smallest z of these leads."""
    others = found.candidates[1:]
    gap = min(one.difference[seat] for one in others)
    z = min(one.difference[seat] / max(one.difference_margin[seat] / NORMAL, 1e-9) for one in others)
    return gap, z


def _strongest(position: Position, moves: Sequence[WholeMove]) -> list[WholeMove]:
    """The moves that the network finds best, as many as are played on."""
    seat = position.to_move
    return sorted(moves, key=lambda move: -chances(after(position, move), seat).shares[seat])[:ALTERNATIVES]


def _distinct(position: Position, moves: Sequence[WholeMove]) -> list[WholeMove]:
    """The moves without those that lead where an earlier one does."""
    found: list[WholeMove] = []
    seen: list[Position] = []
    for move in moves:
        later = after(position, move)
        if later not in seen:
            seen.append(later)
            found.append(move)
    return found


def _moves_of(position: Position, agents: Sequence[str]) -> list[WholeMove]:
    return [candidates(position, agents=(name,), most=1)[0] for name in agents]
