"""The drivers: threads, batches, limits, hidden copies, and the checks of `verify`."""

from collections import Counter
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

import magnate
from magnate.core import loader, run
from magnate.core.binding import FAILED, LIMIT
from magnate.core.contract import CHANCES_BESIDE, CHANCES_EACH
from magnate.errors import AgentFailed, BrokenGame
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import py_ints, pystate_class

from ..beginnings import set_up
from ..games_for_tests import endless
from .games import market, market_notes, table
from .games.table import SIZES, UNIFORM, interpreted, ints, starts

run.prepare(market)
run.prepare(market, batched=True)


def same(a, b):
    return all((getattr(a, name) == getattr(b, name)).all() for name in a.__slots__)


def first_legal(row, batch):
    return [legal[0] for legal in batch.legal]


def games(states, seeds, seats, params=UNIFORM, **more):
    return run.Run(market, SIZES, states, seeds, seats, params, **more)


def played(n=600, limit=None, **how):
    return run.play_games(games(set_up(market, starts(n)), range(n), ints(n, 3), limit=limit), **how)


def batched(n=60, rows=(0, 1, 1), answer=first_legal, limit=None, **how):
    params = np.array([run.params_row(0), run.params_row(-1)])
    seats = np.tile(np.array(rows), (n, 1))
    return run.play_batched(games(set_up(market, starts(n)), range(n), seats, params, limit=limit), answer, **how)


class Heard:
    """A listener that keeps every step of every game."""

    def __init__(self):
        self.steps = {}

    def wants(self, seats):
        return np.ones(len(seats), bool)

    def begin(self, game, rows, state):
        self.steps[game] = []

    def hear(self, game, steps):
        self.steps[game] += steps

    def end(self, game):
        pass


# ---------------------------------------------------------------------------------------------- whole games


def test_games_end_with_a_shared_win():
    done = []
    results = played(progress=done.append)
    assert sum(done) == 600
    assert (results.ending == 1).all()
    assert np.allclose(results.utility.sum(axis=1), 1)
    assert (results.states["phase"] == market.END).all()
    assert (results.score.max(axis=1) >= 1).all()
    assert (results.chances == 3 + 3 * 4).all()
    assert abs(results.utility[:, 0].mean() - 1 / 3) < 0.08


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads):
    done = []
    assert same(played(), played(threads=threads, progress=done.append))
    assert sum(done) == 600


def test_a_game_does_not_depend_on_its_place():
    every = played(20)
    last = run.play_games(games(set_up(market, starts(1)), [19], ints(1, 3)))
    assert last.states[0] == every.states[19]


def test_the_starts_are_left_alone():
    begin = set_up(market, starts(3))
    before = begin.tobytes()
    run.play_games(games(begin, range(3), ints(3, 3)))
    assert begin.tobytes() == before


def test_states_are_saved_and_played_from_a_mapped_file(tmp_path):
    begin = set_up(market, starts(20))
    np.save(tmp_path / "games.npy", begin)
    mapped = np.load(tmp_path / "games.npy", mmap_mode="r")
    assert isinstance(mapped, np.memmap)
    assert mapped.dtype == market.STATE
    assert mapped.tobytes() == begin.tobytes()
    assert same(run.play_games(games(mapped, range(20), ints(20, 3))), played(20))


def test_a_limit_stops_the_game_and_says_so():
    results = played(10, limit=5)
    assert (results.ending == LIMIT).all()
    assert (results.decisions == 5).all()
    assert (results.utility == 0).all()
    assert (results.score.sum(axis=1) > 0).all()


def test_a_game_that_lists_more_than_it_says_is_named():
    """As many as it says are written where they belong, the others where nothing else lies."""
    begin, sizes = set_up(market, starts(3)), replace(SIZES, max_legal=2)
    message = "market lists more actions at a position than its GAME says by max_legal; the author of the game"
    with pytest.raises(BrokenGame, match=message):
        run.play_games(run.Run(market, sizes, begin, range(3), ints(3, 3), UNIFORM))
    for row in (0, -1):
        params = np.array([run.params_row(row)])
        with pytest.raises(BrokenGame, match=message):
            run.play_batched(run.Run(market, sizes, begin, range(3), ints(3, 3), params), first_legal)
    some = games(begin, range(3), ints(3, 3))
    buffers = some.buffers()
    some.check_lists(buffers)
    buffers.weights[market.MAX_OUTCOMES] = 1
    with pytest.raises(BrokenGame, match="lists more outcomes at a position than its GAME says by max_outcomes"):
        some.check_lists(buffers)


@pytest.mark.parametrize("row", [None, 0, -1])
def test_every_action_may_be_listed_and_nothing_is_written_beyond(monkeypatch, row):
    """There is room for all actions, however few the game says; bounds are checked here."""
    monkeypatch.setattr(run, "SPARE", 1)
    monkeypatch.setattr(run, "_blank", run._blank.__wrapped__)
    begin, sizes = set_up(market, starts(3)), replace(SIZES, max_legal=2)
    given = UNIFORM if row is None else np.array([run.params_row(row)])
    one = run.Run(market, sizes, begin, range(3), ints(3, 3), given)
    with pytest.raises(BrokenGame, match="market lists more actions at a position than its GAME says by max_legal"):
        run.play_games(one) if row is None else run.play_batched(one, first_legal)


def test_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="2 games need as many seeds"):
        games(starts(2), [1], ints(2, 3))
    with pytest.raises(ValueError, match="rows of 64 numbers"):
        games(starts(1), [1], ints(1, 3), np.zeros((1, 3)))
    with pytest.raises(ValueError, match="name rows of params, 0 to 0"):
        run.play_games(games(starts(1), [1], ints(1, 3) + 1))
    with pytest.raises(ValueError, match="at most 63 parameters"):
        run.params_row(1, range(64))


# ---------------------------------------------------------------------------------------------- batches


def test_compiled_agents_play_the_same_game_in_a_batch():
    begin = set_up(market, starts(50))
    every = run.play_batched(games(begin, range(50), ints(50, 3)), first_legal, width=16)
    assert same(every, played(50))


@pytest.mark.parametrize("width", [1, 7, 512])
def test_the_width_changes_nothing(width):
    done = []
    assert same(batched(), batched(width=width, progress=done.append))
    assert sum(done) == 60


def test_hundreds_of_decisions_come_at_once():
    sizes = []

    def answer(row, batch):
        assert row == 1
        sizes.append(len(batch.games))
        return first_legal(row, batch)

    batched(300, answer=answer)
    assert max(sizes) == 300


def test_a_python_agent_sees_the_legal_actions_of_its_seat():
    legal, out = loader.kernel("position_kernel", market).inspect, ints(9)

    def answer(_row, batch):
        for k, state in enumerate(batch.states):
            acts = ints(market.MAX_LEGAL)
            legal(state.reshape(1), out, acts, ints(6), ints(6), np.zeros(3), np.zeros(3))
            assert out[0] == batch.seats[k] != 0
            assert tuple(acts[: out[1]]) == batch.legal[k]
        return first_legal(_row, batch)

    batched(5, answer=answer)


def test_an_illegal_answer_is_refused_by_name():
    with pytest.raises(AgentFailed, match=r"seat 1 of game 0 answered 99, which is not legal; legal action ids here: "):
        batched(3, answer=lambda _row, batch: [99] * len(batch.games))
    with pytest.raises(AgentFailed, match="gave 0 answers to 3 decisions"):
        batched(3, answer=lambda _row, batch: [])


@pytest.mark.parametrize("width", [1, 7, 512])
def test_a_game_whose_agent_fails_ends_and_the_others_go_on(width):
    """The agent gives up game 3 when it is asked the third time there, and game 8 when it first decides in seat 2."""
    whole, asked = batched(20), Counter()

    def answer(_row, batch):
        asked.update(batch.games.tolist())
        gone = [
            (g == 3 and asked[3] == 3) or (g == 8 and p == 2) for g, p in zip(batch.games, batch.seats, strict=True)
        ]
        return [None if gave_up else legal[0] for gave_up, legal in zip(gone, batch.legal, strict=True)]

    results = batched(20, answer=answer, width=width)
    lost = [3, 8]
    others = np.setdiff1d(np.arange(20), lost)
    assert (results.ending[lost] == FAILED).all()
    assert asked[3] == 3
    assert results.failed[3] in (2, 3)
    assert results.failed[8] == 3
    assert not results.failed[others].any()
    assert (results.decisions[lost] < whole.decisions[lost]).all()
    assert not results.utility[lost].any()
    assert (results.score[lost].sum(axis=1) > 0).all()
    assert (results.states[others] == whole.states[others]).all()
    assert (results.utility[others] == whole.utility[others]).all()


def test_a_limit_in_a_batch():
    results = batched(4, limit=3)
    assert (results.ending == LIMIT).all()
    assert (results.decisions == 3).all()


# ---------------------------------------------------------------------------------------------- hidden parts


def test_a_python_agent_is_shown_a_hidden_copy():
    cards = []

    def answer(row, batch):
        cards.extend(
            (int(i), int(p), tuple(s["card"])) for i, p, s in zip(batch.games, batch.seats, batch.states, strict=True)
        )
        batch.states["cash"] = 1_000_000  # a copy: nothing reaches the game
        return first_legal(row, batch)

    results = batched(20, answer=answer)
    truth = results.states["card"]
    assert all(shown[p] == truth[i, p] for i, p, shown in cards)
    for other in (0, 1, 2):
        seen = [(truth[i, other], shown[other]) for i, p, shown in cards if p != other]
        agree = sum(a == b for a, b in seen) / len(seen)
        assert 0.05 < agree < 0.35  # a guess among six cards
    assert results.states["cash"].max() < 1_000


def test_a_compiled_policy_is_shown_a_hidden_copy():
    seen = []

    def policy(g, params, key, acts, memo):
        seen.append((interpreted.to_move(g), tuple(g.card)))
        return next(a for a in range(market.MAX_ACTIONS) if interpreted.why(g, a) == 0)

    guide = ModuleType("tests_interpreted.spy")
    guide.policy = policy
    _, history, _ = table.recorded(3, interpreted, guide=guide, kind=1)
    truth = tuple(pystate_class(market.STATE)().from_bytes(history[-1]).card)
    assert all(shown[p] == truth[p] for p, shown in seen)
    for p in range(3):
        assert len({shown[q] for at, shown in seen if at == p for q in range(3) if q != p}) > 1


# ---------------------------------------------------------------------------------------------- notes, tracks


def test_what_the_rules_track_is_counted_in_single_and_batched_play():
    single, batch = played(20), batched(20, rows=(0, 0, 0))
    assert (single.tracks[:, 0] == single.decisions + single.chances).all()
    assert (single.tracks[:, 1] >= single.states["cash"].max(axis=1)).all()
    assert np.array_equal(batch.tracks, single.tracks)
    heard = Heard()
    mixed = batched(20, listener=heard)
    assert (mixed.tracks[:, 0] == mixed.decisions + mixed.chances).all()
    assert mixed.tracks[:, 2].tolist() == [sum(heard.steps[game]) for game in range(20)]


def test_a_policy_keeps_notes_of_its_own_seat_for_one_game():
    """``market_notes`` plays the legal action with the number of its decisions so far, which only its notes tell."""
    begin, rows = set_up(market, starts(9)), ints(9, 3)
    single = run.play_games(games(begin, range(9), rows, guide=market_notes))
    batch = run.play_batched(games(begin, range(9), rows, guide=market_notes), first_legal, width=4)
    alone = run.play_games(games(begin[8:], [8], ints(1, 3), guide=market_notes))
    assert same(single, batch)
    assert alone.states[0] == single.states[8]
    assert not np.array_equal(single.states, played(9).states)


def test_a_guide_says_which_decisions_python_answers():
    """``market_notes`` asks Python only whether a debt is paid, in rows whose second parameter is 1."""
    asked = []

    def refuse(_row, batch):
        asked.extend(batch.legal)
        return [market.REFUSE] * len(batch.games)

    rows = np.array([run.params_row(0, [1.0])])
    begin = set_up(market, starts(30))
    run.play_batched(games(begin, range(30), ints(30, 3), rows, guide=market_notes), refuse)
    assert asked
    assert {legal[-1] for legal in asked} == {market.REFUSE}


# ---------------------------------------------------------------------------------------------- verify


def test_the_test_game_keeps_the_contract():
    steps, found = table.verified(300)
    assert found == [0, 0, 0, 0, -1]
    assert steps > 300 * 40


def test_verify_is_the_same_interpreted():
    assert table.verified(2, interpreted) == table.verified(2)


def spoilt(**changes):
    """The interpreted test game with some functions replaced."""
    rules = ModuleType(interpreted.__name__ + "_" + "_".join(changes))
    vars(rules).update({name: value for name, value in vars(interpreted).items() if not name.startswith("__")})
    rules.__file__ = interpreted.__file__
    vars(rules).update(changes)
    return rules


def _legal_unsorted(g, out):
    n = interpreted.legal(g, out)
    out[0], out[n - 1] = out[n - 1], out[0]
    return n


def _legal_incomplete(g, out):
    return max(interpreted.legal(g, out) - 1, 1)


def _legal_writes(g, out):
    g.spare[0] = 1
    return interpreted.legal(g, out)


def _step_loses_a_share(g, a):
    """Refusing a debt costs a share even if there is none."""
    p = g.seat
    if g.phase == interpreted.DEBT and a == interpreted.REFUSE and g.shares[p] == 0:
        g.shares[p] = -1
    interpreted.step(g, a)


def _zero_weight(g, out, weight):
    n = interpreted.chance(g, out, weight)
    weight[n - 1] = 0
    return n


FAULTS = {
    "an invariant": {"check": lambda g: 5 if g.round == 2 else 0},
    "not strictly ascending": {"legal": _legal_unsorted},
    "is refused by why": {"why": lambda g, a: 1},
    "is allowed by why": {"legal": _legal_incomplete},
    "weight that is not positive": {"chance": _zero_weight},
    "draw does not agree": {"draw": lambda g, u: min(interpreted.draw(g, u), 4)},
    "changed the state": {"legal": _legal_writes},
    "is no seat": {"to_move": lambda g: 3 if interpreted.to_move(g) == 2 else interpreted.to_move(g)},
    "the end is not settled": {"utility": lambda g, out: out.fill(0.5)},
    "ended while it goes on": {"ending": lambda g: 1},
    "over without an ending": {"step": _step_loses_a_share},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_verify_finds_a_fault(fault):
    _, found = table.verified(3, spoilt(**FAULTS[fault]))
    messages = loader.kernel("tests.selfcheck", interpreted).FAULTS
    assert fault in messages[found[0]]
    if fault == "an invariant":
        assert found[3] == 5


def test_verify_names_the_action_that_cannot_be_applied():
    _, found = table.verified(3, spoilt(step=_step_loses_a_share))
    assert found[3:] == [2, interpreted.REFUSE]


def test_verify_tries_five_different_illegal_ids():
    """At every decision, the ids on either side of the range among them."""
    tried = []

    def to_move(g):  # asked first at every step
        tried.append([])
        return interpreted.to_move(g)

    def why(g, a):
        reason = interpreted.why(g, a)
        if reason:
            tried[-1].append(a)
        return reason

    _, found = table.verified(5, spoilt(to_move=to_move, why=why))
    assert found[0] == 0
    tried = [ids for ids in tried if ids]
    assert len(tried) > 100
    assert {len(set(ids)) for ids in tried} == {5}
    assert {-1, market.MAX_ACTIONS} < {a for ids in tried for a in ids}


def test_verify_tries_all_illegal_ids_where_there_are_fewer():
    """Tic-tac-toe's first move: nine actions of nine are legal, only -1 and 9 are not."""
    illegal = loader.kernel("tests.selfcheck", interpreted)._illegal
    assert [illegal(list(range(9)), 9, rank) for rank in range(2)] == [-1, 9]
    assert [illegal([0, 3, 4], 3, rank) for rank in range(5)] == [-1, 1, 2, 5, 6]


def test_verify_finds_an_endless_game():
    _, found = table.verified(1, limit=10)
    assert "did not end" in loader.kernel("tests.selfcheck", market).FAULTS[found[0]]


@pytest.mark.parametrize("kind", [0, -1])
def test_a_game_in_which_chance_has_no_end_is_stopped(kind):
    """Whether compiled agents play, or one in Python is waited for."""
    game = magnate.load(endless, tossing=True)
    asked = run.Run.of(game, range(3), ints(3, 2), np.array([run.params_row(kind)]))
    found = run.play_games(asked) if kind == 0 else run.play_batched(asked, first_legal)
    assert (found.ending == LIMIT).all()
    assert (found.decisions == 1).all()
    assert (found.chances == CHANCES_BESIDE + CHANCES_EACH).all()
    assert not found.utility.any()


def test_a_position_in_which_chance_has_no_end_is_told():
    """Seeds draw all chance that comes."""
    position = magnate.load(endless, tossing=True).new(seed=1)
    with pytest.raises(BrokenGame, match=r"endless: chance has come 26\d,\d+ times, and nobody may decide"):
        position.apply(0)


def test_forced_decisions_are_not_taken_for_ever():
    game = magnate.load(endless, forced=True)
    bound = loader.kernel("magnate.values.afterstates", interpret(endless.__name__))
    state = pystate_class(endless.STATE)()
    state.from_record(game.start_states(1)[0])
    bound.take_forced(state, py_ints(2))
    assert bound.FORCED == 4096
    assert (state.mover, state.last) == (0, 1)


def test_interpreted_rules_play_the_same_games():
    begin = set_up(market, starts(4))
    compiled = run.play_games(games(begin, range(4), ints(4, 3)))
    rules = interpret(market.__name__)
    assert same(compiled, run.play_games(run.Run(rules, SIZES, begin, range(4), ints(4, 3), UNIFORM)))
