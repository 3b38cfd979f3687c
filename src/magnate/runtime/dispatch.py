# mypy: disable-error-code="no-untyped-call"
"""The compiled side of :mod:`.compiler`: Numba dispatchers for one declared signature each, and one program an entry.

Numba would compile a function anew for every combination of argument types (``int8``, ``int32``, a literal 3 …).
Here each function knows its own signature, so the first caller compiles that one and all others convert to it.
"""

from __future__ import annotations

import dis
import gc
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import numba
import numpy as np
from llvmlite.binding import Linkage, create_pass_builder, create_pipeline_tuning_options, parse_assembly
from numba import types
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.environment import lookup_environment
from numba.np.numpy_support import from_dtype

from . import cache as kernels
from .cache import BOUNDSCHECK

Progress: TypeAlias = Callable[[int, int, str], None]  # as in `compiler`, which imports this module


# ---------------------------------------------------------------------------------------- linking: one program an entry
#
# Left alone, Numba optimises every function together with all that it calls, emits machine code for each, and
# links them as functions that others may replace, so that LLVM must not inline a large one even where it has one
# caller. Here a rule stays LLVM's intermediate code; an entry links each rule that it reaches once, makes them
# private to itself, and only then is optimised. Monopoly plays twice as fast for it, and compiles in half the
# time.
#
# The two compilers below are for Numba's documented argument ``pipeline_class``.


ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of Numba's environments begin: one a function, for what it needs of Python's objects."""


class RuleLibrary(JITCodeLibrary):
    """The intermediate code of one rule, not optimised, with the libraries of the functions that it calls."""

    def finalize(self) -> None:
        """Nothing is linked, optimised or emitted: that is the entry's part."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 - Numba's signature
        """No machine code, hence no address."""
        return 0

    @property
    def codegen(self) -> Any:
        """Numba asks this only to store the environment's address in machine code, which a rule has not."""
        return SimpleNamespace(set_env=lambda _name, _environment: None)


class EntryLibrary(JITCodeLibrary):
    """An entry with every function that it reaches, as one program."""

    def finalize(self) -> None:
        """Link, optimise and emit the whole program."""
        self._linking_libraries = _libraries_reached(self._linking_libraries)
        self._close_circles()
        super().finalize()
        codegen: Any = self._codegen
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT) and not variable.is_declaration:
                codegen.set_env(variable.name, lookup_environment(variable.name))

    def _optimize_final_module(self) -> None:
        """Make all but the entry itself private before optimising, so that what has one caller is inlined there."""
        for variable in self._final_module.global_variables:
            if variable.name.startswith(RuntimeLinker.PREFIX):
                variable.linkage = Linkage.internal
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        if BOUNDSCHECK:
            self._optimize_little()
        else:
            super()._optimize_final_module()

    def _optimize_little(self) -> None:
        """Optimise once, at the lowest level that still inlines: for tests, most of which compile more than they play.

        Monopoly's kernels take 42 % less time to optimise and emit, and play 11 % slower.
        """
        tuning = create_pipeline_tuning_options(speed_level=1)
        tuning.loop_vectorization = tuning.slp_vectorization = False
        passes = create_pass_builder(cast(Any, self._codegen)._tm, tuning)
        passes.getModulePassManager().run(self._final_module, passes)

    def _close_circles(self) -> None:
        """Define the variables that stand for functions which call each other.

        A call back to a rule that was still being compiled goes by a variable, which Numba would set when both are
        loaded. Here both are in one program, so that the variable is a constant and the call a direct one.
        """
        open_ends = {
            variable.name
            for library in self._linking_libraries
            for variable in library._final_module.global_variables
            if variable.name.startswith(RuntimeLinker.PREFIX)
        }
        for name in sorted(open_ends):
            function = name.removeprefix(RuntimeLinker.PREFIX)
            text = f'declare void @"{function}"()\n@"{name}" = constant ptr @"{function}"\n'
            self._final_module.link_in(parse_assembly(text), preserve=True)


def _libraries_reached(libraries: Iterable[Any]) -> list[Any]:
    """These libraries and those that the rules among them need, each once, callers before what they call.

    The order matters: LLVM's linker drops a function that nothing linked before refers to.
    """
    order: list[Any] = []
    visited: set[Any] = set()

    def visit(library: Any) -> None:
        if library not in visited:
            visited.add(library)
            if isinstance(library, RuleLibrary):
                for called in library._linking_libraries:
                    visit(called)
            order.append(library)

    for one in libraries:
        visit(one)
    return order[::-1]


def close_circle(libraries: list[Any]) -> None:
    """Let the libraries of rules that call each other need one another, by whichever an entry comes in.

    Numba notes what a rule calls, but for calls back to a rule that is still being compiled.
    """
    for one in libraries:
        one._linking_libraries = [*one._linking_libraries, *(other for other in libraries if other is not one)]


class RuleCompiler(Compiler):
    """Compiles one rule to intermediate code."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile ``func`` into a library of its own kind."""
        self.state.library = RuleLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class EntryCompiler(Compiler):
    """Compiles an entry and links its program."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile ``func`` into a library of its own kind, whose machine code may be cached."""
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


# ---------------------------------------------------------------------------------------------------------- dispatchers


Function = TypeVar("Function", bound=Callable[..., Any])

_SCALARS = {int: types.int64, float: types.float64, bool: types.boolean}
_entry_folders: list[Path | None] = []


@contextmanager
def caching_in(folder: Path | None) -> Iterator[None]:
    """Entries decorated inside this block are cached in ``folder`` (None: not at all)."""
    _entry_folders.append(folder)
    try:
        yield
    finally:
        _entry_folders.pop()


class _Located(_CacheLocator):
    """Where Numba keeps what it compiles of a function. The folder's name tells the sources, so no path or time counts.

    So all checkouts and installations with the same sources share their kernels.
    """

    path: str

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._py_file = file  # what Numba's warnings name

    @classmethod
    def from_function(cls, py_func: Any, py_file: Any) -> _Located:
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return self.path

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _KernelCache(FunctionCache):
    """Numba's cache of a function, in a folder of ours."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        class Here(_Located):
            path = str(folder)

        class Kept(CompileResultCacheImpl):
            def __init__(self, py_func: Any) -> None:
                self._locator_classes: list[Any] = [Here]
                super().__init__(py_func)

        self._impl_class = Kept
        super().__init__(function)


def rule(function: Function) -> Function:
    """Compile this function of the rules when a compiled caller (or Python) first needs it."""
    return cast(Function, _declared(function, RuleCompiler))


def entry(function: Function) -> Function:
    """Compile this function when :func:`build` (or a first call) asks for it, and keep it on disk."""
    folder = _entry_folders[-1] if _entry_folders else kernels.entry_folder(function)
    if folder is None:
        return cast(Function, _declared(function, EntryCompiler))
    dispatcher = _declared(function, EntryCompiler)
    dispatcher._cache = _KernelCache(function, folder)
    return cast(Function, dispatcher)


def shared(function: Function) -> Function:
    """Compile this helper once for each kind of record or array that it is used with."""
    dispatcher = _dispatcher(function, RuleCompiler)
    dispatcher.compile = lambda arguments: type(dispatcher).compile(dispatcher, tuple(map(widened, arguments)))
    dispatcher._insert = _keep_from_python
    dispatcher._compile_for_args = lambda *arguments: _callable(function).compile(tuple(map(numba.typeof, arguments)))
    return cast(Function, dispatcher)


def _dispatcher(function: Callable[..., Any], compiler: type[Compiler]) -> Any:
    """A dispatcher; one for rules has no interface to Python, which saves a third of the compile time.

    Compiled code allocates nothing (``_nrt=False`` makes Numba refuse it). So arrays, which all belong to Python, need
    no counting of references, which would take a fifth of the time of a game.
    """
    more: dict[str, Any] = {"_nrt": False}
    if compiler is RuleCompiler:
        more |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(
        nogil=True,
        error_model="numpy",
        boundscheck=BOUNDSCHECK,
        pipeline_class=compiler,
        **more,
    )(function)


def _declared(function: Callable[..., Any], compiler: type[Compiler]) -> Any:
    """A dispatcher that compiles the declared signature only."""
    missing = [name for name in inspect.signature(function).parameters if name not in function.__annotations__]
    if missing:
        raise TypeError(
            f"{_name(function)}: the parameter {missing[0]!r} has no annotation, so its compiled type is unknown; "
            "write int, float, bool, a State or an array such as Ints"
        )
    dispatcher = _dispatcher(function, compiler)
    dispatcher.compile = partial(_compile_declared, dispatcher)
    if compiler is RuleCompiler:
        dispatcher._insert = _keep_from_python
        dispatcher._compile_for_args = partial(_compile_for_python, function)
    return dispatcher


def _keep_from_python(*_overload: Any) -> None:
    """Stand in for a dispatcher's ``_insert``: a rule has no wrapper, so Python must not find its compiled code."""


def _compile_for_python(function: Callable[..., Any], *arguments: Any) -> Any:
    """What Python runs when it calls a rule itself, as tests do: the same function, compiled with a wrapper."""
    _check_arguments(function, map(numba.typeof, arguments))
    return _callable(function).compile(signature(function))


@cache
def _callable(function: Callable[..., Any]) -> Any:
    """The same function with an interface to Python."""
    return _dispatcher(function, EntryCompiler)


def _compile_declared(dispatcher: Any, arguments: Any) -> Any:
    """Stand in for the dispatcher's own ``compile``: whatever the caller has, compile the declared signature."""
    function = dispatcher.py_func
    _check_arguments(function, arguments.args if hasattr(arguments, "args") else arguments)
    if dispatcher.overloads:
        return next(iter(dispatcher.overloads.values())).entry_point
    return type(dispatcher).compile(dispatcher, signature(function))


def _check_arguments(function: Callable[..., Any], given: Iterable[Any]) -> None:
    """Refuse arrays and records of another type than declared, which would be read as something else."""
    for name, want, have in zip(inspect.signature(function).parameters, signature(function), given, strict=False):
        if isinstance(want, types.Array | types.Record | types.BaseNamedTuple) and want != have:
            raise TypeError(f"{_name(function)}: the argument {name!r} must be {want}, not {have}")


@cache
def signature(function: Callable[..., Any]) -> tuple[Any, ...]:
    """The Numba types that a function's annotations declare, one a parameter."""
    hints = get_type_hints(function, include_extras=True)
    return tuple(_type_of(hints[name], function, name) for name in inspect.signature(function).parameters)


def _type_of(hint: Any, function: Callable[..., Any], name: str) -> Any:
    if hint in _SCALARS:
        return _SCALARS[hint]
    if get_origin(hint) is Annotated:
        meaning = get_args(hint)[1]
        if isinstance(meaning, np.dtype):
            return from_dtype(meaning)
        if isinstance(meaning, tuple):
            dtype, dimensions = (*meaning, 1)[:2]
            return types.Array(from_dtype(np.dtype(dtype)), dimensions, "C")
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        # Numba tells named tuples apart by their class's name and their parts alone. Kernels that are bound to several
        # guides have classes of one name, and with those it would look the code up anew, for milliseconds a call. So
        # a tuple's ``repr`` names its module too from here on.
        hint.__name__ = f"{hint.__module__}.{hint.__qualname__}"
        parts = get_type_hints(hint, include_extras=True)
        fields = [_type_of(parts[part], function, f"{name}.{part}") for part in hint._fields]
        if len(set(fields)) == 1:
            return types.NamedUniTuple(fields[0], len(fields), hint)  # what Numba makes of equal parts itself
        return types.NamedTuple(fields, hint)
    raise TypeError(
        f"{_name(function)}: the annotation {hint!r} of the parameter {name!r} has no compiled meaning; "
        "write int, float, bool, a State or an array such as Ints"
    )


def widened(argument: Any) -> Any:
    """An argument's type with every integer as ``int64`` and every float as ``float64``."""
    plain = types.unliteral(argument)
    if isinstance(plain, types.Integer | types.Boolean):
        return types.int64
    return types.float64 if isinstance(plain, types.Float) else plain


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


class _Report(event.Listener):
    """Tells ``progress`` about each function that is really compiled (not loaded from the cache)."""

    def __init__(self, expected: set[Any], progress: Progress | None) -> None:
        self.expected = expected
        self.progress = progress
        self.done = 0

    def on_start(self, event: Any) -> None:
        dispatcher = event.data["dispatcher"]
        if self.progress is not None and dispatcher in self.expected:
            self.progress(self.done, len(self.expected), dispatcher.py_func.__name__)

    def on_end(self, event: Any) -> None:
        self.done += event.data["dispatcher"] in self.expected


def build(entries: Iterable[Callable[..., Any]], progress: Progress | None = None) -> int:
    """Compile these entries, or load them from the cache, and return how many functions were compiled.

    ``progress(done, total, name)`` is called before each function that has to be compiled, and once with
    ``done == total`` and an empty name at the end. On a warm cache it is not called at all.
    """
    needed = bottom_up_order(missing(entries))
    report = _Report(set(needed), progress)
    with event.install_listener("numba:compile", report), _uncollected():
        for one, circle in needed.items():
            one.compile(signature(one.py_func))
            close_circle([_library(member) for member in (one, *circle)])
    if report.done and progress is not None:
        progress(len(report.expected), len(report.expected), "")
    return report.done


def direct(function: Function) -> Function:
    """An entry that is built, without Numba's look at the types of what it is given.

    That look takes longer than many a call. Arrays of another type than declared are read as something else.
    """
    return cast(Function, next(iter(cast(Any, function).overloads.values())).entry_point)


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for garbage meanwhile: nearly all that compiling makes is kept; looking takes a seventh longer."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def missing(entries: Iterable[Callable[..., Any]]) -> list[Callable[..., Any]]:
    """Those entries that are not compiled and not in the cache either; the others are loaded from it."""
    return [one for one in entries if not _load(one)]


def _load(one: Any) -> bool:
    """Whether this entry is compiled already, or could be loaded from the cache.

    Numba's own way in, ``compile``, would first import its versions of all of NumPy's functions, which takes longer
    than loading and which only compiling needs.
    """
    if not one.overloads and not isinstance(one._cache, NullCache):
        with global_compiler_lock:
            found = one._cache._load_overload(signature(one.py_func), one.targetctx)
            if found is not None:
                one.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
                one.add_overload(found)
    return bool(one.overloads)


def _library(dispatcher: Any) -> Any:
    """The code of a function that is compiled."""
    return next(iter(dispatcher.overloads.values())).library


def bottom_up_order(entries: list[Any]) -> dict[Any, list[Any]]:
    """The rules and entries not yet compiled that these entries can reach by the names they use, callees first.

    Compiled in this order, no compilation is nested in another, which Numba's own timers would slow down. Functions
    that call each other in a circle are the exception: the one that is reached first is listed, and compiling it
    compiles the others.
    """
    order: dict[Any, list[Any]] = {}
    visited: set[Any] = set()
    circling: dict[Any, int] = {}  # those being visited and what circles back to them, and how far up that reaches

    def visit(dispatcher: Any, depth: int) -> int:
        """List what this one can reach, and itself; returns the depth of the highest function that it circles to."""
        if dispatcher in visited or dispatcher.signatures:
            return circling.get(dispatcher, depth)
        visited.add(dispatcher)
        circling[dispatcher] = depth
        top = min((visit(other, depth + 1) for other in _used_by(dispatcher)), default=depth)
        circling[dispatcher] = min(top, depth)
        if top >= depth:
            circle = [one for one, height in circling.items() if height >= depth]
            for one in circle:
                del circling[one]
            if isinstance(dispatcher.__dict__.get("compile"), partial):  # else a shared helper, compiled by its callers
                order[dispatcher] = [one for one in circle if one is not dispatcher]
        return min(top, depth)

    for one in entries:
        visit(one, 0)
    return order


def reached_by(rules: Iterable[Any]) -> list[Any]:
    """These rules and all that they can reach by the names they use, compiled or not."""
    waiting, found = list(rules), []
    while waiting:
        if (one := waiting.pop()) not in found:
            found.append(one)
            waiting += _used_by(one)
    return found


def _used_by(dispatcher: Any) -> list[Any]:
    """The compiled functions that a function means by its global names, and by those of modules."""
    function = dispatcher.py_func
    used, value = [], None
    for step in dis.get_instructions(function):
        if step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
        elif step.opname in {"LOAD_ATTR", "LOAD_METHOD"} and isinstance(value, ModuleType):
            value = getattr(value, step.argval, None)
        elif step.opname != "EXTENDED_ARG":  # which belongs to the instruction after it
            value = None
        if isinstance(value, Dispatcher) and value not in used:
            used.append(value)
    return used
