"""Networks outlive other action ids: values do not know them, and the outputs of policies go by the actions' names."""

import importlib
import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import NetworkAgent, Valuer, bound_kernel, net_of, workspace_for
from magnate.agents.learned.spec import KERNEL, PolicyAgent, policy_workspace
from magnate.core import registry
from magnate.core.loader import kernel
from magnate.errors import BadNetwork
from magnate.networks import Network
from magnate.networks.files import load, save
from magnate.networks.inference import POLICY
from magnate.networks.network import LEAST
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates
from magnate.values import schema
from magnate.values.schema import action_names, first_action_names, schema_for

SOURCE = Path(__file__).parents[2] / "games_for_tests" / "takeaway.py"
NUMBERS = count()
SEED = 49
"""Of a policy that takes each amount with some heap."""
WEIGHTS = Path(magnate.__file__).parent / "agents" / "monopoly" / "weights"


@pytest.fixture
def variant(tmp_path, monkeypatch):
    """Makes Takeaway with these amounts, which is then the game of that name."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))

    def make(*amounts):
        name = f"takeaway_{next(NUMBERS)}"
        (tmp_path / f"{name}.py").write_text(SOURCE.read_text().replace("(1, 2, 3)", repr(amounts)))
        importlib.invalidate_caches()
        registry._registered.pop("takeaway", None)
        schema_for.cache_clear()
        return magnate.load(importlib.import_module(name))

    yield make
    schema_for.cache_clear()


def set_heaps(game):
    """A state with each heap, with seat 0 to move."""
    states = game.start_states(21)
    states["heap"] = np.arange(1, 22)
    return states


def chosen(game, agent):
    """The names of what the agent does with each heap, by interpreted rules."""
    states = set_heaps(game)
    answer = kernel(KERNEL, interpret(game.rules.__name__)).answer
    ws = policy_workspace(game, None, agent.network.sizes, interpreted=True)
    given = (agent.temperature, np.array(agent.network.sizes), agent.network.table(), ws)
    found = np.zeros(len(states), np.int64)
    answer(PyStates(states), np.zeros(len(states), np.int64), np.arange(len(states)), *given, found)
    return [game.declared.action_name(action) for action in found.tolist()]


def valued(game, agent, states):
    """The win shares that a value network gives these states, by interpreted rules."""
    out = np.zeros((len(states), game.players))
    guide, sizes = agent.schema.guide, agent.network.sizes
    ws = workspace_for(game, guide, sizes, interpreted=True)
    seats = np.zeros(len(states), np.int64)
    entry = bound_kernel(game, guide, interpreted=True).values
    entry(PyStates(states), seats, net_of(agent.network), ws, out)
    return out


def value_file(tmp_path):
    found = schema_for("takeaway")
    return save(tmp_path / "value.safetensors", Network.new([found.size, 8, 2], seed=4), found.about("tests"))


def policy_file(tmp_path, seed=SEED):
    found, names = schema_for("takeaway"), action_names("takeaway")
    about = found.about("tests", POLICY, {"value": names})
    return save(tmp_path / "policy.safetensors", Network.new([found.size, 16, len(names) + 2], seed), about)


# ------------------------------------------------------------------------------------------------------ values


@pytest.mark.parametrize("amounts", [(1, 2, 3, 4), (4, 1, 2, 3), (3, 1, 2), (1, 2, 3, 30)], ids=str)
def test_another_action_does_not_touch_a_value_network(amounts, variant, tmp_path):
    """Of a game without stored positions, too: the hashes are of games in which there were no other actions."""
    before = variant(1, 2, 3)
    spec = f"network:{value_file(tmp_path)}"
    expected = valued(before, resolve("takeaway", spec), set_heaps(before))
    game = variant(*amounts)
    agent = resolve("takeaway", spec)
    assert isinstance(agent, NetworkAgent)
    assert valued(game, agent, set_heaps(game)).tobytes() == expected.tobytes()
    assert len(np.unique(expected, axis=0)) == len(expected)


def test_other_rules_are_noticed_still(variant, tmp_path):
    """Where an action that was there does something else, or is there no longer."""
    variant(1, 2, 3)
    spec = f"network:{value_file(tmp_path)}"
    for amounts in ((1, 2, 4), (1, 2)):
        variant(*amounts)
        with pytest.raises(BadNetwork, match="has learned by other rules of takeaway than these"):
            resolve("takeaway", spec)


def test_a_file_that_names_no_actions_is_read_where_the_game_is_as_it_was(variant, tmp_path):
    variant(1, 2, 3)
    mine = schema_for("takeaway")
    earlier = replace(mine.about("tests"), rules_hash=mine.earlier_hash, actions=())
    assert mine.earlier_hash != mine.rules_hash
    mine.check(earlier)
    variant(1, 2, 3, 30)
    with pytest.raises(BadNetwork, match="other rules"):
        schema_for("takeaway").check(earlier)


@pytest.fixture
def enlarged(monkeypatch):
    """Lets a game that comes with magnate have one more action, which is never legal, with the first or last id."""

    def make(name, at_front):
        module = registry.game_module(name)
        names = [module.action_name(action) for action in range(module.GAME.max_actions)]
        names.insert(0 if at_front else len(names), "sleep")
        monkeypatch.setattr(module, "GAME", replace(module.GAME, max_actions=len(names), action_name=names.__getitem__))
        schema_for.cache_clear()

    yield make
    monkeypatch.undo()
    schema_for.cache_clear()


@pytest.mark.parametrize("at_front", [False, True])
def test_another_action_of_pig_does_not_touch_its_networks(at_front, enlarged, tmp_path):
    mine = schema_for("pig")
    file = save(tmp_path / "value.safetensors", Network.new([mine.size, 8, 2], seed=4), mine.about("tests"))
    states = magnate.load("pig", target=20).play_many("random", range(20), limit=12).states

    def values():
        agent = resolve("pig", f"network:{file}")
        return Valuer(magnate.load("pig", target=20), agent.network).values(states, np.arange(20) % 2)

    expected = values()
    enlarged("pig", at_front)
    assert len(action_names("pig")) == 3
    assert values().tobytes() == expected.tobytes()


@pytest.mark.parametrize("at_front", [False, True])
def test_another_action_of_monopoly_leaves_the_networks_that_come_with_magnate(at_front, enlarged):
    specs = ("magnate:2p", "magnate:student", "magnate:official", "dqn", "dqn:fixed", "ppo")
    before = {spec: resolve("monopoly", spec) for spec in specs}
    stored = np.load(Path(schema.__file__).parent / schema.STORED / "monopoly.npz")
    table = magnate.load("monopoly", preset="thesis", players=2)
    states = np.concatenate([state[None] for state, players in schema._positions(table, stored) if players == 2])
    values = valued(table, before["magnate:2p"], states[::6])
    enlarged("monopoly", at_front)
    after = {spec: resolve("monopoly", spec) for spec in specs}
    assert {spec: one.settings for spec, one in after.items()} == {spec: one.settings for spec, one in before.items()}
    table = magnate.load("monopoly", preset="thesis", players=2)
    assert valued(table, after["magnate:2p"], states[::6]).tobytes() == values.tobytes()
    old, new = before["ppo"].network, after["ppo"].network
    assert new.sizes[-1] == old.sizes[-1] + 1
    place = 0 if at_front else 273
    assert (np.delete(new.weights[-1], place, axis=1) == old.weights[-1]).all()
    assert (np.delete(new.biases[-1], place) == old.biases[-1]).all()
    assert (new.biases[-1][place], set(new.weights[-1][:, place])) == (np.float32(LEAST), {0.0})


# ---------------------------------------------------------------------------------------------------- policies


@pytest.mark.parametrize("amounts", [(3, 1, 2), (2, 3, 1), (1, 2, 3, 4), (4, 3, 2, 1), (30, 2, 1, 3)], ids=str)
def test_a_policy_decides_alike_whatever_ids_its_actions_have(amounts, variant, tmp_path):
    """An action that is new to it is taken only where nothing else is possible, which never is the case here."""
    before = variant(1, 2, 3)
    spec = f"network:{policy_file(tmp_path)}"
    expected = chosen(before, resolve("takeaway", spec))
    agent = resolve("takeaway", spec)
    game = variant(*amounts)
    other = resolve("takeaway", spec)
    assert isinstance(other, PolicyAgent)
    assert set(expected) == {"take-1", "take-2", "take-3"}
    assert chosen(game, other) == expected
    assert other.network.digest != agent.network.digest
    assert json.loads(other.settings)["policy"] == json.loads(agent.settings)["policy"] == agent.network.digest


def test_whole_games_are_the_same_with_other_ids(variant, tmp_path):
    before = variant(1, 2, 3)
    spec = f"network:{policy_file(tmp_path)}"
    names = [before.declared.action_name(action) for action in before.play([spec, spec], seed=1).actions]
    game = variant(3, 4, 1, 2)
    assert [game.declared.action_name(action) for action in game.play([spec, spec], seed=1).actions] == names


def loaded(file, temperature=0.0, names=None):
    """The agent of a policy's file, whatever has become of the game's rules."""
    found = load(file)
    names = names or found.about.outputs["value"]
    return PolicyAgent.renumbered("policy", found.network, names, schema_for("takeaway"), temperature)


def chances(game, agent, heap):
    """The chances of the legal actions with a heap, by their names."""
    states = game.start_states(1)
    states["heap"] = heap
    ws = policy_workspace(game, None, agent.network.sizes, interpreted=True)
    bound, (g,) = kernel(KERNEL, interpret(game.rules.__name__)), PyStates(states)
    n = bound.choices(g, ws.acts)
    bound.consider(g, 0, n, agent.temperature, np.array(agent.network.sizes), agent.network.table(), ws)
    return {game.declared.action_name(ws.acts[i]): float(ws.chances[i]) for i in range(n)}


def test_an_output_is_left_out_whose_action_is_gone(variant, tmp_path):
    before = variant(1, 2, 3)
    file = policy_file(tmp_path)
    all_three = chances(before, loaded(file, 1.0), 9)
    found = chances(variant(1, 3), loaded(file, 1.0), 9)
    rest = all_three["take-1"] + all_three["take-3"]
    assert found == pytest.approx({name: all_three[name] / rest for name in ("take-1", "take-3")}, abs=1e-12)


def test_new_actions_are_taken_where_nothing_else_is_possible(variant, tmp_path):
    game = variant(1, 2, 3)
    file, names = policy_file(tmp_path), ("take-7", "take-8", "take-3")
    for temperature in (1.0, 100.0, 1e-4):
        agent = loaded(file, temperature, names)
        assert chances(game, agent, 6) == {"take-1": 0.0, "take-2": 0.0, "take-3": 1.0}
        assert chances(game, agent, 2) == {"take-1": 0.5, "take-2": 0.5}
    assert chosen(game, loaded(file, names=names)) == ["take-1"] * 2 + ["take-3"] * 19, "the first of equals"


def test_a_policy_of_an_earlier_file_knows_the_actions_of_its_time(monkeypatch):
    """Files without names have those that the game had then; the ids may be others today."""
    names = first_action_names("monopoly")
    assert (len(names), names[:3]) == (273, ("pass", "pass-until-my-turn", "roll"))
    found = load(WEIGHTS / "ppo.safetensors")
    assert found.about.outputs == {}
    assert resolve("monopoly", "ppo").network.digest == found.network.digest
    module = registry.game_module("monopoly")
    turned = names[::-1]
    monkeypatch.setattr(module, "GAME", replace(module.GAME, action_name=turned.__getitem__))
    other = resolve("monopoly", "ppo").network
    assert (other.weights[-1][:, :273] == found.network.weights[-1][:, 272::-1]).all()
    assert (other.biases[-1][273:] == found.network.biases[-1][273:]).all()


def test_a_policy_in_another_order_is_the_one_that_comes_with_magnate(tmp_path):
    """All of Monopoly's 273 actions, turned round in the file."""
    found = load(WEIGHTS / "ppo.safetensors")
    names = first_action_names("monopoly")[::-1]
    turned = found.network.renumbered(names[::-1], names)
    file = save(tmp_path / "ppo.safetensors", turned, replace(found.about, outputs={"value": names}))
    agent = resolve("monopoly", f"network:{file}")
    assert agent.network.digest == found.network.digest != turned.digest


@pytest.mark.parametrize("outputs", [{"value": ("take-1",) * 2}, {"other": ("take-1",)}, {"value": tuple("abcdefgh")}])
def test_names_that_cannot_be(outputs, variant, tmp_path):
    variant(1, 2, 3)
    about = replace(schema_for("takeaway").about("tests", POLICY), outputs=outputs)
    file = save(tmp_path / "policy.safetensors", Network.new([31, 4, 5], seed=1), about)
    with pytest.raises(BadNetwork, match=r"names its outputs are known|names outputs of \w+ that it does not have"):
        resolve("takeaway", f"network:{file}")


def test_fewer_outputs_than_actions(variant, tmp_path):
    variant(1, 2, 3)
    network = Network.new([31, 4, 2], seed=1)
    with pytest.raises(BadNetwork, match="has 2 outputs, and 3 actions to choose from"):
        PolicyAgent.renumbered("policy", network, ("a", "b", "c"), schema_for("takeaway"))


def test_a_file_says_what_becomes_of_other_actions(variant, tmp_path):
    from safetensors import safe_open

    variant(1, 2, 3)
    with safe_open(policy_file(tmp_path), "numpy") as opened:
        said = opened.metadata()
    assert json.loads(said["outputs"]) == {"value": ["take-1", "take-2", "take-3"]}
    assert json.loads(said["actions"]) == ["take-1", "take-2", "take-3"]
    assert said["unknown_actions"] == "taken only where nothing else is possible"
    about = schema_for("pig").about("tests", POLICY, {"value": action_names("pig")})
    assert about.actions == (), "the hashes of a game with stored positions depend on no actions"
