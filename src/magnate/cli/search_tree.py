"""The tree of ``magnate search --tree``: what is asked for, and writing it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadSearch
from .console import note

if TYPE_CHECKING:
    from ..search import Tree, TreeSize

__all__ = ["Wanted", "asked", "write"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A tree that is to be written: where, in which format, and how much of it."""

    file: Path
    form: str
    size: TreeSize


def asked(file: Path | None, form: str | None, nodes: int | None, depth: int | None) -> Wanted | None:
    """The tree that the options of the command ask for; None if none does.

    Raises :class:`~magnate.errors.BadSearch` before anything is searched.
    """
    from ..search.tree_view import form_of, size_of

    if file is None:
        if form is not None or nodes is not None or depth is not None:
            raise BadSearch("there is no file to write a tree to", hint="give --tree FILE.html, FILE.json or FILE.dot")
        return None
    if not file.parent.is_dir():
        raise BadSearch(f"there is no folder {file.parent} for the tree", hint="make it first, or name another file")
    chosen = form_of(file, form)
    return Wanted(file, chosen, size_of(chosen, nodes, depth))


def write(tree: Tree, wanted: Wanted) -> None:
    """Write the tree, and tell how much of it there is in the file."""
    from ..search.tree_view import written

    wanted.file.write_text(written(tree, wanted.form), encoding="utf-8")
    all_ = "" if tree.whole == len(tree.nodes) else f" of {tree.whole:,}"
    note(f"the tree is in {wanted.file} ({len(tree.nodes):,}{all_} nodes)")
