"""``python tools/schema_positions.py``: gathers the positions from which networks' hashes are taken.

They lie in ``src/magnate/values/positions``, a file a game, and were gathered once (at commit 445b835). They
are not to be gathered again: the hashes of all networks follow from them. A new game gets its file by naming it:
``python tools/schema_positions.py GAME``; files that are there are left alone.
"""

import sys
from pathlib import Path

import numpy as np

import magnate
from magnate.core.contract import OVER
from magnate.core.registry import game_module, game_names

FOLDER = Path(__file__).parents[1] / "src" / "magnate" / "values" / "positions"
EACH = 12
"""Positions of a game, without its end."""
LONGEST = 1500
MIXED = {
    "monopoly": ("strategic", "random", "baseline", "random", "algorithmic", "random", "strategic", "random"),
    "brass": ("planner", "random", "planner", "random"),
}


def tables(name: str) -> list[tuple[str, int]]:
    """The presets and numbers of players that positions are taken of."""
    info, presets = game_module(name).GAME, list(game_module(name).PRESETS)
    if name == "monopoly":
        return [("official", 2), ("thesis", 2), ("thesis", 4), ("expectiminimax", 3), ("official", 8)]
    numbers = [2] if name == "random_tree" else sorted({info.min_players, min(4, info.max_players)})
    return [(preset, players) for preset in presets for players in numbers]


def gathered(name: str) -> dict[str, np.ndarray]:
    """The states of a game, spread over its whole length, for each of its tables, and their numbers of players."""
    found, numbers = [], []
    for number, (preset, players) in enumerate(tables(name)):
        game = magnate.load(name, preset=preset, players=players)
        agents = MIXED.get(name, ("random",) * 8)[:players]
        record = game.play(agents, seed=number)
        ends = record.replay(len(record.actions))
        last = min(len(record.actions), LONGEST)
        wanted = set(np.linspace(0, last - 1, EACH).astype(int).tolist())
        for step, position in enumerate(record.positions()):
            if step in wanted:
                found.append(position.states())
                numbers.append(players)
            if step >= last:
                break
        if ends.to_move == OVER:
            found.append(ends.states())
            numbers.append(players)
    return {"states": np.concatenate(found), "players": np.array(numbers)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or [one for one in game_names() if game_module(one).GAME.features]:
        file = FOLDER / f"{name}.npz"
        if not file.exists():
            found = gathered(name)
            np.savez_compressed(file, states=found["states"], players=found["players"])
            print(f"{name}: {len(found['states'])} positions, {file.stat().st_size} bytes")
