"""Names of our own in any text: what no :class:`~magnate.messages.Message` says, such as boards, ids and JSON.

Where text leaves the program, :func:`shown` gives it the names of the chosen skin; :func:`real` reads either names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from .messages import FOLDER, LANGUAGES, chosen_skin, plain_words, words_in

__all__ = ["all_real", "all_shown", "real", "shown"]


def shown(text: str) -> str:
    """A text with the names of the :func:`chosen_skin`, for what no :class:`Message` says, such as boards and ids.

    What stands in columns stays there.

    >>> shown("Boardwalk   $400")
    'Boardwalk   $400'
    """
    return text if chosen_skin() == "real" else "\n".join(map(_line_renamed, text.split("\n")))


def all_shown(value: Any) -> Any:
    """JSON as it is :func:`shown`, with its keys; what people type as a game's name stays."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, Mapping):
        return {shown(key): all_shown(one) for key, one in value.items()}
    return [all_shown(one) for one in value] if isinstance(value, list | tuple) else value


def real(text: str) -> str:
    """A text that a person has written: names of the plain skin, in any letters, become the real ids.

    >>> real("Yew Street"), real("build:yew-street"), real("boardwalk")
    ('boardwalk', 'build:boardwalk', 'boardwalk')
    """
    pattern, ids = _ours()
    return pattern.sub(lambda name: ids[name[0].lower()], text)


def all_real(value: Any) -> Any:
    """JSON that another program has written, with its keys, as by :func:`real`."""
    if isinstance(value, str):
        return real(value)
    if isinstance(value, Mapping):
        return {real(key): all_real(one) for key, one in value.items()}
    return [all_real(one) for one in value] if isinstance(value, list) else value


def _line_renamed(line: str) -> str:
    """A line by the names of the plain skin; a gap of spaces after a name takes up what is longer or shorter."""
    pattern, names = _theirs()
    whole = line.strip()
    if whole in names:
        return line.replace(whole, names[whole])
    found, longer = list[str](), 0
    for part in re.split("( {2,})", line):
        if part.startswith("  "):
            found.append(" " * max(1, len(part) - longer))
            longer += len(found[-1]) - len(part)
        else:
            found.append(names.get(part) or pattern.sub(lambda name: names.get(name[0], name[0]), part))
            longer += len(found[-1]) - len(part)
    return "".join(found)


_COMMON: Final = frozenset({"square.0", "deck.chance"})
"""Names that are words in other texts too: they are replaced where nothing else stands."""
_COMMON_IN: Final = ("{} card", "{} jail card", "passing {}", "on {}")
"""With these words beside them they are replaced everywhere."""
_PATH: Final = (
    r"""(?<![^\s<>"'\[\]])[^\s<>"'\[\]]*/[^\s<>"'\[\]]*"""
    r"|(?<![\w.\\:-])[\w.\\:-]+\.(?:csv|db|dot|html|jsonl?|log|md|py|safetensors|svg|toml|txt)\b"
)
"""Finds paths: files keep their names."""
_ON_CARDS: Final = {
    "advance_illinois": "advance_olive",
    "advance_st_charles": "advance_fir_street",
    "reading_railroad": "west_station",
}
"""Ids of cards with a street's name in them."""


@cache
def _theirs() -> tuple[re.Pattern[str], dict[str, str]]:
    """The real names and ids with ours, and a pattern that finds them; common words are found by no pattern."""
    names, common = dict[str, str](_ON_CARDS), set[str]()
    for code in LANGUAGES:
        ours = plain_words(code)
        for domain in _named_games():
            for key, theirs in words_in(FOLDER / f"{code}/{domain}.json").items():
                if not (key == "title" or key.startswith(("deed.", "place.", "deck.", "square."))):
                    continue
                if (name := ours[domain].get(key)) is None or name == theirs:
                    continue
                names.setdefault(theirs, name)
                if key in _COMMON:
                    common.add(theirs)
                    names |= {way.format(theirs): way.format(name) for way in _COMMON_IN}
                elif key.startswith(("deed.", "place.")):
                    names.setdefault(theirs.upper(), name.upper())
    names |= {theirs: ours for ours, theirs in _ours()[1].items() if "-" in ours or " " not in ours}
    found = _found_in_texts(names.keys() - common)
    return re.compile(f"{_PATH}|{found.pattern}"), names


@cache
def _ours() -> tuple[re.Pattern[str], dict[str, str]]:
    """The plain skin's names and ids, in small letters, with the real ids, and a pattern that finds them."""
    ids = {ours: theirs for theirs, ours in _ON_CARDS.items()}
    for key, name in words_in(FOLDER / "skins/plain/en.json").items():
        domain, family, theirs = (*key.split("."), "")[:3]
        if domain in _named_games() and family in {"deed", "place"}:
            ids[name.lower()] = ids[name.lower().replace(" ", "-")] = theirs
    return re.compile(_found_in_texts(ids).pattern, re.IGNORECASE), ids


@cache
def _named_games() -> tuple[str, ...]:
    """The games whose names the plain skin replaces."""
    titles = (key for key in words_in(FOLDER / "skins/plain/en.json") if key.endswith(".title"))
    return tuple(key.removesuffix(".title") for key in titles)


def _found_in_texts(names: Iterable[str]) -> re.Pattern[str]:
    """Finds these names, the longest first, where no letter or digit touches them."""
    longest = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<![^\W_])(?:{longest})(?![^\W_])")
