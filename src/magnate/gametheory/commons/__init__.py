"""The tragedy of the commons (G9): a pasture that everybody overgrazes, why, and what can be done about it."""

from .levers import Equilibrium, Free, Lever, Owner, Quota, Sharing, Subsidy, Tax, Taxes, TaxRange, taxes
from .outcomes import Change, Outcome, Step, Story, change, outcome, remedies, story
from .pasture import Pasture, Pattern, spelled

__all__ = [
    "Change",
    "Equilibrium",
    "Free",
    "Lever",
    "Outcome",
    "Owner",
    "Pasture",
    "Pattern",
    "Quota",
    "Sharing",
    "Step",
    "Story",
    "Subsidy",
    "Tax",
    "TaxRange",
    "Taxes",
    "change",
    "outcome",
    "remedies",
    "spelled",
    "story",
    "taxes",
]
