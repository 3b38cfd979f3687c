"""The journal of a run: whatever has been played, a line of JSON each, written before the run goes on.

A search is a program whose only costly steps are evaluations, each with a key. A run that is resumed runs the same
program; steps that the journal has are read instead of played, so it comes to the same result. The first line says
what the run is of; a journal of something else is refused.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from ...errors import BadTuning, listing

__all__ = ["FILE", "Journal", "check_run"]

FILE: Final = "journal.jsonl"


def check_run(folder: Path, *, resume: bool) -> None:
    """Raise :class:`~magnate.errors.BadTuning` where a folder has a search already, or with ``resume`` has none."""
    path = folder / FILE
    if path.exists() and path.stat().st_size and not resume:
        raise BadTuning(f"{folder} already holds a search", hint="--resume goes on with it; --out names another folder")
    if resume and not path.exists():
        raise BadTuning(f"{folder} holds no search to go on with", hint="begin it without --resume")


class Journal:
    """An open journal; a context manager. ``entries`` is what it has, by key.

    ``about`` is what the run is of. With ``resume`` the folder must have a journal of the same, without it none.

    Raises :class:`~magnate.errors.BadTuning` otherwise, or when another process writes to it.
    """

    def __init__(self, folder: Path, about: Mapping[str, Any], *, resume: bool = False) -> None:
        check_run(folder, resume=resume)
        path = folder / FILE
        folder.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.entries: dict[str, dict[str, Any]] = {}
        self._file = path.open("r+b" if path.exists() else "x+b")
        try:
            self._lock()
            self._read(json.loads(json.dumps(about)))
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
        self._file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadTuning(
                f"another process is at work in {self.path.parent}", hint="wait for it, or name another folder"
            ) from None

    def _read(self, about: dict[str, Any]) -> None:
        """Read what is there; half a line at the end is what a killed process left, and is cut off."""
        text = self._file.read()
        kept = text[: text.rfind(b"\n") + 1]
        self._file.seek(len(kept))
        self._file.truncate()
        lines = kept.splitlines()
        try:
            entries = [json.loads(line) for line in lines]
            self.entries = {entry.pop("key"): entry for entry in entries[1:]}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadTuning(f"{self.path} cannot be read", hint="it is no journal, or it was changed") from None
        if not entries:
            self._append(about)
        elif entries[0] != about:
            different = listing(_differences(entries[0], about))
            raise BadTuning(
                f"the search in {self.path.parent} is another one: it differs in {different}",
                hint="give the arguments that it was begun with, or another folder",
            )


def _differences(stored: Any, wanted: Mapping[str, Any]) -> list[str]:
    """The names of what is not the same."""
    if not isinstance(stored, dict):
        return ["everything"]
    return sorted(name for name in {*stored, *wanted} if stored.get(name) != wanted.get(name))
