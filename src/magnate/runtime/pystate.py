"""The state of interpreted rules: a plain Python object with the fields of a record.

Reads are plain attribute and dictionary look-ups. Stores are checked, since compiled code would wrap silently. A
value must fit its field; an index must be within the array and not negative.
The bytes of such a state equal those of the record, so whole states compare at once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import index
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f8": "d", "b1": "?"}


class PyArray(dict[Any, Any]):
    """An array field: a dictionary from index (a tuple in two dimensions) to value.

    A dictionary looks an integer up as fast as a list does, and knows no index -1. Each field has a class of its own,
    so that an array is made without a call of Python.
    """

    __slots__ = ()

    name: ClassVar[str]
    shape: ClassVar[tuple[int, ...]]
    check: Callable[[Any, str], Any]

    def __missing__(self, key: object) -> Any:
        raise IndexError(f"index {key!r} of {self.name}, whose shape is {self.shape}")

    def __setitem__(self, key: Any, value: Any) -> None:
        try:
            present = key in self
        except TypeError:  # a slice, which has no hash before Python 3.12
            present = False
        if present:
            dict.__setitem__(self, key, self.check(value, self.name))
        else:
            self._fill(key, value)

    def _fill(self, key: Any, value: Any) -> None:
        """Store to a slice such as ``[:]`` or ``[k, :]``: one number everywhere, or an array of the same length."""
        parts = key if isinstance(key, tuple) else (key,)
        if len(parts) != len(self.shape) or not any(isinstance(part, slice) for part in parts):
            self.__missing__(key)
        spans = []
        for part, length in zip(parts, self.shape, strict=True):
            if isinstance(part, slice):
                spans.append(range(*part.indices(length)))
            elif 0 <= part < length:
                spans.append(range(part, part + 1))
            else:
                self.__missing__(key)
        targets = list(spans[0]) if len(spans) == 1 else [(i, j) for i in spans[0] for j in spans[1]]
        values = list(value) if hasattr(value, "__len__") else [value] * len(targets)
        if len(values) != len(targets):
            raise ValueError(f"{len(values)} values stored to {len(targets)} places of {self.name}")
        for target, one in zip(targets, values, strict=True):
            dict.__setitem__(self, target, self.check(one, self.name))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values())


class _UncheckedArray(PyArray):
    """An array field whose numbers are stored as they come."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        if key.__class__ is int:
            dict.__setitem__(self, key, value)
        else:
            super().__setitem__(key, value)


def _keys(shape: tuple[int, ...]) -> Iterable[Any]:
    """The indices of an array of this shape, in their order in memory."""
    return range(shape[0]) if len(shape) == 1 else np.ndindex(*shape)


def _believe(value: Any, _name: str) -> Any:
    return value


def _integer_check(low: int, high: int) -> Callable[[Any, str], int]:
    def check(value: Any, name: str) -> int:
        if value.__class__ is not int:
            value = index(value)
        if low <= value <= high:
            return cast(int, value)
        raise OverflowError(f"{value} does not fit {name}, which holds {low} to {high}")

    return check


def _checker(kind: np.dtype[Any]) -> Callable[[Any, str], Any]:
    """How values stored to a field of this scalar type are checked."""
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        return _integer_check(int(limits.min), int(limits.max))
    if kind.kind == "b":
        return lambda value, _name: bool(value)
    return lambda value, _name: float(value)


def _sealed(_value: Any, name: str) -> Any:
    raise TypeError(f"{name} holds records, which cannot be replaced: store to their fields")


class _Part(NamedTuple):
    """One field of a state's class: how it is stored, and which of the record's numbers are its own.

    Arrays have ``keys`` and a class, nested records (and arrays of them) a ``kind``. ``size`` is how many numbers one
    element has.
    """

    put: Callable[[Any, Any], None]
    get: Callable[[Any], Any]
    cells: type[PyArray]
    keys: tuple[Any, ...]
    kind: type[_PyRecord] | None
    first: int
    size: int


class _PyRecord:
    """A record as a Python object: the fields are attributes, ``events`` is the list that ``emit`` appends to."""

    __slots__ = ("events",)

    DTYPE: ClassVar[np.dtype[Any]]
    _STRUCT: ClassVar[struct.Struct]
    _PARTS: ClassVar[tuple[_Part, ...]]
    _CELLS: ClassVar[type[PyArray]]
    events: list[Any]

    @classmethod
    def _made(cls, numbers: Sequence[Any], begin: int) -> Any:
        """A new object with the numbers of its record from index ``begin`` on."""
        made = object.__new__(cls)
        object.__setattr__(made, "events", [])
        for put, _, cells, keys, kind, first, size in cls._PARTS:
            at = begin + first
            if keys:
                if kind is None:
                    values: Sequence[Any] = numbers[at : at + len(keys)]
                else:
                    values = [kind._made(numbers, at + i * size) for i in range(len(keys))]
                put(made, cells(zip(keys, values, strict=True)))
            else:
                put(made, numbers[at] if kind is None else kind._made(numbers, at))
        return made


class UncheckedState(_PyRecord):
    """A state whose numbers are stored as they come: for rules that are believed, which play six times as fast on it.

    :class:`PyState`, which checks every number, is the oracle of the compiled rules.
    """

    __slots__ = ()

    _CELLS = _UncheckedArray

    @classmethod
    def from_bytes(cls, raw: bytes) -> Any:
        """The state of a record's bytes."""
        return cls._made(cls._STRUCT.unpack(raw), 0)


class PyState(_PyRecord):
    """The base of all checked states, which refuse numbers that their record could not hold."""

    __slots__ = ()

    _CHECKS: ClassVar[dict[str, Callable[[Any, str], Any]]]
    _CELLS = PyArray

    def __new__(cls) -> PyState:
        """A state with 0 in every field."""
        made: PyState = cls._made(_zeros(cls.DTYPE), 0)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        check = self._CHECKS.get(name)
        if check is None:
            if name != "events":
                self._refuse(name)
            object.__setattr__(self, name, value)
        else:
            object.__setattr__(self, name, check(value, name))

    def _refuse(self, name: str) -> None:
        if name in (self.DTYPE.names or ()):
            raise TypeError(f"the field {name} cannot be replaced as a whole: store to g.{name}[:] or to its fields")
        raise AttributeError(f"the state has no field {name}")

    def flat(self) -> Iterator[Any]:
        """The numbers of all fields in their order in memory."""
        for name in self.DTYPE.names or ():
            value = getattr(self, name)
            if isinstance(value, PyState):
                yield from value.flat()
            elif isinstance(value, PyArray):
                for one in value.values():
                    if isinstance(one, PyState):
                        yield from one.flat()
                    else:
                        yield one
            else:
                yield value

    def _read(self, numbers: Sequence[Any], begin: int) -> None:
        """Take the numbers of all fields, which begin at an index; nested records and arrays stay the same objects."""
        for part in self._PARTS:
            at = begin + part.first
            if part.keys:
                cells = part.get(self)
                if part.kind is None:
                    dict.update(cells, zip(part.keys, numbers[at : at + len(part.keys)], strict=True))
                else:
                    for i, one in enumerate(dict.values(cells)):
                        one._read(numbers, at + i * part.size)
            elif part.kind is None:
                part.put(self, numbers[at])
            else:
                part.get(self)._read(numbers, at)

    def to_bytes(self) -> bytes:
        """The record's bytes."""
        return self._STRUCT.pack(*self.flat())

    def from_bytes(self, raw: bytes) -> PyState:
        """Take all fields from a record's bytes; returns the state itself."""
        self._read(self._STRUCT.unpack(raw), 0)
        return self

    def to_record(self) -> np.ndarray:
        """A state array of length 1 with these fields."""
        return np.frombuffer(bytearray(self.to_bytes()), self.DTYPE)

    def from_record(self, record: Any) -> PyState:
        """Take all fields from a record (an element of a state array); returns the state itself."""
        return self.from_bytes(record.tobytes())

    def assign(self, other: PyState) -> None:
        """Take all fields of another state."""
        self.from_bytes(other.to_bytes())

    def copy(self) -> PyState:
        """A state with the same fields and no events."""
        return type(self)().from_bytes(self.to_bytes())


def _parts(dtype: np.dtype[Any]) -> list[tuple[str, np.dtype[Any]]]:
    fields: Any = dtype.fields or {}
    return [(name, fields[name][0]) for name in dtype.names or ()]


@cache
def _zeros(dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """The numbers of a record that is all 0."""
    layout = struct.Struct("<" + _codes(dtype))
    return layout.unpack(bytes(layout.size))


def _codes(dtype: np.dtype[Any]) -> str:
    """The :mod:`struct` codes of a record."""
    codes = ""
    for name, part in _parts(dtype):
        count = int(np.prod(part.shape))
        if part.base.names:
            codes += _codes(part.base) * count
        elif part.base.str[1:] in _CODES:
            codes += f"{count}{_CODES[part.base.str[1:]]}"
        else:
            raise TypeError(f"the field {name} has the type {part.base}, which a Python state cannot hold")
    return codes


@cache
def pystate_class(dtype: np.dtype[Any]) -> type[PyState]:
    """The class of checked states of a record without padding.

    >>> g = pystate_class(np.dtype([("cash", "i2", (2,)), ("turn", "i1")]))()
    >>> g.cash[1] = 300
    >>> g.to_bytes().hex()
    '00002c0100'
    >>> g.turn = 200
    Traceback (most recent call last):
    ...
    OverflowError: 200 does not fit turn, which holds -128 to 127
    """
    checks = {name: _checker(part) for name, part in _parts(dtype) if not part.shape and not part.names}
    return cast(type[PyState], _class_of(dtype, PyState, pystate_class, {"_CHECKS": checks}))


@cache
def unchecked_class(dtype: np.dtype[Any]) -> type[UncheckedState]:
    """The class of plain states of a record without padding: ``plain_class(STATE).from_bytes(raw)``."""
    return cast(type[UncheckedState], _class_of(dtype, UncheckedState, unchecked_class, {}))


def _class_of(
    dtype: np.dtype[Any],
    base: type[_PyRecord],
    nested: Callable[[np.dtype[Any]], type[_PyRecord]],
    body: dict[str, Any],
) -> type[_PyRecord]:
    """The class of a record's objects, which ``nested`` gives for the records in it too."""
    layout = struct.Struct("<" + _codes(dtype))
    if layout.size != dtype.itemsize:
        raise TypeError(f"the record has {dtype.itemsize - layout.size} bytes of padding; lay it out with packed()")
    made = type("State", (base,), {"__slots__": dtype.names, "DTYPE": dtype, "_STRUCT": layout, **body})
    parts: list[_Part] = []
    first = 0
    for name, part in _parts(dtype):
        slot: Any = made.__dict__[name]
        kind = nested(part.base) if part.base.names else None
        size = 1 if kind is None else len(_zeros(part.base))
        keys = tuple(_keys(part.shape)) if part.shape else ()
        cells = _array_class(base._CELLS, name, part.shape, _stored(base, part))
        parts.append(_Part(slot.__set__, slot.__get__, cells, keys, kind, first, size))
        first += size * (len(keys) if part.shape else 1)
    made._PARTS = tuple(parts)  # type: ignore[attr-defined]  # the class was made here
    return made


def _array_class(
    base: type[PyArray], name: str, shape: tuple[int, ...], check: Callable[[Any, str], Any]
) -> type[PyArray]:
    """The class of the arrays of one field: the class of a dictionary of its numbers by their indices."""
    body = {"__slots__": (), "name": name, "shape": shape, "check": staticmethod(check)}
    return cast(type[PyArray], type("Array", (base,), body))


def _stored(base: type[_PyRecord], part: np.dtype[Any]) -> Callable[[Any, str], Any]:
    """How numbers stored to an array field are checked."""
    if part.base.names:
        return _sealed
    return _believe if issubclass(base, UncheckedState) else _checker(part.base)


class ObjectState:
    """The state of rules written elsewhere: a record with one field that holds a Python object.

    Copying it copies the reference, so rules replace the object and never change it.
    """

    __slots__ = ("events", "held")

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.held: Any = None

    def from_record(self, record: Any) -> ObjectState:
        """Take the object of a record; returns the holder itself."""
        self.held = record[0]
        return self

    def assign(self, other: ObjectState) -> None:
        """Hold what another one holds."""
        self.held = other.held


class PyStates:
    """An array of states with the two operations that kernels use: take a state, and copy one over another.

    An element is made when it is first asked for: of a pool of a million nodes a search may use a few.
    """

    def __init__(self, states: np.ndarray) -> None:
        self._states = states.copy()
        self._kind: Callable[[], Any] = ObjectState if states.dtype.hasobject else pystate_class(states.dtype)
        self._made_states: list[Any] = [None] * len(states)

    def __len__(self) -> int:
        return len(self._made_states)

    def __getitem__(self, i: int) -> Any:
        if i < 0:
            raise IndexError(f"index {i} of an array of {len(self)} states")
        found = self._made_states[i]
        if found is None:
            found = self._made_states[i] = self._kind().from_record(self._states[i])
        return found

    def __setitem__(self, i: int, state: Any) -> None:
        self[i].assign(state)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def to_array(self) -> np.ndarray:
        """The states as a NumPy array."""
        if self._kind is ObjectState:
            return np.array([(one.held,) for one in self], self._states.dtype)
        return np.frombuffer(bytearray(b"".join(one.to_bytes() for one in self)), self._states.dtype)


def py_ints(length: int) -> PyArray:
    """An array of ``length`` 64-bit zeros for interpreted kernels (``acts``, ``weight`` …): plain, checked integers."""
    return _ints_class(length)(dict.fromkeys(range(length), 0))


@cache
def _ints_class(length: int) -> type[PyArray]:
    return _array_class(PyArray, "array", (length,), _integer_check(-(2**63), 2**63 - 1))
