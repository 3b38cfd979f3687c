"""What compiled functions call, read from the sources: which calls are of the language, and who calls whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import magnate

ROOT = Path(magnate.__file__).parent
DECORATORS = {"rule", "entry", "shared"}
BUILTINS = {"range", "len", "min", "max", "abs", "int", "float", "bool"}
BOUND = {"game", "guide"}  # modules that the loader gives a kernel
LIBRARY = {"math": {"sqrt", "log", "exp", "pow", "floor", "ceil"}}  # the same to the last bit in both worlds
OUTSIDE = {
    "runtime/compiler.py": {"float32", "signed", "unsigned"},
    "runtime/state_copy.py": {"copy_state"},
    "runtime/primitives.py": {"_trailing_zeros", "_leading_zeros", "_ones", "_clock_gettime", "_counter"},
}
"""By file, what compiled code takes from elsewhere; the same file says what it is in the twin."""

Function = tuple[Path, str]


def compiled_functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """The decorated functions of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {getattr(d, "id", getattr(d, "attr", "")) for d in node.decorator_list}
            if names & DECORATORS:
                yield node


def named_tuples(tree: ast.AST) -> Iterator[str]:
    """The named tuples that a module defines: compiled and interpreted, their parts are told apart by their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and [getattr(base, "id", "") for base in node.bases] == ["NamedTuple"]:
            yield node.name


class Source:
    """A file of the package (or a text that stands in for one), with what its names mean."""

    def __init__(self, file: Path, text: str | None = None) -> None:
        self.file = file
        self.tree = ast.parse(file.read_text() if text is None else text)
        self.compiled = {function.name: function for function in compiled_functions(self.tree)}
        self.tuples = set(named_tuples(self.tree))
        self.imported: dict[str, tuple[Path, str]] = {}  # by the name here: the folder or file, and the name there
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                origin = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                for one in node.names:
                    self.imported[one.asname or one.name] = (origin, one.name)

    def module(self, name: str) -> Source | None:
        """The module of ours that a name means here."""
        if name not in self.imported:
            return None
        origin, there = self.imported[name]
        file = origin / f"{there}.py"
        return source(file) if file.is_file() else None

    def function(self, name: str) -> Function | None:
        """The compiled function that a name means here, wherever it is defined."""
        if name in self.compiled or name in OUTSIDE.get(self.file.relative_to(ROOT).as_posix(), ()):
            return self.file, name
        origin = self.origin(name)
        return origin and origin[0].function(origin[1])

    def is_tuple(self, name: str) -> bool:
        """Whether a name means a named tuple here, wherever it is defined."""
        origin = self.origin(name)
        return name in self.tuples or (origin is not None and origin[0].is_tuple(origin[1]))

    def origin(self, name: str) -> tuple[Source, str] | None:
        """The source of ours that a name is imported from, and what it is called there."""
        if name not in self.imported:
            return None
        folder, there = self.imported[name]
        file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
        return (source(file), there) if file.is_file() else None

    def called(self, call: ast.Call) -> Function | None:
        """The compiled function of ours that is called; None for anything else."""
        if isinstance(call.func, ast.Name):
            return self.function(call.func.id)
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            module = self.module(call.func.value.id)
            return module and module.function(call.func.attr)
        return None

    def call_fault(self, call: ast.Call) -> str | None:
        """What is wrong with a call, or None."""
        to = call.func
        allowed = self.called(call) is not None
        if isinstance(to, ast.Name):
            allowed |= to.id in BUILTINS or self.is_tuple(to.id)
        elif isinstance(to, ast.Attribute) and isinstance(to.value, ast.Name):
            allowed |= to.value.id in BOUND or to.attr in LIBRARY.get(to.value.id, ())
        return None if allowed else f"a call of {ast.unparse(to)}"

    def calls(self, name: str) -> Iterator[Function]:
        """The functions of ours that a compiled function of this file calls."""
        for node in ast.walk(self.compiled[name]):
            if isinstance(node, ast.Call) and (called := self.called(node)):
                yield called


@cache
def source(file: Path) -> Source:
    """A file of the package, read once."""
    return Source(file)


def circle(sources: list[Source]) -> list[str]:
    """The names of functions of these sources (and of what they call) that call each other in a circle, or none."""
    given = {one.file: one for one in sources}
    done: set[Function] = set()

    def visit(function: Function, way: list[Function]) -> list[str]:
        if function in way:
            return [name for _, name in way[way.index(function) :]]
        file, name = function
        owner = given.get(file) or source(file)
        if function not in done and name in owner.compiled:
            for called in owner.calls(name):
                if found := visit(called, [*way, function]):
                    return found
        done.add(function)
        return []

    for one in sources:
        for name in one.compiled:
            if found := visit((one.file, name), []):
                return found
    return []
