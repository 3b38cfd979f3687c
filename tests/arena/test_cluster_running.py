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
from pathlib import Path

import pytest

TOKEN = "0" * 64


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """The address of a cluster that was started apart from us, and the environment that reaches it."""
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
    start = [str(python / "bin" / "python"), "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=1"]
    start += [f"--port={head}", f"--ray-client-server-port={client}", "--include-dashboard=false"]
    said = tmp_path_factory.mktemp("cluster") / "said.txt"
    with said.open("w") as file:
        process = subprocess.Popen(start, env=environment, start_new_session=True, stdout=file, stderr=file)
    try:
        wait_for(client, process, said)
        yield f"ray://127.0.0.1:{client}", environment
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def free_port():
    """A port that is free; Ray keeps those below 20,000 for its workers."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        if port >= 20_000:
            return port


def wait_for(port, process, said):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the cluster did not start: {said.read_text()}")


def tournament(environment, store, agents, *more):
    command = [sys.executable, "-m", "magnate", "tournament", "run", "tictactoe", "--agents", agents]
    command += ["--games", "40", "--seed", "3", "--store", str(store), "--json", *more]
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_agents_in_python_play_the_same_games_on_a_cluster_that_runs(running, tmp_path):
    """Games of an agent that fails in some of them; and what is said where a failure is to end it all."""
    address, environment = running
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
