"""Axes with round numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .canvas import letters, line, text

__all__ = ["Scale", "percent", "plain", "round_scale", "signed"]


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight scale: the value ``low`` lies at ``left``, ``high`` at ``right``, with ``ticks`` between."""

    left: float
    right: float
    low: float
    high: float
    ticks: tuple[float, ...]

    def x(self, value: float) -> float:
        """Where a value lies; values beyond an end lie at the end."""
        inside = min(max(value, self.low), self.high)
        return self.left + (self.right - self.left) * (inside - self.low) / (self.high - self.low)

    def drawn(self, top: float, bottom: float, shown: Callable[[float], str]) -> list[str]:
        """Vertical lines at the ticks with their numbers below, as many as have room."""
        parts = []
        room = (self.right - self.left) / max(len(self.ticks) - 1, 1)
        widest = max(letters(shown(tick), 12) for tick in self.ticks) + 8
        every = max(1, math.ceil(widest / room))
        for number, tick in enumerate(self.ticks):
            x = self.x(tick)
            parts.append(line(x, top, x, bottom + 4, "grid"))
            if number % every == 0:
                parts.append(text(x, bottom + 20, shown(tick), "soft", "middle"))
        return parts

    def rungs(self, left: float, right: float, shown: Callable[[float], str]) -> list[str]:
        """Of a scale that goes upwards: horizontal lines at the ticks with their numbers on the left."""
        parts = []
        for tick in self.ticks:
            y = self.x(tick)
            parts += [line(left, y, right, y, "grid"), text(left - 6, y + 4, shown(tick), "soft", "end")]
        return parts


def round_scale(left: float, right: float, low: float, high: float, steps: int = 5) -> Scale:
    """The narrowest scale with about so many round steps that holds everything from ``low`` to ``high``.

    >>> round_scale(0, 100, 0.0, 0.57).ticks
    (0.0, 0.2, 0.4, 0.6)
    >>> round_scale(0, 100, -331.0, 62.0).ticks
    (-400.0, -300.0, -200.0, -100.0, 0.0, 100.0)
    """
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / steps))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10, 20) if span / (power * factor) <= steps)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(round(number * step, 10) for number in range(first, max(last, first + 1) + 1))
    return Scale(left, right, ticks[0], ticks[-1], ticks)


def percent(share: float) -> str:
    """A share as the number under a tick."""
    return f"{round(100 * share, 6):g} %"


def signed(value: float) -> str:
    """A difference as the number under a tick.

    >>> signed(100.0), signed(-50.0), signed(0.0)
    ('+100', '−50', '0')
    """
    return f"{value:+,g}".replace("-", "−") if value else "0"


def plain(value: float) -> str:
    """A number as it stands under a tick."""
    return f"{value:,g}".replace("-", "−")
