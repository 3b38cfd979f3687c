"""Set-ups by one table of fields, read both ways.

The table is a game's pydantic model: a field says in its annotation where it is in the state, by an :class:`At`. A
:class:`Table` of the model writes its fields into a state, and finds them there again::

    class Player(BaseModel):
        jail: Annotated[int, Field(ge=0, le=3), At("jail")] = 0
        deeds: Annotated[list[DeedName], Members("deeds", DEEDS)] = []

    PLAYER = Table(Player)

What a set-up must not say is written as :data:`Rows`, which :func:`refuse` goes through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from pydantic import BaseModel

from ..errors import BadSetup
from ..messages import Message

Fields: TypeAlias = dict[str, Any]
"""A state's fields as plain numbers and lists (see :func:`~magnate.runtime.layout.fields_of`)."""
Place: TypeAlias = tuple[str | int, ...]
"""The path of a field in a set-up: ``("players", 2, "cash")``."""
Rows: TypeAlias = Iterable[tuple[Any, str, str] | tuple[Any, str, str, Place] | tuple[Any, str, str, Place, Message]]
"""Whether something is wrong, what that is, what to do about it; the field, and a message for other languages."""
When: TypeAlias = Callable[[Fields, int], Any]


def always(state: Fields, index: int) -> bool:  # noqa: ARG001 - stands where a condition can stand
    """The field is named even if it has its default."""
    return True


class At:
    """A number in the field ``field`` of the state, ``shift`` less there; of an array the one at an index.

    ``when`` says in which states the field is named; without it, where it has not the default. An ``optional`` number
    is None where the state has 0.
    """

    def __init__(self, field: str, when: When | None = None, *, shift: int = 0, optional: bool = False) -> None:
        self.field, self.when, self.shift, self.optional = field, when, shift, optional

    def number(self, value: Any) -> int:
        """The number of a value."""
        return int(value) - self.shift

    def value(self, number: int) -> Any:
        """The value of a number."""
        return None if self.optional and number == 0 else number + self.shift

    def put(self, g: np.void, index: int, value: Any) -> None:
        """Write a value into the state."""
        if g[self.field].ndim:
            g[self.field][index] = self.number(value)
        else:
            g[self.field] = self.number(value)

    def get(self, state: Fields, index: int) -> Any:
        """The value that the state has."""
        found = state[self.field]
        return self.value(found[index] if type(found) is list else found)


class Choice(At):
    """One of ``names``, by its number; the name "" is no choice."""

    def __init__(self, field: str, names: Sequence[Any], when: When | None = None) -> None:
        super().__init__(field, when)
        self.names = names
        self.values = [None if name == "" else name for name in names]

    def number(self, value: Any) -> int:
        """The number of a name."""
        return self.names.index(value)

    def value(self, number: int) -> Any:
        """The name, None for no choice."""
        return self.values[number]


class Members(At):
    """A list of ``names``, or of numbers, as a mask."""

    def __init__(self, field: str, names: Sequence[Any], when: When | None = None) -> None:
        super().__init__(field, when)
        self.names = names

    def number(self, value: Any) -> int:
        """The mask."""
        return sum({1 << self.names.index(one) for one in value})

    def value(self, number: int) -> Any:
        """The names of a mask, in the order of their numbers."""
        return [self.names[one] for one in bits(number)]


class Bit(At):
    """Whether a mask has the index, or (``has`` False) has it not."""

    def __init__(self, field: str, *, has: bool = True) -> None:
        super().__init__(field)
        self.has = has

    def put(self, g: np.void, index: int, value: Any) -> None:
        """Set the bit."""
        g[self.field] |= int(bool(value) == self.has) << index

    def get(self, state: Fields, index: int) -> Any:
        """Whether the bit is as said."""
        return (state[self.field] >> index & 1 == 1) == self.has


def bits(mask: int) -> list[int]:
    """The members of a mask.

    >>> bits(0b1101)
    [0, 2, 3]
    """
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


class Table:
    """The fields of a part of a set-up that are in the state: those of ``model``, which say where, or ``places``."""

    def __init__(self, model: type[BaseModel], places: Mapping[str, At] | None = None) -> None:
        fields = model.model_fields
        if places is None:
            places = {name: at for name in fields for at in fields[name].metadata if isinstance(at, At)}
        self._rows = [(name, at, at.when, fields[name].default) for name, at in places.items()]

    def write(self, g: np.void, part: BaseModel, index: int = 0) -> None:
        """Put what a part says into the state, at its index in arrays; None says nothing."""
        for name, at, _, _ in self._rows:
            value = getattr(part, name)
            if value is not None:
                at.put(g, index, value)

    def named(self, state: Fields, index: int = 0, *, whole: bool = False) -> Fields:
        """The fields as the state has them; those that may be left out only if ``whole``."""
        found: Fields = {}
        for name, at, when, default in self._rows:
            if whole or when is always or when is None or when(state, index):
                value = at.get(state, index)
                if whole or when is not None or value != default:
                    found[name] = value
        return found


def refuse(rows: Rows, of: str = "") -> None:
    """Raise :class:`~magnate.errors.BadSetup` for the first row that is wrong; ``of`` says what the rows are about."""
    for wrong, what, hint, *more in rows:
        if wrong:
            place: Any = more[0] if more else ()
            raise BadSetup(of + what, hint=hint, place=place, localized=more[1] if len(more) > 1 else None)
