"""The tragedy of the commons (G9): a pasture that everybody overgrazes, why, and what can be done about it."""

from .counting import Pattern, spelled
from .levers import Equilibrium, Free, Lever, Owner, Quota, Sharing, Subsidy, Tax
from .outcomes import Outcome, outcome, remedies
from .pasture import Pasture
from .steps import Change, Step, Story, change, story
from .taxing import Taxes, TaxRange, taxes

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
