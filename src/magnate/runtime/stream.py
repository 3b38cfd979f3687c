"""The counter-based random stream: every draw is a pure function of (seed, channel, count).

A deal's chance does not come from one generator that all share. It comes from one counter per *channel*: a seat and a
purpose, ``seat * 8 + purpose`` (seat 8 is nobody's). So one player's draws never shift another's, and
the same deal gives the same dice to different agents.

The function is Philox2x32 with 7 rounds (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3",
2011; 7 rounds is the fewest that passes BigCrush). The products of two 32-bit words are unsigned, because they may
exceed what a signed number holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from .compiler import Ints, rule, signed, unsigned
from .layout import packed

CHANNELS: Final = 72
"""Nine seats (the ninth is nobody's) with eight purposes each."""
SEED_LIMIT: Final = 1 << 56
"""Seeds are 0 <= seed < 2**56."""

STREAM = packed([("seed", "i8"), ("count", "i4", (CHANNELS,))])
Stream: TypeAlias = Annotated[Any, STREAM]
Streams: TypeAlias = Annotated[Any, (STREAM,)]

ROUNDS: Final = 7
MULTIPLIER: Final = 0xD256D193
KEY_STEP: Final = 0x9E3779B9
WORD: Final = 0xFFFFFFFF


@rule
def philox(c0: int, c1: int, k: int, rounds: int) -> int:
    """Philox2x32: the two output words packed as ``first << 32 | second``, which may be negative when compiled.

    All arguments are 32-bit words. Use the words only through a mask, as the functions below do.
    """
    for _ in range(rounds):
        product = unsigned(MULTIPLIER) * unsigned(c0)
        c0 = signed(product >> unsigned(32)) ^ k ^ c1
        c1 = signed(product) & WORD
        k = (k + KEY_STEP) & WORD
    return (c0 << 32) | c1


@rule
def start(s: Stream, seed: int) -> None:
    """Begin the streams of a deal: the seed, and every count 0."""
    s.seed = seed
    for channel in range(CHANNELS):
        s.count[channel] = 0


@rule
def _advance(s: Stream, channel: int) -> int:
    """The next packed output of a channel."""
    count = s.count[channel]
    s.count[channel] = count + 1
    return philox(count, ((s.seed >> 32) << 8) | channel, s.seed & WORD, ROUNDS)


@rule
def uniform(s: Stream, channel: int) -> int:
    """The channel's next draw: a whole number u with 0 <= u < 2**52, each equally likely."""
    return (_advance(s, channel) >> 12) & 0xFFFFFFFFFFFFF


@rule
def next_key(s: Stream, channel: int) -> int:
    """A key for a policy's own draws at one decision (see :func:`below`): a number from 0 to 2**63 - 1."""
    return _advance(s, channel) & 0x7FFFFFFFFFFFFFFF


@rule
def uniform_of(key: int, i: int) -> int:
    """The ``i``-th draw of a key (``i`` a 32-bit number): a whole number u with 0 <= u < 2**52."""
    return (philox(i, (key >> 32) & WORD, key & WORD, ROUNDS) >> 12) & 0xFFFFFFFFFFFFF


@rule
def choice(key: int, n: int) -> int:
    """A number from 0 to ``n - 1`` from the key itself: for a policy that draws once, faster than :func:`below`."""
    return pick(key >> 11, n)


@rule
def below(key: int, i: int, n: int) -> int:
    """The ``i``-th draw of a key, as a number from 0 to ``n - 1`` (``n`` at most 2**31)."""
    return pick(uniform_of(key, i), n)


@rule
def pick(u: int, total: int) -> int:
    """Turn a 52-bit draw into a number from 0 to ``total - 1``: ``u * total >> 52`` without overflow.

    ``total`` is at most 2**31. No number is likelier than another by more than ``total / 2**52``.
    """
    return ((u >> 20) * total + (((u & 0xFFFFF) * total) >> 20)) >> 32


@rule
def pick_weighted(weight: Ints, n: int, u: int) -> int:
    """The index of the outcome that a 52-bit draw selects among ``n`` weights, in proportion to them."""
    total = 0
    for i in range(n):
        total += weight[i]
    rest = pick(u, total)
    for i in range(n):
        rest -= weight[i]
        if rest < 0:
            return i
    return n - 1


def new_streams(seeds: Iterable[int]) -> np.ndarray:
    """One stream record a seed, every count 0. Raises ``ValueError`` for a seed out of range."""
    values = [int(seed) for seed in seeds]
    for seed in values:
        if not 0 <= seed < SEED_LIMIT:
            raise ValueError(f"the seed {seed} is not between 0 and 2**56 - 1")
    streams = np.zeros(len(values), STREAM)
    streams["seed"] = values
    return streams


def deal_seed(*parts: int | str) -> int:
    """A seed derived from numbers and words, such as ``deal_seed(7, "pairing", 3)``.

    Any change of any part gives an unrelated seed; the order and the kind of the parts count.
    """
    digest = hashlib.blake2b(digest_size=7)
    for part in parts:
        word = f"{type(part).__name__}:{part}".encode()
        digest.update(len(word).to_bytes(4, "little") + word)
    return int.from_bytes(digest.digest(), "little")
