"""The review of a game: the sheets of solved games as they are known, and what holds for every game."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.analysis import FULL, PUBLIC, chances
from magnate.analysis.balance import called, doubted
from magnate.analysis.gains import gains_of
from magnate.analysis.moves import WholeMove, after, candidates
from magnate.analysis.players import review_player
from magnate.analysis.review import review
from magnate.analysis.review_decisions import _sure
from magnate.analysis.rollout import Candidate, Rollout
from magnate.core.contract import CHANCE
from magnate.errors import BadRecord, BadSeat, BadValue

NEAR = 1e-9


def played(game, text, **setup):
    """A record of these steps."""
    position = game.setup(setup) if setup else game.new()
    for step in text.split():
        position.apply(step)
    return position.record()


def near(*numbers):
    return pytest.approx(numbers, abs=NEAR)


PIG = "roll 6 roll 5 hold roll 4 roll 6 roll 5 hold roll 2 roll 1 roll 6 roll 4 hold"  # seat 1 has 75 + 15 + 10


def test_pig_of_two_players():
    found = review(played(magnate.load("pig"), PIG, points=[80, 75]))
    first, second = found.seats
    assert (found.source, found.finished) == ("exact", True)
    assert first.start == pytest.approx(0.667371620781, abs=NEAR)
    assert (first.luck, first.own, first.others) == near(-0.848398276101, -0.205509616235, 0.386536271555)
    assert (first.drift, first.unknown, first.result) == near(0, 0, 0)
    assert [one.luck[one.seat] for one in found.events] == near(
        *(0.062252836979, 0.066473749888, 0.049924912374, 0.094115684071, 0.101154474073),
        *(0.034127849735, -0.466263867885, 0.137142709311, 0.162651064989),
    )
    assert {one.at: -one.loss for one in found.decisions if one.loss > NEAR} == pytest.approx(
        {4: -0.205509616235, 11: -0.386536271555}, abs=NEAR
    )
    free = [one for one in found.decisions if not one.forced]
    assert [sum(one.seat == seat for one in free) for seat in (0, 1)] == [3, 4]
    for one in free:  # open: the other move lies within 20 points, or it was the better one
        gap = one.alternatives[0][1][one.seat] - one.alternatives[1][1][one.seat]
        assert one.open == (gap < 0.2 or one.loss > NEAR)
    assert (first.open_decisions, second.open_decisions) == tuple(
        sum(one.open for one in free if one.seat == seat) for seat in (0, 1)
    )
    assert (first.place, second.place) == (2, 1)
    assert first.labels == {"blunder": 1}


def test_pig_of_three_players():
    game = magnate.load("pig", players=3, target=10)
    found = review(played(game, "roll 6 hold roll 4 roll 1 roll 2 roll 3 hold roll 6 hold"))
    sheets = [(one.luck, one.own, *one.gifts) for one in found.seats]
    assert sheets[0] == near(0.441387143834, -0.665874696626, 0, 0, 0.590517091100)
    assert sheets[1] == near(-0.831670836357, 0, 0.472387705589, 0, 0.099612873502)
    assert sheets[2] == near(0.390283692523, -0.690129964602, 0.193486991037, 0, 0)
    assert [one.start for one in found.seats] == near(0.633970461693, 0.259670257265, 0.106359281043)
    assert [one.drift for one in found.seats] == near(0, 0, 0)


def test_the_json_is_plain_and_whole():
    found = review(played(magnate.load("pig"), PIG, points=[80, 75]))
    data = json.loads(json.dumps(found.to_json()))
    assert data["seats"][0]["luck"] == found.seats[0].luck
    assert len(data["decisions"]) == len(found.decisions)


KUHN_LUCK = {"jack": -17 / 18, "queen": -5 / 18, "king": 11 / 9}


@pytest.mark.parametrize(
    ("line", "seat", "chips"),
    [
        ("queen jack bet", 0, -1 / 6),  # the opening bet with the queen
        ("king queen pass bet pass", 0, -3),  # folds the king to a bet
        ("jack queen pass bet", 1, -1 / 2),  # bets with the queen after a pass
        ("jack king pass pass", 1, -1 / 6),  # passes with the king after a pass
        ("queen king pass bet pass", 0, 0),  # calling or folding the queen is the same
        ("queen king pass bet bet", 0, 0),
    ],
)
def test_errors_of_kuhn(line, seat, chips):
    found = review(played(magnate.load("kuhn"), line))
    last = found.decisions[-1]
    assert (last.seat, last.error[seat] * 4) == (seat, pytest.approx(chips, abs=NEAR))
    assert found.gap < NEAR


def test_luck_of_kuhns_cards():
    for card, chips in KUHN_LUCK.items():
        other = "queen" if card != "queen" else "jack"
        found = review(played(magnate.load("kuhn"), f"{card} {other} pass pass"))
        assert found.events[0].luck[0] * 4 == pytest.approx(chips + 1 / 18 - 1 / 18, abs=NEAR)
    second = {card: review(played(magnate.load("kuhn"), f"king {card} bet pass")) for card in ("jack", "queen")}
    assert [second[card].events[1].luck[0] * 4 for card in ("jack", "queen")] == near(1 / 6, -1 / 6)


def test_a_good_decision_that_meets_a_bad_card_is_no_error():
    found = review(played(magnate.load("kuhn"), "queen king pass bet bet"))
    call = found.decisions[-1]
    assert call.loss == pytest.approx(0, abs=NEAR)
    assert found.seats[0].own == pytest.approx(0, abs=NEAR)
    assert found.seats[0].result == 0


def test_bear_off_and_tic_tac_toe():
    game = magnate.load("bearoff", checkers=1)
    met = set()
    for seed in range(12):
        found = review(game.play("random", seed=seed))
        met.add(round(found.events[0].luck[0], 9))
        assert [one.drift for one in found.seats] == near(0, 0)
    assert met <= {3 / 16, -9 / 16}
    assert len(met) == 2
    for seed in range(20):
        found = review(magnate.load("tictactoe").play("random", seed=seed))
        assert {round(one.loss, 9) for one in found.decisions} <= {0.0, 0.5, 1.0}
        assert [one.luck for one in found.seats] == [0, 0]
        assert [one.drift for one in found.seats] == near(0, 0)
        assert found.seats[0].others == pytest.approx(-found.seats[1].own, abs=NEAR)


def test_monopoly_by_its_network_adds_up_and_doubts_what_no_rollout_has_checked():
    record = magnate.load("monopoly", "official", 3).play(["strategic", "baseline", "algorithmic"], seed=3, limit=150)
    found, raw = review(record), review(record, raw=True)
    assert (found.source, found.finished) == ("network", False)
    assert found.gap < NEAR
    assert [one.before for one in found.decisions] == [one.before for one in raw.decisions]
    for one in found.decisions:
        assert sum(one.error) == pytest.approx(0, abs=NEAR)
        assert one.error[one.seat] <= 0
        assert one.label == called(one.loss, one.margin)
        assert not one.checked
    for one in raw.decisions:
        assert not one.label
        assert one.loss == 0 or one.repeated or one.loss >= raw.resolution
    for one in found.events:
        assert sum(one.luck) == pytest.approx(0, abs=NEAR)
    assert [one.at for one in found.curve] == sorted({one.at for one in found.curve})
    assert any(one.doubt for one in raw.decisions)


def test_an_offer_is_worth_what_the_first_agents_answer_makes_of_it():
    record = magnate.load("monopoly", "official", 3).play(["strategic", "baseline", "algorithmic"], seed=3, limit=150)
    positions, answers = list(record.positions()), set()
    for one in review(record, raw=True).decisions:
        for move, shares in one.alternatives:
            at = after(positions[one.at], move)
            if move.kind == "offer" and at.to_move != one.seat:
                answer = candidates(at, agents=["strategic"], most=1)[0]
                answers.update(answer.names)
                assert shares == pytest.approx(chances(after(at, answer), FULL).shares)
    assert answers >= {"accept", "reject"}


def test_of_a_networks_gains_a_part_counts():
    record = magnate.load("monopoly", "official", 3).play(["strategic", "baseline", "algorithmic"], seed=3, limit=150)
    reduced = 0
    for one, raw in zip(review(record).decisions, review(record, raw=True).decisions, strict=True):
        now, before = dict(one.alternatives), dict(raw.alternatives)
        assert now.keys() == before.keys()
        for move, value in now.items():
            gain = before[move][one.seat] - before[one.move][one.seat]
            factor = gains_of("monopoly", 3, move.kind).factor if gain > 0.02 else 0 if gain > 0 else 1
            expected = [a + factor * (b - a) for a, b in zip(before[one.move], before[move], strict=True)]
            assert value == pytest.approx(expected, abs=NEAR)
            reduced += 0 < factor < 1
    assert reduced > 5


def test_a_move_that_is_left_out_again_and_again_costs_once():
    record = magnate.load("monopoly", "official", 2).play("strategic", seed=51)
    found = review(record, raw=True)
    left = [one for one in found.decisions if one.seat == 0 and one.best.names == ("build:connecticut-avenue",)]
    gains = [dict(one.alternatives)[one.best][0] - dict(one.alternatives)[one.move][0] for one in left]
    assert sum(gains) > 2  # the network praises it in 75 turns: all that can be lost is 1
    falls = sum(max(0.0, one.before[0] - one.after[0]) for one in left)
    assert sum(one.loss for one in left) <= max(gains) + falls + NEAR
    assert not left[0].repeated
    assert all(one.loss <= gain + NEAR for one, gain in zip(left, gains, strict=True))
    assert found.gap < NEAR


def test_rollouts_check_the_largest_drop():
    record = magnate.load("monopoly", "official", 2).play(["baseline", "strategic"], seed=3, limit=60)
    plain = review(record)
    found = review(record, depth=1)
    assert (found.refined, found.refined_by, found.complete) == (1, "strategic", True)
    checked = [one for one in found.decisions if one.checked]
    assert checked[0].margin is not None
    assert [one.at for one in checked] == [plain.dearest(most=1)[0].at]
    assert found.gap < NEAR
    assert checked[0].label == called(checked[0].loss, checked[0].margin)


def test_one_in_four_that_rollouts_check_is_drawn_by_lot():
    record = magnate.load("monopoly", "official", 2).play(["baseline", "strategic"], seed=3, limit=60)
    plain, found = review(record), review(record, depth=4)
    assert (found.refined, found.sampled) == (4, 1)
    assert found.found in (0, 1)
    costless = {one.at for one in plain.decisions if one.loss == 0}
    assert len([one for one in found.decisions if one.checked]) == 4
    by_lot = [one for one in found.decisions if one.checked and one.at in costless]
    assert len(by_lot) == 1
    assert found.found == sum(one.loss > 0 for one in by_lot)
    assert all(one.loss == 0 or one.loss > one.margin for one in by_lot)
    assert found.gap < NEAR


def test_other_options_are_reviewed_by_rollouts_or_refused():
    record = magnate.load("monopoly", players=2, max_rounds=2, auctions=False).play("baseline", seed=1)
    found = review(record, games=4)
    assert (found.source, found.games, found.policy) == ("rollouts", 4, "strategic")
    assert found.gap < NEAR
    with pytest.raises(BadValue, match="no measured network"):
        review(record, games=1_000_000)
    official = magnate.load("monopoly", players=2).play("baseline", seed=1, limit=20)
    with pytest.raises(BadValue, match="^rollouts of all positions") as refused:
        review(official, policy="baseline", games=1_000_000)
    assert "name no policy" in refused.value.hint


def test_an_interrupt_within_rollouts_ends_them_all(monkeypatch):
    module = sys.modules["magnate.analysis.review_decisions"]
    whole = module.rollout
    monkeypatch.setattr(module, "rollout", lambda *asked, **more: replace(whole(*asked, **more), games=324))
    record = magnate.load("monopoly", "official", 2).play(["baseline", "strategic"], seed=3, limit=60)
    found = review(record, depth=2)
    assert (found.refined, found.complete) == (0, False)


def test_a_decision_whose_second_rollouts_are_interrupted_stays_as_it_was(monkeypatch):
    module = sys.modules["magnate.analysis.review_decisions"]
    whole, asked = module.rollout, []

    def rolled(*given, **more):
        asked.append(given)
        found = whole(*given, **more)
        return replace(found, games=324) if len(asked) == 2 else found

    monkeypatch.setattr(module, "rollout", rolled)
    record = magnate.load("monopoly", "official", 2).play(["baseline", "strategic"], seed=3, limit=60)
    found = review(record, depth=2)
    assert (found.refined, found.complete) == (0, False)
    assert found.decisions == review(record).decisions


@pytest.mark.parametrize(
    ("difference", "margin", "played_first", "sure"),
    [
        (0.12, 0.010, False, True),  # a mistake: between 10 and 15 points
        (0.12, 0.016, False, False),  # 10 points lie in the interval of 99 %
        (0.17, 0.016, False, False),
        (0.02, 0.020, False, True),
        (0.02, 0.030, False, False),
        (0.12, 0.050, True, True),  # the played move is the better one
        (0.12, 0.200, True, False),
    ],
)
def test_rollouts_go_on_until_a_loss_has_one_label(difference, margin, played_first, sure):
    moves = [WholeMove("buy", (number,), (name,), name) for number, name in enumerate(("buy", "auction"))]
    ranked = moves if played_first else moves[::-1]
    rows = [
        Candidate(move, (0.5,) * 2, (0.1,) * 2, 648, (gap, -gap), (width, width), False)
        for move, gap, width in zip(ranked, (0.0, difference), (0.0, margin), strict=True)
    ]
    found = Rollout(tuple(rows), 0, ("strategic",) * 2, 0, 648, 1, 0, False, 0, 1.0)
    assert _sure(found, moves[0], 0) == sure


def test_a_label_that_is_not_sure_has_more_rollouts(monkeypatch):
    module = sys.modules["magnate.analysis.review_decisions"]
    whole, games = module.rollout, []

    def rolled(*asked, **more):
        games.append(whole(*asked, **more))
        return games[-1]

    monkeypatch.setattr(module, "rollout", rolled)
    record = magnate.load("monopoly", "official", 2).play(["baseline", "strategic"], seed=3, limit=60)
    found = review(record, depth=4)
    assert [one.games for one in games[::2]] == [module.ROLLED] * 4  # these choose the best move
    played = {one.at: one.move for one in found.decisions if one.checked}
    measured = games[1::2]
    assert {one.games for one in measured} <= {*range(648, 3200, 324), 3200}
    for one in measured:
        move = next(move for move in played.values() if move in [row.move for row in one.candidates])
        assert one.games == 3200 or _sure(one, move, one.seat)
    assert min(one.games for one in measured) < max(one.games for one in measured)


def test_labels_need_the_lower_bound():
    assert [called(loss, 0.02) for loss in (0.06, 0.07, 0.12, 0.17, 0.3)] == [
        *("", "inaccuracy", "mistake", "blunder", "blunder")
    ]
    assert (doubted(0.06, 0.02), doubted(0.04, 0.0)) == ("inaccuracy?", "")


def test_the_sheet_of_brass_knows_all_cards_and_decisions_only_their_seats():
    found = review(magnate.load("brass", players=2).play("random", seed=2))
    assert found.source == "network"
    assert found.gap < NEAR
    assert any(any(one.unknown) for one in found.decisions)
    assert all(one.kind == "draw" for one in found.events)


def test_of_a_running_game_a_seat_is_told_nothing_that_it_cannot_know():
    game, rng = magnate.load("brass", players=3), np.random.default_rng(4)
    position = game.new()
    while position.steps < 110:
        some = position.outcomes() if position.to_move == CHANCE else position.legal()
        position.apply(some[int(rng.integers(len(some)))])
    found = review(position.record(), eyes=1)
    assert {one.seat for one in found.decisions if one.alternatives} <= {1}
    assert not any(one.forced for one in found.decisions if one.seat != 1)
    assert found.gap < NEAR
    again = review(_swapped(position), eyes=1)
    assert [one.shares for one in again.curve] == [one.shares for one in found.curve]
    assert [(one.seat, one.error) for one in again.decisions] == [(one.seat, one.error) for one in found.decisions]
    assert again.seats[1] == found.seats[1]
    assert [one.text for one in again.events] == [one.text for one in found.events]
    assert [one.text for one in again.turning_points] == [one.text for one in found.turning_points]
    assert {one.text for one in found.events} > {"draw"}  # what the seat sees is named


def _swapped(position):
    """The record of the same game, but for the first card that seat 0 is dealt and keeps, where another fits."""
    record = position.record()
    steps = list(record.actions)
    before = list(record.positions())
    for number, now in enumerate(before[:-1]):
        if now.to_move == CHANCE and now.seen_by == {0}:
            for outcome in now.outcomes():
                if outcome.id == steps[number]:
                    continue
                again = now.copy().apply(outcome)
                try:
                    for step in steps[number + 1 :]:
                        again.apply(step)
                except magnate.errors.IllegalAction:
                    continue
                return again.record()
    raise AssertionError


def test_a_players_games_are_summed():
    game = magnate.load("pig", target=20)
    records = [game.play(["random", "random"], seed=seed) for seed in range(5)]
    found = review_player(records, "random")
    single = [review(one) for one in records]
    lost = sum(-seat.own for one in single for seat in one.seats)
    decisions = sum(seat.open_decisions for one in single for seat in one.seats)
    assert found.rate.mean == pytest.approx(10_000 * lost / decisions)
    assert found.luck.mean == pytest.approx(0, abs=NEAR)  # both seats are the player's
    with pytest.raises(BadValue, match="nobody called"):
        review_player(records, "someone")
    with pytest.raises(BadValue, match="not over"):
        review_player([*records, game.play("random", seed=9, limit=3)], "random")


def test_what_cannot_be_reviewed():
    with pytest.raises(BadRecord, match="no steps"):
        review(magnate.load("tictactoe").new().record())
    with pytest.raises(BadSeat, match="all"):
        review(played(magnate.load("pig"), "roll 6"), eyes="all")
    with pytest.raises(BadValue, match="games"):
        review(played(magnate.load("pig"), "roll 6"), games=0)
    with pytest.raises(BadSeat):
        review(magnate.load("brass", players=2).play("random", seed=2, limit=3), eyes=5)
    assert review(played(magnate.load("pig"), "roll 6"), eyes=PUBLIC).eyes == FULL  # nothing is hidden there


@pytest.mark.long
def test_the_list_of_blunders_stays_when_rollouts_are_twice_as_many(monkeypatch):
    module, lists = sys.modules["magnate.analysis.review_decisions"], []
    game = magnate.load("monopoly", "official", 2)
    for rolled in (module.ROLLED, 2 * module.ROLLED):
        monkeypatch.setattr(module, "ROLLED", rolled)
        found = [(seed, review(game.play(["baseline", "strategic"], seed=seed), depth=12)) for seed in range(12)]
        lists.append({(seed, one.at) for seed, review in found for one in review.decisions if one.label == "blunder"})
    assert len(lists[0]) >= 10
    assert len(lists[0] & lists[1]) >= 0.8 * len(lists[0] | lists[1])
