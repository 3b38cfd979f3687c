"""How true a run's win probabilities are, as a page like that of its curves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from string import Template
from typing import TYPE_CHECKING

from ...plots import STYLE, reliability_chart

if TYPE_CHECKING:
    from ...plots import Picture
    from ..calibration import Phase, Reliability

__all__ = ["picture", "reliability_page"]

EXPLAINED = (
    "Each dot stands for the positions at which the network gave the seat that had just decided about this chance to "
    "win: how often it has won is its height. On the line what is said is true; the larger a dot, the more often it "
    "is said."
)


def picture(title: str, found: Reliability) -> Picture:
    """The reliability curve of one phase, or of all."""
    return reliability_chart(title, found.points)


def reliability_page(name: str, facts: Sequence[str], whole: Reliability, parts: Sequence[Phase]) -> str:
    """The page: the whole game, and then its phases."""
    sections = [_section("The whole game", whole, EXPLAINED)]
    sections += [_section(f"Choices {part.first:,} to {part.last:,} of a game", part.found, "") for part in parts]
    return Template(_part("reliability.html")).substitute(
        title=escape(f"How true {name}'s win probabilities are"),
        style=_part("page.css") + STYLE,
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        sections="".join(sections),
    )


def _section(heading: str, found: Reliability, explained: str) -> str:
    told = (
        f"{explained} The mean difference (expected calibration error) is {100 * found.error:.2f} %, of which about "
        f"{100 * found.noise:.2f} % would be there by luck if all were true: {found.positions:,} positions of "
        f"{found.games:,} games."
    )
    drawn = picture(heading, found).inline()
    return f"<section><h2>{escape(heading)}</h2><p class='note'>{escape(told.strip())}</p>{drawn}</section>"


def _part(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
