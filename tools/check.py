"""``make check`` (``python tools/check.py [BASE]``): lint, types, and the tests nearest to what changed since BASE.

BASE is a commit, the last one if none is named. What changed is the working tree against it, new files included.

A test file is near if it imports what changed, mirrors its folder (``tests/agents`` mirrors ``src/magnate/agents``), or
names the file. It is further away if only its imports import that, or if it names a game whose rules or agents changed.
The nearest test files run first in line, until their times add up to the budget (``--budget``). The output says what
ran and what did not. ``make test`` runs everything.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from magnate.runtime.cache import sources  # noqa: E402
from tools import run_tests  # noqa: E402

PACKAGE: Final = "src/magnate/"
TYPED: Final = ("src/", "tools/", "benchmarks/")
"""What mypy reads."""
BUDGET: Final = 80.0
"""Seconds of tests, which two processes share."""
BY_NAME: Final = 3
"""How far away a game is from a test that names it."""
FAR: Final = 99


def changed_since(base: str) -> set[str]:
    """The files that differ from a commit, by their paths from the root; those that are gone too."""
    found = _lines("git", "diff", "--name-only", "--no-renames", base)
    return found | _lines("git", "ls-files", "--others", "--exclude-standard")


def _lines(*command: str) -> set[str]:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - git
    return set(done.stdout.splitlines())


# ----------------------------------------------------------------------------------------------- How far away tests are


def distances(changed: set[str], tests: Iterable[str]) -> dict[str, float]:
    """How far each test file is from what changed; those that do not depend on it are left out."""
    needs = _needs(tests)
    text = {file: (ROOT / file).read_text(encoding="utf-8") for file in needs}
    helpers = {file for file in needs if file.startswith("tests/")}
    users: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for file, needed in needs.items():
        for other in needed:
            users[other].append((file, 1))
    for game, modules in _games(needs).items():
        for file in helpers:
            if re.search(rf"\b{game}\b", text[file]):
                for module in modules:
                    users[module].append((file, BY_NAME))
    for one in changed:
        if not one.endswith(".py"):
            named = _names(one)
            users[one] += [(file, 1) for file in needs if named.search(text[file])]
        users[one] += [(test, far) for test in helpers if (far := mirrored(one, test)) < FAR]
    return {test: far for test, far in _spread(changed, users).items() if _is_test(test)}


def _needs(tests: Iterable[str]) -> dict[str, set[str]]:
    """What each Python file needs that any of these tests depends on, the fixtures beside them included."""
    beside = {str(one): [str(one.parent.joinpath(*[".."] * up, "conftest.py").resolve()) for up in range(5)]
              for one in (ROOT / test for test in tests)}  # fmt: skip
    fixtures = {one for found in beside.values() for one in found if Path(one).is_file()}
    found = {file: set(source.needs) for file, source in sources([*beside, *fixtures]).items()}
    for test, above in beside.items():
        found[test] |= fixtures & set(above)
    root = f"{ROOT}/"
    short = {file: {one.removeprefix(root) for one in needed} for file, needed in found.items()}
    return {file.removeprefix(root): needed for file, needed in short.items() if file.endswith(".py")}


def _games(needs: Iterable[str]) -> dict[str, list[str]]:
    """The modules of each game's rules and of its agents, by the game's name."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in needs:
        if match := re.fullmatch(rf"{PACKAGE}(?:games|agents)/(\w+)(?:/__init__)?\.py", file):
            found[match[1]].append(file)
    return {name: found[name] for name in found if f"{PACKAGE}games/{name}" in "".join(found[name])}


def _names(file: str) -> re.Pattern[str]:
    """Finds a file that is not Python in a text: its path, its name, or a folder that it is in, in quotes."""
    path = Path(file)
    words = [file, path.name, *(one.as_posix() for one in path.parents if one.name)]
    folders = [one.name for one in path.parents if one.name not in {"", "src", "magnate", "tests"}]
    return re.compile("|".join(rf"[\"'/]{re.escape(word)}[\"'/]" for word in {*words, *folders}))


def mirrored(changed: str, test: str) -> float:
    """How far away a test file is by its place and name; :data:`FAR` where they tell nothing."""
    own, folder = Path(changed), Path(test).parent.relative_to("tests")
    if not changed.startswith((PACKAGE, "tools/")) or not _is_test(test) or folder == Path():
        return FAR
    place = own.relative_to(PACKAGE).parent if changed.startswith(PACKAGE) else own.parent
    if place == folder or (place in folder.parents and place != Path()):
        return 0.5 if Path(test).stem.startswith(f"test_{own.stem}") else 1
    return 2 if folder in place.parents else FAR


def _is_test(file: str) -> bool:
    return file.startswith("tests/") and Path(file).name.startswith("test_")


def _spread(changed: set[str], users: dict[str, list[tuple[str, float]]]) -> dict[str, float]:
    """The length of the shortest way from each file to what changed."""
    found = dict.fromkeys(changed, 0.0)
    waiting = sorted(changed)
    while waiting:
        file = waiting.pop(0)
        for user, step in users[file]:
            if found[file] + step < found.get(user, FAR):
                found[user] = found[file] + step
                waiting.append(user)
    return found


# ------------------------------------------------------------------------------------------------------------- Choosing


def chosen(near: dict[str, float], changed: set[str], budget: float) -> list[str]:
    """The test files to run: those that changed themselves, then the nearest whose times fit into the budget."""
    known, found, spent = run_tests.times(), [], 0.0
    for file in sorted(near, key=lambda one: (near[one], known.get(one, 0.0), one)):
        seconds = known.get(file, run_tests.UNKNOWN)
        if (ROOT / file).exists() and (file in changed or spent + seconds <= budget):
            found.append(file)
            spent += seconds
    return found


def said(near: dict[str, float], ran: list[str], tests: list[str], budget: float) -> str:
    """What ran and what did not, and why."""
    left = sorted(set(near) - set(ran), key=lambda one: (near[one], one))
    lines = [f"Ran {len(ran)} of {len(tests)} test files ({_seconds(ran)}), the nearest to the change:", *_listed(ran)]
    if left:
        lines.append(f"Left out {len(left)} that depend on it, but did not fit into {budget:g} s ({_seconds(left)}):")
        lines += _listed(left, most=4)
    lines.append(f"Left out {len(tests) - len(near)} that do not depend on it. `make test` runs all.")
    return "\n".join(lines)


def _seconds(files: list[str]) -> str:
    """How long these took when all tests were last timed."""
    known = run_tests.times()
    return f"{sum(known.get(one, 0.0) for one in files):.0f} s of tests"


def _listed(files: list[str], most: int = 1000) -> list[str]:
    """A line for each folder, with the first of its files."""
    folders: dict[str, list[str]] = defaultdict(list)
    for file in files:
        folders[Path(file).parent.as_posix()].append(Path(file).stem.removeprefix("test_"))
    return [
        f"  {folder}: {', '.join(names[:most])}{f' and {len(names) - most} more' if len(names) > most else ''}"
        for folder, names in folders.items()
    ]


# -------------------------------------------------------------------------------------------------------------- Running


def main(arguments: list[str]) -> int:
    """Check what changed; the exit status is 1 where something is wrong."""
    parser = argparse.ArgumentParser(prog="tools/check.py", description="Check what changed since a commit.")
    parser.add_argument("base", nargs="?", default="HEAD", help="the commit to compare with (default: the last one)")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests (default: %(default)g)")
    parser.add_argument("--list", action="store_true", help="run no tests, say only which")
    asked = parser.parse_args(arguments)
    begun = time.perf_counter()
    changed, tests = changed_since(asked.base), run_tests.test_files()
    if not changed:
        print(f"Nothing has changed since {asked.base}.")
        return 0
    print(f"Changed since {asked.base}: {', '.join(sorted(changed))}", flush=True)
    near = distances(changed, tests)
    ran = chosen(near, changed, asked.budget)
    failed = [] if asked.list else _run(changed, ran)
    print(f"\n{said(near, ran, tests, asked.budget)}")
    print(f"{time.perf_counter() - begun:.0f} s. {'Failed: ' + ', '.join(failed) if failed else 'All is well.'}")
    return int(bool(failed))


def _run(changed: set[str], ran: list[str]) -> list[str]:
    """Lint, types and tests; returns the names of what failed."""
    python = [sys.executable, "-m"]
    commands = {"ruff": [*python, "ruff", "check", "."], "layout": [*python, "ruff", "format", "--check", "."]}
    if any(file.endswith(".py") and file.startswith(TYPED) for file in changed):
        commands["types"] = [*python, "mypy"]
    if any(file.startswith("web/") for file in changed):
        commands["pages"] = [sys.executable, "tools/webbuild.py", "--check"]
    beside = {name: subprocess.Popen(command, cwd=ROOT) for name, command in commands.items()}  # noqa: S603
    pages = sorted(file for file in changed if file.endswith(".md"))
    more = [f"--pages={','.join(pages)}"] if pages else []
    tests = run_tests.run(run_tests.shares(ran, 2), ["-q", "-m", "not long", *more]) if ran else 0
    return [*(name for name, process in beside.items() if process.wait()), *(["tests"] if tests else [])]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
