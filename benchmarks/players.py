"""Players in Python: games a second at a table of two under the rules of the thesis, by what they override."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import magnate
from magnate.agents.monopoly import BankruptcyRequest, Player
from magnate.agents.monopoly.decision_kinds import METHODS
from magnate.runtime.stream import deal_seed

GAMES = 256
GOAL_ONE, GOAL_ALL = 300, 30


class Everything(Player):
    """Decides everything itself, by simple rules, and hears everything."""

    def __init__(self) -> None:
        self.heard = 0

    def should_buy_property(self, state: Any, tile: Any) -> bool:
        """Buy while some cash is left."""
        return bool(state.me.cash - tile.price >= 100)

    def get_upgrading_suggestions(self, state: Any) -> list[Any]:
        """Build what leaves some cash."""
        return [group for group in state.upgradable if state.me.cash - group.house_price * group.size >= 150][:1]

    def get_downgrading_suggestions(self, state: Any) -> list[Any]:  # noqa: ARG002
        """Never sell in a window."""
        return []

    def get_mortgaging_suggestions(self, state: Any) -> list[Any]:  # noqa: ARG002
        """Never mortgage in a window."""
        return []

    def get_unmortgaging_suggestions(self, state: Any) -> list[Any]:
        """Lift what leaves some cash."""
        return [tile for tile in state.unmortgageable if state.me.cash >= 2 * tile.price][:1]

    def get_trade_offers(self, state: Any) -> list[Any]:  # noqa: ARG002
        """Offer nothing."""
        return []

    def should_accept_trade_offer(self, state: Any, trade_offer: Any) -> bool:  # noqa: ARG002
        """Take money."""
        return bool(trade_offer.pay > 100)

    def should_pay_get_out_of_jail_fine(self, state: Any) -> bool:  # noqa: ARG002
        """Leave jail."""
        return True

    def should_use_escape_jail_card(self, state: Any) -> bool:  # noqa: ARG002
        """Leave jail."""
        return True

    def handle_bankruptcy(self, state: Any, amount: int) -> BankruptcyRequest:  # noqa: ARG002
        """Mortgage, then sell."""
        built = [group for group in state.me.groups if group.has_buildings]
        return BankruptcyRequest().mortgage(*state.mortgageable).downgrade(*built * 5)

    def on_event_received(self, event: Any) -> None:  # noqa: ARG002
        """Count."""
        self.heard += 1


def _classes() -> Iterator[tuple[str, type[Player], int]]:
    """What is measured: a name, the class, and the games a second that it should reach."""
    for method in METHODS:
        yield method, type("One", (Player,), {method: getattr(Everything, method)}), GOAL_ONE
    events = {"__init__": Everything.__init__, "on_event_received": Everything.on_event_received}
    yield "events alone", type("Ears", (Player,), events), GOAL_ALL
    yield "all methods and events", Everything, GOAL_ALL


def main(seconds: float) -> dict[str, Any]:
    """Measure on one core, print, and return the rows.

    One process plays on one core, so its processor time says what an idle core would do while others are working too.
    """
    game = magnate.load("monopoly", preset="thesis")
    compiled = _rate(game, [Player.base, Player.base], seconds)
    print(
        f"\nA player in Python against {Player.base}, 2 players, preset thesis, one core; goals are by processor time"
    )
    print(f"{'both compiled':34} {compiled[0]:9.0f} games/s ({compiled[1]:.0f} by processor time)")
    rows = []
    for name, cls, goal in _classes():
        wall, processor = _rate(game, [cls, Player.base], seconds)
        reached = "reached" if processor >= goal else "missed"
        print(f"{name:34} {wall:9.0f} games/s ({processor:.0f} by processor time; goal {goal}: {reached})")
        rows.append({"player": name, "games_per_second": round(wall, 1), "by_processor": round(processor, 1)})
    return {"compiled_games_per_second": round(compiled[0], 1), "rows": rows}


def _rate(game: Any, agents: list[Any], seconds: float) -> tuple[float, float]:
    """Games a second by wall and by processor time; what has to be compiled is compiled before."""
    game.play_many(agents, range(2))
    games, start, began = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        game.play_many(agents, [deal_seed("players", number) for number in range(games, games + GAMES)])
        games += GAMES
    return games / (time.perf_counter() - start), games / (time.process_time() - began)
