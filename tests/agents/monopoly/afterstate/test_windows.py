"""How a network manages its property: what it does in a window is judged by leaving the window after it."""

import random
from typing import Any

from magnate.agents.learned.agent import Planning
from magnate.games.monopoly.state import BUILD_GROUP, ITEM, LIFT, MORTGAGE, ROLL
from magnate.networks import Network

from ..interpreted import RULES
from ..positions import random_position
from .by_dollars import PLACES, Decider, network

QUIET = Planning(0.0, 0.0, 10)
HAVING_THE_TURN = 5.0


def network_that_loves_its_turn() -> Network:
    """Nothing is worth as much as to have the move, as a network may think that has seen few mortgages lifted."""
    made = network()
    weights = made.weights[0].copy()
    weights[PLACES["seat0.to_move"], 0] = HAVING_THE_TURN
    return Network((weights,), made.biases)


def managed(decider: Decider, g: Any, most: int = 60) -> list[int]:
    """What the seat to move builds, sells, mortgages and lifts until it leaves its window."""
    done: list[int] = []
    while len(done) < most and g.depth == 0 and BUILD_GROUP <= (action := decider.action(g)) < ITEM:
        RULES.step(g, action)
        done.append(action)
    return done


def test_no_turn_lasts_for_ever():
    """Compared with the window that it has left, an open one would be better whatever is mortgaged there."""
    decider = Decider(2, network_that_loves_its_turn(), QUIET)
    rng = random.Random(3)
    for _ in range(20):
        g = random_position(rng, 2)
        done = managed(decider, g)
        assert len(done) < 60
        lifted = {action - LIFT for action in done if LIFT <= action < ITEM}
        assert lifted.isdisjoint(action - MORTGAGE for action in done if MORTGAGE <= action < LIFT)
        assert g.depth > 0 or decider.action(g) == ROLL  # and does not pass in all windows until its next turn


def test_having_the_turn_changes_nothing_that_is_managed():
    """The love of the move counts on both sides of every comparison."""
    plain, loving = (Decider(2, made, QUIET) for made in (network(), network_that_loves_its_turn()))
    one, other = random.Random(4), random.Random(4)
    for _ in range(20):
        assert managed(plain, random_position(one, 2)) == managed(loving, random_position(other, 2))
