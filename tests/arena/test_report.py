"""The page, the sentences, the tables, Markdown and CSV of reports whose numbers are given."""

import csv
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import numpy as np
import pytest

from magnate.arena.report.page import page
from magnate.arena.report.pictures import superiority_picture
from magnate.arena.report.tables import markdown, tables, write_csv
from magnate.arena.report.words import value, verdict, warnings
from magnate.arena.statistics import Estimate

from .report_cases import GROUPS, HOSTILE, TWELVE, around, failures, report

LONG = [f"strategic:cash_reserve={at},auction_bid=1.25,trade_margin=0.1,risk=0.3" for at in range(40)]
VOID = {"meta", "wbr", "br"}
CASES = {
    "twelve": report(),
    "two": report(["baseline", "random"], games=2000, capped=0.0),
    "one": report(["random"], games=10),
    "four players": report(TWELVE[:6], players=4, games=24_000),
    "forty": report(LONG, games=78_000, failures=failures(3)),
    "hostile": report([HOSTILE, "b", "c"], games=300),
    "no purchases": report(TWELVE[:3], groups=(), purchases=None, worths=(), worth_edges=()),
}


class Reader(HTMLParser):
    """Reads a page: its elements must be balanced; keeps its texts, tables and what it would load."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.texts, self.loads, self.ids, self.links = [], [], [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.loads += [given[name] for name in ("src", "data", "srcset", "action") if name in given]
        self.links += [given["href"]] if "href" in given else []
        self.ids += [given["id"]] if "id" in given else []
        assert tag not in {"script", "link", "iframe", "object", "embed", "base", "form"}
        assert not [name for name in given if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).replace("\u00a0", " ").split())


@cache
def read_page(name):
    return Reader(page(CASES[name]))


@pytest.fixture(params=CASES)
def case(request):
    return request.param


@pytest.fixture
def data(case):
    return CASES[case]


def test_the_page_is_whole_and_loads_nothing(case, data):
    text, read = page(data), read_page(case)
    assert read.loads == []
    assert all(link.startswith("#") and link[1:] in read.ids for link in read.links)
    assert len(set(read.ids)) == len(read.ids)
    for absent in ("http://", "https://", "url(", "@import", "//cdn"):
        assert absent not in text.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme: dark" in text
    assert "color-scheme: light dark" in text
    assert "@media print" in text


def test_every_name_and_the_command_are_on_the_page(case, data):
    read = read_page(case)
    joined = read.text.replace(" ", "")
    for name in data.names:
        assert name.replace(" ", "") in joined
    assert data.about.command.replace(" ", "") in joined
    for digest in data.about.digests.values():
        assert digest in read.text


def test_names_cannot_become_elements():
    text = page(CASES["hostile"])
    assert "<script" not in text
    assert "alert" in Reader(text).text


def test_every_table_says_what_a_cap_ended(case, data):
    for table in tables(data):
        assert ("No game was ended by a cap." if not data.capped else "A cap ended") in table.note
    text = read_page(case).text.replace(" ", "")
    for table in tables(data):
        assert table.note.replace(" ", "") in text


def test_tables_of_agents_have_the_capped_share_of_each():
    for table in tables(CASES["twelve"]):
        if table.columns[0].key in {"agent", "rank"} and table.key != "failures":
            assert table.columns[-1].key == "capped"
            assert all(row[-1] is not None for row in table.rows)


def test_rows_fit_their_columns(data):
    for table in tables(data):
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_csv_files_have_the_numbers(tmp_path, data):
    files = write_csv(data, tmp_path / "tables")
    rows = {file.stem: list(csv.DictReader(file.read_text(encoding="utf-8").splitlines())) for file in files}
    assert [row["agent"] for row in rows["ranking"]] == data.names
    for row, agent in zip(rows["ranking"], data.agents, strict=True):
        assert float(row["win_share"]) == pytest.approx(agent.win.mean, abs=1e-6)
        assert float(row["win_share_low"]) == pytest.approx(agent.win.low, abs=1e-6)
        assert float(row["capped"]) == pytest.approx(agent.capped, abs=1e-6)
    assert sum(int(row["games"]) for row in rows["endings"]) == data.about.games
    assert sum(int(row["games"]) for row in rows["lengths"]) == data.lengths.total
    if len(data.agents) > 1:
        assert len(rows["pairs"]) == len(data.agents) * (len(data.agents) - 1)
    if data.purchases is not None:
        assert [float(rows["purchases"][0][group]) for group in GROUPS] == pytest.approx(data.purchases[0], abs=1e-6)


def test_markdown_has_tables_whose_rows_are_as_long_as_their_head(data):
    lines = markdown(data).splitlines()
    heads = [at for at, line in enumerate(lines) if re.fullmatch(r"\|( (---|--:) \|)+", line)]
    assert heads
    for at in heads:
        columns = lines[at].count("|")
        for line in lines[at - 1 :]:
            if not line.startswith("|"):
                break
            assert len(re.findall(r"(?<!\\)\|", line)) == columns
    assert f"magnate tournament run {data.about.game}" in markdown(data)


def test_markdown_does_not_take_names_for_its_own_signs():
    text = markdown(CASES["hostile"])
    assert "\\<script\\>" in text
    assert "\\| \\`x\\` \\*b\\*" in text


def shares(*means, superiority=0.999, **changes):
    """A report of agents with these win shares; the first is better than each other one with that likelihood."""
    data = report([f"a{at}" for at in range(len(means))], games=1000, cycles=())
    agents = tuple(
        type(agent)(name, agent.games, agent.capped, around(mean, 0.01), around(mean, 0.01), agent.means)
        for agent, mean, name in zip(data.agents, means, sorted(data.names), strict=True)
    )
    likely = np.full((len(means), len(means)), 0.5)
    likely[0, 1:] = superiority
    pairs = {name: getattr(data.pairs, name) for name in data.pairs.__slots__} | {"superiority": likely}
    fields = {name: getattr(data, name) for name in data.__slots__}
    return type(data)(**{**fields, "agents": agents, "pairs": type(data.pairs)(**pairs), **changes})


def test_the_verdict_names_the_best_only_where_the_difference_is_significant():
    assert verdict(shares(0.6, 0.5, 0.4))[0] == "a0 is best: it wins 60.0 % ± 1.0 of its games (50.0 % would be even)."
    assert "The difference is significant" in verdict(shares(0.6, 0.5, 0.4))[1]
    unsure = verdict(shares(0.51, 0.49, superiority=0.9))
    assert unsure[0].startswith(
        "a0 wins most, 51.0 % ± 1.0 of its games (50.0 % would be even), but a1 may be as strong"
    )
    assert "not significant: the first is the stronger with a likelihood of 90.0 %" in unsure[1]
    assert verdict(shares(0.51, 0.5, 0.49, superiority=0.6))[0].startswith("No agent is shown to be best.")


def test_a_likelihood_is_never_certain_wherever_it_is_shown():
    data = shares(0.6, 0.5, 0.4, superiority=0.999999)
    assert "a likelihood of more than 99.9 %." in verdict(data)[1]
    (pairs,) = (part for part in markdown(data).split("## ") if part.startswith("Pairs"))
    assert pairs.count("| >99.9 % |") == 2
    assert "100.0 %" not in pairs
    drawn = superiority_picture(data)
    assert "the stronger with a likelihood of &gt;99.9 %" in drawn.inline()
    assert ">&gt;99.9<" in drawn.inline()
    assert page(data).count("<td>&gt;99.9 %</td>") == 2


def test_one_deal_says_nothing_of_certainty():
    assert "one deal says nothing" in verdict(shares(0.6, 0.4, superiority=float("nan")))[1]


def test_capped_games_and_intransitive_triples_are_told():
    text = " ".join(verdict(CASES["twelve"]))
    assert "A cap ended 8.4 % of the games (55,440 of 660,000). Without these, " in text
    assert "One triple is intransitive (of 220)" in text
    assert "No game was ended by a cap." in " ".join(verdict(CASES["two"]))


def test_a_seat_is_said_to_win_more_only_when_its_interval_says_so():
    assert "No seat has an advantage that these games show." in verdict(
        shares(0.6, 0.4, seats=(around(0.51, 0.02),) * 2)
    )
    found = verdict(shares(0.6, 0.4, seats=(around(0.53, 0.01), around(0.47, 0.01))))
    assert any(sentence.startswith("Seat 0 wins most, 53.0 % ± 1.0") for sentence in found)


def test_no_likelihood_is_certain_and_no_small_part_is_none():
    data = CASES["twelve"]
    shares = np.where(data.pairs.superiority > 0.5, 1.0, 0.0)
    found = replace(data, pairs=replace(data.pairs, superiority=shares), endings={"one": 1, "other": 659_999})
    rows = {table.key: table for table in tables(found)}
    text = markdown(found)
    assert "| >99.9 % |" in text
    assert "| <0.1 % |" in text
    heat = superiority_picture(found).inline()
    assert "a likelihood of &gt;99.9 %" in heat
    assert [value(rows["endings"].columns[2].kind, row[2]) for row in rows["endings"].rows] == ["<0.1 %", ">99.9 %"]


def test_tables_with_many_columns_are_set_closer():
    text = page(CASES["twelve"])
    dense = [table for table in tables(CASES["twelve"]) if len(table.columns) > 10]
    assert 0 < len(dense) < len(list(tables(CASES["twelve"])))
    assert text.count('<table class="dense">') == len(dense)


def test_ratings_have_separators_like_all_large_numbers():
    assert value("elo", -1315.72) == "−1,315.7"


def test_the_page_says_what_an_arrow_is_only_where_there_is_one():
    data = CASES["twelve"]
    rating = data.ratings[0]
    far = replace(rating, lines=(*rating.lines[:-1], around(-5000.0, 300.0)))
    near = replace(rating, lines=tuple(around(10.0 * at, 5.0) for at in range(12)))
    assert "An arrow: the rating lies beyond" in page(replace(data, ratings=(far,)))
    assert "An arrow" not in page(replace(data, ratings=(near,)))


def test_warnings_stand_above_everything():
    fields = {name: getattr(CASES["two"].about, name) for name in CASES["two"].about.__slots__}
    about = type(CASES["two"].about)(**{**fields, "mixed": ("the engine",), "planned": 4000})
    data = report(["baseline", "random"], games=2000, about=about, failures=failures(2))
    found = warnings(data)
    assert "Not finished: 2,000 of 4,000 games are played" in found[0]
    assert "the engine changed during the tournament, and it was resumed with --force" in found[1]
    assert "2 games were ended by an agent's failure (mypkg.bots:Cautious)" in found[2]
    text = Reader(page(data)).text
    assert all(warning in text for warning in found)
    assert text.index(found[0]) < text.index(verdict(data)[0])
    assert "magnate replay T17:3.1" in text
    assert str(2**55 + 1) in text
    assert warnings(CASES["twelve"]) == []


def test_agents_without_an_interval_are_shown_without_one():
    lone = Estimate(0.5, None, None, 1)
    data = report(["a", "b"], games=2, seats=(lone, lone))
    assert "± None" not in page(data)
    assert "nan" not in Reader(page(data)).text


def test_the_page_of_forty_agents_has_all_pairs_and_stays_small():
    text = page(CASES["forty"])
    assert len(text) < 4_000_000
    assert text.count("<tr>") > 40 * 39
