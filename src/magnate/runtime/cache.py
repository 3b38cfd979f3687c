"""Where compiled kernels are kept between runs.

Numba's cache notices changes in a function's own file only: not in the files of the rules that it calls, not in a
constant imported from elsewhere, not in the bounds-check flag, not in its own environment variables (``NUMBA_OPT`` …).
So each combination of all sources, flags, versions and processor has a folder of its own, and within it each game (with
its guide) another one. The three newest combinations are kept.

The root is the user's cache folder (``~/.cache/magnate/kernels`` on Linux) or the variable MAGNATE_CACHE.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Final

__all__ = ["BOUNDSCHECK", "KEPT", "binding_folder", "combination", "folder", "prune", "root"]


BOUNDSCHECK: Final[bool] = os.environ.get("MAGNATE_BOUNDSCHECK", "0") not in {"", "0"}
"""Whether compiled code checks array indices; read once, from the variable MAGNATE_BOUNDSCHECK."""
KEPT: Final = 3
"""How many combinations of sources, flags, versions and processor stay on disk."""

_PACKAGE = Path(__file__).parents[1]
_WITHOUT_EFFECT = {"CACHE_DIR", "NUM_THREADS", "DEBUG_CACHE", "COLOR_SCHEME", "WARNINGS"}
"""Variables of Numba (their names after ``NUMBA_``) that do not change what is compiled."""
_COMPILED_PARTS = (
    "runtime",
    "core",
    "games",
    "networks",
    "values",
    "agents",
    "search",
    "learn/kernels",
)  # what may hold compiled code


def root() -> Path:
    """The folder that holds one folder per combination."""
    chosen = os.environ.get("MAGNATE_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("magnate") / "kernels"


def _digest(files: Iterable[Path], *words: str) -> str:
    """A short name for these words and the names and contents of these files."""
    digest = hashlib.blake2b(digest_size=10)
    for word in words:
        digest.update(word.encode() + b"\0")
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{file.name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _numbas_variables() -> list[str]:
    """What the environment tells Numba, which may change what it compiles."""
    told = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    return [
        f"{name}={value}" for name, value in sorted(told.items()) if name.removeprefix("NUMBA_") not in _WITHOUT_EFFECT
    ]


@cache
def combination() -> str:
    """The name of this process's combination of sources, flags, versions and processor."""
    import llvmlite.binding as llvm

    sources = [file for part in _COMPILED_PARTS for file in (_PACKAGE / part).rglob("*.py")]
    return _digest(
        sources,
        f"boundscheck={BOUNDSCHECK}",
        *_numbas_variables(),
        *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")),
        f"python {platform.python_version()} {platform.machine()}",
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
    )


@cache
def folder() -> Path | None:
    """This combination's folder, made if need be and marked as used now; None where nothing can be written.

    Without a folder everything works, but each process compiles anew.
    """
    path = root() / combination()
    try:
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
    except OSError:
        return None
    prune(path.parent, keep=path.name)
    return path


def prune(kernels: Path, keep: str) -> None:
    """Remove all but the newest :data:`KEPT` combinations; ``keep`` stays in any case.

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


def binding_folder(label: str, modules: Iterable[ModuleType]) -> Path | None:
    """The folder for kernels bound to these modules (a game's rules and a guide).

    Sources inside magnate are covered by the combination. Those of a game or guide outside it enter the folder's
    name: the module's own file and, when it belongs to a package, every Python file beside and below it.
    """
    base = folder()
    if base is None:
        return None
    outside: set[Path] = set()
    for module in modules:
        file = Path(module.__file__ or "")
        if file.is_file() and _PACKAGE not in file.parents:
            outside.update(file.parent.rglob("*.py") if module.__package__ else [file])
    name = re.sub(r"[^\w.+-]", "_", label)
    return base / (f"{name}-{_digest(outside)[:8]}" if outside else name)
