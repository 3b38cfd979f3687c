"""The tool that compares V with rollouts for trades of agents' games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from magnate.analysis.gains import TradeGains, trade_gains
from tools.check_trades import SURE, compared, fit, read, table_lines

ROOT = Path(__file__).parents[2]


def test_a_trade_is_compared_the_same_again():
    found = compared(2, 250)
    assert found == compared(2, 250)
    assert found["table"] == "official/2"
    assert found["games"] == 250
    assert found["v"][0] == pytest.approx(-found["v"][1])
    assert found["rollouts"][0] == pytest.approx(-found["rollouts"][1])


def test_signs_and_small_differences_are_counted():
    rows = [
        {"v": [0.1, -0.1], "rollouts": [0.2, -0.2], "z": [5.0, -5.0], "games": 250},
        {"v": [-0.1, 0.1], "rollouts": [0.2, 0.2], "z": [5.0, 5.0], "games": 250},
        {"v": [0.005, -0.02], "rollouts": [0.0, 0.0], "z": [0.1, 0.1], "games": 20000},
    ]
    for one in rows:
        one |= {"short": one["v"], "margins": [0.05, 0.05], "short_games": 100}
    lines = list(table_lines(rows))
    assert lines[0] == "3 trades, 20,500 pairs of games by strategic"
    assert lines[1] == "magnate trade: 300 other pairs"
    assert "proposer, V: 1 of 2 signs agree" in lines[2]
    assert "1 of 1 others are within one point" in lines[3]
    assert "-10.00 +20.00" in lines[5]
    assert "proposer, magnate trade: 1 of 2 signs agree" in lines[6]
    assert "calls 2 of the 2 sure, of which 1 are right" in lines[10]
    assert "partner, V: 2 of 2 signs agree" in lines[11]
    assert "0 of 1 others are within one point" in lines[12]


def test_signs_are_relied_on_from_the_size_on_at_which_they_are_right():
    draw = np.random.default_rng(1)
    rows = []
    for seed in range(1200):
        v = draw.uniform(-0.1, 0.1)
        real = 0.5 * v if abs(v) >= 0.03 else -0.5 * v
        rows.append({"seed": seed, "table": "official/3", "v": [v, -v], "rollouts": [real, -real], "z": [9.0, -9.0]})
    fitted, lines = fit(rows)
    factor, *_, sure = fitted["3"]
    assert sure == 0.03
    assert factor == pytest.approx(0.5, abs=0.05)
    assert SURE == 3
    assert "right" in lines[2]


@pytest.fixture(scope="module")
def trades() -> list:
    """What was measured of 200 trades."""
    return read(ROOT / "tests" / "data" / "analysis" / "trades.jsonl.gz")


def test_the_page_tells_what_was_measured(trades):
    page = (ROOT / "docs" / "how-to" / "questions.md").read_text(encoding="utf-8")
    assert len({one["seed"] for one in trades}) == len(trades) == 200
    for place, who in enumerate(("proposer", "partner")):
        short, v, real, z = (np.array([one[name][place] for one in trades]) for name in ("short", "v", "rollouts", "z"))
        decided = np.abs(z) >= 3
        cells = [str(decided.sum())]
        cells += [part(np.sign(said) == np.sign(real), decided) for said in (short, v)]
        cells.append(str((~decided).sum()))
        cells += [part(np.abs(said) <= 0.01, ~decided) for said in (short, v)]
        assert f"| {who} | {' | '.join(cells)} |" in page


def part(good: np.ndarray, several: np.ndarray) -> str:
    """How many of several are good, as the page says it."""
    return f"{good[several].sum()} ({100 * good[several].mean():.0f} %)"


def test_what_comes_with_magnate_was_fitted_to_what_was_measured(trades):
    page = (ROOT / "docs" / "how-to" / "questions.md").read_text(encoding="utf-8")
    fitted, _ = fit(trades)
    for key, players in (("2", 2), ("3", 4)):
        assert trade_gains(players) == TradeGains(*fitted[key])
        factor, base, part, _ = fitted[key]
        assert f"| {factor:.2f} | {100 * np.hypot(base, 0.1 * part):.1f} |" in page
