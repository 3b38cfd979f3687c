"""The page of a league: one file of HTML that needs nothing else."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from ..arena.report.page import Html, Node, tag
from ..plots import STYLE, Bar, dot_chart, reliability_chart

if TYPE_CHECKING:
    from ..arena.statistics import Estimate
    from .league import League, PlayerResult

__all__ = ["estimated", "league_page", "player_row", "whole_games"]

HEADINGS = (
    "player",
    "games",
    "share of wins",
    "without luck",
    "illegal answers",
    "forfeited decisions",
    "given by trades",
    "taken by trades",
    "Brier score",
    "tokens read, written",
    "seconds",
    "cost",
)


def estimated(found: Estimate | None) -> str:
    """A share with its interval, in percent."""
    if found is None:
        return "–"
    margin = found.margin
    return f"{found.mean:.1%}" + ("" if margin is None else f" ± {100 * margin:.1f}")


def whole_games(league: League) -> str:
    """Which games some columns are about, where that is not all of them."""
    if not league.cut or not league.source:
        return ""
    return (
        f"{league.cut:,} of {league.games:,} games were cut, and count as equal shares. The columns without luck, "
        f"given and taken are of the {league.games - league.cut:,} others alone."
    )


def player_row(one: PlayerResult) -> list[str]:
    """What the table says of a player, in the order of :data:`HEADINGS`."""
    use = one.usage
    brier = "–" if one.brier is None else f"{one.brier:.3f} (constant: {one.brier_constant:.3f})"
    trades = ["–" if value is None else f"{value:.1%}" for value in (one.given, one.taken)]
    if use is None:
        return [
            one.name,
            f"{one.games:,}",
            estimated(one.share),
            estimated(one.adjusted),
            "–",
            "–",
            *trades,
            *["–"] * 4,
        ]
    return [
        one.name,
        f"{one.games:,}",
        estimated(one.share),
        estimated(one.adjusted),
        "–" if one.illegal is None else f"{one.illegal:.1%} of {use.asked:,}",
        f"{use.forfeits:,} of {use.decisions:,}",
        *trades,
        brier,
        f"{use.read:,}, {use.written:,}",
        f"{use.seconds:,.0f}",
        f"{use.cost:,.4f}",
    ]


def league_page(league: League) -> str:
    """The whole page."""
    title = f"League: {league.game} ({league.preset}), {league.seats} players"
    style = resources.files("magnate.arena.report").joinpath("page.css").read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Html(style + STYLE)),
    )
    cut = f" {league.cut:,} of them were cut, and count as equal shares." if league.cut else ""
    intro = (
        f"{league.games:,} games on {league.deals:,} deals (seed {league.seed}): on each deal everybody sat in every "
        f"seat against the same others.{cut} Intervals are 95 % over deals."
    )
    body = tag(
        "body",
        tag(
            "main",
            tag("h1", title),
            tag("p", intro),
            tag("h2", "Players"),
            _table(HEADINGS, [player_row(one) for one in league.players]),
            _chart(league),
            tag("p", _explained(league), class_="note"),
            tag("h2", "Who differs from whom"),
            _pairs(league),
            _calibration(league),
        ),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _table(headings: tuple[str, ...], rows: list[list[str]]) -> Html:
    cells = [
        tag("th", tag("span", one), scope="col", class_=None if number else "text")
        for number, one in enumerate(headings)
    ]
    lines = [
        tag("tr", *(tag("td", cell, class_=None if number else "text") for number, cell in enumerate(row)))
        for row in rows
    ]
    table = tag("table", tag("thead", tag("tr", *cells)), tag("tbody", *lines), class_="dense")
    return tag("div", table, class_="scroll", tabindex="0")


def _chart(league: League) -> Html:
    chosen = [(one.name, (None if league.cut else one.adjusted) or one.share) for one in league.players]
    bars = [Bar(name, found.mean, found.low, found.high, estimated(found)) for name, found in chosen]
    words = (
        "Shares without luck" if all(one.adjusted for one in league.players) and not league.cut else "Shares of wins"
    )
    return Html(
        dot_chart(words, bars, mark=1 / league.seats, mark_label="equal", shown=lambda at: f"{at:.0%}").inline()
    )


def _explained(league: League) -> str:
    illegal = (
        "Illegal answers are those that were not legal, could not be read, or did not come; after the last of them a "
        "random legal action was taken, which is a forfeited decision."
    )
    words = [illegal]
    if league.source:
        words += [
            f"Without luck: the share less what chance gave ({league.source}).",
            "Given and taken by trades are the shares that a player lost and won by trades of its own, a game.",
        ]
    if whole := whole_games(league):
        words.append(whole)
    words.append("The Brier score is the mean squared error of what a model said of its own chance: less is better.")
    return " ".join(words)


def _pairs(league: League) -> Html:
    rows = []
    for one in league.pairs:
        names = f"{league.players[one.one].name} – {league.players[one.other].name}"
        needed = ["–" if games is None else f"{games:,}" for games in (one.games, one.adjusted_games)]
        rows.append([names, estimated(one.difference), needed[0], estimated(one.adjusted), needed[1]])
    headings = ("players", "difference", "games that would tell", "without luck", "games that would tell then")
    return _table(headings, rows)


def _calibration(league: League) -> Node:
    parts: list[Node] = []
    for one in league.players:
        if one.bins:
            total = sum(each.count for each in one.bins)
            points = [(each.said, each.happened, each.count / total) for each in one.bins]
            picture = reliability_chart(f"Own chances of {one.name}", points, said=f"what {one.name} says")
            parts += [tag("h3", one.name), Html(picture.inline())]
    return [tag("h2", "Own words on the chance to win"), *parts] if parts else None
