"""Changes on their way to the store: those that come while others are written go into one transaction together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from ..errors import StoreFailed
from .tablestore import Step, step_of

if TYPE_CHECKING:
    from .frames import Change
    from .table import Table

__all__ = ["Keeper"]

TOGETHER: Final = 100
"""Changes in one transaction, at most."""


class Keeper:
    """Keeps the changes of all tables in their order.

    ``write`` puts steps into the store and raises a :class:`~magnate.errors.StoreFailed` where it cannot; ``spawn``
    does something in a task of its own.
    """

    def __init__(
        self,
        write: Callable[[list[Step]], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._write = write
        self._spawn = spawn
        self._waiting: list[tuple[Step, asyncio.Future[None]]] = []
        self._writing = False

    async def keep(self, table: Table, change: Change) -> None:
        """Keep a change that the table has not made yet; raises a :class:`~magnate.errors.StoreFailed`."""
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((step_of(table, change), kept))
        if not self._writing:
            self._writing = True
            self._spawn(self._empty())
        await kept

    async def _empty(self) -> None:
        """Write until nothing waits."""
        try:
            while self._waiting:
                together, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                await self._together(together)
        finally:
            self._writing = False

    async def _together(self, steps: list[tuple[Step, asyncio.Future[None]]]) -> None:
        """Write some steps in one transaction; where one of them is refused, each is written alone."""
        failed = await self._failure([step for step, _ in steps])
        if len(steps) > 1 and type(failed) is StoreFailed:  # the others are about the whole store
            for one in steps:
                await self._together([one])
            return
        for _, kept in steps:
            if kept.done():  # whoever waited has gone away
                continue
            if failed is None:
                kept.set_result(None)
            else:
                kept.set_exception(failed)

    async def _failure(self, steps: list[Step]) -> Exception | None:
        """Write these steps; returns why that was not possible, None where it was."""
        try:
            await self._write(steps)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            return error
        return None
