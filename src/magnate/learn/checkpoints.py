"""Checkpoints: all that a training needs to go on, in one safetensors file that is replaced in one step.

The file's metadata say which step it was written after and what it belongs to: the rules, the features and the
configuration, by their hashes. One that does not belong to a run is refused. Nothing in it is ever executed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from safetensors import SafetensorError, numpy, safe_open

from ..errors import CheckpointMismatch, SaveFailed
from ..networks.files import packed
from ..values.schema import today

__all__ = ["Checkpoint", "load", "replace_file", "save", "steps_done"]

FORMAT: Final = "magnate checkpoint 1"
MEANINGS: Final = {
    "configuration": "another configuration",
    "rules": "other rules of the game",
    "features": "other features of the game",
}
"""What it means that one of a run's hashes is not the checkpoint's."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a training had come to after ``step`` of its ``total`` steps."""

    step: int
    total: int
    tensors: Mapping[str, np.ndarray]


def save(file: Path, checkpoint: Checkpoint, belongs: Mapping[str, str]) -> None:
    """Write a checkpoint; ``belongs`` are the hashes of what it belongs to.

    Whoever is killed meanwhile leaves the one that was there before. Raises :class:`~magnate.errors.SaveFailed`.
    """
    tensors = {name: np.asarray(tensor, order="C") for name, tensor in checkpoint.tensors.items()}
    about = {
        "format": FORMAT,
        "step": str(checkpoint.step),
        "total": str(checkpoint.total),
        "sum": _sum(tensors),
        **belongs,
    }
    replace_file(file, packed(tensors, about))


def load(file: Path, belongs: Mapping[str, str]) -> Checkpoint:
    """Read a checkpoint.

    Raises :class:`~magnate.errors.CheckpointMismatch` when it is damaged or belongs to something else than ``belongs``.
    """
    about = _about(file)
    for what, found in belongs.items():
        if today(about.get(what, "")) != found:
            hint = "install what it was begun with, or begin a new run"
            raise CheckpointMismatch(f"{file} was written for {MEANINGS.get(what, what)}", hint=hint)
    try:
        tensors = numpy.load(file.read_bytes())
        step, total = int(about["step"]), int(about["total"])
    except (SafetensorError, KeyError, ValueError) as error:
        raise _damaged(file, error) from None
    if about.get("sum") != _sum(tensors):
        raise _damaged(file, "its contents are not what was written")
    return Checkpoint(step, total, tensors)


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
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
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
    if about.get("format") != FORMAT:
        raise CheckpointMismatch(f"{file} is no checkpoint of a training run", hint="name the folder of a run")
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
