"""The picture of a seat's balance sheet: from the start to the result, a bar for each part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..plots.canvas import Picture, line, percent, rect, round_scale, text

if TYPE_CHECKING:
    from .review import SeatSheet

__all__ = ["parts_of", "points", "waterfall"]

WIDTH: Final = 340.0
LABEL: Final = 78.0
ROW: Final = 24.0
GAIN, LOSS = "h20", "h0"
"""The heat map's colours for winning and losing."""


def parts_of(sheet: SeatSheet) -> list[tuple[str, float]]:
    """What stands between the start and the result, in order; what is hidden only where it is not 0."""
    found = [("Luck", sheet.luck), ("Own", sheet.own), ("Others", sheet.others), ("Drift", sheet.drift)]
    return [*found, ("Unknown", sheet.unknown)] if abs(sheet.unknown) >= 0.00005 else found


def points(share: float) -> str:
    """A difference of shares in points, with its sign.

    >>> points(0.123), points(-0.0504), points(0.00001)
    ('+12.3', '−5.0', '0.0')
    """
    shown = f"{100 * share:+.1f}"
    return "0.0" if shown[1:] == "0.0" else shown.replace("-", "−")


def waterfall(sheet: SeatSheet) -> Picture:
    """How a seat came from its chance at the start to its result."""
    steps = [("Start", 0.0, sheet.start, "bar", f"{100 * sheet.start:.1f} %")]
    now = sheet.start
    for name, part in parts_of(sheet):
        steps.append((name, now, now + part, GAIN if part > 0 else LOSS, points(part)))
        now += part
    steps.append(("Result", 0.0, sheet.result, "bar", f"{100 * sheet.result:.1f} %"))
    ends = [0.0, 1.0, *(end for _, _, end, _, _ in steps)]
    scale = round_scale(LABEL, WIDTH - 58, min(ends), max(ends), 4)
    bottom = ROW * len(steps) + 2
    drawn = scale.drawn(0, bottom, percent)
    for row, (name, begin, end, kind, said) in enumerate(steps):
        y = ROW * row + 4
        left, right = sorted((scale.x(begin), scale.x(end)))
        drawn += [
            text(LABEL - 10, y + 13, name, "", "end"),
            rect(left, y, max(right - left, 1), ROW - 8, kind, f"{name}: {said}", 2),
        ]
        if row + 1 < len(steps):
            drawn.append(line(scale.x(end), y, scale.x(end), y + ROW, "tick"))
        drawn.append(text(WIDTH, y + 13, said, "number small", "end"))
    spoken = ", ".join(f"{name} {said}" for name, _, _, _, said in steps)
    return Picture(f"Balance sheet of {sheet.name}", spoken, WIDTH, bottom + 24, tuple(drawn))
