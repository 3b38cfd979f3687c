"""Blocks on a Ray cluster, and what is said of clusters that are not there or do not let us in."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent import futures
from pathlib import Path

import pytest

import magnate
from magnate.arena import cluster
from magnate.arena.blocks import Task, play_task
from magnate.arena.cluster import Cluster
from magnate.arena.plan import make_plan
from magnate.arena.workers import Workers
from magnate.errors import AgentFailed, BadOption, ClusterRefused, ClusterUnreachable, MissingExtra, PlanChanged

GAME = magnate.load("tictactoe")
TITLE = b"ray::play_there"
"""What Ray calls a process that plays a block."""


# ---------------------------------------------------------------------------------------------- reaching a cluster


@pytest.mark.parametrize("address", ["nonsense", "http://host:1", "ray://", "ray://host:port", "ray://host:1/path"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(BadOption, match='is no address of a cluster; write "local", or for example ray://host:10001'):
        Cluster(address)


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"needs the package ray; install it: pip install 'magnate\[cluster\]'"):
        Cluster("local")


def in_time(kind, address, match):
    began = time.monotonic()
    with pytest.raises(kind, match=match) as caught:
        Cluster(address)
    assert time.monotonic() - began < 10
    assert address in caught.value.message


def test_a_closed_port_is_no_cluster():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    in_time(ClusterUnreachable, f"ray://127.0.0.1:{port}", "there is no cluster at .*: Connection refused")


def test_a_server_that_says_nothing_is_no_cluster(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        in_time(ClusterUnreachable, f"ray://127.0.0.1:{silent.getsockname()[1]}", "is no Ray cluster")


def test_a_name_that_takes_for_ever_to_look_up(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    monkeypatch.setattr(cluster, "_trouble", lambda *_what: time.sleep(1))
    in_time(ClusterUnreachable, "ray://nowhere:1", "could not be looked up in time")


def test_a_cluster_that_refuses_the_token():
    """The answer of a cluster whose token is another one: checked by hand to be what Ray's own server says."""
    import grpc

    class Refuses(grpc.GenericRpcHandler):
        def service(self, call):
            def refuse(_request, context):
                context.abort(grpc.StatusCode.UNAUTHENTICATED, "Invalid or missing authentication token")

            return grpc.unary_unary_rpc_method_handler(refuse)

    server = grpc.server(futures.ThreadPoolExecutor(1), handlers=[Refuses()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        in_time(ClusterRefused, f"ray://127.0.0.1:{port}", "does not let us in: Invalid or missing .*RAY_AUTH_TOKEN")
    finally:
        server.stop(None).wait()


# ---------------------------------------------------------------------------------------------- playing there


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    """A local cluster with one worker; the bad agents can be imported there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parent))
        found = Cluster("local", jobs=1)
        yield found
        found.shutdown(wait=False)


def task(*agents, policy="loss", deals=12):
    return Task(make_plan(GAME, agents, 1000, seed=7, on_failure=policy).to_json(), 0, 0, deals)


def test_compiled_agents_play_the_same_games_there(local):
    blocks = [task("random", "random", deals=deals) for deals in (100, 12, 1)]
    futures = [local.submit(block) for block in blocks]
    assert [future.result() for future in futures] == list(map(play_task, blocks))


def test_agents_in_python_fail_as_they_fail_here_even_when_a_process_of_the_cluster_is_killed(local, capfd):
    heard = []
    local.told = heard.append
    here = Workers(1)
    try:
        blocks = [task("bad_agents:Slow", "random"), task("bad_agents:Exits", "random")]
        expected = [here.submit(block).result() for block in blocks]
    finally:
        here.shutdown()
    found = [local.submit(block) for block in blocks]
    os.kill(playing(), signal.SIGKILL)
    assert [future.result() for future in found] == expected
    assert heard
    assert all("ended its process with code 3" in message for message in heard)
    assert not capfd.readouterr().out


def playing():
    """The process of this process's own cluster that plays a block just now."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for folder in Path("/proc").glob("[0-9]*"):
            if TITLE in (read(folder / "cmdline") or b"") and os.getpid() in ancestors(int(folder.name)):
                return int(folder.name)
        time.sleep(0.02)
    raise AssertionError("no process of the cluster plays")


def ancestors(process):
    while process > 1:
        process = int((read(Path(f"/proc/{process}/stat")) or b") ? 0").rpartition(b")")[2].split()[1])
        yield process


def read(file):
    try:
        return file.read_bytes()
    except OSError:
        return None


def test_errors_come_back_as_they_are(local):
    with pytest.raises(AgentFailed, match="seed [0-9]+ reproduces it"):
        local.submit(task("bad_agents:Raises", "random", policy="abort")).result()
    other = task("random", "random")
    changed = Task(other.plan.replace('"engine":"', '"engine":"0'), *(other.table, other.first, other.last))
    with pytest.raises(PlanChanged, match="not the same on the cluster as here: the engine"):
        local.submit(changed).result()


# ---------------------------------------------------------------------------------------------- a cluster that runs


TOKEN = "0" * 64


@pytest.fixture(scope="module")
def running():
    """The address of a cluster that was started apart from us, and the environment that reaches it."""
    client, head = free_port(), free_port()
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parent),  # where the agents are "installed"
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": TOKEN,
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    start = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=1"]
    start += [f"--port={head}", f"--ray-client-server-port={client}", "--include-dashboard=false"]
    process = subprocess.Popen(
        start, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(client, process)
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


def wait_for(port, process):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the cluster did not start")


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
