"""The configurations of ``strategic`` that ``magnate tune`` found; the page on tuning says how, and how good they are.

They were searched for under certain rules and at certain tables, and are good there; elsewhere they may be worse than
the standard configuration.
"""

from __future__ import annotations

TUNED = {
    "tuned": {
        "value_ratio": 1.43,
        "completion_bonus": 1.08,
        "location_bonus": 0.54,
        "railroad_weight": 2.18,
        "utility_weight": 0.65,
        "blocking_bonus": 0.23,
        "building_reserve": 0.07,
        "target_level": 1,
        "rent_focus": 0.208,
        "cash_reserve": 423,
        "buying_reserve": 1.68,
        "completion_reserve": 0.4,
        "late_reserve": 216,
        "leverage": 0.608,
        "lift_cash": 83,
        "group_value": 1.73,
        "deed_value": 0.28,
        "threat": 0.487,
        "trade_margin": 79,
        "greed": 0.867,
        "offer_chance": 0.293,
        "danger_weight": 0.005,
        "jail_rent": 12,
        "jail_unsold": 12,
        "stage_adaption": 0.341,
    },
    "tuned_official": {
        "value_ratio": 1.03,
        "completion_bonus": 0.75,
        "location_bonus": 1.07,
        "railroad_weight": 0.96,
        "utility_weight": 0.77,
        "blocking_bonus": 0.73,
        "bid_ratio": 0.46,
        "building_reserve": 0.31,
        "rent_focus": 0.338,
        "hoarded_houses": 5,
        "cash_reserve": 61,
        "buying_reserve": 1.14,
        "completion_reserve": 0.77,
        "late_reserve": 59,
        "lift_cash": 282,
        "group_value": 1.93,
        "deed_value": 0.48,
        "threat": 0.775,
        "trade_margin": 30,
        "greed": 0.878,
        "offer_chance": 0.478,
        "danger_weight": 0.303,
        "jail_rent": 31,
        "jail_unsold": 8,
        "stage_adaption": 0.138,
    },
}
"""What each changes of the defaults."""

TUNED_ABOUT = {
    "tuned": "found by search for the thesis' rules with two players (preset thesis)",
    "tuned_official": "found by search for the official rules with four players (preset official)",
}
"""What each was searched for."""
