import json

import numpy as np
import pytest

import magnate
from magnate.arena.tournament import Tournament
from magnate.errors import AgentFailed, BadAgent, UnknownAgent


class Leftmost:
    """Takes the first legal action."""

    name = "leftmost"

    def __init__(self):
        self.calls = []

    def act(self, positions):
        self.calls.append(len(positions))
        return [position.legal()[0] for position in positions]


class Names:
    """Answers with names, as `Position.apply` allows."""

    def act(self, positions):
        return [position.legal()[-1].name for position in positions]


@pytest.fixture(scope="module")
def tictactoe():
    return magnate.load("tictactoe")


@pytest.fixture(scope="module")
def pig():
    return magnate.load("pig")


def test_the_result_does_not_depend_on_jobs(pig):
    texts = {json.dumps(Tournament(pig, ["random"] * 3, 500, seed=4).play(jobs).as_dict()) for jobs in (1, 2, 3)}
    assert len(texts) == 1


def test_the_result_does_not_depend_on_the_size_of_blocks(pig, monkeypatch):
    whole = Tournament(pig, ["random", "random"], 300, seed=4).play()
    monkeypatch.setattr("magnate.arena.tournament.CHUNK", 14)
    assert Tournament(pig, ["random", "random"], 300, seed=4).play() == whole


def test_another_seed_plays_other_games(pig):
    found = [Tournament(pig, ["random"] * 2, 100, seed=seed).play().decisions for seed in (1, 2)]
    assert found[0] != found[1]


def test_equal_agents_share_every_deal_exactly(tictactoe):
    found = Tournament(tictactoe, ["random", "random"], 400, seed=1).play()
    assert [(line.win_share.mean, line.win_share.margin) for line in found.ranking] == [(0.5, 0.0)] * 2


def test_only_equal_agents_are_certain_of_their_share():
    game = magnate.load("pig", players=4, target=20)
    found = Tournament(game, ["random", Leftmost()] * 2, 8, seed=3).play()
    for line in found.ranking:
        assert line.win_share.margin > 0.0
        assert 0.0 <= line.win_share.low < line.win_share.high <= 1.0
    assert all(seat.margin > 0.0 for seat in found.seats)
    alike = Tournament(game, ["random"] * 4, 8, seed=3).play()
    assert [(line.win_share.mean, line.win_share.margin) for line in alike.ranking] == [(0.25, 0.0)] * 4


def test_two_of_the_same_agent_at_a_table_with_another_are_not_certain(tictactoe):
    found = Tournament(tictactoe, ["random", "random", Leftmost()], 10, seed=3).play()
    assert all(line.win_share.margin > 0.0 for line in found.ranking)
    margins = [[share.margin for share in table.win_shares.values()] for table in found.tables]
    assert margins[0] == [0.0, 0.0]
    assert min(margins[1] + margins[2]) > 0.0


def test_the_seat_effect_is_the_known_one_of_random_tic_tac_toe(tictactoe):
    found = Tournament(tictactoe, ["random"] * 2, 20_000, seed=11).play()
    truth = 737 / 1260 + (8 / 63) / 2
    assert abs(found.seats[0].mean - truth) < 5 * found.seats[0].margin / 1.96
    assert found.seats[0].mean + found.seats[1].mean == pytest.approx(1.0)
    drawn = found.endings["full board"] / found.games
    assert abs(drawn - 8 / 63) < 5 * np.sqrt(8 / 63 * 55 / 63 / 10_000)


def test_python_agents_play_in_batches_and_are_named(tictactoe):
    agent = Leftmost()
    found = Tournament(tictactoe, [agent, "random", Names()], 200, seed=2).play(jobs=2)
    assert {line.agent for line in found.ranking} == {"leftmost", "random", "Names"}
    assert max(agent.calls) > 50
    assert found.games == 600
    assert sum(line.win_share.mean for line in found.ranking) == pytest.approx(1.5)


def test_games_with_python_agents_are_repeatable(pig):
    found = [Tournament(pig, [Names(), "random"], 60, seed=5).play(jobs) for jobs in (1, 2)]
    assert found[0] == found[1]
    assert found[0].ranking[0].means["turns"] == found[0].ranking[1].means["turns"]


def test_an_agent_may_try_moves_out_on_the_positions_it_is_handed(tictactoe):
    class Careless(Leftmost):
        def act(self, positions):
            chosen = super().act(positions)
            for position, action in zip(positions, chosen, strict=True):
                position.apply(action)
            return chosen

    careful, careless = (
        Tournament(tictactoe, [agent, "random"], 100, seed=2).play() for agent in (Leftmost(), Careless())
    )
    assert careless == careful


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda positions: [99] * len(positions), "99 is no action"),
        (lambda positions: ["hold"] * len(positions), "nothing to hold"),
        (lambda positions: [], "gave 0 answers to"),
        (lambda positions: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_a_python_agent_that_fails_is_named(pig, answer, message):
    class Broken:
        name = "broken"

        def act(self, positions):
            return answer(positions)

    with pytest.raises(AgentFailed, match=message) as failed:
        Tournament(pig, [Broken(), "random"], 10).play()
    assert "broken" in failed.value.message


def test_a_larger_table():
    found = Tournament(magnate.load("pig", players=4, target=20), ["random", Leftmost()] * 2, 40, seed=3).play()
    assert found.games == 40
    assert [line.games for line in found.ranking] == [40] * 4
    assert sum(line.win_share.mean for line in found.ranking) == pytest.approx(1.0)
    assert sum(seat.mean for seat in found.seats) == pytest.approx(1.0)


def test_fewer_agents_than_seats_are_refused():
    with pytest.raises(BadAgent, match="1 agent for 2 seats.*random"):
        Tournament(magnate.load("pig"), ["random"], 40)


def test_progress_begins_with_nothing_and_ends_with_all_games(pig):
    reports = []
    Tournament(pig, ["random"] * 2, 2000, seed=1).play(2, lambda done, total: reports.append((done, total)))
    assert reports[0] == (0, 2000)
    assert reports[-1] == (2000, 2000)
    assert [done for done, _ in reports] == sorted({done for done, _ in reports})


def test_a_stop_from_progress_goes_through(pig):
    def stop(done, _total):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Tournament(pig, ["random"] * 2, 20_000, seed=1).play(2, stop)


def test_bad_agents_are_refused(pig):
    with pytest.raises(UnknownAgent, match="no agent"):
        Tournament(pig, ["nobody"])
    with pytest.raises(BadAgent, match="nobody takes part"):
        Tournament(pig, [])


def test_games_that_a_cap_ends_are_counted():
    found = Tournament(magnate.load("pig", max_turns=5), ["random"] * 2, 100, seed=1).play()
    assert found.endings == {"turn cap": 100}
    assert (found.capped, found.capped_share) == (100, 1.0)
