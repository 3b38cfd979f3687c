"""Games that Hypothesis draws: small whole payoffs, so that ties and degenerate games come up often."""

import numpy as np
from hypothesis import strategies as st

from magnate.gametheory import StrategicGame


@st.composite
def bimatrix_games(draw, *, most=4, payoff=3):
    """Games of two with up to ``most`` strategies each and payoffs from -``payoff`` to ``payoff``."""
    shape = draw(st.integers(1, most)), draw(st.integers(1, most))
    first, second = (draw(_tables(shape, payoff)) for _ in range(2))
    return StrategicGame.bimatrix(first, second)


@st.composite
def zero_sum_games(draw, *, most=5, payoff=5):
    """Zero-sum games of two."""
    return StrategicGame.zero_sum(draw(_tables((draw(st.integers(1, most)), draw(st.integers(1, most))), payoff)))


@st.composite
def games_of_three(draw, *, most=3, payoff=3):
    """Games of three players."""
    shape = tuple(draw(st.integers(1, most)) for _ in range(3))
    return StrategicGame(draw(_tables((3, *shape), payoff)))


def _tables(shape, payoff):
    size = int(np.prod(shape))
    values = st.lists(st.integers(-payoff, payoff), min_size=size, max_size=size)
    return values.map(lambda numbers: np.array(numbers, dtype=np.float64).reshape(shape))
