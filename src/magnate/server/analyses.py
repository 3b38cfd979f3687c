"""Reviews of games, and questions about their positions, for those who may ask.

A game that is over may be looked at with all eyes. One that goes on is reviewed only for its own players, where their
table gives hints: by what the seat sees, and with its own mistakes alone. Games in which only agents play have no
secrets.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ..errors import MagnateError
from .analysis_workers import AnalysisWorkers, game_asked, position_asked
from .decisions import shown_to
from .game_session import refused
from .records import Played
from .workers import Course, Who

if TYPE_CHECKING:
    from ..core.game import Position
    from .analysis_workers import Asked
    from .rooms import Json
    from .settings import Limits
    from .table import Table

__all__ = ["Analyses", "Eyes"]

KEPT: Final = 64
"""Reviews that are remembered."""
LOOKED: Final = 30.0
"""Seconds after the last question in which a review is still refined."""
PATIENCE: Final = 2.0
"""Seconds that a question waits for news, at most; the answer then says how far the work has come."""
FULL: Final = "full"
DECIDING: Final = frozenset({"lines", "ghost", "tree"})
"""Questions about what the seat to move may do: in a game that goes on they are for that seat alone."""

Eyes = int | str


@dataclass(eq=False)
class _Review:
    """A review that is being made: the questions that are asked of workers, and the answer so far."""

    seq: int
    played: Played
    frames: tuple[int, ...]
    eyes: Eyes
    only: int | None
    depth: int
    answer: Json
    by: str = ""
    rolled: Json = field(default_factory=dict)
    looked: float = 0.0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    work: asyncio.Task[None] | None = None
    course: Course = field(default_factory=Course)

    def asked(self, task: str, **more: Any) -> Asked:
        about = {"eyes": self.eyes, "only": self.only, "depth": self.depth}
        return game_asked(task, self.played, self.frames, **about, **more)

    def tell(self, **changes: Any) -> None:
        """Change the answer, and wake those who wait for news."""
        self.answer = {**self.answer, **changes, "version": self.answer["version"] + 1}
        self.news.set()
        self.news = asyncio.Event()


class Analyses:
    """Asks the workers for those who look at games."""

    def __init__(self, limits: Limits, workers: AnalysisWorkers | None = None) -> None:
        self.workers = workers or AnalysisWorkers()
        self._limits = limits
        self._reviews: OrderedDict[tuple[Any, ...], _Review] = OrderedDict()
        self._asking: dict[tuple[Any, ...], tuple[float, Course]] = {}
        self._took: dict[tuple[str, str, bool], float] = {}

    async def close(self) -> None:
        """End all work."""
        tasks = [one.work for one in self._reviews.values() if one.work is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.workers.close()

    def forget(self, table: str) -> None:
        """Forget the reviews of a table that is forgotten."""
        for key in [key for key in self._reviews if key[0] == table]:
            work = self._reviews.pop(key).work
            if work is not None:
                work.cancel()

    # ------------------------------------------------------------------------------------------ reviews

    async def review(self, table: Table, seat: int | None, who: str, known: int | None) -> Json:
        """The review of a table's game as far as it has come.

        With ``known``, a version, the next one that is newer is waited for. Without it, the review of a game that has
        gone on since begins anew.
        """
        loop = asyncio.get_running_loop()
        one = self._review(table, seat, who, again=known is None)
        one.looked = loop.time()
        self._go_on(one, Who(who, table.id), again=known is None)
        if known is not None and one.answer["version"] <= known and one.work is not None and not one.work.done():
            with suppress(TimeoutError):
                await asyncio.wait_for(one.news.wait(), PATIENCE)
        return {**one.answer, "work": _work(one.course)}

    async def page(self, table: Table, seat: int | None, who: str, language: str) -> str:
        """The review so far as one page of HTML that needs no server."""
        one = self._review(table, seat, who, again=True)
        self._check(who)
        asked = one.asked("page", rolled=one.rolled, by=one.by, language=language)
        return str((await self.workers.ask(asked, Who(who, table.id)))["html"])

    def _review(self, table: Table, seat: int | None, who: str, *, again: bool) -> _Review:
        """The review of a game as it stands (``again``), or that is being looked at, begun if need be."""
        eyes, only = eyes_of(table, seat)
        if table.at == 0:
            raise refused("refused", "nothing_yet")
        key = (table.id, eyes, only)
        old = self._reviews.get(key)
        if old is None or (again and old.seq != table.seq):
            self._check(who)
            if old is not None and old.work is not None:
                old.work.cancel()
            version = 0 if old is None else old.answer["version"] + 1
            depth = self._limits.review_depth if table.over else 0
            frames = tuple(len(frame.steps) for frame in table.frames)
            answer = {**_nothing(table, eyes), "version": version}
            self._reviews[key] = _Review(table.seq, Played.of(table), frames, eyes, only, depth, answer)
        self._reviews.move_to_end(key)
        while len(self._reviews) > KEPT:
            _, first = self._reviews.popitem(last=False)
            if first.work is not None:
                first.work.cancel()
        return self._reviews[key]

    def _go_on(self, one: _Review, who: Who, *, again: bool) -> None:
        """Let the review be made, if it is not; one that has failed is tried again where somebody begins to look."""
        if one.answer["stage"] == "failed" and again:
            one.tell(stage="refining" if one.answer["ledger"] else "curve" if one.answer["curve"] else "waiting")
        if one.answer["stage"] not in ("failed", "done") and (one.work is None or one.work.done()):
            one.work = asyncio.get_running_loop().create_task(self._make(one, who))

    async def _make(self, one: _Review, who: Who) -> None:
        try:
            if not one.answer["turns"]:
                one.tell(stage="waiting", problem=None, **await self._asked(one, one.asked("turns"), who))
            if not one.answer["curve"]:
                one.tell(stage="curve", problem=None, **await self._asked(one, one.asked("curve"), who))
            if one.answer["stage"] in ("waiting", "curve"):
                await self._part(one, "review", who)
            while one.answer["stage"] == "refining" and self._is_looked_at(one):
                await self._part(one, "refine", who)
        except MagnateError as error:
            one.tell(stage="failed", problem={"code": error.code, "message": error.message, "hint": error.hint})

    async def _part(self, one: _Review, task: str, who: Who) -> None:
        found = await self._asked(one, one.asked(task, rolled=one.rolled, by=one.by), who)
        one.rolled, one.by = found["rolled"], found["by"]
        done = found["answer"]["checked"] >= found["planned"]
        one.tell(stage="done" if done else "refining", problem=None, **found["answer"])

    async def _asked(self, one: _Review, asked: Asked, who: Who) -> Json:
        one.course = Course()
        try:
            return await self.workers.ask(asked, who, one.course)
        finally:
            one.course = Course()

    def _is_looked_at(self, one: _Review) -> bool:
        return asyncio.get_running_loop().time() - one.looked < LOOKED

    # ----------------------------------------------------------------------------------- questions

    async def ask(
        self, task: str, table: Table, seat: int | None, who: str, at: int | None, more: Mapping[str, Any]
    ) -> Json:
        """What a worker says of the position after ``at`` steps (None: now), as the seat may see it.

        ``more`` is what the task takes beside that, such as the terms of a trade.
        """
        eyes, _ = eyes_of(table, seat)
        position = self._position(table, at)
        if isinstance(eyes, int):
            position = shown_to(position, eyes)
            if task in DECIDING and position.to_move != eyes:
                raise refused("not_yours")
        self._check(who)
        asked = await asyncio.to_thread(position_asked, task, table.config, position, eyes, more)  # it may import much
        key, course, begun = (table.id, seat, who, task), Course(), time.monotonic()
        self._asking[key] = begun, course
        try:
            found = await self.workers.ask(asked, Who(who, table.id), course)
        finally:
            if self._asking.get(key) == (begun, course):
                del self._asking[key]
        self._took[table.game.name, task, bool(more.get("rollouts"))] = time.monotonic() - begun
        return found

    def waiting(self, task: str, table: Table, seat: int | None, who: str, *, rollouts: bool) -> Json:
        """How far the question has come that somebody waits for, and how long the last one of its kind took."""
        begun, course = self._asking.get((table.id, seat, who, task), (None, Course()))
        return {
            "seconds": None if begun is None else time.monotonic() - begun,
            "usual": self._took.get((table.game.name, task, rollouts)),
            "work": _work(course),
        }

    async def ask_text(self, task: str, text: str, who: str, **more: Any) -> Json:
        """Who wins from a position that somebody has written (``text``), or what it is (``described``)."""
        self._check(who)
        return await self.workers.ask(({"task": task, **more}, text.encode()), Who(who))

    async def puzzle(self, game: str, number: int, who: str, names: Sequence[str] | None = None) -> Json:
        """A puzzle of a game, by its place in the list; with ``names``, the position after that whole move of it."""
        self._check(who)
        asked = {"task": "puzzle"} if names is None else {"task": "ghost", "names": list(names)}
        return await self.workers.ask(({**asked, "game": game, "number": number}, b""), Who(who))

    def _position(self, table: Table, at: int | None) -> Position:
        if at is not None and at > table.at:
            raise refused("refused", "no_step")
        return table.position_at(table.at if at is None else at)

    def _check(self, who: str) -> None:
        """Refuse work where too much of the same person's waits already."""
        if self.workers.waiting.of(who) >= self._limits.analyses:
            raise refused("rate", "busy")


def _work(course: Course) -> Json | None:
    """What a worker does now, and how much of it is done."""
    what, done, whole = course.progress or ("", 0, 0)
    return {"what": what, "done": done, "whole": whole, "left": course.left} if what else None


def eyes_of(table: Table, seat: int | None) -> tuple[Eyes, int | None]:
    """With which eyes somebody may look at a game, and whose decisions alone are judged (None: all).

    Raises :class:`~magnate.errors.Refused` for who may not.
    """
    if table.seals:
        raise refused("refused", "sealed")
    if table.over or not table.people:
        return FULL, None
    if seat is None:
        raise refused("refused", "running")
    if table.config.hints == "off":
        raise refused("refused", "hints")
    return seat, seat


def _nothing(table: Table, eyes: Eyes) -> Json:
    """The answer before anything is known."""
    lists: Mapping[str, list[Any]] = {name: [] for name in ("turns", "curve", "mistakes", "luck", "ledger", "turning")}
    return {
        "version": 0,
        "stage": "waiting",
        "checked": 0,
        "planned": 0,
        "steps": table.at,
        "eyes": eyes,
        "finished": table.position.is_over,
        "quantity": "win",
        "source": None,
        "policy": "",
        "games": 0,
        "checked_by": "",
        "lot": 0,
        "names": [seat.name for seat in table.seats],
        **lists,
        "problem": None,
    }
