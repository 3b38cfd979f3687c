"""Sentences by key: what the runtime makes of the files, and what the files promise each other."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from magnate import messages
from magnate.errors import BadValue, BrokenGame
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
    chosen_skin,
    plain_words,
)
from magnate.plugins import Plugin
from magnate.skins import all_shown, real, shown

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


def test_a_skin_is_chosen_by_name_then_by_the_environment(monkeypatch):
    monkeypatch.delenv("MAGNATE_SKIN", raising=False)
    assert chosen_skin() == "real"
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    assert (chosen_skin(), chosen_skin("real")) == ("plain", "real")
    with pytest.raises(BadValue, match='there is no skin "tin"'):
        chosen_skin("tin")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_under_the_plain_skin_has_a_name_of_the_shops(language, monkeypatch):
    """No game's title, deck, street or town, whole or shortened, in any text of the two games."""
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    board, map_ = (
        json.loads((FOLDER.parent / f"games/{game}/data.json").read_text()) for game in ("monopoly", "brass")
    )
    streets = {one["name"] for one in board["board"] if one["group"] is not None}
    halves = {re.sub(" (Avenue|Place|Railroad|Gardens)$", "", name) for name in streets}
    decks = {_words(language, "monopoly")[f"deck.{deck}"] for deck in ("chance", "chest")}
    towns = {one["name"] for kind in ("locations", "merchants") for one in map_[kind] if "farm" not in one["id"]}
    titles = {_words(language, game)["title"] for game in ("monopoly", "brass")}
    plain = {name for words in plain_words(language).values() for name in words.values()}
    names = "|".join(map(re.escape, (streets | halves | decks | towns | titles) - plain))
    for domain in DOMAINS:
        if domain.startswith(("monopoly", "brass")):
            for key in _words(language, domain):
                text = _template(language, f"{domain}.{key}").replace("\xad", "")
                assert not re.search(rf"(?<!\w)({names})(?!\w)", text), key


def test_the_plain_skin_tells_a_game(monkeypatch):
    purchase = Message("monopoly.event.buys", {"seat": 0, "deed": "boardwalk", "price": 400})
    assert "Boardwalk" in str(purchase)
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    assert "Yew Street" in str(purchase)
    assert "Boardwalk" not in str(purchase)
    assert "Yew Street" in catalogue("fa").render(purchase)


def test_any_text_is_shown_by_the_plain_skin(monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "real")
    text = "build:boardwalk  Boardwalk for the Chance card: Chance decides in Monopoly, stoke.1 or STOKE-ON-TRENT"
    assert shown(text) == text
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    assert shown(text) == (
        "build:yew-street Yew Street for the Surprise card: Chance decides in Property Game, dunmarsh.1 or DUNMARSH"
    )
    assert (shown("Chance"), shown("boardwalks")) == ("Surprise", "boardwalks")
    assert all_shown({"deed": ["boardwalk", 3], "boardwalk": None}) == {"deed": ["yew-street", 3], "yew-street": None}


def test_what_stands_in_columns_stays_there(monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    assert shown("Leek      5   Wolverhampton  6") == "Copperfold 5  Lowbridge      6"
    assert shown("  Marvin Gardens  x") == "  Rowan Street    x"


def test_each_id_comes_back(monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    board, map_ = (
        json.loads((FOLDER.parent / f"games/{game}/data.json").read_text()) for game in ("monopoly", "brass")
    )
    cards = re.findall('"id": "(.*?)"', json.dumps(board["decks"]))
    towns = [one["id"] for kind in ("locations", "merchants") for one in map_[kind]]
    assert len(cards) > 30
    for name in [*cards, *towns, *(re.sub("[^a-z]+", "-", one["name"].lower()) for one in board["board"])]:
        assert real(shown(name)) == name
    assert real("YEW street, Northforge") == "boardwalk, dudley"


def _template(language: str, key: str) -> str:
    found = catalogue(language)._template(key)
    assert found is not None
    return found[1]


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


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Rail Belper–Leek, £15, coal from Leek ×2, Stoke-on-Trent card"),
        ("ro", "Cale ferată Belper–Leek, 15 £, cărbune din Leek ×2, cartea Stoke-on-Trent"),
        ("fa", "ریل Belper–Leek، ۱۵ پوند، زغال‌سنگ از Leek ×۲، کارت Stoke-on-Trent"),
    ],
)
def test_a_whole_move_is_said_in_few_words(language, text):
    """In the order of the page's words, what happens twice with its number; of what has no words nothing is said."""
    taken = Message("brass.event.takes", {"seat": 0, "resource": "coal", "place": "leek"})
    parts = [
        Message("brass.event.gives", {"seat": 0, "card": "stoke"}),
        *(taken, taken),
        Message("brass.event.links", {"seat": 0, "kind": "rail", "ends": ["belper", "leek"]}),
        Message("brass.event.pays", {"seat": 0, "money": 15}),
        Message("brass.event.wins", {"seat": 0}),
    ]
    assert catalogue(language).short(parts) == text
    assert catalogue(language).short([parts[-1]]) == catalogue(language).short([]) == ""


def test_the_languages_write_numbers_their_own_way():
    assert [catalogue(code).number(1234567) for code in LANGUAGES] == ["1,234,567", "1.234.567", "۱٬۲۳۴٬۵۶۷"]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """`package(domain, text)` installs words of a domain in English."""
    caches = (messages._file, messages._brought, messages._catalogue, messages.brought_words)
    monkeypatch.syspath_prepend(tmp_path)

    def install(domain, text):
        file = tmp_path / f"words_of_{domain}/locales/en/{domain}.json"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        brought = (Plugin("words", domain, f"words_of_{domain}", "words 1.0"),)
        monkeypatch.setattr(messages, "plugins", lambda group: brought if group == "words" else ())
        for one in caches:
            one.cache_clear()
        return file

    yield install
    for one in caches:
        one.cache_clear()


def test_other_packages_bring_words_but_change_none(package):
    package("pig", '{"event.rolled": "changed", "event.naps": "{seat, seat} naps {count} times"}')
    naps = Message("pig.event.naps", {"seat": 1, "count": 2})
    assert str(naps) == "seat 1 naps 2 times"
    assert str(Message("pig.event.rolled", {"seat": 1, "face": 2})) == "seat 1 rolls 2."
    assert naps.to_json()["t"] == "seat 1 naps 2 times"
    assert "t" not in Message("kuhn.event.wins", {"seat": 1}).to_json()


def test_broken_words_of_a_game_of_ours_are_left_out(package):
    package("pig", "{")
    with pytest.warns(UserWarning, match=r"pig\.json, line 1: .* left out"):
        assert str(Message("pig.event.rolled", {"seat": 1, "face": 2})) == "seat 1 rolls 2."


def test_a_file_of_words_that_cannot_be_read_is_named_with_its_line(package):
    package("stones", '{\n"a": "b"\n"c": "d"\n}')
    with pytest.raises(BrokenGame, match=r"stones\.json, line 3: Expecting ',' delimiter"):
        str(Message("stones.a"))
    package("hills", "[]")
    with pytest.raises(BrokenGame, match="no object of texts"):
        str(Message("hills.a"))


def test_words_that_cannot_be_read_are_left_out(package, monkeypatch):
    file = package("stones", '{"a": "b"}')
    assert messages.brought_words("en") == {"stones": {"a": "b"}}
    read = Path.read_text

    def refuse(path, **options):
        if path == file:
            raise PermissionError(13, "Permission denied")
        return read(path, **options)

    monkeypatch.setattr(Path, "read_text", refuse)
    for kept in (messages._file, messages.brought_words):
        kept.cache_clear()
    with pytest.raises(BrokenGame, match=r"stones\.json cannot be read: Permission denied"):
        str(Message("stones.a"))
    assert messages.brought_words("en") == {}
