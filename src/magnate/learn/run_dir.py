"""The folder of a training run: its files, checkpoints and exported networks.

===========================  =========================================================================
``config.toml``              the configuration with all defaults; ``magnate train run`` takes it again
``run.json``                 the run's name, its start, the versions, the hashes of what it learns
``metrics.jsonl``            the metrics of each step, a line of JSON each
``checkpoint.safetensors``   all that is needed to continue
``NAME.safetensors``         the networks, when the run is finished
``curves.html``              a page with the curves
``tensorboard/``             the same for TensorBoard, on request
===========================  =========================================================================
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from safetensors import SafetensorError, numpy, safe_open

from ..errors import BadTraining, CheckpointMismatch, SaveFailed, did_you_mean
from ..networks.files import VALUE, packed, save
from ..runtime.system import lock_file, sync_folder
from ..values.schema import action_names, first_action_names, today
from .config import Configuration, from_text
from .population import known_networks

if TYPE_CHECKING:
    from ..networks import Network
    from ..values.schema import Schema
    from .method import Method


# ------------- Checkpoints: all that a training needs to continue, in one safetensors file that is replaced in one step
#
# The file's metadata say after which step it was written and what it belongs to: the hashes of the rules, the features
# and the configuration. A checkpoint of another run is refused. Nothing in it is ever executed.


CHECKPOINT_FORMAT: Final = "magnate checkpoint 1"
MEANINGS: Final = {
    "configuration": "another configuration",
    "rules": "other rules of the game",
    "features": "other features of the game",
}
"""What it means that one of a run's hashes is not the checkpoint's."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a training had come to after ``step`` of its ``total`` steps; ``actions`` are the game's, by their ids.

    ``outputs`` are those of :attr:`.method.Layout.outputs`, empty where the method has none or did not say so yet.
    """

    step: int
    total: int
    tensors: Mapping[str, np.ndarray]
    actions: tuple[str, ...] = ()
    outputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def save_checkpoint(file: Path, checkpoint: Checkpoint, belongs: Mapping[str, str]) -> None:
    """Write a checkpoint; ``belongs`` are the hashes of what it belongs to.

    If the process is killed meanwhile, the earlier checkpoint stays. Raises :class:`~magnate.errors.SaveFailed`.
    """
    tensors = {name: np.asarray(tensor, order="C") for name, tensor in checkpoint.tensors.items()}
    about = {
        "format": CHECKPOINT_FORMAT,
        "step": str(checkpoint.step),
        "total": str(checkpoint.total),
        "sum": _sum(tensors),
        "actions": json.dumps(checkpoint.actions),
        "outputs": json.dumps(checkpoint.outputs),
        **belongs,
    }
    replace_file(file, packed(tensors, about))


def load_checkpoint(file: Path, belongs: Mapping[str, str], schema: Schema | None = None) -> Checkpoint:
    """Read a checkpoint; ``schema`` knows by which hashes earlier files mean its rules and inputs.

    Raises :class:`~magnate.errors.CheckpointMismatch` when it is damaged or belongs to something else than ``belongs``.
    """
    about = _about(file)
    try:
        actions = tuple(json.loads(about.get("actions", "[]")))
        outputs = {name: tuple(names) for name, names in json.loads(about.get("outputs", "{}")).items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise _damaged(file, error) from None
    if schema is not None:
        about["rules"], about["features"] = schema.as_today(about.get("rules", ""), about.get("features", ""), actions)
    for what, found in belongs.items():
        if about.get(what, "") != found:
            hint = "install what it was begun with, or begin a new run"
            raise CheckpointMismatch(f"{file} was written for {MEANINGS.get(what, what)}", hint=hint)
    try:
        tensors = numpy.load(file.read_bytes())
        step, total = int(about["step"]), int(about["total"])
    except (SafetensorError, KeyError, ValueError) as error:
        raise _damaged(file, error) from None
    if about.get("sum") != _sum(tensors):
        raise _damaged(file, "its contents are not what was written")
    return Checkpoint(step, total, tensors, actions, outputs)


def steps_done(file: Path) -> tuple[int, int]:
    """How many steps are done and how many there are, by the checkpoint's metadata; (0, 0) where there is no file."""
    if not file.exists():
        return 0, 0
    about = _about(file)
    try:
        return int(about["step"]), int(about["total"])
    except (KeyError, ValueError) as error:
        raise _damaged(file, error) from None


def replace_file(file: Path, content: bytes) -> None:
    """Write a file so that at any moment its name stands for all of the old content or all of the new.

    Raises :class:`~magnate.errors.SaveFailed`.
    """
    fresh = file.with_name(f".{file.name}.new")
    try:
        with fresh.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        raise SaveFailed(
            f"{file} cannot be written: {error.strerror}", hint="check the permissions and the free space"
        ) from None


def _about(file: Path) -> dict[str, str]:
    """The metadata of a checkpoint."""
    try:
        with safe_open(file, "numpy") as opened:
            about: dict[str, str] = opened.metadata() or {}
    except (SafetensorError, ValueError) as error:
        raise _damaged(file, error) from None
    if about.get("format") != CHECKPOINT_FORMAT:
        raise CheckpointMismatch(
            f'{file} is no checkpoint that this version of magnate reads: those say "{CHECKPOINT_FORMAT}"',
            hint="name the folder of a run",
        )
    return about


def _damaged(file: Path, why: object) -> CheckpointMismatch:
    return CheckpointMismatch(f"the checkpoint {file} is damaged: {why}", hint="delete it to begin the run again")


def _sum(tensors: Mapping[str, np.ndarray]) -> str:
    """A hash of all tensors."""
    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(tensors):
        tensor = tensors[name]
        digest.update(f"{name}\0{tensor.dtype.str}\0{tensor.shape}\0".encode() + tensor.tobytes())
    return digest.hexdigest()


# ----------------------------------------------------------- Exported networks, by which agents play (``network:FILE``)


def write_network(run: Run, method: Method, name: str | None = None, file: Path | None = None) -> Path:
    """Write one of the networks of a run into a file; returns its path.

    Networks that are of use only together are written as one. By default it is the first network, and the file is named
    after it, in the run's folder. The file says which rules it has learned by and what it is shown.

    Raises :class:`~magnate.errors.BadTraining` where there is no such network, and :class:`~magnate.errors.SaveFailed`.
    """
    networks = method.networks()
    named: dict[str, Network | dict[str, Network]] = dict(networks)
    together = getattr(run.configuration.method, "TOGETHER", None)
    if together is not None:
        named = {together: networks}
    chosen = next(iter(named), "") if name is None else name
    if chosen not in named:
        raise BadTraining(f'{run.name} has no network "{chosen}"', hint=did_you_mean(chosen, named))
    plan, (done, total) = run.configuration.plan, run.steps()
    made_by = f"magnate train, {run.name}, method {plan.method}, seed {plan.seed}, {done} of {total} steps"
    picked = named[chosen]
    several = picked if isinstance(picked, dict) else {VALUE: picked}
    name_outputs = getattr(run.configuration.method, "output_names", None)
    outputs = None if name_outputs is None else name_outputs(plan.game, several)
    about = run.configuration.schema.about(made_by, run.configuration.method.KIND, outputs)
    return save(run.path / f"{chosen}.safetensors" if file is None else file, several, about)


def write_all(run: Run, method: Method) -> list[Path]:
    """Write all networks of a run into its folder."""
    if hasattr(run.configuration.method, "TOGETHER"):
        return [write_network(run, method)]
    return [write_network(run, method, name) for name in method.networks()]


# ----------------------------------------------------------------------------------------------------------- The folder


CONFIGURATION, ABOUT, METRICS = "config.toml", "run.json", "metrics.jsonl"
CHECKPOINT, LOCK = "checkpoint.safetensors", ".lock"
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
        # With all options written out, as it is when the run is opened again.
        configuration = from_text(configuration.to_toml(), configuration.name)
        opponents = _opponents(configuration)  # what cannot be played with is reported before there is a folder
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
        replace_file(path / CONFIGURATION, configuration.to_toml().encode())
        replace_file(path / ABOUT, (json.dumps(about, indent=2) + "\n").encode())  # last: now it is a run
        return cls(path, configuration, about)

    @classmethod
    def open(cls, path: Path) -> Run:
        """The run in a folder; raises :class:`~magnate.errors.BadTraining` where there is none."""
        if not (path / ABOUT).is_file() or not (path / CONFIGURATION).is_file():
            raise BadTraining(f"{path} holds no training run", hint="magnate train list shows those that there are")
        try:
            about = json.loads((path / ABOUT).read_text(encoding="utf-8"))
            name, written = str(about["name"]), about["format"]
        except (ValueError, KeyError, TypeError):
            raise BadTraining(f"{path / ABOUT} cannot be read", hint="it was changed; begin a new run") from None
        if written != FORMAT:
            raise BadTraining(
                f"the run in {path} has format {written!r}, and this version of magnate reads {FORMAT}",
                hint="install the newer magnate that wrote it",
            )
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
        named = replace(checkpoint, actions=action_names(self.configuration.plan.game))
        save_checkpoint(self.path / CHECKPOINT, named, self.belongs)

    def load(self) -> Checkpoint | None:
        """The last checkpoint, None where there is none yet.

        Raises :class:`~magnate.errors.CheckpointMismatch` when it is damaged or of something else.
        """
        file = self.path / CHECKPOINT
        if not file.exists():
            return None
        kept, game = load_checkpoint(file, self.belongs, self.configuration.schema), self.configuration.plan.game
        before, now = kept.actions or first_action_names(game), action_names(game)
        renumbered = getattr(self.configuration.method, "renumbered", None)
        if renumbered is None or before == now:
            return kept
        return replace(kept, tensors=renumbered(kept.tensors, before, now))

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
            if not lock_file(file):
                raise BadTraining(
                    f"another process trains in {self.path}", hint="wait for it, or name another folder by --out"
                )
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
    """The game's options without those at their defaults that the game did not have when the run was begun.

    So older hashes stay true. A run's configuration has all options of that time. Options that older rules lack were
    never counted.
    """
    game = configuration.game().declared
    added = {name for older in game.replays.values() if isinstance(older, Mapping) for name in older}
    default = {name: field.default for name, field in game.options.model_fields.items()}
    known = configuration.plan.options.keys() - added
    options = configuration.resolved["options"]
    return {name: value for name, value in options.items() if name in known or value is None or value != default[name]}


def _belongs(configuration: Configuration) -> dict[str, str]:
    """The hashes of what a run learns.

    Settings count by their first names, and those that were added only where they are not at their defaults. So older
    hashes stay true.
    """
    method, module = configuration.plan.method, configuration.method
    first_names = {new: old for old, new in getattr(module, "RENAMED", {}).items()}
    before = {name: module.Settings.model_fields[name].default for name in getattr(module, "ADDED", ())}
    settings = {
        first_names.get(key, key): value
        for key, value in configuration.resolved[method].items()
        if key not in before or value != before[key]
    }
    lasting = {**configuration.resolved, method: settings, "options": _lasting(configuration)}
    resolved = json.dumps(lasting, sort_keys=True).encode()
    return {
        "configuration": hashlib.blake2b(resolved, digest_size=16).hexdigest(),
        "rules": configuration.schema.rules_hash,
        "features": configuration.schema.inputs_hash,
    }
