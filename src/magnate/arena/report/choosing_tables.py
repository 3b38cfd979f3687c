"""The game of choosing an agent in tables: the agents, who is dominated, who beats whom, where nobody gains."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .choosing import DIGITS, by_rating, by_weight, drawn, halves, mixture
from .table import AGENT, CAPPED, Cell, Column, Table

if TYPE_CHECKING:
    from ..meta import Meta
    from .data import ReportData

__all__ = ["beats_words", "choosing_tables"]

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
