"""A game that begins before its rules are compiled: interpreted entries do what the compiled ones do."""

import threading

import pytest
from numba.core.compiler_lock import global_compiler_lock

import magnate
from magnate.agents import resolve_all
from magnate.core import base_game, interpreted_entries, run
from magnate.core import game as whole_games
from magnate.core.players import Players


def played(name, agents, seed, *, interpret=False):
    """A whole game, one decision at a time, and what every position says of itself."""
    made = magnate.load(name, players=len(agents))
    made.interpret(interpret)
    table, position, seen = Players(made, resolve_all(name, len(agents), agents)), made.new(seed), []
    while not position.is_over:
        seat = position.to_move
        shown = position.shown_to(seat, 5) if made.info.hidden else position
        seen.append((position.legal_ids(), position.key, position.score(), shown.states().tobytes()))
        position.apply(table.choose(position))
    return seen, position.result(), position.record(agents=agents).actions


@pytest.mark.parametrize(
    ("name", "agents"),
    [
        ("tictactoe", ["random", "random"]),
        ("pig", ["random", "random"]),
        ("kuhn", ["random", "random"]),
        ("monopoly", ["strategic", "algorithmic", "baseline"]),
        ("brass", ["planner", "random"]),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_game_without_compiled_rules_is_the_same_game(name, agents, monkeypatch):
    compiled = played(name, agents, 11)
    monkeypatch.setattr(base_game, "at_hand", lambda _entry: False)  # as if nothing was compiled

    def refuse(entries, _progress):
        assert not list(entries), "nothing is compiled"

    monkeypatch.setattr(base_game, "build_with_progress", refuse)
    assert played(name, agents, 11, interpret=True) == compiled


def test_the_first_game_in_python_is_interpreted_and_the_second_compiled(monkeypatch):
    playing = magnate.load("pig", players=3)
    usual = playing.play("random", seed=4), playing.play("random", seed=4, limit=5)
    with monkeypatch.context() as patch:
        patch.setattr(whole_games, "_PLAYED", set())
        patch.setattr(run, "missing", list)
        patch.setattr(base_game, "at_hand", lambda _entry: False)
        patch.setattr(run, "build_with_progress", None)  # nothing is compiled
        fresh = magnate.load("pig", players=3)
        assert fresh.play("random", seed=4) == usual[0]
        assert not fresh.interpreted
        whole_games._PLAYED.clear()
        assert fresh.play("random", seed=4, limit=5) == usual[1]
        again = []
        patch.setattr(whole_games.Game, "_played", lambda *asked: again.append(asked))
        fresh.play("random", seed=4)
        assert len(again) == 1


def test_what_is_compiled_is_used():
    magnate.load("tictactoe").entry("position_kernel", "why")
    game = magnate.load("tictactoe")
    game.interpret()
    assert game.entry("position_kernel", "why").overloads


def test_what_was_compiled_meanwhile_is_used_when_it_is_said_again(monkeypatch):
    magnate.load("pig").new(1)
    game = magnate.load("pig")
    with monkeypatch.context() as patch:
        patch.setattr(base_game, "at_hand", lambda _entry: False)
        game.interpret()
        position = game.new(1)
        position.apply("roll")
        assert not hasattr(game.move, "overloads")
    game.interpret()
    assert game.move.overloads
    assert position.apply("roll").key == game.new(1).apply("roll").apply("roll").key


def test_nothing_is_loaded_while_another_thread_compiles(monkeypatch):
    """It would wait for the whole kernel, and with it the loop of a server."""
    monkeypatch.setattr(interpreted_entries, "missing", lambda _entries: [])
    compiled = magnate.load("tictactoe").entry("position_kernel", "why")
    kept = type("Entry", (), {"signatures": ()})
    begun, ended = threading.Event(), threading.Event()

    def compiles():
        with global_compiler_lock:
            begun.set()
            ended.wait(60)

    thread = threading.Thread(target=compiles)
    thread.start()
    begun.wait(60)
    try:
        assert interpreted_entries.at_hand(compiled)
        assert not interpreted_entries.at_hand(kept)
    finally:
        ended.set()
        thread.join()
    assert interpreted_entries.at_hand(kept)
