"""Whether a stored tournament is what was played: every finished block is checked, and a sample played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from .blocks import Task, play_task
from .rows import row_dtype

if TYPE_CHECKING:
    from .plan import Plan
    from .store import Store

__all__ = ["Verification", "verified"]


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found.

    ``blocks`` are finished and have ``games``; ``unchecked`` of the blocks have no checksum, as an earlier version left
    them. ``damaged`` are the numbers of the blocks that are not as they were written, ``faults`` say so in sentences.
    ``replayed`` games were played again from their seeds, ``differing`` (names) came out otherwise; ``not_replayed``
    says why none were.
    """

    tournament: str
    blocks: int
    games: int
    unchecked: int
    damaged: tuple[int, ...]
    faults: tuple[str, ...]
    replayed: int = 0
    differing: tuple[str, ...] = ()
    not_replayed: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing was found that is wrong."""
        return not self.faults and not self.differing


def verified(
    store: Store,
    tournament: str,
    sample: int = 20,
    seed: int = 1,
    *,
    force: bool = False,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Verification:
    """Check all of a tournament, and play ``sample`` of its games again, which ``seed`` draws.

    Whole deals are drawn, each in all rotations, so a few more may be played. Where the code has changed since, games
    may go otherwise and none is played again, except with ``force``. Raises :class:`~magnate.errors.StoreDamaged`
    where the plan itself is not as it was written.
    """
    plan = store.plan(tournament)
    plan.check_rows()
    kept: dict[tuple[int, int], bytes] = {}
    faults: dict[int, str] = {}
    blocks = games = unchecked = 0
    with store.reading(tournament, plan) as reading:
        others = list(reading.gaps())
        alone = reading.strangers() | reading.overlapping()
        drawn = _drawn(reading.finished(), -(-sample // plan.players), seed)
        for block in reading.inspected():
            blocks, games = blocks + 1, games + len(block.numbers)
            unchecked += not block.checked
            if block.fault:
                faults[block.id] = f"block {block.id} (games {block.games}) {block.fault}"
            elif block.table is not None and block.id not in alone:
                for number, row in zip(block.numbers, block.data, strict=True):
                    if (block.table, number // plan.players) in drawn:
                        kept[block.table, number] = row
    damaged = sorted(faults.keys() | alone)
    told = [*faults.values(), *others]
    found = Verification(tournament, blocks, games, unchecked, tuple(damaged), tuple(told))
    changed = () if force else tuple(dict.fromkeys([*plan.mixed, *plan.changes()]))
    if changed:
        return replace(found, not_replayed=f"{', '.join(changed)} changed since")
    deals = sorted({(table, number // plan.players) for table, number in kept})
    total, differing = len(deals) * plan.players, []
    for done, (table, deal) in enumerate(deals):
        progress(done * plan.players, total)
        differing += [f"{tournament}:{one}" for one in _differing(plan, table, deal, kept)]
    progress(total, total)
    return replace(found, replayed=total, differing=tuple(differing))


def _drawn(spans: Sequence[tuple[int, int, int]], count: int, seed: int) -> set[tuple[int, int]]:
    """So many deals (table, deal), drawn at random from spans (table, first, last)."""
    ends = np.cumsum([max(0, last - first) for _, first, last in spans])
    total = int(ends[-1]) if len(ends) else 0
    places: Sequence[int] = (
        np.random.default_rng(seed).choice(total, min(count, total), replace=False).tolist() if total else []
    )
    found = set()
    for place in places:
        span = int(np.searchsorted(ends, place, side="right"))
        table, _, last = spans[span]
        found.add((table, last - (int(ends[span]) - int(place))))
    return found


def _differing(plan: Plan, table: int, deal: int, kept: dict[tuple[int, int], bytes]) -> list[str]:
    """The names of a deal's games that come out otherwise than they were kept."""
    from ..core.result_schema import result_schema_of
    from ..games import game_module

    size = row_dtype(result_schema_of(game_module(plan.game)), plan.players).itemsize
    played = play_task(Task(plan.to_json(), table, deal, deal + 1))
    prefix = f"{table}." if len(plan.schedule.tables) > 1 else ""
    first = deal * plan.players
    return [
        f"{prefix}{first + k}"
        for k in range(plan.players)
        if played[k * size : (k + 1) * size] != kept[table, first + k]
    ]
