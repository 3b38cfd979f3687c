"""Every rule that editions, house rules or papers disagree about, as a named option; and the named presets.

Sources in descriptions: "section n" is a section of docs/reference/rules.md. "The thesis" (M2) and "the report" (E1)
are what ``thesis`` and ``expectiminimax`` follow. A "house rule" is a popular rule that is in no rulebook.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ...errors import BadOption
from .board import TITLE_DEEDS

Dollars = Annotated[int, Field(ge=0, le=10_000)]
MAX_COUNT = 1_000_000
"""The greatest cap on rounds or turns."""


class Options(BaseModel):
    """The options of Monopoly; the defaults are the preset ``official`` (the US rules from 2008 on)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    # ---- set-up and salary
    start_cash: int = Field(default=1500, ge=0, le=MAX_COUNT, description="dollars each player begins with (section 1)")
    start: Literal["first", "random"] = Field(
        default="first", description="who begins: seat 0, or a seat drawn by lot (section 1)"
    )
    dealt_deeds: int = Field(
        default=0, ge=0, le=14, description="deeds dealt to each player before the game (short and time-limit games)"
    )
    dealt_paid: bool = Field(
        default=False, description="the dealt deeds are paid for at their printed price (time-limit game)"
    )
    salary: Dollars = Field(default=200, description="dollars for landing on or passing GO (section 3)")

    # ---- taxes and cards
    income_tax: Literal["flat", "choice"] = Field(
        default="flat", description="$200 (from 2008 on), or the choice of $200 or 10 % of total worth (section 3)"
    )
    luxury_tax: Dollars = Field(
        default=100, description="dollars on square 38: 100 from 2008 on, 75 before (section 3)"
    )
    deck: Literal["pre-2008", "2008"] = Field(
        default="2008", description="edition of the Community Chest cards (section 7)"
    )
    cards: Literal["queue", "independent", "none"] = Field(
        default="queue",
        description="drawn cards go to the bottom (section 7); each draw is independent (only to compare with the "
        "exact chain of the board); card squares do nothing (the report)",
    )

    # ---- buying and auctions
    raise_to_buy: bool = Field(
        default=True,
        description="a deed may be bought with money that is raised first by selling and mortgaging (section 4)",
    )
    auctions: bool = Field(
        default=True,
        description="declined deeds, and those of a player bankrupt to the bank, are auctioned (section 4)",
    )
    auction_open: int = Field(
        default=10, ge=1, le=10_000, description="dollars of the least first bid: 10 today, 1 before (section 4)"
    )
    bid_limit: Literal["means", "cash"] = Field(
        default="means",
        description="the highest bid for a deed: cash and what can be raised without it, or cash only (section 4)",
    )
    first_bidder: Literal["next", "decliner"] = Field(
        default="next",
        description="who bids first for a declined deed: the seat after the one who declined, or that one (section 4)",
    )
    auction_passes: Literal["final", "until_raised"] = Field(
        default="final",
        description="who passes is out of the auction, or may bid again once somebody has raised (section 4)",
    )
    auction_raise: int = Field(default=1, ge=1, le=10_000, description="dollars by which a bid must rise (section 4)")

    # ---- trades and mortgages
    offers_per_turn: int = Field(
        default=3,
        ge=0,
        le=100,
        description="trade offers that a player may begin in each turn; 0: no trades (section 9)",
    )
    trade_mortgaged: bool = Field(
        default=True, description="mortgaged deeds may be traded (section 9; in the thesis no)"
    )
    transfer_interest: bool = Field(
        default=True, description="who receives a mortgaged deed pays 10 % at once (section 9; in the thesis no)"
    )
    interest_base: Literal["mortgage", "price"] = Field(
        default="mortgage", description="the 10 % are of the mortgage value or of the printed price (section 9)"
    )
    rounding: Literal["up", "down"] = Field(
        default="up", description="how 10 % of an odd amount is made whole dollars (section 9)"
    )
    completable_offers: bool = Field(
        default=True,
        description="an offer may be begun and gone on with only while it can still be completed (section 9); without "
        "it the game plays as version 1 of these rules did",
    )
    insolvent_trades: Literal["any", "raise_cash", "raise_enough"] = Field(
        default="raise_cash",
        description="offers a debtor may make: any; such as bring cash; such as pay the whole debt (section 10)",
    )

    # ---- buildings
    build_by: Literal["lot", "group"] = Field(
        default="lot", description="build and sell lot by lot (section 8) or a whole colour group at once (the thesis)"
    )
    build_mortgaged: bool = Field(
        default=False,
        description="a whole group may be built on although a lot of it is mortgaged (section 8; "
        "unclear in the thesis)",
    )
    unlimited_buildings: bool = Field(
        default=False, description="the bank never runs out of houses and hotels (the thesis, the report)"
    )
    houses: int = Field(default=32, ge=0, le=99, description="houses in the game (section 1)")
    hotels: int = Field(default=12, ge=0, le=99, description="hotels in the game (section 1)")
    hotel_houses: Literal[3, 4] = Field(
        default=4, description="houses that a hotel replaces (section 8; short game: 3)"
    )
    hotel_shortage: Literal["any_even", "all"] = Field(
        default="any_even",
        description="without houses for breaking a hotel, its group may be sold down in one step to any even "
        "level that the stock permits, or only to bare land (section 8)",
    )
    building_contest: bool = Field(
        default=True, description="others may claim a building when too few are left, then it is auctioned (section 8)"
    )
    contest_open: Literal["house_price", "auction_open"] = Field(
        default="house_price",
        description="the least first bid for a contested building: the cheapest claimant's house price (tournaments), "
        "or that of any auction (section 8)",
    )

    # ---- when property is managed
    manage_before: bool = Field(
        default=True, description="build, sell, mortgage, lift and trade before one's throw (section 9)"
    )
    manage_after_throw: bool = Field(
        default=False,
        description="… and, every seat in turn, after each throw and before its move, as one can read the rules "
        "(section 9)",
    )
    manage_after: bool = Field(default=True, description="… and after one's move (section 9)")
    manage_between: bool = Field(
        default=True, description="… and between the turns of others, in seat order (section 9)"
    )
    window_order: Literal["free", "build_first", "raise_first"] = Field(
        default="free",
        description="the order of a window, without a way back: any; build, sell, mortgage, lift, "
        "trade (the thesis); sell, "
        "mortgage, lift, build, trade",
    )
    one_operation: bool = Field(default=False, description="one management action in each window (the report)")
    one_attempt: bool = Field(
        default=False,
        description="a debtor may make one offer only, and may give up although it could pay (the thesis)",
    )

    # ---- jail and rent
    jail_fine: Dollars = Field(default=50, description="dollars for leaving jail (section 5)")
    pay_on_third_turn: bool = Field(
        default=False,
        description="the fine may be paid before the throw on the third jailed turn too (section 5; the report)",
    )
    paid_doubles: bool = Field(
        default=True, description="after paying or using a card before the throw, doubles throw again (section 2)"
    )
    rent_in_jail: bool = Field(default=True, description="owners in jail collect rent (section 5; house rule: no)")
    mortgaged_group_double: bool = Field(
        default=True, description="bare lots of a whole group earn double although a sister is mortgaged (section 6)"
    )
    utility_throw: Literal["arriving", "fresh"] = Field(
        default="arriving",
        description="the throw that a utility's rent multiplies: the one that moved, or a new one (section 6)",
    )
    card_utility_mortgaged: Literal["free", "pay"] = Field(
        default="free", description="what a mortgaged utility costs when the Chance card sends there (section 6)"
    )
    rent_claim: Literal["auto", "ask", "next_throw", "second_throw"] = Field(
        default="auto",
        description="rent is collected by itself; or the owner is asked once; or it is asked again before each throw, "
        "the last time before the next player throws, or the second next (section 6)",
    )

    # ---- bankruptcy and the end
    bankruptcy: Literal["debt", "cash", "net_worth"] = Field(
        default="debt",
        description="bankrupt is who cannot pay a debt (section 10), or has no cash, or no net worth, left at the end "
        "of its turn (the report)",
    )
    failed_raising: Literal["stands", "undone"] = Field(
        default="stands",
        description="what a debtor has mortgaged for a debt that ruins it nevertheless: it stays mortgaged, or that is "
        "undone as far as it still has the deed and the cash (section 10)",
    )
    several_creditors: Literal["from_left", "from_right"] = Field(
        default="from_left",
        description="the order of payments to or from each player; who cannot make one is bankrupt to that player "
        "(section 7)",
    )
    unpaid_interest: Literal["debt", "waived"] = Field(
        default="debt",
        description="the 10 % on an estate's mortgages for a receiver who cannot raise them: a debt that ruins, or "
        "nothing (section 10)",
    )
    estate_order: Literal["board", "price"] = Field(
        default="board", description="the bank auctions an estate in board order, or the dearest first (section 10)"
    )
    split_estate: bool = Field(default=False, description="a bankrupt's estate is split among all others (the thesis)")
    duel_richer: bool = Field(
        default=False, description="when one of the last two goes bankrupt, the richer of the two wins (the thesis)"
    )
    clear_mortgages: bool = Field(
        default=True, description="deeds that fall to the bank are auctioned free of mortgage (section 10)"
    )
    mortgaged_worth: Literal["half", "full"] = Field(
        default="half",
        description="what a mortgaged deed counts in net worth: half its printed price, or all of it "
        "(section 10; the thesis)",
    )
    end_bankruptcies: int = Field(
        default=0,
        ge=0,
        le=7,
        description="the game ends with this many bankruptcies; 0: with the last player (section 10)",
    )
    max_rounds: int = Field(
        default=1000, ge=0, le=MAX_COUNT, description="rounds after which the richest wins; 0: no cap"
    )
    max_turns: int = Field(
        default=0, ge=0, le=MAX_COUNT, description="player turns after which the richest wins; 0: no cap"
    )
    time_limit_rounds: int = Field(
        default=0,
        ge=0,
        le=MAX_COUNT,
        description="rounds that the official time-limit game lasts; 0: no limit (section 10)",
    )

    # ---- house rules
    free_parking_pot: bool = Field(
        default=False, description="taxes and fines go to a pot for who lands on Free Parking (house rule)"
    )
    double_salary_on_go: bool = Field(default=False, description="landing on GO pays the salary twice (house rule)")
    free_lifting: bool = Field(
        default=False, description="lifting a mortgage costs its value alone, without the 10 % (house rule)"
    )
    first_lap: bool = Field(default=False, description="nobody buys before having passed GO (house rule)")
    snake_eyes_bonus: Dollars = Field(default=0, description="dollars from the bank for throwing two ones (house rule)")

    @model_validator(mode="after")
    def _possible(self) -> Options:
        """Refuse combinations that contradict themselves, saying what would be right."""
        if self.dealt_paid and self.dealt_deeds == 0:
            raise ValueError("dealt_paid needs dealt deeds: set dealt_deeds to 1 or more")
        dearest = sum(sorted(deed.price for deed in TITLE_DEEDS)[-self.dealt_deeds :]) if self.dealt_paid else 0
        if self.start_cash < dearest:
            raise ValueError(
                f"{self.dealt_deeds} dealt deeds can cost ${dearest}: set start_cash to at least that, or dealt_paid "
                "to false"
            )
        if self.building_contest and self.build_by == "group":
            raise ValueError(
                'building_contest is about single buildings: set build_by to "lot", or building_contest to false'
            )
        if not self.unlimited_buildings and self.hotels > 0 and self.houses < self.hotel_houses:
            raise ValueError(
                f"a hotel replaces {self.hotel_houses} houses: set houses to at least {self.hotel_houses}, "
                "hotels to 0, or unlimited_buildings to true"
            )
        if not self.clear_mortgages and not self.auctions:
            raise ValueError(
                "without auctions the bank keeps a bankrupt's deeds free of mortgage: "
                "set clear_mortgages or auctions to true"
            )
        windows = self.manage_before or self.manage_after_throw or self.manage_after or self.manage_between
        if (self.window_order != "free" or self.one_operation) and not windows:
            raise ValueError(
                "window_order and one_operation are about management windows: set manage_before, manage_after or "
                "manage_between to true"
            )
        for option, needed in (
            ("contest_open", "building_contest"),
            ("bid_limit", "auctions"),
            ("first_bidder", "auctions"),
            ("estate_order", "auctions"),
            ("unpaid_interest", "transfer_interest"),
        ):
            default = type(self).model_fields[option].default
            if getattr(self, option) != default and not getattr(self, needed):
                raise ValueError(
                    f'{option} means nothing without {needed}: set {needed} to true, or {option} to "{default}"'
                )
        if self.failed_raising != "stands" and self.bankruptcy != "debt":
            raise ValueError(
                'failed_raising is about raising money for debts, which there are only with bankruptcy "debt": set '
                'bankruptcy to "debt", or failed_raising to "stands"'
            )
        if self.auction_passes != "final" and not (self.auctions or self.building_contest):
            raise ValueError(
                "auction_passes means nothing where nothing is auctioned: set auctions or building_contest to true, or "
                'auction_passes to "final"'
            )
        if self.time_limit_rounds > self.max_rounds > 0:
            raise ValueError(
                f"the cap of {self.max_rounds} rounds comes before the time limit of {self.time_limit_rounds}: "
                "set time_limit_rounds to no more than max_rounds, or max_rounds to 0"
            )
        return self


_THESIS: dict[str, Any] = {
    "auctions": False,
    "build_by": "group",
    "unlimited_buildings": True,
    "building_contest": False,
    "transfer_interest": False,
    "trade_mortgaged": False,
    "income_tax": "flat",
    "luxury_tax": 75,
    "deck": "pre-2008",
    "raise_to_buy": False,
    "manage_before": False,
    "manage_after": True,
    "manage_between": False,
    "window_order": "build_first",
    "one_attempt": True,
    "split_estate": True,
    "duel_richer": True,
}
_EXPECTIMINIMAX: dict[str, Any] = {
    "start_cash": 500,
    "start": "random",
    "cards": "none",
    "income_tax": "flat",
    "luxury_tax": 100,
    "auctions": False,
    "raise_to_buy": False,
    "offers_per_turn": 0,
    "unlimited_buildings": True,
    "building_contest": False,
    "manage_before": False,
    "manage_after": True,
    "manage_between": False,
    "one_operation": True,
    "pay_on_third_turn": True,
}

PRESETS: dict[str, dict[str, Any]] = {
    "official": {},
    "official-pre2008": {"income_tax": "choice", "luxury_tax": 75, "deck": "pre-2008", "auction_open": 1},
    "short-game": {"dealt_deeds": 3, "hotel_houses": 3, "end_bankruptcies": 1},
    "time-limit": {"dealt_deeds": 2, "dealt_paid": True, "time_limit_rounds": 30},
    "thesis": _THESIS,
    "expectiminimax": {**_EXPECTIMINIMAX, "bankruptcy": "cash"},
    "expectiminimax-net-worth": {**_EXPECTIMINIMAX, "bankruptcy": "net_worth"},
}
"""What each preset changes of the defaults."""
DEFAULT_PRESET = "official"

RENAMED = {
    "rounding": "round_down",
    "build_by": "build_by_group",
    "building_contest": "contest",
    "card_utility_mortgaged": "card_utility_mortgaged_pays",
    "rent_claim": "claim_rent",
    "free_parking_pot": "parking_pot",
    "double_salary_on_go": "double_salary",
}
"""Options whose field in ``state.OPTIONS`` has another name."""

WORDS: dict[str, tuple[str, ...]] = {
    "start": ("first", "random"),
    "deck": ("pre-2008", "2008"),
    "cards": ("none", "queue", "independent"),
    "income_tax": ("flat", "choice"),
    "rounding": ("up", "down"),
    "interest_base": ("mortgage", "price"),
    "insolvent_trades": ("any", "raise_cash", "raise_enough"),
    "build_by": ("lot", "group"),
    "hotel_shortage": ("any_even", "all"),
    "utility_throw": ("arriving", "fresh"),
    "card_utility_mortgaged": ("free", "pay"),
    "rent_claim": ("auto", "ask", "next_throw", "second_throw"),
    "bankruptcy": ("debt", "cash", "net_worth"),
    "bid_limit": ("means", "cash"),
    "first_bidder": ("next", "decliner"),
    "auction_passes": ("final", "until_raised"),
    "contest_open": ("house_price", "auction_open"),
    "window_order": ("free", "build_first", "raise_first"),
    "failed_raising": ("stands", "undone"),
    "several_creditors": ("from_left", "from_right"),
    "unpaid_interest": ("debt", "waived"),
    "estate_order": ("board", "price"),
    "mortgaged_worth": ("half", "full"),
}
"""The words of an option in the order of their numbers in the state."""


def write_options(options: Options, players: int, g: np.void) -> None:
    """Write the options into the state's ``opt``.

    Raises :class:`~magnate.errors.BadOption` for options that do not go with the number of players.
    """
    if options.dealt_deeds * players > len(TITLE_DEEDS):
        raise BadOption(
            f"{options.dealt_deeds} deeds cannot be dealt to each of {players} players: there are {len(TITLE_DEEDS)}",
            hint=f"set dealt_deeds to {len(TITLE_DEEDS) // players} or fewer",
        )
    if options.end_bankruptcies >= players:
        raise BadOption(
            f"{players} players cannot end with {options.end_bankruptcies} bankruptcies: the last one wins before",
            hint=f"set end_bankruptcies to {players - 1} or fewer",
        )
    record = g["opt"]
    record["players"] = players
    for name in Options.model_fields:
        value = getattr(options, name)
        record[RENAMED.get(name, name)] = WORDS[name].index(value) if name in WORDS else int(value)
