"""The tree of a search, to look into: as Python objects, JSON, Graphviz DOT, and a page for the browser.

:mod:`.building` reads the tree of a Monte Carlo search, :mod:`.building` records what a depth-first search visits;
:mod:`.building` makes a :class:`Tree` of either, :mod:`.formats` and :mod:`.formats` show it, :mod:`.formats` knows the formats.
"""

from __future__ import annotations

from .formats import FORMATS, form_of, size_of, written
from .model import Tree, TreeNode, TreeSize

__all__ = ["FORMATS", "Tree", "TreeNode", "TreeSize", "form_of", "size_of", "written"]
