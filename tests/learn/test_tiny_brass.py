"""Two rounds of a tiny Brass, to the end: what they are worth is known exactly, and the learner reaches it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tomli_w

from magnate.agents.brass.expert import Ask, MoveSearch
from magnate.agents.brass.parameters import BOTH, REWARD, default_row
from magnate.core.game import Position
from magnate.learn.config import from_text
from magnate.learn.expert_games import own_numbers
from magnate.learn.methods import expert
from magnate.learn.run_dir import Run
from magnate.learn.training import train
from magnate.networks.moves import CODES, HEAD, POLICY, MoveNetwork
from magnate.search import search
from magnate.values.brass import OWN, TABLE
from magnate.values.brass_moves import MOVE_INPUTS

from .tiny_brass import Choice, after, enumerated, solved, sure, tiny_game, tiny_setup

pytest.importorskip("torch")
pytestmark = pytest.mark.long

ACTIONS = 4
"""Cards of each seat: two rounds of two actions."""
WORTH = 0.901
"""The first seat wins (0.8), by two points (0.2 · (0.5 + 2/400))."""
POINT = 0.0005
"""What a point more is worth."""
LEARNING = {
    "codes": 16,
    "hidden": 16,
    "steps": 30,
    "games": 20,
    "alone": 1,
    "sampled": 8,
    "many": 32,
    "few": 8,
    "full": 0.5,
    "past": 2,
    "batch": 64,
    "epochs": 4,
    "learning_rate": 0.01,
    "line_part": 0.0,
    "starts": [tiny_setup(ACTIONS)],
    "start_part": 1.0,
    "device": "cpu",
}


def start() -> Position:
    return tiny_game().setup(tiny_setup(ACTIONS), seed=1)


def liked(network: MoveNetwork) -> Choice:
    """Play the move that the policy likes best, without a search."""
    asked = MoveSearch(tiny_game(), sampled=64, room=2)
    asked.use(network)

    def choice(position: Position) -> tuple[int, ...]:
        found = asked.search(position.states(), position.to_move, 1, Ask(simulations=1))
        return found.moves[int(np.argmax(found.logits))]

    return choice


def searched(network: MoveNetwork) -> Choice:
    """Play what a search of 64 simulations finds, with no exact play."""
    asked = MoveSearch(tiny_game(), sampled=64, room=65)
    asked.use(network)
    return lambda position: asked.search(position.states(), position.to_move, 1, Ask(simulations=64)).best


def lost(choice: Choice) -> float:
    """What a player who plays so can be made to lose of the exact value, in the first seat and in the second."""
    return sum(abs(sure(start(), seat, choice, {}) - WORTH) for seat in (0, 1))


def test_nothing_is_hidden_and_four_places_are_all_that_there_are() -> None:
    position = start()
    assert position.check() == 0
    for key in range(3):
        assert np.array_equal(position.shown_to(position.to_move, key).states(), position.states())
    assert {action.name for action in position.legal()} == {"build", "develop", "pass"}


def test_its_value_is_found_by_enumeration_by_whole_moves_and_by_the_search_of_the_agents() -> None:
    met: dict[bytes, float] = {}
    assert enumerated(start(), met) == pytest.approx(WORTH)
    assert len(met) == 133_398
    assert solved(start(), interpreted=False) == pytest.approx(WORTH)
    row = np.array(default_row())
    row[REWARD] = BOTH
    report = search(start(), "ismcts", "sims:1", params=row, exact=1_000_000)
    assert report.proven
    assert report.value == pytest.approx((WORTH, 1.0 - WORTH))
    for action in report.actions:
        value = enumerated(after(start(), (action.id,)), met)
        assert action.value[0] == pytest.approx(value) if action.bound == "=" else action.value[0] >= value - 1e-9


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_learner_gets_what_it_is_worth_whatever_the_other_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The policy alone loses a won game when it is new, and nothing when it has learned."""
    monkeypatch.setattr(expert, "table_like", lambda game, name: tiny_game())
    text = tomli_w.dumps({"game": "brass", "players": 2, "method": "expert", "seed": seed, "expert": LEARNING})
    run = Run.create(tmp_path / "run", from_text(text, "tiny", []))
    new = MoveNetwork.new(own=OWN, table=TABLE, move=MOVE_INPUTS, codes=16, hidden=16, seed=seed)
    assert lost(liked(new)) > 0.8
    learned = train(run, run.configuration.game(), []).networks()
    network = MoveNetwork(*(learned[part] for part in (CODES, HEAD, POLICY)))
    assert lost(liked(network)) == pytest.approx(0.0, abs=1e-9)
    assert lost(searched(network)) <= 20 * POINT  # points of the margin, and never the win
    own, table = own_numbers(MoveSearch(tiny_game(), room=2).shown(start().states(), 0)[None])
    shares, _ = network(own[:, :2], table)
    assert shares[0, 0] == pytest.approx(1.0, abs=0.15)
