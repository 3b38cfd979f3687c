"""How an agent of Monopoly does with all kinds of partners: the rows of the table that ``magnate train judge`` makes.

Each row is a kind of table. It is played on deals that no training plays, each in every rotation of the seats. Partners
are drawn from a frozen roster anew for each deal, so that intervals over deals are over tables too. What was played is
kept line by line, deal by deal, so that a row goes on where it was stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..agents.monopoly.gnome import RULES
from ..agents.spec import resolve
from ..arena.empirical_game import EmpiricalGame, Meta, meta_of
from ..arena.plan import agent_digest, engine_digest, rules_digest
from ..arena.rosters import Roster, load_roster
from ..arena.schedule import purpose_seed
from ..arena.statistics import Estimate, share_estimate
from ..core.game import Game, load
from ..errors import BadAgent, BadNetwork, BadPlan, did_you_mean
from ..gametheory.symmetric import SymmetricGame

__all__ = ["SUBJECT", "Found", "Goal", "Judged", "Judging", "Row", "Said", "composition", "found_in"]

SUBJECT: Final = "*"
"""What stands for the agent that is judged where seats are named."""
GAME: Final = "monopoly"
FIELD: Final = (
    "dqn",
    "random",
    "algorithmic",
    "strategic",
    *(
        f"strategic:{name}"
        for name in (
            *("completionist_builder", "aggressive_investor", "trademaster", "late_game"),
            *("cautious_accumulator", "blocker", "hotelier"),
        )
    ),
)
"""The eleven others of the thesis' field of twelve."""
WIDTH: Final = 0.04
"""A goal counts as reached only where the interval is at most so much of all wins on either side."""
SILENT: Final = ("offers=0", "offer_chance=0")
"""The settings by which agents make no offers of their own."""
META: Final = ("strategic", "character:haggler_20", "character:fair_trader")
"""With whom the compositions of tables are filled, beside the agent that is judged."""


# ---------------------------------------------------------------------------------------------------------------- Rows


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be reached: by the estimate, and by the near end of the interval; ``above``, or below."""

    estimate: float | None = None
    bound: float | None = None
    above: bool = True

    def reached(self, found: Estimate, unit: int = 1) -> bool | None:
        """Whether it is; None where the games do not tell yet. So many units are all wins: players, in even shares."""
        if found.low is None or found.high is None or (found.margin or 0.0) > WIDTH * unit:
            return None
        sign = 1.0 if self.above else -1.0
        near = found.low if self.above else found.high
        short = self.estimate is not None and sign * found.mean < sign * self.estimate
        return not (short or (self.bound is not None and sign * near < sign * self.bound))


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of table: who sits there, what is counted, and what is to be reached.

    ``seats`` says who sits at the table of a deal, with :data:`SUBJECT` for the agent that is judged. ``spec`` is that
    agent. ``others`` counts what the others win a seat; ``decided`` leaves out games that a cap ended. ``fair`` counts
    in multiples of an even share. ``part`` is one of several rows of one goal.
    """

    key: str
    about: str
    spec: str
    seats: Callable[[int], tuple[str, ...]]
    players: int = 4
    preset: str = "official"
    options: tuple[tuple[str, Any], ...] = ()
    before: str = "–"
    goal: Goal = field(default_factory=Goal)
    others: bool = False
    decided: bool = False
    fair: bool = False


@dataclass(frozen=True, slots=True)
class Judging:
    """What is judged: an agent, in what it plays by the official rules, with two players, and by the thesis' rules.

    ``responses`` are agents that were trained against copies of it.
    """

    spec: str
    roster: Roster = field(default_factory=lambda: load_roster("monopoly_official"))
    unseen: Roster = field(default_factory=lambda: load_roster("monopoly_unseen"))
    two: str = ""
    thesis: str = ""
    responses: tuple[str, ...] = ()
    two_responses: tuple[str, ...] = ()
    seed: int = 2027

    def rows(self) -> list[Row]:
        """All rows that are played as games, in the order of the page."""
        spec, two = self.spec, self.two or self.spec
        found = [self._mixed("mixed", "one copy at mixed tables of four", 4, 1, goal=Goal(estimate=0.45))]
        found += [
            _against("strategic", "against three `strategic`", spec, ["strategic"] * 3, "60", Goal(estimate=0.55)),
            _against(
                *("silent", "the same without offers of its own", silent(spec) or ""),
                *(["strategic"] * 3, "18.5", Goal(bound=0.27)),
            ),
            _against(
                *("refusers", "against three refusers, games that no cap ended", spec, ["character:refuser"] * 3, "23"),
                Goal(estimate=0.33, bound=0.28),
                decided=True,
            ),
        ]
        hagglers = next(members for name, _, members in self.roster.types if name == "haggler")
        for one in hagglers:
            goal, before = Goal(estimate=0.38), "37 ± 13 (one)"
            found.append(_against(f"haggler:{tail(one)}", f"against three `{one}`", spec, [one] * 3, before, goal))
        for one in self.unseen.members:
            goal = Goal(estimate=0.30, bound=0.25)
            found.append(_against(f"unseen:{tail(one)}", f"against three `{one}`, unseen", spec, [one] * 3, "–", goal))
        for copies in (2, 3):
            about = f"{copies} copies at mixed tables of four: share of each other seat"
            goal, before = Goal(estimate=0.18, above=False), "21.4 (three)" if copies == 3 else "–"
            found.append(self._mixed(f"copies:{copies}", about, 4, copies, before=before, goal=goal, others=True))
        for number, one in enumerate(self.responses, 1):
            about, goal = "a best response, one among three copies", Goal(bound=0.37, above=False)
            found.append(
                _against(f"response:{number}", f"{about} (`{one}`)", spec, [one], "–", goal, own=3, others=True)
            )
        for one in self.roster.members:
            about, goal = f"two players: against `{one}`", Goal(estimate=0.60)
            found.append(_against(f"duel:{tail(one)}", about, two, [one], "54–97 (all)", goal))
        for number, one in enumerate(self.two_responses, 1):
            about, goal = f"two players: a best response (`{one}`)", Goal(bound=0.62, above=False)
            found.append(_against(f"duel-response:{number}", about, two, [one], "59", goal, others=True))
        for players in (3, 5, 6, 8):
            about, goal = f"{players} players at mixed tables, in even shares", Goal(estimate=1.5)
            before = "refused" if players > 4 else "–"
            found.append(self._mixed(f"players:{players}", about, players, 1, before=before, goal=goal, fair=True))
        for hole in (True, False):
            for one in FIELD:
                about = f"`thesis`, field of twelve: against `{one}`" + ("" if hole else ", without the hole")
                goal = Goal(estimate=0.87 if hole else 0.58)
                row = _against(
                    f"{'field' if hole else 'no-hole'}:{tail(one)}",
                    *(about, self.thesis or two, [one], "85.5 (mean)" if hole else "54+", goal),
                    preset="thesis",
                    options=() if hole else (("duel_richer", False),),
                )
                found.append(row)
        bots, goal = ("gnome_v1", "gnome_v2", "gnome_v3"), Goal(estimate=0.90)
        about = "the literature's setting, on our rebuild: against its three bots"
        found.append(_against("literature", about, spec, bots, "–", goal, options=tuple(RULES.items())))
        return found

    @property
    def company(self) -> tuple[str, ...]:
        """With whom compositions of tables are filled, beside the agent itself."""
        return tuple(one for one in META if one != self.spec)

    def compositions(self) -> list[Row]:
        """All ways to fill a table of four with the agent and some members of the roster."""
        tables = combinations_with_replacement((SUBJECT, *self.company), 4)
        return [Row(f"meta:{number}", "", self.spec, _always(table)) for number, table in enumerate(tables)]

    def _mixed(
        self, key: str, about: str, players: int, copies: int, before: str = "57–67 (one type)", **more: Any
    ) -> Row:
        drawn = self.roster.at(players)

        def seats(deal: int) -> tuple[str, ...]:
            return (*[SUBJECT] * copies, *drawn.draw(players - copies, self.seed, deal))

        return Row(key, about, self.spec, seats, players, self.roster.preset, before=before, **more)


def _against(
    key: str, about: str, spec: str, met: Sequence[str], before: str, goal: Goal, *, own: int = 1, **more: Any
) -> Row:
    """Copies of the agent against these, the same ones on each deal."""
    seats = (*[SUBJECT] * own, *met)
    return Row(key, about, spec, _always(seats), len(seats), before=before, goal=goal, **more)


def _always(seats: tuple[str, ...]) -> Callable[[int], tuple[str, ...]]:
    """The same seats on each deal."""
    return lambda _deal: seats


def tail(spec: str) -> str:
    """What tells a member of a roster from the others of its kind.

    >>> tail("character:haggler_10"), tail("strategic")
    ('haggler_10', 'strategic')
    """
    return spec.partition(":")[2] or spec


def silent(spec: str) -> str | None:
    """The same agent without offers of its own; None where it has no setting for that.

    >>> silent("strategic"), silent("magnate:official"), silent("random")
    ('strategic:offer_chance=0', 'magnate:official,offers=0', None)
    """
    for setting in SILENT:
        written = f"{spec}{',' if ':' in spec else ':'}{setting}"
        try:
            resolve(GAME, written)
        except BadAgent:
            continue
        return written
    return None


# --------------------------------------------------------------------------------------------------------------- Deals


@dataclass(frozen=True, slots=True)
class Said:
    """What came of one deal: who sat there, and for each rotation what each of them won and whether a cap ended it."""

    deal: int
    agents: tuple[str, ...]
    shares: list[list[float]]
    capped: list[bool]

    @classmethod
    def of(cls, line: str) -> Said:
        """A kept line."""
        given = json.loads(line)
        return cls(given["deal"], tuple(given["agents"]), given["shares"], given["capped"])

    def line(self) -> str:
        """The line that is kept."""
        return json.dumps({"deal": self.deal, "agents": self.agents, "shares": self.shares, "capped": self.capped})


@cache
def table_of(players: int, preset: str, options: tuple[tuple[str, Any], ...]) -> Game:
    """The game at such a table."""
    return load(GAME, preset=preset, players=players, **dict(options))


def play_deal(
    players: int, preset: str, options: tuple[tuple[str, Any], ...], agents: Sequence[str], spec: str, seed: int
) -> tuple[list[list[float]], list[bool]]:
    """One deal in every rotation of the seats: the shares in the order of the agents, and which games a cap ended."""
    game = table_of(players, preset, options)
    caps = [code for code, name in enumerate(game.info.endings) if name in game.info.caps]
    named = [spec if one == SUBJECT else one for one in agents]
    shares, capped = [], []
    for first in range(players):
        results = game.play_many([named[(first + seat) % players] for seat in range(players)], [seed])
        won = results.utility[0]
        shares.append([float(won[(place - first) % players]) for place in range(players)])
        capped.append(bool(np.isin(results.ending[0], caps)))
    return shares, capped


def kept_lines(path: Path, plan: str) -> list[str]:
    """The whole lines of a file of kept games, without its head; none where there is no head yet.

    Raises :class:`~magnate.errors.BadPlan` where the head names another plan.
    """
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    if lines and json.loads(lines[0]).get("plan") != plan:
        raise BadPlan(
            f"{path} has games of another agent, seed or version",
            hint="name another folder with --out, or remove that file",
        )
    return lines[1:]


class Judged:
    """The kept games of a judging, one file for each row; :meth:`play` adds to them."""

    def __init__(self, folder: Path, judging: Judging) -> None:
        self.folder, self.judging = folder, judging
        folder.mkdir(parents=True, exist_ok=True)

    def said(self, row: Row) -> list[Said]:
        """What is kept of a row; a line that was cut off is left out.

        Raises :class:`~magnate.errors.BadPlan` where its games are those of something else.
        """
        return [Said.of(line) for line in kept_lines(self._path(row.key), self._plan(row))]

    def play(self, row: Row, deals: int, pool: Executor | None = None) -> Iterator[int]:
        """Play a row's deals up to that number; yields how many it has after each."""
        done = len(self.said(row))
        if done >= deals:
            return
        path = self._path(row.key)
        if not done:
            path.write_text(json.dumps({"row": row.key, "plan": self._plan(row)}) + "\n", encoding="utf-8")
        kept = path.read_bytes()
        path.write_bytes(kept[: kept.rfind(b"\n") + 1])
        numbers = range(done, deals)
        with path.open("a", encoding="utf-8") as file:
            for deal, (agents, (shares, capped)) in zip(numbers, self._played(row, numbers, pool), strict=True):
                file.write(Said(deal, agents, shares, capped).line() + "\n")
                file.flush()
                yield deal + 1

    def _played(self, row: Row, deals: range, pool: Executor | None) -> Iterator[tuple[tuple[str, ...], Any]]:
        tables = [row.seats(deal) for deal in deals]
        seeds = [purpose_seed(self.judging.seed, "final", deal) for deal in deals]
        fixed = (row.players, row.preset, row.options)
        given = [(*fixed, agents, row.spec, seed) for agents, seed in zip(tables, seeds, strict=True)]
        found = (pool.map if pool is not None else map)(play_deal, *zip(*given, strict=True))
        return zip(tables, found, strict=True)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key.replace(':', '-')}.jsonl"

    def _plan(self, row: Row) -> str:
        """The hash of what decides a row's games."""
        sides = (self.judging.roster.digest, self.judging.unseen.digest)
        said = (row.spec, row.players, row.preset, row.options, self.judging.seed, sides, row.seats(0))
        agents = [agent_digest(GAME, row.spec)] + [agent_digest(GAME, one) for one in row.seats(0) if one != SUBJECT]
        return hashlib.blake2b(repr((said, agents, engine_digest(), rules_digest(GAME))).encode()).hexdigest()[:32]


@contextmanager
def workers(jobs: int) -> Iterator[Executor | None]:
    """Processes that play deals at the same time; none for a single job."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield pool


# ------------------------------------------------------------------------------------------------------------- Figures


@dataclass(frozen=True, slots=True)
class Found:
    """What a row's games show; ``refused`` says why there are none."""

    row: Row
    share: Estimate | None
    capped: float
    games: int
    refused: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None where the games do not tell."""
        unit = self.row.players if self.row.fair else 1
        return None if self.share is None else self.row.goal.reached(self.share, unit)


def refusal(row: Row) -> str:
    """Why the agent cannot sit at such tables; empty where it can."""
    if not row.spec:
        return "it has no setting for that"
    try:
        resolve(GAME, row.spec, row.players)
    except (BadNetwork, BadAgent) as error:
        return f"refused: {error.message.rpartition('.safetensors: ')[2]}"  # without where its file lies here
    return ""


def found_in(row: Row, said: Sequence[Said]) -> Found:
    """The figures of a row, from what is kept of it."""
    if not said:
        return Found(row, None, 0.0, 0, refusal(row))
    sums, counts = np.zeros(len(said)), np.zeros(len(said))
    for number, one in enumerate(said):
        mine = np.array([(agent == SUBJECT) != row.others for agent in one.agents])
        counted = ~np.array(one.capped) if row.decided else np.ones(len(one.capped), bool)
        sums[number] = np.array(one.shares)[counted][:, mine].sum()
        counts[number] = counted.sum() * mine.sum()
    games = sum(len(one.capped) for one in said)
    capped = sum(sum(one.capped) for one in said) / games
    share = share_estimate(sums, counts=counts) if counts.any() else None
    if share is not None and row.fair:
        low, high = (None if end is None else row.players * end for end in (share.low, share.high))
        share = Estimate(row.players * share.mean, low, high, share.deals)
    return Found(row, share, capped, games)


def composition(judging: Judging, rows: Sequence[Sequence[Said]]) -> Meta | None:
    """Which mixtures of agents are stable, from all ways to fill a table (``rows`` has the deals of each)."""
    names = (judging.spec, *judging.company)
    multisets = [row.seats(0) for row in judging.compositions()]
    deals = min((len(said) for said in rows), default=0)
    if not deals or len(rows) != len(multisets):
        return None
    number = {SUBJECT: 0, **{name: place for place, name in enumerate(judging.company, 1)}}
    members = np.array([[number[one] for one in table] for table in multisets])
    first = np.ones(members.shape, bool)
    first[:, 1:] = members[:, 1:] != members[:, :-1]
    views = np.cumsum(first.ravel()).reshape(members.shape) - 1
    shape = (deals, int(views.max()) + 1)
    sums, counts = np.zeros(shape), np.zeros(shape)
    for view, said in zip(views, rows, strict=True):
        for deal, one in enumerate(said[:deals]):
            for place, shares in enumerate(np.array(one.shares).T):
                sums[deal, view[place]] += shares.sum()
                counts[deal, view[place]] += len(shares)
    means = sums.sum(axis=0) / counts.sum(axis=0)
    return meta_of(
        EmpiricalGame(SymmetricGame(names, members, means[views]), "win", sums, counts, views), resamples=200
    )


def chosen(judging: Judging, wanted: Sequence[str]) -> list[Row]:
    """The rows of these names; a name before the colon means all rows of the kind.

    Raises :class:`~magnate.errors.BadPlan` for a name that none has.
    """
    rows = judging.rows()
    kinds = {row.key.partition(":")[0] for row in rows}
    for name in wanted:
        if name not in kinds and name not in {row.key for row in rows}:
            raise BadPlan(f'there is no row "{name}"', hint=did_you_mean(name, sorted(kinds)))
    return [row for row in rows if not wanted or row.key in wanted or row.key.partition(":")[0] in wanted]
