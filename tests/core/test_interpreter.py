"""The interpreted rules: mirrors of records, checked stores, and play that equals compiled play byte for byte."""

import sys
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.core import loader
from magnate.runtime.interpreter import interpret
from magnate.runtime.layout import constants, packed, padding
from magnate.runtime.pystate import PyState, PyStates, py_ints, pystate_class

from .games import market, table

INNER = packed([("x", "i2"), ("flags", "u1", (2,))])
STATE = packed(
    [
        ("big", "i8"),
        ("value", "f8"),
        ("deck", "i4", (2, 3)),
        ("cash", "i2", (4,)),
        ("opt", INNER),
        ("seats", INNER, (2,)),
        ("phase", "i1"),
        ("on", "?"),
        ("spare", "i1", (2,)),
    ]
)


@pytest.fixture
def g():
    return pystate_class(STATE)()


# ---------------------------------------------------------------------------------------------- mirrors


def with_truth(raw):
    """The bytes of a record, in which what is true or false is 1 or 0."""
    place = STATE.fields["on"][1]
    return raw[:place] + bytes([raw[place] & 1]) + raw[place + 1 :]


@given(st.binary(min_size=STATE.itemsize, max_size=STATE.itemsize).map(with_truth))
def test_bytes_round_trip(raw):
    record = np.frombuffer(bytearray(raw), STATE)
    mirror = pystate_class(STATE)().from_record(record[0])
    if not np.isnan(mirror.value):  # a NaN may change its payload on the way
        assert mirror.to_bytes() == raw
        assert mirror.to_record().tobytes() == raw
        assert mirror.copy().to_bytes() == raw
    assert mirror.big == record["big"][0]
    assert mirror.deck[1, 2] == record["deck"][0, 1, 2]
    assert mirror.seats[1].flags[0] == record["seats"][0]["flags"][1, 0]
    assert mirror.opt.x == record["opt"]["x"][0]


def test_stores_reach_the_same_bytes_as_the_record(g):
    record = np.zeros(1, STATE)
    g.big, g.value, g.phase, g.on = -(2**63), 0.1, -128, True
    record["big"], record["value"], record["phase"], record["on"] = -(2**63), 0.1, -128, True
    g.deck[1, 2] = record["deck"][0, 1, 2] = -9
    g.deck[0, :] = 5
    record["deck"][0, 0, :] = 5
    g.cash[:] = 7
    record["cash"][0, :] = 7
    g.cash[1:3] = [8, 9]
    record["cash"][0, 1:3] = [8, 9]
    g.seats[1].flags[1] = 255
    record["seats"]["flags"][0, 1, 1] = 255
    g.opt.x += 3
    record["opt"]["x"] += 3
    assert g.to_bytes() == record.tobytes()
    assert list(g.cash) == [7, 8, 9, 7]
    assert (len(g.cash), sum(g.cash), max(g.cash)) == (4, 31, 9)


@pytest.mark.parametrize(
    ("store", "says"),
    [
        (lambda g: setattr(g, "phase", 128), "128 does not fit phase, which holds -128 to 127"),
        (lambda g: g.cash.__setitem__(0, -32769), "-32769 does not fit cash"),
        (lambda g: g.cash.__setitem__(slice(None), 40_000), "40000 does not fit cash"),
        (lambda g: setattr(g.opt, "x", 2**15), "32768 does not fit x"),
        (lambda g: g.seats[0].flags.__setitem__(0, -1), "-1 does not fit flags"),
        (lambda g: setattr(g, "big", 2**63), "does not fit big"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(g, store, says):
    before = g.to_bytes()
    with pytest.raises(OverflowError, match=says):
        store(g)
    assert g.to_bytes() == before


@pytest.mark.parametrize("key", [4, -1, (0, 0), slice(0, 2)])
def test_a_wrong_index_is_an_error(g, key):
    if not isinstance(key, slice):  # reading a slice is no index at all
        with pytest.raises(IndexError, match="of cash, whose shape is"):
            g.cash[key]
        with pytest.raises(IndexError, match="of cash, whose shape is"):
            g.cash[key] = 1
    assert list(g.cash) == [0, 0, 0, 0]


@pytest.mark.parametrize("key", [0, (2, 0), (0, -1), (-1, slice(None)), (2, slice(None))])
def test_a_wrong_index_in_two_dimensions(g, key):
    with pytest.raises(IndexError, match="of deck, whose shape is"):
        g.deck[key] = 1


def test_what_compiled_code_could_not_do_is_refused(g):
    with pytest.raises(TypeError, match="cash cannot be replaced as a whole"):
        g.cash = [1, 2, 3, 4]
    with pytest.raises(TypeError, match="opt cannot be replaced"):
        g.opt = None
    with pytest.raises(AttributeError, match="no field money"):
        g.money = 1
    with pytest.raises(TypeError, match="float"):
        g.phase = 1.5
    with pytest.raises(TypeError, match="seats holds records"):
        g.seats[0] = g.opt
    with pytest.raises(ValueError, match="2 values stored to 4 places of cash"):
        g.cash[:] = [1, 2]


def test_a_copy_is_independent(g):
    g.cash[0] = 5
    other = g.copy()
    other.cash[0] = 6
    other.opt.x = 7
    assert (g.cash[0], g.opt.x) == (5, 0)


def test_arrays_of_mirrors_copy_in_place():
    states = np.zeros(3, STATE)
    states["cash"][:, 0] = [1, 2, 3]
    mirrors = PyStates(states)
    alias = mirrors[0]
    mirrors[0] = mirrors[2]
    assert alias.cash[0] == 3  # a reference into an array sees what is copied there, as in compiled code
    mirrors[2].cash[0] = 9
    assert alias.cash[0] == 3
    assert mirrors.to_array()["cash"][:, 0].tolist() == [3, 2, 9]
    assert len(mirrors) == 3
    assert all(isinstance(one, PyState) for one in mirrors)
    with pytest.raises(IndexError, match="index -1 of an array of 3"):
        mirrors[-1]


def test_a_mirror_is_made_from_what_its_array_was_begun_with():
    states = np.zeros(2, STATE)
    mirrors = PyStates(states)
    states["cash"] = 7
    assert mirrors[1].cash[0] == 0


def test_a_record_may_hold_an_object():
    states = np.zeros(3, np.dtype([("held", "O")]))
    states[1] = ("here",)
    mirrors = PyStates(states)
    mirrors[0] = mirrors[1]
    mirrors[1].held = "there"
    assert [one.held for one in mirrors] == ["here", "there", 0]
    assert mirrors.to_array().tolist() == [("here",), ("there",), (0,)]


def test_records_with_padding_have_no_mirror():
    with pytest.raises(TypeError, match="3 bytes of padding"):
        pystate_class(np.dtype([("a", "i1"), ("b", "i4")], align=True))


def test_int_cells():
    cells = py_ints(2)
    cells[1] = 2**63 - 1
    with pytest.raises(OverflowError):
        cells[0] = 2**63
    assert list(cells) == [0, 2**63 - 1]


# ---------------------------------------------------------------------------------------------- layout


def test_packed_names_the_bytes_between_the_fields():
    for fields, names in (
        ([("a", "i1"), ("b", "i4")], ("a", "spare_0", "b")),
        ([("b", "i4"), ("a", "i1")], ("b", "a", "spare_0")),
        ([("a", "i1"), ("inner", INNER), ("c", "i1")], ("a", "spare_0", "inner", "c", "spare_1")),
    ):
        record = packed(fields)
        assert (record.names, padding(record)) == (names, 0)
    assert packed([("inner", INNER, (3,))]).itemsize == 12
    with pytest.raises(ValueError, match="'loose' has 6 bytes of padding inside"):
        packed([("loose", np.dtype([("a", "i1"), ("b", "i4")], align=True), (2,))])


def test_constants_in_both_worlds():
    here, there = constants([3, 5]), interpret("magnate.runtime.layout").constants([3, 5])
    assert list(here) == list(there) == [3, 5]
    assert len(there) == 2
    assert type(there[1]) is int
    with pytest.raises(ValueError, match="read-only"):
        here[0] = 1
    for wrong in (-1, 2):
        with pytest.raises(IndexError, match="a constant table with 2 entries"):
            there[wrong]


# ---------------------------------------------------------------------------------------------- modules


def test_the_twin_is_another_module_of_plain_functions():
    other = table.interpreted
    assert other.__name__ == "tests_interpreted.core.games.market"
    assert other.__file__ == market.__file__
    assert type(other.step) is type(test_int_cells)
    assert type(market.step) is not type(test_int_cells)
    assert other.push.__module__ == "magnate_interpreted.runtime.primitives"
    assert interpret(market.__name__) is other
    assert interpret(other.__name__) is other


def test_kernels_are_made_once_for_each_binding():
    drivers = loader.kernel("drivers", market)
    assert loader.kernel("drivers", market) is drivers
    assert sys.modules[drivers.__name__] is drivers
    assert drivers.__file__.endswith("core/drivers.py")
    assert loader.kernel("drivers", table.interpreted) is not drivers


def test_a_kernel_is_not_imported_directly():
    with pytest.raises(ImportError, match=r"use loader\.kernel\(name, rules\)"):
        __import__("magnate.core.drivers")


def test_rules_that_lack_something_are_refused_by_name():
    empty = ModuleType("empty_game")
    empty.STATE = STATE
    empty.step = empty.legal = lambda: None
    with pytest.raises(TypeError, match="empty_game lacks new_game, to_move, why, utility"):
        loader.kernel("drivers", empty)


def test_chance_and_its_channel_go_together():
    half = ModuleType("half_game")
    vars(half).update({name: value for name, value in vars(market).items() if name != "chance_key"})
    half.__name__ = "half_game"
    with pytest.raises(TypeError, match="half_game must define chance and chance_key together"):
        loader.kernel("drivers", half)


def test_worlds_are_not_mixed():
    with pytest.raises(TypeError, match="either both are interpreted or neither"):
        loader.kernel("drivers", market, table.interpreted)


def test_a_guide_may_use_the_earlier_names_of_its_functions():
    guide = ModuleType("earlier_guide")
    guide.__file__ = __file__
    earlier = ("asks", "instead", "deputy", "follow", "handicap", "unsettled", "noisy")
    vars(guide).update({name: f"its {name}" for name in earlier}, estimate="its estimate")
    bound = loader.kernel("drivers", market, guide).guide
    names = ("is_python_decision", "rule_move", "delegate", "afterstate", "decision_margin", "is_transient")
    assert [getattr(bound, name) for name in (*names, "is_tactical")] == [f"its {name}" for name in earlier]
    assert bound.estimate == "its estimate"
    assert callable(bound.prior)  # the uniform guide's


def test_an_unknown_kernel():
    with pytest.raises(ImportError, match=r"no kernel file for magnate\.core\.nonsense"):
        loader.kernel("nonsense", market)


SHOP = {
    "__init__.py": "",
    "tables.py": "from magnate.runtime.layout import constants\nPRICE = constants([3, 5])\n",
    "rules.py": """
import math
import shop
import magnate.runtime.primitives as bits
from magnate.runtime import primitives
from magnate.runtime.compiler import rule
from shop.tables import PRICE
from . import tables

@rule
def price(i: int) -> int:
    return PRICE[i] + tables.PRICE[i]
""",
    "bad.py": "import magnate.runtime.primitives\n",
}


@pytest.fixture
def shop(tmp_path, monkeypatch):
    folder = tmp_path / "shop"
    folder.mkdir()
    for name, text in SHOP.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] in {"shop", "shop_interpreted"}]:
        del sys.modules[name]


def test_a_package_outside_magnate_has_a_twin_too(shop):
    rules = interpret("shop.rules")
    assert rules.price(1) == 10
    with pytest.raises(IndexError, match="constant table"):
        rules.price(-1)
    assert rules.bits.__name__ == "magnate_interpreted.runtime.primitives"
    assert rules.primitives.__name__ == "magnate_interpreted.runtime.primitives"
    assert rules.tables.__name__ == "shop_interpreted.tables"
    assert rules.shop.__name__ == "shop_interpreted"
    assert rules.math is sys.modules["math"]
    assert "shop.rules" not in sys.modules


def test_an_import_that_has_no_twin_is_named(shop):
    with pytest.raises(
        ImportError,
        match="bad.py: “import magnate.runtime.primitives” cannot .* “from magnate.runtime import primitives”",
    ):
        interpret("shop.bad")


def test_a_module_that_is_not_there():
    with pytest.raises(ModuleNotFoundError):
        interpret("no_such_game.rules")


# ---------------------------------------------------------------------------------------------- differential


@pytest.mark.parametrize("seed", range(8))
def test_compiled_play_equals_interpreted_play(seed):
    compiled = table.recorded(seed)
    assert compiled == table.recorded(seed, table.interpreted)
    assert len(compiled[0]) > 40


def test_the_twin_notes_events_and_compiled_code_does_not():
    mirror = pystate_class(market.STATE)().from_record(table.starts(1)[0])
    mirror.phase = market.THROW
    table.interpreted.step(mirror, 2)
    assert [tuple(event) for event in mirror.events] == [(1, (0, 2, 0, 0))]
    assert mirror.copy().events == []
