"""``python tools/study_pictures.py``: the pictures of studies whose table says it all, drawn from these tables.

A picture shows one column of a table of the page, with the intervals that stand there. If you change a table, draw
its picture anew; a test compares them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from magnate.plots.bars import Bar, bar_chart, dot_chart
from magnate.plots.canvas import Picture, plain

DOCS: Final = Path(__file__).parents[1] / "docs"
STUDIES: Final = DOCS / "studies"
IMAGES: Final = DOCS / "images"
NUMBER: Final = re.compile(r"([+-]?\d+(?:\.\d+)?)( [kM]\b)?( %)?(?: %?± ?<?(\d+(?:\.\d+)?))?")
BETWEEN: Final = re.compile(r"([+-]?\d+(?:\.\d+)?)(?: to |–)([+-]?\d+(?:\.\d+)?)")
NOTE: Final = 24
"""The longest note beside a bar, in letters."""
THOUSANDS: Final = {" k": 1e3, " M": 1e6}


@dataclass(frozen=True, slots=True)
class Chart:
    """Which column of which table is drawn, and how."""

    page: str
    begins: str
    """The first words of the table's head."""
    title: str
    column: int
    label: str = "{0}"
    """How columns name a row."""
    between: int | None = None
    """The column of the interval, where it stands apart."""
    mark: float | None = None
    ratio: bool = False
    """On a scale of powers of ten."""


CHARTS: Final = (
    Chart("brass-endgame", "| agent | regret |", "Points lost by the moves of an agent, on average", 1),
    Chart("brass-strength", "| players | a move |", "magnate:brass against ismcts:2026, wins", 4, "{0} players, {1}"),
    Chart("deep-q", "| agent | wins of its own", "Wins of their own games in the field of twelve", 1, mark=0.5),
    Chart("negotiation", "| what | before |", "magnate:negotiator at tables of four, wins", 3, mark=0.25),
    Chart("negotiator", "| offers | three `strategic` | mixed", "Wins at mixed tables of four, percent", 2, mark=25),
    Chart("network-trades", "| `offers` | mean", "Wins by the chance of offers, percent", 1, "offers={0}"),
    Chart("other-libraries", "| library | game |", "Decisions a second from Python", 4, "{0}, {1}", ratio=True),
    Chart("ppo", "| against | wins |", "Wins of the policy by PPO", 1, mark=0.5),
    Chart("search-strength", "| agent | budget |", "One of four at 10 ms a move, wins", 2, between=3, mark=0.25),
    Chart("speed", "| | found | goal | times", "The Python face, times as fast as before", 3, ratio=True),
    Chart("thesis-reproduced", "| agent | wins of all", "Wins of their own games among twelve", 3, mark=0.5),
)
FAIR: Final = {0.5: "half", 0.25: "a fair share", 25: "a fair share"}


def rows_of(page: str, begins: str) -> list[list[str]]:
    """The cells of the first table with such a head, without marks of style."""
    lines = (STUDIES / f"{page}.md").read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(begins)) + 2
    rows = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        rows.append([re.sub(r"\*\*|`", "", cell).replace("−", "-").strip() for cell in line.split("|")[1:-1]])
    return rows


def bar_of(chart: Chart, cells: list[str]) -> Bar | None:
    """One row; None where the column has no number."""
    note = cells[chart.column]
    found = NUMBER.search(note.replace(",", ""))
    if found is None:
        return None
    scale = 0.01 if "%" in note else THOUSANDS.get(found[2] or "", 1.0)
    value = float(found[1])
    low = high = None
    if found[4]:
        low, high = value - float(found[4]), value + float(found[4])
    elif apart := BETWEEN.search(note if chart.between is None else cells[chart.between]):
        low, high = float(apart[1]), float(apart[2])

    def at(number: float | None) -> float | None:
        """Where a number lies on the scale."""
        if number is None:
            return None
        return math.log10(max(number * scale, 1e-9)) if chart.ratio else number * scale

    note = note if len(note) <= NOTE else note.partition(" (")[0]
    return Bar(chart.label.format(*cells), at(value) or 0.0, at(low), at(high), note)


def drawings() -> Iterator[tuple[str, str]]:
    """The names of the files and what is in them; of a table of shares and other numbers the shares are drawn."""
    for chart in CHARTS:
        bars = [bar for cells in rows_of(chart.page, chart.begins) if (bar := bar_of(chart, cells)) is not None]
        bars = [bar for bar in bars if "%" in bar.note or "%" not in bars[0].note]
        below = "with intervals at 95 %" if bars[0].low is not None else ""
        yield f"study-{chart.page}.svg", picture(chart, bars).svg(below)


def picture(chart: Chart, bars: list[Bar]) -> Picture:
    """Bars for shares, dots for other numbers."""
    label = FAIR.get(chart.mark or 0, "")
    if chart.ratio:
        return dot_chart(chart.title, bars, shown=lambda power: f"{10.0**power:,.0f}")
    if any("%" in bar.note for bar in bars):
        return bar_chart(chart.title, bars, mark=chart.mark, mark_label=label)
    return dot_chart(chart.title, bars, mark=chart.mark, mark_label=label, shown=plain)


def main() -> None:
    """Draw all."""
    for name, drawn in drawings():
        (IMAGES / name).write_text(drawn, encoding="utf-8")
        print(f"in {IMAGES / name}")


if __name__ == "__main__":
    main()
