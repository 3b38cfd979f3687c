"""The command review writes one page, and refuses where it cannot."""

from magnate import load


def test_a_review_is_written_as_a_page(magnate, tmp_path):
    file = load("pig", target=20).play("random", seed=1).save(tmp_path / "game.json")
    page = tmp_path / "review.html"
    done = magnate("review", file, "--html", page)
    assert done.code == 0
    assert "luck" in done.out
    assert str(page) in done.err.replace("\n", "")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "Pig: review of a game" in text


def test_a_page_that_cannot_be_is_refused(magnate, tmp_path):
    file = load("pig", target=20).play("random", seed=1).save(tmp_path / "game.json")
    done = magnate("review", file, "--html", tmp_path / "nowhere" / "review.html")
    assert done.code != 0
    assert "the folder does not exist" in done.err
    done = magnate("review", file, "--player", "random", "--html", tmp_path / "review.html")
    assert done.code == 2
    assert "one game" in done.err


def test_a_page_is_written_in_the_language_that_is_asked_for(magnate, tmp_path):
    file = load("pig", target=20).play("random", seed=1).save(tmp_path / "game.json")
    page = tmp_path / "review.html"
    done = magnate("review", file, "--html", page, "--lang", "fa")
    assert "صفحه در" in done.err
    text = page.read_text(encoding="utf-8")
    assert '<html lang="fa" dir="rtl">' in text
    assert "ترازنامه" in text
