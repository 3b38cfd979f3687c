"""Records: what is saved comes back, and whatever is wrong with a file is said."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnate
from magnate.agents import resolve_all
from magnate.core.players import Players
from magnate.errors import BadAgent, BadRecord, BadValue, RulesMismatch, SaveFailed
from magnate.games import pig

SEEDS = st.integers(0, 2**56 - 1)


@given(seed=SEEDS, name=st.sampled_from(["tictactoe", "pig", "kuhn"]), limit=st.none() | st.integers(0, 20))
def test_records_round_trip(tmp_path_factory: pytest.TempPathFactory, seed: int, name: str, limit: int | None) -> None:
    game = magnate.load(name)
    record = game.play("random", seed=seed, limit=limit)
    path = record.save(tmp_path_factory.mktemp("records") / "game.json")
    loaded = magnate.Record.load(path)
    assert loaded == record
    assert loaded.replay().record(agents=record.agents) == record
    checked = loaded.verify()
    assert checked.dice
    assert checked.decisions + checked.outcomes == checked.steps == len(record.actions)
    assert (record.result is None) == (limit is not None and not record.replay().is_over)


@given(seed=SEEDS, cut=st.floats(0, 1))
def test_a_game_cut_anywhere_goes_on_as_if_it_had_not_been(seed: int, cut: float) -> None:
    game = magnate.load("pig", target=30)
    record = game.play("random", seed=seed)
    position = record.replay(steps=round(cut * len(record.actions)))
    table = Players(game, resolve_all("pig", 2, "random"))
    while not position.is_over:
        position.apply(table.choose(position))
    assert position.record(agents=record.agents) == record


def test_a_record_may_start_from_a_setup(tmp_path: Path) -> None:
    start = {"points": [80, 90], "total": 7, "seat": 1}
    record = magnate.load("pig").play("random", seed=3, start=start)
    again = magnate.Record.load(record.save(tmp_path / "game.json"))
    assert again.start["points"] == [80, 90]
    assert again.replay().score() == record.result.score
    assert again.verify().dice


def test_positions_are_every_step_of_the_game() -> None:
    record = magnate.load("pig").play("random", seed=5)
    positions = list(record.positions())
    assert [position.steps for position in positions] == list(range(len(record.actions) + 1))
    assert positions[-1] == record.replay()
    assert record.replay(steps=0) == positions[0]


def test_a_record_without_a_seed_has_no_dice_to_check() -> None:
    position = magnate.load("pig").new().apply("roll").apply("6").apply("hold")
    assert not position.record().verify().dice


def test_options_and_preset_come_back() -> None:
    game = magnate.load("pig", preset="short", players=4, sides=8)
    again = game.play("random", seed=2).to_game()
    assert (again.preset, again.players, again.options) == ("short", 4, game.options)


def good() -> magnate.Record:
    return magnate.load("pig", target=20).play("random", seed=9)


def file_with(**changes: object) -> str:
    return json.dumps({**json.loads(good().to_json()), **changes})


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 200_000, "no JSON: it is nested too deeply"),
        ("[1, 2]", "no record"),
        ('{"kind": "other"}', 'a record has "kind": "magnate.record"'),
        (file_with(schema=4), "format is 4; this version of magnate reads formats 1 to 3"),
        (file_with(schema=1), "overrides must not stand in format 1"),
        (file_with(schema=2, overrides=None), "overrides must be an object in format 2"),
        (file_with(overrides=None), "overrides must be an object in format 3"),
        (file_with(overrides=3), "overrides: Input should be a valid dictionary"),
        (file_with(schema=2, actions=["roll"]), "actions.0 must be a whole number (got 'roll')"),
        (file_with(actions=["roll", 2.0]), "actions.1 must be a name or an id (got 2.0)"),
        (file_with(actions=[True]), "actions.0 must be a name or an id (got True)"),
        (file_with(actions=[["roll"]]), "actions.0 must be a name or an id (got ['roll'])"),
        (file_with(actions=None), "actions: Input should be a valid list"),
        (file_with(players="2"), "players must be a whole number (got '2')"),
        (file_with(final_hash="abc"), "final_hash"),
        (file_with(seed=-1), "seed"),
        (file_with(extra=1), "extra is not known here (got 1)"),
        (file_with(agents=["x"]), "agents must be one a seat or null: 1, but the number of players is 2"),
        (file_with(agents=["x"] * 5), "agents must be one a seat or null: 5, but the number of players is 2"),
        (file_with(agents=[]), "agents must be one a seat or null: 0, but the number of players is 2"),
        (file_with()[:-1] + ', "seed": 9}', 'the key "seed" stands twice; give each key one value'),
        (file_with().replace('"target": 20', '"target": 30, "target": 20'), 'the key "target" stands twice'),
    ],
)
def test_a_malformed_file_says_what_is_wrong(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(BadRecord) as error:
        magnate.Record.load(path)
    assert wrong in str(error.value)
    assert str(path) in str(error.value)


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="No such file"):
        magnate.Record.load(tmp_path / "none.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(BadRecord, match="it is not text"):
        magnate.Record.load(tmp_path / "binary")
    with pytest.raises(BadRecord, match="null"):
        magnate.Record.load("a\0b")
    with pytest.raises(BadRecord, match="cannot read None"):
        magnate.Record.load(None)
    with pytest.raises(BadRecord, match="no JSON"):
        magnate.Record.from_json(None)


@pytest.mark.parametrize("name", ["none/r.json", "", "a\0b", "full"])
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "full").mkdir()
    file = tmp_path / name
    with pytest.raises(SaveFailed, match="cannot write") as error:
        good().save(file)
    assert error.value.message.startswith(f"cannot write {file}: ")
    assert ".part" not in str(error.value)
    assert error.value.hint
    assert list(tmp_path.iterdir()) == [tmp_path / "full"]


@pytest.mark.parametrize("path", [None, 3, "", "/"])
def test_a_path_that_names_no_file_is_refused(path: object) -> None:
    with pytest.raises(SaveFailed, match="it names no file; give the path of a file"):
        good().save(path)


@pytest.mark.parametrize("name", ["players", "preset", "name", "progress", "self"])
def test_options_named_like_an_argument_are_no_options(name: str) -> None:
    with pytest.raises(BadRecord, match=f'no option "{name}"'):
        replace(good(), options={name: 3}).replay()


def test_a_record_has_so_many_steps_and_no_more() -> None:
    record = good()
    assert record.replay(0).steps == 0
    assert record.replay(len(record.actions)).hash == record.final_hash
    for steps in (-1, len(record.actions) + 1, "x", 2.0, True):
        with pytest.raises(BadValue, match=f"steps cannot be .*; give a whole number from 0 to {len(record.actions)}"):
            record.replay(steps)


@pytest.mark.parametrize("names", [["x"], ["x", "y", "z"], [], "xy"])
def test_a_position_makes_no_record_that_could_not_be_read(names: object) -> None:
    with pytest.raises(BadAgent, match="give one name a seat"):
        magnate.load("pig").new(seed=1).record(agents=names)


def test_an_old_record_has_no_overrides_and_its_options_count() -> None:
    data = json.loads(file_with(schema=1, actions=good().actions))
    del data["overrides"]
    record = magnate.Record.from_json(json.dumps(data))
    assert record.overrides is None
    assert magnate.Record.from_json(record.to_json()) == record
    assert record.verify().final_hash == good().final_hash
    renamed = replace(record, preset="short")
    assert renamed.verify().final_hash == good().final_hash
    assert renamed.to_game().options == good().to_game().options
    assert renamed.to_game().overrides == {"target": 20}
    exact = magnate.load("pig", preset="short").play("random", seed=9)
    assert replace(exact, overrides=None).verify().dice
    with pytest.raises(BadRecord, match='preset is "standard", but its options are those of "short"; .* say "short"'):
        replace(exact, overrides=None, preset="standard").verify()


def test_the_preset_and_the_overrides_give_the_options() -> None:
    game = magnate.load("monopoly", auctions=False)
    record = game.play("random", seed=1, limit=5)
    assert (record.preset, record.overrides) == ("official", {"auctions": False})
    assert record.verify().dice
    renamed = magnate.Record.from_json(record.to_json().replace('"official"', '"thesis"'))
    assert renamed.replay().hash == record.final_hash  # the options alone say what is played by
    with pytest.raises(BadRecord, match=r'the preset "thesis" with .* raise_to_buy false instead of true, .*in all'):
        renamed.verify()
    with pytest.raises(BadRecord, match=r'the preset "official" with .* gives auctions true instead of false; '):
        replace(record, overrides={}).verify()
    with pytest.raises(BadRecord, match='overrides are impossible: monopoly has no option "colour"'):
        replace(record, overrides={"colour": "red"}).verify()


def test_foreign_records_say_what_would_be_right() -> None:
    with pytest.raises(BadRecord, match='the record\'s game is unknown: there is no game "poker"'):
        replace(good(), game="poker").replay()
    with pytest.raises(BadRecord, match="number of players is impossible"):
        replace(good(), players=99).replay()
    with pytest.raises(RulesMismatch, match=r"version 99 .* version 2 is installed"):
        replace(good(), rules_version=99).replay()
    with pytest.raises(BadRecord, match='no option "colour"'):
        replace(good(), options={"colour": "red"}).replay()
    with pytest.raises(BadRecord, match="9 players"):
        replace(good(), players=9).replay()
    with pytest.raises(BadRecord, match='no preset "old"'):
        replace(good(), preset="old").replay()
    with pytest.raises(BadRecord, match="start is impossible"):
        replace(good(), start={"points": [1]}).replay()


def test_a_changed_record_is_found_out() -> None:
    record = good()
    with pytest.raises(BadRecord, match=r'step 1 of \d+: "hold" is not legal here: there is nothing to hold'):
        replace(record, actions=(1, *record.actions[1:])).replay()
    with pytest.raises(BadRecord, match="not 000000000000… as it says"):
        replace(record, final_hash="0" * 64).replay()
    face = record.actions[1]
    other = 2 if face != 2 else 3
    with pytest.raises(BadRecord, match=f"step 2 is the outcome {other}, but seed 9 gives {face}"):
        replace(record, actions=(record.actions[0], other, *record.actions[2:])).verify()
    with pytest.raises(BadRecord, match="seed 8 gives"):
        replace(record, seed=8).verify()
    with pytest.raises(BadRecord, match="the game is over"):
        replace(record, actions=(*record.actions, 0)).replay()
    flipped = replace(record, result=replace(record.result, utility=record.result.utility[::-1]))
    false = 'the record says that the game ends by "target" with shares .* but the game ends by "target" with shares'
    with pytest.raises(BadRecord, match=false) as error:
        flipped.verify()
    assert "Result(" not in str(error.value)
    with pytest.raises(BadRecord, match=false):
        flipped.replay()
    with pytest.raises(BadRecord, match="says that the game is not over, but the game ends by"):
        replace(record, result=None).replay()
    assert flipped.replay(0).steps == 0


# ------------------------------------------------------------------------------------- older versions of the rules


def early_holds(state, action: int) -> bool:
    """As if version 1 of Pig had allowed to hold before the first roll of a turn."""
    return action == 1 and int(state["total"]) == 0


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> magnate.Record:
    """A record by version 1, of which a step is illegal today."""
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, replays={1: early_holds}))
    game = magnate.load("pig")
    position = game.new(seed=4).redo(1, 1).apply("roll")
    while position.steps < 12:
        position.apply("roll" if position.to_move == 0 or not position.view()["total"] else "hold")
    return position.record()


def test_a_record_by_older_rules_replays_by_what_they_allowed(older: magnate.Record) -> None:
    assert older.rules_version == 1 < magnate.load("pig").info.rules_version
    checked = older.verify()
    assert (checked.steps, checked.dice) == (len(older.actions), True)
    assert older.replay().hash == older.final_hash
    assert len(list(older.positions())) == len(older.actions) + 1
    assert older.replay().record() == older, "what goes on from it is a record of the older rules too"
    assert older.replay(0).record().rules_version == magnate.load("pig").info.rules_version
    assert replace(good(), rules_version=1).verify().dice, "what both allow is legal by either"


def test_what_older_rules_did_not_allow_either_is_refused(older: magnate.Record) -> None:
    with pytest.raises(BadRecord, match="step 1 of 12.*nothing to hold"):
        replace(older, rules_version=2).replay()
    for wrong in (7, -3, 10**12):
        with pytest.raises(BadRecord, match="step 1 of 12"):
            replace(older, actions=(wrong, *older.actions[1:])).replay()
    with pytest.raises(BadRecord, match="the record ends with the hash"):
        replace(older, final_hash="0" * 64).replay()
    with pytest.raises(RulesMismatch, match="made by version 3"):
        replace(older, rules_version=3).replay()


def test_a_replay_says_by_which_rules_it_is_from_its_first_position_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, replays={1: {"sides": 6}}))
    old = replace(good(), rules_version=1)
    assert [old.replay(steps).rules_version for steps in (0, 1, None)] == [1, 1, 1]
    assert old.replay(0).record().rules_version == 1
    assert good().replay(0).rules_version == pig.GAME.rules_version


def test_rules_that_allowed_no_more_replay_without_a_predicate(monkeypatch: pytest.MonkeyPatch) -> None:
    old = replace(good(), rules_version=1)
    with pytest.raises(RulesMismatch, match="made by version 1"):
        old.replay()
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, replays={1: None}))
    assert old.verify().dice
    with pytest.raises(BadRecord, match="nothing to hold"):
        replace(old, actions=(1, *old.actions[1:])).replay()
