"""Pictures of a pasture: the milk by the number of cows, what the next cow does, and what each lever gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ...plots.bars import Rows
from ...plots.canvas import WIDTH, Picture, Scale, letters, line, plain, rect, round_scale, signed, text
from .levers import Free, litres
from .outcomes import Outcome, Step, Story
from .pasture import Pasture

__all__ = ["levers_picture", "milk_picture", "next_cow_picture"]

LEFT: Final = 44.0
HEIGHT: Final = 220.0
HEAD: Final = 34.0
"""Room for the key above the columns."""
ROOMY: Final = 30.0
"""Columns of at least so many pixels have their numbers."""
THICK: Final = 18.0

KINDS: Final = {"the most milk": "bar", "equilibrium": "cap", "any other": "faint"}


def milk_picture(pasture: Pasture, found: Outcome, width: float = WIDTH) -> Picture:
    """The milk by the number of cows, with the optimum and the equilibria marked.

    Numbers of cows that leave the pasture bare are left out but for the first.
    """
    end = pasture.totals[-1] if pasture.bare_from is None else max(pasture.bare_from, pasture.totals[0])
    totals = [total for total in pasture.totals if total <= end]
    stable = {one.total for one in found.equilibria}
    bottom = HEAD + HEIGHT
    up = round_scale(bottom, HEAD, 0.0, float(pasture.best), 4)
    step = (width - LEFT) / len(totals)
    parts = [*up.rungs(LEFT, width, plain), *_key(KINDS)]
    marked = [place for place, total in enumerate(totals) if total in stable or total in pasture.best_totals]
    numbered = _shown(len(totals), step, marked)
    spoken = []
    for place, total in enumerate(totals):
        what = [
            name for name, held in (("the most milk", pasture.best_totals), ("equilibrium", stable)) if total in held
        ]
        kind = KINDS["equilibrium" if "equilibrium" in what else what[0] if what else "any other"]
        milk = pasture.milk(total)
        said = f"{total} cows: {litres(milk)}" + (f" ({', '.join(what)})" if what else "")
        spoken.append(said)
        x, y = LEFT + step * place, up.x(float(milk))
        thick = min(step * 0.76, 46.0)
        if what == ["the most milk", "equilibrium"]:  # both: one half each
            parts.append(rect(x + (step - thick) / 2, y, thick / 2, bottom - y, "bar", said))
            parts.append(rect(x + step / 2, y, thick / 2, bottom - y, "cap", said))
        else:
            parts.append(rect(x + (step - thick) / 2, y, thick, bottom - y, kind, said, 2 if milk else 0))
        if step >= ROOMY:
            parts.append(
                text(x + step / 2, y - 6, plain(round(float(milk), 1)), "number halo" if what else "halo", "middle")
            )
        if place in numbered:
            parts.append(text(x + step / 2, bottom + 20, str(total), "number" if what else "soft", "middle"))
    bare = [total for total in sorted(stable) if not pasture.milk(total)]
    more = f"; from {bare[0]} cows on there are equilibria without milk" if bare and bare[0] > end else ""
    parts.append(text((LEFT + width) / 2, bottom + 40, f"cows on the pasture{more}", "soft", "middle"))
    return Picture("Milk by the number of cows", "; ".join(spoken), width, bottom + 46, tuple(parts))


def next_cow_picture(story: Story, width: float = WIDTH) -> Picture:
    """What each further cow of a story gives its farmer, and what it takes from the others."""
    steps = story.steps
    title = "What the next cow does"
    if not steps:
        return Picture(title, "Nobody takes another cow.", width, 40, (text(0, 20, "Nobody takes another cow."),))
    changes = [(float(step.change.gain), float(step.change.others)) for step in steps]
    bottom = HEAD + HEIGHT
    ends = [value for pair in changes for value in pair]
    up = round_scale(bottom, HEAD + 8, min([*ends, 0.0]), max([*ends, 0.0]), 5)
    left = LEFT + 26
    step = (width - left) / len(steps)
    parts = [*up.rungs(left, width, signed), *_key({"its farmer gains": "bar", "the others lose": "cap"})]
    zero, numbered = up.x(0.0), _shown(len(steps), step)
    for place, (one, (gain, others)) in enumerate(zip(steps, changes, strict=True)):
        x = left + step * place
        for value, kind in ((gain, "bar"), (others, "cap")):
            parts += _upright(up, x, step, value, kind, _said(one))
        if place in numbered:
            parts.append(text(x + step / 2, bottom + 34, f"{one.total}", "soft", "middle"))
        if step >= ROOMY:
            parts.append(text(x + step / 2, bottom + 56, signed(round(gain + others, 1)), "number", "middle"))
    parts.append(line(left, zero, width, zero, "tick"))
    parts.append(text(0, bottom + 34, "cows then", "soft"))
    if step >= ROOMY:
        parts.append(text(0, bottom + 56, "together", ""))
    return Picture(title, "; ".join(map(_said, steps)), width, bottom + 64, tuple(parts))


def levers_picture(outcomes: Sequence[Outcome], width: float = WIDTH) -> Picture:
    """Under each lever all milk, and what a farmer is left with; paler from the worst to the best.

    The first outcome is what the others are compared with.
    """
    labels = [one.lever.name for one in outcomes]
    rows = Rows.of(labels, ["" for _ in labels], width, 44.0)
    middle = rows.left + (width - rows.left) * 0.54
    milk = [(one.worst, one.best) for one in outcomes]
    kept = [_kept(one) for one in outcomes]
    about = "; ".join(
        f"{label}: {_span(*all_)} l, {_span(*own)} l each" for label, all_, own in zip(labels, milk, kept, strict=True)
    )
    now = ("" if kept[0][0] == kept[0][1] else "at best ") + plain(round(float(kept[0][1]), 1))
    panels = (
        _Panel("all milk", rows.left, middle - 20, milk, float(outcomes[0].optimum), "the most"),
        _Panel("left to a farmer", middle, width, kept, float(kept[0][1]), f"{labels[0]}: {now}"),
    )
    parts = [part for number in range(len(labels)) for part in rows.drawn(number)]
    for panel in panels:
        parts += panel.drawn(rows, [isinstance(one.lever, Free) for one in outcomes])
    return Picture("What each lever gives", about, width, rows.bottom + 28, tuple(parts))


@dataclass(frozen=True, slots=True)
class _Panel:
    """Bars for the rows of a picture, from the worst to the best, between two edges; ``mark`` is a dashed line."""

    name: str
    left: float
    right: float
    spans: Sequence[tuple[Fraction, Fraction]]
    mark: float
    mark_name: str

    def drawn(self, rows: Rows, first: Sequence[bool]) -> list[str]:
        """The bars with their numbers and the scale below; ``first`` tells which have the other colour."""
        ends = [float(end) for span in self.spans for end in span]
        room = max(letters(_span(*span)) for span in self.spans) + 14
        scale = round_scale(self.left, self.right - room, min([*ends, 0.0]), max([*ends, self.mark, 1.0]), 4)
        parts = [*scale.drawn(rows.top, rows.bottom, plain), text(self.left, rows.top - 26, self.name, "number")]
        for number, ((low, high), other) in enumerate(zip(self.spans, first, strict=True)):
            y = rows.middle(number)
            foot, worst, best = scale.x(0.0), scale.x(float(low)), scale.x(float(high))
            kind = "cap" if other else "bar"
            parts.append(rect(min(foot, worst), y - THICK / 2, max(abs(worst - foot), 1.0), THICK, kind, "", 2))
            if best > max(worst, foot):
                start = max(worst, foot)
                parts.append(rect(start, y - THICK / 2, best - start, THICK, "faint", "", 2))
            parts.append(text(scale.right + 10, y + 4.5, _span(low, high), "number"))
        x = scale.x(self.mark)
        parts.append(line(x, rows.top - 4, x, rows.bottom + 4, "fair"))
        half = letters(self.mark_name, 12) / 2
        parts.append(
            text(min(max(x, self.left + half), self.right - half), rows.top - 8, self.mark_name, "mark", "middle")
        )
        return parts


def _upright(up: Scale, x: float, step: float, value: float, kind: str, tip: str) -> list[str]:
    """A column from 0 up or down to a value, with its number where there is room."""
    thick = min(step * 0.62, 44.0)
    top, foot = sorted((up.x(0.0), up.x(value)))
    if not value:
        return []
    parts = [rect(x + (step - thick) / 2, top, thick, foot - top, kind, tip)]
    if step >= ROOMY:
        y = top - 6 if value > 0 else foot + 15
        parts.append(text(x + step / 2, y, signed(round(value, 1)), "small digits halo", "middle"))
    return parts


def _key(kinds: dict[str, str]) -> list[str]:
    """What the colours mean."""
    parts, x = [], LEFT
    for name, kind in kinds.items():
        parts += [rect(x, 0, 12, 12, kind, "", 2), text(x + 18, 11, name, "soft")]
        x += 18 + letters(name, 12) + 16
    return parts


def _shown(count: int, step: float, marked: Sequence[int] = ()) -> set[int]:
    """The columns whose numbers are shown: the marked ones first, then so many that they do not touch.

    >>> sorted(_shown(10, 13.0, [5])), sorted(_shown(3, 40.0))
    ([0, 2, 5, 8], [0, 1, 2])
    """
    apart = math.ceil(26 / step)
    found: set[int] = set()
    for place in (*marked, *range(0, count, apart)):
        if all(abs(place - other) >= apart for other in found):
            found.add(place)
    return found


def _said(step: Step) -> str:
    """A step for those who point at it, or cannot see it."""
    one = step.change
    return (
        f"{step.total} cows: farmer {step.farmer} has {one.after}, not {one.before}, and gains {litres(one.gain)}, "
        f"the others {'lose' if one.others <= 0 else 'gain'} {litres(abs(one.others))}"
    )


def _kept(one: Outcome) -> tuple[Fraction, Fraction]:
    """The least and the most that a farmer is left with."""
    ends = [end for equilibrium in one.equilibria for end in equilibrium.keeps]
    return min(ends), max(ends)


def _span(low: Fraction, high: Fraction) -> str:
    ends = [plain(round(float(end), 1)) for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"
