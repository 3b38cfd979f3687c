"""Checksums of what a store keeps: a plan or a finished block that is not as it was written is noticed when it is read.

They find accidents (a bad disk, a copy that broke, a careless hand), not somebody who computes them anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["block_sum", "plan_sum"]


def plan_sum(tournament: int, created: float, plan: str) -> str:
    """The checksum of a tournament: of its number, when it was begun, and its plan.

    >>> plan_sum(1, 0.5, "{}") == plan_sum(1, 0.5, "{ }")
    False
    """
    return _digest([tournament, float(created), plan])


def block_sum(block: Any, numbers: Sequence[int], data: Sequence[bytes]) -> str:
    """The checksum of a finished block: of its row in the store without the checksum, and of its games.

    ``numbers`` are the games' numbers, ascending, and ``data`` their packed rows.
    """
    done = None if block.done is None else float(block.done)
    row = [block.id, block.tournament, block.members, block.first, block.last, done, block.owner]
    return _digest(row, np.asarray(numbers, "<i8").tobytes(), b"".join(data))


def _digest(values: Sequence[object], *contents: bytes) -> str:
    digest = hashlib.blake2b(repr(values).encode(), digest_size=16)
    for content in contents:
        digest.update(content)
    return digest.hexdigest()
