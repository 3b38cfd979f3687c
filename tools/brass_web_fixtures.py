"""Real positions of Brass for the tests of its board in the browser: ``python tools/brass_web_fixtures.py``.

Each file of ``web/src/games/brass/fixtures`` is a moment of a game between rule-based agents, as the seat that decides
sees it: its view, its decision, and what each action would do. ``tests/games/brass/test_web_fixtures.py`` compares the
shape of the files with the engine's.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import magnate
from magnate.core.game import Position
from magnate.core.narration import Event
from magnate.core.wording import action_message, event_message

FIXTURES = Path(__file__).parents[1] / "web" / "src" / "games" / "brass" / "fixtures"
WANTED = {
    "canal-build": (4, "canal", "build-space", 5),
    "canal-link": (2, "canal", "line", 3),
    "rail-link": (4, "rail", "line", 4),
    "rail-sell": (3, "rail", "sell", 2),
    "rail-card": (3, "rail", "card", 5),
    "rail-beer": (4, "rail", "take-beer", 2),
    "canal-action": (3, "canal", "action", 2),
    "finished": (3, "rail", "finished", 0),
}
"""By file: players, era, phase, the first round that serves."""


def line(position: Position, event: Event) -> dict[str, Any]:
    """A line of the log."""
    message = event_message(position, event)
    return {"at": position.steps, "seat": event.params.get("seat"), "m": message.to_json()}


def moment(position: Position) -> dict[str, Any]:
    """A position as the seat that is to move sees it."""
    seat = position.to_move if not position.is_over else 0
    actions, previews = [], {}
    for action in [] if position.is_over else position.legal():
        message = action_message(position, action.id).to_json()
        actions.append({"id": action.id, "name": action.name, "m": message, "f": dict(action.facets)})
        after = position.copy()
        after.apply(action.id)
        previews[action.name] = [line(after, event) for event in after.events_for(seat) if event.key != "draws"]
    return {"seat": seat, "view": position.view(seat), "actions": actions, "previews": previews}


def found(players: int, era: str, phase: str, first_round: int) -> Position:
    """The first such position of the games of the planner from seed 1 on."""
    game = magnate.load("brass", players=players)
    for seed in range(1, 30):
        record = game.play(["planner"] * players, seed=seed)
        for position in record.positions():
            shown = position.view(None)
            if shown["era"] == era and shown["phase"] == phase and shown["round"] >= first_round:
                return position
    raise SystemExit(f"no position of {players} players in the {era} era with the phase {phase}")


def main() -> None:
    """Write all files."""
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for name, wanted in WANTED.items():
        text = json.dumps(moment(found(*wanted)), separators=(",", ":"))
        (FIXTURES / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
