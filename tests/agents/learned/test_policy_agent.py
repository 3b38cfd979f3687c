"""Agents whose network says what to do: whole games, what they draw, and what their specs may say."""

from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.spec import PolicyAgent, policy_workspace
from magnate.arena.plan import agent_digest
from magnate.arena.tournament import Tournament
from magnate.core.loader import kernel
from magnate.errors import BadAgent, BadNetwork
from magnate.networks import Network
from magnate.networks.files import save
from magnate.networks.inference import POLICY, log_chances
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates
from magnate.values.schema import schema_for


def policy(game, seed=1, players=None):
    info = magnate.load(game).info
    sizes = [schema_for(game).size, 12, info.max_actions + (players or info.max_players)]
    return Network.new(sizes, seed)


def kept(tmp_path, game, seed=1, name="policy", network=None, about=None):
    """A file with a policy that has learned nothing; ``about`` replaces what it says of itself."""
    said = replace(schema_for(game).about("these tests", POLICY), **(about or {}))
    return save(tmp_path / f"{name}.safetensors", network or policy(game, seed), said)


# --------------------------------------------------------------------------------------------------- games


@pytest.mark.parametrize("settings", ["", ",temperature=1", ",temperature=0.5"])
@pytest.mark.parametrize(
    ("game", "options"),
    [("tictactoe", {}), ("pig", {"target": 15, "players": 4}), ("bearoff", {}), ("connect_four", {}), ("kuhn", {})],
)
def test_whole_games(tmp_path, game, options, settings):
    table = magnate.load(game, **options)
    spec = f"network:{kept(tmp_path, game)}{settings}"
    seats = [spec, *["random"] * (table.players - 1)]
    results = table.play_many(seats, range(20))
    assert (results.ending > 0).all()
    for seed in range(3):
        record = table.play(seats, seed=seed)
        assert list(record.result.utility) == results.utility[seed].tolist()
        assert record.verify().dice


def test_actions_are_drawn_by_the_chances_that_numpy_finds():
    game = magnate.load("connect_four")
    network, count = policy("connect_four", seed=3), 4000
    position = game.new(seed=1).apply("c2").apply("c3").apply("c2")
    inputs = position.features(1)[None]
    legal = np.isin(np.arange(game.info.max_actions), position.legal_ids())
    wanted = np.exp(log_chances(network(inputs)[0, : game.info.max_actions] / 0.2, legal))
    taken = answers(game, network, np.repeat(position.states(), count), np.full(count, 1), 0.2)
    drawn = np.bincount(taken, minlength=len(wanted)) / count
    assert wanted.max() > 2 * wanted[legal].min()
    assert drawn == pytest.approx(wanted, abs=4 * np.sqrt(0.25 / count))
    assert set(answers(game, network, position.states(), np.full(1, 1), 0.0)) == {wanted.argmax()}


def test_of_actions_that_are_alike_only_the_first_is_taken():
    """On the empty board the columns right of the middle are the mirror of those left of it."""
    game = magnate.load("connect_four")
    taken = answers(game, policy("connect_four"), game.start_states(400), np.zeros(400, np.int64), 1.0)
    assert set(taken) == {0, 1, 2, 3}


def answers(game, network, states, seats, temperature):
    """What the agent does at decisions with different keys."""
    agent = PolicyAgent.of(game.name, network, temperature=temperature)
    (answer,) = agent.entries(game)
    chosen, keys = np.zeros(len(states), np.int64), np.random.default_rng(1).integers(1 << 62, size=len(states))
    ws = policy_workspace(game, None, network.sizes)
    answer(states, seats, keys, temperature, np.array(network.sizes), network.table(), ws, chosen)
    return chosen.tolist()


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_interpreted_choices_are_the_compiled_ones(temperature):
    game = magnate.load("connect_four")
    network = policy("connect_four")
    interpreted = kernel("magnate.agents.learned.policy", interpret(game.rules.__name__))
    agent = PolicyAgent.of("connect_four", network, temperature=temperature)
    (answer,) = agent.entries(game)
    positions = [one for one in game.play("random", seed=5).positions() if one.to_move >= 0]
    for number, position in enumerate(positions):
        found = []
        for bound, mirrored in ((answer, False), (interpreted.answer, True)):
            states = position.states()
            ws = policy_workspace(game, None, network.sizes, interpreted=mirrored)
            chosen = np.zeros(1, np.int64)
            given = (PyStates(states) if mirrored else states, np.array([position.to_move]))
            bound(*given, np.array([number << 40]), temperature, np.array(network.sizes), network.table(), ws, chosen)
            found.append(chosen[0])
        assert found[0] == found[1]


def test_a_tournament_of_policies():
    game = magnate.load("pig", target=15)
    agents = [PolicyAgent.of("pig", policy("pig", seed), name=f"policy {seed}") for seed in (1, 2)]
    assert game.play_many(agents, range(10)).ending.all()


def test_tournaments_play_them_alike_on_any_number_of_threads(tmp_path):
    game = magnate.load("pig", target=15)
    specs = [f"network:{kept(tmp_path, 'pig', seed, f'policy{seed}')}" for seed in (1, 2)]
    one, two = (Tournament(game, [*specs, "random"], 24, seed=5).play(jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_a_digest_is_of_the_numbers_and_the_temperature(tmp_path):
    one, two = (f"network:{kept(tmp_path, 'pig', seed, f'policy{seed}')}" for seed in (1, 2))
    same = {agent_digest("pig", spec) for spec in (one, f"{one},temperature=0")}
    assert len(same) == 1
    assert len(same | {agent_digest("pig", spec) for spec in (two, f"{one},temperature=1")}) == 3


# ---------------------------------------------------------------------------------------------------- specs


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (",temperature=-1", 'temperature in "network:.*" cannot be "-1"; write a number from 0 to 100'),
        (",temperature=", 'cannot be ""'),
        (",temperature=nan", 'cannot be "nan"'),
        (",epsilon=0.1", '"epsilon" is no setting of a policy; known: temperature'),
        (",temprature=1", '"temprature" is no setting of a policy; did you mean "temperature"'),
    ],
)
def test_what_a_spec_may_not_say(tmp_path, settings, says):
    with pytest.raises(BadAgent, match=says):
        resolve("pig", f"network:{kept(tmp_path, 'pig')}{settings}")


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"game": "monopoly"}, "the network plays monopoly, not pig; name one of this game"),
        ({"rules_hash": "0"}, "has learned by other rules of pig than these; train it again, or play with"),
        ({"inputs_hash": "0"}, 'the inputs "features" are not those that the network has learned from; train'),
        ({"inputs": "featurez"}, 'pig has no inputs "featurez" for networks; did you mean "features"'),
        ({"kind": "win shares"}, "has outputs for"),
    ],
)
def test_files_for_something_else(tmp_path, about, says):
    network = policy("pig", players=2) if about.get("kind") != "win shares" else Network.new([10, 8, 1], 1)
    file = kept(tmp_path, "pig", network=network, about=about)
    with pytest.raises(BadNetwork, match=says) as found:
        resolve("pig", f"network:{file}")
    assert str(file) in found.value.message


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ([10, 4], "the policy has no hidden layer; train it with one at least"),
        ([9, 5, 4], "the policy takes 9 numbers, and features of pig are 10"),
        ([10, 5, 3], "the policy has 3 outputs, and pig takes 2 for its actions and one for each of 2 players"),
    ],
)
def test_networks_that_are_no_policy_for_the_game(tmp_path, sizes, says):
    with pytest.raises(BadNetwork, match=says):
        resolve("pig", f"network:{kept(tmp_path, 'pig', network=Network.new(sizes, 1))}")


def test_a_policy_for_fewer_players(tmp_path):
    spec = f"network:{kept(tmp_path, 'pig', network=policy('pig', players=2))}"
    assert isinstance(resolve("pig", spec, 2), PolicyAgent)
    with pytest.raises(BadNetwork, match="one for each of 3 players"):
        resolve("pig", spec, 3)
    with pytest.raises(BadNetwork, match="one for each of 3 players"):
        magnate.load("pig", players=3).play([resolve("pig", spec), "random", "random"])
