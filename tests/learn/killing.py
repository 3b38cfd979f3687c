"""A training that kills its own process at a chosen moment, for tests of what is left then."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

METHODS = {
    "values": "magnate.learn.methods.values:Values",
    "ppo": "magnate.learn.methods.ppo:Ppo",
    "deep_q": "magnate.learn.methods.deep_q:ThesisDeepQ",
}


def train_until(folder: str, step: int, where: str, call: int) -> None:
    """Train in a run's folder; SIGKILL comes at a call of a function (``module:Class.name``), counted from a step on.

    The step is counted from 0, the call from 1.
    """
    from magnate.learn.run_dir import Run
    from magnate.learn.training import train

    run = Run.open(Path(folder))
    left = call
    begun = -1

    def stepping(before: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(self: Any, number: int) -> Any:
            nonlocal begun
            begun = number
            return before(self, number)

        return wrapped

    def counting(before: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **named: Any) -> Any:
            nonlocal left
            if begun >= step:
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return before(*args, **named)

        return wrapped

    _patch(f"{METHODS[run.configuration.plan.method]}.step", stepping)
    _patch(where, counting)
    train(run, run.configuration.game(), [])


def _patch(where: str, wrapper: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    module, _, path = where.partition(":")
    owner, _, name = path.rpartition(".")
    holder = resolve_name(f"{module}:{owner}" if owner else module)
    setattr(holder, name, wrapper(getattr(holder, name)))
