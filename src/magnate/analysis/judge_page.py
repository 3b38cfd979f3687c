"""The page of a judging: its tables as Markdown, put between two marks of a page of the docs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..arena.empirical_game import Meta, Weight
from ..arena.statistics import Estimate
from ..errors import SaveFailed

if TYPE_CHECKING:
    from .judge import Found, Goal
    from .judged_trades import Trades

__all__ = ["BEGIN", "END", "meta_table", "put_in", "rows_table", "trades_table"]

BEGIN, END = "<!-- judge -->", "<!-- end -->"
HEAD: Final = (
    "| what | before | to reach | share | a cap ended | games | reached |",
    "|---|--:|--:|--:|--:|--:|---|",
)
ANSWERS: Final = {True: "yes", False: "no", None: "–"}


def shown(found: Estimate | None, *, fair: bool = False) -> str:
    """A share in per cent with its interval, or a multiple of an even share."""
    if found is None:
        return "–"
    scale, digits = (1, 2) if fair else (100, 1)
    margin = "" if found.margin is None else f" ± {scale * found.margin:.{digits}f}"
    return f"{scale * found.mean:.{digits}f}{margin}"


def probability(found: Weight) -> str:
    """An agent's probability in a mixture, with the middle 95 % of the resamples where they tell it."""
    middle = "" if math.isnan(found.low + found.high) else f" ({100 * found.low:.0f}–{100 * found.high:.0f})"
    return f"{100 * found.mean:.0f}{middle} %"


def goal_text(goal: Goal, *, fair: bool) -> str:
    """What is to be reached, in words."""
    sign, scale, unit = ("≥" if goal.above else "≤"), (1 if fair else 100), ("" if fair else " %")
    parts = [] if goal.estimate is None else [f"{sign} {scale * goal.estimate:g}{unit}"]
    if goal.bound is not None:
        parts.append(f"bound {sign} {scale * goal.bound:g}{unit}")
    return ", ".join(parts) or "–"


def rows_table(rows: Sequence[Found]) -> list[str]:
    """The table of the rows that were played, or refused."""
    lines = list(HEAD)
    for one in rows:
        row = one.row
        goal = goal_text(row.goal, fair=row.fair)
        if one.refused or not one.games:
            figures = [one.refused or "not played", "–", "–", "–"]
        else:
            capped = f"{100 * one.capped:.1f} %"
            share = shown(one.share, fair=row.fair)
            figures = [
                share + ("" if row.fair or share == "–" else " %"),
                capped,
                f"{one.games:,}",
                ANSWERS[one.reached],
            ]
        lines.append(f"| {row.about} | {row.before} | {goal} | {' | '.join(figures)} |")
    return lines


def trades_table(found: Iterable[tuple[str, Trades]]) -> list[str]:
    """What trades gain, by the type of the partner; in points of win share."""
    lines = [
        "| partner | trades | own gain | the partner's | the others' | own gain ≥ 0 | partner below −5 | own offers |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, one in found:
        parts = [f"{shown(part)} %" for part in (one.own_gains, one.partner_loses, one.proposed)]
        gains = [shown(gain) for gain in (one.own, one.partner, one.third)]
        lines.append(f"| {name} | {one.count} | {' | '.join([*gains, *parts])} |")
    return lines


def meta_table(found: Meta) -> list[str]:
    """Which mixtures are stable: the equilibrium, Nash averaging and α-rank of the agents."""
    lines = ["| agent | share in the equilibrium | in Nash averaging | α-rank |", "|---|--:|--:|--:|"]
    alpha = {found.names[number]: float(share) for number, share in zip(found.ranked, found.alpha, strict=True)}
    for name, weight, average in zip(found.names, found.weights, found.average, strict=True):
        both = [probability(one) for one in (weight, average)]
        lines.append(f"| `{name}` | {both[0]} | {both[1]} | {100 * alpha.get(name, 0.0):.0f} % |")
    pure = ["`" + "`, `".join(found.names[number] for number in row) + "`" for row in found.pure]
    lines += ["", f"Stable tables: {'; '.join(pure) if pure else 'none'}."]
    return lines


def put_in(page: Path, lines: Sequence[str]) -> None:
    """Put these lines between the marks of a page; a page that is not there is begun.

    Raises :class:`~magnate.errors.SaveFailed` for a page without the marks.
    """
    text = page.read_text(encoding="utf-8") if page.exists() else f"# How an agent negotiates\n\n{BEGIN}\n{END}\n"
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise SaveFailed(f"{page} has no lines “{BEGIN}” and “{END}”", hint="write them where the tables belong")
    body = "\n".join(lines)
    page.write_text(f"{before}{BEGIN}\n\n{body}\n\n{END}{after}", encoding="utf-8")
