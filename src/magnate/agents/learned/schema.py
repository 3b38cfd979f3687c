"""What networks are told of a position, and fingerprints of that and of the rules that they have learned by.

A network may be told the game's own ``features``, or what a guide's ``inputs`` write: a package
``magnate.agents.<game>`` names such guides::

    INPUTS = {"general": "magnate.agents.monopoly.general"}  # name -> module with `inputs` and the constant INPUTS

The hashes are of what the rules and the inputs do along random games, played interpreted, and not of their sources: a
comment or a faster way to the same numbers leaves trained networks as they are, while any change that such a game shows
makes them unfit. They show no rule that the game's default options leave out, for which there is the rules' version.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Final

import numpy as np

from ...engine.contract import CHANCE, OVER
from ...engine.game import Game, load
from ...engine.loader import kernel, twin
from ...engine.stream import deal_seed
from ...engine.twin import int_cells, mirror_class
from ...errors import BadNetwork, did_you_mean
from ...networks.files import WIN_SHARES, About
from ..spec import package_of

__all__ = ["FEATURES", "KERNEL", "Schema", "schema_for"]

KERNEL: Final = f"{__package__}.afterstates"
FEATURES: Final = "features"
"""The name of the game's own features as inputs."""
STEPS: Final = 120
"""How many decisions and outcomes are looked at for the hashes."""


@dataclass(frozen=True, slots=True)
class Schema:
    """What networks are told of a position of ``game``: the inputs called ``name``, ``size`` numbers.

    ``guide`` is the module that writes them, None for the game's own features. ``inputs_hash`` and ``rules_hash`` are
    those of the inputs and the rules as they are now.
    """

    game: str
    name: str
    size: int
    guide: ModuleType | None
    inputs_hash: str
    rules_hash: str

    def about(self, made_by: str = "", kind: str = WIN_SHARES) -> About:
        """What a file says of networks that have learned by these rules from these inputs."""
        return About(self.game, self.name, self.inputs_hash, self.rules_hash, kind, made_by)

    def check(self, about: About) -> None:
        """Raise :class:`~magnate.errors.BadNetwork` where networks are not made for this game as it is now."""
        hint = "train it again, or play with the version of magnate that trained it"
        if about.rules_hash != self.rules_hash:
            raise BadNetwork(f"the network has learned by other rules of {self.game} than these", hint=hint)
        if about.inputs_hash != self.inputs_hash:
            raise BadNetwork(f'the inputs "{self.name}" are not those that the network has learned from', hint=hint)


@cache
def schema_for(game: str, name: str = FEATURES) -> Schema:
    """The inputs of that name of a game; raises :class:`~magnate.errors.BadNetwork` where there are none.

    >>> schema_for("pig").size
    10
    """
    table = load(game)
    if name == FEATURES:
        size, guide = table.info.features, None
    else:
        known: Mapping[str, str] = getattr(package_of(game), "INPUTS", {})
        if name not in known:
            raise BadNetwork(f'{game} has no inputs "{name}" for networks', hint=did_you_mean(name, [FEATURES, *known]))
        guide = importlib.import_module(known[name])
        size = int(guide.INPUTS)
    if size == 0:
        raise BadNetwork(f"{game} shows a network nothing", hint="give its rules `features`, or its agents INPUTS")
    inputs_hash, rules_hash = _hashes(table, guide, size)
    return Schema(game, name, size, guide, inputs_hash, rules_hash)


def _hashes(table: Game, guide: ModuleType | None, size: int) -> tuple[str, str]:
    """The hashes of the inputs and of the rules."""
    info = table.info
    inputs, rules = (hashlib.blake2b(digest_size=16) for _ in range(2))
    rules.update(f"{info.name} {info.rules_version} {info.max_actions}".encode())
    bound = kernel(KERNEL, twin(table.rules.__name__), None if guide is None else twin(guide.__name__))
    row, utility = np.zeros(size), np.zeros(table.players)
    width = max(1, info.max_legal, info.max_outcomes)
    acts, weights = int_cells(width), int_cells(width)
    g: Any = None
    for number in range(STEPS):
        if g is None:
            g = mirror_class(table.rules.STATE)().from_record(table.unset[0])
            bound.game.new_game(g)
        seat, u = bound.game.to_move(g), deal_seed("schema", number)
        if seat == OVER:
            bound.game.utility(g, utility)
            rules.update(utility.tobytes())
            g = None
            continue
        if seat == CHANCE:
            n = bound.game.chance(g, acts, weights)
            rules.update(repr([(acts[i], weights[i]) for i in range(n)]).encode())
        else:
            n = bound.game.legal(g, acts)
            rules.update(repr((seat, [acts[i] for i in range(n)])).encode())
            for p in range(table.players):
                bound.describe(g, p, row)
                inputs.update((row.astype(np.float32) + np.float32(0.0)).tobytes())  # there is but one zero
        bound.game.step(g, acts[u % n])
    return inputs.hexdigest(), rules.hexdigest()
