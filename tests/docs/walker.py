"""A process with magnate from its wheel, which follows pages: ``python walker.py``, then a line of JSON for each page.

Each page is followed by a process of its own, forked from this one, and each command of it by a fork of that one. So
magnate is imported once, and yet what a page or a command changes is gone with its process.
"""

import contextlib
import importlib.metadata
import io
import json
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
PATIENCE = 120.0


def main() -> None:
    """Answer each request when its page is followed."""
    sys.path.pop(0)  # the folder of this file
    import magnate.cli.main
    import magnate.core.game
    import magnate.core.loader  # noqa: F401 - what all commands need

    warm()
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            with Path(request["answer"]).open("w", encoding="utf-8") as answer:
                json.dump(list(follow(request)), answer)
            leave(0)
        os.waitpid(child, 0)
        print("done", flush=True)


WARM = (
    "tournament run monopoly --agents strategic,random --games 2 --jobs 1 --no-store --quiet",
    "tournament run pig --agents mcts:sims=10,random --games 2 --jobs 1 --no-store --quiet",
    "watch monopoly --agents strategic,algorithmic --seed 7 --speed 0",
    "watch brass --agents planner,random --speed 0",
)
"""Commands whose kernels many others need: loaded once, they are there in each fork."""


def warm() -> None:
    """Load what many commands need."""
    from magnate.cli.main import run

    before = os.dup(1)
    with open(os.devnull, "w") as nowhere:
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


def follow(request: dict) -> list:
    """Run a page's steps in their order, up to the first that fails."""
    os.chdir(request["folder"])
    os.environ.update(request["environment"])
    sys.path[0:0] = ["", f"{request['folder']}/{request['packages']}"]
    session = types.ModuleType("__main__")
    answers = []
    for step in request["steps"]:
        before = used()
        answer = python(step["text"], session, request["page"]) if step["kind"] == "python" else command(step, request)
        answers.append({**answer, "seconds": used() - before})
        if log := os.environ.get("DOCS_LOG"):
            with open(log, "a") as f:
                print(f"{answers[-1]['seconds']:7.2f} {request['page']} {step['text'][:150]!r} {answer['error']}", file=f)
        if answer["error"] and not os.environ.get("DOCS_LIMIT"):
            break
    return answers


def used() -> float:
    """The processor time of this process and of those that it waited for."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def python(code: str, session: types.ModuleType, page: str) -> dict:
    """Run a block of Python in the page's session."""
    printed, before = io.StringIO(), sys.modules["__main__"]
    sys.modules["__main__"] = session
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), vars(session))  # noqa: S102 - the page is ours
    except BaseException:
        return {"printed": printed.getvalue(), "error": traceback.format_exc()}
    finally:
        sys.modules["__main__"] = before
    return {"printed": printed.getvalue(), "error": ""}


def command(step: dict, request: dict) -> dict:
    """Run a command line as a reader types it."""
    line, output = step["text"], Path(request["folder"]).parent / "printed.txt"
    if line.startswith("pip install -e "):
        request["fresh"] = True  # what this process knows of other packages is old
        return told(subprocess.run([*request["pip"], f"./{line.split()[-1]}"], capture_output=True, text=True, check=False))
    if line.startswith("pip install "):
        return has_extras(line)
    if line.startswith(("magnate serve", "magnate mcp --http")):
        return serve(line)
    if line.startswith("magnate mcp --server "):
        return serve("magnate serve --mcp", meanwhile="magnate mcp --server")
    if SHELL.search(line) or request.get("fresh"):
        line = re.sub("^pytest ", "python -m pytest ", line)
        return told(subprocess.run(["bash", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False))
    if re.search(r" ID( |$)", line):  # the page means the tournament that was played last
        listed = subprocess.run(["magnate", "tournament", "list"], capture_output=True, text=True, check=True).stdout
        last = max(int(number) for number in re.findall(r"^\s*t(\d+)\b", listed, re.MULTILINE))
        line = re.sub(r" ID( |$)", rf" t{last}\1", line)
    with output.open("w") as out:
        child = os.fork()
        if child == 0:
            os.environ.get("DOCS_LIMIT") and resource.setrlimit(resource.RLIMIT_CPU, (int(os.environ["DOCS_LIMIT"]),) * 2)
            leave(program(shlex.split(line), out.fileno()))
    _, status = os.waitpid(child, 0)
    text = output.read_text(encoding="utf-8")
    shown, _, errors = text.partition("\0")
    code = os.waitstatus_to_exitcode(status)
    allowed = {0, 1} if "--sprt" in line or line.startswith("magnate tune") else {0}  # 1: not stronger
    failed = code not in allowed
    if step["fails"]:
        return {"printed": text, "error": "" if failed else f"{line}: no error: {text}"}
    return {"printed": text, "error": f"{line}: {code}: {text}" if failed else ""}


def program(words: list, output: int) -> int:
    """Run a program in this fork; returns its exit status."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(output, 1)
    errors = os.open("../errors.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(errors, 2)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = words
    code = 0
    try:
        if words[0] == "magnate":
            from magnate.cli.main import main as entry

            entry()
        else:
            sys.argv = words[1:]
            if words[0] == "pytest":
                sys.argv = ["-m", *words]
            if sys.argv[0] == "-m":
                sys.argv = sys.argv[1:]
                runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
            elif sys.argv[0] == "-c":
                exec(sys.argv[1], {"__name__": "__main__"})  # noqa: S102 - the page is ours
            else:
                sys.path.insert(0, str(Path(sys.argv[0]).parent.absolute()))
                runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code)
    except BaseException:
        traceback.print_exc()
        code = 70
    with contextlib.suppress(Exception):
        import multiprocessing.util

        multiprocessing.util._exit_function()
    if code:
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(1, Path("../errors.txt").read_bytes())
    return code


def told(done: subprocess.CompletedProcess) -> dict:
    """What a program of the shell says."""
    return {"printed": done.stdout, "error": done.returncode and f"{done.args}: {done.stdout}{done.stderr}" or ""}


def has_extras(line: str) -> dict:
    """Whether the wheel has the extras of ``pip install 'magnate[…]'``."""
    (asked,) = shlex.split(line)[2:]
    name, _, extras = asked.removesuffix("]").partition("[")
    known = importlib.metadata.metadata(name).get_all("Provides-Extra")
    unknown = set(extras.split(",")) - set(known)
    return {"printed": "", "error": f"{line}: no extra {unknown}" if unknown else ""}


def serve(line: str, meanwhile: str = "") -> dict:
    """Start a server, wait for its address, run a command that is told it, and end the server."""
    words = shlex.split(line)
    if "--http" in words:
        words[words.index("--http") + 1] = "0"
    else:
        words += ["--no-open", "--host=127.0.0.1", "--port=0"]
    output = Path("../server.txt")
    with output.open("w") as out:
        server = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    until = time.monotonic() + PATIENCE
    while "http://" not in output.read_text(encoding="utf-8"):
        if server.poll() is not None or time.monotonic() > until:
            server.kill()
            return {"printed": "", "error": f"{line}: {output.read_text(encoding='utf-8')}"}
        time.sleep(0.05)
    if meanwhile:
        address = re.search(r"http://[\d.:]+", output.read_text(encoding="utf-8"))[0]
        done = subprocess.run([*meanwhile.split(), address], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    server.send_signal(signal.SIGINT)
    code = server.wait(60)
    if meanwhile and done.returncode:
        return told(done)
    return {"printed": output.read_text(encoding="utf-8"), "error": f"{line} ended with {code}" if code else ""}


if __name__ == "__main__":
    main()
