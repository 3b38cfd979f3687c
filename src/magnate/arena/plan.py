"""A tournament's plan: everything that decides its games, resolved and checked, and hashes of the code that plays."""

from __future__ import annotations

import hashlib
import json
import math
import sys
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final, Literal, TypeAlias, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..agents.loading import is_user_spec, module_source_digest, spelled_out
from ..agents.searching import SearchAgent
from ..agents.spec import resolve
from ..core.agents import CompiledAgent, OwnAgent, PartlyCompiled
from ..core.game import Game, load_with
from ..core.registry import declared_game, game_module, guide_of
from ..core.result_schema import result_schema_of
from ..core.validation import checked_seed, complaints
from ..core.wording import rules_message
from ..errors import BadAgent, BadOption, BadPlan, MagnateError, PlanChanged, did_you_mean, listing
from ..messages import Message
from .games import NAMED, layout_with_digest
from .schedule import PURPOSES, Purpose, Schedule, entrant_names, schedule

__all__ = [
    "Anchor",
    "FailurePolicy",
    "Fingerprints",
    "Plan",
    "agent_digest",
    "engine_digest",
    "engine_files",
    "make_plan",
    "parse_anchor",
    "parse_failure_policy",
    "parse_purpose",
    "rules_digest",
    "same_agents",
]


# --------------------------------- Hashes of what decides a tournament's games: the engine, the rules, and each agent
#
# A stored tournament keeps them, so that no one goes on with other code unawares. A hash changes with any change of a
# file, be it only a comment: it promises that nothing changed, not that something did.


SIZE: Final = 10
"""Bytes of a hash: enough that two versions never share one by accident."""
_PACKAGE: Final = Path(__file__).parent.parent
_PLAYING: Final = {
    "agents": ("__init__.py", "compiled.py", "loading.py", "spec.py"),
    "arena": ("blocks.py", "fault_isolation.py", "games.py", "plan.py", "schedule.py", "workers.py"),
}
"""The files beside the engine that decide what is played and what is kept of it.

A test checks that they import no others, except for the errors, the messages and the list of games."""


def _digest(files: Iterable[Path], *words: str) -> str:
    """A short hash of these words and of the names and contents of these files."""
    digest = hashlib.blake2b(digest_size=SIZE)
    for word in words:
        digest.update(f"{len(word)}:{word}\0".encode())
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{file.name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _sources(module: ModuleType) -> list[Path]:
    """The files of a module, or of all of its package: Python and data."""
    file = Path(module.__file__ or "")
    if file.name != "__init__.py":
        return [file] if file.is_file() else []
    return [path for kind in ("*.py", "*.json") for path in file.parent.rglob(kind)]


@cache
def engine_digest() -> str:
    """The hash of the engine, and of what seats and asks the agents and judges their failures."""
    return _digest(engine_files())


def engine_files() -> list[Path]:
    """The files whose contents :func:`engine_digest` hashes."""
    playing = (_PACKAGE / folder / name for folder, names in _PLAYING.items() for name in names)
    return [file for part in ("runtime", "core") for file in (_PACKAGE / part).glob("*.py")] + [*playing]


@cache
def rules_digest(game: str) -> str:
    """The hash of a game's module or package."""
    return _digest(_sources(game_module(game)))


def agent_digest(game: str, spec: str) -> str:
    """The hash of what decides an agent's play, apart from the rules and the engine.

    For a compiled agent that is the package of the game's policies and its row of numbers. For a user's agent it is the
    spec and the module that it names; if it delegates to compiled code, it is all of this. For an agent that searches
    or plays by a network it is those packages and all of its settings, with the network's numbers. If it uses the
    game's agents, it is their package too.

    >>> agent_digest("monopoly", "strategic") == agent_digest("monopoly", "strategic:standard")
    True
    >>> agent_digest("monopoly", "strategic") == agent_digest("monopoly", "strategic:late_game")
    False
    """
    agent = resolve(game, spec)
    if isinstance(agent, OwnAgent):
        guided = _policy_files(game) if agent.guided else []
        return _digest([*_files_of(agent.parts), *guided], agent.settings)
    files: list[Path] = []
    words = [spec.strip(), module_source_digest(spelled_out(game, spec))] if is_user_spec(game, spec) else []
    if isinstance(agent, CompiledAgent | PartlyCompiled):
        files = _policy_files(game)
        words.append(json.dumps(agent.row))
    return _digest(files, *words)


def _files_of(parts: Iterable[str]) -> list[Path]:
    """The Python files of parts of the package: of folders, or files themselves."""
    paths = [_PACKAGE / part for part in parts]
    return [file for path in paths for file in ([path] if path.is_file() else path.glob("*.py"))]


def _policy_files(game: str) -> list[Path]:
    """The package that the guide of the game's agents lies in."""
    guide = guide_of(game)
    return [] if guide is None else _sources(sys.modules[str(guide.__package__)])


# ------------------------------------------------------------------------------------------------------------- The plan


FailurePolicy: TypeAlias = Literal["loss", "void", "abort"]
"""What happens when a Python agent fails: it loses the game, the deal group is dropped, or the tournament ends."""

_STRICT: Final = ConfigDict(strict=True, extra="forbid", frozen=True)


class Anchor(BaseModel):
    """The agent whose rating is fixed, and the rating it is given; all others follow."""

    model_config = _STRICT

    name: str
    value: Annotated[float, Field(allow_inf_nan=False)]


class Digests(BaseModel):
    """Hashes of the sources that play (see :mod:`.fingerprints`); ``agents`` in the order of the plan's agents.

    ``rows`` is that of the layout of the blocks which do not name their columns. It stays as it is when the tournament
    goes on with other code. In a new tournament it is :data:`~magnate.arena.games.NAMED`; the first stores had none.
    """

    model_config = _STRICT

    engine: str
    rules: str
    agents: tuple[str, ...]
    rows: str = ""


class Fingerprints(BaseModel):
    """Hashes of what the code does (see :mod:`.fingerprints`), for the game and for the agents in the plan's order.

    ``columns`` are those of the numbers that are kept of each game, by their names: a new number changes no other.
    """

    model_config = _STRICT

    game: str
    columns: dict[str, str]
    agents: tuple[str, ...]


class Plan(BaseModel):
    """What is played: the game with all its options, the agents, the deals, and what happens when an agent fails.

    ``games`` counts for each table and is whole deal groups. ``tables`` is the size of the sample of tables, or None
    for all. With ``copies`` an agent may have several seats of a table. ``mixed`` names what had changed when somebody
    continued with other code (``--force``). ``digests`` are those of the sources, ``fingerprints`` of what they do;
    without these only a sample of the games can tell whether other sources play alike.
    """

    model_config = _STRICT

    game: str
    rules_version: int
    preset: str
    options: dict[str, Any]
    players: int
    agents: tuple[str, ...]
    games: Annotated[int, Field(ge=1)]
    tables: Annotated[int, Field(ge=1)] | None = None
    copies: bool = False
    seed: int
    purpose: Purpose = "final"
    on_failure: FailurePolicy = "abort"
    agent_timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    anchor: Anchor | None = None
    digests: Digests
    fingerprints: Fingerprints | None = None
    mixed: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """The plan that :meth:`to_json` wrote; raises :class:`~magnate.errors.BadPlan` for anything else."""
        try:
            return cls.model_validate_json(text)
        except ValidationError as error:
            raise BadPlan(
                f"a tournament's plan is malformed: {complaints(error)}", hint="it was not written by this version"
            ) from None

    def to_json(self) -> str:
        """The plan as JSON."""
        return self.model_dump_json()

    @cached_property
    def names(self) -> list[str]:
        """The entrants: the agents' specs, with a number where one is named again."""
        return entrant_names(self.agents)

    @cached_property
    def schedule(self) -> Schedule:
        """Who meets whom, on which deals."""
        return schedule(
            self.names,
            players=self.players,
            games=self.games,
            seed=self.seed,
            tables=self.tables,
            copies=self.copies,
            purpose=self.purpose,
        )

    def load_game(self) -> Game:
        """The game with the plan's options, and those by which today's rules play as the version of the plan did."""
        older = declared_game(self.game).older_options(self.rules_version)
        return load_with(self.game, self.preset, self.players, {**older, **self.options})

    @cached_property
    def rules(self) -> str:
        """The preset and what differs from it, in English."""
        return str(self.rules_message())

    def rules_message(self, *, titled: bool = False) -> Message:
        """As :func:`magnate.core.wording.rules_message`; the preset alone where game or options are gone."""
        try:
            return rules_message(self.load_game(), titled=titled)
        except MagnateError:
            return Message("engine.rules.preset", {"preset": self.preset})

    @cached_property
    def alike(self) -> list[int]:
        """For each entrant the first that is the same compiled agent; one in Python may answer otherwise each time."""
        return same_agents([resolve(self.game, spec) for spec in self.agents])

    @cached_property
    def compiled(self) -> bool:
        """Whether all agents are compiled ones."""
        return all(isinstance(resolve(self.game, spec), CompiledAgent) for spec in self.agents)

    @cached_property
    def ours(self) -> bool:
        """Whether no agent is a user's: ours play in threads and need no guard."""
        agents = (resolve(self.game, spec) for spec in self.agents)
        return all(isinstance(agent, CompiledAgent | OwnAgent) for agent in agents)

    @cached_property
    def searches(self) -> bool:
        """Whether any agent searches, so that games take long."""
        return any(isinstance(resolve(self.game, spec), SearchAgent) for spec in self.agents)

    def changes(self) -> tuple[str, ...]:
        """Whose sources are not as they were when the plan was made.

        ``the engine``, ``the rules of …``, ``what is kept of a game``, ``the agent …``
        """
        now = current_digests(self.game, self.agents)
        found = ["the engine"] if now.engine != self.digests.engine else []
        found += [f"the rules of {self.game}"] if now.rules != self.digests.rules else []
        found += ["what is kept of a game"] if not self.readable else []
        pairs = zip(self.agents, self.digests.agents, now.agents, strict=True)
        return tuple(dict.fromkeys([*found, *(f"the agent {spec}" for spec, was, new in pairs if was != new)]))

    def checked(self, *, force: bool = False) -> Plan:
        """The plan if all sources are still those that it was made with; with ``force``, marked with what has changed.

        Raises :class:`~magnate.errors.PlanChanged` naming what has changed; also with ``force`` where the games that
        are kept cannot be read.
        """
        self.check_rows()
        changed = self.changes()
        if not changed:
            return self
        if not force:
            raise PlanChanged(
                f"{listing(changed)} changed since this tournament began",
                hint="start a new tournament, or go on with --force, which its report will say",
            )
        mixed = tuple(dict.fromkeys([*self.mixed, *changed]))
        return self.with_code(None, mixed=mixed)

    def with_code(self, fingerprints: Fingerprints | None, mixed: tuple[str, ...] | None = None) -> Plan:
        """The plan with the hashes of today's sources, and these fingerprints of them, which may be taken later."""
        digests = current_digests(self.game, self.agents, self.digests.rows)
        return self._with(digests=digests, fingerprints=fingerprints, mixed=self.mixed if mixed is None else mixed)

    @property
    def readable(self) -> bool:
        """Whether the games that are kept can be read: their blocks name their columns, or the layout is known."""
        facts = result_schema_of(game_module(self.game))
        rows = self.digests.rows
        return rows == NAMED or layout_with_digest(rows, facts, self.players) is not None

    def check_rows(self) -> None:
        """Raise :class:`~magnate.errors.PlanChanged` if the games that are kept cannot be read."""
        if not self.readable:
            raise PlanChanged(
                "what is kept of a game changed since this tournament began, so its games cannot be read",
                hint="read them with the magnate that played them, or start a new tournament",
            )

    def extended(self, *, games: int | None = None, add: Iterable[str] = ()) -> Plan:
        """The plan with more games at each table, or with more agents, as if it had been made so."""
        specs = [*self.agents, *(_checked_spec(self.game, spec, self.players) for spec in add)]
        if games is not None and games < self.games:
            raise BadPlan(
                f"{games} games are fewer than the {self.games} of each table", hint="--games is the new number in all"
            )
        if games is None and len(specs) == len(self.agents):
            raise BadPlan("nothing to extend by", hint="give --games N or --add AGENT")
        plan = self._with(
            agents=tuple(specs),
            games=whole_groups(games or self.games, self.players),
            digests=current_digests(self.game, specs, self.digests.rows),
            fingerprints=self.fingerprints if len(specs) == len(self.agents) else None,
        )
        plan.schedule  # noqa: B018 - raises where no such tables can be formed
        return plan

    def _with(self, **changed: Any) -> Plan:
        """A plan of its own with these fields changed (a plain copy would take what is cached along)."""
        return Plan.from_json(self.model_copy(update=changed).to_json())


def whole_groups(games: int, players: int) -> int:
    """The number of games rounded up to whole deal groups.

    >>> whole_groups(10, 4)
    12
    """
    return -(-games // players) * players


def make_plan(
    game: Game,
    agents: Sequence[str],
    games: int,
    *,
    seed: int = 1,
    purpose: Purpose = "final",
    tables: int | None = None,
    copies: bool = False,
    on_failure: FailurePolicy = "abort",
    agent_timeout: float | None = None,
    anchor: Anchor | None = None,
) -> Plan:
    """The plan of a tournament, with every agent looked up and every table formed.

    Raises the :class:`~magnate.errors.MagnateError` that says what is wrong. Examples are an unknown agent, fewer
    agents than seats, a sample of tables without some agent, or an anchor that does not take part.
    """
    if agent_timeout is not None and not 0 < agent_timeout < math.inf:
        raise BadOption(
            f"an agent cannot be given {agent_timeout:g} s to answer", hint="--agent-timeout is more than 0 seconds"
        )
    specs = [_checked_spec(game.name, spec, game.players) for spec in agents]
    plan_names = entrant_names(specs)
    if anchor is not None and anchor.name not in plan_names:
        raise BadAgent(f'the anchor "{anchor.name}" does not take part', hint=did_you_mean(anchor.name, plan_names))
    rounded = whole_groups(games, game.players)
    schedule(plan_names, players=game.players, games=games, seed=checked_seed(seed), tables=tables, copies=copies)
    return Plan(
        game=game.name,
        rules_version=game.info.rules_version,
        preset=game.preset,
        options=game.options.model_dump(mode="json"),
        players=game.players,
        agents=tuple(specs),
        games=rounded,
        tables=tables,
        copies=copies,
        seed=seed,
        purpose=purpose,
        on_failure=on_failure,
        agent_timeout=agent_timeout,
        anchor=anchor,
        digests=current_digests(game.name, specs),
    )


def parse_anchor(text: str) -> Anchor:
    """The anchor in ``NAME=VALUE``; raises :class:`~magnate.errors.BadOption` for anything else.

    >>> parse_anchor("baseline:reserve=300=1500")
    Anchor(name='baseline:reserve=300', value=1500.0)
    """
    name, _, value = text.rpartition("=")
    try:
        return Anchor(name=name.strip() or "?", value=float(value))
    except ValueError:  # no number, or one that no rating can have
        raise BadOption(f'--anchor needs NAME=VALUE, not "{text}"', hint="write for example random=0") from None


def parse_failure_policy(text: str) -> FailurePolicy:
    """``loss``, ``void`` or ``abort``; raises :class:`~magnate.errors.BadOption` for anything else."""
    for policy in get_args(FailurePolicy):
        if text == policy:
            return cast(FailurePolicy, policy)
    raise BadOption(f'--on-failure cannot be "{text}"', hint=did_you_mean(text, get_args(FailurePolicy)))


def parse_purpose(text: str) -> Purpose:
    """One of :data:`~magnate.arena.schedule.PURPOSES`; raises :class:`~magnate.errors.BadOption` for anything else."""
    for purpose in PURPOSES:
        if text == purpose:
            return purpose
    raise BadOption(f'--purpose cannot be "{text}"', hint=did_you_mean(text, PURPOSES))


def same_agents(agents: Sequence[Any]) -> list[int]:
    """For each agent the first that is the same compiled agent, by the numbers it runs with."""
    found: list[int] = []
    for number, agent in enumerate(agents):
        rows = (first for first in found if isinstance(agent, CompiledAgent) and _same(agents[first], agent))
        found.append(next(rows, number))
    return found


def _same(one: Any, other: CompiledAgent) -> bool:
    return isinstance(one, CompiledAgent) and one.row == other.row


def current_digests(game: str, specs: Sequence[str], rows: str = NAMED) -> Digests:
    """The hashes of the code as it is now; ``rows`` is what a plan has already."""
    agents = tuple(agent_digest(game, spec) for spec in specs)
    return Digests(engine=engine_digest(), rules=rules_digest(game), agents=agents, rows=rows)


def _checked_spec(game: str, spec: str, players: int) -> str:
    """The spec without surrounding blanks, if there is such an agent that plays at such a table."""
    resolve(game, spec, players)
    return spec.strip()
