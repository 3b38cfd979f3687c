"""How fast games are played: measured, with the interpreted rules in the same run as the yardstick."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents import resolve
from ..core.agents import CompiledAgent
from ..core.game import Game
from ..core.registry import guide_of
from ..core.result_schema import result_schema_of
from ..core.run import Run, play_games, prepare
from ..errors import BadAgent
from ..gpu.device import chosen_card, warned
from ..gpu.run import play_games as play_on_card
from ..runtime.interpreter import interpret
from ..runtime.stream import deal_seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..gpu.machine import Card

__all__ = ["Speed", "interpreted_ratio", "machine", "measure"]

FIRST: Final = 32  # games in the first batch; each batch doubles until the time is up
MOST: Final = 8192
ON_CARD: Final = 1 << 17
"""Games in a batch on a GPU: enough to have it busy until nearly all have ended."""
COUNTED: Final = ("turns", "offers", "offers_accepted")
"""Facts of a game that are added up, where it has them."""
INTERPRETED_DECISIONS: Final = 400
"""Decisions after which a game is stopped when it is compared with the interpreted rules."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was played and how long it took; ``seconds`` is wall time.

    ``turns``, ``offers`` (of trades) and ``offers_accepted`` are None where the game counts none.
    On an idle machine ``cpu_seconds``, the processor time of all threads, is nearly ``seconds * threads``.
    ``device`` is "cpu" or the name of the GPU that played.
    """

    game: str
    preset: str
    players: int
    agent: str
    threads: int
    games: int
    turns: int | None
    offers: int | None
    offers_accepted: int | None
    decisions: int
    chances: int
    capped: int
    seconds: float
    cpu_seconds: float
    device: str = "cpu"

    @property
    def games_per_second(self) -> float:
        """Whole games a second."""
        return self.games / self.seconds

    @property
    def turns_per_second(self) -> float | None:
        """Player turns a second."""
        return None if self.turns is None else self.turns / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Decisions a second (chance outcomes not counted)."""
        return self.decisions / self.seconds

    def per_game(self, count: int | None) -> float | None:
        """A count as its mean for each game."""
        return None if count is None else count / self.games

    @property
    def capped_share(self) -> float:
        """The share of the games that a cap ended."""
        return self.capped / self.games

    def as_dict(self) -> dict[str, Any]:
        """The measurement for JSON."""
        return {
            **asdict(self),
            "seconds": round(self.seconds, 4),
            "cpu_seconds": round(self.cpu_seconds, 4),
            "games_per_second": round(self.games_per_second, 1),
            "turns_per_second": None if self.turns_per_second is None else round(self.turns_per_second),
            "decisions_per_second": round(self.decisions_per_second),
            "offers_per_game": _rounded(self.per_game(self.offers)),
            "offers_accepted_per_game": _rounded(self.per_game(self.offers_accepted)),
            "capped_share": round(self.capped_share, 4),
        }


def _rounded(found: float | None) -> float | None:
    return None if found is None else round(found, 4)


def machine() -> dict[str, Any]:
    """The machine that a number was measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    """The processor's model name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def chosen_for(
    game: Game, agent: str, device: str, say: Callable[[str], None] = warned, threads: int = 1
) -> Card | None:
    """The card on which games with this agent are measured by a ``device``, or None for the processor.

    ``say`` hears what is to be said of the GPU; see :func:`magnate.gpu.device.chosen_card`.
    """

    def trial(card: Card | None, seconds: float) -> float:
        return measure(game, agent, seconds=seconds, threads=threads, card=card).games_per_second

    return chosen_card(device, say, trial)


def measure(
    game: Game,
    agent: str,
    *,
    seconds: float = 1.0,
    threads: int = 1,
    seed: int = 1,
    device: str = "cpu",
    card: Card | None = None,
) -> Speed:
    """Play games with one agent in all seats for about that long, and count. Compiling is not part of the time.

    On a ``card``, or that which ``device`` means, the games are begun many at a time, and the time has all copying to
    and from it.
    """
    if device != "cpu":
        card = chosen_for(game, agent, device, threads=threads)
    bench = _Bench(game, agent, card)
    bench.play(range(2))  # the first call loads code into memory
    games, decisions, chances, capped, spent, cpu = 0, 0, 0, 0, 0.0, 0.0
    size, counted = FIRST * threads if card is None else ON_CARD, dict.fromkeys(COUNTED, 0)
    while spent < seconds or not games:
        seeds = [deal_seed(seed, "speed", number) for number in range(games, games + size)]
        start, cpu_start = time.perf_counter(), time.process_time()
        results = bench.play(seeds, threads)
        spent += time.perf_counter() - start
        cpu += time.process_time() - cpu_start
        facts = result_schema_of(game.module).collect(results)
        counted = {name: found + int(facts[name].sum()) for name, found in counted.items() if name in facts}
        games += size
        decisions += int(results.decisions.sum())
        chances += int(results.chances.sum())
        capped += sum(map(game.info.is_cap, results.ending.tolist()))
        size = min(2 * size, MOST) if card is None else ON_CARD
    return Speed(
        game=game.name,
        preset=game.preset,
        players=game.players,
        agent=agent,
        threads=threads,
        games=games,
        turns=counted.get("turns"),
        offers=counted.get("offers"),
        offers_accepted=counted.get("offers_accepted"),
        decisions=decisions,
        chances=chances,
        capped=capped,
        seconds=spent,
        cpu_seconds=cpu,
        device="cpu" if card is None else card.name,
    )


def interpreted_ratio(game: Game, agent: str, *, seconds: float = 1.0, seed: int = 1) -> float:
    """How many times faster the compiled rules are than the same files run as plain Python, on the same games.

    Both play the same deals for the same number of decisions each; the clock covers nothing but playing.
    """
    bench = _Bench(game, agent)
    spent, decided, games = 0.0, 0, 0
    while spent < seconds:
        start = time.perf_counter()
        decided += bench.interpreted(deal_seed(seed, "twin", games), INTERPRETED_DECISIONS)
        spent += time.perf_counter() - start
        games += 1
    interpreted = decided / spent
    seeds = [deal_seed(seed, "twin", number) for number in range(games)] * max(1, 2000 // games)
    bench.play(seeds[:2])
    start = time.perf_counter()
    results = bench.play(seeds, limit=INTERPRETED_DECISIONS)
    return float(int(results.decisions.sum()) / (time.perf_counter() - start) / interpreted)


class _Bench:
    """A game with one compiled agent in all seats, ready to be played compiled or interpreted."""

    def __init__(self, game: Game, agent: str, card: Card | None = None) -> None:
        resolved = resolve(game.name, agent)
        if not isinstance(resolved, CompiledAgent):
            raise BadAgent(f"{agent} is no compiled agent", hint="the speed of compiled play is measured")
        self.game, self.card = game, card
        self.guide = guide_of(game.name)
        self.params = np.array([resolved.row])
        prepare(game.rules, self.guide)

    def play(self, seeds: Any, threads: int = 1, limit: int | None = None) -> Any:
        """Play these deals with compiled code."""
        seats = np.zeros((len(seeds), self.game.players), np.int64)
        run = Run.of(self.game, seeds, seats, self.params, limit=limit)
        if self.card is not None:
            return play_on_card(self.card, run)
        return play_games(run, threads=threads)

    def interpreted(self, seed: int, limit: int) -> int:
        """Play one deal by the interpreted rules; returns how many decisions there were."""
        guide = None if self.guide is None else interpret(self.guide.__name__)
        seats = np.zeros((1, self.game.players), np.int64)
        rules, starts = interpret(self.game.rules.__name__), self.game.start_states(1)
        run = Run(rules, self.game.info, starts, [seed], seats, self.params, guide)
        run.drivers.play(limit, run.buffers())
        return int(run.results.decisions[0])
