"""What a lot is worth to each seat of a Monopoly game: the price up to which it should bid.

Winning at a price is made by the rules: an auction of this lot in which the seat bids that price and all others pass.
After it all seats go on as the agent ``policy`` would without making offers, up to the next throw, where the win
chances are compared. By rollouts they are those of games that are played on, with the same dice for all prices.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..core.contract import CHANCE
from ..errors import BadSetup, BadValue, IllegalAction
from ..games.monopoly.board import SQUARE_DEED, TITLE_DEEDS
from ..games.monopoly.codec import DEED_SLUGS
from ..runtime.stream import deal_seed
from .break_even import BreakEven, break_even
from .chances import NETWORK, ROLLOUTS, chances, has_network
from .paired import Paired, paired
from .rollout_games import Stake, block_results
from .trade_prices import POLICY, ROUGH_GAMES, settled_on
from .trade_rollouts import GAMES, SUMS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..core.game import Position

__all__ = ["LotPrices", "LotWorth", "auction_worth"]

POINTS: Final = 12
"""So many prices are tried before the search closes in on one."""
Limits: TypeAlias = dict[tuple[int, int | None], tuple[int | None, bool]]
"""By seat and other: up to which price winning is better, and whether that is all that one of the two can pay."""
Spans: TypeAlias = dict[tuple[int, int | None], tuple[int, int]]
"""The 95 % intervals of the same prices."""
NEVER: Final = (None, False)


@dataclass(frozen=True, slots=True)
class LotPrices:
    """What a deed is worth to each seat, in dollars.

    ``against[i][j]`` is the price up to which seat i would rather win the lot than let seat j win it at that price.
    ``unsold[i]`` is the same if nobody else takes it. None: at no price. Where ``capped[i][j]`` says so,
    it is all that one of the two can pay. ``limit`` is the most that each seat should bid: the greatest of its row.
    ``winner`` is the seat with the greatest limit, ``price`` about what it pays: the second greatest. They come from
    ``games`` rollouts for each of some prices; 0: from the chances at the next throw.

    ``ranges[i][j]`` is the 95 % interval of ``against[i][j]``, and ``limit_range`` that of the price in ``limit``: how
    far the rollouts know them. Prices from chances have none.
    """

    against: tuple[tuple[int | None, ...], ...]
    capped: tuple[tuple[bool, ...], ...]
    unsold: tuple[int | None, ...]
    limit: tuple[int | None, ...]
    winner: int | None
    price: int | None
    games: int = 0
    ranges: tuple[tuple[tuple[int, int] | None, ...], ...] = ()
    limit_range: tuple[tuple[int, int] | None, ...] = ()

    @classmethod
    def of(cls, players: int, limits: Limits, games: int = 0, spans: Spans | None = None) -> LotPrices:
        """The prices at a table of so many, from the limit of each seat against another (None: nobody)."""
        seats = range(players)
        against = tuple(tuple(limits.get((one, other), NEVER)[0] for other in seats) for one in seats)
        limit = tuple(max((one for one in row if one is not None), default=None) for row in against)
        ranked = sorted((one, seat) for seat, one in enumerate(limit) if one is not None)
        ranges = () if spans is None else tuple(tuple(spans.get((one, other)) for other in seats) for one in seats)
        sources = [None if most is None else row.index(most) for row, most in zip(against, limit, strict=True)]
        return cls(
            against,
            tuple(tuple(limits.get((one, other), NEVER)[1] for other in seats) for one in seats),
            tuple(limits.get((one, None), NEVER)[0] for one in seats),
            limit,
            ranked[-1][1] if ranked else None,
            ranked[-2][0] if len(ranked) > 1 else (ranked[-1][0] if ranked else None),
            games,
            ranges,
            tuple(None if at is None else row[at] for row, at in zip(ranges, sources, strict=True)) if ranges else (),
        )


@dataclass(frozen=True, slots=True)
class LotWorth:
    """What a deed is worth to each seat: ``prices`` by rollouts, ``by_value`` by the chances at the next throw.

    ``source`` says where the latter come from. Without rollouts ``prices`` are None; ``by_value`` are None where there
    are rollouts and V was not measured.

    At the question whether to buy, ``buy`` are the win chances after buying at the price ``printed``. ``decline`` are
    those after the auction, in which all bid as ``policy`` does. Elsewhere both are empty. ``rollouts`` compares both,
    buying less declining, by games that are played on.
    """

    lot: str
    printed: int
    seats: tuple[int, ...]
    prices: LotPrices | None
    by_value: LotPrices | None
    source: str
    policy: str
    buy: tuple[float, ...] = ()
    decline: tuple[float, ...] = ()
    rollouts: Paired | None = None

    @property
    def best(self) -> LotPrices:
        """The prices by rollouts where there are some, else the others."""
        found = self.prices or self.by_value
        assert found is not None  # noqa: S101 - there are always one of them
        return found


def auction_worth(
    position: Position,
    policy: str = POLICY,
    *,
    until: str | int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> LotWorth:
    """What the deed that is auctioned, or that the seat to move may buy, is worth to each seat.

    With ``until`` (a number of games, ``±0.5`` points or ``10s``) buying and declining are played on, in pairs, and
    the prices are also looked for by rollouts.

    Raises :class:`~magnate.errors.BadValue` for another game, and :class:`~magnate.errors.IllegalAction` where no deed
    is for sale.
    """
    game = position.game
    if game.name != "monopoly":
        raise BadValue(f"there are no auctions in {game.info.title}", hint="magnate worth is for Monopoly")
    at = game.position(position.states())
    deed, buying = _for_sale(at), at.to_move >= 0 and any(one.name == "buy" for one in at.legal())
    state = at.state
    living = [seat for seat in range(game.players) if int(state["alive"]) >> seat & 1]
    lot = _Lot(at, deed, living, policy, buying=buying)
    source = NETWORK if has_network(game) else ROLLOUTS
    by_value = None
    if source != ROLLOUTS or until is None:
        limits: Limits = {}
        for number, seat in enumerate(living):
            if progress is not None:
                progress(number, len(living))
            limits |= {(seat, other): lot.limit(seat, other) for other in (*living, None) if other != seat}
        by_value = LotPrices.of(game.players, limits)
    bought, left = (settled_on(at.copy().apply(one), policy) if buying else at for one in ("buy", "decline"))
    rolled = paired(left, bought, until=until, policy=policy, seed=seed) if buying and until is not None else None
    return LotWorth(
        lot=DEED_SLUGS[deed],
        printed=int(TITLE_DEEDS[deed].price),
        seats=tuple(living),
        prices=None if until is None else lot.rolled(seed),
        by_value=by_value,
        source=source,
        policy=policy,
        buy=lot.value(bought) if buying else (),
        decline=lot.value(left) if buying else (),
        rollouts=rolled,
    )


def _for_sale(at: Position) -> int:
    """The deed that is auctioned or may be bought."""
    state = at.state
    depth = int(state["depth"])
    if depth and at.to_setup()["frames"][-1]["kind"] == "auction":
        if int(state["lot"]) < len(DEED_SLUGS):
            return int(state["lot"])
        raise IllegalAction("a building is auctioned, not a deed", hint="magnate odds tells the chances here")
    if at.to_move >= 0 and any(one.name == "buy" for one in at.legal()):
        return int(SQUARE_DEED[int(state["square"][int(state["current"])])])
    raise IllegalAction(
        "no deed is for sale here", hint="choose a position in an auction, or one that asks whether to buy (--at)"
    )


class _Lot:
    """A deed for sale: the win chances after each seat wins it at a price, each found once."""

    def __init__(self, at: Position, deed: int, living: list[int], policy: str, *, buying: bool) -> None:
        self.game, self.deed, self.living, self.policy = at.game, deed, living, policy
        setup: dict[str, Any] = at.to_setup()
        frames: list[dict[str, Any]] = [] if buying else setup.get("frames", [])[:-1]
        opening = int(at.game.options.auction_open)
        if buying:
            setup["phase"] = "landed"
        frame = {
            "kind": "auction",
            "lot": DEED_SLUGS[deed],
            "amount": opening,
            "bidders": living,
        }
        self._setup, self._frames, self._frame, self._opening = setup, frames, frame, opening
        self.won = cache(self._won)
        """The win chances after a seat wins at a price, None where it cannot pay that."""
        self.nobody = cache(self._nobody)
        """The win chances if nobody bids."""
        self._most = cache(self._can_pay)

    def value(self, position: Position) -> tuple[float, ...]:
        """The win chances at the next throw."""
        return chances(settled_on(position, self.policy), games=ROUGH_GAMES).shares

    def opened(self, seat: int) -> Position | None:
        """The auction in which this seat bids first; None where it cannot."""
        frame = {**self._frame, "bidder": seat}
        try:
            at = self.game.setup({**self._setup, "frames": [*self._frames, frame]})
        except BadSetup:
            return None
        return at if at.to_move == seat else None

    def _won(self, seat: int, price: int) -> tuple[float, ...] | None:
        at = self.sold(seat, price)
        return None if at is None else self.value(at)

    def _nobody(self) -> tuple[float, ...] | None:
        at = self.left()
        return None if at is None else self.value(at)

    def sold(self, seat: int, price: int) -> Position | None:
        """The position after a seat has won at a price."""
        at = self.opened(seat)
        if at is None:
            return None
        try:
            _bid(at, price)
            while at.to_move != CHANCE and at.to_move >= 0 and self._of_this_lot(at):
                at.apply("pass")
        except IllegalAction:
            return None
        return at

    def left(self) -> Position | None:
        """The position after all have passed."""
        at = self.opened(self.living[0])
        while at is not None and at.to_move >= 0 and self._of_this_lot(at):
            at.apply("pass")
        return at

    def _of_this_lot(self, at: Position) -> bool:
        """Whether the auction is that of this deed: for the lots that follow all go on as the policy does."""
        frames = at.to_setup().get("frames", [])
        return bool(frames) and frames[-1]["kind"] == "auction" and int(at.state["lot"]) == self.deed

    def limit(self, seat: int, other: int | None) -> tuple[int | None, bool]:
        """Up to which price winning is at least as good for the seat as letting the other (None: nobody) win at it.

        The second answer is whether that is all that one of them can pay.
        """
        low = self._opening
        high = self._most(seat) if other is None else min(self._most(seat), self._most(other))
        if high < low:
            return None, False
        prices = sorted({low + (high - low) * k // POINTS for k in range(POINTS + 1)})
        wrong = next((k for k, price in enumerate(prices) if not self._better(seat, price, other)), None)
        if wrong is None or wrong == 0:
            return (high, True) if wrong is None else (None, False)
        good, bad = prices[wrong - 1], prices[wrong]
        while bad - good > 1:
            middle = (bad + good) // 2
            good, bad = (middle, bad) if self._better(seat, middle, other) else (good, middle)
        return good, False

    def rolled(self, seed: int) -> LotPrices:
        """The prices by rollouts: of some from the least to the most that anybody can pay, then of those near them."""
        most = {seat: self._most(seat) for seat in self.living}
        low, high, found = self._opening, max(most.values()), dict[tuple[int, int | None], BreakEven]()
        crossing = {(one, other) for one in self.living for other in (*self.living, None) if one != other}
        for number, games in enumerate(GAMES):
            if high < low or not crossing:
                break
            prices = sorted({*np.linspace(low, high, SUMS).round().astype(int).tolist(), *most.values()})
            prices = [one for one in prices if low <= one <= high]
            shares = self._played(prices, games, deal_seed(seed, "lot", number) % (1 << 32))
            for seat, other in crossing:
                let = {one: (None, 0) if other is None else (other, one) for one in prices}
                both = [one for one in prices if (seat, one) in shares and let[one] in shares]
                gains = [(shares[seat, one] - shares[let[one]])[:, seat] for one in both]
                turn = break_even(both, np.stack(gains, axis=1)) if both else None
                first = found.get((seat, other))
                if turn is None:
                    continue
                if first is None:
                    found[seat, other] = turn
                elif turn.inside:  # else the first look stands
                    found[seat, other] = turn.within(first, both)
            crossing = {one for one in crossing if one in found and found[one].inside}
            places = [prices.index(found[one].below) for one in crossing if found[one].below in prices]
            if places:
                low, high = prices[max(0, min(places) - 1)], prices[min(len(prices) - 1, max(places) + 2)]
        limits: Limits = {pair: (one.price, one.everywhere) for pair, one in found.items()}
        spans: Spans = {pair: (one.low, one.high) for pair, one in found.items() if one.price is not None}
        return LotPrices.of(self.game.players, limits, GAMES[-1], spans)

    def _played(self, prices: list[int], games: int, seed: int) -> dict[tuple[int | None, int], np.ndarray]:
        """What each seat wins in each block of games after each has won at each price, and if nobody takes it."""
        every: dict[tuple[int | None, int], Position | None] = {(None, 0): self.left()}
        every |= {(seat, price): self.sold(seat, price) for seat in self.living for price in prices}
        at = {key: one for key, one in every.items() if one is not None}
        stake = Stake(self.game, self.policy, seed)
        blocks = block_results(stake, [settled_on(one, self.policy) for one in at.values()], games)
        return {key: blocks[:, place] for place, key in enumerate(at)}

    def _better(self, seat: int, price: int, other: int | None) -> bool:
        mine = self.won(seat, price)
        theirs = self.nobody() if other is None else self.won(other, price)
        return mine is not None and (theirs is None or mine[seat] >= theirs[seat])

    def _can_pay(self, seat: int) -> int:
        """The most that the seat may bid."""
        from ..games.monopoly.setup_model import mirrored, part

        at = self.opened(seat)
        return -1 if at is None else int(part("auction").bid_limit(mirrored(at.states()[0]), seat))


def _bid(at: Position, price: int) -> None:
    """Bid this price: by name where the rules have one for it, else digit by digit."""
    names = [one.name for one in at.legal()]
    if "bid:exact" in names:
        at.apply("bid:exact")
        for digit in str(price):
            at.apply(f"digit:{digit}")
        at.apply("done")
    else:
        at.apply("bid:least")
