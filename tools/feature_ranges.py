"""``python tools/feature_ranges.py``: how large the thesis' numbers get in games, the source of their bounds.

Prints, as a table in Markdown, what 99.9 % of the positions do not exceed, that and 30 % more, and the greatest value;
``--positions FILE`` keeps the positions, or takes those that were kept.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from magnate.agents.monopoly.features import THESIS, THESIS_UNSCALED
from magnate.agents.monopoly.features.rows import rows
from tools.feature_data import kept_or_played

MARGIN = 1.3
GAMES, KEPT, SEED = 6000, 16, 1
EVIDENT = ("owned", "buildings", "mortgaged", "square", "in_jail")
"""Numbers (by the ends of their names) whose bounds need no measuring."""


def table(values: np.ndarray) -> str:
    """The table for some rows of unscaled numbers."""
    lines = ["| number | 99.9 % | and 30 % | greatest | divided by | beyond |", "|---|---|---|---|---|---|"]
    for place, number in enumerate(THESIS.numbers):
        name = number.name.removeprefix("own.")
        if number.scale == 1 or name.startswith("other.") or name.endswith(EVIDENT):
            continue
        column = values[:, place]
        usual = float(np.quantile(column, 0.999))
        beyond = f"{(column > number.scale).mean():.3%}"
        cells = (
            f"`{name}`",
            f"{usual:,.0f}",
            f"{MARGIN * usual:,.0f}",
            f"{column.max():,.0f}",
            f"{number.scale:,}",
            beyond,
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Play, or read, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=Path, help="file with the positions, written if it is not there")
    found = kept_or_played(parser.parse_args().positions, "thesis", 2, GAMES, KEPT, SEED)
    values = [rows(THESIS_UNSCALED, found.states, np.full(len(found.states), seat)) for seat in range(2)]
    print(f"{len(found.states):,} positions of {len(found.shares):,} games, seen from both seats\n")
    print(table(np.concatenate(values)))


if __name__ == "__main__":
    main()
