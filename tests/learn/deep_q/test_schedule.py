import pytest

from magnate.learn.deep_q import Geometric, Linear, ThenGreedy


def test_the_thesis_schedule():
    epsilon = Geometric()
    assert [epsilon(n) for n in (0, 1, 2)] == pytest.approx([1, 0.995, 0.990025])
    assert epsilon(138) == pytest.approx(0.995**138)
    # ln 0.1 / ln 0.995 = 459.4: after 459 games it is still above 0.1, after 460 it stays there
    assert epsilon(459) > 0.1
    assert [epsilon(n) for n in (460, 461, 20_000)] == [0.1, 0.1, 0.1]


def test_linear():
    epsilon = Linear(1.0, 0.2, 4)
    assert [epsilon(n) for n in range(6)] == pytest.approx([1, 0.8, 0.6, 0.4, 0.2, 0.2])
    assert Linear(0.5, 0.5, 0)(0) == 0.5


def test_the_last_quarter_exploits():
    epsilon = ThenGreedy(Geometric(), 15_000)
    assert [epsilon(n) for n in (0, 14_999, 15_000, 19_999)] == [1.0, 0.1, 0.0, 0.0]
