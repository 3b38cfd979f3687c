"""The policy that comes with magnate: it fits the game as it is now, and plays for what it was trained for."""

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.spec import PolicyAgent
from magnate.errors import BadNetwork


def test_it_is_for_two_players() -> None:
    agent = resolve("monopoly", "ppo", 2)
    assert isinstance(agent, PolicyAgent)
    assert (agent.schema.name, agent.temperature) == ("general", 0.0)
    with pytest.raises(BadNetwork, match="one for each of 4 players"):
        resolve("monopoly", "ppo", 4)


def test_it_beats_random_play() -> None:
    """Nobody who plays at all loses many of these: `strategic` won all of 10,000."""
    game = magnate.load("monopoly", preset="thesis", players=2)
    results = game.play_many(["ppo", "random"], range(20))
    assert results.utility[:, 0].sum() >= 18
