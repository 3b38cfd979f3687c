"""Where compiled kernels are kept between runs.

Numba's cache notices changes in a function's own file only. It misses those in the files of the rules that it calls, in
a constant imported from elsewhere, in the bounds-check flag, and in its environment variables (``NUMBA_OPT`` …).
So each combination of flags, versions and processor has a folder of its own. In it each kernel has a folder for each
version of the sources that it can depend on. These are what its file, the rules and the guide import, directly or not.
Three combinations are kept, and three versions of each kernel.

Imports are found in the text, not executed. All count, also those inside functions, because a constant may be computed
by a call. Only imports for typing do not, because they do not exist at run time. Data files and kernels that a source
names by a string count too. A package's ``__init__`` counts where a name is imported from it. What stands in a file
below a line ``# Python only …`` does not count, such as the defaults of parameters, of which kernels use the places.

The root is the user's cache folder (``~/.cache/magnate/kernels`` on Linux) or the variable MAGNATE_CACHE.
"""

# ruff: noqa: PTH113, PTH116, PTH120, PTH123 - paths as strings are several times as quick, and every start waits for them

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

BOUNDSCHECK: Final[bool] = os.environ.get("MAGNATE_BOUNDSCHECK", "0") not in {"", "0"}
"""Whether compiled code checks array indices; read once, from the variable MAGNATE_BOUNDSCHECK."""
KEPT: Final = 3
"""How many combinations of flags, versions and processor stay on disk, and how many versions of each kernel."""

_PACKAGE = Path(__file__).parents[1]
_BINDING = ("core/loader.py", "core/rule_defaults.py", "core/uniform.py")
"""What decides how any kernel is bound to rules and a guide."""
_LIBRARIES: Final = {"numpy", "numba", "pydantic"}
"""Packages that games import and that hold no rules. Their hundreds of files are not read at every start."""
_BEGUN = time.time()
_WITHOUT_EFFECT = {"CACHE_DIR", "NUM_THREADS", "DEBUG_CACHE", "COLOR_SCHEME", "WARNINGS", "ENABLE_CUDASIM"}
"""Variables of Numba (their names after ``NUMBA_``) that do not change what is compiled."""


def root() -> Path:
    """The folder that holds one folder per combination."""
    chosen = os.environ.get("MAGNATE_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("magnate") / "kernels"


def _numbas_variables() -> list[str]:
    """What the environment tells Numba, which may change what it compiles."""
    given = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    return [
        f"{name}={value}" for name, value in sorted(given.items()) if name.removeprefix("NUMBA_") not in _WITHOUT_EFFECT
    ]


@cache
def combination() -> str:
    """The name of this process's combination of flags, versions and processor."""
    import llvmlite.binding as llvm

    return _digest(
        f"boundscheck={BOUNDSCHECK}",
        *_numbas_variables(),
        *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")),
        f"python {platform.python_version()} {platform.machine()}",
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
    )


def _digest(*words: str) -> str:
    """A short name for these words."""
    return hashlib.blake2b("\0".join(words).encode(), digest_size=10).hexdigest()


# -------------------------------------------------------------------------------------------------------------- Folders


@cache
def folder() -> Path | None:
    """This combination's folder, made if need be and marked as used now; None where nothing can be written.

    Without a folder everything works, but each process compiles anew.
    """
    return _used(root() / combination())


def _used(path: Path) -> Path | None:
    """A folder that is marked as used now. When it is made, older ones beside it make room."""
    try:
        new = not path.is_dir()
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
    except OSError:
        return None
    if new:
        prune(path.parent, keep=path.name)
    return path


def prune(kernels: Path, keep: str) -> None:
    """Remove all but the newest :data:`KEPT` versions; ``keep`` stays in any case.

    Another process may prune at the same moment: what is already gone is fine.
    """
    ages = []
    for path in kernels.iterdir():
        if re.fullmatch(r"[0-9a-f]{20}", path.name) and path.name != keep:
            try:
                ages.append((path.stat().st_mtime, path))
            except FileNotFoundError:
                continue
    for _, path in sorted(ages, reverse=True)[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def kernel_folder(label: str, file: Path, modules: Iterable[ModuleType]) -> Path | None:
    """The folder for the kernel in ``file``, bound to these modules (a game's rules and a guide).

    None where nothing can be kept. ``label`` says in the folder's name what it holds.
    """
    files = [str(file), *(str(_PACKAGE / part) for part in _BINDING)]
    for module in modules:
        files += _files_of(module)
    return _version_folder(label, files)


def entry_folder(function: Callable[..., Any]) -> Path | None:
    """The folder for an entry that is bound to no game."""
    return _version_folder(function.__module__, [function.__code__.co_filename])


def _version_folder(label: str, files: Iterable[str]) -> Path | None:
    base = folder()
    if base is None:
        return None
    found = sources(files)
    try:
        if max(os.stat(file).st_mtime for file in found) > _BEGUN:
            return None  # this process may have imported what stood there before, so others must not load it
    except OSError:  # such as code that was typed in
        return None
    words = [f"{_name(file)} {source.digest}" for file, source in found.items()]
    return _used(base / re.sub(r"[^\w.+-]", "_", label) / _digest(*sorted(words)))


def _name(file: str) -> str:
    """A source's name wherever magnate is installed."""
    path = Path(file)
    return path.relative_to(_PACKAGE).as_posix() if path.is_relative_to(_PACKAGE) else path.name


def _files_of(module: ModuleType) -> Iterator[str]:
    """Where a module's content comes from: its own file, those of its functions, and of the modules that it holds.

    The last two are for modules that are put together from others. Of a package outside magnate every file counts.
    """
    held = list(vars(module).values())
    for one in [module, *(value for value in held if isinstance(value, ModuleType))]:
        if getattr(one, "__file__", None) and not _of_library(one.__name__):
            yield str(one.__file__)
    for value in held:
        function = getattr(value, "py_func", value)
        code = getattr(function, "__code__", None)
        if code is not None and not _of_library(str(function.__module__)):
            yield code.co_filename
    own = Path(module.__file__ or "") if hasattr(module, "__file__") else Path()
    if module.__package__ and own.is_file() and _PACKAGE not in own.parents:
        yield from map(str, own.parent.rglob("*.py"))


def _of_library(module: str) -> bool:
    """Whether a module belongs to a package that holds no rules."""
    return module.partition(".")[0] in _LIBRARIES


# -------------------------------------------------------------------------------------------------------------- Sources


class Source(NamedTuple):
    """A file's content in short, and the files of magnate or of its own package that it imports or names."""

    digest: str
    needs: tuple[str, ...]


_PYTHON_ONLY = b"\n# Python only"
_TYPING = re.compile(r"\nif (?:typing\.)?TYPE_CHECKING:\n(?:[ \t].*\n|\n)+")
_WORD = re.compile(r"import\b")
_FROM = re.compile(r"\bfrom\s+([.\w]+)\s+$")
_NAMES = re.compile(r"\s*\(((?:[^)#]|#.*)*)\)|((?:\\\n|[^\n;#])*)")
_MODULE = re.compile(r"""magnate\.([\w.]+)["']""")
_KERNEL = re.compile(r"""kernel\(["'](\w+)["']""")


def sources(files: Iterable[str]) -> dict[str, Source]:
    """These files and all that they import or name, directly or not."""
    found: dict[str, Source] = {}
    waiting = [str(Path(file).absolute()) for file in {*files}]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found[file] = _source(file)
            waiting += found[file].needs
    return found


@cache
def _source(file: str) -> Source:
    """What a file holds when this process first needs it."""
    try:
        with open(file, "rb") as opened:
            content = opened.read()
    except OSError:
        return Source("", ())
    content, _, _ = content.partition(_PYTHON_ONLY)
    digest = hashlib.blake2b(content, digest_size=10).hexdigest()
    if not file.endswith(".py"):
        return Source(digest, ())
    text = content.decode(errors="replace")
    data = [beside for name, beside in _data_in(os.path.dirname(file)) if name in text]
    return Source(digest, tuple({*_imported(file, text), *_kernels_named(text), *data}))


def _imported(file: str, text: str) -> Iterator[str]:
    """The files that a source imports, wherever in it."""
    if "TYPE_CHECKING:" in text:
        text = _TYPING.sub("\n", text)
    for word in _WORD.finditer(text):
        before = text[text.rfind("\n", 0, word.start()) + 1 : word.start()]
        if before.lstrip().startswith((">>>", "...", "#")):
            continue
        found = _NAMES.match(text, word.end())
        listed = re.sub(r"#.*|\\\n", " ", (found[1] or found[2] or "") if found else "")
        names = [words[0] for one in listed.split(",") if (words := one.split())]
        origin = _FROM.search(before)
        for dotted, parts in [(origin[1], names)] if origin else [(name, []) for name in names]:
            for stem in _stems(file, dotted):
                yield from _modules(stem, parts)


def _modules(stem: str, names: list[str]) -> Iterator[str]:
    """The files that these names of a module come from; without names the module's own."""
    whole = _module_file(stem)
    if whole is not None and not (names and whole.endswith("__init__.py")):
        yield whole
        return
    for name in names:
        one = _module_file(f"{stem}/{name}") or whole
        if one is not None:
            yield one


def _stems(file: str, dotted: str) -> list[str]:
    """Where a module may lie that a file imports, without the suffix; nowhere if it belongs to another package."""
    name = dotted.lstrip(".")
    below, folder = f"/{name.replace('.', '/')}".rstrip("/"), os.path.dirname(file)
    if dotted.startswith("."):
        for _ in range(len(dotted) - len(name) - 1):
            folder = os.path.dirname(folder)
        return [folder + below]
    top = name.partition(".")[0]
    if top == "magnate":
        return [f"{_PACKAGE.parent}{below}"]
    if top in _LIBRARIES or file.startswith(f"{_PACKAGE}"):
        return []
    return [folder + below, *(f"{one.parent}{below}" for one in Path(file).parents if one.name == top)]


@cache
def _module_file(stem: str) -> str | None:
    """The file of a module or package."""
    for file in (f"{stem}.py", f"{stem}/__init__.py"):
        if os.path.isfile(file):
            return file
    return None


def _kernels_named(text: str) -> Iterator[str]:
    """The modules of magnate that a source names by strings, as it does with kernels."""
    named = [match[1].replace(".", "/") for match in _MODULE.finditer(text) if text[match.start() - 1] in "\"'"]
    for name in (*named, *(f"core/{short}" for short in _KERNEL.findall(text))):
        if os.path.isfile(file := f"{_PACKAGE}/{name}.py"):
            yield file


@cache
def _data_in(folder: str) -> list[tuple[str, str]]:
    """The names and paths of the files in a folder that are not Python."""
    return [
        (one.name, one.path)
        for one in os.scandir(folder)
        if "." in one.name and one.is_file() and not one.name.endswith(".py")
    ]
