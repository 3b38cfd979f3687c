"""Records: a game as the list of its decisions and chance outcomes.

A game is a pure function of its options and that list, so the record is the save format, the bug report and the test
fixture. On disk it is one JSON object; everything read from disk is checked before it is believed.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from ..errors import (
    BadRecord,
    SaveFailed,
)
from .base_game import BaseGame
from .dice import KeyedDice

__all__ = ["BaseRecord", "Result", "Step", "Verified"]

Step: TypeAlias = "int | str"
"""A decision or an outcome as a file has it: its name, or its id."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended: the ending's name, and each seat's share of the win and score."""

    ending: str
    utility: tuple[float, ...]
    score: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """What :meth:`Record.verify` has checked: steps, how many of them were decisions and outcomes, and the dice.

    ``dice`` is True when every outcome is the one that the record's seed or secret dice give, and False when the record
    has neither to check them by.
    """

    steps: int
    decisions: int
    outcomes: int
    dice: bool
    final_hash: str


@dataclass(frozen=True, slots=True)
class BaseRecord(ABC):
    """A record as data: read, written and saved; :class:`~magnate.core.game.Record` replays it.

    A record that was read from names finds the ids of ``actions`` when they are first asked for: it takes a replay.
    """

    game: str
    rules_version: int
    options: Mapping[str, Any]
    players: int
    actions: tuple[int, ...]
    final_hash: str
    preset: str | None = None
    overrides: Mapping[str, Any] | None = None
    agents: tuple[str, ...] | None = None
    seed: int | None = None
    start: Mapping[str, Any] | None = None
    result: Result | None = field(default=None)
    dice: KeyedDice | None = None
    _named: tuple[Step, ...] | None = field(init=False, default=None, repr=False, compare=False)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The ids of ``actions`` of a record that was read from names; Python asks this only for what is unset."""
            if name != "actions":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            ids = self._ids()
            object.__setattr__(self, "actions", ids)
            return ids

    @abstractmethod
    def _ids(self) -> tuple[int, ...]:
        """The ids of the named steps."""

    @abstractmethod
    def names(self) -> tuple[Step, ...]:
        """What a file has for each step; see :meth:`.game.Record.names`."""

    def with_names(self, names: Iterable[Step]) -> Self:
        """The same record, which knows what a file has for its steps: no replay has to find it."""
        record = replace(self)
        object.__setattr__(record, "_named", tuple(names))
        return record

    @property
    def steps(self) -> int:
        """How many decisions and outcomes there are."""
        return len(self.actions if self._named is None else self._named)

    @classmethod
    def made(
        cls,
        game: BaseGame,
        steps: Iterable[int],
        final_hash: str,
        *,
        rules_version: int | None = None,
        agents: tuple[str, ...] | None,
        seed: int | None,
        start: Mapping[str, Any] | None,
        result: Result | None,
        dice: KeyedDice | None = None,
    ) -> Self:
        """The record of a game that was played by today's rules (or by ``rules_version``), from its parts."""
        return cls(
            game=game.name,
            rules_version=game.info.rules_version if rules_version is None else rules_version,
            options=game.options.model_dump(mode="json"),
            players=game.players,
            actions=tuple(steps),
            final_hash=final_hash,
            preset=game.preset,
            overrides=game.overrides,
            agents=agents,
            seed=seed,
            start=start,
            result=result,
            dice=dice,
        )

    def to_json(self) -> str:
        """The record as one JSON object: keys in a fixed order, one line each, at last a line for each step's name.

        A record of the first format, which has no overrides, stays one of that format, with ids.
        """
        from .record_file import FIRST, KIND, SCHEMA

        first = self.overrides is None
        whole = {
            "kind": KIND,
            "schema": FIRST if first else SCHEMA,
            "game": self.game,
            "rules_version": self.rules_version,
            "options": self.options,
            "players": self.players,
            "final_hash": self.final_hash,
            "preset": self.preset,
            "overrides": self.overrides,
            "agents": self.agents,
            "seed": self.seed,
            "start": self.start,
            "result": None if self.result is None else asdict(self.result),
            "dice": None if self.dice is None else self.dice.to_json(),
        }
        if first:
            del whole["overrides"], whole["dice"]
        lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in whole.items()]
        given = self.actions if first else self.names()
        steps = ",\n".join(json.dumps(step, ensure_ascii=False) for step in given)
        return "{\n" + ",\n".join(lines) + f',\n"actions": [\n{steps}\n]\n}}\n'

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The record in a JSON text; raises :class:`~magnate.errors.BadRecord` saying what is wrong with it."""
        from .record_file import parsed  # whose models take milliseconds: games that read no record go without

        file = parsed(text)
        ended = file.result
        known: dict[Step, Step] = {}  # one object for each name, however often it stands there
        steps = tuple(known.setdefault(step, step) for step in file.actions)
        record = cls(
            game=file.game,
            rules_version=file.rules_version,
            options=file.options,
            players=file.players,
            actions=steps,  # type: ignore[arg-type]  # the ids take the place of names below
            final_hash=file.final_hash,
            preset=file.preset,
            overrides=file.overrides,
            agents=None if file.agents is None else tuple(file.agents),
            seed=file.seed,
            start=file.start,
            result=None if ended is None else Result(ended.ending, tuple(ended.utility), tuple(ended.score)),
            dice=None if file.dice is None else KeyedDice(file.dice.key, file.dice.commitment),
        )
        if str in map(type, known):
            object.__setattr__(record, "_named", steps)
            object.__delattr__(record, "actions")
        return record

    def save(self, path: str | Path) -> Path:
        """Write the record to a file and return its path; an existing file is replaced only when all is written.

        Raises :class:`~magnate.errors.SaveFailed` where it cannot be written.

        >>> import magnate, tempfile
        >>> record = magnate.load("tictactoe").play("random", seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     record.save(f"{folder}/game.json").name
        'game.json'
        """
        try:
            target = Path(path)
            part = target.with_name(target.name + ".part")
        except (TypeError, ValueError):
            raise SaveFailed(f"cannot write {path!r}: it names no file", hint="give the path of a file") from None
        try:
            part.write_text(self.to_json(), encoding="utf-8")
            part.replace(target)
        except (OSError, ValueError) as error:  # the latter: a name that no file can have
            with suppress(OSError, ValueError):
                part.unlink(missing_ok=True)
            reason = getattr(error, "strerror", None) or error
            raise SaveFailed(
                f"cannot write {target}: {reason}", hint="give a file in a folder that exists and may be written to"
            ) from error
        return target

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a record from a file.

        Raises :class:`~magnate.errors.BadRecord` for a file that is missing, unreadable or no record.

        >>> import magnate, tempfile
        >>> record = magnate.load("tictactoe").play("random", seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     magnate.Record.load(record.save(f"{folder}/game.json")) == record
        True
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, TypeError, ValueError) as error:
            reason = "it is not text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", error)
            raise BadRecord(f"cannot read {path}: {reason}", hint="give the path of a record file") from None
        try:
            return cls.from_json(text)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error.message}", hint=error.hint) from None

    @property
    def chance(self) -> int | KeyedDice | None:
        """What all outcomes were drawn from: secret dice, a seed, or None where that is not known."""
        return self.seed if self.dice is None else self.dice
