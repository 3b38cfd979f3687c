"""Makes puzzles: looks through games between agents for positions in which one whole move is clearly best.

A game gives one puzzle at most. The more agents miss the best move, the harder is the puzzle. At most a quarter of the
puzzles are of one kind, and at most a quarter are such that all agents find the best move.
"""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..core.game import load_with
from ..errors import BadOption, BadValue, MagnateError
from ..runtime.stream import deal_seed
from .chances import chances
from .moves import Played, WholeMove, after, candidates, made_by, played_moves
from .puzzle_proof import NOT_WANTED, certify, distinct
from .puzzles import LEVELS, Puzzle, PuzzleMove, looked_at, read
from .rollout import Candidate, Rollout

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["MADE_OF", "Maker", "make"]

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
DECIDED: Final = 0.98
"""A best move with more than this share is no puzzle: so little chance is left that the policies alone decide."""
OF_A_KIND: Final = 0.25
"""The share of a file's puzzles that may be of one kind, or whose best move all agents find."""
FOUND_BY_ALL: Final = "found by all"
"""Stands among kinds for puzzles whose best move all agents find."""


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


def make(
    game: str, count: int, file: Path, *, seed: int = 1, progress: Callable[[int, int, int], object] | None = None
) -> list[Puzzle]:
    """Look through games until the file has so many puzzles; each game is a line that is written when it is done.

    Called again, it goes on after the last whole line. ``progress`` gets the games looked at, the puzzles, and how many
    there are to be; it ends all by returning False. The same seed and count make the same puzzles. Once a quarter of
    ``count`` is of one kind, no more of that kind are made. The same holds for puzzles that no agent misses.

    Raises :class:`~magnate.errors.BadOption` for a game that puzzles are not made of, and
    :class:`~magnate.errors.BadValue` for a file of something else.
    """
    maker = Maker(game, seed)
    tried = looked_at(file)
    others = {line["puzzle"]["game"] for line in tried if line["puzzle"] is not None} - {game}
    if others:
        raise BadValue(f"{file} has puzzles of {', '.join(sorted(others))}", hint="name another file: --out")
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in tried)
    if file.exists() and file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    number, kinds = len(tried), Counter(line["puzzle"]["kind"] for line in tried if line["puzzle"] is not None)
    easy = sum(line["puzzle"] is not None and not line["puzzle"]["errs"] for line in tried)
    most = math.ceil(OF_A_KIND * count)
    with file.open("a", encoding="utf-8") as out:
        while kinds.total() < count:
            full = {kind for kind, found in kinds.items() if found >= most}
            made = maker.puzzle_of(number, frozenset(full | ({FOUND_BY_ALL} if easy >= most else set())))
            line = {
                "number": number,
                "puzzle": None if made is None else made.to_json(),
                "fell": dict(sorted(maker.fell.items())),
            }
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
            out.flush()
            os.fsync(out.fileno())
            number += 1
            if made is not None:
                kinds[made.kind] += 1
                easy += not made.errs
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
        """Whether a trial's best move makes a puzzle: of a wanted kind, not decided, and not one too easy."""

        def wanted(found: Rollout) -> bool:
            move, reason = found.best.move or _never(), ""
            if move.kind in unwanted:
                reason = "enough of this kind"
            elif found.best.shares[found.seat] > DECIDED:
                reason = "decided"
            elif FOUND_BY_ALL in unwanted and not question.missed(move):
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
