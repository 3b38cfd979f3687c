"""Where blocks are played: threads, worker processes, or a Ray cluster."""

from __future__ import annotations

import importlib
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import astuple
from functools import lru_cache
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from ..core.registry import game_module
from ..core.result_schema import result_schema_of
from ..errors import (
    BadOption,
    ClusterFailed,
    ClusterRefused,
    ClusterUnreachable,
    MagnateError,
    MissingExtra,
    PlanChanged,
    listing,
)
from .blocks import Task, play_task
from .games import layout_text, row_dtype
from .plan import Plan
from .workers import Outcome, Workers, outcome_of, unpacked

__all__ = ["Cluster", "Executor", "Threads", "executor_for"]


# ---------------------------------------------------------------------------------------------- Blocks on a Ray cluster
#
# Ray is imported only here and only when it is asked for (the extra ``cluster``). The workers call the same functions
# of the plan and the deals, so they return the same rows. Ray repeats what gets lost.


LOCAL: Final = "local"
PORT: Final = 10001
"""Where a cluster waits for clients if its address does not say."""
PATIENCE: Final = 4.0
"""Seconds that each of the two steps of reaching a cluster may take."""
RETRIES: Final = 10
"""How often Ray plays a block again whose machine or process was lost, before that is an error."""
QUIET: Final[dict[str, Any]] = {"log_to_driver": False, "logging_level": logging.ERROR}
"""What keeps Ray's own messages out of the terminal."""


class Cluster:
    """An executor (see :class:`~magnate.arena.executors.Executor`) on a Ray cluster.

    With the ``address`` ``local`` it starts ``jobs`` workers on this machine (0: one for each core) and ends them with
    the executor. With ``ray://host:port`` it uses a cluster that already runs; ``jobs`` is then its number of cores.
    ``limit`` and ``on_message`` are as for :class:`~magnate.arena.workers.Workers`.

    Raises :class:`~magnate.errors.MissingExtra` when Ray is not installed. Raises
    :class:`~magnate.errors.ClusterUnreachable` or :class:`~magnate.errors.ClusterRefused` within ten seconds when there
    is no cluster at the address, or it refuses us. Raises :class:`~magnate.errors.ClusterFailed` when the cluster
    cannot be used for another reason.
    """

    def __init__(
        self, address: str, jobs: int = 0, limit: float | None = None, on_message: Callable[[str], None] | None = None
    ) -> None:
        self.address = address
        self.limit = limit
        self.on_message = on_message or (lambda _message: None)
        self._path = tuple(sys.path) if address == LOCAL else ()  # where a user's agents are found on this machine
        self._ray = _ray()
        self.jobs = self._start(jobs or os.cpu_count() or 1) if address == LOCAL else self._connect()
        self._remote = self._ray.remote(num_cpus=1, max_retries=RETRIES)(play_there)
        self._open: set[Future[bytes]] = set()

    def submit(self, task: Task) -> Future[bytes]:
        """Play a block some time soon; the future has its rows, or the error that ended it."""
        future: Future[bytes] = Future()
        future.set_running_or_notify_cancel()
        self._open.add(future)
        try:
            done = self._remote.remote(*astuple(task), _layout(task.plan), self.limit, self._path).future()
        except Exception as error:  # Ray's and gRPC's own errors, plain ones where the connection is gone
            self._open.discard(future)
            raise _lost(error) from error
        done.add_done_callback(lambda done: self._finish(future, done))
        return future

    def shutdown(self, *, wait: bool = True) -> None:
        """Leave the cluster (a local one ends); ``wait`` for what is being played, or give it up."""
        if wait:
            for future in list(self._open):
                future.exception()
        self._ray.shutdown()
        while self._open:
            self._open.pop().set_exception(CancelledError())

    def _finish(self, future: Future[bytes], done: Future[Outcome]) -> None:
        """Hand on what came of a block."""
        try:
            self._open.remove(future)
        except KeyError:  # it was given up
            return
        try:
            rows, failures = unpacked(done.result())
        except (MagnateError, RuntimeError) as error:
            future.set_exception(error)
        except Exception as error:  # noqa: BLE001 - Ray's own errors, and whatever a broken connection raises
            future.set_exception(_lost(error))
        else:
            for message in failures:
                self.on_message(message)
            future.set_result(rows)

    def _start(self, jobs: int, attempts: int = 2) -> int:
        """Start a cluster on this machine; Ray gives its processes half a minute, which a busy one may exceed once."""
        try:
            self._ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, **QUIET)
        except Exception as error:  # Ray raises its own errors and plain ones, by what did not come up
            self._ray.shutdown()
            if attempts > 1:
                return self._start(jobs, attempts - 1)
            raise ClusterFailed(f"a local cluster cannot be started: {_first_line(error)}") from error
        return jobs

    def _connect(self) -> int:
        """Join a cluster that runs already; returns how many cores it has."""
        host, port = _parsed(self.address)
        _check(f"{host}:{port}", self.address)
        return self._join(host, port)

    def _join(self, host: str, port: int, attempts: int = 2) -> int:
        """Be let in; the cluster starts a process for every client, for which Ray waits half a minute too."""
        try:
            self._ray.init(address=f"ray://{host}:{port}", **QUIET)
            return max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        except Exception as error:  # Ray raises its own errors and plain ones (RuntimeError for other versions)
            self._ray.shutdown()
            if attempts > 1:
                return self._join(host, port, attempts - 1)
            raise ClusterFailed(
                f"the cluster at {self.address} cannot be used: {_first_line(error)}",
                hint="see the cluster's own log; it needs the same versions of Python and Ray as this machine",
            ) from error


def play_there(
    plan: str, table: int, first: int, last: int, layout: str, limit: float | None, path: Sequence[str] = ()
) -> Outcome:
    """Play a block in a process of the cluster: in itself if its agents are ours, else in a worker of its own.

    ``layout`` names the columns of the rows that are wanted; ``path`` has further folders in which agents may be found.
    """
    sys.path += [folder for folder in path if folder not in sys.path]
    heard: list[str] = []
    task = Task(plan, table, first, last)

    def play() -> bytes:
        if _checked(plan, layout).ours:
            return play_task(task)
        pool = _pool(limit)
        pool.on_message = heard.append
        return pool.submit(task).result()

    return outcome_of(play, heard)


@lru_cache(maxsize=4)
def _checked(plan: str, layout: str) -> Plan:
    """The plan, if this process has the code that it was made with and keeps the same of a game."""
    found = Plan.from_json(plan)
    if changed := [*found.changes(), *(() if layout == _layout(plan) else ("what is kept of a game",))]:
        raise PlanChanged(
            f"not the same on the cluster as here: {listing(changed)}",
            hint="install the same magnate and the same agents on every machine of the cluster",
        )
    return found


@lru_cache(maxsize=4)
def _layout(plan: str) -> str:
    """The columns of the rows of this plan's games."""
    found = Plan.from_json(plan)
    return layout_text(row_dtype(result_schema_of(game_module(found.game)), found.players))


@lru_cache(maxsize=1)
def _pool(limit: float | None) -> Workers:
    """The worker that plays the blocks of this process."""
    return Workers(1, limit)


def _ray() -> Any:
    """Ray, if it is installed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".*")  # it would print what it repeats on stdout, amid a result
    try:
        return importlib.import_module("ray")
    except ImportError as missing:
        raise MissingExtra.of("playing on a cluster", missing.name, "cluster") from None


def _parsed(address: str) -> tuple[str, int]:
    """The host and the port of ``ray://host:port``."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host, port = None, 0
    if not host or parts.scheme != "ray" or parts.path.strip("/"):
        raise BadOption(
            f'"{address}" is no address of a cluster', hint='write "local", or for example ray://host:10001'
        )
    return host, port


def _check(target: str, address: str) -> None:
    """Ask whether a cluster is there and lets us in, which Ray itself takes half a minute to say.

    The asking is done in a thread, since the look-up of a name can take as long as it likes.
    """
    found: list[MagnateError | None] = []
    asking = threading.Thread(target=lambda: found.append(_trouble(target, address)), daemon=True)
    asking.start()
    asking.join(2 * PATIENCE)
    trouble = found[0] if found else _unreachable(address, "its name could not be looked up in time")
    if trouble is not None:
        raise trouble


def _trouble(target: str, address: str) -> MagnateError | None:
    """What is wrong with the cluster at this host and port, if something is."""
    host, _, port = target.rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except OSError as error:
        return _unreachable(address, error.strerror or str(error))
    grpc = importlib.import_module("grpc")
    messages, services = (
        importlib.import_module(f"ray.core.generated.ray_client_{name}") for name in ("pb2", "pb2_grpc")
    )
    connect = importlib.import_module("ray._private.grpc_utils").init_grpc_channel  # shows the token, where one is set
    ping = messages.ClusterInfoRequest(type=messages.ClusterInfoType.PING)
    try:
        with closing(connect(target)) as channel:
            services.RayletDriverStub(channel).ClusterInfo(ping, timeout=PATIENCE, wait_for_ready=True)
    except importlib.import_module("ray.exceptions").AuthenticationError:
        return _refused(address, "it wants a token, and this machine has none")
    except grpc.RpcError as error:
        refusals = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)
        if error.code() in refusals:
            return _refused(address, error.details())
        return _unreachable(address, f"what listens there is no Ray cluster ({error.code().name.lower()})")
    return None


def _unreachable(address: str, why: str) -> ClusterUnreachable:
    return ClusterUnreachable(
        f"there is no cluster at {address}: {why}",
        hint=f"give the address of the cluster's head and the port for clients, usually {PORT}",
    )


def _refused(address: str, why: str) -> ClusterRefused:
    return ClusterRefused(
        f"the cluster at {address} does not let us in: {why}",
        hint="set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN to the cluster's own token",
    )


def _lost(error: Exception) -> ClusterFailed:
    return ClusterFailed(
        f"the cluster did not finish a block: {_first_line(error)}",
        hint="every machine of the cluster needs the same magnate and the same agents; what was finished is kept",
    )


def _first_line(error: Exception) -> str:
    r"""What an error of Ray says, without the traces that it likes to append.

    >>> _first_line(ValueError("no room\nTraceback (most recent call last):\n..."))
    'no room'
    >>> _first_line(ConnectionError("Failure from server:\nTraceback (most recent call last):\n...\nTimeoutError"))
    'Failure from server: TimeoutError'
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return f"{lines[0]} {lines[-1]}" if lines[0].endswith(":") and len(lines) > 1 else lines[0]


# ------------------------------------------------------------------------------------------------- Choosing an executor


class Executor(Protocol):
    """A place where blocks are played, ``jobs`` of them at a time."""

    jobs: int

    def submit(self, task: Task) -> Future[bytes]:
        """Play a block some time soon; the future has its rows, or the error that ended it."""
        ...

    def shutdown(self, *, wait: bool = True) -> None:
        """Take no more work, forget what has not begun, and ``wait`` for the rest."""
        ...


class Threads:
    """A pool of threads: compiled games and searches do not hold Python's lock."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = ThreadPoolExecutor(jobs)

    def submit(self, task: Task) -> Future[bytes]:
        """See :class:`Executor`."""
        return self._pool.submit(play_task, task)

    def shutdown(self, *, wait: bool = True) -> None:
        """See :class:`Executor`."""
        self._pool.shutdown(wait=wait, cancel_futures=True)


def executor_for(
    plan: Plan, jobs: int = 0, on_message: Callable[[str], None] | None = None, cluster: str | None = None
) -> Executor:
    """The executor for this plan's agents with that many jobs (0: one for each core).

    Our own agents play in threads, a user's in processes of their own, where they may fail: ``on_message`` hears how, a
    sentence for each failure. ``cluster`` is ``local`` or an address for
    :class:`~magnate.arena.executors.Cluster`.
    """
    count = jobs or os.cpu_count() or 1
    if cluster is not None:
        return Cluster(cluster, count, plan.agent_timeout, on_message)
    if plan.ours:
        return Threads(count)
    from .workers import Workers

    return Workers(count, plan.agent_timeout, on_message)
