"""The adapter for Gambit, with a stand-in: pygambit is no part of the development environment."""

import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

from magnate.errors import BadOption, BadStrategicGame, MissingExtra
from magnate.gametheory import StrategicGame, gambit_equilibria

from .games import BATTLE


class Stub:
    """pygambit as far as the adapter uses it; every solver returns the same profiles."""

    def __init__(self, *profiles):
        self.asked = []
        self.arrays = []
        found = [[(f"strategy {k}", share) for k, share in enumerate(profile)] for profile in profiles]
        self.Game = SimpleNamespace(from_arrays=self.from_arrays)
        self.nash = SimpleNamespace(
            **{f"{name}_solve": self.solver(name, found) for name in ("logit", "gnm", "enummixed", "enumpoly")}
        )

    def from_arrays(self, *arrays):
        self.arrays = arrays
        return "game"

    def solver(self, name, found):
        def solve(game, **options):
            self.asked.append((name, game, options))
            return SimpleNamespace(equilibria=found)

        return solve


def stub(monkeypatch, *profiles):
    found = Stub(*profiles)
    monkeypatch.setitem(sys.modules, "pygambit", found)
    return found


def test_without_gambit_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygambit", None)
    with pytest.raises(MissingExtra, match=r"need the package pygambit.*magnate\[gambit\]"):
        gambit_equilibria(BATTLE)


def test_probabilities_are_read_and_checked(monkeypatch):
    gambit = stub(
        monkeypatch, [Fraction(2, 3), Fraction(1, 3), Fraction(1, 3), Fraction(2, 3)], [1, 0, 1, 0], [0.5, 0.5, 1, 0]
    )
    found = gambit_equilibria(BATTLE, "enummixed")
    assert [profile.supports for profile in found.equilibria] == [((0,), (0,)), ((0, 1), (0, 1))]
    assert found.equilibria[1].payoffs == pytest.approx((2 / 3, 2 / 3))
    assert gambit.asked == [("enummixed", "game", {"rational": True})]
    assert gambit.arrays[1].tolist() == [[1, 0], [0, 2]]
    assert all(isinstance(value, Fraction) for array in gambit.arrays for value in array.flat)
    assert "found by Gambit's enummixed" in found.note


def test_a_profile_that_is_none_is_not_called_an_equilibrium(monkeypatch):
    stub(monkeypatch, [0.5, 0.5, 1, 0])
    found = gambit_equilibria(BATTLE, "gnm")
    assert found.equilibria == ()
    assert found.best.regret == pytest.approx(1)
    stub(monkeypatch)
    assert gambit_equilibria(BATTLE, "logit").equilibria == ()


@pytest.mark.parametrize("method", ["logit", "gnm", "enumpoly"])
def test_methods(monkeypatch, method):
    gambit = stub(monkeypatch, [1, 0, 1, 0, 1])
    found = gambit_equilibria(StrategicGame([[[[0], [0]], [[0], [0]]]] * 3), method)
    assert gambit.asked[0][0] == method
    assert [len(mixture) for mixture in found.equilibria[0].mixtures] == [2, 2, 1]


def test_what_cannot_be_asked():
    with pytest.raises(BadOption, match='no method "logic".*logit'):
        gambit_equilibria(BATTLE, "logic")
    with pytest.raises(BadStrategicGame, match="enummixed is for games of two"):
        gambit_equilibria(StrategicGame([[[[0], [0]], [[0], [0]]]] * 3), "enummixed")
