"""The named configurations of ``planner``: styles of play that people know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Style:
    """A configuration: how it plays, and what it changes of the defaults."""

    about: str
    changes: Mapping[str, float] = field(default_factory=dict)


STYLES = {
    "canal_beer": Style(
        "half as many breweries again, and a cotton mill of level I; fewer manufacturers",
        {"brewery_weight": 1.3, "brewery_plan": 6, "cotton_weight": 0.9, "developing": 0.55, "later": 0.9},
    ),
    "coal_rail": Style(
        "slightly more coal mines and links than planner; otherwise alike",
        {"coal_weight": 1.15, "iron_weight": 1.1, "coal_plan": 5, "link_weight": 1.8},
    ),
    "pottery": Style(
        "somewhat more potteries, nearly all of levels I and II, and fewer manufacturers; dear potteries are hardly "
        "ever sold",
        {"pottery_weight": 1.4, "pottery_plan": 4, "money": 0.35, "developing": 0.55},
    ),
}
