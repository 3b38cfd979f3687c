"""Our games inside OpenSpiel: its random simulation test, its solvers, and what its players may know."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.algorithms.minimax import alpha_beta_search, expectiminimax

import magnate
from magnate.envs.registered import PREFIX
from magnate.errors import RulesMismatch
from magnate.search import search
from tools.compile_kernels import GAMES

SMALL = [name for name in GAMES if name != "monopoly"]


@pytest.mark.parametrize("game", SMALL)
def test_openspiel_accepts_a_game(game):
    loaded = pyspiel.load_game(PREFIX + game)
    for serialize in (True, False):
        pyspiel.random_sim_test(loaded, num_sims=2, serialize=serialize, verbose=False)


@pytest.mark.parametrize("asked", ["players=4,max_decisions=60", "preset=thesis,max_decisions=60"])
def test_openspiel_accepts_monopoly(asked):
    loaded = pyspiel.load_game(f"{PREFIX}monopoly({asked})")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


def test_options_are_parameters():
    loaded = pyspiel.load_game(f"{PREFIX}pig(players=3,target=20)")
    assert loaded.num_players() == 3
    assert loaded.magnate.options.target == 20
    assert loaded.get_parameters()["sides"] == magnate.load("pig").options.sides
    assert pyspiel.load_game(PREFIX + "monopoly", {"preset": "thesis"}).magnate.preset == "thesis"


def test_chance_is_explicit_with_the_rules_odds():
    state = pyspiel.load_game(f"{PREFIX}bearoff").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    outcomes = state.position.outcomes()
    assert [p for _, p in state.chance_outcomes()] == [float(one.probability) for one in outcomes]
    assert state.action_to_string(state.current_player(), 3) == outcomes[3].name
    state.apply_action(3)
    assert state.position.history[1:] == (outcomes[3].id,)


def test_a_game_that_is_too_long_ends_with_equal_shares():
    state = pyspiel.load_game(f"{PREFIX}pig(players=4,max_decisions=3)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0.25] * 4


def test_openspiels_alpha_beta_solves_tictactoe():
    ours, theirs = pyspiel.load_game(f"{PREFIX}tictactoe(zero_sum=true)"), pyspiel.load_game("tic_tac_toe")
    assert alpha_beta_search(ours)[0] == 0.0
    for opening in ((4, 1), (0, 1), (0, 4), (0, 8, 2), (4, 1, 0, 8, 2), (0, 1, 4, 8)):
        states = [game.new_initial_state() for game in (ours, theirs)]
        for state in states:
            for action in opening:
                state.apply_action(action)
        first = ours.new_initial_state().current_player()
        values = [
            alpha_beta_search(game, state=state, maximizing_player_id=first)[0]
            for game, state in zip((ours, theirs), states, strict=True)
        ]
        assert values[0] == values[1]


@pytest.mark.parametrize("asked", ["tictactoe(", "kuhn(", "pig(players=3,", "monopoly(players=3,max_decisions=40,"])
def test_returns_are_zero_sum_on_request(asked):
    game = pyspiel.load_game(f"{PREFIX}{asked}zero_sum=true)")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (0.0, -1.0, game.num_players() - 1.0)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0.0] * game.num_players()
        state.apply_action(state.legal_actions()[0])
    equal = state.position.game.info.utility_sum / game.num_players()
    shares = state.position.utility() if state.position.is_over else [equal] * game.num_players()
    assert state.returns() == pytest.approx([share / equal - 1 for share in shares])
    assert sum(state.returns()) == pytest.approx(0.0)
    plain = pyspiel.load_game(PREFIX + asked.rstrip("(,") + (")" if asked.endswith(",") else ""))
    assert plain.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM


def test_a_pickled_state_of_another_layout_is_refused_in_words():
    course = pyspiel.load_game(PREFIX + "pig").new_initial_state()._course
    restored, (*parts, _) = course.__reduce__()
    with pytest.raises(RulesMismatch, match="another version") as error:
        restored(*parts, "of before")
    assert "history" in error.value.hint


def test_states_are_cloned_and_pickled_with_their_course():
    game = pyspiel.load_game(f"{PREFIX}kuhn")
    state = game.new_initial_state()
    for action in (2, 0, 1):
        state.apply_action(action)
    clone, restored = state.clone(), game.deserialize_state(state.serialize())
    for other in (clone, restored):
        assert str(other) == str(state)
        assert [other.information_state_string(seat) for seat in range(2)] == [
            "player 0 chance:3 chance:? 0:1",
            "player 1 chance:? chance:1 0:1",
        ]
    clone.apply_action(0)
    assert not state.is_terminal()


def test_an_information_state_tells_what_the_player_knows_and_no_more():
    states = get_all_states(pyspiel.load_game(f"{PREFIX}kuhn"), include_terminals=False, include_chance_states=False)
    known = {}
    for state in states.values():
        seat = state.current_player()
        own = int(state.position.state["card"][seat])
        decided = state.history()[2:]
        known.setdefault(state.information_state_string(seat), set()).add((seat, own, tuple(decided)))
        shown = state.observation_tensor(seat)
        assert np.array_equal(shown, state.position.features(seat).astype(np.float32))
    assert len(known) == 12  # the game has so many, six a player
    assert all(len(one) == 1 for one in known.values())


def test_openspiels_solver_finds_kuhn_pokers_value():
    game = pyspiel.load_game(f"{PREFIX}kuhn")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value == pytest.approx([35 / 72, 37 / 72], abs=2e-3)


def test_openspiels_search_finds_our_values():
    asked = {"depth": 5, "branching": 2, "chance": 2, "seed": 4}
    state = pyspiel.load_game(f"{PREFIX}random_tree", asked).new_initial_state()
    value, best = expectiminimax(state, 9, lambda _: 0.0, 0)
    ours = search(magnate.load("random_tree", **asked).new(), "expectiminimax", "depth:9", interpreted=True)
    assert (ours.proven, ours.action) == (True, best)
    assert ours.value[0] == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(("game", "hidden"), [("kuhn", True), ("brass", True), ("pig", False)])
def test_players_are_not_sent_the_whole_state_of_a_hidden_game(game, hidden):
    state = pyspiel.load_game(f"python_magnate_{game}").new_initial_state()
    assert state.hides_state_from_agents() == hidden
