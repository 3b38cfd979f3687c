"""The planner answers legally everywhere, with the same answer for the same position, and plays well."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.agents import spec
from magnate.agents.brass.parameters import PARAMETERS
from magnate.games.brass.board import CANAL, INDUSTRY_NAMES, RAIL, ROUNDS, TILES, TURN_ACTIONS
from magnate.games.brass.state import ACTION, SHORTFALL
from tools.docs_hooks import on_page_markdown

from .interpreted import RULES, chosen, decisions, legal, part, row

STYLES = [f"planner:{name}" for name in spec.configurations("brass", "planner")]
EXTREME = [
    "planner:money=0,later_money=0,beer=0,step=0,selling=0,developing=0,link_weight=0",
    "planner:money=2,later_money=2,beer=10,developing=5,scouting=5,horizon=16,opponent=1,cube=5",
    "planner:loan_below=100,loan_until=20,loan_level=-10,loan_cost=0,short=50",
]
"""Parameters at the ends of their ranges."""
FIELD = ["planner", *STYLES, *EXTREME]


@pytest.mark.parametrize("players", [2, 4])
def test_every_answer_is_legal_in_positions_that_others_have_made(players):
    rows = [row(name) for name in FIELD]
    phases = set()
    for seed in range(2):
        for number, g in enumerate(decisions(seed, players)):
            phases.add(g.phase)
            allowed = legal(g)
            assert chosen(g, rows[number % len(rows)]) in allowed
    assert len(phases) >= 10
    assert ACTION in phases


def test_debts_are_paid_with_legal_tiles():
    params = row("planner")
    seen = 0
    for seed in range(40):
        for g in decisions(seed, 4, ["random"]):
            if g.phase == SHORTFALL:
                seen += 1
                assert chosen(g, params) in legal(g)
        if seen >= 3:
            return
    raise AssertionError("no debts came up")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_changes_no_answer(players):
    """The drivers show the planner the game itself (``DISCREET``), so it must not look at what its seat cannot see."""
    rows = [row(name) for name in FIELD]
    for number, g in enumerate(decisions(7, players)):
        if number % 5 == 0:
            found = [chosen(g, params) for params in rows]
            RULES.hide(g, g.mover, number)
            assert [chosen(g, params) for params in rows] == found


def test_a_decision_changes_nothing_and_depends_on_no_notes():
    params = row("planner")
    for number, g in enumerate(decisions(5, 3)):
        if number % 3 == 0:
            before = bytes(g.to_record().tobytes())
            action = chosen(g, params)
            assert bytes(g.to_record().tobytes()) == before
            assert not g.events
            assert action == chosen(g, params, notes=7, key=12345)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_counts_its_actions_right(players):
    """At the beginning of each action, for every seat: so many follow in the era as the seat really takes."""
    outlook = part("forecast")
    taken: dict[int, list[int]] = {CANAL: [], RAIL: []}
    counted: dict[int, list[list[int]]] = {CANAL: [], RAIL: []}
    for g in decisions(3, players, ["planner"]):
        if g.phase == ACTION:
            taken[g.era].append(int(g.mover))
            counted[g.era].append([outlook.actions_left(g, p) for p in range(players)])
    for era, movers in taken.items():
        assert len(movers) == players * (TURN_ACTIONS * ROUNDS[players] - (era == CANAL))
        for i, numbers in enumerate(counted[era]):
            assert numbers == [movers[i:].count(p) for p in range(players)]


@pytest.mark.parametrize("players", [2, 4])
def test_it_beats_random_play(players):
    """Nearly always: its debts, which once took its tiles now and then, are kept within what it can pay."""
    game = magnate.load("brass", players=players)
    results = game.play_many(["planner", *["random"] * (players - 1)], range(60))
    assert results.utility[:, 0].mean() >= 0.97


@pytest.mark.parametrize(("players", "least"), [(2, 110.0), (3, 110.0), (4, 110.0)])
def test_it_scores_well_against_itself(players, least):
    results = magnate.load("brass", players=players).play_many("planner", range(100))
    assert results.score.mean() >= least


def test_styles_play_differently_and_seriously():
    game = magnate.load("brass", players=4)
    scores = {name: game.play_many(name, range(60)).score for name in ("planner", *STYLES)}
    for name in STYLES:
        assert not np.array_equal(scores[name], scores["planner"])
        assert scores[name].mean() >= 80.0


def test_styles_do_what_their_descriptions_say():
    """What has left the mat, and what lies on the board at the end; docs/reference/brass-agents.md has 600 games."""
    game = magnate.load("brass", players=4)
    used, dear_sold = {}, {}
    for name in ("planner", *STYLES):
        states = game.play_many(name, range(100)).states
        used[name] = dict(zip(INDUSTRY_NAMES, states["taken"][:, :4].mean((0, 1)), strict=True))
        flipped = states["flipped"][:, None] >> np.arange(states["tile"].shape[1]) & 1
        dear = [tile.index for tile in TILES if INDUSTRY_NAMES[tile.industry] == "pottery" and tile.level >= 3]
        dear_sold[name] = (np.isin(states["tile"], dear) & (flipped == 1)).sum() / 400
    plain = used["planner"]
    beer, coal, pottery = (used[f"planner:{name}"] for name in ("canal_beer", "coal_rail", "pottery"))
    assert beer["brewery"] > plain["brewery"] + 0.4
    assert beer["cotton"] > 1.0 > plain["cotton"] + 0.5
    assert beer["manufacturer"] < plain["manufacturer"] - 0.5
    assert plain["coal"] + 0.1 < coal["coal"] < plain["coal"] + 1
    assert pottery["pottery"] > plain["pottery"] + 0.1
    assert pottery["manufacturer"] < plain["manufacturer"]
    assert max(dear_sold.values()) < 0.15


def test_the_page_has_the_parameters_as_they_are():
    page = (Path(__file__).parents[3] / "docs/reference/brass-agents.md").read_text("utf-8")
    table = on_page_markdown(page).split("\n## Parameters")[1].split("\n\n")[1]
    wanted = [
        f"| `{one.name}` | {one.about} | {one.least:g} to {one.most:g} | {one.default:g} |"
        for one in PARAMETERS["planner"]
    ]
    assert table.splitlines()[2:] == wanted
