"""Tournaments that this server plays for its owner: one at a time, in a process of its own that gives way to tables.

The process is ``magnate tournament resume``. What it plays is in the arena's store at once, so stopping it loses
nothing, and it can go on later, here or in a terminal.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from contextlib import closing
from typing import IO, Final

from ..errors import BadValue
from ..runtime.system import interrupt, start_in_background
from .game_session import refused
from .schemas import NewTournament
from .table_config import check_agent

__all__ = ["TournamentRuns"]

NICENESS: Final = 15
"""Less urgent than reviews, which are less urgent than agents at a table."""
MOST_GAMES: Final = 200_000
"""Games of all tables of a tournament."""
DECISION: Final = 1.0
"""Seconds that an agent may take for a decision by its own budget."""
PATIENCE: Final = 10.0
"""Seconds that a process is given to end by itself."""
LAST_SAID: Final = 1_000
"""Bytes of a failed process's output that are shown, from its end."""


class TournamentRuns:
    """Plays tournaments of the store at ``where`` (None: the usual one)."""

    def __init__(self, where: str | None) -> None:
        self._where = where
        self._name: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._one_starts = asyncio.Lock()

    @property
    def playing(self) -> str | None:
        """The tournament that is being played here; None where there is none."""
        return self._name if self._process is not None and self._process.poll() is None else None

    def problem(self, name: str) -> str | None:
        """What the process said that has failed to play this tournament; None where none has."""
        process, said = self._process, self._said
        if name != self._name or process is None or said is None or not process.poll():
            return None
        size = os.fstat(said.fileno()).st_size
        said.seek(max(0, size - LAST_SAID))
        return said.read().decode(errors="replace").strip() or f"its process ended with code {process.returncode}"

    async def start(self, new: NewTournament) -> str:
        """Make a tournament and begin to play it; returns its name.

        Raises :class:`~magnate.errors.Refused` while another one is played, and what an impossible plan raises.
        """
        async with self._one_starts:
            self._check_free()
            name = await asyncio.to_thread(self._created, new)
            self._play(name)
        return name

    async def go_on(self, name: str) -> None:
        """Play what is missing of a tournament; raises as :meth:`start` does."""
        async with self._one_starts:
            self._check_free()
            self._play(name)

    async def stop(self, name: str | None = None) -> None:
        """End the process, if it plays this tournament (None: whatever it plays), and wait for it."""
        process = self._process
        if process is None or self.playing is None or name not in (None, self._name):
            return
        interrupt(process)
        try:
            await asyncio.to_thread(process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            await asyncio.to_thread(process.wait)
        if process is self._process:
            self._process = None  # it has not failed

    async def close(self) -> None:
        """End the process, if there is one, and forget what it said."""
        await self.stop()
        self._forget()

    def _forget(self) -> None:
        if self._said is not None:
            self._said.close()
        self._said = None

    def _check_free(self) -> None:
        if self.playing is not None:
            raise refused("refused", "tournament", name=self.playing)

    def _created(self, new: NewTournament) -> str:
        from ..arena.blocks import most_games
        from ..arena.plan import make_plan
        from ..arena.store import open_store
        from ..core.game import load

        game = load(new.game, preset=new.preset, players=new.players)
        for spec in new.agents:
            check_agent(game.name, spec, game.players, DECISION)
        plan = make_plan(game, new.agents, new.games, seed=new.seed, on_failure="loss")
        if plan.schedule.games > MOST_GAMES:
            raise BadValue(
                f"that makes {plan.schedule.games:,} games, and a page may ask for {MOST_GAMES:,} at most",
                hint="choose fewer games or agents, or use magnate tournament run",
            )
        with closing(open_store(self._where)) as store:
            return store.create(plan, most_games(plan))

    def _play(self, name: str) -> None:
        store = [] if self._where is None else ["--store", self._where]
        command = [sys.executable, "-m", "magnate", "tournament", "resume", name, "--jobs", "1", "--quiet", *store]
        self._forget()
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - it is read when the process has ended
        self._process = start_in_background(command, NICENESS, self._said)
        self._name = name
