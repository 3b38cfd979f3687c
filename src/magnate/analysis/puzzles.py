"""Puzzles: positions of games between agents in which one whole move is clearly best, and somebody misses it.

A position becomes a puzzle if games that are played on say so twice. The best move leads the second by more than three
points with z > 4, and by two points at least with 99 of 100. It is the same under two policies, and with twice as many
games that are new. An agent of the game does something else. All is seen by the eyes of the seat that is to move, and
moves that lead to the same position count as one. A game gives one puzzle at most.
"""

from __future__ import annotations

import gzip
import json
import math
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..agents.spec import resolve
from ..core.game import load_with
from ..core.players import Players
from ..errors import BadOption, BadValue, MagnateError
from ..runtime.stream import deal_seed
from .chances import chances
from .moves import PASSES, Played, WholeMove, after, candidates, made_by, played_moves
from .race import NORMAL
from .rollout import Candidate, Rollout, rollout

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["LEVELS", "Maker", "Puzzle", "PuzzleMove", "certify", "fell", "make", "puzzles", "read", "shipped", "write"]

GAP: Final = 0.03
"""By more than this the best move leads the second."""
SURE: Final = 4.0
"""The least z of that lead."""
LEAST_GAP: Final = 0.02
"""What the lead is at least, 99 times of 100."""
NORMAL_99: Final = 2.576
"""Of a normal number's deviations, 99 of 100 lie within so many standard deviations."""
LOOKED_AT: Final = 4
"""Decisions of a game and kind that the network looks at."""
TRIED: Final = 12
"""Those of a game that are played on, at most: where the network sees the greatest lead."""
TRIED_OF_A_KIND: Final = 3
"""Those of them that are of one kind."""
MOST: Final = 10
"""Moves of a position that are compared, at most."""
BEGUN: Final = 10
"""With so many legal actions, or fewer, each is begun, and the first policy ends the move."""
ONCE: Final = ("auction", "pass")
"""Kinds of moves of which one is compared, and of auctions the end of bidding too."""
PLAYED_ON: Final = 40
"""Decisions after a move, at most, that say whether two come to the same."""
FIRST: Final = 108
"""Games of each move in the first trial by each policy."""
HOPE: Final = 0.025
"""The least lead in a trial with which a position is played on."""
DECIDED: Final = 0.98
"""A best move with more than this share is no puzzle: so little chance is left that the policies alone decide."""
BEHIND: Final = (5.0, 6.0)
"""By so many standard errors a move is behind that the first and the second measurement play no further."""
LEAST_AGAIN: Final = 1_296
"""Games of each move in the second measurement, at least."""
LEVELS: Final = ("easy", "medium", "hard")
"""How hard puzzles are."""
OF_A_KIND: Final = 0.25
"""The share of a file's puzzles that may be of one kind."""
FOLDER: Final = "certified"
BEGINS: Final = '{"number":'
"""How each line of a file of :func:`make` begins."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How puzzles of one game are made: who plays, by which policies games are played on, and who is to err.

    For each game one of ``kinds`` of moves is drawn, whose positions are tried first.
    """

    players: tuple[int, ...]
    agents: tuple[str, ...]
    policies: tuple[str, str]
    tested: tuple[str, ...]
    kinds: tuple[str, ...]
    games: int


MADE_OF: Final[Mapping[str, _Kind]] = {
    "monopoly": _Kind(
        (2, 3, 4),
        ("strategic", "strategic:tuned_official", "algorithmic", "baseline", "strategic:trademaster"),
        ("strategic", "algorithmic"),
        ("strategic", "strategic:tuned_official", "strategic:trademaster", "algorithmic", "baseline"),
        ("auction", "build", "debt", "buy", "jail", "mortgage", "offer", "answer", "pass"),
        2_592,
    ),
    "brass": _Kind(
        (2, 3, 4),
        ("planner", "planner:coal_rail", "planner:pottery", "planner:canal_beer", "planner"),
        ("planner", "planner:coal_rail"),
        ("planner", "planner:coal_rail", "planner:pottery", "planner:canal_beer"),
        ("build", "network", "sell", "develop", "loan"),
        2_592,
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

    ``setup`` is what :meth:`magnate.Game.setup` takes. ``kind`` is the best move's. At most ``games`` of each move
    were played on by ``policy`` with ``seed``. ``gap`` is the smallest lead of all measurements, ``z`` the smallest z.
    ``errs`` names the agents that miss the best move, and what they do. ``number`` is that of the game of
    :class:`Maker`, and ``at`` the step.
    """

    game: str
    preset: str
    players: int
    options: dict[str, Any]
    setup: dict[str, Any]
    seat: int
    moves: tuple[PuzzleMove, ...]
    kind: str
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


def fell(file: Path) -> dict[str, int]:
    """At which tests how many positions of a file of :func:`make` fell out, the most first."""
    total: Counter[str] = Counter()
    for line in _tried(file):
        total.update(line.get("fell", {}))
    return dict(total.most_common())


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
    there are to be; it ends all by returning False. The same seed and count make the same puzzles. Once a quarter of
    ``count`` is of one kind, no more of that kind are made.

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
    number, kinds = len(tried), Counter(line["puzzle"]["kind"] for line in tried if line["puzzle"] is not None)
    most = math.ceil(OF_A_KIND * count)
    with file.open("a", encoding="utf-8") as out:
        while kinds.total() < count:
            made = maker.puzzle_of(number, frozenset(kind for kind, found in kinds.items() if found >= most))
            line = {
                "number": number,
                "puzzle": None if made is None else made.to_json(),
                "fell": dict(sorted(maker.fell.items())),
            }
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
            out.flush()
            os.fsync(out.fileno())
            number += 1
            kinds.update([] if made is None else [made.kind])
            if progress is not None and progress(number, kinds.total(), count) is False:
                break
    return read(file)


class Maker:
    """Makes puzzles of one game: game ``number`` and its puzzle follow from the seed and the kinds that are wanted.

    ``fell`` counts where positions fell out: what the last game has is why it gave a puzzle or none.
    """

    def __init__(self, game: str, seed: int = 1) -> None:
        if game not in MADE_OF:
            raise BadOption(f"no puzzles are made of {game}", hint=f"make some of {', '.join(MADE_OF)}")
        self._name, self._kind, self._seed = game, MADE_OF[game], seed
        self.fell: Counter[str] = Counter()

    def puzzle_of(self, number: int, unwanted: frozenset[str] = frozenset()) -> Puzzle | None:
        """The puzzle of a game, if it has one whose best move is not of an unwanted kind."""
        kind, seed = self._kind, deal_seed(self._seed, "puzzle", self._name, number)
        self.fell.clear()
        game = load_with(self._name, None, kind.players[number % len(kind.players)], {})
        names = [kind.agents[(number // len(kind.players) + seat) % len(kind.agents)] for seat in range(game.players)]
        record = game.play(names, seed=seed % (1 << 56))
        chosen = _spread(played_moves(record), seed)
        promising = []
        for at, position in enumerate(record.positions()):
            if at in chosen:
                question = _Question.of(game.position(position.states()), kind)
                self.fell["looked at"] += 1
                if len(question.moves) < 2:
                    self.fell["one move"] += 1
                else:
                    promising.append((*question.lead(), at, question))
        turns = [one for one in kind.kinds if one not in unwanted] or [""]
        first = turns[seed % len(turns)]
        promising.sort(key=lambda one: (one[1] != first, -one[0], one[2]))
        tried: Counter[str] = Counter()
        for _, sort, at, question in promising:
            if tried.total() == TRIED:
                break
            if sort in unwanted or tried[sort] == TRIED_OF_A_KIND or _set_up(question.position) is None:
                continue
            tried[sort] += 1
            puzzle = self._certified(question, number, at, deal_seed(seed, "certify", at) % (1 << 32), unwanted)
            if puzzle is not None:
                return puzzle
        return None

    def _certified(
        self, question: _Question, number: int, at: int, seed: int, unwanted: frozenset[str]
    ) -> Puzzle | None:
        """The puzzle that a position makes, if rollouts certify it."""
        kind, position = self._kind, question.position
        self.fell["tried"] += 1
        wanted = self._wanted(question, unwanted)
        found = certify(position, kind.policies, kind.games, seed, moves=question.moves, wanted=wanted)
        if isinstance(found, str):
            self.fell[found] += found != NOT_WANTED
            return None
        best = found.best.candidates[0].move or _never()
        errs = {name: move.text for name, move in question.missed(best).items()}
        game, rollout = position.game, found.best
        return Puzzle(
            *(game.name, game.preset, game.players, dict(game.overrides), position.to_setup(), position.to_move),
            moves=tuple(_shown(one, position.to_move) for one in rollout.candidates),
            kind=best.kind,
            gap=found.gap,
            z=found.z,
            games=rollout.games,
            policy=rollout.policy,
            seed=rollout.seed,
            errs=errs,
            level=LEVELS[min(2, 3 * len(errs) // (len(kind.tested) + 1))],
            number=number,
            at=at,
        )

    def _wanted(self, question: _Question, unwanted: frozenset[str]) -> Callable[[Rollout], bool]:
        """Whether a trial's best move makes a puzzle: of a wanted kind, not decided, and missed by an agent."""

        def wanted(found: Rollout) -> bool:
            move, reason = found.best.move or _never(), ""
            if move.kind in unwanted:
                reason = "enough of this kind"
            elif found.best.shares[found.seat] > DECIDED:
                reason = "decided"
            elif not question.missed(move):
                reason = "no agent errs"
            self.fell.update([reason] if reason else [])
            return not reason

        return wanted


def _never() -> WholeMove:
    raise AssertionError("moves were compared")


def _spread(played: Sequence[Played], seed: int) -> set[int]:
    """The steps of open decisions of a game, drawn at random, a few of each kind."""
    chosen: set[int] = set()
    count: Counter[str] = Counter()
    for one in sorted(played, key=lambda one: deal_seed(seed, "at", one.at)):
        if not one.forced and count[one.move.kind] < LOOKED_AT:
            count[one.move.kind] += 1
            chosen.add(one.at)
    return chosen


def _set_up(position: Position) -> Position | None:
    """The position from its own set-up; None in the middle of something that a set-up cannot say."""
    try:
        again = position.game.setup(position.to_setup())
    except MagnateError:
        return None
    return again if again == position else None


@dataclass(frozen=True, slots=True)
class _Question:
    """A position, its ``moves`` without those that come to the same, and what each tested agent would do."""

    position: Position
    moves: list[WholeMove]
    agents: dict[str, WholeMove]
    policy: str

    @classmethod
    def of(cls, position: Position, kind: _Kind) -> _Question:
        """Ask the tested agents, and begin each of the legal actions where there are few."""
        policy = kind.policies[0]
        agents = {name: candidates(position, agents=(name,), most=1)[0] for name in kind.tested}
        legal = position.legal_ids()
        begun = [made_by(position, policy, int(one)) for one in legal] if len(legal) <= BEGUN else []
        also = [*agents.values(), *(one for one in begun if one is not None)]
        return cls(position, distinct(position, candidates(position, also=also, most=MOST), policy), agents, policy)

    def lead(self) -> tuple[float, str]:
        """By how much the best move leads the second, as the network has it, and the kind of the best."""
        seat = self.position.to_move
        worths = sorted((chances(after(self.position, one), seat).shares[seat], one.kind) for one in self.moves)
        return worths[-1][0] - worths[-2][0], worths[-1][1]

    def missed(self, best: WholeMove) -> dict[str, WholeMove]:
        """The agents that make another move than the best, and what they do."""
        return {
            name: move
            for name, move in self.agents.items()
            if len(distinct(self.position, [best, move], self.policy)) > 1
        }


def _shown(one: Candidate, seat: int) -> PuzzleMove:
    move = one.move or _never()
    return PuzzleMove(
        *(move.names, move.text, one.shares[seat], one.margins[seat]),
        *(one.difference[seat], one.difference_margin[seat]),
    )


@dataclass(frozen=True, slots=True)
class Certified:
    """The measurement with the most games, the smallest lead of all measurements, and the smallest z."""

    best: Rollout
    gap: float
    z: float


def certify(
    position: Position,
    policies: Sequence[str],
    games: int,
    seed: int,
    *,
    moves: Sequence[WholeMove] | None = None,
    wanted: Callable[[Rollout], object] = bool,
) -> Certified | str:
    """Whether one move of a position is clearly best: under each policy, and again with twice as many new games.

    ``games`` are what a move has at most in the first measurement. Moves that are clearly behind are played no further.
    Short trials come first, so that what is not clear costs little. ``wanted`` says of a trial whether its
    best move is worth the games. A position that fails is answered by the reason, as a text.
    """
    seat = position.to_move
    moves = list(moves or distinct(position, candidates(position), policies[0]))
    if len(moves) < 2:
        return "one move"

    def measured(number: int, policy: str, budget: int, behind: float) -> Rollout:
        dice = deal_seed(seed, "measure", number) % (1 << 32)
        return rollout(position, moves, policy, budget, eyes=seat, seed=dice, behind=behind, progress=_open(seat))

    best: WholeMove | None = None
    for number, policy in enumerate(policies):
        found = measured(number, policy, FIRST, BEHIND[0])
        if lead_of(found, seat)[0] < HOPE:
            return f"close, {_ORDINALS[number]} policy"
        if best not in (None, found.best.move):
            return "another answer by the second policy"
        best = found.best.move
        if not wanted(found):
            return NOT_WANTED
    checked: list[tuple[float, float, Rollout]] = []
    for number, (policy, more) in enumerate((policy, more) for more in (1, 2) for policy in policies):
        budget = games if more == 1 else max(LEAST_AGAIN, 2 * checked[number - len(policies)][2].games)
        found = measured(len(policies) + number, policy, budget, BEHIND[more - 1])
        gap, z = lead_of(found, seat)
        if best != found.best.move:
            return f"another answer by more games, {_ORDINALS[number % 2]} policy"
        if gap <= GAP or z <= SURE or gap - NORMAL_99 * gap / z < LEAST_GAP:
            return f"not sure, {_ORDINALS[number % 2]} policy" if more == 1 else "not confirmed"
        checked.append((gap, z, found))
    return Certified(checked[len(policies)][2], min(one[0] for one in checked), min(one[1] for one in checked))


_ORDINALS: Final = ("first", "second")
NOT_WANTED: Final = "not wanted"


def _open(seat: int) -> Callable[[Rollout], bool]:
    """Whether games can still say more: some move is not yet behind, and none is clearly too near."""

    def going_on(found: Rollout) -> bool:
        others = found.candidates[1:]
        near = any(one.difference[seat] + one.difference_margin[seat] < GAP for one in others)
        return not near and not all(one.stopped for one in others)

    return going_on


def lead_of(found: Rollout, seat: int) -> tuple[float, float]:
    """By how much the best move leads each other one at least, and the smallest z of these leads."""
    others = found.candidates[1:]
    gap = min(one.difference[seat] for one in others)
    z = min(one.difference[seat] / max(one.difference_margin[seat] / NORMAL, 1e-9) for one in others)
    return gap, z


def distinct(position: Position, moves: Sequence[WholeMove], policy: str) -> list[WholeMove]:
    """The moves without those that come to the same as an earlier one.

    ``policy`` plays on until the turn passes on or chance is next to move. Moves come to the same if the position is
    the same then: houses in another order, or an offer that is refused. Of all bids one is kept, and of all ways to
    pass.
    """
    found: list[WholeMove] = []
    seen: list[Position] = []
    kinds: set[tuple[str, bool]] = set()
    for move in sorted(moves, key=lambda one: one.kind == "offer"):
        passes = move.kind == "auction" and move.names[0] in PASSES
        once = (move.kind, passes)
        if once in kinds and move.kind in ONCE:
            continue
        later = _played_on(after(position, move), position.to_move, policy)
        if later not in seen:
            kinds.add(once)
            seen.append(later)
            found.append(move)
    return found


def _played_on(position: Position, seat: int, policy: str) -> Position:
    """The position when chance is to move, or another seat that has no question of this one to answer."""
    game = position.game
    table = Players(game, [resolve(game.name, policy, game.players)] * game.players)
    for _ in range(PLAYED_ON):
        if position.to_move < 0 or (position.to_move != seat and position.settled):
            break
        position.apply(table.choose(position))
    return position
