"""The dice of tables: before a game its table tells a hash, after it what was hashed.

Where people play, all chance is drawn from a secret key (:class:`~magnate.core.dice.KeyedDice`), which nobody can
find from the throws. Where only agents play, or somebody chose a seed, all follows from the seed, so that the game can
be played again elsewhere. Whoever was told the hash before the first throw can check afterwards that the key or the
seed was not changed while the game went on.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from ..core.dice import KeyedDice

__all__ = ["SEEDS", "Dice", "TableDice", "dice_read", "told_dice"]

SEEDS: Final = 2**53
"""Seeds are below this: whole numbers that every reader of JSON keeps exactly."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A seed and the nonce that it was hashed with, without which all seeds could be tried out.

    >>> Dice(7, "salt").commitment[:12]
    '432fe99e7357'
    """

    seed: int
    nonce: str

    @classmethod
    def thrown(cls, seed: int | None = None) -> Dice:
        """Dice of a new game: of this seed, or of a secret one."""
        return cls(secrets.randbelow(SEEDS) if seed is None else seed, secrets.token_hex(16))

    @property
    def commitment(self) -> str:
        """``sha256("seed:nonce")`` in hexadecimal."""
        return hashlib.sha256(f"{self.seed}:{self.nonce}".encode()).hexdigest()

    @property
    def is_kept(self) -> bool:
        """Whether they are what was promised: stores keep no hash of a seed beside it."""
        return True

    def shown(self) -> dict[str, str]:
        """Seed and nonce as they are told after the game."""
        return {"seed": str(self.seed), "nonce": self.nonce}

    def to_json(self) -> dict[str, Any]:
        """As the store keeps them."""
        return asdict(self)


TableDice: TypeAlias = Dice | KeyedDice


def dice_read(kept: Mapping[str, Any] | None) -> TableDice | None:
    """The dice of a table as its store has them; None for a record that does not tell its dice."""
    if kept is None:
        return None
    return KeyedDice(kept["key"], kept["commitment"]) if "key" in kept else Dice(kept["seed"], kept["nonce"])


def told_dice(dice: TableDice) -> dict[str, str]:
    """What is told of dice after the game: their key, or seed and nonce."""
    return {"key": dice.key} if isinstance(dice, KeyedDice) else dice.shown()
