"""The pictures of the game of choosing an agent: its equilibrium, and who beats whom."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ...charts import Bar, Picture, bar_chart, heat_map
from .choosing import by_rating, by_weight, halves
from .pictures import WIDE
from .words import value

if TYPE_CHECKING:
    from ..meta import Meta

__all__ = ["beats_picture", "equilibrium_picture"]


def equilibrium_picture(found: Meta, width: float = WIDE) -> Picture:
    """The equilibrium as bars with intervals."""
    bars = [
        Bar(
            found.names[k],
            found.weights[k].mean,
            None if isnan(found.weights[k].low) else found.weights[k].low,
            None if isnan(found.weights[k].high) else found.weights[k].high,
            value("part", round(found.weights[k].mean, 6)),
        )
        for k in by_weight(found)
    ]
    return bar_chart("How often each agent is played in equilibrium", bars, width=width)


def beats_picture(found: Meta, width: float = WIDE) -> Picture:
    """Who beats whom, by the share of the win; the agents are in the order of their Nash ratings."""
    order = by_rating(found)
    names = [found.names[k] for k in order]
    shares = halves(found)[order][:, order]
    sure = found.sure[order][:, order]
    doubt = "; the interval includes 50 %"
    tips = [
        [f"{value('part', float(share))}{'' if is_sure else doubt}" for share, is_sure in zip(row, known, strict=True)]
        for row, known in zip(shares, sure, strict=True)
    ]
    about = (
        "Heat map of how often the row's agent beats the column's; the strongest agents by Nash averaging are first."
    )
    return heat_map("Who beats whom", names, shares.tolist(), tips, sure.tolist(), about=about, width=width)
