"""`--lang` and MAGNATE_LANG: games are told in the language asked for, and in English without."""

import json

import pytest

SCRIPT = "h\nwhy hold\nroll\n9\nzz\ns\nu\nu\nroll\nq\n"


def test_a_game_is_played_in_romanian(magnate):
    done = magnate("play", "pig", "--seed", 1, "--lang", "ro", stdin=SCRIPT)
    assert done.code == 0
    for sentence in (
        "Porcul, 2 jucători, reguli standard, sămânța 1",
        "Joci pe locul 0; jucătorul 1 random. Tastează h pentru ajutor.",
        "de ce o acțiune nu este permisă acum",
        "Ești jucătorul 0. Poți alege:",
        "    1  roll  aruncă zarul",
        "  Nu se poate: înainte de prima aruncare nu este nimic de păstrat.",
        "  Jucătorul 0 dă ",
        "  Nu există acțiunea 9: numerele merg de la 1 la 2.",
        "  „zz” nu este o acțiune de aici; l arată ce este permis, h arată comenzile.",
        "  Numește un fișier, de exemplu: s game.json",
        "  Luat înapoi.",
        "  Nu este nimic de luat înapoi.",
    ):
        assert sentence in done.out
    assert "ai plecat: partida nu este salvată" in done.err


def test_a_game_is_watched_and_replayed_in_persian(magnate, monkeypatch, tmp_path):
    monkeypatch.setenv("MAGNATE_LANG", "fa")
    file = tmp_path / "game.json"
    watched = magnate("watch", "tictactoe", "--agents", "random", "--seed", 3, "--save", file).out
    assert watched.startswith("دوز، ۲ بازیکن، قواعد standard، بذر ۳\nبازیکن ۰ random، بازیکن ۱ random\n")
    assert "X خانهٔ " in watched
    assert "بازی تمام شد (" in watched
    replayed = magnate("replay", file).out
    assert "بازی تمام شد (" in replayed
    assert "پس از گام ۲ از " in magnate("replay", file, "--to", 2).out


def test_the_language_asked_for_counts_before_the_environment(magnate, monkeypatch):
    monkeypatch.setenv("MAGNATE_LANG", "fa")
    assert "Seat 0 rolls" in magnate("watch", "pig", "--agents", "random", "--lang", "en").out


def test_json_has_the_same_keys_in_every_language(magnate):
    outputs = {}
    for lang in ("en", "ro", "fa"):
        out = magnate("watch", "pig", "--agents", "random", "--seed", 5, "--json", "--lang", lang).out
        outputs[lang] = [json.loads(line) for line in out.splitlines()]
    texts = [[event.pop("text", None) for event in events] for events in outputs.values()]
    assert outputs["en"] == outputs["ro"] == outputs["fa"]
    assert texts[0] != texts[1] != texts[2]


@pytest.mark.parametrize("command", ["play", "watch"])
def test_an_unknown_language_is_refused(magnate, command):
    done = magnate(command, "pig", "--lang", "de")
    assert done.code == 2
    assert 'there is no language "de"' in done.err
    assert "Română" in done.err
