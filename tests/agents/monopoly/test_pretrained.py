"""The networks that come with magnate: that they fit the rules and inputs as they are, and play."""

import json

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import Planning
from magnate.agents.monopoly.pretrained import FILES, SHIPPED, described_value_agent
from magnate.errors import BadAgent, BadNetwork


@pytest.mark.parametrize("which", FILES)
def test_each_fits_the_rules_and_inputs_as_they_are(which) -> None:
    agent = resolve("monopoly", f"magnate:{which}")
    assert agent.name == f"magnate:{which}"
    assert agent.epsilon == 0.0
    assert resolve("monopoly", f"magnate:{which}, epsilon=0.5").epsilon == 0.5
    assert set(SHIPPED) == set(FILES)


def test_the_one_for_two_makes_more_offers_than_others_and_another_network_tells_chances() -> None:
    agent = resolve("monopoly", "magnate:2p")
    assert agent.planning.offers == 1.0
    assert resolve("monopoly", "magnate:2p,offers=0.2").planning.offers == 0.2
    assert resolve("monopoly", "magnate:student").planning.offers == 0.3
    assert agent.calibrated.sizes == agent.network.sizes
    assert agent.calibrated.digest != agent.network.digest


def test_the_haggler_plays_by_a_network_that_no_other_agent_has() -> None:
    agent = resolve("monopoly", "character:haggler_network", players=4)
    assert agent.name == "character:haggler_network"
    assert agent.planning == Planning(offers=0.1, margin=0.08)
    others = [resolve("monopoly", f"magnate:{which}") for which in FILES]
    assert agent.network.digest not in {
        one.digest for other in others for one in (other.network, other.calibrated) if one
    }
    with pytest.raises(BadAgent, match='"character:haggler_network" has no parameters'):
        resolve("monopoly", "character:haggler_network, surplus=0.3")


def test_the_fair_trader_by_a_network_has_another_one_and_leaves_its_offers_to_a_rule() -> None:
    agent = resolve("monopoly", "character:fair_network", players=4)
    assert agent.planning.margin == 0.0
    assert agent.delegate[:30] == resolve("monopoly", "character:fair_trader").row[:30]
    others = [resolve("monopoly", spec) for spec in ("character:haggler_network", "magnate:official", "magnate:2p")]
    assert agent.network.digest not in {one.network.digest for one in others}


def test_what_a_partner_must_gain_is_set_where_the_network_tells_it() -> None:
    bold = Planning(offers=1.0, margin=0.01, partner=-0.1, learns=1.0, per_turn=1.0)
    assert resolve("monopoly", "magnate:negotiator").planning == bold
    assert resolve("monopoly", "magnate:negotiator,partner=0.03").planning.partner == 0.03
    with pytest.raises(BadAgent, match='"partner" is no setting of network'):
        resolve("monopoly", "magnate:official,partner=0.03")
    for which in FILES:
        names = {one["name"] for one in described_value_agent(which)["settings"]}
        assert ({"partner", "learns", "per_turn"} <= names) == (which == "negotiator")
        assert ("partner" in names) == ("per_turn" in names)


def test_settings_that_are_newer_do_not_change_what_older_agents_are_called() -> None:
    before = "magnate:negotiator,offers=0.3,partner=-0.02,learns=0,per_turn=2"
    assert json.loads(resolve("monopoly", before).settings)["planning"] == [0.3, 0.01, 60]
    with pytest.raises(BadAgent, match="per_turn"):
        resolve("monopoly", "magnate:negotiator,per_turn=1.5")


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(BadAgent, match='there is no "magnate:3p"'):
        resolve("monopoly", "magnate:3p")
    with pytest.raises(BadAgent, match="does not say which"):
        resolve("monopoly", "magnate")
    with pytest.raises(BadNetwork, match="^magnate:2p: the network has outputs for 2 players, not for 4"):
        resolve("monopoly", "magnate:2p", players=4)
    with pytest.raises(BadAgent, match='^epsilon in "magnate:2p,epsilon=3" cannot be "3"'):
        resolve("monopoly", "magnate:2p,epsilon=3")


def play_all(agents: list[str], games: int, **options) -> np.ndarray:
    """How many games each seat won. The drivers end a run at the first action that is not legal (AgentFailed)."""
    table = magnate.load("monopoly", players=len(agents), **options)
    results = table.play_many(agents, range(games))
    assert (results.ending > 0).all()
    assert results.utility.sum(axis=1) == pytest.approx(1.0)
    return results.utility.sum(axis=0)


LEARNED = ("magnate:2p", "magnate:student", "dqn", "dqn:fixed", "ppo")
"""All that have learned and play two by the rules of the thesis."""


@pytest.mark.parametrize("which", LEARNED)
def test_some_games_without_an_illegal_action(which) -> None:
    play_all([which, "magnate:2p"], 1, preset="thesis", max_rounds=40)
    play_all([which, "random"], 2, preset="thesis", max_rounds=40)


def test_some_games_for_four_without_an_illegal_action() -> None:
    play_all(["magnate:official", "random", "strategic", "magnate:official,epsilon=0.1"], 1, max_rounds=40)
    play_all(["character:haggler_network", "strategic:trademaster", "character:fair_network"], 1, max_rounds=40)


@pytest.mark.long
@pytest.mark.parametrize("which", LEARNED)
def test_thousands_of_games_without_an_illegal_action(which) -> None:
    """Random actions, too, lead to positions that play alone would not come to."""
    for other in ("random", "strategic", "magnate:2p,epsilon=0.2"):
        play_all([which, other], 1000, preset="thesis", max_rounds=200)


@pytest.mark.long
def test_a_thousand_games_for_four_without_an_illegal_action() -> None:
    play_all(["magnate:official", "random", "strategic", "magnate:official,epsilon=0.2"], 1000, max_rounds=100)


@pytest.mark.long
@pytest.mark.parametrize("which", ["2p", "student"])
def test_each_beats_a_rule_based_agent(which) -> None:
    assert play_all([f"magnate:{which}", "strategic"], 200, preset="thesis")[0] > 0.65 * 200


@pytest.mark.long
def test_that_for_four_wins_more_than_its_share() -> None:
    seats = ["magnate:official", "strategic", "strategic:tuned_official", "algorithmic"]
    assert play_all(seats, 100)[0] > 0.35 * 100
