# ruff: noqa: ARG001 - the contract gives the signatures
"""What takes several decisions (a kernel), of a game whose guide names none in ``PLANS``: nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.binding import State, kernel
from ...runtime.compiler import Ints, Singles2, rule

if TYPE_CHECKING:
    from ...values import afterstates
else:
    afterstates = kernel("magnate.values.afterstates")

__all__ = ["begin", "carry_on"]

Workspace = afterstates.Workspace


@rule
def carry_on(g: State, seat: int, sizes: Ints, table: Singles2, ws: Workspace, memo: Ints) -> int:
    """The next step of what the seat to move has begun; -1: it has begun nothing.

    ``memo`` are the seat's notes, of which the first two numbers are a policy's (``Guide.policy``): the choice must not
    depend on them.
    """
    return -1


@rule
def begin(g: State, seat: int, found: int, sizes: Ints, table: Singles2, ws: Workspace, memo: Ints) -> int:
    """The first step of what is better for the seat to move than action ``found``, the best that it can try; or -1."""
    return -1
