"""``make check`` (``python tools/check.py [BASE]``): lint, types, and the tests nearest to what changed since BASE.

BASE is a commit, the last one if none is named. What changed is the working tree against it, new files included.

A test file is near if it imports what changed, mirrors its folder (``tests/agents`` mirrors ``src/magnate/agents``), or
names the file. It is further away if only its imports import that, if it only shares a folder with fixtures that do, or
if it names a game whose rules or agents changed. The nearest are chosen until their times (``tests/times.json``) add up
to the budget. The output says what ran and what did not. ``make test`` runs everything.
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
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))  # also for the tests, which import this file

import run_tests  # noqa: E402

from magnate.runtime.cache import sources  # noqa: E402

PACKAGE: Final = "src/magnate/"
TYPED: Final = ("src/", "tools/", "benchmarks/")
"""What mypy reads."""
BUDGET: Final = 70.0
"""Seconds of tests, which two processes share."""
LOOSE: Final = 2.5
"""How far away a game is from a test that names it, and fixtures from a test beside them."""
NEAR: Final = 3
"""How far away test files are at most that run."""
FAR: Final = 99


Users: TypeAlias = "defaultdict[str, list[tuple[str, float]]]"
"""Who uses each file, and how far away that makes them."""


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
    needs, users = _needs(tests)
    text = {file: (ROOT / file).read_text(encoding="utf-8") for file in needs}
    helpers = {file for file in needs if file.startswith("tests/")}
    for game, modules in _games(needs).items():
        for file in helpers:
            if re.search(rf"\b{game}\b", text[file]):
                for module in modules:
                    users[module].append((file, LOOSE))
    for one in changed:
        if not one.endswith(".py"):
            named = _names(one)
            places = needs if one.startswith(PACKAGE) else helpers
            users[one] += [(file, 1) for file in places if named.search(text[file])]
        users[one] += [(test, far) for test in helpers if (far := mirrored(one, test)) < FAR]
    return {test: far for test, far in _spread(changed, users).items() if _is_test(test)}


def _needs(tests: Iterable[str]) -> tuple[list[str], Users]:
    """The Python files that these tests depend on, and for each file who uses it."""
    above = {test: {f"{one.as_posix()}/conftest.py" for one in Path(test).parents if one.name} for test in tests}
    fixtures = {one for found in above.values() for one in found if (ROOT / one).is_file()}
    users: Users = defaultdict(list)
    found = sources(str(ROOT / file) for file in (*above, *fixtures))
    for file, source in found.items():
        for needed in source.needs:
            users[_short(needed)].append((_short(file), 1))
    for test, beside in above.items():
        for one in fixtures & beside:
            users[one].append((test, LOOSE))
    return [_short(file) for file in found if file.endswith(".py")], users


def _short(file: str) -> str:
    """A file's path from the root."""
    return file.removeprefix(f"{ROOT}/")


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
    folders = [one for one in path.parents if one.name and (ROOT / one).is_dir() and not _is_package(one)]
    words = {file, path.name, *(one.as_posix() for one in folders), *(one.name for one in folders if len(one.name) > 3)}
    return re.compile("|".join(rf"[\"'/]{re.escape(word)}[\"']" for word in sorted(words)))


def _is_package(folder: Path) -> bool:
    return folder.as_posix() in {"src", "tests", "src/magnate"} or (ROOT / folder / "__init__.py").exists()


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


def _spread(changed: set[str], users: Users) -> dict[str, float]:
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
        if (ROOT / file).exists() and (file in changed or (near[file] <= NEAR and spent + seconds <= budget)):
            found.append(file)
            spent += seconds
    return found


def said(near: dict[str, float], ran: list[str], tests: list[str], budget: float) -> str:
    """What ran and what did not, and why."""
    left = [one for one in sorted(near, key=lambda one: (near[one], one)) if near[one] <= NEAR and one not in ran]
    lines = [f"Ran {len(ran)} of {len(tests)} test files ({_seconds(ran)}), the nearest to the change:", *_listed(ran)]
    if left:
        lines.append(f"Left out {len(left)} that did not fit into {budget:g} s ({_seconds(left)}):")
        lines += _listed(left, most=4)
    afar = sum(distance > NEAR for distance in near.values())
    lines.append(f"Left out {afar} that depend on it from afar, and {len(tests) - len(near)} that do not depend on it.")
    lines.append("`make test` runs all.")
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
    tests = run_tests.run(run_tests.portions(ran), 2, ["-q", "-m", "not long", *more]) if ran else 0
    return [*(name for name, process in beside.items() if process.wait()), *(["tests"] if tests else [])]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
