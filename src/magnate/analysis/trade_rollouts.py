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
from .paired import Paired, paired
from .rollout_games import Stake, mean_results
from .trade_prices import POLICY, Bargain

if TYPE_CHECKING:
    from ..core.game import Position
    from .trade_terms import Terms

__all__ = ["GAMES", "SUMS", "SURE", "RolledPrices", "falling", "rolled_out", "rolled_prices", "sifted"]

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
    """

    most: int | None
    least: int | None
    fair: int | None
    checked: Paired | None
    games: int


def rolled_prices(bargain: Bargain, terms: Terms, *, duel: bool = False, seed: int = 0) -> RolledPrices:
    """The sums at which the two gain by the exchange, whose own cash does not matter; in a ``duel`` none is fair."""
    low, high = bargain.legal(terms)
    seat, partner = terms.seat, terms.partner
    if low > high:
        return RolledPrices(None, None, None, None, 0)
    for number, games in enumerate(GAMES):
        sums = sorted({round(one) for one in np.linspace(low, high, SUMS)})
        stake = Stake(bargain.position.game, bargain.policy, deal_seed(seed, "prices", number) % (1 << 32))
        means = mean_results(stake, [bargain.now, *(bargain.after(terms.at(cash)) for cash in sums)], games)
        mine, theirs = falling((means[1:] - means[0])[:, seat]), -falling((means[0] - means[1:])[:, partner])
        turns = [int(np.sum(mine >= 0.0)) - 1, int(np.sum(theirs < 0.0)) - 1]  # the last sums before a change of sign
        low, high = sums[max(0, min(turns) - 1)], sums[min(len(sums) - 1, max(turns) + 2)]
    every = np.arange(sums[0], sums[-1] + 1)
    gains = [np.interp(every, sums, one) for one in (mine, theirs)]
    pays = [every[one >= 0.0] for one in gains]
    product = np.where(np.minimum(*gains) > 0.0, gains[0] * gains[1], 0.0)
    fair, checked = int(every[product.argmax()]), None
    if not duel and product.max() > 0.0:
        fresh = deal_seed(seed, "fair") % (1 << 32)
        checked = rolled_out(bargain.now, bargain.after(terms.at(fair)), terms, policy=bargain.policy, seed=fresh)
    good = checked is not None and min(checked.change[seat], checked.change[partner]) > 0.0
    return RolledPrices(
        most=int(pays[0][-1]) if len(pays[0]) else None,
        least=int(pays[1][0]) if len(pays[1]) else None,
        fair=fair if good else None,
        checked=checked if good else None,
        games=games,
    )


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


def falling(gains: np.ndarray) -> np.ndarray:
    """The numbers nearest to these of which none is above the one before it: those out of order share their mean.

    >>> falling(np.array([4.0, 1.0, 2.0, 0.0])).tolist()
    [4.0, 1.5, 1.5, 0.0]
    """
    blocks: list[list[float]] = []
    for gain in gains.tolist():
        blocks.append([gain])
        while len(blocks) > 1 and np.mean(blocks[-2]) < np.mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return np.concatenate([np.full(len(one), np.mean(one)) for one in blocks])
