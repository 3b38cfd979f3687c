"""Agents that play by a network, from the command line."""

import json

import pytest

from magnate.networks import Network
from magnate.networks.files import save
from magnate.values.schema import schema_for


@pytest.fixture
def file(tmp_path):
    return save(tmp_path / "pig.safetensors", Network.new([10, 16, 8], seed=1), schema_for("pig").about())


def test_a_tournament_has_the_same_result_for_any_number_of_jobs(magnate, file):
    agents = f"network:{file},network:{file},epsilon=0.2,random"
    texts = set()
    for jobs in (1, 2):
        words = ("tournament", "run", "pig", "--agents", agents, "--games", 40, "--seed", 5, "--jobs", jobs, "--json")
        found = magnate(*words).json
        texts.add(json.dumps(found["result"]))
        assert found["result"]["agents"] == [f"network:{file}", f"network:{file},epsilon=0.2", "random"]
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("spec", "code", "says"),
    [
        ("network", 2, "names no file with a network"),
        ("network:none.safetensors", 3, "the network none.safetensors cannot be read: No such file or directory"),
        ("network:FILE,epsilon=7", 2, 'cannot be "7"'),
    ],
)
def test_mistakes_are_told_in_a_sentence(magnate, file, spec, code, says):
    done = magnate("tournament", "run", "pig", "--agents", f"{spec.replace('FILE', str(file))},random", "--games", 4)
    assert done.code == code
    assert says in " ".join(done.err.split())
    assert "hint: " in done.err


def test_a_file_of_another_game_is_refused(magnate, file):
    done = magnate("match", f"network:{file}", "random", "--game", "tictactoe")
    assert done.code == 3
    assert "the network plays pig, not tictactoe" in " ".join(done.err.split())


def test_it_is_listed_and_described(magnate):
    assert "network:FILE.safetensors takes the action" in " ".join(magnate("agents", "pig").out.split())
    assert "epsilon" in magnate("agents", "pig", "network").out
    found = magnate("agents", "pig", "network", "--json").json["result"]
    assert (found["agent"], found["learned"], found["settings"][0]["name"]) == ("network", True, "epsilon")
    every = magnate("agents", "--json").json["result"]
    assert {one["game"] for one in every if one.get("learned")} == {one["game"] for one in every}


def test_what_comes_with_magnate_has_a_card(magnate):
    shown = magnate("agents", "monopoly", "magnate:2p").out
    assert "900-64-32-2" in shown
    assert "docs/studies/our-agent.md" in shown
    cards = magnate("agents", "monopoly", "dqn", "--json").json["result"]["cards"]
    assert list(cards) == ["dqn", "dqn:fixed"]
    assert cards["dqn:fixed"]["networks"]["upgrade"]["layers"] == [100, 128, 64, 32, 9]
    assert cards["dqn"]["made_by"].startswith("magnate train, dqn, method deep_q, seed 1")
    unknown = magnate("agents", "monopoly", "magnate:3p")
    assert unknown.code == 2
    assert 'did you mean "magnate:2p"' in unknown.err
