"""``python tools/course_pictures.py``: pictures of the course, from searches; a minute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import magnate
from magnate.plots.canvas import WIDTH, Picture, Scale, circle, line, plain, text
from magnate.search import search

IMAGES = Path(__file__).parents[1] / "docs" / "images"
LEFT, RIGHT, TOP, BOTTOM = 62.0, WIDTH - 190.0, 10.0, 300.0
BRANCHING, DEPTHS, TREES = 5, range(1, 8), 40
MOVES = {"b2": "centre", "a1": "corner", "b1": "edge"}
SIMULATIONS = [10 * 2**k for k in range(12)]
SEEDS = 20


class Curve(NamedTuple):
    """A named curve: its points, and the class of its lines."""

    name: str
    points: Sequence[tuple[float, float]]
    kind: str


def powers(low: int, high: int) -> tuple[float, ...]:
    """The powers of ten between two exponents."""
    return tuple(10.0**exponent for exponent in range(low, high + 1))


def drawn(curves: Sequence[Curve], across: Scale, up: Scale, *, log_across: bool) -> list[str]:
    """The curves with their names at their ends; the scale upwards is logarithmic."""
    body = []
    for tick in up.ticks:
        y = up.x(tick)
        body += [line(LEFT, y, RIGHT, y, "grid"), text(LEFT - 8, y + 4, plain(round(10**tick)), "soft", "end")]
    for tick in across.ticks:
        shown = plain(round(10**tick)) if log_across else plain(tick)
        body += [text(across.x(tick), BOTTOM + 20, shown, "soft", "middle")]
    for curve in curves:
        places = [(across.x(math.log10(x) if log_across else x), up.x(math.log10(y))) for x, y in curve.points]
        body += [line(*one, *other, curve.kind) for one, other in pairwise(places)]
        body += [circle(x, y, 3.2, "dot") for x, y in places]
        body.append(text(places[-1][0] + 10, places[-1][1] + 4, curve.name, "small"))
    return body


def leaves(depth: int, ordering: str, seed: int = 1) -> int:
    """The leaves that alpha-beta looks at in a uniform tree."""
    tree = magnate.load("random_tree", branching=BRANCHING, depth=depth, ordering=ordering, seed=seed).new()
    return search(tree, "alphabeta", f"depth:{depth}").evaluations


def leaves_picture() -> Picture:
    """Leaves against depth."""
    mean = [(d, sum(leaves(d, "random", seed) for seed in range(TREES)) / TREES) for d in DEPTHS]
    curves = [
        Curve("minimax, or the worst order", [(d, BRANCHING**d) for d in DEPTHS], "whisker"),
        Curve("alpha-beta, any order (mean)", mean, "tick"),
        Curve("alpha-beta, the best order", [(d, leaves(d, "best")) for d in DEPTHS], "fair"),
    ]
    across = Scale(LEFT, RIGHT, 1, DEPTHS[-1], tuple(map(float, DEPTHS)))
    up = Scale(BOTTOM, TOP, 0, 5, tuple(map(float, range(6))))
    body = drawn(curves, across, up, log_across=False)
    about = "; ".join(f"{curve.name}: " + ", ".join(f"{y:,.0f}" for _, y in curve.points) for curve in curves)
    return Picture("Leaves that are looked at", about, WIDTH, BOTTOM + 30, tuple(body))


def visits_picture() -> Picture:
    """How often the moves of tic-tac-toe are tried; the mean of some seeds."""
    board = magnate.load("tictactoe").new()
    tried: dict[str, list[tuple[float, float]]] = {cell: [] for cell in MOVES}
    for count in SIMULATIONS:
        reports = [search(board, "mcts", f"sims:{count}", seed=seed) for seed in range(SEEDS)]
        for cell, points in tried.items():
            visits = [one.visits for report in reports for one in report.actions if one.name == cell]
            points.append((count, sum(visits) / SEEDS))
    kinds = ("whisker", "tick", "fair")
    curves = [
        Curve(f"{MOVES[cell]} ({cell})", points, kind)
        for (cell, points), kind in zip(tried.items(), kinds, strict=True)
    ]
    across = Scale(LEFT, RIGHT, 1, math.log10(SIMULATIONS[-1]), (1.0, 2.0, 3.0, 4.0))
    up = Scale(BOTTOM, TOP, 0, 4, tuple(map(float, range(5))))
    body = drawn(curves, across, up, log_across=True)
    about = "; ".join(f"{curve.name}: " + ", ".join(f"{y:,.0f}" for _, y in curve.points) for curve in curves)
    return Picture("Where the simulations go", about, WIDTH, BOTTOM + 30, tuple(body))


def main() -> None:
    """Draw both."""
    under = f"Uniform trees with {BRANCHING} moves a node, by depth; the mean is of {TREES} random trees"
    (IMAGES / "course-leaves.svg").write_text(leaves_picture().svg(under), encoding="utf-8")
    under = f"Visits of three first moves of tic-tac-toe, by simulations (means of {SEEDS} searches)"
    (IMAGES / "course-visits.svg").write_text(visits_picture().svg(under), encoding="utf-8")


if __name__ == "__main__":
    main()
