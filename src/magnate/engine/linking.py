"""How compiled functions become machine code: an entry and all rules that it reaches are one program.

Left alone, Numba optimises every function together with all that it calls, emits machine code for each, and links
them as functions that others may replace, so that LLVM must not inline a large one even where it has one caller. Here
a rule stays LLVM's intermediate code; an entry links each rule that it reaches once, makes them private to itself, and
only then is optimised. Monopoly plays twice as fast for it, and compiles in half the time.

The two compilers below are for Numba's documented argument ``pipeline_class``.
"""
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler
from numba.core.environment import lookup_environment

__all__ = ["EntryCompiler", "RuleCompiler", "close_circle"]

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
        self._linking_libraries = _reached(self._linking_libraries)
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
        super()._optimize_final_module()

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


def _reached(libraries: Iterable[Any]) -> list[Any]:
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
