"""Where ``magnate tune`` looks for good parameters: low, high and step (0: any number).

What a parameter allows is often far more than what can make sense; a search that is spread over all of it finds little.
"""

from __future__ import annotations

BASELINE = {"reserve": (0.0, 1000.0, 0.0), "bid": (0.0, 3.0, 0.0), "trades": (0.0, 1.0, 1.0)}

ALGORITHMIC = {
    "buy_score": (0.0, 4.0, 0.0),
    "railroad_weight": (0.0, 2.5, 0.0),
    "utility_weight": (0.0, 2.5, 0.0),
    "cash_threshold": (0.0, 800.0, 0.0),
    "group_value": (0.0, 3.0, 0.0),
    "deed_value": (0.0, 2.0, 0.0),
    "trade_margin": (0.0, 200.0, 0.0),
}

STRATEGIC = {
    "value_ratio": (0.0, 3.0, 0.0),
    "completion_bonus": (0.0, 2.0, 0.0),
    "location_bonus": (0.0, 3.0, 0.0),
    "railroad_weight": (0.0, 2.5, 0.0),
    "utility_weight": (0.0, 2.5, 0.0),
    "blocking_bonus": (0.0, 2.0, 0.0),
    "bid_ratio": (0.0, 1.5, 0.0),
    "building_reserve": (0.0, 2.0, 0.0),
    "target_level": (1.0, 5.0, 1.0),
    "last_level": (2.0, 5.0, 1.0),
    "hoarded_houses": (0.0, 32.0, 1.0),
    "cash_reserve": (0.0, 600.0, 0.0),
    "buying_reserve": (0.0, 2.0, 0.0),
    "completion_reserve": (0.0, 2.0, 0.0),
    "late_reserve": (0.0, 400.0, 0.0),
    "lift_cash": (0.0, 1200.0, 0.0),
    "group_value": (0.0, 3.0, 0.0),
    "deed_value": (0.0, 2.0, 0.0),
    "trade_margin": (0.0, 200.0, 0.0),
    "danger_weight": (0.0, 1.0, 0.0),
    "jail_rent": (0.0, 150.0, 0.0),
    "jail_unsold": (0.0, 28.0, 1.0),
}
"""Parameters that are not named are searched in all that they allow, such as ``greed`` from 0 to 1."""

PUBLISHED = {
    "reserve": (0.0, 1000.0, 0.0),
    "penalty": (0.0, 1000.0, 0.0),
    "own": (0.0, 20.0, 0.0),
    "dice_cost": (0.0, 200.0, 0.0),
}

RANGES = {"baseline": BASELINE, "algorithmic": ALGORITHMIC, "published": PUBLISHED, "strategic": STRATEGIC}
