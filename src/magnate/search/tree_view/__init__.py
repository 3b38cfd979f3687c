"""The tree of a search, to look into: as Python objects, JSON, Graphviz DOT, and a page for the browser.

:mod:`.building` reads the tree of a Monte Carlo search or records what a depth-first search visits, and makes a
:class:`Tree` of it. :mod:`.formats` writes it as JSON, Graphviz DOT or a page.
"""

from __future__ import annotations

from .formats import FORMATS, Tree, form_of, size_of, written
from .model import TreeNode, TreeSize

__all__ = ["FORMATS", "Tree", "TreeNode", "TreeSize", "form_of", "size_of", "written"]
