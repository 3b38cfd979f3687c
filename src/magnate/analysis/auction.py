"""What a lot is worth to each seat of a Monopoly game: the price up to which it should bid.

Winning at a price is made by the rules: an auction of this lot in which the seat bids that price and all others pass.
After it all seats go on as the agent ``policy`` would without making offers, up to the next throw, where the win
chances are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ..core.contract import CHANCE
from ..errors import BadSetup, BadValue, IllegalAction
from ..games.monopoly.board import SQUARE_DEED, TITLE_DEEDS
from ..games.monopoly.codec import DEED_SLUGS
from .chances import chances
from .paired import Paired, paired
from .trade_prices import POLICY, ROUGH_GAMES, settled_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..core.game import Position

__all__ = ["LotWorth", "auction_worth"]

POINTS: Final = 12
"""So many prices are tried before the search closes in on one."""


@dataclass(frozen=True, slots=True)
class LotWorth:
    """What a deed is worth to each seat, in dollars.

    ``against[i][j]`` is the price up to which seat i would rather win the lot than let seat j win it at that price.
    ``unsold[i]`` is the same if nobody else takes it. None: at no price. Where ``capped[i][j]`` says so,
    it is all that one of the two can pay. ``limit`` is the most that each seat should bid: the greatest of its row.
    ``winner`` is the seat with the greatest limit, ``price`` about what it pays: the second greatest.

    At the question whether to buy, ``buy`` are the win chances after buying at the price ``printed``. ``decline`` are
    those after the auction, in which all bid as ``policy`` does. Elsewhere both are empty. ``rollouts`` compares both,
    buying less declining, by games that are played on.
    """

    lot: str
    printed: int
    seats: tuple[int, ...]
    against: tuple[tuple[int | None, ...], ...]
    capped: tuple[tuple[bool, ...], ...]
    unsold: tuple[int | None, ...]
    limit: tuple[int | None, ...]
    winner: int | None
    price: int | None
    policy: str
    buy: tuple[float, ...] = ()
    decline: tuple[float, ...] = ()
    rollouts: Paired | None = None


def auction_worth(
    position: Position,
    policy: str = POLICY,
    *,
    until: str | int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> LotWorth:
    """What the deed that is auctioned, or that the seat to move may buy, is worth to each seat.

    With ``until`` (a number of games, ``±0.5`` points or ``10s``) buying and declining are played on, in pairs.

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
    against: list[list[int | None]] = [[None] * game.players for _ in range(game.players)]
    capped = [[False] * game.players for _ in range(game.players)]
    unsold: list[int | None] = [None] * game.players
    for number, seat in enumerate(living):
        if progress is not None:
            progress(number, len(living))
        for other in living:
            if other != seat:
                against[seat][other], capped[seat][other] = lot.limit(seat, other)
        unsold[seat], _ = lot.limit(seat, None)
    limits = [max((one for one in row if one is not None), default=None) for row in against]
    bought, left = (settled_on(at.copy().apply(one), policy) if buying else at for one in ("buy", "decline"))
    rolled = paired(left, bought, until=until, policy=policy, seed=seed) if buying and until is not None else None
    ranked = sorted((limit, seat) for seat, limit in enumerate(limits) if limit is not None)
    return LotWorth(
        lot=DEED_SLUGS[deed],
        printed=int(TITLE_DEEDS[deed].price),
        seats=tuple(living),
        against=tuple(map(tuple, against)),
        capped=tuple(map(tuple, capped)),
        unsold=tuple(unsold),
        limit=tuple(limits),
        winner=ranked[-1][1] if ranked else None,
        price=ranked[-2][0] if len(ranked) > 1 else (ranked[-1][0] if ranked else None),
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
        at = self.opened(seat)
        if at is None:
            return None
        try:
            _bid(at, price)
            while at.to_move != CHANCE and at.to_move >= 0 and self._of_this_lot(at):
                at.apply("pass")
        except IllegalAction:
            return None
        return self.value(at)

    def _nobody(self) -> tuple[float, ...] | None:
        at = self.opened(self.living[0])
        while at is not None and at.to_move >= 0 and self._of_this_lot(at):
            at.apply("pass")
        return None if at is None else self.value(at)

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
