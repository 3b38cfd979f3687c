"""The file of what groups are worth."""

from __future__ import annotations

import csv
from pathlib import Path

from magnate.analysis.groups import Checked, GroupWorth, GroupWorths
from tools import group_tables

KEPT = Path(__file__).parents[2] / "docs/how-to/groups.csv"


def test_a_table_is_measured_once(monkeypatch, tmp_path):
    def measured(preset, players, *, games, check):
        asked.append((preset, players, games, check))
        rows = (GroupWorth("brown", 0, 0.0049, 0.0021, 9), GroupWorth("railroad", 4, -0.2, 0.03, 9))
        checked = Checked(0.2, 0.23, -0.03, 0.04, 7, 1000)
        return GroupWorths(preset, players, rows, 0.017, 0.002, games, 9, (), (), 1, checked)

    asked, file = [], tmp_path / "groups.csv"
    monkeypatch.setattr(group_tables, "group_worths", measured)
    for tables in ("official/2", "official/2,thesis/8"):
        monkeypatch.setattr("sys.argv", ["group_tables", str(file), "--tables", tables, "--games", "5"])
        assert group_tables.main() == 0
    assert asked == [("official", 2, 5, 10), ("thesis", 8, 5, 10)]
    assert file.read_text().splitlines()[:5] == [
        "preset,players,positions,group,level,points,margin",
        "official,2,9,brown,0,0.5,0.2",
        "official,2,9,railroad,4,-20.0,3.0",
        "official,2,9,$100 of cash,,1.7,0.2",
        "official,2,7,V less rollouts,,-3.0,4.0",
    ]
    assert len(file.read_text().splitlines()) == 9


def test_the_file_of_the_page_has_whole_tables():
    tables = {}
    with KEPT.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            tables.setdefault((row["preset"], row["players"]), []).append((row["group"], row["level"]))
            assert float(row["margin"]) >= 0
    for rows in tables.values():
        assert len(rows) == len(set(rows)) == 8 * 6 + 4 + 2 + 2  # streets, railroads, utilities, cash and check
