"""All extreme equilibria of a game of two, exactly, and what lies between them.

A mixture of the row player is an equilibrium with one of the column player if every strategy is either not used or a
best response. In best-response polytopes both are inequalities that are tight ("labels"), so that equilibria are the
pairs of points that have all labels together, and those of which both are vertices are the *extreme* equilibria. In a
non-degenerate game there are no others. In a degenerate one, whole segments and polygons may be equilibria: they are
the convex hulls of extreme ones, the maximal Nash subsets.

Sources: B. von Stengel, "Computing equilibria for two-person games" (Handbook of Game Theory 3, 2002), sections 2.3 to
2.7; D. Avis, G. Rosenberg, R. Savani, B. von Stengel (2010); maximal Nash subsets: H.-M. Winkels (1979).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from ..errors import BadStrategicGame, GameTooLarge
from .exact import ExactProfile, Numbers, exact_payoffs, exact_profile
from .strategic import StrategicGame
from .vertices import Vertex, most_vertices, vertices

__all__ = ["LIMIT", "ExtremeEquilibria", "NashSubset", "extreme_equilibria"]

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

    ``components`` are the sets of equilibria that hang together, as numbers of the extreme ones: subsets that share a
    point. ``is_degenerate`` says whether some mixed strategy has more best responses than strategies that it uses; only
    then can there be more than the extreme equilibria, and an even number of them.
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
