"""Expert iteration for Brass: what is learned from games, that it goes on to the bit, and a tiny Brass."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import magnate
from magnate.agents.brass.expert import Ask, MoveSearch, covered
from magnate.agents.spec import resolve
from magnate.analysis.measured import network_of
from magnate.errors import BadSetup, BadTraining, UnknownAgent
from magnate.learn import expert_games
from magnate.learn.config import from_text, read
from magnate.learn.expert_games import Budget, League, Lessons, Table
from magnate.learn.method import Task
from magnate.learn.methods import expert
from magnate.learn.methods.expert import METRICS, Expert, Settings, tensors_of
from magnate.learn.run_dir import Run
from magnate.learn.training import train
from magnate.networks.moves import MoveNetwork
from magnate.values.brass_moves import MOVE_NAMES

from .tiny_brass import after, solved, tiny_game, tiny_setup

pytest.importorskip("torch")

SMALL = {
    "codes": 8,
    "hidden": 8,
    "steps": 4,
    "games": 1,
    "alone": 1,
    "sampled": 3,
    "many": 6,
    "few": 3,
    "full": 0.5,
    "every": 2,
    "batch": 8,
    "device": "cpu",
    "population": {"self": 3.0, "past": 2.0, "planner": 1.0},
    "starts": [tiny_setup(1)],
    "start_part": 1.0,
}


@pytest.fixture(autouse=True)
def _small(monkeypatch) -> None:
    """Tiny games, whose searches need not be compiled."""
    monkeypatch.setattr(expert, "table_like", lambda game, name: tiny_game())
    monkeypatch.setattr(expert_games, "MoveSearch", partial(MoveSearch, interpreted=True))


def begun(**changes) -> Expert:
    return Expert(Task(magnate.load("brass", players=2), Settings(**{**SMALL, **changes}), 7))


def league(lines: float, **budget) -> League:
    table = Table(tiny_game(), {"self": 1.0}, [tiny_setup(1)], 1.0, {"cotton": 1.0}, lines, 0.05)
    usual = {"many": 6, "few": 3, "full": 1.0, "trust": 0.0, "policy": 0.0, "ahead": 0.5}
    return League(table, [], Budget(**{**usual, **budget}), 3)


def test_lessons_are_seen_from_their_seats_and_say_what_these_won() -> None:
    for one in league(0.0).play([1, 2], 5):
        lessons, players = one.lessons, len(one.shares)
        assert one.shares.sum() == pytest.approx(1.0)
        assert lessons.there.sum(axis=1).tolist() == [players] * len(lessons.inputs)
        assert lessons.at.tolist() == sorted(set(lessons.at))
        for row, shares, points in zip(lessons.inputs, lessons.shares, lessons.points, strict=True):
            own, _ = expert_games.own_numbers(row[None])
            assert sorted(points[:players]) == sorted(one.points)
            assert shares[np.argmax(points[:players])] == one.shares.max()
            assert own[0, players:].any() == np.False_
            assert len(row) == expert_games.INPUTS
        assert lessons.policy.sum(axis=1) == pytest.approx(np.ones(len(lessons.at)), abs=1e-5)


def test_moves_that_a_line_has_bent_are_not_learned() -> None:
    free, forced = (Lessons.joined([one.lessons for one in league(part).play([1, 2], 5)]) for part in (0.0, 1.0))
    assert len(free.at) > 0
    assert len(forced.at) == 0
    assert len(forced.inputs) > 0


def same_lessons(one: Lessons, other: Lessons) -> bool:
    names = ("inputs", "shares", "known", "points", "at", "moves", "policy")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("way", [{"root": "plain"}, {"edge": "decision"}], ids=str)
def test_without_the_gumbel_root_or_whole_moves_the_same_seed_plays_the_same_games(way) -> None:
    first, again, usual = (
        Lessons.joined([one.lessons for one in league(0.0, trust=0.5, **own).play([1, 2], 5)]) for own in (way, way, {})
    )
    assert same_lessons(first, again)
    assert not same_lessons(first, usual)


def test_a_plain_root_teaches_shares_of_its_visits() -> None:
    lessons = Lessons.joined([one.lessons for one in league(0.0, root="plain", many=10).play([1, 2], 5)])
    assert len(lessons.at) > 0
    assert 10 * lessons.policy == pytest.approx(np.round(10 * lessons.policy), abs=1e-5)
    assert lessons.policy.sum(axis=1) == pytest.approx(np.ones(len(lessons.at)), abs=1e-5)


def test_single_decisions_teach_values_at_the_beginnings_of_moves() -> None:
    whole, single = (
        Lessons.joined([one.lessons for one in league(0.0, edge=edge).play([1, 2], 5)]) for edge in ("move", "decision")
    )
    assert len(single.at) == 0
    assert len(single.inputs) == len(whole.inputs)  # of two games of as many actions


def test_few_simulations_give_values_and_no_policy() -> None:
    lessons = Lessons.joined([one.lessons for one in league(0.0, full=1e-9).play([1], 5)])
    assert len(lessons.at) == 0
    assert len(lessons.inputs) > 0


def test_tiles_of_the_dear_half_are_counted() -> None:
    start = {
        **tiny_setup(2),
        "tiles": [
            {"at": "birmingham.0", "owner": 0, "tile": "cotton 2", "flipped": True},
            {"at": "tamworth.0", "owner": 1, "tile": "cotton 2", "flipped": False},
        ],
    }
    start["players"] = [{**one, "taken": {**one["taken"], "cotton": 4}} for one in start["players"]]
    assert covered(tiny_game().setup(start).state).tolist() == [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]


def test_a_step_notes_all_metrics_and_changes_the_network() -> None:
    method = begun()
    before = method.network()
    noted = method.step(0)
    assert noted.keys() == METRICS.keys()
    assert all(np.isfinite(value) for value in noted.values())
    assert noted["uncovered"] >= 2  # there is no manufacturer and no pottery in the tiny game
    assert method.network().codes.digest != before.codes.digest


def test_points_begin_at_their_mean() -> None:
    lessons = Lessons.joined([one.lessons for one in league(0.0).play([1, 2], 5)])
    method = begun(learning_rate=1e-9, epochs=1)
    method._fit(lessons, 0)
    own, table = expert_games.own_numbers(lessons.inputs.astype(np.float32))
    _, points = method.network()(own[:, :2], table)
    assert points == pytest.approx(np.full(points.shape, lessons.points[:, :2].mean()), abs=1e-3)


def test_the_points_of_an_agent_are_not_begun_anew() -> None:
    lessons = Lessons.joined([one.lessons for one in league(0.0).play([1, 2], 5)])
    method = begun(begins_with="magnate:brass", codes=128, hidden=64, learning_rate=1e-9, epochs=1)
    method._fit(lessons, 0)
    wanted = tensors_of(resolve("brass", "magnate:brass").network)
    assert method.tensors()["head.bias.1"] == pytest.approx(wanted["head.bias.1"], abs=1e-6)
    assert wanted["head.bias.1"][1] != pytest.approx(lessons.points[:, :2].mean() / expert.POINTS, abs=1e-3)


def test_what_is_fitted_is_what_is_noted() -> None:
    method, lessons = begun(), Lessons.joined([one.lessons for one in league(0.0).play([1, 2], 5)])
    weights = {name: method._torch.tensor(tensor) for name, tensor in method.tensors().items() if name in method._kept}
    place = np.full(len(lessons.inputs), -1)
    place[lessons.at] = np.arange(len(lessons.at))
    fitted = float(method._error(weights, lessons, np.arange(len(place)), place))
    noted = expert.errors(method.network(), lessons)
    entropy = -(lessons.policy * np.log(np.maximum(lessons.policy, 1e-9))).sum(axis=1).mean()
    policy = (noted["policy_error"] + entropy) * len(lessons.at) / len(place)
    assert fitted == pytest.approx(noted["share_error"] + (noted["points_error"] / 100) ** 2 + policy, rel=1e-3)


def test_it_goes_on_to_the_bit() -> None:
    method, other = begun(), begun()
    for number in range(3):
        method.step(number)
    other.restore({name: tensor.copy() for name, tensor in method.tensors().items()})
    assert method.step(3) == other.step(3)
    assert method.tensors().keys() == other.tensors().keys()
    assert all(np.array_equal(tensor, other.tensors()[name]) for name, tensor in method.tensors().items())
    assert any(name.startswith("past.0.") for name in method.tensors())


class Stop(Exception):
    """What interrupts a training."""


class Stopping:
    """A watcher that interrupts a training after a step."""

    def begin(self, done, total, lines) -> None:
        """Nothing."""

    def step(self, line) -> None:
        if line["step"] == 2:
            raise Stop


def test_a_run_that_was_interrupted_ends_with_the_same_bits(tmp_path) -> None:
    import tomli_w

    text = tomli_w.dumps({"game": "brass", "players": 2, "method": "expert", "expert": {**SMALL, "steps": 3}})
    whole, cut = (
        Run.create(tmp_path / name, from_text(text, "small", ["checkpoint_seconds=0.0"])) for name in ("whole", "cut")
    )
    wanted = train(whole, whole.configuration.game(), []).tensors()
    with pytest.raises(Stop):
        train(cut, cut.configuration.game(), [Stopping()])
    assert Run.open(cut.path).steps()[0] < 3
    found = train(Run.open(cut.path), cut.configuration.game(), []).tensors()
    assert all(np.array_equal(tensor, found[name]) for name, tensor in wanted.items())


def test_the_configuration_begins_with_the_win_chances_that_come_with_magnate() -> None:
    configuration = read("brass_expert")
    network, known = Expert(Task(configuration.game(), configuration.settings, 1)).network(), network_of("brass")
    rows = np.random.default_rng(1).random((5, expert_games.INPUTS))
    own, table = (one[:, :2] if one.ndim == 3 else one for one in expert_games.own_numbers(rows))
    shares, points = network(own, table)
    assert shares == pytest.approx(known(own, table, np.ones((5, 2), bool)), abs=1e-5)
    assert not points.any()  # it has learned none


def test_a_response_begins_with_the_weights_of_the_agent() -> None:
    configuration = read("brass_response")
    expert = Expert(Task(configuration.game(), configuration.settings, 1))
    wanted = tensors_of(resolve("brass", "magnate:brass").network)
    assert all(np.array_equal(tensor, expert.tensors()[name]) for name, tensor in wanted.items())
    with pytest.raises(BadTraining, match="has other sizes than codes and hidden"):
        begun(begins_with="magnate:brass", codes=16)
    with pytest.raises(BadTraining, match="planner plays by no network of whole moves"):
        begun(begins_with="planner")


def test_only_brass_and_known_lines_are_learned() -> None:
    with pytest.raises(BadTraining, match="learns brass, not pig"):
        Expert(Task(magnate.load("pig"), Settings(), 1))
    with pytest.raises(BadTraining, match='there is no line "silk"'):
        from_text('game = "brass"\nmethod = "expert"\n[expert.lines]\nsilk = 1.0\n', "small")


def test_agents_and_set_ups_are_checked_before_the_first_game() -> None:
    with pytest.raises(UnknownAgent, match="planer"):
        begun(population={"self": 1.0, "planer": 0.01})
    with pytest.raises(BadSetup, match="era must be"):
        begun(starts=[{**tiny_setup(1), "era": "steam"}])


PASSING = MOVE_NAMES.index("the action is pass")
LEARNING = {"starts": [tiny_setup(2)], "population": {"self": 1.0}, "line_part": 0.0, "learning_rate": 0.02}


def passing(tensors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The same, but for a policy that likes to pass above all."""
    found = {name: tensor.copy() for name, tensor in tensors.items()}
    found["policy.weight.0"][2 * SMALL["codes"] + PASSING, 0] = 4.0
    found["policy.weight.1"][0, 0] = 4.0
    return found


def regret(network: MoveNetwork, known: dict[int, float]) -> float:
    """What both seats lose in the tiny game that takes the moves which the policy likes best, without a search."""
    search = MoveSearch(tiny_game(), sampled=8, interpreted=True)
    search.use(network)
    position, lost = tiny_game().setup(tiny_setup(2), seed=1), 0.0
    while not position.is_over:
        found = search.search(position.states(), position.to_move, 1, Ask(simulations=1))
        following = after(position, found.moves[int(np.argmax(found.logits))])
        lost += abs(solved(following, known) - solved(position, known))
        position = following
    return lost


def test_a_tiny_brass_is_played_as_well_as_can_be_by_one_that_began_by_passing() -> None:
    known: dict[int, float] = {}
    method = begun(**LEARNING, games=4, sampled=4, many=16, few=8, steps=8, epochs=6)
    method.restore(passing(method.tensors()))
    assert regret(method.network(), known) > 0.1
    for number in range(method.total):
        method.step(number)
    assert regret(method.network(), known) == pytest.approx(0.0, abs=1e-9)
    assert len(known) == 95  # all that can come up
