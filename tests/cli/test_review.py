"""The command review: one game, a player's games, and what it refuses."""

from __future__ import annotations

import pytest

from magnate import load


@pytest.fixture
def games(tmp_path):
    """Files of some games of Pig, one of which is not over."""
    game = load("pig", target=20)
    files = [game.play(["random", "random"], seed=seed).save(tmp_path / f"{seed}.json") for seed in range(4)]
    game.play(["random", "random"], seed=9, limit=3).save(tmp_path / "running.json")
    return files


def test_a_game_is_told(magnate, games):
    done = magnate("review", games[0])
    assert done.code == 0
    assert "inaccuracys" not in done.out
    for text in ("Seat 0 (random) came", "Chances are exact", "luck-adjusted", "others", "explained"):
        assert text in done.out


def test_its_json_adds_up(magnate, games):
    found = magnate("review", games[0], "--json").json["result"]
    for seat in found["seats"]:
        parts = sum(seat[name] for name in ("start", "luck", "own", "others", "drift", "unknown"))
        assert parts == pytest.approx(seat["result"], abs=1e-9)
    assert found["source"] == "exact"


def test_one_seat_alone(magnate, games):
    done = magnate("review", games[0], "--seat", 1)
    assert "Seat 1 (random)" in done.out
    assert "Seat 0 (random)" not in done.out
    assert magnate("review", games[0], "--seat", 2).code == 2


def test_a_game_that_goes_on(magnate, games, tmp_path):
    done = magnate("review", tmp_path / "running.json")
    assert done.code == 0
    assert "stands at" in done.out


def test_a_player_over_many_games(magnate, games):
    found = magnate("review", "--player", "random", *games, "--json").json["result"]
    assert (found["games"], found["seats"]) == (4, 8)
    assert found["kinds"]["move"]["decisions"] > 10
    assert found["rate"]["margin"] > 0
    output = magnate("review", "--player", "random", *games).out
    assert "4 games of pig" in output
    assert "±" in output.splitlines()[0]
    assert "±" not in magnate("review", "--player", "random", games[0]).out.splitlines()[0]


def test_what_is_refused(magnate, games):
    assert "--player NAME" in magnate("review", *games).err
    nobody = magnate("review", "--player", "nobody", games[0])
    assert 'nobody called "nobody"' in nobody.err
    assert magnate("review", games[0].parent / "none.json").code == 3


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("ro", ("Jucătorul 0 (random) a ieșit", "Șansele sunt exacte", "fără noroc", "tura ", "noroc ", "mutare")),
        ("fa", ("بازیکن ۰ (random) از ۲ بازیکن", "دقیق‌اند", "بی‌شانس", "نوبت ", "شانس ", "حرکت")),
    ],
)
def test_a_review_in_another_language_is_in_it_alone(magnate, games, lang, sentences):
    done = magnate("review", games[0], "--lang", lang)
    assert done.code == 0
    for text in sentences:
        assert text in done.out
    for word in ("luck", "chance", "decisions", "seat", "turn", "roll the die", "move"):
        assert word not in done.out.lower()
    player = magnate("review", "--player", "random", *games, "--lang", lang)
    assert "points" not in player.out
    assert player.code == 0
    found = [magnate("review", games[0], "--json", "--lang", one).json["result"] for one in ("en", lang)]
    assert found[0] == found[1]
