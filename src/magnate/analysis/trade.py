"""What a trade in Monopoly is worth to every seat, its fair price, and which trades are better.

"Now" is the position in which nothing more is offered. From there, and from the position after the trade, all seats go
on as the agent ``policy`` would without making offers, up to the next throw. There the win chances of both are
compared. The trade itself is made by the rules: each step of the offer and the answer is a legal action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final

from ..core.contract import CHANCE, OVER
from ..errors import BadValue, IllegalAction
from ..games.monopoly.board import GROUP_MASK, TITLE_DEEDS
from ..games.monopoly.codec import GROUP_SLUGS, ITEM_SLUGS, group_number, item_number
from .chances import NETWORK, ROLLOUTS, chances
from .gains import TradeGains, trade_gains
from .paired import Paired, paired
from .worths import answer, made, seated

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["AGENTS", "POLICY", "Offer", "Terms", "Trade", "best_trades", "pending_terms", "settled_on", "trade"]

POLICY: Final = "strategic"
"""Who goes on after a trade, and without one."""
AGENTS: Final = ("baseline", "algorithmic", "strategic", "strategic:trademaster", "strategic:tuned_official")
"""Who is asked whether it would accept."""
SCANNED: Final = 40
"""So many sums of cash are tried before the search closes in on a price."""
PRICES: Final = 9
"""So many for each exchange that is looked for."""
MOST_ITEMS: Final = 2
"""Items that an exchange which is looked for moves in each direction."""
LOOKED_AT: Final = 24
"""So many exchanges are priced of all that are valued without cash."""
LEAST_GAIN: Final = 0.001
"""What the partner must gain in an offer that it should accept."""
MOST_STEPS: Final = 400
"""After so many steps towards the next throw a position is valued where it is."""
ROUGH_GAMES: Final = 500
"""Rollouts for each chance where no network tells it."""


# --------------------------------------------------------------------------------------------------- the answers


@dataclass(frozen=True, slots=True)
class Terms:
    """An offer: what ``seat`` gives ``partner`` and gets from it. ``cash`` is what it pays too; negative: what it gets.

    Items are named as in actions: ``boardwalk``, ``chance-card``.
    """

    seat: int
    partner: int
    give: tuple[str, ...] = ()
    get: tuple[str, ...] = ()
    cash: int = 0

    def __str__(self) -> str:
        given = [*map(title_of, self.give), *([f"${self.cash}"] if self.cash > 0 else [])]
        got = [*map(title_of, self.get), *([f"${-self.cash}"] if self.cash < 0 else [])]
        return f"seat {self.seat} gives {_and(given)} to seat {self.partner} for {_and(got)}"


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer with what it changes for each seat (shares of the win, sum 0) and the agents that would accept it."""

    terms: Terms
    change: tuple[float, ...]
    accepted_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trade:
    """What a trade does.

    ``now`` and ``after`` are the win chances without it and with it, ``change`` is their difference: it adds up to 0.
    ``made`` is what it changes to make the offer, if the partner answers as ``policy`` does: where that ``accepts``
    it is ``change``. A review and a hint value an offer so.
    ``expected`` is the part of ``change`` that has shown to be real in trades that rollouts have checked. ``spread`` is
    the usual error of it (a root mean square). Both go by number of players (:mod:`.gains`). ``sure`` are those of the
    two whose gain or loss is sure: by ``rollouts``, or by such a size that V's sign was right in 95 % of those trades.
    ``source`` says where they come from. ``legal`` are the least and the most cash that the rules allow. ``most`` is
    the most that the seat can pay without a loss, ``least`` the least that the partner can take; None where no sum
    does. (Cash is what the seat pays; negative: what it gets.) ``uneven``: between these bounds there are sums at which
    one of them loses, as may be near debts. ``fair`` is the sum with the greatest product of both
    gains, ``fair_change`` what that changes; None where no sum helps both. ``duel``: two players are left, so that one
    gains what the other loses. ``laughing`` is the seat outside the trade that gains most by it, ``paying`` the one
    that loses most. ``answers`` says of agents whether they would accept. ``counter`` is the partner's best offer of
    its own for a similar exchange that the seat should accept too. ``rollouts`` compares both positions by games that
    are played on.
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


def title_of(item: str) -> str:
    """An item's name for people.

    >>> title_of("boardwalk"), title_of("chest-card")
    ('Boardwalk', 'the Community Chest card')
    """
    number = ITEM_SLUGS.index(item)
    if number < len(TITLE_DEEDS):
        return str(TITLE_DEEDS[number].name)
    return "the Chance card" if item == "chance-card" else "the Community Chest card"


def _and(parts: Sequence[str]) -> str:
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


# ------------------------------------------------------------------------------------------------------- questions


def trade(
    position: Position,
    give: Iterable[str] = (),
    get: Iterable[str] = (),
    cash: int = 0,
    *,
    seat: int | None = None,
    partner: int | None = None,
    agents: Sequence[str] = AGENTS,
    policy: str = POLICY,
    counter: bool = True,
    until: str | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Trade:
    """What it changes for every seat if ``seat`` gives ``give`` and ``cash`` to ``partner`` for ``get``.

    Items are deeds, jail cards, or whole groups, by their names. ``seat`` is the one to move where nobody is named,
    ``partner`` the one that has what is to be got. ``cash`` below 0 is paid by the partner. Where an offer waits for
    its answer and no items are named, that offer is meant. With ``until`` (``±0.5`` points, ``2000`` games or ``10s``)
    both positions are also played on, in pairs.

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
    game = _monopoly(position)
    bargain, terms = _Bargain.asked(position, list(give), list(get), cash, seat, partner, policy)
    bare = Terms(terms.seat, terms.partner, terms.give, terms.get)
    prices = _Prices(bargain, bare)
    change = prices.change(terms.cash)
    living = [other for other in range(game.players) if int(position.state["alive"]) >> other & 1]
    duel, scan = len(living) == 2, prices.scan(terms.cash)
    fair = None if duel else prices.fair(scan)
    others = [other for other in living if other not in (terms.seat, terms.partner)]
    best = max(others, key=lambda other: change[other], default=None)
    worst = min(others, key=lambda other: change[other], default=None)
    answers = bargain.answers(terms, agents)
    rolled = None
    if until is not None:
        first, second = bargain.now, bargain.after(terms)
        rolled = paired(first, second, until=until, policy=policy, seed=seed, progress=progress)
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
        laughing=best if best is not None and change[best] > 0 else None,
        paying=worst if worst is not None and change[worst] < 0 else None,
        answers=tuple(answers),
        counter=_counter(bargain, terms) if counter and not duel else None,
        rollouts=rolled,
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
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Offer, ...]:
    """The offers that are best for ``seat`` (default: the one to move) of those that the partner should accept too.

    Exchanges of up to two items each way are considered, with all partners or one, each at the fair price. The offer
    comes with the agents that would accept it. In a duel no trade helps both, so there are none.
    """
    game = _monopoly(position)
    at = _open(position)
    mover = at.to_move if seat is None else _checked(seat, game.players)
    others = [other for other in range(game.players) if other != mover and int(at.state["alive"]) >> other & 1]
    if partner is not None and _checked(partner, game.players) not in others:
        raise BadValue(
            f"seat {partner} is no partner", hint=f"the others in the game are {_and(list(map(str, others)))}"
        )
    if len(others) < 2:
        return ()
    bargain, found = _Bargain(at, mover, policy), list[Offer]()
    wanted = [other for other in others if partner in (None, other)]
    listed = [one for other in wanted for one in _exchanges(bargain, other)]
    first = sorted(((bargain.rough(one), one) for one in listed), key=lambda pair: -pair[0])[:LOOKED_AT]
    for number, (_, terms) in enumerate(first):
        if progress is not None:
            progress(number, len(first))
        prices = _Prices(bargain, terms)
        fair = prices.fair(prices.scan(points=PRICES))
        if fair is not None and prices.change(fair)[terms.partner] >= LEAST_GAIN:
            found.append(Offer(_paid(terms, fair), prices.change(fair)))
    found.sort(key=lambda offer: -offer.change[mover])
    return tuple(
        Offer(one.terms, one.change, tuple(name for name, yes in bargain.answers(one.terms, agents) if yes))
        for one in _apart(found)[:most]
    )


def pending_terms(position: Position) -> Terms | None:
    """The offer that waits for its answer; None where there is none."""
    frames = position.to_setup().get("frames", []) if position.game.name == "monopoly" else []
    if not frames or frames[-1]["kind"] != "trade" or frames[-1]["step"] != "answer":
        return None
    frame, held = frames[-1], _held(position, frames[-1]["who"])
    items = frame["items"]
    given, got = [one for one in items if one in held], [one for one in items if one not in held]
    return Terms(frame["who"], frame["to"], tuple(given), tuple(got), frame.get("money", 0))


def settled_on(position: Position, policy: str = POLICY) -> Position:
    """The next throw from a position, in which all manage as ``policy`` does but make no offers.

    The position itself where the game is over, or where that takes too long.
    """
    at = _bare(position)
    table = seated(at.game, policy)
    for _ in range(MOST_STEPS):
        if at.to_move == OVER or (at.to_move == CHANCE and at.settled):
            return at
        if at.to_move == CHANCE:  # cards and rents that hang on a throw: there is none in a window
            return at
        action = table.choose(at)
        if at.name_of(action).startswith("trade:"):
            action = at.action_id("roll" if _is_legal(at, "roll") else "pass")
        at.apply(action)
    return _bare(position)


# --------------------------------------------------------------------------------------------------- one trade


class _Bargain:
    """A position in which a seat may make offers: what it is worth, and what comes after a trade."""

    def __init__(self, position: Position, seat: int, policy: str) -> None:
        self.position, self.seat, self.policy = _bare(position), seat, policy
        why = _why_not(self.position, seat)
        if why:
            raise IllegalAction(why, hint="choose a position in which this seat may make an offer (--at)")
        self.now = settled_on(self.position, policy)
        self.value, self.source = _valued(self.now)

    @classmethod
    def asked(
        cls, position: Position, give: list[str], get: list[str], cash: int, seat: int | None, partner: int | None,
        policy: str,
    ) -> tuple[_Bargain, Terms]:  # fmt: skip
        """The position and the terms that are meant."""
        terms = pending_terms(position)
        at = _open(position)
        if terms is not None and not give and not get:
            terms = Terms(terms.seat, terms.partner, terms.give, terms.get, terms.cash + cash)
            return cls(at, terms.seat, policy), terms
        if not give and not get and not cash:
            mover = at.to_move if seat is None else _checked(seat, at.game.players)
            others = [one for one in range(at.game.players) if one != mover]
            return cls(at, mover, policy), Terms(mover, others[0] if partner is None else _partner(at, partner, mover))
        mover = at.to_move if seat is None else _checked(seat, at.game.players)
        if mover < 0:
            raise IllegalAction("nobody may make an offer here", hint="choose a position in which a seat decides")
        given = _items(at, give, mover)
        other = _owner_of(at, get, mover) if partner is None else _partner(at, partner, mover)
        return cls(at, mover, policy), Terms(mover, other, given, _items(at, get, other), cash)

    def proposed(self, terms: Terms) -> Position:
        """The position in which the partner is to answer, by the legal steps of the offer."""
        at = self._begun(terms)
        try:
            if terms.cash == 0:
                return at.apply("propose")
            at.apply("offer-cash" if terms.cash > 0 else "ask-cash")
            for digit in str(abs(terms.cash)):
                at.apply(f"digit:{digit}")
            return at.apply("done")
        except IllegalAction as error:
            low, high = self.legal(terms)
            if low > high or not (terms.give or terms.get):
                why = error.reason or error.message
                raise IllegalAction(f"the rules do not allow that {terms}: {why}") from None
            raise IllegalAction(
                f"the rules allow cash from {low} to {high} here, not {terms.cash}",
                hint="cash is what the seat that offers pays; below 0 it is what it gets",
            ) from None

    def _begun(self, terms: Terms) -> Position:
        """The offer with its items, before its cash."""
        at = self.position.copy()
        try:
            at.apply(f"trade:{terms.partner}")
            for item in sorted((*terms.give, *terms.get), key=ITEM_SLUGS.index):
                at.apply(f"item:{item}")
        except IllegalAction as error:
            raise IllegalAction(
                f"the rules do not allow that {terms}: {error.reason or error.message}",
                hint="leave out what may not be given, or sell the buildings first",
            ) from None
        return at

    def after(self, terms: Terms) -> Position:
        """The next throw after the trade; a trade of nothing changes nothing."""
        if not (terms.give or terms.get or terms.cash):
            return self.now
        return settled_on(self.proposed(terms).apply("accept"), self.policy)

    def change(self, terms: Terms) -> tuple[float, ...]:
        """What the trade changes for each seat."""
        value, _ = _valued(self.after(terms))
        return tuple(a - b for a, b in zip(value, self.value, strict=True))

    def accepts(self, terms: Terms, agent: str) -> bool:
        """Whether an agent in the partner's seat would accept."""
        if not (terms.give or terms.get):
            return False
        at = self.proposed(terms)
        return [at.name_of(one) for one in answer(at, agent)] == ["accept"]

    def made(self, terms: Terms) -> tuple[float, ...]:
        """What it changes for each seat to make the offer: the partner answers as the policy does."""
        if not (terms.give or terms.get or terms.cash):
            return (0.0,) * self.position.game.players
        value, _ = _valued(settled_on(made(self.proposed(terms), (), self.policy), self.policy))
        return tuple(a - b for a, b in zip(value, self.value, strict=True))

    def rough(self, terms: Terms) -> float:
        """What the two gain together at a sum that balances the printed prices, as far as that can be paid."""
        low, high = self.legal(terms)
        if low > high:
            return -1.0
        balance = _price(terms.get) - _price(terms.give)
        change = self.change(_paid(terms, min(high, max(low, balance))))
        return change[terms.seat] + change[terms.partner]

    def legal(self, terms: Terms) -> tuple[int, int]:
        """The least and the most cash that the rules allow with these items; the first is more where none is."""
        if not (terms.give or terms.get):
            return (0, 0)
        from ..games.monopoly.setup_model import mirrored, part

        at = self._begun(terms)
        state, rules = mirrored(at.states()[0]), part("trade")
        low = int(rules.least_payable(state, terms.seat, terms.partner))
        return low, int(rules.most_payable(state, terms.seat, terms.partner))

    def answers(self, terms: Terms, agents: Sequence[str]) -> list[tuple[str, bool]]:
        """Whether each agent in the partner's seat would accept."""
        if not agents or not (terms.give or terms.get):
            return []
        return [(name, self.accepts(terms, name)) for name in agents]


class _Prices:
    """An exchange at any sum of cash; what each changes is found once."""

    def __init__(self, bargain: _Bargain, terms: Terms) -> None:
        self.bargain, self.terms = bargain, terms
        self.legal = bargain.legal(terms)
        self._known: dict[int, tuple[float, ...]] = {}

    def change(self, cash: int) -> tuple[float, ...]:
        """What the exchange changes for each seat at this sum."""
        if cash not in self._known:
            self._known[cash] = self.bargain.change(_paid(self.terms, cash))
        return self._known[cash]

    def scan(self, *more: int, points: int = SCANNED) -> list[int]:
        """Sums from the least to the most, in even steps, with 0 and some more."""
        low, high = self.legal
        if low > high:
            return []
        even = {low + (high - low) * k // points for k in range(points + 1)}
        return sorted(even | {cash for cash in (0, *more) if low <= cash <= high})

    def turning_point(self, scan: Sequence[int], seat: int) -> int | None:
        """The most that the seat can pay without a loss, or for the partner the least that it can take."""
        pays = seat == self.terms.seat
        order = sorted(scan, reverse=pays)  # from the worst for this seat to the best
        fine = next((k for k, cash in enumerate(order) if self.change(cash)[seat] >= 0.0), None)
        if fine is None or fine == 0:
            return None if fine is None else order[0]
        bad, good = order[fine - 1], order[fine]
        while abs(bad - good) > 1:
            middle = (bad + good) // 2
            if self.change(middle)[seat] >= 0.0:
                good = middle
            else:
                bad = middle
        return good

    def changes_of_sign(self, scan: Sequence[int], seat: int) -> int:
        """How often the seat goes from gain to loss or back along the sums that were tried."""
        gains = [self.change(cash)[seat] >= 0.0 for cash in scan]
        return sum(a != b for a, b in pairwise(gains))

    def fair(self, scan: Sequence[int]) -> int | None:
        """The sum at which the product of both gains is greatest; None where no sum is a gain to both."""
        if len(scan) < 2:
            return scan[0] if scan and self._product(scan[0]) > 0.0 else None
        best = max(scan, key=self._product)
        step = max(b - a for a, b in pairwise(scan))
        if self._product(best) <= 0.0:  # both may gain between two sums of the scan
            best = max(scan, key=lambda cash: min(self._gains(cash)))
        while step > 1:
            step = max(1, step // 3)
            around = [cash for cash in (best - step, best, best + step) if self.legal[0] <= cash <= self.legal[1]]
            best = max(around, key=lambda cash: (self._product(cash), min(self._gains(cash))))
        return best if self._product(best) > 0.0 else None

    def _gains(self, cash: int) -> tuple[float, float]:
        change = self.change(cash)
        return change[self.terms.seat], change[self.terms.partner]

    def _product(self, cash: int) -> float:
        mine, theirs = self._gains(cash)
        return mine * theirs if min(mine, theirs) > 0.0 else 0.0


# ------------------------------------------------------------------------------------------- exchanges that are near


def _exchanges(bargain: _Bargain, partner: int) -> list[Terms]:
    """The exchanges with a partner that move up to two items each way, one at least of which the seat gets."""
    mine, theirs = (_tradable(bargain.position, one) for one in (bargain.seat, partner))
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
    held = (_held(position, seat), _held(position, partner))
    return any(
        _group(item) is not None and any(_group(other) == _group(item) for other in held[side] if other not in lost)
        for side, gained, lost in ((0, get, give), (1, give, get))
        for item in gained
    )


def _counter(bargain: _Bargain, terms: Terms) -> Offer | None:
    """The exchange near this one that is best for the partner, of those that the seat gains by."""
    mine, theirs = (_tradable(bargain.position, one) for one in (terms.seat, terms.partner))
    near = [(terms.give, terms.get)]
    near += [((*terms.give, item), terms.get) for item in mine if item not in terms.give and len(terms.give) < 3]
    near += [(tuple(x for x in terms.give if x != item), terms.get) for item in terms.give]
    near += [(terms.give, (*terms.get, item)) for item in theirs if item not in terms.get and len(terms.get) < 3]
    near += [(terms.give, tuple(x for x in terms.get if x != item)) for item in terms.get]
    found: list[Offer] = []
    for give, get in near:
        if not (give or get):
            continue
        prices = _Prices(bargain, Terms(terms.seat, terms.partner, give, get))
        scan = prices.scan(points=PRICES)
        fair = prices.fair(scan)
        if fair is not None:
            found.append(Offer(_paid(prices.terms, fair), prices.change(fair)))
    good = [one for one in found if one.change[terms.seat] >= LEAST_GAIN and one.change[terms.partner] >= LEAST_GAIN]
    return max(good, key=lambda one: one.change[terms.partner], default=None)


def _apart(offers: Iterable[Offer]) -> list[Offer]:
    """The offers without those that only add something to a better one that gives and gets the same groups."""
    kept: list[Offer] = []
    for one in offers:
        groups = {_group(item) for item in one.terms.get}
        if all(other.terms.partner != one.terms.partner or not set(other.terms.get) <= set(one.terms.get)
               or {_group(item) for item in other.terms.get} != groups for other in kept):  # fmt: skip
            kept.append(one)
    return kept


# ---------------------------------------------------------------------------------------------------- the position


def _monopoly(position: Position) -> Game:
    if position.game.name != "monopoly":
        raise BadValue(
            f"players do not trade in {position.game.info.title}",
            hint="magnate trade is for Monopoly; magnate odds tells the chances in any game",
        )
    return position.game


def _bare(position: Position) -> Position:
    """The position without its past and without a seed: chance is explicit."""
    return position.game.position(position.states())


def _open(position: Position) -> Position:
    """The position before an offer that is being made up or waits for its answer; without a past, after a refusal."""
    at = _bare(_monopoly_position(position))
    if not _in_offer(at):
        return at
    history, begins = position.history, range(position.game.action_of("trade:0"), position.game.action_of("cancel"))
    record, at_last = position.record(), len(history)
    for steps in range(at_last - 1, -1, -1):
        if history[steps] in begins:
            before = record.replay(steps)
            if before.to_move >= 0:  # the number may be an outcome's
                return _bare(before)
    while _in_offer(at):
        names = [action.name for action in at.legal()]
        at.apply(next((name for name in ("reject", "cancel", "done") if name in names), names[-1]))
    return at


def _in_offer(position: Position) -> bool:
    frames = position.to_setup().get("frames", [])
    return bool(frames) and frames[-1]["kind"] == "trade"


def _monopoly_position(position: Position) -> Position:
    _monopoly(position)
    return position


def _why_not(position: Position, seat: int) -> str:
    """Why the seat may make no offer here; empty where it may."""
    options, mover = position.game.options, position.to_move
    if options.offers_per_turn == 0:
        return "by these rules nobody makes offers (offers_per_turn is 0)"
    if mover == OVER:
        return "the game is over"
    if mover == CHANCE == seat:
        return "nobody may make an offer here: chance is to move"
    if mover != seat:
        who = "chance is to move" if mover == CHANCE else f"seat {mover} decides"
        return f"seat {seat} may make no offer here: {who}"
    if any(action.name.startswith("trade:") for action in position.legal()):
        return ""
    others = [other for other in range(position.game.players) if other != seat]
    reasons = {position.explain(f"trade:{other}") for other in others}
    return f"seat {seat} may make no offer here: {'; '.join(sorted(reasons))}"


def _is_legal(position: Position, name: str) -> bool:
    return any(action.name == name for action in position.legal())


def _checked(seat: int, players: int) -> int:
    if not 0 <= seat < players:
        raise BadValue(f"there is no seat {seat}", hint=f"the seats are 0 to {players - 1}")
    return seat


def _partner(at: Position, partner: int, seat: int) -> int:
    if _checked(partner, at.game.players) == seat:
        raise BadValue(f"seat {seat} cannot trade with itself", hint="name another partner (--with)")
    return partner


def _paid(terms: Terms, cash: int) -> Terms:
    return Terms(terms.seat, terms.partner, terms.give, terms.get, cash)


def _group(item: str) -> int | None:
    number = ITEM_SLUGS.index(item)
    return int(TITLE_DEEDS[number].group) if number < len(TITLE_DEEDS) else None


def _price(items: Iterable[str]) -> int:
    return sum(int(TITLE_DEEDS[n].price) for n in map(ITEM_SLUGS.index, items) if n < len(TITLE_DEEDS))


def _held(position: Position, seat: int) -> tuple[str, ...]:
    """The items that a seat has."""
    state = position.state
    mask = int(state["deeds"][seat])
    mask |= sum(1 << len(TITLE_DEEDS) + deck for deck in range(2) if int(state["holder"][deck]) == seat + 1)
    return tuple(name for number, name in enumerate(ITEM_SLUGS) if mask >> number & 1)


def _tradable(position: Position, seat: int) -> tuple[str, ...]:
    """The items that a seat may give away by the rules."""
    from ..games.monopoly.setup_model import mirrored, part

    mask = int(part("trade").tradable(mirrored(position.states()[0]), seat))
    return tuple(name for number, name in enumerate(ITEM_SLUGS) if mask >> number & 1)


def _items(position: Position, names: Iterable[str], seat: int) -> tuple[str, ...]:
    """The items of these names, which the seat must have; a group's name means all of it that the seat has."""
    held, found = _held(position, seat), list[str]()
    for name in names:
        try:
            group = group_number(name)
        except ValueError:
            group = None
        if group is not None:
            mask = int(GROUP_MASK[group])
            lots = [
                one for one in held if ITEM_SLUGS.index(one) < len(TITLE_DEEDS) and mask >> ITEM_SLUGS.index(one) & 1
            ]
            if not lots:
                raise BadValue(f"seat {seat} has nothing of {GROUP_SLUGS[group]}", hint=_has(held, seat))
            found += [one for one in lots if one not in found]
            continue
        item = _item(name)
        if item not in held:
            raise BadValue(f"seat {seat} does not have {title_of(item)}", hint=_has(held, seat))
        if item not in found:
            found.append(item)
    return tuple(sorted(found, key=ITEM_SLUGS.index))


def _item(name: str) -> str:
    try:
        return ITEM_SLUGS[item_number(name)]
    except ValueError as error:
        raise BadValue(str(error), hint="items are deeds, groups, chance-card and chest-card") from None


def _has(held: Sequence[str], seat: int) -> str:
    return f"seat {seat} has {_and([title_of(one) for one in held])}"


def _owner_of(position: Position, names: Sequence[str], seat: int) -> int:
    """The seat that has what is to be got."""
    others = [one for one in range(position.game.players) if one != seat]
    if not names:
        raise BadValue("nobody is named who gets this", hint="name the partner: --with SEAT")
    try:
        group = int(GROUP_MASK[group_number(names[0])])
        owners = [one for one in others if int(position.state["deeds"][one]) & group]
    except ValueError:
        owners = [one for one in others if _item(names[0]) in _held(position, one)]
    if len(owners) != 1:
        what = "nobody else has" if not owners else "several others have"
        hint = (
            "name the partner: --with SEAT"
            if owners
            else "it is unsold or your own; magnate position shows who has what"
        )
        raise BadValue(f"{what} {names[0]}", hint=hint)
    return owners[0]


def _valued(position: Position) -> tuple[tuple[float, ...], str]:
    """The win chances at a position, and where they come from."""
    found: Any = chances(position, games=ROUGH_GAMES)
    return found.shares, NETWORK if found.source != ROLLOUTS else ROLLOUTS
