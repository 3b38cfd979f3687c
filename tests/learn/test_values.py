"""The method `values`: its parts by hand-made numbers, and what it learns by exact values of solved games."""

import math
import sys
from collections.abc import Mapping
from types import SimpleNamespace

import numpy as np
import pytest

import magnate
from magnate.agents.learned.agent import NetworkAgent
from magnate.arena.schedule import PURPOSES, purpose_seed
from magnate.core.binding import PARAMS
from magnate.core.contract import SEATS
from magnate.errors import BadTraining, CheckpointMismatch, MissingExtra, UnknownAgent
from magnate.learn import population
from magnate.learn.calibration import calibration_error, cross_entropy, guesses
from magnate.learn.config import Configuration, from_text, read
from magnate.learn.evaluation import calibrated
from magnate.learn.fitting import Schedule, fitted
from magnate.learn.method import Task, training_seeds
from magnate.learn.methods.values import Values, begin
from magnate.learn.population import Population, Sitter, all_sitters
from magnate.learn.run_dir import Run
from magnate.learn.samples import Sampler, Samples, SparseRows
from magnate.learn.training import train
from magnate.networks import Network
from magnate.networks.files import load, save
from magnate.networks.inference import win_shares
from magnate.values import pig
from magnate.values.schema import schema_for
from tests.learn import exact_bearoff, exact_pig

ONES = np.ones(4000, np.float32)
SCHEDULE = Schedule(epochs=2, batch=32, learning_rate=0.01)


def learn(name: str, *changes: str, threads: int = 2) -> Values:
    """Train a configuration that comes with magnate to its end."""
    return learn_from(read(name, changes), threads)


def learn_from(configuration: Configuration, threads: int = 2) -> Values:
    """Train to the end."""
    method = begin(Task(configuration.game(), configuration.settings, configuration.plan.seed, threads))
    for number in range(method.total):
        method.step(number)
    return method


# -------------------------------------------------------------------------------------------------- solved games


@pytest.mark.parametrize("changes", [["values.games=4000"], pytest.param([], marks=pytest.mark.long)])
def test_what_is_learned_of_pig_plays_almost_perfectly(changes) -> None:
    """Even the rule of thumb to hold at 20 loses 7 % here, and never to hold 10 %."""
    game = read("pig").game()
    assert exact_pig.regret(game, learn("pig", *changes).networks()["value"]) < 0.01


def test_never_to_hold_and_to_hold_at_20_are_worse() -> None:
    target = 50
    own, _, total = np.mgrid[:target, :target, : target + 21]
    perfect = exact_pig.perfect_holds(target)
    best = exact_pig.solved(target)[0, 0, 0]
    assert exact_pig.value_of(perfect, perfect)[0] == pytest.approx(best, abs=1e-9)
    for holds in (np.zeros_like(perfect), (total >= 20) & (own + total < target)):
        assert best - exact_pig.value_of(holds, perfect)[0] > 0.05
    assert exact_pig.value_of(None, perfect) == pytest.approx((best, 1 - best), abs=1e-9)  # nothing answers it better


@pytest.mark.long
def test_what_is_learned_of_the_bear_off_is_true() -> None:
    network = learn("bearoff").networks()["value"]
    game = read("bearoff").game()
    sampler = Sampler(game, schema_for("bearoff", "counts"), positions=4)
    seats = np.full((1000, 2), -1)
    met = sampler.play(training_seeds(99, 0, range(1000)), seats, np.zeros((1, PARAMS)), [Sitter(network)])
    guessed = guesses(network, met.inputs)[:, 0]
    exact = exact_bearoff.values(met.inputs.dense())
    assert exact.std() > 0.2  # to know nothing would be an error of 0.04 and more
    assert np.mean((guessed - exact) ** 2) < 1e-4


# ------------------------------------------------------------------------------------------------------ the same bits

SMALL = (
    'game = "pig"\nmethod = "values"\n[options]\ntarget = 20\n[values]\nrounds = 5\ngames = 60\nkeep = 2\nopening = 4\n'
)
SMALL += "layers = [8]\npositions = 3\nepochs = 1\n[values.population]\nself = 2.0\npast = 1.0\nrandom = 1.0\n"


def bits(method: Values) -> bytes:
    return b"".join(tensor.tobytes() for _, tensor in sorted(method.tensors().items()))


def trained(folder, *changes: str, threads: int = 1) -> tuple[bytes, list[dict]]:
    run = Run.create(folder, from_text(SMALL, "small", ["checkpoint_seconds=0.0", *changes]))
    method = train(run, run.configuration.game(), [], threads)
    return bits(method), [{**line, "seconds": 0} for line in run.metrics()]


def test_the_same_seed_gives_the_same_bits_on_any_number_of_threads(tmp_path) -> None:
    one, same = trained(tmp_path / "1"), trained(tmp_path / "2", threads=3)
    assert one == same
    assert trained(tmp_path / "3", "seed=2")[0] != one[0]


@pytest.mark.parametrize("stop", [1, 3, 4, 5])
def test_a_training_that_was_stopped_comes_to_the_same_bits(tmp_path, stop, monkeypatch) -> None:
    whole = trained(tmp_path / "whole", "values.calibration_games=40")
    step = Values.step

    def interrupted(self, number):
        if number == stop:
            self._played(number)  # in the middle of a round
            raise KeyboardInterrupt
        return step(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(Values, "step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            trained(tmp_path / "cut", "values.calibration_games=40")
    run = Run.open(tmp_path / "cut")
    assert run.steps() == (stop, 6)
    method = train(run, run.configuration.game(), [])
    assert (bits(method), [{**line, "seconds": 0} for line in run.metrics()]) == whole


def test_games_against_its_own_past_are_noted_also_after_a_stop(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(population, "ENOUGH", 20)  # of the 60 games of a round about 13 count
    _, whole = trained(tmp_path / "whole")
    assert ["against_past" in line for line in whole] == [False, False, False, False, True]
    run = Run.create(tmp_path / "cut", from_text(SMALL, "small"))
    method = begin(Task(run.configuration.game(), run.configuration.settings, 1))
    for number in range(4):
        method.step(number)
    kept = method.tensors()
    resumed = begin(Task(run.configuration.game(), run.configuration.settings, 1))
    resumed.restore(kept)
    assert resumed.step(4) == {name: value for name, value in whole[4].items() if name not in {"step", "seconds"}}


def test_who_tells_chances_decides_nothing_and_is_truer(tmp_path) -> None:
    """After one round against random play a network thinks too little of its own chances."""
    changes = ("values.rounds=1", "values.games=2000", "values.population.self=0.0", "values.positions=8")
    plain = learn_from(from_text(SMALL, "small", changes))
    telling = learn_from(from_text(SMALL, "small", [*changes, "values.calibration_games=2000"]))
    assert plain.networks().keys() == {"value"}
    assert telling.networks().keys() == {"value", "told"}
    assert telling.networks()["value"].digest == plain.networks()["value"].digest
    value, told = telling.networks().values()
    game = magnate.load("pig", target=20)
    agents = [NetworkAgent.of("pig", value), NetworkAgent.of("pig", value)]
    agents[1].calibrated = told
    says, tells = (calibrated(agent, game, ["random"], 2000, 8, seed=1)[0] for agent in agents)
    assert says.error > 0.05
    assert tells.error < 0.03


# ----------------------------------------------------------------------------------------------------------- games


def sampled(opening: int = 0, positions: int = 4, games: int = 200, **options) -> Samples:
    game = magnate.load("pig", **options)
    sampler = Sampler(game, schema_for("pig"), positions, opening)
    return sampler.play(
        training_seeds(1, 0, range(games)), np.zeros((games, game.players), np.int64), np.zeros((1, PARAMS)), []
    )


def test_positions_are_told_from_the_seat_that_chose_with_what_it_won() -> None:
    found = sampled(target=10)
    inputs = found.inputs.dense()
    assert inputs.shape == (len(found.shares), 10)
    assert (found.shares.sum(axis=1) == 1.0).all()
    mine, total, own = inputs[:, 1] == 1.0, inputs[:, 0], inputs[:, 2]
    assert mine.any()
    assert (~mine).any()
    assert (total[~mine] == 0).all()  # the points were banked
    assert (own[~mine] > 0).all()
    assert total[mine].max() < 1.0  # with enough to win nobody rolls
    assert (found.moments >= 1).all()
    assert found.moments[own > 0.8].mean() > found.moments[own < 0.2].mean()  # who has much has long played
    assert (np.diff(found.games) >= 0).all()
    assert (found.choosers == 0).all()
    nearly = mine & (own + total > 0.85)
    assert found.shares[nearly, 0].mean() > found.shares[~mine & (own < 0.5), 0].mean() + 0.1


def test_few_positions_of_each_game_stand_for_all_of_them() -> None:
    """A short game has all of its positions kept and a long one few; the weights make up for that."""
    few, every = (sampled(positions=positions, target=30, games=5000) for positions in (2, 1000))
    assert len(few.inputs) == 10_000
    assert (every.weights == 1.0).all()
    for column in (0, 2):
        weighted = np.average(few.inputs.dense()[:, column], weights=few.weights)
        assert weighted == pytest.approx(every.inputs.dense()[:, column].mean(), abs=0.01)


def test_an_opening_leaves_out_what_came_before_its_last_choice() -> None:
    """With openings as long as the game only one position of most games is left: the last."""
    whole, late = sampled(positions=1000, target=20), sampled(positions=1000, target=20, opening=200)
    assert len(late.inputs) < len(whole.inputs) / 2


def test_games_that_a_cap_ends_are_counted_and_shared() -> None:
    found = sampled(max_turns=1)
    assert found.capped == 1.0
    assert set(np.unique(found.shares)) <= {0.0, 0.5, 1.0}
    assert sampled(target=10).capped == 0.0


def test_more_players_are_told_of_in_the_order_round_the_table() -> None:
    found = sampled(players=3, target=20, games=2000)
    assert found.shares.shape[1] == 3
    inputs = found.inputs.dense()
    banked = inputs[:, 1] == 0.0  # it is another's turn, and nobody has a total in hand
    points, shares = inputs[banked, 2:5], found.shares[banked]
    for seat in range(3):
        ahead = (points.argmax(axis=1) == seat) & (points.max(axis=1) > 0.5)
        assert shares[ahead, seat].mean() > shares[~ahead, seat].mean() + 0.05


def test_interpreted_games_are_the_compiled_ones() -> None:
    from magnate.agents.learned.agent import workspace_for
    from magnate.core.loader import kernel
    from magnate.core.run import Run
    from magnate.runtime.interpreter import interpret

    game = magnate.load("pig", target=15)
    network = Network.new([10, 6, 2], seed=3)
    seats = np.array([[-1, 0], [0, -1], [-1, -1]])
    seeds = training_seeds(5, 0, range(3))
    sampler = Sampler(game, schema_for("pig"), 4, opening=3)
    compiled = sampler.play(seeds, seats, np.zeros((1, PARAMS)), [Sitter(network, 0.2)])

    rules = interpret(game.rules.__name__)
    bound = kernel("magnate.learn.selfplay_kernel", rules)
    inputs, views, moments = np.zeros((12, 10), np.float32), np.zeros(12, np.int64), np.zeros(12, np.int64)
    counts = np.zeros(3, np.int64)
    run = Run(rules, game.info, game.start_states(3), seeds, seats, np.zeros((1, PARAMS)))
    sizes, tables = np.array(network.sizes), network.table()[None]
    networks = bound.Networks(sizes, tables, np.array([0.2]), np.zeros((1, PARAMS)))
    kept = bound.Kept(4, np.array([seed % 4 for seed in seeds]), counts, inputs, views, moments)
    workspace = workspace_for(game, None, network.sizes, interpreted=True)
    bound.play(10**6, run.buffers(), networks, kept, workspace)
    used = np.concatenate([inputs[4 * i : 4 * i + min(counts[i], 4)] for i in range(3)])
    assert SparseRows.of(used).dense().tobytes() == compiled.inputs.dense().tobytes()
    assert np.concatenate([moments[4 * i : 4 * i + min(counts[i], 4)] for i in range(3)]).tolist() == list(
        compiled.moments
    )


def test_deals_of_training_are_played_by_nobody_else() -> None:
    mine = {seed >> 54 for seed in training_seeds(1, 2, range(50))}
    theirs = {purpose_seed(seed, purpose, deal) >> 54 for purpose in PURPOSES for seed in range(3) for deal in range(9)}
    assert mine == {3}
    assert not mine & theirs


# ------------------------------------------------------------------------------------------------------ population


def test_seats_are_taken_in_proportion_to_the_weights() -> None:
    population = Population(magnate.load("pig"), {"self": 5.0, "past": 3.0, "random": 2.0}, past=2)
    seats = population.seats(10_000, networks=4, seed=1)
    shares = {number: (seats == number).mean() for number in np.unique(seats)}
    assert shares == pytest.approx({-1: 0.5, -2: 0.15, -3: 0.15, 0: 0.2}, abs=0.02)
    assert set(np.unique(population.seats(1000, networks=1, seed=1))) == {-1, 0}
    assert set(np.unique(population.seats(1000, networks=0, seed=1))) == {0}


def test_agents_of_the_game_have_a_row_each() -> None:
    population = Population(magnate.load("monopoly"), {"self": 1.0, "baseline": 1.0, "strategic:late_game": 1.0}, 1)
    assert population.rows[:, 0].tolist() == [0.0, 1.0, 3.0]
    assert set(np.unique(population.seats(1000, networks=1, seed=1))) == {-1, 1, 2}


def test_before_there_is_a_network_the_others_have_its_seats() -> None:
    population = Population(magnate.load("monopoly"), {"self": 6.0, "baseline": 1.0, "strategic": 3.0}, 1)
    seats = population.seats(10_000, networks=0, seed=1)
    assert {number: (seats == number).mean() for number in (1, 2)} == pytest.approx({1: 0.25, 2: 0.75}, abs=0.02)
    alone = Population(magnate.load("pig"), {"self": 1.0}, 1)
    assert (alone.seats(100, networks=0, seed=1) == 0).all()


@pytest.fixture
def frozen(tmp_path) -> str:
    """The spec of a network that plays pig, told its ramps."""
    schema = schema_for("pig", "ramps")
    file = save(tmp_path / "frozen.safetensors", Network.new([schema.size, 8, 2], seed=9), schema.about())
    return f"network:{file},epsilon=0.25"


def test_a_network_in_a_file_plays_as_it_is(frozen) -> None:
    population = Population(magnate.load("pig"), {"self": 2.0, frozen: 2.0, "random": 1.0}, 1, "ramps")
    (sitter,) = population.frozen
    assert (sitter.network.sizes[1:], sitter.epsilon) == ((8, 2), 0.25)
    for learned in (0, 1, 4):
        seats = population.seats(1000, networks=learned, seed=1)
        assert set(np.unique(seats)) == {0, -1 - learned} | ({-1} if learned else set())
    assert all_sitters([Network.new([2, 2], 1)], population.frozen, 0.5, ())[0].epsilon == 0.5
    with pytest.raises(BadTraining, match='takes the inputs "ramps", and this training\'s "features"'):
        Population(magnate.load("pig"), {frozen: 1.0}, 1, "features")


def test_a_network_learns_to_answer_one_in_a_file(frozen) -> None:
    """A best response: a network that never learned is beaten by one that has learned against it."""
    text = f"[values.population]\nself = 1.0\n'{frozen}' = 1.0\n"
    values = 'inputs = "ramps"\nrounds = 3\ngames = 2000\npositions = 4\n'
    header = 'game = "pig"\nmethod = "values"\n[options]\ntarget = 20\n[values]\n'
    method = learn_from(from_text(header + values + "layers = [8]\n" + text, "answer"))
    network = method.networks()["value"]
    sampler = Sampler(magnate.load("pig", target=20), schema_for("pig", "ramps"), positions=0)
    other = Population(magnate.load("pig"), {frozen: 1.0}, 1, "ramps").frozen
    seats = np.array([[-1, -2], [-2, -1]] * 500)
    won = sampler.play(training_seeds(2, 0, range(1000)), seats, np.zeros((1, PARAMS)), [Sitter(network), *other])
    assert len(won.inputs) == 0
    assert np.where(seats == -1, won.results, 0.0).sum() > 600
    with pytest.raises(BadTraining, match="networks of different sizes cannot play in a training: .* and "):
        learn_from(from_text(header + values + "layers = [9]\n" + text, "answer"))


def test_a_training_may_begin_with_a_network_in_a_file(frozen) -> None:
    header = 'game = "pig"\nmethod = "values"\n[values]\ninputs = "ramps"\nrounds = 2\ngames = 50\n'
    given = load(frozen.removeprefix("network:").partition(",")[0]).network
    configuration = from_text(f"{header}layers = [8]\nstart = '{frozen}'\nlearning_rate = 1e-12\n", "on")
    method = begin(Task(configuration.game(), configuration.settings, 1))
    assert method.networks()["value"].digest == given.digest
    method.step(0)
    assert method.networks()["value"].weights[0] == pytest.approx(given.weights[0], abs=1e-6)
    played = method._played(0)  # it plays from the first round on, and is its own past in the second
    assert set(np.unique(played.seats)) == {-1}
    with pytest.raises(BadTraining, match="cannot begin with"):
        learn_from(from_text(f"{header}layers = [9]\nstart = '{frozen}'\n", "on"))
    with pytest.raises(BadTraining, match='cannot begin with "random"'):
        learn_from(from_text(f'{header}layers = [8]\nstart = "random"\n', "on"))


class Late:
    """A watcher that ends a training in its second step, when the first is kept."""

    def begin(self, done: int, total: int, lines: list[dict[str, float]]) -> None:
        """Nothing."""

    def step(self, line: Mapping[str, float]) -> None:
        """Pull the plug."""
        if line["step"] == 2:
            raise KeyboardInterrupt


def test_a_network_that_became_another_one_is_not_played_with_further(frozen, tmp_path) -> None:
    file = tmp_path / "frozen.safetensors"
    values = f"rounds = 3\ngames = 50\n[values.population]\nself = 1.0\n'{frozen}' = 1.0\n"
    header = 'game = "pig"\nmethod = "values"\ncheckpoint_seconds = 0.0\n[values]\ninputs = "ramps"\nlayers = [8]\n'
    run = Run.create(tmp_path / "run", from_text(header + values, "answer"))
    assert list(run.about["opponents"]) == [frozen]
    schema, before = schema_for("pig", "ramps"), file.read_bytes()
    save(file, Network.new([schema.size, 8, 2], seed=10), schema.about())
    with pytest.raises(CheckpointMismatch, match="is another network than when the run was begun"):
        train(run, run.configuration.game(), [])  # before there is a checkpoint
    file.write_bytes(before)
    with pytest.raises(KeyboardInterrupt):
        train(run, run.configuration.game(), [Late()])
    save(file, Network.new([schema.size, 8, 2], seed=10), schema.about())
    with pytest.raises(CheckpointMismatch, match="is another network than when the run was begun"):
        train(run, run.configuration.game(), [])
    file.write_bytes(before)
    assert len(train(run, run.configuration.game(), []).networks()) == 1
    save(file, Network.new([schema.size, 8, 2], seed=10), schema.about())
    train(run, run.configuration.game(), [])  # a run at its end plays with nobody


def holder(units: int) -> Network:
    """A network for Pig to 30 points, told its ramps, that holds at 5: it takes a turn in hand for 1.5 and ramps off.

    A ramp rises by a third with every point here.
    """
    first, second = np.zeros((pig.INPUTS, units)), np.zeros((units, 2))
    mine = pig.INPUTS - SEATS
    first[mine - 2 * pig.STEPS : mine - 2 * pig.STEPS + 2, 0] = 1.0
    first[mine, 1] = 1.0
    second[:2, 0] = -1.0, 1.5
    return Network((first, second), (np.zeros(units), np.zeros(2)))


def test_a_best_response_finds_a_hole_that_perfect_play_leaves(tmp_path) -> None:
    """Who holds at 5 loses 7 % more games to who knows that than to perfect play: more than half of it is found."""
    game = magnate.load("pig", target=30)
    own, _, total = np.mgrid[:30, :30, :51]
    weak = (total >= 5) & (own + total < 30)
    spots = tuple(exact_pig.places(30).T)
    assert (exact_pig.network_holds(game, holder(16))[spots] == weak[spots]).all()
    file = save(tmp_path / "weak.safetensors", holder(16), schema_for("pig", "ramps").about())
    text = f"""
        game = "pig"
        method = "values"
        [options]
        target = 30
        [values]
        inputs = "ramps"
        layers = [16]
        rounds = 4
        games = 3000
        positions = 20
        epsilon = 0.3
        keep = 3
        learning_rate = 0.01
        [values.population]
        self = 1.0
        "network:{file}" = 2.0
    """
    network = learn_from(from_text(text, "answer")).networks()["value"]
    found = exact_pig.value_of(exact_pig.network_holds(game, network), weak)
    perfect, best = exact_pig.value_of(exact_pig.perfect_holds(30), weak), exact_pig.value_of(None, weak)
    for seat in range(2):
        assert best[seat] - perfect[seat] > 0.07
        assert found[seat] > (perfect[seat] + best[seat]) / 2


def test_who_cannot_play_in_a_training_is_named() -> None:
    with pytest.raises(BadTraining, match='the agent "mcts:sims=10" is not compiled'):
        Population(magnate.load("pig"), {"mcts:sims=10": 1.0}, 1)
    zero_sum = SimpleNamespace(constant_sum=True, utility_sum=0.0, utility_range=(-1.0, 1.0))
    with pytest.raises(BadTraining, match="the results of duel are no shares of a win"):
        Sampler(SimpleNamespace(name="duel", info=zero_sum), schema_for("pig"), 4)


# --------------------------------------------------------------------------------------------------------- fitting


def test_the_cross_entropy_and_the_calibration_by_hand() -> None:
    guessed = np.array([[0.8, 0.2], [0.5, 0.5]])
    won = np.array([[1.0, 0.0], [0.5, 0.5]])
    assert cross_entropy(guessed, won, np.ones(2)) == pytest.approx((-math.log(0.8) - math.log(0.5)) / 2)
    assert calibration_error(guessed, won, np.ones(2)) == pytest.approx((0.2 + 0.2 + 0 + 0) / 4)


def test_a_step_of_the_fit_follows_the_gradient_by_hand() -> None:
    """One linear layer: a bias has the gradient (share guessed - share won), and Adam's first step is its sign."""
    network = Network((np.zeros((1, 2)),), (np.zeros(2),))
    inputs, won = np.ones((4, 1), np.float32), np.array([[1, 0], [1, 0], [1, 0], [0, 1]], np.float32)
    after, loss = fitted(
        network, SparseRows.of(inputs), won, ONES[:4], Schedule(epochs=1, batch=4, learning_rate=0.1), seed=1
    )
    assert loss == pytest.approx(math.log(2))
    assert after.biases[0] == pytest.approx([0.1, -0.1])
    assert after.weights[0][0] == pytest.approx([0.1, -0.1])


def test_a_fit_comes_to_the_shares_of_the_data() -> None:
    draws = np.random.default_rng(1)
    inputs = draws.integers(2, size=(4000, 1)).astype(np.float32)
    first = draws.random(4000) < 0.2 + 0.6 * inputs[:, 0]
    won = np.stack([first, ~first], axis=1).astype(np.float32)
    after, _ = fitted(Network.new([1, 8, 2], 1), SparseRows.of(inputs), won, ONES, Schedule(10, 64, 0.01), seed=1)
    shares = win_shares(after(np.array([[0.0], [1.0]])))[:, 0]
    measured = [won[inputs[:, 0] == value, 0].mean() for value in (0, 1)]
    assert shares == pytest.approx(measured, abs=0.01)


def test_a_loss_that_is_no_number_ends_the_training() -> None:
    with pytest.raises(BadTraining, match="smaller learning_rate"):
        fitted(
            Network.new([1, 2], 1),
            SparseRows.of(np.full((8, 1), np.inf, np.float32)),
            np.tile(np.array([[1, 0]], np.float32), (8, 1)),
            ONES[:8],
            SCHEDULE,
            seed=1,
        )


def test_a_missing_torch_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r"pip install 'magnate\[learn\]'"):
        learn("pig")


def test_an_unknown_agent_is_named() -> None:
    with pytest.raises(UnknownAgent, match='no agent "nobody"'):
        learn("pig", "values.population.nobody=1.0")
