"""The specs ``dqn`` and ``dqn:fixed``: the weights that come with magnate, and what is refused."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.loading import described_own, own_names
from magnate.agents.monopoly.deep_q.agent import DESTRUCTIVE, Shape
from magnate.agents.monopoly.deep_q.outputs import NAMES
from magnate.errors import BadAgent, BadNetwork, UnknownAgent

PAGE = Path(__file__).parents[4] / "docs/studies/deep-q.md"
SHAPES = {"dqn": Shape(), "dqn:fixed": Shape(nothing=True)}


@pytest.fixture(scope="module")
def game():
    return magnate.load("monopoly", preset="thesis", players=2)


@pytest.mark.parametrize("spec", SHAPES)
def test_the_weights_that_come_with_magnate(spec):
    agent = resolve("monopoly", spec, 2)
    assert (agent.name, agent.shape, agent.gated) == (spec, SHAPES[spec], DESTRUCTIVE)
    for name, outputs in zip(NAMES, SHAPES[spec].outputs, strict=True):
        assert agent.networks[name].sizes == (100, 128, 64, 32, outputs)


@pytest.mark.parametrize("spec", SHAPES)
def test_the_model_card_names_the_weights(spec):
    agent = resolve("monopoly", spec)
    digests = "".join(agent.networks[name].digest for name in NAMES)
    digest = hashlib.blake2b(digests.encode(), digest_size=8).hexdigest()
    assert re.search(rf"`{spec}`.*`{digest}`", PAGE.read_text(encoding="utf-8")), digest


@pytest.mark.parametrize("spec", SHAPES)
def test_it_plays_the_same_games_again_and_wins_some(game, spec):
    agents = [spec, "strategic:cautious_accumulator"]
    first, again = (game.play_many(agents, range(40)) for _ in range(2))
    assert first.states.tobytes() == again.states.tobytes()
    assert 5 < first.utility[:, 0].sum() < 40


def test_it_plays_without_torch():
    program = (
        "import sys, magnate\n"
        "game = magnate.load('monopoly', preset='thesis', players=2)\n"
        "game.play(['dqn', 'strategic'], seed=1)\n"
        "sys.exit('torch' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_consent_can_be_left_out():
    agent = resolve("monopoly", "dqn:consent=0")
    assert agent.gated == 0
    assert agent.settings != resolve("monopoly", "dqn").settings
    assert resolve("monopoly", "dqn:fixed,consent=1").settings == resolve("monopoly", "dqn:fixed").settings


@pytest.mark.parametrize(
    ("spec", "said", "hint"),
    [
        ("dqn:fixd", 'has no configuration "fixd"', 'did you mean "fixed"'),
        ("dqn:consent=2", 'consent in "dqn:consent=2" cannot be "2"', "write consent=0 or consent=1"),
        ("dqn:fixed,consnt=1", '"consnt" is no setting of dqn', 'did you mean "consent"'),
    ],
)
def test_specs_that_are_none(spec, said, hint):
    with pytest.raises(BadAgent, match=said) as caught:
        resolve("monopoly", spec)
    assert hint in caught.value.hint


def test_a_file_that_is_not_there():
    with pytest.raises(BadNetwork, match="cannot be read"):
        resolve("monopoly", "dqn:nowhere.safetensors")


def test_other_tables_rules_and_games_are_refused(game):
    with pytest.raises(BadAgent, match="dqn plays games of two players, not of 4"):
        magnate.load("monopoly", preset="thesis", players=4).play("dqn", seed=1)
    with pytest.raises(BadAgent, match="dqn cannot play where .* learned otherwise") as caught:
        magnate.load("monopoly", preset="official", players=2).play("dqn", seed=1)
    assert caught.value.hint == "take the preset thesis"
    with pytest.raises(UnknownAgent, match='pig has no agent "dqn"'):
        resolve("pig", "dqn")


def test_it_is_listed():
    assert "dqn" in own_names("monopoly")
    assert own_names("pig") == []
    found = described_own("monopoly", "dqn")
    assert [one["name"] for one in found["configurations"]] == ["fixed"]
    assert found["settings"][0]["name"] == "consent"
