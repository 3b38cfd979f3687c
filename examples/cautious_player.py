"""A player of Monopoly in a dozen lines: one that keeps its money together, against the strategic agent."""

from typing import Any

import magnate
from magnate.agents.monopoly import Player
from magnate.arena.tournament import Tournament


class Cautious(Player):
    """Buys what completes a group, or what leaves it some money. All else is decided by the strategic agent."""

    def __init__(self, kept: int = 400) -> None:
        self.kept = kept

    def should_buy_property(self, state: Any, tile: Any) -> bool:
        """Whether to buy the tile that we have landed on."""
        completes = tile.group.owned_by(state.me) == tile.group.size - 1
        return completes or state.me.cash - tile.price >= self.kept


if __name__ == "__main__":
    game = magnate.load("monopoly", preset="thesis")
    standings = Tournament(game, [Cautious, "strategic"], games=200, seed=1).play()
    for line in standings.ranking:
        print(f"{line.agent} wins {line.win_share.mean:.0%}")
