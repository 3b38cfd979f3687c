"""The interpreted copy of any module: the same file, imported a second time with the decorators off.

:func:`interpret` imports that copy. :class:`Interpreted` lets a game's text side ask its interpreted rules, so that
nothing is compiled to say a sentence.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Final

import numpy as np

from .pystate import pystate_class, unchecked_class

PACKAGE: Final = "magnate"
SUFFIX: Final = "_interpreted"

_lock = threading.RLock()
_tops: set[str] = set()
"""The top packages of games outside magnate that have an interpreted copy."""


def is_interpreted(module: ModuleType) -> bool:
    """Whether a module is an interpreted copy."""
    return module.__name__.partition(".")[0].endswith(SUFFIX)


def interpret(name: str) -> ModuleType:
    """The interpreted copy of the module ``name``: the same file, imported again with the decorators off.

    The package is imported a second time as ``magnate_interpreted`` (so it uses relative imports only). A game outside
    it gets a second package too (``mygame_interpreted``). In its files ``import magnate…`` and imports of the game's
    own package mean the copies.

    >>> interpret("magnate.runtime.primitives").low_bit(12)
    2
    """
    top, dot, rest = name.partition(".")
    if top.endswith(SUFFIX):
        return importlib.import_module(name)
    with _lock:
        _alias(PACKAGE)
        if top != PACKAGE:
            _tops.add(top)
            if _finder not in sys.meta_path:
                sys.meta_path.insert(0, _finder)
        return importlib.import_module(top + SUFFIX + dot + rest)


def _alias(package: str) -> None:
    """Register ``magnate_interpreted``: an empty package that finds its modules where ``magnate`` does."""
    name = package + SUFFIX
    if name not in sys.modules:
        original = importlib.import_module(package)
        alias = ModuleType(name, original.__doc__)
        alias.__path__ = original.__path__
        alias.__package__ = name
        sys.modules[name] = alias


class _Loader(SourceFileLoader):
    """Loads a file whose imports of magnate and of its own package mean the copies; keeps no byte code."""

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        to_copies(tree, self.path, fullname.partition(".")[0].removesuffix(SUFFIX))
        return compile(tree, self.path, "exec", dont_inherit=True)


def to_copies(tree: ast.Module, path: str, name: str) -> None:
    """Let a module's imports of magnate and of the top package of ``name`` mean the copies."""
    tops = {PACKAGE, name.partition(".")[0]}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            node.module = _renamed(node.module, tops)
        elif isinstance(node, ast.Import):
            for one in node.names:
                _rename(one, tops, path)


def _rename(one: ast.alias, tops: set[str], path: str) -> None:
    """Let ``import magnate.runtime.primitives as bits`` mean the copy."""
    if _renamed(one.name, tops) == one.name:
        return
    if "." in one.name and one.asname is None:
        parent, _, name = one.name.rpartition(".")
        raise ImportError(f"{path}: “import {one.name}” cannot be interpreted; write “from {parent} import {name}”")
    one.asname = one.asname or one.name
    one.name = _renamed(one.name, tops)


def _renamed(name: str, tops: set[str]) -> str:
    top, dot, rest = name.partition(".")
    return top + SUFFIX + dot + rest if top in tops else name


class _Finder(MetaPathFinder):
    """Finds ``mygame_interpreted.rules`` where ``mygame.rules`` lies."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - the import system's signature
        target: ModuleType | None = None,  # noqa: ARG002 - the import system's signature
    ) -> ModuleSpec | None:
        top, dot, rest = fullname.partition(".")
        if not top.endswith(SUFFIX) or top.removesuffix(SUFFIX) not in _tops:
            return None
        original = importlib.util.find_spec(top.removesuffix(SUFFIX) + dot + rest)
        if original is None:
            return None
        places = original.submodule_search_locations
        if original.origin is None or not original.origin.endswith(".py"):  # a namespace package
            spec = ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = list(places or [])
            return spec
        return importlib.util.spec_from_file_location(
            fullname,
            original.origin,
            loader=_Loader(fullname, original.origin),
            submodule_search_locations=None if places is None else list(places),
        )


_finder = _Finder()


class Interpreted:
    """The interpreted rules of a game: its files are in ``package``, its states are records of the type ``state``.

    >>> import magnate
    >>> rules = Interpreted("magnate.games", magnate.load("connect_four").rules.STATE)
    >>> g = rules.mirrored(magnate.load("connect_four").new().state)
    >>> rules.part("connect_four").to_move(g)
    0
    """

    def __init__(self, package: str, state: np.dtype[Any]) -> None:
        self._module = cache(lambda name: interpret(f"{package}.{name}"))
        self._mirror = pystate_class(state)
        self._of_bytes = lru_cache(maxsize=4)(unchecked_class(state).from_bytes)

    def part(self, name: str) -> ModuleType:
        """The interpreted copy of a file of these rules: in Monopoly ``part("auction").least_bid(mirrored(state))``."""
        return self._module(name)

    def mirrored(self, state: np.void) -> Any:
        """The state as the interpreted rules read it; changing it does not change the record."""
        return self._mirror().from_record(state)

    def reading(self, state: np.void) -> Any:
        """As :meth:`mirrored`, for reading only: the same state gives the same object."""
        return self._of_bytes(state.tobytes())
