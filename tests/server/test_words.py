"""The pages have words, in every language, for whatever the server may answer."""

import json
from dataclasses import replace

import pytest

from magnate import errors
from magnate.analysis import protocol  # its error counts, whatever test ran before
from magnate.core.dice import KeyedDice
from magnate.messages import LANGUAGES, Message
from magnate.server.http_json import FIXED, Forbidden, TooMany, problem
from magnate.server.records import Played, verified
from magnate.server.table import Table

from ..wording import gaps, words
from .live import begun, game_of

NOT_AT_TABLES = (
    "bad_plan",  # of tournaments that are being begun
    "bad_query",  # of `magnate analysis`
    "bad_strategic_game",
    "bad_training",
    "bad_tuning",
    "checkpoint_mismatch",
    "cluster_failed",
    "cluster_refused",
    "cluster_unreachable",
    "game_too_large",
    "missing_file",
    "plan_changed",
    "save_failed",
    "worker_lost",
)
"""Codes of errors that no request can bring about."""


def subclasses(kind):
    for one in kind.__subclasses__():
        if one.__module__.startswith("magnate."):
            yield one
            yield from subclasses(one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_words(language):
    assert {Forbidden, TooMany, errors.BadAgent, protocol.FieldError} <= set(subclasses(errors.MagnateError))
    codes = {one.code for one in subclasses(errors.MagnateError)} | {*FIXED, "malformed", "error"}
    assert codes >= set(NOT_AT_TABLES)
    missing = {f"problem.{code}" for code in codes - set(NOT_AT_TABLES)} - words(language, "ui").keys()
    assert not missing


def test_problems_have_the_names_of_the_skin(monkeypatch):
    monkeypatch.setenv("MAGNATE_SKIN", "plain")
    told = json.loads(bytes(problem(422, "bad_setup", "Boardwalk has no house", "mend stone.toml").body))["error"]
    assert told == {"code": "bad_setup", "message": "Yew Street has no house", "hint": "mend stone.toml"}


def finished(seed=7, dice=None) -> Table:
    at, _ = begun(game_of("pig", 2), seed=seed, dice=dice)
    while not at.over:
        at.make(at.plan_move(at.position.to_move, [at.position.name_of(at.position.legal_ids()[-1])], "c1"))
    return at


def test_every_check_of_a_game_has_words():
    at = finished()
    seedless = finished()
    seedless.config = replace(seedless.config, dice=None)
    wrong = finished()
    wrong.config = replace(wrong.config, dice=replace(wrong.config.dice, seed=8))
    keyed, unkept = finished(dice=KeyedDice.of("5e" * 32)), finished(dice=KeyedDice("5e" * 32, "00" * 32))
    tables = (at, seedless, wrong, keyed, unkept)
    checks = {check["found"]["k"]: check for one in tables for check in verified(Played.of(one))["checks"]}
    known = {f"table.{key}" for key in words("en", "table")}
    assert checks.keys() == {key for key in known if key.startswith("table.check.")}
    for check in checks.values():
        assert not gaps(Message.from_json(check["found"]))
