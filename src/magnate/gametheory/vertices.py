"""The vertices of a polytope {z ≥ 0 : M z ≤ 1} with a matrix of positive integers, all of them and exactly.

Best-response polytopes have this form (:mod:`~magnate.gametheory.extreme`). From the vertex 0 a walk goes along the
edges, depth first, by integer pivoting: no number is ever rounded. Where more inequalities are tight than the polytope
has dimensions, the right-hand sides are thought of as 1 + ε, 1 + ε², …, for an ε that is as small as it takes (the
lexicographic rule). Then every basis is a vertex with as many neighbours as there are dimensions, one walk reaches all
of them, and the upper bound theorem says how many there can be.

Source: D. Avis, G. Rosenberg, R. Savani, B. von Stengel, "Enumeration of Nash equilibria for two-player games",
Economic Theory 42 (2010), sections 3 to 5; the upper bound theorem is P. McMullen's (1970).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, gcd
from typing import NamedTuple

__all__ = ["Vertex", "most_vertices", "vertices"]


class Vertex(NamedTuple):
    """A vertex: its direction from 0 as integers without a common factor, and which inequalities are tight as bits.

    Bit k is ``z[k] ≥ 0``; with d coordinates, bit d + r is row r of M z ≤ 1.
    """

    direction: tuple[int, ...]
    tight: int


class _Dictionary:
    """A basis with its tableau of integers; all of it must be divided by ``scale``.

    Variable k < d is coordinate k, variable d + r what row r has left of its 1. The variables in ``basic`` stand for
    the rows, those in ``others``, which are 0, for the columns; the last column is the right-hand side.
    """

    def __init__(self, matrix: Sequence[Sequence[int]]) -> None:
        self.dimension = len(matrix[0])
        self.rows = [[*row, 1] for row in matrix]
        self.basic = [self.dimension + r for r in range(len(matrix))]
        self.others = list(range(self.dimension))
        self.scale = 1

    def leaving(self, column: int) -> int:
        """The row whose variable comes down to 0 first when that of ``column`` grows."""
        best = -1
        for row, values in enumerate(self.rows):
            if values[column] > 0 and (best < 0 or self._is_first(row, best, column)):
                best = row
        return best

    def _is_first(self, row: int, best: int, column: int) -> bool:
        """Whether the ratio of ``row`` is below that of ``best``, the powers of ε deciding between equal ones."""
        own, other = self.rows[row], self.rows[best]
        mine, its = own[-1] * other[column], other[-1] * own[column]
        if mine != its:
            return mine < its
        for power in range(self.dimension, self.dimension + len(self.rows)):
            mine = self._entry(row, power) * other[column]
            its = self._entry(best, power) * own[column]
            if mine != its:
                return mine < its
        raise AssertionError("two rows of a basis are never the same")

    def _entry(self, row: int, variable: int) -> int:
        if variable in self.others:
            return self.rows[row][self.others.index(variable)]
        return self.scale if self.basic[row] == variable else 0

    def pivot(self, row: int, column: int) -> None:
        """Let the variables of this row and this column change places; once more, and all is as it was.

        Every division is without remainder: entries are minors of the first tableau (J. Edmonds; E. Bareiss, 1968).
        """
        pivots, scale = self.rows[row], self.scale
        pivot = pivots[column]
        for r, values in enumerate(self.rows):
            if r == row:
                continue
            factor = values[column]
            if factor:
                self.rows[r] = [(v * pivot - factor * p) // scale for v, p in zip(values, pivots, strict=True)]
            else:
                self.rows[r] = [v * pivot // scale for v in values]
            self.rows[r][column] = -factor
        pivots[column] = scale
        self.scale = pivot
        self.basic[row], self.others[column] = self.others[column], self.basic[row]

    def vertex(self) -> Vertex:
        """Where this basis is, which must not be 0."""
        tight = sum(1 << variable for variable in self.others)
        direction = [0] * self.dimension
        for variable, values in zip(self.basic, self.rows, strict=True):
            if values[-1] == 0:
                tight |= 1 << variable
            elif variable < self.dimension:
                direction[variable] = values[-1]
        common = gcd(*direction)
        return Vertex(tuple(value // common for value in direction), tight)


def vertices(matrix: Sequence[Sequence[int]]) -> list[Vertex]:
    """All vertices of {z ≥ 0 : M z ≤ 1} but 0, each once, in the order in which the walk finds them.

    ``matrix`` has positive integers only, which is not checked: the polytope is bounded, and 0 is a vertex.

    >>> [vertex.direction for vertex in vertices([[1, 3], [3, 1]])]  # a square less two corners
    [(1, 0), (1, 1), (0, 1)]
    """
    here = _Dictionary(matrix)
    basis = sum(1 << variable for variable in here.basic)
    seen = {basis}
    found: dict[int, Vertex] = {}  # a vertex is the only one with these tight inequalities
    trail: list[tuple[int, int]] = []
    column = 0
    while True:
        while column < here.dimension:
            row = here.leaving(column)
            beyond = basis ^ (1 << here.basic[row]) ^ (1 << here.others[column])
            if beyond in seen:
                column += 1
                continue
            here.pivot(row, column)
            trail.append((row, column))
            basis, column = beyond, 0
            seen.add(basis)
            vertex = here.vertex()
            found.setdefault(vertex.tight, vertex)
        if not trail:
            return list(found.values())
        row, column = trail.pop()
        basis ^= (1 << here.basic[row]) ^ (1 << here.others[column])
        here.pivot(row, column)
        column += 1


def most_vertices(dimension: int, inequalities: int) -> int:
    """How many vertices a polytope of this dimension with so many inequalities can have: the upper bound theorem.

    >>> most_vertices(3, 6), most_vertices(6, 12), most_vertices(12, 24)
    (8, 112, 24752)
    """
    half, other = dimension // 2, dimension - dimension // 2
    return comb(inequalities - other, half) + comb(inequalities - half - 1, other - 1)
