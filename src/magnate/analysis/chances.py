"""The win chance of every seat at a position: exact, by a network whose truth was measured, or by rollouts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.contract import CHANCE
from ..core.result_schema import SHARE
from ..core.validation import checked_seed, whole_number
from ..gpu.device import Device
from ..values.chances import SeatValuer
from .exact import EQUILIBRIUM, kuhn_chances, solved
from .eyes import FULL, PUBLIC, check_eyes, known_hands
from .measured import has_network, network_of
from .rollout import rollout

if TYPE_CHECKING:
    from ..core.game import Position
    from ..core.game_module import GameModule

__all__ = [
    "EXACT",
    "FULL",
    "NETWORK",
    "PUBLIC",
    "ROLLOUTS",
    "Chances",
    "chances",
    "check_eyes",
    "has_network",
    "network_of",
    "quantity",
    "rolled_out",
]

EXACT, NETWORK, ROLLOUTS = "exact", "network", "rollouts"
"""Where chances come from."""
GAMES: Final = 1_000
"""Rollouts where nothing is said."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The win chance of each seat; they add up to 1.

    ``source`` says whether they are ``exact`` (all play best, or the equilibrium that ``policy`` names), a
    ``network``'s, or those of ``rollouts``. Rollouts have ``margins``, the half widths of 95 % intervals, which come
    from so many ``games`` in which ``policy`` has all seats. Exact chances have margins of 0. A network's truth is
    measured over many positions, not for one: it has none.
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
    position: Position,
    eyes: int | str = PUBLIC,
    *,
    games: int = GAMES,
    policy: str | None = None,
    seed: int = 0,
    device: str | Device = "cpu",
) -> Chances:
    """The win chance of each seat, as a spectator knows the position, or a seat, or one who sees everything.

    ``eyes`` is a seat, :data:`PUBLIC` or :data:`FULL`. A position that can be solved has exact chances. In Monopoly, by
    the presets for which that was measured, they are a network's. Elsewhere ``games`` rollouts tell, in which the agent
    ``policy`` has all seats (default: the game's first own agent); what ``eyes`` cannot see is drawn anew for each. The
    same arguments give the same answer. ``device`` plays the games (see :func:`~magnate.analysis.rollout`).

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
        return Chances(exact, EXACT, eyes, (0.0,) * len(exact), policy=EQUILIBRIUM)
    found = solved(position) if policy is None else None
    if found is not None:
        return Chances(found, EXACT, eyes, (0.0,) * len(found))
    if policy is None and has_network(position.game):
        shares = _said(position, eyes)
        return Chances(tuple(shares.tolist()), NETWORK, eyes)
    return rolled_out(position, eyes, most, policy, dice, device)


def quantity(declared: GameModule) -> str:
    """What the numbers of this game are: a chance to ``win``, or an expected ``share`` of what is at stake.

    It is a share where a result may divide the stake in any way, as Kuhn poker does its chips.

    >>> import magnate
    >>> quantity(magnate.load("pig").declared), quantity(magnate.load("kuhn").declared)
    ('win', 'share')
    """
    kept = declared.results
    return "share" if kept is not None and any(name == SHARE for name, _ in kept.seat) else "win"


def _said(position: Position, eyes: int | str) -> np.ndarray:
    """What the network says; at chance the mean over the outcomes, unless what may be drawn is hidden from the eyes."""
    if not isinstance(eyes, str) and position.to_move == CHANCE and not _knows_more(position, eyes):
        eyes = PUBLIC
    position = _drawn(position, eyes)
    players = position.game.players
    valuer = SeatValuer(position.game, network_of(position.game.name))  # with room of its own: threads may ask
    say = valuer.ahead if eyes == FULL or not position.game.info.hidden else valuer.chances
    found: np.ndarray = say(position.states(), players, np.array([known_hands(players, eyes)]))[0]
    return found


def _knows_more(position: Position, seat: int) -> bool:
    """Whether a seat knows more than a spectator: before its first card it does not."""
    state = position.state
    return "hand" not in (state.dtype.names or ()) or bool(state["hand"][seat].any())


def _drawn(position: Position, eyes: int | str) -> Position:
    """The position after draws that the eyes cannot see: to them it is the same whatever is drawn."""
    seats = set(range(position.game.players)) if eyes == PUBLIC else {eyes}
    while eyes != FULL and position.to_move == CHANCE and not seats <= position.seen_by:
        position = position.copy().apply(position.outcomes()[0])
    return position


def rolled_out(
    position: Position,
    eyes: int | str,
    until: str | int,
    policy: str | None,
    seed: int,
    device: str | Device = "cpu",
) -> Chances:
    """The chances by games that are played on from the position, as many as ``until`` says."""
    found = rollout(position, agents=policy, until=until, eyes=eyes, seed=seed, device=device)
    best = found.best
    return Chances(best.shares, ROLLOUTS, eyes, best.margins, best.games, ", ".join(dict.fromkeys(found.policy)))
