"""Fingerprints: hashes of what rules, engine and agents do in fixed games, whatever their sources look like.

The fingerprint of a game is taken for its options and number of players. Random players play games from fixed seeds.
Some begin at the start. Others begin at the set-ups in ``setups.json`` of the game's package, which reach what random
play hardly ever does. After every decision the hash takes in each seat's score and how often chance was drawn. It takes
in the end, who sits where on which deal, and what a tournament keeps of the games. Random players choose by an action's
place in the list of what is legal. So any difference in legality leads the games apart.

The fingerprint of an agent is taken in the same way of games that it plays against itself and against random players.
Of an agent that answers in Python the hash takes in each answer. Two kinds have no fingerprint but the hash of their
sources: a user's own agents, and agents that search for a given time.

Nothing here depends on names of functions, on the order of fields in a state, on the machine, or on which driver plays.
Taking a fingerprint takes a moment. So each is kept in the user's cache folder, by the hash of all sources that it
follows from.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
from pydantic import ValidationError

from ..agents.searching import SearchAgent
from ..agents.spec import resolve
from ..core.agents import CompiledAgent, OwnAgent, PartlyCompiled
from ..core.binding import LIMIT, RUNNING
from ..core.game import Game
from ..core.players import PythonAgentRunner, params_of
from ..core.result_schema import result_schema_of
from ..core.run import Batch, Pauses, Results, Run, params_row, play_batched, prepare
from ..errors import AgentFailed, MagnateError
from ..runtime.cache import root
from ..runtime.compiler import build
from ..runtime.interpreter import is_interpreted
from ..runtime.pystate import PyStates
from ..runtime.stream import deal_seed
from .games import winners_of
from .plan import Fingerprints, Plan, agent_digest, engine_digest, rules_digest
from .schedule import PURPOSES, Block, schedule

__all__ = [
    "Comparison",
    "code_fingerprints",
    "compared",
    "fingerprints_of",
    "game_fingerprint",
    "own_states",
    "played_by",
    "rounds_of",
    "run_of",
    "set_up_states",
]


VERSION: Final = "1"
"""What a fingerprint begins with; those of another way to take them cannot be compared."""
SOURCES: Final = "sources"
"""What the hash of the sources of an agent begins with that has no fingerprint."""
ROUNDS: Final = 512
"""The most decisions that are played of a game."""
GAMES: Final = (64, 16)
"""Games from the start, and from each set-up, of random players."""
AGENT_GAMES: Final = (32, 8)
"""The same for a compiled agent."""
PRELUDES: Final = (0, 2, 6, 24)
"""After how many decisions of random players an agent that answers in Python is asked, beside all set-ups."""
ANSWERS: Final = 4
"""How many decisions it then takes."""
SETUPS: Final = "setups.json"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What has changed since a plan was made, in words.

    ``changed``: games go otherwise, or what a user wrote is another file. ``unsure``: only sources are known to differ.
    """

    changed: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


OnPart = Callable[[int, int], None]
"""``progress(done, total)``: fingerprints that have been taken; it counts only those that were not kept."""


def compared(plan: Plan, progress: OnPart = lambda _done, _total: None) -> Comparison:
    """What the code of today does otherwise than the code that a plan was made with.

    Where no source has changed, nothing is played.
    """
    sources = plan.changes()
    if not sources:
        return Comparison()
    kept = plan.fingerprints
    if kept is None or not kept.game.startswith(f"{VERSION}:"):
        certain = {f"the agent {spec}" for spec in plan.agents if _is_never_sampled(plan.game, spec)}
        return Comparison(*(tuple(one for one in sources if (one in certain) == sure) for sure in (True, False)))
    now = fingerprints_of(plan, progress)
    code = [name for name in sources if name in ("the engine", f"the rules of {plan.game}")]
    columns = [name for name, was in kept.columns.items() if now.columns.get(name, was) != was]
    same = now.game == kept.game and not columns
    changed = [] if same else code or [f"the rules of {plan.game}"]
    unsure = code if same and not plan.ours else []  # they decide what a user's agent is shown
    for spec, was, new in zip(plan.agents, kept.agents, now.agents, strict=True):
        name = f"the agent {spec}"
        if was != new and (same or name in sources):
            guessed = was.startswith(SOURCES) and not _is_never_sampled(plan.game, spec)
            (unsure if guessed else changed).append(name)
    return Comparison(tuple(dict.fromkeys(changed)), tuple(dict.fromkeys(unsure)))


def _is_never_sampled(game: str, spec: str) -> bool:
    """Whether other sources of an agent are another agent, which no sample of games can disprove."""
    agent = resolve(game, spec)
    return not isinstance(agent, CompiledAgent | PartlyCompiled) or _is_timed(agent)


def _is_timed(agent: Any) -> bool:
    return isinstance(agent, SearchAgent) and agent.question.budget.kind == "time"


def fingerprints_of(plan: Plan, progress: OnPart = lambda _done, _total: None) -> Fingerprints:
    """The fingerprints of the code as it is now, for the game and the agents of a plan."""
    return code_fingerprints(plan.load_game(), plan.agents, batched=not plan.compiled, progress=progress)


def code_fingerprints(
    game: Game, specs: Sequence[str], *, batched: bool = False, progress: OnPart = lambda _done, _total: None
) -> Fingerprints:
    """The fingerprints of a game and of agents: those that this machine knows, the others are taken."""
    base = (VERSION, _own_digest(), engine_digest(), rules_digest(game.name), game.players)
    options = json.dumps(game.options.model_dump(mode="json"), sort_keys=True)
    keys = {spec: _key(*base, options, agent_digest(game.name, spec)) for spec in specs}
    own_key = _key(*base, options)
    known = _Kept.read()
    wanted = [own_key, *keys.values()]
    absent, total = 0, len({key for key in wanted if key not in known.found})

    def looked_up(key: str, take: Callable[[], Any]) -> Any:
        nonlocal absent
        if key not in known.found:
            progress(absent, total)
            known.add(key, take())
            absent += 1
            progress(absent, total)
        return known.found[key]

    of_game = looked_up(own_key, partial(game_fingerprint, game, batched=batched))
    agents = {spec: looked_up(key, partial(_agent, game, spec, batched)) for spec, key in keys.items()}
    known.write()
    return Fingerprints(game=of_game["game"], columns=of_game["columns"], agents=tuple(agents[spec] for spec in specs))


# ------------------------------------------------------------------------------------------------- What is kept of them


MOST_KEPT: Final = 2000


@dataclass(slots=True)
class _Kept:
    """The fingerprints that this machine knows, by the hashes of their sources, the newest last."""

    found: dict[str, Any]
    added: dict[str, Any]

    @classmethod
    def read(cls) -> _Kept:
        """Those of the file; none where it cannot be read."""
        found: Any = None
        with suppress(OSError, ValueError):
            found = json.loads(_file().read_text(encoding="utf-8"))
        return cls(found if isinstance(found, dict) else {}, {})

    def add(self, key: str, value: Any) -> None:
        """Note another one."""
        self.found[key] = self.added[key] = value

    def write(self) -> None:
        """Add the new ones to the file; where nothing can be written they are taken again the next time."""
        if not self.added:
            return
        newest = list({**_Kept.read().found, **self.added}.items())[-MOST_KEPT:]
        with suppress(OSError):
            _file().parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=_file().parent, prefix=_file().name)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(dict(newest), file, indent=0)
            Path(name).replace(_file())


def _file() -> Path:
    return root() / "fingerprints.json"


def _key(*parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()


@cache
def _own_digest() -> str:
    """The hash of this file."""
    return hashlib.blake2b(Path(__file__).read_bytes(), digest_size=16).hexdigest()


# ------------------------------------------------------------------------------------------------------------- Of games


def game_fingerprint(game: Game, *, batched: bool = False) -> dict[str, Any]:
    """The fingerprint ``game``, and ``columns``: by its name, that of each number that tournaments keep.

    ``batched`` says which driver plays, which makes no difference. It is the one that the tournament needs anyway.
    """
    _ready(game, batched)
    states = np.concatenate([game.start_states(GAMES[0]), np.repeat(set_up_states(game), GAMES[1])])
    seats = np.zeros((len(states), game.players), np.int64)
    hashed = hashlib.blake2b(digest_size=16)
    for purpose in PURPOSES:
        names = [f"entrant {number}" for number in range(game.players + 2)]
        plan = schedule(names, players=game.players, games=3 * game.players, seed=1, tables=3, purpose=purpose)
        block = Block(1, 0, 3)
        hashed.update(repr((plan.tables, plan.lineups(block).tolist(), plan.seeds(block))).encode())
    results = played_by(run_of(game, states, seats, np.array([params_row(0)])), hashed, batched=batched)
    facts = result_schema_of(game.module)
    hashed.update(winners_of(game.info, facts, results.utility).astype("<i8").tobytes())
    found = facts.collect(results)
    columns = {
        name: hashlib.blake2b(np.rint(found[name]).astype("<i8").tobytes(), digest_size=8).hexdigest()
        for name, _ in (*facts.game, *facts.seat)
    }
    return {"game": f"{VERSION}:{hashed.hexdigest()}", "columns": columns}


def run_of(
    game: Game,
    states: np.ndarray,
    seats: np.ndarray,
    params: np.ndarray,
    rules: ModuleType | None = None,
    guide: ModuleType | None = None,
) -> Run:
    """Games for a fingerprint, with its seeds; ``rules`` may be interpreted ones, which have no guide but this one."""
    seeds = [deal_seed("fingerprint", number) for number in range(len(states))]
    guided = guide or (game.guide if rules is None or not is_interpreted(rules) else None)
    return Run(rules or game.rules, game.info, states, seeds, seats, params, guided)


def played_by(run: Run, hashed: Any, *, batched: bool = False, rounds: int = ROUNDS) -> Results:
    """Play games, take what happens into a hash, and return how they ended."""
    for found in rounds_of(run, rounds, batched=batched):
        hashed.update((found.score + 0.0).astype("<f4").tobytes() + found.chances.astype("<i8").tobytes())
    ends = (found.ending, found.decisions, np.rint(found.utility * 1e6), found.tracks)
    hashed.update(b"".join(one.astype("<i8").tobytes() for one in ends))
    return found


def rounds_of(run: Run, rounds: int, *, batched: bool) -> Iterator[Results]:
    """Play games a decision at a time, with the chance that follows; what has come of them after each."""
    results = run.results
    if batched:
        pauses = Pauses(run, slice(0, len(run.states)))
        for decided in range(1, rounds + 1):
            run.drivers.advance(decided, pauses.buffers, pauses.waiting)
            goes_on = results.ending == LIMIT
            pauses.waiting.status[goes_on] = RUNNING
            yield results
            if not goes_on.any():
                return
        return
    buffers, (decisions, chances) = run.buffers(), np.zeros((2, len(run.states)), np.int64)
    for _ in range(rounds):
        run.drivers.play(1, buffers)
        decisions += results.decisions
        chances += results.chances
        results.decisions[:], results.chances[:] = decisions, chances
        yield results
        if not (results.ending == LIMIT).any():
            break
    if isinstance(buffers.states, PyStates):
        results.states[:] = buffers.states.to_array()


def set_up_states(game: Game) -> np.ndarray:
    """The set-ups of a game's package that its options and number of players allow."""
    file = Path(game.module.__file__ or "").parent / SETUPS
    found = [np.zeros(0, game.rules.STATE)]
    if hasattr(game.module, "__path__") and file.is_file():
        for setup in json.loads(file.read_text(encoding="utf-8")).values():
            with suppress(MagnateError, ValidationError):
                found.append(game.declared.setup(setup, game.options, game.players))
    return np.concatenate(found)


def _ready(game: Game, batched: bool) -> None:
    """Compile what playing takes, or load it."""
    prepare(game.rules, game.guide, game.progress, batched=batched)


# ------------------------------------------------------------------------------------------------------------ Of agents


def _agent(game: Game, spec: str, batched: bool) -> str:
    """The fingerprint of an agent, or the hash of its sources."""
    agent = resolve(game.name, spec, game.players)
    hashed = hashlib.blake2b(digest_size=16)
    if isinstance(agent, CompiledAgent):
        _ready(game, batched)
        states = np.concatenate([game.start_states(AGENT_GAMES[0]), np.repeat(set_up_states(game), AGENT_GAMES[1])])
        seats = np.zeros((len(states), game.players), np.int64)
        seats[::2] = 1
        for number in range(1, len(states), 2):
            seats[number, number // 2 % game.players] = 1
        rows = np.array([params_row(0), np.array(agent.row)])
        played_by(run_of(game, states, seats, rows), hashed, batched=batched)
    elif isinstance(agent, OwnAgent) and not _is_timed(agent):
        _answered(game, agent, hashed)
    else:
        return f"{SOURCES}:{agent_digest(game.name, spec)}"
    return f"{VERSION}:{hashed.hexdigest()}"


def own_states(game: Game) -> np.ndarray:
    """The positions at which an agent is asked that answers in Python."""
    found = [set_up_states(game)]
    for decisions in PRELUDES:
        states = game.start_states(1)
        run = run_of(game, states, np.zeros((1, game.players), np.int64), np.array([params_row(0)]))
        for results in rounds_of(run, decisions, batched=True):
            states = results.states
        found.append(states)
    return np.concatenate(found)


def _answered(game: Game, agent: OwnAgent, hashed: Any) -> None:
    """Take what an agent in Python answers into a hash."""
    _ready(game, batched=True)
    game.new()
    build(agent.entries(game), game.progress)
    runner = PythonAgentRunner(game, [agent], [agent.name])

    def answer(row: int, batch: Batch) -> Sequence[int | None]:
        try:
            answers = runner.answers(row, batch, agent.name)
            said = [None if isinstance(one, AgentFailed) else int(one) for one in answers]
        except AgentFailed:
            said = [None] * len(batch.games)
        hashed.update(repr((batch.games.tolist(), batch.seats.tolist(), batch.legal, said)).encode())
        return said

    states = own_states(game)
    seeds = [deal_seed("fingerprint", number) for number in range(len(states))]
    seats = np.zeros((len(states), game.players), np.int64)
    run = Run.of(game, seeds, seats, params_of([agent]), states=states, limit=ANSWERS)
    results = play_batched(run, answer, listener=runner.listener)
    hashed.update((results.score + 0.0).astype("<f4").tobytes() + results.ending.astype("<i8").tobytes())
