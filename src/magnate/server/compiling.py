"""Rules that tables need are compiled in a process of their own, so that the server answers meanwhile and can end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from ..errors import BrokenGame, MagnateError
from .workers import LOADING, Course, Pool, as_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from ..core.game import Game

__all__ = ["compile_apart", "serve"]

NICENESS: Final = 5
"""Games that are played come first."""


def serve(pipe: Connection) -> None:
    """Compile games until the pipe is closed."""

    def answer(asked: bytes) -> dict[str, Any]:
        from ..core.game import load_with
        from .table_factory import compiled

        name, preset, players, overrides = json.loads(asked)
        try:
            compiled(load_with(name, preset, players, overrides))
        except MagnateError as error:
            return {"error": error.message, "hint": error.hint}
        return {}

    as_worker(pipe, answer, NICENESS)


async def compile_apart(game: Game) -> None:
    """Have a process compile what tables of a game need, and keep it on disk; whoever cancels this ends the process.

    Raises :class:`~magnate.errors.BrokenGame` where it cannot be compiled, and
    :class:`~magnate.errors.WorkerFailed` where the process ends.
    """
    asked = json.dumps([game.name, game.preset, game.players, game.overrides]).encode()
    pool = Pool(1, serve, "magnate-compiling")
    try:
        heard = await pool.answer(asked, LOADING, Course())
    finally:
        await pool.close()
    if "error" in heard:
        raise BrokenGame(heard["error"], hint=heard["hint"])
