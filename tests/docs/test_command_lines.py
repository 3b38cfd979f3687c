"""The command lines of every page run in their order, as a reader types them, with magnate from its wheel.

What takes over 20 s is made smaller for the short tests (``SMALL``), and the long ones run it whole. What takes more
than some minutes is small in both (``HOURS``).
"""

import re
import shlex
import shutil
import signal
import subprocess
import time

import pytest

from tests.docs.reader import PAGES, ROOT, prepare

BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:\$ )?(?:\.venv/bin/)?((?:magnate|pip install -e|mkdir -p) .*?)(?: {3}.*|  # .*)?$")
A_FILE = re.compile(r"^\$ cat (\S+)\n(.*?)^\$ ", re.MULTILINE | re.DOTALL)
SERVERS = "magnate serve"
INSTALLS = "pip install -e "

NEVER = r"magnate (mcp|league)|.*--device gpu"
"""These are not run: they want a server, a model or a card of somebody."""
SMALL = {
    r"(magnate tournament run (?!.*(--games 64|--tables)).*)": r"\1 --games 8",
    r"(magnate tournament run .*--tables.*)": r"\1 --games 40",
    r"(magnate match (?!.*--sprt|magnate:).*)": r"\1 --games 400",
    r"(magnate match magnate:.*)": r"\1 --games 100",
}
"""The marked small sizes: of two equal options the last one counts."""
HOURS: dict[str, str] = {}
"""Those of what takes more than some minutes."""
HALF = "r = magnate.load('brass').play(['random'] * 2, seed=1); r.with_names(r.names()[:200]).save('game.json')"
FOUR = ["strategic", "algorithmic", "baseline", "random"]
WHOLE = f"magnate.load('monopoly', players=4).play({FOUR}, seed=7).save('game.json')"
"""The game of the page *Play a game and review it*."""
GIVEN = {
    "board.json": '{"board": ["XX.", "O..", "O.."]}',
    "mine.json": "[[[1, 2, 3], [3, 2, 1]], [[0, 0, 5], [2, 2, 2]]]",
    "late.json": '{"era": "rail", "round": 10, "players": [{"hand": ["birmingham"]}, {"hand": ["dudley"]}]}',
}
"""Files that a page takes for granted."""
LOG = ROOT / "tests/games/brass/games/synthetic_4p.json"


def lines_of(text):
    """The command lines of a page, and whether an error is shown below."""
    for language, block in BLOCK.findall(text):
        lines = re.sub(r"\\\n *", "", block).splitlines()
        for line, after in zip(lines, [*lines[1:], ""], strict=True):
            found = COMMAND.match(line)
            if language != "python" and found and "…" not in line and not re.match(NEVER, found[1]):
                yield found[1], after.startswith("error:")


WITH_COMMANDS = [page for page in PAGES if any(lines_of((ROOT / page).read_text(encoding="utf-8")))]


def sized(line, whole):
    """A command line at the size at which it is run."""
    for pattern, smaller in (HOURS if whole else {**SMALL, **HOURS}).items():
        line = re.sub(rf"^{pattern}$", smaller, line)
    return line


def give(reader, folder, page):
    """Put into the folder what a page takes for granted; returns the page's text."""
    text = prepare(reader, folder, page)
    blocks = [block for language, block in BLOCK.findall(text) if language == "python"]
    bots = [("bots.py", block) for block in blocks if "\nclass " in block][: "`bots.py`" in text]
    handed_in = [("minimax.py", block) for block in blocks if block.startswith("def minimax")]
    for name, content in [*GIVEN.items(), *A_FILE.findall(text), *bots, *handed_in]:
        (folder / name).write_text(content, encoding="utf-8")
    if "import brass-log" in text:
        shutil.copy(LOG, folder / "game.json")
    elif "game.json" in text:
        record = HALF if re.search(r"brass .*game\.json", text) else WHOLE
        reader.run(reader.home / "bin/python", "-c", f"import magnate; {record}", folder=folder)
    if "make run" in text:
        reader.run("magnate", "tournament", "run", "pig", "--agents=random,random", "--games=8", folder=folder)
    return text


def run_line(reader, folder, line, *, fails=False):
    """Run a command line as a reader types it."""
    if line.startswith(INSTALLS):
        reader.install(line.removeprefix(INSTALLS), folder)
        return
    if line.startswith(SERVERS):
        serve(reader, folder, line)
        return
    if " ID " in line:  # the page means the tournament that was played last
        listed = reader.run("magnate", "tournament", "list", folder=folder)
        last = max(int(number) for number in re.findall(r"^\s*t(\d+)\b", listed, re.MULTILINE))
        line = line.replace(" ID ", f" t{last} ")
    answer = "; test $? -le 1" if "--sprt" in line or line.startswith("magnate tune") else ""  # 1: not stronger
    reader.run("bash", "-c", line + answer, folder=folder, fails=fails)


def serve(reader, folder, line):
    """Start a server, wait for its address, and end it."""
    words = [*shlex.split(line), "--no-open", "--host=127.0.0.1", "--port=0"]
    with (folder / "server.txt").open("w+", encoding="utf-8") as output:
        server = subprocess.Popen(words, cwd=folder, env=reader.variables(folder), stdout=output, stderr=output)
        until = time.monotonic() + 120
        while "http://" not in (folder / "server.txt").read_text(encoding="utf-8"):
            assert server.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0


def follow(page, reader, folder, *, whole):
    """Run a page's command lines in their order."""
    for line, fails in lines_of(give(reader, folder, page)):
        run_line(reader, folder, sized(line, whole), fails=fails)


@pytest.mark.parametrize("named", WITH_COMMANDS)
def test_command_lines_run(named, reader, folder):
    follow(named, reader, folder, whole=False)


def is_larger(page):
    """Whether a page has a command that is made smaller for the short tests."""
    return any(sized(line, True) != sized(line, False) for line, _ in lines_of((ROOT / page).read_text("utf-8")))


@pytest.mark.long
@pytest.mark.parametrize("named", filter(is_larger, WITH_COMMANDS))
def test_command_lines_run_whole(named, reader, folder):
    follow(named, reader, folder, whole=True)
