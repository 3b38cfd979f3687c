"""``python tools/course_trees.py``: the trees of docs/understand/course.md, with what alpha-beta left alone."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

import magnate
from magnate.games.tree import children, path
from magnate.plots.canvas import WIDTH, Picture, line, rect, text
from magnate.search import search

IMAGES = Path(__file__).parents[1] / "docs" / "images"
LEFT, TOP, LEVEL = 60.0, 22.0, 62.0
PRESETS = {"aima": "Seven of nine leaves", "deep": "Seven of sixteen leaves: deep cut-offs"}
SIGNS = {"<=": "≤ ", ">=": "≥ "}
PLAYERS = ("MAX", "MIN")


class Place(NamedTuple):
    """Where a node is drawn."""

    x: float
    y: float


def places(state: np.void, leaves: int) -> dict[int, Place]:
    """The place of every node: leaves side by side, every other node above the middle of its children."""
    found: dict[int, Place] = {}
    step = (WIDTH - LEFT - 30) / leaves
    used = 0

    def put(node: int, level: int) -> float:
        nonlocal used
        below = [put(child, level + 1) for _, child in children(state, node)]
        if not below:
            used += 1
        x = sum(below) / len(below) if below else LEFT + (used - 0.5) * step
        found[node] = Place(x, TOP + level * LEVEL)
        return x

    put(0, 0)
    return found


def picture(preset: str) -> Picture:
    """The tree of a preset: values and bounds that alpha-beta found, the best line strong, the rest faint."""
    root = magnate.load("tree", preset).new()
    state = root.states()[0]
    report = search(root, "alphabeta", "depth:32", interpreted=True, plies=40, tree=True)
    seen = {tuple(report.tree.path(i)): node for i, node in enumerate(report.tree.nodes)} if report.tree else {}
    where = places(state, len(root.view(None)["leaves"]))
    edges, labels = [], []
    for node, place in where.items():
        met = seen.get(tuple(path(state, node)))
        for _, child in children(state, node):
            below = seen.get(tuple(path(state, child)))
            kind = "grid" if below is None else "fair" if below.best else "tick"
            edges.append(line(place.x, place.y, *where[child], kind))
        leaf = not state["children"][node]
        label = f"{float(state['value'][node, 0]):g}" if leaf else ""
        if met is not None and met.value[0] is not None:
            label = SIGNS.get(met.bound, "") + f"{met.value[0]:g}"
        if label:
            labels.append(rect(place.x - 15, place.y - 11, 30, 22, "paper", radius=6))
            labels.append(text(place.x, place.y + 5, label, "number" if met else "soft", "middle"))
    depth = max(len(path(state, node)) for node in where)
    sides = [text(4, TOP + 5 + level * LEVEL, PLAYERS[level % 2], "soft") for level in range(depth)]
    about = f"alpha-beta of {root.game.options.tree}: {report.evaluations} leaves, value {report.value[0]:g}"
    return Picture(PRESETS[preset], about, WIDTH, TOP + depth * LEVEL + 24, tuple(edges + sides + labels))


def main() -> None:
    """Draw them."""
    under = "Values and bounds as alpha-beta found them; grey is what it did not look at, dashed the best line"
    for preset in PRESETS:
        (IMAGES / f"course-{preset}.svg").write_text(picture(preset).svg(under), encoding="utf-8")


if __name__ == "__main__":
    main()
