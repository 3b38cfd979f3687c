"""The tree of a search, to look into: as Python objects, JSON, Graphviz DOT, and a page for the browser.

:mod:`.pool` reads the tree of a Monte Carlo search, :mod:`.recording` records what a depth-first search visits;
:mod:`.naming` makes a :class:`Tree` of either, :mod:`.dot` and :mod:`.page` show it, :mod:`.files` knows the formats.
"""

from __future__ import annotations

from .files import FORMATS, form_of, size_of, written
from .model import Tree, TreeNode
from .size import TreeSize

__all__ = ["FORMATS", "Tree", "TreeNode", "TreeSize", "form_of", "size_of", "written"]
