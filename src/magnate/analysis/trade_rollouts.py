"""Trades in Monopoly by rollouts: who gains, and the sums of cash at which it pays.

V is a network: what it says of two positions that stand far apart can be off by many points. A second of rollouts of
both with the same dice knows more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..runtime.stream import deal_seed
from .break_even import BreakEven, break_even, falling, redrawn, span_of
from .paired import Paired, paired
from .rollout_games import Stake, block_results, mean_results
from .trade_prices import POLICY, Bargain

if TYPE_CHECKING:
    from ..core.game import Position
    from .trade_terms import Terms

__all__ = ["GAMES", "SUMS", "SURE", "RolledPrices", "rolled_out", "rolled_prices", "sifted"]

SURE: Final = "sure"
"""Says that a trade is played on until it is sure who of the two gains and who loses."""
SURE_Z: Final = 3.0
"""By so many standard errors that is sure."""
SURE_PAIRS: Final = 5_184
"""Pairs of games, at most, that are played for it: a second or a few."""
SUMS: Final = 9
"""Sums of cash that are tried at once."""
GAMES: Final = (324, 972)
"""Games for each of them: first of all that the rules allow, then of those near the prices."""
SIFTED: Final = 150
"""So many exchanges are played on where no network says which are worth it."""
SIFTED_AGAIN: Final = 24
"""So many of them are played on again."""
SIFTED_GAMES: Final = (72, 324)
"""Games for each of them, the first time and the second."""


def rolled_out(
    now: Position,
    after: Position,
    terms: Terms,
    until: str | int = SURE,
    policy: str = POLICY,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Paired:
    """The next throws without a trade and with it, played on in pairs by ``policy`` in all seats.

    ``until`` is ``±0.5`` (points), a number of games, ``10s``, or ``sure``: until both changes, the proposer's and the
    partner's, are three standard errors from 0, or after 5,184 pairs.
    """
    if until != SURE:
        return paired(now, after, until=until, policy=policy, seed=seed, progress=progress)
    both = (terms.seat, terms.partner)
    return paired(now, after, until=SURE_PAIRS, z=SURE_Z, seats=both, policy=policy, seed=seed, progress=progress)


@dataclass(frozen=True, slots=True)
class RolledPrices:
    """About which sums of cash an exchange pays at, by ``games`` rollouts for each of some sums.

    ``most`` is the most that the seat can pay without a loss, ``least`` the least that the partner can take; None where
    no sum does. (Cash is what the seat pays; negative: what it gets.) ``fair`` is the sum with the greatest product of
    both gains. ``checked`` has what it changes, by new games; where one of the two loses in these, no sum is fair.
    ``most_range``, ``least_range`` and ``fair_range`` are 95 % intervals, within the sums that the rules allow. Where
    ``most_capped`` or ``least_capped`` says so, that seat gains at any of these, and there is no interval.
    """

    most: int | None
    least: int | None
    fair: int | None
    checked: Paired | None
    games: int
    most_range: tuple[int, int] | None = None
    least_range: tuple[int, int] | None = None
    fair_range: tuple[int, int] | None = None
    most_capped: bool = False
    least_capped: bool = False


def rolled_prices(bargain: Bargain, terms: Terms, *, duel: bool = False, seed: int = 0) -> RolledPrices:
    """The sums at which the two gain by the exchange, whose own cash does not matter; in a ``duel`` none is fair."""
    low, high = bargain.legal(terms)
    seat, partner = terms.seat, terms.partner
    if low > high:
        return RolledPrices(None, None, None, None, 0)
    limits = (high, -low)
    firsts: tuple[BreakEven, BreakEven] | None = None
    for number, games in enumerate(GAMES):
        sums = sorted({round(one) for one in np.linspace(low, high, SUMS)})
        stake = Stake(bargain.position.game, bargain.policy, deal_seed(seed, "prices", number) % (1 << 32))
        found = block_results(stake, [bargain.now, *(bargain.after(terms.at(cash)) for cash in sums)], games)
        mine, theirs = ((found[:, 1:] - found[:, :1])[:, :, one] for one in (seat, partner))
        # the partner's gain falls while what it gets does
        gets = [-one for one in reversed(sums)]
        ends = (break_even(sums, mine), break_even(gets, theirs[:, ::-1]))
        if firsts is not None:
            ends = (ends[0].within(firsts[0], sums), ends[1].within(firsts[1], gets))
        firsts = ends
        turns = [sums.index(ends[0].below), sums.index(-ends[1].below) - 1]  # the last sums before a change of sign
        low, high = sums[max(0, min(turns) - 1)], sums[min(len(sums) - 1, max(turns) + 2)]
    most, least = ends
    capped = [one.everywhere and one.price == limit for one, limit in zip(ends, limits, strict=True)]
    every = np.arange(sums[0], sums[-1] + 1)
    products = _products(sums, falling(redrawn(mine)), -falling(-redrawn(theirs)), every)
    product = _products(sums, falling(mine.mean(axis=0))[None], -falling(-theirs.mean(axis=0))[None], every)[0]
    fair, checked = int(every[product.argmax()]), None
    if not duel and product.max() > 0.0:
        fresh = deal_seed(seed, "fair") % (1 << 32)
        checked = rolled_out(bargain.now, bargain.after(terms.at(fair)), terms, policy=bargain.policy, seed=fresh)
    good = checked is not None and min(checked.change[seat], checked.change[partner]) > 0.0
    return RolledPrices(
        most=most.price,
        least=None if least.price is None else -least.price,
        fair=fair if good else None,
        checked=checked if good else None,
        games=games,
        most_range=None if most.price is None or capped[0] else (most.low, most.high),
        least_range=None if least.price is None or capped[1] else (-least.high, -least.low),
        most_capped=capped[0],
        least_capped=capped[1],
        fair_range=span_of(np.append(every[products.argmax(axis=1)][products.max(axis=1) > 0.0], fair))
        if good
        else None,
    )


def _products(sums: list[int], mine: np.ndarray, theirs: np.ndarray, every: np.ndarray) -> np.ndarray:
    """The product (n, every) of both gains, which are known (n, sums) at some sums; 0 where one of the two loses."""
    both = np.stack([[np.interp(every, sums, one) for one in some] for some in (mine, theirs)])
    found: np.ndarray = np.where(both.min(axis=0) > 0.0, both.prod(axis=0), 0.0)
    return found


def sifted(bargain: Bargain, exchanges: Sequence[Terms], most: int, seed: int = 0) -> list[Terms]:
    """The exchanges, ``most`` of them, by which the two together gain most in some games with the same dice.

    For tables where no network tells it. The simplest exchanges are played on, a few games each, and the best of these
    again.
    """
    simplest = sorted(exchanges, key=lambda one: len(one.give) + len(one.get))[:SIFTED]
    left = [one for one in map(bargain.balanced, simplest) if one is not None]
    for number, (games, kept) in enumerate(zip(SIFTED_GAMES, (SIFTED_AGAIN, most), strict=True)):
        stake = Stake(bargain.position.game, bargain.policy, deal_seed(seed, "sift", number) % (1 << 32))
        means = mean_results(stake, [bargain.now, *map(bargain.after, left)], games)
        gains = [
            float((mean - means[0])[[one.seat, one.partner]].sum()) for one, mean in zip(left, means[1:], strict=True)
        ]
        left = [left[place] for place in sorted(range(len(left)), key=lambda place: -gains[place])[:kept]]
    return left
