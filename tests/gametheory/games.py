"""Games of the course and of the literature, for several tests."""

from magnate.gametheory import StrategicGame

DILEMMA = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]], rows=["deny", "confess"])
BATTLE = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
NOTATION = StrategicGame.zero_sum([[2, -3], [0, 2], [-5, 10]])
"""The slides' example of notation: value 4/7."""
SADDLE = StrategicGame.zero_sum([[2, -1], [1, -2]])
PENNIES = StrategicGame.zero_sum([[1, -1], [-1, 1]])
ROCK_PAPER_SCISSORS = StrategicGame.zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
CHICKEN = StrategicGame.bimatrix([[0, 7], [2, 6]], [[0, 2], [7, 6]], rows=["dare", "chicken"])
"""R. Aumann's example (1974): the best correlated equilibrium is worth more than any mixture of Nash equilibria."""
PARTLY_DEGENERATE = StrategicGame.bimatrix([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])
"""B. von Stengel's example: a segment of equilibria, and one alone."""
SHAPLEY = StrategicGame.bimatrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]])
"""L. Shapley's example (1964), in which fictitious play does not converge."""
