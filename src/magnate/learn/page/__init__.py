"""The curves of a run as one HTML page that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, Any, Final

from ...charts import STYLE, line_chart
from ...core.wording import rules_message
from ..curves import Curve, curves_of, thinned
from ..toml import as_toml

if TYPE_CHECKING:
    from ..folder import Run

__all__ = ["page"]

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
        configuration=escape(as_toml(run.configuration.resolved), quote=False),
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
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
