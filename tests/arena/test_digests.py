"""What a tournament keeps of its code: any change of what decides an agent's play changes its hash."""

import importlib
import sys
from dataclasses import replace

import pytest

from magnate.arena.digests import agent_digest, engine_digest, rows_digest, rules_digest
from magnate.games import monopoly

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


def test_what_is_kept_of_a_game_has_a_hash_that_any_change_of_a_field_changes(monkeypatch):
    rows_digest.cache_clear()
    found = {rows_digest("monopoly"), rows_digest("pig")}
    facts, (first, *rest) = monopoly.FACTS, monopoly.FACTS.seat
    for seat in ((*rest, first), rest, (("worth", first[1]), *rest), ((first[0], "u2"), *rest)):
        monkeypatch.setattr(monopoly, "FACTS", replace(facts, seat=tuple(seat)))
        rows_digest.cache_clear()
        found.add(rows_digest("monopoly"))
    monkeypatch.undo()
    rows_digest.cache_clear()
    assert len(found) == 6
