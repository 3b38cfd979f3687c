"""Sentences by key: what the runtime makes of the files, and what the files promise each other."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from magnate.errors import BadValue
from magnate.messages import (
    FOLDER,
    FORM,
    LANGUAGES,
    PLACEHOLDER,
    PLURAL,
    Catalogue,
    Message,
    catalogue,
    chosen_language,
)

CASES = json.loads((Path(__file__).parent / "messages_cases.json").read_text(encoding="utf-8"))
DOMAINS = sorted(path.stem for path in (FOLDER / "en").glob("*.json"))


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: f"{case['lang']} {case['m']['k']}")
def test_every_runtime_says_the_same(case):
    words = Catalogue(case["lang"], lambda code, domain: CASES["files"][code].get(domain, {}))
    message = Message.from_json(case["m"])
    assert message.to_json() == case["m"]
    if "sentence" in case:
        assert words.sentence(message) == case["sentence"]
    else:
        assert words.render(message) == case["text"]


def test_a_language_is_chosen_by_name_then_by_the_environment(monkeypatch):
    monkeypatch.delenv("MAGNATE_LANG", raising=False)
    assert chosen_language() == "en"
    monkeypatch.setenv("MAGNATE_LANG", "fa")
    assert chosen_language() == "fa"
    assert chosen_language("ro") == "ro"
    with pytest.raises(BadValue, match='there is no language "de"'):
        chosen_language("de")


def _words(language: str, domain: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((FOLDER / language / f"{domain}.json").read_text(encoding="utf-8"))
    return words


def _forms(template: str) -> dict[str, str]:
    """The forms of a template's plural by category; the template itself as "other" where it has none."""
    plural = PLURAL.search(template)
    if not plural:
        return {"other": template}
    assert not PLURAL.search(template, plural.end())
    start, end = template[: plural.start()], template[plural.end() :]
    return {category: start + text + end for category, text in FORM.findall(plural[2])}


def _keys(language: str, domain: str) -> dict[str, list[Counter[str]]]:
    """The keys of a file, and the placeholders of each form of their templates."""
    return {
        key: [Counter(match.group() for match in PLACEHOLDER.finditer(form)) for form in _forms(template).values()]
        for key, template in _words(language, domain).items()
    }


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
@pytest.mark.parametrize("domain", DOMAINS)
def test_all_languages_have_the_same_keys_and_placeholders(domain, language):
    english, other = _keys("en", domain), _keys(language, domain)
    assert other.keys() == english.keys()
    for key, holes in english.items():
        for template in other[key]:
            assert set(template) - {"{count}"} == set(holes[-1]) - {"{count}"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_of_a_language_has_its_words(language):
    plurals = {"en": {"one", "other"}, "ro": {"one", "few", "other"}, "fa": {"one", "other"}}[language]
    for domain in DOMAINS:
        english = _words("en", domain)
        for key, template in _words(language, domain).items():
            assert (", plural," in template) == (", plural," in english[key]), key
            assert set(_forms(template)) == (plurals if ", plural," in template else {"other"}), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_the_files_are_texts_without_stray_marks(domain, language):
    for key, template in _words(language, domain).items():
        assert isinstance(template, str), key
        assert not re.search("'[{}#|]|''", template), f"{key}: an apostrophe before a brace would quote it"
        rest = "".join(PLACEHOLDER.sub("", form) for form in _forms(template).values())
        assert "{" not in rest, key
        assert "}" not in rest, key
        assert not set(rest) & set("ţŞşŢ"), f"{key}: Romanian has commas below, not cedillas"
        assert not set(rest) & set("يك٠١٢٣٤٥٦٧٨٩"), f"{key}: Persian has its own ye, ke and digits"


def test_the_languages_write_numbers_their_own_way():
    assert [catalogue(code).number(1234567) for code in LANGUAGES] == ["1,234,567", "1.234.567", "۱٬۲۳۴٬۵۶۷"]
