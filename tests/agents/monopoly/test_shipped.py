"""The networks that come with magnate: that they fit the rules and inputs as they are, and play."""

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly.shipped import SHIPPED, WEIGHTS
from magnate.errors import BadAgent, BadNetwork


@pytest.mark.parametrize("which", WEIGHTS)
def test_each_fits_the_rules_and_inputs_as_they_are(which) -> None:
    agent = resolve("monopoly", f"magnate:{which}")
    assert agent.name == f"magnate:{which}"
    assert agent.epsilon == 0.0
    assert resolve("monopoly", f"magnate:{which}, epsilon=0.5").epsilon == 0.5
    assert set(SHIPPED) == set(WEIGHTS)


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(BadAgent, match='there is no "magnate:3p"'):
        resolve("monopoly", "magnate:3p")
    with pytest.raises(BadAgent, match="does not say which"):
        resolve("monopoly", "magnate")
    with pytest.raises(BadNetwork, match="outputs for 2 players, not for 4"):
        resolve("monopoly", "magnate:2p", players=4)


@pytest.mark.long
@pytest.mark.parametrize("which", WEIGHTS)
def test_each_beats_a_rule_based_agent(which) -> None:
    found = magnate.load("monopoly", preset="thesis", players=2).play_many(
        [f"magnate:{which}", "strategic"], range(200)
    )
    assert found.utility[:, 0].mean() > 0.65
