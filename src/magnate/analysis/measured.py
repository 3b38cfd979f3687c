"""The networks of win chances that come with magnate, and for which games their truth was measured."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from ..core.game import load
from ..networks.files import load as load_networks
from ..networks.seats import CODES, HEAD, SeatNetwork
from ..values.schema import schema_for

if TYPE_CHECKING:
    from ..core.game import Game

__all__ = ["has_network", "network_of", "table_of"]

MEASURED: Final = {"brass": ("full",), "monopoly": ("official", "official-pre2008", "thesis")}
"""The presets of each game for which its network was measured."""
WEIGHTS: Final = "weights"
"""The folder beside this file with the networks, a file a game."""
INPUTS: Final = "chances"
"""What they are shown."""


def has_network(game: Game) -> bool:
    """Whether chances of this game, by its options, are a network's: whether its truth was measured for its preset.

    docs/understand/chances.md has the figures, for every number of players.
    """
    return game.options in _measured(game.name)


def table_of(game: Game) -> str:
    """The game's name, preset and number of players, ``monopoly/official/4``; empty where it was not measured."""
    presets = dict(zip(MEASURED.get(game.name, ()), _measured(game.name), strict=True))
    found = [preset for preset, options in presets.items() if options == game.options]
    return f"{game.name}/{found[0]}/{game.players}" if found else ""


@cache
def _measured(name: str) -> list[Any]:
    """The options for which a game's network was measured."""
    return [load(name, preset).options for preset in MEASURED.get(name, ())]


@cache
def network_of(name: str) -> SeatNetwork:
    """The network that comes with magnate for a game; raises :class:`~magnate.errors.BadNetwork` if it is unfit."""
    with resources.as_file(resources.files(__package__) / WEIGHTS / f"{name}.safetensors") as file:
        found = load_networks(file)
    schema_for(name, INPUTS).check(found.about)
    return SeatNetwork(found.networks[CODES], found.networks[HEAD])
