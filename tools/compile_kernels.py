"""``python tools/compile_kernels.py tests|play|tables``: compile games before they are used, with progress.

``tests``: all games the way the tests use them, with bounds checks on, so that no test pays for compiling. ``play``:
what the README shows of Monopoly (tournaments, records, an agent in Python), as a part of the set-up. ``tables``: what
tables in the browser take of the large games, with their agents and hints; the small ones compile in seconds when they
are played first. The compiled kernels go to the cache; what is there is not compiled again.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # where the tests' own kernels are found
LARGE = ("monopoly", "brass")
ROLLED_OUT = ("tictactoe", "pig", "kuhn", "brass", "monopoly")
"""Games whose rollouts are tested."""
AFTERSTATES = ("tictactoe", "pig", "kuhn")
"""Small games whose positions after each action the tests let a network value."""
OTHERS = ("brass", "tictactoe", "pig", "connect_four", "kuhn", "random_tree", "bearoff")
GAMES = ("monopoly", *OTHERS)
ORDERS = (("monopoly", "agents", *OTHERS[::-1]), ("books", *OTHERS))
"""In which order each of two processes compiles what the other one has not begun. What shares rules is in one."""
BEGUN = "MAGNATE_KERNELS_BEGUN"
"""The variable with the folder where these processes note what they have begun."""


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
    """What Python calls of a game's kernels: what decides is bound to the guide of the game's own agents."""
    from magnate.core.contract import rules_of
    from magnate.core.loader import kernel
    from magnate.core.registry import game_module, guide_of

    rules = rules_of(game_module(game))
    guide = guide_of(game)
    position, drivers = kernel("position_kernel", rules), kernel("drivers", rules, guide)
    named = [getattr(position, name) for name in position.__all__]
    found = [kernel("drivers", rules).new_games, drivers.advance, drivers.play, drivers.decide, drivers.propose]
    found += [one for one in named if hasattr(one, "signatures")]
    if game in ROLLED_OUT:
        found.append(kernel("magnate.analysis.rollout_kernel", rules, guide).play)
    return [*found, kernel("tests.selfcheck", rules, guide).record, *learned(game, rules), *others(game, rules)]


def bound(rules: Any, guide: Any, *names: str) -> list[Any]:
    """These kernels, bound to rules and a guide."""
    from magnate.core.loader import kernel

    return [kernel(name, rules, guide) for name in names]


def learned(game: str, rules: Any) -> list[Any]:
    """What agents take that play by a network of a game's features; of large games and random trees only long tests."""
    from magnate.core.loader import kernel
    from magnate.core.registry import guide_of

    if game in {*LARGE, "random_tree"}:
        return []
    guide = guide_of(game)
    answer = kernel("magnate.agents.learned.playing", rules, guide).answer
    if game not in AFTERSTATES:
        return [answer]
    afterstates = kernel("magnate.values.afterstates", rules)
    return [answer, afterstates.values, afterstates.observe]


def others(game: str, rules: Any) -> list[Any]:
    """What the tests take beside that: checked games and searches, of Brass chances too."""
    from magnate.core.loader import kernel
    from magnate.core.registry import guide_of
    from magnate.search.workspace import entry_of

    if game == "monopoly":
        return []
    checked = kernel("tests.selfcheck", rules)
    if game == "brass":
        from tests.games_for_tests import brass_margin

        guide, names = guide_of(game), ("alphabeta.ordered", "ismcts.search", "maxn.search")
        found = [entry_of(name, rules, one) for name in names for one in (guide, brass_margin)]
        found += [entry_of(name, rules, guide) for name in ("mcts.search", "wholemove.search")]
        found += [entry_of(f"whole_moves.{name}", rules, None) for name in ("list_moves", "sample_moves")]
        expert, positions = bound(rules, guide, "magnate.agents.brass.expert_kernel", "magnate.learn.positions_kernel")
        found += [expert.search, expert.show, positions.play]
        return [checked.verify, checked.record, *found, *chances(game)]
    return [checked.verify, *searches(game, rules), *training(game, rules)]


def chances(game: str) -> list[Any]:
    """What a network takes that says the chances of winning."""
    from magnate.values.chances import inputs_of

    bound = inputs_of(game).kernel
    return [bound.write_inputs, bound.write_chances]


def searches(game: str, rules: Any) -> list[Any]:
    """The searches that a small game can be searched by; of connect four those that are tested."""
    from magnate.search import ALGORITHMS
    from magnate.search.workspace import entry_of

    chance, hidden = hasattr(rules, "chance"), hasattr(rules, "hide")
    names = {one.kernel for one in ALGORITHMS.values() if one.chance or not chance}
    if not hidden:
        names -= {"ismcts.search", "wholemove.search"}
    if game == "connect_four":
        names = {name for name in names if name.startswith(("alphabeta", "mcts"))}
    return [entry_of(name, rules, None) for name in sorted(names)]


def training(game: str, rules: Any) -> list[Any]:
    """The games of a training, of the game that the short tests train."""
    from magnate.core.loader import kernel
    from magnate.values.schema import schema_for

    if game != "pig":
        return []
    return [kernel("magnate.learn.selfplay_kernel", rules, schema_for(game, "features").guide).play]


def books() -> list[Any]:
    """What checked games of Monopoly take: a copy of the rules that keeps books."""
    from magnate.core.loader import kernel
    from tests.games.monopoly import ledger

    survey, listening = (kernel(f"tests.games.monopoly.{name}", ledger.rules) for name in ("survey", "listening"))
    return [kernel("tests.selfcheck", ledger.rules).verify, survey.survey, listening.listen]


def agents() -> list[Any]:
    """What other tests take of Monopoly: a token, all decisions put to all agents, searches, trainings, chances."""
    import magnate
    from magnate.agents.learned.agent import training_guide
    from magnate.search.workspace import entry_of
    from magnate.values.monopoly import rows
    from magnate.values.schema import schema_for
    from tests.games.monopoly import tokens

    game = magnate.load("monopoly")
    rules, guide = game.rules, game.guide
    deep_q, learned = "magnate.agents.monopoly.deep_q", "magnate.agents.learned"
    deciding, recording, moves = bound(
        *(rules, guide, "tests.agents.monopoly.deciding", f"{deep_q}.recording", "magnate.search.rule_moves")
    )
    found = [deciding.watch, recording.answer, recording.record]
    found += [moves.rule_move, moves.amend, moves.delegate, moves.narrow, moves.prune, moves.revise]
    searched = ("mcts.search", "portfolio.search", "maxn.search", "expectiminimax.expectiminimax")
    found += [entry_of(name, rules, guide) for name in searched]
    found.append(entry_of("mcts.search", rules, guide, extended=True))
    shown = [training_guide(game, schema_for("monopoly", name)) for name in ("thesis", "general", "chances")]
    playing = [bound(rules, one, f"{learned}.playing")[0] for one in shown]
    found += [one.answer for one in playing] + [one.answer_delegating for one in playing[:2]]
    found += [bound(rules, one, "magnate.values.afterstates")[0].values for one in shown[:2]]
    found.append(bound(rules, shown[1], f"{learned}.policy")[0].answer)
    trained = ("selfplay_kernel", 1), ("rollouts_kernel", 1), ("positions_kernel", 1), ("positions_kernel", 2)
    found += [bound(rules, shown[place], f"magnate.learn.{name}")[0].play for name, place in trained]
    found += [tokens.walk, rows.write_general, rows.write_thesis, rows.write_thesis_unscaled]
    return [*found, *chances("monopoly")]


def begins(name: str) -> bool:
    """Whether the other process has not begun to compile this."""
    try:
        if folder := os.environ.get(BEGUN):
            Path(folder, name).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def for_tests(*names: str) -> None:
    """Build what these (games, ``agents``, ``books``) are made of and say how long it took; without names all."""
    os.environ["MAGNATE_BOUNDSCHECK"] = "1"  # read when the engine is imported, so it is set before
    if not names:
        print("Compiling the games with bounds checks on (some minutes the first time) …", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            command, environment = [sys.executable, __file__, "tests"], {**os.environ, BEGUN: folder}
            running = [subprocess.Popen([*command, *order], env=environment) for order in ORDERS]  # noqa: S603
            codes = [process.wait() for process in running]
        if any(codes):
            sys.exit(1)
        return
    from magnate.runtime.compiler import build

    special = {"agents": agents, "books": books}
    for name in filter(begins, names):
        start = time.perf_counter()
        compiled = build(special[name]() if name in special else entries(name), Progress(name))
        print(f"{name}: {compiled} functions compiled in {time.perf_counter() - start:.1f} s", flush=True)


def for_play() -> None:
    """Build what the README's commands and examples take of Monopoly, if it is not there and can be kept."""
    import magnate
    from magnate.cli.compiling import EVERY, PLAYERS, compile_game
    from magnate.cli.console import Reporter
    from magnate.runtime.cache import folder

    if folder() is not None:
        with Reporter("set-up") as reporter:
            compile_game(magnate.load("monopoly"), tuple(dict.fromkeys((*EVERY, *PLAYERS))), reporter)


def characters(game: str) -> list[str]:
    """The specs of the agents that the lobby offers as opponents."""
    found = json.loads((ROOT / "web/src/ui/characters.json").read_text(encoding="utf-8"))
    return [one["spec"] for one in found if one["game"] == game]


def for_tables(*games: str) -> None:
    """Build what tables of these games (without names: the large ones) take, if it is not there and can be kept."""
    import magnate
    from magnate.cli.compiling import TABLE, compile_game
    from magnate.cli.console import Reporter
    from magnate.runtime.cache import folder
    from magnate.server.hinting import hinted
    from magnate.server.table_config import first_hinter

    if folder() is None:
        return
    with Reporter("set-up") as reporter:
        for name in games or LARGE:
            game = magnate.load(name)
            hinter = first_hinter(game)
            compile_game(game, TABLE, reporter, [hinter, *characters(name)])
            position = game.new(seed=1)
            hinted(position, f"{hinter}:sims=1", 0, 0.0, position.to_move, lambda: 1)  # which takes what is left


if __name__ == "__main__":
    if sys.argv[1:2] == ["tests"]:
        for_tests(*sys.argv[2:])
    elif sys.argv[1:] == ["play"]:
        for_play()
    elif sys.argv[1:2] == ["tables"]:
        for_tables(*sys.argv[2:])
    else:
        sys.exit("say what for: tests, play, or tables")
