"""What a tournament keeps of its code: any change of what decides an agent's play changes its hash."""

import ast
import importlib
import sys
from pathlib import Path

import pytest

import magnate
from magnate.arena import plan
from magnate.arena.games import layout_digest
from magnate.arena.plan import agent_digest, engine_digest, engine_files, rules_digest
from magnate.core.registry import game_module
from magnate.core.result_schema import SCORE
from magnate.games import monopoly

PACKAGE = Path(magnate.__file__).parent
PLAY = ("arena/blocks.py", "arena/workers.py", "agents/__init__.py")
"""What plays blocks, in the process itself and in worker processes; the registry asks the agents by their name."""
NOTHING_TO_PLAY = (
    "__init__.py",
    "agents/decision.py",
    "errors.py",
    "messages.py",
    "skins.py",
    "games/__init__.py",
    "plugins.py",
)
"""What these import and no game depends on."""
SEARCHING = ("search_spec.py", "searching.py")
"""What only agents that search depend on, beside the package of the searches: the hashes of these agents have it."""
UNUSED = ("plots", "gpu")
"""What draws what a search has found, and what plays on a card: tournaments play on the processor."""
LEARNED = ("agents/learned", "networks", "values")
"""The packages that only agents that play by a network depend on: the hashes of these agents have them."""

BOT = """
class Bot:
    name = "bot"

    def act(self, positions):
        return [position.legal()[0] for position in positions]


class Other(Bot):
    pass
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The file of a module with agents, which can be loaded again after a change."""
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "digest_bots.py"
    file.write_text(BOT, encoding="utf-8")
    yield file
    sys.modules.pop("digest_bots", None)


def digest(name):
    sys.modules.pop("digest_bots", None)
    importlib.invalidate_caches()
    return agent_digest("pig", f"digest_bots:{name}")


def test_an_agent_in_python_is_its_module_and_its_class(module):
    one, other = digest("Bot"), digest("Other")
    assert one != other
    assert one == digest("Bot")
    module.write_text(BOT.replace("[0]", "[-1]"), encoding="utf-8")
    assert {digest("Bot"), digest("Other")}.isdisjoint({one, other})


def test_a_compiled_agent_is_its_parameters_whatever_it_is_called():
    assert agent_digest("monopoly", "baseline:reserve=150") == agent_digest("monopoly", "baseline")
    assert agent_digest("monopoly", "baseline:reserve=151") != agent_digest("monopoly", "baseline")


def test_engine_and_rules_have_hashes_of_their_own():
    assert len({engine_digest(), rules_digest("pig"), rules_digest("tictactoe"), rules_digest("monopoly")}) == 4


def imported(file):
    """The files of the package that a file imports, wherever in it."""
    here = [*file.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = PACKAGE.joinpath(*here[: len(here) + 1 - node.level], *(node.module or "").split("."))
            for path in (base, *(base / name.name for name in node.names)):
                yield from (found for found in (path.with_suffix(".py"), path / "__init__.py") if found.is_file())


def test_no_file_that_decides_what_is_played_is_forgotten():
    reached, waiting = set(), [PACKAGE / name for name in PLAY]
    while waiting:
        file = waiting.pop()
        if file not in reached:
            reached.add(file)
            waiting += imported(file)
    assert PACKAGE / "arena/fault_isolation.py" in reached
    needed = {file for file in reached if str(file.relative_to(PACKAGE)) not in NOTHING_TO_PLAY}
    needed -= {file for file in needed if file.is_relative_to(PACKAGE / "search") or file.name in SEARCHING}
    needed -= {file for file in needed if any(file.is_relative_to(PACKAGE / folder) for folder in UNUSED + LEARNED)}
    assert needed <= set(engine_files())
    assert {file for file in engine_files() if file.parent.name not in {"runtime", "core"}} <= needed


def test_a_change_in_how_failures_are_judged_is_seen(tmp_path, monkeypatch):
    for file in engine_files():
        copy = tmp_path / file.relative_to(PACKAGE)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(file.read_bytes())
    monkeypatch.setattr(plan, "_PACKAGE", tmp_path)
    same = plan.engine_digest.__wrapped__()
    assert same == engine_digest()
    for name in ("fault_isolation", "workers"):
        file = tmp_path / "arena" / f"{name}.py"
        file.write_text(f"{file.read_text(encoding='utf-8')}# another\n", encoding="utf-8")
        changed = plan.engine_digest.__wrapped__()
        assert changed != same, name
        same = changed


def test_what_is_kept_of_a_game_has_a_hash_that_any_change_of_a_field_changes():
    facts, (first, *rest) = monopoly.FACTS, monopoly.FACTS.seat
    found = {layout_digest(facts.game, facts.seat), layout_digest(game_module("pig").FACTS.game, SCORE.seat)}
    for seat in ((*rest, first), rest, (("worth", first[1]), *rest), ((first[0], "u2"), *rest)):
        found.add(layout_digest(facts.game, tuple(seat)))
    assert len(found) == 6
