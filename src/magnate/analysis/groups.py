"""How much a colour group, and each number of houses on it, is worth in win chance.

Positions come from games of strong agents, at the throws that begin certain rounds. In each a seat is drawn. The worth
of a group is what V of this seat is more if it has all of the group than if nobody has any of it. Both are set-ups of
the same position: cash, tokens and all other deeds stay. So it is what having the group brings, not what it costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.contract import CHANCE
from ..core.game import load
from ..core.validation import checked_seed, whole_number
from ..errors import BadOption, BadSetup
from ..games.monopoly.board import GROUP_MASK, GROUPS, STREET_GROUPS
from ..games.monopoly.codec import DEED_SLUGS, GROUP_SLUGS
from ..values.chances import SeatValuer
from .chances import has_network, network_of
from .paired import paired
from .race import NORMAL

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["AGENTS", "ROUNDS", "Checked", "GroupWorth", "GroupWorths", "group_worths"]

AGENTS: Final = ("strategic", "strategic:tuned_official", "strategic:trademaster", "strategic:completionist_builder")
"""Who plays the games, drawn for each seat."""
ROUNDS: Final = (8, 16, 24)
"""The rounds at whose first throw positions are taken."""
HOTEL: Final = 5
CHECK_GAMES: Final = 1_000
"""Pairs of games for each position in which rollouts check the network."""
CHECK_HOUSES: Final = 3


@dataclass(frozen=True, slots=True)
class GroupWorth:
    """What a group is worth with ``level`` houses on each lot (5: hotels), or of stations and utilities so many deeds.

    ``worth`` is a mean over ``positions``, in shares of the win, ``margin`` the half width of its 95 % interval, which
    comes from games.
    """

    group: str
    level: int
    worth: float
    margin: float
    positions: int


@dataclass(frozen=True, slots=True)
class Checked:
    """The mean difference between V and paired rollouts, for groups with three houses or all stations and utilities.

    ``by_network`` and ``by_rollouts`` are mean worths in shares of the win, ``difference`` is the first less the second
    with ``margin``; ``positions`` were played on in ``games`` pairs each.
    """

    by_network: float
    by_rollouts: float
    difference: float
    margin: float
    positions: int
    games: int


@dataclass(frozen=True, slots=True)
class GroupWorths:
    """The worths of all groups at one kind of table.

    ``cash`` is what $100 are worth in the same positions. ``games`` were played, by ``agents``; ``seed`` draws them.
    ``checked`` compares a part with rollouts, None where that was not asked for.
    """

    preset: str
    players: int
    rows: tuple[GroupWorth, ...]
    cash: float
    cash_margin: float
    games: int
    positions: int
    agents: tuple[str, ...]
    rounds: tuple[int, ...]
    seed: int
    checked: Checked | None = None

    def row(self, group: str, level: int) -> GroupWorth | None:
        """The worth of a group at a level, None where there is none."""
        return next((row for row in self.rows if (row.group, row.level) == (group, level)), None)


def group_worths(
    preset: str = "official",
    players: int = 4,
    *,
    games: int = 100,
    check: int = 0,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> GroupWorths:
    """What each group is worth at a table of Monopoly, from so many games; ``check`` positions are played on too.

    The same arguments give the same answer. An interrupt ends the work early: the answer then is that of the games so
    far. ``progress(done, games)`` is called after each.

    Raises :class:`~magnate.errors.BadOption` for a preset for which V was not measured.
    """
    game = load("monopoly", preset, players)
    if not has_network(game):
        raise BadOption(f"V was not measured for the preset {preset}", hint="name official, official-pre2008 or thesis")
    wanted, dice = whole_number("games", games, 1), checked_seed(seed) or 0
    samples = _Samples(game)
    begun = 0
    try:
        for number in range(wanted):
            if progress is not None:
                progress(number, wanted)
            samples.add(number, dice, check=number < check)
            begun = number + 1
        if progress is not None:
            progress(wanted, wanted)
    except KeyboardInterrupt:
        if not begun:
            raise
    return samples.summary(preset, begun, dice)


# ----------------------------------------------------------------------------------------------------------- samples


class _Samples:
    """The differences that were found, by group and level, with the game of each."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._valuer = SeatValuer(game, network_of(game.name))
        self._found: dict[tuple[int, int], list[tuple[int, float]]] = {}
        self._cash: list[tuple[int, float]] = []
        self._checked: list[tuple[int, float, float]] = []

    def add(self, number: int, seed: int, *, check: bool) -> None:
        """The positions of one game; with ``check`` the first of them is played on too."""
        draw = np.random.default_rng([seed, number])
        agents = [AGENTS[k] for k in draw.integers(len(AGENTS), size=self.game.players)]
        for position in _positions(self.game, agents, int(draw.integers(1 << 48))):
            living = [seat for seat in range(self.game.players) if int(position.state["alive"]) >> seat & 1]
            seat = living[int(draw.integers(len(living)))]
            self._value(number, position.to_setup(), seat)
            if check:
                check = False
                self._play_on(number, position.to_setup(), seat, int(draw.integers(GROUPS)))

    def _value(self, number: int, setup: dict[str, Any], seat: int) -> None:
        """Value one position with and without each group."""
        added: list[tuple[int, int]] = []
        states = []
        for group, level, changed in _changed(setup, seat):
            try:
                states.append(self.game.setup(changed).states())
            except BadSetup:  # the bank has too few houses left for it
                continue
            added.append((group, level))
        shares = self._valuer.ahead(np.concatenate(states), self.game.players)[:, seat]
        without: dict[int, float] = {}
        for (group, level), share in zip(added, shares.tolist(), strict=True):
            if group < 0:
                self._cash += [] if level == 0 else [(number, share - without[-1])]
                without.setdefault(-1, share)
            elif level < 0:
                without[group] = share
            else:
                self._found.setdefault((group, level), []).append((number, share - without[group]))

    def _play_on(self, number: int, setup: dict[str, Any], seat: int, group: int) -> None:
        """Compare V with paired rollouts in one position."""
        level = CHECK_HOUSES if group < STREET_GROUPS else int(GROUP_MASK[group]).bit_count()
        wanted = {(group, -1), (group, level)}
        try:
            pair = [self.game.setup(one) for k, n, one in _changed(setup, seat) if (k, n) in wanted]
        except BadSetup:
            return
        shares = [self._valuer.ahead(one.states(), self.game.players)[0, seat] for one in pair]
        played = paired(pair[0], pair[1], until=CHECK_GAMES, seed=number)
        self._checked.append((number, float(shares[1] - shares[0]), played.change[seat]))

    def summary(self, preset: str, games: int, seed: int) -> GroupWorths:
        """What was found in so many games."""
        lists: list[list[Any]] = [*self._found.values(), self._cash, self._checked]
        for kept in lists:
            kept[:] = [one for one in kept if one[0] < games]
        positions = len(self._cash)
        rows = []
        for (group, level), found in sorted(self._found.items()):
            worth, margin = _mean(found)
            rows.append(GroupWorth(GROUP_SLUGS[group], level, worth, margin, len(found)))
        cash, cash_margin = _mean(self._cash)
        checked = None
        if self._checked:
            difference, margin = _mean([(number, v - r) for number, v, r in self._checked])
            v, r = (float(np.mean([one[k] for one in self._checked])) for k in (1, 2))
            checked = Checked(v, r, difference, margin, len(self._checked), CHECK_GAMES)
        return GroupWorths(
            preset, self.game.players, tuple(rows), cash, cash_margin, games, positions, AGENTS, ROUNDS, seed, checked
        )


def _positions(game: Game, agents: list[str], seed: int) -> Iterator[Position]:
    """The first throw of each of the rounds of a game, unless it ends before."""
    wanted = list(ROUNDS)
    for position in game.play(agents, seed=seed).positions():
        if not wanted:
            return
        if position.to_move == CHANCE and position.settled and int(position.state["rounds"]) + 1 >= wanted[0]:
            wanted.pop(0)
            yield game.position(position.states())


def _changed(setup: dict[str, Any], seat: int) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """The set-ups of a position: group, level (-1: nobody has any of it), set-up. Group -1: as it is, and with $100."""
    yield -1, 0, setup
    players = [dict(one) for one in setup["players"]]
    players[seat]["cash"] = players[seat]["cash"] + 100
    yield -1, 1, {**setup, "players": players}
    for group in range(GROUPS):
        deeds = [name for deed, name in enumerate(DEED_SLUGS) if int(GROUP_MASK[group]) >> deed & 1]
        bare = {**setup, "players": [_without(one, deeds) for one in setup["players"]]}
        yield group, -1, bare
        levels = range(HOTEL + 1) if group < STREET_GROUPS else range(1, len(deeds) + 1)
        for level in levels:
            own = dict(bare["players"][seat])
            given = deeds if group < STREET_GROUPS else deeds[:level]
            own["deeds"] = [*own.get("deeds", []), *given]
            if group < STREET_GROUPS and level:
                own["buildings"] = {**own.get("buildings", {}), **dict.fromkeys(given, level)}
            players = [own if number == seat else one for number, one in enumerate(bare["players"])]
            yield group, level, {**bare, "players": players}


def _without(player: dict[str, Any], deeds: list[str]) -> dict[str, Any]:
    """A player without these deeds and what stands on them."""
    left = {**player}
    for name in ("deeds", "mortgaged"):
        left[name] = [one for one in player.get(name, []) if one not in deeds]
    left["buildings"] = {name: level for name, level in player.get("buildings", {}).items() if name not in deeds}
    return left


def _mean(found: list[tuple[int, float]]) -> tuple[float, float]:
    """A mean of numbers from games, and the half width of its interval: the games are the units."""
    if not found:
        return 0.0, 0.0
    values = np.array([value for _, value in found])
    mean = float(values.mean())
    sums: dict[int, float] = {}
    for number, value in found:
        sums[number] = sums.get(number, 0.0) + value - mean
    games = len(sums)
    if games < 2:
        return mean, float("inf")
    spread = float(np.sqrt(sum(one * one for one in sums.values()) * games / (games - 1))) / len(values)
    return mean, NORMAL * spread
