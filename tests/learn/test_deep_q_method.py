"""The method ``deep_q``: small trainings, cut and resumed, and what it refuses."""

from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.agents.monopoly.deep_q.agent import DeepQAgent, Shape, output_names
from magnate.agents.monopoly.deep_q.outputs import NAMES
from magnate.core.binding import LIMIT
from magnate.errors import BadAgent, BadTraining
from magnate.learn.config import example_names, from_text, read
from magnate.learn.deep_q import with_outputs
from magnate.learn.method import Task
from magnate.learn.methods import deep_q
from magnate.learn.run_dir import Checkpoint, Run, load_checkpoint, save_checkpoint, write_all
from magnate.learn.training import restore, train
from magnate.learn.transitions import join, part
from magnate.networks.files import load

SMALL = """
game = "monopoly"
preset = "thesis"
players = 2
method = "deep_q"
[deep_q]
layers = [6, 5]
expert_games = 12
batch = 16
games_at_once = 2
{more}
[deep_q.own_games]
buy = 4
upgrade = 4
downgrade = 3
mortgage = 4
lift = 2
fine = 4
card = 0
"""
VARIANTS = {
    "faithful": "",
    "by the outcome": 'rewards = "outcome"\nahead = 3\ndouble = true\ndiscount = 1.0',
    "one network": "one_network = true\nplaces = 22",
    "unscaled, without consent": 'inputs = "thesis_unscaled"\nconsent = false\ntargets = "all"\nspan = "action"',
}


@pytest.fixture(autouse=True)
def short_steps(monkeypatch):
    monkeypatch.setattr(deep_q, "EXPERT_STEP", 8)
    monkeypatch.setattr(deep_q, "OWN_STEP", 4)


def small(variant="faithful"):
    return from_text(SMALL.format(more=VARIANTS[variant]), "small")


def begun(configuration, threads=1):
    return deep_q.begin(Task(configuration.game(), configuration.settings, 1, threads))


def digests(method):
    return {name: network.digest for name, network in method.networks().items()}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_training_that_is_cut_comes_to_the_same_networks(variant, tmp_path):
    configuration = small(variant)
    whole = begun(configuration)
    before = digests(whole)
    kept, lines = [], []
    for number in range(whole.total):
        save_checkpoint(tmp_path / str(number), Checkpoint(number, whole.total, whole.tensors()), {})
        kept.append(load_checkpoint(tmp_path / str(number), {}).tensors)
        lines.append(whole.step(number))
    changed = [name for name in NAMES if digests(whole)[name] != before[name]]
    assert {"buy", "fine"} <= set(changed)
    for cut in (1, whole.total // 2, whole.total - 1):
        resumed = begun(configuration, threads=2)
        resumed.restore(kept[cut])
        assert [resumed.step(number) for number in range(cut, whole.total)] == lines[cut:]
        assert digests(resumed) == digests(whole)
        assert resumed.tensors().keys() == whole.tensors().keys()


def test_a_checkpoint_has_its_outputs_by_their_names(tmp_path):
    """A version whose learners and outputs came the other way round has written it."""
    whole = begun(small())
    whole.step(0)
    tensors, names = whole.tensors(), whole.outputs
    assert names["0"] == ("buy:decline", "buy:buy")
    turned = {str(6 - int(number)): found[::-1] for number, found in names.items()}
    parts = {str(6 - int(one)): with_outputs(part(tensors, one), names[one], names[one][::-1]) for one in names}
    save_checkpoint(tmp_path / "kept", Checkpoint(1, whole.total, join(parts), outputs=turned), {})
    resumed = begun(small())
    restore(resumed, load_checkpoint(tmp_path / "kept", {}))
    assert all(np.array_equal(tensor, tensors[name]) for name, tensor in resumed.tensors().items())
    assert digests(resumed) == digests(whole)


def test_the_steps_are_the_experts_and_then_each_network_in_its_turn():
    method = begun(small())
    lines = [method.step(number) for number in range(method.total)]
    assert ["network" in line for line in lines] == [False] * 2 + [True] * 6  # 8 + 4 games of the experts
    assert [line["network"] for line in lines[2:]] == [1, 2, 3, 4, 5, 6]  # none for the cards
    assert all(0 <= line["wins"] <= 1 and 0 < line["epsilon"] <= 1 for line in lines[2:])
    named = set(deep_q.METRICS)
    assert all(set(line) <= named for line in lines)


def test_games_that_a_cap_ends_are_counted_in_both_phases(monkeypatch):
    method = begun(small())
    endings = magnate.load("monopoly", preset="thesis", players=2).info.endings
    ended, capped = endings.index("last player"), endings.index("round cap")
    # the experts' 8 and 4 games, then those of the first network, two at a time
    given = iter([[ended] * 6 + [capped, LIMIT], [ended] * 4, [ended, capped], [LIMIT, capped]])
    play = method._recorder.play
    monkeypatch.setattr(
        *(method._recorder, "play"),
        lambda *what, **more: replace(play(*what, **more), ending=np.array(next(given), np.int64)),
    )
    assert [method.step(number)["capped"] for number in range(3)] == [0.25, 0.0, 0.75]


def test_while_a_network_learns_the_others_stay_as_they_are():
    method = begun(small())
    for number in range(method.total):
        before = digests(method)
        line = method.step(number)
        if "network" in line:
            assert {name for name in NAMES if digests(method)[name] != before[name]} <= {
                NAMES[int(line["network"]) - 1]
            }


def test_a_run_ends_with_one_file_by_which_the_agent_plays(tmp_path):
    configuration = small("one network")
    run = Run.create(tmp_path / "run", configuration)
    game = configuration.game()
    files = write_all(run, train(run, game, []))
    assert [file.name for file in files] == ["dqn.safetensors"]
    agent = DeepQAgent.of_file(files[0])
    assert agent.shape == Shape(places=22)
    assert load(files[0]).about.outputs == output_names(agent.shape)
    found = game.play_many([f"dqn:{files[0]},consent=0", "strategic"], range(2))
    assert found.utility.sum() == 2
    assert run.metrics()[-1]["step"] == run.steps()[1]


def test_the_examples_are_the_thesis_and_what_could_be_better():
    assert {"dqn", "dqn_fixed", "dqn_long"} <= set(example_names())
    longer = read("dqn_long").settings
    assert longer.expert_games * 34 >= 49_900_000, "34 decisions about buying in each game"
    assert longer == read("dqn", [f"deep_q.expert_games={longer.expert_games}"]).settings
    faithful, fixed = read("dqn").settings, read("dqn_fixed").settings
    assert faithful == deep_q.Settings()
    assert (faithful.layers, faithful.batch, faithful.learning_rate, faithful.discount) == (
        [128, 64, 32],
        64,
        0.001,
        0.99,
    )
    assert (faithful.own_games["buy"], faithful.own_games["card"]) == (20_000, 50_000)
    assert (fixed.rewards, fixed.double, fixed.ahead) == ("outcome", True, 1)
    for one in (faithful, fixed):
        assert not [name for name in (*one.opponents, *one.experts) if "algorithmic" in name]


def test_other_games_and_rules_are_refused():
    settings = deep_q.Settings()
    with pytest.raises(BadTraining, match="seven decisions of monopoly"):
        deep_q.begin(Task(magnate.load("pig"), settings, 1))
    with pytest.raises(BadAgent, match="two players, not of 3"):
        deep_q.begin(Task(magnate.load("monopoly", preset="thesis", players=3), settings, 1))
    with pytest.raises(BadAgent, match="the method deep_q cannot play where"):
        deep_q.begin(Task(magnate.load("monopoly", preset="official", players=2), settings, 1))


def test_opponents_must_be_compiled():
    configuration = from_text(SMALL.format(more='opponents = ["mcts"]'), "small")
    with pytest.raises(BadTraining, match='"mcts" is not compiled'):
        begun(configuration)


@pytest.mark.parametrize(
    ("line", "said"),
    [("layers = []", "there must be a hidden layer"), ("places = 28", "22"), ('rewards = "money"', "outcome")],
)
def test_settings_that_make_no_sense_are_refused(line, said):
    text = SMALL.replace("layers = [6, 5]", "") if line.startswith("layers") else SMALL
    with pytest.raises(BadTraining, match=said):
        from_text(text.format(more=line), "small")


def test_own_games_are_told_of_each_network():
    with pytest.raises(BadTraining, match="for each of buy, upgrade"):
        from_text(SMALL.format(more="").replace("card = 0", ""), "small")


def test_those_before_play_greedily_and_selling_learns_without_consent(monkeypatch):
    asked = []
    configuration = small()
    method = begun(configuration)
    play = method._recorder.play
    monkeypatch.setattr(method._recorder, "play", lambda *given, **more: asked.append(more) or play(*given, **more))
    for number in range(method.total):
        method.step(number)
    gated = {more["wanted"]: more["play"].gated for more in asked if "wanted" in more}
    # selling learns without the gate, which would never open; mortgaging with it
    assert gated == {1: 0b1100, 2: 0b1100, 4: 0b1000, 8: 0b1100, 16: 0b1100, 32: 0b1100}
    asked_networks = [more["play"].asked for more in asked if "play" in more]
    assert sorted(set(asked_networks)) == [1, 3, 7, 15, 31, 63]
    assert np.all([more["play"].exploring == more["wanted"] for more in asked if "wanted" in more])
