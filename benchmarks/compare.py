"""``python -m benchmarks compare OLD_TREE``: is this tree slower than another?

Both trees are measured by the same lines (:mod:`.figures`) in pairs: each pair has a fresh process for each tree, and
these two take turns, a slice of processor time each. A pair gives one ratio for each figure, new speed by old (the
median of its rounds); the interval is Student's for the mean of their logarithms. A tree is slower where the whole 99 %
interval lies below 0.97, or where the geometric mean of all ratios lies below 0.99.

Compile first with ``--pairs 0``. With ``--json FILE`` the pairs in FILE count too, so that a long run may have several
parts. OLD_TREE is a checkout; it needs no environment of its own, but its dependencies must be in this one.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

ROOT = Path(__file__).parents[1]
LEAST, MEAN, CONFIDENCE = 0.97, 0.99, 0.99
STARTS = {
    "start-up: --version": ["--version"],
    "start-up: --help": ["--help"],
    "start-up: tournament --help": ["tournament", "--help"],
    "start-up: small tournament": [
        *("tournament", "run", "monopoly", "--games", "20", "--seed", "1", "--quiet", "--no-store"),
    ],
}
"""Whole processes; their processor time counts."""
Pairs: TypeAlias = "dict[str, list[list[float]]]"
"""By figure: for each pair its rounds' ratios, new by old."""


def main(arguments: list[str]) -> int:
    """Measure, print the table, and return 1 where this tree is slower."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks compare", description=__doc__)
    parser.add_argument("old", type=Path, metavar="OLD_TREE", help="the checkout to compare with")
    parser.add_argument("--pairs", type=int, default=9, help="how many pairs are measured; 0 only compiles")
    parser.add_argument("--rounds", type=int, default=3, help="how often a pair measures a figure")
    parser.add_argument("--seconds", type=float, default=0.1, help="how long a slice is")
    parser.add_argument("--figures", default="", metavar="REGEX", help="only those whose names it matches")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the pairs here, beside those it has")
    asked = parser.parse_args(arguments)
    names = [name for name in (*_figures(), *STARTS) if re.search(asked.figures, name)]
    trees = (asked.old.resolve(), ROOT)
    if asked.pairs == 0:
        compile_all(trees, names)
        return 0
    pairs: Pairs = {}
    if asked.json is not None and asked.json.exists():
        pairs = json.loads(asked.json.read_text(encoding="utf-8"))["pairs"]
    for number in range(asked.pairs):
        begun = time.perf_counter()
        before = max(map(len, pairs.values()), default=0)
        for name, ratios in pair(trees, names, before, asked.rounds, asked.seconds).items():
            pairs.setdefault(name, []).append(ratios)
        print(f"pair {number + 1} of {asked.pairs}: {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
        if asked.json is not None:
            whole = {"schema": 1, "kind": "comparison", "old": str(asked.old), "pairs": pairs}
            asked.json.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    return reported(pairs)


def _figures() -> list[str]:
    from .figures import FIGURES

    return [figure.name for figure in FIGURES]


# ----------------------------------------------------------------------------------------------- measuring


def pair(
    trees: tuple[Path, Path], names: list[str], number: int, rounds: int, seconds: float
) -> dict[str, list[float]]:
    """The ratios of every figure in one pair: new by old, one a round."""
    found: dict[str, list[float]] = {}
    with ExitStack() as stack:
        order = [1, 0] if number % 2 else [0, 1]
        asks = {which: stack.enter_context(process(trees[which], number)) for which in order}
        for name in names:
            ratios = []
            for turn in range(rounds):
                speeds = {}
                for which in order if turn % 2 == 0 else reversed(order):
                    if name in STARTS:
                        speeds[which] = 1 / started(trees[which], STARTS[name])
                    else:
                        done, spent = asks[which](name, seconds)
                        speeds[which] = done / spent
                ratios.append(speeds[1] / speeds[0])
            found[name] = ratios
    return found


def compile_all(trees: tuple[Path, Path], names: list[str]) -> None:
    """Make every figure ready in both trees once."""
    for tree in trees:
        with process(tree, 0) as ask:
            for name in names:
                begun = time.perf_counter()
                if name in STARTS:
                    started(tree, STARTS[name])
                else:
                    ask(name, 0.001)
                print(f"{tree.name}: {name}: {time.perf_counter() - begun:.1f} s", flush=True)


def environment(tree: Path) -> dict[str, str]:
    """Variables by which a process imports magnate from a tree, and keeps the byte code as Python does for users."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(tree / "src")}


@contextmanager
def process(tree: Path, number: int) -> Iterator[Any]:
    """A process that measures figures in a tree; gives the function that asks it."""
    command = [sys.executable, "-m", "benchmarks.figures", str(number)]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=ROOT, env=environment(tree), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        into, out = cast("IO[str]", running.stdin), cast("IO[str]", running.stdout)

        def answer() -> Any:
            line = out.readline()
            if not line:
                raise RuntimeError(f"the process that measures {tree} has ended")
            return json.loads(line)

        def ask(name: str, seconds: float) -> list[float]:
            into.write(json.dumps([name, seconds]) + "\n")
            into.flush()
            return cast("list[float]", answer())

        package = Path(answer())
        if package != tree / "src" / "magnate":
            raise RuntimeError(f"{package} was imported instead of {tree}")
        yield ask
        into.close()


def started(tree: Path, arguments: list[str]) -> float:
    """The processor time of a command."""
    before = _spent()
    command = [sys.executable, "-c", "from magnate.cli.main import main; main()", *arguments]
    subprocess.run(command, env=environment(tree), check=True, capture_output=True, cwd=ROOT / "docs")  # noqa: S603
    return _spent() - before


def _spent() -> float:
    """The processor time of all commands so far, in microseconds' steps (that of `os.times` has steps of 10 ms)."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# ----------------------------------------------------------------------------------------------- telling


def reported(pairs: Pairs) -> int:
    """Print the table; 1 where this tree is slower."""
    print(f"\n{'new speed by old':48} {'ratio':>6}  99 % interval   pairs")
    slower, groups = [], dict[str, list[float]]()
    for name, ratios in pairs.items():
        logs = [math.log(statistics.median(one)) for one in ratios]
        middle, half = interval(logs)
        low, high = math.exp(middle - half), math.exp(middle + half)
        bad = high < LEAST
        if bad:
            slower.append(name)
        groups.setdefault(name.partition(":")[0], []).append(middle)
        each = " ".join(f"{math.exp(one):.3f}" for one in logs)
        print(f"{name:48} {math.exp(middle):6.3f}  {low:.3f} to {high:.3f}{' SLOWER' if bad else ''}  {each}")
    for group, middles in groups.items():
        print(f"geometric mean, {group:32} {math.exp(statistics.fmean(middles)):6.3f}")
    whole = math.exp(statistics.fmean(one for middles in groups.values() for one in middles))
    print(f"geometric mean of all {len(pairs)}: {whole:.3f} (at least {MEAN}: {'yes' if whole >= MEAN else 'NO'})")
    print(f"wholly below {LEAST}: {', '.join(slower) or 'none'}")
    return 1 if slower or whole < MEAN else 0


def interval(numbers: list[float]) -> tuple[float, float]:
    """Their mean, and half the width of its interval."""
    from scipy.stats import t

    if len(numbers) < 2:
        return numbers[0], math.inf
    quantile = float(t.ppf((1 + CONFIDENCE) / 2, len(numbers) - 1))
    return statistics.fmean(numbers), quantile * statistics.stdev(numbers) / math.sqrt(len(numbers))
