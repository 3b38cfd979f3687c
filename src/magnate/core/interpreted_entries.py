"""Entries of kernels that nothing was compiled for: the interpreted ones, called with the arrays of the compiled.

They do the same, some hundred times as slowly. So the first game on a machine begins before its rules are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.compiler_lock import global_compiler_lock

from ..runtime.compiler import missing
from ..runtime.interpreter import interpret
from ..runtime.pystate import PyStates, py_ints
from .loader import kernel

__all__ = ["at_hand", "interpreted_copies", "interpreted_entry"]


def at_hand(entry: Any) -> bool:
    """Whether an entry is compiled, or can be loaded at once.

    While another thread compiles, nothing is loaded: that would wait until a whole kernel is done.
    """
    if entry.signatures:
        return True
    lock: Any = global_compiler_lock._lock
    if not lock.acquire(blocking=False):
        return False
    try:
        return not missing([entry])
    finally:
        lock.release()


def interpreted_copies(rules: ModuleType, guide: ModuleType | None) -> tuple[ModuleType, ModuleType | None]:
    """The interpreted copies of rules and of a guide, if there is one."""
    return interpret(rules.__name__), None if guide is None else interpret(guide.__name__)


def interpreted_entry(rules: ModuleType, guide: ModuleType | None, kernel_name: str, name: str) -> partial[Any]:
    """The entry of a kernel of these rules and this guide, interpreted."""
    return partial(_call, getattr(kernel(kernel_name, *interpreted_copies(rules, guide)), name))


def _call(function: Callable[..., Any], *given: Any) -> Any:
    """Call an interpreted entry, and write back to the arrays what it has written to its copies of them."""
    copies = [_copied(one) if isinstance(one, np.ndarray) else one for one in given]
    found = function(*copies)
    for one, copy in zip(given, copies, strict=True):
        if isinstance(one, np.ndarray):
            _write_back(one, copy)
    return found


class _Floats(list[float]):
    """A row of numbers."""

    def __setitem__(self, where: Any, value: Any) -> None:
        super().__setitem__(where, [value] * len(self) if isinstance(where, slice) else value)


class _Rows:
    """A table of whole numbers."""

    def __init__(self, array: np.ndarray) -> None:
        self.shape = array.shape
        self.rows = [_copied(row) for row in array]

    def __getitem__(self, where: int | tuple[int, int]) -> Any:
        return self.rows[where[0]][where[1]] if isinstance(where, tuple) else self.rows[where]

    def __setitem__(self, where: tuple[int, int], value: int) -> None:
        self.rows[where[0]][where[1]] = value


def _copied(array: np.ndarray) -> Any:
    """What interpreted rules take for an array."""
    if array.dtype.names:
        return PyStates(array)
    if array.dtype.kind == "f":
        return _Floats(array.tolist())
    if array.ndim > 1:
        return _Rows(array)
    found = py_ints(len(array))
    for place, value in enumerate(array.tolist()):
        if value:
            found[place] = value
    return found


def _write_back(array: np.ndarray, copy: Any) -> None:
    if isinstance(copy, PyStates):
        array.view(np.uint8)[:] = copy.to_array().view(np.uint8)
    elif isinstance(copy, _Rows):
        for row, numbers in zip(array, copy.rows, strict=True):
            _write_back(row, numbers)
    else:
        array[:] = copy if isinstance(copy, _Floats) else list(copy.values())
