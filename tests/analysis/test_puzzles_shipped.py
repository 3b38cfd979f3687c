"""The puzzles that come with magnate: each can be played, and some are certified anew."""

from __future__ import annotations

from collections import Counter

import pytest

from magnate.analysis.moves import after, move_from
from magnate.analysis.puzzle_maker import DECIDED, MADE_OF, OF_A_KIND
from magnate.analysis.puzzle_proof import GAP, SURE, certify
from magnate.analysis.puzzles import GAMES, LEVELS, Puzzle, puzzles, shipped

AGAIN = 4
"""Puzzles of a game that are certified anew."""


def test_each_game_has_some():
    assert set(shipped()) == set(GAMES) == set(MADE_OF)
    assert all(shipped().values())


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_a_position_and_legal_moves(game):
    for one in puzzles(game):
        position = one.position()
        assert (position.game.name, position.to_move, position.game.players) == (game, one.seat, one.players)
        assert position.to_setup() == one.setup
        moves = [move_from(position, move.names) for move in one.moves]
        assert [move.text for move in moves] == [move.text for move in one.moves]
        assert moves[0].kind == one.kind
        later = [after(position, move) for move in moves]
        assert all(first != second for at, first in enumerate(later) for second in later[:at])


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_certified(game):
    for one in puzzles(game):
        best, *others = one.moves
        assert others
        assert one.gap > GAP
        assert one.z > SURE
        assert best.share <= DECIDED
        assert all(move.behind >= one.gap - 1e-4 for move in others)
        assert one.errs or one.level == "easy"
        assert one.moves[0].text not in one.errs.values()


@pytest.mark.parametrize("game", GAMES)
def test_about_a_third_are_of_one_kind_and_a_quarter_too_easy_at_most(game):
    found = puzzles(game)
    assert max(Counter(one.kind for one in found).values()) <= 0.35 * len(found)
    assert sum(not one.errs for one in found) <= OF_A_KIND * len(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_easiest_come_first_and_a_game_gives_one(game):
    found = puzzles(game)
    levels = [LEVELS.index(one.level) for one in found]
    assert levels == sorted(levels)
    assert len({(one.number, one.seed) for one in found}) == len(found)
    assert [Puzzle.from_json(one.to_json()) for one in found] == list(found)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_some_are_certified_anew(game):
    """Other luck, fewer games: the same move, and a lead that is not nought."""
    found = puzzles(game)
    for one in found[:: max(1, len(found) // AGAIN)]:
        position = one.position()
        moves = [move_from(position, move.names) for move in one.moves]
        again = certify(position, MADE_OF[game].policies, 1_296, one.seed + 1, moves=moves)
        if isinstance(again, str):  # a small lead needs more games
            assert "another answer" not in again
        else:
            assert again.best.best.move == moves[0]
