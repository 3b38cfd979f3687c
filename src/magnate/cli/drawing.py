"""Pictures in the terminal: bars with their intervals, and curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from ..plots import Bar

__all__ = ["bar_lines", "draw_bar", "plot_lines"]


# --------------------------------------------------------- Bars: shares with their intervals, drawn with Unicode blocks


WIDTH, NARROWEST = 44, 10
FULL, PARTS = "█", " ▏▎▍▌▋▊▉"
LINE, LEFT_END, RIGHT_END, FAIR = "─", "├", "┤", "┊"


def draw_bar(bar: Bar, end: float, mark: float | None = None, width: int = WIDTH) -> tuple[str, str, str]:
    """One bar as three pieces: up to the interval, the interval, and what is left of the line.

    Where the interval is narrower than a letter, the bar ends with an eighth block instead.

    >>> from magnate.plots import Bar
    >>> draw_bar(Bar("a", 0.5, 0.25, 0.75), 1.0, width=8)
    ('██', '├──┤', '  ')
    >>> draw_bar(Bar("a", 0.5), 1.0, mark=0.75, width=8)
    ('████', '', '  ┊ ')
    """

    def cells(share: float) -> float:
        return min(max(share / end, 0.0), 1.0) * width

    low, high = (cells(bar.value if side is None else side) for side in (bar.low, bar.high))
    first, last = round(low), round(high)
    if last - first >= 2:
        filled, whisker = FULL * first, LEFT_END + LINE * (last - first - 2) + RIGHT_END
    else:
        eighths = round(cells(bar.value) * 8)
        filled, whisker = FULL * (eighths // 8) + PARTS[eighths % 8].strip(), ""
    rest = [" "] * (width - len(filled) - len(whisker))
    if mark is not None:
        place = min(int(cells(mark)), width - 1) - len(filled) - len(whisker)
        if place >= 0:
            rest[place] = FAIR
    return filled, whisker, "".join(rest)


def bar_lines(bars: Sequence[Bar], mark: float | None = None, room: int = 140) -> list[Text]:
    """The picture, a line a bar and an axis below; ``mark`` is drawn where a bar does not reach it.

    ``room`` is how many letters fit into a line: in a narrow terminal the bars are shorter.
    """
    from rich.text import Text

    most = max([bar.high or bar.value for bar in bars] + [mark or 0.0])
    end = next((round_end for round_end in (0.1, 0.2, 0.4, 0.6, 0.8) if most <= round_end), 1.0)
    label = max(len(bar.label) for bar in bars)
    width = min(WIDTH, max(NARROWEST, room - label - max(len(bar.note) for bar in bars) - 7))
    lines = []
    for bar in bars:
        filled, whisker, rest = draw_bar(bar, end, mark, width)
        lines.append(
            Text.assemble(
                f"  {bar.label:<{label}}  ", (filled, "blue"), (whisker, "bold"), (rest, "dim"), f"  {bar.note}"
            )
        )
    left, right = "0 %", f"{100 * end:g} %"
    lines.append(Text(f"  {'':<{label}}  {left}{right:>{width - len(left)}}", style="dim"))
    return lines


# -------------------------------------------------------------------------------------- Curves, drawn with Braille dots


DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a Braille letter by row and column."""
BLANK = 0x2800


def plot_lines(points: Sequence[tuple[float, float]], width: int = 56, height: int = 6) -> list[str]:
    """The points (x, y) as a line through them, in so many letters; the highest value is at the top.

    >>> for line in plot_lines([(0, 0.0), (1, 1.0)], width=4, height=2):
    ...     print(line)
    ⠀⠀⡠⠊
    ⡠⠊⠀⠀
    """
    across, up = 2 * width - 1, 4 * height - 1
    xs, ys = [x for x, _ in points], [y for _, y in points]
    cells = [[BLANK] * width for _ in range(height)]
    for column in range(across + 1):
        x = xs[0] + (xs[-1] - xs[0]) * column / across
        row = round(_part(_between(points, x), min(ys), max(ys)) * up)
        at = up - row
        cells[at // 4][column // 2] |= DOTS[at % 4][column % 2]
    return ["".join(map(chr, line)) for line in cells]


def _part(value: float, low: float, high: float) -> float:
    """Where a value lies between two others; in the middle where they are the same."""
    return (value - low) / (high - low) if high > low else 0.5


def _between(points: Sequence[tuple[float, float]], x: float) -> float:
    """The value at ``x`` on the straight lines between the points."""
    after = next((number for number, point in enumerate(points) if point[0] >= x), len(points) - 1)
    if after == 0:
        return points[0][1]
    (left, low), (right, high) = points[after - 1], points[after]
    return low + (high - low) * _part(x, left, right)
