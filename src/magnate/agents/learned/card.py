"""Games on a GPU in which an agent plays by a network, beside compiled ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...core.agents import CompiledAgent
from ...core.binding import MEMO
from ...core.loader import kernel
from ...core.run import Run
from ...errors import BadAgent
from ...gpu.run import Batch, play_all
from .agent import NetworkAgent, net_of, training_guide, workspace_for

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.run import Results
    from ...gpu.machine import Card

__all__ = ["THREAD", "NetworkedBatch", "bytes_of", "network_run", "play_games", "spaces_of"]

THREAD: Final = f"{__package__}.card_thread"


def play_games(
    card: Card,
    game: Game,
    agents: Sequence[NetworkAgent | CompiledAgent],
    seeds: Sequence[int],
    *,
    progress: Callable[[int], None] | None = None,
    memory: int | None = None,
) -> Results:
    """Play games on a card with an agent a seat, of which those that play by a network are the same one.

    The courses are those on the processor, unless two actions are worth the same but for the last bits. A card's
    exponential function need not round as the processor's does. ``progress`` and ``memory`` are those of
    :func:`magnate.gpu.run.play_games`.

    Raises :class:`~magnate.errors.BadAgent` where there is no such agent, or there are two that differ, and
    :class:`~magnate.gpu.layout.CardFailed` where the card takes over 0.2 s for a single decision.
    """
    run, more = network_run(game, agents, seeds)
    own = next(agent for agent in agents if isinstance(agent, NetworkAgent))

    def batch(games: np.ndarray) -> Batch:
        return NetworkedBatch(card, run, games, game, own)

    play_all(batch, card, run, more=more, progress=progress, memory=memory)
    return run.results


def network_run(
    game: Game, agents: Sequence[NetworkAgent | CompiledAgent], seeds: Sequence[int], limit: int | None = None
) -> tuple[Run, int]:
    """The games of :func:`play_games`, and how many bytes more than usual each takes on a card."""
    own = [agent for agent in agents if isinstance(agent, NetworkAgent)]
    if len(agents) != game.players or len({agent.settings for agent in own}) != 1:
        raise BadAgent(
            f"a card plays with one network, in some of {game.players} seats",
            hint="give an agent for each seat: the same network's, and compiled ones",
        )
    own[0].check(game.players)
    seats = np.tile(np.arange(game.players), (len(seeds), 1))
    rows = np.array([agent.row for agent in agents])
    run = Run.of(game, seeds, seats, rows, guide=training_guide(game, own[0].schema), limit=limit)
    return run, bytes_of(_workspace(game, own[0])) + 8 * game.players * MEMO


def _workspace(game: Game, agent: NetworkAgent) -> Any:
    return workspace_for(game, training_guide(game, agent.schema), agent.network.sizes, agent.planning)


def bytes_of(workspace: Any) -> int:
    """How many bytes a workspace takes."""
    return sum(one.nbytes for one in workspace)


def spaces_of(run: Run, workspace: Any, games: int) -> Any:
    """A copy of a workspace for each of so many games, as ``card_thread.Workspaces``."""
    spaces = kernel(THREAD, run.rules, run.guide).Workspaces
    return spaces(*(np.repeat(one[None], games, axis=0) for one in workspace))


class NetworkedBatch(Batch):
    """Games with a network that are on the card at once; it plays all of them to their ends."""

    thread, few, first = THREAD, 0, 1

    def __init__(self, card: Card, run: Run, games: np.ndarray, game: Game, agent: NetworkAgent) -> None:
        self.game, self.agent = game, agent
        super().__init__(card, run, games)

    def beside(self) -> dict[str, Any]:
        """What the thread's games have beside ``whole``, by its names."""
        n, agent = len(self.games), self.agent
        return {
            "net": net_of(agent.network, agent.epsilon, agent.delegate),
            "notes": np.zeros((n, self.game.players, MEMO), np.int64),
            "spaces": spaces_of(self.run, _workspace(self.game, agent), n),
        }
