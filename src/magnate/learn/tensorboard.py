"""The metrics of a run as files for TensorBoard."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import MissingExtra

__all__ = ["TensorBoard"]


class TensorBoard:
    """A watcher of the training that writes what it is told into a folder of TensorBoard's files.

    Raises :class:`~magnate.errors.MissingExtra` where the package tensorboard is not installed.
    """

    def __init__(self, folder: Path) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ModuleNotFoundError:
            raise MissingExtra(
                "files for TensorBoard need torch and the package tensorboard",
                hint="pip install 'magnate[learn,tensorboard]', or leave out --tensorboard",
            ) from None
        self._folder = folder
        self._make = SummaryWriter
        self._writer: Any = None

    def begin(self, done: int, total: int, lines: list[dict[str, float]]) -> None:  # noqa: ARG002 - a watcher's signature
        """Write the steps that were done before, in place of whatever the folder held."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._writer = self._make(str(self._folder))
        for line in lines:
            self.step(line)

    def step(self, line: Mapping[str, float]) -> None:
        """Write the metrics of a step."""
        for name, value in line.items():
            if name != "step" and value is not None:
                self._writer.add_scalar(name, value, line["step"])

    def close(self) -> None:
        """Let what was written reach the disk."""
        if self._writer is not None:
            self._writer.close()
