"""Record files: what one must look like, checked before anything in it is believed.

Format 1 has no ``overrides`` and no ``dice``. Formats 1 and 2 hold each step as an id, which is a number of the rules
that wrote it. Format 3 holds the step's name, so that a record replays after ids have changed. It holds the id only
where no name leads back to it: a game of somebody's own may name two actions alike, or one not at all.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..errors import BadRecord
from .validation import complaints

__all__ = ["FIRST", "KIND", "SCHEMA", "DiceFile", "RecordFile", "ResultFile", "json_of", "parsed"]


SCHEMA: Final = 3
"""The version of the file format that is written."""
FIRST: Final = 1
"""The oldest version that is read."""
NAMED: Final = 3
"""The first version whose steps have names."""
KIND: Final = "magnate.record"


class ResultFile(BaseModel):
    """How the game ended."""

    model_config = ConfigDict(strict=True, extra="forbid")

    ending: str
    utility: list[float]
    score: list[float]


class DiceFile(BaseModel):
    """Secret dice, published after the game (see :class:`~magnate.core.dice.KeyedDice`)."""

    model_config = ConfigDict(strict=True, extra="forbid")

    kind: Literal["blake2b"]
    key: str = Field(pattern="^[0-9a-f]{64}$")
    commitment: str = Field(pattern="^[0-9a-f]{64}$")


class RecordFile(BaseModel):
    """The fields of a record file (see :class:`~magnate.core.game.Record`)."""

    model_config = ConfigDict(strict=True, extra="forbid")

    kind: Literal["magnate.record"]
    format: int = Field(alias="schema")
    game: str = Field(min_length=1)
    rules_version: int = Field(ge=1)
    options: dict[str, Any]
    players: int = Field(ge=1)
    actions: list[Any]
    final_hash: str = Field(pattern="^[0-9a-f]{64}$")
    preset: str | None
    overrides: dict[str, Any] | None = None
    agents: list[str] | None
    seed: int | None = Field(ge=0, lt=1 << 56)
    start: dict[str, Any] | None
    result: ResultFile | None
    dice: DiceFile | None = None

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if self.dice is not None and (self.seed is not None or self.format < 2):
            raise ValueError("dice stand in records of format 2 or later that have no seed")
        return self

    @model_validator(mode="after")
    def _one_name_a_seat(self) -> Self:
        if self.agents is not None and len(self.agents) != self.players:
            raise ValueError(
                f"agents must be one a seat or null: {len(self.agents)}, but the number of players is {self.players}"
            )
        return self

    @model_validator(mode="after")
    def _overrides_as_the_format_has_them(self) -> Self:
        if (self.overrides is None) != (self.format == FIRST):
            raise ValueError(
                f"overrides must {'not stand' if self.format == FIRST else 'be an object'} in format {self.format}"
            )
        return self

    @model_validator(mode="after")
    def _steps_as_the_format_has_them(self) -> Self:
        kinds, must = ((int, str), "a name or an id") if self.format >= NAMED else ((int,), "a whole number")
        for number, step in enumerate(self.actions):
            if type(step) not in kinds:  # true and false are no numbers
                raise ValueError(f"actions.{number} must be {must} (got {step!r})")
        return self


def json_of(text: str, hint: str) -> Any:
    """What a JSON text means; raises :class:`~magnate.errors.BadRecord` where it is none."""
    try:
        return json.loads(text, object_pairs_hook=_without_doubles)
    except (TypeError, ValueError, RecursionError) as broken:
        reason = "it is nested too deeply" if isinstance(broken, RecursionError) else broken
        raise BadRecord(f"this is no JSON: {reason}", hint=hint) from None


def parsed(text: str) -> RecordFile:
    """The fields of a record as JSON text; raises :class:`~magnate.errors.BadRecord` saying what is wrong with it."""
    data = json_of(text, "a record is the JSON file that Record.save writes")
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise BadRecord("this is JSON, but no record", hint=f'a record has "kind": "{KIND}"')
    if data.get("schema") not in range(FIRST, SCHEMA + 1):
        raise BadRecord(
            f"the record's file format is {data.get('schema')!r}",
            hint=f"this version of magnate reads formats {FIRST} to {SCHEMA}",
        )
    try:
        return RecordFile.model_validate(data)
    except ValidationError as error:
        raise BadRecord(f"the record is malformed: {complaints(error)}", hint="load it from an unedited file") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object's keys and values; one with two values for a key could mean either."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(f'the key "{key}" stands twice', hint="give each key one value")
        found[key] = value
    return found
