"""`magnate play`, `watch`, `replay` and `verify`, scripted through stdin."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

import magnate as library
from magnate.cli import play
from magnate.core import base_game
from magnate.core.dice import KeyedDice
from magnate.core.game import Record
from magnate.runtime import compiler


def test_a_whole_game_from_a_script(magnate):
    # X takes a1, b1, … by name as long as it is possible; the agent is random with a fixed seed.
    moves = "\n".join(f"{column}{row}" for row in "123" for column in "abc")
    done = magnate("play", "tictactoe", "--seed", 3, stdin=moves)
    assert done.code == 0
    assert "You play seat 0; seat 1 random." in done.out
    assert "The game is over (" in done.out
    assert done.out.count("You may:") >= 3


def test_actions_are_numbered_sentences(magnate):
    done = magnate("play", "tictactoe", "--seed", 3, stdin="a1\nq\n")
    assert "    5  b2  " in done.out
    assert "left: the game is not saved" in done.err
    assert done.code == 0


def test_a_number_acts_and_a_wrong_one_does_not(magnate):
    done = magnate("play", "pig", "--seed", 1, stdin="7\n1\nq\n")
    assert "There is no action 7: the numbers are 1 to 1." in done.out
    assert "Seat 0 rolls" in done.out


def test_enter_takes_the_only_action(magnate):
    assert "Seat 0 rolls" in magnate("play", "pig", "--seed", 1, stdin="\nq\n").out


def test_why_not(magnate):
    done = magnate("play", "pig", "--seed", 1, stdin="why hold\nhold\nwhy 1\nwhy\nwhy fly\nfly\nwhy 9\n")
    assert done.out.count("Not possible: there is nothing to hold before the first roll.") == 2
    assert "roll is possible now." in done.out
    assert "for example: why hold" in done.out
    assert '"fly" is no action' in done.out


def test_undo_goes_back_to_the_own_previous_decision_and_the_dice_stay(magnate):
    done = magnate("play", "pig", "--seed", 1, stdin="u\nroll\nroll\nu\nroll\nu\nu\nu\nq\n")
    rolls = [line for line in done.out.splitlines() if line.startswith("  Seat 0 rolls")]
    assert len(rolls) == 3
    assert rolls[1] == rolls[2]
    assert done.out.count("Taken back.") == 3
    assert done.out.count("There is nothing to take back.") == 2


@pytest.mark.parametrize(("game", "typed"), [("kuhn", "1\n"), ("pig", "roll\nu\nroll\nq\n")])
def test_nothing_is_compiled_before_a_game_begins_or_while_it_is_played(magnate, monkeypatch, game, typed):
    compiled = magnate("play", game, "--seed", 1, stdin=typed)

    def refuse(entries, _progress):
        assert not list(entries), "nothing is compiled"

    monkeypatch.setattr(base_game, "at_hand", lambda _entry: False)
    monkeypatch.setattr(base_game, "build_with_progress", refuse)
    monkeypatch.setattr(compiler, "missing", list)
    monkeypatch.setattr(play, "compile_rest", lambda *_: None)
    done = magnate("play", game, "--seed", 1, stdin=typed)
    assert "by interpreted ones" in done.err
    assert (done.code, done.out) == (0, compiled.out)
    assert done.out.count("Taken back.") == typed.count("u")


def test_saving_and_resuming_is_the_same_game(magnate, tmp_path):
    file = tmp_path / "half.json"
    script = ["roll", "hold", "roll", "hold", "roll", "hold"]
    whole = magnate("play", "pig", "--seed", 5, stdin="\n".join([*script, f"s {tmp_path / 'whole.json'}"]))
    first = magnate("play", "pig", "--seed", 5, stdin="\n".join([*script[:3], f"s {file}", "q"]))
    assert "Saved. Go on later with: magnate play --resume" in first.out
    assert "not saved" not in first.err
    rest = magnate(
        "play", "--resume", file, stdin="\n".join([*script[3:], f"s {tmp_path / 'rest.json'}", "u", "u", "u", "u"])
    )
    assert rest.code == whole.code == 0
    assert Record.load(tmp_path / "rest.json") == Record.load(tmp_path / "whole.json")
    assert rest.out.count("Taken back.") == 4  # decisions made before saving can be taken back too


def test_a_resumed_game_has_the_agents_it_was_saved_with(magnate, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "my_bots.py").write_text(
        "class Holder:\n    def act(self, positions):\n        return [p.legal()[-1].id for p in positions]\n"
    )
    magnate("play", "pig", "--seed", 1, "--agents", "my_bots:Holder", stdin="roll\ns half.json\n")
    resumed = magnate("play", "--resume", "half.json", stdin="roll\nq\n")
    assert "seat 1 my_bots:Holder." in resumed.out
    change(tmp_path / "half.json", agents=["human", "Holder"])  # an object in Python, which a name cannot bring back
    resumed = magnate("play", "--resume", "half.json", stdin="q\n")
    assert "seat 1 random." in resumed.out
    assert 'there is no agent "Holder" here: random plays seat 1 instead' in resumed.err


def test_a_game_may_be_resumed_from_another_seat(magnate, tmp_path):
    file = tmp_path / "half.json"
    magnate("play", "pig", "--seed", 1, stdin=f"roll\ns {file}\n")
    resumed = magnate("play", "--resume", file, "--seat", 1, stdin="q\n")
    assert resumed.code == 0, resumed.err
    assert "You play seat 1; seat 0 random." in resumed.out


def test_saving_where_it_cannot_be(magnate):
    done = magnate("play", "pig", "--seed", 1, stdin="s\ns /no/such/folder/a.json\n")
    assert "Name a file" in done.out
    assert "Cannot write /no/such/folder/a.json" in done.out
    assert done.code == 0


def test_a_hand_is_shown_to_the_person_who_holds_it(magnate):
    done = magnate("play", "kuhn", "--seed", 4, stdin="b\npass\nu\nq\n")
    assert done.out.count("You hold the jack.") == 4  # at each decision, where asked for, and after going back
    assert done.out.count("the queen") == done.out.count("the king") == 0
    assert "You hold" not in magnate("watch", "kuhn", "--seed", 4, "--board").out


@pytest.mark.parametrize("typed", ["²", "why ²", "1" * 5000, "s a\0b", "s ~no-such-user/a.json"], ids=ascii)
def test_nothing_that_is_typed_ends_the_game(magnate, typed):
    done = magnate("play", "pig", "--seed", 1, stdin=f"{typed}\nroll\nq\n")
    assert (done.code, "Seat 0 rolls" in done.out) == (0, True)
    assert any(word in done.out for word in ("is no action", "Cannot write"))


def test_bytes_that_are_no_text_do_not_end_the_game():
    play = "import sys; from magnate.cli.main import run; sys.exit(run(['play', 'pig', '--seed', '1']))"
    done = subprocess.run(
        [sys.executable, "-c", play],
        input=b"\xff\nroll\nq\n",
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"Seat 0 rolls" in done.stdout) == (0, True), done.stderr


def test_any_decimal_digits_are_a_number(magnate):
    assert "Seat 0 rolls" in magnate("play", "pig", "--seed", 1, stdin="۱\nq\n").out


def test_a_failed_save_leaves_nothing_behind(magnate, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    assert "Cannot write" in magnate("play", "pig", "--seed", 1, stdin=f"roll\ns {folder}\n").out
    assert list(tmp_path.iterdir()) == [folder]


def test_two_people_at_one_terminal(magnate):
    done = magnate("play", "tictactoe", "--seat", 1, "--seat", 0, "--seat", 1, stdin="a1\na2\nb1\nb2\nc1\n")
    assert "You play seat 0 and 1; nobody else plays." in done.out
    assert "human (seat 0) wins" in done.out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["play", "pig", "--resume", "x"], "brings its own rules"),
        (["play", "pig", "--agents", "random,random"], "2 agents for 1 seats"),
        (["play", "--resume", "/no/such"], "cannot read"),
    ],
)
def test_what_play_refuses(magnate, words, error):
    done = magnate(*words)
    assert error in done.err
    assert done.code in {2, 3}


def test_a_finished_game_cannot_be_resumed(magnate, tmp_path):
    file = tmp_path / "over.json"
    library.load("tictactoe").play("random", seed=1).save(file)
    done = magnate("play", "--resume", file)
    assert (done.code, "is over" in done.err) == (3, True)


def test_help_and_board_and_list(magnate):
    done = magnate("play", "pig", "--seed", 1, stdin="h\nb\nl\n")
    assert "why NAME" in done.out
    assert done.out.count("You may:") == 2
    assert done.out.count("of 100") >= 4


# ------------------------------------------------------------------------------------------- recorded games


@pytest.fixture
def game(magnate, tmp_path):
    file = tmp_path / "game.json"
    done = magnate("watch", "pig", "--seed", 7, "--save", file, "-o", "target=30")
    assert done.code == 0
    assert "wins with" in done.out
    assert "The game is over (target): random (seat" in done.out
    return file


def test_watching_twice_is_the_same(magnate, game):
    first, second = (magnate("watch", "pig", "--seed", 7, "--speed", "0").out for _ in range(2))
    assert first == second
    assert magnate("watch", "pig", "--seed", 8).out != first


def test_watching_as_json_lines(magnate):
    words = ["watch", "pig", "--seed", 7, "-o", "target=30"]
    output = [json.loads(line) for line in magnate(*words, "--json").out.splitlines()]
    sentences = magnate(*words).out.splitlines()
    assert {line["schema"] for line in output} == {1}
    first, *events, last = output
    assert (first["kind"], first["game"], first["seed"]) == ("watch.game", "pig", 7)
    assert first["agents"] == ["random", "random"]
    assert {line["kind"] for line in events} == {"watch.event"}
    assert [line["text"] for line in events] == [line for line in sentences if line.startswith("Seat ")]
    assert (last["kind"], last["ending"], sorted(last["utility"])) == ("watch.result", "target", [0.0, 1.0])
    assert last["steps"] >= events[-1]["step"] > 0


def test_watching_with_boards(magnate):
    plain, shown = (magnate("watch", "pig", "--seed", 1, *more).out.count("of 100") for more in ([], ["--board"]))
    assert plain == 2
    assert shown > 10


def test_replay_tells_what_was_watched(magnate, game):
    watched = magnate("watch", "pig", "--seed", 7, "-o", "target=30").out
    output = magnate("replay", game)
    assert output.code == 0
    sentences = [line[8:] for line in output.out.splitlines() if line[:6].strip().isdigit() and "Seat" in line]
    assert sentences == [line for line in watched.splitlines() if line.startswith("Seat ")]


def test_replay_of_a_part(magnate, game):
    whole, part = magnate("replay", game, "--json").json, magnate("replay", game, "--from", 2, "--to", 4, "--json").json
    assert part["result"]["steps"] == whole["result"]["steps"][2:5]
    assert "After step 4 of" in magnate("replay", game, "--to", 4).out
    assert magnate("replay", game, "--to", 10_000).code == 3


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"final_hash": "0" * 64}, "the record ends with the hash"), ({"result": None}, "the game is not over")],
)
def test_a_replay_with_a_false_end_is_told_and_refused(magnate, game, tmp_path, changes, words):
    last = len(magnate("replay", game, "--json").json["result"]["steps"]) - 1
    change(game, **changes)
    done = magnate("replay", game, "--save", tmp_path / "saved.json")
    assert done.code == 3
    assert f"{last:6d}  Seat" in done.out
    assert f"error: {game}: " in done.err
    assert words in done.err
    assert not (tmp_path / "saved.json").exists()
    assert magnate("replay", game, "--json").json["error"]["code"] == "bad_record"
    assert magnate("replay", game, "--to", last - 1).code == 0


def test_verify_says_yes(magnate, game):
    done = magnate("verify", game)
    assert (done.code, done.out[:4]) == (0, "ok: ")
    assert "the dice are those of the seed" in done.out
    assert magnate("verify", game, "--json").json["result"]["ok"] is True


def test_verify_knows_secret_dice(magnate, tmp_path):
    position = library.load("pig").new().continue_with(KeyedDice.of("5e" * 32))
    while not position.is_over:
        position.apply(position.legal_ids()[-1])
    record = position.record()
    done = magnate("verify", record.save(tmp_path / "kept.json"))
    assert done.code == 0
    assert "the dice are those of the key, as promised" in done.out
    assert "with secret dice" in magnate("replay", tmp_path / "kept.json").out
    other = replace(record, dice=KeyedDice.of("5f" * 32))
    done = magnate("verify", other.save(tmp_path / "other.json"))
    assert done.code == 1
    assert "but the key of the dice gives" in done.err


def change(file, **changes):
    data = json.loads(file.read_text())
    data.update(changes)
    file.write_text(json.dumps(data))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"final_hash": "0" * 64}, 1),
        ({"seed": 8}, 1),
        ({"actions": [0, 7]}, 1),
        ({"preset": "short", "overrides": {}}, 1),
        ({"overrides": {}}, 1),
        ({"result": None}, 1),
        ({"rules_version": 99}, 3),
        ({"game": "chess"}, 3),
        ({"players": 99}, 3),
        ({"kind": "letter"}, 3),
        ({"options": {"sides": 0}}, 3),
    ],
)
def test_verify_says_no(magnate, game, changes, code):
    change(game, **changes)
    done = magnate("verify", game)
    assert done.code == code
    assert done.err.startswith(f"error: {game}: ")
    assert "Traceback" not in done.err
    assert "Result(" not in done.err


def test_screens_say_how_the_options_differ_from_the_preset(magnate, tmp_path):
    file = tmp_path / "game.json"
    watched = magnate("watch", "pig", "--option", "sides=8", "--agents", "random", "--seed", 3, "--save", file).out
    assert watched.startswith("Pig, 2 players, preset standard, faces of the die: 8, seed 3\n")
    assert magnate("replay", file).out.startswith("Pig, 2 players, preset standard, faces of the die: 8, seed 3\n")
    change(file, preset="short")
    assert magnate("verify", file).code == 1
    shown = "Pig, 2 players, preset short, points that win: 100, faces of the die: 8, seed 3\n"
    assert magnate("replay", file).out.startswith(shown)


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"game": "chess"}, 'game is unknown: there is no game "chess"'), ({"players": 99}, "number of players")],
)
@pytest.mark.parametrize("command", [["verify"], ["replay"], ["play", "--resume"]], ids=" ".join)
def test_records_of_what_there_is_not_are_named(magnate, game, command, changes, words):
    change(game, **changes)
    done = magnate(*command, game)
    assert done.code == 3
    assert done.err.startswith(f"error: {game}: ")
    assert words in done.err


def test_verify_says_no_in_json(magnate, game):
    change(game, final_hash="0" * 64)
    done = magnate("verify", game, "--json")
    assert done.code == 1
    assert done.json["result"]["ok"] is False


def test_leaving_says_what_is_not_saved(magnate, tmp_path):
    file = tmp_path / "game.json"
    done = magnate("play", "pig", "--seed", 1, stdin=f"roll\ns {file}\nroll\n")
    assert f"left: what came after saving to {file} is not saved" in done.err
    assert magnate("play", "pig", "--seed", 1, stdin="q\n").err == ""
    assert magnate("play", "--resume", file, stdin="q\n").err == ""


def test_a_board_that_does_not_fit_is_not_torn_apart(magnate, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "20")
    assert "(the board needs 35 columns; this terminal has 20)" in magnate("play", "pig", "--seed", 1, stdin="q\n").out


def test_a_spectator_sees_what_everybody_sees(magnate, monkeypatch):
    from magnate.core.game import Position

    asked = []
    kept = Position.events_for
    monkeypatch.setattr(Position, "events_for", lambda self, seat: asked.append(seat) or kept(self, seat))
    magnate("watch", "pig", "--seed", 7, "-o", "target=10")
    assert set(asked) == {None}


def test_people_whom_a_record_names_are_people_when_it_is_resumed(magnate, tmp_path):
    file, after = tmp_path / "half.json", tmp_path / "after.json"
    magnate("play", "pig", "--seed", 1, stdin=f"roll\ns {file}\n")
    change(file, agents=["random", "human:Ann"])
    resumed = magnate("play", "--resume", file, stdin=f"s {after}\nq\n")
    assert resumed.code == 0, resumed.err
    assert "You play seat 1; seat 0 random." in resumed.out
    assert list(Record.load(after).agents) == ["random", "human:Ann"]
    output = magnate("replay", after)
    assert output.code == 0, output.err
    assert "seat 0 random, seat 1 Ann" in output.out


def test_a_replay_is_saved_as_far_as_it_is_told(magnate, game, tmp_path):
    part = tmp_path / "part.json"
    assert magnate("replay", game, "--to", 4, "--save", part).code == 0
    whole, saved = (json.loads(file.read_text()) for file in (game, part))
    assert (saved["actions"], saved["result"]) == (whole["actions"][:4], None)
    assert magnate("verify", part).code == 0
    assert magnate("replay", game, "--save", part).code == 0
    assert part.read_text() == game.read_text()
    assert "comes after --to 4" in magnate("replay", game, "--from", 9, "--to", 4).err


def test_a_hint_tells_moves_with_the_chance_after_each(magnate):
    done = magnate("play", "tictactoe", "--seed", 3, stdin="t\nq\n")
    assert done.out.count(" %, exact") == 3
    pig = magnate("play", "pig", "--seed", 1, "--option", "target=20", stdin="hint\nq\n")
    assert "oll the die: 61.6 %, exact" in pig.out
