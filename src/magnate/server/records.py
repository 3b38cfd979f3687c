"""Records of games: read, made of tables and verified, in worker processes."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import errors
from ..catalogue import human
from ..errors import BadRecord, MagnateError, WorkerFailed
from ..messages import Message
from ..skins import shown
from .table_config import Dice, TableConfig, TableSeat
from .workers import READY, Course, Pool, Who, as_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.connection import Connection

    from ..core.game import Record
    from .settings import Limits
    from .table import Table


__all__ = ["Played", "RecordWorkers", "TournamentGame", "record_of", "verified"]


# ---------------------------------------------- Records of tables, and whether a finished game is what it claims to be


@dataclass(frozen=True, slots=True)
class Played:
    """What of a table its record is made of, and checked by: its game so far.

    ``hash`` is that of the last position in the server's memory.
    """

    config: TableConfig
    seats: tuple[TableSeat, ...]
    steps: tuple[int, ...]
    hash: str
    disclosed: bool

    @classmethod
    def of(cls, table: Table) -> Played:
        """The game of a table."""
        position = table.position
        return cls(table.config, table.seats, position.history, position.hash, table.disclosed)

    def to_json(self) -> dict[str, Any]:
        """As another process gets it, which then knows all of its secrets."""
        seats = [seat.to_json() for seat in self.seats]
        return {
            **{name: getattr(self, name) for name in self.__slots__},
            "config": self.config.to_json(),
            "seats": seats,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Played:
        """What :meth:`to_json` gave."""
        seats = tuple(map(TableSeat.from_json, data["seats"]))
        config = TableConfig.from_json(data["config"])
        return cls(config, seats, tuple(data["steps"]), data["hash"], data["disclosed"])


def record_of(played: Played) -> Record:
    """The record of a table's game so far; without seed and key as long as these are secret."""
    config = played.config
    names = [seat.agent or human(seat.name) for seat in played.seats]
    position = config.start_of(config.load_game())
    for step in played.steps:
        position.redo(step, config.rules_version)
    dice = config.dice if played.disclosed else None
    found: dict[str, Any] = {"seed": dice.seed} if isinstance(dice, Dice) else {"seed": None, "dice": dice}
    return replace(position.record(agents=names), final_hash=played.hash, **found)


def verified(played: Played) -> dict[str, Any]:
    """What was checked of a finished game, each with whether it holds and what was found."""
    checks = []
    dice = played.config.dice
    if dice is not None and not played.config.imported:
        stated = dice.commitment
        hashed = f"{dice.seed}:{dice.nonce}" if isinstance(dice, Dice) else dice.key
        formula, kept = f"sha256({hashed}) = {stated}", dice.is_kept
        said = _said("commitment", formula=formula) if kept else _said("commitment.fault", hash=stated)
        checks.append(_check("commitment", kept, said))
    try:
        found = record_of(played).verify()
    except MagnateError as error:
        checks.append(_check("game", False, _said("game.fault"), shown(error.message)))
    else:
        checks.append(_check("game", True, _said("game", count=found.decisions)))
        source = "dice" if isinstance(dice, Dice) else "dice.keyed"
        said = _said(source, count=found.outcomes) if found.dice else _said("dice.seedless")
        checks.append(_check("dice", found.dice or not found.outcomes, said))
        checks.append(_check("position", True, _said("position", hash=found.final_hash)))
    return {"ok": all(check["ok"] for check in checks), "checks": checks}


def _said(key: str, **params: Any) -> Message:
    return Message(f"table.check.{key}", params)


def _check(name: str, ok: bool, found: Message, detail: str = "") -> dict[str, Any]:
    return {"name": name, "ok": ok, "found": found.to_json(), "detail": detail}


# ------------------------------------------------------------------- Worker processes that read records and check games
#
# A worker is given the bytes of a body that nobody has read yet, or the game of a table. Its answer is ready to be
# kept or sent, so that the server's own process has next to nothing to do. Narrating a long game takes about a second.
# Requests of one person wait in turn with those of others (:class:`.workers.FairQueue`).


NICENESS: Final = 10
"""Less urgent than agents that think (:mod:`.agent_workers`), for which people at a table wait."""
SECONDS: Final = 120.0
"""The most that one piece of work may take; then its worker is killed."""
MOST_WORKERS: Final = 4
LINE: Final = b"\n"
"""Between what is to be done and the bytes of a body."""


class TournamentGame(NamedTuple):
    """A game of a tournament by its ``number``, and the ``store`` that keeps it (None: the usual one)."""

    store: str | None
    tournament: str
    number: int


class RecordWorkers(Pool):
    """The processes that do heavy work: one for two processors."""

    def __init__(self, workers: int | None = None) -> None:
        super().__init__(workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2)), serve, "magnate-labour")

    async def imported(self, body: bytes, limits: Limits, person: str) -> dict[str, Any]:
        """What is to be kept and shown of a record: ``rows`` for the store, and the ``id`` and ``info`` of its table.

        ``body`` is that of the request, as it came. Raises :class:`~magnate.errors.BadRecord` for one that has no
        record, and what a record raises that is too long or does not replay.
        """
        return await self._worked({"task": "import", "steps": limits.steps}, body, Who(person))

    async def replayed(self, game: TournamentGame, limits: Limits, person: str) -> dict[str, Any]:
        """The same of a game of a tournament, which is played again. That may take long: one worker is left to others.

        Raises :class:`~magnate.errors.UnknownTournament` where there is none of that number, and what
        :func:`.replay_game.replay_game` raises.
        """
        asked = {"task": "replay", "steps": limits.steps, **game._asdict()}
        return await self._worked(asked, b"", Who(person), long=True)

    async def exported(self, played: Played, person: str) -> str:
        """The record of a table's game as JSON text."""
        return str((await self._played("export", played, person))["text"])

    async def verified(self, played: Played, person: str) -> dict[str, Any]:
        """What :func:`verified` finds."""
        return await self._played("verify", played, person)

    async def _played(self, task: str, played: Played, person: str) -> dict[str, Any]:
        asked, body = {"task": task}, json.dumps(played.to_json()).encode()
        try:
            return await self._worked(asked, body, Who(person, played.config.id))
        except errors.UnknownGame:  # a game that was loaded from a module, in this process alone
            return await asyncio.to_thread(work, asked, body, lambda: None)

    async def _worked(self, asked: dict[str, Any], body: bytes, who: Who, *, long: bool = False) -> dict[str, Any]:
        try:
            heard = await self.answer(json.dumps(asked).encode() + LINE + body, SECONDS, Course(who, long))
        except WorkerFailed as failed:
            raise WorkerFailed(f"the work was not done: its process {failed.message}", hint=failed.hint) from None
        if "error" in heard:
            kind = getattr(errors, heard["error"], BadRecord)
            raise kind(heard["message"], hint=heard["hint"])
        done: dict[str, Any] = heard["done"]
        return done


# ---------------------------------------------------------------------------------------- in the process


def serve(pipe: Connection) -> None:
    """Do work until the pipe is closed."""

    def answer(message: bytes) -> dict[str, Any]:
        asked, _, body = message.partition(LINE)
        try:
            return {"done": work(json.loads(asked), body, lambda: pipe.send_bytes(READY))}
        except MagnateError as error:
            return {"error": type(error).__name__, "message": error.message, "hint": error.hint}

    as_worker(pipe, answer, NICENESS)


def work(asked: Mapping[str, Any], body: bytes, ready: Callable[[], None]) -> dict[str, Any]:
    """Do one piece of work; ``ready`` is called when all is loaded, which may take long at first."""
    if asked["task"] == "import":
        return _imported(_record(body), asked["steps"], ready)
    if asked["task"] == "replay":
        wanted = TournamentGame(asked["store"], asked["tournament"], asked["number"])
        return _imported(_replayed(wanted), asked["steps"], ready)
    played = Played.from_json(json.loads(body))
    game = played.config.load_game()
    game.move, game.check  # noqa: B018 - compiled, or loaded
    ready()
    return {"text": record_of(played).to_json()} if asked["task"] == "export" else verified(played)


def _imported(data: Mapping[str, Any], steps: int, ready: Callable[[], None]) -> dict[str, Any]:
    """See :meth:`RecordWorkers.imported`."""
    from .table import Table
    from .table_factory import imported, read_record, warm
    from .tablestore import rows_of

    record = read_record(data, steps)
    with suppress(MagnateError):  # which is reported below
        warm(record.to_game())
    ready()
    draft = imported(record)
    table, change = Table.begun(draft.config, draft.seats, draft.game, draft.steps)
    return {"rows": rows_of(table, change), "id": table.id, "info": table.info()}


def _replayed(wanted: TournamentGame) -> dict[str, Any]:
    """The record of a game of a tournament, played again."""
    from ..arena.replay_game import GameName, replay_game
    from ..arena.store import open_store

    with closing(open_store(wanted.store)) as store:
        table, game = divmod(wanted.number, store.plan(wanted.tournament).games)
        name = GameName(wanted.tournament, table, game)
        found: dict[str, Any] = json.loads(replay_game(store, name).record.to_json())
    return found


def _record(body: bytes) -> dict[str, Any]:
    """The record in a body."""
    from pydantic import ValidationError

    from .http_json import strict_json
    from .schemas import Import

    try:
        return Import.model_validate(strict_json(body)).record
    except UnicodeDecodeError:
        why = "it is not UTF-8"
    except json.JSONDecodeError:
        why = "it is no JSON"
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        why = f"{'.'.join(str(part)[:40] for part in first['loc']) or 'it'}: {first['msg']}"
    except ValueError as error:
        why = str(error)
    raise BadRecord(f"the request cannot be read: {why}", hint="send an object with the record that the export writes")
