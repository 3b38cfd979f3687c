"""A tree as Graphviz DOT: decisions are boxes, chance is a circle, the end of the game a double box."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.contract import CHANCE, OVER
from .model import VARIES, Tree, TreeNode

__all__ = ["dot", "quoted"]

SIGNS = {"<=": "≤ ", ">=": "≥ ", "~": "≈ "}
COLOURS = ("#4c86e8", "#cb7316", "#2a9d8f", "#8e6bbf", "#c2456f", "#7a8b2f", "#8f5a3c", "#5d6778")
"""A colour for each seat."""


def dot(tree: Tree) -> str:
    """The whole tree; ``dot -Tsvg tree.dot`` draws it."""
    about = f"{tree.title}: {tree.algorithm}, {tree.budget}"
    return "\n".join(
        [
            "digraph search {",
            f"  graph [label={quoted(about)}, labelloc=t, rankdir=LR, fontname=Helvetica, nodesep=0.12]",
            "  node [shape=box, style=rounded, fontname=Helvetica, fontsize=10, margin=0.08, height=0.3]",
            "  edge [fontname=Helvetica, fontsize=10, color=gray50, arrowsize=0.6]",
            *_lines(tree),
            "}\n",
        ]
    )


def quoted(text: str) -> str:
    r"""A text as DOT's quoted string, in which a line break is ``\n``.

    >>> print(quoted('say "a\\b"'))
    "say \"a\\b\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{escaped}"'


def _lines(tree: Tree) -> Iterator[str]:
    """A line for every node and for the edge to it, and for what is left out below."""
    digits = tree.digits
    for i, node in enumerate(tree.nodes):
        yield f"  n{i} [{_node(node, tree, digits)}]"
        if node.parent >= 0:
            bold = ", penwidth=2.5, color=black" if node.best else ""
            yield f"  n{node.parent} -> n{i} [label={quoted(_edge(node))}{bold}]"
        rest = _rest(node)
        if rest:
            yield f'  r{i} [shape=plaintext, style="", fontcolor=gray40, label={quoted(rest)}]'
            yield f"  n{i} -> r{i} [style=dashed, arrowhead=none]"


def _node(node: TreeNode, tree: Tree, digits: int) -> str:
    """The shape and the label of a node: who moves, the values, the visits."""
    who = {CHANCE: "", OVER: "the end", VARIES: ""}.get(node.mover, f"seat {node.mover}")
    remark = {"cut-off": "cut off", "": "proven" if node.proven and node.mover != OVER else ""}.get(
        node.remark, node.remark
    )
    lines = [who, _values(node, tree.seat, digits), f"{node.visits:,}" if node.visits != 1 else "", remark]
    label = quoted("\n".join(line for line in lines if line))
    if node.mover == CHANCE:
        return f'shape=circle, style="", margin=0.02, label={label}'
    if node.mover == OVER:
        return f'style="", peripheries=2, label={label}'
    if node.mover == VARIES:
        return f"label={label}"
    return f'color="{COLOURS[node.mover % len(COLOURS)]}", penwidth={2.5 if node.best else 1.5}, label={label}'


def _values(node: TreeNode, seat: int, digits: int) -> str:
    """What a node is worth to each seat of which that is known; a bound is that of the seat that searches."""
    other = {"<=": ">=", ">=": "<="}.get(node.bound, node.bound)
    known = [
        SIGNS.get(node.bound if at == seat else other, "") + f"{value:.{digits}f}"
        for at, value in enumerate(node.value)
        if value is not None
    ]
    return " | ".join(known)


def _edge(node: TreeNode) -> str:
    """The action or outcome, with its probability or its prior."""
    if node.probability is not None:
        return f"{node.name}\n{node.probability:.1%}"
    return node.label if node.prior is None else f"{node.label}\nprior {node.prior:.1%}"


def _rest(node: TreeNode) -> str:
    """What the tree leaves out below a node, in words."""
    further = f"{node.further:,} further node{'s' if node.further > 1 else ''}" if node.further else ""
    unsearched = f"{len(node.unsearched):,} not searched" if node.unsearched else ""
    return "\n".join(words for words in (further, unsearched) if words)
