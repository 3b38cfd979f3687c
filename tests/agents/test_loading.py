"""Agents of users: classes, objects, and names such as ``bots:Cautious``."""

from __future__ import annotations

import sys

import pytest

from magnate.agents import resolve, resolve_all
from magnate.agents.loading import is_user_spec, module_source_digest
from magnate.agents.monopoly import Player
from magnate.core.agents import CompiledAgent, agent_name
from magnate.errors import BadAgent, MagnateError, UnknownAgent

SOURCE = '''
from magnate.agents.monopoly import Player

class Cautious(Player):
    def __init__(self, kept=400, style="calm", bold=False):
        self.settings = (kept, style, bold)

class First:
    """A plain agent."""
    def __init__(self, skip=0):
        self.skip = skip
    def act(self, positions):
        return [position.legal()[0] for position in positions]

class Touchy(Player):
    def __init__(self, mood):
        pass

class Helper:
    pass
'''


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A current folder with a module and a package of agents."""
    (tmp_path / "userbots.py").write_text(SOURCE, encoding="utf-8")
    package = tmp_path / "userpackage"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "inner.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "userbroken.py").write_text("import userbots_that_is_missing\n", encoding="utf-8")
    (tmp_path / "userwrong.py").write_text("1 / 0\n", encoding="utf-8")
    (tmp_path / "userscript.py").write_text("import sys\n\nsys.exit(0)\n", encoding="utf-8")
    (tmp_path / "userempty.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("user"):
            del sys.modules[name]


def test_a_class_is_named_by_its_module(here):
    for spec in ("userbots:Cautious", "userpackage.inner:Cautious"):
        agent = resolve("monopoly", spec)
        assert agent_name(agent) == spec
        assert agent.make().settings == (400, "calm", False)
    agent = resolve("monopoly", "userbots:Cautious:kept=2.5,style=wild,bold=true")
    assert agent.make().settings == (2.5, "wild", True)
    assert agent.make() is not agent.make()


def test_plain_agents_play_any_game(here):
    agents = resolve_all("pig", 2, ["userbots:First", "userbots:First:skip=3"])
    assert [agent_name(agent) for agent in agents] == ["userbots:First", "userbots:First:skip=3"]
    import magnate

    assert magnate.load("pig").play(["userbots:First", "random"], seed=1).agents == ("userbots:First", "random")


def test_names_of_the_games_own_agents_come_first(here):
    assert not is_user_spec("monopoly", "strategic:late_game")
    assert not is_user_spec("monopoly", "strategc:late_game")
    assert is_user_spec("monopoly", "userbots:Cautious")
    assert isinstance(resolve("monopoly", "baseline:reserve=300"), CompiledAgent)
    with pytest.raises(UnknownAgent, match="did you mean"):
        resolve("monopoly", "strategc:late_game")


@pytest.mark.parametrize(
    ("spec", "error", "said"),
    [
        ("nowhere.bots:Cautious", UnknownAgent, 'there is no module "nowhere.bots"'),
        ("userpackage.outer:Cautious", UnknownAgent, 'there is no module "userpackage.outer"'),
        ("userbots:Cautius", UnknownAgent, 'no agent class "Cautius"; did you mean "Cautious"'),
        ("userbots:Helper", UnknownAgent, "Known: Cautious, First, Touchy|known: Cautious, First, Touchy"),
        ("userempty:Bot", UnknownAgent, "it defines no class with act, and no Player"),
        ("userbroken:Bot", BadAgent, "importing userbroken raised ModuleNotFoundError"),
        ("userwrong:Bot", BadAgent, "importing userwrong raised ZeroDivisionError"),
        ("userscript:Bot", BadAgent, "importing userscript raised SystemExit: 0"),
        ("userbots:Touchy", BadAgent, r"Touchy\(\) raised TypeError"),
        ("userbots:Cautious:speed=3", BadAgent, r"Cautious\(speed=3\) raised TypeError"),
        ("userbots:Cautious:fast", BadAgent, '"fast" is no parameter; write name=value'),
    ],
)
def test_mistakes_are_named(here, spec, error, said):
    with pytest.raises(error, match=said):
        resolve("monopoly", spec)


def test_a_player_plays_monopoly_only():
    class Mine(Player):
        pass

    with pytest.raises(BadAgent, match="Mine plays Monopoly, not pig"):
        resolve("pig", Mine)
    with pytest.raises(MagnateError, match='no agent "nobody"'):
        resolve("monopoly", type("Based", (Player,), {"base": "nobody"}))
    with pytest.raises(BadAgent, match="is no agent"):
        resolve("monopoly", 3)
    with pytest.raises(BadAgent, match="is no agent"):
        resolve("monopoly", dict)


def test_objects_are_copied_for_each_game():
    class Mine(Player):
        def __init__(self, kept):
            self.kept = [kept]

    mine = Mine(3)
    agent = resolve("monopoly", mine)
    first, second = agent.make(), agent.make()
    first.kept.append(4)
    assert (mine.kept, second.kept) == ([3], [3])


def test_the_digest_follows_the_source(here):
    before = module_source_digest("userbots:Cautious")
    assert before == module_source_digest("userbots:First")
    (here / "userbots.py").write_text(SOURCE + "\n# changed\n", encoding="utf-8")
    assert module_source_digest("userbots:Cautious") != before
    with pytest.raises(UnknownAgent):
        module_source_digest("nowhere:Cautious")
