"""What ``magnate commons --json`` has."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..gametheory.commons import Equilibrium, Lever, Outcome, Pasture, TaxRange
    from .commons_report import Found

__all__ = ["result_of"]

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
