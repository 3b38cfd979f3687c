"""What a game's own agents declare: as one typed object, or in plain globals as packages did before."""

import sys
from types import ModuleType

import pytest

from magnate.agents import default_agents, resolve
from magnate.agents.spec import described
from magnate.core import registry
from magnate.core.agents import AgentPackage, Configuration, ParamSpec
from magnate.core.registry import agents_of, joined
from magnate.errors import BrokenGame
from magnate.plugins import Plugin, folder_of

RESERVE = ParamSpec("reserve", 1, 200.0, 0.0, 1e6, about="dollars that it keeps", tuning=(0.0, 500.0, 0.0))


@pytest.fixture
def package(monkeypatch):
    """The package of the bear-off's agents, empty."""
    found = ModuleType("magnate.agents.bearoff")
    monkeypatch.setitem(sys.modules, "magnate.agents.bearoff", found)
    return found


def test_a_misspelt_field_is_an_error():
    with pytest.raises(TypeError, match="polices"):
        AgentPackage(polices={"careful": 1})


def test_an_object_and_plain_globals_say_the_same(package):
    package.AGENTS = AgentPackage(
        policies={"careful": 1},
        params={"careful": (RESERVE,)},
        configurations={"careful": {"rich": Configuration("keeps more", {"reserve": 900})}},
        defaults=("careful",),
    )
    declared, description, row = (
        agents_of("bearoff"),
        described("bearoff", "careful"),
        resolve("bearoff", "careful:rich").row,
    )
    assert row[:2] == (1.0, 900.0)
    assert default_agents("bearoff") == ["careful"]
    del package.AGENTS
    package.POLICIES = {"careful": 1}
    package.PARAMS = {"careful": (("reserve", 1, 200.0, 0.0, 1e6),)}
    package.ABOUT = {"careful": {"reserve": "dollars that it keeps"}}
    package.SEARCH = {"careful": {"reserve": (0.0, 500.0, 0.0)}}
    package.CONFIGURATIONS = {"careful": {"rich": {"reserve": 900}}}
    package.CONFIGURATIONS_ABOUT = {"careful": {"rich": "keeps more"}}
    package.DEFAULTS = ("careful",)
    assert agents_of("bearoff") == declared
    assert described("bearoff", "careful") == description
    assert resolve("bearoff", "careful:rich").row == row


def test_a_game_without_agents_of_its_own():
    assert agents_of("tictactoe") == AgentPackage()


def test_where_a_module_lies_is_found_without_importing_its_package(tmp_path, monkeypatch):
    (tmp_path / "raising/inner").mkdir(parents=True)
    (tmp_path / "raising/__init__.py").write_text("raise RuntimeError")
    (tmp_path / "raising/words.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    places = [folder_of(f"raising{one}") for one in ("", ".words", ".inner", ".nothing")]
    assert places == [tmp_path / "raising", tmp_path / "raising", tmp_path / "raising/inner", None]
    assert folder_of("nowhere_to_be_found.words") is None


def test_where_a_parameter_is_searched():
    assert RESERVE.searched == (0.0, 500.0, 0.0)
    assert ParamSpec("level", 2, 3, 1, 5, whole=True).searched == (1, 5, 1.0)


def test_what_other_packages_bring_joins_what_is_there():
    own = AgentPackage(guide="ours", policies={"careful": 1}, defaults=("careful",))
    found = joined(own, AgentPackage(players={"bold": "bots:Bold"}, defaults=("bold",)), "bots")
    assert (found.policies, found.players, found.defaults) == ({"careful": 1}, {"bold": "bots:Bold"}, ("careful",))
    with pytest.raises(BrokenGame, match="bots brings guide, which the game has already"):
        joined(own, AgentPackage(guide="theirs"), "bots")
    with pytest.raises(BrokenGame, match="bots brings policies"):
        joined(own, AgentPackage(policies={"careful": 2}), "bots")
    with pytest.raises(BrokenGame, match="bots brings agents named careful"):
        joined(own, AgentPackage(players={"careful": "bots:Bold"}), "bots")


@pytest.mark.parametrize("name", ["random", "mcts", "portfolio", "network", "llm"])
def test_no_package_brings_an_agent_by_the_name_of_one_of_every_game(name):
    with pytest.raises(BrokenGame, match=f"bots brings agents named {name}; every game has these"):
        joined(AgentPackage(), AgentPackage(players={name: "bots:Bold"}), "bots")
    with pytest.raises(BrokenGame, match="every game has these"):
        joined(AgentPackage(), AgentPackage(policies={name: 1}), "bots")


def test_agents_that_cannot_be_used_are_left_out_with_a_warning(monkeypatch):
    brought = (Plugin("agents", "bearoff", "no_such_bots", "bots 1.0"), Plugin("agents", "bearoff", "json", "json 1.0"))
    monkeypatch.setattr(registry, "installed", lambda group: brought if group == "agents" else ())
    registry._brought.cache_clear()
    try:
        with pytest.warns(UserWarning, match="are left out: ") as warned:
            assert agents_of("bearoff").players == {}
        assert ["no_such_bots" in str(one.message) for one in warned] == [True, False]
        assert "json declares no AGENTS" in str(warned[1].message)
    finally:
        registry._brought.cache_clear()
