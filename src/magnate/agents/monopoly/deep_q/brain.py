"""Making what the deep Q agent decides by (:class:`.choosing.Brain`), for compiled and for interpreted rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ....errors import BadNetwork
from ....networks.inference import scratch_for
from ..features import THESIS, THESIS_UNSCALED
from ..places import CLOSED
from .methods import ALL, DOWNGRADE, MORTGAGE, NAMES, STREETS, UPGRADE, WINDOW_KINDS, outputs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....networks import Network

__all__ = ["DESTRUCTIVE", "HIDDEN", "SQUARES", "Shape", "brain_of", "new_networks"]

SQUARES: Final = 40
HIDDEN: Final = (128, 64, 32)
"""The hidden layers of the thesis' networks."""
DESTRUCTIVE: Final = 1 << DOWNGRADE | 1 << MORTGAGE
"""The networks that need the parent's consent."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the seven networks are like.

    ``places`` are the outputs for deeds (40 or 22). ``nothing`` says whether those that answer by a list have one more,
    for doing nothing; ``scaled`` whether they are told numbers scaled to 0 to 1.
    """

    places: int = SQUARES
    nothing: bool = False
    scaled: bool = True

    @property
    def outputs(self) -> tuple[int, ...]:
        """How many outputs each network has."""
        return tuple(outputs_of(network, self.places, self.nothing) for network in range(len(NAMES)))

    @property
    def inputs(self) -> str:
        """The name of what the networks are told."""
        return (THESIS if self.scaled else THESIS_UNSCALED).name

    @classmethod
    def of(cls, networks: Mapping[str, Network], inputs: str = THESIS.name) -> Shape:
        """The shape of seven networks that are told these inputs.

        Raises :class:`~magnate.errors.BadNetwork` where they are not the thesis' seven.
        """
        if set(networks) != set(NAMES):
            raise BadNetwork(
                f"the deep Q agent has the networks {', '.join(NAMES)}, and these are {', '.join(networks)}",
                hint="name a file that its training has made",
            )
        if inputs not in (THESIS.name, THESIS_UNSCALED.name):
            raise BadNetwork(
                f'the deep Q agent is told "{THESIS.name}" or "{THESIS_UNSCALED.name}", not "{inputs}"',
                hint="name a file that its training has made",
            )
        told = {network.sizes[0] for network in networks.values()}
        if told != {THESIS.size}:
            raise BadNetwork(
                f"the networks of the deep Q agent take {THESIS.size} numbers, not {', '.join(map(str, sorted(told)))}",
                hint="name a file that its training has made",
            )
        found = tuple(networks[name].sizes[-1] for name in NAMES)
        for places in (SQUARES, STREETS):
            for nothing in (False, True):
                shape = cls(places, nothing, inputs == THESIS.name)
                if shape.outputs == found:
                    return shape
        raise BadNetwork(
            f"the networks of the deep Q agent have {', '.join(map(str, cls().outputs))} outputs, not "
            + ", ".join(map(str, found)),
            hint=f"mortgages may have {STREETS} too, and lists one more for doing nothing",
        )


def new_networks(shape: Shape, seed: int, hidden: Sequence[int] = HIDDEN) -> dict[str, Network]:
    """Seven networks that have learned nothing."""
    from ....networks import Network

    return {
        name: Network.new([THESIS.size, *hidden, outputs], seed * len(NAMES) + number)
        for number, (name, outputs) in enumerate(zip(NAMES, shape.outputs, strict=True))
    }


def brain_of(
    row: Sequence[float],
    networks: Mapping[str, Network],
    shape: Shape,
    *,
    asked: int = ALL,
    gated: int = DESTRUCTIVE,
    epsilon: float = 0.0,
    exploring: int = ALL,
    interpreted: bool = False,
) -> Any:
    """The brain of an agent whose parent plays by ``row``, with all its arrays.

    ``asked``, ``gated`` and ``exploring`` are masks of networks.
    """
    from ....runtime.interpreter import interpret
    from . import choosing

    params, closed = np.array(row, np.float64), np.array(row, np.float64)
    params[CLOSED] = 0.0
    closed[CLOSED] = float((asked >> UPGRADE) & ((1 << WINDOW_KINDS) - 1))
    listed = [networks[name] for name in NAMES]
    tables = [network.table() for network in listed]
    if len({len(table) for table in tables}) != 1 or len({len(network.sizes) for network in listed}) != 1:
        raise BadNetwork(
            "the networks of the deep Q agent differ in their hidden layers", hint="train all seven of one shape"
        )
    width = max(table.shape[1] for table in tables)
    stacked = np.stack([np.pad(table, ((0, 0), (0, width - table.shape[1]))) for table in tables])
    plain = Shape(shape.places)
    kind: Any = interpret(choosing.__name__).Brain if interpreted else choosing.Brain
    return kind(
        params=params,
        closed=closed,
        networks=asked,
        gated=gated,
        places=shape.places,
        scaled=shape.scaled,
        epsilon=epsilon,
        exploring=exploring,
        counts=np.array(plain.outputs, np.int64),
        sizes=np.array([network.sizes for network in listed], np.int64),
        tables=stacked,
        inputs=np.zeros(THESIS.size),
        scratch=scratch_for((THESIS.size, width)),
        values=np.zeros(max(shape.outputs)),
    )
