"""Our searches on OpenSpiel's games: they load, they are searched, and the values are OpenSpiel's and our own."""

from fractions import Fraction

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search, expectiminimax

import magnate
from magnate.envs.openspiel import load
from magnate.envs.openspiel_rules import whole_weights
from magnate.errors import BadOption, BadRecord, BadSearch, BadSetup, BrokenGame, IllegalAction, UnknownGame
from magnate.runtime.interpreter import interpret
from magnate.search import search

COURSE = {
    "tic_tac_toe": ("alphabeta", "mcts"),
    "chess": ("minimax", "alphabeta", "mcts"),
    "checkers": ("alphabeta", "ordered", "mcts"),
    "go(board_size=9)": ("alphabeta", "mcts"),
    "othello": ("alphabeta", "ordered", "mcts"),
    "backgammon": ("expectiminimax", "star1", "star2", "mcts"),
    "bridge": ("maxn", "paranoid", "mcts"),
    "kuhn_poker": ("expectiminimax", "mcts"),
    "leduc_poker": ("expectiminimax", "mcts"),
    "universal_poker": ("expectiminimax", "mcts"),
}
"""The games that the course names (Scrabble is not among OpenSpiel's, Monopoly is ours), and what searches each."""


@pytest.mark.parametrize("game", COURSE)
def test_the_courses_games_are_searched(game):
    position = load(game).new(seed=3)
    for algorithm in COURSE[game]:
        report = search(position, algorithm, "sims:8" if algorithm == "mcts" else "depth:1", seed=1)
        assert report.action in position.legal_ids()
        assert report.game == f"openspiel:{game}"
        assert report.exact <= (not position.game.info.hidden)
    position.apply(report.action)
    assert position.steps > 0


def after(game, *actions):
    """The position after some decisions, in both libraries."""
    position = load(game).new()
    for action in actions:
        position.apply(action)
    return position


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        ("tic_tac_toe", (4, 0)),
        ("tic_tac_toe", (0, 1)),
        ("nim(pile_sizes=1;2;3)", ()),
        ("nim(pile_sizes=1;3;3,is_misere=false)", ()),
        ("breakthrough(rows=4,columns=3)", ()),
        ("connect_four(rows=4,columns=4,x_in_row=3)", (0, 0, 3)),
        ("mnk(m=3,n=3,k=3)", (4,)),
    ],
)
def test_minimax_finds_openspiels_values(game, actions):
    position = after(game, *actions)
    seat = position.to_move
    value, best = alpha_beta_search(
        position.game.game, state=position.openspiel, maximum_depth=50, maximizing_player_id=seat
    )
    report = search(position, "alphabeta", "depth:50", every=True)
    assert report.proven
    assert position.game.returns(report.value)[seat] == value
    assert best in report.best()


def test_expectiminimax_finds_openspiels_values():
    position = load("pig(winscore=6,diceoutcomes=3,horizon=7)").new()
    value, best = expectiminimax(position.openspiel, 100, lambda state: state.player_return(0), 0)
    report = search(position, "expectiminimax", "depth:100")
    assert position.game.returns(report.value)[0] == pytest.approx(value, abs=1e-12)
    assert report.action == best
    for algorithm in ("star1", "star2", "maxn", "paranoid"):
        assert search(position, algorithm, "depth:100").value[0] == pytest.approx(report.value[0], abs=1e-12)


def test_both_libraries_tic_tac_toes_are_one_game():
    for mine, theirs in (((), ()), ((4,), (4,)), ((0, 1), (0, 1)), ((0, 4, 8), (0, 4, 8))):
        ours = magnate.load("tictactoe").new()
        for action in mine:
            ours.apply(action)
        one = search(ours, "alphabeta", "depth:9", every=True, interpreted=True)
        other = search(after("tic_tac_toe", *theirs), "alphabeta", "depth:9", every=True)
        assert (one.value, one.nodes) == (other.value, other.nodes)
        assert [action.value for action in one.actions] == [action.value for action in other.actions]


def test_a_search_is_the_same_with_the_same_seed():
    position = load("backgammon").new(seed=3)
    one, two, other = (search(position, "mcts", "sims:30", seed=seed) for seed in (1, 1, 2))
    assert one == two
    assert one != other


def test_what_a_seat_cannot_see_changes_nothing():
    for own in range(3):
        found = []
        for other in {0, 1, 2} - {own}:
            position = load("kuhn_poker").new().apply(own).apply(other)
            found.append(search(position, "mcts", "sims:40", seed=5))
        assert found[0] == found[1]
        assert not found[0].proven


def test_what_cannot_be_dealt_again_is_refused():
    position = load("liars_dice").new(seed=1)
    with pytest.raises(BadSearch, match="cannot deal what the players of liars_dice do not know again"):
        search(position, "mcts", "sims:5")


def test_a_position_is_asked_as_one_of_ours():
    game = load("tic_tac_toe")
    position = game.new()
    assert position.apply("x(1,1)").legal_ids() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert position.legal()[0].name == "o(0,0)"
    with pytest.raises(IllegalAction, match="OpenSpiel does not allow it here"):
        position.apply(4)
    with pytest.raises(IllegalAction, match='"x" is no action here'):
        position.apply("x")
    copied = position.copy().apply("o(0,0)")
    assert (copied.history, position.history) == ((4, 0), (4,))
    assert copied != position
    assert game.setup(copied.to_setup()) == copied
    assert position.view(None) == {"text": "...\n.x.\n..."}
    assert (position.events, position.ending, position.is_over) == ((), "", False)
    for action in (0, 1, 2, 7):
        position.apply(action)
    assert position.is_over
    assert (position.utility(), position.score(), position.ending) == ((1.0, 0.0), (1.0, -1.0), "over")
    with pytest.raises(BadRecord, match="no records"):
        position.record()


def test_chance_is_explicit_or_drawn():
    position = load("pig").new().apply("roll")
    assert position.to_move == magnate.CHANCE
    assert [outcome.probability for outcome in position.outcomes()] == [Fraction(1, 6)] * 6
    assert position.apply(position.outcomes()[2].name).to_move == 0
    one, two = (load("backgammon").new(seed=7) for _ in range(2))
    assert one == two
    assert one.steps == 1


def test_hidden_things_are_not_shown():
    position = load("kuhn_poker").new().apply(0).apply(2)
    assert position.view(None) == {"text": ""}
    assert position.view(0) == {"text": "0"}
    hands = {position.shown_to(0, key).openspiel.information_state_string(1) for key in range(20)}
    assert hands == {"1", "2"}


@pytest.mark.parametrize(
    ("asked", "error", "match"),
    [
        ("ches", UnknownGame, 'did you mean "chess"'),
        ("goofspiel", BadOption, "decide at the same time"),
        ("negotiation", BadOption, "does not tell the odds"),
        ("crossword", BadOption, "does not number the actions"),
        ("nfg_game", BadOption, "OpenSpiel cannot load"),
        ("oh_hell(players=9)", BadOption, "OpenSpiel cannot load"),
        ("go(board_size=a)", BadOption, "OpenSpiel cannot load"),
        ("go(colour=2)", BadOption, "OpenSpiel cannot load.*; its parameters are board_size, "),
        ("go(board_size=99)", BadOption, "OpenSpiel cannot load"),
    ],
)
def test_refusals(asked, error, match, capfd):
    with pytest.raises(error, match=match):
        load(asked)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("algorithm", ["alphabeta", "mcts"])
def test_trees_name_the_actions_as_openspiel_does(algorithm):
    position = load("tic_tac_toe").setup({"history": [0, 3, 1, 4]})
    budget = "sims:40" if algorithm == "mcts" else "depth:3"
    tree = search(position, algorithm, budget, tree=True).tree
    names = {tree.nodes[i].name for i in tree.children()}
    assert "x(0,2)" in names <= {one.name for one in position.legal()}
    assert {node.text for node in tree.nodes if node.by == 0} >= names
    assert "x(0,2)" in tree.to_html()
    assert "x(0,2)" in tree.to_dot()


@pytest.mark.parametrize("setup", [{}, {"history": 4}, {"history": [4, 4]}, {"history": [4], "seed": 1}])
def test_impossible_set_ups(setup):
    with pytest.raises(BadSetup):
        load("tic_tac_toe").setup(setup)


def test_parameters_may_be_given_by_name():
    assert load("go", board_size=5).name == load("go(board_size=5)").name == "openspiel:go(board_size=5)"
    assert load("openspiel:go(board_size=5)").rules is load("go", board_size=5).rules


@pytest.mark.parametrize("game", ["backgammon", "pig", "leduc_poker", "yacht", "blackjack"])
def test_chance_has_the_probabilities_that_openspiel_says(game):
    position = load(game).new()
    for _ in range(12):
        if position.is_over:
            break
        if position.to_move >= 0:
            position.apply(position.legal_ids()[-1])
            continue
        outcomes, expected = position.outcomes(), position.openspiel.chance_outcomes()
        assert [(one.id, float(one.probability)) for one in outcomes] == [(a, pytest.approx(p)) for a, p in expected]
        assert sum(one.probability for one in outcomes) == 1
        position.apply(outcomes[-1])


def test_weights_are_whole_and_exact():
    assert whole_weights((1.0,)) == (1,)
    assert whole_weights((1 / 36, *[1 / 18] * 15, 5 / 36)) == (1, *[2] * 15, 5)
    assert sum(whole_weights(tuple([1 / 52] * 52))) == 52
    for wrong in ((0.5, 0.4), (0.1234567891, 0.8765432109), (0.5, 0.5, 0.0)):
        with pytest.raises(BrokenGame, match="cannot be written exactly"):
            whole_weights(wrong)


def test_the_rules_are_those_of_an_interpreted_game():
    rules = load("tic_tac_toe").rules
    assert interpret(rules.__name__) is rules
    assert not hasattr(rules, "chance")
    assert pyspiel.load_game("tic_tac_toe").num_distinct_actions() == load("tic_tac_toe").info.max_legal
