"""The agent that searches by a network of whole moves: its file, its settings, and whole moves that it carries out."""

from __future__ import annotations

import json

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.loading import card
from magnate.errors import BadAgent, BadNetwork
from magnate.networks.files import save
from magnate.networks.moves import CODES, HEAD, MOVES, POLICY, MoveNetwork
from magnate.search.whole_driver import known_key
from magnate.values.brass import OWN, TABLE
from magnate.values.brass_moves import MOVE_INPUTS
from magnate.values.schema import schema_for

GAME = magnate.load("brass", players=2)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A file with a network that has learned nothing."""
    network = MoveNetwork.new(own=OWN, table=TABLE, move=MOVE_INPUTS, codes=8, hidden=6, seed=1)
    parts = {CODES: network.codes, HEAD: network.head, POLICY: network.policy}
    about = schema_for("brass", "chances").about("a test", MOVES, None)
    return save(tmp_path_factory.mktemp("moves") / "moves.safetensors", parts, about)


def test_its_settings_are_those_of_wholemove_and_its_own(file) -> None:
    usual = resolve("brass", f"network:{file}")
    assert str(usual.question.budget) == "time:100ms"
    assert (usual.ask.trust, usual.ask.policy, usual.question.options["truncate"]) == (0.8, 1.0, 0)
    other = resolve("brass", f"network:{file},sims=20,trust=0.5,policy=0,sampled=4,truncate=8")
    assert str(other.question.budget) == "sims:20"
    assert (other.ask.trust, other.ask.policy) == (0.5, 0.0)
    assert (other.question.options["sampled"], other.question.options["truncate"]) == (4, 8)
    assert usual.settings != other.settings
    assert json.loads(usual.settings)["networks"] == json.loads(other.settings)["networks"]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("trust=2", "needs a number from 0 to 1"),
        ("trust=0.1,trust=0.2", "says trust twice"),
        ("offers=1", '"offers" is no setting'),
        ("sims=5,time=1s", "two budgets"),
    ],
)
def test_what_it_cannot_be_told_is_refused(file, settings, says) -> None:
    with pytest.raises(BadAgent, match=says):
        resolve("brass", f"network:{file},{settings}")


@pytest.mark.parametrize(
    ("settings", "says", "hint"),
    [
        ("foo=1", '"foo" is no setting of magnate:brass', "it has sims, time, trust, policy, c, "),
        ("trsut=1", '"trsut" is no setting of magnate:brass', 'did you mean "trust"?'),
        (
            "trust",
            'the parameter "trust" of "magnate:brass" needs a number',
            "write for example magnate:brass,trust=0.8",
        ),
        ("sims=x", '"magnate:brass,sims=x": "sims:x" is no budget', "write sims:10000"),
    ],
)
def test_what_is_refused_is_said_with_the_agents_own_name_and_settings(settings, says, hint) -> None:
    with pytest.raises(BadAgent) as refused:
        resolve("brass", f"magnate:brass,{settings}")
    assert refused.value.message.startswith(says)
    assert refused.value.hint.startswith(hint)


def test_a_network_of_other_sizes_is_refused(tmp_path) -> None:
    network = MoveNetwork.new(own=2, table=1, move=2, codes=8, hidden=6, seed=1)
    parts = {CODES: network.codes, HEAD: network.head, POLICY: network.policy}
    small = save(tmp_path / "small.safetensors", parts, schema_for("brass", "chances").about("a test", MOVES, None))
    with pytest.raises(BadNetwork, match="3 numbers of a seat and its table"):
        resolve("brass", f"network:{small}")


def test_it_chooses_a_whole_move_and_carries_it_out(file) -> None:
    search = resolve("brass", f"network:{file},sims=12,sampled=4,exact=0").searcher_for(GAME)
    position = GAME.new(seed=3)
    seat = position.to_move
    first = search.choose(position.states(), seat, 5)
    assert first == search.choose(position.shown_to(seat, 9).states(), seat, 5)
    position.apply(first)
    while not position.settled:
        position.apply(search.plan[known_key(position, seat)])
    assert position.to_move != seat or position.state["actions"] == 1


def test_the_one_that_comes_with_magnate_fits_the_rules_and_inputs_as_they_are() -> None:
    agent = resolve("brass", "magnate:brass")
    assert (agent.name, str(agent.question.budget)) == ("magnate:brass", "time:100ms")
    assert resolve("brass", "magnate:brass, trust=0.5, sims=9").ask.trust == 0.5
    assert card("brass", "magnate:brass")["outputs"] == MOVES
    with pytest.raises(BadAgent, match='there is no "magnate:bras"; did you mean "magnate:brass"'):
        resolve("brass", "magnate:bras")
    with pytest.raises(BadAgent, match="does not say which"):
        resolve("brass", "magnate")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_games_are_the_same_again(players) -> None:
    game, spec = magnate.load("brass", players=players), "magnate:brass,sims=8,sampled=4"
    seats = [spec, *["planner"] * (players - 1)]
    first, again = (game.play(seats, seed=6) for _ in range(2))
    assert first.actions == again.actions
    assert first.result is not None


def test_it_does_not_peek() -> None:
    """The hidden cards dealt anew change nothing."""
    search = resolve("brass", "magnate:brass,sims=40,exact=0").searcher_for(GAME)
    position, moved = GAME.new(seed=3), 0
    while not position.is_over and moved < 30:
        seat, states = position.to_move, position.states()
        answers = {search.choose(position.shown_to(seat, key).states(), seat, moved) for key in range(3)}
        assert answers == {search.choose(states, seat, moved)}
        position.apply(answers.pop())
        while not position.settled:
            position.apply(position.legal_ids()[0])
        moved += 1


def test_it_keeps_a_time(file) -> None:
    search = resolve("brass", f"network:{file},time=1ms,exact=0").searcher_for(GAME)
    position = GAME.new(seed=3)
    assert search.choose(position.states(), position.to_move, 5) in position.legal_ids()
