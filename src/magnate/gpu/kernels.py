# mypy: disable-error-code="no-untyped-call"
"""The kernels of CUDA: which game a thread plays, where its scratch lies, and how games are put in order.

Where threads go different ways, a GPU runs one way after the other. Worse, programs as large as Monopoly's do not fit
its caches for instructions, and fetching these again takes most of the time. So games that are about to do the same
become neighbours: before each decision by the phase and by whether somebody decides, before each step by the action.

States stay in the GPU's main memory, since a game's thread is another one after each sorting. Scratch is local.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from numba import cuda as _cuda
from numba import njit, types
from numba.np.numpy_support import from_dtype

from ..runtime.dispatch import signature
from .layout import ENDING, GOES_ON

__all__ = ["BLOCK", "BUCKETS", "Kernel", "kernels_for"]


cuda: Any = _cuda
ALIGNMENT: Final = 16
"""Where local records begin: Numba would put them anywhere, but their fields must lie at multiples of their widths."""
BUCKETS: Final = 1024
"""How many kinds of games are told apart in sorting; the last kind are those that have ended."""
CHANCE, ACTIONS = 64, 128
"""From which number on a kind is one of chance, and from which on an action."""
BLOCK: Final = 128
"""The threads of a block that sorts."""


class Kernel(NamedTuple):
    """A kernel in Python, the types of its arguments, and the rules that it calls."""

    function: Callable[..., None]
    arguments: tuple[Any, ...]
    rules: tuple[Any, ...]


def array(one: Any, dimensions: int = 1) -> Any:
    """The type of an array."""
    return types.Array(one, dimensions, "C")


WHOLE = types.int64
INTS, INTS2 = array(WHOLE), array(WHOLE, 2)


def kernels_for(bound: Any, state: Any, legal: int, outcomes: int) -> dict[str, Kernel]:
    """The kernels of a game by their names: ``bound`` is :mod:`.games` bound to it, ``state`` its record.

    Another module with the same functions may be bound in its place; the type of its games is that which they declare.
    One with ``work_on`` has a kernel of its own, which searches or values positions.
    """
    if hasattr(bound, "work_on"):
        many = signature(bound.work_on.py_func)[0]
        return {"work": Kernel(working(bound.work_on), (INTS, many, WHOLE), (bound.work_on,))}
    record = from_dtype(state)
    games, group = signature(bound.decide.py_func)[0], grouping(state)
    decided = (INTS, INTS, INTS)
    return {
        "play": Kernel(
            playing(bound, record, legal, outcomes), (INTS, games, WHOLE, WHOLE), (bound.decide, bound.carry_out)
        ),
        "decide": Kernel(
            deciding(bound, group, record, legal, outcomes), (INTS, games, WHOLE, *decided), (bound.decide, group)
        ),
        "step": Kernel(
            stepping(bound.carry_out, group), (INTS, array(record), INTS, INTS2, INTS, INTS), (bound.carry_out, group)
        ),
        "count": Kernel(counting, (INTS, INTS), ()),
        "place": Kernel(placing, (INTS, INTS, INTS, INTS), ()),
    }


def grouping(state: Any) -> Any:
    """A number below ACTIONS, the same for states that the rules treat alike, from the fields that our games have."""
    movers, phases, frames = "mover" in state.names, "phase" in state.names, "fkind" in state.names

    @njit
    def group(g: Any) -> int:
        found = 0
        if phases:
            found = g.phase % 32
        if frames:  # noqa: SIM102 - of two conditions in one line Numba would compile both
            if g.depth > 0:
                found = 32 + g.fkind[g.depth - 1] % 32
        if movers:  # noqa: SIM102
            if g.mover < 0:
                found += CHANCE
        return found

    return group


def playing(bound: Any, record: Any, legal: int, outcomes: int) -> Callable[..., None]:
    """Plays each game of ``order`` on for at most so many steps, of players and of chance."""
    decide, carry_out, scratch_of = bound.decide, bound.carry_out, bound.Scratch

    def play(order: Any, games: Any, limit: int, steps: int) -> None:
        k = cuda.grid(1)
        if k < len(order):
            i = order[k]
            scratch = scratch_of(
                cuda.local.array(1, record, alignment=ALIGNMENT),
                cuda.local.array(legal, types.int64),
                cuda.local.array(outcomes, types.int64),
                cuda.local.array(outcomes, types.int64),
            )
            for _ in range(steps):
                a = decide(games, i, limit, scratch)
                if a < 0:
                    break
                carry_out(games.whole.states[i], a, games.whole.tally[i])

    return play


def working(work_on: Any) -> Callable[..., None]:
    """Does for each entry of ``order`` what is one thread's work; the last number says how much, or what."""

    def work(order: Any, many: Any, asked: int) -> None:
        k = cuda.grid(1)
        if k < len(order):
            work_on(many, order[k], asked)

    return work


def deciding(bound: Any, group: Any, record: Any, legal: int, outcomes: int) -> Callable[..., None]:
    """Decides for each game, and says in ``keys`` of which kind the step is: an action, or a kind of chance.

    It also clears ``before`` for the sorting that follows; there are at least as many threads as that has entries.
    """
    decide, scratch_of = bound.decide, bound.Scratch

    def decide_all(order: Any, games: Any, limit: int, chosen: Any, keys: Any, before: Any) -> None:
        k = cuda.grid(1)
        if k < len(before):
            before[k] = 0
        if k < len(order):
            i = order[k]
            kind = BUCKETS - 1
            if games.whole.counts[i, ENDING] == GOES_ON:
                scratch = scratch_of(
                    cuda.local.array(1, record, alignment=ALIGNMENT),
                    cuda.local.array(legal, types.int64),
                    cuda.local.array(outcomes, types.int64),
                    cuda.local.array(outcomes, types.int64),
                )
                a = decide(games, i, limit, scratch)
                chosen[i] = a
                if a >= 0:
                    kind = group(games.whole.states[i])
                    if kind < CHANCE:
                        kind = ACTIONS + a % (BUCKETS - ACTIONS - 1)
            keys[k] = kind

    return decide_all


def stepping(carry_out: Any, group: Any) -> Callable[..., None]:
    """Carries out what was chosen for each game, and says in ``keys`` of which kind the next decision is."""

    def step_all(order: Any, states: Any, chosen: Any, tally: Any, keys: Any, before: Any) -> None:
        k = cuda.grid(1)
        if k < len(before):
            before[k] = 0
        if k < len(order):
            i = order[k]
            if chosen[i] >= 0:
                carry_out(states[i], chosen[i], tally[i])
                keys[k] = group(states[i])
            else:
                keys[k] = BUCKETS - 1

    return step_all


# ------------------------------------------------------------------------------------------ sorting games by their kind


def counting(keys: Any, before: Any) -> None:
    """Adds to ``before`` how many games there are of each kind; it is 0 before."""
    own = cuda.shared.array(BUCKETS, types.int32)
    for bucket in range(cuda.threadIdx.x, BUCKETS, cuda.blockDim.x):
        own[bucket] = 0
    cuda.syncthreads()
    k = cuda.grid(1)
    if k < len(keys):
        cuda.atomic.add(own, keys[k], 1)
    cuda.syncthreads()
    for bucket in range(cuda.threadIdx.x, BUCKETS, cuda.blockDim.x):
        if own[bucket] > 0:
            cuda.atomic.add(before, bucket, own[bucket])


def placing(keys: Any, order: Any, before: Any, placed: Any) -> None:
    """Writes the games of ``order`` into ``placed``, those of a kind side by side.

    ``before`` has the number of games of each kind, and behind these as many zeros: how many have their place already.
    """
    first = cuda.shared.array(BUCKETS, types.int32)
    own = cuda.shared.array(BUCKETS, types.int32)
    sums = cuda.shared.array(BLOCK, types.int32)
    t = cuda.threadIdx.x
    share = BUCKETS // BLOCK
    total = 0
    for bucket in range(t * share, t * share + share):
        own[bucket] = 0
        total += before[bucket]
    sums[t] = total
    cuda.syncthreads()
    start = 0
    for other in range(t):
        start += sums[other]
    for bucket in range(t * share, t * share + share):
        first[bucket] = start
        start += before[bucket]
    cuda.syncthreads()
    k = cuda.grid(1)
    rank = 0
    if k < len(keys):
        rank = cuda.atomic.add(own, keys[k], 1)
    cuda.syncthreads()
    for bucket in range(t, BUCKETS, BLOCK):
        if own[bucket] > 0:
            first[bucket] += cuda.atomic.add(before, BUCKETS + bucket, own[bucket])
    cuda.syncthreads()
    if k < len(keys):
        placed[first[keys[k]] + rank] = order[k]
