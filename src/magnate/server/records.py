"""Records of games: read in worker processes, made of tables and verified."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from .. import errors
from ..catalogue import human
from ..errors import BadRecord, MagnateError, WorkerFailed
from ..messages import Message
from .table_config import Dice
from .workers import READY, Course, Pool, Who, as_worker

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from ..core.game import Record
    from .settings import Limits
    from .table import Table


__all__ = ["RecordWorkers", "record_of", "verified"]


# ---------------------------------------------- Records of tables, and whether a finished game is what it claims to be


def record_of(table: Table) -> Record:
    """The record of a table's game so far; without seed and key as long as these are secret."""
    names = [seat.agent or human(seat.name) for seat in table.seats]
    dice = table.config.dice
    if not table.disclosed:
        dice = None
    found: dict[str, Any] = {"seed": dice.seed} if isinstance(dice, Dice) else {"seed": None, "dice": dice}
    return replace(table.position.record(agents=names), **found)


def verified(table: Table) -> dict[str, Any]:
    """What was checked of a finished game, each with whether it holds and what was found."""
    checks = []
    dice = table.config.dice
    if dice is not None and not table.config.imported:
        stated = dice.commitment
        hashed = f"{dice.seed}:{dice.nonce}" if isinstance(dice, Dice) else dice.key
        formula, kept = f"sha256({hashed}) = {stated}", dice.is_kept
        found = _said("commitment", formula=formula) if kept else _said("commitment.fault", hash=stated)
        checks.append(_check("commitment", kept, found))
    try:
        played = record_of(table).verify()
    except MagnateError as error:
        checks.append(_check("game", False, _said("game.fault"), error.message))
    else:
        checks.append(_check("game", True, _said("game", count=played.decisions)))
        source = "dice" if isinstance(dice, Dice) else "dice.keyed"
        dice_message = _said(source, count=played.outcomes) if played.dice else _said("dice.seedless")
        checks.append(_check("dice", played.dice or not played.outcomes, dice_message))
        checks.append(_check("position", True, _said("position", hash=played.final_hash)))
    return {"ok": all(check["ok"] for check in checks), "checks": checks}


def _said(key: str, **params: Any) -> Message:
    return Message(f"table.check.{key}", params)


def _check(name: str, ok: bool, found: Message, detail: str = "") -> dict[str, Any]:
    return {"name": name, "ok": ok, "found": found.to_json(), "detail": detail}


# ------------------------------------------------------------------- Worker processes that read records and check games
#
# A worker is given the bytes of a body that nobody has read yet, or a record. Its answer is ready to be kept or
# sent, so that the server's own process has next to nothing to do. Narrating a long game takes about a second.
# Requests of one person wait in turn with those of others (:class:`.workers.FairQueue`).


NICENESS: Final = 10
"""Less urgent than agents that think (:mod:`.agent_workers`), for which people at a table wait."""
SECONDS: Final = 120.0
"""The most that one piece of work may take; then its worker is killed."""
MOST_WORKERS: Final = 4
LINE: Final = b"\n"
"""Between what is to be done and the bytes of a body."""


class RecordWorkers(Pool):
    """The processes that do heavy work: one for two processors."""

    def __init__(self, workers: int | None = None) -> None:
        super().__init__(workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2)), serve, "magnate-labour")

    async def imported(self, body: bytes, limits: Limits, person: str) -> dict[str, Any]:
        """What is to be kept and told of a record: ``rows`` for the store, and the ``id`` and ``info`` of its table.

        ``body`` is that of the request, as it came. Raises :class:`~magnate.errors.BadRecord` for one that has no
        record, and what a record raises that is too long or does not replay.
        """
        return await self._worked({"task": "import", "steps": limits.steps}, body, Who(person))

    async def _worked(self, asked: dict[str, Any], body: bytes, who: Who) -> dict[str, Any]:
        try:
            heard = await self.answer(json.dumps(asked).encode() + LINE + body, SECONDS, Course(who))
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
            return {"done": _imported(body, json.loads(asked)["steps"], lambda: pipe.send_bytes(READY))}
        except MagnateError as error:
            return {"error": type(error).__name__, "message": error.message, "hint": error.hint}

    as_worker(pipe, answer, NICENESS)


def _imported(body: bytes, steps: int, ready: Callable[[], None]) -> dict[str, Any]:
    """See :meth:`RecordWorkers.imported`; ``ready`` is called when all is loaded, which may take long at first."""
    from .table import Table
    from .table_factory import imported, read_record, warm
    from .tablestore import rows_of

    record = read_record(_record(body), steps)
    with suppress(MagnateError):  # which is told below
        warm(record.to_game())
    ready()
    draft = imported(record)
    table, change = Table.begun(draft.config, draft.seats, draft.game, draft.steps)
    return {"rows": rows_of(table, change), "id": table.id, "info": table.info()}


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
