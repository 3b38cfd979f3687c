"""Agents that play by a network: whole games, tournaments, and what their specs may say."""

from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import NetworkAgent
from magnate.agents.learned.spec import described_network
from magnate.arena.blocks import Task, play_task
from magnate.arena.executors import Threads, executor_for
from magnate.arena.plan import agent_digest, make_plan
from magnate.arena.tournament import Tournament
from magnate.errors import BadAgent, BadNetwork, PlanChanged, UnknownAgent
from magnate.networks import Network
from magnate.networks.files import save
from magnate.values import schema
from magnate.values.schema import FEATURES, schema_for


def kept(tmp_path, game, seed=1, name="net", outputs=None, about=None):
    """A file with a network that has learned nothing; ``about`` replaces what it says of itself."""
    schema = schema_for(game)
    info = magnate.load(game).info
    network = Network.new([schema.size, 12, outputs or info.max_players], seed)
    said = schema.about("these tests")
    return save(tmp_path / f"{name}.safetensors", network, replace(said, **(about or {})))


# --------------------------------------------------------------------------------------------------- games


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("tictactoe", {}),
        ("pig", {"target": 20}),
        ("pig", {"target": 15, "players": 4}),
        ("bearoff", {}),
        ("connect_four", {}),
        ("kuhn", {}),
    ],
)
def test_whole_games(tmp_path, game, options):
    table = magnate.load(game, **options)
    spec = f"network:{kept(tmp_path, game)}"
    seats = [spec, *["random"] * (table.players - 1)]
    results = table.play_many(seats, range(20))
    assert (results.ending > 0).all()
    for seed in range(3):
        record = table.play(seats, seed=seed)
        assert list(record.result.utility) == results.utility[seed].tolist()
        assert record.verify().dice
        assert record.agents[0] == spec


def test_a_delegate_makes_the_offers(tmp_path):
    table = magnate.load("monopoly", preset="thesis", max_rounds=60)
    schema = schema_for("monopoly", "thesis")
    file = save(tmp_path / "m.safetensors", Network.new([schema.size, 8, 2], seed=1), schema.about())
    alone, left = f"network:{file}", f"network:{file},delegate=strategic:tuned"
    planning = resolve("monopoly", f"network:{file},offers=0.5,margin=0.01").planning
    assert (planning.offers, planning.margin) == (0.5, 0.01)
    for seed in range(2):
        assert table.play([left, "strategic"], seed=seed).verify().dice
    assert resolve("monopoly", left).settings != resolve("monopoly", alone).settings
    with pytest.raises(BadAgent, match="the agents of pig can leave nothing to a delegate"):
        resolve("pig", f"network:{kept(tmp_path, 'pig')},delegate=random")


@pytest.mark.parametrize("inputs", ["thesis", pytest.param(FEATURES, marks=pytest.mark.long)])
def test_whole_games_of_monopoly(tmp_path, inputs):
    table, schema = magnate.load("monopoly", preset="thesis", max_rounds=30), schema_for("monopoly", inputs)
    network = Network.new([schema.size, 12, 8 if inputs == FEATURES else 2], seed=1)
    spec = f"network:{save(tmp_path / 'net.safetensors', network, schema.about('these tests'))}"
    one, again = (table.play_many([spec, "strategic"], range(2)) for _ in range(2))
    assert (one.ending > 0).all()
    assert one.states.tobytes() == again.states.tobytes()


def test_epsilon_1_is_random_play_by_the_decisions_key():
    game = magnate.load("connect_four")
    network = Network.new([game.info.features, 2], seed=1)
    taken = []
    for epsilon in (0.0, 1.0):
        agent = NetworkAgent.of("connect_four", network, epsilon=epsilon)
        taken.append({game.play([agent, "random"], seed=seed).actions[0] for seed in range(60)})
    assert len(taken[0]) == 1
    assert taken[1] == set(range(7))


# --------------------------------------------------------------------------------------------- tournaments


def test_tournaments_play_networks_in_threads_and_alike_however_they_are_cut(tmp_path):
    game = magnate.load("pig", target=15)
    specs = [f"network:{kept(tmp_path, 'pig', seed, f'net{seed}')}" for seed in (1, 2)]
    plan = make_plan(game, [*specs, f"{specs[0]},epsilon=0.3", "random"], 24, seed=5)
    assert isinstance(executor_for(plan, 2), Threads)
    assert (plan.ours, plan.searches, plan.compiled) == (True, False, False)
    text = plan.to_json()
    for table in range(2):
        whole = play_task(Task(text, table, 0, 12))
        assert whole == b"".join(play_task(Task(text, table, first, first + 3)) for first in (0, 3, 6, 9))
        assert whole == play_task(Task(text, table, 0, 1)) + play_task(Task(text, table, 1, 12))
    one, two = (Tournament(game, plan.agents, 24, seed=5).play(jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_a_tournament_of_a_file_that_has_changed_does_not_go_on(tmp_path):
    file = kept(tmp_path, "pig")
    plan = make_plan(magnate.load("pig"), [f"network:{file}", "random"], 24, seed=5)
    assert plan.checked() == plan
    kept(tmp_path, "pig", seed=2)
    with pytest.raises(PlanChanged, match="the agent network:.* changed since this tournament began"):
        plan.checked()


def test_a_digest_is_of_the_networks_numbers_and_of_all_settings(tmp_path):
    one, two = (f"network:{kept(tmp_path, 'pig', seed, f'net{seed}')}" for seed in (1, 2))
    moved = f"network:{kept(tmp_path, 'pig', 1, 'moved', about={'made_by': 'another'})}"
    same = {agent_digest("pig", spec) for spec in (one, moved, f"{one},epsilon=0", f" {one} ")}
    assert len(same) == 1
    others = {agent_digest("pig", spec) for spec in (two, f"{one},epsilon=0.1")}
    assert len(same | others) == 3


# ---------------------------------------------------------------------------------------------------- specs


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (",epsilon=2", 'epsilon in "network:.*" cannot be "2"; write a number from 0 to 1'),
        (",epsilon=", 'cannot be ""'),
        (",epsilon", 'cannot be ""'),
        (",epsilon=nan", 'cannot be "nan"'),
        (",zzz=2", '"zzz" is no setting of network; known: epsilon, offers, margin, delegate'),
        (",margin=-1", 'margin in "network:.*" cannot be "-1"'),
        (",offers=often", 'offers in "network:.*" cannot be "often"'),
        (",epsilom=0.1", '"epsilom" is no setting of network; did you mean "epsilon"'),
    ],
)
def test_what_a_spec_may_not_say(tmp_path, settings, says):
    with pytest.raises(BadAgent, match=says):
        resolve("pig", f"network:{kept(tmp_path, 'pig')}{settings}")


@pytest.mark.parametrize("spec", ["network", "network:", "network:,epsilon=0.1"])
def test_a_spec_without_a_file(spec):
    with pytest.raises(BadAgent, match=r"names no file with a network; write network:FILE\.safetensors"):
        resolve("pig", spec)


@pytest.mark.parametrize(
    ("game", "about", "says"),
    [
        ("pig", {"game": "monopoly"}, "the network plays monopoly, not pig; name one of this game"),
        ("pig", {"rules_hash": "0"}, "has learned by other rules of pig than these; train it again, or play with"),
        ("pig", {"inputs_hash": "0"}, 'the inputs "features" are not those that the network has learned from; train'),
        ("pig", {"inputs": "featurez"}, 'pig has no inputs "featurez" for networks; did you mean "features"'),
        ("pig", {"kind": "q values"}, 'its networks give "q values", and this agent goes by "win shares"'),
    ],
)
def test_files_for_something_else(tmp_path, game, about, says):
    file = kept(tmp_path, game, about=about)
    with pytest.raises(BadNetwork, match=says) as found:
        resolve(game, f"network:{file}")
    assert str(file) in found.value.message


def test_networks_that_do_not_fit_the_game(tmp_path):
    about = schema_for("pig").about()
    file = save(tmp_path / "wrong.safetensors", Network.new([9, 2], seed=1), about)
    with pytest.raises(BadNetwork, match="takes 9 numbers, and features of pig are 10"):
        resolve("pig", f"network:{file}")
    two = f"network:{kept(tmp_path, 'pig', outputs=2)}"
    resolve("pig", two)
    resolve("pig", two, 2)
    with pytest.raises(BadNetwork, match="has outputs for 2 players, not for 3"):
        resolve("pig", two, 3)
    with pytest.raises(BadNetwork, match="has outputs for 2 players, not for 3"):
        magnate.load("pig", players=3).play([resolve("pig", two), "random", "random"])
    with pytest.raises(BadNetwork, match="tree shows a network nothing"):
        schema_for("tree")


def test_a_game_that_is_about_other_things_than_one_win(monkeypatch):
    from magnate.games import pig

    network = Network.new([10, 2], seed=1)
    NetworkAgent.of("pig", network)
    for change in ({"constant_sum": False}, {"utility_sum": 0.0, "utility_range": (-1.0, 1.0)}):
        with monkeypatch.context() as patched:
            patched.setattr(pig, "GAME", replace(pig.GAME, **change))
            with pytest.raises(BadNetwork, match="says how a win will be shared, and pig is about other things"):
                NetworkAgent.of("pig", network)


def test_a_network_is_no_class_of_a_users_and_is_told_of(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept(tmp_path, "pig")
    assert isinstance(resolve("pig", "network:net.safetensors"), NetworkAgent)
    with pytest.raises(UnknownAgent, match=r"one that plays by a network is network:FILE\.safetensors"):
        resolve("pig", "zzz")
    with pytest.raises(UnknownAgent, match='did you mean "network"'):
        resolve("pig", "netwrok:net.safetensors")
    known = {"epsilon", "delegate", "offers", "margin", "partner", "learns", "per_turn", "temperature"}
    assert {one["name"] for one in described_network()["settings"]} == known


def test_hashes_tell_games_and_numbers_of_inputs_apart():
    found = [schema_for(game) for game in ("pig", "tictactoe", "connect_four", "bearoff")]
    assert len({one.rules_hash for one in found}) == len({one.inputs_hash for one in found}) == len(found)
    assert all(one.size == magnate.load(one.game).info.features for one in found)


def test_hashes_are_of_what_is_done_and_not_of_how_it_is_written(monkeypatch):
    before = schema_for("pig")
    twin = magnate.runtime.interpreter.interpret("magnate.games.pig")
    features, legal = twin.features, twin.legal

    def anew():
        monkeypatch.setattr(magnate.core.loader, "_bound", {})
        return schema_for.__wrapped__("pig")

    def doubled(g, p, out):
        features(g, p, out)
        out[0] *= 2

    def backwards(g, out):
        n = legal(g, out)
        if n == 2:
            out[0], out[1] = out[1], out[0]
        return n

    def again(g, p, out):
        features(g, p, out)
        features(g, p, out)

    monkeypatch.setattr(twin, "features", again)
    assert anew() == before
    monkeypatch.setattr(twin, "features", doubled)
    assert anew().rules_hash == before.rules_hash
    assert anew().inputs_hash != before.inputs_hash
    monkeypatch.setattr(twin, "features", features)
    monkeypatch.setattr(twin, "legal", backwards)
    assert anew() == before, "networks outlive another legality"
    monkeypatch.setattr(schema, "STORED", "no such folder")  # as of a game without stored positions
    walked = anew()
    monkeypatch.setattr(twin, "legal", legal)
    assert anew().rules_hash != walked.rules_hash


def test_inputs_of_a_games_own(monkeypatch):
    """A package of a game's agents names further inputs; a file that names them is played with these."""
    import sys

    from tests.games_for_tests import pig_agents

    package = pig_agents.agents()
    package.INPUTS = {"race": "tests.agents.learned.race_inputs"}
    monkeypatch.setitem(sys.modules, pig_agents.NAME, package)
    schema = schema_for("pig", "race")
    assert (schema.size, schema.rules_hash) == (2, schema_for("pig").rules_hash)
    assert schema.inputs_hash != schema_for("pig").inputs_hash
    game = magnate.load("pig", target=40)
    network = Network((np.array([[1.0, 0.0], [0.0, 1.0]]),), (np.zeros(2),))
    agent = NetworkAgent.of("pig", network, inputs="race")
    assert agent.guided
    one, other = (game.play_many([playing, "random"], range(20)) for playing in (agent, HoldsAtOnce()))
    assert one.states.tobytes() == other.states.tobytes()


class HoldsAtOnce:
    """What the points are worth in full as soon as they are banked makes one do."""

    def act(self, positions):
        return [position.legal()[-1] for position in positions]
