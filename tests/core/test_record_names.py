"""Record files hold the names of steps: they are unique, lead back to the ids, and outlive a change of the ids."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import magnate
from magnate.core.base_game import BaseGame
from magnate.core.game import Game, Position, Record
from magnate.core.position import NOTHING
from magnate.core.registry import declared_game, game_module, game_names
from magnate.errors import BadRecord, RulesMismatch

from .test_record import early_holds, file_with, good

PRESETS = [(name, preset) for name in game_names() for preset in declared_game(name).presets]
LARGE = {"monopoly": 600, "brass": 500}
"""So many steps of a game are looked at, and every seventh closely."""


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Game]]:
    """Pig, whose text side may be changed."""

    def changed(**functions: Any) -> Game:
        module = game_module("pig")
        monkeypatch.setattr(module, "GAME", replace(module.GAME, **functions))
        return magnate.load("pig", target=20)

    return changed


# ----------------------------------------------------------------------------------------------------- the file


def test_a_file_has_a_line_for_each_key_and_for_each_step() -> None:
    record = magnate.load("pig", target=20).new().apply("roll").apply("6").apply("hold").record(["Ann", "Bo"])
    lines = record.to_json().splitlines()
    assert lines[:3] == ["{", '"kind": "magnate.record",', '"schema": 3,']
    assert lines[-6:] == ['"actions": [', '"roll",', '"6",', '"hold"', "]", "}"]
    assert len(lines) == 2 + 14 + 2 + 3
    assert json.loads(record.to_json())["actions"] == ["roll", "6", "hold"]
    empty = magnate.load("pig").new().record()
    assert json.loads(empty.to_json())["actions"] == []
    assert Record.from_json(empty.to_json()) == empty


def test_what_is_read_is_written_as_it_was() -> None:
    text = good().to_json()
    record = Record.from_json(text)
    assert record.steps == len(record.names()) > 4
    assert record.to_json() == text
    assert record.names() == good().names()
    assert record.actions == good().actions
    assert record.to_json() == text
    changed = replace(record, actions=record.actions[:-1])
    assert changed.names() == record.names()[:-1]


def test_a_record_is_read_without_its_game() -> None:
    """So that it can be looked at, refused and written again where its game or rules are not installed."""
    for changes, error in (({"game": "poker"}, BadRecord), ({"rules_version": 99}, RulesMismatch)):
        text = Record.from_json(file_with(**changes)).to_json()
        record = Record.from_json(text)
        assert (record.game, record.rules_version) == (changes.get("game", "pig"), changes.get("rules_version", 2))
        assert (record.steps, record.names()[0], record.to_json()) == (good().steps, "roll", text)
        with pytest.raises(error):
            record.replay()
        with pytest.raises(error):
            record.actions.count(0)


def test_names_and_ids_may_stand_side_by_side() -> None:
    names, ids = good().names(), good().actions
    mixed = Record.from_json(file_with(actions=[*names[:2], *ids[2:]]))
    assert (mixed, mixed.verify().dice) == (good(), True)
    assert Record.from_json(file_with(actions=list(ids))) == good()


def test_steps_that_do_not_replay_stay_ids() -> None:
    record = good()
    broken = replace(record, actions=(*record.actions[:2], 7, *record.actions[3:]))
    assert broken.names() == (*record.names()[:2], 7, *record.actions[3:])
    assert Record.from_json(broken.to_json()).names() == broken.names()
    for changes in ({"rules_version": 99}, {"game": "poker"}, {"options": {"colour": 1}}):
        assert replace(record, **changes).names() == record.actions


# ------------------------------------------------------------------------------------------------ wrong names


def step_of(number: int, name: str) -> Record:
    """The record of a game of Monopoly in which step ``number`` has another name."""
    record = magnate.load("monopoly").play("random", seed=3, limit=10)
    data = json.loads(record.to_json())
    data["actions"][number - 1] = name
    return Record.from_json(json.dumps(data))


def test_a_wrong_name_is_told_with_its_step_and_what_was_legal() -> None:
    record = magnate.load("monopoly").play("random", seed=3, limit=10)
    at = next(k for k, name in enumerate(record.names(), 1) if name in ("buy", "decline"))
    for of in (Record.replay, Record.verify, lambda record: list(record.positions()), lambda record: record.actions):
        with pytest.raises(BadRecord) as error:
            of(step_of(at, "declin"))
        said = str(error.value)
        assert f'step {at} of {record.steps}: "declin" is no action here; did you mean "decline"? Legal: buy, ' in said
        with pytest.raises(BadRecord, match=f'step {at} of .*: "hold" is no action here; legal: buy, decline'):
            of(step_of(at, "hold"))
        with pytest.raises(BadRecord, match=f'step {at} of .*: "roll" is not legal here: .*; legal: buy'):
            of(step_of(at, "roll"))
        with pytest.raises(BadRecord, match=r'step 1 of .*: "roll:6-7" is no outcome here; did you mean "roll:6-6"'):
            of(step_of(1, "roll:6-7"))
    assert step_of(at, "hold").replay(at - 1).hash == record.replay(at - 1).hash


def test_another_outcome_than_the_dice_give_is_told_by_name() -> None:
    record = magnate.load("monopoly").play("random", seed=3, limit=10)
    first = record.names()[0]
    other = "roll:1-2" if first != "roll:1-2" else "roll:1-3"
    with pytest.raises(BadRecord, match=f"step 1 is the outcome {other}, but seed 3 gives {first}"):
        step_of(1, other).verify()


def test_steps_that_older_rules_allowed_have_names(pig: Callable[..., Game]) -> None:
    game = pig(replays={1: early_holds})
    record = game.new(seed=4).redo("hold", 1).apply("roll").record()
    assert (record.rules_version, record.names()[:2]) == (1, ("hold", "roll"))
    again = Record.from_json(record.to_json())
    assert again.verify().final_hash == record.final_hash
    assert again == record
    with pytest.raises(BadRecord, match="step 1 of 3: .*nothing to hold"):
        replace(again, rules_version=2).replay()


# ------------------------------------------------------------------------------------------- every game's names


@pytest.mark.parametrize("name", game_names())
def test_no_two_actions_of_a_game_share_a_name(name: str) -> None:
    game = declared_game(name)
    names = [game.action_name(action) for action in range(game.max_actions)]
    assert all(names)
    assert len(set(names)) == len(names)
    assert [game.parse_action(one) for one in names] == list(range(len(names)))


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_names_lead_back_to_ids_and_no_two_possible_steps_share_one(name: str, preset: str) -> None:
    game = magnate.load(name, preset=preset)
    for seed in range(2):
        record = game.play("random", seed=seed, limit=LARGE.get(name))
        assert all(type(step) is str for step in record.names())
        assert Record.from_json(record.to_json()).actions == record.actions
        for position in islice(record.positions(), 0, None, 7 if name in LARGE else 1):
            possible = [*position.legal(), *position.outcomes()]
            assert len({one.name for one in possible}) == len(possible)
            for one in possible:
                assert (position.label_of(one.id), position.action_id(one.name)) == (one.name, one.id)


def test_where_names_are_not_unique_ids_are_kept(pig: Callable[..., Game], tmp_path: Path) -> None:
    """A game of somebody's own may name two actions alike, one not at all, or not find what it has named."""
    for names, kept in ((("go", "go"), ("go", 1)), (("roll", ""), ("roll", 1)), (("a", "b"), (0, 1))):
        known = ("b", "a") if names == ("a", "b") else names  # the last one reads each name as the other action's
        game = pig(
            action_name=lambda action, names=names: names[action],
            parse_action=lambda name, known=known: known.index(name),
        )
        record = game.play("random", seed=9)
        decisions = [
            step for step, position in zip(record.names(), record.positions(), strict=False) if position.to_move >= 0
        ]
        assert set(decisions) == set(kept)
        assert Record.load(record.save(tmp_path / "game.json")) == record
        assert Record.load(tmp_path / "game.json").verify().dice


# ------------------------------------------------------------------------------------------------ other ids


def renumbered(monkeypatch: pytest.MonkeyPatch, name: str) -> Callable[[int], int]:
    """Give the actions of a game other ids, as a later version might; returns the new id of an old one."""
    module = game_module(name)
    declared = module.GAME
    count = declared.max_actions
    shift = count // 2

    def new(old: int) -> int:
        return (old + shift) % count

    def old(new: int) -> int:
        return (new - shift) % count

    def move_of(game: BaseGame) -> Callable[..., int]:
        real = game.entry("position_kernel", "move")

        def move(states: Any, streams: Any, room: Any, step: int, seeded: int) -> int:
            if step != NOTHING:
                real(states, streams, room, NOTHING, 0)
                if room[0, 0] >= 0:
                    step = old(step)
            filled = real(states, streams, room, step, seeded)
            first = 2 + int(room[0, 1])
            if room[0, 0] >= 0:
                room[0, first:filled] = sorted(new(int(action)) for action in room[0, first:filled])
            return filled

        return move

    texts = {
        "action_name": lambda action: declared.action_name(old(action)),
        "parse_action": lambda name: new(declared.parse_action(name)),
    }
    monkeypatch.setattr(module, "GAME", replace(declared, **texts))
    monkeypatch.setattr(BaseGame, "move", property(move_of))
    return new


@pytest.mark.parametrize("name", ["tictactoe", "kuhn", "monopoly", "brass"])
def test_a_record_outlives_new_ids(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    record = magnate.load(name).play("random", seed=6, limit=300)
    text = record.to_json()
    before: list[Position] = list(record.positions())
    new = renumbered(monkeypatch, name)
    again = Record.from_json(text)
    final = again.replay()
    assert final.hash == record.final_hash
    moved = [new(step) if at.to_move >= 0 else step for at, step in zip(before, record.actions, strict=False)]
    assert list(again.actions) == moved != list(record.actions)
    assert final.record(record.agents).to_json() == text
    with pytest.raises(BadRecord):
        record.replay()  # the ids mean other actions now
