"""The checked edge: positions that refuse what is illegal and stay as they were."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnate
from magnate.engine.position import Position
from magnate.errors import AgentFailed, BadAgent, BadSeed, IllegalAction, NotFinished, UnknownAgent


def test_import_is_light() -> None:
    program = (
        "import sys, magnate, magnate.agents; magnate.game_names(); magnate.agent_names('pig');"
        "heavy = {'numpy', 'numba', 'pydantic', 'scipy', 'rich'} & set(sys.modules); assert not heavy, heavy"
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


def test_without_a_seed_chance_is_explicit_and_with_one_it_is_drawn() -> None:
    game = magnate.load("pig")
    explicit, drawn = game.new().apply("roll"), game.new(seed=7).apply("roll")
    assert explicit.to_move == magnate.CHANCE
    assert drawn.to_move != magnate.CHANCE
    assert explicit.apply(explicit.drawn(7)) == drawn
    assert (explicit.seed, drawn.seed) == (None, 7)


@pytest.mark.parametrize("seed", [-1, 1 << 56, "7", 1.0, True])
def test_a_seed_is_a_number_of_56_bits(seed: object) -> None:
    with pytest.raises(BadSeed, match="0 to 2"):
        magnate.load("pig").new(seed=seed)


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
