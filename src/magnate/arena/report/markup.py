"""HTML elements from Python: what is not an element already is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

__all__ = ["Html", "Node", "join", "name", "tag"]

VOID = frozenset({"br", "col", "hr", "meta"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Node: TypeAlias = "str | Html | Iterable[Node] | None"
"""What an element may hold: texts, elements, nothing, or several of these."""


def join(*nodes: Node) -> Html:
    """The nodes one after another."""
    return Html("".join(_rendered(node) for node in nodes))


def tag(element: str, /, *children: Node, **attributes: str | int | None) -> Html:
    """An element; the attribute ``class_`` means class, ``aria_label`` aria-label, and None leaves one out.

    >>> tag("p", "a < b ", tag("b", "c"), class_="note")
    '<p class="note">a &lt; b <b>c</b></p>'
    """
    given = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(str(chosen))}"'
        for key, chosen in attributes.items()
        if chosen is not None
    )
    return Html(f"<{element}{given}>" if element in VOID else f"<{element}{given}>{join(*children)}</{element}>")


def name(text: str) -> Html:
    """A name that may be broken after the signs between its parts.

    >>> name("strategic:late_game")
    'strategic:<wbr>late_<wbr>game'
    """
    return Html("".join(f"{letter}<wbr>" if letter in ":,_" else escape(letter, quote=False) for letter in text))


def _rendered(node: Node) -> str:
    if node is None:
        return ""
    if isinstance(node, Html):
        return node
    if isinstance(node, str):
        return escape(node, quote=False)
    return join(*node)
