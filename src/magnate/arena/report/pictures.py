"""The pictures of reports and of searches for parameters, for a wide and for a narrow screen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from ...plots import (
    WIDTH,
    Bar,
    Picture,
    Spread,
    bar_chart,
    dot_chart,
    dots_beyond,
    group_chart,
    heat_map,
    histogram_chart,
    percent,
    spread_chart,
)
from ...plots.canvas import Scale, circle, line, round_scale, signed, text
from ..statistics import Estimate
from ..tuning.evaluation import Point
from .data import Rating, ReportData
from .words import number, share, value

__all__ = ["WIDE", "search_picture", "superiority_picture"]


NARROW: Final = 400.0
"""The width of pictures on a telephone."""
WIDE: Final = 996.0
"""The width of pictures on a page that has room."""


def wins_picture(data: ReportData, width: float = WIDE) -> Picture:
    """Each agent's share of the wins."""
    bars = [_bar(agent.name, "share", agent.win) for agent in data.agents]
    return bar_chart("Share of the wins", bars, mark=data.even, mark_label=_even(data), width=width)


def rating_picture(data: ReportData, rating: Rating, width: float = WIDE) -> Picture:
    """Ratings as dots with their intervals."""
    anchored = bool(data.about.anchor)
    mark = None if anchored else 0.0
    label = "" if anchored else "mean of the field"
    return dot_chart(rating.title, _dots(data, rating), mark=mark, mark_label=label, width=width)


def ratings_beyond(data: ReportData, rating: Rating) -> bool:
    """Whether the picture of the ratings leaves some out, to which arrows point."""
    return bool(dots_beyond(_dots(data, rating)))


def bankrupt_picture(data: ReportData, width: float = WIDE) -> Picture | None:
    """How often each agent goes bankrupt, where the game has that."""
    if not all("bankrupt" in agent.means for agent in data.agents):
        return None
    bars = [_bar(agent.name, "share", agent.means["bankrupt"]) for agent in data.agents]
    mean = data.field.get("bankrupt")
    label = "" if mean is None else f"all agents {value('share', mean)}"
    return bar_chart("Games that end in bankruptcy", bars, mark=mean, mark_label=label, width=width)


def worth_picture(data: ReportData, width: float = WIDE) -> Picture:
    """The distributions of net worth."""
    spreads = [
        Spread(name, worth.counts, worth.quantiles[1:4], f"median {worth.quantiles[2]:,.0f}" if worth.seats else "none")
        for name, worth in zip(data.names, data.worths, strict=True)
    ]
    return spread_chart("Net worth at the end", spreads, data.worth_edges, width=width)


def seats_picture(data: ReportData, width: float = WIDE) -> Picture:
    """What each seat wins, on a scale round an even share."""
    dots = [_bar(f"seat {seat}", "share", found) for seat, found in enumerate(data.seats)]
    title = "Share of the wins by seat"
    return dot_chart(title, dots, mark=data.even, mark_label=_even(data), shown=percent, width=width)


def endings_picture(data: ReportData, width: float = WIDE) -> Picture:
    """How games end."""
    total = max(data.about.games, 1)
    bars = [Bar(name, count / total, note=share(count / total)) for name, count in data.endings.items()]
    return bar_chart("How games ended", bars, width=width)


def lengths_picture(data: ReportData, width: float = WIDE) -> Picture:
    """How long games are."""
    about = (
        f"Histogram of the games' length in {data.unit}. The median is {data.lengths.median:,g}; "
        f"a cap ended {share(data.capped_share)} of the games."
    )
    return histogram_chart("Length of games", data.lengths, data.unit, about=about, width=width)


def purchases_picture(data: ReportData, width: float = WIDE) -> Picture:
    """What each agent buys."""
    assert data.purchases is not None  # noqa: S101 - asked before
    about = "Deeds bought in a game by agent and colour group; the table has the numbers."
    amounts = np.nan_to_num(data.purchases).tolist()
    return group_chart("Purchases by colour group", data.names, data.groups, amounts, about=about, width=width)


def matrix_picture(data: ReportData, width: float = WIDE) -> Picture:
    """Who beats whom."""
    pairs, count = data.pairs, len(data.agents)
    tips = [
        [
            f"{number('share', _cell(data, row, column))} of {int(pairs.games[row, column]):,} games, "
            f"{value('part', float(pairs.capped[row, column]))} capped"
            for column in range(count)
        ]
        for row in range(count)
    ]
    sure = (pairs.low > 0.5) | (pairs.high < 0.5) | ((pairs.low == 0.5) & (pairs.high == 0.5))
    about = "Heat map of the share of the wins of the row's agent against the column's; the table has the numbers."
    return heat_map("Win matrix", data.names, pairs.share.tolist(), tips, sure.tolist(), about=about, width=width)


def superiority_picture(data: ReportData, width: float = WIDE) -> Picture:
    """The likelihood that the row's agent is stronger than the column's."""
    likely, count = data.pairs.superiority.copy(), len(data.agents)
    np.fill_diagonal(likely, np.nan)
    tips = [
        [
            f"the stronger with a likelihood of {value('likelihood', float(likely[row, column]))}"
            for column in range(count)
        ]
        for row in range(count)
    ]
    sure = (likely > 0.975) | (likely < 0.025)
    about = "Heat map of the likelihood that the row's agent is stronger than the column's; the table has the numbers."
    title, cells = "Likelihood of superiority", likely.tolist()
    return heat_map(title, data.names, cells, tips, sure.tolist(), about=about, likelihoods=True, width=width)


def _dots(data: ReportData, rating: Rating) -> list[Bar]:
    pairs = zip(data.names, rating.lines, strict=True)
    return [_bar(name, "elo", line) for name, line in pairs if not np.isnan(line.mean)]


def _bar(label: str, kind: str, found: Estimate) -> Bar:
    return Bar(label, found.mean, found.low, found.high, number(kind, found))


def _cell(data: ReportData, row: int, column: int) -> Estimate:
    pairs = data.pairs
    low, high = float(pairs.low[row, column]), float(pairs.high[row, column])
    return Estimate(float(pairs.share[row, column]), low, high, 0)


def _even(data: ReportData) -> str:
    return f"even {value('share', data.even)}"


# ------ The picture of a search: every configuration as a dot, in the order of the search, and the mean of each stage


TOP: Final = 22.0
PLOT: Final = 260.0
BELOW: Final = 48.0
LEFT: Final = 52.0
EDGE: Final = 8.0
"""Room between the frame and the first and the last dot."""


def search_picture(
    title: str, points: Sequence[Point], *, mark: float, mark_label: str, relative: bool = False
) -> Picture:
    """The picture; ``mark`` draws a dashed line.

    With ``relative`` the values are differences of shares, and a line joins the means of the stages (shares within a
    round always have the same mean).

    >>> found = search_picture("A < B", [Point(0, 0, 0.5), Point(1, 0, 0.6)], mark=0.5, mark_label="even").svg()
    >>> found.count("<circle"), "A &lt; B" in found
    (2, True)
    """
    values = [point.value for point in points] + [mark]
    up = round_scale(TOP + PLOT, TOP, min(values), max(values), 6)
    along = Scale(LEFT + EDGE, WIDTH - EDGE, 0, max(len(points) - 1, 1), ())
    parts = []
    for tick in up.ticks:
        parts.append(line(LEFT, up.x(tick), WIDTH, up.x(tick), "grid"))
        parts.append(text(LEFT - 8, up.x(tick) + 4, _shown(tick, relative), "soft", "end"))
    ends = sorted({0, round((len(points) - 1) / 2), len(points) - 1})
    parts += [text(along.x(end), TOP + PLOT + 20, str(end + 1), "soft", "middle") for end in ends]
    parts.append(text((LEFT + WIDTH) / 2, TOP + PLOT + 40, "configurations in their order", "soft", "middle"))
    for point in points:
        tip = f"configuration {point.number + 1}: {_shown(point.value, relative)}"
        parts.append(circle(along.x(point.number), up.x(point.value), 3.5, "faint", tip))
    if relative:
        parts += [line(*one, *other, "whisker") for one, other in pairwise(_means(points, along, up))]
    parts.append(line(LEFT, up.x(mark), WIDTH, up.x(mark), "fair"))
    parts.append(text(WIDTH, 10, f"┄ {mark_label}", "mark", "end"))
    about = f"{len(points)} configurations, from {_shown(min(values), relative)} to {_shown(max(values), relative)}"
    return Picture(title, about, WIDTH, TOP + PLOT + BELOW, tuple(parts))


def _means(points: Sequence[Point], along: Scale, up: Scale) -> list[tuple[float, float]]:
    """Where the mean of each stage lies."""
    places = []
    for stage in sorted({point.stage for point in points}):
        inside = [point for point in points if point.stage == stage]
        middle = sum(point.number for point in inside) / len(inside)
        mean = sum(point.value for point in inside) / len(inside)
        places.append((along.x(middle), up.x(mean)))
    return places


def _shown(found: float, relative: bool) -> str:
    """A share in per cent, or a difference in points."""
    return signed(round(100 * found, 1)) if relative else percent(round(found, 3))
