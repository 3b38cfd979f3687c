"""``python tools/same_on_card.py [GAME …]``: whether a GPU plays as the processor does. Any difference is printed.

- Games of every preset, number of players and compiled agent: the same bits.
- Games with a network: the same decisions. The first one that differs is named.
- Rollouts and searches: the same answers; where a network values rollouts, by how much they differ at most.

The exit status is 1 after a difference, and 2 without a card.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import NetworkAgent
from magnate.agents.learned.card import NetworkedBatch, network_run
from magnate.analysis import rollout
from magnate.analysis.measured import has_network
from magnate.core.agents import CompiledAgent
from magnate.core.registry import agent_names, declared_game, game_names
from magnate.core.run import Results, Run, play_batched, play_games
from magnate.errors import MagnateError
from magnate.gpu.device import Device, the_card, why_no_card
from magnate.gpu.layout import CardFailed
from magnate.gpu.run import Batch, play_all
from magnate.networks import Network
from magnate.search import search
from magnate.values.schema import schema_for

if TYPE_CHECKING:
    from magnate.core.game import Game
    from magnate.gpu.machine import Card

GAMES, NETWORKED = 20_000, 1_000
"""Games of a case. From 16,384 on a card sorts them, and fewer of them play on in one launch."""
FIELDS = ("utility", "score", "ending", "decisions", "chances", "tracks", "states")
NETWORKS = {"monopoly": ("magnate:2p", "magnate:student", "magnate:official", "magnate:negotiator")}
"""Networks that play, and come with a game. They play its first preset; the small one with random weights plays all."""
RIVALS = {"monopoly": "baseline", "brass": "planner"}
CLOSE = 1e-9
"""Shares that a network has a hand in may differ by so much."""


@dataclass(frozen=True)
class Case:
    """Games that are played on both; ``run`` makes them anew, to be stopped after a number of decisions."""

    name: str
    run: Callable[[int | None], Run]
    batch: Callable[[Card, Run, np.ndarray], Batch]
    on_processor: Callable[[Run], Results]
    more: int = 0
    """What ``play_all`` is told of a game's bytes."""

    def played(self, card: Card | None, limit: int | None = None) -> Results:
        """The games, all to their ends on the card, or on the processor."""
        run = self.run(limit)
        if card is None:
            return self.on_processor(run)
        play_all(lambda games: self.batch(card, run, games), card, run, more=self.more)
        return run.results


class Whole(Batch):
    """Games that a card plays to their ends, the last ones too."""

    few = 0


# ------------------------------------------------------------------------------------------------------------ the cases


def tables(name: str, preset: str | None = None) -> Iterator[Game]:
    """The game with each of its presets, or this one, and each number of players."""
    declared = declared_game(name)
    for rules in declared.presets if preset is None else [preset]:
        for players in range(declared.min_players, declared.max_players + 1):
            with suppress(MagnateError):  # some presets are for two
                yield magnate.load(name, rules, players)


def compiled_cases(game: Game, games: int) -> Iterator[Case]:
    """Games of each compiled agent with its like."""
    for agent in agent_names(game.name):
        found = resolve(game.name, agent)
        if isinstance(found, CompiledAgent):
            rows = np.array([found.row])

            def run(limit: int | None, rows: np.ndarray = rows) -> Run:
                return Run.of(game, range(games), np.zeros((games, game.players), np.int64), rows, limit=limit)

            yield Case(f"{titled(game)}, {agent}", run, Whole, play_games)


def networks(game: Game) -> Iterator[tuple[str, NetworkAgent]]:
    """A small network with random weights, and those that come with the game and play at this table."""
    with suppress(MagnateError):  # games that are about other things than a win
        size = schema_for(game.name).size
        yield "a small network", NetworkAgent.of(game.name, Network.new([size, 12, game.info.max_players], seed=2))
    for spec in NETWORKS.get(game.name, ()) if game.preset == next(iter(declared_game(game.name).presets)) else ():
        with suppress(MagnateError):
            found = resolve(game.name, spec, game.players)
            if isinstance(found, NetworkAgent):
                found.check(game.players)
                yield spec, found


def networked_cases(game: Game, games: int) -> Iterator[Case]:
    """Games of each network in the first seat, with compiled agents in the others."""
    for name, agent in networks(game):
        agents: list[Any] = [agent, *[resolve(game.name, RIVALS.get(game.name, "random"))] * (game.players - 1)]
        session = agent.start_session(game)

        def run(limit: int | None, agents: list[Any] = agents) -> Run:
            return network_run(game, agents, range(games), limit=limit)[0]

        def batch(card: Card, asked: Run, some: np.ndarray, agent: NetworkAgent = agent) -> Batch:
            return NetworkedBatch(card, asked, some, game, agent)

        def on_processor(asked: Run, session: Any = session) -> Results:
            return play_batched(asked, lambda _row, waiting: session.answer(waiting))

        more = network_run(game, agents, range(1))[1]
        yield Case(f"{titled(game)}, {name}", run, batch, on_processor, more)


def titled(game: Game) -> str:
    """The table in words."""
    return f"{game.name} {game.preset}, {game.players} players"


# ------------------------------------------------------------------------------------------------------- what differs


def difference(case: Case, card: Card) -> str:
    """What differs between a card and the processor; empty where nothing does."""
    found, wanted = case.played(card), case.played(None)
    wrong = [name for name in FIELDS if getattr(found, name).tobytes() != getattr(wanted, name).tobytes()]
    if not wrong:
        return ""
    games = np.flatnonzero(unlike(found, wanted))
    if not len(games):
        return f"{', '.join(wrong)} differ, in no game's position"
    first = int(games[0])
    low, high = 0, int(wanted.decisions[first])  # the positions agree after ``low`` decisions, but not after ``high``
    while high - low > 1:
        middle = (low + high) // 2
        if unlike(case.played(card, middle), case.played(None, middle))[first]:
            high = middle
        else:
            low = middle
    return f"{len(games)} games ({', '.join(wrong)}); first game {first}, at its decision {high}"


def unlike(one: Results, other: Results) -> np.ndarray:
    """Which games ended in different positions, or after other numbers of decisions."""
    raw = [found.states.view(np.uint8).reshape(len(found.states), -1) for found in (one, other)]
    return np.asarray((raw[0] != raw[1]).any(axis=1) | (one.decisions != other.decisions))


def answers(game: Game, device: Device, until: int, budget: str) -> Iterator[tuple[str, str]]:
    """Questions about a position in the middle of a game, each with what differs."""
    record = game.play(RIVALS.get(game.name, "random"), seed=3)
    deciding = [one for one in record.positions() if one.to_move >= 0]
    position = deciding[len(deciding) // 2]
    asked: list[dict[str, Any]] = [{"luck": False}] if has_network(game) else [{}]
    asked += [{"luck": 2, "truncate": 3}] if has_network(game) else []
    for options in asked:
        found, wanted = (rollout(position, None, None, until, device=one, **options) for one in (device, "cpu"))
        apart = float(np.abs(np.subtract(found.best.shares, wanted.best.shares)).max())
        same = found == wanted or (bool(options.get("luck")) and apart <= CLOSE)
        words = ", ".join(f"{name}={value}" for name, value in options.items()) or "plain"
        yield f"{titled(game)}, rollout ({words})", "" if same else f"shares differ by up to {apart:.2g}"
    rival = resolve(game.name, RIVALS.get(game.name, "random"))
    rows = {"random": (), RIVALS.get(game.name, "random"): getattr(rival, "row", ())}
    for name, row in rows.items():
        reports = [search(position, "mcts", budget, threads=64, params=row, device=one) for one in (device, "cpu")]
        plain = [replace(report, seconds=0.0) for report in reports]
        visits = [{action.name: action.visits for action in report.actions} for report in reports]
        wrong = "" if plain[0] == plain[1] else f"best {reports[0].name}, not {reports[1].name}; visits {visits}"
        yield f"{titled(game)}, mcts with playouts of {name}", wrong


def strict(text: str) -> None:
    """That the processor plays in place of a card ends the program."""
    print(text, flush=True)
    if text.startswith("the processor"):
        raise SystemExit(1)


def compared(
    card: Card,
    device: Device,
    names: Sequence[str],
    preset: str | None = None,
    *,
    games: int = GAMES,
    networked: int = NETWORKED,
    until: int = 1440,
    budget: str = "sims:6400",
) -> Iterator[tuple[str, str]]:
    """All cases of these games, each with what differs."""
    for name in names:
        for game in tables(name, preset):
            for case in (*compiled_cases(game, games), *networked_cases(game, networked)):
                try:
                    yield case.name, difference(case, card)
                except CardFailed as error:
                    yield case.name, f"the card does not play it ({error})"
        yield from answers(magnate.load(name), device, until, budget)


def main() -> int:
    """Compare, and print a line a case."""
    parser = argparse.ArgumentParser(description="Whether a GPU plays as the processor does.")
    parser.add_argument("names", nargs="*", metavar="GAME", help="games (default: all)")
    parser.add_argument("--preset", help="only this one")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of compiled agents, a case (default {GAMES:,})")
    parser.add_argument("--networked", type=int, default=NETWORKED, help=f"of networks (default {NETWORKED:,})")
    chosen = parser.parse_args()
    card = the_card()
    if card is None:
        print(why_no_card())
        return 2
    device, begun, wrong, cases = Device("gpu", strict), time.monotonic(), 0, 0
    for name, found in compared(
        card, device, chosen.names or game_names(), chosen.preset, games=chosen.games, networked=chosen.networked
    ):
        cases, wrong = cases + 1, wrong + bool(found)
        print(f"{time.monotonic() - begun:7.0f} s  {name}: {found or 'the same'}", flush=True)
    print(f"{card.name}: {cases - wrong} of {cases} cases are the same")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
