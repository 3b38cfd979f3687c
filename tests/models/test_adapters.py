"""A learner's game as text, and the adapters to other people's harnesses.

Their libraries are in no environment of ours: classes that are called as theirs stand in for them.
"""

import asyncio
import importlib
import json
import sys
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import Generic, TypeVar

import pyspiel
import pytest
from pydantic import BaseModel

import magnate
from magnate.errors import BadAgent, BadSeat, BadValue, IllegalAction, NotFinished, UnknownAgent, UnknownGame
from magnate.models.episode import Episode
from magnate.models.skin import Skin


@pytest.fixture
def libraries(monkeypatch):
    """`libraries("a.b", name=value)` is a module that can be imported; adapters are imported afresh."""

    def give(name, **content):
        for number in range(name.count(".") + 1):
            part = ".".join(name.split(".")[: number + 1])
            if part not in sys.modules:
                monkeypatch.setitem(sys.modules, part, ModuleType(part))
        vars(sys.modules[name]).update(content)

    before = set(sys.modules)
    yield give
    for name in set(sys.modules) - before:
        if name.startswith("magnate.models.adapters."):
            monkeypatch.delitem(sys.modules, name)


def adapter(name):
    return importlib.import_module(f"magnate.models.adapters.{name}")


def test_an_episode_is_a_game_against_the_others():
    episode = Episode(magnate.load("tictactoe"), ["random"], seat=1, seed=2)
    assert episode.position.steps == 1
    assert "What happened:\n- X takes" in episode.text()
    with pytest.raises(NotFinished):
        _ = episode.share
    taken = next(name for name in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3") if name not in episode.legal)
    text = episode.text()
    with pytest.raises(IllegalAction, match=f"{taken} is taken; legal: "):
        episode.act(taken)
    with pytest.raises(IllegalAction, match="no JSON object with an action"):
        episode.answer("I take the middle")
    assert episode.text() == text
    while not episode.over:
        episode.answer(f'I play {{"action": "{episode.legal[0]}"}}')
    assert episode.share == episode.position.utility()[1]
    assert f"share of the win is {episode.share:g}" in episode.text()
    assert episode.legal == []
    with pytest.raises(IllegalAction, match="the game is over; begin another"):
        episode.act("a1")


@pytest.mark.parametrize(
    ("opponents", "seat", "error", "says"),
    [
        (["random"], 2, BadSeat, "there is no seat 2 among 2 players; 0 to 1"),
        (["random"], -1, BadSeat, "there is no seat -1"),
        (["random"] * 3, 0, BadAgent, "3 opponents for 1 other seats; give one for each, or one for all"),
        ([], 0, BadAgent, "0 opponents for 1"),
        (["nobody"], 0, UnknownAgent, "nobody"),
    ],
)
def test_a_wrong_line_up_is_told(opponents, seat, error, says):
    with pytest.raises(error, match=says):
        Episode(magnate.load("tictactoe"), opponents, seat=seat)


def test_one_name_is_all_opponents():
    assert not Episode(magnate.load("pig", players=3), "random").over


def test_an_episode_wears_a_skin():
    episode = Episode(magnate.load("monopoly"), ["random"], seed=1, skin="plain:2")
    assert "Boardwalk" not in episode.rules
    assert "Monopoly" not in episode.rules
    skin = Skin("monopoly", "plain:2")
    assert [skin.real(name) for name in episode.legal] == [one.name for one in episode.position.legal()]


def test_openenv(libraries):
    @dataclass
    class Shape:
        def __init__(self, **fields):
            vars(self).update(fields)

    class Environment:
        def __init__(self):
            self.begun = True

    libraries("openenv.core.env_server.interfaces", Environment=Environment)
    libraries("openenv.core.env_server.types", Action=Shape, Observation=Shape, State=Shape)
    ours = adapter("openenv")
    made = ours.environment("tictactoe")()
    assert made.begun
    assert made.SUPPORTS_CONCURRENT_SESSIONS
    with pytest.raises(NotFinished):
        made.step(ours.MagnateAction(name="a1"))
    seen = made.reset(seed=3, episode_id="one", more="ignored")
    assert seen.text.startswith("Tic-tac-toe: ")
    assert (seen.done, seen.reward, len(seen.legal)) == (False, 0.0, 9)
    wrong = made.step(ours.MagnateAction(name="d4"), timeout_s=1)
    assert wrong.text.startswith('"d4" is not legal')
    assert wrong.legal == seen.legal
    while not seen.done:
        seen = made.step(ours.MagnateAction(name=seen.legal[0]))
    assert seen.reward in {0.0, 0.5, 1.0}
    assert vars(made.state) == {"episode_id": "one", "step_count": made.state.step_count}
    assert made.state.step_count >= 3


def test_kaggle(libraries):
    libraries("kaggle_environments.core_harness", parse_json_action=lambda response, legal: (response, list(legal)))
    harness = adapter("kaggle").MagnateHarness("monopoly", skin="plain")
    skin = Skin("monopoly", "plain")
    names = ["pass", "build:boardwalk"]
    seen = {"observationString": "on Boardwalk", "legalActions": [0, 7], "legalActionStrings": names}
    moves = harness.get_legal_moves(seen)
    assert moves == {0: "pass", 7: skin.shown("build:boardwalk")}
    first = harness.make_prompt(seen, [])
    assert "Boardwalk" not in first
    assert first.endswith('{"move": "NAME"}.')
    again = harness.make_prompt(seen, ["pass"], "I say", "sell")
    assert 'Your last answer was "sell", which is not legal.' in again
    assert "no JSON object" in harness.make_prompt(seen, [], "I say")
    assert harness.parse_response("text", ["pass"], observation=seen) == ("text", ["pass"])
    assert harness.get_legal_moves({"step": 0}) == {}  # the arena asks before the game is there
    with pytest.raises(BadValue, match="lists no legal actions; make the environment with .*includeLegalActions"):
        harness.get_legal_moves({"playerId": 0, "observationString": "on Boardwalk"})


def test_kaggle_knows_a_game(libraries):
    def built(game):
        return {"specification": {"name": f"open_spiel_{pyspiel.load_game(game).get_type().short_name}"}}

    known = {}
    libraries("kaggle_environments", register=known.__setitem__)
    libraries("kaggle_environments.envs.open_spiel_env.open_spiel_env", _build_env=built)
    name = adapter("kaggle").arena("pig(players=3)")
    assert name == "open_spiel_python_magnate_pig"
    with pytest.raises(UnknownGame):
        adapter("kaggle").arena("nosuch(players=3)")
    assert list(known) == [name]


def test_verifiers(libraries):
    one, other, third = TypeVar("one"), TypeVar("other"), TypeVar("third")

    class Taskset(Generic[one, other]):
        def __init__(self, config):
            self.config = config

    class Task(Generic[one, other, third]):
        def __init__(self, data, config):
            self.data, self.config = data, config

    class Env(Generic[one]):
        pass

    class TasksetConfig(BaseModel):
        task: None = None

    class TaskData(BaseModel):
        name: str
        prompt: str
        system_prompt: str

    class Config(BaseModel):
        pass

    names = dict.fromkeys(("State", "TaskConfig", "EnvConfig", "AgentConfig"), Config)
    libraries(
        "verifiers.v1", Taskset=Taskset, Task=Task, Env=Env, TasksetConfig=TasksetConfig, TaskData=TaskData, **names
    )
    ours = adapter("verifiers")
    tasks = list(islice(ours.MagnateTaskset(ours.MagnateConfig(game="tictactoe")).load(), 2))
    assert [task.data.name for task in tasks] == ["tictactoe#0", "tictactoe#1"]
    assert "Legal actions:" in tasks[0].data.prompt

    class Player:
        """Answers as a model does: first with prose, then with the first legal action; or never well."""

        def __init__(self, task, *, able):
            self.read, self.able, self.info, self.rewards = [task.data.prompt], able, {}, []

        def interaction(self, task):
            return self

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            pass

        async def turn(self, text=None):
            if text is not None:
                self.read.append(text)
            name = self.read[-1].partition("Legal actions:\n- ")[2].partition(":")[0]
            self.last_reply = json.dumps({"action": name}) if self.able and len(self.read) != 2 else "I think"
            self.terminated = False
            return self

        @property
        def trace(self):
            return self

        def record_reward(self, name, reward, weight):
            self.rewards.append(reward)

    for able in (True, False):
        player = Player(tasks[0], able=able)
        agents = type("Agents", (), {"player": player})
        asyncio.run(ours.MagnateEnv().run(tasks[0], agents))
        assert len(player.rewards) == 1
        assert player.info["illegal"] == (1 if able else 6)
    assert player.rewards == [0.0]
