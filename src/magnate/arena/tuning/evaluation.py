"""Evaluating configurations: games are played once, noted in the journal, and read from it by a resumed search."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol

import numpy as np

from ...core.game import Game
from ...core.run import Results, Run, play_games
from ...errors import BadTuning, listing
from ...runtime.system import lock_file
from ..games import cap_codes
from ..schedule import Purpose, purpose_seed
from ..statistics import Estimate, share_estimate
from .space import Setting, compiled

__all__ = ["FILE", "Duels", "Evaluation", "Found", "Journal", "Point", "Watcher", "check_run"]


# ----------------------------------------------------------------------- Games: one agent alone among copies of another
#
# At a table of P the first agent of a pair has one seat and the second the other P - 1. Each deal is played P times,
# so that the first sits in every seat. The fair share is 1/P, and two equal agents have it exactly, deal by deal.
#
# The search (*tuning*), the *gate* and the *final* figure play different deals of one tournament seed. So nothing is
# reported on deals that chose the candidate.


CHUNK: Final = 4096
"""The most games whose states are in memory at once."""

OnProgress = Callable[[int], None]
"""Called with the number of games that are finished since the last call."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What came of pairs of agents on some deals.

    ``won`` (pairs, deals): what the first of each pair won, in whole numbers from 0 to :attr:`Duels.whole`. ``games``
    and ``capped`` (pairs,): how many games were played for each, and how many of these a cap ended.
    """

    won: np.ndarray
    games: np.ndarray
    capped: np.ndarray


class Duels:
    """Plays pairs of agents of one game; a pure function of the specs, the seed and the deals, whatever ``jobs``."""

    def __init__(self, game: Game, seed: int, jobs: int = 1) -> None:
        self.game = game
        self.seed = seed
        self.jobs = jobs

    @property
    def unit(self) -> int:
        """Into how many parts a won game is divided, so that every shared win is a whole number of them."""
        return math.lcm(*range(1, self.game.players + 1))

    @property
    def whole(self) -> int:
        """All wins of one deal, in the same parts."""
        return self.unit * self.game.players

    def deals(self, games: int) -> int:
        """How many deals take at least so many games."""
        return -(-games // self.game.players)

    def rivals(self, spec: str, opponents: Sequence[str]) -> int:
        """How many of the opponents are not the same agent, so that games with them are played."""
        row = compiled(self.game.name, spec).row
        return sum(compiled(self.game.name, opponent).row != row for opponent in opponents)

    def play(
        self,
        purpose: Purpose,
        pairs: Sequence[tuple[str, str]],
        first: int,
        last: int,
        on_progress: OnProgress | None = None,
    ) -> Played:
        """Play each pair at the deals ``first`` to ``last - 1``, which are the same for all.

        What an agent wins among its own copies is known, so these games are not played.
        """
        players, many = self.game.players, last - first
        rows = {spec: compiled(self.game.name, spec).row for pair in pairs for spec in pair}
        numbers = {spec: number for number, spec in enumerate(rows)}
        params = np.array(list(rows.values()))
        won = np.full((len(pairs), many), self.unit, np.int64)
        played = [number for number, (one, other) in enumerate(pairs) if rows[one] != rows[other]]
        lone = np.array([numbers[pairs[number][0]] for number in played])
        rest = np.array([numbers[pairs[number][1]] for number in played])
        seeds = [purpose_seed(self.seed, purpose, deal) for deal in range(first, last)]
        found = np.zeros(len(played) * many, np.int64)
        capped, caps = np.zeros(len(pairs), np.int64), cap_codes(self.game.info)
        for begin in range(0, len(played) * many * players, CHUNK):
            game = np.arange(begin, min(begin + CHUNK, len(played) * many * players))
            pair, seat = game // (many * players), game % players
            lineup = np.repeat(rest[pair][:, None], players, axis=1)
            lineup[np.arange(len(game)), seat] = lone[pair]
            came = self._results([seeds[deal] for deal in game // players % many], lineup, params, on_progress)
            parts = np.rint(came.utility[np.arange(len(game)), seat] * self.unit).astype(np.int64)
            np.add.at(found, game // players, parts)
            np.add.at(capped, np.array(played)[pair], np.isin(came.ending, caps))
        won[played] = found.reshape(len(played), many)
        games = np.zeros(len(pairs), np.int64)
        games[played] = many * players
        return Played(won, games, capped)

    def share(self, won: np.ndarray, *, rivals: bool = True) -> Estimate:
        """The share of the wins, with its interval over deals; rows of several opponents are averaged deal by deal.

        Without ``rivals`` the agent met its own copies only and has an even share for certain.
        """
        ends = (0.0, 1.0) if rivals else (1 / self.game.players,) * 2
        return share_estimate(np.atleast_2d(won).mean(axis=0) / self.whole, *ends)

    def _results(
        self, seeds: list[int], lineup: np.ndarray, params: np.ndarray, on_progress: OnProgress | None
    ) -> Results:
        return play_games(Run.of(self.game, seeds, lineup, params), threads=self.jobs, progress=on_progress)


# -------------------------------------- The journal: a line of JSON for each evaluation, written before the run goes on
#
# A search is a program whose only costly steps are evaluations, each with a key. A resumed run runs the same program
# and reads the steps that the journal has, so it has the same result. The first line describes the run and the code; a
# journal of another run is refused. Each line has a checksum, which journals of 0.1 lack.


FILE: Final = "journal.jsonl"


def check_run(folder: Path, *, resume: bool) -> None:
    """Raise :class:`~magnate.errors.BadTuning` where a folder has a search already, or with ``resume`` has none."""
    path = folder / FILE
    if path.exists() and path.stat().st_size and not resume:
        raise BadTuning(f"{folder} already holds a search", hint="--resume goes on with it; --out names another folder")
    if resume and not path.exists():
        raise BadTuning(f"{folder} holds no search to go on with", hint="begin it without --resume")


@dataclass(frozen=True, slots=True)
class Code:
    """The code that plays a run: hashes of its sources, and a function that takes the fingerprints of what it does."""

    sources: Mapping[str, str]
    fingerprints: Callable[[], Mapping[str, Any]]


class Journal:
    """An open journal; a context manager. ``entries`` is what it has, by key.

    ``about`` is what the run is of. With ``resume`` the folder must have a journal of the same, without it none. It
    must be by the same ``code``: by the same sources, or by sources with the same fingerprints.

    Raises :class:`~magnate.errors.BadTuning` otherwise, or when another process writes to it.
    """

    def __init__(
        self, folder: Path, about: Mapping[str, Any], code: Code = Code({}, dict), *, resume: bool = False
    ) -> None:
        check_run(folder, resume=resume)
        path = folder / FILE
        folder.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.entries: dict[str, dict[str, Any]] = {}
        self._file = path.open("r+b" if path.exists() else "x+b")
        try:
            self._lock()
            self._read(json.loads(json.dumps(about)), code)
        except BaseException:  # whatever it was, the file and its lock must be let go
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def get(self, key: str) -> dict[str, Any] | None:
        """What was noted under a key."""
        return self.entries.get(key)

    def put(self, key: str, found: Mapping[str, Any]) -> dict[str, Any]:
        """Note what was found; it is on the disk when this returns. Returns it as it will be read back."""
        entry = json.loads(json.dumps(found))
        self._append({"key": key, **entry})
        self.entries[key] = entry
        return entry

    def _append(self, entry: Mapping[str, Any]) -> None:
        self._file.write(_line({**entry, "sum": _checksum(entry)}) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lock(self) -> None:
        if not lock_file(self._file):
            raise BadTuning(
                f"another process is at work in {self.path.parent}", hint="wait for it, or name another folder"
            )

    def _read(self, about: dict[str, Any], code: Code) -> None:
        """Read what is there; half a line at the end is what a killed process left, and is cut off."""
        text = self._file.read()
        kept = text[: text.rfind(b"\n") + 1]
        self._file.seek(len(kept))
        self._file.truncate()
        lines = kept.splitlines()
        try:
            entries = [json.loads(line) for line in lines]
            summed = any("sum" in entry for entry in entries)
            if summed and any(entry.pop("sum", "") != _checksum(entry) for entry in entries):
                raise ValueError
            self.entries = {entry.pop("key"): entry for entry in entries[1:]}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadTuning(f"{self.path} cannot be read", hint="it is no journal, or it was changed") from None
        if not entries:
            self._append({**about, "code": code.sources, "fingerprints": code.fingerprints()})
        elif isinstance(entries[0], dict) and (written := entries[0].get("schema")) != about.get("schema"):
            raise BadTuning(
                f"{self.path} has schema {written!r}, and this version of magnate reads {about.get('schema')}",
                hint="go on with the magnate that wrote it",
            )
        elif different := _differences(entries[0], about, code):
            raise BadTuning(
                f"the search in {self.path.parent} is another one: it differs in {listing(different)}",
                hint="give the arguments that it was begun with, or another folder",
            )


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()


def _checksum(entry: Mapping[str, Any]) -> str:
    return hashlib.blake2b(_line(entry), digest_size=8).hexdigest()


def _differences(stored: Any, wanted: Mapping[str, Any], code: Code) -> list[str]:
    """The names of what is not the same; the code is the same where it plays alike."""
    if not isinstance(stored, dict):
        return ["everything"]
    sources, fingerprints = (stored.pop(name, None) for name in ("code", "fingerprints"))
    different = {name for name in {*stored, *wanted} if stored.get(name) != wanted.get(name)}
    if not different and sources != code.sources and (not fingerprints or fingerprints != code.fingerprints()):
        different.add("code")
    return sorted(different)


# ---------------------------------------------------------------------------------------------------------- Evaluations


class Watcher(Protocol):
    """Who hears how far a search has come."""

    def begin(self, stage: str, games: int) -> None:
        """A stage begins, with so many games that are still to be played."""
        ...

    def more(self, games: int) -> None:
        """So many more games are finished."""
        ...


@dataclass(frozen=True, slots=True)
class Finalist:
    """A configuration of the last stage of a search: its share of the wins and its share against each opponent.

    ``games`` are those that it played there, ``capped`` those of them that a cap ended.
    """

    spec: str
    share: Estimate
    against: Mapping[str, float]
    games: int
    capped: int

    def as_dict(self) -> dict[str, Any]:
        """The finalist for the journal and for JSON."""
        return {
            "spec": self.spec,
            "share": self.share.as_dict(),
            "deals": self.share.deals,
            "against": self.against,
            "games": self.games,
            "capped": self.capped,
        }

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Finalist:
        """The inverse of :meth:`as_dict`."""
        share = Estimate(**entry["share"], deals=entry["deals"])
        return cls(entry["spec"], share, entry["against"], entry["games"], entry["capped"])


@dataclass(frozen=True, slots=True)
class Point:
    """What the picture shows of a configuration: when it was evaluated, in which stage, and what it came to."""

    number: int
    stage: int
    value: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a search comes to: the table of its last stage, best first, and all its evaluations.

    The values of ``points`` are shares of the wins, or with ``relative`` what a share has more than the incumbent's
    on the same deals.
    """

    finalists: tuple[Finalist, ...]
    points: tuple[Point, ...]
    relative: bool
    evaluated: int

    def candidate(self, incumbent: str) -> str:
        """The best finalist but the incumbent."""
        return next((line.spec for line in self.finalists if line.spec != incumbent), incumbent)


class Evaluation:
    """Plays what the journal does not have yet."""

    def __init__(self, setting: Setting, duels: Duels, journal: Journal, watcher: Watcher) -> None:
        self.setting = setting
        self.duels = duels
        self.journal = journal
        self.watcher = watcher

    def missing(self, keys: Sequence[str]) -> int:
        """How many of these steps are still to be played."""
        return sum(key not in self.journal.entries for key in keys)

    def play(self, purpose: Purpose, pairs: Sequence[tuple[str, str]], first: int, last: int) -> Played:
        """Play pairs; see :meth:`Duels.play`."""
        return self.duels.play(purpose, pairs, first, last, self.watcher.more)

    def pool_wins(
        self, key: str, spec: str, span: tuple[int, int], more: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """What a configuration wins of each opponent of the pool on the deals of the ``span``, as noted.

        The entry has ``won``, a whole number for each opponent, and ``more``.
        """
        entry = self.journal.get(key)
        if entry is None:
            won = self.play("tuning", [(spec, opponent) for opponent in self.setting.pool], *span).won
            entry = self.journal.put(key, {"spec": spec, **(more or {}), "won": won.sum(axis=1).tolist()})
        return entry

    def finals(self, stage: str, meetings: Mapping[str, Sequence[str]], span: tuple[int, int]) -> list[Finalist]:
        """A last stage: every spec against its opponents, on deals of its own; best first, with intervals."""
        keys = [f"{stage}/{number}" for number in range(len(meetings))]
        pairs = sum(
            self.duels.rivals(spec, opponents)
            for key, (spec, opponents) in zip(keys, meetings.items(), strict=True)
            if self.missing([key])
        )
        self.watcher.begin(stage, pairs * (span[1] - span[0]) * self.setting.game.players)
        lines = []
        for key, (spec, opponents) in zip(keys, meetings.items(), strict=True):
            entry = self.journal.get(key)
            if entry is None:
                found = self.play("tuning", [(spec, opponent) for opponent in opponents], *span)
                shares = [round(self.duels.share(row).mean, 6) for row in found.won]
                games, capped = (int(counts.sum()) for counts in (found.games, found.capped))
                share = self.duels.share(found.won, rivals=games > 0)
                line = Finalist(spec, share, dict(zip(opponents, shares, strict=True)), games, capped)
                entry = self.journal.put(key, line.as_dict())
            lines.append(Finalist.from_dict(entry))
        return sorted(lines, key=lambda line: -line.share.mean)  # stable: equal ones stay in the order of the search
