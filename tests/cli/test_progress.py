import io
import re

import pytest
from rich.console import Console

import magnate as magnate_module
from magnate.cli.arguments import split_agents
from magnate.cli.console import Reporter
from magnate.cli.drawing import WIDTH, bar_lines, draw_bar
from magnate.core.progress import TerminalProgress
from magnate.plots import Bar


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def log():
    clock, file = Clock(), io.StringIO()
    reporter = Reporter("pig", Console(file=file, width=100), clock=clock)
    return reporter, clock, lambda: file.getvalue().splitlines()


def test_a_quick_run_writes_nothing(log):
    reporter, clock, lines = log
    for done in range(0, 1001, 100):
        reporter.playing(done, 1000)
        clock.now += 0.1
    assert lines() == []


def test_a_log_gets_a_line_for_5_percent(log):
    reporter, clock, lines = log
    for done in range(0, 1001, 10):
        reporter.playing(done, 1000)
        clock.now += 2.0
    assert len(lines()) == 20
    assert lines()[0] == "pig  50/1000  5%  5.0 games/s  eta 3:10"
    assert lines()[-1].startswith("pig  1000/1000  100%")


def test_slow_work_gets_a_line_every_10_seconds(log):
    reporter, clock, lines = log
    for done in range(31):
        reporter.playing(done, 100_000)
        clock.now += 1.0
    assert len(lines()) == 3


def test_compiling_is_told_once_and_the_games_have_their_own_clock(log):
    reporter, clock, lines = log
    reporter.compiles("the rules of pig")
    for done in range(40):
        reporter.compiling(done, 40, f"rule_{done}")
        clock.now += 1.0
    reporter.compiling(40, 40, "")
    assert lines()[0] == "compiling the rules of pig, once; later starts will not"
    assert lines()[1] == "compiling 5 % rule_2  eta 0:38"
    assert 10 < len(lines()) <= 21
    reporter.playing(0, 100)
    clock.now += 3.0
    reporter.playing(30, 100)
    assert lines()[-1] == "pig  30/100  30%  10.0 games/s  eta 0:07"


def test_every_stage_has_a_label_and_a_clock_of_its_own(log):
    reporter, clock, lines = log
    for label, pace in (("search", 3.0), ("gate", 30.0)):
        reporter.stage(label)
        reporter.playing(0, 100)
        clock.now += pace
        reporter.playing(30, 100)
    assert lines() == ["search  30/100  30%  10.0 games/s  eta 0:07", "gate  30/100  30%  1.0 games/s  eta 1:10"]


def test_quiet_is_quiet(log):
    reporter, clock, lines = log
    reporter.quiet = True
    reporter.compiles("the rules of pig")
    reporter.compiling(0, 10, "rule")
    clock.now += 60
    reporter.playing(50, 100)
    assert lines() == []


def test_words_of_its_own_are_as_sparse(log):
    reporter, clock, lines = log
    for done in range(65):
        reporter.says(f"LLR {done}", done / 64)
        clock.now += 1.0
    assert lines() == [f"pig  LLR {done}" for done in range(4, 65, 4)]


def test_a_terminal_gets_one_line_of_words_that_changes():
    file = io.StringIO()
    with Reporter("pig", Console(file=file, width=100, force_terminal=True)) as reporter:
        reporter.says("starting", 0)
        reporter.says("LLR −0.5 [a]", 0.5)
    assert "LLR −0.5 [a]" in file.getvalue()


def test_a_terminal_gets_one_moving_line():
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=100)
    with Reporter("pig", console) as reporter:
        reporter.compiles("the rules of pig")
        reporter.compiling(3, 10, "step")
        reporter.compiling(10, 10, "")
        for done in (0, 50, 100):
            reporter.playing(done, 100)
    shown = file.getvalue()
    assert "compiling the rules of pig, once" in shown
    assert "games/s" in shown
    assert shown.count("\n") <= 5


def test_bars_have_their_length_and_fit():
    for value in (0.0, 0.01, 0.33, 0.5, 0.999, 1.0):
        pieces = draw_bar(Bar("a", value, max(0.0, value - 0.1), min(1.0, value + 0.1)), 1.0, mark=0.5)
        assert sum(map(len, pieces)) == WIDTH
        assert pieces[1][0] + pieces[1][-1] == "├┤"
        narrow = draw_bar(Bar("a", value, value, value), 1.0)
        assert sum(map(len, narrow)) == WIDTH
        assert abs(len(narrow[0]) - value * WIDTH) <= 1


def test_the_axis_ends_at_a_round_share():
    lines = [line.plain for line in bar_lines([Bar("a", 0.31, 0.3, 0.32), Bar("bcd", 0.2)], mark=0.25)]
    assert lines[-1].endswith("40 %")
    assert "┊" in lines[1]


def test_the_picture_fits_into_a_narrow_terminal():
    bars = [Bar("baseline:reserve=400", 0.31, 0.3, 0.32, "31.0 % ± 1.0"), Bar("random", 0.2, 0.2, 0.2, "20.0 % ± 0.0")]
    for room in (60, 80, 140):
        assert max(len(line.plain) for line in bar_lines(bars, mark=0.25, room=room)) < room


def test_splitting_agents():
    assert split_agents(None) == []
    assert split_agents(["a,b", "c"]) == ["a", "b", "c"]
    assert split_agents(["baseline:reserve=300,bid=2,random"]) == ["baseline:reserve=300,bid=2", "random"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Notebook(io.StringIO):
    """What a notebook's kernel has as stderr: no terminal."""


Notebook.__module__ = "ipykernel.iostream"


def test_a_notebooks_stream_is_of_that_module():
    assert pytest.importorskip(Notebook.__module__).OutStream.__module__ == Notebook.__module__


def lines_on(stream):
    """What is seen of four functions that are compiled in eight seconds."""
    times = iter((0.0, 0.5, 4.0, 8.0))
    progress = TerminalProgress(stream, clock=lambda: next(times))
    for done, name in ((0, "first"), (1, "second"), (2, "third"), (4, "")):
        progress(done, 4, name)
    return stream.getvalue()


@pytest.mark.parametrize("stream", [Terminal(), Notebook()], ids=["terminal", "notebook"])
def test_python_at_a_screen_sees_what_is_compiled_after_a_second(stream):
    shown = lines_on(stream)
    assert re.fullmatch(r"\rcompiling 50 % third +eta 0:04.*\rcompiled in 8 s; later starts will not.*\n", shown)
    assert ("\033" in shown) == isinstance(stream, Terminal)  # which a notebook would not obey
    assert isinstance(magnate_module.load("pig").progress, TerminalProgress)


def test_a_notebooks_shorter_line_covers_the_longer_one():
    first, second = lines_on(Notebook()).strip("\r\n").split("\r")
    assert len(second) >= len(first.rstrip())


def test_a_log_of_a_script_stays_empty():
    assert lines_on(io.StringIO()) == ""
