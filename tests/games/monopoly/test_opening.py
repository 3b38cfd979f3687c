"""A new game is set up from its options alone."""

from __future__ import annotations

import numpy as np
import pytest

from magnate.games.monopoly import PRESETS, Options, rules, write_options
from magnate.games.monopoly.setup_model import mirrored, part
from magnate.games.monopoly.state import OPTIONS, STATE

from ...beginnings import set_up


def filled(preset: str, players: int, byte: int) -> np.ndarray:
    """A record whose every byte but the options is ``byte``."""
    states = np.full(STATE.itemsize, byte, np.uint8).view(STATE)
    states["opt"] = np.zeros(1, OPTIONS)
    write_options(Options.model_validate(PRESETS[preset]), players, states[0])
    return states


@pytest.mark.parametrize("preset", PRESETS)
def test_a_new_game_does_not_depend_on_what_the_record_held(preset):
    games = []
    for byte in (0, 0xFF):
        g = mirrored(filled(preset, 5, byte)[0])
        part("rules").new_game(g)
        assert part("rules").check(g) == 0
        games.append(g.to_bytes())
    assert games[0] == games[1]


def test_compiled_as_well():
    games = np.concatenate([filled("official", 4, byte) for byte in (0, 0xFF)])
    set_up(rules, games)
    assert games[0].tobytes() == games[1].tobytes()
