"""Numbers with their intervals, and the result in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...errors import listing
from ..statistics import CONFIDENCE, Estimate

if TYPE_CHECKING:
    from .data import ReportData

__all__ = ["UNKNOWN", "capped_note", "margin", "number", "parts_of", "share", "value", "verdict", "warnings"]

UNKNOWN: Final = "—"
"""What stands for a number that no game has."""
SURE = (1 + CONFIDENCE) / 2
"""The likelihood of superiority above which a difference is called significant: its 95 % interval excludes 0."""
NAMED = 5
"""The most agents that a sentence names one by one."""
DIGITS = {"share": 1, "elo": 1, "number": 2, "length": 1, "points": 1}
"""How many digits each kind of number has behind the point."""
SHORT = 100
"""The most letters of names that a sentence has room for."""


def value(kind: str, found: float | None) -> str:
    """A number as its column shows it; empty where nobody knows it.

    A ``part`` of the games is not called none of them or all of them when it is not; a ``likelihood`` never is 0 or 1.

    >>> value("share", 0.5763), value("elo", -4.26), value("money", 1234.5), value("number", 1.234), value("count", 7)
    ('57.6 %', '−4.3', '1,234', '1.23', '7')
    >>> value("part", 0.0), value("part", 0.0001), value("part", 0.9999), value("likelihood", 1.0)
    ('0.0 %', '<0.1 %', '>99.9 %', '>99.9 %')
    """
    if found is None or math.isnan(found):
        return ""
    if kind == "likelihood" or (kind == "part" and 0 < found < 1):
        if not 0.0005 <= found < 0.9995:
            return ">99.9 %" if found > 0.5 else "<0.1 %"
        kind = "share"
    if kind in {"share", "part"}:
        shown = f"{100 * found:.1f} %"
    elif kind == "elo":
        shown = f"{found:+,.1f}"
    elif kind in DIGITS:
        shown = f"{found:,.{DIGITS[kind]}f}"
    else:
        shown = f"{found:,.0f}"
    nothing = shown.strip("+-") if not any(letter in "123456789" for letter in shown) else shown
    return nothing.replace("-", "−")


def margin(kind: str, found: Estimate) -> str:
    """What is printed after ±: ``0.0`` is certainty, ``<0.1`` is not, and empty is unknown.

    >>> margin("share", Estimate(0.5, 0.4998, 0.5002, 100)), margin("share", Estimate(0.5, 0.5, 0.5, 100))
    ('<0.1', '0.0')
    """
    if found.margin is None or math.isnan(found.margin):
        return ""
    size = 100 * found.margin if kind == "share" else found.margin
    digits = DIGITS.get(kind, 0)
    least = 10.0**-digits
    return f"<{least:g}" if 0 < size < least / 2 else f"{size:,.{digits}f}"


def number(kind: str, found: Estimate) -> str:
    """A number with its interval.

    >>> number("share", Estimate(0.5763, 0.5723, 0.5803, 100))
    '57.6 % ± 0.4'
    """
    wide = margin(kind, found)
    return f"{value(kind, found.mean)} ± {wide}" if wide else value(kind, found.mean)


def share(part: float) -> str:
    """A share in per cent; a small one is not called none.

    >>> share(0.1234), share(0.00004), share(0.0)
    ('12.3 %', 'less than 0.1 %', '0.0 %')
    """
    return "less than 0.1 %" if 0 < part < 0.0005 else value("part", part)


def capped_note(data: ReportData) -> str:
    """The sentence under every table: what a cap ended."""
    if not data.capped:
        return "No game was ended by a cap."
    return f"A cap ended {share(data.capped_share)} of the games ({data.capped:,} of {data.about.games:,})."


def verdict(data: ReportData) -> list[str]:
    """The result in sentences, the most important first."""
    sentences = _best(data)
    sentences += _without_capped(data)
    sentences += _intransitive(data)
    sentences += _seats(data)
    return sentences


def warnings(data: ReportData) -> list[str]:
    """What a reader must know before believing the numbers."""
    found, about = [], data.about
    if about.games < about.planned:
        found.append(
            f"Not finished: {about.games:,} of {about.planned:,} games are played. "
            "The result of all of them may be another."
        )
    if about.mixed:
        found.append(
            f"Played with mixed code: {listing(about.mixed)} changed during the tournament, and it was resumed with "
            "--force. The numbers mix games of both versions, and no seed reproduces all of them."
        )
    if data.choice_missing:
        found.append(f"The game of choosing an agent is left out: {data.choice_missing}.")
    if data.failures:
        ended = "1 game was" if len(data.failures) == 1 else f"{len(data.failures):,} games were"
        culprits = listing(dict.fromkeys(failure.agent for failure in data.failures), NAMED)
        found.append(f"{ended} ended by an agent's failure ({culprits}); the seeds that reproduce them are below.")
    return found


def parts_of(about_games: ReportData) -> list[str]:
    """What was played, piece by piece: one line in the terminal, in Markdown and in the page's head."""
    about = about_games.about
    pieces = [about.title, f"{about.players} players", f"preset {about.rules}"]
    pieces += [f"{len(about_games.agents)} agents", f"{about.games:,} games"]
    pieces += [f"{about.tables:,} tables" if about.tables > 1 else "1 table"]
    pieces += [f"{about.deals:,} deals" if about.deals > 1 else "1 deal"]
    return [*pieces, f"seed {about.seed}"]


def _best(data: ReportData) -> list[str]:
    """Who is best, and whether that is certain."""
    leader = data.agents[0]
    wins = f"{number('share', leader.win)} of its games"
    even = f"{value('share', data.even)} would be even"
    if len(data.agents) == 1:
        return [f"Only {leader.name} took part: it wins {wins} ({even})."]
    if data.mirror:
        return [f"All agents are the same one, {leader.name}: what they win differs by chance alone ({even})."]
    close = [other.name for at, other in enumerate(data.agents) if at and not data.pairs.superiority[0, at] > SURE]
    second = data.agents[1]
    if not close:
        return [f"{leader.name} is best: it wins {wins} ({even}).", _second(data, significant=True)]
    if len(close) == len(data.agents) - 1 and len(close) > 1:
        return [f"No agent is shown to be best. {leader.name} wins most, {wins} ({even}), but {_close(close)}."]
    sentences = [f"{leader.name} wins most, {wins} ({even}), but {_close(close)}."]
    return [*sentences, _second(data, significant=False)] if second.name in close else sentences


def _second(data: ReportData, *, significant: bool) -> str:
    second = data.agents[1]
    likely = data.pairs.superiority[0, 1]
    sentence = f"The second, {second.name}, wins {number('share', second.win)}"
    if data.ratings:
        lines = data.ratings[0].lines
        sentence += f" and is rated {lines[0].mean - lines[1].mean:.1f} Elo points lower"
    if math.isnan(likely):
        return f"{sentence}; one deal says nothing of how certain that is."
    sure = value("likelihood", float(likely)).replace(">", "more than ")
    judged = "significant" if significant else "not significant"
    return f"{sentence}. The difference is {judged}: the first is the stronger with a likelihood of {sure}."


def _close(names: Sequence[str]) -> str:
    """That these agents may be as strong as the first."""
    if len("".join(names[:NAMED])) > SHORT and len(names) > 1:
        return f"{len(names)} others may be as strong: their differences are within the error"
    if len(names) == 1:
        return f"{names[0]} may be as strong: the difference is within the error"
    return f"{_listed(names)} may be as strong: their differences are within the error"


def _listed(names: Sequence[str]) -> str:
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _without_capped(data: ReportData) -> list[str]:
    """What the capped games change."""
    if not data.capped:
        return [capped_note(data)]
    known = [(agent.win_uncapped, agent) for agent in data.agents if agent.win_uncapped is not None]
    if not known:
        return [capped_note(data)]
    found, first = max(known, key=lambda pair: pair[0].mean)
    again = f"{first.name} {'still wins' if first is data.agents[0] else 'wins'} most"
    return [f"{capped_note(data)} Without these, {again}, {number('share', found)}."]


def _intransitive(data: ReportData) -> list[str]:
    """Whether one number an agent can rank them."""
    if not data.triples:
        return []
    if not data.cycles:
        return (
            []
            if len(data.agents) < 4
            else ["There is no intransitive triple of agents (a beats b, b beats c, c beats a)."]
        )
    a, b, c = data.cycles[0]
    many = "One triple is" if len(data.cycles) == 1 else f"{len(data.cycles):,} triples are"
    sentence = f"{many} intransitive (of {data.triples:,}), so no single number can rank them"
    if len(a + b + c) > SHORT:
        return [f"{sentence}."]
    return [f"{sentence}: {a} beats {b}, {b} beats {c}, {c} beats {a}."]


def _seats(data: ReportData) -> list[str]:
    """Whether a seat is worth something."""
    best = max(range(len(data.seats)), key=lambda seat: data.seats[seat].mean)
    found = data.seats[best]
    if found.low is None or not found.low > data.even:
        return ["No seat has an advantage that these games show."]
    return [f"Seat {best} wins most, {number('share', found)}; every agent sat in every seat equally often."]
