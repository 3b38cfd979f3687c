"""The game of choosing an agent, in sentences, tables and pictures, for readers who know no game theory."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING, Final

import numpy as np

from ...plots import Bar, Picture, bar_chart, heat_map
from .data import AGENT, CAPPED, Cell, Column, Table
from .pictures import WIDE
from .words import NAMED, SHORT, share, value

if TYPE_CHECKING:
    from ..empirical_game import Gone, Meta, Weight
    from .data import ReportData


__all__ = [
    "CHOOSING",
    "INTRODUCTION",
    "beats_picture",
    "beats_words",
    "by_rating",
    "by_weight",
    "choosing_tables",
    "choosing_words",
    "drawn",
    "equilibrium_picture",
    "halves",
]


# ------------------------------------------------------------------------------------------------------------ Sentences


CHOOSING: Final = "The game of choosing an agent"
INTRODUCTION: Final = (
    "Which agent to send to the table is a game itself, since what it wins depends on whom the others send. Every way "
    "to fill the table was played, also with an agent in several seats."
)
DIGITS: Final = 6
"""Probabilities are the same up to so many digits, and no digit behind is shown."""
FOUND: Final = 1e-6
"""A mixture from which nobody gains more by going away is an equilibrium."""


def by_weight(found: Meta) -> list[int]:
    """The agents, those first that are played most in equilibrium."""
    keys = [
        (-round(one.mean, DIGITS), -one.support, -round(float(found.ratings[k]), DIGITS), k) for k, one in _all(found)
    ]
    return [key[-1] for key in sorted(keys)]


def by_rating(found: Meta) -> list[int]:
    """The agents, those first that do best against the Nash average."""
    weights = [one.mean for one in found.average]
    keys = [(-round(float(found.ratings[k]), DIGITS), -round(weights[k], DIGITS), k) for k, _ in _all(found)]
    return [key[-1] for key in sorted(keys)]


def halves(found: Meta) -> np.ndarray:
    """How often the row beats the column, where a win of somebody else is half a win of each: (k, k), no diagonal."""
    shares = (1 + found.advantages) / 2
    np.fill_diagonal(shares, np.nan)
    return shares


def drawn(found: Meta) -> str:
    """How the intervals were found: a sentence without its point."""
    cases = f"in {found.resamples:,} cases"
    return f"{cases} the deals were drawn anew from those played, with replacement (seed {found.seed})"


def choosing_words(data: ReportData, found: Meta) -> list[str]:
    """What the game shows, in sentences."""
    return [_dominated(found), _stable(found), *_mixed(found), _average(found), _alpha(found), *_intransitive(data)]


def _dominated(found: Meta) -> str:
    """Who need not be sent, whatever the others do."""
    names, last = found.names, max((one.round for one in found.gone), default=0)
    if not last:
        return (
            "No agent is dominated: for each there are opponents against whom neither another agent nor a mixture of "
            "agents wins more in its place."
        )
    rounds = [[one for one in found.gone if one.round == number] for number in range(1, last + 1)]
    sentences = [
        f"{_gone(names, rounds[0])} dominated: whatever the others send, something else wins more in its place."
    ]
    for number, gone in enumerate(rounds[1:], 2):
        sentences.append(f"Round {number}, when nobody sends those any more: {_gone(names, gone)} dominated too.")
    left = len(names) - len(found.gone)
    if left == 1:
        (only,) = set(range(len(names))) - {one.agent for one in found.gone}
        sentences.append(f"Only {names[only]} is left.")
    return " ".join([*sentences, "(This goes by the means, as if they were exact.)"])


def _gone(names: Sequence[str], gone: Sequence[Gone]) -> str:
    """Who goes, by whom, with the verb."""
    verb = "is" if len(gone) == 1 else "are"
    named = [f"{names[one.agent]} (by {mixture(names, one)})" for one in gone]
    return f"{_listed(named, 'agents', 2 * SHORT)} {verb}"


def mixture(names: Sequence[str], one: Gone) -> str:
    """The agent, or the mixture of agents, that is better.

    >>> from magnate.arena.empirical_game import Gone
    >>> mixture(["a", "b", "c"], Gone(0, 1, {1: 1.0})), mixture(["a", "b", "c"], Gone(0, 1, {1: 0.25, 2: 0.75}))
    ('b', '25.0 % b + 75.0 % c')
    """
    if len(one.by) == 1:
        return names[next(iter(one.by))]
    return " + ".join(f"{value('part', part)} {names[k]}" for k, part in one.by.items())


def _stable(found: Meta) -> str:
    """The tables at which everybody is content."""
    tables = [" + ".join(found.names[k] for k in row) for row in found.pure]
    if not tables:
        return (
            "No table leaves everybody content: whatever agents meet, somebody would win more by sending another one "
            "(there is no pure equilibrium)."
        )
    if len(tables) > 1 and (len(tables) > NAMED or len("".join(tables)) > 2 * SHORT):
        return (
            f"At {len(tables):,} of the tables nobody gains by sending another agent (they are pure equilibria): "
            f"{tables[0]} is the first."
        )
    kind = "a pure equilibrium" if len(tables) == 1 else "pure equilibria"
    return f"Nobody gains by sending another agent where these meet: {'; '.join(tables)} ({kind})."


def _mixed(found: Meta) -> list[str]:
    """How often everybody sends whom, and how certain that is."""
    sent = [k for k in by_weight(found) if found.weights[k].mean > FOUND]
    if len(sent) == 1:
        opening = f"If everybody sends {found.names[sent[0]]}, nobody gains by sending another agent"
    else:
        lots = [f"{found.names[k]} in {value('part', round(found.weights[k].mean, DIGITS))} of the games" for k in sent]
        lots = lots[:1] + [lot.removesuffix(" of the games") for lot in lots[1:]]
        opening = f"If everybody draws lots, {_listed(lots, 'agents')}, nobody gains by sending another agent"
    if found.equilibrium.regret > FOUND:
        gain = share(found.equilibrium.regret)
        sentences = [f"No equilibrium was found: {opening[0].lower()}{opening[1:]} by more than {gain} of a win."]
    else:
        sentences = [f"{opening}: that is the equilibrium in the picture."]
    return [*sentences, *_support(found)]


def _support(found: Meta) -> list[str]:
    """How often agents have a part in the equilibrium, over the resamples."""
    if not found.resamples or math.isnan(found.weights[0].support):
        return []
    order = by_weight(found)
    always = [found.names[k] for k in order if found.weights[k].support == 1]
    some = [
        f"{found.names[k]} in {value('part', found.weights[k].support)}"
        for k in order
        if 0 < found.weights[k].support < 1
    ]
    pieces = [f"{_listed(always, 'agents')} always {_has(always)} a part in it"] if always else []
    pieces += [f"{_listed(some, 'agents')} of these cases"] if some else []
    pieces += ["the others never"] if len(always) + len(some) < len(found.names) else []
    sentence = f"How certain is that? I{drawn(found)[1:]}: {', '.join(pieces)}."
    if found.settled < 1:
        sentence += f" (An equilibrium was found in {share(found.settled)} of the cases; the others are left out.)"
    return [sentence]


def _average(found: Meta) -> str:
    """What an agent's Nash rating is."""
    best = [found.names[k] for k in by_rating(found) if found.average[k].mean > FOUND]
    mixture = best[0] if len(best) == 1 else f"the most even mixture that nobody beats, of {_listed(best, 'agents')}"
    return (
        f"Nash averaging measures every agent against {mixture}: a rating of 0 is as good, one of −10 % means that "
        "what the agent meets there wins 10 games of 100 more. Another copy of an agent in the field changes nobody's "
        "rating."
    )


def _alpha(found: Meta) -> str:
    """Who stays where better answers keep replacing worse ones."""
    at = int(np.argmax(np.round(found.alpha, DIGITS)))
    most = value("part", round(float(found.alpha[at]), DIGITS))
    sentence = (
        "α-rank follows players who keep going over to agents that win more, and now and then try another: "
        f"{found.names[found.ranked[at]]} is played most, {most} of the time."
    )
    if len(found.ranked) < len(found.names):
        sentence += f" It takes the {len(found.ranked)} agents with the best mean payoffs; all would be too many."
    return sentence


def _intransitive(data: ReportData) -> list[str]:
    """Whether there are triples of agents in which each beats the next."""
    if not data.triples:
        return []
    if not data.cycles:
        return [f"No triple of agents is certainly intransitive (of {_counted(data.triples, 'triple')})."]
    a, b, c = data.cycles[0]
    verb = "are" if len(data.cycles) > 1 else "is"
    many = f"{len(data.cycles):,} of {_counted(data.triples, 'triple')} {verb}"
    first = "" if len(a + b + c) > SHORT else f", such as {a} → {b} → {c} → {a}"
    return [f"{many} certainly intransitive: each agent beats the next{first}."]


def _all(found: Meta) -> Iterator[tuple[int, Weight]]:
    return enumerate(found.weights)


def _listed(names: Sequence[str], what: str, room: int = SHORT) -> str:
    """All names, or how many they are.

    >>> _listed(["a"], "agents"), _listed(["a", "b", "c"], "agents"), _listed(list("abcdef"), "agents")
    ('a', 'a, b and c', '6 agents')
    """
    if len(names) > NAMED or (len(names) > 1 and len("".join(names)) > room):
        return f"{len(names)} {what}"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _has(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 else "have"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


# --------------------------------------------------------------------------------------------------------------- Tables


AGAIN: Final = Column("in_resamples", "of the resamples", "part")


def choosing_tables(data: ReportData, found: Meta, note: str) -> Iterator[Table]:
    """The agents in the game, who is dominated, who beats whom, and where nobody gains by a change."""
    capped = {agent.name: agent.capped for agent in data.agents}
    yield _agents(found, capped, note)
    if found.gone:
        dominated = (AGENT, Column("round", "round", "count"), Column("by", "by", "text"), AGAIN, CAPPED)
        names = [found.names[one.agent] for one in found.gone]
        rows = tuple(
            (name, one.round, mixture(found.names, one), _known(one.again), capped[name])
            for name, one in zip(names, found.gone, strict=True)
        )
        words = (
            "Who is worse than another agent, or a mixture, whatever those who are left send; and in how many of the "
            "resamples that is so too. "
        )
        yield Table("dominated", "Dominated agents", words + note, dominated, rows)
    yield _beats(found, capped, note)
    if found.pure:
        columns = (Column("agents", "agents", "text"), AGAIN)
        words = (
            "Tables at which nobody gains by sending another agent, and in how many of the resamples that is so too. "
        )
        stable: tuple[tuple[Cell, ...], ...] = tuple(
            (" + ".join(found.names[k] for k in row), _known(found.stable_of(row))) for row in found.pure
        )
        yield Table("pure_equilibria", "Pure equilibria", words + note, columns, stable)


def _agents(found: Meta, capped: dict[str, float], note: str) -> Table:
    alpha = dict(zip(found.ranked, found.alpha.tolist(), strict=True))
    columns = (
        AGENT,
        Column("equilibrium", "equilibrium", "part"),
        Column("equilibrium_low", "from", "part"),
        Column("equilibrium_high", "to", "part"),
        Column("support", "has a part", "part"),
        Column("nash_average", "Nash average", "part"),
        Column("nash_average_low", "from", "part"),
        Column("nash_average_high", "to", "part"),
        Column("nash_rating", "rating", "share"),
        Column("alpha_rank", "α-rank", "part"),
        CAPPED,
    )
    rows = tuple(
        (
            found.names[k],
            *(_known(number) for number in (found.weights[k].mean, found.weights[k].low, found.weights[k].high)),
            _known(found.weights[k].support),
            *(_known(number) for number in (found.average[k].mean, found.average[k].low, found.average[k].high)),
            _known(float(found.ratings[k])),
            _known(alpha.get(k, math.nan)),
            capped[found.names[k]],
        )
        for k in by_weight(found)
    )
    words = (
        "How often each agent is sent in equilibrium, in how many resamples it has a part in that, its weight in the "
        "Nash average and its rating against that, and its share of time by α-rank. From and to: the middle 95 %; "
        f"{drawn(found)}. "
    )
    return Table("choosing", "The choice of an agent", words + note, columns, rows)


def _beats(found: Meta, capped: dict[str, float], note: str) -> Table:
    order, shares = by_rating(found), halves(found)
    columns = (AGENT, *(Column(found.names[k], str(at), "share") for at, k in enumerate(order, 1)), CAPPED)
    rows = tuple(
        (found.names[k], *(_known(shares[k, other]) for other in order), capped[found.names[k]]) for k in order
    )
    return Table("beats", "Who beats whom", f"{beats_words(found)} {note}", columns, rows)


def beats_words(found: Meta) -> str:
    """How to read who beats whom."""
    third = " a game that somebody else wins is half a win of each;" if found.empirical.game.players > 2 else ""
    return (
        f"How often the row's agent beats the column's at the tables where both sit;{third} every such table counts "
        "the same, and columns have the numbers of the rows. The order is that of the Nash ratings."
    )


def _known(number: float) -> float | None:
    return None if math.isnan(number) else round(float(number), DIGITS)


# ------------------------------------------------------------------------------------------------------------- Pictures


def equilibrium_picture(found: Meta, width: float = WIDE) -> Picture:
    """The equilibrium as bars with intervals."""
    bars = [
        Bar(
            found.names[k],
            found.weights[k].mean,
            None if isnan(found.weights[k].low) else found.weights[k].low,
            None if isnan(found.weights[k].high) else found.weights[k].high,
            value("part", round(found.weights[k].mean, 6)),
        )
        for k in by_weight(found)
    ]
    return bar_chart("How often each agent is played in equilibrium", bars, width=width)


def beats_picture(found: Meta, width: float = WIDE) -> Picture:
    """Who beats whom, by the share of the win; the agents are in the order of their Nash ratings."""
    order = by_rating(found)
    names = [found.names[k] for k in order]
    shares = halves(found)[order][:, order]
    sure = found.sure[order][:, order]
    doubt = "; the interval includes 50 %"
    tips = [
        [f"{value('part', float(share))}{'' if is_sure else doubt}" for share, is_sure in zip(row, known, strict=True)]
        for row, known in zip(shares, sure, strict=True)
    ]
    about = (
        "Heat map of how often the row's agent beats the column's; the strongest agents by Nash averaging are first."
    )
    return heat_map("Who beats whom", names, shares.tolist(), tips, sure.tolist(), about=about, width=width)
