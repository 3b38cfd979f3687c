"""Games that differ enough for every rule to be met: all presets at every size, and sweeps of the option switches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from magnate.games.monopoly import PRESETS, Options, rules, write_options
from magnate.games.monopoly.board import GROUP_DEEDS, TITLE_DEEDS

from ...beginnings import set_up

PLAYERS = range(2, 9)


@dataclass(frozen=True)
class Situation:
    """Options and a number of players; with ``groups`` each colour group begins in one hand."""

    name: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    groups: bool = False

    def starts(self, games: int, **changes: Any) -> np.ndarray:
        """The first positions of so many games; ``changes`` are further options."""
        options = Options.model_validate({**self.options, **changes})
        states = np.zeros(games, rules.STATE)
        write_options(options, self.players, states[0])
        states[:] = states[0]
        set_up(rules, states)
        if self.groups:
            for k, deeds in enumerate(GROUP_DEEDS):
                states["deeds"][:, k % self.players] |= sum(1 << d for d in deeds)
        return states


PRESET_GAMES = [Situation(f"{name}/{n}", n, PRESETS[name]) for name in PRESETS for n in PLAYERS]

_RICH = {"start_cash": 9000}
_CHOICES = {
    "income_tax": "choice",
    "rent_claim": "ask",
    "utility_throw": "fresh",
    "rounding": "down",
    "clear_mortgages": False,
    "insolvent_trades": "any",
    "start": "random",
    "mortgaged_group_double": False,
    "paid_doubles": False,
    "deck": "pre-2008",
    "auction_open": 1,
    "auction_raise": 5,
    "manage_after_throw": True,
    "window_order": "raise_first",
    "pay_on_third_turn": True,
    "several_creditors": "from_right",
    "estate_order": "price",
    "unpaid_interest": "waived",
    "bid_limit": "cash",
    "failed_raising": "undone",
    "auction_passes": "until_raised",
    "mortgaged_worth": "full",
}
_LATE_CLAIMS = {**_CHOICES, "rent_claim": "second_throw", "utility_throw": "arriving", "card_utility_mortgaged": "pay"}
_SCARCE = {
    "houses": 6,
    "hotels": 2,
    "insolvent_trades": "raise_enough",
    "interest_base": "price",
    "card_utility_mortgaged": "pay",
    "build_mortgaged": True,
    "contest_open": "auction_open",
}
_HOUSE_RULES = {
    "free_parking_pot": True,
    "double_salary_on_go": True,
    "first_lap": True,
    "snake_eyes_bonus": 500,
    "rent_in_jail": False,
    "auctions": False,
    "unlimited_buildings": True,
}
_BY_GROUP = {"build_by": "group", "building_contest": False, "houses": 12, "hotels": 3}
_WINDOWLESS = {"manage_before": False, "manage_between": False, "offers_per_turn": 1, "manage_after": True}

SWEEPS = [
    *(Situation(f"choices/{n}", n, _CHOICES) for n in (2, 5, 8)),
    *(Situation(f"choices poor/{n}", n, {**_CHOICES, "start_cash": 300}) for n in (3, 6)),
    *(Situation(f"late claims/{n}", n, {**_LATE_CLAIMS, "start_cash": 400}, groups=True) for n in (2, 5)),
    Situation("late claims, next throw/3", 3, {**_LATE_CLAIMS, "rent_claim": "next_throw"}, groups=True),
    *(Situation(f"house rules/{n}", n, _HOUSE_RULES) for n in (2, 4, 7)),
    *(Situation(f"dealt/{n}", n, {**_RICH, **_SCARCE, "dealt_deeds": len(TITLE_DEEDS) // n}) for n in (2, 3, 4, 8)),
    *(Situation(f"groups/{n}", n, _RICH, groups=True) for n in (2, 3, 4, 8)),
    *(Situation(f"groups poor/{n}", n, {"start_cash": 2500}, groups=True) for n in (2, 4)),
    *(Situation(f"groups scarce/{n}", n, {**_RICH, **_SCARCE}, groups=True) for n in (2, 3, 4, 8)),
    *(
        Situation(f"groups short/{n}", n, {**_RICH, **_SCARCE, "hotel_houses": 3, "hotel_shortage": "all"}, groups=True)
        for n in (2, 4)
    ),
    *(Situation(f"by group/{n}", n, {**_RICH, **_BY_GROUP}, groups=True) for n in (2, 4)),
    *(
        Situation(f"by group, all or nothing/{n}", n, {**_RICH, **_BY_GROUP, "hotel_shortage": "all"}, groups=True)
        for n in (3, 8)
    ),
    *(Situation(f"thesis groups/{n}", n, {**PRESETS["thesis"], "start_cash": 3000}, groups=True) for n in (2, 5)),
    Situation("net worth groups/2", 2, PRESETS["expectiminimax-net-worth"], groups=True),
    *(Situation(f"few windows/{n}", n, {**_WINDOWLESS, "max_turns": 150}) for n in (2, 6)),
    Situation("independent cards/4", 4, {"cards": "independent", "end_bankruptcies": 2}),
]

SITUATIONS = PRESET_GAMES + SWEEPS
