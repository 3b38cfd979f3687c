"""A process with magnate from its wheel, which follows pages: ``python walker.py``, then a line of JSON for each page.

Each page is followed by a fork of this process, and each command of it by a fork of that one. So magnate is imported
once, and what a page or a command changes is gone with its process.
"""

import contextlib
import importlib
import importlib.metadata
import io
import json
import multiprocessing.util
import os
import re
import resource
import runpy
import shlex
import signal
import subprocess
import sys
import time
import traceback
import types
from pathlib import Path

SHELL = re.compile(r"&&|\$\(|\*/|/\*| \| |^[A-Z_]+=|^(cp|echo|mkdir) ")
"""What the shell is asked for."""
PATIENCE = 120.0
ANSWERED = 70
"""The exit status of a program that raised what it should not."""
LIMIT = "DOCS_LIMIT"
"""The variable with the seconds of processor time that a command may take. To measure: what fails ends no page then."""
LOG = "DOCS_LOG"
"""The variable with the file that gets each step's processor time."""
WARM = (
    "tournament run monopoly --agents strategic,random --games 2 --jobs 1 --no-store --quiet",
    "tournament run pig --agents mcts:sims=10,random --games 2 --jobs 1 --no-store --quiet",
    "watch monopoly --agents strategic,algorithmic --seed 7 --speed 0",
    "watch brass --agents planner,random --speed 0",
)
"""Commands whose kernels many others need: loaded once, they are there in each fork."""
IMPORTED = "torch._dynamo"
"""What every training imports: over two seconds."""


def main() -> None:
    """Answer each request when its page is followed."""
    sys.path.pop(0)  # the folder of this file
    warm()
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            with Path(request["answer"]).open("w", encoding="utf-8") as answer:
                json.dump(list(follow(request)), answer)
            leave(0)
        os.waitpid(child, 0)
        sys.stdout.write("done\n")
        sys.stdout.flush()


def warm() -> None:
    """Load what many commands need."""
    from magnate.cli.main import run

    importlib.import_module(IMPORTED)
    before = os.dup(1)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        for line in WARM:
            run(line.split())
        sys.stdout.flush()
    os.dup2(before, 1)


def leave(code: int) -> None:
    """End this fork without what its parent is to do at its end."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def follow(request):
    """Run a page's steps in their order, up to the first that fails."""
    os.chdir(request["folder"])
    os.environ.update(request["environment"])
    sys.path[0:0] = ["", f"{request['folder']}/{request['packages']}"]
    session = types.ModuleType("__main__")
    for step in request["steps"]:
        before = used()
        answer = python(step["text"], session, request["page"]) if step["kind"] == "python" else command(step, request)
        yield answer
        if log := os.environ.get(LOG):
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(f"{used() - before:7.2f} {request['page']} {step['text'][:150]!r} {answer['error']}\n")
        if answer["error"] and LIMIT not in os.environ:
            break


def used() -> float:
    """The processor time of this process and of those that it waited for."""
    both = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(one.ru_utime + one.ru_stime for one in both)


def python(code, session, page):
    """Run a block of Python in the page's session."""
    printed, before = io.StringIO(), sys.modules["__main__"]
    sys.modules["__main__"] = session
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), vars(session))  # noqa: S102 - the page is ours
    except BaseException:  # noqa: BLE001 - the test tells it
        return {"printed": printed.getvalue(), "error": traceback.format_exc()}
    finally:
        sys.modules["__main__"] = before
    return {"printed": printed.getvalue(), "error": ""}


def command(step, request):
    """Run a command line as a reader types it."""
    line = step["text"]
    if line.startswith("pip install -e "):
        request["fresh"] = True  # what this process knows of other packages is old
        return shell([*request["pip"], f"./{line.split()[-1]}"])
    if line.startswith("pip install "):
        return has_extras(line)
    if line.startswith(("magnate serve", "magnate mcp --http")):
        return serve(line)
    if line.startswith("magnate mcp --server "):
        return serve("magnate serve --mcp", meanwhile="magnate mcp --server")
    if SHELL.search(line) or request.get("fresh"):
        return shell(["bash", "-c", re.sub("^pytest ", "python -m pytest ", line)])
    if re.search(r" ID( |$)", line):  # the page means the tournament that was played last
        listed = shell(["magnate", "tournament", "list"])["printed"]
        last = max(map(int, re.findall(r"^\s*t(\d+)\b", listed, re.MULTILINE)))
        line = re.sub(r" ID( |$)", rf" t{last}\1", line)
    code, printed, errors = forked(shlex.split(line))
    allowed = {0, 1} if "--sprt" in line or line.startswith("magnate tune") else {0}  # 1: it is not stronger
    as_told = (code not in allowed) == step["fails"]
    return {"printed": printed, "error": "" if as_told else f"{line} ended with {code}: {printed}{errors}"}


def forked(words):
    """Run a program in a fork: its exit status, and what it prints."""
    outputs = [Path(f"../{name}.txt") for name in ("printed", "errors")]
    with outputs[0].open("wb") as printed, outputs[1].open("wb") as errors, Path(os.devnull).open("rb") as nothing:
        child = os.fork()
        if child == 0:
            for number, file in enumerate((nothing, printed, errors)):
                os.dup2(file.fileno(), number)
            if limit := os.environ.get(LIMIT):
                resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))
            leave(program(words))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), *(file.read_text(encoding="utf-8") for file in outputs)


def program(words):
    """Run a program in this fork; returns its exit status."""
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, mode, closefd=False) for n, mode in enumerate("rww"))
    sys.modules["__main__"] = types.ModuleType("__main__")
    code = 0
    try:
        run(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        sys.stderr.write(end.code if isinstance(end.code, str) else "")
    except BaseException:  # noqa: BLE001 - as Python tells it
        traceback.print_exc()
        code = ANSWERED
    multiprocessing.util._exit_function()  # end its worker processes
    return code


def run(words):
    """Run ``magnate …`` or ``python …``."""
    sys.argv = words if words[0] == "magnate" else words[1:]
    if words[0] == "magnate":
        from magnate.cli.main import main as entry

        entry()
    elif words[1] == "-m":
        sys.argv = words[2:]
        runpy.run_module(words[2], run_name="__main__", alter_sys=True)
    elif words[1] == "-c":
        exec(words[2], {"__name__": "__main__"})  # noqa: S102 - the page is ours
    else:
        sys.path.insert(0, str(Path(words[1]).parent.absolute()))
        runpy.run_path(words[1], run_name="__main__")


def shell(words):
    """Run a program as the shell does."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    error = f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}" if done.returncode else ""
    return {"printed": done.stdout, "error": error}


def has_extras(line):
    """Whether the wheel has the extras of ``pip install 'magnate[…]'``."""
    (asked,) = shlex.split(line)[2:]
    name, _, extras = asked.removesuffix("]").partition("[")
    unknown = set(extras.split(",")) - set(importlib.metadata.metadata(name).get_all("Provides-Extra"))
    return {"printed": "", "error": f"{line}: no extra {unknown}" if unknown else ""}


def serve(line, meanwhile=""):
    """Start a server, wait for its address, run a command that is told the address, and end the server."""
    words, output = shlex.split(line), Path("../server.txt")
    if "--http" in words:
        words[words.index("--http") + 1] = "0"
    else:
        words += ["--no-open", "--host=127.0.0.1", "--port=0"]
    with output.open("w", encoding="utf-8") as out:
        server = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    until = time.monotonic() + PATIENCE
    while not (found := re.search(r"https?://[\w.:-]+\w", output.read_text(encoding="utf-8"))):
        if server.poll() is not None or time.monotonic() > until:
            server.kill()
            return {"printed": "", "error": f"{line}: {output.read_text(encoding='utf-8')}"}
        time.sleep(0.05)
    told = shell([*meanwhile.split(), found[0]]) if meanwhile else {"printed": "", "error": ""}
    server.send_signal(signal.SIGINT)
    code = server.wait(PATIENCE)
    return told if told["error"] or not code else {"printed": "", "error": f"{line} ended with {code}"}


if __name__ == "__main__":
    main()
