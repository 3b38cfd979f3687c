"""What the arena's store has to show: tournaments, their standings and pages, and the agents' ratings. Read only.

Nothing else waits for it: each kind of question has a thread of its own, so that a list does not wait for a report
either. Pages are kept until the tournament has played more games.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..errors import MagnateError

if TYPE_CHECKING:
    from ..arena.results import TournamentResults
    from ..arena.store import Entry, Store

__all__ = ["ArenaReader"]

KEPT: Final = 16
"""Findings and pages that are kept."""

T = TypeVar("T")


class ArenaReader:
    """Reads the store at ``where`` (None: the usual one), which need not be there yet. Loops read by :meth:`ask`."""

    def __init__(self, where: str | None) -> None:
        self.where = where
        self._threads: dict[str, ThreadPoolExecutor] = {}
        self._keeping = threading.Lock()
        self._found: dict[tuple[str, int], TournamentResults] = {}
        self._pages: dict[tuple[str, int], str] = {}

    async def ask(self, read: Callable[..., T], *what: Any) -> T:
        """What ``read``, which may use this object, returns; of one kind, one is called after another."""
        kind = read.__name__
        thread = self._threads.setdefault(kind, ThreadPoolExecutor(1, thread_name_prefix=f"magnate-arena-{kind}"))
        return await asyncio.get_running_loop().run_in_executor(thread, read, *what)

    def close(self) -> None:
        """Read nothing more."""
        for thread in self._threads.values():
            thread.shutdown(wait=False, cancel_futures=True)

    def tournaments(self) -> list[dict[str, Any]]:
        """All tournaments, the newest first."""
        return [_shown(entry) for entry in reversed(self._entries())]

    def tournament(self, name: str) -> dict[str, Any]:
        """One tournament with its standings; raises :class:`~magnate.errors.UnknownTournament`."""
        entry = self._entry(name)
        found = self._findings(entry) if entry.done else None
        return {
            "tournament": _shown(entry),
            "standings": [] if found is None else _standings(entry.id, found),
            "report": found is not None,
        }

    def report(self, name: str) -> str:
        """The page of a tournament; raises what a tournament without games raises."""
        entry = self._entry(name)
        return self._kept(self._pages, entry, lambda: self._page(entry))

    def ratings(self) -> dict[tuple[str, str], dict[str, Any]]:
        """The rating of each agent of each game, from the newest finished tournament that has one."""
        rated: dict[tuple[str, str], dict[str, Any]] = {}
        for entry in reversed(self._entries()):
            if not entry.finished or all((entry.plan.game, name) in rated for name in entry.plan.names):
                continue
            try:
                standings = _standings(entry.id, self._findings(entry))
            except MagnateError:  # a tournament of other rules, say: others have ratings all the same
                continue
            for row in standings:
                if row["rating"] is not None:
                    rated.setdefault((entry.plan.game, row["agent"]), row["rating"])
        return rated

    def _entries(self) -> list[Entry]:
        with closing(self._store()) as store:
            return store.entries()

    def _entry(self, name: str) -> Entry:
        with closing(self._store()) as store:
            return store.entry(name)

    def _store(self) -> Store:
        from ..arena.store import open_store

        return open_store(self.where)

    def _findings(self, entry: Entry) -> TournamentResults:
        from ..arena.results import tournament_results

        def made() -> TournamentResults:
            with closing(self._store()) as store:
                return tournament_results(store.games(entry.id), entry.plan)

        return self._kept(self._found, entry, made)

    def _page(self, entry: Entry) -> str:
        from importlib.metadata import version

        from ..arena.report.collect import report_data
        from ..arena.report.page import page

        with closing(self._store()) as store:
            played = store.played(entry.id)
        data = report_data(
            self._findings(entry),
            name=entry.id,
            started=f"{entry.created:%Y-%m-%d %H:%M} UTC",
            finished="" if played is None else f"{played[1]:%Y-%m-%d %H:%M} UTC",
            versions={name: version(name) for name in ("magnate", "numpy", "numba", "scipy")},
        )
        return page(data)

    def _kept(self, kept: dict[tuple[str, int], T], entry: Entry, make: Callable[[], T]) -> T:
        key = (f"{entry.id} {entry.created.timestamp()}", entry.done)
        found = kept.get(key)
        if found is None:
            found = make()
            with self._keeping:
                while len(kept) >= KEPT:
                    kept.pop(next(iter(kept)))
                kept[key] = found
        return found


def _shown(entry: Entry) -> dict[str, Any]:
    plan = entry.plan
    return {
        "id": entry.id,
        "game": plan.game,
        "preset": plan.preset,
        "rules": plan.rules_message(titled=True).to_json(),
        "players": plan.players,
        "agents": list(plan.names),
        "created": entry.created.isoformat(),
        "played": entry.done,
        "planned": entry.total,
    }


def _standings(source: str, found: TournamentResults) -> list[dict[str, Any]]:
    """The rows of the table of a tournament, the best first."""
    described = found.as_dict()
    elo = {row["agent"]: row for row in (described.get("ratings") or {}).get("agents", ())}
    return [
        {
            "agent": row["agent"],
            "games": row["games"],
            "win_share": row["win_share"]["mean"],
            "low": row["win_share"]["low"],
            "high": row["win_share"]["high"],
            "rating": _rating(source, row["games"], elo.get(row["agent"])),
        }
        for row in described["ranking"]
    ]


def _rating(source: str, games: int, row: dict[str, Any] | None) -> dict[str, Any] | None:
    if row is None or None in {row["elo"], row["low"], row["high"]}:
        return None
    return {"elo": row["elo"], "low": row["low"], "high": row["high"], "games": games, "source": source}
