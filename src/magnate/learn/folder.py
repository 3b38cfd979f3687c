"""The folder of a training run.

=======================  ====================================================================================
``config.toml``          the configuration with all defaults written out; ``magnate train run`` takes it again
``run.json``             what it is called, when it was begun, with which versions, the hashes of what it learns
``metrics.jsonl``        what was noted of each step, a line of JSON each
``checkpoint.safetensors``  all that is needed to go on
``NAME.safetensors``     the networks, when the run is finished
``curves.html``          a page with the curves
``tensorboard/``         the same for TensorBoard, on request
=======================  ====================================================================================
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import math
import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from ..core.contract import replays
from ..errors import BadTraining, CheckpointMismatch
from ..values.schema import today
from .checkpoints import Checkpoint, load, replace_file, save, steps_done
from .config import Configuration, from_text
from .population import known_networks
from .toml import as_toml

__all__ = ["Run", "default_folder"]

CONFIGURATION, ABOUT, METRICS = "config.toml", "run.json", "metrics.jsonl"
CHECKPOINT, CURVES, EVENTS, LOCK = "checkpoint.safetensors", "curves.html", "tensorboard", ".lock"
FORMAT: Final = 1
PACKAGES: Final = ("magnate", "numpy", "numba", "torch", "safetensors")


def default_folder() -> Path:
    """Where runs are kept that name no folder of their own."""
    from platformdirs import user_data_path

    return user_data_path("magnate") / "training"


class Run:
    """A training run in its folder; made by :meth:`create` or :meth:`open`."""

    def __init__(self, path: Path, configuration: Configuration, about: Mapping[str, Any]) -> None:
        self.path = path
        self.configuration = configuration
        self.about = about

    @classmethod
    def create(cls, path: Path, configuration: Configuration) -> Run:
        """A run that has not begun.

        Raises :class:`~magnate.errors.BadTraining` where the folder already holds one.
        """
        if (path / ABOUT).exists():
            raise BadTraining(f"{path} already holds a run", hint="resume it, or name another folder by --out")
        opponents = _opponents(configuration)  # what cannot be played with is told of before there is a folder
        path.mkdir(parents=True, exist_ok=True)
        about = {
            "format": FORMAT,
            "name": configuration.name,
            "begun": datetime.now(UTC).isoformat(timespec="seconds"),
            "seed": configuration.plan.seed,
            "versions": {"python": platform.python_version(), **_versions()},
            "system": platform.platform(),
            "hashes": _belongs(configuration),
            "opponents": opponents,
        }
        replace_file(path / CONFIGURATION, as_toml(configuration.resolved).encode())
        replace_file(path / ABOUT, (json.dumps(about, indent=2) + "\n").encode())  # last: now it is a run
        return cls(path, configuration, about)

    @classmethod
    def open(cls, path: Path) -> Run:
        """The run in a folder; raises :class:`~magnate.errors.BadTraining` where there is none."""
        if not (path / ABOUT).is_file() or not (path / CONFIGURATION).is_file():
            raise BadTraining(f"{path} holds no training run", hint="magnate train list shows those that there are")
        try:
            about = json.loads((path / ABOUT).read_text(encoding="utf-8"))
            name = str(about["name"])
        except (ValueError, KeyError, TypeError):
            raise BadTraining(f"{path / ABOUT} cannot be read", hint="it was changed; begin a new run") from None
        text = (path / CONFIGURATION).read_text(encoding="utf-8")
        return cls(path, from_text(text, name, where=str(path / CONFIGURATION)), about)

    @property
    def name(self) -> str:
        """What the run is called."""
        return str(self.about["name"])

    @cached_property
    def belongs(self) -> dict[str, str]:
        """The hashes of what a checkpoint of this run belongs to, by the code that is installed."""
        return _belongs(self.configuration)

    def check_opponents(self) -> None:
        """Raise :class:`~magnate.errors.CheckpointMismatch` where a network that is played with was another one."""
        before = self.about.get("opponents", {})
        for name, now in _opponents(self.configuration).items():
            if name in before and _as_today(before[name]) != _as_today(now):
                raise CheckpointMismatch(
                    f'"{name}", which {self.name} plays with, is another network than when the run was begun',
                    hint="put the network back that it was, or begin a new run",
                )

    # ------------------------------------------------------------------------------------------ checkpoints

    def save(self, checkpoint: Checkpoint) -> None:
        """Write the checkpoint, when the metrics until then are on the disk."""
        with (self.path / METRICS).open("ab") as file:
            os.fsync(file.fileno())
        save(self.path / CHECKPOINT, checkpoint, self.belongs)

    def load(self) -> Checkpoint | None:
        """The last checkpoint, None where there is none yet.

        Raises :class:`~magnate.errors.CheckpointMismatch` when it is damaged or of something else.
        """
        file = self.path / CHECKPOINT
        return load(file, self.belongs) if file.exists() else None

    def steps(self) -> tuple[int, int]:
        """How many steps are kept and how many there are; (0, 0) before the first checkpoint."""
        return steps_done(self.path / CHECKPOINT)

    # ---------------------------------------------------------------------------------------------- metrics

    def metrics(self) -> list[dict[str, Any]]:
        """What was noted of each step; half a line, which a killed process leaves, does not count."""
        file = self.path / METRICS
        if not file.exists():
            return []
        text = file.read_text(encoding="utf-8")
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def note(self, line: Mapping[str, Any]) -> None:
        """Note what came of a step; what is no number is null."""
        plain = {key: value if math.isfinite(value) else None for key, value in line.items()}
        with (self.path / METRICS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(plain) + "\n")

    def forget_after(self, step: int) -> list[dict[str, Any]]:
        """Drop the metrics of later steps, which are going to be done again; returns those that are left."""
        lines = [line for line in self.metrics() if line["step"] <= step]
        replace_file(self.path / METRICS, "".join(json.dumps(line) + "\n" for line in lines).encode())
        return lines

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes away; raises :class:`~magnate.errors.BadTraining` while another one trains here."""
        with (self.path / LOCK).open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadTraining(
                    f"another process trains in {self.path}", hint="wait for it, or name another folder by --out"
                ) from None
            yield


def _versions() -> dict[str, str]:
    """The versions of what decides the result; what is not installed is left out."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _opponents(configuration: Configuration) -> dict[str, str]:
    """The networks that a training plays or begins with, beside those that it makes, and what decides how they play."""
    settings = configuration.settings
    names = [*getattr(settings, "population", {}), *filter(None, [getattr(settings, "start", "")])]
    return known_networks(configuration.plan.game, configuration.resolved["players"], names)


def _as_today(settings: str) -> dict[str, Any]:
    """The settings of an agent that plays by a network, with the hash of its inputs as it is taken today."""
    said: dict[str, Any] = json.loads(settings)
    return {**said, "inputs": today(said["inputs"])} if "inputs" in said else said


def _lasting(configuration: Configuration) -> dict[str, Any]:
    """The game's options without those that older rules lack and that are as today, so that older hashes stay true."""
    module = configuration.game().module
    added = {name for older in replays(module).values() if isinstance(older, Mapping) for name in older}
    default = {name: field.default for name, field in module.Options.model_fields.items()}
    options = configuration.resolved["options"]
    return {name: value for name, value in options.items() if name not in added or value != default[name]}


def _belongs(configuration: Configuration) -> dict[str, str]:
    resolved = json.dumps({**configuration.resolved, "options": _lasting(configuration)}, sort_keys=True).encode()
    return {
        "configuration": hashlib.blake2b(resolved, digest_size=16).hexdigest(),
        "rules": configuration.schema.rules_hash,
        "features": configuration.schema.inputs_hash,
    }
