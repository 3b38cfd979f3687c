"""Positions beside the kernels: the same states and histories, whoever plays them, in however many threads."""

import pickle
import random
import threading
import tracemalloc

import numpy as np
import pytest

import magnate
from magnate.agents import resolve_all
from magnate.core.game import Game, Position, Record
from magnate.core.loader import kernel
from magnate.core.players import Players, params_of
from magnate.core.position import CHAPTER
from magnate.core.run import Run
from magnate.runtime.compiler import build
from magnate.runtime.layout import copied, fields_of

GAMES = ["tictactoe", "pig", "connect_four", "kuhn", "bearoff", "random_tree", "monopoly", "brass"]
STEPS = 400


def traced(game: Game, seed: int) -> tuple[list[int], list[bytes]]:
    """The steps of a random game in the kernels, and the bytes of the state after each."""
    record = kernel("tests.selfcheck", game.rules, game.guide).record
    build([record])
    history, taken = np.zeros(STEPS, game.rules.STATE), np.zeros(STEPS, np.int64)
    rows = params_of(resolve_all(game.name, game.players, "random"))[:1]
    run = Run.of(game, [seed], np.zeros((1, game.players), np.int64), rows)
    made = record(run.buffers(), history, taken)
    return taken[:made].tolist(), [history[k].tobytes() for k in range(made)]


@pytest.mark.parametrize("name", GAMES)
def test_positions_play_what_the_kernels_play(name: str) -> None:
    game = magnate.load(name)
    for seed in range(3):
        steps, states = traced(game, seed)
        explicit, drawn = game.new(), game.new(seed=seed)
        for number, step in enumerate(steps, 1):
            if explicit.to_move >= 0:
                assert explicit.legal_ids() == [action.id for action in drawn.legal()]
                assert step in explicit.legal_ids()
                drawn.apply(step)
            explicit.apply(step)
            assert explicit.states().tobytes() == states[number - 1]
            if explicit.to_move != magnate.CHANCE:
                assert drawn == explicit
                assert drawn.streams()["count"].tolist() == explicit.streams()["count"].tolist()
        assert explicit.history == tuple(steps)
        assert drawn.history[: len(steps)] == tuple(steps)
        assert explicit.steps == len(steps)


def one_by_one(game: Game, agents: str, seed: int, limit: int, start: dict | None = None) -> Record:
    """The record of a game in which every decision is asked for and taken on its own."""
    table = Players(game, resolve_all(game.name, game.players, agents))
    position = game.new(seed) if start is None else game.setup(start, seed)
    decisions = 0
    while not position.is_over and decisions < limit:
        position.apply(table.choose(position))
        decisions += 1
    return position.record(agents=table.names)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_the_driver_has_the_record_of_one_that_is_played_step_by_step(name: str) -> None:
    game = magnate.load(name)
    for agent in game.agent_names():
        for seed, limit in ((0, 0), (1, 1), (2, 150), (3, 700)):
            record = game.play(agent, seed, limit=limit)
            assert record.to_json() == one_by_one(game, agent, seed, limit).to_json()
    start = game.play("random", 4).replay(2).to_setup()
    record = game.play("random", 5, start=start, limit=200)
    assert record.to_json() == one_by_one(game, "random", 5, 200, start).to_json()
    assert record.verify().steps == len(record.actions)


@pytest.mark.parametrize("name", ["pig", "monopoly"])
def test_copies_are_independent_at_any_length_of_the_history(name: str) -> None:
    game, dice = magnate.load(name, **({"target": 1000} if name == "pig" else {})), random.Random(2)
    position, kept = game.new(seed=5), []
    while position.steps < 4 * CHAPTER:
        if dice.random() < 0.2:
            kept.append((position.copy(), position.history, position.states().tobytes(), position.streams().tobytes()))
        position.apply(dice.choice(position.legal()))
    for copy, history, states, streams in kept:
        of_copy = copy.copy().events
        tried = copy.copy()
        while not tried.is_over and tried.steps < copy.steps + CHAPTER + 9:
            tried.apply(dice.choice(tried.legal()))
        assert (copy.history, copy.states().tobytes(), copy.streams().tobytes()) == (history, states, streams)
        assert copy.events == of_copy
        assert tried.history[: copy.steps] == history
        assert position.history[: copy.steps] == history
        assert len(tried.history) == tried.steps


def test_threads_play_positions_of_one_game_at_once() -> None:
    game = magnate.load("pig")

    def played(seed: int) -> tuple[int, ...]:
        dice, position = random.Random(seed), game.new(seed=seed)
        while not position.is_over:
            position.apply(dice.choice(position.legal()))
        return position.history

    alone = [played(seed) for seed in range(40)]
    together: dict[int, tuple[int, ...]] = {}

    def some(seeds: range) -> None:
        together.update({seed: played(seed) for seed in seeds})

    threads = [threading.Thread(target=some, args=(range(first, 40, 8),)) for first in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[seed] for seed in range(40)] == alone


def test_however_much_chance_follows_one_decision_all_of_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = magnate.load("brass").new(seed=3)
    monkeypatch.setattr("magnate.core.base_game.LEAST_ROOM", 1)
    game = magnate.load("brass")
    monkeypatch.setattr(type(game), "new_room", _tight_room)
    assert game.new(seed=3).history == whole.history
    assert len(whole.history) > 20


def _tight_room(game: Game) -> tuple[np.ndarray, memoryview]:
    """The least room that there may be."""
    room = np.zeros((3, 2 * max(game.info.max_legal, game.info.max_outcomes)), np.int64)
    return room, memoryview(room[0])


def test_an_action_tells_of_the_state_that_offered_it() -> None:
    position = magnate.load("kuhn").setup({"cards": ["king", "jack"]})
    early, late = position.legal(), position.copy().legal()
    said = [action.text for action in early]
    position.apply(early[1])
    assert [action.text for action in late] == said != [action.text for action in position.legal()]
    assert early == late
    assert pickle.loads(pickle.dumps(late[0])) == early[0]  # noqa: S301 - our own
    with pytest.raises(AttributeError, match="'Action' object has no attribute 'cost'"):
        _ = early[0].cost
    with pytest.raises(AttributeError, match="cannot assign"):
        early[0].text = "nothing"
    early[0].facets["kind"] = "mine"
    assert late[0].facets["kind"] != "mine"


@pytest.mark.parametrize("name", GAMES)
def test_fields_are_the_numbers_of_the_record(name: str) -> None:
    position = magnate.load(name).play("random", 1, limit=40).replay()
    state = position.state
    fields = fields_of(state)
    assert list(fields) == list(state.dtype.names)
    for field, value in fields.items():
        if state.dtype[field].names is None:
            assert np.array_equal(np.array(value), state[field])
        else:
            assert list(value) == list(state.dtype[field].names)
    other = copied(position.states())
    other.view(np.uint8)[0] ^= 1
    assert position.states().tobytes() == state.tobytes() != other.tobytes()


def test_a_position_is_small() -> None:
    game, dice = magnate.load("monopoly", players=4), random.Random(1)
    position = game.new(seed=1)
    while position.steps < 500:
        position.apply(dice.choice(position.legal_ids()))
    tracemalloc.start()
    copies: list[Position] = [position.copy() for _ in range(100)]
    size = tracemalloc.get_traced_memory()[0] / len(copies)
    tracemalloc.stop()
    assert size < 3_000  # a state of 756 bytes, streams of 296, and the latest steps; the past is shared
