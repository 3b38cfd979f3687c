"""The balance sheet adds up for any worths, in every game, and its luck has the mean 0."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest

import magnate
from magnate.agents.spec import default_agents
from magnate.analysis.balance import Chance, Choice, balance
from magnate.analysis.moves import played_moves
from magnate.analysis.review import review
from magnate.core.contract import CHANCE

NEAR = 1e-9
TABLES = (
    *(("pig", {"players": players, "target": 20}) for players in (2, 3)),
    ("tictactoe", {}),
    ("connect_four", {}),
    ("kuhn", {}),
    ("bearoff", {"checkers": 2}),
    ("random_tree", {"players": 3, "depth": 6, "chance": 2, "branching": 3}),
    ("monopoly", {"players": 2, "max_rounds": 6}),
    ("monopoly", {"players": 4, "max_rounds": 4}),
    ("brass", {"players": 3}),
)
MORE_TABLES = (*TABLES, ("brass", {"players": 2}), ("brass", {"players": 4}))
MANY = 10_000
"""So many games of each game, over its tables."""

Worth = Callable[[magnate.Position], np.ndarray]


def drawn(position) -> np.ndarray:
    """Worths at random, but the same for equal positions; at the end the result."""
    if position.is_over:
        return np.array(position.utility())
    key = int.from_bytes(sha256(position.states().tobytes()).digest()[:8], "little")
    found = np.random.default_rng(key).exponential(size=position.game.players)
    return found / found.sum()


def even(position) -> np.ndarray:
    """The same for everybody, but at the end."""
    return (
        np.array(position.utility()) if position.is_over else np.full(position.game.players, 1 / position.game.players)
    )


def nodes_of(positions, worth: Worth, rng=None):
    """The nodes of a game; the moves that are compared are the one that was played and one more, by other worths."""
    nodes, history = [], positions[-1].history
    moves = {one.at: one for one in played_moves(positions)}
    step = 0
    while step < len(positions) - 1:
        before = positions[step]
        if before.to_move == CHANCE:
            outcomes = before.outcomes()
            mean = sum(float(one.probability) * worth(before.copy().apply(one)) for one in outcomes)
            nodes.append(Chance(worth(before), mean, worth(positions[step + 1])))
            assert history[step] in {one.id for one in outcomes}
            step += 1
            continue
        move = moves[step]
        chosen = drawn(positions[move.end]) if rng else worth(positions[move.end])
        other = rng.dirichlet(np.ones(len(chosen))) if rng else worth(before)
        best = max((chosen, other), key=lambda q, seat=move.seat: q[seat])
        hidden = rng.dirichlet(np.ones(len(chosen))) if rng and rng.random() < 0.5 else None
        nodes.append(Choice(move.seat, worth(before), chosen, best, worth(positions[move.end]), hidden))
        step = move.end
    return nodes


def checked(positions, worth: Worth, rng=None):
    """The sheet of a game, and that it adds up."""
    nodes = nodes_of(positions, worth, rng)
    sheet = balance(worth(positions[0]), nodes)
    assert sheet.gap < NEAR
    if positions[-1].is_over:
        assert sheet.result == pytest.approx(positions[-1].utility(), abs=NEAR)
    total = positions[-1].game.info.utility_sum if positions[-1].is_over else 1.0
    for node in nodes:
        for vector in (node.drift, *((node.luck,) if isinstance(node, Chance) else (node.error, node.unknown))):
            assert abs(vector.sum()) < NEAR or total != 1.0
    for seat, row in enumerate(sheet.errors):
        assert row[seat] <= 0
    assert sheet.others == pytest.approx(sheet.errors.sum(axis=0) - sheet.own, abs=NEAR)
    return sheet


def games(name, options, count, agents="random", limit=200):
    game = magnate.load(name, **options)
    for seed in range(count):
        yield list(game.play(agents, seed=seed, limit=limit).positions())


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("worth", [drawn, even])
def test_every_game_adds_up_whatever_the_worths_are(name, options, worth):
    for number, positions in enumerate(games(name, options, 2 if name in ("monopoly", "brass") else 12)):
        checked(positions, worth, np.random.default_rng(number) if number % 2 else None)


@pytest.mark.long
@pytest.mark.parametrize(("name", "options"), MORE_TABLES)
def test_ten_thousand_games_of_every_game_add_up(name, options):
    """Half of them random, half by the first agent that comes with a game; all to their end."""
    agents = (default_agents(name) or ["random"])[0]
    count = -(-MANY // (2 * sum(one == name for one, _ in MORE_TABLES)))
    for who, worth in (("random", drawn), (agents, even)):
        for number, positions in enumerate(games(name, options, count, who, limit=None)):
            checked(positions, worth, np.random.default_rng(number))
            assert positions[-1].is_over


def test_even_worths_see_no_luck_before_the_end():
    for positions in games("pig", {"players": 3, "target": 20}, 5):
        nodes = nodes_of(positions, even)
        assert all(np.abs(node.luck).max() < NEAR for node in nodes if isinstance(node, Chance))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_that_are_renamed_turn_the_sheet(players):
    rng = np.random.default_rng(players)
    shares = rng.dirichlet(np.ones(players), 9)
    turned = np.roll(shares, 1, axis=1)
    sheets = []
    for worth, shift in ((shares, 0), (turned, 1)):
        nodes = [
            Chance(worth[0], worth[1], worth[2]),
            Choice(shift % players, worth[2], worth[3], worth[4], worth[5]),
            Choice((1 + shift) % players, worth[5], worth[6], worth[7], worth[8]),
        ]
        sheets.append(balance(worth[0], nodes))
    one, other = sheets
    for field in ("start", "luck", "own", "others", "drift", "unknown", "result"):
        assert np.roll(getattr(one, field), 1) == pytest.approx(getattr(other, field), abs=NEAR)
    assert np.roll(one.errors, (1, 1), (0, 1)) == pytest.approx(other.errors, abs=NEAR)


def test_the_mean_of_luck_is_zero_over_all_that_may_come():
    """Exactly: over all games of a small bear-off by fixed moves, weighted by how likely they are."""
    game, total, weight = magnate.load("bearoff", checkers=1), np.zeros(2), Fraction(0)

    def walk(position, likely, luck):
        nonlocal total, weight
        if position.is_over or likely < Fraction(1, 10_000):  # the mean is 0 wherever one stops
            total, weight = total + float(likely) * luck, weight + likely
            return
        if position.to_move != CHANCE:
            walk(position.copy().apply(position.legal_ids()[0]), likely, luck)
            return
        outcomes = position.outcomes()
        after = [drawn(position.copy().apply(one)) for one in outcomes]
        mean = sum(float(one.probability) * worth for one, worth in zip(outcomes, after, strict=True))
        for one, worth in zip(outcomes, after, strict=True):
            walk(position.copy().apply(one), likely * one.probability, luck + worth - mean)

    walk(game.new(), Fraction(1), np.zeros(2))
    assert weight == 1
    assert abs(total).max() < NEAR


def test_a_chain_must_hang_together():
    half = np.array([0.5, 0.5])
    with pytest.raises(ValueError, match="begin where"):
        balance(half, [Chance(half + 0.1, half, half)])


@pytest.mark.parametrize("name", ["tictactoe", "pig", "kuhn"])
def test_a_review_twice_is_the_same_to_the_bit(name):
    record = magnate.load(name).play("random", seed=5)
    assert review(record) == review(magnate.Record.from_json(record.to_json()))


def test_positions_follow_one_another():
    positions = list(magnate.load("pig").play("random", seed=1).positions())
    assert all(after.steps == before.steps + 1 for before, after in pairwise(positions))
