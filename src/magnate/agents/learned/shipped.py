"""Networks that come with a game's agents.

A package ``magnate.agents.<game>`` may name them: ``NETWORKS = {"ppo": "weights/ppo.safetensors"}``, the spec and the
file in the package's folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..spec import package_of

__all__ = ["shipped_networks"]


def shipped_networks(game: str) -> dict[str, Path]:
    """The files of the networks that come with a game's agents, by the names that are specs.

    >>> shipped_networks("pig")
    {}
    """
    package = package_of(game)
    if package is None:
        return {}
    named: Mapping[str, str] = getattr(package, "NETWORKS", {})
    return {name: Path(str(package.__file__)).parent / file for name, file in named.items()}
