"""The deep Q agent in compiled code: whole games, files, and what it refuses."""

from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.agents.monopoly.deep_q import agent as module
from magnate.agents.monopoly.deep_q.agent import ANSWERS, DeepQAgent, Shape, brain_of, new_networks
from magnate.agents.monopoly.deep_q.outputs import ALL, MORTGAGE, NAMES
from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.errors import BadAgent, BadNetwork
from magnate.networks import Network
from magnate.networks.files import save
from magnate.values.schema import schema_for

from ..interpreted import notes, play, row, scratch
from .standing import part
from .test_choosing import START, saying

CHOOSING, OUTPUTS, CONSENT = part("choosing"), part("outputs"), part("outputs")
PARENT = row("strategic:standard")


@pytest.fixture(scope="module")
def game():
    return magnate.load("monopoly", preset="thesis", players=2)


def test_without_networks_it_plays_its_parents_games_to_the_byte(game, monkeypatch):
    monkeypatch.setattr(module, "brain_of", lambda *given, **more: brain_of(*given, asked=0, **more))
    agent = DeepQAgent("dqn", new_networks(Shape(), 1), Shape())
    others = ["strategic:standard", "strategic:late_game"]
    parents = game.play_many(others, range(30))
    own = game.play_many([agent, others[1]], range(30))
    assert own.states.tobytes() == parents.states.tobytes()
    assert (own.utility == parents.utility).all()


def decided():
    """Decisions of seat 0 in interpreted games."""
    for seed in range(4):
        yield from (one for one in play(START, ["strategic:standard"] * 2, "agent", seed) if one.seat == 0)


@pytest.mark.parametrize("shape", [Shape(), Shape(places=22, nothing=True, scaled=False)])
@pytest.mark.parametrize("asked", [ALL, 0b0101011])
def test_compiled_and_interpreted_networks_choose_alike(game, shape, asked):
    networks = new_networks(shape, 5)
    settings = {"asked": asked, "gated": 0, "epsilon": 0.2}
    minds = [brain_of(PARENT, networks, shape, interpreted=one, **settings) for one in (False, True)]
    states, keys, expected = [], [], []
    for number, decision in enumerate(decided()):
        if number % 2 == 0:
            states.append(decision.g.to_record())
            keys.append(decision.key)
            expected.append(CHOOSING.choose(decision.g, 0, decision.key, minds[1], scratch(), notes()))
    chosen, n = np.zeros(len(keys), np.int64), len(keys)
    answer = kernel("magnate.agents.monopoly.deep_q.recording", game.rules, game.guide).answer
    acts, memos = np.zeros(game.info.max_legal, np.int64), np.zeros((n, MEMO), np.int64)
    answer(np.concatenate(states), np.zeros(n, np.int64), np.array(keys), minds[0], acts, memos, chosen)
    assert n > 100
    assert chosen.tolist() == expected
    assert len({OUTPUTS.network_of(action) for action in expected}) > 3


def test_no_mortgage_without_consent():
    mind = brain_of(PARENT, saying(mortgage=1.0), Shape(), interpreted=True)
    mortgages = windows = 0
    for decision in decided():
        g = decision.g
        legal = OUTPUTS.legal_outputs(g, 0, MORTGAGE, 40) if g.depth == 0 else 0
        windows += legal != 0
        action = CHOOSING.choose(g, 0, decision.key, mind, scratch(), notes())
        if g.depth == 0 and OUTPUTS.network_of(action) == MORTGAGE:
            allowed = CONSENT.consented(g, PARENT, 0, MORTGAGE, legal, 40)
            assert allowed >> OUTPUTS.output_of(MORTGAGE, action, 40) & 1
            mortgages += 1
    assert 0 < mortgages < windows


def test_networks_that_want_nothing_own_no_houses(game):
    agent = DeepQAgent("idle", saying(buy=[(1, 1.0)]), Shape())
    states = game.play_many([agent, "random"], range(10)).states
    assert (states["deeds"][:, 0] != 0).all()
    assert (states["deeds"][:, 0] & states["built"] == 0).all()
    parents = game.play_many(["strategic", "random"], range(10)).states
    assert (parents["deeds"][:, 0] & parents["built"] != 0).any()


def kept(tmp_path, networks=None, **about):
    schema = schema_for("monopoly", "thesis")
    said = replace(schema.about("these tests", kind=ANSWERS), **about)
    return save(tmp_path / "dqn.safetensors", networks or new_networks(Shape(), 1), said)


def test_a_file_keeps_the_agent(tmp_path, game):
    agent = DeepQAgent.of_file(kept(tmp_path))
    same = DeepQAgent("dqn", new_networks(Shape(), 1), Shape())
    assert (agent.settings, agent.row, agent.shape) == (same.settings, same.row, same.shape)
    one, two = (game.play([each, "strategic"], seed=4) for each in (agent, same))
    assert one.actions == two.actions
    assert one.agents == ("dqn", "strategic")
    other = DeepQAgent("dqn", new_networks(Shape(), 2), Shape())
    assert other.settings != agent.settings


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"kind": "win shares"}, 'goes by "values of answers"; name a file that the training of the deep Q agent'),
        ({"game": "pig"}, "of pig, and this agent"),
        ({"inputs": "general"}, 'takes the inputs "thesis" or "thesis_unscaled", not "general"'),
        ({"inputs_hash": "0"}, 'the inputs "thesis" are not those'),
        ({"rules_hash": "0"}, "has learned by other rules"),
    ],
)
def test_files_for_something_else_are_refused(tmp_path, about, says):
    with pytest.raises(BadNetwork, match=says):
        DeepQAgent.of_file(kept(tmp_path, **about))


@pytest.mark.parametrize("shape", [Shape(), Shape(places=22, nothing=True), Shape(nothing=True), Shape(places=22)])
def test_outputs_in_another_order_are_found_by_their_names(tmp_path, shape):
    networks, names = new_networks(shape, 3), module.output_names(shape)
    assert [len(names[name]) for name in NAMES] == list(shape.outputs)
    assert len({name for head in ("upgrade", "downgrade", "mortgage", "lift") for name in names[head]}) > 50
    turned = {key: one.renumbered(names[key], names[key][::-1]) for key, one in networks.items()}
    assert {turned[key].digest for key in NAMES}.isdisjoint({networks[key].digest for key in NAMES})
    found = DeepQAgent.of_file(kept(tmp_path, turned, outputs={key: names[key][::-1] for key in NAMES}))
    assert found.shape == shape
    assert {key: one.digest for key, one in found.networks.items()} == {key: networks[key].digest for key in NAMES}
    assert found.digests == {key: turned[key].digest for key in NAMES}


def test_an_output_that_a_head_lacks_is_never_best(tmp_path):
    networks, names = new_networks(Shape(), 3), module.output_names(Shape())
    known = {**names, "upgrade": (*names["upgrade"][:-1], "build-group:gone"), "mortgage": names["mortgage"][:-1]}
    smaller = networks["mortgage"].renumbered(names["mortgage"], known["mortgage"])
    found = DeepQAgent.of_file(kept(tmp_path, {**networks, "mortgage": smaller}, outputs=known))
    raw, inputs = networks["upgrade"], np.random.default_rng(1).normal(size=(20, 100))
    assert found.shape == Shape()
    assert found.networks["upgrade"](inputs)[:, :-1].tobytes() == raw(inputs)[:, :-1].tobytes()
    for name in ("upgrade", "mortgage"):
        assert (found.networks[name](inputs)[:, -1] < -1e30).all()


def test_other_networks_are_refused(tmp_path):
    networks = new_networks(Shape(), 1)
    with pytest.raises(BadNetwork, match="have 2, 8, 8, 40, 40, 2, 2 outputs, not 2, 8, 8, 40, 40, 2, 3"):
        DeepQAgent.of_file(kept(tmp_path, networks | {"card": Network.new([100, 8, 3], 1)}))
    with pytest.raises(BadNetwork, match="take 100 numbers, not 100, 101"):
        DeepQAgent.of_file(kept(tmp_path, networks | {"card": Network.new([101, 8, 2], 1)}))
    networks.pop("fine")
    with pytest.raises(BadNetwork, match=f"has the networks {', '.join(NAMES)}, and these are buy, "):
        DeepQAgent.of_file(kept(tmp_path, networks))
    mixed = new_networks(Shape(), 1) | {"card": Network.new([100, 8, 2], 1)}
    with pytest.raises(BadNetwork, match="differ in their hidden layers"):
        brain_of(PARENT, mixed, Shape())


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"players": 3}, "two players, not of 3"),
        ({"preset": "official"}, "where build_by is lot"),
        ({"window_order": "free"}, "where window_order is free"),
        ({"manage_before": True}, "where manage_before is True: .*; take the preset thesis"),
    ],
)
def test_other_games_are_refused(settings, says):
    agent = DeepQAgent("dqn", new_networks(Shape(), 1), Shape())
    table = magnate.load("monopoly", **{"preset": "thesis", "players": 2, **settings})
    with pytest.raises(BadAgent, match=says):
        table.play([agent, *["random"] * (table.players - 1)], seed=1)


def test_the_parent_is_strategic():
    with pytest.raises(BadAgent, match='not "baseline"'):
        DeepQAgent("dqn", new_networks(Shape(), 1), Shape(), parent="baseline")
