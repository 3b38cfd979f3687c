"""Experiences from whole games: interpreted, row by row, against what was decided."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from magnate.agents.monopoly.deep_q import outputs as noted
from magnate.agents.monopoly.deep_q.agent import Shape, brain_of, new_networks
from magnate.agents.monopoly.deep_q.outputs import ALL, COLUMNS, NETWORKS
from magnate.core.binding import LIMIT
from magnate.core.loader import kernel
from magnate.core.run import Run
from magnate.games.monopoly import GAME, PRESETS, Options
from magnate.games.monopoly.setup_model import part as rules_part
from magnate.runtime.interpreter import interpret
from magnate.runtime.stream import deal_seed

from ....games.monopoly.walk import first_state
from ..interpreted import play, row
from .standing import BUY, CARD, DOWNGRADE, FINE, LIFT, MORTGAGE, UPGRADE, part

RULES, GUIDE = interpret("magnate.games.monopoly.rules"), interpret("magnate.agents.monopoly.guide")
RECORDING = kernel("magnate.agents.monopoly.deep_q.recording", RULES, GUIDE)
OUTPUTS, REWARDS = part("outputs"), part("rewards")
START = first_state(Options.model_validate(PRESETS["thesis"]), 2).to_record()
SPECS = ("strategic:standard", "strategic:late_game")
ROOM = 2000
MIND = brain_of(row(SPECS[0]), new_networks(Shape(), 1, hidden=(8,)), Shape(), interpreted=True)


def recorded(seed, seats=(0, 1), wanted=ALL, sparse=False, room=ROOM, limit=100_000, mind=MIND):
    """Play a game and note it: rows used, notes, terms, inputs, utility, worths, broke, ending."""
    notes = np.zeros((room, COLUMNS), np.int64)
    terms, inputs = np.zeros((room, 2)), np.zeros((room, 100), np.float32)
    worths, broke = np.zeros((2, 1, 2), np.int64)
    idle = np.zeros((2, NETWORKS), np.int64)
    log = RECORDING.Log([0b11], wanted, sparse, idle, notes, terms, inputs, worths, broke)
    rows = np.array([row(spec) for spec in SPECS])
    run = Run(RULES, GAME, START, [deal_seed(*seed)], np.array([seats]), rows, guide=GUIDE, tracks=False)
    n = RECORDING.record(limit, run.buffers(), mind, log)
    utility, ending = run.results.utility, run.results.ending
    return n, notes, terms, inputs, utility, worths, broke, ending


@cache
def game(seed):
    return recorded(("recorded", seed))


def decisions(seed):
    """What was decided in the same game, by the network: how often which output, -1 for nothing."""
    found = Counter()
    for decision in play(START, SPECS, "recorded", seed):
        a = decision.action
        legal = {OUTPUTS.network_of(one) for one in decision.legal()}
        if decision.g.depth > 0:
            if OUTPUTS.in_debt(decision.g) and DOWNGRADE in legal:
                found[DOWNGRADE, OUTPUTS.output_of(DOWNGRADE, a, 40)] += 1
            continue
        for network in (BUY, UPGRADE, DOWNGRADE, MORTGAGE, LIFT, CARD, FINE):
            if network in legal:
                found[network, OUTPUTS.output_of(network, a, 40)] += 1
            if OUTPUTS.network_of(a) == network:
                break
    return found


def column(notes, n, name):
    return notes[:n, getattr(noted, name)]


@pytest.mark.parametrize("seed", range(3))
def test_every_decision_of_a_game_is_noted(seed):
    n, notes, *_ = game(seed)
    assert Counter(zip(column(notes, n, "NETWORK"), column(notes, n, "OUTPUT"), strict=True)) == decisions(seed)
    legal, output = column(notes, n, "LEGAL"), column(notes, n, "OUTPUT")
    assert (legal > 0).all()
    assert ((legal >> np.maximum(output, 0) & 1 == 1) | (output < 0)).all()
    assert (output[np.isin(column(notes, n, "NETWORK"), (BUY, FINE, CARD))] >= 0).all()


def test_all_seven_are_seen_and_debts_are_marked():
    seen = Counter()
    for seed in range(6):
        n, notes, *_ = game(seed)
        seen.update(zip(column(notes, n, "NETWORK"), column(notes, n, "DEBT"), strict=True))
    assert {network for network, debt in seen if not debt} == set(range(NETWORKS))
    assert {network for network, debt in seen if debt} == {DOWNGRADE}


def test_wealth_does_not_move_with_what_is_bought_or_built():
    n, notes, *_ = game(0)
    before, after = column(notes, n, "WORTH"), column(notes, n, "WORTH_AFTER")
    network, output = column(notes, n, "NETWORK"), column(notes, n, "OUTPUT")
    kept = np.isin(network, (BUY, UPGRADE, MORTGAGE)) & (output >= 0)
    assert kept.sum() > 10
    assert (before[kept] == after[kept]).all()
    paid = (network == FINE) & (output == 1)
    assert (before[paid] - after[paid] == 50).all()


def test_inputs_and_terms_are_those_of_the_position_before_the_action():
    n, notes, terms, inputs, *_ = game(1)
    features, row_of = interpret("magnate.values.monopoly.thesis"), np.zeros(100)
    at = 0
    for decision in play(START, SPECS, "recorded", 1):
        legal = {OUTPUTS.network_of(one) for one in decision.legal()}
        if decision.g.depth == 0 and BUY in legal:
            while notes[at, noted.NETWORK] != BUY:
                at += 1
            features.inputs(decision.g, decision.seat, row_of)
            assert inputs[at] == pytest.approx(row_of, abs=1e-7)
            output = OUTPUTS.output_of(BUY, decision.action, 40)
            assert terms[at, 0] == REWARDS.earned(decision.g, decision.seat, BUY, output, 40)
            assert notes[at, noted.TURN] == decision.g.turns
            assert notes[at, noted.WORTH] == rules_part("money").worth(decision.g, decision.seat)
            at += 1
    assert not (notes[at:n, noted.NETWORK] == BUY).any()


def test_the_end_of_a_game():
    for seed in range(3):
        _, _, _, _, utility, worths, broke, ending = game(seed)
        assert sorted(utility[0]) == [0, 1]
        assert broke[0].tolist() == [int(share == 0) for share in utility[0]]  # none comes near the cap
        assert (worths[0] > 0).tolist() == [bool(share) for share in utility[0]]
        assert ending[0] > 0
    assert recorded(("recorded", 0), limit=50)[-1][0] == LIMIT


def test_sparse_rows_have_one_empty_list_at_a_time():
    n, notes, _, inputs, *_ = game(2)
    m, fewer, _, few_inputs, *_ = recorded(("recorded", 2), sparse=True)
    kept, idle = [], Counter()
    for at in range(n):
        whose = tuple(notes[at, [noted.SEAT, noted.NETWORK]])
        nothing = notes[at, noted.OUTPUT] < 0
        if not (nothing and idle[whose]):
            kept.append(at)
        idle[whose] = int(nothing)
    assert m == len(kept) < n
    assert (fewer[:m] == notes[kept]).all()
    assert (few_inputs[:m] == inputs[kept]).all()


def test_only_what_is_wanted_and_what_there_is_room_for():
    n, notes, *_ = game(2)
    m, some, *_ = recorded(("recorded", 2), wanted=1 << BUY | 1 << LIFT)
    which = np.isin(notes[:n, noted.NETWORK], (BUY, LIFT))
    assert (some[:m] == notes[:n][which]).all()
    short, first, *_ = recorded(("recorded", 2), room=10)
    assert short == n
    assert (first == notes[:10]).all()


def test_networks_play_a_seat():
    one, again = (recorded(("recorded", 0), seats=(-1, 1)) for _ in range(2))
    n = one[0]
    assert n > 0
    assert all((np.asarray(a) == np.asarray(b)).all() for a, b in zip(one, again, strict=True))
    own = one[1][:n][one[1][:n, noted.SEAT] == 0]
    window_sales = own[(own[:, noted.NETWORK] == DOWNGRADE) & (own[:, noted.DEBT] == 0)]
    assert (window_sales[:, noted.OUTPUT] == -1).all()  # the gate
