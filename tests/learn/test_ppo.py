"""The method `ppo`: what it learns by exact values of a solved game, and the same bits however often it is stopped."""

import json
import random

import numpy as np
import pytest

from magnate.agents import resolve
from magnate.agents.learned.agent import Valuer
from magnate.agents.learned.spec import PolicyAgent
from magnate.core.game import Game
from magnate.errors import BadTraining
from magnate.learn import population
from magnate.learn.config import from_text, read
from magnate.learn.method import Task
from magnate.learn.methods.ppo import METRICS, Ppo, begin, renumbered
from magnate.learn.run_dir import Run, write_all
from magnate.learn.training import train
from magnate.networks import Network
from magnate.networks.files import load
from tests.learn import exact_pig

pytest.importorskip("torch")

# -------------------------------------------------------------------------------------------------- a solved game


def policy_holds(game: Game, network: Network) -> np.ndarray:
    """holds[own, other, total] of the likeliest action."""
    target = game.options.target
    spots = exact_pig.places(target)
    states = game.start_states(len(spots))
    own, other, total = spots.T
    states["points"][:, 0], states["points"][:, 1], states["total"] = own, other, total
    input_rows = Valuer(game, Network.new([network.sizes[0], 2], 1), "ramps").inputs(
        states, np.zeros(len(spots), np.int64)
    )
    logits = network(input_rows)
    found = np.zeros((target, target, target + 21), bool)
    found[tuple(spots.T)] = logits[:, 1] > logits[:, 0]
    return found


def test_what_is_learned_of_pig_plays_almost_perfectly() -> None:
    """Even the rule of thumb to hold at 20 loses 7 % here, and never to hold 10 %."""
    configuration = read("ppo_pig")
    game = configuration.game()
    method = begin(Task(game, configuration.settings, configuration.plan.seed, 2))
    for number in range(method.total):
        method.step(number)
    first, second = exact_pig.value_of(
        policy_holds(game, method.networks()["policy"]), exact_pig.perfect_holds(game.options.target)
    )
    best = float(exact_pig.solved(game.options.target)[0, 0, 0])
    assert max(best - first, 1 - best - second) < 0.01


# ------------------------------------------------------------------------------------------------------ the same bits

SMALL = 'game = "pig"\nmethod = "ppo"\n[options]\ntarget = 20\n[ppo]\nsteps = 6\ngames = 30\npast_every = 2\npast = 2\n'
SMALL += "layers = [8]\nepochs = 2\nbatch = 32\n[ppo.population]\nself = 2.0\npast = 1.0\nrandom = 1.0\n"


def trained(folder, *changes: str, threads: int = 1) -> tuple[bytes, list[dict]]:
    run = Run.create(folder, from_text(SMALL, "small", ["checkpoint_seconds=0.0", *changes]))
    return outcome(run, train(run, run.configuration.game(), [], threads))


def outcome(run: Run, method) -> tuple[bytes, list[dict]]:
    tensors = b"".join(tensor.tobytes() for _, tensor in sorted(method.tensors().items()))
    return tensors, [{**line, "seconds": 0} for line in run.metrics()]


def test_the_same_seed_gives_the_same_bits_on_any_number_of_threads(tmp_path) -> None:
    one, same = trained(tmp_path / "1"), trained(tmp_path / "2", threads=3)
    assert one == same
    assert trained(tmp_path / "3", "seed=2")[0] != one[0]


def test_a_training_that_is_cut_at_random_comes_to_the_same_bits(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(population, "ENOUGH", 15)  # of the 30 games of a step about 12 count, from the third on
    whole = trained(tmp_path / "whole")
    assert 0 < ["against_past" in line for line in whole[1]].count(True) < 4
    draws = random.Random(4)
    run = Run.create(tmp_path / "cut", from_text(SMALL, "small", ["checkpoint_seconds=0.0"]))
    step = Ppo.step
    cuts = 0
    while run.steps() != (6, 6):
        stop = run.steps()[0] + draws.randint(0, 2)

        def interrupted(self, number, stop=stop):
            if number == stop:
                self._learner.learn = None  # what a step has half done must not be kept
                raise KeyboardInterrupt
            return step(self, number)

        with monkeypatch.context() as patch:
            patch.setattr(Ppo, "step", interrupted)
            try:
                method = train(run, run.configuration.game(), [])
            except KeyboardInterrupt:
                cuts += 1
    assert cuts > 1
    assert outcome(run, method) == whole


# ----------------------------------------------------------------------------------------------------------- a run


def test_a_run_notes_what_has_a_meaning_and_its_file_plays(tmp_path) -> None:
    run = Run.create(tmp_path / "run", from_text(SMALL, "small"))
    method = train(run, run.configuration.game(), [])
    noted = {"step", "seconds", *METRICS} - {"against_past"}  # a few games say nothing about that
    assert all(set(line) == noted for line in run.metrics())
    assert all(sentence.endswith(".") for sentence in METRICS.values())
    (file,) = write_all(run, method)
    agent = resolve("pig", f"network:{file}")
    assert isinstance(agent, PolicyAgent)
    assert load(file).about.outputs == {"value": ("roll", "hold")}
    results = run.configuration.game().play_many([agent, "random"], range(10))
    assert (results.ending > 0).all()


def test_a_checkpoint_is_put_in_order_by_the_names_of_actions() -> None:
    """Networks, moments and earlier policies: two actions, and the shares of two seats."""
    configuration = from_text(SMALL, "small")
    method = begin(Task(configuration.game(), configuration.settings, 1))
    for number in range(2):
        method.step(number)
    before = method.tensors()
    after = renumbered(before, ("roll", "hold"), ("hold", "new", "roll"))
    assert after.keys() == before.keys()
    ends = ("network.1.", "adam.1.", "past.0.1.")
    for name, tensor in before.items():
        if name.startswith(ends) and not name.endswith("step"):
            assert np.array_equal(after[name][..., [2, 0, 3, 4]], tensor)
            assert not after[name][..., 1].any()
        else:
            assert after[name] is tensor
    back = renumbered(after, ("hold", "new", "roll"), ("roll", "hold"))
    assert all(np.array_equal(back[name], tensor) for name, tensor in before.items())


def test_every_game_has_a_seat_that_learns() -> None:
    configuration = from_text(SMALL, "small", ["ppo.population.random=100.0"])
    method = begin(Task(configuration.game(), configuration.settings, 1))
    seats = method._seats(200, 1, 0)
    assert (seats == -1).any(axis=1).all()
    assert (seats == 0).any(axis=1).mean() > 0.9
    assert (seats == -1).mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.1)


def test_a_policy_that_has_learned_nothing_finds_all_about_as_likely() -> None:
    configuration = from_text(SMALL, "small")
    noted = begin(Task(configuration.game(), configuration.settings, 1)).step(0)
    assert noted["entropy"] == pytest.approx(np.log(2), abs=0.01)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("ppo.layers=[]", "layers"),
        ("ppo.layers=[0]", "each layer must have 1 to 4096 units"),
        ("ppo.trace=1.5", "trace"),
        ("ppo.clip=0.0", "clip"),
        ("ppo.rounds=3", 'there is no key "rounds"'),
    ],
)
def test_settings_that_make_no_sense(change, says) -> None:
    with pytest.raises(BadTraining, match=says):
        from_text(SMALL, "small", [change])


def test_monopolys_population_does_not_hold_what_it_is_measured_against() -> None:
    population = json.dumps(read("ppo_monopoly").settings.population)
    assert "algorithmic" not in population
    assert "strategic:late_game" in population
