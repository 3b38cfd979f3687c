"""Boards that packages declare: what is wrong with one is told with its file, and line or field."""

import json

import pytest

from magnate.core.boards import check_board, read_board
from magnate.errors import BrokenGame

PILES = {"show": "piles", "field": "heaps", "facet": "place", "names": ["a", "b"]}
CELLS = {"show": "grid", "field": "cells", "columns": 2, "facet": "place", "names": [["a", "b"], ["c", "d"]]}


@pytest.fixture
def board(tmp_path):
    def written(content):
        file = tmp_path / "stones.json"
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return read_board(file)

    return written


def test_a_board_has_defaults(board):
    found = board({"parts": [PILES, {**CELLS, "pieces": {"1": {"text": "X", "seat": 0}}}]})
    assert (found.parts[0].piece, found.parts[0].count, found.hidden) == ("●", None, [])
    assert found.parts[1].pieces["1"].seat == 0
    check_board(found, {"heaps": [3, 0], "cells": [0, 1, 0, 0], "mover": 1})


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"parts": [\n}', r"stones\.json, line 2: "),
        ({"parts": []}, "parts"),
        ({"parts": [{**PILES, "show": "heap"}]}, r"parts\.0.*'grid', 'piles'"),
        ({"parts": [{**PILES, "colour": "red"}]}, r"parts\.0\.piles\.colour is not known here"),
        ({"parts": [{**CELLS, "pieces": {"1": {"text": "a long text"}}}]}, r"pieces\.1\.text"),
        ({"parts": [{**CELLS, "pieces": {"1": {"text": "X", "seat": 8}}}]}, "seat must be less than 8"),
        ({"parts": [PILES], "hide": ["mover"]}, "hide is not known here"),
        ([], "stones"),
    ],
)
def test_what_no_board_is_is_told(board, content, says):
    with pytest.raises(BrokenGame, match=says):
        board(content)


def test_a_board_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(BrokenGame, match="cannot be read"):
        read_board(tmp_path)  # a folder


@pytest.mark.parametrize(
    ("parts", "hidden", "says"),
    [
        ([{**PILES, "field": "heap"}], [], 'the field "heap", and the view has not'),
        ([PILES], ["movr"], 'the field "movr", and the view has not'),
        ([{**PILES, "field": "mover"}], [], '"mover" of the view is no list'),
        ([{**PILES, "names": ["a"]}], [], '"heaps" has 2 places, and 1 names'),
        ([{**CELLS, "names": [["a", "b"]]}], [], '"cells" has 4 places, and 2 names'),
        ([{**CELLS, "field": "rows", "columns": None}], [], '"rows" has 6 places, and 4 names'),
        ([{**CELLS, "columns": None}], [], 'the field "cells" of the view is one list, not rows'),
        ([{"show": "grid", "field": "cells"}], [], 'the field "cells" of the view is one list, not rows'),
    ],
)
def test_a_board_that_does_not_fit_the_view_is_told(board, parts, hidden, says):
    view = {"heaps": [3, 0], "cells": [0, 1, 0, 0], "rows": ["X..", ".O."], "mover": 1}
    with pytest.raises(BrokenGame, match=says):
        check_board(board({"parts": parts, "hidden": hidden}), view)
