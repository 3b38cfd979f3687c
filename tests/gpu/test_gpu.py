"""Games on a GPU, without one: Numba's simulator, compiling, and what is said where there is no card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

import magnate
from benchmarks import gpu as measured
from magnate.agents import resolve
from magnate.agents.learned.card import play_games as play_with_network
from magnate.analysis import chances
from magnate.analysis.odds import odds
from magnate.analysis.review import review
from magnate.analysis.rollout import rollout
from magnate.arena import speed
from magnate.core.run import Run, play_games
from magnate.errors import BadAgent, BadValue
from magnate.gpu import device, run
from magnate.gpu.layout import BROKEN, CUT, CardFailed
from magnate.learn.config import from_text
from magnate.learn.run_dir import Run as Training
from magnate.learn.training import begin, train
from magnate.search import mcts_driver, search
from magnate.search.mcts_card import card_for
from magnate.search.options import Budget
from tests.ci_plugin import not_installed
from tools import same_on_card

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUCKETS = 1024
SHOWN = [("monopoly", "general"), ("brass", "features")]
COMPILED = [(game, what) for game in ("monopoly", "brass") for what in ("random", "rollouts", "chances", "search")]
COMPILED += [("brass", "agents")]
COMPILED += [(game, f"{what}:{inputs}") for game, inputs in SHOWN for what in ("training", "positions")]


def ran(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a process of its own did."""
    return subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, **variables})


def test_the_simulator_plays_the_same_bits_as_the_processor():
    done = ran(sys.executable, str(HERE / "simulated.py"), NUMBA_ENABLE_CUDASIM="1")
    assert (done.stdout, done.returncode) == ("the same bits\n", 0), done.stdout + done.stderr


def test_nothing_of_cuda_is_imported_before_a_card_is_asked_for():
    code = (
        "import sys, magnate.gpu.run, magnate.gpu.device, magnate.arena.speed, magnate.cli.main\n"
        "import magnate.analysis.review, magnate.search, magnate.learn.training\n"
        "print([name for name in sys.modules if name.startswith(('cuda', 'numba.cuda', 'numba_cuda.'))])"
    )
    assert ran(sys.executable, "-c", code).stdout == "[]\n"


def test_no_card_is_told_in_one_sentence_and_the_processor_plays(monkeypatch):
    why = "the extra gpu is not installed"
    monkeypatch.setattr(device, "_found", lambda: (None, why))
    messages: list[str] = []
    assert device.chosen_card("gpu", messages.append) is None
    assert messages == [f"the processor plays, because {why}"]
    assert device.chosen_card("auto", messages.append) is device.chosen_card("cpu", messages.append) is None
    assert messages == [f"the processor plays, because {why}"] * 2
    with pytest.raises(BadValue, match='no device "tpu"; choose one of auto, cpu, gpu'):
        device.chosen_card("tpu", messages.append)


def test_what_a_driver_says_of_itself_is_one_sentence_too(monkeypatch):
    def import_module(_):
        raise RuntimeError("no driver\n  was found. Ensure that it is installed.")

    monkeypatch.setattr(device.importlib, "import_module", import_module)
    wanted = (None, "there is no NVIDIA card with a driver that works (no driver was found)")
    assert device._found.__wrapped__() == wanted


def test_auto_takes_a_card_only_where_a_trial_is_faster_there(monkeypatch):
    class Card:
        name = "a card"

    card = Card()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    for rate, wanted in ((2.0, card), (0.5, None)):
        trials: list[float] = []

        def trial(one: object, seconds: float, rate: float = rate, trials: list[float] = trials) -> float:
            trials.append(seconds)
            return rate if one is card else 1.0

        assert device.chosen_card("auto", lambda _: None, trial) is wanted  # type: ignore[arg-type]
        assert trials == [0.0, device.TRIAL] * 2
    assert device.chosen_card("gpu", lambda _: None) is card  # type: ignore[comparison-overlap]


def test_a_card_that_fails_at_once_is_told_in_one_sentence(monkeypatch):
    monkeypatch.setattr(device, "_found", lambda: (type("Card", (), {"name": "a card"})(), ""))
    for name in ("auto", "gpu"):
        messages: list[str] = []

        def trial(one: object, _: float) -> float:
            return 1.0 if one is None else failing_card()

        assert device.chosen_card(name, messages.append, trial) is None
        assert messages[1:] == ["the processor plays, because a card cannot (out of memory)"]


class Timed:
    """Games that a processor plays 1,000 a second, and a card so many at once in a second."""

    def __init__(self, monkeypatch, card_takes):
        self.now, self.played, self.card_takes = 0.0, [], card_takes
        monkeypatch.setattr(device.time, "perf_counter", lambda: self.now)

    def of(self, games):
        def play(card):
            self.now += games / 1000 if card is None else self.card_takes
            self.played.append("processor" if card is None else "card")
            return games

        return play


def test_auto_learns_from_the_batches_which_device_is_faster(monkeypatch):
    card = type("Card", (), {"name": "a card"})()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    messages: list[str] = []
    asked = device.Device("auto", messages.append)
    timed = Timed(monkeypatch, card_takes=0.5)
    for games in (300, 100, 201, 300, 402, 403, 1000, 500, 1000):
        assert asked.play("brass", games, lambda _: None, timed.of(games)) == games
    # 300 teach the processor's rate, 100 are too few to try; at 201 and 403 the card loses, at 1,000 it wins
    who = ["processor"] * 2 + ["card"] + ["processor"] * 2 + ["card"] * 2 + ["processor", "card"]
    assert timed.played == who
    assert messages == ["a card: what is not compiled for it yet takes a minute or two"]


def test_what_a_card_cannot_play_is_told_once_and_the_processor_plays(monkeypatch):
    card = type("Card", (), {"name": "a card"})()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    messages: list[str] = []
    asked, timed = device.Device("gpu", messages.append), Timed(monkeypatch, card_takes=0.5)

    def unable(_):
        raise TypeError("no\n  such function")

    for _ in range(2):
        asked.play("brass", 5, unable, timed.of(5))
    assert timed.played == ["processor"] * 2
    assert messages[1:] == ["the processor plays, because a card cannot play this (no such function)"]


def failing_card(*_, **__):
    raise CardFailed("out of memory")


def test_where_a_card_fails_in_the_middle_the_processor_plays_all(monkeypatch):
    card = type("Card", (), {"name": "a card", "free": 1 << 30, "kernels": lambda *_: {}, "put": failing_card})()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    messages: list[str] = []
    position = magnate.load("pig").setup({"points": [80, 75], "total": 12})
    found = rollout(position, ["roll", "hold"], "random", 144, device=device.Device("gpu", messages.append))
    assert found == rollout(position, ["roll", "hold"], "random", 144)
    assert messages[1:] == ["the processor plays, because a card cannot play this (out of memory)"]


@pytest.mark.parametrize("finished", [0, 1, 2])
def test_where_a_card_fails_in_the_middle_of_a_search_the_processor_goes_on(monkeypatch, finished):
    """Some trees may have grown to their limits before."""

    def grow(_card, _rules, trees, **_):
        for tree in trees[:finished]:
            tree.search()
        failing_card()

    card = type("Card", (), {"name": "a card"})()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    monkeypatch.setattr(mcts_driver, "card_for", lambda *_: card)
    monkeypatch.setattr(mcts_driver, "grow_on_card", grow)
    messages: list[str] = []
    position, asked = magnate.load("tictactoe").new(), ("mcts", "sims:200")
    found = search(position, *asked, threads=2, device=device.Device("gpu", messages.append))
    assert found.actions == search(position, *asked, threads=2).actions
    assert messages == ["the processor plays, because a card cannot play this (out of memory)"]


@pytest.mark.parametrize(("work", "asked"), [(0.1, []), (0.3, ["card", "card"])])
def test_auto_asks_no_card_for_what_the_processor_does_within_a_trial(monkeypatch, work, asked):
    card = type("Card", (), {"name": "a card"})()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    tried: list[str] = []

    def trial(one, seconds):
        tried.extend(["card"] if one is card and seconds == 0 else [])
        return 1.0 if one is None else 2.0

    assert device.Device("auto", lambda _: None).card_for(work, trial) is (card if asked else None)
    assert tried == asked


def test_where_a_card_fails_in_a_trial_the_processor_plays(monkeypatch):
    monkeypatch.setattr(device, "_found", lambda: (type("Card", (), {"name": "a card"})(), ""))
    messages: list[str] = []

    def trial(one: object, seconds: float) -> float:
        return failing_card() if one is not None and seconds else 1.0

    assert device.Device("auto", messages.append).card_for(0.3, trial) is None
    assert messages[1:] == ["the processor plays, because a card cannot play this (out of memory)"]


def test_questions_with_a_gpu_that_is_not_there_get_the_same_answer_and_one_sentence(monkeypatch):
    monkeypatch.setattr(device, "_found", lambda: (None, "the extra gpu is not installed"))
    position = magnate.load("pig").setup({"points": [80, 75], "total": 12})
    with pytest.warns(UserWarning, match="the processor plays, because the extra gpu is not installed") as messages:
        found = rollout(position, ["roll", "hold"], "random", 72, device="gpu")
    assert len(messages) == 1
    assert found == rollout(position, ["roll", "hold"], "random", 72)
    with pytest.warns(UserWarning, match="the processor plays, because the extra gpu is not installed"):
        assert found == rollout(position, ["roll", "hold"], "random", 72, device="auto")
    with pytest.raises(BadValue, match="no device"):
        rollout(position, None, "random", 72, device="tpu")


def test_speed_is_measured_on_the_processor_where_there_is_no_card(monkeypatch):
    monkeypatch.setattr(device, "_found", lambda: (None, "the extra gpu is not installed"))
    with pytest.warns(UserWarning, match="the processor plays, because the extra gpu is not installed"):
        found = speed.measure(magnate.load("tictactoe"), "random", seconds=0.01, device="gpu")
    assert (found.device, found.preset) == ("cpu", "standard")
    assert found.games > 0


def test_where_there_is_no_card_nothing_is_measured_or_compared(monkeypatch, capsys):
    monkeypatch.setattr(device, "_found", lambda: (None, "the extra gpu is not installed"))
    for part in (measured.games, measured.rollouts, measured.searches):
        assert part(0.0)["rows"] == []
    monkeypatch.setattr("sys.argv", ["same_on_card.py", "pig"])
    assert same_on_card.main() == 2
    assert capsys.readouterr().out.count("the extra gpu is not installed") == 4


def test_the_first_decision_that_differs_on_a_card_is_found():
    """The card's game 5 of twenty goes another way at its seventh decision."""
    game = magnate.load("pig")

    def games(limit: int | None) -> Run:
        return Run.of(game, range(20), np.zeros((20, 2), np.int64), np.zeros((1, 64)), limit=limit)

    class Wrong(same_on_card.Case):
        def played(self, card, limit=None):
            found = super().played(None, limit)
            if card is not None and found.decisions[5] >= 7:
                found.states["points"][5, 0] += 1
            return found

    case = Wrong("pig", games, same_on_card.Whole, play_games)
    assert same_on_card.difference(case, Mock()) == "1 games (states); first game 5, at its decision 7"
    assert same_on_card.difference(case, None) == ""


@pytest.mark.parametrize(("spent", "steps"), [(0.001, 200), (run.LAUNCH, 100), (0.2, 25), (30.0, 1)])
def test_the_next_launch_takes_about_as_long_as_it_may(spent, steps):
    assert run.paced(100, spent) == steps


def test_where_one_decision_of_all_games_takes_too_long_fewer_share_a_launch():
    share, found = run.Share(65_536), []
    for _ in range(4):
        found.append(share.games)
        share.note(share.games, 1e-5 * share.games)
    assert found == [65_536, 32_768, 16_384, 16_384]
    assert share.parts(40_000) == [slice(0, 16_384), slice(16_384, 32_768), slice(32_768, 40_000)]


def test_a_card_that_takes_too_long_for_one_decision_is_not_used():
    """The games are halved to PART; one long launch may be chance, two running are not."""
    share = run.Share(5_000)
    for games, spent in [(5_000, 0.5), (2_500, 0.4), (run.PART, 0.3), (run.PART, 0.1), (100, 0.3)]:
        share.note(games, spent)
    assert share.games == run.PART
    with pytest.raises(CardFailed, match="one decision takes it 0.3 s"):
        share.note(100, 0.3)


def test_a_round_of_decisions_is_cut_into_launches(monkeypatch):
    """Each game is decided for once a round, in launches of 0.2 s at most once it is known how long they take."""
    now, launched, card = 0.0, [], Mock(buckets=BUCKETS)
    monkeypatch.setattr(run.time, "perf_counter", lambda: now)

    class Rows:
        def __init__(self, rows):
            self.all = rows

        def rows(self, some):
            return Rows(self.all[some])

    def decide(games, mine, *_):
        def launch():
            nonlocal now
            now += 1e-5 * games
            launched.append((games, int(mine.all[0])))

        return launch

    batch = run.Batch.__new__(run.Batch)
    batch.card, batch.held, batch.whole, batch.run = card, None, Mock(), Mock(longest=9)
    batch.kernels = {name: Mock() for name in ("count", "place", "step")} | {"decide": Mock(bound=decide)}
    card.put = Rows
    ends = [0, 0, 0, 50_000]
    card.get = lambda held, _: held.all if len(held.all) != 2 * BUCKETS else [0] * 1023 + [ends.pop(0)]
    rest = batch._play_sorted(np.arange(60_000), None)
    assert rest.tolist() == list(range(10_000))
    rounds = [(60_000, 1), (30_000, 2), (15_000, 4), (15_000, 4)]
    assert launched == [(n, i * n) for n, parts in rounds for _ in range(run.ROUNDS) for i in range(parts)]


def test_memory_is_bounded():
    game = magnate.load("monopoly", players=4)
    each = game.rules.STATE.itemsize + 8 * game.info.tracked
    for games in (1, 1000):
        assert games <= run.at_once(game.rules, game.info, 4, 2000 * games) <= 2000 * games // each
    assert run.at_once(game.rules, game.info, 4, 1) == 1
    assert run.at_once(game.rules, game.info, 4, 1 << 60) == run.MOST


def test_games_take_a_gigabyte_at_most_whatever_a_card_has_free():
    """Their arrays are made beside the card, where there may be less room than it has."""
    game, taken = magnate.load("pig"), []
    games = Run.of(game, range(20), np.zeros((20, 2), np.int64), np.zeros((1, 64)))

    def batch(some: np.ndarray) -> Mock:
        taken.append(len(some))
        return Mock()

    run.play_all(batch, Mock(free=1 << 40), games, more=run.ROOM // 9)
    assert taken == [8, 8, 4]


def test_positions_that_break_an_invariant_are_found():
    game = magnate.load("pig")
    states = game.start_states(5)
    states["seat"][3] = 9
    assert run._broken(game.rules, states).tolist() == [False, False, False, True, False]
    assert run._broken(game.rules, states[:0]).tolist() == []
    assert BROKEN not in range(len(game.info.endings))
    assert len({BROKEN, CUT, magnate.core.binding.LIMIT, magnate.core.binding.FAILED}) == 4


@pytest.mark.long
@pytest.mark.parametrize(("game", "agents"), COMPILED)
def test_kernels_compile_for_two_architectures(game, agents, capsys):
    python = ROOT / ".venv-gpu/bin/python"
    if not python.exists():
        not_installed("compiler for GPUs", "it by `sh tools/gpu.sh`")
    done = ran(str(python), str(HERE / "compiled_for.py"), game, agents, PYTHONPATH=str(ROOT / "src"))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    with capsys.disabled():
        messages = [
            f"  {name}: {one['registers']} registers, {one['local']} bytes local" for name, one in found.items()
        ]
        sys.stdout.write("\n".join([f"\n{game}, {agents}:", *messages, ""]))
    assert len(found) == 2 * (4 if agents == "random" else 1)
    for one in found.values():
        assert one["target"]
        assert 0 < one["registers"] <= 255
        assert one["local"] < 1 << 15  # Monopoly's games for training take 25 KB, and CUDA lets a thread have 512 KB


def test_odds_and_reviews_hand_their_rollouts_to_the_device(monkeypatch):
    card = type("Card", (), {"name": "a card"})()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    position = magnate.load("pig").setup({"points": [80, 75], "total": 12})
    record = magnate.load("pig", preset="short").play("random", seed=3)
    for ask in (
        lambda found: odds(position, until="72", device=found),
        lambda found: chances(position, policy="random", games=72, device=found),
        lambda found: review(record, policy="random", games=5, depth=1, device=found),
    ):
        asked = device.Device("gpu", lambda _: None)
        monkeypatch.setattr(asked, "play", Mock(side_effect=lambda *given: given[-1](None)))
        assert ask(asked) == ask("cpu")
        asked.play.assert_called()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("algorithm", "budget", "options", "why"),
    [
        ("mcts", "time:5ms", {}, "a number of simulations"),
        ("mcts", "sims:50", {"fpu": 0.5, "select": "puct"}, "by plain UCT"),
        ("alphabeta", "depth:1", {}, "by mcts only, not by alphabeta"),
    ],
)
def test_what_a_card_cannot_search_is_told_in_one_sentence(monkeypatch, algorithm, budget, options, why):
    card = type("Card", (), {"name": "a card"})()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    messages: list[str] = []
    position = magnate.load("tictactoe").new()
    found = search(position, algorithm, budget, device=device.Device("gpu", messages.append), **options)
    assert found.name
    assert len(messages) == 1
    assert messages[0].startswith("the processor does it, because a card ")
    assert why in messages[0]


def test_in_a_trial_of_a_search_the_processor_grows_all_trees():
    """It does so in a thread each, as in the search itself."""
    trees = [Mock(run=Mock(simulations=20)) for _ in range(4)]
    grown: list[object] = []
    rates = Mock(card_for=lambda _, trial: trial(None, 0.0))
    assert card_for(rates, Budget("sims", 80, ""), Mock(), lambda _: trees, grown.append)
    assert grown == [trees]


def test_agents_without_one_network_do_not_play_on_a_card():
    game = magnate.load("pig")
    plain = resolve("pig", "random")
    with pytest.raises(BadAgent, match="a card plays with one network"):
        play_with_network(Mock(), game, [plain, plain], range(2))  # type: ignore[list-item]


SMALL = {
    "values": "[values]\nlayers = [4]\nrounds = 2\ngames = 30\npositions = 2\nepochs = 1\nkeep = 1\n",
    "ppo": "",
}


def prepared(folder, method):
    """A run that is to train Pig, where the extra ``learn`` is installed."""
    pytest.importorskip("torch")
    return Training.create(folder, from_text(f'game = "pig"\nmethod = "{method}"\n{SMALL[method]}', "small"))


def test_training_hands_its_games_to_the_device_and_learns_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(device, "_found", lambda: (type("Card", (), {"name": "a card"})(), ""))
    asked = device.Device("gpu", lambda _: None)
    monkeypatch.setattr(asked, "play", Mock(side_effect=lambda *given: given[-1](None)))
    runs = [prepared(tmp_path / name, "values") for name in ("one", "two")]
    found = [
        train(one, one.configuration.game(), [], device=who) for one, who in zip(runs, ("cpu", asked), strict=True)
    ]
    assert asked.play.call_count == 2  # type: ignore[attr-defined]
    plain, other = (one.tensors() for one in found)
    assert all(np.array_equal(plain[name], other[name]) for name in plain)


@pytest.mark.parametrize(
    ("method", "card", "sentence"),
    [
        ("values", None, "the processor plays, because the extra gpu is not installed"),
        ("ppo", "a card", "the processor does it, because a card does not play the games of ppo"),
    ],
)
def test_training_says_in_one_sentence_why_the_processor_plays(monkeypatch, tmp_path, method, card, sentence):
    found = None if card is None else type("Card", (), {"name": card})()
    monkeypatch.setattr(device, "_found", lambda: (found, "the extra gpu is not installed"))
    run = prepared(tmp_path / "run", method)
    with pytest.warns(UserWarning, match=sentence) as messages:
        begin(run, run.configuration.game(), device="gpu")
    assert len(messages) == 1
