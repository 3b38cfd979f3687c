"""Records that an earlier magnate wrote: they load, replay to their final hashes, and go on."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from magnate.core.game import Record
from magnate.core.registry import declared_game, game_module, game_names
from magnate.errors import BadRecord

MONOPOLY = game_module("monopoly")
FOLDERS = Path(__file__).parents[1] / "data" / "stored"
STORED = FOLDERS / "records"
NAMES = sorted(file.stem for file in STORED.glob("*.json"))
LATER = [
    f"{folder}/{file.stem}" for folder in ("records-2", "records-3") for file in sorted((FOLDERS / folder).glob("*"))
]
"""Records of later formats, each with a game of every kind."""


def test_every_stored_file_is_of_a_kind_that_is_read() -> None:
    """The tests of each kind say themselves that they read all of it."""
    kinds = ("records", "tournaments", "trainings", "networks", "tunings", "tables")
    made_by = {"README.md", "__init__.py", "__pycache__", "make.py", "make_networks.py", "players.py"}
    others = {one.name for one in FOLDERS.iterdir() if not one.name.startswith(kinds)}
    assert others <= made_by
    assert {f"records-{number}" for number in (2, 3)} | {"records"} == {one.name for one in FOLDERS.glob("records*")}
    assert {f"networks-{number}" for number in (2, 3)} == {one.name for one in FOLDERS.glob("networks*")}
    assert {"tables.db", "tables-2.db"} == {one.name for one in FOLDERS.glob("tables*.db")}


def test_all_kinds_of_records_are_there() -> None:
    found = [json.loads((STORED / f"{name}.json").read_text()) for name in NAMES]
    monopoly = [one for one in found if one["game"] == "monopoly"]
    assert {one["preset"] for one in monopoly} == set(MONOPOLY.PRESETS)
    assert {one["players"] for one in monopoly} == set(range(2, 9))
    assert {one["players"] for one in found if one["game"] == "brass"} == {2, 3, 4}
    small = {"bearoff", "connect_four", "kuhn", "pig", "random_tree", "tictactoe", "tree"}
    assert {one["game"] for one in found} == small | {"monopoly", "brass"}
    assert any(one["start"] for one in found)
    assert {one["seed"] is None for one in found} == {one["result"] is None for one in found} == {True, False}
    offers = MONOPOLY.parse_action("propose")
    assert sum(offers in one["actions"] for one in monopoly) > 10


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_record_replays_to_its_final_hash(name: str) -> None:
    record = Record.load(STORED / f"{name}.json")
    found = record.verify()
    assert found.final_hash == record.final_hash == record.replay().hash
    assert (found.steps, found.dice) == (len(record.actions), record.seed is not None)
    assert list(record.actions) == json.loads((STORED / f"{name}.json").read_text())["actions"]
    again = Record.from_json(record.to_json())
    assert again == record
    assert all(type(step) is str for step in again.names())
    assert again.replay().hash == record.final_hash


@pytest.mark.parametrize("folder", ["records-2", "records-3"])
def test_all_games_are_there_in_later_formats(folder: str) -> None:
    found = [json.loads((FOLDERS / f"{name}.json").read_text()) for name in LATER if name.startswith(f"{folder}/")]
    assert {one["game"] for one in found} == set(game_names())
    for game in ("monopoly", "brass"):
        assert {one["preset"] for one in found if one["game"] == game} == set(declared_game(game).presets)
    assert {one["schema"] for one in found} == {int(folder[-1])}
    assert any(one["start"] for one in found)
    assert any(one["overrides"] for one in found)
    assert any(one["dice"] for one in found)


@pytest.mark.parametrize("name", LATER)
def test_a_record_of_a_later_format_replays_to_its_final_hash(name: str) -> None:
    text = (FOLDERS / f"{name}.json").read_text()
    record = Record.from_json(text)
    found = record.verify()
    assert found.final_hash == record.final_hash == record.replay().hash
    assert (found.steps, found.dice) == (len(record.actions), record.chance is not None)
    again = Record.from_json(record.to_json())
    assert again == record
    if json.loads(text)["schema"] == 3:
        assert record.to_json() == replace(record, actions=record.actions).to_json() == text
    else:
        assert list(record.actions) == json.loads(text)["actions"]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("monopoly-")])
def test_a_false_preset_is_refused_and_not_shown(name: str) -> None:
    """Records of the first format and rules, as they are and as today's program writes them."""
    stored = Record.load(STORED / f"{name}.json")
    today = stored.replay().record()
    assert (stored.overrides, today.overrides) == (None, {"completable_offers": False})
    assert stored.rules_version == today.rules_version == 1, "what it replays under is kept"
    by_old_rules = replace(today, rules_version=1, overrides={})
    by_todays = replace(today, rules_version=2)
    for record in (today, by_old_rules, by_todays):
        assert record.verify().final_hash == stored.final_hash
    for preset in set(MONOPOLY.PRESETS) - {stored.preset}:
        renamed = replace(stored, preset=preset)
        with pytest.raises(BadRecord, match=f'is "{preset}", but its options are those of "{stored.preset}"'):
            renamed.verify()
        assert renamed.to_game().preset == stored.preset, "what screens show is true"
        for record in (today, by_old_rules, by_todays):
            with pytest.raises(BadRecord, match=f'the preset "{preset}" with the record\'s overrides gives '):
                replace(record, preset=preset).verify()


@pytest.mark.parametrize("name", [name for name in NAMES if "unfinished" in name or name.endswith("-random")])
def test_an_unfinished_game_goes_on(name: str) -> None:
    position = Record.load(STORED / f"{name}.json").replay()
    if position.is_over:
        assert position.result() is not None
        return
    if position.seed is None:
        position.continue_with(1)
    for _ in range(20):
        if position.is_over:
            break
        position.apply(position.legal()[-1])
    again = position.record()
    assert again.verify().steps == position.steps
