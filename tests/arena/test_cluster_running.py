"""A Ray cluster that was started apart from us, and agents in Python that play there.

A file of its own: on one machine no second cluster starts while the local one of the other tests is there.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from .cluster_processes import playing

TOKEN = "0" * 64


class Head(NamedTuple):
    """A cluster: where clients and nodes reach it, the variables that are needed, and the Python that it runs with."""

    address: str
    nodes: str
    environment: dict
    python: Path


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A cluster that was started apart from us."""
    client, head = free_port(), free_port()
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parent),  # where the agents are "installed"
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": TOKEN,
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    python = tmp_path_factory.mktemp("python") / "venv"  # Ray starts its processes by a path without spaces only
    python.symlink_to(sys.prefix)
    python = python / "bin" / "python"
    words = ["--head", f"--port={head}", f"--ray-client-server-port={client}", "--include-dashboard=false"]
    said = tmp_path_factory.mktemp("cluster") / "said.txt"
    with node(python, words, environment, said) as process:
        wait_until(lambda: answers(client), process, said)
        yield Head(f"ray://127.0.0.1:{client}", f"127.0.0.1:{head}", environment, python)


@contextmanager
def node(python, words, environment, said):
    """A node of a cluster, with one core, as a process that is killed at the end with all that it has started."""
    command = [
        str(python),
        "-m",
        "ray.scripts.scripts",
        "start",
        "--block",
        "--num-cpus=1",
        "--node-ip-address=127.0.0.1",
        *words,
    ]
    with said.open("w") as file:
        process = subprocess.Popen(command, env=environment, start_new_session=True, stdout=file, stderr=file)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_port():
    """A port that is free; Ray keeps those below 20,000 for its workers."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        if port >= 20_000:
            return port


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def wait_until(ready, process, said):
    deadline = time.monotonic() + 120
    while not ready():
        assert time.monotonic() < deadline and process.poll() is None, f"it did not start: {said.read_text()}"  # noqa: PT018
        time.sleep(0.2)


def tournament_command(store, agents, *more, games=40):
    command = [sys.executable, "-m", "magnate", "tournament", "run", "tictactoe", "--agents", agents]
    return [*command, "--games", str(games), "--seed", "3", "--store", str(store), "--json", *more]


def tournament(environment, store, agents, *more):
    command = tournament_command(store, agents, *more)
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_agents_in_python_play_the_same_games_on_a_cluster_that_runs(running, tmp_path):
    """Games of an agent that fails in some of them; and what is said where a failure is to end it all."""
    address, environment = running.address, running.environment
    agents = "bad_agents:Raises,random"
    results = []
    for number, more in enumerate([(), ("--cluster", address)]):
        code, said, heard = tournament(environment, tmp_path / f"{number}.db", agents, "--on-failure", "loss", *more)
        assert code == 0, said + heard
        assert "raised ValueError: too hard" in heard
        results.append(json.loads(said)["result"])
    assert results[0] == results[1]
    code, said, _ = tournament(environment, tmp_path / "abort.db", agents, "--cluster", address)
    error = json.loads(said)["error"]
    assert code != 0
    assert "bad_agents:Raises" in error["message"]
    assert "reproduces it" in error["hint"]


@pytest.mark.long
def test_three_nodes_of_which_one_is_killed_play_the_same_games(running, tmp_path):
    words = [f"--address={running.nodes}", "--object-store-memory=100000000"]
    files = [tmp_path / f"node{number}.txt" for number in (2, 3)]
    with ExitStack() as stack:
        nodes = []
        for file in files:  # one after the other: Ray gives each half a minute
            nodes.append(stack.enter_context(node(running.python, words, running.environment, file)))
            wait_until(lambda file=file: "Ray runtime started" in file.read_text(), nodes[-1], file)
        found = []
        for number, more in enumerate([(), ("--cluster", running.address)]):
            command = tournament_command(tmp_path / f"{number}.db", "bad_agents:Slow,random", *more, games=640)
            begun = subprocess.Popen(command, env=running.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if more:
                playing(nodes[0].pid)
                os.killpg(nodes[0].pid, signal.SIGKILL)
            said, heard = begun.communicate(timeout=300)
            assert begun.returncode == 0, heard
            found.append(json.loads(said))
        assert found[1]["run"]["jobs"] == 3
        assert found[0]["result"] == found[1]["result"]
