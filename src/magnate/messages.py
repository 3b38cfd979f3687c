"""Sentences by key, in several languages: what a table tells its players, in a terminal or a page.

Rules and interfaces say *what* they tell, as a :class:`Message` (a key with parameters). The words are in the files
``locales/<language>/<domain>.json``, which the terminal and the browser both read. A file is one flat object of keys. A
domain is a game, or ``engine`` for what all games share. The texts are ICU MessageFormat, of which this module and the
page render the part that ``docs/contributing/languages.md`` describes.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from .errors import BadValue, BrokenGame
from .plugins import folder_of, plugins

__all__ = ["LANGUAGES", "Catalogue", "Language", "Message", "catalogue", "chosen_language"]

# Python only: nothing below decides how rules are compiled

FOLDER: Final = Path(__file__).parent / "locales"
ENGINE: Final = "engine"
"""The domain of what all games share: how seats are called, how lists are joined."""
PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:, (\w+(?:, \w+)?))?\}")
"""``{deed}``, ``{deed, deed}``, ``{items, item, list}``."""
FORM: Final = re.compile(r"(\w+) \{((?:[^{}]|\{[^{}]*\})*)\}")
PLURAL: Final = re.compile(r"\{(\w+), plural,((?: \w+ \{(?:[^{}]|\{[^{}]*\})*\})+)\}")
"""``{count, plural, one {{count} house} other {{count} houses}}``: the parameter, and a :data:`FORM` a category."""
DECIMALS: Final = 3
WESTERN: Final = "0123456789"


@dataclass(frozen=True, slots=True)
class Message:
    """A message: the ``key`` of its words (domain, dot, the key in the file) and their parameters.

    A parameter may be a number, a text, a message, a list of those, or None (nothing is written). ``text`` is the
    English of a message that no file has words for, as of a game of your own.

    >>> Message("monopoly.event.bids", {"seat": 1, "amount": 20}).to_json()
    {'k': 'monopoly.event.bids', 'a': {'seat': 1, 'amount': 20}}
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""

    def to_json(self) -> dict[str, Any]:
        """As ``{"k": key, "a": parameters}``, and ``"t"`` where there is a text of its own.

        What another package has words for is said in English too, for who does not know its words.
        """
        shown: dict[str, Any] = {"k": self.key, "a": {name: _to_json(value) for name, value in self.params.items()}}
        brought = not self.text and self.key.partition(".")[0] in _brought()
        text = str(self) if brought else self.text
        return {**shown, "t": text} if text else shown

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Message:
        """What :meth:`to_json` gave."""
        params = {name: _from_json(value) for name, value in given.get("a", {}).items()}
        return cls(given["k"], params, given.get("t", ""))

    def __str__(self) -> str:
        return catalogue("en").render(self)


def _to_json(value: Any) -> Any:
    if isinstance(value, Message):
        return value.to_json()
    return [_to_json(one) for one in value] if isinstance(value, list | tuple) else value


def _from_json(value: Any) -> Any:
    if isinstance(value, Mapping) and "k" in value:
        return Message.from_json(value)
    return [_from_json(one) for one in value] if isinstance(value, list) else value


# ------------------------------------------------------------------------------------------ languages


@dataclass(frozen=True, slots=True)
class Language:
    """How a language writes: its own ``name``, separators and digits of numbers, capitals, and plurals (CLDR)."""

    name: str
    thousands: str
    point: str
    digits: str
    capitals: bool
    plural: Callable[[int], str]

    def in_numbers(self, template: str, params: Mapping[str, Any]) -> str:
        """A template with each plural replaced by the form that its parameter takes."""
        start, plurals = _plurals(template)
        return start + "".join([self._form(forms, params.get(name)) + text for name, forms, text in plurals])

    def _form(self, forms: Mapping[str, str], count: Any) -> str:
        return forms.get(self.plural(count) if isinstance(count, int) else "other", forms["other"])


def _one_or_other(count: int) -> str:
    return "one" if count == 1 else "other"


def _romanian(count: int) -> str:
    """One; few up to 19; other from 20 on, where *de* stands before the noun."""
    if count == 1:
        return "one"
    return "few" if count == 0 or 1 <= abs(count) % 100 <= 19 else "other"


def _persian(count: int) -> str:
    return "one" if count in (0, 1) else "other"


LANGUAGES: Final[Mapping[str, Language]] = {
    "en": Language("English", ",", ".", "0123456789", capitals=True, plural=_one_or_other),
    "ro": Language("Română", ".", ",", "0123456789", capitals=True, plural=_romanian),
    "fa": Language("فارسی", "٬", "٫", "۰۱۲۳۴۵۶۷۸۹", capitals=False, plural=_persian),
}
"""The languages that there are words in, by their code."""


def chosen_language(asked: str | None = None) -> str:
    """The code of the language asked for; without one, what ``MAGNATE_LANG`` says, else English.

    Raises :class:`~magnate.errors.BadValue` for a language that there are no words in.

    >>> chosen_language("ro")
    'ro'
    """
    code = asked or os.environ.get("MAGNATE_LANG") or "en"
    if code not in LANGUAGES:
        names = ", ".join(f"{known} ({language.name})" for known, language in LANGUAGES.items())
        raise BadValue(f'there is no language "{code}"', hint=f"the languages are {names}")
    return code


SKINS: Final = ("real", "plain")
"""Whose names of streets, towns and games are shown: those of the games in the shops, or names of our own."""


def chosen_skin(asked: str | None = None) -> str:
    """The skin asked for; without one, what ``MAGNATE_SKIN`` says, else the real names.

    Raises :class:`~magnate.errors.BadValue` for another.

    >>> chosen_skin("plain")
    'plain'
    """
    skin = asked or os.environ.get("MAGNATE_SKIN") or "real"
    if skin not in SKINS:
        raise BadValue(f'there is no skin "{skin}"', hint=f"the skins are {' and '.join(SKINS)}")
    return skin


# ------------------------------------------------------------------------------------------- words


_Template: TypeAlias = tuple[str, str, Language | None]
"""A domain, its words of a key, and the language whose plurals are in them, if any are."""


class Catalogue:
    """The words of one language: ``read`` gives a domain's file as keys with templates.

    A key that the language lacks is rendered in English; one that no file has by the message's own text.
    """

    def __init__(self, code: str, read: Callable[[str, str], Mapping[str, str]]) -> None:
        self.code = code
        self.language = LANGUAGES[code]
        self._read = read
        self._names: Sequence[str] = ()
        self._files: dict[tuple[str, str], Mapping[str, str]] = {}
        self._known: dict[str, _Template] = {}
        self._digits = str.maketrans(WESTERN, self.language.digits)
        self._number = str.maketrans(
            f"{WESTERN},.", self.language.digits + self.language.thousands + self.language.point
        )

    def calling(self, names: Sequence[str]) -> Catalogue:
        """The same words, with seats called by these names.

        >>> catalogue("en").calling(["ann", "bob"]).sentence(Message("pig.event.rolled", {"seat": 1, "face": 2}))
        'bob rolls 2.'
        """
        found = Catalogue(self.code, self._read)
        found._names = names
        return found

    def sentence(self, message: Message) -> str:
        """A message as a whole sentence: its first letter is a capital where the language has capitals.

        The letters of a name stay as they are.
        """
        text = self.render(message)
        capital = self.language.capitals and not text.startswith(tuple(self._names))
        return text[:1].upper() + text[1:] if capital else text

    def render(self, message: Message) -> str:
        """A message in words, beginning as its file has it."""
        found = self._known.get(message.key) or self._template(message.key)
        if found is None:
            return message.text or message.key
        domain, template, language = found
        params = message.params
        start, holes = _pieces(template if language is None else language.in_numbers(template, params))
        return start + "".join([self._value(domain, params.get(name), kinds) + text for name, kinds, text in holes])

    def short(self, parts: Sequence[Message]) -> str:
        """A whole move in few words, of those of its parts that a game's page has words for; empty without any.

        >>> part = Message("brass.event.borrows", {"seat": 0, "money": 30})
        >>> catalogue("en").short([part])
        'Loan of £30'
        """
        found = list[tuple[int, str]]()
        for part in parts:
            domain, _, key = part.key.partition(".")
            kind, words = part.params.get("kind"), [*self._words("en", f"{domain}_ui")]
            name = next((one for one in (f"move.{key}.{kind}", f"move.{key}") if one in words), None)
            if name is not None:
                template = self._word(f"{domain}_ui", name) or ""
                start, holes = _pieces(template)
                said = [self._value(domain, part.params.get(hole), kinds) + text for hole, kinds, text in holes]
                found.append((words.index(name), start + "".join(said)))
        texts = [text for _, text in sorted(found, key=lambda one: one[0])]
        each = [text if (n := texts.count(text)) == 1 else f"{text} ×{self.plain(n)}" for text in dict.fromkeys(texts)]
        comma = self._word(ENGINE, "list.comma") or ", "
        joined = comma.join(each)
        return joined[:1].upper() + joined[1:] if self.language.capitals else joined

    def number(self, value: float) -> str:
        """A number with the language's digits and separators, to three decimals."""
        shown = f"{value:,}" if isinstance(value, int) else f"{round(value, DECIMALS):,.{DECIMALS}f}".rstrip("0")
        return shown.removesuffix(".").translate(self._number)

    def money(self, domain: str, amount: float) -> str:
        """An amount in the money of a domain: its key ``money`` is the pattern."""
        pattern = self._word(domain, "money") or "{n}"
        return ("-" if amount < 0 else "") + pattern.replace("{n}", self.number(abs(amount)))

    def joined(self, words: Iterable[str]) -> str:
        """Words as a list in a sentence: ``a, b and c``."""
        *most, last = list(words) or [""]
        if not most:
            return last
        comma, final = self._word(ENGINE, "list.comma") or ", ", self._word(ENGINE, "list.last") or ", "
        return final.join([comma.join(most), last])

    def seats(self, seats: Sequence[int]) -> str:
        """Several seats as a list: ``seats 0 and 2``, or by their names."""
        if self._names:
            return self.joined([self._names[seat] for seat in seats])
        pattern = self._word(ENGINE, "seat" if len(seats) == 1 else "seats") or "{n}"
        return pattern.replace("{n}", self.joined(map(self.plain, seats)))

    def plain(self, value: object) -> str:
        """A text as it is, and a number in the language's digits without separators of thousands."""
        if isinstance(value, float):
            return self.number(value).replace(self.language.thousands, "")
        own_digits = self.language.digits != WESTERN and isinstance(value, int)
        return str(value).translate(self._digits) if own_digits else str(value)

    def _value(self, domain: str, value: Any, kinds: tuple[str, ...]) -> str:
        """A parameter as its kinds say; with none it is a text, a number or a message."""
        if value is None:
            return ""
        if kinds == ("seats",):
            return self.seats(value)
        if isinstance(value, list | tuple):
            each = tuple(kind for kind in kinds if kind not in ("list", "line"))
            words = [self._value(domain, one, each) for one in value]
            return "–".join(words) if "line" in kinds else self.joined(words)
        if isinstance(value, Message):
            return self.render(value)
        kind = kinds[0] if kinds else ""
        if not kind:
            return self.plain(value)
        if kind == "number":
            return self.number(value)
        if kind == "money":
            return self.money(domain, value)
        if kind == "seat" and not isinstance(value, str):
            return self.seats([value])
        return self._word(domain, f"{kind}.{value}") or self.plain(value)

    def _template(self, key: str) -> _Template | None:
        """The words of a message's key, which are kept; in English where the language has none."""
        domain, _, rest = key.partition(".")
        for code in (self.code, "en"):
            if (template := self._words(code, domain).get(rest)) is not None:
                found = domain, template, LANGUAGES[code] if ", plural," in template else None
                self._known[key] = found
                return found
        return None

    def _word(self, domain: str, key: str) -> str | None:
        """The words of a key that is no plural."""
        return self._words(self.code, domain).get(key) or self._words("en", domain).get(key)

    def _words(self, code: str, domain: str) -> Mapping[str, str]:
        """The file of a domain, which is kept."""
        files = self._files
        if (code, domain) not in files:
            files[code, domain] = self._read(code, domain)
        return files[code, domain]


@cache
def _plurals(template: str) -> tuple[str, list[tuple[str, Mapping[str, str], str]]]:
    """A template's beginning, then for each plural its parameter, its forms and the text behind it."""
    start, *rest = PLURAL.split(template)
    plurals = zip(rest[::3], map(FORM.findall, rest[1::3]), rest[2::3], strict=True)
    return start, [(name, dict(forms), text) for name, forms, text in plurals]


@cache
def _pieces(template: str) -> tuple[str, list[tuple[str, tuple[str, ...], str]]]:
    """A template's beginning, then for each placeholder its parameter, its kinds and the text behind it."""
    start, *rest = PLACEHOLDER.split(template)
    holes = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
    return start, [(name, tuple(kinds.split(", ")) if kinds else (), text) for name, kinds, text in holes]


@cache
def _brought() -> frozenset[str]:
    """The domains that other packages have words for."""
    return frozenset(one.name for one in plugins("words"))


@cache
def _file(code: str, domain: str) -> Mapping[str, str]:
    """The keys and templates of a domain in a language; none where there is no such file.

    Other packages' words count where magnate has none of that key. A file of theirs that holds no words is left out,
    with a warning, where magnate has words of the domain. Else it raises :class:`~magnate.errors.BrokenGame`.
    """
    import warnings  # not above, where a change compiles all rules anew

    words: dict[str, str] = {}
    if domain.isidentifier():
        ours = (FOLDER / "en" / f"{domain}.json").is_file()
        brought = (folder_of(one.module) for one in plugins("words") if one.name == domain)
        for folder in [one / FOLDER.name for one in brought if one is not None] + [FOLDER]:
            path = folder / code / f"{domain}.json"
            if not path.is_file():
                continue
            try:
                words |= words_in(path)
            except BrokenGame as error:
                if not ours or folder == FOLDER:
                    raise
                warnings.warn(f"{error.message}; they are left out (`magnate doctor` says more)", stacklevel=2)
    return words


def words_in(path: Path) -> dict[str, str]:
    """The words of a file, by their keys; raises :class:`~magnate.errors.BrokenGame` naming the line."""
    try:
        words = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BrokenGame(f"the words in {path} cannot be read: {error.strerror}", hint="mend it there") from None
    except UnicodeDecodeError:
        raise BrokenGame(f"the words in {path} are no UTF-8", hint="mend it there") from None
    except json.JSONDecodeError as error:
        raise BrokenGame(f"the words in {path}, line {error.lineno}: {error.msg}", hint="mend it there") from None
    if not isinstance(words, dict) or not all(isinstance(one, str) for one in words.values()):
        raise BrokenGame(f"the words in {path} are no object of texts", hint='write {"key": "text", …}')
    return words


@cache
def brought_words(code: str) -> dict[str, dict[str, str]]:
    """The words that other packages bring in a language, by their domains; what cannot be read is left out."""
    found = {}
    for domain in sorted(_brought()):
        own = FOLDER / code / f"{domain}.json"
        known = words_in(own).keys() if own.is_file() else ()
        try:
            found[domain] = {key: text for key, text in _file(code, domain).items() if key not in known}
        except BrokenGame:  # `magnate doctor` says more
            continue
    return found


def catalogue(code: str = "en") -> Catalogue:
    """The words of a language under the :func:`chosen_skin`, read when they are first needed.

    >>> catalogue("ro").joined(["a", "b", "c"])
    'a, b și c'
    """
    return _catalogue(code, chosen_skin())


@cache
def _catalogue(code: str, skin: str) -> Catalogue:
    return Catalogue(code, _file if skin == "real" else _plain_file)


@cache
def _plain_file(code: str, domain: str) -> Mapping[str, str]:
    """The words of a domain under the plain skin: :func:`plain_words` stand before those of its file."""
    return {**_file(code, domain), **plain_words(code).get(domain, {})}


@cache
def plain_words(code: str) -> dict[str, dict[str, str]]:
    """What the plain skin says otherwise in a language, by domains.

    The files in ``locales/skins/plain`` have our names by ``domain.key``. Where another text of the game has such a
    name in it, our name replaces it.
    """
    ours = {key: text for one in ("en", code) for key, text in words_in(FOLDER / f"skins/plain/{one}.json").items()}
    domains = {key.partition(".")[0] for key in ours}
    found = {domain: _of_domain(ours, domain) for domain in domains}
    for game in (domain for domain in domains if f"{domain}.title" in ours):
        real = {**_file("en", game), **_file(code, game)}
        named = {real[key]: name for key, name in _of_domain(ours, game).items()}
        for domain in (game, f"{game}_ui", f"{game}_rules"):
            texts = {key: _renamed(text, named) for key, text in _file(code, domain).items()}
            others = {key: text for key, text in texts.items() if text != _file(code, domain)[key]}
            found[domain] = {**others, **found.get(domain, {})}
    return found


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """A text with each of the names replaced, where no letter touches it; of two that overlap, the longer."""
    longest = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{longest})(?!\w)", lambda name: names[name[0]], text)


def _of_domain(words: Mapping[str, str], domain: str) -> dict[str, str]:
    return {key.removeprefix(f"{domain}."): text for key, text in words.items() if key.startswith(f"{domain}.")}
