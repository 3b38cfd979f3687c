"""``python -m benchmarks gpu_games gpu_rollouts gpu_searches``: a GPU beside one core of its machine, in the same run.

Times have all copying in them; compiling comes before. Each part takes less than ten minutes, compiled or not. Costs
are rent, at prices that are our assumptions.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import magnate
from magnate.agents.compiled import compiled_agent
from magnate.analysis import rollout
from magnate.analysis.moves import WholeMove, move_from
from magnate.arena.speed import measure
from magnate.errors import IllegalAction
from magnate.gpu.device import Device, the_card, why_no_card
from magnate.search import search

if TYPE_CHECKING:
    from magnate.core.game import Game, Position

RENT: Final = {"core": 0.05, "card": 3.50}
"""Dollars an hour."""
GAMES: Final = (
    *(("monopoly", "official", players, agent) for players in (2, 4) for agent in ("random", "baseline")),
    *(("brass", "full", players, agent) for players in (2, 3, 4) for agent in ("random", "planner")),
)
TABLES: Final = (("monopoly", "official", 2, "baseline"), ("brass", "full", 4, "planner"))
"""Where rollouts and searches are measured, and who plays them on."""
CANDIDATES: Final = 20
TREES, SIMULATIONS, TRIED = 64, 10_000, 20


def games(seconds: float) -> dict[str, Any]:
    """Whole games, the better of two runs each."""
    card = the_card()
    if card is None:
        return missing()
    titles = f"{'core, games/s':>14} {'card':>10} {'times':>6} {'decisions':>10} {'a million: core $':>18} card $"
    print(f"\n{card.name:34} {titles}")
    rows = []
    for name, preset, players, agent in GAMES:
        game = magnate.load(name, preset, players)
        core, other = (
            max(
                (measure(game, agent, seconds=seconds, card=one) for _ in range(2)),
                key=lambda run: run.games_per_second,
            )
            for one in (None, card)
        )
        row = {
            "table": titled(game),
            "agent": agent,
            "core": core.games_per_second,
            "card": other.games_per_second,
            "times": other.games_per_second / core.games_per_second,
            "decisions": other.decisions / other.games,
            "core_dollars": dollars("core", 1e6 / core.games_per_second),
            "card_dollars": dollars("card", 1e6 / other.games_per_second),
        }
        rows.append(row)
        print(
            f"{f'{titled(game)}, {agent}':34} {row['core']:>14,.0f} {row['card']:>10,.0f} {row['times']:>6.1f} "
            f"{row['decisions']:>10,.0f} {row['core_dollars']:>18.4f} {row['card_dollars']:.4f}",
            flush=True,
        )
    return {"card": card.name, "rows": rows}


def rollouts(_seconds: float) -> dict[str, Any]:
    """Rollouts of 20 candidates until the shares are known to half a point."""
    return beside(f"win chances of {CANDIDATES} moves to ±0.5", [_rollout(*table) for table in TABLES])


def searches(_seconds: float) -> dict[str, Any]:
    """Monte Carlo search with 64 trees of 10,000 simulations, by random playouts and by a policy's."""
    asked = [
        _search(name, preset, players, playouts)
        for name, preset, players, agent in TABLES
        for playouts in ("random", agent)
    ]
    return beside(f"{TREES} trees of {SIMULATIONS:,} simulations", asked)


# ------------------------------------------------------------------------------------------------------- the measuring


def beside(title: str, asked: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """How long one core takes for some work, in processor time, and a card; ``asked`` has a name and the work each.

    The work is given a :class:`~magnate.gpu.device.Device`, and whether it is but tried. It returns how many times what
    it has done must be taken.
    """
    card = the_card()
    if card is None:
        return missing()
    print(f"\n{title + ', ' + card.name:60} {'core, s':>10} {'card, s':>10} {'times':>6} {'core $':>8} card $")
    rows = []
    for name, work in asked:
        device = Device("gpu", strict)
        for one in (device, Device()):
            work(one, tried=True)  # what is not compiled yet
        began = time.perf_counter()
        work(device, tried=False)
        spent = time.perf_counter() - began
        began = time.process_time()
        parts = work(Device(), tried=False)
        core = (time.process_time() - began) * parts
        row = {
            "table": name,
            "core": core,
            "card": spent,
            "times": core / spent,
            "core_dollars": dollars("core", core),
            "card_dollars": dollars("card", spent),
        }
        rows.append(row)
        print(
            f"{name:60} {core:>10,.1f} {spent:>10,.2f} {row['times']:>6.1f} "
            f"{row['core_dollars']:>8.4f} {row['card_dollars']:.4f}",
            flush=True,
        )
    return {"card": card.name, "rows": rows}


def _rollout(name: str, preset: str, players: int, agent: str) -> tuple[str, Any]:
    position, moves = choice(magnate.load(name, preset, players), agent, CANDIDATES)

    def work(device: Device, *, tried: bool) -> int:
        rollout(position, moves, agent, 72 if tried else "±0.5", device=device)
        return 1

    return f"{titled(position.game)}, {agent}", work


def _search(name: str, preset: str, players: int, agent: str) -> tuple[str, Any]:
    """On a core one tree is enough, as the others take as long."""
    first = next(rival for table, _, _, rival in TABLES if table == name)
    position, _ = choice(magnate.load(name, preset, players), first, CANDIDATES)
    row = compiled_agent(name, agent).row

    def work(device: Device, *, tried: bool) -> int:
        grown = 1 if device.name == "cpu" else TREES
        budget = f"sims:{grown * (TRIED if tried else SIMULATIONS)}"
        search(position, "mcts", budget, threads=grown, params=row, device=device)
        return TREES // grown

    return f"{titled(position.game)}, playouts of {agent}", work


def choice(game: Game, agent: str, wanted: int) -> tuple[Position, list[WholeMove]]:
    """A position in a game of these agents in which there are so many whole moves, and they."""
    dice = random.Random(1)
    for position in game.play(agent, seed=1).positions():
        if position.to_move < 0 or len(position.legal_ids()) < 3:
            continue
        moves: dict[tuple[int, ...], WholeMove] = {}
        for _ in range(20 * wanted):
            now, steps = position.copy(), list[int]()
            while len(moves) < wanted and now.to_move == position.to_move and len(steps) < 8:
                steps.append(dice.choice(now.legal_ids()))
                now.apply(steps[-1])
                with suppress(IllegalAction):
                    moves[tuple(steps)] = move_from(position, steps)
                    break
        if len(moves) == wanted:
            return position, list(moves.values())
    raise ValueError(f"no position of {game.name} has {wanted} whole moves")


def titled(game: Game) -> str:
    """The table in words."""
    return f"{game.name} {game.preset}, {game.players}"


def dollars(what: str, seconds: float) -> float:
    """The rent of a core or a card for so long."""
    return RENT[what] * seconds / 3600


def missing() -> dict[str, Any]:
    """What is said, and returned, where there is no card."""
    print(f"\nnot measured: {why_no_card()}")
    return {"missing": why_no_card(), "rows": []}


def strict(text: str) -> None:
    """That the processor plays in place of a card ends the program."""
    print(text, flush=True)
    if text.startswith("the processor"):
        raise SystemExit(1)
