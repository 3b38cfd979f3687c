"""Skins: under a plain one nothing of the original names is left, whatever a game says."""

import json
import re

import pytest

import magnate
from magnate.games.brass.board import DATA
from magnate.games.monopoly.board import GROUP_NAMES, SQUARE_NAMES, TITLE_DEEDS
from magnate.messages import FOLDER
from magnate.models.skin import Skin
from magnate.models.text import position_text, rules_text

NAMES = {
    "monopoly": [
        "Monopoly",
        *SQUARE_NAMES,
        *(deed.slug for deed in TITLE_DEEDS),
        *(name for name in GROUP_NAMES if name not in {"railroad", "utility"}),
        *("house", "houses", "hotel", "hotels"),
    ],
    "brass": [
        "Brass: Birmingham",
        *("beer", "barrel", "barrels", "canal", "canals", "rail", "rails"),
        *DATA["industry_tiles"],
        *("manufacturers", "potteries", "breweries"),
    ],
}


def left(text, names):
    """The names that stand in a text as whole words."""
    found = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.findall(rf"(?<![^\W_])(?:{found})(?![^\W_])", text)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", [0, 5])
def test_no_name_is_left_in_any_text_of_a_game(game, seed):
    skin = Skin(game, f"plain:{seed}")
    texts = json.loads((FOLDER / "en" / f"{game}.json").read_text(encoding="utf-8"))
    towns = [name for key, name in texts.items() if key.startswith("place.") and name[:1].isupper()]
    names = [*NAMES[game], *towns]
    names += [name[:1].upper() + name[1:] for name in names]
    for key, text in texts.items():
        words = re.sub(r"\{\w+(, \w+)*\}", "", text)  # without the names of parameters
        assert not left(skin.shown(words), names), key
    assert sum(len(left(text, names)) for text in texts.values()) > 100


@pytest.mark.parametrize("game", NAMES)
def test_no_name_is_left_in_what_a_seat_sees(game):
    skin = Skin(game, "plain")
    position = magnate.load(game).new(seed=3)
    names = [*NAMES[game], "illinois", "reading", "st_charles"]
    for _ in range(120):
        ids = position.legal_ids()
        position.apply(ids[len(ids) * 2 // 3])
        seen = json.dumps(position.view(0))
        assert len(left(seen, names)) > 20
        assert not left(skin.shown(seen), names)


def test_a_plural_is_of_the_same_word():
    skin = Skin("brass", "plain")
    one, many = skin.shown("brewery"), skin.shown("two breweries").removeprefix("two ")
    assert many == f"{one}es"
    assert skin.shown("Breweries") == many.capitalize()


def test_a_server_with_our_own_names_has_no_others(monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    own, model = Skin("monopoly", "real"), Skin("monopoly", "plain:3")
    assert own.shown("build:boardwalk on Boardwalk") == "build:yew-street on Yew Street"
    assert own.real("build:yew-street") == "build:boardwalk"
    assert model.shown("Yew Street") == model.shown("Boardwalk")
    position = magnate.load("monopoly").new(seed=3)
    real = set(SQUARE_NAMES) - {"Income Tax", "Luxury Tax"}
    for _ in range(120):
        position.apply(position.legal_ids()[0])
        text = position_text(position.shown_to(0, 0), 0, whole=True)
        assert not left(own.shown(f"{text} {rules_text(position.game)}"), real)
    assert model.real(model.shown("build:boardwalk")) == "build:boardwalk"
