"""Kernels bound to a game, and the interpreted twin of any module.

:func:`kernel` executes a kernel file once for each (game, guide) under a module name of its own, so that Numba
caches each version apart and every call inside is direct. :func:`twin` imports a second copy of a module in which
the decorators of :mod:`.compiler` leave functions as they are.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Annotated, Any, Final

from . import binding
from .binding import GUIDE_FUNCTIONS, OPTIONAL, REQUIRED

__all__ = ["is_twin", "kernel", "label", "twin"]

PACKAGE: Final = "magnate"
SUFFIX: Final = "_twin"
UNIFORM: Final = "magnate.engine.uniform"
COMMON: Final = "magnate.engine.common"

_lock = threading.RLock()
_bound: dict[tuple[str, ModuleType, ModuleType | None], ModuleType] = {}


def is_twin(module: ModuleType) -> bool:
    """Whether a module is an interpreted twin."""
    return module.__name__.partition(".")[0].endswith(SUFFIX)


def label(rules: ModuleType, guide: ModuleType | None = None) -> str:
    """The name of a binding, used in module names and cache folders: ``monopoly`` or ``monopoly+late_game``."""
    names = [module.__name__.removeprefix(f"{PACKAGE}.") for module in (rules, guide) if module is not None]
    return "+".join(name.removeprefix("games.").removesuffix(".rules") for name in names)


def kernel(name: str, rules: ModuleType, guide: ModuleType | None = None) -> ModuleType:
    """The kernel ``name`` bound to a game's rules and a guide (default: :mod:`.uniform`).

    ``name`` is a module of this folder (``"drivers"``) or a full name (``"magnate.search.mcts"``). For a twin's rules
    the kernel is interpreted. The same arguments give the same module. Raises ``TypeError`` naming what the rules or
    the guide lack.
    """
    full = name if "." in name else f"{PACKAGE}.engine.{name}"
    with _lock:
        found = _bound.get((full, rules, guide))
        if found is None:
            _check_rules(rules, guide)
            found = _bound[full, rules, guide] = _execute(full, rules, guide)
        return found


def _check_rules(rules: ModuleType, guide: ModuleType | None) -> None:
    missing = [name for name in ("STATE", *REQUIRED) if not hasattr(rules, name)]
    if missing:
        raise TypeError(
            f"the rules module {rules.__name__} lacks {', '.join(missing)}: "
            f"engine/binding.py tells what each is for (only {', '.join(OPTIONAL)} may be left out)"
        )
    if hasattr(rules, "chance") != hasattr(rules, "chance_key"):
        raise TypeError(f"the rules module {rules.__name__} must define chance and chance_key together")
    if guide is not None and is_twin(guide) != is_twin(rules):
        raise TypeError(f"{rules.__name__} and {guide.__name__}: either both are interpreted twins or neither is")


def _execute(full: str, rules: ModuleType, guide: ModuleType | None) -> ModuleType:
    """Execute a kernel's file in a fresh module with game and guide bound."""
    interpreted = is_twin(rules)
    spec = importlib.util.find_spec(full)
    if spec is None or spec.origin is None:
        raise ImportError(f"there is no kernel file for {full}")
    origin = Path(spec.origin)
    package = full.rpartition(".")[0]
    if interpreted:
        package = twin(package).__name__
    module = ModuleType(f"{package}.{full.rpartition('.')[2]}[{label(rules, guide)}]")
    module.__file__ = str(origin)
    module.__package__ = package
    source = origin.read_bytes()
    code = _twin_code(source, str(origin), full) if interpreted else compile(source, origin, "exec", dont_inherit=True)

    names: dict[str, Any] = {
        "game": _complete(rules, interpreted),
        "kernel": lambda other: kernel(other, rules, guide),
        "State": Annotated[Any, rules.STATE],
        "States": Annotated[Any, (rules.STATE,)],
    }
    if full != UNIFORM:
        names["guide"] = _complete_guide(rules, guide)
        if full != COMMON:
            names["common"] = kernel(_common_of(full), rules, guide)
    sys.modules[module.__name__] = module  # Numba finds the module of a cached function by its name
    holder = twin(binding.__name__) if interpreted else binding
    before = {bound: value for bound, value in vars(holder).items() if bound in binding.BOUND}
    vars(holder).update(names)
    try:
        with _caching(rules, guide):
            exec(code, vars(module))  # noqa: S102 - the package's own kernel file, once for each game
    except BaseException:  # whatever it was, half a module must not be found again
        del sys.modules[module.__name__]
        raise
    finally:
        for bound in names:
            delattr(holder, bound)
        vars(holder).update(before)  # of the kernel that asked for this one, and is still being executed
    return module


def _common_of(full: str) -> str:
    """The kernel that a kernel sees as ``common``: the ``common.py`` of its own folder if there is one, else ours."""
    own = full.rpartition(".")[0] + ".common"
    return COMMON if full == own or importlib.util.find_spec(own) is None else own


def _caching(rules: ModuleType, guide: ModuleType | None) -> AbstractContextManager[None]:
    """Where the entries of this binding are cached (nowhere in the twin)."""
    if is_twin(rules):
        return nullcontext()
    from .cache import binding_folder
    from .dispatch import caching_in

    modules = [rules] if guide is None else [rules, guide]
    return caching_in(binding_folder(label(rules, guide), modules))


def _complete(rules: ModuleType, interpreted: bool) -> ModuleType:
    """The rules, with :mod:`.defaults` for the optional functions that they leave out."""
    defaults = f"{PACKAGE}.engine.defaults"
    spare = twin(defaults) if interpreted else importlib.import_module(defaults)
    game = ModuleType(f"{rules.__name__} (bound)")
    vars(game).update({name: getattr(spare, name) for name in OPTIONAL})
    vars(game).update({name: value for name, value in vars(rules).items() if not name.startswith("__")})
    vars(game).update(HIDDEN=int(hasattr(rules, "hide")), HAS_DRAW=int(hasattr(rules, "draw")))
    vars(game).update(TRACKS=int(hasattr(rules, "track")))
    return game


def _complete_guide(rules: ModuleType, guide: ModuleType | None) -> ModuleType:
    """The guide, with :mod:`.uniform` for the functions that it leaves out."""
    uniform = kernel(UNIFORM, rules)
    if guide is None:
        return uniform
    complete = ModuleType(f"{guide.__name__} (bound)")
    vars(complete).update({name: getattr(guide, name, getattr(uniform, name)) for name in GUIDE_FUNCTIONS})
    if hasattr(guide, "PLANS"):
        vars(complete).update(PLANS=guide.PLANS)
    vars(complete).update(DISCREET=getattr(guide, "DISCREET", 0 if hasattr(guide, "policy") else 1))
    return complete


# ---------------------------------------------------------------------------------------------- twins


def twin(name: str) -> ModuleType:
    """The interpreted twin of the module ``name``: the same file, imported again with the decorators off.

    The package is imported a second time as ``magnate_twin`` (so it uses relative imports only). A game outside it
    gets a twin package of its own (``mygame_twin``), in whose files ``import magnate…`` and imports of the game's
    own package mean the twins.

    >>> twin("magnate.engine.bits").low_bit(12)
    2
    """
    top, dot, rest = name.partition(".")
    if top.endswith(SUFFIX):
        return importlib.import_module(name)
    with _lock:
        _alias(PACKAGE)
        if top != PACKAGE:
            _twin_tops.add(top)
            if _finder not in sys.meta_path:
                sys.meta_path.insert(0, _finder)
        return importlib.import_module(top + SUFFIX + dot + rest)


def _alias(package: str) -> None:
    """Register ``magnate_twin``: an empty package that finds its modules where ``magnate`` does."""
    name = package + SUFFIX
    if name not in sys.modules:
        original = importlib.import_module(package)
        alias = ModuleType(name, original.__doc__)
        alias.__path__ = original.__path__
        alias.__package__ = name
        sys.modules[name] = alias


class _TwinLoader(SourceFileLoader):
    """Loads a file whose imports of magnate and of its own package mean the twins; keeps no byte code."""

    def get_code(self, fullname: str) -> CodeType:
        top = fullname.partition(".")[0].removesuffix(SUFFIX)
        return _twin_code(self.get_data(self.path), self.path, top)


def _twin_code(source: bytes, path: str, name: str) -> CodeType:
    """A module's code in which imports of magnate and of the top package of ``name`` mean the twins."""
    tops = {PACKAGE, name.partition(".")[0]}
    tree = ast.parse(source, path)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            node.module = _renamed(node.module, tops)
        elif isinstance(node, ast.Import):
            for one in node.names:
                _rename(one, tops, path)
    return compile(tree, path, "exec", dont_inherit=True)


def _rename(one: ast.alias, tops: set[str], path: str) -> None:
    """Let ``import magnate.engine.bits as bits`` mean the twin."""
    if _renamed(one.name, tops) == one.name:
        return
    if "." in one.name and one.asname is None:
        parent, _, name = one.name.rpartition(".")
        raise ImportError(
            f"{path}: “import {one.name}” cannot be interpreted as a twin; write “from {parent} import {name}”"
        )
    one.asname = one.asname or one.name
    one.name = _renamed(one.name, tops)


def _renamed(name: str, tops: set[str]) -> str:
    top, dot, rest = name.partition(".")
    return top + SUFFIX + dot + rest if top in tops else name


class _TwinFinder(MetaPathFinder):
    """Finds ``mygame_twin.rules`` where ``mygame.rules`` lies."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - the import system's signature
        target: ModuleType | None = None,  # noqa: ARG002 - the import system's signature
    ) -> ModuleSpec | None:
        top, dot, rest = fullname.partition(".")
        if not top.endswith(SUFFIX) or top.removesuffix(SUFFIX) not in _twin_tops:
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
            loader=_TwinLoader(fullname, original.origin),
            submodule_search_locations=None if places is None else list(places),
        )


_finder = _TwinFinder()
_twin_tops: set[str] = set()
