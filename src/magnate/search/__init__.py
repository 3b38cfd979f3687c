"""Searching game trees: every algorithm of the course, on every game.

>>> import magnate
>>> from magnate.search import search
>>> search(magnate.load("tictactoe").new(), "alphabeta", "depth:9").value
(0.5, 0.5)

The algorithms are readable kernels in this folder, which :mod:`magnate.core.loader` executes once for each game. They
are compiled for play, and interpreted for teaching and as the test of the compiled ones. This package knows no
particular game and no agent.
"""

from __future__ import annotations

from .algorithms import ALGORITHMS, Algorithm, parse_algorithm
from .api import Analysis, search
from .options import Budget, parse_budget
from .report import ActionReport, Report, Step
from .tree import TreeNode, TreeSize
from .tree_formats import Tree

__all__ = [
    "ALGORITHMS",
    "ActionReport",
    "Algorithm",
    "Analysis",
    "Budget",
    "Report",
    "Step",
    "Tree",
    "TreeNode",
    "TreeSize",
    "parse_algorithm",
    "parse_budget",
    "search",
]
