"""Processes that review games and answer questions about positions (:mod:`magnate.analysis`).

A worker is given a whole game (:class:`.records.Played`) or a position, and answers in the shapes of
:mod:`.analysis_schemas`. Reviews come in parts: the curve, the fast pass over all decisions, and rollouts of a few
decisions at a time. Each is a question of its own, so that nobody waits long for others.
"""

from __future__ import annotations

import json
import os
import time
from base64 import b64decode, b64encode
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .. import errors
from ..core.game import Position
from ..errors import BadValue, MagnateError, WorkerFailed
from ..messages import LANGUAGES, Message
from .position_questions import CURVE_GAMES, LINES, POSITIONS, described_as, kept, line_of
from .records import Played, record_of
from .table_config import TableConfig
from .workers import READY, Course, Pool, Who, as_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from ..analysis.moves import WholeMove
    from ..analysis.review import LuckEvent, Progress, Review, ReviewedDecision, Reviewer, SeatSheet, TurningPoint
    from ..core.game import Game

__all__ = ["AnalysisWorkers", "Asked", "game_asked", "position_asked"]

NICENESS: Final = 10
"""Less urgent than agents that think, for which people at a table wait."""
MOST_WORKERS: Final = 4
SECONDS: Final = 120.0
"""The most that one question may take; then its worker is killed."""
LINE: Final = b"\n"
"""Between what is asked and the game that it is about."""
LONG: Final = frozenset({"review", "refine", "page", "find", "text", "tree"})
"""Questions that leave a worker to the others. A text may have any rules, and games by them may take any time."""
VALUED: Final = frozenset({"odds", "lines", "trade"})
"""Questions that do so where games are played on for them."""
PIECE: Final = 3.0
"""Seconds after which rollouts of a review let others have their turn."""
KEPT: Final = 3
"""Reviews that a worker remembers, so that it can go on with them."""
MOST_GAMES: Final = 150_000
"""Rollouts of a whole review where there is neither an exact answer nor a measured network."""
FEWEST_GAMES: Final = 8
PROGRESS_EVERY: Final = 0.5
"""Seconds between two words of how far an answer has come."""
COMPILING: Final = "compiling"
"""What is done first, once on a machine."""
CURVE_POINTS: Final = 40
"""Points of a first curve by rollouts."""
LISTED: Final = 0.01
"""Events of chance that moved no share by so much are not listed."""
WORDED: Final = 60
"""Mistakes and events whose moves are put into words; others keep their English text."""

Asked = tuple[dict[str, Any], bytes]
"""What is asked, and the game that it is about."""


# ------------------------------------------------------------------------------------------------------- the questions


def game_asked(task: str, played: Played, frames: Sequence[int], **more: Any) -> Asked:
    """A question about a whole game; ``frames`` are the numbers of steps of the record that each table step has."""
    body = json.dumps(played.to_json()).encode()
    return {"task": task, "frames": list(frames), **more}, body


def position_asked(
    task: str, config: TableConfig, position: Position, eyes: int | str, more: Mapping[str, Any]
) -> Asked:
    """A question about a position of a table, as ``eyes`` see it.

    It is ``played_on`` where no measured network answers at once.
    """
    from ..analysis.measured import has_network

    states = b64encode(position.states().tobytes()).decode()
    body = json.dumps({"config": {**config.to_json(), "dice": None}, "states": states}).encode()
    return {**more, "task": task, "eyes": eyes, "played_on": not has_network(position.game)}, body


class AnalysisWorkers(Pool):
    """The processes; at least two, so that a quick question never waits for a long one."""

    def __init__(self, workers: int | None = None) -> None:
        most = workers or min(MOST_WORKERS, (os.cpu_count() or 1) // 2)
        super().__init__(max(2, most), serve, "magnate-analysis")

    async def ask(self, asked: Asked, who: Who, course: Course | None = None) -> dict[str, Any]:
        """The answer to a question; ``course`` tells meanwhile how far it has come.

        Raises what the analysis raises, and :class:`~magnate.errors.WorkerFailed` where there is no answer in time.
        """
        head, body = asked
        rolled = bool(head.get("rollouts") or head.get("played_on"))
        is_long = head["task"] in LONG or (head["task"] in VALUED and rolled)
        # questions about one table keep their order, and a quick one must not wait behind a long one that waits
        course = course or Course()
        course.who, course.long = Who(who.person, f"{who.table} long") if is_long else who, is_long
        try:
            answer = await self.answer(json.dumps(head).encode() + LINE + body, SECONDS, course)
        except WorkerFailed as failed:
            raise WorkerFailed(f"the analysis was not done: its process {failed.message}", hint=failed.hint) from None
        if "error" in answer:
            kind = getattr(errors, answer["error"], BadValue)
            raise kind(answer["message"], hint=answer["hint"])
        done: dict[str, Any] = answer["done"]
        return done


# ------------------------------------------------------------------------------------------------------ in the process


def serve(pipe: Connection) -> None:
    """Answer until the pipe is closed."""
    worker = _Worker()

    def answer(message: bytes) -> dict[str, Any]:
        head, _, body = message.partition(LINE)
        try:
            return {"done": worker.answer(json.loads(head), body, lambda: pipe.send_bytes(READY), _teller(pipe))}
        except MagnateError as error:
            return {"error": type(error).__name__, "message": error.message, "hint": error.hint}
        except Exception as error:  # noqa: BLE001 - one question's failure must not end the others' reviews
            why = f"the analysis raised {type(error).__name__}"
            return {"error": "WorkerFailed", "message": why, "hint": "this is a bug"}

    as_worker(pipe, answer, NICENESS)


def _teller(pipe: Connection) -> Progress:
    """Tells through a pipe what is done for an answer, and how much of it, at most every ``PROGRESS_EVERY`` seconds."""
    last, told = -PROGRESS_EVERY, ""

    def tell(what: str, done: int, whole: int) -> None:
        nonlocal last, told
        if (now := time.monotonic()) - last >= PROGRESS_EVERY or what != told:
            last, told = now, what
            pipe.send_bytes(json.dumps({"progress": [what, done, whole]}).encode())

    return tell


class _Worker:
    """What one process knows: games, the reviews that it was asked about last, and which kinds of work are loaded."""

    def __init__(self) -> None:
        self._reviewed: OrderedDict[str, _Reviewed] = OrderedDict()
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._loaded: set[tuple[str, str, int]] = set()

    def answer(self, asked: dict[str, Any], body: bytes, ready: Callable[[], None], tell: Progress) -> dict[str, Any]:
        """The answer; ``ready`` is called when all is loaded, ``tell`` with how far a review has come.

        The first work of its kind may load or compile what it needs at any moment, so it is never called ready.
        """
        task = asked["task"]
        if task == "described":
            from ..analysis.puzzles import GAMES

            return described_as(body.decode(), None if asked["owner"] else GAMES)
        if "frames" in asked:
            reviewed = self._review(asked, body)
            reviewed.tell = tell
            game = reviewed.game
            work: Callable[[], dict[str, Any]] = lambda: getattr(reviewed, task)(asked)  # noqa: E731
        else:
            game, position = self._position(asked, body)
            work = lambda: POSITIONS[task](position, {**asked, "tell": tell})  # noqa: E731
        game.progress = lambda done, whole, _: tell(COMPILING if done < whole else "", done, whole)
        how = [task, *(name for name in ("rollouts", "played_on") if asked.get(name))]
        kind = (" ".join(how), game.name, game.players)
        if kind in self._loaded:
            ready()
        done = work()
        self._loaded.add(kind)
        return done

    def _game(self, config: TableConfig) -> Game:
        key = json.dumps([config.game, config.preset, config.players, dict(config.options), config.rules_version])
        if key not in self._games:
            self._games[key] = config.load_game()
        self._games.move_to_end(key)
        while len(self._games) > KEPT:
            self._games.popitem(last=False)
        return self._games[key]

    def _position(self, asked: Mapping[str, Any], body: bytes) -> tuple[Game, Position]:
        if "number" in asked:  # of a puzzle
            from ..analysis.puzzles import puzzles

            position = puzzles(asked["game"])[asked["number"]].position()
            return position.game, position
        if asked["task"] == "text":
            from ..analysis.position_form import parse_form
            from ..analysis.puzzles import GAMES

            found = parse_form(body.decode())
            if not asked["owner"] and found.game not in GAMES:  # options of others may ask for any amount of memory
                raise BadValue("this server values positions of these games alone", hint=" or ".join(GAMES))
            game = found.to_game()
            return game, found.to_position(game)
        given = json.loads(body)
        game = self._game(TableConfig.from_json(given["config"]))
        states = np.frombuffer(b64decode(given["states"]), game.rules.STATE).copy()
        return game, Position(game, states)

    def _review(self, asked: Mapping[str, Any], body: bytes) -> _Reviewed:
        key = sha256(body + json.dumps([asked["eyes"], asked["only"], asked["depth"]]).encode()).hexdigest()
        if key not in self._reviewed:
            played = Played.from_json(json.loads(body))
            self._reviewed[key] = _Reviewed(played, self._game(played.config), asked)
        self._reviewed.move_to_end(key)
        while len(self._reviewed) > KEPT:
            self._reviewed.popitem(last=False)
        return self._reviewed[key]


# ------------------------------------------------------------------------------------------------------------- reviews


class _Reviewed:
    """The review of one game, made in parts."""

    def __init__(self, played: Played, game: Game, asked: Mapping[str, Any]) -> None:
        from ..analysis.chances import FULL

        self.game, self._played = game, played
        position = played.config.start_of(game)
        self._positions = [position.copy()]
        for step in played.steps:
            self._positions.append(position.redo(step, played.config.rules_version).copy())
        self._begins = list(accumulate(asked["frames"]))
        """The record's step at which each step of the table has ended."""
        self._eyes, self._only, self._depth = asked["eyes"], asked["only"], asked["depth"]
        self._full = self._eyes == FULL or not game.info.hidden
        self._names = tuple(seat.name for seat in played.seats)
        self._reviewer: Reviewer | None = None
        self.tell: Progress = lambda *_: None

    def _made(self) -> Reviewer:
        """The reviewer after the fast pass."""
        if self._reviewer is None:
            reviewer = self._new(max(FEWEST_GAMES, min(100, MOST_GAMES // max(1, 3 * len(self._positions)))))
            reviewer.judge()
            self._reviewer = reviewer
        return self._reviewer

    def _new(self, games: int) -> Reviewer:
        from ..analysis.review import Reviewer

        return Reviewer(
            self._positions,
            self._names,
            eyes=self._eyes,
            depth=self._depth,
            games=games,
            progress=self._say,
        )

    def _say(self, what: str, done: int, whole: int) -> None:
        self.tell(what, done, whole)  # whoever asks now

    def turns(self, _asked: Mapping[str, Any]) -> dict[str, Any]:
        """Where turns begin: known before any position has been valued."""
        from ..analysis.review_report import ReviewWriter

        starts = ReviewWriter(self._positions, self._names, self._eyes).turn_starts()
        found = {self._table_step(step): turn for step, turn in starts.items()}
        return {"turns": [{"at": at, "turn": turn} for at, turn in found.items()]}

    def curve(self, _asked: Mapping[str, Any]) -> dict[str, Any]:
        """The shares of all seats where turns begin: by rollouts at some of these alone."""
        from ..analysis.chances import ROLLOUTS, quantity

        reviewer = self._reviewer or self._new(CURVE_GAMES)
        rolled = reviewer.source == ROLLOUTS
        return {
            "source": reviewer.source,
            "policy": reviewer.policy,
            "games": CURVE_GAMES if rolled else 0,
            "quantity": quantity(self.game.declared),
            "curve": self._points(reviewer.curve(CURVE_POINTS if rolled else None)),
        }

    def review(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The review, with what rollouts have found so far (``rolled``)."""
        reviewer = self._made()
        known = {int(at): found for at, found in asked["rolled"].items()}
        reviewer.go_on(known, asked["by"])
        return self._shown(reviewer)

    def refine(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The same after some more rollouts."""
        reviewer = self._made()
        reviewer.go_on({int(at): found for at, found in asked["rolled"].items()}, asked["by"])
        ends, before = time.monotonic() + PIECE, len(reviewer.rolled)
        reviewer.refine(lambda: len(reviewer.rolled) > before and time.monotonic() > ends)
        return self._shown(reviewer)

    def page(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The review as one page of HTML."""
        from ..analysis.review_page import review_page

        reviewer = self._made()
        reviewer.go_on({int(at): found for at, found in asked["rolled"].items()}, asked["by"])
        record = record_of(self._played)
        return {"html": review_page(replace(reviewer.review(), preset=record.preset), record, asked["language"])}

    def _shown(self, reviewer: Reviewer) -> dict[str, Any]:
        found = reviewer.review()
        worded = {one.at for one in sorted(self._mistakes(found), key=lambda one: -one.loss)[:WORDED]}
        dear = sorted(found.events, key=lambda one: -max(map(abs, one.luck)))[:WORDED]
        narrated = {one.at for one in dear if one.size}
        return {
            "planned": reviewer.planned,
            "rolled": reviewer.rolled,
            "by": found.refined_by,
            "answer": {
                "checked": found.refined,
                "planned": reviewer.planned,
                "checked_by": found.refined_by,
                "lot": found.sampled,
                "finished": found.finished,
                "source": found.source,
                "policy": found.policy,
                "games": found.games,
                "curve": self._points(found.curve),
                "mistakes": [self._mistake(one, worded=one.at in worded) for one in self._mistakes(found)],
                "luck": [
                    self._event(one, worded=one.at in narrated)
                    for one in found.events
                    if max(map(abs, one.luck)) >= LISTED
                ],
                "ledger": self._ledger(found),
                "turning": [self._turning(one, found) for one in found.turning_points],
            },
        }

    def _mistakes(self, found: Review) -> list[ReviewedDecision]:
        return [one for one in found.decisions if one.loss > 0 and self._only in (None, one.seat)]

    def _table_step(self, step: int) -> int:
        """The step of the table at which the record has had so many steps, or that is under way."""
        return max(0, bisect_right(self._begins, step) - 1)

    def _points(self, curve: Sequence[Any]) -> list[dict[str, Any]]:
        found: dict[int, dict[str, Any]] = {}
        for one in curve:
            at = self._table_step(one.at)
            found[at] = {"at": at, "turn": one.turn, "shares": kept(one.shares)}
        return list(found.values())

    def _mistake(self, one: ReviewedDecision, *, worded: bool) -> dict[str, Any]:
        shares = {move.ids: given for move, given in one.alternatives}

        def line(move: WholeMove) -> dict[str, Any]:
            return self._line(one.at, one.seat, move, shares.get(move.ids), worded=worded)

        return {
            "at": self._table_step(one.at),
            "end": bisect_left(self._begins, one.end),
            "turn": one.turn,
            "seat": one.seat,
            "kind": one.move.kind,
            "played": line(one.move),
            "best": line(one.best),
            "loss": one.loss,
            "margin": one.margin,
            "bound": 0.0 if one.margin is None else max(0.0, one.loss - one.margin),
            "label": one.label,
            "doubt": one.doubt,
            "checked": one.checked,
            "repeated": one.repeated,
            "before": kept(one.before),
            "after": kept(one.after),
            "error": list(one.error),
            "lines": [line(move) for move, _ in one.alternatives[:LINES]],
        }

    def _line(
        self, at: int, seat: int, move: WholeMove, shares: Sequence[float] | None, *, worded: bool
    ) -> dict[str, Any]:
        from ..analysis.hints import move_messages

        said = move_messages(self._positions[at], move, seat) if worded else []
        return line_of(move, said, shares, None)

    def _event(self, one: LuckEvent, *, worded: bool) -> dict[str, Any]:
        return {
            "at": bisect_right(self._begins, one.at),
            "turn": one.turn,
            "seat": None if one.seat < 0 else one.seat,
            "kind": one.kind,
            "size": one.size,
            "m": [said.to_json() for said in self._happened(one.at)] if worded else [],
            "text": one.text,
            "luck": list(one.luck),
        }

    def _happened(self, step: int) -> list[Message]:
        """What the step did, as far as the eyes may read it."""
        from ..core.narration import readable_by
        from ..core.wording import event_message

        after = self._positions[step + 1]
        seat = self._eyes if isinstance(self._eyes, int) else None
        events = after.events if self._full else readable_by(after.events, seat, self.game.players)
        return [event_message(after, event) for event in events]

    def _turning(self, one: TurningPoint, found: Review) -> dict[str, Any]:
        chance = self._positions[one.at].to_move < 0
        decided = None if chance else next(each for each in found.decisions if each.at == one.at)
        if decided is None:
            said = [message.to_json() for message in self._happened(one.at)]
        else:
            said = self._line(one.at, one.seat, decided.move, None, worded=self._full or one.seat == self._eyes)["m"]
        return {
            "at": bisect_right(self._begins, one.at) if chance else self._table_step(one.at),
            "turn": one.turn,
            "seat": None if one.seat < 0 else one.seat,
            "by": "chance" if chance else "decision",
            "m": said,
            "text": one.text,
            "change": list(one.change),
        }

    def _ledger(self, found: Review) -> list[dict[str, Any]]:
        from ..analysis.review_words import ReviewWords

        words = {language: ReviewWords(language) for language in LANGUAGES}
        named = len(set(self._names)) == len(self._names)
        return [
            {
                **{name: getattr(one, name) for name in LEDGER},
                "gifts": list(one.gifts),
                "luck_by_kind": dict(one.luck_by_kind),
                "labels": dict(one.labels),
                "kinds": _kinds(one),
                "sentence": {
                    language: said.sentence(one, found.players, finished=found.finished, named=named)
                    for language, said in words.items()
                },
            }
            for one in found.seats
        ]


LEDGER: Final = (
    *("seat", "name", "place", "start", "luck", "own", "others", "drift", "unknown", "result"),
    *("luck_adjusted", "open_decisions", "error_rate"),
)


def _kinds(one: SeatSheet) -> list[dict[str, Any]]:
    return [
        {"kind": kind, "decisions": some.decisions, "open": some.open, "error": some.error}
        for kind, some in one.errors_by_kind.items()
    ]
