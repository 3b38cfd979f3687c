import json
import sys
from pathlib import Path

import pytest

from magnate.cli.console import Reporter
from magnate.cli.drawing import plot_lines
from magnate.cli.train_evaluation import about_triples
from magnate.cli.train_report import Alarm, ProgressLine
from magnate.learn.config import METHODS
from magnate.networks.files import load
from tests.learn import counting

WALK = 'game = "pig"\nmethod = "counting"\n'
SMALL = (
    *("--set", "options.target=20", "--set", "values.rounds=3", "--set", "values.games=60"),
    *("--set", "values.layers=[8]", "--set", "values.population.self=1.0"),
)


@pytest.fixture
def train(magnate, monkeypatch, tmp_path):
    """`train("run", …)`, with a data folder in `tmp_path` and the configuration walk.toml there."""
    monkeypatch.setitem(METHODS, "counting", counting.NAME)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walk.toml").write_text(WALK)
    return lambda *words: magnate("train", *words)


def test_a_configuration_that_comes_with_magnate_is_trained_and_played(train, tmp_path):
    done = train("run", "pig", *SMALL)
    assert done.code == 0, done.err
    facts = "Pig · 2 players · preset short, points that win: 20 · method values · seed 1 · 3 of 3 steps"
    for text in (facts, "Cross entropy", "│"):
        assert text in done.out
    folder = tmp_path / "magnate" / "training" / "pig-1"
    assert str(folder) in done.err
    assert {
        "config.toml",
        "run.json",
        "metrics.jsonl",
        "checkpoint.safetensors",
        "curves.html",
        "value.safetensors",
    } <= {file.name for file in folder.iterdir()}
    listed = train("list", "--json").json["result"]
    assert [(one["name"], one["steps"], one["of"], one["finished"]) for one in listed] == [("pig", 3, 3, True)]
    assert "pig-1  pig   values" in train("list").out
    exported = train("export", "pig-1", "--out", "mine.safetensors")
    assert exported.out.strip() == "mine.safetensors"
    tables = [load(file).network.table().tobytes() for file in ("mine.safetensors", folder / "value.safetensors")]
    assert tables[0] == tables[1]
    played = train("eval", "pig-1", "--against", "random", "--games", 200)
    assert played.code == 0, played.err
    assert "random" in played.out
    assert train("eval", "pig-1", "-n", 200, "--json").json["result"]["against"][0]["games"] == 200
    looked = train("calibration", "pig-1", "-n", 200, "--json").json["result"]
    assert looked["name"] == "pig-1"
    assert len(looked["phases"]) == 4
    assert (folder / "calibration.html").exists()
    options = ("--game", "pig", "--option", "target=20", "-n", 200, "--json")
    as_agent = train("calibration", "network:mine.safetensors", *options, "--page", "curves.html").json["result"]
    assert as_agent["whole"] == looked["whole"]
    assert Path("curves.html").exists()


def test_a_policy_that_was_trained_can_be_calibrated(train):
    small = ("--set", "options.target=20", "--set", "ppo.steps=1", "--set", "ppo.games=20", "--set", "ppo.layers=[8]")
    assert train("run", "ppo_pig", *small).code == 0
    looked = train("calibration", "ppo_pig-1", "-n", 100, "--json").json["result"]
    assert looked["name"] == "ppo_pig-1"
    assert sum(phase["positions"] for phase in looked["phases"]) == looked["whole"]["positions"]
    assert "choices are the policy's own" in train("calibration", "ppo_pig-1", "-n", 100).out


def test_calibration_says_what_it_can_look_at(train):
    assert train("run", "pig", *SMALL).code == 0
    refused = train("calibration", "pig-1", "--players", 2)
    assert "the training pig-1 is looked at in the game that it has learned" in refused.err
    refused = train("calibration", "search:depth=2", "--game", "tictactoe")
    assert refused.code != 0
    refused = train("calibration", "strategic:tuned", "--game", "monopoly", "--preset", "thesis", "--players", 2)
    assert 'no network of "strategic:tuned" says win probabilities' in refused.err


def test_json_is_the_same_for_any_number_of_jobs_and_resumed(train):
    results = []
    for words in (("run", "pig", *SMALL, "--jobs", 1), ("run", "pig", *SMALL, "--out", "two"), ("resume", "pig-1")):
        found = train(*words, "--json").json
        assert (found["schema"], found["kind"]) == (1, "train")
        assert {"seconds", "jobs", "folder", "versions"} <= set(found["run"])
        results.append(json.dumps(found["result"]))
    assert len(set(results)) == 1


def test_an_interrupted_training_says_how_to_go_on(train, monkeypatch):
    step = counting.Walk.step

    def interrupted(self, number):
        if number == 7:
            raise KeyboardInterrupt
        return step(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(counting.Walk, "step", interrupted)
        done = train("run", "walk.toml", "--set", "checkpoint_seconds=0")
    assert done.code == 130
    assert done.err.endswith("interrupted in step 8 of 20; 7 steps are kept: magnate train resume walk-1 goes on\n")
    assert train("list", "--json").json["result"][0]["finished"] is False
    assert train("run", "walk.toml").code == 2
    assert train("resume", "walk-1").code == 0
    assert train("show", "walk-1", "--json").json["run"]["finished"] is True


def test_before_the_first_checkpoint_nothing_can_be_exported(train, monkeypatch):
    monkeypatch.setattr(counting.Walk, "step", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    done = train("run", "walk.toml", "--out", "there")
    assert "0 steps are kept: magnate train resume there goes on" in done.err
    done = train("export", "there")
    assert (done.code, "has no checkpoint yet" in done.err) == (2, True)
    assert train("show", "there").code == 0
    assert "No step is done yet." in Path("there/curves.html").read_text()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("run", "nothing"), 2, 'no configuration "nothing" comes with magnate'),
        (("run", "nothing.toml"), 3, "nothing.toml: No such file"),
        (("run", "pig", "--set", "values.rounds=0"), 2, "rounds must be at least 1 (got 0)"),
        (("run", "pig", "--set", "values.round=3"), 2, 'did you mean "rounds"'),
        (("run", "pig", "--set", "options.target=1"), 2, "target must be at least 2"),
        (("resume", "nothing"), 2, 'there is no training "nothing"'),
        (("show", "."), 2, "holds no training run"),
    ],
)
def test_wrong_arguments_are_sentences(train, words, code, sentence):
    done = train(*words)
    assert done.code == code
    assert done.err.startswith("error: ")
    assert sentence in done.err


def test_a_checkpoint_that_does_not_fit_is_refused(train, tmp_path):
    train("run", "walk.toml", "--out", "there")
    file = tmp_path / "there" / "config.toml"
    file.write_text(file.read_text().replace("seed = 1", "seed = 2"))
    done = train("resume", "there")
    assert done.code == 3
    assert "was written for another configuration" in done.err


@pytest.mark.parametrize(
    ("package", "words", "hint"),
    [
        ("torch", (), "pip install 'magnate[learn]'"),
        ("torch.utils.tensorboard", ("--tensorboard",), "pip install 'magnate[learn,tensorboard]'"),
    ],
)
def test_the_missing_package_is_named(train, monkeypatch, package, words, hint):
    monkeypatch.setitem(sys.modules, package, None)
    done = train("run", "pig", *words)
    assert done.code == 5
    assert hint in done.err


@pytest.mark.parametrize(("package", "words"), [("torch", ()), ("torch.utils.tensorboard", ("--tensorboard",))])
def test_without_a_package_no_folder_is_begun(train, monkeypatch, tmp_path, package, words):
    """It would be in the way of the same command once the package is there."""
    monkeypatch.setitem(sys.modules, package, None)
    assert train("run", "pig", *words).code == 5
    assert not list(tmp_path.rglob("pig-*"))


def test_without_arguments_the_commands_are_listed(train):
    done = train()
    assert done.code == 0
    assert all(verb in done.out for verb in ("run", "resume", "list", "show", "eval", "export"))


def test_progress_tells_the_metric_and_when_it_is_done(capsys):
    import io

    from rich.console import Console

    file, now = io.StringIO(), [0.0]
    reporter = Reporter("train", Console(file=file, width=100), clock=lambda: now[0])
    line = ProgressLine(reporter)
    line.begin(0, 4, [])
    for number in range(4):
        now[0] += 30.0
        line.step({"step": number + 1, "seconds": 30.0, "loss": 0.51234})
    assert file.getvalue().splitlines()[0] == "train  1/4 steps  25%  loss 0.5123  eta 1:30"
    assert file.getvalue().splitlines()[-1].endswith("4/4 steps  100%  loss 0.5123  eta 0:00")


def test_progress_tells_of_the_games_of_a_long_step(capsys):
    import io

    from rich.console import Console

    file, now = io.StringIO(), [0.0]
    line = ProgressLine(Reporter("train", Console(file=file, width=100), clock=lambda: now[0]))
    line.begin(0, 3, [])
    now[0] = 10.0
    line.games(250, 1000)  # three quarters of this step and two more steps are left, of 40 seconds each
    now[0] = 40.0
    line.step({"step": 1, "seconds": 40.0})
    now[0] = 60.0
    line.games(500, 1000)
    said = file.getvalue().splitlines()
    assert said[0] == "train  0/3 steps  8%  250 of 1,000 games  eta 1:50"
    assert said[-1] == "train  1/3 steps  50%  500 of 1,000 games  eta 1:00"


def test_an_alarm_is_given_once_where_a_cap_ends_many_games(capsys):
    alarm = Alarm(Reporter("train"))
    alarm.begin(0, 4, [])
    for step, capped in enumerate((0.2, 0.31, 0.5), 1):
        alarm.step({"step": step, "seconds": 1.0, "capped": capped})
    alarm.step({"step": 4, "seconds": 1.0, "loss": 0.5})  # a method that does not say
    assert capsys.readouterr().err.count("alarm") == 1
    Alarm(Reporter("train")).step({"step": 5, "seconds": 1.0, "capped": 0.31})
    assert "a cap ended 31 % of the games of step 5" in capsys.readouterr().err


def test_an_alarm_is_given_once_where_dear_tiles_are_not_played(capsys):
    alarm = Alarm(Reporter("train"))
    for step, missing in enumerate((0.0, 2.0, 3.0)):
        alarm.step({"step": step, "seconds": 1.0, "uncovered": missing})
    said = capsys.readouterr().err
    assert said.count("alarm: 2 of the groups of dear tiles were hardly flipped in step 1") == said.count("alarm") == 1


def test_an_alarm_is_given_once_where_a_network_loses_to_its_own_past(capsys):
    alarm = Alarm(Reporter("train"))
    alarm.begin(0, 5, [])
    for step, share in enumerate((0.55, 0.43, 0.42, 0.3), 1):
        alarm.step({"step": step, "seconds": 1.0, "capped": 0.1, "against_past": share})
    said = capsys.readouterr().err
    assert said.count("alarm") == 1
    assert "against its own past the newest network wins 42 % of what both win by step 3" in said
    assert "magnate train rounds RUN" in said
    alarm.step({"step": 5, "seconds": 1.0, "capped": 0.9, "against_past": 0.3})  # each is given once
    assert "a cap ended 90 % of the games of step 5" in capsys.readouterr().err


def test_rounds_of_a_training_play_each_other(train):
    assert train("run", "pig", *SMALL).code == 0
    found = train("rounds", "pig-1", "-n", 40)
    assert found.code == 0, found.err
    assert "v 3" in found.out
    assert "intransitive triples of rounds: none" in found.out
    assert train("rounds", "pig-1", "-n", 40, "--json").json["result"]["cycles"] == 0


def test_intransitive_rounds_are_told_with_what_they_mean():
    assert about_triples(2).startswith("intransitive triples of rounds: 2; it learns in circles")


def test_a_plot_goes_from_corner_to_corner():
    rising = plot_lines([(0, 0.0), (10, 5.0)], width=10, height=3)
    assert [len(line) for line in rising] == [10, 10, 10]
    assert rising[-1][0] != "⠀" != rising[0][-1]
    assert rising[0][0] == "⠀" == rising[-1][-1]
    flat = plot_lines([(0, 1.0), (1, 1.0)], width=4, height=3)
    assert flat[0] == flat[2] == "⠀" * 4
