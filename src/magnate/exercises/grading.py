"""Marks of a class, and its tournament: each student's file runs in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..arena.statistics import Estimate, share_estimate
from ..errors import AgentFailed, BadValue, MissingFile
from ..skins import shown
from .process import MOST_LATE, Failed, Late, Limits, StudentProcess
from .tasks import EXERCISES, MARKS, Case, Exercise

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["PLAYER", "ClassResult", "Mark", "Place", "Student", "grade", "students_in"]

PLAYER: Final = "player"
"""The exercise that is marked by games, and the file that plays in the tournament."""
GAMES: Final = 6
"""Games against random play by which a player is marked."""
LONGEST_GAME: Final = 1500
"""Decisions after which a game ends, with equal shares."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The marks for one exercise, and what was wrong: a line a case."""

    exercise: str
    marks: float
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Student:
    """A student: the folder's name, the marks, and whether the processes were cut off from the network."""

    name: str
    marks: tuple[Mark, ...]
    offline: bool

    @property
    def total(self) -> float:
        """All marks together."""
        return sum(one.marks for one in self.marks)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the tournament: the share of wins, games, and games that were lost by a failure, with the first.

    The last ``unasked`` of these were not played, since the player had been late too often.
    """

    name: str
    share: Estimate
    games: int
    forfeits: int
    failure: str = ""
    unasked: int = 0


@dataclass(frozen=True, slots=True)
class ClassResult:
    """What a class has done."""

    seed: int
    game: str
    students: tuple[Student, ...]
    places: tuple[Place, ...] = ()
    deals: int = 0

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return json.loads(json.dumps(asdict(self)))


def students_in(folder: Path) -> list[Path]:
    """The folders of students: those that hold a file of an exercise; raises :class:`~magnate.errors.BadValue`."""
    if not folder.is_dir():
        raise MissingFile(f"there is no folder {folder}", hint="give a folder with a folder for each student")
    names = [*(one.name for one in EXERCISES), PLAYER]
    found = [
        one
        for one in sorted(folder.iterdir())
        if one.is_dir() and any((one / f"{name}.py").is_file() for name in names)
    ]
    if not found:
        raise BadValue(
            f"no folder in {folder} holds an exercise", hint=f"files are called {names[0]}.py, {names[1]}.py and so on"
        )
    return found


def grade(
    folder: Path,
    *,
    seed: int = 0,
    limits: Limits | None = None,
    only: Sequence[str] = (),
    tournament: int = 0,
    game: str = "monopoly",
    progress: Callable[[str, float], None] = lambda _what, _part: None,
) -> ClassResult:
    """Mark what each student's folder holds, and play a tournament of so many deals a pair.

    ``only`` names the exercises to mark (default: all), and ``game`` what players play. What fails costs its author
    alone.
    """
    played = _game_of(game)
    folders, limits = students_in(folder), limits or Limits()
    chosen = [one for one in EXERCISES if not only or one.name in only]
    cases = {one.name: list(one.cases(seed)) for one in chosen}
    games = not only or PLAYER in only
    graded = []
    for number, student in enumerate(folders):
        marks, offline = [], True
        for exercise in chosen:
            progress(f"{student.name}: {exercise.name}", number / len(folders))
            mark, alone = _marked(student, exercise, cases[exercise.name], limits)
            marks.append(mark)
            offline = offline and alone
        if games:
            progress(f"{student.name}: {PLAYER}", number / len(folders))
            mark, alone = _played_marks(student, played, seed, limits)
            marks.append(mark)
            offline = offline and alone
        graded.append(Student(student.name, tuple(marks), offline))
    places = _tournament(folders, played, tournament, seed, limits, progress) if tournament else ()
    return ClassResult(seed, shown(played.info.title), tuple(graded), places, tournament)


def _marked(student: Path, exercise: Exercise, cases: Sequence[Case], limits: Limits) -> tuple[Mark, bool]:
    """The marks for one file, and whether it was cut off from the network."""
    file = student / f"{exercise.name}.py"
    if not file.is_file():
        return Mark(exercise.name, 0.0, (f"there is no {file.name}",)), True
    process = StudentProcess(file, replace(limits, seconds=limits.seconds * exercise.seconds))
    right, late, wrong = 0.0, 0, []
    try:
        for case in cases:
            if late == MOST_LATE:
                wrong.append(f"{case.about}: not asked any more")
                continue
            try:
                found = _judged(case, process.ask(**case.question))
            except Failed as failed:
                late += isinstance(failed, Late)
                wrong.append(f"{case.about}: {failed}")
                continue
            right += found
            if found < 1:
                wrong.append(f"{case.about}: {'partly right' if found else 'wrong'}")
    finally:
        process.close()
    return Mark(exercise.name, round(MARKS * right / len(cases), 1), tuple(wrong)), process.offline


def _judged(case: Case, answer: Any) -> float:
    """How right an answer is; one of another shape is not the same as a wrong one."""
    try:
        return case.right(answer)
    except (TypeError, ValueError, LookupError, ArithmeticError, RecursionError) as error:
        raise Failed(f"an answer of another form ({error})") from None


# -------------------------------------------------------------------------------------------------- players


@dataclass
class _Remote:
    """An agent whose answers come from a student's process."""

    name: str
    process: StudentProcess
    options: list[Any] = field(default_factory=list)
    waited: float = 0.0
    """Seconds in which this game has waited for it."""

    def act(self, positions: Sequence[Position]) -> list[str]:
        """One name of an action for each position."""
        return [self._asked(one) for one in positions]

    def _asked(self, position: Position) -> str:
        game = position.game
        given = [game.name, None, game.players, game.options.model_dump(mode="json")]
        if self.waited > self.process.limits.game:
            raise Late(f"more than {self.process.limits.game:g} s in this game")
        begun = monotonic()
        try:
            found = self.process.ask(call="Player", position={"game": given, "setup": position.to_setup()})
        finally:
            self.waited += monotonic() - begun
        if not isinstance(found, str):
            raise Failed("no action")
        return found


def _game_of(name: str) -> Game:
    """The game of players: for two, Monopoly by the preset of the thesis."""
    from ..core.game import load

    return load(name, preset="thesis" if name == "monopoly" else None, players=2)


def _played(game: Game, agents: Sequence[Any], seed: int) -> tuple[tuple[float, ...], str, Failed | None]:
    """The shares of a game; where an agent failed, its name and how: then the others share the win."""
    from ..agents import resolve_all
    from ..core.players import Players

    table, position, decisions = Players(game, resolve_all(game.name, game.players, agents)), game.new(seed=seed), 0
    for one in agents:
        if isinstance(one, _Remote):
            one.waited = 0.0
    while not position.is_over and decisions < LONGEST_GAME:
        try:
            position.apply(table.choose(position))
        except AgentFailed as error:
            cause = error.__cause__
            mover = position.to_move
            shares = tuple(float(seat != mover) / (game.players - 1) for seat in range(game.players))
            return shares, agents[mover].name, cause if isinstance(cause, Failed) else Failed(error.message)
        decisions += 1
    return (position.utility() if position.is_over else (1 / game.players,) * game.players), "", None


def _played_marks(student: Path, game: Game, seed: int, limits: Limits) -> tuple[Mark, bool]:
    """The marks of a player: half for lawful games, half for winning against random play."""
    file = student / f"{PLAYER}.py"
    if not file.is_file():
        return Mark(PLAYER, 0.0, (f"there is no {file.name}",)), True
    process = StudentProcess(file, limits)
    agent, lawful, won, late, wrong = _Remote(student.name, process), 0, 0.0, 0, []
    try:
        for number in range(GAMES):
            seat = number % 2
            seated: list[Any] = ["random", agent] if seat else [agent, "random"]
            shares, _, failure = _played(game, seated, seed + number // 2)
            lawful += not failure
            won += 0.0 if failure else shares[seat]
            if failure:
                wrong.append(f"game {number + 1}: {failure}")
                late += isinstance(failure, Late)
                if late == MOST_LATE:
                    wrong.append("late too often: no more games")
                    break
    finally:
        process.close()
    if lawful and won < GAMES:
        wrong.append(f"won {won:g} of {GAMES} games against random play")
    return Mark(PLAYER, round(MARKS * (lawful + won) / (2 * GAMES), 1), tuple(wrong)), process.offline


def _tournament(
    folders: Sequence[Path],
    game: Game,
    deals: int,
    seed: int,
    limits: Limits,
    progress: Callable[[str, float], None],
) -> tuple[Place, ...]:
    """Every pair plays the same deals in both seats; who fails loses that game, and who is late too often the rest."""
    files = [one / f"{PLAYER}.py" for one in folders if (one / f"{PLAYER}.py").is_file()]
    shares: dict[str, list[list[float]]] = {file.parent.name: [[] for _ in range(deals)] for file in files}
    failures: dict[str, list[Failed]] = {name: [] for name in shares}
    late, unasked = dict.fromkeys(shares, 0), dict.fromkeys(shares, 0)
    pairs = list(combinations(files, 2))
    for number, pair in enumerate(pairs):
        progress(" – ".join(file.parent.name for file in pair), number / len(pairs))
        processes = [StudentProcess(file, limits) for file in pair]
        agents = [_Remote(file.parent.name, process) for file, process in zip(pair, processes, strict=True)]
        try:
            for deal, seated in _seatings(agents, deals):
                out = [agent.name for agent in seated if late[agent.name] == MOST_LATE]
                if out:
                    found = tuple(0.5 if len(out) == 2 else float(agent.name not in out) for agent in seated)
                    unasked.update({name: unasked[name] + 1 for name in out})
                else:
                    found, failed, why = _played(game, seated, seed + deal)
                    if why is not None:
                        failures[failed].append(why)
                        late[failed] += isinstance(why, Late)
                for agent, share in zip(seated, found, strict=True):
                    shares[agent.name][deal].append(share)
        finally:
            for process in processes:
                process.close()
    places = []
    for name, by_deal in shares.items():
        counts = np.array([len(one) for one in by_deal])
        if counts.any():
            mean, lost = share_estimate(np.array([sum(one) for one in by_deal]), counts=counts), failures[name]
            forfeits, first = len(lost) + unasked[name], str(lost[0]) if lost else ""
            places.append(Place(name, mean, int(counts.sum()), forfeits, first, unasked[name]))
    return tuple(sorted(places, key=lambda one: -one.share.mean))


def _seatings(agents: Sequence[_Remote], deals: int) -> Iterator[tuple[int, Sequence[_Remote]]]:
    """Each deal in both seats."""
    for deal in range(deals):
        yield deal, agents
        yield deal, agents[::-1]
