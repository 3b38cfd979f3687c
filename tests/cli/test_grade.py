"""``magnate grade``: the skeletons, and a class that has not begun yet."""

from magnate.exercises.grading import PLAYER
from magnate.exercises.tasks import EXERCISES
from magnate.runtime.cache import root

NAMES = [*(one.name for one in EXERCISES), PLAYER]


def test_skeletons_are_written_once_and_have_no_marks(magnate, monkeypatch, tmp_path):
    assert magnate("grade", tmp_path / "class/ann", "--skeletons").code == 0
    assert sorted(one.stem for one in (tmp_path / "class/ann").iterdir()) == sorted(NAMES)
    assert "is there already" in magnate("grade", tmp_path / "class/ann", "--skeletons").err
    monkeypatch.setenv("MAGNATE_CACHE", str(root()))
    page = tmp_path / "marks.html"
    done = magnate("grade", tmp_path / "class", "--only", "nash", "--only", "dominance", "--out", page, "--json")
    assert done.code == 0
    assert "seed 0" in done.err
    (student,) = done.json["result"]["students"]
    assert [(one["exercise"], one["marks"]) for one in student["marks"]] == [("dominance", 0), ("nash", 0)]
    assert all("NotImplementedError" in line for one in student["marks"] for line in one["wrong"])
    assert "NotImplementedError" in page.read_text(encoding="utf-8")
    assert magnate("grade", tmp_path / "class", "--only", "chess").code == 2
    nowhere = magnate("grade", tmp_path / "class", "--out", tmp_path / "none/marks.html")
    assert "the folder does not exist" in nowhere.err  # before anything is marked
    assert magnate("grade", tmp_path).code == 2
