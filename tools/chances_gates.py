"""Measure how true the win chances of a network are (docs/understand/chances.md), and draw the pictures of that page.

python tools/chances_gates.py --games 4000 --luck 1000 --out gates.json --pictures docs/images
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from magnate.analysis.chances import network_of
from magnate.analysis.gates import Calibration, Gates, Judged, Phase, deal_groups, luck_of, measured, todays
from magnate.learn.chances import table_of
from magnate.learn.config import read
from magnate.networks.files import load
from magnate.networks.seats import CODES, HEAD, SeatNetwork
from magnate.plots.lines import reliability_chart
from magnate.values.chances import SeatValuer

TODAY = {"thesis/2": "magnate:2p", "official/4": "magnate:official"}
GROUPS = {"monopoly": ("strategic", "strategic:tuned_official"), "brass": ("planner", "planner:coal_rail")}


def microseconds(network: SeatNetwork, name: str, table: str, positions: int) -> tuple[float, float]:
    """How long one of so many positions amid games takes: one evaluation, and at chance with all outcomes."""
    game = table_of(name, table)
    states = np.repeat(game.start_states(1), positions)
    draws = np.random.default_rng(1)
    if name == "monopoly":
        for deed in range(28):
            states["deeds"][np.arange(len(states)), draws.integers(0, game.players, len(states))] |= 1 << deed
        states["square"][:, : game.players] = draws.integers(0, 30, (len(states), game.players))
    valuer = SeatValuer(game, network)
    valuer.chances(states, game.players)
    begun = time.process_time()
    valuer.chances(states, game.players)
    alone = time.process_time() - begun
    valuer.ahead(states, game.players)  # all at chance
    begun = time.process_time()
    valuer.ahead(states, game.players)
    return 1e6 * alone / len(states), 1e6 * (time.process_time() - begun) / len(states)


def row(found: Gates) -> str:
    """A line of the table."""
    worth, brier = found.better["standing"]
    return (
        f"| {found.table} | {found.positions:,} | {found.log:.4f} | {worth.value:+.4f} ± {worth.margin:.4f} | "
        f"{brier.value:+.4f} ± {brier.margin:.4f} | {100 * found.whole.error:.2f} ({100 * found.whole.noise:.2f}) | "
        f"{found.consistency[0]:.2f} / {found.consistency[1]:.2f} | {found.entering.value:+.2f} ± "
        f"{found.entering.margin:.2f} | {found.leaving.value:+.2f} ± {found.leaving.margin:.2f} |"
    )


def phase(found: Phase) -> str:
    """A part of the game: the calibration error, and by how much simpler guesses are worse."""
    worse = (
        f"{name} log {log.value:+.4f} ± {log.margin:.4f}, Brier {brier.value:+.4f} ± {brier.margin:.4f}"
        for name, (log, brier) in found.better.items()
    )
    calibration = found.calibration
    return "; ".join([f"calibration {100 * calibration.error:.2f} ({100 * calibration.noise:.2f})", *worse])


def picture(folder: Path, name: str, title: str, found: Calibration) -> None:
    """Draw a reliability curve."""
    (folder / f"{name}.svg").write_text(reliability_chart(title, found.points).svg(""), encoding="utf-8")


def main() -> None:
    """Measure table by table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="monopoly")
    parser.add_argument("--full", action="store_true", help="by eyes that know all hands")
    parser.add_argument("--network", help="a file (default: the network that comes with magnate)")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--luck", type=int, default=0, help="games for luck, and groups of deals")
    parser.add_argument("--tables", default="", help="PRESET/PLAYERS, separated by commas (default: the training's)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    settings = read(f"{asked.game}_chances").settings
    if asked.network:
        parts = load(asked.network).networks
        network = SeatNetwork(parts[CODES], parts[HEAD])
    else:
        network = network_of(asked.game)
    kept: dict[str, Any] = {}
    timed = min(2000, asked.games)
    for table in filter(None, asked.tables.split(",") if asked.tables else settings.tables):
        begun = time.process_time()
        others = (
            {TODAY[table]: todays(asked.game, table, TODAY[table])}
            if table in TODAY and asked.game == "monopoly"
            else {}
        )
        judged = Judged(asked.game, table, network, settings)
        found = measured(judged, asked.games, seed=asked.seed, full=asked.full, others=others)
        kept[table] = {"gates": asdict(found), "microseconds": microseconds(network, asked.game, table, timed)}
        print(row(found), flush=True)
        for name, (log, brier) in list(found.better.items())[1:]:
            print(f"  {name}: log {log.value:+.4f} ± {log.margin:.4f}, Brier {brier.value:+.4f} ± {brier.margin:.4f}")
        for one in found.phases:
            print(f"  {one.first} to {one.end - 1} choices before: {phase(one)}")
        print(f"  choices {found.choices.value:+.2f} ± {found.choices.margin:.2f}; "
              f"{', '.join(f'{one:.1f}' for one in kept[table]['microseconds'])} µs")  # fmt: skip
        for name, (part, within) in sorted(found.questions.items(), key=lambda one: -abs(one[1][0])):
            print(f"  leaving {name}: {part:+.2f} of it, there {within.value:+.2f} ± {within.margin:.2f}")
        if asked.luck:
            luck = luck_of(judged, asked.luck, seed=asked.seed)
            kept[table]["luck"] = asdict(luck)
            print(f"  luck {luck.mean.value:+.2f} ± {luck.mean.margin:.2f}, variance {luck.ratio:.3f}")
            if table_of(asked.game, table).players in (2, 4):
                groups = deal_groups(judged, GROUPS[asked.game], asked.luck // 2, seed=asked.seed)
                kept[table]["groups"] = groups
                print(f"  groups of deals: {groups[0]:.3f} raw, {groups[1]:.3f} without luck")
        print(f"  {time.process_time() - begun:.0f} s", flush=True)
        if asked.pictures:
            picture(
                asked.pictures,
                f"chances-{asked.game}-{table.replace('/', '-')}",
                f"{asked.game.title()} {table}",
                found.whole,
            )
    if asked.out:
        asked.out.write_text(json.dumps(kept, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
