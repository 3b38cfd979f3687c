"""The report as one HTML page that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Final, TypeAlias

from ...plots import STYLE, Picture
from ..statistics import Estimate
from . import pictures
from .data import Cell, Column, ReportData, Table
from .meta_report import CHOOSING, INTRODUCTION, beats_picture, beats_words, choosing_words, drawn, equilibrium_picture
from .tables import tables
from .words import capped_note, margin, parts_of, value, verdict, warnings

if TYPE_CHECKING:
    from ..empirical_game import Meta


__all__ = ["page"]


# ----------------------------------------------------------------- HTML elements: strings are escaped, elements are not


VOID = frozenset({"br", "col", "hr", "meta"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Node: TypeAlias = "str | Html | Iterable[Node] | None"
"""What an element may hold: texts, elements, nothing, or several of these."""


def join(*nodes: Node) -> Html:
    """The nodes one after another."""
    return Html("".join(_rendered(node) for node in nodes))


def tag(element: str, /, *children: Node, **attributes: str | int | None) -> Html:
    """An element; the attribute ``class_`` means class, ``aria_label`` aria-label, and None leaves one out.

    >>> tag("p", "a < b ", tag("b", "c"), class_="note")
    '<p class="note">a &lt; b <b>c</b></p>'
    """
    given = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(str(chosen))}"'
        for key, chosen in attributes.items()
        if chosen is not None
    )
    return Html(f"<{element}{given}>" if element in VOID else f"<{element}{given}>{join(*children)}</{element}>")


def name(text: str) -> Html:
    """A name that may be broken after the signs between its parts.

    >>> name("strategic:late_game")
    'strategic:<wbr>late_<wbr>game'
    """
    return Html("".join(f"{letter}<wbr>" if letter in ":,_" else escape(letter, quote=False) for letter in text))


def _rendered(node: Node) -> str:
    if node is None:
        return ""
    if isinstance(node, Html):
        return node
    if isinstance(node, str):
        return escape(node, quote=False)
    return join(*node)


# ------------------------------------------------------------------------------------------------------------- The page


LONG: Final = 1700
"""Tables with more rows are left to the CSV files (forty agents have 1,560 pairs)."""
MANY: Final = 10
"""Tables with more columns are set closer, to fit on a page."""


def page(data: ReportData) -> str:
    """The whole page."""
    about = data.about
    title = f"{about.title}: tournament {about.id}"
    style = resources.files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    sections = list(_sections(data))
    links = [tag("a", heading, href=f"#{key}") for key, heading, _ in sections]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content="magnate"),
        tag("title", title),
        tag("style", Html(style + STYLE)),
    )
    body = tag(
        "body",
        tag(
            "main",
            tag("h1", title),
            tag("ul", *(tag("li", piece) for piece in parts_of(data)[1:]), class_="facts"),
            [tag("p", warning, class_="warning", role="note") for warning in warnings(data)],
            tag("div", *(tag("p", _glued(sentence)) for sentence in verdict(data)), class_="verdict", id="verdict"),
            tag("nav", *links, aria_label="Contents"),
            [section for _, _, section in sections],
            tag("footer", _footer(data)),
        ),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _sections(data: ReportData) -> list[tuple[str, str, Html]]:
    """All that follows the verdict: each section's anchor, heading and element."""
    found = {table.key: table for table in tables(data)}
    made: list[tuple[str, str, Html]] = []

    def add(key: str, heading: str, *content: Node, long: bool = False) -> None:
        element = tag("section", tag("h2", heading), *content, id=key, class_="long" if long else None)
        made.append((key, heading, element))

    if "failures" in found:
        add("failures", "Failures", _noted(found["failures"]), _table(found["failures"]), _again(data))
    add("ranking", "Ranking", _noted(found["ranking"]), _table(found["ranking"]))
    add("wins", "Share of the wins", _note(capped_note(data)), _both(lambda width: pictures.wins_picture(data, width)))
    if data.ratings and len(data.agents) > 1:
        rating = data.ratings[0]
        chart = _both(lambda width: pictures.rating_picture(data, rating, width))
        far = pictures.ratings_beyond(data, rating)
        beyond = f"{_ARROW} {capped_note(data)}" if far else capped_note(data)
        add("ratings", "Ratings", _note(f"{rating.about} {_ERRORS} {beyond}"), chart, _other_ratings(data))
    if len(data.agents) > 2:
        add("matrix", "Win matrix", *_matrix(data, found), long=True)
    elif "pairs" in found:
        add("matrix", "Against each other", _noted(found["pairs"]), _table(found["pairs"]))
    add("measures", "How they play", _noted(found["measures"]), _table(found["measures"]))
    if "reviews" in found:
        add("reviews", "Errors and luck", _noted(found["reviews"]), _table(found["reviews"]))
    bankrupt = pictures.bankrupt_picture(data)
    if bankrupt is not None:
        chart = _both(lambda width: pictures.bankrupt_picture(data, width) or bankrupt)
        add("bankrupt", "Bankruptcy", _note(f"Games that the agent ended bankrupt. {capped_note(data)}"), chart)
    if "net_worth" in found:
        chart = _both(lambda width: pictures.worth_picture(data, width))
        add("net_worth", "Net worth", _note(_WORTH + capped_note(data)), chart, _more(found["net_worth"]))
    if "purchases" in found:
        chart = _scrolled(lambda width: pictures.purchases_picture(data, width))
        note = f"{found['purchases'].note} The line at each bar is the mean of all agents."
        add("purchases", "Purchases by colour group", _note(note), chart, _more(found["purchases"]))
    chart = _both(lambda width: pictures.seats_picture(data, width))
    add("seats", "Seats", _noted(found["seats"]), chart, _more(found["seats"]))
    chart = _both(lambda width: pictures.lengths_picture(data, width))
    add("lengths", "Length of games", _noted(found["lengths"]), _key(data), chart, _more(found["lengths"]))
    chart = _both(lambda width: pictures.endings_picture(data, width))
    add("endings", "How games ended", _noted(found["endings"]), chart, _more(found["endings"]))
    if data.choice is not None:
        add("choosing", CHOOSING, *_choosing(data, data.choice, found), long=True)
    add("again", "Play it again", *_reproduce(data))
    return made


_ERRORS: Final = (
    "The intervals are those of the distance from the scale's zero; whether one of two agents is the stronger is told "
    "by the likelihood of superiority."
)
_ARROW: Final = "An arrow: the rating lies beyond the picture, which would else have no room for the others."
_WORTH: Final = (
    "At the end of the game, of those who were not bankrupt: the shape is as wide as a sum is frequent, the dark bar "
    "holds the middle half, the line is the median; the largest sums (one in forty) are not drawn. "
)


def _matrix(data: ReportData, found: dict[str, Table]) -> list[Node]:
    words = (
        "The row's share of what both won together when they sat at one table; columns have the numbers of the rows. "
        "~ and italics: the interval includes 50 %, so neither is shown to be better. "
    )
    likely = (
        "The likelihood that the row's agent is the stronger, by the ratings. Above 97.5 % the difference is "
        f"significant; ~ and italics: it is not. {capped_note(data)}"
    )
    triples: list[Node] = []
    if "cycles" in found:
        triples = [tag("h3", found["cycles"].title), _noted(found["cycles"]), _table(found["cycles"])]
    return [
        _note(words + capped_note(data)),
        _scrolled(lambda width: pictures.matrix_picture(data, width)),
        *triples,
        tag("h3", "Likelihood of superiority"),
        _note(likely),
        _scrolled(lambda width: pictures.superiority_picture(data, width)),
        _more(found["matrix"]),
        _more(found["pairs"]),
    ]


def _choosing(data: ReportData, choice: Meta, found: dict[str, Table]) -> list[Node]:
    """What game theory says of the agents: sentences, pictures and tables."""
    sentences = [tag("li", _glued(sentence)) for sentence in choosing_words(data, choice)]
    intervals = f"The line at each bar holds the middle 95 % of what came out when {drawn(choice)}. {capped_note(data)}"
    sure = "~ and italics: the interval includes 50 %, so neither is shown to be better."
    command = f"magnate tournament meta {data.about.id}{data.about.store_option}"
    return [
        tag("p", INTRODUCTION),
        tag("ul", *sentences),
        tag("h3", "How often each agent is sent in equilibrium"),
        _note(intervals),
        _both(lambda width: equilibrium_picture(choice, width)),
        tag("h3", found["beats"].title),
        _note(f"{beats_words(choice)} {sure} {capped_note(data)}"),
        _scrolled(lambda width: beats_picture(choice, width)),
        *(_more(found[key]) for key in ("choosing", "dominated", "beats", "pure_equilibria") if key in found),
        _note("The same in the terminal, for other payoffs too (--payoff):"),
        tag("pre", tag("code", command)),
    ]


def _other_ratings(data: ReportData) -> Node:
    """What the ratings beside the first one are."""
    if len(data.ratings) < 2:
        return None
    lines = [tag("li", tag("b", f"{rating.title}."), f" {rating.about}") for rating in data.ratings[1:]]
    return [tag("p", "The table above has these ratings too:", class_="note"), tag("ul", *lines, class_="note")]


def _key(data: ReportData) -> Node:
    if not data.capped:
        return None
    return tag("p", "Orange: games that a cap ended; blue: games that ended by themselves.", class_="note")


def _reproduce(data: ReportData) -> list[Node]:
    about = data.about
    first = "0.0" if about.tables > 1 else "0"
    facts: dict[str, str] = {
        "seed": f"{about.seed}, in the range of seeds for {about.purpose} figures",
        "deals": f"0 to {about.last_deal:,}, each played in all rotations of the seats",
        "options": ", ".join(f"{key} = {chosen}" for key, chosen in about.options.items())
        or f"those of the preset {about.preset}",
        "rules": f"version {about.rules_version}",
        "when": " to ".join(piece for piece in (about.started, about.finished) if piece),
        "failures": f"{len(data.failures):,} (policy: {about.on_failure})",
        "report made with": ", ".join(f"{key} {number}" for key, number in about.versions.items()),
    }
    if about.anchor:
        facts["rating scale"] = about.anchor
    if data.correlation is not None:
        facts["correlation within deals"] = f"{data.correlation:+.2f}".replace("-", "−")
    lines = [(tag("dt", key), tag("dd", text)) for key, text in facts.items() if text]
    return [
        _note("This command plays these games again, with the code whose hashes are below:"),
        tag("pre", tag("code", about.command)),
        _note("One of the games, move by move:"),
        tag("pre", tag("code", f"magnate replay {about.id}:{first}{about.store_option}")),
        tag("dl", *lines),
        _hashes("Hashes of the code that played", about.digests),
        _hashes("Fingerprints of what the code does", about.fingerprints),
    ]


def _hashes(title: str, hashes: Mapping[str, str]) -> Node:
    lines = [(tag("dt", key), tag("dd", text, class_="hash")) for key, text in hashes.items()]
    return tag("details", tag("summary", title), tag("dl", *lines)) if lines else None


def _again(data: ReportData) -> Node:
    return _note(f"Policy: {data.about.on_failure}. The command in the last column rebuilds the game's record.")


def _footer(data: ReportData) -> str:
    version = data.about.versions.get("magnate")
    return f"Intervals are 95 %, over deals, not games. Made by magnate{f' {version}' if version else ''}."


def _both(drawn: Callable[[float], Picture]) -> Html:
    """A picture for wide and for narrow screens, of which the style sheet shows one."""
    return join(
        tag("div", Html(drawn(pictures.WIDE).inline()), class_="wide"),
        tag("div", Html(drawn(pictures.NARROW).inline()), class_="narrow"),
    )


def _scrolled(drawn: Callable[[float], Picture]) -> Html:
    """The same for pictures that keep their size and are scrolled where the screen is narrower.

    On a narrow screen one that fits is as wide as the others.
    """
    narrow = drawn(pictures.NARROW)
    inline = Html(narrow.inline())
    return join(
        tag("div", _fixed(drawn(pictures.WIDE)), class_="wide"),
        tag("div", inline if narrow.width <= pictures.NARROW else _fixed(narrow), class_="narrow"),
    )


def _fixed(picture: Picture) -> Html:
    return tag("div", Html(picture.inline().replace('class="chart"', 'class="chart fixed"', 1)), class_="scroll")


def _note(words: str) -> Html:
    return tag("p", _glued(words), class_="note")


def _glued(words: str) -> str:
    """The words with numbers that no line break parts from their units."""
    return words.replace(" %", "\u00a0%").replace("± ", "±\u00a0")


def _noted(table: Table) -> Html:
    return _note(table.note)


def _more(table: Table) -> Html:
    """A table that is there for who asks for it."""
    if len(table.rows) > LONG:
        return _note(f"The {len(table.rows):,} rows of the table are in {table.key}.csv (--csv).")
    return tag("details", tag("summary", f"{table.title} as a table"), _note(table.note), _table(table))


def _table(table: Table) -> Html:
    """A table; an estimate's margin has a column of its own."""
    headings = [
        tag(
            "th",
            tag("span", column.heading),
            class_="text" if column.words else None,
            colspan="2" if column.interval else None,
            scope="col",
        )
        for column in table.columns
    ]
    rows = [_row(table.columns, row) for row in table.rows]
    dense = "dense" if len(table.columns) > MANY else None
    element = tag("table", tag("thead", tag("tr", *headings)), tag("tbody", *rows), class_=dense)
    return tag("div", element, class_="scroll", tabindex="0")


def _row(columns: tuple[Column, ...], row: tuple[Cell, ...]) -> Html:
    whole = "whole" if any(isinstance(cell, str) and cell.startswith("(") for cell in row[:1]) else None
    cells: list[Html] = []
    for column, cell in zip(columns, row, strict=True):
        if isinstance(cell, str):
            head = column.key in {"agent", "ending"}
            shown = name(cell) if column.kind == "name" else cell
            cells.append(tag("th" if head else "td", shown, class_="text", scope="row" if head else None))
        elif isinstance(cell, Estimate):
            wide = margin(column.kind, cell)
            cells.append(tag("td", value(column.kind, cell.mean)))
            cells.append(tag("td", f"± {wide}" if wide else "", class_="margin"))
        else:
            cells.append(tag("td", value(column.kind, cell) or column.unknown))
            cells += [tag("td", class_="margin")] if column.interval else []
    return tag("tr", *cells, class_=whole)
