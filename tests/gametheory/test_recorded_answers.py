"""Our extreme equilibria against Gambit's, all of them; and nashpy's, as far as it finds them, against our check.

Gambit's ``enummixed_solve(rational=True)`` is an implementation of its own, with other pivots. nashpy's support
enumeration misses equilibria, so it is asked one way only.
"""

import pytest

from magnate.gametheory import StrategicGame, extreme_equilibria, profile_of

from .recorded import GAMES, KINDS, SHAPES, answers, tables

ANSWERS = list(answers())


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "x".join(map(str, shape)))
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_equilibria_as_gambit(kind, shape):
    compared = odd = continua = 0
    for answer in ANSWERS:
        if (answer.kind, answer.shape) != (kind, shape):
            continue
        game = StrategicGame.bimatrix(*tables(*answer[:3]))
        result = extreme_equilibria(game, numbers="binary")
        assert {profile.mixtures for profile in result.equilibria} == set(answer.gambit), answer[:3]
        assert all(profile.regret == 0 for profile in result.equilibria)
        if not result.is_degenerate:
            assert len(result.equilibria) % 2 == 1
            assert not result.has_continua
            odd += 1
        continua += result.has_continua
        compared += 1
    assert compared == GAMES
    assert odd == GAMES if kind == "gaussian" else 0 < continua <= GAMES - odd < GAMES


def test_what_nashpy_finds_are_equilibria():
    found = 0
    for answer in ANSWERS:
        game = StrategicGame.bimatrix(*tables(*answer[:3]))
        for profile in answer.nashpy:
            assert profile_of(game, profile).regret < 1e-6
            found += 1
    assert found > len(ANSWERS)
