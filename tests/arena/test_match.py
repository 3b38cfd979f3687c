"""Matches on games that are made up: rows that an executor draws instead of playing."""

import random
import threading
from concurrent.futures import Future

import numpy as np
import pytest

import magnate
from magnate.arena.executors import Threads
from magnate.arena.games import row_dtype
from magnate.arena.match import GROUPS, match_plan, play_match
from magnate.arena.plan import Plan
from magnate.arena.schedule import PURPOSES, Block
from magnate.arena.sprt import Sprt
from magnate.core.registry import game_module
from magnate.core.result_schema import result_schema_of
from magnate.errors import AgentFailed
from magnate.runtime.stream import SEED_LIMIT


class MadeUp:
    """Finishes blocks in any order. A game's row depends on its deal only: seat 0's strength and luck are given."""

    def __init__(self, jobs=1, chance=0.5, order=0, change=None):
        self.jobs = jobs
        self.chance = chance
        self.change = change
        self.random = random.Random(order)
        self.waiting = []
        self.submitted = []
        self.lock = threading.Lock()

    def submit(self, task):
        future = Future()
        self.submitted.append(future)
        with self.lock:
            self.waiting.append((future, task))
        threading.Timer(0.0005 * self.random.random(), self.finish).start()
        return future

    def finish(self):
        """One of those that wait, not the first one."""
        with self.lock:
            future, task = self.waiting.pop(self.random.randrange(len(self.waiting)))
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(self.rows(task).tobytes())
            except AgentFailed as error:
                future.set_exception(error)

    def rows(self, task):
        plan = Plan.from_json(task.plan)
        places = plan.schedule.places(Block(task.table, task.first, task.last))
        rows = np.zeros(len(places), row_dtype(result_schema_of(game_module(plan.game)), plan.players))
        rows["seating"] = places
        rows["ending"] = 1
        for game in range(len(rows)):
            deal = task.first + game // plan.players
            luck = np.random.default_rng([deal, game % plan.players])
            first = luck.random() < self.chance
            others = np.flatnonzero(places[game] != 0)
            rows["winners"][game] = 1 << (np.flatnonzero(places[game] == 0)[0] if first else luck.choice(others))
        if self.change is not None:
            self.change(task, rows)
        return rows

    def shutdown(self, *, wait=True):
        pass


@pytest.fixture(scope="module")
def monopoly():
    return magnate.load("monopoly")


def summary(found):
    return found.games, found.llr, found.answer, found.as_dict()


def test_the_answer_does_not_depend_on_how_many_blocks_are_played_at_a_time(monopoly):
    plan = match_plan(monopoly, "baseline", "random", 20_000, seed=3)
    found = [play_match(plan, Sprt(0, 60), MadeUp(jobs, 0.62, order=jobs)) for jobs in (1, 1, 2, 7)]
    assert len({str(summary(one)) for one in found}) == 1
    assert found[0].answer == "H1"
    assert 2 * GROUPS <= found[0].groups < 5_000
    assert found[0].groups % GROUPS == 0


def test_it_stops_at_the_first_look_that_answers_and_gives_the_rest_up(monopoly):
    calls = []
    executor = MadeUp(4, 0.62)
    found = play_match(match_plan(monopoly, "baseline", "random", 20_000), Sprt(0, 60), executor, calls.append)
    assert calls[0].groups == 0
    assert [state.groups for state in calls[1:]] == list(range(GROUPS, found.groups + 1, GROUPS))
    assert [state.answer for state in calls[:-1]] == [None] * (len(calls) - 1)
    assert calls[-1].llr == found.llr
    assert found.llr >= found.test.upper
    assert len(executor.submitted) <= len(calls) - 1 + 2 * executor.jobs
    assert all(future.done() or future.running() for future in executor.submitted)


def test_no_answer_before_100_groups_though_two_blocks_are_less(monopoly):
    calls = []
    found = play_match(match_plan(monopoly, "baseline", "random", 20_000), Sprt(0, 60), MadeUp(1, 0.95), calls.append)
    assert calls[1].llr > found.test.upper
    assert (calls[1].answer, found.groups, found.answer) == (None, 2 * GROUPS, "H1")


def test_h0_is_accepted(monopoly):
    found = play_match(match_plan(monopoly, "baseline", "random", 20_000), Sprt(0, 60), MadeUp(2, 0.48))
    assert found.answer == "H0"
    assert found.llr <= found.test.lower


def test_the_games_may_not_suffice(monopoly):
    found = play_match(match_plan(monopoly, "baseline", "random", 999), Sprt(0, 2), MadeUp(2))
    assert (found.games, found.answer) == (1000, None)
    assert found.as_dict()["sprt"]["answer"] is None


def test_a_match_of_fixed_size_plays_everything(monopoly):
    found = play_match(match_plan(monopoly, "baseline", "random", 2000), None, MadeUp(2, 0.6))
    assert (found.games, found.test, found.llr, found.answer) == (2000, None, None, None)
    low, high = found.elo.low, found.elo.high
    assert low < 400 * np.log10(0.6 / 0.4) < high
    assert 50 < found.normalized_elo < 100
    assert found.superiority > 0.999
    assert found.as_dict()["values"] == [
        {"share": share, "deals": count}
        for share, count in zip(*(part.tolist() for part in np.unique(found.shares, return_counts=True)), strict=True)
    ]


def test_at_larger_tables_the_agent_has_every_seat_and_all_others_are_its_opponents():
    game = magnate.load("monopoly", players=4)
    plan = match_plan(game, "baseline", "random", 4000)
    found = play_match(plan, Sprt(0, 100, players=4), MadeUp(2, 0.36))
    rotations = found.played.seats_of(0)[1].reshape(-1, 4)
    assert (np.sort(rotations, axis=1) == np.arange(4)).all()
    assert found.elo.low < 400 * np.log10(3 * 0.36 / 0.64) < found.elo.high
    assert found.answer == "H1"


def test_games_without_a_winner_count_as_shared(monopoly):
    def stopped(task, rows):
        rows["winners"] = 0
        rows["ending"] = -1

    found = play_match(match_plan(monopoly, "baseline", "random", 400), None, MadeUp(change=stopped))
    assert found.shares.tolist() == [0.5] * 200
    assert found.uncapped is None
    assert found.as_dict()["capped"] == {"games": 400, "share": 1.0}


def test_deals_on_which_an_agent_failed_are_void(monopoly):
    def fail(task, rows):
        rows["failed"][0] = 1

    plan = match_plan(monopoly, "baseline", "random", 4 * 2 * GROUPS, on_failure="void")
    found = play_match(plan, None, MadeUp(2, change=fail))
    assert found.groups == 4 * (GROUPS - 1)
    assert len(found.played) == 2 * found.groups

    def fail_always(task, rows):
        rows["failed"] = 1

    with pytest.raises(AgentFailed, match="on every deal"):
        play_match(plan, None, MadeUp(change=fail_always))


def test_an_error_goes_through(monopoly):
    def broken(task, rows):
        raise AgentFailed("the agent fell asleep")

    with pytest.raises(AgentFailed, match="asleep"):
        play_match(match_plan(monopoly, "baseline", "random", 400), None, MadeUp(2, change=broken))


@pytest.mark.parametrize("players", [2, 4])
def test_equal_agents_score_exactly_even(players):
    """Games that are really played: all rotations of a deal are then one game."""
    game = magnate.load("pig", players=players, target=30)
    executor = Threads(2)
    for test in (None, Sprt(0, 10, players=players)):
        found = play_match(match_plan(game, "random", "random", 2000, seed=5), test, executor)
        assert np.unique(found.shares).tolist() == [1 / players]
        assert (found.score.low, found.score.mean, found.score.high) == (1 / players,) * 3
        assert (found.elo.mean, found.elo.low, found.elo.high) == (0.0, 0.0, 0.0)
        assert found.correlation == pytest.approx(-1 / (players - 1))
        assert (found.superiority, found.normalized_elo) == (None, None)
        assert found.uncapped.margin == 0
    assert found.answer == "H0"
    executor.shutdown()


def test_the_purposes_have_ranges_of_seeds_to_themselves(monopoly):
    plan = match_plan(monopoly, "baseline", "random", 200, seed=3)
    assert plan.purpose == plan.schedule.purpose == "gate"
    assert Plan.from_json(plan.to_json()).schedule == plan.schedule
    ranges = {}
    for purpose in PURPOSES:
        schedule = Plan.from_json(plan.model_copy(update={"purpose": purpose}).to_json()).schedule
        ranges[purpose] = {schedule.deal_seed(deal) >> 54 for deal in range(500)}
        assert len({schedule.deal_seed(deal) % (SEED_LIMIT >> 2) for deal in range(500)}) == 500
    assert ranges == {"final": {0}, "gate": {1}, "tuning": {2}}
