"""The win chance of every seat at a position: exact, by a network whose truth was measured, or by rollouts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.spec import default_agents, resolve
from ..core.agents import CompiledAgent
from ..core.contract import CHANCE
from ..core.game import load
from ..core.result_schema import SHARE
from ..core.run import Run, play_games
from ..core.validation import checked_seed, whole_number
from ..errors import BadAgent, BadSeat, did_you_mean
from ..networks.files import load as load_networks
from ..networks.seats import CODES, HEAD, SeatNetwork
from ..runtime.stream import deal_seed
from ..values.chances import SeatValuer
from ..values.schema import schema_for
from .exact import kuhn_chances, solved

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..core.game_module import GameModule

__all__ = ["EXACT", "FULL", "NETWORK", "PUBLIC", "ROLLOUTS", "Chances", "chances", "has_network", "quantity"]

PUBLIC: Final = "public"
"""The eyes of a spectator, who sees what everybody sees."""
FULL: Final = "full"
"""The eyes of one who sees all cards: never for somebody who plays."""
EXACT, NETWORK, ROLLOUTS = "exact", "network", "rollouts"
"""Where chances come from."""
MEASURED: Final = {"brass": ("full",), "monopoly": ("official", "official-pre2008", "thesis")}
"""The presets of each game for which its network was measured."""
WEIGHTS: Final = "weights"
"""The folder beside this file with the networks, a file a game."""
INPUTS: Final = "chances"
"""What they are shown."""
GAMES: Final = 1_000
"""Rollouts where nothing is said."""
NORMAL: Final = 1.96
"""Of a normal number's deviations, 95 of 100 lie within so many standard deviations."""
NOBODY: Final = -1
"""The seat that :func:`redrawn` hides everything from."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The win chance of each seat; they add up to 1.

    ``source`` says whether they are ``exact`` (all play best), a ``network``'s, or those of ``rollouts``. Rollouts have
    ``margins``, the half widths of 95 % intervals, which come from so many ``games`` in which ``policy`` has all seats.
    Exact chances have margins of 0. A network's truth is measured over many positions, not for one: it has none.
    """

    shares: tuple[float, ...]
    source: str
    eyes: int | str = PUBLIC
    margins: tuple[float, ...] = ()
    games: int = 0
    policy: str = field(default="")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """The shares as an array."""
        return np.array(self.shares, dtype)


def chances(
    position: Position, eyes: int | str = PUBLIC, *, games: int = GAMES, policy: str | None = None, seed: int = 0
) -> Chances:
    """The win chance of each seat, as a spectator knows the position, or a seat, or one who sees everything.

    ``eyes`` is a seat, :data:`PUBLIC` or :data:`FULL`. A position that can be solved has exact chances. In Monopoly, by
    the presets for which that was measured, they are a network's. Elsewhere ``games`` rollouts tell, in which the agent
    ``policy`` has all seats (default: the game's first own agent); what ``eyes`` cannot see is drawn anew for each. The
    same arguments give the same answer.

    Raises :class:`~magnate.errors.BadSeat` for other eyes, and :class:`~magnate.errors.BadAgent` for a policy that is
    not compiled.

    >>> import magnate
    >>> found = chances(magnate.load("tictactoe").new())
    >>> found.shares, found.source
    ((0.5, 0.5), 'exact')
    """
    check_eyes(position.game, eyes)
    most, dice = whole_number("games", games, 1), checked_seed(seed) or 0
    if position.game.name == "kuhn" and policy is None:
        exact = kuhn_chances(position, None if isinstance(eyes, str) else eyes, full=eyes == FULL)
        return Chances(exact, EXACT, eyes, (0.0,) * len(exact))
    found = solved(position) if policy is None else None
    if found is not None:
        return Chances(found, EXACT, eyes, (0.0,) * len(found))
    if policy is None and has_network(position.game):
        shares = _said(position, eyes)
        return Chances(tuple(shares.tolist()), NETWORK, eyes)
    return _rolled_out(position, eyes, most, policy, dice)


def quantity(declared: GameModule) -> str:
    """What the numbers of this game are: a chance to ``win``, or an expected ``share`` of what is at stake.

    It is a share where a result may divide the stake in any way, as Kuhn poker does its chips.

    >>> import magnate
    >>> quantity(magnate.load("pig").declared), quantity(magnate.load("kuhn").declared)
    ('win', 'share')
    """
    kept = declared.results
    return "share" if kept is not None and any(name == SHARE for name, _ in kept.seat) else "win"


def has_network(game: Game) -> bool:
    """Whether chances of this game, by its options, are a network's: whether its truth was measured for its preset.

    Not all numbers of players of a preset were measured: docs/chances.md has the tables.
    """
    return game.options in _measured(game.name)


@cache
def _measured(name: str) -> list[Any]:
    """The options for which a game's network was measured."""
    return [load(name, preset).options for preset in MEASURED.get(name, ())]


@cache
def network_of(name: str) -> SeatNetwork:
    """The network that comes with magnate for a game; raises :class:`~magnate.errors.BadNetwork` if it is unfit."""
    with resources.as_file(resources.files(__package__) / WEIGHTS / f"{name}.safetensors") as file:
        found = load_networks(file)
    schema_for(name, INPUTS).check(found.about)
    return SeatNetwork(found.networks[CODES], found.networks[HEAD])


def _said(position: Position, eyes: int | str) -> np.ndarray:
    """What the network says; at chance the mean over the outcomes, unless what may be drawn is hidden from the eyes."""
    position = _drawn(position, eyes)
    players = position.game.players
    known = 0 if eyes == PUBLIC else (1 << players) - 1 if eyes == FULL else 1 << int(eyes)
    valuer = SeatValuer(position.game, network_of(position.game.name))  # with room of its own: threads may ask
    say = valuer.ahead if eyes == FULL or not position.game.info.hidden else valuer.chances
    found: np.ndarray = say(position.states(), players, np.array([known]))[0]
    return found


def _drawn(position: Position, eyes: int | str) -> Position:
    """The position after draws that the eyes cannot see: to them it is the same whatever is drawn."""
    seats = set(range(position.game.players)) if eyes == PUBLIC else {eyes}
    while eyes != FULL and position.to_move == CHANCE and not seats <= position.seen_by:
        position = position.copy().apply(position.outcomes()[0])
    return position


def check_eyes(game: Game, eyes: int | str) -> None:
    """Raise where nobody has such eyes."""
    if isinstance(eyes, str):
        if eyes not in (PUBLIC, FULL):
            raise BadSeat(f'nobody has the eyes "{eyes}"', hint=did_you_mean(eyes, (PUBLIC, FULL)))
    elif not 0 <= eyes < game.players:
        raise BadSeat(f"there is no seat {eyes}", hint=f"the seats are 0 to {game.players - 1}, or say {PUBLIC}")


def redrawn(position: Position, eyes: int | str, seed: int, number: int) -> Position:
    """The position of game ``number``: what the eyes (a seat's or a spectator's) cannot see is drawn anew."""
    if eyes != PUBLIC:
        return position.shown_to(int(eyes), deal_seed(seed, "hide", number, eyes))
    if position.game.name == "brass":  # its rules can hide all hands at once
        states = position.states()
        position.game.entry("position_kernel", "hide")(states, NOBODY, deal_seed(seed, "hide", number))
        return position.game.position(states)
    for seat in range(position.game.players):  # the last hands still depend a little on those before
        position = position.shown_to(seat, deal_seed(seed, "hide", number, seat))
    return position


def _rolled_out(position: Position, eyes: int | str, games: int, policy: str | None, seed: int) -> Chances:
    """The chances by games that are played on from the position."""
    game = position.game
    spec = policy or next(iter(default_agents(game.name)), "random")
    agent = resolve(game.name, spec, game.players)
    if not isinstance(agent, CompiledAgent):
        raise BadAgent(f'"{spec}" is not compiled, so that it cannot play rollouts', hint="name a rule-based agent")
    states = np.repeat(position.states(), games)
    if game.info.hidden and eyes != FULL:
        for number in range(games):
            states[number] = redrawn(position, eyes, seed, number).states()[0]
    seeds = [deal_seed(seed, "rollout", number) for number in range(games)]
    run = Run.of(game, seeds, np.zeros((games, game.players)), np.array([agent.row]), states=states)
    won = play_games(run).utility
    margins = np.maximum(
        NORMAL * won.std(axis=0) / np.sqrt(games), 3.0 / games * ((won == 0).all(0) | (won == 1).all(0))
    )
    return Chances(
        *(tuple(won.mean(axis=0).tolist()), ROLLOUTS, eyes, tuple(margins.tolist())), games=games, policy=spec
    )
