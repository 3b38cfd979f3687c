"""The curves and the reliability of a run as HTML pages that need nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, Any, Final

from ..core.wording import rules_message
from ..plots import STYLE, line_chart, reliability_chart
from .run_dir import CONFIGURATION
from .training import Curve, curves_of, thinned

if TYPE_CHECKING:
    from ..plots import Picture
    from .calibration import Phase, Reliability
    from .run_dir import Run


__all__ = ["page", "reliability_page", "reliability_picture"]


# ----------------------------------------------------------------------------------------------------------- The curves


MOST_POINTS: Final = 300
NARROW: Final = 330.0
"""The width of the pictures that small screens show instead."""


def page(run: Run) -> str:
    """The page of a run as it stands."""
    lines, plan = run.metrics(), run.configuration.plan
    curves = curves_of(lines, run.configuration.method.METRICS)
    done, total = run.steps()
    game = run.configuration.game()
    seconds = sum(line["seconds"] for line in lines)
    facts = [
        f"{game.info.title}, {game.players} players, preset {rules_message(game)}",
        f"method {plan.method}",
        f"{len(lines)} of {total} steps" if total else f"{len(lines)} steps",
        f"{seconds:,.0f} s of training",
        f"seed {plan.seed}",
        "finished" if total and done == total else "not finished",
    ]
    versions = ", ".join(f"{name} {number}" for name, number in run.about["versions"].items())
    return Template(_part("page.html")).substitute(
        title=escape(f"Training {run.name}"),
        style=_part("page.css") + STYLE,
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        curves="".join(_section(curve) for curve in curves) or "<p>No step is done yet.</p>",
        configuration=escape((run.path / CONFIGURATION).read_text(encoding="utf-8"), quote=False),
        footer=escape(f"Begun {run.about['begun']} · {versions}"),
    )


def _section(curve: Curve) -> str:
    """A heading, a sentence and the picture, in two widths of which the style shows one."""
    points = thinned(curve.points, MOST_POINTS)
    means = " Each point is the mean of its neighbours." if len(points) < len(curve.points) else ""
    note = f"<p class='note'>{escape(curve.about)}{means}</p>" if curve.about or means else ""
    pictures = _pictures(curve, points)
    return f"<section><h2>{escape(curve.heading)}</h2>{note}{pictures}</section>"


def _pictures(curve: Curve, points: Sequence[tuple[float, float]]) -> str:
    sizes: list[tuple[str, dict[str, Any]]] = [("wide", {}), ("narrow", {"width": NARROW})]
    drawn = [(kind, line_chart(curve.heading, points, "step", **size)) for kind, size in sizes]
    return "".join(f"<div class='{kind}'>{picture.inline()}</div>" for kind, picture in drawn)


def _part(name: str) -> str:
    return resources.files(__package__).joinpath("page", name).read_text(encoding="utf-8")


# ---------------------------------------------------------------------------------------------------------- Reliability


EXPLAINED = (
    "Each dot stands for the positions at which the network gave the seat that had just decided about this chance to "
    "win: how often it has won is its height. On the line what is said is true; the larger a dot, the more often it "
    "is said."
)


def reliability_picture(title: str, found: Reliability) -> Picture:
    """The reliability curve of one phase, or of all."""
    return reliability_chart(title, found.points)


def reliability_page(name: str, facts: Sequence[str], whole: Reliability, parts: Sequence[Phase]) -> str:
    """The page: the whole game, and then its phases."""
    sections = [_reliability_section("The whole game", whole, EXPLAINED)]
    sections += [
        _reliability_section(f"Choices {part.first:,} to {part.last:,} of a game", part.found, "") for part in parts
    ]
    return Template(_part("reliability.html")).substitute(
        title=escape(f"How true {name}'s win probabilities are"),
        style=_part("page.css") + STYLE,
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        sections="".join(sections),
    )


def _reliability_section(heading: str, found: Reliability, explained: str) -> str:
    sentence = (
        f"{explained} The mean difference (expected calibration error) is {100 * found.error:.2f} %, of which about "
        f"{100 * found.noise:.2f} % would be there by luck if all were true: {found.positions:,} positions of "
        f"{found.games:,} games."
    )
    drawn = reliability_picture(heading, found).inline()
    return f"<section><h2>{escape(heading)}</h2><p class='note'>{escape(sentence.strip())}</p>{drawn}</section>"
