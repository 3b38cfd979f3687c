"""The game that a tournament's agents make, counted here game by game."""

import numpy as np
import pytest

import magnate
from magnate.arena.empirical_game import empirical_game, stored_game
from magnate.arena.executors import executor_for
from magnate.arena.plan import make_plan
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.arena.tournament import Tournament
from magnate.errors import BadOption, BadPlan, UnknownTournament
from magnate.gametheory.symmetric import symmetric_equilibria


class Holder:
    """Holds in pig as soon as it has so many points to bring home."""

    def __init__(self, points):
        self.points = points
        self.name = f"hold{points}"

    def act(self, positions):
        return [self.choose(position, [action.name for action in position.legal()]) for position in positions]

    def choose(self, position, names):
        if "roll" not in names or ("hold" in names and position.state["total"] >= self.points):
            return "hold"
        return "roll"


@pytest.fixture(scope="module", params=[2, 3])
def games(request):
    pig = magnate.load("pig", players=request.param)
    agents = ["random", Holder(8), Holder(20)]
    return Tournament(pig, agents, 12 * request.param, seed=5, copies=True).play_games()


@pytest.mark.parametrize("payoff", ["win", "score"])
def test_payoffs_are_the_means_of_the_seats(games, payoff):
    found = empirical_game(games, payoff)
    values = games.shares if payoff == "win" else games.seats[payoff]
    for row, worth in zip(found.game.multisets.tolist(), found.game.payoffs.tolist(), strict=True):
        here = (np.sort(games.seating, axis=1) == row).all(axis=1)
        for agent, mean in zip(row, worth, strict=True):
            assert mean == pytest.approx(values[here][games.seating[here] == agent].mean())
    assert found.game.strategies == ("random", "hold8", "hold20")
    assert found.deals == 12


def test_shares_of_a_table_add_up_to_one(games):
    assert empirical_game(games).game.payoffs.sum(axis=1) == pytest.approx(1.0)


def test_deals_drawn_again_move_all_payoffs_together(games):
    found = empirical_game(games)
    payoffs = np.array([one.payoffs for one in found.resampled(300, seed=1)])
    assert payoffs.sum(axis=2) == pytest.approx(1.0)
    errors = np.sqrt(found.game.payoffs * (1 - found.game.payoffs) / found.deals)
    assert (np.abs(payoffs.mean(axis=0) - found.game.payoffs) <= errors / 3 + 1e-9).all()
    assert payoffs.std(axis=0).max() > 0
    assert np.array_equal(payoffs, np.array([one.payoffs for one in found.resampled(300, seed=1)]))


def test_of_a_single_deal_nothing_can_move(games):
    found = empirical_game(games.where(games.deal == 3))
    for one in found.resampled(3, seed=2):
        assert np.array_equal(one.payoffs, found.game.payoffs)


def test_the_strongest_is_the_equilibrium(games):
    """Who holds at twenty is known to be best of such players; random play loses to everybody."""
    best = symmetric_equilibria(empirical_game(games).game)[0]
    assert best.weights.tolist() == [0.0, 0.0, 1.0]


def test_what_was_not_played_is_named(games):
    whole = np.sort(games.seating, axis=1)
    some = games.where(~(whole == 1).all(axis=1))
    with pytest.raises(BadPlan, match=r"1 of the ways to fill a table were not played: hold8 \+ .*--with-copies"):
        empirical_game(some)
    with pytest.raises(BadOption, match='no payoff "scor".*did you mean "score"'):
        empirical_game(games, "scor")


def test_a_stored_tournament_is_a_strategic_game():
    plan = make_plan(magnate.load("pig", players=3), ["random", "random"], 12, seed=5, copies=True)
    executor = executor_for(plan, 1)
    with open_store("sqlite://") as store:
        tournament = store.create(plan, 12)
        run_tournament(store, tournament, executor)
        executor.shutdown(wait=False)
        game = stored_game(store, tournament, "score")
        means = empirical_game(store.games(tournament), "score").game
        with pytest.raises(UnknownTournament):
            stored_game(store, "t9")
    assert (game.title, game.players) == (f"pig, {tournament}", ("seat 1", "seat 2", "seat 3"))
    assert game.strategies == (("random", "random#2"),) * 3
    for row, worth in zip(means.multisets.tolist(), means.payoffs.tolist(), strict=True):
        assert game.payoff(row) == tuple(worth)
