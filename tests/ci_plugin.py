"""In CI (the environment variable CI is "true") a test that was not really run is a failure.

A skipped or expectedly failing test shows green while proving nothing; elsewhere it may be handy, in CI it
is not. Loaded by the Makefile with `-p tests.ci_plugin`.
"""

import os

import pytest

NOT_RUN = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[NOT_RUN] = []
    if os.environ.get("CI", "").lower() == "true":
        config.pluginmanager.register(_Collector(config), "magnate-ci")


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
