"""All extreme equilibria of a game of two, exactly, and what lies between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, lcm
from typing import NamedTuple

import numpy as np

from ..errors import BadStrategicGame, GameTooLarge
from .profiles import ExactProfile, Numbers, exact_payoffs, exact_profile
from .strategic import StrategicGame

__all__ = ["ExtremeEquilibria", "NashSubset", "extreme_equilibria", "most_vertices", "vertices"]


# ----------------------------- The vertices of a polytope {z ≥ 0 : M z ≤ 1} with a matrix of positive integers, exactly
#
# Best-response polytopes have this form. A depth-first walk goes from the vertex 0 along the edges, by integer
# pivoting, so nothing is rounded. Where more inequalities are tight than the polytope has dimensions, the right-hand
# sides are read as 1 + ε, 1 + ε², … for a small enough ε (the lexicographic rule). Then every basis is a vertex with
# as many neighbours as there are dimensions, and one walk reaches all of them. The upper bound theorem says how many
# there are at most.
#
# Source: D. Avis, G. Rosenberg, R. Savani, B. von Stengel, "Enumeration of Nash equilibria for two-player games",
# Economic Theory 42 (2010), sections 3 to 5; the upper bound theorem is P. McMullen's (1970).


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


# --------------------------------------------------------------------------------------------------- Extreme equilibria
#
# Two mixtures are an equilibrium if every strategy is either unused or a best response. In best-response polytopes
# both are tight inequalities ("labels"). So equilibria are the pairs of points that have all labels together, and the
# pairs of vertices among them are the *extreme* equilibria. A non-degenerate game has no others. In a degenerate one,
# segments and polygons may be equilibria: the convex hulls of extreme ones, the maximal Nash subsets.
#
# Sources: B. von Stengel, "Computing equilibria for two-person games" (Handbook of Game Theory 3, 2002), sections 2.3
# to 2.7; D. Avis, G. Rosenberg, R. Savani, B. von Stengel (2010); maximal Nash subsets: H.-M. Winkels (1979).


LIMIT = 1_000_000
"""Vertices that the two polytopes may have together: a game of 15 × 15 is below, which takes seconds to minutes."""


@dataclass(frozen=True)
class NashSubset:
    """A maximal Nash subset: any mixture of ``first`` makes an equilibrium with any mixture of ``second``.

    Both are mixed strategies of a player, as fractions; ``equilibria`` are the numbers of the extreme equilibria in it.
    One equilibrium that stands alone is such a subset too.
    """

    first: tuple[tuple[Fraction, ...], ...]
    second: tuple[tuple[Fraction, ...], ...]
    equilibria: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ExtremeEquilibria:
    """The extreme equilibria of a game of two, those with small supports first, and the maximal Nash subsets.

    ``components`` are the connected sets of equilibria, as numbers of the extreme ones: subsets that share a point.
    ``is_degenerate`` says whether some mixed strategy has more best responses than strategies that it uses. Only then
    can there be equilibria beyond the extreme ones, or an even number of these.
    """

    game: StrategicGame
    equilibria: tuple[ExactProfile, ...]
    subsets: tuple[NashSubset, ...]
    components: tuple[tuple[int, ...], ...]
    is_degenerate: bool

    @property
    def has_continua(self) -> bool:
        """Whether there are infinitely many equilibria."""
        return any(len(subset.equilibria) > 1 for subset in self.subsets)

    @property
    def note(self) -> str:
        """What this says about all equilibria of the game, in words."""
        count = len(self.equilibria)
        some = f"{count} equilibria" if count > 1 else "one equilibrium"
        if not self.is_degenerate:
            return f"The game has exactly {some}: it is not degenerate, so there are no others."
        if not self.has_continua:
            return f"The game is degenerate, yet it has exactly {some}: there are no continua."
        many = [subset.equilibria for subset in self.subsets if len(subset.equilibria) > 1]
        alone = count - len({k for corners in many for k in corners})
        listed = "; ".join(" ".join(str(k + 1) for k in corners) for corners in many)
        others = f", and {alone} of them {'stand' if alone > 1 else 'stands'} alone" if alone else ""
        return (
            f"The game is degenerate and has infinitely many equilibria. There are {count} extreme ones{others}. The "
            f"following are corners of a set in which any mixture of the first player's strategies is an equilibrium "
            f"with any mixture of the second's: {listed}."
        )

    def as_dict(self) -> Mapping[str, object]:
        """All of it for JSON."""
        return {
            "equilibria": [profile.as_dict(self.game) for profile in self.equilibria],
            "maximal_nash_subsets": [list(subset.equilibria) for subset in self.subsets],
            "components": [list(component) for component in self.components],
            "degenerate": self.is_degenerate,
            "continua": self.has_continua,
            "note": self.note,
        }


def extreme_equilibria(game: StrategicGame, *, numbers: Numbers = "written", limit: int = LIMIT) -> ExtremeEquilibria:
    """All extreme equilibria of a game of two; every game has at least one.

    ``numbers`` says how payoffs become fractions. ``limit`` is how many vertices the two polytopes may have by the
    upper bound theorem (random games have a tenth of that or less); time and memory grow with them.

    Raises :class:`~magnate.errors.BadStrategicGame` for another number of players, and
    :class:`~magnate.errors.GameTooLarge` above the limit.

    >>> battle = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> for equilibrium in extreme_equilibria(battle).equilibria:
    ...     print(*(" ".join(map(str, mixture)) for mixture in equilibrium.mixtures), sep=" | ")
    1 0 | 1 0
    0 1 | 0 1
    2/3 1/3 | 1/3 2/3
    """
    if game.n != 2:
        raise BadStrategicGame(
            f"all extreme equilibria are found of games of two players, not of {game.n}",
            hint="find_equilibria finds some of any game",
        )
    _check_size(game.sizes, limit)
    payoffs = exact_payoffs(game, numbers)
    first = _labelled(vertices(_positive(payoffs[1].T)), game.sizes[0], 0, sum(game.sizes))
    second = _labelled(vertices(_positive(payoffs[0])), game.sizes[1], game.sizes[0], sum(game.sizes))
    pairs = _completely_labelled(first, second, sum(game.sizes))

    mine = {own: _mixture(first[own][0]) for own, _ in pairs}
    its = {other: _mixture(second[other][0]) for _, other in pairs}
    found = {pair: exact_profile(game, (mine[pair[0]], its[pair[1]]), payoffs) for pair in pairs}
    pairs.sort(key=lambda pair: (sum(len(used) for used in found[pair].supports), found[pair].supports))
    subsets = [
        NashSubset(
            tuple(mine[own] for own in left),
            tuple(its[other] for other in right),
            tuple(sorted(pairs.index((own, other)) for own in left for other in right)),
        )
        for left, right in _maximal_bicliques(pairs)
    ]
    subsets.sort(key=lambda subset: subset.equilibria)
    return ExtremeEquilibria(
        game,
        tuple(found[pair] for pair in pairs),
        tuple(subsets),
        _components(pairs),
        any(labels.bit_count() > game.sizes[0] for _, labels in first)
        or any(labels.bit_count() > game.sizes[1] for _, labels in second),
    )


def _check_size(sizes: tuple[int, ...], limit: int) -> None:
    """Refuse what would take too long, and say how long."""
    most = sum(most_vertices(size, sum(sizes)) for size in sizes)
    if most > limit:
        shape = " × ".join(str(size) for size in sizes)
        raise GameTooLarge(
            f"the polytopes of a game of {shape} may have {most:,} vertices, each of which takes up to a tenth of a "
            f"millisecond and some hundred bytes; the limit is {limit:,}",
            hint="eliminate dominated strategies first, set a higher limit, ask find_equilibria for some equilibria, "
            "or install the extra gambit (pip install 'magnate[gambit]') and use gambit_equilibria",
        )


def _positive(table: np.ndarray) -> list[list[int]]:
    """The payoffs as positive integers: multiplied and shifted, which changes no best response."""
    common = lcm(*(value.denominator for value in table.flat))
    whole = [[int(value * common) for value in row] for row in table]
    least = min(min(row) for row in whole)
    return [[value - least + 1 for value in row] for row in whole]


def _labelled(found: Sequence[Vertex], size: int, own: int, labels: int) -> list[tuple[Vertex, int]]:
    """Vertices with their labels: what is tight, by the numbers of strategies of both players, the first's first.

    The polytope's coordinates are a player's ``size`` strategies, numbered from ``own``; its rows are the other's.
    """
    other = size if own == 0 else 0
    coordinates, every = (1 << size) - 1, (1 << labels) - 1
    return [
        (vertex, ((vertex.tight & coordinates) << own | (vertex.tight >> size) << other) & every) for vertex in found
    ]


def _completely_labelled(
    first: Sequence[tuple[Vertex, int]], second: Sequence[tuple[Vertex, int]], labels: int
) -> list[tuple[int, int]]:
    """The pairs that have every label together, as numbers in both lists."""
    having = [0] * labels  # the vertices of the second list that have a label, as bits
    for k, (_, its) in enumerate(second):
        for label in range(labels):
            if its >> label & 1:
                having[label] |= 1 << k
    pairs = []
    for k, (_, mine) in enumerate(first):
        fitting = (1 << len(second)) - 1
        for label in range(labels):
            if not mine >> label & 1:
                fitting &= having[label]
        while fitting:
            lowest = fitting & -fitting
            pairs.append((k, lowest.bit_length() - 1))
            fitting ^= lowest
    return pairs


def _mixture(vertex: Vertex) -> tuple[Fraction, ...]:
    total = sum(vertex.direction)
    return tuple(Fraction(value, total) for value in vertex.direction)


def _partners(pairs: Sequence[tuple[int, int]]) -> dict[int, frozenset[int]]:
    """With whom of the second list each of the first makes an equilibrium."""
    partners: dict[int, set[int]] = {}
    for own, other in pairs:
        partners.setdefault(own, set()).add(other)
    return {own: frozenset(others) for own, others in partners.items()}


def _maximal_bicliques(pairs: Sequence[tuple[int, int]]) -> list[tuple[list[int], list[int]]]:
    """The maximal sets of which every one of the left makes a pair with every one of the right."""
    partners = _partners(pairs)
    rights: set[frozenset[int]] = set()  # every intersection of sets of partners, built up one by one
    for others in partners.values():
        rights |= {others & known for known in rights} | {others}
    return [
        (sorted(own for own, others in partners.items() if right <= others), sorted(right)) for right in rights if right
    ]


def _components(pairs: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The numbers of the pairs that hang together, by sharing one of their two."""
    left = set(range(len(pairs)))
    found = []
    while left:
        reached = [left.pop()]
        for k in reached:
            near = {other for other in left if pairs[k][0] == pairs[other][0] or pairs[k][1] == pairs[other][1]}
            left -= near
            reached.extend(near)
        found.append(tuple(sorted(reached)))
    return tuple(sorted(found))
