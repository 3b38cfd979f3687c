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
