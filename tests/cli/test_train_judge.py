"""``magnate train judge``: the tables of a page, from games that are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

JUDGE = ("train", "judge", "strategic", "--jobs", "1", "--quiet", "--games", "8", "--out")


def test_rows_are_played_once_and_shown(magnate: Any, tmp_path: Path) -> None:
    page, folder = tmp_path / "page.md", tmp_path / "kept"
    done = magnate(*JUDGE, folder, "--rows", "mixed,silent", "--page", page)
    assert done.code == 0, done.err
    text = page.read_text(encoding="utf-8")
    assert "| one copy at mixed tables of four | 57–67 (one type) | ≥ 45 % |" in text
    assert "| 8 |" in text
    kept = {one.name: one.read_bytes() for one in folder.iterdir()}
    assert set(kept) == {"mixed.jsonl", "silent.jsonl"}
    rows = magnate(*JUDGE, folder, "--rows", "mixed,silent", "--json").json["result"]["rows"]
    assert [one["row"] for one in rows] == ["mixed", "silent"]
    assert [one["games"] for one in rows] == [8, 8]
    assert kept == {one.name: one.read_bytes() for one in folder.iterdir()}


def test_rows_that_cannot_be_played_are_told(magnate: Any, tmp_path: Path) -> None:
    done = magnate("train", "judge", "magnate:official", "--rows", "players:8", "--quiet", "--out", tmp_path)
    assert done.code == 0, done.err
    assert "refused: magnate:official: the network has outputs for 4 players, not for 8" in done.out
    done = magnate(*JUDGE, tmp_path, "--rows", "nobody")
    assert done.code == 2
    assert 'there is no row "nobody"' in done.err


def test_compositions_are_analysed(magnate: Any, tmp_path: Path) -> None:
    done = magnate(*JUDGE, tmp_path / "kept", "--rows", "meta")
    assert done.code == 0, done.err
    assert "| agent | share in the equilibrium | in Nash averaging | α-rank |" in done.out
    assert "Stable tables:" in done.out
    assert len(list((tmp_path / "kept").glob("meta-*.jsonl"))) == 15, "of three agents"
