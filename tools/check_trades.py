#!/usr/bin/env python3
"""Compare what V says of trades with rollouts: accepted trades from agents' games, played on in pairs.

    python tools/check_trades.py trades.jsonl --trades 200

Each trade is one that agents have made. Both positions, without the trade and with it, are played on by ``strategic``
with the same dice, up to 20,000 pairs of games, or until the differences of both who trade are 3 standard errors. With
other dice they are played on as ``magnate trade`` does, which is compared too. A trade is a line of the file. What the
file has already is not played again, so that the work can be interrupted. A file may be packed (``.gz``).

Half of the trades fit by how much V is off, and the other half tests that. V's sign can be relied on from the change on
from which it is right in both halves. ``--out src/magnate/analysis/gains.json`` stores it for ``magnate trade``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import magnate
from magnate.analysis.chances import chances
from magnate.analysis.paired import paired
from magnate.analysis.trade import pending_terms, rolled_out, settled_on
from magnate.runtime.stream import deal_seed

TABLES = (("official", 4), ("official", 3), ("official", 2), ("thesis", 4), ("official", 6), ("official-pre2008", 3))
AGENTS = ("strategic", "strategic:tuned_official", "strategic:trademaster", "algorithmic")
POLICY = "strategic"
GAMES = 20_000
SURE = 3.0
LITTLE = 0.01
"""Where rollouts do not decide, V's difference is to be at most this."""
CHANGES = (0.01, 0.02, 0.03, 0.05, 0.08)
"""From one of these on V's sign may be relied on."""
RIGHT = 0.95
FEWEST = 30
"""Trades of each half that rollouts decide, at least, to rely on a sign."""


def main() -> None:
    """Play on what is missing, then tell how often both agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="JSON lines, one a trade")
    parser.add_argument("--trades", type=int, default=200)
    parser.add_argument("--now", type=int, default=None, help="stop after so many new ones")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where to store what V's changes are worth")
    args = parser.parse_args()
    done = read(args.file) if args.file.exists() else []
    known, new = {one["seed"] for one in done}, 0
    with opened(args.file, "at") as file:
        for seed in range(args.seed, args.seed + args.trades):
            if seed in known or (args.now is not None and new >= args.now):
                continue
            found = compared(seed, args.games)
            new += 1
            done.append(found)
            file.write(json.dumps(found) + "\n")
            file.flush()
            numbers = f"{found['v'][0]:+.4f} {found['rollouts'][0]:+.4f} z {found['z'][0]:+.1f}"
            sys.stderr.write(f"{len(done)} of {args.trades}: {found['table']} {numbers} in {found['games']} pairs\n")
    for line in table_lines(done):
        print(line)
    fitted, lines = fit(done)
    for line in lines:
        print(line)
    if args.out is not None:
        kept = json.loads(args.out.read_text(encoding="utf-8"))
        args.out.write_text(json.dumps(kept | {"trades": fitted}, indent=1) + "\n", encoding="utf-8")


def opened(file: Path, mode: str) -> Any:
    """The file as text, packed or not."""
    return gzip.open(file, mode) if file.suffix == ".gz" else file.open(mode)


def read(file: Path) -> list[dict[str, Any]]:
    """The trades of a file."""
    with opened(file, "rt") as lines:
        return [json.loads(line) for line in lines]


def compared(seed: int, most: int) -> dict[str, Any]:
    """One accepted trade of a game with this seed: V's differences for proposer and partner, and those of rollouts."""
    position, number, agents = played(seed)
    game = position.game
    terms = pending_terms(position)
    if terms is None:
        raise SystemExit(f"the game {number} has no trade where it should")
    bare = game.position(position.states())
    now, after = settled_on(bare.copy().apply("reject"), POLICY), settled_on(bare.copy().apply("accept"), POLICY)
    v = np.subtract(chances(after).shares, chances(now).shares)
    pair = (terms.seat, terms.partner)
    found = paired(now, after, until=most, z=SURE, seats=pair, policy=POLICY, seed=seed)
    short = rolled_out(now, after, terms, policy=POLICY, seed=deal_seed(seed, "short") % (1 << 32))
    return {
        "seed": seed,
        "table": f"{game.preset}/{game.players}",
        "game": number,
        "step": position.steps,
        "agents": agents,
        "terms": str(terms),
        "v": [float(v[one]) for one in pair],
        "rollouts": [found.change[one] for one in pair],
        "z": [found.z(one) for one in pair],
        "games": found.games,
        "short": [short.change[one] for one in pair],
        "margins": [short.margins[one] for one in pair],
        "short_games": short.games,
    }


def played(seed: int) -> tuple[magnate.Position, int, list[str]]:
    """A position in which an offer is accepted, the seed of its game, and who sat there."""
    preset, players = TABLES[seed % len(TABLES)]
    game = magnate.load("monopoly", preset, players=players)
    draw = np.random.default_rng(seed)
    for number in range(1000 * seed, 1000 * seed + 1000):
        agents = [str(one) for one in draw.choice(AGENTS, players)]
        trades = list(accepted(game.play(agents, seed=number)))
        if trades:
            return trades[draw.integers(len(trades))], number, agents
    raise SystemExit(f"a thousand games from {1000 * seed} on have no trade")


def accepted(record: magnate.Record) -> Iterator[magnate.Position]:
    """The positions of a game in which an offer is accepted."""
    for position, step in zip(record.positions(), record.actions, strict=False):
        if position.to_move >= 0 and position.name_of(step) == "accept":
            yield position


def table_lines(done: list[dict[str, Any]]) -> Iterator[str]:
    """How often V and what ``magnate trade`` says agree with rollouts, for the proposer and for the partner."""
    yield f"{len(done)} trades, {sum(one['games'] for one in done):,} pairs of games by {POLICY}"
    yield f"magnate trade: {sum(one['short_games'] for one in done):,} other pairs"
    for place, who in enumerate(("proposer", "partner")):
        names = ("v", "short", "margins", "rollouts", "z")
        v, short, margins, rolled, z = (np.array([one[name][place] for one in done]) for name in names)
        decided = np.abs(z) >= SURE
        for what, said in (("V", v), ("magnate trade", short)):
            agree, little = (np.sign(said) == np.sign(rolled))[decided], (np.abs(said) <= LITTLE)[~decided]
            yield f"{who}, {what}: {agree.sum()} of {decided.sum()} signs agree that rollouts decide"
            yield f"  {little.sum()} of {(~decided).sum()} others are within one point"
            off = 100 * np.abs(said - rolled)
            yield f"  size of the difference to rollouts: mean {off.mean():.2f}, median {np.median(off):.2f} points"
            wrong = zip(said[decided][~agree], rolled[decided][~agree], strict=True)
            yield "  where signs differ: " + ", ".join(f"{100 * a:+.2f} {100 * b:+.2f}" for a, b in wrong)
        sure = decided & (np.abs(short) > margins)
        right = (np.sign(short) == np.sign(rolled))[sure].sum()
        yield f"{who}: magnate trade calls {sure.sum()} of the {decided.sum()} sure, of which {right} are right"


def fit(done: list[dict[str, Any]]) -> tuple[dict[str, list[float | None]], list[str]]:
    """By players (2, or 3 and more): factor, base and part of the spread, and the least change whose sign is sure.

    Proposer and partner of a trade count alike.
    """
    fitted, lines = {}, []
    for key in ("2", "3"):
        some = [one for one in done if (int(one["table"][-1]) == 2) == (key == "2")]
        if not some:
            continue
        first, second = (_numbers([one for one in some if one["seed"] // len(TABLES) % 2 == part]) for part in (0, 1))
        v, real, z = first
        factor = float((v * real).sum() / (v**2).sum())
        beyond = (real - factor * v) ** 2 - np.where(z == 0.0, 0.0, real / np.where(z == 0.0, 1.0, z)) ** 2
        solved = np.linalg.lstsq(np.stack([np.ones_like(v), v**2], axis=1), beyond, rcond=None)[0]
        if solved[0] < 0.0:
            solved = np.array([0.0, (beyond * v**2).sum() / (v**4).sum()])
        base, part = np.sqrt(np.maximum(solved, 0.0)).tolist()
        sure = next((least for least in CHANGES if all(_reliable(part, least) for part in (first, second))), None)
        fitted[key] = [round(factor, 4), round(base, 4), round(part, 4), sure]
        more = "" if key == "2" else " and more"
        lines.append(f"{key}{more} players: factor {factor:.2f}, spread {100 * math.hypot(base, part * 0.1):.1f} at 10")
        for name, (v, real, z) in (("fitted", first), ("tested", second)):
            told_sure = np.abs(v) >= (np.inf if sure is None else sure)
            decided = np.abs(z) >= SURE
            right = np.sign(v) == np.sign(real)
            lines.append(
                f"  {name}: {len(v)} changes, {told_sure.sum()} sure (from {sure}), of which rollouts decide "
                f"{(told_sure & decided).sum()}: {(told_sure & decided & right).sum()} right; "
                f"of all that rollouts decide {(decided & right).sum()} of {decided.sum()}; "
                f"mean size of V less rollouts {100 * np.abs(v - real).mean():.1f}, "
                f"with the factor {100 * np.abs(factor * v - real).mean():.1f}"
            )
    return fitted, lines


def _numbers(some: list[dict[str, Any]]) -> list[np.ndarray]:
    """V's changes, those of rollouts, and their z, of proposers and partners."""
    return [np.array([one[name] for one in some]).reshape(-1) for name in ("v", "rollouts", "z")]


def _reliable(numbers: list[np.ndarray], least: float) -> bool:
    """Whether V's sign is right in so many of the trades that rollouts decide, from this change on."""
    v, real, z = numbers
    some = (np.abs(v) >= least) & (np.abs(z) >= SURE)
    return bool(some.sum() >= FEWEST and (np.sign(v) == np.sign(real))[some].mean() >= RIGHT)


if __name__ == "__main__":
    main()
