"""The method `chances`: its targets by hand, that it learns, and that it goes on to the bit."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.core.contract import CHANCE, OVER
from magnate.errors import BadTraining
from magnate.learn.chances import AT_CHANCE, AT_CHOICE, Met, Tables, table_like, table_of
from magnate.learn.config import read
from magnate.learn.fitting import torch_for_training
from magnate.learn.method import Task
from magnate.learn.methods import chances
from magnate.learn.methods.chances import Chances, Settings
from magnate.networks.seats import CODES, HEAD, SeatNetwork
from magnate.values.chances import SeatValuer, inputs_of

GAME = magnate.load("monopoly", players=3)


def met(seed: int, games: int = 12) -> Met:
    """Positions of random games; who has most cash at one is said to have won."""
    states, later, kinds, of, shares = [], [], [], [], []
    draws = np.random.default_rng(seed)
    for number in range(games):
        position = GAME.new()
        for _ in range(120):
            if position.to_move == OVER:
                break
            kinds.append(AT_CHANCE if position.to_move == CHANCE else AT_CHOICE)
            of.append(number)
            states.append(position.states()[0])
            cash = position.state["cash"][:3]
            shares.append((cash == cash.max()) / (cash == cash.max()).sum())
            if position.to_move == CHANCE:
                position.apply(position.outcomes()[int(draws.integers(len(position.outcomes())))])
            else:
                position.apply(int(draws.choice(position.legal_ids())))
    later = [*states[1:], states[-1]]
    n = len(states)
    whole = np.zeros((games, 3))
    return Met(
        *(stacked(states), stacked(later), np.array(shares, np.float32), np.array(kinds), np.ones(n, np.float32)),
        *(np.array(of), np.arange(n), whole, whole, stacked([]), stacked([])),
        *(np.zeros(games, int), np.zeros((games, 3), int)),
    )


def stacked(states: list) -> np.ndarray:
    found = np.zeros(len(states), GAME.rules.STATE)
    for number, state in enumerate(states):
        found[number] = state
    return found


@pytest.fixture
def method(monkeypatch) -> Chances:
    """A small training whose games are those above."""
    settings = Settings(codes=16, hidden=8, steps=8, alone=4, batch=64, epochs=4, learning_rate=0.01, device="cpu")
    made = Chances(Task(GAME, settings, 7))
    monkeypatch.setattr(Chances, "_played", lambda self, number: {"official/2": met(100 + number)})
    return made


def test_it_learns(method):
    noted = [method.step(number) for number in range(method.total)]
    assert noted[0]["cross_entropy"] == pytest.approx(np.log(3), abs=0.02)
    assert noted[-1]["cross_entropy"] < 0.85
    assert set(noted[0]) == set(chances.METRICS)


def test_it_goes_on_to_the_bit(method):
    for number in range(5):
        method.step(number)
    other = Chances(Task(GAME, method._settings, 7))
    other.restore({name: tensor.copy() for name, tensor in method.tensors().items()})
    for number in range(5, method.total):
        assert method.step(number) == other.step(number)
    assert all(np.array_equal(tensor, other.tensors()[name]) for name, tensor in method.tensors().items())


def test_the_network_is_exported_as_its_two_parts(method):
    method.step(0)
    parts, found = method.networks(), met(1)
    one = SeatValuer(GAME, SeatNetwork(parts[CODES], parts[HEAD])).chances(found.states, 3)
    assert np.array_equal(one, SeatValuer(GAME, method.network()).chances(found.states, 3))


def test_torch_says_what_the_compiled_network_says(method):
    torch, found, layout = torch_for_training(), met(2), inputs_of("monopoly")
    method.step(0)
    network = method.network()
    hands = np.zeros(len(found.states), np.int64)
    targets = chances._targets(found, hands, None, method._settings)
    data = chances.Data(layout, found.states, hands, targets, found.weights)
    own, table, there, *_ = (torch.from_numpy(one) for one in data.rows(np.arange(len(found.states)), layout))
    weights = [torch.from_numpy(one) for one in chances.tensors_of(network)]
    logs = chances._log_chances(torch, weights, own, table, there).numpy()
    first = found.states["current"].astype(int)
    turned = np.take_along_axis(
        SeatValuer(GAME, network).chances(found.states, 3), (first[:, None] + np.arange(3)) % 3, axis=1
    )
    assert np.exp(logs) * there.numpy() == pytest.approx(turned, abs=2e-3)  # torch was shown half precision


def test_targets_mix_results_with_what_comes(method):
    method.step(0)
    found, settings = met(3), Settings(ahead=0.25, mean=0.5)
    valuer = SeatValuer(GAME, method.network())
    hands = np.zeros(len(found.states), np.int64)
    assert np.array_equal(chances._targets(found, hands, None, settings), found.shares)
    mixed = chances._targets(found, hands, valuer, settings)
    at_chance = found.kinds == AT_CHANCE
    means = valuer.means(found.states[at_chance], 3)
    assert mixed[at_chance] == pytest.approx(0.5 * means + 0.5 * found.shares[at_chance])
    later = valuer.chances(found.later[~at_chance], 3)
    assert mixed[~at_chance] == pytest.approx(0.25 * later + 0.75 * found.shares[~at_chance])
    assert mixed.sum(axis=1) == pytest.approx(np.ones(len(mixed)))


def grouped(difference: float, together: int = 3) -> chances.Data:
    """Positions in groups of so many, with targets at random; each position has a weight of its own."""
    found, draws = met(4, 2), np.random.default_rng(9)
    states = found.states[: len(found.states) // together * together]
    n = len(states)
    targets, weights = draws.dirichlet(np.ones(3), n), draws.uniform(0.5, 1.5, n)
    layout = inputs_of("monopoly")
    return chances.Data(layout, states, np.zeros(n, np.int64), targets, weights, together, difference)


def loss_by_hand(weights: list[np.ndarray], data: chances.Data, difference: float) -> float:
    """The mean of the positions' losses, and the mean square of how far each is off beyond its group's mean."""
    torch = torch_for_training()
    rows = data.rows(np.arange(len(data._wanted)), inputs_of("monopoly"))
    own, table, there = (torch.from_numpy(one) for one in rows[:3])
    wanted, heavy = rows[3:]
    logs = chances._log_chances(
        torch, [torch.from_numpy(one) for one in weights], *(own.double(), table.double()), there
    )
    logs = logs.numpy()
    losses = [-weight * float(row @ log) for weight, row, log in zip(heavy, wanted, logs, strict=True)]
    squares = []
    for first in range(0, len(logs), data.together):
        group = slice(first, first + data.together)
        off = np.exp(logs[group]) - wanted[group]
        squares += [float(((one - off.mean(axis=0)) ** 2).sum()) for one in off]
    return float(np.mean(losses)) + difference * float(np.mean(squares))


@pytest.mark.parametrize("difference", [0.0, 40.0])
def test_a_step_follows_the_gradient_of_losses_and_differences(method, monkeypatch, difference):
    """Along some directions; plain descent is put in Adam's place, so that a step is the gradient."""
    torch, draws, small = torch_for_training(), np.random.default_rng(3), 1e-4
    method.step(0)
    before = [one.astype(np.float64) for one in chances.tensors_of(method.network())]
    data = grouped(difference)
    monkeypatch.setattr(torch.optim, "Adam", torch.optim.SGD)
    rate = 1e-2
    method._settings = method._settings.model_copy(update={"batch": 1000, "epochs": 1, "learning_rate": rate})
    method._fit([data], 0)
    taken = [(old - new) / rate for old, new in zip(before, chances.tensors_of(method.network()), strict=True)]
    for _ in range(3):
        way = [draws.normal(size=one.shape) for one in before]
        ends = [
            loss_by_hand([one + sign * small * part for one, part in zip(before, way, strict=True)], data, difference)
            for sign in (1, -1)
        ]
        slope = (ends[0] - ends[1]) / (2 * small)
        assert sum(float((one * part).sum()) for one, part in zip(taken, way, strict=True)) == pytest.approx(
            slope, rel=0.01, abs=1e-3
        )


def test_answers_to_one_question_are_fitted_together():
    data = grouped(1.0)
    rows = [one for _, one in data.batches(7, np.random.default_rng(1))]
    assert {len(one) for one in rows[:-1]} == {6}
    every = np.concatenate(rows)
    assert sorted(every.tolist()) == list(range(len(data._wanted)))
    groups = every.reshape(-1, 3)
    assert (groups == groups[:, :1] + np.arange(3)).all()
    assert groups[:, 0].tolist() != sorted(groups[:, 0].tolist())


def test_a_table_is_a_preset_and_players():
    assert (table_of("monopoly", "thesis/3").preset, table_of("monopoly", "thesis/3").players) == ("thesis", 3)
    with pytest.raises(BadTraining, match="no table"):
        table_of("monopoly", "thesis")


def test_a_table_keeps_the_options_of_the_game_that_is_learned():
    game = magnate.load("monopoly", "official", 2, start_cash=1000)
    like = table_like(game, "thesis/3")
    assert (like.preset, like.players, like.options.start_cash) == ("thesis", 3, 1000)
    assert like.options.model_copy(update={"start_cash": 1500}) == magnate.load("monopoly", "thesis", 3).options
    assert (
        table_like(magnate.load("monopoly", "official", 2), "thesis/3").options
        == magnate.load("monopoly", "thesis", 3).options
    )


def test_the_configuration_names_tables_and_agents_that_exist():
    settings = read("monopoly_chances").settings
    assert {table_of("monopoly", name).players for name in settings.tables} == set(range(2, 9))
    assert {name.partition("/")[0] for name in settings.tables} == {"official", "official-pre2008", "thesis"}


@pytest.mark.long
def test_positions_of_games_are_kept_with_what_became_of_them():
    tables = Tables(GAME, {"baseline": 1.0}, {"random": 1.0}, 0.2, 30)
    seeds = list(range(40))
    one, two = tables.play(seeds, 5, trace=3000), tables.play(seeds, 5, trace=3000, threads=2)
    assert one.states.tobytes() == two.states.tobytes()
    assert set(one.kinds) == {0, 1, 2}
    assert (one.results.sum(axis=1) == 1).all()
    assert np.array_equal(one.shares, one.results[one.games].astype(np.float32))
    assert (one.states["mover"][one.kinds == AT_CHANCE] == CHANCE).all()
    assert (one.states["mover"][one.kinds != AT_CHANCE] >= 0).all()
    going = one.later["mover"] != OVER
    assert ((one.later["mover"] == CHANCE) & (one.later["depth"] == 0))[going].all()
    assert one.events.sum() == len(one.before) == len(one.after)
    assert (one.before["mover"] == CHANCE).all()
    for kind in range(3):
        assert one.weights[one.kinds == kind].mean() == pytest.approx(1)
