"""A report's values are those of the games, whatever their order and number."""

import csv
import shlex
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from magnate.arena.plan import Anchor
from magnate.arena.report.collect import command, report_data
from magnate.arena.report.data import length_histogram, worths
from magnate.arena.report.page import page
from magnate.arena.report.tables import markdown, write_csv, write_games
from magnate.arena.results import tournament_results

from .synthetic_games import games_of, plan_of

AGENTS = ["random", "baseline", "baseline:reserve=100", "baseline:reserve=200,trades=0"]


def collected(plan, games):
    return report_data(tournament_results(games, plan), name="t1")


@pytest.fixture(scope="module")
def plan():
    return plan_of(AGENTS, games=1000)


@pytest.fixture(scope="module")
def games(plan):
    return games_of(plan)


@pytest.fixture(scope="module")
def data(plan, games):
    return collected(plan, games)


def test_agents_are_in_the_order_of_their_wins_with_all_their_numbers(games, data):
    wins = [agent.win.mean for agent in data.agents]
    assert wins == sorted(wins, reverse=True)
    for at, agent in enumerate(data.agents):
        mine = games.seats_of(games.names.index(agent.name))
        assert agent.games == len(mine[0])
        assert agent.win.mean == pytest.approx(games.shares[mine].mean())
        assert agent.capped == pytest.approx(games.capped[mine[0]].mean())
        assert agent.means["net_worth"].mean == pytest.approx(games.seats["net_worth"][mine].mean())
        assert data.purchases[at] == pytest.approx(games.seats["purchases"][mine].mean(axis=0))
        left = games.seats["net_worth"][mine][games.seats["bankrupt"][mine] == 0]
        assert data.worths[at].seats == len(left)
        assert data.worths[at].quantiles[2] == np.median(left)
        uncapped = ~games.capped[mine[0]]
        assert agent.win_uncapped.mean == pytest.approx(games.shares[mine][uncapped].mean())


def test_pairs_are_what_happened_between_the_two(games, data):
    for row, one in enumerate(data.names):
        for column, other in enumerate(data.names):
            if row == column:
                assert data.pairs.games[row, column] == 0
                continue
            numbers = {games.names.index(one), games.names.index(other)}
            here = np.flatnonzero([set(table) == numbers for table in games.tables])
            both = games.where(np.isin(games.table, here))
            mine = both.seats_of(games.names.index(one))
            assert data.pairs.games[row, column] == len(both) == 1000
            assert data.pairs.share[row, column] == pytest.approx(both.shares[mine].mean())
            assert data.pairs.means["cash"][row, column] == pytest.approx(both.seats["cash"][mine].mean())
            assert data.pairs.capped[row, column] == pytest.approx(both.capped.mean())


def test_the_totals_agree(games, data):
    assert data.about.games == len(games) == sum(data.endings.values()) == data.lengths.total
    assert data.capped == games.capped.sum() == sum(data.lengths.capped) + data.lengths.beyond_capped
    assert sum(agent.games for agent in data.agents) == 2 * len(games)
    assert data.field["deeds"] == pytest.approx(games.seats["deeds"].mean())
    assert data.unit == "rounds"


def test_all_formats_can_be_made_of_it(tmp_path, data):
    assert page(data).startswith("<!doctype html>")
    assert "## Ranking" in markdown(data)
    rows = list(csv.DictReader((write_csv(data, tmp_path)[0]).read_text(encoding="utf-8").splitlines()))
    assert [row["agent"] for row in rows] == data.names


def test_all_games_can_be_written(tmp_path, plan, games):
    write_games(games, tmp_path / "games.csv")
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len(games)
    assert [rows[1234]["game"], rows[1234]["agent_1"]] == [games.label(1234), games.names[games.seating[1234, 1]]]
    assert sum(int(row["capped"]) for row in rows) == games.capped.sum()
    assert sum(int(row["net_worth_0"]) for row in rows) == games.seats["net_worth"][:, 0].sum()
    assert sum(float(row["share_1"]) for row in rows) == games.shares[:, 1].sum()
    assert int(rows[77]["purchases_brown_0"]) == games.seats["purchases"][77, 0, 0]
    assert {row["ending"] for row in rows} == set(games.endings())


def test_agents_that_have_not_played_are_left_out(plan, games):
    some = games.where(np.isin(games.table, [number for number, table in enumerate(games.tables) if 3 not in table]))
    data = collected(plan, some)
    assert len(data.agents) == 3
    assert "baseline:reserve=200,trades=0" not in data.names
    assert page(data)
    assert data.about.games < data.about.planned


def test_failures_come_with_the_seed_of_their_deal(plan, games):
    failed = games.failed.copy()
    failed[5] = 2
    data = collected(plan, replace(games, failed=failed))
    (one,) = data.failures
    assert one.agent == games.names[games.seating[5, 1]]
    assert (one.game, one.seat) == (games.label(5), 1)
    assert one.deal_seed == plan.schedule.deal_seed(int(games.deal[5]))
    assert f"magnate replay t1:{one.game}" in page(data)


def test_deals_that_are_void_leave_the_range_of_deals_as_it_is(plan, games):
    left = games.where(games.deal != 7)
    data = collected(plan, left)
    assert data.about.deals == games.deal.max()
    assert f"0 to {games.deal.max():,}, each played in all rotations" in page(data)


def test_the_command_keeps_every_digit_of_the_anchor():
    plan = plan_of(AGENTS, anchor=Anchor(name="random", value=1234567.125), agent_timeout=0.1234567)
    words = shlex.split(command(plan))
    assert words[words.index("--anchor") + 1] == "random=1234567.125"
    assert words[words.index("--agent-timeout") + 1] == "0.1234567"


def test_tables_of_four_with_few_games():
    plan = plan_of(AGENTS, players=4, games=4, preset="official")
    data = collected(plan, games_of(plan))
    assert len(data.seats) == 4
    assert "nan" not in page(data).replace("dominant", "")


def test_games_that_were_all_capped():
    plan = plan_of(AGENTS[:2], games=100)
    data = collected(plan, games_of(plan, capped=1.0))
    assert all(agent.win_uncapped is None for agent in data.agents)
    assert data.capped == 100
    assert page(data)


def test_the_command_says_everything_that_decides_the_games():
    plan = plan_of(AGENTS, players=3, games=10, tables=2, anchor=Anchor(name="random", value=1500), on_failure="loss")
    words = shlex.split(command(plan))
    assert words[:4] == ["magnate", "tournament", "run", "monopoly"]
    given = dict(zip(words[4::2], words[5::2], strict=True))
    assert given == {
        "--players": "3",
        "--preset": "thesis",
        "--agents": ",".join(AGENTS),
        "--games": "12",
        "--seed": "1",
        "--tables": "2",
        "--anchor": "random=1500",
        "--on-failure": "loss",
    }


def test_the_command_names_the_deals_and_exact_numbers():
    anchor = Anchor(name="random", value=1234567.25)
    plan = plan_of(AGENTS, players=3, games=10, tables=2, purpose="gate", anchor=anchor, agent_timeout=0.1234567)
    words = shlex.split(command(plan))
    given = dict(zip(words[4::2], words[5::2], strict=True))
    assert given["--purpose"] == "gate"
    assert given["--anchor"] == "random=1234567.25"
    assert given["--agent-timeout"] == "0.1234567"


def test_the_command_has_the_options_that_differ_from_the_preset():
    import magnate
    from magnate.arena.plan import make_plan
    from magnate.cli.arguments import load_game, split_agents

    game = magnate.load("monopoly", preset="thesis", players=2, start_cash=2000, deck="2008")
    plan = make_plan(game, AGENTS, 10, seed=5)
    words = shlex.split(command(plan))
    options = [word for before, word in pairwise(words) if before == "--option"]
    assert sorted(options) == ["deck=2008", "start_cash=2000"]
    again = make_plan(
        load_game("monopoly", words[words.index("--preset") + 1], 2, options),
        split_agents([words[words.index("--agents") + 1]]),
        10,
        seed=5,
    )
    assert again == plan


def test_histograms_count_every_game_once():
    lengths = np.array([3, 5, 5, 8, 1000, 1000])
    capped = np.array([False, False, False, False, True, True])
    found = length_histogram(lengths, capped)
    assert found.total == 6
    assert (found.beyond, found.beyond_capped, sum(found.capped)) == (2, 2, 0)
    assert found.edges[-1] < 20
    short = length_histogram(np.array([0, 1, 1, 2]), np.zeros(4, bool))
    assert (short.total, short.beyond) == (4, 0)
    assert short.counts == (1, 2, 1)


def test_everybody_bankrupt_leaves_no_distribution(games):
    gone = replace(games, seats={**games.seats, "bankrupt": np.ones_like(games.seats["bankrupt"])})
    assert worths(gone, "net_worth") == ((), ())
