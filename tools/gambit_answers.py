"""``python tools/gambit_answers.py``: ask Gambit and nashpy for the equilibria of random games, and record the answers.

The tests compare our extreme equilibria with the file that this writes (``tests/gametheory/gambit_answers.xz``). Both
are no part of the development environment, Gambit because it is compiled for minutes where there is no wheel:

    python -m venv build/gambit && build/gambit/bin/pip install 'pygambit==16.7.0' 'nashpy==0.0.43'
    build/gambit/bin/python tools/gambit_answers.py

The games follow from their numbers, so the same versions write the same file.
"""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.gametheory.recorded import FILE, GAMES, KINDS, SHAPES, Answer, Exact, Rounded, Table, tables, write


def by_gambit(gambit: Any, first: Table, second: Table) -> tuple[Exact, ...]:
    """All extreme equilibria, each once, the payoffs taken as the fractions that these floats are."""
    exact = [np.array([[Fraction(value) for value in row] for row in table], dtype=object) for table in (first, second)]
    found = gambit.nash.enummixed_solve(gambit.Game.from_arrays(*exact), rational=True).equilibria
    shares = [[Fraction(str(share)) for _, share in profile] for profile in found]
    return tuple(sorted({(tuple(one[: len(first)]), tuple(one[len(first) :])) for one in shares}))


def by_nashpy(nashpy: Any, first: Table, second: Table) -> tuple[Rounded, ...]:
    """What support enumeration finds; of a degenerate game it warns, and finds a part."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = list(nashpy.Game(np.array(first), np.array(second)).support_enumeration())
    return tuple((tuple(map(float, own)), tuple(map(float, other))) for own, other in found)


def main() -> None:
    """Ask for all games and write the file."""
    import nashpy
    import pygambit

    found = []
    for kind in KINDS:
        for shape in SHAPES:
            for number in range(GAMES):
                game = tables(kind, shape, number)
                found.append(Answer(kind, shape, number, by_gambit(pygambit, *game), by_nashpy(nashpy, *game)))
            print(kind, shape, sum(len(answer.gambit) for answer in found[-GAMES:]), "equilibria", flush=True)
    write(found)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
