"""The names that people give themselves: short, visible, and unable to disturb the text around them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import count
from typing import Final

__all__ = ["LONGEST", "clean_name", "distinct"]

LONGEST: Final = 24
"""Characters of a name; what follows is cut off."""
_JOINERS: Final = frozenset("\u200c\u200d")  # Persian is written with the first, many emoji with the second


def clean_name(name: str) -> str:
    r"""The name without control and direction characters, in one line, at most :data:`LONGEST` characters long.

    What would be read as markup is kept: it is text, and every page shows it as such.

    >>> clean_name("  Ann\u202e\n  Lee\x00 ")
    'Ann Lee'
    """
    spaced = "".join(" " if character.isspace() else character for character in name)
    kept = "".join(
        character
        for character in unicodedata.normalize("NFC", spaced)
        if character in _JOINERS or unicodedata.category(character)[0] != "C"
    )
    return " ".join(kept.split())[:LONGEST].strip()


def distinct(names: Sequence[str]) -> list[str]:
    """The names, those that several have with a number each, so that nobody is taken for another.

    >>> distinct(["Ann", "random", "random"])
    ['Ann', 'random 1', 'random 2']
    >>> distinct(["random", "random 1", "random"])
    ['random 2', 'random 1', 'random 3']
    """
    given = [name for name in names if names.count(name) == 1]
    told = []
    for name in names:
        if names.count(name) > 1:
            name = next(numbered for n in count(1) if (numbered := f"{name} {n}") not in given)
            given.append(name)
        told.append(name)
    return told
