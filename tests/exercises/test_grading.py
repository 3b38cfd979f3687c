"""Classes are marked: what is right has full marks, and what fails costs its author alone."""

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from magnate.exercises.grading import PLAYER, grade, students_in
from magnate.exercises.page import class_page
from magnate.exercises.pig import hold_at, perfect, win_chance
from magnate.exercises.process import Failed, Limits, StudentProcess
from magnate.exercises.tasks import EXERCISES

SOLUTIONS = Path(__file__).with_name("solutions")
NAMES = [*(one.name for one in EXERCISES), PLAYER]


@pytest.fixture
def kernels(monkeypatch):
    """The folder of kernels of these tests, for processes with an empty environment."""
    from magnate.runtime.cache import root

    monkeypatch.setenv("MAGNATE_CACHE", str(root()))


def test_the_solutions_have_full_marks(kernels, tmp_path):
    shutil.copytree(SOLUTIONS, tmp_path / "class/ann")
    (student,) = grade(tmp_path / "class", seed=3, limits=Limits(seconds=120)).students
    marks = {one.exercise: one.marks for one in student.marks}
    assert list(marks) == NAMES
    assert marks.pop(PLAYER) >= 7
    assert marks.pop("q_learning") >= 8
    assert set(marks.values()) == {10}, student.marks


WRONG = {
    "ann": (SOLUTIONS / "minimax.py").read_text(encoding="utf-8"),
    "bad": "def minimax(position):\n    return 0.25\n",
    "eats": "def minimax(position):\n    return len(bytearray(1 << 40))\n",
    "huge": "def minimax(position):\n    return 10**400\n",
    "ends": "import os\n\n\ndef minimax(position):\n    os._exit(3)\n",
    "other": "def minimax(position):\n    return 'x'\n",
    "raises": "def minimax(position):\n\n    return 1 // 0\n",
    "reaches": (
        "import socket\n\n\ndef minimax(position):\n    socket.create_connection(('192.0.2.1', 80), timeout=0.2)\n"
    ),
    "unread": "def minimax(position)\n    return 0\n",
}


def test_what_fails_costs_its_author_alone(kernels, tmp_path):
    for name, text in WRONG.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "minimax.py").write_text(text)
    os.mkfifo(tmp_path / "class/ann/pipe")  # what cannot be copied
    result = grade(tmp_path / "class", only=["minimax"], limits=Limits(seconds=20, megabytes=3000))
    found = {one["name"]: one for one in result.to_json()["students"]}
    marks = {name: one["marks"][0]["marks"] for name, one in found.items()}
    assert marks.pop("ann") == 10
    assert set(marks.values()) == {0}
    said = {name: one["marks"][0]["wrong"] for name, one in found.items()}
    assert said["ann"] == []
    assert said["bad"][0] == "tictactoe: wrong"
    assert said["eats"][0] == "tictactoe: line 2: MemoryError"
    assert said["ends"][0] == "tictactoe: the process has ended (3)"
    assert said["other"][0].startswith("tictactoe: an answer of another form")
    assert said["huge"][0].startswith("tictactoe: an answer of another form")
    assert said["raises"][0].startswith("tictactoe: line 3: ZeroDivisionError: ")  # Python 3.14 has other words for it
    assert said["reaches"][0].startswith("tictactoe: line 5: ")
    assert said["unread"][0].startswith("tictactoe: line 1: SyntaxError")
    if found["reaches"]["offline"]:
        assert "unreachable" in said["reaches"][0]
    text = class_page(result)
    assert all(name in text for name in WRONG)
    assert "http" not in text
    assert "<script" not in text


def test_who_does_not_answer_is_asked_twice(kernels, tmp_path):
    (tmp_path / "class/sleeps").mkdir(parents=True)
    (tmp_path / "class/sleeps/minimax.py").write_text("import time\n\n\ndef minimax(position):\n    time.sleep(60)\n")
    (student,) = grade(tmp_path / "class", only=["minimax"], limits=Limits(seconds=2)).students
    assert [(one.marks, list(one.wrong)) for one in student.marks] == [
        (
            0,
            [
                *["tictactoe: no answer in 2 s"] * 2,
                *(f"{one}: not asked any more" for one in ("tictactoe", "random_tree")),
            ],
        )
    ]


@pytest.fixture
def process(tmp_path, kernels):
    """`process(text)` runs a file, with others beside it."""
    made = []

    def run(text, **beside):
        for name, other in {"nash": text, **beside}.items():
            (tmp_path / f"{name}.py").write_text(text if name == "nash" else other)
        made.append(StudentProcess(tmp_path / "nash.py", Limits(seconds=20)))
        return made[-1]

    yield run
    for one in made:
        one.close()


def test_files_beside_are_imported_but_lift_no_limits(process):
    text = (
        "import helper, resource\n\n\ndef pure():\n    return [helper.ONE, *resource.getrlimit(resource.RLIMIT_CORE)]\n"
    )
    ours = "def setrlimit(*_): pass\n"
    assert process(text, helper="ONE = 1\n", resource=ours, json=ours, ctypes=ours).ask(call="pure") == [1, 0, 0]


@pytest.mark.parametrize("written", ["b'5\\n'", "b'[' * 100_000 + b'\\n'", "b'\\xff\\n' * 1_000_000"])
def test_what_a_file_writes_by_itself_harms_nobody(process, written):
    text = (
        f"import os\n\n\ndef pure():\n    for fd in range(3, 9):\n        try:\n            os.write(fd, {written})\n"
    )
    with pytest.raises(Failed, match="no JSON"):
        process(f"{text}        except OSError:\n            pass\n").ask(call="pure")


def test_long_errors_are_cut(process):
    with pytest.raises(Failed, match=f"^line 2: ValueError: x{{{300 - len('line 2: ValueError: ')}}}$"):
        process("def pure():\n    raise ValueError('x' * 1_000_000)\n").ask(call="pure")


FIRST = "class Player:\n    def act(self, positions):\n        return [one.legal_ids()[0] for one in positions]\n"
PLAYERS = {
    "ann": FIRST,
    "bob": FIRST.replace("one.legal_ids()[0]", "99999"),
    "cat": FIRST.replace("one.legal_ids()[0]", "one.legal()[-1]"),
}


def test_a_tournament_of_the_class(kernels, tmp_path):
    for name, text in PLAYERS.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "player.py").write_text(text)
    result = grade(tmp_path, only=[PLAYER], limits=Limits(seconds=60), tournament=2, game="tictactoe")
    assert [(one.name, one.games, one.forfeits) for one in result.places[2:]] == [("bob", 8, 8)]
    assert result.places[2].share.mean == 0
    assert "99999" in result.places[2].failure
    assert {one.name: one.forfeits for one in result.places[:2]} == {"ann": 0, "cat": 0}
    assert sum(one.share.mean * one.games for one in result.places) == 12
    marks = {one.name: one.total for one in result.students}
    assert marks["bob"] == 0
    assert min(marks["ann"], marks["cat"]) >= 5
    assert result.to_json()["game"] == "Tic-tac-toe"


def test_results_have_the_names_of_the_skin(kernels, monkeypatch, tmp_path):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann/dominance.py").write_text("")
    assert grade(tmp_path, only=["dominance"], game="monopoly").to_json()["game"] == "Property Game"


def test_a_player_has_so_long_for_a_game(kernels, tmp_path):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann/player.py").write_text("import time\n\n\n" + FIRST.replace("return", "time.sleep(0.6); return"))
    limits = Limits(seconds=60, game=0.5)
    (student,) = grade(tmp_path, only=[PLAYER], game="tictactoe", limits=limits).students
    assert student.marks[0].marks == 0
    late = "more than 0.5 s in this game"
    assert student.marks[0].wrong == (f"game 1: {late}", f"game 2: {late}", "late too often: no more games")


def test_a_player_that_hangs_costs_a_tournament_two_games(kernels, tmp_path):
    """Two games of each player that hangs are waited for, and not all eighteen."""
    hangs = "import time\n\n\n" + FIRST.replace("return", "time.sleep(99); return")
    for name, text in {**PLAYERS, "bob": hangs, "dan": hangs}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "player.py").write_text(text)
    asked = tmp_path / "asked"
    slow = hangs.replace("time.sleep(99)", f"open({str(asked)!r}, 'a').write('x'), time.sleep(99)")
    (tmp_path / "bob/player.py").write_text(slow)
    result = grade(tmp_path, only=["uct"], limits=Limits(seconds=10), tournament=3, game="tictactoe")
    places = {one.name: one for one in result.places}
    assert {name: (one.games, one.forfeits, one.unasked) for name, one in places.items()} == {
        "ann": (18, 0, 0),
        "bob": (18, 18, 16),
        "cat": (18, 0, 0),
        "dan": (18, 18, 16),
    }
    assert asked.read_text() == "xx"
    assert places["bob"].share.mean == places["dan"].share.mean == pytest.approx(3 / 18)  # of the games of the two
    assert places["bob"].failure == "no answer in 10 s"
    text = class_page(result)
    assert text.count("no answer in 10 s (16 games lost unasked)") == 2
    assert "who was late in 2 games loses the rest unasked" in text


def test_chances_of_pig_are_those_of_played_games():
    target, dice, won, games = 20, random.Random(1), 0, 20_000
    policies = [hold_at(8, target), hold_at(15, target)]
    for number in range(games):
        points, seat, total = [0, 0], number % 2, 0
        while points[seat] + total < target:
            roll = policies[seat][points[seat], points[1 - seat], total]
            face = dice.randint(1, 6) if roll else 0
            if face > 1:
                total += face
            else:
                points[seat] += 0 if roll else total
                seat, total = 1 - seat, 0
        won += seat == 0
    assert win_chance(*policies) == pytest.approx(won / games, abs=0.015)
    best = perfect(target)
    assert win_chance(best, best) == pytest.approx(0.5)
    assert all(win_chance(best, hold_at(points, target)) >= 0.5 for points in (4, 8, 12, 20))


def test_answers_do_not_reach_the_process():
    assert all(
        set(case.question) <= {"call", "position", "arguments"} for one in EXERCISES[4:6] for case in one.cases(1)
    )
    assert [json.dumps(dict(one.question)) for one in EXERCISES[4].cases(1)] != [
        json.dumps(dict(one.question)) for one in EXERCISES[4].cases(2)
    ]


def test_only_folders_with_exercises_are_students(tmp_path):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann/uct.py").write_text("")
    (tmp_path / "notes").mkdir()
    assert [one.name for one in students_in(tmp_path)] == ["ann"]
