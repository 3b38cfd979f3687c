"""``magnate import brass-log``: what it prints, what it writes, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from magnate.core.game import Record

LOG = Path(__file__).parents[1] / "games" / "brass" / "games" / "synthetic_4p.json"


def test_a_log_becomes_lines_and_a_record(magnate, tmp_path):
    target = tmp_path / "game.json"
    done = magnate("import", "brass-log", str(LOG), "--json", "--save", str(target))
    assert done.code == 0, done.err
    lines = [json.loads(line) for line in done.out.splitlines()]
    logged = json.loads(LOG.read_text(encoding="utf-8"))["actions"]
    assert [line["kind"] for line in lines] == ["action"] * len(logged) + ["import"]
    for line, action in zip(lines, logged, strict=False):
        assert line["result"]["after_action"] == action["after_action"]
        assert line["result"]["round_end"] == action.get("round_end")
    assert lines[-1]["result"]["result"]["score"] == [57, 104, 79, 70]
    assert Record.load(target).result.score == (57, 104, 79, 70)
    replayed = magnate("replay", str(target), "--from", "100000")
    assert replayed.code == 0, replayed.err
    assert replayed.out.endswith("seat 1 wins.\n")
    assert "seat 0 seat 0" not in replayed.out, "nobody knows the players' names"


def test_a_log_that_does_not_fit_is_refused(magnate, tmp_path):
    log = json.loads(LOG.read_text(encoding="utf-8"))
    log["actions"][1]["after_action"]["money"][0] += 1
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(log), encoding="utf-8")
    done = magnate("import", "brass-log", str(changed), "--save", str(tmp_path / "game.json"))
    assert done.code == 3
    assert "seat" in done.out, "the first action is told"
    assert "action 1 (seat" in done.err
    assert "hint: the log says" in done.err
    assert not (tmp_path / "game.json").exists()


def test_a_file_that_is_not_there(magnate, tmp_path):
    done = magnate("import", "brass-log", str(tmp_path / "none.json"))
    assert done.code == 3
    assert "it cannot be read" in done.err


def test_a_log_with_too_many_links_needs_a_choice(magnate):
    log = str(LOG.with_name("synthetic_3p.json"))
    done = magnate("import", "brass-log", log)
    assert done.code == 3
    assert "action 96 (seat 1, network): that is the seat's link number 15" in done.err
    assert "hint: --link-tiles 15" in done.err
    done = magnate("import", "brass-log", log, "--link-tiles", "15")
    assert done.code == 0, done.err
    assert "points 62 125 103" in done.out
    assert "each seat was given 15 link tiles" in done.err
