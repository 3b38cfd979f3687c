"""Measure how much of a network's gains is real: rollouts of the move that it praises and of the move played.

    python tools/review_gains.py measure gains.jsonl --games 60
    python tools/review_gains.py fit gains.jsonl --out src/magnate/analysis/gains.json
    python tools/review_gains.py drift --games 12
    python tools/review_gains.py labels labels.jsonl --games 12

The first plays games of several populations, reviews them by the network alone, and takes decisions in which it
praises another move, some of each size of gain. Both moves are then played on by rollouts with the same dice. One
policy has all seats, and in half of the games a second policy too. A decision is a line of the file. Tables and games
that the file has are not measured again, so that the work can be interrupted. The second fits factors and spreads by
half of the games, and tests them by the other half. The third reviews games of its own with and without them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

import magnate
from magnate.analysis import review_decisions
from magnate.analysis.balance import LABELS
from magnate.analysis.gains import ALL
from magnate.analysis.review import Review, ReviewedDecision, review
from magnate.analysis.rollout import rollout
from magnate.plots.bars import Bar, dot_chart
from magnate.plots.canvas import percent
from magnate.runtime.stream import deal_seed

TABLES: Final = (
    *("monopoly:official/2", "monopoly:official/4", "monopoly:thesis/2", "monopoly:thesis/4"),
    *("brass:full/2", "brass:full/3", "brass:full/4"),
)
AGENTS: Final = {
    "monopoly": ("strategic", "strategic:tuned_official", "strategic:trademaster", "algorithmic", "baseline", "random"),
    "brass": ("planner", "planner:coal_rail", "planner:pottery", "random"),
}
POLICIES: Final = {"monopoly": ("strategic", "algorithmic"), "brass": ("planner", "planner:coal_rail")}
DRIFTING: Final = {"monopoly": ("strategic", "algorithmic", "baseline"), "brass": ("planner", "random")}
"""Who plays the games whose drift is shown."""
SIZES: Final = (0.02, 0.05, 0.10, 0.20, 1.01)
"""Between these gains as many decisions are taken."""
EACH: Final = 4
"""So many decisions between two sizes, of a game."""
LIMIT: Final = 900
"""Games are ended after so many steps: some of weak players would last for tens of thousands."""
PAIRS: Final = 36 * 8
FEWEST: Final = 20
"""Decisions of a kind from which on it has a factor of its own."""
FEWEST_IN_ALL: Final = 20
"""The same for all kinds together, without which no kind has one."""
HELD: Final = 0.95
"""So many of the fitted decisions have real gains within their ±."""
CHECKED: Final = 12
"""Decisions of a game whose labels are compared."""
ROUNDS: Final = 20
DRAWS: Final = 200
LEAST: Final = 1e-3
"""A standard error that is added to all, as rollouts that all end alike have none."""
TITLE: Final = "How much of a network's gain is real"
HEAD: Final = """\
| table | kind | decisions | factor | spread | tested | network | factor | rollouts | within ± | first | second |
|---|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|"""


def measure(file: Path, tables: tuple[str, ...], games: int, pairs: int) -> None:
    """Measure decisions of so many games at each table, as far as the file does not have them."""
    done = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    known = {(one["table"], one["game"]) for one in done}
    with file.open("a") as out:
        for number in range(games):
            for table in tables:
                if (table, number) not in known:
                    rows = list(measured(table, number, pairs))
                    out.writelines(json.dumps(one) + "\n" for one in rows)
                    out.flush()
                    print(f"{table}, game {number}: {len(rows)} decisions", file=sys.stderr, flush=True)


def measured(table: str, number: int, pairs: int) -> Iterator[dict[str, Any]]:
    """Some decisions of a game: the network's gain, and that of rollouts with its standard error, for all seats."""
    name, _, at = table.partition(":")
    preset, _, players = at.partition("/")
    game = magnate.load(name, preset, players=int(players))
    draw = np.random.default_rng([number, deal_seed(1, table) & 0xFFFF])
    agents = [str(one) for one in draw.choice(AGENTS[name], int(players))]
    if number % 2:  # as many games of players that are alike
        agents = agents[:1] * int(players)
    record = game.play(agents, seed=deal_seed(2, table, number), limit=LIMIT)
    positions = list(record.positions())
    for one in taken(review(record, raw=True).decisions, draw):
        worth = {move.ids: shares for move, shares in one.alternatives}
        gain = np.subtract(worth[one.best.ids], worth[one.move.ids])
        row = {
            "table": table,
            "game": number,
            "agents": agents,
            "step": one.at,
            "seat": one.seat,
            "kind": one.best.kind,
            "played": one.move.kind,
            "moves": [one.best.text, one.move.text],
            "candidates": len(one.alternatives),
            "before": one.before[one.seat],
            "gain": [float(share) for share in gain],
        }
        for policy in POLICIES[name][: 1 + (number % 4 < 2)]:
            found = rollout(positions[one.at], [one.best, one.move], policy, pairs, eyes=one.seat, seed=number)
            ahead = found.best.move == one.best  # what is behind has the difference
            sign, gap = (1 if ahead else -1), found.candidates[1]
            row[policy] = [sign * share for share in gap.difference]
            row[f"{policy} error"] = [share / 1.96 for share in gap.difference_margin]
        yield row


def taken(decisions: tuple[ReviewedDecision, ...], draw: np.random.Generator) -> list[ReviewedDecision]:
    """Some decisions of each size, of each praised move of a seat one only."""
    found, met = [], set[tuple[int, str]]()
    order = [decisions[k] for k in draw.permutation(len(decisions))]
    for low, high in pairwise(SIZES):
        some = list[ReviewedDecision]()
        for one in order:
            if low <= one.loss < high and (one.seat, one.best.text) not in met and len(some) < EACH:
                met.add((one.seat, one.best.text))
                some.append(one)
        found += some
    return found


def spread_of(gain: np.ndarray, real: np.ndarray, error: np.ndarray) -> tuple[float, float, float]:
    """The factor, and the spread of real gains beside it: its base, and its part of the network's gain.

    ``real`` has the rollouts' own ``error``, which does not count as spread. Weights and spread are found in turn.
    """
    factor = base = part = 0.0
    for _ in range(ROUNDS):
        weights = 1.0 / (error**2 + base**2 + (part * gain) ** 2 + LEAST**2)
        factor = float(np.clip((weights * gain * real).sum() / (weights * gain**2).sum(), 0.0, 1.0))
        beyond = (real - factor * gain) ** 2 - error**2
        found = []
        for columns in ((True, True), (True, False), (False, True)):
            terms = np.stack([np.ones_like(gain), gain**2], axis=1) * weights[:, None]
            solved = np.zeros(2)
            solved[list(columns)] = np.linalg.lstsq(terms[:, columns], beyond * weights, rcond=None)[0]
            if (solved >= 0.0).all():
                found.append((float((((terms @ solved) - beyond * weights) ** 2).sum()), *solved.tolist()))
        _, square, slope = min(found, default=(0.0, 0.0, 0.0))
        base, part = math.sqrt(square), math.sqrt(slope)
    return factor, base, part


def apart(rows: list[dict[str, Any]], policy: str) -> tuple[float, float, float]:
    """The factor of all kinds, with a spread for a kind that has none: each kind beside the factor of the others."""
    factor = spread_of(*columns(rows, policy))[0]
    gain, real, error = columns(rows, policy)
    kinds = np.array([one["kind"] for one in rows])
    for kind in set(kinds):
        others = [one for one in rows if one["kind"] != kind]
        if len(others) >= FEWEST_IN_ALL // 2:
            real[kinds == kind] += (factor - spread_of(*columns(others, policy))[0]) * gain[kinds == kind]
    return widened(gain, real, error, (factor, *spread_of(gain, real, error)[1:]))


def widened(
    gain: np.ndarray, real: np.ndarray, error: np.ndarray, found: tuple[float, float, float]
) -> tuple[float, float, float]:
    """The same with a spread so much wider that the ± holds so many of these gains, which are no normal numbers."""
    factor, base, part = found
    base = max(base, LEAST)
    low, high = 1.0, 100.0
    for _ in range(ROUNDS):
        middle = math.sqrt(low * high)
        width = 1.96 * np.sqrt(error**2 + middle**2 * (base**2 + (part * gain) ** 2))
        low, high = (low, middle) if np.mean(np.abs(real - factor * gain) <= width) >= HELD else (middle, high)
    return factor, high * base, high * part


def fit(file: Path, out: Path | None, picture: Path | None) -> None:
    """Fit factors by half of the games, and say how true they are for the other half."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    tables, dots = dict[str, dict[str, Any]](), list[Bar]()
    print(HEAD)
    for group in sorted({group_of(one) for one in rows}):
        mine = [one for one in rows if group_of(one) == group]
        first, second = POLICIES[group.partition("/")[0]]
        tables[group] = {}
        if len([one for one in mine if half(one) == 0]) < FEWEST_IN_ALL:
            continue
        kinds = sorted({one["kind"] for one in mine})
        for kind in (ALL, *kinds):
            some = [one for one in mine if kind in (ALL, one["kind"])]
            fitted, other = ([one for one in some if half(one) == part] for part in (0, 1))
            if len(fitted) < FEWEST:
                continue
            if kind == ALL:
                found = apart(fitted, first)
            else:
                found = widened(*columns(fitted, first), spread_of(*columns(fitted, first)))
            tables[group][kind] = [*(round(one, 4) for one in found), len(fitted)]
            if kind == ALL:
                own = {one for one in kinds if sum(row["kind"] == one for row in fitted) >= FEWEST}
                other = [one for one in other if one["kind"] not in own]
            low, high = interval(fitted, first)
            both = [one for one in some if second in one]
            again = f"{spread_of(*columns(both, second))[0]:.2f}" if len(both) >= FEWEST else ""
            by_first = f"{spread_of(*columns(both, first))[0]:.2f}" if again else ""
            dots.append(Bar(f"{group.replace('/', ' ')}: {kind}", found[0], low, high))
            print(f"| {group} | {kind} | {len(fitted)} | {found[0]:.2f} ({low:.2f} to {high:.2f}) "
                  f"| {100 * math.hypot(found[1], found[2] * 0.1):.1f} | {tested(other, first, found)} | {by_first} "
                  f"| {again} |")  # fmt: skip
    about = {
        "command": "python tools/review_gains.py",
        "date": datetime.now(tz=UTC).date().isoformat(),
        "decisions": len(rows),
        "games": len({(one["table"], one["game"]) for one in rows}),
        "tables": sorted({one["table"] for one in rows}),
        "agents": {name: list(AGENTS[name]) for name in sorted(AGENTS)},
        "policies": {name: POLICIES[name][0] for name in sorted(POLICIES)},
        "networks": {name: fingerprint(name) for name in sorted(AGENTS)},
    }
    if out is not None:
        kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
        kept |= {"about": about, "tables": tables}
        out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    if picture is not None:
        drawn = dot_chart(TITLE, dots, mark=1.0, mark_label="all of it", shown=percent)
        picture.write_text(drawn.svg(""), encoding="utf-8")


def group_of(row: dict[str, Any]) -> str:
    """The game and the number of players of a decision."""
    name, _, at = row["table"].partition(":")
    return f"{name}/{at.partition('/')[2]}"


def half(row: dict[str, Any]) -> int:
    """Whether a decision belongs to the games that factors are fitted to (0), or to those that test them (1)."""
    return int(row["game"]) // 4 % 2


def columns(rows: list[dict[str, Any]], policy: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The network's gain for who decides, that of rollouts, and its standard error."""
    seats = [one["seat"] for one in rows]
    gain, real, error = (
        np.array([one[name][seat] for one, seat in zip(rows, seats, strict=True)])
        for name in ("gain", policy, f"{policy} error")
    )
    return gain, real, error


def interval(rows: list[dict[str, Any]], policy: str) -> tuple[float, float]:
    """The 95 % interval of the factor: games drawn again."""
    games = sorted({(one["table"], one["game"]) for one in rows})
    by_game = [[one for one in rows if (one["table"], one["game"]) == game] for game in games]
    draw, found = np.random.default_rng(1), []
    for _ in range(DRAWS):
        some = [one for k in draw.integers(len(games), size=len(games)) for one in by_game[k]]
        found.append(spread_of(*columns(some, policy))[0])
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)


def tested(rows: list[dict[str, Any]], policy: str, found: tuple[float, float, float]) -> str:
    """On other games: how many, the mean gain by network, factor and rollouts, and how many intervals hold theirs."""
    if not rows:
        return "0 | | | |"
    gain, real, error = columns(rows, policy)
    factor, base, part = found
    width = 1.96 * np.sqrt(error**2 + base**2 + (part * gain) ** 2)
    held = np.mean(np.abs(real - factor * gain) <= width)
    means = " | ".join(f"{100 * one.mean():.1f}" for one in (gain, factor * gain, real))
    return f"{len(rows)} | {means} | {100 * held:.0f} %"


def drift(games: int, tables: tuple[str, ...]) -> None:
    """Print how large drift and losses of a seat are: by the network alone, counted once, and with the factors."""
    print("| table | agents | network: drift | losses | counted once: drift | losses | factors: drift | losses |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for table in tables:
        name, _, at = table.partition(":")
        preset, _, players = at.partition("/")
        game = magnate.load(name, preset, players=int(players))
        for agent in DRIFTING[name]:
            sums = np.zeros((3, 2))
            for number in range(games):
                record = game.play(agent, seed=deal_seed(3, table, number), limit=LIMIT)
                alone = review(record, raw=True)
                for row, (size, loss) in enumerate((as_praised(alone), mean_sizes(alone), mean_sizes(review(record)))):
                    sums[row] += size, loss
            numbers = " | ".join(f"{100 * one:.0f}" for one in (sums / games).reshape(-1))
            print(f"| {table} | `{agent}` | {numbers} |", flush=True)


def mean_sizes(found: Review) -> tuple[float, float]:
    """The mean size of a seat's drift, and of what its decisions cost it."""
    return float(np.mean([abs(one.drift) for one in found.seats])), float(np.mean([-one.own for one in found.seats]))


def as_praised(found: Review) -> tuple[float, float]:
    """The same where each praise counts as it is, again and again."""
    errors = np.zeros((found.players, found.players))
    for one in found.decisions:
        if one.best != one.move:
            worth = {move.ids: np.array(shares) for move, shares in one.alternatives}
            errors[one.seat] += worth[one.move.ids] - worth[one.best.ids]
    rest = [one.result - one.start - one.luck - one.unknown for one in found.seats]
    return float(np.abs(rest - errors.sum(axis=0)).mean()), float(-errors.diagonal().mean())


def labels(file: Path, games: int, checked: int) -> None:
    """Review games with the usual number of rollouts and with twice as many; print how far the labels agree."""
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    known, usual = {one["game"] for one in rows}, review_decisions.ROLLED
    game = magnate.load("monopoly", "official", players=2)
    with file.open("a") as out:
        for number in sorted(set(range(games)) - known):
            record, both = game.play(["baseline", "strategic"], seed=number), []
            for rolled in (usual, 2 * usual):
                setattr(review_decisions, "ROLLED", rolled)  # noqa: B010 - a constant, but for this comparison
                both.append([one for one in review(record, depth=checked).decisions if one.checked])
            decisions = [
                {"at": few.at, "label": [few.label, many.label], "loss": [few.loss, many.loss],
                 "margin": [few.margin, many.margin]}
                for few, many in zip(*both, strict=True)
            ]  # fmt: skip
            rows.append({"game": number, "decisions": decisions})
            out.write(json.dumps(rows[-1]) + "\n")
            out.flush()
            print(f"game {number}: {len(decisions)} decisions", file=sys.stderr, flush=True)
    for line in overlap(rows):
        print(line)


def overlap(rows: list[dict[str, Any]]) -> Iterator[str]:
    """For each label, how many decisions have it at least by few rollouts, by many, and by both."""
    decisions = [one for row in rows for one in row["decisions"]]
    yield f"{len(rows)} games, {len(decisions)} decisions that rollouts checked"
    names = ["", *(name for _, name in reversed(LABELS))]
    for least in range(1, len(names)):
        few, many = (np.array([names.index(one["label"][k]) >= least for one in decisions]) for k in (0, 1))
        both, either = int((few & many).sum()), int((few | many).sum())
        yield f"{names[least]} or worse: {few.sum()} and {many.sum()}, both {both}, overlap {both / max(1, either):.2f}"


def fingerprint(game: str) -> str:
    """The first letters of the SHA-256 of a network's file."""
    file = resources.files("magnate.analysis") / "weights" / f"{game}.safetensors"
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def main() -> int:
    """Measure, fit what was measured, or show drift or labels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["measure", "fit", "drift", "labels"])
    parser.add_argument("file", type=Path, nargs="?", default=Path("gains.jsonl"))
    parser.add_argument("--games", type=int, default=60, help="at each table")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of games, for each decision and policy")
    parser.add_argument("--checked", type=int, default=CHECKED, help="decisions of a game whose labels are compared")
    parser.add_argument("--tables", default=",".join(TABLES))
    parser.add_argument("--out", type=Path, help="where to write the factors (src/magnate/analysis/gains.json)")
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    if asked.what == "measure":
        measure(asked.file, tuple(asked.tables.split(",")), asked.games, asked.pairs)
    elif asked.what == "labels":
        labels(asked.file, asked.games, asked.checked)
    elif asked.what == "drift":
        drift(asked.games, tuple(asked.tables.split(",")))
    else:
        fit(asked.file, asked.out, asked.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
