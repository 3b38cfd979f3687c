"""What ``magnate commons`` prints, and what its JSON has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..gametheory.commons import Lever, Outcome, Pasture, Step, Story, Taxes, outcome, remedies, spelled, story, taxes
from ..gametheory.commons.levers import litres
from .console import counted, narrow, stdout, table

if TYPE_CHECKING:
    from ..gametheory.commons import Equilibrium, Lever, Outcome, Pasture, TaxRange


__all__ = ["Found", "described", "found_on", "result_of", "show"]


# -------------------------------------------------------------------------------------------------------------- Printed


MOST = 30
"""The most rows of a table."""
PATTERNS = 4
"""The most equilibria with one total that are spelled out."""
CELLS = 40
"""How long the bar of the most milk is, where there is room."""
BESIDE = 52
"""The letters of a line with a bar that are not the bar."""


@dataclass(frozen=True, slots=True)
class Found:
    """All that is shown of a pasture: where it ends if nothing is done, how, and under each lever."""

    pasture: Pasture
    free: Outcome
    story: Story
    taxes: Taxes
    outcomes: tuple[Outcome, ...]


def found_on(pasture: Pasture, levers: Sequence[Lever]) -> Found:
    """The analysis of a pasture with these levers, or with all remedies where there are none."""
    known = taxes(pasture)
    outcomes = tuple(outcome(pasture, lever) for lever in levers or remedies(pasture, known))
    return Found(pasture, outcome(pasture), story(pasture), known, outcomes)


def described(pasture: Pasture) -> str:
    """The pasture in a line.

    >>> described(Pasture())
    '6 farmers with 1 or 2 cows, capacity 8, 20 l a cow, 2 l less for each cow too many'
    """
    farmers = "1 farmer" if pasture.farmers == 1 else f"{pasture.farmers} farmers"
    per_cow = f"capacity {pasture.capacity}, {litres(pasture.per_cow)} a cow"
    return (
        f"{farmers} with {_choices(pasture.allowed)} cows, {per_cow}, {litres(pasture.loss)} less for each cow too many"
    )


def _choices(allowed: Sequence[int]) -> str:
    """The numbers of cows that are allowed, in words.

    >>> _choices((1, 2)), _choices((0, 1, 2, 3)), _choices((1, 2, 5)), _choices((4,))
    ('1 or 2', '0 to 3', '1, 2 or 5', '4')
    """
    first, last = allowed[0], allowed[-1]
    if len(allowed) > 2 and last - first == len(allowed) - 1:
        return f"{first} to {last}"
    words = [str(number) for number in allowed]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def show(found: Found) -> None:
    """Print everything to stdout."""
    console, pasture = stdout(), found.pasture

    def section(heading: str, *parts: object) -> None:
        console.print(heading, style="bold", markup=False, soft_wrap=True)
        for part in parts:
            console.print(part, markup=False, soft_wrap=isinstance(part, str))

    console.print(described(pasture) + "\n", markup=False, soft_wrap=True)
    section("The milk", _milk(found))
    section("How it comes", *_story(found))
    section("Where it ends: pure equilibria", *_equilibria(found.free), *_prices(found.free), "")
    section("What can be done", _levers(found), *_agreement(found), *_taxes(found))


def _milk(found: Found) -> Any:
    """All milk by the number of cows, as far as there is some."""
    pasture, stable = found.pasture, {one.total for one in found.free.equilibria}
    grid = table(numbers=("cows", "litres a cow", "all milk"))
    grid.add_column("", no_wrap=True)
    end = pasture.totals[-1] if pasture.bare_from is None else max(pasture.bare_from, pasture.totals[0])
    totals = [total for total in pasture.totals if total <= end]
    every = -(-len(totals) // MOST)
    cells = min(max(stdout().width - BESIDE, 0), CELLS)
    for place, total in enumerate(totals):
        optimal = total in pasture.best_totals
        if place % every and not optimal and total not in stable:
            continue
        words = [name for name, holds in (("the most", optimal), ("equilibrium", total in stable)) if holds]
        bar = "▇" * round(cells * float(pasture.milk(total) / pasture.best)) if pasture.best else ""
        shown = f"{bar} {', '.join(words)}".strip()
        style = "bold" if words else None
        grid.add_row(str(total), _number(pasture.per_cow_at(total)), _number(pasture.milk(total)), shown, style=style)
    return grid


def _story(found: Found) -> list[object]:
    """One cow after another, in a table, and how it stops."""
    story = found.story
    grid = table()
    for heading in ("cows", "farmer", "has", "gains", "the\nothers", "together", "all\nmilk"):
        grid.add_column(heading if narrow() else heading.replace("\n", " "), justify="right", no_wrap=True)
    steps = story.steps if len(story.steps) <= MOST else (*story.steps[: MOST // 2], None, *story.steps[-MOST // 2 :])
    for step in steps:
        grid.add_row(*(_step(step) if step is not None else ["…"] * 7))
    begun = f"Everybody begins with {counted(found.pasture.allowed[0], 'cow')}"
    if not story.steps:
        return [f"{begun}, and nobody gains by more.\n"]
    ends = "any other number of cows" if story.settled else "the next number of cows"
    return [f"{begun}; in turn each takes more if it gains by that.", grid, f"Then nobody gains by {ends}.\n"]


def _step(step: Step) -> list[str]:
    one = step.change
    together = _signed(one.gain + one.others)
    has = f"{one.before} → {one.after}"
    return [
        str(step.total),
        str(step.farmer),
        has,
        _signed(one.gain),
        _signed(one.others),
        together,
        _number(step.milk),
    ]


def _equilibria(found: Outcome) -> list[str]:
    """The equilibria, a line for each division of the cows; those without milk together."""
    if not found.equilibria:
        return ["  none"]
    lines = []
    for one in found.equilibria:
        if one.milk:
            known = list(islice(one.patterns(), PATTERNS + 1))
            lines.append(f"  {one.total} cows, {litres(one.milk)}: {spelled(known[0])}")
            lines += [f"    or {spelled(pattern)}" for pattern in known[1:PATTERNS]]
            lines += ["    and more"] if len(known) > PATTERNS else []
    bare = [one.total for one in found.equilibria if not one.milk]
    if bare:
        why = "there are so many that no farmer alone can help it" if found.optimum else "nor can there be any"
        lines.append(f"  {_span(bare)} cows, no milk at all: {why}")
    return lines


def _prices(found: Outcome) -> list[str]:
    """How much worse than the optimum equilibria are."""
    if not found.equilibria:
        return []
    most, worst, best = map(litres, (found.optimum, found.worst, found.best))
    lines = [
        f"  price of anarchy {_ratio(found.price_of_anarchy)}: the most milk, {most}, by that of the worst, {worst}"
    ]
    if best != worst:
        lines.append(f"  price of stability {_ratio(found.price_of_stability)}: by that of the best, {best}")
    return lines


def _ratio(ratio: Fraction | None) -> str:
    """A ratio, and as a fraction where that tells more.

    >>> _ratio(Fraction(9, 8)), _ratio(Fraction(1)), _ratio(None)
    ('9/8 (1.125)', '1', '∞')
    """
    if ratio is None:
        return "∞"
    return str(ratio) if ratio.denominator == 1 else f"{ratio} ({float(ratio):.4g})"


def _levers(found: Found) -> Any:
    """What each lever changes."""
    grid = table()
    grid.add_column("lever", overflow="fold", min_width=12)
    for heading in ("cows", "all milk", "left to\na farmer", "village\ntakes"):
        grid.add_column(heading if narrow() else heading.replace("\n", " "), justify="right", no_wrap=True)
    for one in (found.free, *found.outcomes):
        if not one.equilibria:
            grid.add_row(one.lever.name, "no equilibrium", "", "", "")
            continue
        totals = [equilibrium.total for equilibrium in one.equilibria]
        keeps = [end for equilibrium in one.equilibria for end in equilibrium.keeps]
        taken = [one.lever.revenue(found.pasture, total) for total in totals]
        village = _span(taken) if any(taken) else ""
        grid.add_row(one.lever.name, _span(totals), _span([one.worst, one.best]), _span(keeps), village)
    return grid


def _agreement(found: Found) -> list[str]:
    """Why it is not enough to agree on the optimum: what a farmer who breaks the agreement gains."""
    for step in found.story.steps:
        before = step.total - step.change.after + step.change.before
        if before in found.pasture.best_totals and step.total > before:
            gain, lost = litres(step.change.gain), litres(-step.change.others)
            breach = f"from {step.change.before} to {step.change.after} a farmer gains {gain}, the others lose {lost}"
            return [f"No agreement on {counted(before, 'cow')} holds by itself: {breach}."]
    return []


def _taxes(found: Found) -> list[str]:
    """The smallest tax, and what it does not do."""
    known, cows = found.taxes, _span(found.pasture.best_totals)
    if known.smallest is None:
        return [f"No tax per cow makes {cows} cows an equilibrium: some farmer always prefers another number."]
    if known.smallest == 0:
        return [f"Without any tax {cows} cows are an equilibrium{_alone(known)}."]
    rate = litres(known.smallest)
    exact = "" if Fraction(str(round(float(known.smallest), 2))) == known.smallest else f" (exactly {known.smallest})"
    lines = [f"The smallest tax that makes {cows} cows an equilibrium is {rate} a cow{exact}{_alone(known)}."]
    if not known.alone_at_smallest and known.only:
        lines.append(f"With a tax of {' or '.join(map(str, known.only))} it is the only one.")
    return lines


def _alone(known: Taxes) -> str:
    return ", and the only one" if known.alone_at_smallest else ", though not the only one"


def _number(amount: Fraction) -> str:
    return litres(amount).removesuffix(" l")


def _signed(amount: Fraction) -> str:
    return ("+" if amount > 0 else "") + _number(amount)


def _span(amounts: Iterable[Fraction | int]) -> str:
    """From the least to the most of some amounts."""
    known = sorted(map(Fraction, amounts))
    ends = _number(known[0]), _number(known[-1])
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


# ----------------------------------------------------------------------------------------------------------------- JSON


LISTED = 20
"""The most equilibria with one total that are spelled out."""


def result_of(found: Found) -> dict[str, Any]:
    """Everything for JSON. Amounts are numbers; ratios and taxes have their fraction too."""
    pasture, known = found.pasture, found.taxes
    return {
        "pasture": {
            "farmers": pasture.farmers,
            "capacity": pasture.capacity,
            "yield": float(pasture.per_cow),
            "loss": float(pasture.loss),
            "allowed": list(pasture.allowed),
        },
        "totals": [
            {"cows": total, "yield": float(pasture.per_cow_at(total)), "milk": float(pasture.milk(total))}
            for total in pasture.totals
        ],
        "optimum": {"cows": list(pasture.best_totals), "milk": float(pasture.best)},
        "steps": [
            {
                "farmer": step.farmer,
                "before": step.change.before,
                "after": step.change.after,
                "gain": float(step.change.gain),
                "others": float(step.change.others),
                "cows": step.total,
                "milk": float(step.milk),
            }
            for step in found.story.steps
        ],
        "outcomes": [_outcome_of(pasture, one) for one in (found.free, *found.outcomes)],
        "tax": {
            "smallest": _exact(known.smallest),
            "alone_at_smallest": known.alone_at_smallest,
            "optimal": [_range_of(one) for one in known.optimal],
            "only": [_range_of(one) for one in known.only],
        },
    }


def _outcome_of(pasture: Pasture, one: Outcome) -> dict[str, Any]:
    return {
        "lever": one.lever.name,
        "equilibria": [_equilibrium_of(pasture, one.lever, equilibrium) for equilibrium in one.equilibria],
        "price_of_anarchy": _exact(one.price_of_anarchy if one.equilibria else None),
        "price_of_stability": _exact(one.price_of_stability if one.equilibria else None),
    }


def _equilibrium_of(pasture: Pasture, lever: Lever, one: Equilibrium) -> dict[str, Any]:
    """One number of cows, with the first patterns (cows, and how many farmers have so many) where there is milk."""
    known = list(islice(one.patterns(), LISTED + 1)) if one.milk else []
    return {
        "cows": one.total,
        "milk": float(one.milk),
        "left_to_a_farmer": [float(end) for end in one.keeps],
        "village": float(lever.revenue(pasture, one.total)),
        "patterns": [[{"cows": cows, "farmers": farmers} for cows, farmers in each] for each in known[:LISTED]],
        "all_patterns": bool(one.milk) and len(known) <= LISTED,
    }


def _range_of(one: TaxRange) -> dict[str, Any]:
    return {
        "low": _exact(one.low),
        "high": _exact(one.high),
        "with_low": one.with_low,
        "with_high": one.with_high,
    }


def _exact(amount: Fraction | None) -> dict[str, Any] | None:
    return None if amount is None else {"value": float(amount), "fraction": str(amount)}
