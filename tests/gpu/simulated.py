"""Games and sorting in Numba's simulator of CUDA, in a process of its own: ``python simulated.py``.

The variable NUMBA_ENABLE_CUDASIM=1 must be set. What differs from the processor is printed, and the exit code is 1.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import fields, replace
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.simulator.kernelapi import FakeCUDALocal

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import NetworkAgent, interpreted_guide
from magnate.agents.learned.card import play_games as play_with_network
from magnate.analysis import chances_card, rollout, rollout_games
from magnate.analysis.rollout_card import new_notes, play_on_card
from magnate.analysis.rollout_games import Stake, Starts, even_draws
from magnate.arena import speed
from magnate.core import run as on_processor
from magnate.core.binding import LIMIT
from magnate.core.contract import CHANCES_BESIDE, CHANCES_EACH
from magnate.core.loader import kernel
from magnate.core.run import built
from magnate.errors import BadSearch
from magnate.gpu import kernels, run
from magnate.gpu.device import Device
from magnate.gpu.layout import BROKEN, DRAWS
from magnate.gpu.run import Bound
from magnate.learn.chances import Tables
from magnate.learn.population import all_sitters
from magnate.learn.samples import Sampler
from magnate.networks import Network
from magnate.networks.seats import SeatNetwork
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates, py_ints
from magnate.search import mcts_card, parse_budget, search
from magnate.search.algorithms import SearchSpec, algorithm_named
from magnate.search.interruption import Interruption
from magnate.search.mcts_driver import place_all, planted, search_on_card, searched_by
from magnate.values.chances import inputs_of
from magnate.values.schema import schema_for

sys.path.insert(0, str(Path(__file__).parents[2]))
endless: Any = import_module("tests.games_for_tests.endless")
same_on_card: Any = import_module("tools.same_on_card")
measured: Any = import_module("benchmarks.gpu")

GAMES = 20
FIELDS = ("utility", "score", "ending", "decisions", "chances", "tracks")


class Simulated:
    """A kernel of the simulator."""

    def __init__(self, function: Any, block: int = 4) -> None:
        self.function, self.block = function, block

    def bound(self, threads: int, *arguments: Any) -> Callable[[], None]:
        """A function that runs it."""
        return partial(self.function[-(-threads // self.block), self.block], *arguments)


class Simulator:
    """What a card is to ``run``: threads are Python's, and the rules are interpreted."""

    name = "the simulator"
    free = 1 << 30

    def put(self, array: Any) -> Any:
        """The array itself, or its records as Python has them; also of a record of arrays."""
        if isinstance(array, tuple):
            return type(array)(*map(self.put, array))
        if not isinstance(array, np.ndarray):
            return array
        if array.dtype.names and array.ndim == 2:
            return [PyStates(row) for row in array]
        return PyStates(array) if array.dtype.names else array.copy()

    def get(self, held: Any, _kind: Any) -> np.ndarray:
        """What kernels have made of it."""
        if isinstance(held, list):
            return np.stack([one.to_array() for one in held])
        return held.to_array() if isinstance(held, PyStates) else held

    def kernels(self, thread: str, run: on_processor.Run) -> dict[str, Simulated]:
        """The kernel that plays on; few games are not sorted."""
        bound = kernel(thread, interpret(run.rules.__name__), interpreted_guide(run.guide))
        if hasattr(bound, "work_on"):
            return {"work": Simulated(cuda.jit(kernels.working(bound.work_on)))}
        play = kernels.playing(bound, run.rules.STATE, run.sizes.max_legal, max(1, run.sizes.max_outcomes))
        return {"play": Simulated(cuda.jit(play))}


def local(_self: object, size: int, kind: Any, alignment: int | None = None) -> Any:
    """Scratch as interpreted rules take it."""
    return PyStates(np.zeros(size, kind)) if isinstance(kind, np.dtype) else py_ints(size)


FakeCUDALocal.array = local  # type: ignore[method-assign]


def differences(name: str, limit: int | None = None, **settings: int) -> list[str]:
    """What is not the same bits in the simulator as on the processor."""
    for setting, value in settings.items():
        setattr(run, setting, value)
    game = magnate.load(name)
    seats = np.zeros((GAMES, game.players), np.int64)
    asked = (game.rules, game.info, game.start_states(GAMES), range(GAMES), seats, np.zeros((1, 64)))
    counts: list[int] = []
    games = on_processor.Run(*asked, limit=limit)
    found = run.play_games(Simulator(), games, progress=counts.append)  # type: ignore[arg-type]
    wanted = on_processor.play_games(on_processor.Run(*asked, limit=limit))
    wrong = [one for one in FIELDS if getattr(found, one).tobytes() != getattr(wanted, one).tobytes()]
    wrong += ["states"] if found.states.tobytes() != wanted.states.tobytes() else []
    wrong += [f"told of {sum(counts)} games"] if sum(counts) != GAMES else []
    wrong += ["no game was stopped"] if limit is not None and LIMIT not in found.ending else []
    return [f"{name} (limit {limit}): {one}" for one in wrong]


def rolled(name: str, most: int = 1 << 40, room: int = 0, few: int = 0) -> list[str]:
    """What is not the same in rollouts, with evenly spread draws, cut after ``most`` events, ``room`` of them noted."""
    run.FEW, run.FIRST = few, 3  # type: ignore[misc]
    game = magnate.load(name)
    stake = Stake(game, "random", 5)
    spread = even_draws(stake, Starts([game.new(3)]))
    bound = kernel("magnate.analysis.rollout_kernel", game.rules)
    plan = bound.Plan(spread.sizes, spread.places, spread.orders, 16, stake.seed)
    numbers, seats = np.arange(100, 100 + GAMES), np.tile(np.arange(game.players), (GAMES, 1))
    runs = [on_processor.Run.of(game, range(GAMES), seats, stake.rows, tracks=False) for _ in range(2)]
    wanted, buffers = new_notes(runs[0], GAMES, room), runs[0].buffers(batched=True)
    built(game.rules, bound.play)(runs[0].longest, most, numbers, plan, wanted, buffers)
    found = play_on_card(Simulator(), runs[1], numbers, plan, most, room, lambda _: None)  # type: ignore[arg-type]
    wrong = [one for one in FIELDS if one != "score" and _bits(runs[0].results, one) != _bits(runs[1].results, one)]
    wrong += ["states"] if runs[0].states.tobytes() != runs[1].states.tobytes() else []
    wrong += [one for one in ("before", "after", "events") if _bits(wanted, one) != _bits(found, one)]
    wrong += ["no draw is spread"] if name == "pig" and not spread.sizes.any() else []
    wrong += ["no game was cut"] if most < GAMES and 0 not in runs[1].results.ending else []
    return [f"rollouts of {name} (cut {most}, room {room}, few {few}): {one}" for one in wrong]


def _bits(of: Any, name: str) -> bytes:
    return bytes(getattr(of, name).tobytes())


def unlike() -> list[str]:
    """What ``rollout`` answers otherwise on a card."""
    run.FEW = 3  # type: ignore[misc]
    found = []
    kuhn, pig = magnate.load("kuhn").new(5), magnate.load("pig").setup({"points": [80, 75], "total": 12})
    for position, moves in ((kuhn, ["bet", "pass"]), (pig, ["roll", "hold"]), (pig, None)):
        asked = (position, moves, "random", 40)
        if rollout(*asked, device=on_simulator()) != rollout(*asked):
            found.append(f"rollout of {position.game.name}, {moves}")
    return found


def networked(name: str, *seats: str) -> list[str]:
    """What a network in some seats (others are compiled agents) does otherwise on a card."""
    run.FIRST = 3  # type: ignore[misc]
    game = magnate.load(name)
    own = NetworkAgent.of(name, Network.new([schema_for(name).size, 12, game.info.max_players], seed=2), epsilon=0.1)
    agents = [own if one == "network" else resolve(name, one) for one in seats]
    rows = np.array([agent.row for agent in agents])  # type: ignore[union-attr]
    table = np.tile(np.arange(game.players), (GAMES, 1))
    session = own.start_session(game)
    asked = on_processor.Run.of(game, range(GAMES), table, rows)
    wanted = on_processor.play_batched(asked, lambda _row, batch: session.answer(batch))
    found = play_with_network(Simulator(), game, agents, range(GAMES))  # type: ignore[arg-type]
    wrong = [one for one in (*FIELDS, "states") if _bits(found, one) != _bits(wanted, one)]
    return [f"{name} with a network, {seats}: {one}" for one in wrong]


def trained(name: str, positions: int = 3) -> list[str]:
    """What games for training come to otherwise on a card: those of two networks and of a compiled agent."""
    run.FIRST = 3  # type: ignore[misc]
    game = magnate.load(name)
    networks = [Network.new([schema_for(name).size, 12, game.info.max_players], seed=seed) for seed in (2, 3)]
    sitters = all_sitters(networks, (), 0.1, ())
    seats = np.random.default_rng(4).integers(-2, 1, (GAMES, game.players))
    found = []
    for device in (Device(), on_simulator()):
        told: list[tuple[int, int]] = []
        sampler = Sampler(
            game, schema_for(name), positions, 2, listener=lambda *many, told=told: told.append(many), device=device
        )
        samples = sampler.play(range(GAMES), seats, np.zeros((1, 64)), sitters)
        rows = samples.inputs
        arrays = [
            getattr(samples, one.name) for one in fields(samples) if one.name not in {"inputs", "capped", "decisions"}
        ]
        found.append([one.tobytes() for one in (rows.starts, rows.columns, rows.values, *arrays)])
        found[-1] += [samples.capped, samples.decisions, told[-1]]
    return [] if found[0] == found[1] and len(rows) == rows.starts.shape[0] - 1 else [f"training of {name}"]


def met(name: str, positions: int) -> list[str]:
    """What games for learning win chances come to otherwise on a card."""
    run.FIRST = 3  # type: ignore[misc]
    game, found = magnate.load(name), []
    networks = [Network.new([schema_for(name).size, 12, game.info.max_players], seed=seed) for seed in (2, 3)]
    for device in (Device(), on_simulator()):
        near = {"random": 1.0, "self": 1.0, "past": 1.0}
        tables = Tables(game, near, {"random": 1.0}, 0.2, positions, device=device)
        kept = tables.play(range(GAMES), 5, learned=all_sitters(networks, (), 0.1, ()))
        found.append([getattr(kept, one.name).tobytes() for one in fields(kept)])
    wrong = [one.name for one, a, b in zip(fields(kept), *found, strict=True) if a != b]
    wrong += [] if len(kept.states) else ["nothing is kept"]
    return [f"positions of {name}: {one}" for one in wrong]


def valued(name: str) -> list[str]:
    """What rollouts come to otherwise on a card where a small network values their luck and where they are cut."""
    chances_card.MOST, chances_card.FIRST = 50, 7  # type: ignore[misc]
    game, inputs = magnate.load(name, players=2), inputs_of(name)
    seats = SeatNetwork.new(inputs.own, inputs.table, 6, 2, 8)
    network = SeatNetwork(seats.codes, Network((seats.head.weights[0], np.full((2, 1), 0.7)), seats.head.biases))
    rollout_games.network_of = lambda _: network  # type: ignore[assignment]
    position = game.new(3)
    for step in range(40):
        position.apply(position.legal_ids()[step % len(position.legal_ids())])
    asked = [
        [
            rollout(position, None, "random", 36, device=device, **options)
            for options in ({"luck": 2, "truncate": 3}, {"truncate": 1})
        ]
        for device in ("cpu", on_simulator())
    ]
    wrong = ["answers"] if asked[0] != asked[1] else []
    wrong += ["no luck"] if not asked[1][0].luck_corrected else []
    wrong += ["even chances"] if abs(asked[1][1].best.shares[0] - 0.5) < 1e-6 else []
    return [f"{name} valued by a network: {one}" for one in wrong]


def on_simulator() -> Device:
    """The device that has the simulator for a card; that the processor plays in its place is an error."""
    device = Device()
    device.name, device._card, device._warn = "gpu", Simulator(), refused  # type: ignore[assignment]
    return device


def refused(why: str) -> None:
    """Say that the simulator failed."""
    raise AssertionError(why)


def searched(name: str, budget: str, memory: int | None = None, **options: Any) -> list[str]:
    """What several trees of a search come to otherwise on a card, where launches end in the middle of playouts."""
    mcts_card.FIRST = 1  # type: ignore[misc]
    game = magnate.load(name)
    position = game.new(3)
    mcts = algorithm_named("mcts")
    question = SearchSpec(mcts, parse_budget(budget), mcts.settle({"threads": 3, **options}), None, ())
    states, key, found = position.states(), 77, []
    for card in (None, Simulator()):
        trees = planted(game, question, 1 + game.info.max_legal)
        if card is None:
            searched_by(trees, states, key, question.budget, 0)
        else:
            place_all(trees, states, key, question.budget, 0)
            search_on_card(card, Bound(game.rules, None, game.info), trees, memory=memory)  # type: ignore[arg-type]
        for tree in trees:
            tree.run.pause = 0  # where a launch ended
            tree.run.clock = 0
        used = [int(tree.run.used) for tree in trees]
        found.append(
            [table[:n].tobytes() for tree, n in zip(trees, used, strict=True) for table in tree.workspace.tree]
        )
        found[-1] += [tree.workspace.runs.tobytes() for tree in trees]
    asked = (position, "mcts", budget)
    reports = [search(*asked, device=one, threads=3, **options) for one in ("cpu", on_simulator())]
    wrong = ["trees"] if found[0] != found[1] else []
    wrong += ["report"] if replace(reports[0], seconds=0.0) != replace(reports[1], seconds=0.0) else []
    wrong += [f"{reports[1].evaluations} simulations"] if not reports[1].evaluations else []
    wrong += ["no tree was full"] if "pool" in options and not any(int(tree.run.emptied) for tree in trees) else []
    return [f"search of {name}, {budget}, {options}: {one}" for one in wrong]


def hurried() -> list[str]:
    """What is wrong where a search is interrupted before any tree has had a simulation."""
    mcts_card.FIRST = 1  # type: ignore[misc]
    with Interruption() as interruption:
        interruption.ask()
        found = search(magnate.load("pig").new(), "mcts", "sims:300", threads=3, device=on_simulator())
    return [] if 3 <= found.evaluations < 300 else [f"an interrupted search had {found.evaluations} simulations"]


def unended() -> list[str]:
    """What a search on a card says of playouts without an end."""
    found = []
    for tossing in (False, True):
        position = magnate.load(endless, tossing=tossing).new()
        try:
            search(position, "mcts", "sims:30", threads=3, device=on_simulator())
        except BadSearch as error:
            found += [] if "a playout has no end: it had 260 decisions" in str(error) else [str(error)]
        else:
            found += ["a playout without an end is not reported"]
    return found


def untabled() -> list[str]:
    """Which figures of ``python -m benchmarks`` a card does not get."""
    speed.ON_CARD, measured.TREES, measured.SIMULATIONS, measured.CANDIDATES = GAMES, 3, 30, 4  # type: ignore[misc]
    measured.GAMES = measured.TABLES = (("tictactoe", "standard", 2, "random"),)
    measured.the_card, measured.Device = (
        Simulator,
        lambda name="cpu", _=None: on_simulator() if name == "gpu" else Device(),
    )
    with redirect_stdout(StringIO()):
        found = [part(0.0) for part in (measured.games, measured.rollouts, measured.searches)]
    rows = [row for part in found for row in part["rows"]]
    return [] if len(rows) == 4 and all(row["card"] > 0 and row["core"] > 0 for row in rows) else [f"figures {rows}"]


def uncompared() -> list[str]:
    """What ``tools/same_on_card.py`` finds to differ, and whether it has all kinds of cases."""
    run.FIRST = 3  # type: ignore[misc]
    few = {"games": GAMES, "networked": GAMES, "until": 72, "budget": "sims:128"}
    found = list(same_on_card.compared(Simulator(), on_simulator(), ["tictactoe", "pig", "kuhn"], **few))
    kinds = sum(any(kind in name for name, _ in found) for kind in (", random", "a small network", "rollout", "mcts"))
    return [f"{name}: {wrong}" for name, wrong in found if wrong] + [f"{kinds} kinds of cases"] * (kinds < 4)


def unsorted(games: int) -> list[str]:
    """What sorting does wrong."""
    keys = np.random.default_rng(1).integers(0, kernels.BUCKETS, games) // 50 * 50
    order, placed, before = np.arange(games) + 1000, np.zeros(games, np.int64), np.zeros(2 * kernels.BUCKETS, np.int64)
    for function, arguments in ((kernels.counting, (keys, before)), (kernels.placing, (keys, order, before, placed))):
        Simulated(cuda.jit(function), kernels.BLOCK).bound(games, *arguments)()
    kinds = keys[placed - 1000]
    whole = sorted(placed.tolist()) == order.tolist()
    return [] if whole and (kinds[1:] >= kinds[:-1]).all() else [f"sorting {games} games"]


def unmeasured() -> list[str]:
    """Whether the speed of a card is measured."""
    run.FEW, speed.ON_CARD = 0, GAMES  # type: ignore[misc]
    found = speed.measure(magnate.load("tictactoe"), "random", seconds=0.0, card=Simulator())  # type: ignore[arg-type]
    return (
        [] if (found.device, found.games) == ("the simulator", GAMES) and found.decisions >= 5 * GAMES else [str(found)]
    )


def uninterrupted() -> list[str]:
    """Whether games go on after an interrupt, which comes between two launches."""
    run.FEW, run.FIRST = 0, 3  # type: ignore[misc]
    game, told = magnate.load("pig"), []

    def interrupt(games: int) -> None:
        told.append(games)
        raise KeyboardInterrupt

    asked = on_processor.Run.of(game, range(GAMES), np.zeros((GAMES, game.players), np.int64), np.zeros((1, 64)))
    try:
        run.play_games(Simulator(), asked, progress=interrupt)  # type: ignore[arg-type]
    except KeyboardInterrupt:
        return [] if len(told) == 1 else [f"told {told}"]
    return ["an interrupt is not heard"]


def unstopped() -> list[str]:
    """Whether a position that cannot be is played, and whether games go on in which chance has no end."""
    game = magnate.load(endless, tossing=True)
    states = game.start_states(GAMES)
    states["mover"][3] = 9
    run.FEW, run.FIRST = 0, 50  # type: ignore[misc]
    asked = (range(GAMES), np.zeros((GAMES, game.players), np.int64), np.zeros((1, 64)))
    games = on_processor.Run(game.rules, game.info, states, *asked)

    def late(some: np.ndarray) -> run.Batch:
        """Games in which chance has come nearly as often as it may."""
        batch = run.Batch(Simulator(), games, some)  # type: ignore[arg-type]
        batch.whole.counts[:, DRAWS] = CHANCES_BESIDE - 4
        return batch

    run.play_all(late, Simulator(), games)  # type: ignore[arg-type]
    found, most = games.results, CHANCES_BESIDE + CHANCES_EACH
    endings, counts = [BROKEN if i == 3 else LIMIT for i in range(GAMES)], [0 if i == 3 else most for i in range(GAMES)]
    return [] if (found.ending.tolist(), found.chances.tolist()) == (endings, counts) else [f"endings {found.ending}"]


if __name__ == "__main__":
    run.LAUNCH = 60.0  # type: ignore[misc]  # the simulator is slow, and nothing hangs on the clock then
    found = [one for name in ("tictactoe", "pig", "kuhn") for one in differences(name, FEW=0, FIRST=3)]
    found += [*differences("pig", 30, FEW=0), *differences("pig", FEW=7), *differences("kuhn", FEW=32)]
    found += [*rolled("tictactoe", room=2), *rolled("kuhn", room=1), *rolled("kuhn", 1), *rolled("pig", room=3)]
    found += [*rolled("pig", 6, 8), *rolled("pig", 30, 40, few=9), *unlike()]
    found += [*networked("tictactoe", "network", "network"), *networked("pig", "random", "network")]
    found += [*trained("tictactoe"), *trained("pig", 40), *trained("pig", 0)]
    found += [*met("tictactoe", 6), *met("pig", 30), *met("kuhn", 6)]
    found += [*valued("monopoly"), *valued("brass")]
    found += [*searched("tictactoe", "sims:120"), *searched("pig", "sims:50", memory=1)]
    found += [*searched("tictactoe", "sims:300", solver=True, select="tuned")]
    found += [*searched("pig", "sims:40", truncate=5), *unended()]
    found += [*searched("tictactoe", "sims:300", pool=60), *searched("pig", "sims:120", pool=20), *hurried()]
    found += [*unmeasured(), *uncompared(), *untabled(), *unsorted(300), *uninterrupted(), *unstopped()]
    sys.stdout.write(("\n".join(found) or "the same bits") + "\n")
    sys.exit(bool(found))
