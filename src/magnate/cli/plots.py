"""A curve in the terminal, drawn with Braille dots."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["plot_lines"]

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a Braille letter by row and column."""
BLANK = 0x2800


def plot_lines(points: Sequence[tuple[float, float]], width: int = 56, height: int = 6) -> list[str]:
    """The points (x, y) as a line through them, in so many letters; the highest value is at the top.

    >>> for line in plot_lines([(0, 0.0), (1, 1.0)], width=4, height=2):
    ...     print(line)
    ⠀⠀⣀⠔
    ⡠⠒⠁⠀
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
