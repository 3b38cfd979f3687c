"""Kernels bound to a game.

:func:`kernel` executes a kernel file once for each (game, guide) under a module name of its own, so that Numba
caches each version apart and every call inside is direct.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import threading
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final

from ..runtime.interpreter import interpret, is_interpreted, to_copies
from . import binding
from .binding import GUIDE_FUNCTIONS, GUIDE_PARTS, OPTIONAL, REQUIRED, guide_functions

PACKAGE: Final = "magnate"
UNIFORM: Final = "magnate.core.uniform"

_lock = threading.RLock()
_bound: dict[tuple[str, ModuleType, ModuleType | None, bool], ModuleType] = {}


def label(rules: ModuleType, guide: ModuleType | None = None) -> str:
    """The name of a binding, used in module names and cache folders: ``monopoly`` or ``monopoly+late_game``."""
    names = [module.__name__.removeprefix(f"{PACKAGE}.") for module in (rules, guide) if module is not None]
    return "+".join(name.removeprefix("games.").removesuffix(".rules") for name in names)


def kernel(name: str, rules: ModuleType, guide: ModuleType | None = None, *, extended: bool = False) -> ModuleType:
    """The kernel ``name`` bound to a game's rules and a guide (default: :mod:`.uniform`).

    ``name`` is a module of this folder (``"drivers"``) or a full name (``magnate.search.mcts``). The kernel of
    interpreted rules is interpreted. ``extended`` binds the constant EXTENDED, so that what a kernel does only then is
    compiled only then. The same arguments give the same module. Raises ``TypeError`` naming what the rules or the guide
    lack.
    """
    full = name if "." in name else f"{PACKAGE}.core.{name}"
    with _lock:
        found = _bound.get((full, rules, guide, extended))
        if found is None:
            _check_rules(rules, guide)
            found = _bound[full, rules, guide, extended] = _execute(full, rules, guide, extended)
        return found


def _check_rules(rules: ModuleType, guide: ModuleType | None) -> None:
    missing = [name for name in ("STATE", *REQUIRED) if not hasattr(rules, name)]
    if missing:
        raise TypeError(
            f"the rules module {rules.__name__} lacks {', '.join(missing)}: "
            f"core/binding.py tells what each is for (only {', '.join(OPTIONAL)} may be left out)"
        )
    if hasattr(rules, "chance") != hasattr(rules, "chance_key"):
        raise TypeError(f"the rules module {rules.__name__} must define chance and chance_key together")
    if guide is not None and is_interpreted(guide) != is_interpreted(rules):
        raise TypeError(f"{rules.__name__} and {guide.__name__}: either both are interpreted or neither is")


def _execute(full: str, rules: ModuleType, guide: ModuleType | None, extended: bool) -> ModuleType:
    """Execute a kernel's file in a fresh module with game and guide bound."""
    interpreted = is_interpreted(rules)
    spec = importlib.util.find_spec(full)
    if spec is None or spec.origin is None:
        raise ImportError(f"there is no kernel file for {full}")
    origin = Path(spec.origin)
    package = full.rpartition(".")[0]
    if interpreted:
        package = interpret(package).__name__
    version = f"{full}+extended" if extended else full
    module = ModuleType(f"{package}.{version.rpartition('.')[2]}[{label(rules, guide)}]")
    module.__file__ = str(origin)
    module.__package__ = package
    tree = ast.parse(origin.read_bytes(), origin)
    vars(module).update(_kernels_in(tree, full, rules, guide))
    if interpreted:
        to_copies(tree, str(origin), full)
    code = compile(tree, origin, "exec", dont_inherit=True)

    names: dict[str, Any] = {
        "game": _complete(rules, interpreted),
        "kernel": lambda other: kernel(other, rules, guide),
        "State": Annotated[Any, rules.STATE],
        "States": Annotated[Any, (rules.STATE,)],
        "EXTENDED": extended,
    }
    if full != UNIFORM:
        names["guide"] = _complete_guide(rules, guide)
    sys.modules[module.__name__] = module  # Numba finds the module of a cached function by its name
    holder = interpret(binding.__name__) if interpreted else binding
    before = {bound: value for bound, value in vars(holder).items() if bound in binding.BOUND}
    vars(holder).update(names)
    try:
        with _caching(version, origin, rules, guide):
            exec(code, vars(module))  # noqa: S102 - the package's own kernel file, once for each game
    except BaseException:  # whatever it was, half a module must not be found again
        del sys.modules[module.__name__]
        raise
    finally:
        for bound in names:
            delattr(holder, bound)
        vars(holder).update(before)  # of the kernel that asked for this one, and is still being executed
    return module


def _kernels_in(tree: ast.Module, full: str, rules: ModuleType, guide: ModuleType | None) -> dict[str, Any]:
    """What a kernel imports from other kernels, bound to the same game; these imports are taken out of its ``tree``."""
    names: dict[str, Any] = {}
    for node in [one for one in tree.body if isinstance(one, ast.ImportFrom)]:
        source = importlib.util.resolve_name("." * node.level + (node.module or ""), full.rpartition(".")[0])
        for one in tuple(node.names):
            if _is_kernel(source):
                found: Any = getattr(kernel(source, rules, guide), one.name)
            elif _is_kernel(f"{source}.{one.name}"):
                found = kernel(f"{source}.{one.name}", rules, guide)
            else:
                continue
            names[one.asname or one.name] = found
            node.names.remove(one)
        if not node.names:
            tree.body.remove(node)
    return names


@cache
def _is_kernel(name: str) -> bool:
    """Whether a module is a kernel: whether it imports what the loader binds."""
    package = importlib.util.find_spec(name.rpartition(".")[0]) if "." in name else None
    if name in sys.modules or package is None or package.submodule_search_locations is None:
        return False  # no kernel is ever imported under its own name
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return False
    tree = ast.parse(Path(spec.origin).read_bytes(), spec.origin)
    imports = [one for one in tree.body if isinstance(one, ast.ImportFrom) and str(one.module).endswith("binding")]
    return any(one.name in binding.BOUND for node in imports for one in node.names)


def _caching(version: str, origin: Path, rules: ModuleType, guide: ModuleType | None) -> AbstractContextManager[None]:
    """Where the entries of a kernel, bound to rules and a guide, are cached (nowhere for interpreted rules)."""
    if is_interpreted(rules):
        return nullcontext()
    from ..runtime.cache import kernel_folder
    from ..runtime.dispatch import caching_in

    modules = [rules] if guide is None else [rules, guide]
    return caching_in(kernel_folder(f"{label(rules, guide)}.{version.removeprefix(f'{PACKAGE}.')}", origin, modules))


def _complete(rules: ModuleType, interpreted: bool) -> ModuleType:
    """The rules, with :mod:`.rule_defaults` for the optional functions that they leave out."""
    defaults = f"{PACKAGE}.core.rule_defaults"
    spare = interpret(defaults) if interpreted else importlib.import_module(defaults)
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
    vars(complete).update({name: getattr(uniform, name) for name in GUIDE_FUNCTIONS} | guide_functions(guide))
    vars(complete).update({name: getattr(guide, name) for name in GUIDE_PARTS if hasattr(guide, name)})
    vars(complete).update(DISCREET=getattr(guide, "DISCREET", 0 if hasattr(guide, "policy") else 1))
    return complete
