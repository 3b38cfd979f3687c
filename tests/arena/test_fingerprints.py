"""Fingerprints: what code does, whatever it looks like and however it is run."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly import guide
from magnate.arena import fingerprints
from magnate.arena.fingerprints import compared, fingerprints_of, game_fingerprint, played_by, run_of, set_up_states
from magnate.arena.plan import Plan, make_plan
from magnate.core.run import params_row
from magnate.games import monopoly, pig
from magnate.runtime.interpreter import interpret

from .mutations import Mutation, mutated

INTERPRETED = (interpret("magnate.games.monopoly.rules"), interpret("magnate.agents.monopoly.guide"))
PACKAGE = Path(magnate.__file__).parent


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path, monkeypatch):
    """A folder without fingerprints."""
    monkeypatch.setattr(fingerprints, "root", lambda: tmp_path)


def plan_of(*agents, game="pig", **options):
    loaded = magnate.load(game, **options)
    return make_plan(loaded, list(agents), 12)


@pytest.mark.parametrize(("name", "players"), [("pig", 3), ("monopoly", 2)])
def test_it_is_the_same_by_either_driver(name, players):
    game = magnate.load(name, players=players)
    assert game_fingerprint(game) == game_fingerprint(game, batched=True)


def test_it_is_the_same_on_every_machine():
    """Only other rules of Pig, another engine or another way to take fingerprints may change these lines."""
    assert game_fingerprint(magnate.load("pig")) == {
        "game": "1:e6cd7c78e83bf18cf0d755bcdcc401ad",
        "columns": {"turns": "b6c125f0883ae0a2", "score": "39a121e46cdbfc0f"},
    }


def test_an_agents_is_the_same_by_either_driver():
    game = magnate.load("monopoly", players=2)
    found = {fingerprints._agent(game, "baseline", batched) for batched in (False, True)}
    assert len(found | {fingerprints._agent(game, "strategic", False)}) == 2


@pytest.mark.parametrize(("name", "rounds"), [("pig", 40), ("monopoly", 25)])
def test_it_is_the_same_compiled_and_interpreted(name, rounds):
    game = magnate.load(name, players=2)
    states = np.concatenate([game.start_states(3), set_up_states(game)])
    seats, row = np.zeros((len(states), 2), np.int64), np.array([params_row(0)])
    found = []
    for rules in (game.rules, interpret(game.rules.__name__)):
        hashed = hashlib.blake2b()
        results = played_by(run_of(game, states, seats, row, rules), hashed, rounds=rounds)
        found.append((hashed.hexdigest(), results.states.tobytes()))
    assert found[0] == found[1]


def of_agent(spec, rules, guide, rounds=30):
    """What a fingerprint takes of an agent of Monopoly that plays against a random one."""
    game = magnate.load("monopoly", players=2)
    states, hashed = set_up_states(game), hashlib.blake2b()
    seats = np.arange(len(states))[:, None] // 2 + np.arange(2)
    rows = np.array([params_row(0), np.array(resolve("monopoly", spec).row)])
    played_by(run_of(game, states, seats % 2, rows, rules, guide), hashed, rounds=rounds)
    return hashed.hexdigest()


@pytest.mark.parametrize("spec", ["baseline", "strategic"])
def test_an_agents_is_the_same_compiled_and_interpreted(spec):
    assert of_agent(spec, monopoly.rules, guide) == of_agent(spec, *INTERPRETED)


@pytest.mark.parametrize(
    ("spec", "mutation"),
    [
        ("baseline", Mutation("what it keeps", "baseline", "if g.cash[p] - PRICE[d] >= params[RESERVE]:", "if False:")),
        ("baseline", Mutation("even groups", "baseline", "if r < GOOD_LEVEL:", "if r < 0:")),
        ("algorithmic", Mutation("useful deeds", "algorithmic", "score(g, p, d) >= params[BUY_SCORE]", "False")),
        ("strategic", Mutation("wanted deeds", "strategic", " >= ratio * PRICE[d]", " < ratio * PRICE[d]")),
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_another_agent_is_noticed(spec, mutation):
    usual = of_agent(spec, *INTERPRETED, rounds=120)
    with mutated("agents.monopoly", mutation):
        assert of_agent(spec, *INTERPRETED, rounds=120) != usual


def test_options_and_players_and_agents_have_their_own():
    plans = [
        plan_of("random", "random"),
        plan_of("random", "random", target=20),
        plan_of("random", "random", "random", players=3),
    ]
    found = [fingerprints_of(plan) for plan in plans]
    assert len({one.game for one in found}) == 3
    assert found[0].agents[0] == found[0].agents[1]
    first = plan_of("baseline", "baseline:reserve=150", "baseline:reserve=151", "strategic", game="monopoly")
    agents = fingerprints_of(first).agents
    assert agents[0] == agents[1]
    assert len(set(agents)) == 3


def test_the_set_ups_are_possible_by_the_official_rules():
    names = json.loads((Path(monopoly.__file__).parent / fingerprints.SETUPS).read_text())
    assert len(set_up_states(magnate.load("monopoly", players=4))) == len(names) - 1  # without a pot on Free Parking
    assert len(set_up_states(magnate.load("monopoly", players=4, free_parking_pot=True))) == len(names)


def test_a_new_number_that_is_kept_changes_no_fingerprint(monkeypatch):
    plan = plan_of("random", "random")
    was = fingerprints_of(plan)
    facts = pig.FACTS

    def more(results):
        return {**facts.collect(results), "luck": results.chances}

    wider = replace(facts, game=(("luck", "i4"), *facts.game), collect=more)
    monkeypatch.setattr(pig, "GAME", replace(pig.GAME, results=wider))
    now = game_fingerprint(plan.load_game())
    assert now["game"] == was.game
    assert {name: now["columns"][name] for name in was.columns} == was.columns
    assert now["columns"].keys() - was.columns.keys() == {"luck"}


def test_what_is_known_is_not_played_again(monkeypatch, tmp_path):
    plan, calls = plan_of("random", "random"), []
    found = fingerprints_of(plan, lambda done, total: calls.append((done, total)))
    assert calls == [(0, 2), (1, 2), (1, 2), (2, 2)]
    monkeypatch.setattr(fingerprints, "rounds_of", None)  # nothing can be played
    assert fingerprints_of(plan, lambda *_: calls.clear()) == found
    assert calls
    (tmp_path / "fingerprints.json").write_text("no JSON")
    with pytest.raises(TypeError):
        fingerprints_of(plan)


def test_a_cache_that_cannot_be_written_costs_only_time(monkeypatch, tmp_path):
    plan = plan_of("random", "random")
    (tmp_path / "a file").write_text("")
    monkeypatch.setattr(fingerprints, "root", lambda: tmp_path / "a file")
    assert fingerprints_of(plan) == fingerprints_of(plan)


def test_an_agent_that_searches_is_asked_and_one_with_a_time_is_its_sources():
    plan = plan_of("minimax:depth=2", "minimax:depth=1", "mcts:time=10ms", "random", game="tictactoe")
    deep, shallow, timed, _ = fingerprints_of(plan).agents
    assert len({deep, shallow}) == 2
    assert timed.startswith("sources:")
    assert not deep.startswith("sources:")


def test_a_users_agent_is_its_sources():
    plan = plan_of("tests.data.stored.players:First", "random", target=20)
    assert fingerprints_of(plan).agents[0].startswith("sources:")


# ------------------------------------------------------------------------------------------------- What has changed


@pytest.fixture
def other_sources(monkeypatch):
    """Sources of engine, rules and agents that look otherwise, as if a function had been renamed."""

    def change(*names):
        for name in names:
            real = getattr(fingerprints, name)
            for module in ("plan", "fingerprints"):
                monkeypatch.setattr(f"magnate.arena.{module}.{name}", lambda *a, real=real: f"other{real(*a)}")

    return change


def with_fingerprints(plan: Plan) -> Plan:
    return plan.with_code(fingerprints_of(plan))


def test_the_same_sources_are_not_compared(monkeypatch):
    plan = plan_of("random", "random")
    monkeypatch.setattr(fingerprints, "fingerprints_of", None)
    assert compared(plan) == fingerprints.Comparison()


def test_other_sources_that_do_the_same_have_not_changed(other_sources):
    plan = with_fingerprints(plan_of("random", "random"))
    other_sources("engine_digest", "rules_digest", "agent_digest")
    assert len(plan.changes()) == 3
    assert compared(plan) == fingerprints.Comparison()


def test_other_rules_are_named(other_sources):
    plan = with_fingerprints(plan_of("random", "random"))
    kept = plan.fingerprints
    other_sources("rules_digest")
    changed = plan.model_copy(update={"fingerprints": kept.model_copy(update={"game": f"{kept.game}x"})})
    assert compared(changed).changed == ("the rules of pig",)
    turns = kept.model_copy(update={"columns": {**kept.columns, "turns": "x"}})
    assert compared(plan.model_copy(update={"fingerprints": turns})).changed == ("the rules of pig",)
    fewer = kept.model_copy(update={"columns": {"gone": "x"}})
    assert compared(plan.model_copy(update={"fingerprints": fewer})).changed == ()


def test_another_agent_is_named(other_sources):
    plan = with_fingerprints(plan_of("baseline", "strategic", game="monopoly"))
    kept = plan.fingerprints
    other_sources("agent_digest")
    changed = kept.model_copy(update={"agents": (kept.agents[0], kept.agents[0])})
    assert compared(plan.model_copy(update={"fingerprints": changed})).changed == ("the agent strategic",)


def test_without_fingerprints_nobody_knows(other_sources):
    plan = plan_of("random", "mcts:time=10ms", "tests.data.stored.players:First")
    other_sources("engine_digest", "agent_digest")
    found = compared(plan)
    assert found.unsure == ("the engine", "the agent random")
    assert found.changed == ("the agent mcts:time=10ms", "the agent tests.data.stored.players:First")


def test_fingerprints_of_another_kind_are_not_compared(other_sources):
    plan = with_fingerprints(plan_of("random", "random"))
    earlier = plan.fingerprints.model_copy(update={"game": "0:1234"})
    other_sources("engine_digest")
    assert compared(plan.model_copy(update={"fingerprints": earlier})).unsure == ("the engine",)


def test_another_engine_may_show_a_users_agent_something_else(other_sources):
    plan = with_fingerprints(plan_of("random", "tests.data.stored.players:First"))
    other_sources("engine_digest")
    assert compared(plan) == fingerprints.Comparison((), ("the engine",))


# ------------------------------------------------------------------------------------------------------ Other names

RENAMED = {"give_estate": "hand_over", "collect_rent": "take_the_rent", "charge_rent": "ask_for_rent"}
PLAY = """
import hashlib, magnate, numpy as np
from magnate.arena.plan import rules_digest
from magnate.arena.fingerprints import played_by, run_of, set_up_states
from magnate.core.run import params_row
from magnate.runtime.interpreter import interpret
game, hashed = magnate.load("monopoly", players=2), hashlib.blake2b()
states = set_up_states(game)
seats, row = np.zeros((len(states), 2), np.int64), np.array([params_row(0)])
played_by(run_of(game, states, seats, row, interpret(game.rules.__name__)), hashed, rounds=12)
print(hashed.hexdigest(), rules_digest("monopoly"))
"""


def test_renamed_functions_leave_it_as_it_is(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "magnate", ignore=shutil.ignore_patterns("__pycache__", "static", "*.npz"))
    rules = tmp_path / "magnate" / "games" / "monopoly"
    for file in rules.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        for old, new in RENAMED.items():
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    found = [
        subprocess.run(
            [sys.executable, "-c", PLAY],
            env={**os.environ, "PYTHONPATH": str(where)},
            capture_output=True,
            text=True,
            check=True,
        )
        for where in (PACKAGE.parent, tmp_path)
    ]
    (was, source), (now, other) = (one.stdout.split() for one in found)
    assert was == now
    assert source != other
