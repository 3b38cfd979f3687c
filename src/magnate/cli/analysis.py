"""``magnate analysis``: questions and answers of other programs; ``magnate puzzles``: positions with one best move."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadOption
from .arguments import GameArgument, LangOption, SeedOption, check_folder
from .console import counted, note
from .session import say, say_board

if TYPE_CHECKING:
    from ..analysis.puzzles import Puzzle
    from .session import Words


__all__ = ["analysis", "make", "play"]


def analysis(
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads that play the games of rollouts.")] = 1,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of the lines, and end.")] = False,
) -> None:
    """Answer questions about positions, for other programs: JSON lines over standard input and output.

    Each line is a query or an action, each answer a line; docs/how-to/analysis-protocol.md describes them. When the
    input ends, what was asked is still answered.

    echo '{"id":"a","position":{"game":"pig"},"kind":"value"}' | magnate analysis
    """
    from ..analysis import protocol

    if schema:
        say(json.dumps(protocol.schema(), indent=1))
        return
    out = sys.stdout

    def write(answer: dict[str, Any]) -> None:
        out.write(json.dumps(answer, separators=(",", ":")) + "\n")
        out.flush()

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text spoil their own line alone
    note("magnate analysis reads JSON lines; end the input to end")
    with redirect_stdout(sys.stderr):  # what an agent prints must not get between the answers
        protocol.Engine(write, threads=threads).serve(sys.stdin)


# ------------------------------------------------------------------------------------------------ ``magnate puzzles …``


def make(
    game: GameArgument,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the puzzles so far are: lines of JSON.")],
    count: Annotated[int, typer.Option("--count", min=1, help="How many are wanted.")] = 20,
    seed: SeedOption = 1,
) -> None:
    """Look for puzzles in games between agents. A game is a block: what is stopped goes on at the next game.

    A puzzle is a position in which one whole move leads by more than 3 points of the win. Thousands of games that are
    played on show it, under two policies. The more agents miss it, the harder it is. A puzzle takes seconds. At last
    the command tells at which test how many positions fell out.

    magnate puzzles make monopoly --count 5 --out puzzles.jsonl
    """
    from ..analysis.puzzle_maker import make as made
    from ..analysis.puzzles import fell

    check_folder(out)
    begun = time.monotonic()

    def line(games: int, found: int, _wanted: int) -> None:
        spent = time.monotonic() - begun
        note(f"{counted(games, 'game')} looked at, {found} of {counted(count, 'puzzle')} found ({spent:.0f} s)")

    found = made(game, count, out, seed=seed, progress=line)
    say(f"{counted(len(found), 'puzzle')} of {game} in {out}")
    for what, positions in fell(out).items():
        say(f"  {positions:7,}  {what}")


def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="monopoly or brass.")] = "monopoly",
    level: Annotated[str | None, typer.Option("--level", help="easy, medium or hard; default: all.")] = None,
    file: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="Puzzles that you have made.")] = None,
    lang: LangOption = None,
) -> None:
    """Find the best move of a position, again and again; your streak is kept.

    Each answer tells what every move wins, with its ±, how many games were played on for that and by whom.

    magnate puzzles play monopoly --level easy
    """
    from ..analysis.puzzles import LEVELS, puzzles, read
    from .session import Words

    known = puzzles(game) if file is None else tuple(one for one in read(file) if one.game == game)
    if level is not None and level not in LEVELS:
        raise BadOption(f'there is no level "{level}"', hint=f"the levels are {', '.join(LEVELS)}")
    chosen = [one for one in known if level in (None, one.level)]
    if not chosen:
        raise BadOption("there are no such puzzles", hint="magnate puzzles make makes some")
    _Quiz(chosen, Words(lang), _Score.read(game)).run()


@dataclass
class _Score:
    """How a person has done: puzzles tried and solved, the present streak and the best, and which were solved."""

    game: str
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best: int = 0
    done: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, game: str) -> _Score:
        """As it is kept in the user's data folder; a file that cannot be read counts as none."""
        try:
            kept = json.loads(_score_file().read_text(encoding="utf-8"))[game]
            return cls(game, **{name: kept[name] for name in ("tried", "solved", "streak", "best", "done")})
        except (OSError, ValueError, KeyError, TypeError):
            return cls(game)

    def note(self, name: str, *, right: bool) -> None:
        """Count an answer, and keep it."""
        self.tried += 1
        self.solved += right
        self.streak = self.streak + 1 if right else 0
        self.best = max(self.best, self.streak)
        if right and name not in self.done:
            self.done.append(name)
        file = _score_file()
        try:
            everything = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            everything = {}
        own = asdict(self)
        del own["game"]
        everything[self.game] = own
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(everything) + "\n", encoding="utf-8")
        except OSError as error:
            note(f"the streak is not kept: {error.strerror}")


def _score_file() -> Path:
    from platformdirs import user_data_path

    return user_data_path("magnate") / "puzzles.json"


class _Quiz:
    """Puzzles one after the other, those first that were not solved yet."""

    def __init__(self, chosen: Sequence[Puzzle], words: Words, score: _Score) -> None:
        self._chosen = sorted(chosen, key=lambda one: _name_of(one) in score.done)
        self._words, self._score = words, score

    def run(self) -> None:
        """Ask until there are no more, or nobody answers."""
        for number, puzzle in enumerate(self._chosen):
            if number:
                say()
            if not self._ask(puzzle):
                break
        score = self._score
        say(f"{score.solved} of {counted(score.tried, 'puzzle')} solved; streak {score.streak}, the best {score.best}.")

    def _ask(self, puzzle: Puzzle) -> bool:
        from ..runtime.stream import deal_seed

        position = puzzle.position()
        shown = position.shown_to(puzzle.seat, 0)
        say_board(str(shown), self._words)
        hand = position.game.declared.hand_text
        if position.game.info.hidden and hand is not None:
            say(hand(shown.state, puzzle.seat))
        about = f"{self._words.title(position.game)}, {puzzle.players} players, level {puzzle.level}"
        say(f"{about}. You are seat {puzzle.seat}. Which move is best?")
        moves = sorted(puzzle.moves, key=lambda one: deal_seed(puzzle.seed, one.text))
        for number, move in enumerate(moves, 1):
            say(f"  {number}  {move.text}")
        while True:
            line = sys.stdin.readline()
            text = line.strip()
            if not line or text in {"q", "quit"}:
                return False
            if text.isdecimal() and 1 <= int(text) <= len(moves):
                break
            say(f"  Type a number from 1 to {len(moves)}, or q to end.")
        answer, best = moves[int(text) - 1], puzzle.moves[0]
        right = answer == best
        self._score.note(_name_of(puzzle), right=right)
        say("Right." if right else f"No: {best.text}. Yours loses {100 * answer.behind:.1f} points.")
        for one in puzzle.moves:
            behind = "" if one == best else f", {100 * one.behind:.1f} ± {100 * one.behind_margin:.1f} points behind"
            say(f"  {100 * one.share:5.1f} % ± {100 * one.margin:.1f}  {one.text}{behind}")
        players = " ".join(dict.fromkeys(puzzle.policy))
        say(
            f"  Chances to win by {puzzle.games:,} games of each move, played on by {players} in all seats; "
            f"± is half of the 95 % interval; seed {puzzle.seed}."
        )
        for text in dict.fromkeys(puzzle.errs.values()):
            say(f"  {', '.join(agent for agent, its in puzzle.errs.items() if its == text)} would do this: {text}.")
        return True


def _name_of(puzzle: Puzzle) -> str:
    return f"{puzzle.number}:{puzzle.at}:{puzzle.seed}"
