"""In CI (the environment variable CI is "true") a test that was not really run is a failure.

A skipped or expectedly failing test shows green while proving nothing; elsewhere it may be handy, in CI it
is not. Elsewhere the summary says how many tests were skipped for want of a program, and what to install. Loaded by the
Makefile with `-p tests.ci_plugin`.

`--times=FILE` writes how many seconds each test file took. `--pages=a.md,b.md` leaves out tests whose parameter is
another page.
"""

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import NoReturn

import pytest

NOT_RUN = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--times", type=Path, metavar="FILE", help="write the seconds of each test file there, as JSON")
    parser.addoption("--pages", metavar="PAGES", help="of the tests of pages run only those of these, with commas")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[NOT_RUN] = []
    config.pluginmanager.register(_Missing(), "magnate-missing")
    if config.getoption("--times") is not None:
        config.pluginmanager.register(_Times(config.getoption("--times")), "magnate-times")
    if os.environ.get("CI", "").lower() == "true":
        config.pluginmanager.register(_Collector(config), "magnate-ci")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--pages") is None:
        return
    wanted = tuple(config.getoption("--pages").split(","))
    others = {item for item in items if not all(page.endswith(wanted) for page in _pages(item))}
    config.hook.pytest_deselected(items=[item for item in items if item in others])
    items[:] = [item for item in items if item not in others]


def _pages(item: pytest.Item) -> list[str]:
    """The pages among a test's parameters."""
    given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    return [str(one) for one in given if isinstance(one, str | Path) and str(one).endswith(".md")]


MISSING = "there is no "


def not_installed(program: str, install: str) -> NoReturn:
    """Skip the test that asks: it needs a program that this machine does not have."""
    pytest.skip(f"{MISSING}{program} here; install {install}")


class _Times:
    """Adds up the seconds of each test file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps(self.seconds), encoding="utf-8")


class _Missing:
    """Counts the tests that were skipped for want of a program, and says so in a line for each program."""

    def __init__(self) -> None:
        self.skipped: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
        if report.skipped and reason.startswith(MISSING):
            self.skipped[reason] += 1

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
        yield  # the last word: pytest lists each place where a test was skipped
        for reason, count in self.skipped.items():
            terminalreporter.line(f"{count} tests were skipped: {reason}")


class _Collector:
    """Notes every report whose outcome is "skipped" (an expected failure is one too)."""

    def __init__(self, config: pytest.Config) -> None:
        self.not_run = config.stash[NOT_RUN]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.not_run.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.not_run.append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.not_run and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.not_run:
            terminalreporter.section("skipped tests are failures in CI", sep="!", red=True)
            for nodeid in self.not_run:
                terminalreporter.line(f"not run: {nodeid}")
