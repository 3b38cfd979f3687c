"""``python tools/same_games.py FILE [--against BEFORE]``: play the games that no change of the sources may change.

Every command below runs with its own seed. What it prints as JSON goes to FILE, without times and names of versions.
``--against`` compares the numbers with those of an earlier FILE. If any differs, the exit status is 1; a field that
the earlier version lacks is no difference.
Use it around a rebuild: once before, once after.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

TWELVE = (
    "magnate:2p,dqn,random,algorithmic,strategic,strategic:completionist_builder,strategic:aggressive_investor,"
    "strategic:trademaster,strategic:late_game,strategic:cautious_accumulator,strategic:blocker,strategic:hotelier"
)
WITHOUT_OFFERS = "strategic,algorithmic,random,baseline,strategic:tuned"
LEARNED = "strategic,dqn,random,ppo,baseline,magnate:2p"
RUN = "tournament run --no-store"
COMMANDS = (
    f"{RUN} monopoly --agents strategic,algorithmic,random --games 1000 --seed 1",
    f"{RUN} monopoly --agents strategic,algorithmic,baseline --games 200 --seed 41",
    f"{RUN} monopoly --preset thesis --players 2 --games 20 --seed 7 --agents {TWELVE}",
    f"{RUN} brass --agents planner,planner:coal_rail,random --players 3 --games 50 --seed 42",
    f"{RUN} pig --agents expectiminimax:depth=1,mcts:sims=30,random --games 20 --seed 3",
    f"{RUN} monopoly --agents {WITHOUT_OFFERS} --games 300 --seed 41 --option offers_per_turn=0",
    f"{RUN} monopoly --preset thesis --players 2 --games 100 --seed 7 --option offers_per_turn=0 --agents {LEARNED}",
    "match algorithmic algorithmic --game monopoly --preset official --players 2 --games 200 --seed 3",
    "match magnate:2p strategic --game monopoly --preset thesis --players 2 --games 40",
    "match magnate:official strategic --game monopoly --preset official --players 4 --games 16",
    "match ppo dqn:fixed --game monopoly --preset thesis --players 2 --games 40",
    "search tictactoe --algorithm alphabeta --budget depth:9",
    "search pig --algorithm mcts --budget sims:5000",
    "search brass --agent ismcts:sims=200",
)
CHANGING = re.compile(
    r"seconds|time|rate|per_second|version|^id$|started|ended|elapsed|engine|host|memory|cpu|speed|digest|revision|jobs"
)


def lasting(value: Any) -> Any:
    """``value`` without what changes from run to run."""
    if isinstance(value, dict):
        return {name: lasting(one) for name, one in value.items() if not CHANGING.search(name)}
    return [lasting(one) for one in value] if isinstance(value, list) else value


def agree(before: Any, now: Any) -> bool:
    """Whether everything in ``before`` has the same value in ``now``, which may have more fields."""
    if isinstance(before, dict) and isinstance(now, dict):
        return all(name in now and agree(value, now[name]) for name, value in before.items())
    if isinstance(before, list) and isinstance(now, list):
        return len(before) == len(now) and all(map(agree, before, now))
    return bool(before == now)


def played(command: str) -> Any:
    """What ``magnate`` prints for this command, as JSON; an error ends the program."""
    words = [sys.executable, "-m", "magnate", *command.split(), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {"error": None}
    if "error" in answer:  # an error is JSON, too, and two of them would be the same
        sys.exit(f"magnate {command}\n{done.stderr or done.stdout}")
    return lasting(answer)


def main() -> int:
    """Play all, write the numbers, compare them if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--against", type=Path, help="the file of an earlier run")
    chosen = parser.parse_args()
    found = {}
    for command in COMMANDS:
        print(f"magnate {command:.110}", flush=True)
        found[command] = played(command)
    chosen.file.write_text(json.dumps(found, indent=1, sort_keys=True))
    if chosen.against is None:
        return 0
    before = json.loads(chosen.against.read_text())
    different = [command for command in COMMANDS if not agree(before.get(command), found[command])]
    for command in different:
        print(f"DIFFERENT: magnate {command}")
    print(f"{len(COMMANDS) - len(different)} of {len(COMMANDS)} give the same numbers")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
