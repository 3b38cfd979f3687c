"""Rosters: pools of agents of several types, as data files, and what their members win at drawn tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any

import numpy as np

from ...agents.spec import resolve
from ...core.game import Game, load
from ...errors import BadNetwork, BadValue
from ...runtime.stream import deal_seed
from ..fingerprints import code_fingerprints
from ..schedule import purpose_seed
from ..statistics import Estimate, share_estimate

__all__ = ["Played", "Roster", "Shares", "load_roster", "play_alone", "play_mixed", "shares"]


@dataclass(frozen=True, slots=True)
class Roster:
    """Agents of several types for one game; ``types`` has the name, the weight and the members of each.

    ``alone`` are members that are not drawn, by their type: they are shown against copies only. ``players`` and
    ``frozen`` are how each member played at tables of so many when the roster was frozen, as fingerprints.
    """

    game: str
    preset: str
    types: tuple[tuple[str, float, tuple[str, ...]], ...]
    alone: tuple[tuple[str, str], ...] = ()
    players: int = 0
    frozen: Mapping[str, str] = field(default_factory=dict)

    @property
    def members(self) -> list[str]:
        """The specs of all that are drawn, type by type."""
        return [member for _, _, members in self.types for member in members]

    def type_of(self, member: str) -> str:
        """The name of a member's type."""
        return next(name for name, _, members in self.types if member in members)

    @property
    def digest(self) -> str:
        """The hash of who is in it, how they are drawn and how they play."""
        said = (self.game, self.preset, self.types, self.alone, self.players, sorted(self.frozen.items()))
        return hashlib.blake2b(repr(said).encode(), digest_size=16).hexdigest()

    def fingerprints(self) -> dict[str, str]:
        """How each member plays today: what ``frozen`` says, unless an agent or the rules have changed."""
        members = [*self.members, *(member for _, member in self.alone)]
        found = code_fingerprints(self.table(self.players), members)
        return dict(zip(members, found.agents, strict=True))

    def draw(self, seats: int, seed: int, deal: int) -> list[str]:
        """Who sits at the table of a deal: for each seat a type by the weights, and one of its members alike.

        >>> load_roster("monopoly_official").draw(3, seed=1, deal=0)
        ['character:fair_network', 'character:mild', 'character:haggler_40']
        """
        rng = np.random.default_rng(deal_seed(seed, "roster", deal))
        weights = np.array([weight for _, weight, _ in self.types])
        chosen = rng.choice(len(self.types), size=seats, p=weights / weights.sum())
        return [str(rng.choice(self.types[kind][2])) for kind in chosen]

    def at(self, players: int) -> Roster:
        """The same without those that cannot sit at a table of so many: a network knows how many seats it is for."""

        def sits(member: str) -> bool:
            with suppress(BadNetwork):
                resolve(self.game, member, players)
                return True
            return False

        types = ((name, weight, tuple(filter(sits, members))) for name, weight, members in self.types)
        return replace(self, types=tuple(one for one in types if one[2]))

    def table(self, players: int) -> Game:
        """The game at a table of so many."""
        return load(self.game, preset=self.preset, players=players)


def load_roster(name: str) -> Roster:
    """A roster that comes with magnate.

    Raises :class:`~magnate.errors.BadValue` for a name that none has.

    >>> len(load_roster("monopoly_official").types)
    8
    """
    folder = resources.files(__package__)
    known = sorted(one.name.removesuffix(".json") for one in folder.iterdir() if one.name.endswith(".json"))
    if name not in known:
        raise BadValue(f'there is no roster "{name}"', hint=f"there is {', '.join(known)}")
    given: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    kinds = given["types"].items()
    types = tuple((kind, float(one["weight"]), tuple(one["members"])) for kind, one in kinds)
    alone = tuple((kind, member) for kind, one in kinds for member in one.get("alone", ()))
    return Roster(given["game"], given["preset"], types, alone, given.get("players", 0), given.get("frozen", {}))


@dataclass(frozen=True, slots=True)
class Played:
    """What one deal gave: who sat where in each of its games, the seats' shares, and which games a cap ended."""

    seats: tuple[tuple[str, ...], ...]
    utility: np.ndarray
    capped: np.ndarray


@dataclass(frozen=True, slots=True)
class Shares:
    """What an agent wins a seat, the part of its games that a cap ends, and how many games and seats that was."""

    won: Estimate
    capped: Estimate
    games: int
    seats: int


def play_deals(game: Game, agents: Sequence[str], seeds: Sequence[int]) -> list[Played]:
    """Play each deal once in every rotation of the agents."""
    caps = [code for code, name in enumerate(game.info.endings) if name in game.info.caps]
    turns = tuple(tuple(agents[first:]) + tuple(agents[:first]) for first in range(len(agents)))
    found = [game.play_many(seats, seeds) for seats in turns]
    utility = np.stack([one.utility for one in found], axis=1)
    capped = np.stack([np.isin(one.ending, caps) for one in found], axis=1)
    return [Played(turns, *results) for results in zip(utility, capped, strict=True)]


def play_mixed(game: Game, roster: Roster, deals: range, seed: int = 1) -> list[Played]:
    """Deals at tables that are drawn from those of the roster who can sit there, each in every rotation."""
    roster = roster.at(game.players)
    tables = ((roster.draw(game.players, seed, deal), purpose_seed(seed, "final", deal)) for deal in deals)
    return [one for agents, deal in tables for one in play_deals(game, agents, [deal])]


def play_alone(game: Game, agent: str, opponent: str, deals: range, seed: int = 1) -> list[Played]:
    """Deals of an agent against copies of one opponent, in every seat."""
    agents = [agent, *[opponent] * (game.players - 1)]
    return play_deals(game, agents, [purpose_seed(seed, "final", deal) for deal in deals])


def shares(played: Sequence[Played], agents: Sequence[str]) -> Shares:
    """What these agents, taken together, won a seat; intervals are over deals."""
    mine = [np.isin(np.array(one.seats), agents) for one in played]
    seats = np.array([own.sum() for own in mine])
    games = np.array([own.any(axis=1).sum() for own in mine])
    sums = np.array([float((one.utility * own).sum()) for one, own in zip(played, mine, strict=True)])
    capped = np.array([float((one.capped & own.any(axis=1)).sum()) for one, own in zip(played, mine, strict=True)])
    return Shares(
        share_estimate(sums, counts=seats),
        share_estimate(capped, counts=games),
        games=int(games.sum()),
        seats=int(seats.sum()),
    )
