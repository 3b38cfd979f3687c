"""Makes the stored files of this folder: ``python -m tests.data.stored.make [PART ...]``, at the commit of README.md.

The parts are ``records``, ``tournaments``, ``trainings`` and ``tables``. For a new format ``records-NAME`` makes a
record of every kind in a folder of that name, and ``tournaments-NAME`` the same tournaments in a file of that name.
``tunings`` makes journals of a search for parameters.
What is there already is replaced.
"""

import asyncio
import json
import os
import platform
import random
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

import magnate
from magnate.arena.executors import Threads
from magnate.arena.fingerprints import fingerprints_of
from magnate.arena.plan import make_plan
from magnate.arena.runner import run_tournament
from magnate.arena.store import open_store
from magnate.arena.tuning.search import tune
from magnate.core.dice import KeyedDice
from magnate.core.game import Record
from magnate.core.registry import game_module
from magnate.learn.config import from_text
from magnate.learn.run_dir import Run, write_all
from magnate.learn.training import train
from magnate.server.schemas import Fork
from tests.arena.tuning.conftest import Silent
from tests.games_for_tests import pig_agents
from tests.server.live import PERSON, agent, seated, service_at, until
from tests.stored.test_tunings import stored_setting

HERE = Path(__file__).parent
LONGEST = 1200
"""Steps that are kept of a game: those that last longer stay unfinished."""


# ---------------------------------------------------------------------------------------------------- records


def cut(record: Record, steps: int = LONGEST) -> Record:
    """The record as it was after so many steps."""
    if len(record.actions) <= steps:
        return record
    position = record.replay(steps)
    made = Record.of(position, record.agents)
    return made if made.seed is not None or record.seed is None else Record(**{**fields(made), "seed": record.seed})


def fields(record: Record) -> dict:
    return {name: getattr(record, name) for name in record.__slots__}


def records() -> None:
    folder = fresh("records")
    mixed = ["strategic", "random", "baseline", "algorithmic", "random", "strategic", "random", "baseline"]
    for number, preset in enumerate(game_module("monopoly").PRESETS):
        few, many = 2 + number % 3, 5 + number % 4  # 2-4 and 5-8 seats
        for players in (few, many):
            game = magnate.load("monopoly", preset=preset, players=players)
            write(folder, f"monopoly-{preset}-{players}", cut(game.play(mixed[:players], seed=100 + number)))
            write(folder, f"monopoly-{preset}-{players}-random", cut(game.play(["random"] * players, seed=number), 600))
    game = magnate.load("monopoly", preset="thesis", players=2)
    write(folder, "monopoly-network-2", game.play(["magnate:2p", "dqn"], seed=5))
    start = {
        "phase": "throw",
        "players": [{"cash": 219, "square": 36}, {"cash": 400, "deeds": ["Boardwalk", "Park Place"]}],
    }
    begun = magnate.load("monopoly", players=2).setup(start)
    write(folder, "monopoly-setup-2", cut(played(begun, 11), 300))
    for preset in game_module("brass").PRESETS:
        for players in (2, 3, 4):
            game = magnate.load("brass", preset=preset, players=players)
            agents = ["planner", "random", "planner", "random"][:players]
            write(folder, f"brass-{preset}-{players}", game.play(agents, seed=20 + players))
    game = magnate.load("brass", players=3)
    write(folder, "brass-unfinished-3", Record.of(game.play(["random"] * 3, seed=3).replay(90), ["Ada", "Bo", "Cy"]))
    begun = magnate.load("brass", players=2).setup(
        {"round": 3, "players": [{"money": 50, "hand": ["birmingham", "coal"]}, {"hand": ["wild-location"]}]}
    )
    write(folder, "brass-setup-2", cut(played(begun, 4), 60))
    for name in ("tictactoe", "pig", "kuhn", "connect_four", "bearoff", "random_tree", "tree"):
        game = magnate.load(name)
        write(folder, name, game.play(["random"] * game.players, seed=7))
    write(folder, "pig-short-5", magnate.load("pig", preset="short", players=5).play(["random"] * 5, seed=8))
    position = magnate.load("tictactoe").new()
    for move in ("b2", "a1", "c3"):
        position.apply(move)
    write(folder, "tictactoe-unfinished", Record.of(position, ["human:Ada", "random"]))


def records_of_every_game(name: str) -> None:
    """A game of every kind, in the format of records that is written now; ``name`` is the folder's."""
    folder = fresh(name)
    agents = ["strategic", "baseline", "random", "algorithmic"]
    for number, preset in enumerate(game_module("monopoly").PRESETS):
        game = magnate.load("monopoly", preset=preset, players=2 + number % 3)
        write(folder, f"monopoly-{preset}", cut(game.play(agents[: game.players], seed=200 + number), 800))
    game = magnate.load("monopoly", players=3, auctions=False, free_parking_pot=True)
    write(folder, "monopoly-options", cut(game.play(agents[:3], seed=31), 500))
    begun = magnate.load("monopoly", players=2).setup(
        {
            "phase": "throw",
            "players": [{"cash": 219, "square": 36}, {"cash": 400, "deeds": ["Boardwalk", "Park Place"]}],
        }
    )
    write(folder, "monopoly-setup", cut(played(begun, 11), 300))
    position = magnate.load("monopoly", players=8).new().continue_with(KeyedDice.of("5e" * 32))
    draw = random.Random(3)
    while position.steps < 400:
        position.apply(draw.choice(position.legal()))
    write(folder, "monopoly-secret-dice", Record.of(position))
    for number, preset in enumerate(game_module("brass").PRESETS):
        game = magnate.load("brass", preset=preset, players=2 + number % 3)
        write(folder, f"brass-{preset}", game.play(["planner", "random", "planner", "random"][: game.players], seed=20))
    game = magnate.load("brass", players=4, eras="canal", tie_break="space", gloucester="optional")
    write(folder, "brass-options", game.play(["random"] * 4, seed=4))
    begun = magnate.load("brass", players=2).setup(
        {"round": 3, "players": [{"money": 50, "hand": ["birmingham", "coal"]}, {"hand": ["wild-location"]}]}
    )
    write(folder, "brass-setup", cut(played(begun, 4), 60))
    write(folder, "brass-unfinished", Record.of(magnate.load("brass").play("random", seed=3).replay(90), ["Ada", "Bo"]))
    for small in ("tictactoe", "pig", "kuhn", "connect_four", "bearoff", "random_tree", "tree"):
        write(folder, small, magnate.load(small).play("random", seed=17))
    write(folder, "pig-options", magnate.load("pig", preset="short", players=5, sides=8).play("random", seed=8))
    write(
        folder, "random_tree-chance", magnate.load("random_tree", chance=1, outcomes=5, depth=5).play("random", seed=2)
    )
    write(folder, "tree-coin", magnate.load("tree", preset="coin").play("random", seed=2))


def played(position, seed):
    """Random play on from a position, with the dice of a seed; the record of it."""
    draw = random.Random(seed)
    position.continue_with(seed)
    while not position.is_over and position.steps < LONGEST:
        if position.to_move < 0:
            position.apply(position.drawn(seed))
        else:
            position.apply(draw.choice(position.legal()))
    return position.record(agents=["random"] * position.game.players)


def write(folder: Path, name: str, record: Record) -> None:
    record.verify()
    record.save(folder / f"{name}.json")


# ------------------------------------------------------------------------------------------------ tournaments


def tournaments(name: str = "tournaments") -> None:
    """One store with several tournaments; half of t9 is not played, as if the process had been killed."""
    file = HERE / f"{name}.db"
    file.unlink(missing_ok=True)
    told = {}
    platform.node = lambda: "somewhere"  # no machine's name
    with open_store(str(file)) as store:
        for what, plan, blocks in plans():
            plan = plan.with_code(fingerprints_of(plan))
            tournament = store.create(plan, 12)
            executor = Threads(1) if blocks is None else Stopping(blocks)
            with suppress(KeyboardInterrupt):
                run_tournament(store, tournament, executor)
            if what == "extended":
                store.change(tournament, longer := extended(plan), 12, plan)
                run_tournament(store, tournament, Threads(1))
                plan = longer
            told[tournament] = {"what": what, "done": store.progress(tournament), "games": plan.schedule.games}
    compact(file)
    (HERE / f"{name}.json").write_text(json.dumps(told, indent=2) + "\n")


def extended(plan):
    longer = plan.extended(games=48, add=["strategic:tuned"])
    return longer.with_code(fingerprints_of(longer))


class Stopping(Threads):
    """One thread whose user presses Ctrl-C when that many blocks have been handed out."""

    def __init__(self, blocks):
        super().__init__(1)
        self.left = blocks

    def submit(self, task):
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return super().submit(task)


def plans():
    load = magnate.load
    yield "pig", make_plan(load("pig", target=20), ["random"] * 3, 60, seed=3), None
    thesis = load("monopoly", preset="thesis", players=2)
    yield "monopoly", make_plan(thesis, ["strategic", "baseline"], 24, seed=2), None
    yield "extended", make_plan(load("monopoly", players=2), ["algorithmic", "baseline"], 24, seed=4), None
    yield "brass", make_plan(load("brass", players=3), ["planner", "random", "planner:canal_beer"], 12, seed=5), None
    yield "kuhn", make_plan(load("kuhn"), ["random", "random"], 48, seed=6), None
    searching = ["mcts:sims=12", "minimax:depth=2", "random"]
    yield "searching", make_plan(load("tictactoe"), searching, 12, seed=7), None
    python = ["tests.data.stored.players:First", "tests.data.stored.players:Fails", "random"]
    yield "failures", make_plan(load("pig", target=20), python, 24, seed=8, on_failure="loss"), None
    yield "void", make_plan(load("pig", target=20), python, 24, seed=8, on_failure="void"), None
    yield "interrupted", make_plan(load("pig", target=20), ["random"] * 2, 120, seed=9), 6


# -------------------------------------------------------------------------------------------------- trainings

PIG = 'game = "pig"\nmethod = "{}"\n[options]\ntarget = 20\n'
VALUES = (
    PIG.format("values")
    + """[values]
layers = [8]
rounds = 4
games = 40
epochs = 1
keep = 2
batch = 32
telling_games = 20
[values.population]
self = 2.0
past = 1.0
random = 1.0
"""
)
TOLD = (
    PIG.format("values")
    + """[values]
layers = [6]
rounds = 2
games = 30
epochs = 1
batch = 32
telling_games = 20
"""
)
PPO = (
    PIG.format("ppo")
    + """[ppo]
steps = 6
games = 30
past_every = 2
past = 2
layers = [8]
epochs = 2
batch = 32
[ppo.population]
self = 2.0
past = 1.0
random = 1.0
"""
)
OPPONENT = VALUES.replace("random = 1.0", '"network:told-whole/value.safetensors" = 1.0').replace("[8]", "[6]")
DEEP_Q = """game = "monopoly"
preset = "thesis"
players = 2
method = "deep_q"
[deep_q]
layers = [6, 5]
expert_games = 6
batch = 16
capacity = 60
games_at_once = 2
[deep_q.own_games]
buy = 4
upgrade = 4
downgrade = 3
mortgage = 4
lift = 2
fine = 4
card = 0
"""
TRAININGS = {
    "values": (VALUES, 2),
    "told": (TOLD, 2),
    "opponent": (OPPONENT, 2),
    "ppo": (PPO, 3),
    "deep_q": (DEEP_Q, 3),
}
"""The configuration of each training, and after how many of its steps it was interrupted."""


def trainings() -> None:
    folder = fresh("trainings")
    os.chdir(folder)  # the file of the opponent's network is named from there
    for name, (text, steps) in TRAININGS.items():
        for kind, most in (("cut", steps), ("whole", 99)):
            run = Run.create(folder / f"{name}-{kind}", from_text(text, name, ["checkpoint_seconds=0.0"]))
            with suppress(KeyboardInterrupt):
                method = train(run, run.configuration.game(), [Interrupting(most)])
                write_all(run, method)
            (run.path / ".lock").unlink()
            about = json.loads((run.path / "run.json").read_text())
            (run.path / "run.json").write_text(json.dumps({**about, "system": "Linux"}, indent=2) + "\n")


class Interrupting:
    """Interrupts a training in the step after ``most``."""

    def __init__(self, most):
        self.most = most

    def begin(self, done, total, lines):
        pass

    def step(self, line):
        if line["step"] > self.most:
            raise KeyboardInterrupt


# ----------------------------------------------------------------------------------------------------- tables


def tables(name: str = "tables") -> None:
    """All kinds of tables; of a later format (``tables-NAME``) those of small games."""
    file = HERE / f"{name}.db"
    for one in (file, file.with_name(f"{file.name}.key")):
        one.unlink(missing_ok=True)
    told = asyncio.run(made_tables(file, small=name != "tables"))
    compact(file)
    (HERE / f"{name}.json").write_text(json.dumps(told, indent=2) + "\n")


async def made_tables(file: Path, *, small: bool) -> dict:
    told, records = {}, {}

    def note(name, table):
        told[table.id] = {"what": name, "at": table.at, "over": table.over, "hash": table.position.hash}

    async with service_at(file) as hub:
        for name, game, seats, others in (
            ("agents", "monopoly", 4, {"preset": "official", "options": {"auctions": False}}),
            ("agents", "brass", 2, {"seed": 5, "public": False}),
            ("agents", "pig", 3, {"options": {"target": 30}}),
        ):
            if small and game in {"monopoly", "brass"}:
                continue
            made = await hub.create(_wishes(game, seats, others))
            table = await hub.table(made["id"])
            await until(lambda table=table: table.over, 600)
            note(name, await hub.table(made["id"]))
            records[game] = json.loads(await hub.record(table))
        board, _ = await seated(hub, "tictactoe")
        for number, move in enumerate(("b2", "a1", "c3", "a3", "a2", "c2", "b1", "b3", "c1")):
            await hub.act(board, number % 2, f"c{number}", (await hub.table(board.id)).seq, [move])
        note("people, over", await hub.table(board.id))
        poker, _ = await seated(hub, "kuhn", hints="request", seed=11)
        await hub.act(poker, 0, "c0", (await hub.table(poker.id)).seq, ["bet"])
        note("people, running, hidden", await hub.table(poker.id))
        free, _ = await seated(hub, "pig", (PERSON, agent("random")), undo="free", seed=13, options={"target": 60})
        await hub.act(free, 0, "r1", free.seq, ["roll"])
        await hub.undo(free, 0, "r2", (await hub.table(free.id)).seq)
        note("a person who took a step back, running", await hub.table(free.id))
        large, rival = ("pig", "random") if small else ("monopoly", "strategic")
        people, _ = await seated(hub, large, (PERSON, agent(rival)), seed=12)
        for number in range(4 if small else 40):
            await until(lambda: hub._rooms.here(people.id).table.position.to_move == 0)
            table = await hub.table(people.id)
            await hub.act(table, 0, f"m{number}", table.seq, [table.position.legal()[0].name])
        await until(lambda: hub._rooms.here(people.id).table.position.to_move == 0)
        table = await hub.table(people.id)
        note("a person and an agent, running", table)
        forked = await hub.fork(table, 0, Fork(at=table.at // 2, seats=[PERSON, PERSON]))
        note("fork, running", await hub.table(forked["id"]))
        over = await hub.fork(await hub.table(board.id), None, Fork(at=3, seats=[agent("random"), agent("random")]))
        other = await hub.table(over["id"])
        await until(lambda: hub._rooms.here(other.id).table.over)
        note("fork, over", await hub.table(other.id))
        if small:
            secret, _ = await seated(hub, "kuhn")
            await hub.act(secret, 0, "c0", (await hub.table(secret.id)).seq, ["bet"])
            note("people, running, hidden, a key", await hub.table(secret.id))
        brought = await hub.import_record(records["pig" if small else "monopoly"])
        note("import", await hub.table(brought["id"]))
        brought = await hub.import_record({**records["pig"], "seed": None})
        note("import without a seed", await hub.table(brought["id"]))
    return told


def _wishes(game, seats, others):
    from tests.server.live import wishes

    names = {"monopoly": ["strategic", "random", "baseline", "algorithmic"], "brass": ["planner", "random"]}
    return wishes(game, *[agent(name) for name in names.get(game, ["random"] * 8)[:seats]], **others)


# ---------------------------------------------------------------------------------------------------- tunings


def tunings(name: str) -> None:
    """A finished search for parameters with its result, and the same one as if it had been killed half-way."""
    folder = fresh(name)
    sys.modules[pig_agents.NAME] = pig_agents.agents()
    found = tune(stored_setting(), folder / "whole", Silent())
    (folder / "whole/result.json").write_text(json.dumps(found.as_dict(), indent=1) + "\n", encoding="utf-8")
    lines = (folder / "whole/journal.jsonl").read_bytes().splitlines(keepends=True)
    half = len(lines) // 2
    (folder / "cut").mkdir()
    (folder / "cut/journal.jsonl").write_bytes(b"".join(lines[:half]) + lines[half][:20])


# ------------------------------------------------------------------------------------------------------ shared


def fresh(name: str) -> Path:
    shutil.rmtree(HERE / name, ignore_errors=True)
    (HERE / name).mkdir()
    return HERE / name


def compact(file: Path) -> None:
    """One small file, without the journal beside it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")


if __name__ == "__main__":
    for part in sys.argv[1:] or ("records", "tournaments", "trainings", "tables"):
        if part.startswith("records-"):
            records_of_every_game(part)
        elif part.startswith("tournaments-"):
            tournaments(part)
        elif part.startswith("tables-"):
            tables(part)
        elif part.startswith("tunings"):
            tunings(part)
        else:
            {"records": records, "tournaments": tournaments, "trainings": trainings, "tables": tables}[part]()
