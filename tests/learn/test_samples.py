"""Rows of mostly zeros, against the same as an array."""

import numpy as np

from magnate.learn.samples import SLICE, SparseRows

DENSE = np.array([[0, 0.5, 0, 1], [0, 0, 0, 0], [0.25, 0, 0, 0], [0, 0, 0, 2]], np.float32)


def test_what_is_kept_is_what_was_given() -> None:
    rows = SparseRows.of(DENSE)
    assert (len(rows), rows.width, len(rows.values)) == (4, 4, 4)
    assert rows.dense().tolist() == DENSE.tolist()
    assert rows.dense([3, 0, 0]).tolist() == DENSE[[3, 0, 0]].tolist()
    assert rows.dense([]).shape == (0, 4)
    assert rows.chosen(np.array([3, 0])).dense().tolist() == DENSE[[3, 0]].tolist()
    assert rows.dense().dtype == np.float32


def test_columns_that_are_0_throughout_can_be_left_out() -> None:
    rows = SparseRows.of(DENSE)
    assert rows.used.tolist() == [0, 1, 3]
    assert rows.within(rows.used).dense().tolist() == DENSE[:, [0, 1, 3]].tolist()


def test_parts_follow_one_another() -> None:
    parts = [SparseRows.of(DENSE[:1]), SparseRows.of(np.zeros((0, 4))), SparseRows.of(DENSE[1:])]
    assert SparseRows.joined(parts).dense().tolist() == DENSE.tolist()
    many = SparseRows.joined([SparseRows.of(DENSE)] * SLICE)
    assert np.concatenate(list(many.slices())).tobytes() == np.tile(DENSE, (SLICE, 1)).tobytes()


def test_numbers_are_kept_to_11_bits() -> None:
    numbers = np.random.default_rng(1).random((100, 5)).astype(np.float32)
    np.testing.assert_allclose(SparseRows.of(numbers).dense(), numbers, rtol=2.0**-11)
