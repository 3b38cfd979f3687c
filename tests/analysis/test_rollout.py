"""Rollouts: the same luck for all, evenly spread throws, honest intervals, and agreement with exact values."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.analysis import chances, rollout, rollout_games
from magnate.analysis.moves import candidates, played_moves
from magnate.analysis.rollout_games import TURNS
from magnate.analysis.worths import worths_for
from magnate.core.contract import CHANCE
from magnate.core.loader import kernel
from magnate.errors import BadAgent, BadSeat, BadValue, IllegalAction
from magnate.runtime.interpreter import interpret

from .exact_play import Played

PIG = {"points": [80, 75], "total": 12}


def pig():
    return magnate.load("pig").setup(PIG)


def duel(step=120, seed=5):
    """A position of Monopoly where somebody decides, with two moves."""
    record = magnate.load("monopoly", players=2).play("strategic", seed=seed)
    positions = list(record.positions())
    at = next(one.at for one in played_moves(record) if one.at >= step and one.move.kind == "buy")
    return positions[at], candidates(positions[at])[:2]


# -------------------------------------------------------------------------------------------------- Evenly spread draws


def parts(size, games, channel=3, turns=TURNS, key=7):
    """The parts of the first draws (games, turns) of a channel."""
    bound = kernel("magnate.analysis.rollout_kernel", interpret("magnate.games.pig"))
    draws = np.random.default_rng(key)
    orders = np.concatenate([draws.permutation(size) for _ in range(turns + 2)]).tolist()
    sizes = [0] * 72
    sizes[channel] = size
    plan = bound.Plan(sizes, [0] * 72, orders, turns, key)
    return np.array([[bound.part_of(game, channel, turn, plan) for turn in range(turns)] for game in games])


def test_36_games_have_each_throw_once_at_each_turn_and_1296_each_pair_of_the_first_two():
    found = parts(36, range(1296))
    for turn in range(TURNS):
        for first in range(0, 1296, 36):
            assert sorted(found[first : first + 36, turn]) == list(range(36))
    assert len({tuple(pair) for pair in found[:, :2].tolist()}) == 1296
    assert len({tuple(row) for row in found.tolist()}) == 1296
    later = parts(36, range(1296, 2592))
    assert len({tuple(pair) for pair in later[:, :2].tolist()}) == 1296
    assert not (found == later).all(axis=1).any()


def test_the_throws_of_two_seats_have_nothing_to_do_with_each_other():
    """They once were tied in all of 1,296 games, so that results were less sure than they looked."""
    first, second = parts(36, range(1296), channel=3), parts(36, range(1296), channel=11, key=8)
    for turn in range(3):
        assert len(set(zip(first[:, turn].tolist(), second[:, turn].tolist(), strict=True))) > 700


def test_sequences_of_few_outcomes_do_not_come_again():
    found = parts(2, range(4000), turns=16)
    assert len({tuple(row) for row in found.tolist()}) > 3000
    assert abs(np.corrcoef(found.T)[np.triu_indices(16, 1)]).max() < 0.08


def first_throws(games, stratified):
    """The first throws of both seats in so many games of Monopoly, as pairs of dice."""
    position = magnate.load("monopoly", players=2).new()
    stake = rollout_games.Stake(position.game, "random", 3, 0)
    starts = rollout_games.Starts.of(position, None, "public", 3)
    plan = rollout_games.even_draws(stake, starts) if stratified else rollout_games.no_plan()
    table = rollout_games.Table(stake, starts, plan, luck=False, threads=1)
    run = rollout_games._run(stake, list(range(games)), starts.states(0, range(games)))
    notes = table._kernel.Notes(*(np.zeros(games * 12, run.rules.STATE) for _ in range(2)), np.zeros(games, int), 12)
    made = table._kernel.Plan(plan.sizes, plan.places, plan.orders, TURNS, 3)
    rollout_games.built(run.rules, table._kernel.play)(
        run.longest, 12, np.arange(games), made, notes, run.buffers(batched=True)
    )
    thrown = {0: [], 1: []}
    for game in range(games):
        for seat, throws in thrown.items():
            for row in range(game * 12, game * 12 + notes.events[game]):
                before = position.game.position(notes.before[row : row + 1])
                if before.chance_key == (seat, 0):
                    after = notes.after[row : row + 1].tobytes()
                    same = [one for one in before.outcomes() if before.copy().apply(one).states().tobytes() == after]
                    throws.append(tuple(one.name for one in same))
                    break
    return thrown


def test_the_first_throws_of_each_seat_are_even_in_36_games_of_monopoly():
    for throws in first_throws(36, stratified=True).values():
        assert even(throws)
        assert len(throws) == 36
    assert not any(even(throws) for throws in first_throws(36, stratified=False).values())


def even(throws):
    """Whether each throw came as often as it should in 36: doubles once, others twice; some lead to the same."""
    wanted = {same: sum(1 if one[-1] == one[-3] else 2 for one in same) for same in throws}
    return Counter(throws) == wanted


# ----------------------------------------------------------------------------------------------- What is asked, and how


def test_the_answer_says_how_it_came_about():
    found = rollout(pig(), ["roll", "hold"], until=72, seed=3)
    assert [one.games for one in found.candidates] == [72, 72]
    assert (found.seat, found.policy, found.eyes, found.seed) == (0, ("random", "random"), 0, 3)
    assert (found.truncated, found.luck_corrected, found.luck_events) == (0, False, 0)
    assert found.best.shares[0] >= found.candidates[1].shares[0]
    assert found.best.difference == found.best.difference_margin == (0.0, 0.0)
    gap = found.candidates[1].difference
    assert gap == pytest.approx(np.subtract(found.best.shares, found.candidates[1].shares))
    assert sum(found.best.shares) == pytest.approx(1)
    alone = rollout(pig(), until=36)
    assert (alone.seat, alone.eyes, alone.best.move) == (-1, "public", None)


@pytest.mark.parametrize("threads", [2, 3])
def test_any_number_of_threads_gives_the_same_bits(threads):
    position, moves = duel()
    one = rollout(position, moves, until=700, seed=2)
    assert rollout(position, moves, until=700, seed=2, threads=threads) == one
    assert rollout(position, moves, until=700, seed=3) != one


def test_a_game_has_the_same_luck_whatever_it_is_compared_with():
    position, moves = duel()
    one = rollout(position, moves[:1], until=144, seed=2)
    both = rollout(position, [moves[1], moves[0]], until=144, seed=2)
    (same,) = (found for found in both.candidates if found.move == moves[0])
    assert same.shares == one.best.shares
    twice = rollout(position, [moves[0], moves[0]], until=144, seed=2)
    assert twice.candidates[1].difference == (0.0, 0.0)


def test_until_says_how_long():
    assert rollout(pig(), until="72").games == rollout(pig(), until="72 games").games == 72
    wide = rollout(pig(), until="±5")
    assert max(wide.best.margins) <= 0.05
    assert rollout(pig(), until="+-5") == wide
    assert rollout(pig(), until="0.05s").games >= 36
    both = rollout(pig(), ["roll", "hold"], until="±4")
    assert both.candidates[1].difference_margin[0] <= 0.04 or both.candidates[1].stopped


def test_what_cannot_be_done_is_refused():
    for until in ("", "soon", "±0", "±", "-3", 0, "±1.2.3"):
        with pytest.raises(BadValue):
            rollout(pig(), until=until)
    with pytest.raises(BadValue, match="no candidates"):
        rollout(pig(), [])
    with pytest.raises(BadValue, match="no network"):
        rollout(pig(), luck=True)
    with pytest.raises(BadValue, match="no network"):
        rollout(pig(), truncate=5)
    with pytest.raises(BadValue):
        rollout(pig(), until=36, threads=0)
    with pytest.raises(IllegalAction):
        rollout(pig(), ["buy"])
    with pytest.raises(IllegalAction, match="nobody"):
        rollout(pig().apply("roll"), ["roll"])
    with pytest.raises(BadSeat):
        rollout(pig(), until=36, eyes=5)
    with pytest.raises(BadAgent, match="not compiled"):
        rollout(pig(), until=36, agents="mcts")


def test_progress_stops_it_and_an_interrupt_keeps_the_answer():
    said = []

    def twice(answer):
        said.append(answer)
        return len(said) < 2

    found = rollout(pig(), ["roll", "hold"], until=100_000, progress=twice)
    assert found.games == said[-1].games == 648
    assert replace(found, seconds=0) == replace(said[-1], seconds=0)


def test_an_interrupt_keeps_the_answer(monkeypatch):
    played, calls = rollout_games.Table.play, []

    def interrupted(table, race, games):
        calls.append(games)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return played(table, race, games)

    monkeypatch.setattr(rollout_games.Table, "play", interrupted)
    assert rollout(pig(), until=100_000).games == 648
    calls[:] = [1, 1]
    with pytest.raises(KeyboardInterrupt):
        rollout(pig(), until=100_000)


def test_a_finished_game_is_what_it_is():
    over = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]}).apply("c1")
    assert rollout(over, until=72).best.shares == (1.0, 0.0)


def test_stopped_candidates_are_told():
    game = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]})
    found = rollout(game, ["a3", "c1"], until=1000)
    assert found.best.move.names == ("c1",)
    assert found.best.shares == (1.0, 0.0)
    assert found.best.margins == (3 / 1000, 3 / 1000)
    assert found.candidates[1].stopped
    assert found.candidates[1].games == 324


# ---------------------------------------------------------------------------------------------- Luck, and games cut off


def test_correcting_luck_changes_no_mean_and_lessens_variance():
    position, _ = duel(step=300)
    raw = rollout(position, until=1296, seed=4, luck=False, stratified=False)
    less = rollout(position, until=1296, seed=4, luck=8, stratified=False)
    assert (raw.luck_corrected, less.luck_corrected, less.luck_events) == (False, True, 8)
    assert less.best.shares != raw.best.shares
    assert less.best.shares == pytest.approx(raw.best.shares, abs=0.03)
    assert less.best.margins[0] < raw.best.margins[0] * 1.03


@pytest.mark.parametrize("until", [396, 700])  # the trial has all games of the second stage, or a part of them
def test_a_trial_decides_whether_luck_is_corrected(monkeypatch, until):
    position, moves = duel()
    monkeypatch.setattr(rollout_games, "TRIAL_PART", 1e9)  # at once
    monkeypatch.setattr(rollout_games, "MUST_GAIN", 1e9)
    assert rollout(position, moves, until=until, seed=4).luck_corrected
    monkeypatch.setattr(rollout_games, "MUST_GAIN", 0.0)
    off = rollout(position, moves, until=until, seed=4, luck=False)
    assert rollout(position, moves, until=until, seed=4) == off


def test_games_that_are_cut_off_are_counted_and_valued_by_the_network():
    position, _ = duel()
    at_once = rollout(position, until=72, truncate=1, seed=4)
    assert at_once.truncated == 72
    assert at_once.best.shares == pytest.approx(chances(position).shares, abs=0.05)
    assert rollout(position, until=72, seed=4).truncated == 0
    long = rollout(position, until=72, truncate=100_000, seed=4)
    assert (long.truncated, long.best.shares) == (0, rollout(position, until=72, seed=4).best.shares)


# --------------------------------------------------------------------------------------------------- Hidden information


def test_what_a_seat_cannot_see_changes_nothing_for_it():
    position = magnate.load("kuhn").new(seed=3)
    seat = position.to_move
    one = rollout(position, ["bet", "pass"], until=144)
    for key in range(3):
        assert rollout(position.shown_to(seat, key), ["bet", "pass"], until=144) == one
    assert rollout(position, ["bet", "pass"], until=144, eyes="full") != one


def test_in_brass_too():
    position = magnate.load("brass", players=3).new(seed=2)
    while position.to_move == CHANCE or position.steps < 120:
        position.apply(position.legal_ids()[-1])
    seat = position.to_move
    moves = candidates(position, agents=["planner"], most=2)
    one = rollout(position, moves, until=72, seed=1)
    assert rollout(position.shown_to(seat, 5), moves, until=72, seed=1) == one


# ----------------------------------------------------------------------------------------------- Exact values (oracles)


OFFERS = ((0.2, "strategic:offer_chance=1"), (0.8, "strategic:offer_chance=0"))
"""``strategic`` has a chance of its own: in a fifth of its windows it makes an offer, if it sees a good one."""


def oracle_cases(name, games):
    """Positions of a game with the exact value of their play, and the agents; the name of an agent means Monopoly."""
    draws = np.random.default_rng(11)
    if name == "pig":
        game, agents, apart = magnate.load("pig", target=8), "random", ("turns",)
        setups = [{"points": draws.integers(0, 8, 2).tolist()} for _ in range(games)]
        found = [game.new(), *map(game.setup, setups)]
    elif name == "bearoff":
        game, agents, apart = magnate.load("bearoff"), "random", ()
        homes = [[draws.integers(1, 7, 2).tolist() for _ in range(2)] for _ in range(games)]
        found = [game.setup({"home": home, "off": [0, 0]}) for home in homes]
    elif name == "kuhn":
        game, agents, apart = magnate.load("kuhn"), "random", ()
        found = [game.new()]
        found += [one for one in game.play("random", seed=1).positions() if one.to_move == CHANCE]
    else:
        agents, apart = name, ()
        game = magnate.load("monopoly", players=2, max_turns=8)
        found = []
        for seed in range(games):
            positions = game.play("strategic", seed=seed).positions()
            found += [one for one in positions if one.state["turns"] == 7 and one.settled][:1]
    exact = Played(game, OFFERS if agents == "strategic" else agents, apart)
    return [(position, exact(position)) for position in found], agents


def coverage(name, games, each, until=720):
    """How many of so many rollouts of each position have the exact share in their interval, and how many those are."""
    cases, agents = oracle_cases(name, games)
    hits = total = 0
    for number, (position, exact) in enumerate(cases):
        for repeat in range(each):
            found = rollout(position, agents=agents, until=until, seed=1000 * number + repeat, eyes="full").best
            hits += abs(found.shares[0] - exact[0]) <= found.margins[0]
            total += 1
    return hits, total


@pytest.mark.parametrize("name", ["pig", "kuhn", "baseline"])
def test_exact_values_lie_within_the_interval(name):
    hits, total = coverage(name, 2, 12)
    assert hits >= 0.8 * total


@pytest.mark.long
@pytest.mark.parametrize("until", [720, "±2"])
def test_exact_values_lie_within_the_interval_95_times_of_100(until):
    """By so many games, and by as many as a half width takes: whoever looks often at what there is stops too soon."""
    asked = (("pig", 9, 50), ("bearoff", 6, 40), ("kuhn", 0, 40), ("baseline", 8, 15), ("strategic", 8, 15))
    found = {name: coverage(name, games, each, until) for name, games, each in asked}
    hits, total = (sum(one[place] for one in found.values()) for place in range(2))
    assert total >= 1000
    assert 0.93 <= hits / total <= 0.97, found


def test_moves_are_worth_what_their_exact_difference_is():
    game = magnate.load("pig", target=8)
    exact = Played(game, "random", ("turns",))
    position = game.setup({"points": [3, 4], "total": 3})
    truth = exact(position.copy().apply("hold"))[0] - exact(position.copy().apply("roll"))[0]
    hits = 0
    for seed in range(20):
        found = rollout(position, ["roll", "hold"], until=720, seed=seed)
        sign = 1 if found.best.move.names == ("hold",) else -1
        hits += abs(sign * found.candidates[1].difference[0] - truth) <= found.candidates[1].difference_margin[0]
    assert hits >= 16


def test_worths_by_rollouts_tell_position_by_position_how_far_they_are():
    position, reports = magnate.load("pig").new(1), []
    positions = [position.copy()]
    for _ in range(2):
        position.apply(position.legal()[0].name)
        positions.append(position.copy())
    worths = worths_for(
        positions[0].game, positions[0], policy="random", games=640, progress=lambda *now: reports.append(now)
    )
    worths.worth(positions)
    assert {whole for _, whole in reports} == {3}
    assert [done for done, _ in reports] == sorted(done for done, _ in reports)
    assert {done for done, _ in reports} == {0, 1, 2}
