"""How good it is where a lever ends, how it comes to the tragedy, cow by cow, and pictures of both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ...plots.bars import Rows
from ...plots.canvas import WIDTH, Picture, Scale, letters, line, plain, rect, round_scale, signed, text
from .levers import Equilibrium, Free, Lever, Owner, Quota, Sharing, Tax, Taxes, litres, taxes
from .pasture import Pasture

__all__ = [
    "Change",
    "Outcome",
    "Step",
    "Story",
    "change",
    "levers_picture",
    "milk_picture",
    "next_cow_picture",
    "outcome",
    "remedies",
    "story",
]


# ------------------------------- Outcomes: the prices of anarchy and of stability (Koutsoupias and Papadimitriou, 1999)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A lever, all pure equilibria under it, and the most milk that the pasture can give."""

    lever: Lever
    equilibria: tuple[Equilibrium, ...]
    optimum: Fraction

    @property
    def worst(self) -> Fraction:
        """The milk of the worst equilibrium."""
        return min(one.milk for one in self.equilibria)

    @property
    def best(self) -> Fraction:
        """The milk of the best equilibrium."""
        return max(one.milk for one in self.equilibria)

    @property
    def price_of_anarchy(self) -> Fraction | None:
        """How many times more milk the optimum gives than the worst equilibrium; None where that gives none."""
        return _times(self.optimum, self.worst)

    @property
    def price_of_stability(self) -> Fraction | None:
        """How many times more milk the optimum gives than the best equilibrium; None where that gives none."""
        return _times(self.optimum, self.best)


def _times(optimum: Fraction, milk: Fraction) -> Fraction | None:
    return Fraction(1) if optimum == milk else optimum / milk if milk else None


def outcome(pasture: Pasture, lever: Lever | None = None) -> Outcome:
    """Where a lever ends on a pasture (by default nothing is done).

    >>> found = outcome(Pasture(allowed=(1, 2, 3)))
    >>> [one.total for one in found.equilibria], found.price_of_anarchy, found.price_of_stability
    ([15, 16], Fraction(81, 32), Fraction(9, 5))
    """
    lever = lever or Free()
    return Outcome(lever, lever.equilibria(pasture), pasture.best)


def remedies(pasture: Pasture, known: Taxes | None = None) -> tuple[Lever, ...]:
    """The levers of the slides, each set so that the optimum is an equilibrium: the smallest taxes that do it.

    ``known`` are the pasture's taxes, where they have been found already.
    """
    smallest = (known or taxes(pasture)).smallest
    found: list[Lever] = [Sharing(), Owner(), Quota(max(pasture.best_totals))]
    if smallest:
        found.append(Tax(smallest))
        found.append(Tax(smallest * Fraction(pasture.farmers, pasture.farmers - 1), returned=True))
    return tuple(found)


# ------------------------------------------------------------ Steps: what each cow does to its farmer and to the others


@dataclass(frozen=True, slots=True)
class Change:
    """What it means that a farmer has ``after`` cows instead of ``before``, in litres.

    ``gain`` is what the farmer has more, ``others`` what all others have more together: less than 0 where they lose.
    """

    before: int
    after: int
    gain: Fraction
    others: Fraction


@dataclass(frozen=True, slots=True)
class Step:
    """A farmer (from 1 on) changes its number of cows: what it means, and what the pasture gives then."""

    farmer: int
    change: Change
    total: int
    milk: Fraction


@dataclass(frozen=True, slots=True)
class Story:
    """The steps from ``start`` cows on, and the cows of each farmer at the end.

    ``settled`` tells that nobody gains by any other number of cows: the end is an equilibrium.
    """

    start: int
    steps: tuple[Step, ...]
    end: tuple[int, ...]
    settled: bool


def change(pasture: Pasture, own: int, others: int, after: int, lever: Lever | None = None) -> Change:
    """What it means that a farmer with ``own`` cows has ``after``, where the others have ``others`` together.

    What the village takes or pays is nobody's gain or loss but the farmer's.

    >>> found = change(Pasture(), 1, 8, 2)
    >>> int(found.gain), int(found.others)
    (14, -16)
    """
    lever = lever or Free()
    old, new = own + others, after + others
    gain = lever.worth(pasture, after, others) - lever.worth(pasture, own, others)
    paid = lever.revenue(pasture, new) - lever.revenue(pasture, old)
    return Change(own, after, gain, pasture.milk(new) - pasture.milk(old) - paid - gain)


def story(pasture: Pasture, lever: Lever | None = None) -> Story:
    """What happens where everybody begins with as few cows as are allowed.

    In turn each farmer takes the next larger number of cows if it gains by that, or else the next smaller one if it
    gains by that, until nobody does.

    >>> found = story(Pasture())
    >>> [int(step.milk) for step in found.steps], found.end, found.settled
    ([140, 160, 162, 160, 154, 144], (2, 2, 2, 2, 2, 2), True)
    """
    lever = lever or Free()
    cows = [pasture.allowed[0]] * pasture.farmers
    start, steps, turn, content = sum(cows), [], 0, 0
    seen = set()
    while content < pasture.farmers and (turn, *cows) not in seen:
        found = _next(pasture, lever, cows[turn], sum(cows) - cows[turn])
        if found is None:
            content += 1
        else:
            seen.add((turn, *cows))
            cows[turn], content = found.after, 0
            steps.append(Step(turn + 1, found, sum(cows), pasture.milk(sum(cows))))
        turn = (turn + 1) % pasture.farmers
    return Story(start, tuple(steps), tuple(cows), _settled(pasture, lever, cows))


def _next(pasture: Pasture, lever: Lever, own: int, others: int) -> Change | None:
    """The next larger or smaller number of cows by which a farmer gains; None if it stays."""
    place = pasture.allowed.index(own)
    for after in (*pasture.allowed[place + 1 : place + 2], *pasture.allowed[max(place - 1, 0) : place]):
        if lever.permits(after + others):
            found = change(pasture, own, others, after, lever)
            if found.gain > 0:
                return found
    return None


def _settled(pasture: Pasture, lever: Lever, cows: list[int]) -> bool:
    """Whether nobody gains by any other number of cows."""
    total = sum(cows)
    return not any(
        change(pasture, own, total - own, after, lever).gain > 0
        for own in set(cows)
        for after in pasture.allowed
        if lever.permits(total - own + after)
    )


# ----------- Pictures of a pasture: the milk by the number of cows, what the next cow does, and what each lever gives


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
