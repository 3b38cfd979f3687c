"""A tree as a file: JSON, Graphviz DOT, and a page for the browser."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any, Final

from ..core.contract import CHANCE, OVER
from ..errors import BadSearch
from ..skins import all_shown, shown
from .tree import MOST_PLACES, NODES, VARIES, TreeData, TreeNode, TreeSize

# ------------------ A tree as Graphviz DOT: decisions are boxes, chance is a circle, the end of the game a double box.


SIGNS = {"<=": "≤ ", ">=": "≥ ", "~": "≈ "}
COLOURS = ("#4c86e8", "#cb7316", "#2a9d8f", "#8e6bbf", "#c2456f", "#7a8b2f", "#8f5a3c", "#5d6778")
"""A colour for each seat."""


def dot(tree: TreeData) -> str:
    """The whole tree; ``dot -Tsvg tree.dot`` draws it."""
    about = f"{tree.title}: {tree.algorithm}, {tree.budget}"
    return "\n".join(
        [
            "digraph search {",
            f"  graph [label={quoted(about)}, labelloc=t, rankdir=LR, fontname=Helvetica, nodesep=0.12]",
            "  node [shape=box, style=rounded, fontname=Helvetica, fontsize=10, margin=0.08, height=0.3]",
            "  edge [fontname=Helvetica, fontsize=10, color=gray50, arrowsize=0.6]",
            *_dot_lines(tree),
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


def _dot_lines(tree: TreeData) -> Iterator[str]:
    """A line for every node and for the edge to it, and for what is left out below."""
    digits = tree.digits
    for i, node in enumerate(tree.nodes):
        yield f"  n{i} [{_dot_node(node, tree, digits)}]"
        if node.parent >= 0:
            bold = ", penwidth=2.5, color=black" if node.best else ""
            yield f"  n{node.parent} -> n{i} [label={quoted(_dot_edge(node))}{bold}]"
        rest = _dot_rest(node)
        if rest:
            yield f'  r{i} [shape=plaintext, style="", fontcolor=gray40, label={quoted(rest)}]'
            yield f"  n{i} -> r{i} [style=dashed, arrowhead=none]"


def _dot_node(node: TreeNode, tree: TreeData, digits: int) -> str:
    """The shape and the label of a node: who moves, the values, the visits."""
    who = {CHANCE: "", OVER: "the end", VARIES: ""}.get(node.mover, f"seat {node.mover}")
    remark = {"cut-off": "cut off", "": "proven" if node.proven and node.mover != OVER else ""}.get(
        node.remark, node.remark
    )
    lines = [who, _dot_values(node, tree.seat, digits), f"{node.visits:,}" if node.visits != 1 else "", remark]
    label = quoted("\n".join(line for line in lines if line))
    if node.mover == CHANCE:
        return f'shape=circle, style="", margin=0.02, label={label}'
    if node.mover == OVER:
        return f'style="", peripheries=2, label={label}'
    if node.mover == VARIES:
        return f"label={label}"
    return f'color="{COLOURS[node.mover % len(COLOURS)]}", penwidth={2.5 if node.best else 1.5}, label={label}'


def _dot_values(node: TreeNode, seat: int, digits: int) -> str:
    """What a node is worth to each seat of which that is known; a bound is that of the seat that searches."""
    other = {"<=": ">=", ">=": "<="}.get(node.bound, node.bound)
    known = [
        SIGNS.get(node.bound if at == seat else other, "") + f"{value:.{digits}f}"
        for at, value in enumerate(node.value)
        if value is not None
    ]
    return " | ".join(known)


def _dot_edge(node: TreeNode) -> str:
    """The action or outcome, with its probability or its prior."""
    if node.probability is not None:
        return f"{node.label}\n{node.probability:.1%}"
    return node.label if node.prior is None else f"{node.label}\nprior {node.prior:.1%}"


def _dot_rest(node: TreeNode) -> str:
    """What the tree leaves out below a node, in words."""
    further = f"{node.further:,} further node{'s' if node.further > 1 else ''}" if node.further else ""
    unsearched = f"{len(node.unsearched):,} not searched" if node.unsearched else ""
    return "\n".join(words for words in (further, unsearched) if words)


# ----------------------- A tree as one HTML page to browse, which needs nothing else: no network, no font, no library.
#
# The nodes are columns of JSON in the page; its script makes only those rows that are open, so that 100,000 nodes
# are no burden. Names are data and never markup: the script sets them as text, and the JSON has no ``<``.


DIGITS = 5
"""Decimal places of probabilities in the page."""


def page(tree: TreeData) -> str:
    """The whole page."""
    style, script = _part("page.css"), _part("page.js")
    counted = "visited nodes" if tree.unit == "nodes" else tree.unit
    part = f" of {tree.whole:,}" if tree.whole > len(tree.nodes) else ""
    options = ", ".join(f"{name} {_plain(value)}" for name, value in tree.options.items())
    facts = [
        f"{tree.algorithm}, {tree.budget}",
        f"{tree.players} players · preset {tree.preset}",
        f"seat {tree.seat} to move",
        f"{tree.nodes[0].visits:,} {counted}",
        f"tree of {len(tree.nodes):,}{part} nodes",
        *([options] if options else []),
    ]
    answer = next((tree.nodes[i].label for i in tree.line()), "")
    return Template(_part("page.html")).substitute(
        title=escape(f"{tree.title} · {_readable(answer)}" if answer else tree.title),
        facts="".join(f"<li>{escape(fact)}</li>" for fact in facts),
        footer=escape(_footer(tree)),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        data=json.dumps(_data(tree), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _part(name: str) -> str:
    return resources.files(__package__).joinpath("tree_page", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a content security policy knows an inline script or style by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _readable(name: str) -> str:
    """A name as a reader expects it, as in the script: ``mortgage: park place``.

    >>> _readable("mortgage:park-place"), _readable("roll:3-4")
    ('mortgage: park place', 'roll: 3-4')
    """
    return re.sub("([a-z])-(?=[a-z])", r"\1 ", name, flags=re.IGNORECASE).replace(":", ": ")


def _plain(value: object) -> str:
    """The value of an option."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _footer(tree: TreeData) -> str:
    """How the page is used."""
    counted = {
        "simulations": "Visits are simulations; a value is the mean of what they brought, unless it is proven.",
        "nodes": "Visits are the visited nodes of a subtree; ≤ and ≥ are bounds for the seat that searched.",
    }[tree.unit]
    return (
        f"{counted} Arrow keys: up and down from row to row, right opens, left closes; * opens all siblings; Home and "
        "End. Made by magnate."
    )


class _Table:
    """Values that occur often, each once; nodes have their numbers."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}

    def number(self, value: Hashable) -> int:
        return self.known.setdefault(value, len(self.known))


def _data(tree: TreeData) -> dict[str, Any]:
    """What the script reads: the nodes column by column, their words as numbers of tables."""
    words, lists = _Table(), _Table()
    words.number("")
    lists.number(())
    nodes = tree.nodes

    def column(values: Iterable[Any]) -> list[Any]:
        return list(values)

    return {
        "players": tree.players,
        "seat": tree.seat,
        "unit": tree.unit,
        "digits": tree.digits,
        "position": tree.position,
        "parent": column(node.parent for node in nodes),
        "name": column(words.number(node.label) for node in nodes),
        "text": column(words.number(node.text) for node in nodes),
        "by": column(node.by for node in nodes),
        "mover": column(node.mover for node in nodes),
        "visits": column(node.visits for node in nodes),
        "value": column(_page_values(node) for node in nodes),
        "bound": column(words.number(node.bound) for node in nodes),
        "proven": column(int(node.proven) for node in nodes),
        "probability": column(_short(node.probability) for node in nodes),
        "prior": column(_short(node.prior) for node in nodes),
        "best": column(int(node.best) for node in nodes),
        "remark": column(words.number(node.remark) for node in nodes),
        "unsearched": column(
            lists.number(tuple(words.number(shown(one)) for one in node.unsearched)) for node in nodes
        ),
        "further": column(node.further for node in nodes),
        "words": list(words.known),
        "lists": list(lists.known),
    }


def _page_values(node: TreeNode) -> list[float | None]:
    return [_short(value, MOST_PLACES) for value in node.value]


def _short(value: float | None, digits: int = DIGITS) -> float | None:
    return None if value is None else round(value, digits)


# --------------------------------------------------------------------------------------------------------------- Files


@dataclass(frozen=True)
class Tree(TreeData):
    """A tree that can be written in all formats."""

    def to_dot(self) -> str:
        """The tree as Graphviz DOT; :meth:`limited` makes it small enough to be drawn."""
        return dot(self)

    def to_html(self) -> str:
        """The tree as one HTML page to browse, which needs nothing else."""
        return page(self)

    def _repr_svg_(self) -> str:
        """The tree as a picture for notebooks, of at most :data:`SHOWN` nodes, with the values of the seat."""
        from ..plots import Branch, tree_chart

        some, digits = self.limited(TreeSize(nodes=SHOWN)), self.digits
        branches = []
        for node in some.nodes:
            value = node.value[self.seat] if node.value else None
            worth = "" if value is None else f"{SIGNS.get(node.bound, '')}{value:.{digits}f}"
            more = f" (+{node.further})" if node.further else ""
            branches.append(Branch(node.parent, f"{node.label} {worth}{more}".strip(), node.best))
        about = f"{len(some.nodes):,} of {self.whole:,} nodes, with what each is worth to seat {self.seat}"
        return tree_chart(f"{self.title}: {self.algorithm}, {self.budget}", branches, about=about).svg(about)


SHOWN: Final = 40
"""The nodes of a picture in a notebook."""
FORMATS: Final = ("json", "dot", "html")
DRAWN: Final = 60
"""The nodes of a DOT file, by default: what can still be read as a picture."""


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
        return json.dumps(all_shown(tree.as_dict()), ensure_ascii=False) + "\n"
    return tree.to_dot() if form == "dot" else tree.to_html()
