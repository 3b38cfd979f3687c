# mypy: disable-error-code="no-untyped-call"
"""The rules compiled for CUDA: what ``@rule`` and ``@shared`` marked, taken by numba-cuda from the same functions.

numba-cuda takes a function that is compiled for the processor by its Python code. Here each keeps its declared
signature. The programs of all functions are handed to NVVM once each, and what comes out is kept on disk.

Products and sums are not contracted (``fma=0``), so that floating point comes out as on the processor.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from cuda.core import Linker, LinkerOptions, ObjectCode
from numba.core import types
from numba.cuda import compiler
from numba.cuda.cudadrv import nvvm
from numba.cuda.dispatcher import CUDADispatcher

from ..runtime.dispatch import reached_by, signature, widened

__all__ = ["Program", "assembly", "compiled", "linked"]


numba_cuda: Any = compiler
OPTIONS: Final = {"opt": 3, "fma": 0}
LARGE: Final = 400
"""From so many instructions on (before any is optimised away) a function that has several callers stays one function.

NVVM would copy it to each of them. For Monopoly's policies that takes minutes longer and makes no game faster.
"""
HUGE: Final = 100_000
"""Of a kernel with so many instructions no large function becomes part of another one.

The kernel of Monopoly's search would be a function of 35,000 lines of PTX, whose assembling has never ended. Apart,
the longest has 7,500, and they are assembled in 8 s.
"""

Capability = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Program:
    """A kernel as machine code: its name in there, the registers and the bytes of local memory that a thread takes."""

    entry: str
    registers: int
    local: int
    image: bytes


def compiled(
    kernel: Callable[..., None],
    arguments: tuple[Any, ...],
    rules: Iterable[Any],
    capability: Capability,
    folder: Path | None = None,
    name: str = "kernel",
) -> Program:
    """The machine code of a kernel that calls these rules, from ``folder`` if it is kept there under that name."""
    stem = f"{name}-sm_{capability[0]}{capability[1]}-numba-cuda-{version('numba-cuda')}"
    if folder is not None and (found := _read(folder / stem)) is not None:
        return found
    program = linked(*assembly(kernel, arguments, rules, capability), capability)
    if folder is not None:
        _write(folder / stem, program)
    return program


def _read(path: Path) -> Program | None:
    """A program that is kept; None where it is not, or not whole."""
    try:
        kept = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        image = path.with_suffix(".cubin").read_bytes()
        return Program(image=image, **kept) if len(image) == kept.pop("bytes") else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(path: Path, program: Program) -> None:
    kept = asdict(program)
    image = kept.pop("image")
    try:
        path.with_suffix(".cubin").write_bytes(image)
        path.with_suffix(".json").write_text(json.dumps({**kept, "bytes": len(image)}), encoding="utf-8")
    except OSError:
        return  # nothing can be kept: the next process compiles anew


# ----------------------------------------------------------------------------------------------- from rules to assembly


class Device(CUDADispatcher):
    """A rule on the GPU, compiled for its declared signature only, as :mod:`..runtime.dispatch` does for processors."""

    def __init__(self, rule: Any, capability: Capability) -> None:
        super().__init__(rule.py_func, {"device": True, "debug": False, "opt": True})
        self.capability = capability
        self.declared = isinstance(rule.__dict__.get("compile"), partial)

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        """Numba's own method, for the declared types in place of the caller's."""
        wanted = signature(self.py_func) if self.declared else tuple(map(widened, args))
        if wanted not in self.overloads:
            with self._compiling_counter:
                found = _typed(self.py_func, return_type, wanted, self.capability)
                self.overloads[wanted] = found
                found.target_context.insert_user_function(found.entry_point, found.fndesc, [found.library])
        return self.overloads[wanted]


def _typed(function: Callable[..., Any], returned: Any, arguments: Any, capability: Capability) -> Any:
    return numba_cuda.compile_cuda(function, returned, arguments, nvvm_options=dict(OPTIONS), cc=capability)


def assembly(
    kernel: Callable[..., None], arguments: tuple[Any, ...], rules: Iterable[Any], capability: Capability
) -> tuple[str, str]:
    """The name of a kernel and its program in PTX, NVIDIA's assembly language. Needs no GPU and no driver."""
    for rule in reached_by(rules):
        rule._CUDATypingContext__dispatcher = Device(rule, capability)  # where numba-cuda keeps what it made itself
    found = _typed(kernel, types.void, arguments, capability)
    entry = found.fndesc.llvm_func_name
    numba_cuda.kernel_fixup(found.library.get_function(entry), False)
    modules = list({id(one): one for one in found.library.modules}.values())  # a rule is there once for each way to it
    _keep_apart(modules, entry)
    code = nvvm.compile_ir(
        [_exact(str(one)) for one in modules], arch=f"compute_{capability[0]}{capability[1]}", **OPTIONS
    )
    return entry, code.decode().strip("\0 \n")


def _exact(code: str) -> str:
    """Intermediate code that takes remainders of floating point from NVIDIA's library.

    For LLVM's own instruction, which is in every ``//`` of floats, NVVM writes a product and a difference that are not
    exact.
    """
    code, found = re.subn(
        r"= frem double ([^,\n]+), ([^,\n]+)", r"= call double @__nv_fmod(double \1, double \2)", code
    )
    if found and not re.search(r'^declare double @"?__nv_fmod', code, re.MULTILINE):
        code += "\ndeclare double @__nv_fmod(double, double)\n"
    return code


def _keep_apart(modules: list[Any], entry: str) -> None:
    """Mark the large functions with several callers, so that they are not copied to each; all of a HUGE kernel."""
    calls = Counter(name for one in modules for name in re.findall(r'\bcall [^@\n]*@"?([^"(\n]+)"?\(', str(one)))
    functions = [one for module in modules for one in module.functions]
    sizes = [sum(len(block.instructions) for block in one.blocks) for one in functions]
    callers = 1 if sum(sizes) >= HUGE else 2
    for one, size in zip(functions, sizes, strict=True):
        if one.name != entry and size >= LARGE and calls[one.name] >= callers:
            one.attributes.add("noinline")


def linked(entry: str, code: str, capability: Capability) -> Program:
    """The machine code of a program in PTX."""
    options = LinkerOptions(arch=f"sm_{capability[0]}{capability[1]}", verbose=True)
    linker = Linker(ObjectCode.from_ptx(code.encode()), options=options)
    image = bytes(linker.link("cubin").code)
    reports = re.findall(r"used (\d+) registers.*?(\d+) stack", linker.get_info_log())  # the last word on it
    registers, local = map(int, reports[-1]) if reports else (0, 0)
    return Program(entry, registers, local, image)
