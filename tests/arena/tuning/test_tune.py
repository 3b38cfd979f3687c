import json
import random
import signal
import subprocess
import sys
import time

import pytest

from magnate.arena.tuning.evaluation import FILE, Journal
from magnate.arena.tuning.search import tune
from magnate.arena.tuning.space import Setting
from magnate.errors import BadAgent, BadTuning
from tests.arena.tuning.conftest import Silent

METHODS = ["evolution", "rounds"]


def held(spec):
    """The points at which the agent of a spec holds."""
    settings = dict(part.split("=") for part in spec.partition(":")[2].split(",") if part)
    return float(settings.get("hold", 5))


@pytest.mark.parametrize("method", METHODS)
def test_it_finds_what_is_known_to_be_best(tuned, method):
    found = tuned(method=method, configurations=60 if method == "evolution" else 10, games=200)
    assert 14 <= held(found.candidate) <= 30
    assert found.gate.passed
    assert found.final.duel.low > 0.6
    assert found.final.gain.low > 0
    ours, theirs = found.final.against["holder"]
    assert ours == pytest.approx(found.final.duel.mean)
    assert theirs == 0.5


def test_what_is_best_already_is_not_beaten(tuned):
    best = "holder:hold=24,chase=1"
    found = tuned(incumbent=best, pool=(best,), games=20, final_games=4000)
    assert not found.gate.passed
    assert found.final.duel.mean < 0.52


def test_the_evolution_moves_towards_the_better(tuned):
    points = tuned(configurations=80, games=100).found.points
    stages = sorted({point.stage for point in points})
    means = [[point.value for point in points if point.stage == stage] for stage in stages]
    first, last = (sum(values) / len(values) for values in (means[0], means[-1]))
    assert last > first + 0.02
    assert len(points) >= 80


def test_rounds_are_100_10_5_3_and_the_incumbent(setting, tmp_path):
    watcher = Silent()
    found = tune(setting("rounds", configurations=10, games=4, gate_games=4, final_games=4), tmp_path / "a", watcher)
    assert [stage for stage, _ in watcher.stages] == ["round of 10", "round of 5", "last round", "gate", "final figure"]
    assert watcher.stages[0][1] == 45 * 4
    assert len(found.found.finalists) == 4
    assert "holder" in [line.spec for line in found.found.finalists]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("players", [2, 3])
def test_the_result_does_not_depend_on_jobs(tuned, method, players):
    counts = {"configurations": 6, "games": 12, "gate_games": 300, "final_games": 30}
    one, two = (tuned(jobs=jobs, method=method, players=players, **counts).as_dict() for jobs in (1, 2))
    assert json.dumps(one) == json.dumps(two)


def test_another_seed_searches_elsewhere(tuned):
    one, two = (tuned(seed=seed, games=4, gate_games=4, final_games=4).candidate for seed in (1, 2))
    assert one != two


class Stopped(Exception):
    """The process ends here."""


class Stopping(Silent):
    """Ends the run after so many calls."""

    def __init__(self, after):
        super().__init__()
        self.left = after

    def more(self, games):
        super().more(games)
        self.left -= 1
        if self.left < 0:
            raise Stopped


@pytest.mark.parametrize("method", METHODS)
def test_a_search_that_is_stopped_again_and_again_comes_to_the_same(setting, tmp_path, method):
    counts = {"configurations": 10, "games": 40, "gate_games": 3000, "final_games": 1200}
    whole = tune(setting(method, **counts), tmp_path / "whole", Silent())
    broken, rng, stops = tmp_path / "broken", random.Random(4), 0
    while True:
        try:
            found = tune(setting(method, **counts), broken, Stopping(rng.randrange(10, 100)), resume=stops > 0)
            break
        except Stopped:
            stops += 1
            with (broken / FILE).open("ab") as file:
                file.write(b'{"key":"half a li')
    assert stops >= 3
    assert found.as_dict() == whole.as_dict()
    assert (broken / FILE).read_bytes() == (tmp_path / "whole" / FILE).read_bytes()


def test_a_finished_search_is_read_not_played(setting, tmp_path):
    first = tune(setting(), tmp_path / "a", Silent())
    watcher = Silent()
    assert tune(setting(), tmp_path / "a", watcher, resume=True).as_dict() == first.as_dict()
    assert watcher.games == 0
    assert all(games == 0 for stage, games in watcher.stages if stage != "gate")


RUN = (
    "from tests.games_for_tests.pig_agents import install; install()\n"
    "import sys; from magnate.cli.main import run; sys.exit(run(sys.argv[1:]))"
)
WORDS = ["tune", "pig", "holder", "-c", "20", "-n", "200", "--gate-games", "4000", "--final-games", "2000", "-q"]


def test_a_killed_process_is_resumed(tmp_path, pytestconfig):
    def start(folder, *more):
        command = [sys.executable, "-c", RUN, *WORDS, "--out", str(folder), *more]
        return subprocess.Popen(command, cwd=pytestconfig.rootpath, stdout=subprocess.DEVNULL)

    assert start(tmp_path / "whole").wait(300) == 0
    lines = len((tmp_path / "whole" / FILE).read_bytes().splitlines())
    broken, resume = tmp_path / "broken", []
    for part in (0.3, 0.8):
        process = start(broken, *resume)
        journal = broken / FILE
        while not journal.exists() or len(journal.read_bytes().splitlines()) < part * lines:
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        resume = ["--resume"]
    assert start(broken, "--resume").wait(300) == 0
    assert (broken / "result.json").read_bytes() == (tmp_path / "whole" / "result.json").read_bytes()


def test_a_folder_that_holds_a_search_is_not_overwritten(setting, tmp_path):
    tune(setting(games=2, gate_games=2, final_games=2), tmp_path, Silent())
    with pytest.raises(BadTuning, match="--resume goes on with it"):
        tune(setting(), tmp_path, Silent())


def test_another_search_is_not_resumed(setting, tmp_path):
    tune(setting(games=2, gate_games=2, final_games=2), tmp_path, Silent())
    with pytest.raises(BadTuning, match="differs in games, seed"):
        tune(setting(games=4, gate_games=2, final_games=2, seed=2), tmp_path, Silent(), resume=True)


def test_a_search_is_not_resumed_with_other_code(setting, tmp_path, monkeypatch):
    tune(setting(games=2, gate_games=2, final_games=2), tmp_path, Silent())
    monkeypatch.setattr("magnate.arena.tuning.space.engine_digest", lambda: "changed")
    known = Setting.fingerprints
    monkeypatch.setattr(Setting, "fingerprints", lambda self: {**known(self), "game": "another"})
    with pytest.raises(BadTuning, match="differs in code"):
        tune(setting(games=2, gate_games=2, final_games=2), tmp_path, Silent(), resume=True)


def test_a_search_is_resumed_with_other_sources_that_play_alike(setting, tmp_path, monkeypatch):
    first = tune(setting(games=2, gate_games=2, final_games=2), tmp_path, Silent())
    monkeypatch.setattr("magnate.arena.tuning.space.engine_digest", lambda: "changed")
    watcher = Silent()
    again = tune(setting(games=2, gate_games=2, final_games=2), tmp_path, watcher, resume=True)
    assert again.as_dict() == first.as_dict()
    assert watcher.games == 0


def test_fingerprints_of_a_search_have_the_pool_and_a_sample_of_configurations(setting):
    found = setting().fingerprints()
    assert len(found["agents"]) > 1 + len(setting().pool)
    assert len(set(found["agents"])) > 2


def test_the_journal_of_an_earlier_version_is_refused_when_sources_differ(setting, tmp_path, monkeypatch):
    run = setting(games=2, gate_games=2, final_games=2)
    tune(run, tmp_path, Silent())
    journal = tmp_path / FILE
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    assert all(line.pop("sum") for line in lines)
    del lines[0]["fingerprints"]
    journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
    watcher = Silent()
    tune(run, tmp_path, watcher, resume=True)
    assert watcher.games == 0
    monkeypatch.setattr("magnate.arena.tuning.space.engine_digest", lambda: "changed")
    with pytest.raises(BadTuning, match="differs in code"):
        tune(run, tmp_path, Silent(), resume=True)


@pytest.mark.parametrize("place", [0.05, 0.3, 0.6, 0.9])
def test_no_bit_of_a_journal_changes_unseen(setting, tmp_path, place):
    with Journal(tmp_path, {"a": 1}) as journal:
        for number in range(20):
            journal.put(f"step {number}", {"won": [number, 2, 3]})
    text = bytearray((tmp_path / FILE).read_bytes())
    for bit in range(8):
        at = int(place * len(text))
        text[at] ^= 1 << bit
        (tmp_path / FILE).write_bytes(text)
        with pytest.raises(BadTuning, match="cannot be read|differs in"):
            Journal(tmp_path, {"a": 1}, resume=True)
        assert (tmp_path / FILE).read_bytes() == text
        text[at] ^= 1 << bit


def test_there_must_be_something_to_resume(setting, tmp_path):
    with pytest.raises(BadTuning, match="holds no search"):
        tune(setting(), tmp_path / "none", Silent(), resume=True)
    assert not (tmp_path / "none").exists()


def test_two_processes_do_not_write_one_journal(tmp_path):
    with Journal(tmp_path, {"a": 1}), pytest.raises(BadTuning, match="another process is at work"):
        Journal(tmp_path, {"a": 1}, resume=True)
    with Journal(tmp_path, {"a": 1}, resume=True) as journal:
        assert journal.entries == {}


@pytest.mark.parametrize("text", ["[1]\n[2]\n", "{}\nnonsense\n", '{"a": 1}\n{"b": 2}\n'])
def test_a_journal_that_was_changed_is_refused(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(BadTuning, match="cannot be read"):
        Journal(tmp_path, {"a": 1}, resume=True)
    assert (tmp_path / FILE).read_text() == text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"method": "hope"}, 'no method "hope"'),
        ({"pool": ()}, "the pool is empty"),
        ({"games": 0}, "at least 1"),
        ({"sigma": 0.0}, "cannot have the deviation 0"),
        ({"elo": (10.0, 0.0)}, "two different hypotheses"),
    ],
)
def test_what_cannot_be_played_is_said_first(setting, tmp_path, options, sentence):
    with pytest.raises(BadTuning, match=sentence):
        tune(setting(**options), tmp_path / "a", Silent())
    assert not (tmp_path / "a").exists()


def test_unknown_opponents_are_refused(setting, tmp_path):
    with pytest.raises(BadAgent, match="hold"):
        tune(setting(pool=("holder:hold=none",)), tmp_path / "a", Silent())


@pytest.mark.parametrize("method", METHODS)
def test_the_stages_say_beforehand_how_many_games_they_take(setting, tmp_path, method):
    class Counting(Silent):
        def __init__(self):
            super().__init__()
            self.played = []

        def begin(self, stage, games):
            super().begin(stage, games)
            self.played.append(0)

        def more(self, games):
            self.played[-1] += games

    watcher = Counting()
    tune(setting(method, configurations=10, gate_games=400), tmp_path, watcher)
    for (stage, said), played in zip(watcher.stages, watcher.played, strict=True):
        assert played <= said if stage == "gate" else played == said
