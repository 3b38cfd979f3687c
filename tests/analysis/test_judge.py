"""Judging an agent: who sits at each row's tables, what is counted, and that kept games go on where they stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from magnate.analysis import judge, judge_page
from magnate.analysis.judge import SUBJECT, Found, Goal, Judged, Judging, Row, Said, chosen, found_in, refusal
from magnate.analysis.judged_trades import Traded, figures, play_trades
from magnate.analysis.responses import best_of, response_configuration, train_response
from magnate.arena.statistics import Estimate
from magnate.errors import BadPlan, SaveFailed

JUDGING = Judging("strategic", seed=5)


def row(**changes: object) -> Row:
    return replace(Row("a", "a row", "strategic", lambda _deal: (SUBJECT, "baseline")), **changes)  # type: ignore[arg-type]


def said(
    *shares: Sequence[Sequence[float]], agents: tuple[str, ...] = (SUBJECT, "b"), capped: bool = False
) -> list[Said]:
    """Deals with these shares of each rotation; with ``capped`` the last rotation was ended by a cap."""
    return [
        Said(
            deal,
            agents,
            [list(one) for one in rotations],
            [capped and at == len(rotations) - 1 for at in range(len(rotations))],
        )
        for deal, rotations in enumerate(shares)
    ]


# ------------------------------------------------------------------------------------------------------------- Rows


def test_rows_sit_the_agent_and_its_partners_where_they_say() -> None:
    rows = {one.key: one for one in JUDGING.rows()}
    assert rows["mixed"].seats(0)[0] == SUBJECT
    assert rows["mixed"].seats(3)[1:] == tuple(JUDGING.roster.draw(3, 5, 3))
    assert rows["mixed"].seats(0) != rows["mixed"].seats(1), "tables are drawn anew"
    assert rows["refusers"].seats(7) == (SUBJECT, *["character:refuser"] * 3)
    assert rows["copies:3"].seats(0)[:3] == (SUBJECT,) * 3
    assert rows["unseen:rent_haggler"].seats(0) == (SUBJECT, *["stranger:rent_haggler"] * 3)
    assert rows["players:8"].players == len(rows["players:8"].seats(0)) == 8
    assert all("network" not in name for deal in range(200) for name in rows["players:8"].seats(deal)), "it knows four"
    assert dict(rows["literature"].options)["bid_limit"] == "cash"
    assert dict(rows["no-hole:random"].options) == {"duel_richer": False}
    assert sum(key.startswith("field:") for key in rows) == 11
    assert {f"duel:{judge.tail(one)}" for one in JUDGING.roster.members} <= set(rows)


def test_responses_are_one_among_copies() -> None:
    rows = {one.key: one for one in replace(JUDGING, responses=("baseline",), two_responses=("algorithmic",)).rows()}
    assert rows["response:1"].seats(0) == (SUBJECT, SUBJECT, SUBJECT, "baseline")
    assert rows["duel-response:1"].seats(0) == (SUBJECT, "algorithmic")
    assert rows["response:1"].others
    assert not rows["response:1"].goal.above


def test_rows_are_picked_by_name_and_kind() -> None:
    assert [one.key for one in chosen(JUDGING, ["refusers", "unseen"])] == [
        "refusers",
        "unseen:rent_haggler",
        "unseen:even_refuser",
    ]
    assert [one.key for one in chosen(JUDGING, ["haggler:haggler_10"])] == ["haggler:haggler_10"]
    assert len(chosen(JUDGING, [])) == len(JUDGING.rows())
    with pytest.raises(BadPlan, match='no row "refuser"'):
        chosen(JUDGING, ["refuser"])


def test_agents_that_cannot_sit_there_are_refused() -> None:
    rows = {one.key: one for one in Judging("magnate:official", thesis="magnate:2p").rows()}
    assert "refused" in refusal(rows["players:5"])
    assert refusal(rows["mixed"]) == refusal(rows["field:random"]) == ""
    assert judge.silent("random") is None
    assert "no setting" in refusal({one.key: one for one in Judging("random").rows()}["silent"])
    assert rows["silent"].spec == "magnate:official,offers=0"


# ---------------------------------------------------------------------------------------------------------- Figures


def test_what_is_counted() -> None:
    deals = said([[1, 0], [0, 1]], [[1, 0], [1, 0]], capped=True)
    own = found_in(row(), deals)
    assert (own.share.mean, own.capped, own.games) == (0.75, 0.5, 4) if own.share else False
    others = found_in(row(others=True), deals)
    assert others.share is not None
    assert others.share.mean == 0.25
    decided = found_in(row(decided=True), deals)
    assert decided.share is not None
    assert decided.share.mean == 1.0, "the second rotation was capped in both deals"
    fair = found_in(row(fair=True, players=2), deals)
    assert fair.share is not None
    assert fair.share.mean == 1.5


def test_copies_and_others_are_counted_by_the_seat() -> None:
    deals = said([[0.5, 0.5, 0, 0]], [[0, 0, 1, 0]], agents=(SUBJECT, SUBJECT, "b", "c"))
    own, others = (found_in(row(others=one), deals).share for one in (False, True))
    assert own is not None
    assert others is not None
    assert (own.mean, others.mean) == (0.25, 0.25)


@pytest.mark.parametrize(
    ("goal", "mean", "margin", "reached"),
    [
        (Goal(estimate=0.45), 0.46, 0.03, True),
        (Goal(estimate=0.45), 0.44, 0.03, False),
        (Goal(estimate=0.45), 0.60, 0.05, None),
        (Goal(bound=0.27), 0.30, 0.02, True),
        (Goal(bound=0.27), 0.29, 0.03, False),
        (Goal(estimate=0.33, bound=0.28), 0.34, 0.04, True),
        (Goal(estimate=0.33, bound=0.31), 0.34, 0.04, False),
        (Goal(estimate=0.18, above=False), 0.17, 0.02, True),
        (Goal(bound=0.37, above=False), 0.36, 0.02, False),
    ],
)
def test_goals(goal: Goal, mean: float, margin: float, reached: bool | None) -> None:
    found = Estimate(mean, mean - margin, mean + margin, 100)
    assert goal.reached(found) is reached


def test_goals_in_even_shares() -> None:
    """Four points of all wins are a third of an even share at tables of eight."""
    found = Estimate(2.5, 2.2, 2.8, 100)
    assert (Goal(estimate=1.5).reached(found, 8), Goal(estimate=1.5).reached(found, 6)) == (True, None)


def test_a_stable_composition_is_found() -> None:
    """The agent wins whatever it meets: tables of its copies alone are stable."""
    assert (len(JUDGING.compositions()), len(Judging("random").compositions())) == (15, 35)
    rows = []
    for table in (one.seats(0) for one in JUDGING.compositions()):
        mine = np.array([one == SUBJECT for one in table], float)
        shares = mine / mine.sum() if mine.any() else np.full(4, 0.25)
        rows.append([Said(deal, table, [shares.tolist()] * 4, [False] * 4) for deal in range(3)])
    found = judge.composition(JUDGING, rows)
    assert found is not None
    assert found.pure == ((0, 0, 0, 0),)
    assert found.weights[0].mean == pytest.approx(1.0)
    assert "Stable tables: `strategic`, `strategic`, `strategic`, `strategic`." in judge_page.meta_table(found)[-1]
    assert judge.composition(JUDGING, rows[:-1]) is None


# ------------------------------------------------------------------------------------------------------- Kept games


def test_kept_games_go_on_where_they_stopped(tmp_path: Path) -> None:
    (wanted,) = chosen(JUDGING, ["refusers"])
    whole, parts = Judged(tmp_path / "a", JUDGING), Judged(tmp_path / "b", JUDGING)
    assert list(whole.play(wanted, 3)) == [1, 2, 3]
    list(parts.play(wanted, 2))
    file = tmp_path / "b" / "refusers.jsonl"
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-30], encoding="utf-8")  # killed while it wrote
    assert len(parts.said(wanted)) == 1
    assert list(parts.play(wanted, 3)) == [2, 3]
    assert parts.said(wanted) == whole.said(wanted)
    assert not list(parts.play(wanted, 3))
    for one in whole.said(wanted):
        assert [sum(shares) for shares in one.shares] == pytest.approx([1.0] * 4)
    other = Judged(tmp_path / "a", replace(JUDGING, seed=6))
    with pytest.raises(BadPlan, match="another agent, seed or version"):
        other.said(wanted)


def test_a_deal_gives_each_agent_what_its_seat_won() -> None:
    shares, capped = judge.play_deal(2, "official", (), (SUBJECT, "random"), "strategic", 3)
    assert shares == [[1.0, 0.0], [1.0, 0.0]]
    assert capped == [False, False]


# ---------------------------------------------------------------------------------------------------------- Trades


def traded(deal: int, own: float, other: float, chosen_by: float = 0.02) -> Traded:
    return Traded(deal, "strategic", True, chosen_by, [own, own], [other, other], [-own - other] * 2)


def test_trades_that_count_are_summed() -> None:
    ones = [traded(0, 0.05, -0.06), traded(0, 0.01, 0.02), traded(1, -0.01, 0.0), traded(1, 0.5, -0.5, chosen_by=0.001)]
    found = figures(ones)
    assert found is not None
    assert found.count == 3
    assert found.own.mean == pytest.approx(0.05 / 3)
    assert found.partner.mean == pytest.approx(-0.04 / 3)
    parts = found.own_gains, found.partner_loses, found.proposed
    assert [one.mean for one in parts] == pytest.approx((2 / 3, 1 / 3, 1.0))
    assert all(one.low is not None and 0.0 <= one.low <= one.mean for one in parts)
    assert figures(ones[3:]) is None


def test_trades_are_rolled_out_and_kept(tmp_path: Path) -> None:
    judging = Judging("strategic:trademaster", seed=5)
    steps = play_trades(judging, tmp_path, 1, games=36)
    *_, (deals, found) = steps
    assert sum(one.counts for one in found) >= 1
    again = list(play_trades(judging, tmp_path, 1, games=36))
    assert again == [(deals, found)]
    with pytest.raises(BadPlan, match="another agent, seed or version"):
        next(play_trades(Judging("strategic:trademaster", seed=6), tmp_path, 1, games=36))
    with (tmp_path / "trades.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"trades": [')  # what a process leaves that is killed
    assert list(play_trades(judging, tmp_path, 1, games=36)) == again
    for one in found:
        for own, other, third in zip(one.own, one.others, one.third, strict=True):
            assert own + other + third == pytest.approx(0.0, abs=1e-9)


# ------------------------------------------------------------------------------------------------------- Responses


def test_a_response_begins_with_the_weights_of_the_agent() -> None:
    with pytest.raises(BadPlan, match="no weights"):
        response_configuration("strategic", 4, 1)
    with pytest.raises(BadPlan, match="for tables of 4"):
        response_configuration("magnate:official", 2, 1)
    asked = response_configuration("magnate:official", 4, 2)
    settings = asked.settings
    assert (settings.start, settings.layers, settings.rounds * settings.games) == ("magnate:official", [64, 32], 50_000)
    assert settings.population["magnate:official"] == 3 * settings.population["self"]


def test_a_response_to_a_network_of_all_seats_plays_and_plans_as_the_agent_does() -> None:
    settings = response_configuration("magnate:negotiator,partner=0,offers=1,learns=0.5,per_turn=1", 2, 3).settings
    assert (settings.codes, settings.hidden, settings.tables) == (128, 64, {"official/2": 1.0})
    assert (settings.offers, settings.margin, settings.partner, settings.learns, settings.per_turn) == (
        1.0,
        0.01,
        0.0,
        0.5,
        1,
    )
    assert settings.steps * settings.games == 50_000
    assert settings.population[settings.begins_with] == settings.population["self"]


@pytest.mark.long
def test_a_response_is_trained_and_goes_on(tmp_path: Path) -> None:
    small = response_configuration("magnate:official", 4, 1, rounds=1, games=20)
    spec = train_response(tmp_path / "r", small, 1)
    assert spec.startswith("network:")
    assert train_response(tmp_path / "r", small, 1) == spec
    assert best_of([spec, "strategic"], "random", 4, seed=1, deals=2) in (spec, "strategic")


# ------------------------------------------------------------------------------------------------------------ Pages


def test_tables_are_put_between_the_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    found = Found(row(goal=Goal(estimate=0.45, bound=0.4), before="23"), Estimate(0.5, 0.48, 0.52, 10), 0.01, 1_000)
    lines = judge_page.rows_table([found, Found(row(), None, 0.0, 0, "refused: too many")])
    assert lines[2] == "| a row | 23 | ≥ 45 %, bound ≥ 40 % | 50.0 ± 2.0 % | 1.0 % | 1,000 | yes |"
    assert "refused: too many" in lines[3]
    judge_page.put_in(page, lines)
    page.write_text(page.read_text(encoding="utf-8") + "after\n", encoding="utf-8")
    judge_page.put_in(page, lines[:3])
    text = page.read_text(encoding="utf-8")
    assert "too many" not in text
    assert text.endswith("after\n")
    page.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(SaveFailed, match="no lines"):
        judge_page.put_in(page, lines)
