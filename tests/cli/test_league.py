"""`magnate league` from the command line, with a stub for a model."""

import json
import sys
from pathlib import Path

STUB = Path(__file__).parents[1] / "models" / "stub.py"


def test_the_command_writes_the_page(magnate, monkeypatch, tmp_path):
    command = json.dumps([sys.executable, str(STUB), "good"])
    (tmp_path / "models.toml").write_text(f"[good]\ncommand = {command}\n")
    monkeypatch.setenv("MAGNATE_MODELS", str(tmp_path / "models.toml"))
    done = magnate(
        "league", "tictactoe", "--agents", "llm:good,random", "--deals", "2", "--out", tmp_path / "out", "-q"
    )
    assert done.code == 0, done.err
    assert "llm:good" in done.out
    assert (tmp_path / "out" / "league.html").read_text().startswith("<!doctype html>")
    done = magnate("league", "tictactoe", "--agents", "random", "--out", tmp_path / "out")
    assert done.code == 2
    assert "two players at least" in done.err


def test_a_conversation_is_kept_beside_the_record(magnate, monkeypatch, tmp_path):
    command = json.dumps([sys.executable, str(STUB), "good"])
    (tmp_path / "models.toml").write_text(f"[good]\ncommand = {command}\n")
    monkeypatch.setenv("MAGNATE_MODELS", str(tmp_path / "models.toml"))
    record = tmp_path / "game.json"
    done = magnate("watch", "tictactoe", "--agents", "random,llm:good", "--save", record, "--seed", "1", "--speed", "0")
    assert done.code == 0, done.err
    assert record.exists()
    lines = [json.loads(line) for line in (tmp_path / "game.seat1.jsonl").read_text().splitlines()]
    asked = [one["text"] for one in lines if one["kind"] == "question"]
    assert len(asked) >= 2
    assert all("What happened" in one or "Seat 0" in one for one in asked)
    assert not (tmp_path / "game.seat0.jsonl").exists()
    magnate("watch", "tictactoe", "--agents", "llm:good", "--save", tmp_path / "both.json", "--speed", "0")
    assert len(list(tmp_path.glob("both.seat*"))) == 2
