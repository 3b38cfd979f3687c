"""Opponents that answer in Python, line-ups that are drawn, and rewards on the way."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import magnate
from magnate.agents.learned.spec import PolicyAgent
from magnate.analysis import chances
from magnate.envs.gymnasium import Env
from magnate.envs.vector import VectorEnv
from magnate.errors import AgentFailed, BadAgent, BadOption
from magnate.networks import Network


def first_legal(observations, masks):
    assert observations.shape[0] == masks.shape[0] > 0
    return masks.argmax(axis=1)


def steps(table, count, seed=3):
    """What games show while their learners always take the last legal action."""
    shown = [table.reset(seed=seed)]
    for _ in range(count):
        masks = shown[-1][-1]["action_mask"]
        shown.append(table.step(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)))
    return shown


def assert_same_steps(one, other):
    for here, there in zip(one, other, strict=True):
        for a, b in zip(here[:-1], there[:-1], strict=True):
            assert np.array_equal(a, b)
        assert np.array_equal(here[-1]["action_mask"], there[-1]["action_mask"])


class First:
    """Takes the first legal action."""

    def act(self, positions):
        return [position.legal_ids()[0] for position in positions]


@pytest.mark.parametrize(("game", "players"), [("pig", 3), ("kuhn", 2), ("connect_four", 2)])
def test_a_policy_decides_as_an_agent_does_in_the_engine(game, players):
    loaded = magnate.load(game, players=players)
    table = Env(loaded, opponents=first_legal)
    for seed in range(5):
        _observation, info = table.reset(seed=seed)
        ended = False
        while not ended:
            _observation, reward, terminated, truncated, info = table.step(int(info["action_mask"].argmax()))
            ended = terminated or truncated
        deal = int(table._tables._streams["seed"][0])
        assert reward == loaded.play([First()] * players, seed=deal).result.utility[0]


def test_policies_see_what_their_seats_may_see():
    seen = {}

    def note(observations, masks):
        hands = table._tables.states["card"][table._tables._waiting.seat == 1]
        assert len(hands) >= len(observations)
        seen.setdefault("shapes", set()).add((observations.shape[1], masks.shape[1]))
        assert not observations.flags["WRITEABLE"] or observations.base is not table._tables.states
        return masks.argmax(axis=1)

    table = VectorEnv(6, "kuhn", opponents=note)
    steps(table, 10)
    assert seen["shapes"] == {(table.game.info.features, table.game.info.max_actions)}


def test_a_network_of_ours_may_be_an_opponent():
    loaded = magnate.load("tictactoe")
    agent = PolicyAgent.of("tictactoe", Network.new([18, 16, 9 + 2], seed=1))
    table = VectorEnv(20, loaded, opponents=agent, autoreset_mode=AutoresetMode.DISABLED)
    _observations, infos = table.reset(seed=1)
    deals = table._tables._streams["seed"].tolist()
    found, ended = np.full(20, -1.0), np.zeros(20, np.bool_)
    while not ended.all():
        _observations, rewards, over, _truncations, infos = table.step(infos["action_mask"].argmax(axis=1))
        found[over & ~ended] = rewards[over & ~ended]
        ended |= over
        if over.any():
            _observations, infos = table.reset(options={"reset_mask": over})
    assert found.tolist() == [loaded.play([First(), agent], seed=deal).result.utility[0] for deal in deals]


def test_one_line_up_is_the_opponents_given_at_first():
    one, other = VectorEnv(5, "pig", opponents="random"), VectorEnv(5, "pig", opponents=first_legal)
    other.set_opponents(["random"])
    assert_same_steps(steps(one, 60), steps(other, 60))


def test_games_that_go_on_keep_their_opponents():
    table = VectorEnv(3, "pig", seat=0, opponents=first_legal, autoreset_mode=AutoresetMode.DISABLED)
    _observations, infos = table.reset(seed=1)
    table.set_opponents(["random", first_legal])
    tables = table._tables
    assert [one.policy for one in tables._seated] == [None, first_legal, None, first_legal]
    assert tables.seats.tolist() == [[0, 1]] * 3
    table.step(infos["action_mask"].argmax(axis=1))
    table.reset(options={"reset_mask": np.array([True, False, False])})
    assert tables.seats[0, 1] in {2, 3}
    assert tables.seats[1:].tolist() == [[0, 1]] * 2
    table.set_opponents([first_legal])
    assert len(tables._seated) <= 4  # who is in no game any more has left
    assert all(tables._seated[row].policy is first_legal for row in tables.seats[1:, 1])


def test_line_ups_are_drawn_by_their_weights_and_by_the_seed():
    def dealt(seed):
        table = VectorEnv(400, "pig")
        table.set_opponents(["random", first_legal], [0.8, 0.2])
        table.reset(seed=seed)
        return table._tables.seats[:, 1].tolist()

    assert dealt(1) == dealt(1) != dealt(2)
    assert 40 < sum(row == 2 for row in dealt(1)) < 120


@pytest.mark.parametrize(
    ("lineups", "weights"), [([], None), (["random"], [0.0]), (["random"], [1.0, 1.0]), (["random", "random"], [1, -1])]
)
def test_line_ups_need_weights(lineups, weights):
    with pytest.raises(BadOption, match="weight"):
        VectorEnv(2, "pig").set_opponents(lineups, weights)


@pytest.mark.parametrize(
    ("policy", "match"),
    [
        (lambda _, masks: masks.argmin(axis=1), "not legal"),
        (lambda _, masks: masks.argmax(axis=1) + 99, "not legal"),
        (lambda _, masks: masks.argmax(axis=1)[:0], "shape"),
        (lambda _, masks: masks.argmax(axis=1).astype(float), "float64"),
    ],
)
def test_policies_that_answer_badly_are_told(policy, match):
    table = VectorEnv(3, "tictactoe", opponents=policy)
    table.reset(seed=1)
    with pytest.raises(AgentFailed, match=match):
        table.step(np.zeros(3, np.int64))


def test_line_ups_have_an_opponent_for_each_seat():
    with pytest.raises(BadAgent, match="1 opponents for 2 seats"):
        VectorEnv(2, "pig", players=3).set_opponents([["random"]])


# ------------------------------------------------------------------------------------------------------------- shaping


THESIS = {"game": "monopoly", "preset": "thesis", "players": 2, "seat": None}


def gains(table, seed, choose):
    """The rewards of a game, its share and its first chance; ``choose`` takes a mask."""
    _observation, info = table.reset(seed=seed)
    learner = info["seat"]
    position = table.game.position(table._tables.states.copy())
    first = chances(position, learner)
    before = first.shares[learner] if position.to_move >= 0 else None
    rewards, ended = [], False
    while not ended:
        _observation, reward, terminated, truncated, info = table.step(choose(info["action_mask"]))
        rewards.append(reward)
        ended = terminated or truncated
    return np.array(rewards), info["share"], before, truncated


def test_the_additions_sum_up_to_minus_the_first_potential():
    rng = np.random.default_rng(1)

    def choose(mask):
        return int(rng.choice(np.flatnonzero(mask)))

    table = Env(**THESIS, opponents="baseline", shaping="chances")
    for seed in range(3):
        rewards, share, before, truncated = gains(table, seed, choose)
        assert not truncated
        assert before is not None
        assert np.count_nonzero(rewards) > len(rewards) // 2
        assert rewards.sum() == pytest.approx(share - (before - 0.5), abs=1e-9)


def test_a_game_that_is_cut_short_keeps_its_potential():
    table = Env(**THESIS, opponents="baseline", shaping="chances", max_decisions=7)
    rewards, share, before, truncated = gains(table, 4, lambda mask: int(mask.argmax()))
    assert truncated
    assert share == 0.0
    position = table.game.position(table._tables.states.copy())
    after = chances(position, int(table._tables.learners[0])).shares[int(table._tables.learners[0])]
    assert rewards.sum() == pytest.approx(after - before, abs=1e-6)


def test_shaped_games_are_those_without_it_and_the_single_ones():
    plain, shaped = (
        VectorEnv(4, **THESIS, opponents="baseline", autoreset_mode="SameStep", max_decisions=30, **more)
        for more in ({}, {"shaping": "chances", "gamma": 0.9})
    )
    later = VectorEnv(4, **THESIS, opponents="baseline", max_decisions=30, shaping="chances", gamma=0.9)
    single = Env(**THESIS, opponents="baseline", max_decisions=30, shaping="chances", gamma=0.9)
    without, within, after = steps(plain, 70), steps(shaped, 70), steps(later, 72)
    for one, other in zip(without, within, strict=True):
        assert np.array_equal(one[0], other[0])
    _observation, info = single.reset(seed=3)
    rewards = []
    for _ in range(70):
        mask = info["action_mask"]
        _observation, reward, terminated, truncated, info = single.step(len(mask) - 1 - int(mask[::-1].argmax()))
        rewards.append(reward)
        if terminated or truncated:
            _observation, info = single.reset()
    assert rewards == [float(step[1][0]) for step in within[1:]]
    paid = [float(step[1][0]) for step in after[1:]]
    ended = [bool(step[2][0] | step[3][0]) for step in after[1:]]
    assert [paid[k + 1] for k in range(71) if ended[k]] == [0.0] * sum(ended[:71])  # the step that begins a game anew
    assert [one for k, one in enumerate(paid) if k == 0 or not ended[k - 1]][:70] == rewards[: len(paid) - sum(ended)]


def test_a_seats_chance_does_not_tell_what_others_hold():
    """In Brass the potential is the network's chance for eyes that see one hand, not all."""
    table = Env("brass", players=2, opponents="random", shaping="chances", seat=0)
    table.reset(seed=1)
    tables, shaping = table._tables, table._shaping
    position = table.game.position(tables.states.copy())
    assert shaping.potential(tables)[0] + 0.5 == pytest.approx(chances(position, 0).shares[0], abs=1e-9)


@pytest.mark.parametrize(
    ("asked", "match"),
    [
        ({"game": "monopoly", "shaping": "wealth"}, "no shaping"),
        ({"game": "pig", "shaping": "chances"}, "no network"),
        ({"game": "monopoly", "shaping": "chances", "gamma": 1.5}, "gamma"),
    ],
)
def test_shaping_that_cannot_be(asked, match):
    with pytest.raises(BadOption, match=match):
        Env(**asked)
