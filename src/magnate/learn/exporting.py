"""The networks of a run as files, by which agents play (``network:FILE``)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BadTraining, did_you_mean
from ..networks.files import save

if TYPE_CHECKING:
    from ..networks import Network
    from .folder import Run
    from .method import Method

__all__ = ["write_all", "write_network"]


def write_network(run: Run, method: Method, name: str | None = None, file: Path | None = None) -> Path:
    """Write one of the networks of a run into a file; returns its path.

    Networks that are of use only together are written as one. By default it is the first network, and the file is named
    after it, in the run's folder. The file says which rules it has learned by and what it is told.

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
    about = run.configuration.schema.about(made_by, run.configuration.method.KIND)
    return save(run.path / f"{chosen}.safetensors" if file is None else file, named[chosen], about)


def write_all(run: Run, method: Method) -> list[Path]:
    """Write all networks of a run into its folder."""
    if hasattr(run.configuration.method, "TOGETHER"):
        return [write_network(run, method)]
    return [write_network(run, method, name) for name in method.networks()]
