"""What a trade in Monopoly is worth to every seat, its fair price, and which trades are better.

"Now" is the position in which nothing more is offered. From there, and from the position after the trade, all seats go
on as the agent ``policy`` would without making offers, up to the next throw. There the win chances of both are
compared. The trade itself is made by the rules: each step of the offer and the answer is a legal action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from ..errors import BadValue
from ..runtime.stream import deal_seed
from .chances import NETWORK
from .gains import TradeGains, trade_gains
from .paired import Paired
from .trade_prices import POLICY, Bargain, Prices, settled_on
from .trade_rollouts import SURE, RolledPrices, rolled_out, rolled_prices, sifted
from .trade_terms import (
    Terms,
    before_offer,
    group_of,
    held_by,
    joined,
    known_seat,
    monopoly_of,
    pending_terms,
    tradable,
)

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = [
    "AGENTS",
    "POLICY",
    "SURE",
    "Offer",
    "Terms",
    "Trade",
    "best_trades",
    "pending_terms",
    "rolled_out",
    "settled_on",
    "trade",
]

AGENTS: Final = ("baseline", "algorithmic", "strategic", "strategic:trademaster", "strategic:tuned_official")
"""Who is asked whether it would accept."""
PRICES: Final = 9
"""So many for each exchange that is looked for."""
MOST_ITEMS: Final = 2
"""Items that an exchange which is looked for moves in each direction."""
LOOKED_AT: Final = 24
"""So many exchanges are priced of all that are valued without cash."""
LEAST_GAIN: Final = 0.001
"""What the partner must gain in an offer that it should accept."""
LOOKED_CLOSER: Final = 8
"""So many of the best by V are played on."""
PLAYED_CLOSER: Final = 5
"""So many are where V was not measured, of the best in some games."""
COUNTERS: Final = 2
"""So many exchanges for a counter-offer, the best by V, are priced by rollouts."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer with what it changes for each seat (shares of the win, sum 0) and the agents that would accept it.

    ``margins`` are the half widths of what rollouts say; None where V says it. ``assumes`` is that of :class:`Trade`.
    """

    terms: Terms
    change: tuple[float, ...]
    accepted_by: tuple[str, ...] = ()
    margins: tuple[float, ...] | None = None
    assumes: str = ""


@dataclass(frozen=True, slots=True)
class Trade:
    """What a trade does.

    ``now`` and ``after`` are the win chances without it and with it, ``change`` is their difference: it adds up to 0.
    ``made`` is what it changes to make the offer, if the partner answers as ``policy`` does: where that ``accepts``
    it is ``change``. A review and a hint value an offer so.
    ``expected`` is the part of ``change`` that has shown to be real in trades that rollouts have checked. ``spread`` is
    the usual error of it (a root mean square). Both go by number of players (:mod:`.gains`). ``sure`` are those of the
    two whose gain or loss is sure: the 95 % interval of ``rollouts`` leaves out 0. Without rollouts the change must
    have such a size that V's sign was right in 95 % of those trades.
    ``source`` says where they come from. ``legal`` are the least and the most cash that the rules allow. ``most`` is
    the most that the seat can pay without a loss, ``least`` the least that the partner can take; None where no sum
    does. (Cash is what the seat pays; negative: what it gets.) ``uneven``: between these bounds there are sums at which
    one of them loses, as may be near debts. ``fair`` is the sum with the greatest product of both
    gains, ``fair_change`` what that changes; None where no sum helps both. ``duel``: two players are left, so that one
    gains what the other loses. ``laughing`` is the seat outside the trade that gains most by it, ``paying`` the one
    that loses most. With ``rollouts`` that must be sure by them. ``answers`` says of agents whether they would accept.
    ``counter`` is the partner's best offer of its own for a similar exchange that the seat should accept too. V chooses
    it, or rollouts of the few that V finds best.
    ``rollouts`` compares both positions by games that are played on. ``prices`` are those sums by rollouts. Where no
    network values positions they are the only ones: without ``until`` each other sum takes rollouts of its own.
    ``assumes``: ``window`` or ``turn`` where the seat could not offer here, so that it was let (:mod:`.trade_window`).
    """

    terms: Terms
    now: tuple[float, ...]
    after: tuple[float, ...]
    change: tuple[float, ...]
    expected: tuple[float, ...]
    spread: tuple[float, ...] | None
    sure: tuple[int, ...]
    made: tuple[float, ...]
    accepts: bool
    source: str
    policy: str
    legal: tuple[int, int]
    most: int | None
    least: int | None
    uneven: bool
    fair: int | None
    fair_change: tuple[float, ...] | None
    duel: bool
    laughing: int | None
    paying: int | None
    answers: tuple[tuple[str, bool], ...]
    counter: Offer | None
    rollouts: Paired | None = None
    prices: RolledPrices | None = None
    assumes: str = ""


def trade(
    position: Position,
    give: Iterable[str] = (),
    get: Iterable[str] = (),
    cash: int | None = None,
    *,
    seat: int | None = None,
    partner: int | None = None,
    agents: Sequence[str] = AGENTS,
    policy: str = POLICY,
    counter: bool = True,
    until: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    anywhere: bool = False,
) -> Trade:
    """What it changes for every seat if ``seat`` gives ``give`` and ``cash`` to ``partner`` for ``get``.

    Items are deeds, jail cards, or whole groups, by their names. ``seat`` is the one to move where nobody is named,
    ``partner`` the one that has what is to be got. ``cash`` below 0 is paid by the partner. Where an offer waits for
    its answer and no items are named, that offer is meant, for its own cash or for ``cash``. With ``until`` both
    positions are also played on, in pairs (:func:`rolled_out`), and the prices are looked for by rollouts. Where
    another seat decides, or nobody, ``anywhere`` prices it as if this seat could offer (:mod:`.trade_window`).

    Raises :class:`~magnate.errors.BadValue` for another game and for items that nobody can trade, and
    :class:`~magnate.errors.IllegalAction` where the rules do not allow the offer, saying why and when they would.

    >>> import magnate
    >>> game = magnate.load("monopoly", players=3)
    >>> deeds = [["boardwalk", "baltic-avenue"], ["park-place", "mediterranean-avenue"], ["reading-railroad"]]
    >>> position = game.setup({"players": [{"deeds": one} for one in deeds]})
    >>> found = trade(position, ["Baltic Avenue"], ["Mediterranean Avenue"], agents=(), counter=False)
    >>> found.terms.partner, abs(sum(found.change)) < 1e-12
    (1, True)
    """
    game = monopoly_of(position)
    bargain, terms = Bargain.asked(position, list(give), list(get), cash, seat, partner, policy, anywhere=anywhere)
    prices = Prices(bargain, terms)
    change = prices.change(terms.cash)
    living = [other for other in range(game.players) if int(position.state["alive"]) >> other & 1]
    duel = len(living) == 2
    scan = [] if bargain.played_on and until is not None else prices.scan(terms.cash)
    fair = None if duel else prices.fair(scan)
    others = [other for other in living if other not in (terms.seat, terms.partner)]
    answers = bargain.answers(terms, agents)
    rolled = by_rollouts = None
    if until is not None:
        rolled = rolled_out(bargain.now, bargain.after(terms), terms, until, policy, seed, progress)
        by_rollouts = rolled_prices(bargain, terms, duel=duel, seed=seed)
    real = change if rolled is None else rolled.change
    best = max(others, key=lambda other: real[other], default=None)
    worst = min(others, key=lambda other: real[other], default=None)
    least = (0.0,) * game.players if rolled is None else rolled.margins
    measured = trade_gains(len(living)) if bargain.source == NETWORK else None
    factor = 1.0 if measured is None else measured.factor
    spread = None if measured is None else tuple(measured.spread(one) for one in change)
    return Trade(
        terms=terms,
        now=bargain.value,
        after=tuple(a + b for a, b in zip(bargain.value, change, strict=True)),
        change=change,
        expected=tuple(factor * one for one in change),
        spread=spread,
        sure=tuple(one for one in (terms.seat, terms.partner) if _is_sure(change[one], one, measured, rolled)),
        made=bargain.made(terms),
        accepts=bargain.accepts(terms, policy),
        source=bargain.source,
        policy=policy,
        legal=prices.legal,
        most=prices.turning_point(scan, terms.seat),
        least=prices.turning_point(scan, terms.partner),
        uneven=any(prices.changes_of_sign(scan, one) > 1 for one in (terms.seat, terms.partner)),
        fair=fair,
        fair_change=None if fair is None else prices.change(fair),
        duel=duel,
        laughing=best if best is not None and real[best] > least[best] else None,
        paying=worst if worst is not None and -real[worst] > least[worst] else None,
        answers=tuple(answers),
        counter=_counter(bargain, terms, None if until is None else seed) if counter and not duel else None,
        rollouts=rolled,
        prices=by_rollouts,
        assumes=bargain.assumes,
    )


def _is_sure(change: float, seat: int, measured: TradeGains | None, rolled: Paired | None) -> bool:
    """Whether it is sure that a seat gains, or that it loses."""
    if rolled is not None:
        return abs(rolled.change[seat]) > rolled.margins[seat]
    return measured is not None and measured.sure_from is not None and abs(change) >= measured.sure_from


def best_trades(
    position: Position,
    *,
    seat: int | None = None,
    partner: int | None = None,
    most: int = 5,
    agents: Sequence[str] = AGENTS,
    policy: str = POLICY,
    rollouts: bool = False,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    anywhere: bool = False,
) -> tuple[Offer, ...]:
    """The offers that are best for ``seat`` (default: the one to move) of those that the partner should accept too.

    Exchanges of up to two items each way are considered, with all partners or one, each at the fair price. The offer
    comes with the agents that would accept it. In a duel no trade helps both, so there are none. With ``rollouts`` the
    best by V are priced anew by games that are played on, and those remain by which both still gain. At tables for
    which V was not measured there are always rollouts, of a few exchanges that look best in some games. ``anywhere`` is
    that of :func:`trade`.
    """
    game, at = monopoly_of(position), before_offer(position)
    mover = at.to_move if seat is None else known_seat(seat, game.players)
    others = [other for other in range(game.players) if other != mover and int(at.state["alive"]) >> other & 1]
    if partner is not None and known_seat(partner, game.players) not in others:
        raise BadValue(
            f"seat {partner} is no partner", hint=f"the others in the game are {joined(list(map(str, others)))}"
        )
    if len(others) < 2:
        return ()
    bargain = Bargain(at, mover, policy, anywhere=anywhere)
    wanted = [other for other in others if partner in (None, other)]
    listed = [one for other in wanted for one in _exchanges(bargain, other)]
    if bargain.played_on:
        closer = sifted(bargain, listed, PLAYED_CLOSER, seed)
    else:
        found = _apart(sorted(_by_network(bargain, listed, progress), key=lambda offer: -offer.change[mover]))
        closer = [one.terms for one in found[:LOOKED_CLOSER]] if rollouts else []
    if rollouts or bargain.played_on:
        found = []
        for number, terms in enumerate(closer):
            if progress is not None:
                progress(number, len(closer))
            offer = _priced(bargain, terms, seed)
            found += [] if offer is None else [offer]
        found.sort(key=lambda offer: -offer.change[mover])
    return tuple(
        replace(
            one,
            accepted_by=tuple(name for name, yes in bargain.answers(one.terms, agents) if yes),
            assumes=bargain.assumes,
        )
        for one in found[:most]
    )


# ---------------------------------------------------------------------------------------------------------- Exchanges


def _by_network(
    bargain: Bargain, listed: Sequence[Terms], progress: Callable[[int, int], None] | None
) -> list[Offer]:  # fmt: skip
    """The exchanges that look best without cash, each at its fair price, where the partner gains too."""
    first = sorted(((bargain.rough(one), one) for one in listed), key=lambda pair: -pair[0])[:LOOKED_AT]
    found = []
    for number, (_, terms) in enumerate(first):
        if progress is not None:
            progress(number, len(first))
        prices = Prices(bargain, terms)
        fair = prices.fair(prices.scan(points=PRICES))
        if fair is not None and prices.change(fair)[terms.partner] >= LEAST_GAIN:
            found.append(Offer(terms.at(fair), prices.change(fair)))
    return found


def _exchanges(bargain: Bargain, partner: int) -> list[Terms]:
    """The exchanges with a partner that move up to two items each way, one at least of which the seat gets."""
    mine, theirs = (tradable(bargain.position, one) for one in (bargain.seat, partner))
    lots = [[(), *combinations(have, 1), *combinations(have, 2)] for have in (mine, theirs)]
    return [
        Terms(bargain.seat, partner, give, get)
        for give in lots[0]
        for get in lots[1]
        if get and _worthwhile(bargain.position, bargain.seat, partner, give, get)
    ]


def _worthwhile(position: Position, seat: int, partner: int, give: tuple[str, ...], get: tuple[str, ...]) -> bool:
    """Whether an exchange gives a seat more of a group in which it has something, or the last deed of one.

    All others only move what stands alone, of which there are thousands.
    """
    held = (held_by(position, seat), held_by(position, partner))
    return any(
        group_of(item) is not None
        and any(group_of(other) == group_of(item) for other in held[side] if other not in lost)
        for side, gained, lost in ((0, get, give), (1, give, get))
        for item in gained
    )


def _counter(bargain: Bargain, terms: Terms, seed: int | None) -> Offer | None:
    """The exchange near this one that is best for the partner, of those that the seat gains by.

    With a ``seed`` rollouts choose among the best by V.
    """
    mine, theirs = (tradable(bargain.position, one) for one in (terms.seat, terms.partner))
    near = [(terms.give, terms.get)]
    near += [((*terms.give, item), terms.get) for item in mine if item not in terms.give and len(terms.give) < 3]
    near += [(tuple(x for x in terms.give if x != item), terms.get) for item in terms.give]
    near += [(terms.give, (*terms.get, item)) for item in theirs if item not in terms.get and len(terms.get) < 3]
    near += [(terms.give, tuple(x for x in terms.get if x != item)) for item in terms.get]
    listed = [Terms(terms.seat, terms.partner, give, get) for give, get in near if give or get]
    if bargain.played_on and seed is not None:
        best = sifted(bargain, listed, COUNTERS, seed)
    else:
        found = []
        for one in listed:
            prices = Prices(bargain, one)
            fair = prices.fair(prices.scan(points=PRICES))
            if fair is not None:
                found.append(Offer(one.at(fair), prices.change(fair)))
        good = [one for one in found if min(one.change[terms.seat], one.change[terms.partner]) >= LEAST_GAIN]
        good.sort(key=lambda one: -one.change[terms.partner])
        best = [one.terms for one in good[:COUNTERS]]
    if seed is not None:
        fresh = deal_seed(seed, "counter") % (1 << 32)
        good = [rolled for one in best if (rolled := _priced(bargain, one, fresh)) is not None]
    return max(good, key=lambda one: one.change[terms.partner], default=None)


def _priced(bargain: Bargain, terms: Terms, seed: int) -> Offer | None:
    """The exchange at its fair price by rollouts; None where these find none."""
    priced = rolled_prices(bargain, terms, seed=seed)
    if priced.fair is None or priced.checked is None:
        return None
    return Offer(terms.at(priced.fair), priced.checked.change, margins=priced.checked.margins)


def _apart(offers: Iterable[Offer]) -> list[Offer]:
    """The offers without those that only add something to a better one that gives and gets the same groups."""
    kept: list[Offer] = []
    for one in offers:
        groups = {group_of(item) for item in one.terms.get}
        if all(other.terms.partner != one.terms.partner or not set(other.terms.get) <= set(one.terms.get)
               or {group_of(item) for item in other.terms.get} != groups for other in kept):  # fmt: skip
            kept.append(one)
    return kept
