"""How true win probabilities are: by hand-made guesses, and by a network that knows nothing."""

import numpy as np
import pytest

import magnate
from magnate.agents.learned.agent import NetworkAgent
from magnate.learn.calibration import Answers, calibration_error, guesses, met, phases, reliability
from magnate.learn.config import from_text
from magnate.learn.evaluation import calibrated, intransitive_triples, newest, payoffs
from magnate.learn.method import training_seeds
from magnate.learn.population import Population, Sitter, all_sitters
from magnate.learn.run_dir import Run
from magnate.learn.samples import Sampler, SparseRows
from magnate.learn.training import reliability_page, train
from magnate.networks import Network
from magnate.networks.inference import win_shares
from magnate.plots import reliability_chart
from magnate.values.schema import schema_for


def test_the_curve_by_hand() -> None:
    """Four times 0.72 was said and three times it came; once it was surely lost."""
    guessed = np.array([[0.72, 0.28]] * 4 + [[0.01, 0.99]])
    shares = np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]] * 2)
    found = reliability(Answers(guessed, shares, np.array([0, 1, 2, 3, 3]), np.arange(5)))
    said = [point[0] for point in found.points]
    assert said == pytest.approx([0.01, 0.28, 0.72, 0.99])
    assert [point[1] for point in found.points] == pytest.approx([0.0, 0.25, 0.75, 1.0])
    assert [point[2] for point in found.points] == pytest.approx([0.1, 0.4, 0.4, 0.1])
    assert found.error == pytest.approx(0.03 * 0.8 + 0.01 * 0.2)
    assert found.error == pytest.approx(calibration_error(guessed, shares, np.ones(5)))
    assert (found.games, found.positions) == (4, 5)


def test_the_noise_is_the_error_of_guesses_that_are_true() -> None:
    """Positions of one game share its luck: ten of each leave the error of 500 games, not of 5,000."""
    draws = np.random.default_rng(1)
    errors, noises = [], []
    for _ in range(40):
        chance = np.repeat(draws.random(500), 10)
        won = np.repeat(draws.random(500), 10) < chance
        guessed, shares = (np.stack([one, 1 - one], axis=1) for one in (chance, won.astype(float)))
        found = reliability(Answers(guessed, shares, np.repeat(np.arange(500), 10), np.arange(5000)))
        errors.append(found.error)
        noises.append(found.noise)
    assert np.mean(noises) == pytest.approx(np.mean(errors), rel=0.1)
    assert np.mean(errors) > 0.03


def test_phases_have_as_many_positions_each() -> None:
    moments = np.arange(100) % 50 + 1
    guessed = np.where(moments[:, None] > 25, [[1.0, 0.0]], [[0.7, 0.3]])
    parts = phases(Answers(guessed, np.tile([1.0, 0.0], (100, 1)), np.arange(100), moments), parts=2)
    assert [(part.first, part.last, part.found.positions) for part in parts] == [(1, 25, 50), (26, 50, 50)]
    assert [part.found.error for part in parts] == pytest.approx([0.3, 0.0])


def test_only_the_networks_own_choices_are_asked_about() -> None:
    game, schema = magnate.load("pig", target=20), schema_for("pig", "ramps")
    network = Network.new([schema.size, 8, 2], 1)
    sampler = Sampler(game, schema, positions=8)
    population = Population(game, {"self": 1.0, "random": 1.0}, 1, "ramps")
    seeds, seats = training_seeds(1, 0, range(300)), population.seats(300, 1, 1)
    found = met(network, sampler, population.rows, seeds, seats, all_sitters([network], [], 0.0, ()))
    assert len(found.guessed) == len(found.shares) == len(found.games) == len(found.moments)
    assert 100 < len(np.unique(found.games)) < 300  # a quarter of the games is random play alone
    assert (seats[found.games] == -1).any(axis=1).all()
    inputs = sampler.play(seeds[:9], np.full((9, 2), -1), population.rows, [Sitter(network)]).inputs
    assert guesses(network, inputs) == pytest.approx(win_shares(network(inputs.dense())))


def test_what_was_learned_is_truer_than_what_was_not(tmp_path) -> None:
    text = 'game = "pig"\nmethod = "values"\n[options]\ntarget = 20\n[values]\ninputs = "ramps"\nrounds = 3\n'
    run = Run.create(tmp_path / "run", from_text(text, "small"))
    game = run.configuration.game()
    method = train(run, game, [])
    learned = newest(run, method)
    calls: list[tuple[int, int]] = []
    whole, parts = calibrated(learned, game, [], 1500, 4, seed=1, on_progress=lambda *done: calls.append(done))
    assert calls == [(0, 1500), (1000, 1500), (1500, 1500)]
    assert whole.error < 0.1
    assert len(parts) == 4
    assert sum(part.found.positions for part in parts) == whole.positions
    again, _ = calibrated(learned, game, [], 1500, 4, seed=1, threads=2)
    assert again == whole
    ignorant = NetworkAgent.of("pig", Network.new(learned.network.sizes, 3), "ramps")
    assert calibrated(ignorant, game, [], 1500, 4, seed=1)[0].error > 2 * whole.error
    page = reliability_page("small", ["one <fact>"], whole, parts)
    assert page.count("<svg") == 5
    assert "one &lt;fact&gt;" in page


def test_the_picture_says_what_it_shows() -> None:
    picture = reliability_chart("Curve", [(0.1, 0.125, 0.25), (0.9, 0.8, 0.75)])
    assert picture.about == "said 10 %, happened 12.5 %; said 90 %, happened 80.0 %"
    assert picture.inline().count("<circle") == 2


def test_rows_without_positions_are_no_error() -> None:
    assert len(SparseRows.of(np.zeros((0, 3))).chosen(np.zeros(0, np.int64))) == 0


# -------------------------------------------------------------------------------------------- rounds against rounds


def test_rings_of_three_are_counted() -> None:
    ring = np.array([[0.5, 0.6, 0.4, 0.9], [0.4, 0.5, 0.6, 0.9], [0.6, 0.4, 0.5, 0.9], [0.1, 0.1, 0.1, 0.5]])
    assert intransitive_triples(ring) == 1
    assert intransitive_triples(ring, margin=0.11) == 0
    assert intransitive_triples(np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])) == 0


def test_later_rounds_beat_the_first(tmp_path) -> None:
    text = 'game = "pig"\nmethod = "values"\n[options]\ntarget = 20\n[values]\ninputs = "ramps"\nrounds = 3\n'
    run = Run.create(tmp_path / "run", from_text(text, "small"))
    game = run.configuration.game()
    method = train(run, game, [])
    found = payoffs(run, method, game, 2, 600, seed=1)
    assert (found.rounds, found.games, found.shares.shape) == ((2, 3), 600, (2, 2))
    assert found.shares[0, 1] + found.shares[1, 0] == pytest.approx(1.0)  # the same deals, two seats, one win
    everyone = payoffs(run, method, game, 10, 600, seed=1)
    assert everyone.rounds == (1, 2, 3)
    assert everyone.shares[2, 0] > 0.5
    assert (everyone.shares[1:, 1:] == found.shares).all()
