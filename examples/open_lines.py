# ruff: noqa: ARG001 - the contract gives the signatures
"""A guide of tic-tac-toe that counts open lines: those on which the other has no mark (Nilsson 1971).

A guide tells a search what a position is worth where it stops: ``search(position, "minimax", "depth:2",
guide="examples.open_lines")``, where the current folder has the folder ``examples`` (``magnate examples`` writes it).
"""

from __future__ import annotations

from magnate.games.tictactoe import LINES, State
from magnate.runtime.compiler import Floats, rule


@rule
def open_lines(marks: int) -> int:
    """The lines without any of these marks."""
    n = 0
    for line in LINES:
        if marks & line == 0:
            n += 1
    return n


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """X's open lines less O's, from -8 to 8, as a share of the win: 0 is ½, and every line 1/16."""
    out[0] = 0.5 + (open_lines(g.marks[1]) - open_lines(g.marks[0])) / 16
    out[1] = 1.0 - out[0]
