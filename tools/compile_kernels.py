"""``python tools/compile_kernels.py tests|play|tables``: compile games before they are used, with progress.

``tests``: all games the way the tests use them, with bounds checks on, so that no test pays for compiling. ``play``:
what the README shows of Monopoly (tournaments, records, an agent in Python), as a part of the set-up. ``tables``: what
tables in the browser take of the large games, with their agents and hints; the small ones compile in seconds when they
are played first. The compiled kernels go to the cache; what is there is not compiled again.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
GAMES = ("tictactoe", "pig", "connect_four", "kuhn", "bearoff", "random_tree", "brass", "monopoly")
LARGE = ("monopoly", "brass")
DECISIONS = "decisions"


class Progress:
    """Says what is being compiled: on one line in a terminal, every 100 functions in a log."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.said = 0

    def __call__(self, done: int, total: int, name: str) -> None:
        """``done`` of ``total`` functions are compiled; ``name`` is next."""
        if sys.stdout.isatty():
            print(f"\r  {self.game} {done}/{total} {name:40.40}", end="" if done < total else "\n", flush=True)
        elif done >= self.said + 100:
            self.said = done
            print(f"  {self.game}: {done}/{total} functions", flush=True)


def entries(game: str) -> list[Any]:
    """What Python calls of a game's kernels, bound to no guide and to the guide of the game's own agents."""
    from magnate.core.contract import rules_of
    from magnate.core.loader import kernel
    from magnate.core.registry import game_module, guide_of

    rules = rules_of(game_module(game))
    guide = guide_of(game)
    bound = [kernel(name, rules) for name in ("drivers", "position_kernel", "policy_kernel")]
    if guide is not None:
        bound += [kernel(name, rules, guide) for name in ("drivers", "policy_kernel")]
    named = [getattr(module, name) for module in bound for name in module.__all__]
    found = [one for one in named if hasattr(one, "signatures")]
    return [*found, kernel("selfcheck", rules, guide).record, *learned(game, rules), *others(game, rules)]


def learned(game: str, rules: Any) -> list[Any]:
    """What agents that play by a network take; of Brass none is tested."""
    from magnate.core.loader import kernel
    from magnate.core.registry import guide_of

    if game == "brass":
        return []
    guide = guide_of(game)
    answer = kernel("magnate.agents.learned.playing", rules, guide).answer
    if game == "monopoly":
        return [answer]
    afterstates = kernel("magnate.values.afterstates", rules)
    return [answer, afterstates.values, afterstates.observe]


def others(game: str, rules: Any) -> list[Any]:
    """What the tests take beside that: checked games of the large games, whose searches are compiled by who asks."""
    from magnate.core.loader import kernel

    if game == "monopoly":
        return tested()
    if game == "brass":
        return [kernel("selfcheck", rules).verify, kernel("selfcheck", rules).record]
    return [*searches(rules), *training(game, rules)]


def searches(rules: Any) -> list[Any]:
    """The searches that a small game can be searched by."""
    from magnate.search import ALGORITHMS
    from magnate.search.workspace import entry_of

    chance, hidden = hasattr(rules, "chance"), hasattr(rules, "hide")
    names = {one.kernel for one in ALGORITHMS.values() if one.chance or not chance}
    if not hidden:
        names.discard("ismcts.search")
    return [entry_of(name, rules, None) for name in sorted(names)]


def training(game: str, rules: Any) -> list[Any]:
    """The games of a training, of the games that the tests of training play."""
    from magnate.core.loader import kernel
    from magnate.values.schema import schema_for

    inputs = {"pig": "features", "bearoff": "counts"}
    if game not in inputs:
        return []
    return [kernel("magnate.learn.kernels.selfplay", rules, schema_for(game, inputs[game]).guide).play]


def tested() -> list[Any]:
    """The kernels of Monopoly's own tests: the token alone on the board, and the rules with books."""
    sys.path.insert(0, str(ROOT))
    from magnate.core.loader import kernel
    from tests.games.monopoly import ledger, tokens

    checks = kernel("selfcheck", ledger.rules).verify
    return [tokens.walk, checks, kernel("tests.games.monopoly.survey", ledger.rules).survey]


def decisions() -> list[Any]:
    """What the tests of Monopoly's agents take: all decisions put to all of them, and the deep Q agent."""
    sys.path.insert(0, str(ROOT))
    from magnate.core.loader import kernel
    from magnate.core.registry import guide_of
    from magnate.games.monopoly import rules

    guide = guide_of("monopoly")
    deep_q = "magnate.agents.monopoly.deep_q"
    return [
        kernel("tests.agents.monopoly.deciding", rules, guide).watch,
        kernel(f"{deep_q}.playing", rules, guide).answer,
        kernel(f"{deep_q}.recording", rules, guide).record,
    ]


def for_tests(*games: str) -> None:
    """Build these games and say how long each took; without names all, in two processes: Monopoly's, and the rest."""
    os.environ["MAGNATE_BOUNDSCHECK"] = "1"  # read when the engine is imported, so it is set before
    if not games:
        print("Compiling the games with bounds checks on (some minutes the first time) …", flush=True)
        halves = [("monopoly", DECISIONS), tuple(game for game in GAMES if game != "monopoly")]
        running = [subprocess.Popen([sys.executable, __file__, "tests", *half]) for half in halves]  # noqa: S603
        codes = [process.wait() for process in running]
        if any(codes):
            sys.exit(1)
        return
    from magnate.runtime.compiler import build

    for game in games:
        start = time.perf_counter()
        compiled = build(decisions() if game == DECISIONS else entries(game), Progress(game))
        print(f"{game}: {compiled} functions compiled in {time.perf_counter() - start:.1f} s", flush=True)


def for_play() -> None:
    """Build what the README's commands and examples take of Monopoly, if it is not there and can be kept."""
    import magnate
    from magnate.cli.compiling import EVERY, PLAYERS, compile_game
    from magnate.cli.console import Reporter
    from magnate.runtime.cache import folder

    if folder() is not None:
        with Reporter("set-up") as reporter:
            compile_game(magnate.load("monopoly"), tuple(dict.fromkeys((*EVERY, *PLAYERS))), reporter)


def for_tables(*games: str) -> None:
    """Build what tables of these games (without names: the large ones) take, if it is not there and can be kept."""
    import magnate
    from magnate.cli.compiling import TABLE, compile_game
    from magnate.cli.console import Reporter
    from magnate.runtime.cache import folder
    from magnate.server.agent_allowlist import first_hinter
    from magnate.server.agent_workers import hinted

    if folder() is None:
        return
    with Reporter("set-up") as reporter:
        for name in games or LARGE:
            game = magnate.load(name)
            hinter = first_hinter(game)
            compile_game(game, TABLE, reporter, [hinter])
            hinted(game.new(seed=1), f"{hinter}:sims=1", 0, lambda: 0)  # which takes the little that is left


if __name__ == "__main__":
    if sys.argv[1:2] == ["tests"]:
        for_tests(*sys.argv[2:])
    elif sys.argv[1:] == ["play"]:
        for_play()
    elif sys.argv[1:2] == ["tables"]:
        for_tables(*sys.argv[2:])
    else:
        sys.exit("say what for: tests, play, or tables")
