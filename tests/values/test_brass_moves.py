"""What a network is shown of Brass: every number has a name, and those of a move say what it does."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.core.contract import OVER
from magnate.core.game import Position
from magnate.games.brass import board, state
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class
from magnate.search.moves import sample_whole_moves
from magnate.values import brass
from magnate.values.brass_moves import MOVE_INPUTS, MOVE_NAMES
from magnate.values.brass_names import OWN_NAMES, TABLE_NAMES

AT = {name: place for place, name in enumerate(MOVE_NAMES)}
CODE = interpret("magnate.values.brass_moves")
GAME = magnate.load("brass", players=3)


def test_every_number_has_a_name_of_its_own() -> None:
    assert (len(OWN_NAMES), len(TABLE_NAMES)) == (brass.OWN, brass.TABLE)
    for names in (OWN_NAMES, TABLE_NAMES, MOVE_NAMES):
        assert len(set(names)) == len(names)


def test_the_names_of_a_position_are_true() -> None:
    position = GAME.new(seed=3)
    for _ in range(40):
        position.apply(position.legal_ids()[0])
    assert position.to_move >= 0
    row = np.zeros(brass.INPUTS)
    seat, g = position.to_move, position.state
    interpret("magnate.values.brass").seat_inputs(mirrored(position), seat, 1 << seat, row)
    own = dict(zip(OWN_NAMES, row[: brass.OWN], strict=True))
    table = dict(zip(TABLE_NAMES, row[board.SEATS * brass.OWN :], strict=True))
    assert own["money up to £12, over 12"] == min(1.0, g["money"][seat] / 12)
    assert own["its hand is shown"] == own["it is to move"] == 1.0
    assert own["points, over 200"] == g["points"][seat] / 200
    for kind, card in enumerate(board.CARDS):
        assert own[f"{card.id} cards in a hand that is shown, over 3"] == min(1.0, g["hand"][seat][kind] / 3)
    assert own["the part of its iron tiles that have left the mat"] == g["taken"][seat][board.IRON] / 4
    assert table["three players"] == 1.0
    assert table["cubes in the coal market, over its room"] == g["coal"] / board.COAL_ROOM
    assert table[f"the phase is {'action' if position.settled else 'card'}"] in (0.0, 1.0)
    for number, space in enumerate(board.MERCHANT_SPACES):
        assert table[f"{space.id} has its barrel"] == int(g["barrels"]) >> number & 1
        assert table[f"{space.id} has a tile"] == (g["merchant"][number] != 0)


def mirrored(position: Position):
    """The position for interpreted rules."""
    return pystate_class(state.STATE)().from_record(position.states()[0])


def numbers(position: Position, ids: tuple[int, ...]) -> np.ndarray:
    """The numbers of a move whose end lies in the same round."""
    found, after = np.zeros(MOVE_INPUTS), position.copy()
    for id_ in ids:
        after.apply(id_)
    CODE.move_inputs(mirrored(position), mirrored(after), position.to_move, list(ids), 0, len(ids), found)
    return found


def test_the_numbers_of_a_move_say_what_it_does() -> None:
    seen, draws = set(), np.random.default_rng(1)
    position = GAME.new(seed=5)
    while position.to_move != OVER and len(seen) < 6:
        seat, g = position.to_move, position.state
        moves = [move.ids for move in sample_whole_moves(position, 6, seed=1, interpreted=True)]
        for ids in moves:
            after = position.copy()
            for id_ in ids:
                after.apply(id_)
            done = after.state
            if after.is_over or (done["round"], done["era"]) != (g["round"], g["era"]):
                continue
            row = numbers(position, ids)
            kind = min(ids[0], state.PASS + 1)
            seen.add(kind)
            assert np.flatnonzero(row[1:9]).tolist() == [kind]
            assert row[AT["the money spent, over 30"]] == (done["spent"][seat] - g["spent"][seat]) / 30
            assert row[AT["the money left, over 40"]] == done["money"][seat] / 40
            new = int(done["lines"][seat]) & ~int(g["lines"][seat])
            assert row[AT["links laid, over 2"]] == new.bit_count() / 2
            built = [i for i in range(board.SPACE_COUNT) if done["tile"][i] != g["tile"][i]]
            names = [f"it builds {board.INDUSTRY_NAMES[board.TILES[done['tile'][i] - 1].industry]}" for i in built]
            assert [name for name in MOVE_NAMES if name.startswith("it builds ") and row[AT[name]]] == names
            for i in built:
                tile = board.TILES[done["tile"][i] - 1]
                assert row[AT["the tile's level, over 8"]] == tile.level / 8
                assert row[AT["its points, over 20"]] == tile.points / 20
                assert row[AT[f"it is built in {board.LOCATIONS[board.PLACE_OF[i]].id}"]] == 1.0
            gone = {
                name: (int(done["taken"][seat][k]) - int(g["taken"][seat][k]) - (f"it builds {name}" in names)) / 2
                for k, name in enumerate(board.INDUSTRY_NAMES)
            }
            assert {n: row[AT[f"{n} that leaves the mat and is not built, over 2"]] for n in gone} == gone
            taken = [
                f"{good} from {whose}, over 3" for good in ("coal", "iron") for whose in ("own tiles", "other tiles")
            ]
            bought = row[AT["coal out of the market, over 3"]] + row[AT["iron out of the market, over 3"]]
            if kind == state.DEVELOP and g["iron"] > 1:  # what an empty market sells is not a cube of it
                assert 3 * (sum(row[AT[name]] for name in taken) + bought) == pytest.approx(2 * sum(gone.values()))
            assert row[AT["the card is wild"]] == (ids[-1] >= state.GIVE_CARD + board.PLAIN_CARDS)
        for id_ in moves[int(draws.integers(len(moves)))]:
            position.apply(id_)
    assert {state.BUILD, state.NETWORK, state.DEVELOP, state.LOAN} <= seen
