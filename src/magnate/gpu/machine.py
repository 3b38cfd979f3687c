# mypy: disable-error-code="no-untyped-call"
"""A card: what it is, what it holds, and how kernels run there. Imported only where a card is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

import numpy as np
from cuda.core import Device, LaunchConfig, ObjectCode, launch
from numba import cuda

from ..core.loader import kernel, label
from ..runtime.cache import kernel_folder
from . import compiling, kernels
from .compiling import Capability, Program, compiled
from .kernels import BLOCK, BUCKETS, kernels_for
from .layout import CardFailed

__all__ = ["Card", "Held", "Loaded", "programs"]


THREADS: Final = 32
"""The threads of a block that plays."""


Given = ParamSpec("Given")
Found = TypeVar("Found")


def card_call(work: Callable[Given, Found]) -> Callable[Given, Found]:
    """The same function, which says by one error of its own that the driver failed."""

    @wraps(work)
    def done(*args: Given.args, **more: Given.kwargs) -> Found:
        try:
            return work(*args, **more)
        except CardFailed:
            raise
        except Exception as error:  # drivers fail in many ways
            raise CardFailed(" ".join(str(error).split()) or type(error).__name__) from error

    return done


class Held(NamedTuple):
    """An array that the card holds: where it begins, its shape, the bytes of an element, and what keeps it alive."""

    address: int
    shape: tuple[int, ...]
    item: int
    owner: Any

    def rows(self, some: slice) -> Held:
        """Some of its rows, one after the other."""
        row = self.item
        for length in self.shape[1:]:
            row *= length
        return self._replace(address=self.address + some.start * row, shape=(some.stop - some.start, *self.shape[1:]))

    def arguments(self) -> list[int]:
        """How Numba passes an array to a kernel."""
        strides = [self.item]
        for length in self.shape[:0:-1]:
            strides.insert(0, strides[0] * length)
        size = 1
        for length in self.shape:
            size *= length
        return [0, 0, size, self.item, self.address, *self.shape, *strides]


class Loaded:
    """A program that a card has loaded, ready to run with so many threads in a block."""

    def __init__(self, program: Program, block: int) -> None:
        self.kernel = ObjectCode.from_cubin(program.image).get_kernel(program.entry)
        self.block = block

    def bound(self, threads: int, *arguments: Any) -> Callable[[], None]:
        """A function that runs it with at least that many threads; nobody waits for its end."""
        flat = list(_flat(arguments))
        config = LaunchConfig(grid=-(-threads // self.block), block=self.block)
        stream = Device().default_stream
        return card_call(lambda: launch(stream, config, self.kernel, *flat))


def _flat(argument: Any) -> Iterator[Any]:
    """The numbers of an argument, which may be a record of arrays and of other records."""
    if isinstance(argument, Held):
        yield from argument.arguments()
    elif isinstance(argument, tuple):
        for one in argument:
            yield from _flat(one)
    else:
        yield argument


class Card:
    """The first NVIDIA card of this machine."""

    def __init__(self) -> None:
        self.device = Device(0)
        self.device.set_current()
        cuda.current_context()
        found = self.device.compute_capability
        self.capability: Capability = (found.major, found.minor)
        self.name: str = self.device.name

        self._loaded: dict[Any, dict[str, Loaded]] = {}

    buckets: Final = BUCKETS

    @property
    @card_call
    def free(self) -> int:
        """How many bytes it has free."""
        return int(cuda.current_context().get_memory_info().free)

    @card_call
    def put(self, given: Any) -> Any:
        """A copy of an array on the card (:class:`Held`), or a record of such copies; numbers stay what they are."""
        if isinstance(given, tuple):
            return type(given)(*map(self.put, given))
        if not isinstance(given, np.ndarray):
            return given
        whole = np.ascontiguousarray(given)
        room = cuda.to_device(whole.reshape(-1).view(np.uint8) if whole.size else np.zeros(1, np.uint8))
        return Held(room.__cuda_array_interface__["data"][0], whole.shape, whole.dtype.itemsize, room)

    @card_call
    def get(self, held: Held, kind: Any) -> np.ndarray:
        """What an array holds now, waiting for all that runs."""
        count = int(np.prod(held.shape))
        raw = held.owner[: count * held.item].copy_to_host() if count else np.zeros(0, np.uint8)
        return np.asarray(raw.view(kind)).reshape(held.shape)

    @card_call
    def kernels(self, thread: str, run: Any) -> Mapping[str, Loaded]:
        """The kernels of a run, ready to go, compiled if need be; ``thread`` names what a thread does.

        Of the run (a :class:`~magnate.core.run.Run`, say) only the rules, the guide and the sizes count.
        """
        asked = (thread, run.rules, run.guide, run.sizes.max_legal, max(1, run.sizes.max_outcomes))
        if asked not in self._loaded:
            found = programs(self.capability, *asked)
            self._loaded[asked] = {
                name: Loaded(one, BLOCK if name in {"count", "place"} else THREADS) for name, one in found.items()
            }
        return self._loaded[asked]


@cache
def programs(
    capability: Capability, thread: str, rules: ModuleType, guide: ModuleType | None, legal: int, outcomes: int
) -> dict[str, Program]:
    """The programs of all kernels for a game and a guide, compiled or taken from where they are kept."""
    games = kernel(thread, rules, guide)
    every = kernels_for(games, rules.STATE, legal, outcomes)
    modules = [one for one in (rules, guide, compiling, kernels) if one is not None]
    folder = kernel_folder(f"{label(rules, guide)}.gpu.{thread.rpartition('.')[2]}", Path(str(games.__file__)), modules)
    found = {}
    for name, one in every.items():
        found[name] = compiled(one.function, one.arguments, one.rules, capability, folder, name)
    return found
