"""What a report tells of the game of choosing an agent, on games whose answers are known."""

import csv
import re
from dataclasses import replace

import numpy as np
import pytest

from magnate.arena.empirical_game import meta_of
from magnate.arena.report.collect import report_data
from magnate.arena.report.meta_report import (
    beats_picture,
    by_rating,
    by_weight,
    choosing_words,
    equilibrium_picture,
    halves,
)
from magnate.arena.report.page import page
from magnate.arena.report.tables import markdown, tables, write_csv
from magnate.arena.report.words import warnings
from magnate.arena.results import tournament_results
from magnate.gametheory.symmetric import SymmetricGame
from tests.gametheory.test_symmetric_equilibria import of_two

from .report_cases import HOSTILE, report
from .synthetic_games import games_of, plan_of
from .test_meta import circle, empirical
from .test_report import Reader


def meta_data(game, noise=0.0, resamples=20, **changes):
    """The report of a tournament whose game of choosing an agent is this one."""
    found = meta_of(empirical(game, noise), resamples=resamples)
    return report(list(found.names), games=1200, choice=found, **changes)


def named(names, rows):
    """The game of two seats with these shares of the win."""
    game = of_two(rows)
    return SymmetricGame(tuple(names), game.multisets, game.payoffs)


def ladder(names=("a", "b", "c")):
    """Each agent beats all after it: one dominates all."""
    count = len(names)
    return named(names, [[0.5 + 0.1 * (column - row) for column in range(count)] for row in range(count)])


def text_of(data):
    return " ".join(choosing_words(data, data.choice))


@pytest.fixture(scope="module")
def data():
    return meta_data(circle())


def test_without_copies_nothing_is_told_of_it():
    data = report(["a", "b", "c"], games=300)
    assert "choosing" not in Reader(page(data)).ids
    assert "choosing an agent" not in page(data) + markdown(data)
    assert {"choosing", "dominated", "beats", "pure_equilibria"}.isdisjoint(table.key for table in tables(data))


def test_the_page_has_the_section_with_its_sentences_pictures_and_command(data):
    read = Reader(page(data))
    assert "choosing" in read.ids
    assert "#choosing" in read.links
    for sentence in choosing_words(data, data.choice):
        assert sentence in read.text
    assert "in 20 cases the deals were drawn anew from those played, with replacement (seed 1)" in read.text
    assert "in 1,000 cases" in page(replace(data, choice=replace(data.choice, resamples=1000)))
    assert "magnate tournament meta T17" in read.text
    assert "Who beats whom" in read.text
    assert "nan" not in re.sub("dominant", "", read.text)


def test_a_circle_is_mixed_and_its_beginner_dominated(data):
    text = text_of(data)
    assert "beginner (by " in text
    assert "is dominated: whatever the others send, something else wins more in its place." in text
    assert "there is no pure equilibrium" in text
    assert "paper in 33.3 % of the games, scissors in 33.3 %, rock in 16.7 % and stone in 16.7 %" in text
    assert "rock and stone always have a part in it, the others never." in text
    assert "the most even mixture that nobody beats, of paper, scissors, rock and stone" in text


def test_who_dominates_all_is_left_alone():
    text = text_of(meta_data(ladder()))
    assert "b (by a) and c (by a) are dominated: whatever" in text
    assert "Only a is left." in text
    assert "Nobody gains by sending another agent where these meet: a + a (a pure equilibrium)." in text
    assert "If everybody sends a, nobody gains by sending another agent: that is the equilibrium" in text
    assert "a always has a part in it, the others never." in text
    assert "Nash averaging measures every agent against a:" in text


def test_rounds_of_dominance_are_told_one_after_the_other():
    """Only while somebody may send c, which is worse than a always, is b ever better than a."""
    text = text_of(meta_data(named("abc", [[0.5, 0.6, 0.55], [0.4, 0.5, 0.9], [0.45, 0.1, 0.5]])))
    assert "c (by a) is dominated: whatever" in text
    assert "Round 2, when nobody sends those any more: b (by a) is dominated too. Only a is left." in text
    assert "No agent is dominated" in text_of(meta_data(named("ab", [[0.5, 0.5], [0.5, 0.5]])))


def test_agents_as_good_as_each_other_make_every_table_stable():
    data = meta_data(named("abcd", np.full((4, 4), 0.5).tolist()))
    assert "At 10 of the tables nobody gains by sending another agent (they are pure equilibria): a + a" in text_of(
        data
    )
    (stable,) = (table for table in tables(data) if table.key == "pure_equilibria")
    assert len(stable.rows) == 10


def test_doubt_is_told():
    data = meta_data(named("ab", [[0.5, 0.51], [0.49, 0.5]]), noise=0.3, resamples=200)
    assert re.search(r"(a|b|a in [0-9.]+ % and b) in [0-9.]+ % of these cases", text_of(data))
    assert not data.choice.sure[0, 1]
    assert "~51" in beats_picture(data.choice).svg()
    assert "the interval includes 50 %" in beats_picture(data.choice).svg()
    certain = meta_data(ladder(), noise=0.05)
    assert certain.choice.sure[0, 1]
    assert "~60" not in beats_picture(certain.choice).svg()


def test_without_resamples_nothing_is_called_certain():
    data = meta_data(ladder(), resamples=0)
    assert "part in it" not in text_of(data)
    assert not data.choice.sure.any()
    assert "nan" not in re.sub("dominant", "", Reader(page(data)).text)


def test_agents_are_in_the_order_of_what_is_shown(data):
    names = data.choice.names
    assert [names[k] for k in by_weight(data.choice)] == ["paper", "scissors", "rock", "stone", "beginner"]
    assert names[by_rating(data.choice)[-1]] == "beginner"
    picture = equilibrium_picture(data.choice).svg()
    assert picture.index("paper") < picture.index("rock") < picture.index("beginner")


def test_shares_of_the_heat_map_are_those_of_the_games_of_the_two():
    found = meta_of(empirical(ladder()), resamples=0)
    assert halves(found)[0, 1] == pytest.approx(0.6)
    assert halves(found)[2, 0] == pytest.approx(0.3)
    assert np.isnan(halves(found)[1, 1])


def test_at_larger_tables_a_win_of_somebody_else_is_half_a_win_of_each():
    """At a table of three, the first wins always where it sits; the others win a third of what is left."""
    shares = {(0, 0, 0): [1 / 3] * 3, (0, 0, 1): [0.5, 0.5, 0], (0, 1, 1): [1, 0, 0], (1, 1, 1): [1 / 3] * 3}
    found = meta_of(empirical(SymmetricGame.of(["a", "b"], shares)), resamples=5)
    # At the tables with both (two of its places a's, or one), a has on average more by (2 * 0.5 + 2 * 1) / 4.
    assert halves(found)[0, 1] == pytest.approx((1 + 0.75) / 2)
    data = report(["a", "b"], players=3, games=300, choice=found)
    assert "a game that somebody else wins is half a win of each" in page(data)


def test_csv_and_markdown_have_the_numbers(data, tmp_path):
    files = {file.stem: file for file in write_csv(data, tmp_path)}
    rows = list(csv.DictReader(files["choosing"].read_text(encoding="utf-8").splitlines()))
    assert [row["agent"] for row in rows] == ["paper", "scissors", "rock", "stone", "beginner"]
    assert float(rows[0]["equilibrium"]) == pytest.approx(1 / 3, abs=1e-6)
    assert float(rows[-1]["nash_rating"]) == pytest.approx(-0.8, abs=1e-6)
    beats = list(csv.DictReader(files["beats"].read_text(encoding="utf-8").splitlines()))
    by_name = {row["agent"]: row for row in beats}
    assert float(by_name["paper"]["rock"]) == pytest.approx(0.7)
    assert by_name["rock"]["rock"] == ""
    dominated = list(csv.DictReader(files["dominated"].read_text(encoding="utf-8").splitlines()))
    assert [(row["agent"], row["round"]) for row in dominated] == [("beginner", "1")]
    said = markdown(data)
    assert said.index("## The game of choosing an agent") < said.index("## The choice of an agent")
    for table in tables(data):
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_names_cannot_become_elements():
    data = meta_data(ladder([HOSTILE, "b", "c"]))
    text = page(data)
    assert "<script" not in text
    assert "alert" in Reader(text).text
    said = markdown(data).split("## The game of choosing an agent")[1].split("## Ratings")[0]
    assert "\\<script\\>" in said
    assert not re.search(r"(?<!\\)<script", said)


def test_a_tournament_with_copies_has_it_and_the_same_each_time(monkeypatch):
    monkeypatch.setattr("magnate.arena.report.collect.RESAMPLES", 100)
    plan = plan_of(["random", "baseline", "baseline:reserve=100"], games=60, copies=True)
    games = games_of(plan)
    pages = {page(report_data(tournament_results(games, plan), name="t1")) for _ in range(2)}
    assert len(pages) == 1
    assert "in 100 cases the deals were drawn anew from those played, with replacement (seed 1)" in pages.pop()


def test_what_is_missing_is_named_and_the_rest_reported():
    plan = plan_of(["random", "baseline", "baseline:reserve=100"], games=60, copies=True)
    games = games_of(plan)
    lone = [number for number, table in enumerate(games.tables) if set(table) == {1}]
    data = report_data(tournament_results(games.where(~np.isin(games.table, lone)), plan), name="t1")
    assert data.choice is None
    (warning,) = (one for one in warnings(data) if one.startswith("The game of choosing an agent is left out: 1 of"))
    assert "baseline + baseline" in warning
    assert warning in Reader(page(data)).text
