"""Blocks on a Ray cluster, and what is said of clusters that are not there or do not let us in."""

import os
import signal
import socket
import sys
import time
from concurrent import futures
from pathlib import Path

import pytest

import magnate
from magnate.arena import executors
from magnate.arena.blocks import Task, play_task
from magnate.arena.executors import Cluster
from magnate.arena.plan import make_plan
from magnate.arena.workers import Workers
from magnate.errors import AgentFailed, BadOption, ClusterRefused, ClusterUnreachable, MissingExtra, PlanChanged

from .cluster_processes import playing

GAME = magnate.load("tictactoe")


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
    monkeypatch.setattr(executors, "PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        in_time(ClusterUnreachable, f"ray://127.0.0.1:{silent.getsockname()[1]}", "is no Ray cluster")


def test_a_name_that_takes_for_ever_to_look_up(monkeypatch):
    monkeypatch.setattr(executors, "PATIENCE", 0.1)
    monkeypatch.setattr(executors, "_trouble", lambda *_what: time.sleep(1))
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
    local.on_message = heard.append
    here = Workers(1)
    try:
        blocks = [task("bad_agents:Slow", "random"), task("bad_agents:Exits", "random")]
        expected = [here.submit(block).result() for block in blocks]
    finally:
        here.shutdown()
    found = [local.submit(block) for block in blocks]
    os.kill(playing(os.getpid()), signal.SIGKILL)
    assert [future.result() for future in found] == expected
    assert heard
    assert all("ended its process with code 3" in message for message in heard)
    assert not capfd.readouterr().out


def test_errors_come_back_as_they_are(local):
    with pytest.raises(AgentFailed, match="seed [0-9]+ reproduces it"):
        local.submit(task("bad_agents:Raises", "random", policy="abort")).result()
    other = task("random", "random")
    changed = Task(other.plan.replace('"engine":"', '"engine":"0'), *(other.table, other.first, other.last))
    with pytest.raises(PlanChanged, match="not the same on the cluster as here: the engine"):
        local.submit(changed).result()
