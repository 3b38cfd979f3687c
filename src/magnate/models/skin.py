"""Skins: a game under names of its own, so that nobody can play it from texts that were learnt by heart."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any, Final

from ..errors import BadValue
from ..messages import FOLDER, plain_words
from ..skins import real, shown

__all__ = ["REAL", "Skin"]

REAL: Final = "real"
PLAIN: Final = "plain"
_FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "monopoly": ("deed", "square", "group", "deck"),
    "brass": ("place",),
}
"""By game: the families of words in its file that are names."""
_KEPT: Final = frozenset(
    ("house", "hotel", "building", "property", "chance-card", "chest-card", "farm_north", "farm_south")
)
"""Keys of these families that are no names."""
_MORE: Final[Mapping[str, tuple[str, ...]]] = {
    "monopoly": ("jail", "chance-card", "chest-card", "railroads", "utilities", "house", "hotel"),
    "brass": (
        *("farm_north", "farm_south", "cotton", "manufacturer", "pottery", "coal", "iron", "brewery", "beer", "barrel"),
        *("canal", "rail"),
    ),
}
"""Words that are names too, as they stand in actions and sentences."""
_PLURALS: Final[Mapping[str, str]] = {
    **{f"{name}s": name for name in ("house", "hotel", "manufacturer", "barrel", "canal", "rail")},
    "potteries": "pottery",
    "breweries": "brewery",
}
"""Plurals of such words."""
_ON_CARDS: Final[Mapping[str, str]] = {
    "illinois": "illinois-avenue",
    "reading_railroad": "reading-railroad",
    "st_charles": "st-charles-place",
}
"""Names of squares as they stand in cards' ids."""
_SYLLABLES: Final = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo")
_ENDS: Final = ("l", "m", "n", "r", "s", "x")


class Skin:
    """The names that are shown of a game: ``real``, ``plain`` or ``plain:SEED``.

    The real names are those of the words in English. A plain skin replaces each with an invented word, the same word
    wherever the name stands, so that what is written under a skin says as much. Action names are translated both ways.
    Under ``real`` the names are those of the process (:func:`magnate.messages.chosen_skin`).

    >>> plain = Skin("monopoly", "plain")
    >>> plain.real(plain.shown("build:park-place")), "Park" in plain.shown("Seat 0 buys Park Place for $350.")
    ('build:park-place', False)
    """

    def __init__(self, game: str, name: str = REAL) -> None:
        kind, colon, seed = name.partition(":")
        if kind not in {REAL, PLAIN} or (colon and (kind == REAL or not seed.isdecimal() or len(seed) > 9)):
            raise BadValue(f'there is no skin "{name}"', hint="write real, plain, or plain:SEED with a number")
        self.game, self.name = game, name
        self._seed = None if kind == REAL else int(seed or 0)

    @property
    def title(self) -> str:
        """What the game is called, also where it is chosen."""
        return self.game if self._seed is None else self._invented[f"{self.game}_"].lower()

    def shown(self, text: str) -> str:
        """A text as it is shown."""
        return shown(text) if self._seed is None else self._forth.sub(lambda found: self._invented[found[0]], text)

    def real(self, text: str) -> str:
        """The action, or another text that a player wrote under the skin, by the real names."""
        if self._seed is None:
            return real(text)
        return self._back.sub(lambda found: self._originals[found[0].lower()], text)

    def all_shown(self, value: Any) -> Any:
        """JSON as it is shown, with its keys."""
        if isinstance(value, str):
            return self.shown(value)
        if isinstance(value, dict):
            return {self.shown(key): self.all_shown(one) for key, one in value.items()}
        return [self.all_shown(one) for one in value] if isinstance(value, list | tuple) else value

    @property
    def hidden(self) -> tuple[str, ...]:
        """The real names that a plain skin replaces."""
        return () if self._seed is None else tuple(self._invented)

    @cached_property
    def _invented(self) -> dict[str, str]:
        """The word that is shown for each name, in each of its spellings."""
        words = _words(random.Random(f"{self._seed}/{self.game}"))
        found: dict[str, str] = {f"{self.game}_": next(words)}
        of_title: dict[str, str] = {}
        for key, title in self._names():
            word = of_title.get(title.lower()) or next(words)
            of_title[title.lower()] = word
            found[title] = word if title[:1].isupper() else word.lower()
            found.setdefault(title[:1].upper() + title[1:], word)
            if key:
                found.setdefault(key, word.lower())
        for plural, name in _PLURALS.items():
            if name in found:
                found[plural] = f"{found[name]}es"
                found[plural.capitalize()] = f"{found[name.capitalize()]}es"
        found.update({short: found[name] for short, name in _ON_CARDS.items() if name in found})
        for key, name in plain_words("en").get(self.game, {}).items():
            if (title := _texts(self.game).get(key, "")) in found:  # a server of ours may have its own skin already
                found.setdefault(name, found[title])
        return found

    def _names(self) -> Iterator[tuple[str, str]]:
        """Each name with its slug; the slug is empty where there is none."""
        texts = _texts(self.game)
        yield self.game, texts.get("title", self.game)
        for name in _MORE.get(self.game, ()):
            yield name, name
        for key, title in texts.items():
            family, _, slug = key.partition(".")
            if family in _FAMILIES.get(self.game, ()) and slug not in _KEPT:
                yield "" if slug.isdecimal() or family == "deck" else slug, title

    @cached_property
    def _forth(self) -> re.Pattern[str]:
        return _whole_words(self._invented)

    @cached_property
    def _originals(self) -> dict[str, str]:
        """The name in actions for each invented word."""
        found: dict[str, str] = {}
        for name, word in self._invented.items():
            if name == name.lower() and " " not in name:
                found.setdefault(word.lower(), name.rstrip("_"))
        return found

    @cached_property
    def _back(self) -> re.Pattern[str]:
        return re.compile(_whole_words(self._originals).pattern, re.IGNORECASE)


@cache
def _texts(game: str) -> dict[str, str]:
    """The words of a game in English, by their keys; none where it has no file."""
    file = FOLDER / "en" / f"{game}.json"
    if not game.isidentifier() or not file.is_file():
        return {}
    words: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return words


def _words(stream: random.Random) -> Iterator[str]:
    """Invented words, each once."""
    known = set[str]()
    while True:
        word = "".join(stream.choices(_SYLLABLES, k=3)) + stream.choice(_ENDS)
        if word not in known:
            known.add(word)
            yield word.capitalize()


def _whole_words(words: Mapping[str, str]) -> re.Pattern[str]:
    """Finds these words, the longest first, where no letter or digit touches them."""
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest))})(?![^\W_])")
