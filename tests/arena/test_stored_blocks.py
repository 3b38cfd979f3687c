"""What a store keeps is checked when it is read: a flipped bit is told, and never changes a number."""

import json
import random
import sqlite3
from contextlib import closing

import numpy as np
import pytest
from sqlalchemy import text

import magnate
from magnate.arena.blocks import Task, most_games, play_task
from magnate.arena.executors import Threads
from magnate.arena.games import row_dtype
from magnate.arena.plan import make_plan
from magnate.arena.replay_game import GameName, replay_game, sample_size, verified
from magnate.arena.results import tournament_results
from magnate.arena.runner import Claims, run_tournament
from magnate.arena.store import open_store
from magnate.cli.main import run
from magnate.core.registry import game_module
from magnate.core.result_schema import result_schema_of
from magnate.errors import BadOption, BadPlan, MagnateError, StoreDamaged, StoreUnusable

COLUMNS = {
    "tournament": ("id", "created", "plan", "checksum"),
    "block": ("id", "tournament", "members", "first", "last", "done", "owner", "checksum", "layout"),
    "game": ("block", "number", "data"),
}


def filled(where, games=96, block=16):
    """A store with a finished tournament of three agents, t1."""
    plan = make_plan(magnate.load("pig", target=20), ["random"] * 3, games, seed=3)
    with open_store(where) as store:
        tournament = store.create(plan, block)
        run_tournament(store, tournament, Threads(1))
        return json.dumps(tournament_results(store.games(tournament), plan).as_dict())


def report_of(where):
    """What the store tells of t1."""
    with open_store(where) as store:
        return json.dumps(tournament_results(store.games("t1"), store.plan("t1")).as_dict())


def told_or_refused(where):
    """What the store tells of t1; nothing where it refuses to."""
    try:
        return report_of(where)
    except MagnateError:
        return ""


def flipped(value, draw):
    """The value with one bit changed."""
    if isinstance(value, int):
        return value ^ (1 << draw.randrange(31))
    if isinstance(value, float):
        import struct

        (bits,) = struct.unpack("<q", struct.pack("<d", value))
        return struct.unpack("<d", struct.pack("<q", bits ^ (1 << draw.randrange(63))))[0]
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    raw[draw.randrange(len(raw))] ^= 1 << draw.randrange(7 if isinstance(value, str) else 8)
    return raw.decode() if isinstance(value, str) else bytes(raw)


@pytest.mark.parametrize("flips", [48, pytest.param(3000, marks=pytest.mark.long)])
def test_every_flipped_bit_is_noticed_when_games_are_read(tmp_path, flips):
    file = tmp_path / "store.db"
    filled(str(file))
    with closing(sqlite3.connect(file)) as connection:
        pristine = connection.serialize()
    draw = random.Random(5)
    places = [(table, column) for table, columns in COLUMNS.items() for column in columns]
    for number in range(flips):
        table, column = places[number % len(places)]
        with closing(sqlite3.connect(":memory:")) as copy:
            copy.deserialize(pristine)
            rows = copy.execute(f'SELECT rowid, "{column}" FROM {table}').fetchall()  # noqa: S608
            row, value = rows[draw.randrange(len(rows))]
            changed = flipped(value, draw)
            try:
                copy.execute(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', (changed, row))  # noqa: S608
            except sqlite3.IntegrityError:
                continue  # the id of another row
            copy.commit()
            file.write_bytes(copy.serialize())
        where = f"{table}.{column}: {value!r} to {changed!r}"
        assert told_or_refused(str(file)) == "", where
        with open_store(str(file)) as store:
            try:
                sound = verified(store, "t1", sample=0).ok
            except MagnateError:
                sound = table != "tournament"
        assert not sound, where


OTHER_KINDS = [
    ("game", "number", "'four'"),
    ("game", "number", "X'04'"),
    ("game", "number", "4.5"),
    ("game", "data", "'text'"),
    ("game", "data", "7"),
    ("block", "members", "X'30'"),
    ("block", "members", "3"),
    ("block", "first", "'none'"),
    ("block", "last", "X'FF'"),
    ("block", "done", "'now'"),
    ("block", "owner", "X'FF'"),
    ("block", "checksum", "X'00'"),
    ("block", "layout", "X'5B5D'"),
    ("block", "layout", "NULL"),
    ("tournament", "created", "'then'"),
    ("tournament", "plan", "X'FF'"),
]
"""Values of another kind than the column's: SQLite keeps the kind beside each value, where a bit can flip, too."""


@pytest.mark.parametrize(("table", "column", "value"), OTHER_KINDS)
def test_values_of_another_kind_are_noticed(tmp_path, table, column, value):
    where = str(tmp_path / "store.db")
    filled(where)
    with closing(sqlite3.connect(where)) as connection:
        connection.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = 1")  # noqa: S608
        connection.commit()
    with open_store(where) as store, pytest.raises(StoreDamaged, match="t1"):
        store.games("t1")
    if table == "tournament":
        with open_store(where) as store, pytest.raises(StoreDamaged, match="the plan of t1"):
            verified(store, "t1")
        return
    with open_store(where) as store:
        plan, found = store.plan("t1"), verified(store, "t1", sample=0)
        assert found.faults
        store.reopen("t1", plan, found.damaged, most_games(plan))
        run_tournament(store, "t1", Threads(1))
        assert verified(store, "t1").ok


def test_a_file_whose_damage_is_no_text_is_told(tmp_path):
    """SQLite names the statement that it cannot read, of which a bit has made something that is no UTF-8."""
    file = tmp_path / "store.db"
    filled(str(file))
    raw = file.read_bytes()
    assert raw.count(b"CREATE INDEX ix_game_block") == 1
    file.write_bytes(raw.replace(b"CREATE INDEX ix_game_block", b"CREATE\xa0INDEX ix_game_block"))
    with pytest.raises(StoreUnusable, match="is damaged"):
        open_store(str(file))


@pytest.fixture
def store(where):
    filled(where)
    with open_store(where) as opened:
        yield opened


def spoil(store, statement):
    with store._engine.begin() as connection:
        connection.execute(text(statement))


SPOILED = {
    "a game's row": "UPDATE game SET data = (SELECT data FROM game WHERE number = 5 AND block = 1) "
    "WHERE number = 4 AND block = 1",
    "a game that is not there": "DELETE FROM game WHERE number = 4 AND block = 2",
    "a game twice": "INSERT INTO game SELECT * FROM game WHERE number = 4 AND block = 3",
    "a game of another block": "UPDATE game SET block = 2 WHERE number = 4 AND block = 1",
    "a block of another table": "UPDATE block SET members = '1,2' WHERE id = 1",
    "a block of other deals": "UPDATE block SET first = 8, last = 16 WHERE id = 1",
    "a block that is not there": "DELETE FROM block WHERE id = 4",
}


@pytest.mark.parametrize("what", SPOILED)
def test_what_is_damaged_is_named_and_can_be_played_again(store, what):
    before = json.dumps(tournament_results(store.games("t1"), store.plan("t1")).as_dict())
    spoil(store, SPOILED[what])
    with pytest.raises(StoreDamaged, match="t1") as error:
        store.games("t1")
    assert "magnate tournament verify t1 --repair" in error.value.hint
    found = verified(store, "t1", sample=0)
    assert not found.ok
    assert found.faults
    plan = store.plan("t1")
    store.reopen("t1", plan, found.damaged, most_games(plan))
    assert store.progress("t1") < plan.schedule.games
    run_tournament(store, "t1", Threads(1))
    assert verified(store, "t1").ok
    assert json.dumps(tournament_results(store.games("t1"), plan).as_dict()) == before


def test_one_game_is_checked_with_its_block(store):
    assert replay_game(store, GameName("t1", 0, 3)).record.result is not None
    spoil(store, "UPDATE game SET data = (SELECT data FROM game WHERE number = 5 AND block = 1) WHERE number = 4")
    with pytest.raises(StoreDamaged, match=r"block 1 of t1 \(games 0.0 to 0.15\) is not as it was written"):
        replay_game(store, GameName("t1", 0, 3))


def test_a_damaged_plan_is_told_and_only_deleted(store, capsys):
    changed = store.plan("t1").to_json().replace('"seed":3', '"seed":2')
    with store._engine.begin() as connection:
        connection.execute(text("UPDATE tournament SET plan = :plan"), {"plan": changed})
    for read in (store.plan, store.games, store.entry, lambda one: verified(store, one)):
        with pytest.raises(StoreDamaged, match="the plan of t1 in .* is not as it was written"):
            read("t1")
    assert run(["tournament", "verify", "t1", "--store", store.where]) == 1
    assert "magnate tournament delete t1 --yes" in "".join(capsys.readouterr())
    assert run(["tournament", "delete", "t1", "--store", store.where]) != 0
    assert run(["tournament", "delete", "t1", "--yes", "--store", store.where]) == 0
    assert store.entries() == []


def test_a_damaged_plan_hides_no_other_tournament(store, capsys):
    plan = store.plan("t1")
    assert [store.create(plan, 16) for _ in range(2)] == ["t2", "t3"]
    spoil(store, "UPDATE tournament SET plan = REPLACE(plan, 'final', 'gate') WHERE id = 1")
    spoil(store, "UPDATE tournament SET plan = '{}', checksum = NULL WHERE id = 3")  # a later magnate's plan
    entries, faults = store.listed()
    assert [entry.id for entry in entries] == [entry.id for entry in store.entries()] == ["t2"]
    assert set(faults) == {"t1", "t3"}
    assert run(["tournament", "list", "--store", store.where, "--json"]) == 0
    printed = capsys.readouterr()
    assert "error: the plan of t1 in" in printed.err
    assert "error: t3 in" in printed.err
    listed = json.loads(printed.out)
    assert [one["id"] for one in listed["result"]] == ["t2"]
    assert listed["run"]["damaged"] == ["t1", "t3"]
    assert run(["tournament", "list", "--store", store.where]) == 0
    assert "t2" in capsys.readouterr().out


def test_a_sample_is_played_again_from_its_seeds(store):
    found = verified(store, "t1", sample=30, seed=4)
    assert (found.ok, found.replayed, found.differing, found.unchecked) == (True, 30, (), 0)
    assert verified(store, "t1", sample=10**6).replayed == 3 * 96
    spoil(store, "UPDATE game SET data = (SELECT data FROM game WHERE number = 7 AND block = 1) WHERE number = 4")
    spoil(store, "UPDATE block SET checksum = NULL")  # as if an earlier version had written it
    found = verified(store, "t1", sample=10**6)
    assert found.faults == ()
    assert found.unchecked == found.blocks
    assert not found.ok
    assert set(found.differing) <= {f"t1:{table}.4" for table in range(3)}


def test_a_plan_that_another_process_changes_meanwhile_is_no_damage(store):
    plan = store.plan("t1")
    store.change("t1", plan.extended(add=["random"]), 16)
    spoil(store, "DELETE FROM block WHERE members = '0,1'")
    with pytest.raises(BadPlan, match="another process has just changed t1"):
        list(store.pieces("t1", plan))


def test_the_command_prints_what_it_has_checked(store, capsys):
    assert run(["tournament", "verify", "t1", "--store", store.where, "-q", "--sample", "8"]) == 0
    out = capsys.readouterr().out
    assert "t1: 288 games in 18 blocks, 18 of them with a checksum: all as they were written" in out
    assert "8 games were played again from their seeds, 8 came out the same" in out
    assert run(["tournament", "verify", "t1", "--store", store.where, "-q", "--sample", "2%"]) == 0
    assert "6 games were played again from their seeds, 6 came out the same" in capsys.readouterr().out  # 5.76 of 288
    spoil(store, SPOILED["a game that is not there"])
    assert run(["tournament", "verify", "t1", "--store", store.where, "-q", "--json", "--repair"]) == 1
    result = json.loads(capsys.readouterr().out)["result"]
    assert (result["ok"], result["damaged"], result["repaired"]) == (False, [2], True)
    assert run(["tournament", "resume", "t1", "--store", store.where, "-q"]) == 0
    assert run(["tournament", "verify", "t1", "--store", store.where, "-q"]) == 0


@pytest.mark.parametrize("sample", ["two", "101%", "-1", "%", "2%%", ""])
def test_a_sample_is_a_number_or_a_share(sample, store):
    with pytest.raises(BadOption, match="is no size of a sample"):
        sample_size(sample, 100)
    assert run(["tournament", "verify", "t1", "--store", store.where, f"--sample={sample}"]) == 2


def test_results_that_somebody_sent_are_found_out(store, tmp_path, capsys):
    """Rows of other games, with checksums that fit: only playing again tells."""
    with open_store(str(tmp_path / "theirs.db")) as theirs:
        plan = store.plan("t1")
        tournament = theirs.create(plan, 16)
        claims = Claims(theirs, tournament, plan)
        while works := claims.take(1):
            for work in works:
                span = work.block
                other = Task(
                    plan.model_copy(update={"seed": plan.seed + 1}).to_json(), span.table, span.first, span.last
                )
                rows = np.frombuffer(play_task(other), row_dtype(result_schema_of(game_module("pig")), plan.players))
                assert theirs.finish(work, rows)
        assert verified(theirs, tournament, sample=0).ok
    words = ["tournament", "verify", tournament, "--store", str(tmp_path / "theirs.db"), "-q", "--sample", "2%"]
    assert run(words) == 1
    assert "comes out otherwise when it is played again" in capsys.readouterr().out


def test_a_store_without_checksums_is_read_and_gets_the_columns(tmp_path):
    file = tmp_path / "store.db"
    whole = filled(str(file))
    with closing(sqlite3.connect(file)) as connection:
        for table in ("tournament", "block"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        connection.commit()
    assert report_of(str(file)) == whole
    with open_store(str(file)) as store:
        found = verified(store, "t1")
        assert (found.ok, found.unchecked) == (True, found.blocks)
        store.change("t1", store.plan("t1").extended(games=120), 16)
        run_tournament(store, "t1", Threads(1))
        later = verified(store, "t1")
        assert (later.ok, later.unchecked) == (True, found.blocks)
        assert later.blocks > found.blocks


def test_a_store_without_checksums_that_cannot_be_changed_is_read(tmp_path):
    file = tmp_path / "store.db"
    whole = filled(str(file))
    with closing(sqlite3.connect(file)) as connection:
        for table in ("tournament", "block"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        connection.commit()
    assert report_of(f"sqlite:///file:{file}?mode=ro&uri=true") == whole
