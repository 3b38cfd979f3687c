"""What learners see of many games at once (a kernel): observations and masks, written in compiled code."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np

from .binding import FINISHED, WAITING, States, game
from .compiler import Floats, Ints, Ints2, Singles2, entry
from .contract import POLICY, PURPOSES
from .stream import Streams, next_key

__all__ = ["observe"]

Signs2: TypeAlias = Annotated[Any, (np.int8, 2)]


@entry
def observe(
    states: States,
    streams: Streams,
    shown: States,
    learners: Ints,
    status: Ints,
    legal: Ints2,
    count: Ints,
    row: Floats,
    features: Singles2,
    masks: Signs2,
) -> None:
    """Write for each game what the learner in seat ``learners[i]`` observes and may do.

    ``shown``, ``legal`` and ``count`` are as :func:`.drivers.advance` left them: what a waiting learner
    is shown and may do. Of a game that is over a copy is made for the learner, and there is nothing to be done.
    ``row`` is scratch for one observation.
    """
    for i in range(len(states)):
        p = learners[i]
        if status[i] == FINISHED:
            shown[i] = states[i]
            if game.HIDDEN:
                game.hide(shown[i], p, next_key(streams[i], p * PURPOSES + POLICY))
        row[:] = 0.0
        game.features(shown[i], p, row)
        for k in range(len(row)):
            features[i, k] = row[k]
        for a in range(masks.shape[1]):
            masks[i, a] = 0
        if status[i] == WAITING:
            for k in range(count[i]):
                masks[i, legal[i, k]] = 1
