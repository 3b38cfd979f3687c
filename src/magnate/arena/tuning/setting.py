"""What a search is told: everything that decides its result, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from ...agents.spec import agent_names, configurations, package_of
from ...core.game import Game
from ...errors import BadTuning, MissingExtra, did_you_mean
from ..digests import agent_digest, engine_digest, rules_digest
from ..sprt import Sprt
from .space import Space, compiled

__all__ = ["METHODS", "Setting", "default_pool"]

METHODS: Final = ("evolution", "rounds")
SCHEMA: Final = 1
"""The version of the journal."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A search: of which space, how, against whom, and with how many games.

    ``configurations`` are evaluated at least, each with ``games`` games against each opponent of the ``pool`` (or,
    with the method ``rounds``, of its round). The gate tests "stronger than the incumbent by ``elo[1]``" against "by
    ``elo[0]``" with at most ``gate_games``; the final figure takes ``final_games`` for each pair. All are rounded up
    to whole deals. ``sigma`` is the deviation of an evolution's first generation, as a part of each range.
    """

    game: Game
    space: Space
    method: str
    pool: tuple[str, ...]
    seed: int
    configurations: int = 100
    games: int = 1000
    sigma: float = 0.2
    elo: tuple[float, float] = (0.0, 10.0)
    gate_games: int = 100_000
    final_games: int = 10_000

    def check(self) -> None:
        """Raise a :class:`~magnate.errors.MagnateError` for what cannot be played."""
        if self.method not in METHODS:
            raise BadTuning(f'there is no method "{self.method}"', hint=did_you_mean(self.method, METHODS))
        if self.game.players < 2:
            raise BadTuning("tuning needs a table of at least two players")
        if min(self.configurations, self.games, self.gate_games, self.final_games) < 1:
            raise BadTuning("configurations and games must be at least 1")
        try:
            self.test()
        except ValueError as error:
            raise BadTuning(str(error)) from None
        if not 0 < self.sigma <= 1:
            raise BadTuning(f"the first generation cannot have the deviation {self.sigma:g}", hint="it is a part of 1")
        if not self.pool:
            raise BadTuning("the pool is empty", hint="name at least one opponent")
        for spec in self.pool:
            compiled(self.game.name, spec)
        if self.method == "evolution":
            _version_of_cmaes()

    def test(self) -> Sprt:
        """The gate's sequential test."""
        return Sprt(*self.elo, players=self.game.players)

    def code(self) -> dict[str, str]:
        """Hashes of the code that plays: a search is not resumed with other code."""
        return {
            "engine": engine_digest(),
            "rules": rules_digest(self.game.name),
            "agents": agent_digest(self.game.name, self.space.incumbent),
        }

    def about(self) -> dict[str, Any]:
        """The setting for the journal and for JSON."""
        game = self.game
        evolution = {"cmaes": _version_of_cmaes(), "sigma": self.sigma} if self.method == "evolution" else {}
        return {
            "schema": SCHEMA,
            "game": game.name,
            "rules_version": game.info.rules_version,
            "preset": game.preset,
            "options": game.options.model_dump(mode="json"),
            "players": game.players,
            "incumbent": self.space.incumbent,
            "method": self.method,
            **evolution,
            "parameters": [parameter.as_dict() for parameter in self.space.parameters],
            "pool": list(self.pool),
            "seed": self.seed,
            "configurations": self.configurations,
            "games": self.games,
            "gate": {"elo": list(self.elo), "games": self.gate_games},
            "final_games": self.final_games,
        }


def default_pool(game: str, incumbent: str) -> list[str]:
    """The opponents when none are named: the incumbent, and every compiled agent and configuration.

    Those that play at random, or are there to be shown, are left out.

    >>> default_pool("monopoly", "baseline:reserve=300")[:4]
    ['baseline:reserve=300', 'algorithmic', 'baseline', 'strategic']
    """
    left_out = {"random", *getattr(package_of(game), "SHOWN", ())}
    names = [name for name in agent_names(game) if name not in left_out]
    named = [f"{name}:{configuration}" for name in names for configuration in configurations(game, name)]
    found: dict[tuple[float, ...], str] = {}
    for spec in (incumbent, *names, *named):
        found.setdefault(compiled(game, spec).row, spec)
    return list(found.values())


def _version_of_cmaes() -> str:
    """The version of the library that the method evolution takes."""
    try:
        return version("cmaes")
    except PackageNotFoundError:
        raise MissingExtra.of("the method evolution", "cmaes", "tune") from None
