"""Committed dice: before a game its table tells a hash, after it the numbers that were hashed.

All chance of a game follows from its seed. Whoever was told the hash before the first throw can check afterwards that
the seed was not chosen, or changed, while the game went on; the nonce keeps anybody from trying out all seeds.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

__all__ = ["SEEDS", "Dice"]

SEEDS: Final = 2**53
"""Seeds are below this: whole numbers that every reader of JSON keeps exactly."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A seed and the nonce that it was hashed with.

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

    def shown(self) -> dict[str, str]:
        """Seed and nonce as they are told after the game."""
        return {"seed": str(self.seed), "nonce": self.nonce}
