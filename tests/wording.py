"""Whether a message has all its words: what tests of games ask of each that the game makes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from magnate.errors import BadSetup
from magnate.messages import FOLDER, LANGUAGES, PLACEHOLDER, Message, catalogue

BUILT_IN = {"", "number", "money", "list", "seats"}
"""The kinds of parameters that are no vocabulary."""


@cache
def words(language: str, domain: str) -> dict[str, str]:
    """A language's own file, without falling back to English."""
    found: dict[str, str] = json.loads((FOLDER / language / f"{domain}.json").read_text(encoding="utf-8"))
    return found


def gaps(message: Message) -> set[str]:
    """What is missing in any language for telling this message; nothing where all is well."""
    assert Message.from_json(json.loads(json.dumps(message.to_json()))).to_json() == message.to_json()
    return {f"{language} {gap}" for language in LANGUAGES for gap in _gaps(message, language)}


def _gaps(message: Message, language: str) -> Iterator[str]:
    domain, _, key = message.key.partition(".")
    known = words(language, domain)
    if key not in known:
        yield message.key
        return
    for name, kinds in PLACEHOLDER.findall(LANGUAGES[language].in_numbers(known[key], message.params)):
        if name not in message.params:
            yield f"{message.key}: {name}"
        else:
            yield from _gaps_in(message.params[name], domain, language, kinds.split(", "))


def _gaps_in(value: Any, domain: str, language: str, kinds: list[str]) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for one in value:
            yield from _gaps_in(one, domain, language, kinds)
    elif isinstance(value, Message):
        yield from _gaps(value, language)
    else:
        assert value is None or type(value) in {int, float, str, bool}, f"{value!r} is no plain value"
        looked_up = value is not None and kinds[0] not in BUILT_IN and not (kinds[0] == "seat" and type(value) is int)
        if looked_up and f"{kinds[0]}.{value}" not in words(language, domain):
            yield f"{domain}.{kinds[0]}.{value}"


def check_told(fault: BadSetup) -> None:
    """What is wrong with a set-up has words in every language, and each its own."""
    assert fault.localized is not None, fault.message
    assert not gaps(fault.localized)
    said = {catalogue(code).calling([f"P{n}" for n in range(8)]).sentence(fault.localized) for code in LANGUAGES}
    assert len(said) == len(LANGUAGES)
