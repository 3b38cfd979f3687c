"""The page of a class: one file of HTML that needs nothing else."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from ..arena.report.page import Html, Node, tag
from .process import MOST_LATE
from .tasks import MARKS

if TYPE_CHECKING:
    from .grading import ClassResult, Place, Student

__all__ = ["class_page", "share_text"]


def class_page(result: ClassResult) -> str:
    """The whole page."""
    style = resources.files("magnate.arena.report").joinpath("page.css").read_text(encoding="utf-8")
    names = [one.exercise for one in result.students[0].marks]
    rows = [
        [student.name, *(f"{one.marks:g}" for one in student.marks), f"{student.total:g}"]
        for student in result.students
    ]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", "Results of the class"),
        tag("style", Html(style)),
    )
    online = [one.name for one in result.students if not one.offline]
    network = "" if not online else f" These had the network within reach: {', '.join(online)}."
    intro = f"Each exercise has {MARKS} marks. Cases are drawn from the seed {result.seed}.{network}"
    body = tag(
        "body",
        tag(
            "main",
            tag("h1", "Results of the class"),
            tag("p", intro),
            _table(["student", *names, "all"], rows),
            _places(result),
            tag("h2", "What was wrong"),
            *(_wrong(student) for student in result.students),
        ),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _table(headings: list[str], rows: list[list[str]]) -> Html:
    head = tag(
        "tr",
        *(tag("th", tag("span", one), scope="col", class_=None if n else "text") for n, one in enumerate(headings)),
    )
    lines = [tag("tr", *(tag("td", one, class_=None if n else "text") for n, one in enumerate(row))) for row in rows]
    return tag(
        "div", tag("table", tag("thead", head), tag("tbody", *lines), class_="dense"), class_="scroll", tabindex="0"
    )


def share_text(place: Place) -> str:
    """A share of wins with its interval, in percent."""
    margin = place.share.margin
    return f"{place.share.mean:.1%}" + ("" if margin is None else f" ± {100 * margin:.1f}")


def _places(result: ClassResult) -> Node:
    if not result.places:
        return None
    rows = [[one.name, share_text(one), f"{one.games}", f"{one.forfeits}", _failure(one)] for one in result.places]
    said = (
        f"Every pair played {result.deals} deals of {result.game} in both seats. Who fails loses that game, "
        f"and who was late in {MOST_LATE} games loses the rest unasked."
    )
    return [
        tag("h2", "Tournament"),
        tag("p", said),
        _table(["student", "share of wins", "games", "lost by a failure", "the first failure"], rows),
    ]


def _failure(place: Place) -> str:
    """How a player failed first, and how many games were not played for being late."""
    return place.failure + (f" ({place.unasked} games lost unasked)" if place.unasked else "")


def _wrong(student: Student) -> Node:
    lines = [tag("li", f"{one.exercise}: {text}") for one in student.marks for text in one.wrong]
    return [tag("h3", student.name), tag("ul", *lines) if lines else tag("p", "Nothing.")]
