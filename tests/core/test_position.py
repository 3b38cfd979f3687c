"""The checked edge: positions that refuse what is illegal and stay as they were."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnate
from magnate.core.game import Position
from magnate.core.position import CHAPTER
from magnate.core.position_info import StateFacts
from magnate.errors import AgentFailed, BadAgent, BadSeed, BadValue, IllegalAction, NotFinished, UnknownAgent


def test_import_is_light() -> None:
    program = (
        "import sys, magnate, magnate.agents; magnate.game_names(); magnate.agent_names('pig');"
        "heavy = {'numpy', 'numba', 'pydantic', 'scipy', 'rich', 'safetensors', 'torch'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("chosen", "threads"),
    [
        ({}, ["1", "1", None]),
        ({"OPENBLAS_NUM_THREADS": "3"}, ["3", "1", None]),
        ({"OMP_NUM_THREADS": "2"}, [None, None, "2"]),
    ],
)
def test_linear_algebra_has_one_thread_unless_the_user_has_chosen(chosen: dict, threads: list) -> None:
    names = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
    program = f"import magnate, os; print([os.environ.get(name) for name in {names}])"
    bare = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env={**bare, **chosen}
    )
    assert done.stdout.strip() == str(threads)


def everything(position: Position) -> tuple:
    return position.states().tobytes(), position.streams().tobytes(), position.history, position.events


@pytest.mark.parametrize("wrong", ["a1", "z9", "", -1, 9, 0, True, None, 4.0, magnate.Outcome(1, "1", 1, 1)])
def test_an_illegal_action_changes_nothing_and_names_the_legal_ones(wrong: object) -> None:
    position = magnate.load("tictactoe").new().apply("a1").apply("b2")
    before = everything(position)
    with pytest.raises(IllegalAction) as error:
        position.apply(wrong)
    assert error.value.legal == ("b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert "legal: b1, c1, a2, c2, a3, b3, c3" in str(error.value)
    assert everything(position) == before


def test_a_long_list_of_legal_actions_is_cut_and_counted() -> None:
    position = magnate.load("pig", sides=15).new().apply("roll")
    with pytest.raises(IllegalAction, match=r"cannot happen here; legal: 1, 2, .*, 12 … \(15 in all\)"):
        position.apply(16)
    with pytest.raises(IllegalAction, match='"16" is no outcome here'):
        position.apply("16")


def test_an_action_is_an_id_a_name_or_an_object() -> None:
    game = magnate.load("tictactoe")
    positions = [game.new().apply(action) for action in (4, "b2", " B2 ", game.new().legal()[4])]
    assert all(position == positions[0] for position in positions)
    assert positions[0] != game.new()


def test_an_action_or_outcome_of_another_game_is_refused() -> None:
    """Their ids are legal here, their names are not."""
    pig, foreign = magnate.load("pig").new(), magnate.load("tictactoe").new().legal()[0]
    assert foreign.id == pig.legal()[0].id
    with pytest.raises(IllegalAction, match='"a1" is no action here; legal: roll'):
        pig.apply(foreign)
    pig.apply(magnate.load("pig", target=30).new().legal()[0])  # the same game with other options
    deal = magnate.load("kuhn").new().outcomes()[0]
    assert deal.id in [outcome.id for outcome in pig.outcomes()]
    with pytest.raises(IllegalAction, match=f'"{deal.name}" is no outcome here'):
        pig.apply(deal)
    assert pig.apply(pig.outcomes()[3]).steps == 2


def test_explain_is_empty_for_a_legal_action() -> None:
    position = magnate.load("tictactoe").new().apply("b2")
    assert position.explain("a1") == ""
    assert position.explain("b2") == "b2 is taken"
    assert position.explain("nonsense") == '"nonsense" is no action here'


def test_utility_waits_for_the_end() -> None:
    position = magnate.load("pig").new()
    assert position.result() is None
    with pytest.raises(NotFinished, match="not over"):
        position.utility()


def test_a_score_that_a_game_leaves_out_is_nobodys_from_before() -> None:
    """The rooms that the rules write to are used again."""
    winner = 0

    def inspect(_states: object, facts: np.ndarray, *room: np.ndarray) -> None:
        facts[:] = 0
        room[-1][winner] = 1.0

    game = SimpleNamespace(fact_rooms=[], info=magnate.load("tictactoe").info, players=2, entry=lambda *_: inspect)
    assert StateFacts(game, None).score == [1.0, 0.0]
    winner = 1
    assert StateFacts(game, None).score == [0.0, 1.0]


def test_without_a_seed_chance_is_explicit_and_with_one_it_is_drawn() -> None:
    game = magnate.load("pig")
    explicit, drawn = game.new().apply("roll"), game.new(seed=7).apply("roll")
    assert explicit.to_move == magnate.CHANCE
    assert drawn.to_move != magnate.CHANCE
    assert explicit.apply(explicit.drawn(7)) == drawn
    assert (explicit.seed, drawn.seed) == (None, 7)


def test_only_pending_chance_can_be_drawn() -> None:
    position = magnate.load("pig").new()
    with pytest.raises(IllegalAction, match=r"no chance is pending here.*; ask where to_move is CHANCE"):
        position.drawn(7)
    with pytest.raises(BadSeed):
        position.drawn("x")


@pytest.mark.parametrize("seed", [-1, 1 << 56, "7", 1.0, True])
def test_a_seed_is_a_number_of_56_bits(seed: object) -> None:
    with pytest.raises(BadSeed, match="0 to 2"):
        magnate.load("pig").new(seed=seed)


@pytest.mark.parametrize("seed", [None, -1, "7"])
def test_a_game_is_played_with_a_seed(seed: object) -> None:
    with pytest.raises(BadSeed, match="0 to 2"):
        magnate.load("pig").play("random", seed=seed)
    with pytest.raises(BadSeed, match="0 to 2"):
        magnate.load("pig").play_many("random", [1, seed])
    with pytest.raises(BadSeed, match=r"give one seed a game, for example range\(100\)"):
        magnate.load("pig").play_many("random", 100)


def test_seeds_may_be_numpys() -> None:
    game = magnate.load("pig")
    assert game.play("random", seed=np.int64(5)) == game.play("random", seed=5)


@pytest.mark.parametrize("threads", [0, -2, "2", 1.5, None, True])
def test_games_are_played_in_a_whole_number_of_threads(threads: object) -> None:
    with pytest.raises(BadValue, match="threads cannot be .*; give a whole number of at least 1"):
        magnate.load("pig").play_many("random", range(3), threads=threads)


@pytest.mark.parametrize("limit", [-1, "x", 2.0, 1 << 63])
def test_a_limit_is_a_whole_number(limit: object) -> None:
    with pytest.raises(BadValue, match="limit cannot be .*; give a whole number of at least 0"):
        magnate.load("pig").play("random", seed=1, limit=limit)
    with pytest.raises(BadValue, match="limit cannot be"):
        magnate.load("pig").play_many("random", range(3), limit=limit)
    assert magnate.load("pig").play("random", seed=1, limit=0).actions == ()


@given(st.integers(0, 2**56 - 1), st.lists(st.integers(0, 1), max_size=30), st.lists(st.integers(0, 1), max_size=10))
def test_a_copy_is_independent(seed: int, before: list[int], after: list[int]) -> None:
    def go(position: Position, choices: list[int]) -> None:
        for choice in choices:
            legal = position.legal()
            position.apply(legal[choice % len(legal)])

    position = magnate.load("pig").new(seed=seed)
    go(position, before)
    twin = position.copy()
    kept = everything(twin)
    go(position, after)
    assert everything(twin) == kept
    go(twin, after)
    assert everything(twin) == everything(position)


def test_the_state_is_a_read_only_copy() -> None:
    position = magnate.load("pig").new()
    state = position.state
    with pytest.raises(ValueError, match="read-only"):
        state["turns"] = 3
    position.apply("roll")
    assert (state["rolling"], position.state["rolling"]) == (0, 1)


def test_progress_is_told_and_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    magnate.load("pig", players=3).new()
    assert capfd.readouterr() == ("", "")


def test_progress_is_told_of_the_drivers_too(tmp_path: Path) -> None:
    """With an empty cache: single play, and play in batches, which a Python agent needs."""
    program = """
import magnate

class First:
    def act(self, positions):
        return [position.legal()[0] for position in positions]

told = []
game = magnate.load("tictactoe", progress=lambda done, total, name: told.append(name))
game.play_many("random", range(3))
assert {"new_games", "play"} < set(told) and told[-1] == "", told
told.clear()
game.play_many(["random", First()], range(3))
assert "advance" in told and told[-1] == "", told
told.clear()
game.play_many("random", range(3))
assert not told, told
"""
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "MAGNATE_CACHE": str(tmp_path)})


# -------------------------------------------------------------------------------------------- agents


def test_agents_are_named_by_spec_strings() -> None:
    game = magnate.load("tictactoe")
    assert "random" in game.agent_names()
    assert game.play("random", seed=1) == game.play(["random", "random"], seed=1)
    with pytest.raises(UnknownAgent, match='has no agent "randon"; did you mean "random"'):
        game.play("randon")
    with pytest.raises(BadAgent, match="3 agents for 2 seats"):
        game.play(["random"] * 3)
    with pytest.raises(BadAgent, match="is no agent"):
        game.play([1, 2])
    with pytest.raises(BadAgent, match='no parameter "depth"'):
        game.play("random:depth=3")


class Fixed:
    """Answers the same whatever it is asked."""

    def __init__(self, answers: object) -> None:
        self.answers = answers

    def act(self, positions: list[Position]) -> object:
        if isinstance(self.answers, Exception):
            raise self.answers
        return self.answers


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        (["z9"], 'the agent Fixed in seat 1: "z9" is no action here'),
        ([99], "99 is no action"),
        ([], "gave 0 answers to 1 positions"),
        ([0, 1], "gave 2 answers to 1 positions"),
        (None, "raised TypeError"),
        (RuntimeError("out of tea"), "raised RuntimeError: out of tea"),
    ],
)
def test_a_failing_agent_is_named(answers: object, complaint: str) -> None:
    with pytest.raises(AgentFailed, match=complaint):
        magnate.load("tictactoe").play(["random", Fixed(answers)], seed=1)


def test_the_dice_do_not_depend_on_the_agents() -> None:
    class Roll:
        """Never holds unless it must."""

        def act(self, positions: list[Position]) -> list[int]:
            return [position.legal()[0].id for position in positions]

    game = magnate.load("pig", target=20)
    lone = game.new(seed=11)
    faces = []
    while lone.to_move == 0 and not lone.explain("roll"):  # seat 0's own die, nobody else having played
        lone.apply("roll")
        faces.append(lone.history[-1])
    assert len(faces) > 1
    record = game.play([Roll(), "random"], seed=11)
    assert list(record.actions[1 : 2 * len(faces) : 2]) == faces
    assert record.agents == ("Roll", "random")


class Careless:
    """Tries things out on the very positions that it is handed; counts how many it is handed at once."""

    most = 0

    def act(self, positions: list[Position]) -> list[magnate.Action]:
        self.most = max(self.most, len(positions))
        first = [position.legal()[0] for position in positions]
        for position, action in zip(positions, first, strict=True):
            position.apply(action)
        return first


class Peek:
    """Decides by the whole position that it is shown, hidden parts included (in Kuhn a redrawn card)."""

    def act(self, positions: list[Position]) -> list[int]:
        return [self.choose(position) for position in positions]

    def choose(self, position: Position) -> int:
        legal = position.legal()
        return legal[sum(position.states().tobytes()) % len(legal)].id


@pytest.mark.parametrize("name", ["tictactoe", "pig", "kuhn"])
def test_many_games_are_the_games_that_single_play_gives(name: str) -> None:
    game = magnate.load(name)
    for agents in ("random", ["random", Careless()], [Peek(), Peek()], [Peek(), "random"]):
        results = game.play_many(agents, range(40))
        for seed in range(40):
            record = game.play(agents, seed=seed)
            final = record.replay()
            assert results.states[seed].tobytes() == final.states().tobytes()
            assert tuple(results.utility[seed]) == record.result.utility
            assert results.decisions[seed] + results.chances[seed] == len(record.actions)


def test_a_python_agent_is_asked_about_many_positions_at_once() -> None:
    agent = Careless()
    magnate.load("pig", target=10).play_many([agent, "random"], range(100))
    assert agent.most > 50
    with pytest.raises(AgentFailed, match="in seat 0"):
        magnate.load("pig").play_many([Fixed([]), "random"], range(10))


def test_threads_change_nothing() -> None:
    one, two = (magnate.load("pig").play_many("random", range(300), threads=threads) for threads in (1, 2))
    assert one.states.tobytes() == two.states.tobytes()


def test_the_latest_steps_alone():
    position = magnate.load("pig", target=100).play("random", seed=4).replay()
    assert position.steps > 2 * CHAPTER
    for first in (*range(position.steps - 70, position.steps + 1), 0, 1, CHAPTER, position.steps // 2):
        assert position.history_from(first) == position.history[first:]
