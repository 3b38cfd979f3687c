"""Secret dice: chance that nobody can predict, promised before a game and checked after it.

A seed of the fast stream (:mod:`magnate.runtime.stream`) can be searched: some throws of a game are enough to find it.
So where people play, chance is drawn from a key of 256 bits instead, outside of the compiled rules. A hash of the key
is published before the first outcome, and the key after the game. Anybody can then compute every outcome again with
Python's ``hashlib``.
"""

from __future__ import annotations

import hashlib
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final

KIND: Final = "blake2b"
"""How records name this way of drawing."""
KEY_BYTES: Final = 32
WORD: Final = 1 << 64
"""Draws are whole numbers below this."""
DRAWS: Final = b"magnate.dice"
AGENTS: Final = b"magnate.agents"
"""BLAKE2b's personalization: what is hashed for one purpose tells nothing about another."""


@dataclass(frozen=True, slots=True)
class KeyedDice:
    """A secret key that all chance of one game is drawn from, and the hash of it that was published.

    ``key`` and ``commitment`` are 64 hexadecimal digits each. The key is not in the ``repr``, so no log shows it.

    >>> dice = KeyedDice.of("00" * 32)
    >>> dice.commitment[:12], dice.is_kept
    ('66687aadf862', True)
    >>> [dice.drawn("pig", 0, 0, number, [1] * 6) for number in range(5)]
    [0, 5, 3, 1, 3]
    """

    key: str = field(repr=False)
    commitment: str

    @classmethod
    def of(cls, key: str) -> KeyedDice:
        """The dice of a key, promised by its SHA-256."""
        return cls(key, hashlib.sha256(bytes.fromhex(key)).hexdigest())

    @classmethod
    def thrown(cls) -> KeyedDice:
        """The dice of a new game, with a key that nobody guesses."""
        return cls.of(secrets.token_hex(KEY_BYTES))

    @property
    def is_kept(self) -> bool:
        """Whether the key is the one that was promised: whether the commitment is its SHA-256."""
        return self.of(self.key).commitment == self.commitment

    @property
    def agents_seed(self) -> int:
        """The seed of the agents' own random streams, which tells nothing about the key."""
        digest = hashlib.blake2b(digest_size=7, key=bytes.fromhex(self.key), person=AGENTS).digest()
        return int.from_bytes(digest, "big")

    def drawn(self, game: str, seat: int, purpose: int, number: int, weights: Sequence[int]) -> int:
        """The index of an outcome, each exactly as likely as its weight says.

        ``number`` counts from 0 the earlier draws of that ``seat`` for that ``purpose`` (see ``Position.chance_key``).
        The weights are whole numbers from 0 whose sum is from 1 to 2**64.
        """
        ends = list(accumulate(weights))
        if not ends or min(weights) < 0 or not 0 < ends[-1] <= WORD:
            raise ValueError(f"chance has no weights {list(weights)}: they are not negative, and 1 to 2**64 in all")
        return bisect_right(ends, self._below(f"{game}:{seat}:{purpose}:{number}", ends[-1]))

    def _below(self, name: str, total: int) -> int:
        """A number from 0 to ``total - 1``, each equally likely: draws from the incomplete last range are rejected."""
        key, attempt = bytes.fromhex(self.key), 0
        while True:
            words = f"{name}:{attempt}".encode()
            found = int.from_bytes(hashlib.blake2b(words, digest_size=8, key=key, person=DRAWS).digest(), "big")
            if found < WORD - WORD % total:
                return found % total
            attempt += 1

    def to_json(self) -> dict[str, Any]:
        """As records and stores keep them; the key is in it."""
        return {"kind": KIND, "key": self.key, "commitment": self.commitment}
