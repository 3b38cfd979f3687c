"""What one thread of a GPU does where a network values positions (a kernel): it says the win chances at one."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ..core.binding import States, game
from ..networks.seats import SeatTables
from ..runtime.compiler import Floats2, Floats3, Ints, Singles2, Singles3, rule
from ..values.chances_kernel import AHEAD, MEAN, NOW, Workspace, chances, chances_ahead, mean, mean_ahead

Ints3: TypeAlias = Annotated[Any, (np.int64, 3)]
States2: TypeAlias = Annotated[Any, (game.STATE, 2)]


class Workspaces(NamedTuple):
    """The fields of ``Workspace`` for many positions: a row of each, but for the network, which all share."""

    table: Singles2
    sizes: Ints
    codes: Singles3
    row: Floats2
    found: Floats3
    states: States2
    outcomes: Ints3
    weights: Ints3


class Positions(NamedTuple):
    """Positions, the masks of the hands that are ``known`` there, and room for the chances of all seats."""

    states: States
    known: Ints
    out: Floats2
    spaces: Workspaces


@rule
def work_on(many: Positions, i: int, asked: int) -> None:
    """Write what is ``asked`` of position ``i``, as ``write_chances`` in ``values/chances_kernel.py`` does."""
    spaces = many.spaces
    ws = Workspace(
        SeatTables(spaces.table, spaces.sizes, spaces.codes[i]),
        spaces.row[i],
        spaces.found[i],
        spaces.states[i],
        spaces.outcomes[i],
        spaces.weights[i],
    )
    if asked == NOW:
        chances(many.states[i], many.known[i], ws, many.out[i])
    elif asked == MEAN:
        mean(many.states[i], many.known[i], ws, 0, many.out[i])
    elif asked == AHEAD:
        chances_ahead(many.states[i], many.known[i], ws, 0, many.out[i])
    else:
        mean_ahead(many.states[i], many.known[i], ws, many.out[i])
