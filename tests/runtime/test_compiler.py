"""The compiler: one signature a rule, missing annotations, shared helpers, progress, and the cache folder."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from llvmlite.binding import Linkage

import magnate
from magnate.agents.learned.agent import bound_kernel
from magnate.core import loader
from magnate.core.loader import kernel
from magnate.core.progress import build_with_progress
from magnate.games import pig, tictactoe
from magnate.runtime import compiler, dispatch
from magnate.runtime.compiler import Floats2, Ints, build, entry, rule, shared, signed, unsigned
from magnate.runtime.interpreter import interpret
from magnate.runtime.layout import packed
from magnate.runtime.primitives import emit
from magnate.values.schema import schema_for

STATE = packed([("cash", "i4", (2,)), ("turn", "i1"), ("on", "?"), ("spare", "i1", (2,))])
OTHER = packed([("turn", "i2")])
State = Annotated[Any, STATE]
States = Annotated[Any, (STATE,)]
Others = Annotated[Any, (OTHER,)]
calls = []


@rule
def add(g: State, amount: int, half: bool) -> int:
    if half:
        amount = amount // 2
    g.cash[0] += amount
    return g.cash[0]


@shared
def next_turn(g: Any, by: int) -> None:
    g.turn += by


@entry
def many_types(states: States, small: Ints) -> int:
    """Calls the same functions with int8, bool, literal and int64 arguments."""
    g = states[0]
    add(g, g.turn, False)
    add(g, g.on, g.on)
    add(g, 3, True)
    next_turn(g, g.on)
    next_turn(g, 1)
    next_turn(g, small[0])
    emit(g, 1, g.turn, 2, 3, 4)
    return add(g, small[0], g.turn > 100)


@entry
def square(number: Ints) -> int:
    return signed(unsigned(number[0]) * unsigned(number[0]))


@entry
def other_record(others: Others) -> None:
    next_turn(others[0], 5)


@entry
def row_sum(table: Floats2, i: int) -> float:
    total = 0.0
    for k in range(table.shape[1]):
        total += table[i, k]
    return total


# ---------------------------------------------------------------------------------------------- signatures


def test_a_rule_is_compiled_once_whatever_its_callers_have():
    states = np.zeros(1, STATE)
    states["turn"], states["on"] = 5, True
    assert many_types(states, np.array([10])) == 5 + 0 + 1 + 10
    assert states["turn"][0] == 5 + 1 + 1 + 10
    assert len(many_types.signatures) == 1
    assert len(add.signatures) in (0, 1)  # 0: the program was in the cache


def test_a_shared_helper_is_compiled_once_a_record():
    others = np.zeros(1, OTHER)
    other_record(others)
    many_types(np.zeros(1, STATE), np.array([1]))
    assert others["turn"][0] == 5
    assert len(next_turn.signatures) in (0, 2)  # 0: both programs were in the cache


def test_an_entry_keeps_the_rules_that_it_reaches_to_itself():
    states = np.zeros(1, STATE)
    many_types(states, np.array([10]))
    (compiled,) = many_types.overloads.values()
    defined = [one for one in compiled.library.get_defined_functions() if one.name.startswith("_ZN5tests")]
    assert defined or not add.signatures  # a program from the cache tells nothing
    assert all(one.linkage == Linkage.internal for one in defined if "many_types" not in one.name)


def test_shared_helpers_can_be_called_from_python():
    others = np.zeros(1, OTHER)
    next_turn(others[0], np.int8(3))
    next_turn(others[0], 4)
    assert others["turn"][0] == 7


def test_unsigned_numbers_wrap_around():
    largest = np.array([2**63 - 1], np.int64)
    assert square(largest) == 1
    assert int(np.uint64((2**63 - 1) ** 2 & (2**64 - 1))) == 1


def test_rules_can_be_called_from_python():
    states = np.zeros(1, STATE)
    assert add(states[0], 7, False) == 7
    assert states["cash"][0, 0] == 7


def test_a_missing_annotation_is_named_at_once():
    with pytest.raises(TypeError, match=r"test_compiler.*bad: the parameter 'b' has no annotation"):

        @rule
        def bad(g: State, b) -> int:
            return b


def unknown_type(g: State, b: "str") -> int:
    return 0


def test_an_annotation_without_compiled_meaning_is_named():
    with pytest.raises(TypeError, match=r"the annotation <class 'str'> of the parameter 'b' has no compiled meaning"):
        rule(unknown_type)(np.zeros(1, STATE)[0], "x")


@rule
def takes_ints(values: Ints) -> int:
    return values[0]


def test_a_wrong_array_is_refused_before_and_after_compiling():
    for _ in range(2):
        with pytest.raises(TypeError):
            takes_ints(np.zeros(2, np.int32))
        assert takes_ints(np.arange(3, 5)) == 3
    with pytest.raises(TypeError, match="the argument 'values' must be array"):
        rule(takes_ints.py_func)(np.zeros(2))


class Pair(NamedTuple):
    """Parts of one type."""

    first: int
    second: int


class Mixed(NamedTuple):
    """Parts of several types, one of them such a pair."""

    pair: Pair
    part: float


@rule
def weighed(mixed: Mixed) -> float:
    return mixed.pair.first + mixed.part * mixed.pair[1]


@entry
def weigh(numbers: Ints, part: float) -> float:
    """Makes a named tuple and hands it on."""
    return weighed(Mixed(Pair(numbers[0], numbers[1]), part))


def test_named_tuples_of_equal_and_of_different_parts():
    assert weigh(np.array([3, 4]), 0.5) == 5.0


class Here(NamedTuple):
    """Arrays."""

    numbers: Ints


class There(NamedTuple):
    """The same arrays in a class of its own, which has the same name."""

    numbers: Ints


There.__name__ = "Here"


@entry
def first_here(arrays: Here) -> int:
    return arrays.numbers[0]


@entry
def first_there(arrays: There) -> int:
    return arrays.numbers[0]


def test_two_classes_of_one_name_and_equal_parts_are_told_apart(monkeypatch):
    """Numba would take tuples of one for those of the other, and look for their code in Python at each call."""
    assert first_here(Here(np.array([3]))) == 3
    assert first_there(There(np.array([4]))) == 4
    asked = []
    for one in (first_here, first_there):
        monkeypatch.setattr(one, "compile", lambda arguments, do=one.compile: asked.append(arguments) or do(arguments))
    assert [first_here(Here(np.array([k]))) for k in range(3)] == [0, 1, 2]
    assert [first_there(There(np.array([k]))) for k in range(3)] == [0, 1, 2]
    assert not asked


def test_classes_of_a_kernel_that_is_bound_twice_have_two_names():
    game = magnate.load("pig")
    bound = [bound_kernel(game, schema_for("pig", inputs).guide) for inputs in ("features", "ramps")]
    for one in bound:
        dispatch.signature(one.values.py_func)
    assert bound[0].Workspace.__qualname__ == bound[1].Workspace.__qualname__
    assert bound[0].Workspace.__name__ != bound[1].Workspace.__name__


def test_arrays_of_two_dimensions():
    assert row_sum(np.array([[1.0, 2.0], [3.0, 4.0]]), 1) == 7.0


def test_the_twin_leaves_functions_alone():
    other = interpret("magnate.runtime.compiler")
    assert other.INTERPRETED
    assert not compiler.INTERPRETED
    assert other.rule(unknown_type) is other.entry(unknown_type) is other.shared(unknown_type) is unknown_type
    assert other.build([unknown_type]) == 0


def test_all_that_is_compiled_lets_other_threads_run():
    """And is never inlined by Numba, which would compile it again at every place."""
    for one in (add, next_turn, many_types):
        assert one.targetoptions["nogil"] is True
        assert one.targetoptions.get("inline", "never") == "never"


def test_nothing_asks_numba_to_inline():
    """LLVM inlines by itself, in half the compile time."""
    sources = Path(magnate.__file__).parent.rglob("*.py")
    assert not [str(file) for file in sources if re.search(r"\binline=[\"']", file.read_text())]


def test_a_kernels_functions_are_those_of_its_file():
    """However often it is bound: tracebacks, breakpoints and coverage see the real file."""
    for rules in (pig, tictactoe, interpret(pig.__name__)):
        drivers = kernel("drivers", rules)
        function = getattr(drivers.new_games, "py_func", drivers.new_games)
        assert Path(function.__code__.co_filename) == Path(loader.__file__).with_name("drivers.py")
        lines = Path(function.__code__.co_filename).read_text().splitlines()
        assert "def new_games" in lines[function.__code__.co_firstlineno]


# ---------------------------------------------------------------------------------------------- build


@rule
def inner(x: int) -> int:
    return x + 1


@rule
def outer(x: int) -> int:
    return inner(x) * 2


def test_build_counts_and_reports_what_it_compiles():
    with dispatch.caching_in(None):
        fresh = entry(_through_outer)
    seen = []
    assert build([fresh], lambda *step: seen.append(step)) == 3
    assert seen == [(0, 3, "inner"), (1, 3, "outer"), (2, 3, "_through_outer"), (3, 3, "")]
    assert fresh(4) == 10
    assert build([fresh], lambda *step: seen.append(step)) == 0
    assert len(seen) == 4


def test_an_entry_counts_what_it_links_too():
    with dispatch.caching_in(None):
        fresh = entry(_through_outer)
    build([outer])
    seen = []
    assert build_with_progress([fresh], lambda *step: seen.append(step)) == 1  # the two rules are compiled already
    assert seen == [(0, 2 + 3, "_through_outer"), (2 + 3, 2 + 3, "")]


def _through_outer(x: int) -> int:
    return outer(x)


# ---------------------------------------------------------------------------------------------- cache

COIN = """
from typing import Annotated, Any
from magnate.runtime.compiler import Floats, Ints, rule
from magnate.runtime.layout import packed

STATE = packed([("x", "i4")])
State = Annotated[Any, STATE]
START = 7

@rule
def new_game(g: State) -> None:
    g.x = START

to_move = legal = why = step = utility = ending = score = key = check = new_game
"""

SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
import coin
import numpy as np
from magnate.agents.learned.agent import bound_kernel
from magnate.core import loader
from magnate.runtime import cache
from magnate.runtime.compiler import build
seen = []
new_games = loader.kernel("drivers", coin).new_games
compiled = build([new_games], lambda *step: seen.append(step))
states = np.zeros(1, coin.STATE)
new_games(states)
numpys_functions = "numba.np.arraymath" in sys.modules
print(json.dumps([compiled, seen, cache.combination(), int(states["x"][0]), numpys_functions]))
"""


@pytest.fixture
def coin(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "coin.py").write_text(COIN)
    return tmp_path


def started(folder: Path, **environment: str) -> subprocess.Popen:
    everything = {**os.environ, "MAGNATE_CACHE": str(folder / "cache"), **environment}
    command = [sys.executable, "-c", SCRIPT, str(folder / "game")]
    return subprocess.Popen(command, env=everything, stdout=subprocess.PIPE, text=True)


def finished(process: subprocess.Popen) -> list:
    text, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return json.loads(text)


def test_a_warm_start_compiles_nothing_and_a_change_is_noticed(coin):
    first = finished(started(coin))
    assert first[0] == 2
    assert first[1] == [[0, 2, "new_game"], [1, 2, "new_games"], [2, 2, ""]]
    assert finished(started(coin))[:4] == [0, [], first[2], 7]

    (coin / "game" / "coin.py").write_text(COIN.replace("START = 7", "START = 8"))
    changed = finished(started(coin))
    assert (changed[0], changed[3]) == (2, 8)

    unchecked = finished(started(coin, MAGNATE_BOUNDSCHECK="0"))
    assert unchecked[0] == 2
    assert unchecked[2] != first[2]
    assert len(list((coin / "cache").iterdir())) == 2


def test_a_copy_elsewhere_with_other_times_finds_the_kernels(coin, tmp_path_factory):
    finished(started(coin))
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(coin / "cache", elsewhere / "cache")
    (elsewhere / "game").mkdir()
    (elsewhere / "game" / "coin.py").write_text(COIN)
    os.utime(elsewhere / "game" / "coin.py", (1e9, 1e9))
    assert finished(started(elsewhere))[0] == 0


def test_a_warm_start_loads_nothing_that_only_compiling_needs(coin):
    assert finished(started(coin))[4]
    assert not finished(started(coin))[4]


def test_processes_that_start_together_do_not_disturb_each_other(coin):
    together = [started(coin) for _ in range(3)]
    assert {finished(process)[3] for process in together} == {7}
    assert finished(started(coin))[0] == 0


def test_without_a_writable_folder_everything_works(coin):
    (coin / "cache").write_text("a file where the folder should be")
    assert finished(started(coin))[3] == 7
    assert finished(started(coin))[0] == 2


def test_a_folder_that_another_process_pruned_is_made_again(tmp_path):
    kept = tmp_path / "kernels"
    kept.mkdir()
    with dispatch.caching_in(kept):
        fresh = entry(_through_outer)
    shutil.rmtree(kept)
    assert build([fresh]) >= 1
    assert fresh(4) == 10
    assert list((tmp_path / "kernels").rglob("*.nbi"))
