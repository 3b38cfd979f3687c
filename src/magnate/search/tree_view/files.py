"""The three formats of a tree: which one a file has, how much of a tree goes in, and its text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from ...errors import BadSearch
from .model import Tree
from .size import NODES, TreeSize

__all__ = ["DRAWN", "FORMATS", "form_of", "size_of", "written"]

FORMATS: Final = ("json", "dot", "html")
DRAWN: Final = 60
"""The nodes of a DOT file, unless it is told otherwise: what can still be read as a picture."""


def form_of(file: Path, form: str | None = None) -> str:
    """The format of a file: the one asked for, else what its suffix says.

    Raises :class:`~magnate.errors.BadSearch` for another.

    >>> form_of(Path("tree.html")), form_of(Path("tree.txt"), "dot")
    ('html', 'dot')
    """
    chosen = file.suffix.removeprefix(".").lower() if form is None else form
    if chosen not in FORMATS:
        known = ", ".join(FORMATS)
        what = f'"{form}" is no format of a tree' if form else f"the name {file} does not say the format of the tree"
        raise BadSearch(what, hint=f"end the file's name in .json, .dot or .html, or give one of {known}")
    return chosen


def size_of(form: str, nodes: int | None = None, depth: int | None = None) -> TreeSize:
    """How much of a tree a file has: what is asked for, else as much as its format is good for."""
    return TreeSize(nodes or (DRAWN if form == "dot" else NODES), depth)


def written(tree: Tree, form: str) -> str:
    """The tree as the text of a file in one of :data:`FORMATS`.

    >>> written(Tree("pig", "Pig", "standard", 2, 0, "star1", {}, "depth:1", "nodes", "", ()), "dot").split()[:2]
    ['digraph', 'search']
    """
    if form == "json":
        return json.dumps(tree.as_dict(), ensure_ascii=False) + "\n"
    return tree.to_dot() if form == "dot" else tree.to_html()
