"""``python tools/deep_q_study.py field|seeds|ablations|calibration|counts``: the figures of docs/studies/deep-q.md.

``field``: twelve agents under ``thesis`` with the deep Q agent among them, every pair on the same deals; once with
``dqn``, once with ``dqn:fixed``, and how these two and the agent that was left out meet.

``seeds``: the training ``dqn_long`` with three seeds, in folders of ``--runs``, and what each comes to against the
eleven others. The interval is over the seeds. ``--part`` trains on a part of the games.

``ablations``: variants of the training, each trained in the same way on a part of the games (``--part``) in a folder
of ``--runs``, and then played against the eleven other agents of that field on the same deals, in compiled code.

``counts``: how often the experts come to each decision in a game, and answer other than no, or with nothing.

``calibration``: what the networks of ``dqn:fixed``, which are paid for the outcome alone, expect of it, and what came.

Each meeting of the field is a tournament of the store and each training a run in its folder, so the same command goes
on where it was interrupted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from meetings import Meeting, Played, play

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly.deep_q import outputs
from magnate.agents.monopoly.deep_q.agent import DESTRUCTIVE, DeepQAgent
from magnate.agents.monopoly.deep_q.outputs import BUY, CARD, FINE, NAMES
from magnate.arena.schedule import purpose_seed
from magnate.arena.statistics import Estimate, estimate
from magnate.arena.store import Store, open_store
from magnate.errors import MagnateError
from magnate.learn.calibration import Answers, phases, reliability, some_of_each
from magnate.learn.config import read
from magnate.learn.methods.deep_q import OWN_GAMES
from magnate.learn.run_dir import Run, write_all
from magnate.learn.thesis import NETWORKS_SEAT, NetworkPlay, Recorder
from magnate.learn.training import train

SEED = 7
FIELD = (
    "random",
    "algorithmic",
    "strategic",
    "strategic:completionist_builder",
    "strategic:aggressive_investor",
    "strategic:trademaster",
    "strategic:late_game",
    "strategic:cautious_accumulator",
    "strategic:orange_hunter",
    "strategic:blocker",
    "strategic:hotelier",
)
LEFT_OUT = "strategic:railroad_baron"
"""The thesis does not say who made room for the deep Q agent; this one it never names."""
PART = 2 / (1 + len(FIELD))
"""An agent takes part in so much of the games of its field."""
PARENT, STRANGER = "strategic", "algorithmic"
LONG, SEEDS = "dqn_long", (1, 2, 3)
GROUPS = ("brown", "light blue", "pink", "orange", "red", "yellow", "green", "dark blue")


@dataclass(frozen=True)
class Variant:
    """A training: the example that it begins with, what it changes, and which networks need consent in play."""

    name: str
    example: str = "dqn"
    changes: tuple[str, ...] = ()
    gated: int = DESTRUCTIVE
    trained_as: str = ""
    """The variant whose networks it plays by, if it is not trained itself."""


FIXED = "dqn_fixed"
VARIANTS = (
    Variant("dqn"),
    Variant("fixed", FIXED),
    Variant("no experts", changes=("deep_q.expert_games=0",)),
    Variant("experts alone", changes=tuple(f"deep_q.own_games.{name}=0" for name in OWN_GAMES)),
    Variant("no consent", changes=("deep_q.consent=false",), gated=0),
    Variant("no consent in play", gated=0, trained_as="dqn"),
    Variant("22 outputs", changes=("deep_q.places=22",)),
    Variant("numbers unscaled", changes=('deep_q.inputs="thesis_unscaled"',)),
    Variant("one network", changes=("deep_q.one_network=true",)),
    Variant("wealth across the action", changes=('deep_q.span="action"',)),
    Variant("fixed, to the end of the game", FIXED, ("deep_q.ahead=200",)),
    Variant("fixed, not double", FIXED, ("deep_q.double=false",)),
    Variant("fixed, no consent", FIXED, ("deep_q.consent=false",), 0),
    Variant("fixed, no experts", FIXED, ("deep_q.expert_games=0",)),
)


def meeting(agents: tuple[str, ...], games: int) -> Meeting:
    """A meeting under the thesis' rules."""
    return Meeting("monopoly", "thesis", 2, agents, games, SEED)


# ------------------------------------------------------------------------------------------------------- the field


def field(store: Store, games: int, jobs: int) -> None:
    """Print the field with each of the two agents in it."""
    for agent in ("dqn", "dqn:fixed"):
        played = play(store, meeting((agent, *FIELD), games), jobs)
        print(f"\n{agent}: {len(played.games):,} games, {played.seconds:,.0f} s\n")
        show_field(played)
        show_colours(played, agent)
        print(f"\nagainst each: {duels(played, agent)}")
        other = play(store, meeting((agent, LEFT_OUT), games), jobs)
        print(f"against {LEFT_OUT}, which is left out: {shown(other.lines[0].win_share)}")
    between = play(store, meeting(("dqn", "dqn:fixed"), games), jobs)
    print(f"\ndqn against dqn:fixed: {shown(between.lines[0].win_share)}")


def show_field(played: Played) -> None:
    """A line for each agent: its part of all wins, of its own games, and how often it went bankrupt."""
    print("| agent | wins of all games | of its own | bankrupt of all games | of its own |\n|---|--:|--:|--:|--:|")
    part = 2 / len(played.lines)
    for line in sorted(played.lines, key=lambda one: -one.win_share.mean):
        broke = line.means["bankrupt"]
        print(
            f"| `{line.agent}` | {scaled(line.win_share, part)} | {shown(line.win_share)} "
            f"| {scaled(broke, part)} | {shown(broke)} |"
        )


def show_colours(played: Played, agent: str) -> None:
    """Which colour groups an agent buys of, beside the mean of the others, as parts of the streets that it buys."""
    parts = {line.agent: np.array(list(line.parts["purchases"].values()))[: len(GROUPS)] for line in played.lines}
    own = parts.pop(agent)
    others = np.sum(list(parts.values()), axis=0)
    print("\n| streets bought | " + " | ".join(GROUPS) + " |\n|---|" + "--:|" * len(GROUPS))
    for name, bought in ((f"`{agent}`", own), ("the others", others)):
        print(f"| {name} | " + " | ".join(f"{part:.0%}" for part in bought / bought.sum()) + " |")


def duels(played: Played, agent: str) -> str:
    """What an agent wins of its games against each other one."""
    names = played.games.names
    each = {name: estimate(by_deal(played, agent, name)) for name in names if name != agent}
    return ", ".join(f"{name} {shown(found)}" for name, found in each.items())


# ------------------------------------------------------------------------------------------------ several seeds


def seeds(runs: Path, part: float, games: int) -> None:
    """Train the long example with each seed, and print what each comes to, then their mean with its interval."""
    print(f"| seed | wins of all games | of its own | against {PARENT} | against {STRANGER} | trained, s |")
    print("|---|--:|--:|--:|--:|--:|", flush=True)
    wins = []
    for seed in SEEDS:
        file, seconds = trained(Variant(f"long {seed}", LONG, (f"seed={seed}",)), runs, part)
        found = {opponent: at_once(file, DESTRUCTIVE, opponent, games // 2) for opponent in FIELD}
        own = estimate(np.mean(list(found.values()), axis=0))
        wins.append(own.mean)
        each = f"{shown(estimate(found[PARENT]))} | {shown(estimate(found[STRANGER]))}"
        print(f"| {seed} | {scaled(own, PART)} | {shown(own)} | {each} | {seconds:,.0f} |", flush=True)
    mean = estimate(np.array(wins))
    print(f"| all | {scaled(mean, PART)} | {shown(mean)} | | | |")


# ---------------------------------------------------------------------------------------------------- the ablations


def ablations(runs: Path, example: str, part: float, games: int) -> None:
    """Train the variants and print what each comes to."""
    first: np.ndarray | None = None
    heading = f"| variant | the field | against {PARENT} | against {STRANGER} | more than the first | trained, s |"
    print(f"{heading}\n|---|--:|--:|--:|--:|--:|", flush=True)
    for variant in (one for one in VARIANTS if one.example == example):
        try:
            file, seconds = trained(variant, runs, part)
        except MagnateError as error:
            print(f"| {variant.name} | {error} | | | | |", flush=True)
            continue
        found = {opponent: at_once(file, variant.gated, opponent, games // 2) for opponent in FIELD}
        whole = np.mean(list(found.values()), axis=0)
        difference = "" if first is None else signed(estimate(whole - first))
        first = whole if first is None else first
        print(
            f"| {variant.name} | {shown(estimate(whole))} | {shown(estimate(found[PARENT]))} "
            f"| {shown(estimate(found[STRANGER]))} | {difference} | {seconds:,.0f} |",
            flush=True,
        )


def at_once(file: Path, gated: int, opponent: str, deals: int) -> np.ndarray:
    """What an agent wins of each deal against a compiled one, the mean over both seats, entirely in compiled code."""
    agent = DeepQAgent.of_file(file)
    seeds, seats = dealt(deals)
    none = np.zeros(2 * deals, np.int64)
    played = recorder_of(agent).play(
        seeds, seats, rows_of([opponent]), agent.networks, play=NetworkPlay(gated=gated), watched=none
    )
    found: np.ndarray = played.shares[seats == NETWORKS_SEAT].reshape(deals, 2).mean(axis=1)
    return found


def dealt(deals: int, first: int = 0) -> tuple[list[int], np.ndarray]:
    """The seeds of games on some deals, and who sits where: the networks in either seat of each."""
    seeds = np.repeat([purpose_seed(SEED, "final", deal) for deal in range(first, first + deals)], 2).tolist()
    return seeds, np.array([[NETWORKS_SEAT, 0], [0, NETWORKS_SEAT]] * deals)


def recorder_of(agent: DeepQAgent) -> Recorder:
    """What plays an agent's games in compiled code."""
    game = magnate.load("monopoly", preset="thesis", players=2)
    return Recorder(game, rows_of([PARENT])[0], agent.shape)


def rows_of(specs: list[str]) -> np.ndarray:
    """The parameters of compiled agents."""
    agents: list[Any] = [resolve("monopoly", spec) for spec in specs]
    return np.array([agent.row for agent in agents])


def trained(variant: Variant, runs: Path, part: float) -> tuple[Path, float]:
    """The file with the networks of a variant, trained as far as it is not yet, and the seconds that its steps took."""
    of = {one.name: one for one in VARIANTS}[variant.trained_as] if variant.trained_as else variant
    folder = runs / of.name.replace(",", "").replace(" ", "-")
    if (folder / "run.json").exists():
        run = Run.open(folder)
    else:
        run = Run.create(folder, read(of.example, (*sizes(of.example, part), *of.changes)))
    file = folder / "dqn.safetensors"
    if not file.exists():
        write_all(run, train(run, run.configuration.game(), []))
    return file, sum(line["seconds"] for line in run.metrics())


def sizes(example: str, part: float) -> Iterator[str]:
    """The changes that leave a part of the games of an example's training."""
    settings = read(example).settings
    own: Mapping[str, int] = settings.own_games
    yield f"deep_q.expert_games={round(part * settings.expert_games)}"
    yield from (f"deep_q.own_games.{name}={round(part * games)}" for name, games in own.items())


# -------------------------------------------------------------------------------------------------- experts' decisions


def counts(games: int) -> None:
    """Print how many decisions of each kind a game of two experts has, of both seats together."""
    experts = read("dqn").settings.experts
    pairs = list(combinations_with_replacement(range(len(experts)), 2))
    seats = np.repeat(pairs, games // len(pairs), axis=0)
    game = magnate.load("monopoly", preset="thesis", players=2)
    recorder = Recorder(game, rows_of([PARENT])[0])
    seeds = [purpose_seed(SEED, "final", deal) for deal in range(len(seats))]
    notes = recorder.play(seeds, seats, rows_of(experts), sparse=False).notes
    network, output, debt = (notes[:, one] for one in (outputs.NETWORK, outputs.OUTPUT, outputs.DEBT))
    acted = np.where(np.isin(network, (BUY, FINE, CARD)), output > 0, output >= 0)
    print(f"| {len(seats):,} games | asked | yes, or an item |\n|---|--:|--:|")
    kinds = [(name, (network == which) & (debt == 0)) for which, name in enumerate(NAMES)]
    for name, rows in [*kinds, ("sales in debts", debt != 0)]:
        print(f"| {name} | {rows.sum() / len(seats):.1f} | {(rows & acted).sum() / len(seats):.1f} |")


# --------------------------------------------------------------------------------------------------- the calibration


def calibration(games: int) -> None:
    """Print how true the values of the answers of ``dqn:fixed`` are as win shares, over the game and by its phases."""
    agent: Any = resolve("monopoly", "dqn:fixed")
    each = games // len(FIELD) // 2
    answers = []
    for number, opponent in enumerate(FIELD):
        found = expected(agent, opponent, each, number * each)
        answers.append(replace(found, games=found.games + 2 * each * number))
    every = Answers.joined(answers)
    print("| answers of a game | positions | calibration error | by luck alone |\n|---|--:|--:|--:|")
    rows = [("all", reliability(every)), *((f"{one.first:,} to {one.last:,}", one.found) for one in phases(every))]
    for name, part in rows:
        print(f"| {name} | {part.positions:,} | {part.error:.1%} | {part.noise:.1%} |")


def expected(agent: DeepQAgent, opponent: str, deals: int, first: int) -> Answers:
    """What an agent's networks expect of up to 16 of their answers in each game, and what it won."""
    seeds, seats = dealt(deals, first)
    mine = (seats == NETWORKS_SEAT).argmax(axis=1)
    played = recorder_of(agent).play(
        *(seeds, seats, rows_of([opponent]), agent.networks),
        play=NetworkPlay(gated=agent.gated),
        watched=1 << mine,
        sparse=False,
    )
    network, output, game = (played.notes[:, one] for one in (outputs.NETWORK, outputs.OUTPUT, outputs.GAME))
    kept, moments = some_of_each(game, 16, SEED)
    values = np.zeros(len(kept))
    for which, name in enumerate(NAMES):
        asked = network[kept] == which
        said = agent.networks[name](played.inputs[kept][asked])  # the last output of a list is to do nothing
        values[asked] = said[np.arange(len(said)), output[kept][asked]]
    shares = played.shares[game[kept], mine[game[kept]]]
    return Answers(np.clip((values[:, None] + 1) / 2, 0, 1), shares[:, None], game[kept], moments)


# ------------------------------------------------------------------------------------------------------- the figures


def by_deal(played: Played, agent: str, opponent: str) -> np.ndarray:
    """What an agent won of each deal against another one: the mean over both seats."""
    games = played.games
    one, other = games.names.index(agent), games.names.index(opponent)
    mine = games.seating == one
    rows = mine.any(axis=1) & (games.seating == other).any(axis=1)
    shares = np.where(mine, games.shares, 0.0).sum(axis=1)[rows]
    return np.bincount(games.deal[rows], shares) / np.bincount(games.deal[rows])


def shown(found: Estimate) -> str:
    """A share with its interval."""
    return f"{found.mean:.1%}" + ("" if found.margin is None else f" ± {100 * found.margin:.1f}")


def scaled(found: Estimate, part: float) -> str:
    """A share of an agent's own games as one of all games."""
    return f"{found.mean * part:.1%}" + ("" if found.margin is None else f" ± {100 * found.margin * part:.1f}")


def signed(found: Estimate) -> str:
    """A difference of shares in points, with its interval."""
    return f"{100 * found.mean:+.1f}" + ("" if found.margin is None else f" ± {100 * found.margin:.1f}")


def main() -> int:
    """Play, or train and play, what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("field", "seeds", "ablations", "calibration", "counts"))
    parser.add_argument("--store", default="deep-q.db", help="where the tournaments are kept")
    parser.add_argument("--games", type=int, default=2000, help="games of each pair")
    parser.add_argument("--runs", type=Path, default=Path("deep-q-runs"), help="where the trainings are kept")
    parser.add_argument("--part", type=float, default=0.1, help="the part of the games that is trained on")
    parser.add_argument("--example", choices=("dqn", FIXED), default="dqn", help="whose ablations")
    parser.add_argument("--jobs", type=int, default=1, help="cores")
    asked = parser.parse_args()
    began = time.perf_counter()
    if asked.what == "field":
        with open_store(asked.store) as store:
            field(store, asked.games, asked.jobs)
    elif asked.what == "seeds":
        seeds(asked.runs, asked.part, asked.games)
    elif asked.what == "calibration":
        calibration(asked.games)
    elif asked.what == "counts":
        counts(asked.games)
    else:
        ablations(asked.runs, asked.example, asked.part, asked.games)
    print(f"\n{time.perf_counter() - began:,.0f} s with {asked.jobs or 'all'} cores", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
