"""Questions played on from each answer: which are found, and that both answers meet the same dice."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.errors import BadTraining
from magnate.learn.answers import Questions

GAME = magnate.load("monopoly", players=2)
OFFER = {
    "phase": "before",
    "players": [{"cash": 900, "deeds": ["baltic-avenue"]}, {"cash": 700, "deeds": ["park-place"]}],
}


def offered(*actions: str) -> np.ndarray:
    """The states along these actions, from the set-up on."""
    position, states = GAME.setup(OFFER), []
    for action in actions:
        states.append(position.states().copy())
        position = position.copy().apply(action)
    return np.concatenate([*states, position.states()])


def test_only_questions_with_these_answers_are_found():
    states = offered("trade:1", "item:baltic-avenue", "item:park-place", "propose")
    asked = Questions(GAME, ["reject", "accept"], {"baseline": 1.0})
    ends = asked.found(states, 10, seed=1)
    assert len(ends) == 2
    owners = [[one["deeds"] for one in GAME.position(end[None].copy()).view(0)["players"]] for end in ends]
    assert sorted(map(str, owners)) == sorted(
        map(str, [[["park-place"], ["baltic-avenue"]], [["baltic-avenue"], ["park-place"]]])
    )
    assert len(asked.found(states[:2], 10, seed=1)) == 0


def test_answers_that_lead_to_the_same_have_the_same_games():
    states = offered("trade:1", "item:baltic-avenue", "item:park-place", "propose")
    asked = Questions(GAME, ["accept", "reject"], {"baseline": 1.0, "strategic": 1.0})
    same = np.concatenate([states[:1], states[:1]])
    played = asked.played_on(same, 40, seed=3, threads=1)
    assert np.array_equal(played.shares[0], played.shares[1])
    assert played.shares.sum(axis=1) == pytest.approx([1.0, 1.0])
    again = asked.played_on(same, 40, seed=3, threads=2)
    assert np.array_equal(again.shares, played.shares)


def test_what_is_asked_must_be_possible():
    with pytest.raises(BadTraining, match='"agree" is no action'):
        Questions(GAME, ["agree", "reject"], {"baseline": 1.0})
    with pytest.raises(BadTraining, match='"self" cannot'):
        Questions(GAME, ["accept", "reject"], {"self": 1.0})
