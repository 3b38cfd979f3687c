"""``python tools/feature_ranges.py``: how large the thesis' numbers get in games, the source of their bounds.

Prints, as a table in Markdown, what 99.9 % of the positions do not exceed, that and 30 % more, and the greatest value;
``--positions FILE`` keeps the positions, or takes those that were kept.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from feature_study.positions import kept_or_played

from magnate.values.monopoly import THESIS, THESIS_UNSCALED
from magnate.values.monopoly.rows import rows

MARGIN = 1.3
GAMES, KEPT, SEED = 6000, 16, 1
MEASURED = ("cash", "worth", "raisable", "rents", "houses")
"""Numbers whose bounds are not evident."""


def table(values: np.ndarray) -> str:
    """The table for some rows of unscaled numbers."""
    lines = ["| number | 99.9 % | and 30 % | greatest | divided by | beyond |", "|---|---|---|---|---|---|"]
    for name in MEASURED:
        place = THESIS.places[f"own.{name}"]
        column, bound = values[:, place], THESIS.numbers[place].scale
        usual = float(np.quantile(column, 0.999))
        amounts = (usual, MARGIN * usual, float(column.max()), bound)
        cells = (f"`{name}`", *(f"{amount:,.0f}" for amount in amounts), f"{(column > bound).mean():.3%}")
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
