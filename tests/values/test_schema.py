"""The hashes by which networks are held to their inputs: taken at stored positions, whatever is legal there."""

from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly import AGENTS
from magnate.core import loader
from magnate.core.registry import game_module, game_names
from magnate.errors import BadNetwork
from magnate.networks.files import About
from magnate.runtime.interpreter import interpret
from magnate.values import schema
from magnate.values.schema import schema_for, today

TOLD = [
    *((name, "features") for name in ("bearoff", "brass", "connect_four", "kuhn", "monopoly", "pig", "random_tree")),
    *(("tictactoe", "features"), ("bearoff", "counts"), ("pig", "ramps")),
    *(("monopoly", name) for name in AGENTS.inputs),
    ("brass", "chances"),
]


def again(game: str, inputs: str = "features") -> schema.Schema:
    """The schema, hashed anew by rules and inputs as they are patched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "_bound", {})
        return schema_for.__wrapped__(game, inputs)


def test_the_hashes_are_those_of_the_first_stored_positions() -> None:
    """A change here makes trained networks unfit: it must be meant, and the positions must stay as they are."""
    found = [schema_for(game, inputs) for game, inputs in TOLD]
    newer = {"3d3ab3781107fc17e1051a078d03ec5c", "e32f56c7833cd88ddaa67367e9ec5279"}  # monopoly and brass, chances
    hashes = {one.inputs_hash for one in found} | {one.rules_hash for one in found}
    assert hashes == {*schema._EARLIER.values(), *newer}


def test_every_game_with_inputs_has_stored_positions() -> None:
    folder = schema.resources.files(schema.__package__) / schema.STORED
    with_features = {name for name in game_names() if name != "tree" and game_module(name).GAME.features}
    assert {one.name for one in folder.iterdir()} == {f"{name}.npz" for name in with_features}


@pytest.mark.parametrize(("game", "inputs"), [("monopoly", "general"), ("brass", "features"), ("pig", "features")])
def test_another_legality_leaves_the_hashes(game: str, inputs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = again(game, inputs)
    rules = interpret(magnate.load(game).rules.__name__)
    monkeypatch.setattr(rules, "legal", lambda g, out: 0)
    monkeypatch.setattr(rules, "why", lambda g, a: 1)
    module = game_module(game)
    monkeypatch.setattr(module, "GAME", replace(module.GAME, rules_version=module.GAME.rules_version + 1))
    assert again(game, inputs) == before


@pytest.mark.parametrize("number", range(4))
def test_a_changed_input_makes_networks_unfit(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, inputs = [("monopoly", "general"), ("monopoly", "thesis"), ("pig", "features"), ("kuhn", "features")][number]
    before = again(game, inputs)
    where, name = (before.guide, "inputs") if before.guide else (magnate.load(game).rules, "features")
    module = interpret(where.__name__)
    write = getattr(module, name)

    def other(g, seat, out) -> None:
        write(g, seat, out)
        out[before.size // 2] += 0.25

    monkeypatch.setattr(module, name, other)
    changed = again(game, inputs)
    assert changed.inputs_hash != before.inputs_hash
    assert changed.rules_hash == before.rules_hash
    with pytest.raises(BadNetwork, match="not those that the network has learned from"):
        changed.check(before.about())
    earlier = next(old for old, new in schema._EARLIER.items() if new == before.inputs_hash)
    with pytest.raises(BadNetwork, match="not those that the network has learned from"):
        changed.check(replace(before.about(), inputs_hash=earlier))
    before.check(replace(before.about(), inputs_hash=earlier))


def test_other_chance_and_another_win_make_networks_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    before = again("pig")
    rules = interpret(magnate.load("pig").rules.__name__)
    chance, utility = rules.chance, rules.utility

    def loaded(g, out, weight) -> int:
        n = chance(g, out, weight)
        weight[0] += 1
        return n

    def halved(g, out) -> None:
        utility(g, out)
        out[:] = [share / 2 for share in out]

    for where, what, changed in (
        (rules, "chance", loaded),
        (rules, "utility", halved),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(where, what, changed)
            found = again("pig")
        assert found.rules_hash != before.rules_hash, what
        with pytest.raises(BadNetwork, match="other rules of pig"):
            found.check(before.about())


def test_other_actions_leave_the_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values do not know them; what policies do about them is in test_action_names.py."""
    before, module = again("pig"), game_module("pig")
    name = module.action_name
    monkeypatch.setattr(module, "GAME", replace(module.GAME, action_name=lambda action: name(1 - action)))
    assert again("pig") == before
    monkeypatch.setattr(module, "GAME", replace(module.GAME, max_actions=3))
    assert again("pig") == before


def test_networks_with_the_first_hashes_play_on() -> None:
    """The files that come with magnate are as they were trained, with the hashes of random games."""
    for spec in ("magnate:2p", "magnate:student", "magnate:official", "ppo", "dqn", "dqn:fixed"):
        resolve("monopoly", spec)
    old = schema._EARLIER
    assert all(today(new) == new for new in old.values())
    about = About("pig", "features", "6410214daacb7fc85a700693be15a50b", "ab320c23586a6c7de51464695c35f31c")
    schema_for("pig").check(about)
    with pytest.raises(BadNetwork):
        schema_for("pig").check(replace(about, rules_hash="c31bb19ddee298644f97fd3f09e07e0d"))  # Monopoly's


def test_a_game_without_stored_positions_keeps_the_hashes_of_random_games() -> None:
    table = magnate.load("pig")
    hashing = schema._Hashing(table, None, table.info.features)
    schema._of_random_games(hashing, table)
    inputs_hash, _, earlier_hash = hashing.found
    assert (inputs_hash, earlier_hash) == ("6410214daacb7fc85a700693be15a50b", "ab320c23586a6c7de51464695c35f31c")


def test_positions_are_read_into_records_of_another_layout() -> None:
    old = np.zeros(2, [("a", "i2"), ("gone", "i4", (2,)), ("opt", [("x", "i1"), ("y", "i8")])])
    old["a"], old["opt"]["y"] = [3, 4], [5, 6]
    new = np.ones(2, [("fresh", "i8"), ("opt", [("y", "i4"), ("z", "i1")]), ("a", "i8")])
    schema._copy_fields(old, new)
    assert new.tolist() == [(1, (5, 1), 3), (1, (6, 1), 4)]
