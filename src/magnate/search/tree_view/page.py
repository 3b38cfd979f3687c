"""A tree as one HTML page to browse, which needs nothing else: no network, no font, no library.

The nodes are columns of JSON in the page; its script makes only those rows that are open, so that 100,000 nodes are no
burden. Names are data and never markup: the script sets them as text, and the JSON has no ``<``.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Hashable, Iterable
from hashlib import sha256
from html import escape
from importlib import resources
from string import Template
from typing import Any

from ..digits import MOST
from .model import Tree, TreeNode

__all__ = ["page"]

DIGITS = 5
"""Decimal places of probabilities in the page."""


def page(tree: Tree) -> str:
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
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


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


def _footer(tree: Tree) -> str:
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


def _data(tree: Tree) -> dict[str, Any]:
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
        "value": column(_values(node) for node in nodes),
        "bound": column(words.number(node.bound) for node in nodes),
        "proven": column(int(node.proven) for node in nodes),
        "probability": column(_short(node.probability) for node in nodes),
        "prior": column(_short(node.prior) for node in nodes),
        "best": column(int(node.best) for node in nodes),
        "remark": column(words.number(node.remark) for node in nodes),
        "unsearched": column(lists.number(tuple(map(words.number, node.unsearched))) for node in nodes),
        "further": column(node.further for node in nodes),
        "words": list(words.known),
        "lists": list(lists.known),
    }


def _values(node: TreeNode) -> list[float | None]:
    return [_short(value, MOST) for value in node.value]


def _short(value: float | None, digits: int = DIGITS) -> float | None:
    return None if value is None else round(value, digits)
