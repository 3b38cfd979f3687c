"""``gnome_v1``, ``gnome_v2``, ``gnome_v3``: the fixed policies of GNOME's simulator of Monopoly, rebuilt.

The literature on learning Monopoly for four (Haliem, Bonjour and others, 2021 and 2022) plays against such policies.
These are the three whose source is public (github.com/mayankkejriwal/GNOME-p3, as of August 2020). What each decides
where is told by facts about that source; nothing of it is copied. A test compares their decisions with the source's.

The decisions are functions of what is :class:`Seen`. They know nothing of our engine, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...games.monopoly.board import GROUP_DEEDS, HOTEL, RAILROADS, STREET_GROUPS, TITLE_DEEDS
from ...games.monopoly.setup_model import part, reading
from .game_state import GameState
from .player import Player
from .views import BankruptcyRequest, PropertyGroup, Tile, TradeOffer

RULES = {
    "cards": "independent",
    "raise_to_buy": False,
    "auction_open": 1,
    "bid_limit": "cash",
    "trade_mortgaged": False,
    "transfer_interest": False,
    "building_contest": False,
    "manage_after": False,
}
"""The options of the official rules that come near the simulator's."""
SALARY = 200
"""What they like to keep: the salary of passing GO."""
MARKUP, DISCOUNT = 1.5, 0.75
"""What they ask for a deed, and what they offer for one, in list prices."""
NAMES = tuple(deed.name for deed in TITLE_DEEDS)


@dataclass(frozen=True, slots=True)
class Seen:
    """What lies open: each seat's cash and deeds (None: out of the game), levels of buildings, and mortgages.

    ``me`` is who decides. Seats are in the order of play, deeds by their numbers.
    """

    me: int
    cash: tuple[float | None, ...]
    deeds: tuple[frozenset[int], ...]
    level: dict[int, int] = field(default_factory=dict)
    mortgaged: frozenset[int] = frozenset()

    @property
    def money(self) -> float:
        """What who decides has in cash."""
        return self.cash[self.me] or 0.0

    def others(self) -> Iterator[int]:
        """The other seats in the game, from the first one on."""
        return (seat for seat, cash in enumerate(self.cash) if cash is not None and seat != self.me)


@dataclass(frozen=True, slots=True)
class Offer:
    """An exchange with seat ``to``: deeds given and got, cash offered with them and cash wanted for them."""

    to: int
    give: frozenset[int] = frozenset()
    get: frozenset[int] = frozenset()
    cash_offered: float = 0.0
    cash_wanted: float = 0.0


# ---------------------------------------------------------------------------------------------- What they look at


def by_name(deeds: frozenset[int]) -> list[int]:
    """Deeds in the order of the alphabet."""
    return sorted(deeds, key=lambda deed: NAMES[deed])


def completes(seen: Seen, seat: int, deed: int) -> bool:
    """Whether a deed would complete a group for a seat; railroads and utilities only count how many it has."""
    group = TITLE_DEEDS[deed].group
    own = seen.deeds[seat] & set(GROUP_DEEDS[group])
    if group >= STREET_GROUPS:
        return len(own) == (3 if group == RAILROADS else 1)
    return own >= set(GROUP_DEEDS[group]) - {deed}


def whole(seen: Seen, seat: int, deed: int) -> bool:
    """Whether a seat has the whole colour group of a street."""
    group = TITLE_DEEDS[deed].group
    return group < STREET_GROUPS and seen.deeds[seat] >= set(GROUP_DEEDS[group])


def alone(seen: Seen, seat: int, deed: int) -> bool:
    """Whether a deed is the only one of its group that a seat has."""
    return len(seen.deeds[seat] & set(GROUP_DEEDS[TITLE_DEEDS[deed].group]) - {deed}) == 0


def may_build(seen: Seen, deed: int) -> bool:
    """Whether they think that a lot of a whole group may be built on; a bare lot always may."""
    level = seen.level.get(deed, 0)
    if deed in seen.mortgaged or level == HOTEL:
        return False
    others = [seen.level.get(other, 0) for other in GROUP_DEEDS[TITLE_DEEDS[deed].group] if other != deed]
    if level == 0:
        return True
    more = any((other == HOTEL and level == HOTEL - 1) or level < other < HOTEL for other in others)
    return more or all(other == level for other in others)


def added_rent(seen: Seen, deed: int) -> int:
    """By how much one building more raises the rent of a lot of a whole group."""
    rents, level = TITLE_DEEDS[deed].rents, seen.level.get(deed, 0)
    return rents[level + 1] - (2 * rents[0] if level == 0 else rents[level])


# --------------------------------------------------------------------------------------------------- What they decide


def buys(seen: Seen, deed: int) -> bool:
    """Whether to buy: if the salary stays, or if it completes a group and can be paid."""
    price = TITLE_DEEDS[deed].price
    return seen.money - price >= SALARY or (price <= seen.money and completes(seen, seen.me, deed))


def leaves_jail(seen: Seen) -> bool:
    """Whether to leave jail at once, by a card or for the fine."""
    return seen.money >= SALARY


def bid(seen: Seen, deed: int, current: float) -> float:
    """What to bid; 0 to leave the auction: half of the way to the price, beyond it only to complete a group."""
    price = TITLE_DEEDS[deed].price
    if current < price:
        new = current + (price - current) / 2
        return new if new < seen.money else 0
    if current < seen.money and completes(seen, seen.me, deed):
        return current + (seen.money - current) / 4
    return 0


def builds(seen: Seen) -> int | None:
    """Where to build next: where rent grows most beyond what it costs, as long as cash is left; None: nowhere."""
    open_ = [
        deed
        for deed in seen.deeds[seen.me]
        if whole(seen, seen.me, deed) and may_build(seen, deed) and TITLE_DEEDS[deed].house_price <= seen.money
    ]
    gains = [(added_rent(seen, deed) - TITLE_DEEDS[deed].house_price, NAMES[deed], deed) for deed in open_]
    return max(gains)[2] if gains else None


def lifts(seen: Seen) -> int | None:
    """Which mortgage to lift, so that the salary stays; None: none."""
    for deed in by_name(seen.deeds[seen.me] & seen.mortgaged):
        if seen.money - TITLE_DEEDS[deed].mortgage * 1.1 >= SALARY:
            return deed
    return None


def to_sell(seen: Seen) -> list[tuple[int, int, float]]:
    """Own deeds that complete a group for somebody else: the deed, for whom, and what to ask; the dearest first."""
    found = []
    for deed in by_name(seen.deeds[seen.me] - seen.mortgaged):
        group = TITLE_DEEDS[deed].group
        if group < STREET_GROUPS and not whole(seen, seen.me, deed) and alone(seen, seen.me, deed):
            for seat in seen.others():
                cash = seen.cash[seat] or 0.0
                price = TITLE_DEEDS[deed].price * MARKUP
                if completes(seen, seat, deed) and price <= max(cash, cash / 2):
                    found.append((deed, seat, max(price, cash / 2)))
    return sorted(found, key=lambda one: one[2], reverse=True)


def to_get(seen: Seen) -> list[tuple[int, int, float]]:
    """Deeds of others that complete an own group: the deed, whose it is, and a low price; the cheapest first."""
    found = []
    for seat in seen.others():
        for deed in by_name(seen.deeds[seat] - seen.mortgaged):
            street = TITLE_DEEDS[deed].group < STREET_GROUPS and not whole(seen, seat, deed)
            price = TITLE_DEEDS[deed].price * DISCOUNT
            if street and alone(seen, seat, deed) and completes(seen, seen.me, deed) and price <= seen.money:
                found.append((deed, seat, price))
    return sorted(found, key=lambda one: one[2])


def sale(deed: int, seat: int, price: float) -> Offer:
    """A deed for cash."""
    return Offer(seat, give=frozenset([deed]), cash_wanted=price)


def purchases(seen: Seen, wanted: list[tuple[int, int, float]], most: int) -> list[Offer]:
    """Offers of cash for deeds, one to a seat, so that half of the salary stays; with ``most`` 1 for the cheapest."""
    found: list[Offer] = []
    spent = 0.0
    for deed, seat, price in wanted if most > 1 else wanted[:1]:
        paid = price * MARKUP
        if seat not in {one.to for one in found} and seen.money - spent - paid > SALARY / 2:
            spent += paid
            found.append(Offer(seat, get=frozenset([deed]), cash_offered=paid))
    return found


def swaps(own: list[tuple[int, int, float]], wanted: list[tuple[int, int, float]]) -> list[Offer]:
    """Exchanges of deeds that complete a group on both sides, one to a seat."""
    found: dict[int, Offer] = {}
    seen: set[int] = set()
    for deed, seat, price in wanted:
        if seat not in seen:
            seen.add(seat)
            match = next((one for one in own if one[1] == seat), None)
            if match is not None:
                found[seat] = Offer(seat, frozenset([match[0]]), frozenset([deed]), price, match[2])
    return list(found.values())


def one_each(own: list[tuple[int, int, float]]) -> list[Offer]:
    """The dearest sale to each seat."""
    found: dict[int, Offer] = {}
    for deed, seat, price in own:
        found.setdefault(seat, sale(deed, seat, price))
    return list(found.values())


def offers(seen: Seen, version: int) -> list[Offer]:
    """What to offer in an own turn: version 1 only sells, 2 swaps and buys too, and 3 asks several seats at once."""
    own = to_sell(seen)
    if version == 1 or seen.money < SALARY:
        found = one_each(own)
    else:
        wanted = to_get(seen)
        found = swaps(own, wanted) if own else []
        if wanted and not found:
            found = purchases(seen, wanted, version - 1)
        elif own and not wanted:
            found = one_each(own)
    return found if version == 3 else found[:1]


def accepts(seen: Seen, offer: Offer, version: int) -> bool:
    """Whether to accept what another seat offers: ``give`` comes from there, and ``cash_wanted`` goes there.

    Version 1 never does. The others want no group lost without one that is won. Without one that is won, what they pay
    must leave half of the salary, and all of it where the list prices speak against the exchange.
    """
    pays = offer.cash_wanted - offer.cash_offered
    gets, gives = offer.give, offer.get
    if version == 1 or (gets | gives) & seen.mortgaged:
        return False
    asks_for_nothing = offer.cash_offered <= 0 and not gets and (offer.cash_wanted > 0 or gives)
    if asks_for_nothing or pays > seen.money:
        return False
    won = sum(completes(seen, seen.me, deed) for deed in gets)
    lost = sum(whole(seen, seen.me, deed) for deed in gives)
    worth = sum(TITLE_DEEDS[deed].price for deed in gets) - sum(TITLE_DEEDS[deed].price for deed in gives) - pays
    if lost > won or pays >= seen.money:
        return False
    left = seen.money - pays
    return won > lost or left >= SALARY or (left >= SALARY / 2 and worth > 0)


def mortgages(seen: Seen) -> list[int]:
    """The order in which deeds without buildings are mortgaged for a debt: the smallest mortgages first."""
    built = {deed for deed, level in seen.level.items() if level}
    free = by_name(seen.deeds[seen.me] - seen.mortgaged - built)
    return sorted(free, key=lambda deed: TITLE_DEEDS[deed].mortgage)


# ----------------------------------------------------------------------------------------------- At our tables


def seen_in(state: GameState) -> Seen:
    """What lies open at a decision of our engine."""
    return Seen(
        state.me.seat,
        tuple(None if one.is_bankrupt else float(one.cash) for one in state.players),
        tuple(frozenset(tile.deed for tile in one.properties) for one in state.players),
        {tile.deed: tile.level for tile in state.properties if tile.level},
        frozenset(tile.deed for tile in state.properties if tile.is_mortgaged),
    )


def paid(offer: Offer) -> int:
    """What who offers pays, in whole dollars."""
    return round(offer.cash_offered - offer.cash_wanted)


def is_new(state: GameState, offer: Offer) -> bool:
    """Whether an offer was not made before, or something has changed since, as the other agents have it."""
    items = sum(1 << deed for deed in offer.give | offer.get)
    past = part("past_offers")
    return bool(past.may_make(reading(state._decision.record), state.me.seat, offer.to, items, paid(offer)))


class Version1(Player):
    """Sells single deeds that complete a group for others, at a premium, and accepts no offer."""

    base = "baseline:trades=0,reserve=0"
    version = 1

    def should_buy_property(self, state: GameState, tile: Tile) -> bool:
        """As :func:`buys` says."""
        return buys(seen_in(state), tile.deed)

    def should_use_escape_jail_card(self, state: GameState) -> bool:
        """As :func:`leaves_jail` says."""
        return leaves_jail(seen_in(state))

    def should_pay_get_out_of_jail_fine(self, state: GameState) -> bool:
        """The same."""
        return leaves_jail(seen_in(state))

    def get_upgrading_suggestions(self, state: GameState) -> list[PropertyGroup | Tile]:
        """One building after another between the turns of others; none in an own turn."""
        seen, found = seen_in(state), list[PropertyGroup | Tile]()
        while state.current_player != state.me:
            deed = builds(seen)
            if deed is None or (not found and state.deed(deed) not in state.upgradable):
                break
            if seen.mortgaged & set(GROUP_DEEDS[TITLE_DEEDS[deed].group]):  # the source builds there, our rules do not
                break
            found.append(state.deed(deed))
            cash = tuple(
                None if one is None else one - TITLE_DEEDS[deed].house_price * (seat == seen.me)
                for seat, one in enumerate(seen.cash)
            )
            seen = Seen(seen.me, cash, seen.deeds, {**seen.level, deed: seen.level.get(deed, 0) + 1}, seen.mortgaged)
        return found

    def get_downgrading_suggestions(self, state: GameState) -> list[PropertyGroup | Tile]:  # noqa: ARG002
        """None but in a debt."""
        return []

    def get_mortgaging_suggestions(self, state: GameState) -> list[Tile]:  # noqa: ARG002
        """None but in a debt."""
        return []

    def get_unmortgaging_suggestions(self, state: GameState) -> list[Tile]:
        """One at a time between the turns of others."""
        deed = lifts(seen_in(state)) if state.current_player != state.me else None
        return [] if deed is None or state.deed(deed) not in state.unmortgageable else [state.deed(deed)]

    def get_trade_offers(self, state: GameState) -> list[TradeOffer]:
        """What :func:`offers` says, in an own turn; a sum is rounded to whole dollars. No offer is made again."""
        if state.current_player != state.me:
            return []
        found = [one for one in offers(seen_in(state), self.version) if is_new(state, one)]
        return [
            TradeOffer(
                one.to,
                tuple(state.deed(deed) for deed in sorted(one.give)),
                tuple(state.deed(deed) for deed in sorted(one.get)),
                paid(one),
            )
            for one in found
        ]

    def should_accept_trade_offer(self, state: GameState, trade_offer: TradeOffer) -> bool:
        """As :func:`accepts` says; jail cards count nothing."""
        gets, gives = (
            frozenset(item.deed for item in items if isinstance(item, Tile))
            for items in (trade_offer.give, trade_offer.take)
        )
        pay = float(trade_offer.pay)
        offer = Offer(state.me.seat, gets, gives, max(0.0, pay), max(0.0, -pay))
        return accepts(seen_in(state), offer, self.version)

    def handle_bankruptcy(self, state: GameState, amount: int) -> BankruptcyRequest:  # noqa: ARG002
        """Mortgages, the smallest ones before others; what is then missing the base agent raises."""
        possible = [state.deed(deed) for deed in mortgages(seen_in(state))]
        return BankruptcyRequest().mortgage(*(tile for tile in possible if tile in state.mortgageable))


class Version2(Version1):
    """Sells, buys and swaps single deeds that complete groups, and accepts what leaves it cash."""

    version = 2


class Version3(Version1):
    """As version 2, and makes offers to several players in one turn."""

    version = 3
