"""A bar picture in the terminal: shares with their intervals, drawn with Unicode blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from ..charts import Bar

__all__ = ["bar_lines", "draw_bar"]

WIDTH, NARROWEST = 44, 10
FULL, PARTS = "█", " ▏▎▍▌▋▊▉"
LINE, LEFT_END, RIGHT_END, FAIR = "─", "├", "┤", "┊"


def draw_bar(bar: Bar, end: float, mark: float | None = None, width: int = WIDTH) -> tuple[str, str, str]:
    """One bar as three pieces: up to the interval, the interval, and what is left of the line.

    Where the interval is narrower than a letter, the bar ends with an eighth block instead.

    >>> from magnate.charts import Bar
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
