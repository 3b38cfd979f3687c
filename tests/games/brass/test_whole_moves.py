"""Whole moves: listed, counted and sampled as if every decision were taken by itself."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from functools import cache

import pytest

import magnate
from magnate.core.game import Position
from magnate.errors import BadSearch
from magnate.search.moves import count_whole_moves, sample_whole_moves, whole_moves

from .whole_move_oracle import decided, sequences, settled_positions

COUNTS = {
    (2, 1, "", 15): (433, 247, 75, 301, 407, 24),
    (3, 2, "", 19): (502, 225, 126, 211, 285, 79),
    (4, 4, "", 21): (359, 234, 187, 257, 343, 163),
    (3, 2, "canal", 13): (1747, 395, 1279, 623, 218, 299, 420, 270, 47),
    (4, 3, "rail", 15): (2285, 1709, 1034, 65, 51),
}
"""The whole moves at positions of random games: players, seed, where it begins, and which positions it is."""
PAIRS = {((2, 1, "", 15), 2): 3013, ((3, 2, "", 19), 5): 5297, ((4, 3, "rail", 15), 4): 1305}
"""The pairs of a whole move and the next one of the same seat, at one of these positions each."""


@cache
def positions(game: tuple[int, int, str, int]) -> tuple[Position, ...]:
    return tuple(settled_positions(*game))


def small_positions(most: int) -> list[Position]:
    """Those of these positions that have so many moves at most."""
    return [
        position
        for game, counts in COUNTS.items()
        for count, position in zip(counts, positions(game), strict=True)
        if count <= most
    ]


def spot() -> Position:
    """A position with 51 moves."""
    return small_positions(51)[-1]


def applied(position: Position, ids: tuple[int, ...]) -> Position:
    after = decided(position)
    for id_ in ids:
        after.apply(id_)
    return after


def check(position: Position, *, interpreted: bool) -> tuple[int, int]:
    """Compare the list with all rows of decisions; returns how many moves and rows there are."""
    listed = whole_moves(position, interpreted=interpreted)
    rows, named = list(sequences(position)), dict(sequences(position, first_only=True))
    assert count_whole_moves(position, sequences=True, interpreted=interpreted) == len(rows)
    assert count_whole_moves(position, interpreted=interpreted) == len(listed)
    ends = [named[ids] for ids in listed]
    assert len(set(ends)) == len(ends)
    assert set(ends) == set(named.values())
    first = {}
    for ids in sorted(named):
        first.setdefault(named[ids], ids)
    assert listed == sorted(first.values()), "the first row stands for all that lead to the same position"
    return len(listed), len(rows)


@pytest.mark.parametrize("game", COUNTS, ids=str)
def test_counts_at_fixed_positions(game):
    assert tuple(count_whole_moves(one, interpreted=True) for one in positions(game)) == COUNTS[game]


@pytest.mark.parametrize("spot", PAIRS, ids=str)
def test_counts_to_depth_two(spot):
    game, number = spot
    position = positions(game)[number]
    after = [applied(position, ids) for ids in whole_moves(position, interpreted=True)]
    assert {one.to_move for one in after} == {position.to_move}
    assert sum(count_whole_moves(one, interpreted=True) for one in after) == PAIRS[spot]


def test_whole_moves_are_the_rows_of_decisions():
    sizes = [check(position, interpreted=True) for position in small_positions(250)]
    assert len(sizes) >= 10
    assert sum(rows - moves for moves, rows in sizes) > 300


@pytest.mark.long
def test_whole_moves_are_the_rows_of_decisions_at_2000_positions():
    """Compiled; positions with more than 3,000 moves are passed by, for the time that their rows take."""
    compared = Counter[str]()
    seed = 0
    while compared.total() < 2_000:
        seed += 1
        era = ("", "canal", "rail")[seed % 3]
        for position in settled_positions(2 + seed % 3, seed, era, 3):
            if count_whole_moves(position) <= 3_000 and max(map(len, whole_moves(position))) <= 8:
                check(position, interpreted=False)
                compared[era] += 1
    assert min(compared.values()) > 400


# ------------------------------------------------------------------------------------------------- samples


def shares(position: Position) -> dict[bytes, float]:
    """How likely each position after the move is where all decisions are alike: by the rows that lead to it."""
    found: dict[bytes, float] = defaultdict(float)
    for ids, end in sequences(position):
        now, share = decided(position), 1.0
        for id_ in ids:
            share /= len(now.legal_ids())
            now.apply(id_)
        found[end] += share
    return found


def end_of(position: Position, ids: tuple[int, ...]) -> bytes:
    return bytes(applied(position, ids).states())


def test_moves_are_drawn_by_the_product_of_the_probabilities():
    """Chi squared with 50 degrees of freedom: more than 86 has a chance of 0.1 %."""
    position, draws = spot(), 300
    expected = shares(position)
    drawn = Counter(
        end_of(position, sample_whole_moves(position, 1, seed=seed, interpreted=True)[0].ids) for seed in range(draws)
    )
    assert set(drawn) <= set(expected)
    assert math.isclose(sum(expected.values()), 1.0)
    assert sum((drawn[end] - draws * share) ** 2 / (draws * share) for end, share in expected.items()) < 86


def test_without_replacement_all_come_up_once():
    position = spot()
    listed = whole_moves(position, interpreted=True)
    found = sample_whole_moves(position, 1000, interpreted=True)
    assert len({end_of(position, move.ids) for move in found}) == len(found) == len(listed)
    assert [move.score for move in found] == sorted((move.score for move in found), reverse=True)


def test_without_noise_the_likeliest_come_first():
    position = spot()
    found = sample_whole_moves(position, 10, noise=0.0, interpreted=True)
    assert [move.score for move in found] == [move.log for move in found]
    best = sorted((move.log for move in sample_whole_moves(position, 1000, interpreted=True)), reverse=True)
    assert [move.log for move in found] == pytest.approx(best[:10])


def test_each_kind_of_action_is_covered():
    position = magnate.load("brass").new(seed=3)
    found = sample_whole_moves(position, 2, noise=0.0, cover=True, interpreted=True)
    assert {move.ids[0] for move in found} == set(position.legal_ids())


def test_what_is_hidden_does_not_matter():
    position = magnate.load("brass", players=3).new(seed=4)
    other = position.shown_to(position.to_move, 99)
    assert bytes(other.states()) != bytes(position.states())
    assert whole_moves(other, interpreted=True) == whole_moves(position, interpreted=True)
    samples = [sample_whole_moves(one, 4, seed=5, interpreted=True) for one in (position, other)]
    assert samples[0] == samples[1]
    assert samples[0] != sample_whole_moves(position, 4, seed=6, interpreted=True)


def test_nobody_decides_at_the_end():
    over = magnate.load("tictactoe").new()
    for square in (0, 3, 1, 4, 2):
        over.apply(square)
    with pytest.raises(BadSearch, match="nobody is to decide"):
        whole_moves(over)
