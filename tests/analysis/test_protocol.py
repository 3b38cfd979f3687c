"""JSON lines: each step of a query gets one final answer, errors name the field, and nothing ends the program early."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from importlib import resources

import jsonschema
import pytest

import magnate
from magnate.analysis import chances
from magnate.analysis.protocol import ANSWER, KINDS, THREAD, Engine, schema
from magnate.analysis.protocol_answers import FINDERS
from magnate.analysis.review import review

PIG = {"game": "pig", "options": {"target": 20}}
STORED = json.loads(resources.files("magnate.analysis").joinpath("protocol.schema.json").read_text())
HALF = r'{"id":"a","position":{"game":"\ud800"}}'
"""Half a sign, which JSON allows and no output can have."""
VALIDATOR = jsonschema.Draft202012Validator(STORED)


def answers_to(*lines):
    """What the program answers to these lines; each answer fits the schema."""
    said = []
    engine = Engine(said.append)
    for line in lines:
        engine.hear(line if isinstance(line, str) else json.dumps(line))
    engine.close()
    engine.work()
    for one in said:
        VALIDATOR.validate(one)
        ANSWER.validate_python(one)
    return said


def played(game="pig", seed=3, **options):
    return json.loads(magnate.load(game, **options).play("random", seed=seed).to_json())


def meaning(part):
    """A part of a schema without what only some versions of Pydantic write, and which says nothing."""
    if isinstance(part, list):
        return [meaning(one) for one in part]
    if not isinstance(part, dict):
        return part
    silent = {"additionalProperties": True} | ({"enum": [part["const"]]} if "const" in part else {})
    return {name: meaning(one) for name, one in part.items() if silent.get(name) != one}


def test_the_schema_that_is_shipped_is_that_of_the_program():
    assert meaning(schema()) == meaning(STORED)
    jsonschema.Draft202012Validator.check_schema(STORED)


def test_values_are_the_chances_of_each_step_and_each_has_one_final_answer():
    record = played(target=20)
    found = answers_to({"id": "a", "record": record, "at": [0, 2, 5], "kind": "value"})
    assert [(one["id"], one["at"], one["final"]) for one in found] == [("a", at, True) for at in (0, 2, 5)]
    positions = list(magnate.Record.from_json(json.dumps(record)).positions())
    for one in found:
        assert one["values"] == list(chances(positions[one["at"]]).shares)
        assert one["source"] == "exact"
        assert one["se"] == [0.0, 0.0]
        assert one["to_move"] == positions[one["at"]].to_move


def test_names_of_the_skin_are_read_and_shown_but_ids_stay(monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    players = [{"cash": 100, "square": 0, "deeds": ["yew-street"]}, {"cash": 100, "square": 0}]
    position = {"game": "monopoly", "setup": {"players": players}}
    (one,) = answers_to({"id": "stone", "position": position, "moves": ["mortgage:olive-street"]})
    assert one["id"] == "stone"
    assert "boardwalk" not in str(one)
    assert "mortgage:olive-street" in one["error"]


def test_without_a_step_the_last_one_is_meant():
    record = played(target=20)
    (one,) = answers_to({"id": "a", "record": record})
    assert one["at"] == len(record["steps"]) if "steps" in record else one["at"] > 0
    assert sorted(one["values"]) == [0.0, 1.0]


def test_moves_are_valued_the_best_first():
    position = {**PIG, "setup": {"points": [5, 9], "total": 8}}
    (one,) = answers_to({"id": "m", "position": position, "moves": ["hold", ["roll"]]})
    assert {tuple(move["names"]) for move in one["moves"]} == {("hold",), ("roll",)}
    best, other = one["moves"]
    assert (best["order"], other["order"], best["delta"]) == (0, 1, 0.0)
    assert other["delta"] == other["values"][0] - best["values"][0] <= 0


def test_a_search_tells_visits_and_no_chances():
    query = {"id": "s", "position": PIG, "kind": "search", "agent": "mcts:sims=40", "seed": 7}
    first, again = answers_to(query, {**query, "id": "t"})
    assert first["values"] is None
    assert first["result"]["action"] == "roll"
    assert sum(move["visits"] for move in first["moves"]) > 0
    assert {**again, "id": "s"} == first


def test_a_field_that_is_wrong_is_named():
    record = played(target=20)
    cases = [
        ({"id": "1", "record": record, "at": 10_000}, "at"),
        ({"id": "1"}, "record"),
        ({"id": "1", "record": record, "position": PIG}, "record"),
        ({"id": "1", "position": {"game": "chess"}}, "position"),
        ({"id": "1", "position": {**PIG, "setup": {"points": "many"}}}, "position"),
        ({"id": "1", "record": {"kind": "no record"}}, "record"),
        ({"id": "1", "position": PIG, "moves": ["fly"]}, "moves.0"),
        ({"id": "1", "position": PIG, "seed": -1}, "seed"),
        ({"id": "1", "record": record, "at": -1}, "at"),
        ({"id": "1", "position": PIG, "kind": "magic"}, "kind"),
        ({"id": "1", "position": PIG, "agents": ["random", "random"]}, "agents"),
        ({"id": "1", "action": "terminate"}, "terminate_id"),
        ({"id": 1, "position": PIG}, "id"),
    ]
    for query, name in cases:
        (one,) = answers_to(query)
        assert one["error"]
        assert one["field"] == name, query
        assert one.get("id") == (query["id"] if isinstance(query["id"], str) else None)


@pytest.mark.parametrize("line", ["{", "[]", "17", '"a"', "nonsense", "[" * 100_000, HALF])
def test_a_line_that_is_no_object_is_an_error_and_the_next_one_is_answered(line):
    broken, fine = answers_to(line, {"id": "b", "position": PIG})
    assert "error" in broken
    assert fine["id"] == "b"


def test_an_unknown_field_is_told_and_the_query_is_answered():
    warned, found = answers_to({"id": "a", "position": PIG, "colour": "red"})
    assert (warned["field"], warned["id"]) == ("colour", "a")
    assert found["final"]
    warned, found = answers_to(r'{"id":"a","position":{"game":"pig"},"\ud800":1}')
    assert (warned["field"], found["final"]) == ("?", True)


def test_the_highest_priority_is_answered_first():
    found = answers_to(*({"id": str(p), "position": PIG, "priority": p, "seed": p} for p in (0, 2, 1)))
    assert [one["id"] for one in found] == ["2", "1", "0"]


def test_what_is_ended_has_no_results():
    said = answers_to(
        {"id": "a", "position": PIG},
        {"id": "b", "position": PIG},
        {"id": "t", "action": "terminate", "terminate_id": "a"},
    )
    assert said[0] == {"id": "a", "at": 0, "final": True, "noResults": True}
    assert said[1] == {"id": "t", "action": "terminate", "terminate_id": "a"}
    assert (said[2]["id"], said[2]["final"]) == ("b", True)
    said = answers_to(*({"id": name, "position": PIG} for name in "abc"), {"id": "t", "action": "terminate_all"})
    assert [one.get("noResults") for one in said] == [True, True, True, None]


def test_actions_are_answered_at_once():
    said = answers_to({"id": "a", "position": PIG}, {"id": "v", "action": "query_version"})
    assert said[0]["id"] == "v"
    assert said[0]["version"]
    said = answers_to({"id": "a", "position": PIG}, {"id": "c", "action": "clear_cache"}, {"id": "b", "position": PIG})
    assert {one["id"] for one in said} == {"a", "b", "c"}


def test_what_a_seat_cannot_know_changes_nothing_in_what_it_is_told():
    game = magnate.load("kuhn")
    position = game.new(seed=3)
    seen = {}
    for key in range(8):
        hand = position.shown_to(0, key)
        setup = hand.to_setup()
        query = {"id": "k", "position": {"game": "kuhn", "setup": setup}, "seat": 0, "moves": ["pass", "bet"]}
        seen[hand.states().tobytes()] = answers_to(query)
    assert len(seen) > 1
    assert len({json.dumps(one, sort_keys=True) for one in seen.values()}) == 1


def test_a_program_asks_dozens_of_questions_and_ends_the_input():
    """As a client does: over a pipe, with broken lines among the queries."""
    record = played(target=20)
    steps = len(list(magnate.Record.from_json(json.dumps(record)).positions()))
    lines = [json.dumps({"id": f"q{n}", "record": record, "at": n % steps, "seed": n}) for n in range(40)]
    lines[7:7] = ["{broken", "", json.dumps({"id": "v", "action": "query_version"})]
    lines.append(json.dumps({"id": "\ud800", "position": PIG}))
    lines.append(json.dumps({"id": "s", "position": PIG, "kind": "search", "agent": "mcts:sims=20"}))
    done = subprocess.run(
        [sys.executable, "-m", "magnate", "analysis"],
        input="\n".join(lines).encode().replace(b"{broken", b"{broken \xff"),
        capture_output=True,
        check=True,
        timeout=600,
    )
    said = [json.loads(line) for line in done.stdout.decode().splitlines()]
    for one in said:
        VALIDATOR.validate(one)
    final = {one["id"] for one in said if one.get("final")}
    assert final == {"s", "\ud800", *(f"q{n}" for n in range(40))}
    assert sum(one.get("final", False) for one in said) == 42
    assert sum("error" in one for one in said) == 1


def test_a_rollout_compares_moves_and_tells_partial_answers():
    position = {"game": "tictactoe", "setup": {"board": ["XX.", "OO.", "..."]}}
    query = {"id": "r", "position": position, "kind": "rollout", "moves": ["a3", "c1"], "budget": {"games": 144}}
    *partial, final = answers_to({**query, "seed": 3, "every": 1e-9, "agents": "random"})
    assert all(not one["final"] for one in partial)
    assert partial
    assert final["final"]
    best, other = final["moves"]
    assert (best["names"], best["values"], best["delta"]) == (["c1"], [1.0, 0.0], 0.0)
    assert other["delta"] < 0 < other["delta_se"]
    assert (final["policy"], final["seed"], final["source"]) == (["random", "random"], 3, "rollouts")
    assert final["games"] >= 144
    (one,) = answers_to({**query, "budget": {"games": 1}, "agents": "random"})
    assert (one["se"], one["moves"][1]["delta_se"]) == (None, None)
    json.dumps(one, allow_nan=False)


def test_a_review_is_that_of_the_command_and_a_set_up_has_none():
    record = played(target=20)
    (one,) = answers_to({"id": "r", "record": record, "kind": "review"})
    assert one["source"] == "review"
    assert one["result"] == json.loads(json.dumps(review(magnate.Record.from_json(json.dumps(record))).to_json()))
    (error,) = answers_to({"id": "r", "position": PIG, "kind": "review"})
    assert error["field"] == "record"


def test_a_trade_without_an_offer_names_the_field():
    (error,) = answers_to({"id": "t", "position": PIG, "kind": "trade"})
    assert error["field"] == "offer"


def test_a_trade_changes_nothing_in_sum():
    deeds = [["boardwalk", "baltic-avenue"], ["park-place", "mediterranean-avenue"], ["reading-railroad"]]
    setup = {"players": [{"deeds": one} for one in deeds]}
    position = {"game": "monopoly", "players": 3, "setup": setup}
    offer = {"to": 1, "give": ["Baltic Avenue"], "get": ["Mediterranean Avenue"]}
    (one,) = answers_to({"id": "t", "position": position, "kind": "trade", "offer": offer})
    assert abs(sum(one["result"]["change"])) < 1e-9
    assert one["result"]["terms"]["partner"] == 1
    assert one["result"]["rollouts"] is None
    played_on = {"id": "t", "position": position, "kind": "trade", "offer": offer, "budget": {"games": 36}}
    (one,) = answers_to(played_on)
    assert one["result"]["rollouts"]["games"] >= 36


def test_all_kinds_are_answered():
    assert set(KINDS) == {"value", "rollout", "search", "review", "trade"}


def test_what_the_values_are_is_named_truly():
    found = answers_to({"id": "k", "position": {"game": "kuhn"}}, {"id": "p", "position": PIG})
    assert [one["quantity"] for one in found] == ["share", "win"]


@pytest.mark.parametrize("kind", ["search", "review", "trade"])
def test_what_runs_is_ended_at_once_and_the_next_query_is_answered(kind, monkeypatch):
    begun, leave = threading.Event(), threading.Event()

    def endless(_job):
        begun.set()
        leave.wait()

    monkeypatch.setitem(FINDERS, kind, endless)
    said = answers_and_an_end({"id": "a", "position": PIG, "kind": kind}, begun, threading.Event())
    leave.set()
    assert [(one["id"], one.get("noResults")) for one in said if one["id"] != "t"] == [("a", True), ("b", None)]


def answers_and_an_end(query, begun, ended):
    """What is answered to a query ``a``, to one after it, and to the end of ``a`` once it has ``begun``."""
    said = []

    def lines():
        yield json.dumps(query)
        yield json.dumps({"id": "b", "position": PIG})
        begun.wait()
        yield json.dumps({"id": "t", "action": "terminate", "terminate_id": "a"})

    def write(one):
        said.append(one)
        if one["id"] == "t":
            ended.set()

    Engine(write).serve(lines())
    return said


def test_a_review_that_is_ended_stops_within_its_rollouts(monkeypatch):
    begun, ended, heard = threading.Event(), threading.Event(), []
    module = sys.modules["magnate.analysis.review"]
    whole = module.review

    def noted(record, *, progress, **more):
        def hears(what, done, total):
            heard.append(what)
            if what == "rollouts":
                begun.set()
                ended.wait()
            progress(what, done, total)

        return whole(record, progress=hears, **more)

    monkeypatch.setattr(module, "review", noted)
    query = {"id": "a", "record": played(target=20), "kind": "review", "agents": "random", "budget": {"games": 300}}
    said = answers_and_an_end(query, begun, ended)
    assert [(one["id"], one.get("noResults")) for one in said if one["id"] != "t"] == [("a", True), ("b", None)]
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join()
    assert heard == ["positions", "rollouts"]
