"""``python -m benchmarks others``: this project beside other libraries of games, in one run on one machine.

Each library is measured in a process of its own, on one thread, in processor time: random games driven from Python,
random games inside the library, copies in mid-game, and simulations of its Monte Carlo tree search. Then the same
questions are asked of each by code: what a copy is, what a seed fixes, what becomes of illegal actions, whether chance
has outcomes with chances, what a view gives away, and whether a record can be played again. A library that is not
installed is named as such: ``pip install open-spiel pettingzoo pygame pgx rlcard catanatron``.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .others_games import LIBRARIES, Magnate, Played

ROOT = Path(__file__).parents[1]
ONE_THREAD = {
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC"), "1"),
}
LONGEST = 1_800
DEALS = 300
"""Deals that say how many views a first player has."""
QUESTIONS = ("copies", "seeds", "illegal actions", "chance", "hidden hands", "records")


def main(seconds: float) -> dict[str, Any]:
    """Measure every library that is installed, print the tables, and return what was found."""
    found = []
    for library in LIBRARIES:
        found.append(measured_apart(library.__name__, seconds))
        print(f"{library.library}: {found[-1].get('failed', 'measured')}", file=sys.stderr, flush=True)
    print(tables(found))
    return {"libraries": found}


def measured_apart(name: str, seconds: float) -> dict[str, Any]:
    """What :func:`measured` says in a process of its own; why not, where that process fails."""
    command = [sys.executable, "-m", "benchmarks.others", name, str(seconds)]
    paths = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": paths}
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return {"library": name, "failed": f"it took over {LONGEST} s"}
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        return {"library": name, "failed": (done.stderr.strip().splitlines() or ["it died"])[-1]}
    return json.loads(lines[-1])


def measured(library: type[Played], seconds: float) -> dict[str, Any]:
    """Everything about a library."""
    try:
        importlib.import_module(library.needs[0])
        number = "here" if library is Magnate else version(library.needs[-1])
    except (ImportError, PackageNotFoundError):
        return {"library": library.library, "failed": "not installed"}
    games = [library(name) for name in library.games]
    return {
        "library": library.library,
        "version": number,
        "rows": [speeds(one, seconds) for one in games],
        "answers": {one.game: answers(one) for one in games},
        "players": games[0].most_players(),
        "trades": games[0].trades(),
    }


# ------------------------------------------------------------------------------------------------- speed


def clock_of(seconds: float) -> Callable[[], bool]:
    """A function that says whether there is processor time left; its first call starts the clock."""
    begun: list[float] = []

    def going() -> bool:
        begun[:] = begun or [time.process_time()]
        return time.process_time() - begun[0] < seconds

    return going


def speeds(game: Played, seconds: float) -> dict[str, Any]:
    """Rates of one game per second of processor time; None for what it has not."""
    stream = random.Random(1)
    _, state = _whole(game, game.start(0), stream)  # what compiles does so now
    begun, games, steps = time.process_time(), 0, 0
    while time.process_time() - begun < seconds:
        taken, state = _whole(game, game.anew(state, games), stream)
        games, steps = games + 1, steps + taken
    spent = time.process_time() - begun
    row: dict[str, Any] = {"game": game.game, "players": game.players, "games": games / spent, "steps": steps / spent}
    row["inside"] = _rate(game.together, seconds)
    row["copies"] = _copies(game, seconds)
    row["simulations"] = _rate(game.searched, seconds)
    return row


def _whole(game: Played, state: Any, stream: random.Random) -> tuple[int, Any]:
    """A game played to its end at random: how many decisions it had, and the end."""
    steps = 0
    while not game.over(state):
        state = game.step(state, stream)
        steps += 1
    return steps, state


def _rate(work: Callable[[Callable[[], bool]], Any], seconds: float) -> Any:
    """What ``work`` did per second of processor time, after a first short run."""
    if work(clock_of(0.01)) is None:
        return None
    begun: list[float] = []
    going = clock_of(seconds)

    def clock() -> bool:
        begun[:] = begun or [time.process_time()]
        return going()

    done = work(clock)
    spent = time.process_time() - begun[0]
    return [one / spent for one in done] if isinstance(done, tuple) else done / spent


def _middle(game: Played, seed: int = 5) -> Any:
    """A position in mid-game, or after a few decisions of a short one."""
    length, _ = _whole(game, game.start(seed), random.Random(seed))
    state, stream = game.start(seed), random.Random(seed)
    for _ in range(min(length // 2, 100)):
        state = game.step(state, stream)
    return state


def _copies(game: Played, seconds: float) -> float | None:
    if not game.needs_copies or not answer(copies_answer, game).startswith("yes"):
        return None
    state = _middle(game)
    begun, done = time.process_time(), 0
    while time.process_time() - begun < seconds / 3:
        for _ in range(100):
            game.bare_copy(state)
        done += 100
    return done / (time.process_time() - begun)


# ------------------------------------------------------------------------------------------- questions


def answers(game: Played) -> dict[str, str]:
    """An answer to each of :data:`QUESTIONS`, found by trying."""
    asked = (copies_answer, seeds_answer, illegal_answer, chance_answer, hidden_answer, record_answer)
    return {question: answer(ask, game) for question, ask in zip(QUESTIONS, asked, strict=True)}


def answer(ask: Callable[[Played], str], game: Played) -> str:
    """An answer, which may be that the library raised something."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            return ask(game)
        except Exception as error:  # noqa: BLE001 - what a library raises is the answer
            return f"fails: {type(error).__name__}"


def copies_answer(game: Played) -> str:
    """Whether a copy in mid-game goes its own way, and the same way by the same actions."""
    state = _middle(game)
    before = game.shown(state)
    copy = game.copied(state)
    if game.shown(copy) != before:
        return "another game"
    trail = _shown_after(game, copy, 9)
    if game.shown(state) != before:
        return "not independent"
    return "same future" if _shown_after(game, state, 9) == trail else "other chance"


def _shown_after(game: Played, state: Any, seed: int, most: int = 50) -> list[str]:
    """All that is shown as a game goes on."""
    stream, found = random.Random(seed), [game.shown(state)]
    while not game.over(state) and len(found) < most:
        state = game.step(state, stream)
        found.append(game.shown(state))
    return found


def seeds_answer(game: Played) -> str:
    """Whether a seed fixes a game, also while another one is played."""
    alone = _shown_after(game, game.start(3), 4)
    random.seed(8)
    if _shown_after(game, game.start(3), 4) != alone:
        return "not fixed"
    state, other = game.start(3), game.start(7)
    stream, aside, found = random.Random(4), random.Random(5), [game.shown(state)]
    while not game.over(state) and len(found) < len(alone):
        if not game.over(other):
            other = game.step(other, aside)
        state = game.step(state, stream)
        found.append(game.shown(state))
    return "fixed" if found == alone else "shared by all games of the process"


def illegal_answer(game: Played) -> str:
    """What becomes of an action that is not legal."""
    state, stream = game.start(1), random.Random(1)
    wrong = game.illegal(state)
    while wrong is None and not game.over(state):
        state = game.step(state, stream)
        wrong = None if game.over(state) else game.illegal(state)
    if wrong is None:
        return "there are none"
    before = game.shown(state)
    try:
        after = game.act(state, wrong)
    except Exception:  # noqa: BLE001 - whatever it raises, it refuses
        return "refused" if game.shown(state) == before else "refused, but changed"
    if game.over(after):
        return "the game ends"
    return "ignored" if game.shown(after) == before else "taken"


def chance_answer(game: Played) -> str:
    """Whether chance has outcomes with chances that sum up to 1."""
    state, stream = game.start(2), random.Random(2)
    for _ in range(30):
        chances = game.outcomes(state)
        if chances is not None:
            return "explicit" if abs(sum(chances) - 1) < 1e-9 else "explicit, wrong"
        if game.over(state):
            break
        state = game.step(state, stream)
    return "drawn inside" if _is_drawn(game) else "none"


def _is_drawn(game: Played) -> bool:
    """Whether two seeds give other games to the same choices."""
    return _shown_after(game, game.start(1), 3) != _shown_after(game, game.start(2), 3)


def hidden_answer(game: Played) -> str:
    """Whether the first player's view at its first decision tells more than its own hand."""
    if game.sees is None:
        return "not tried" if game.hands else "–"
    views: dict[str, set[str | None]] = {}
    for seed in range(DEALS):
        state = game.start(seed)
        views.setdefault(type(state).__name__, set()).add(game.view(state))
    seen = max(map(len, views.values()))
    return "hidden" if seen <= 2 * game.sees else "shown"


def record_answer(game: Played) -> str:
    """Whether a record in text plays the game again."""
    state = _middle(game)
    again = game.again(state)
    if again is None:
        return "none"
    return "replayed" if again == game.shown(state) else "another game"


# ------------------------------------------------------------------------------------------- tables


def short(number: float | None) -> str:
    """A rate as it is read: ``5.2 M``, ``41 k``, ``300``, ``1.7``; a dash where nothing was finished in the time."""
    if not number:
        return "–"
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def tables(found: list[dict[str, Any]]) -> str:
    """The tables as Markdown."""
    lines = [
        "| library | game | players | games/s | decisions/s | inside: games/s | decisions/s | copies/s | MCTS sims/s |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for one in found:
        if "failed" in one:
            lines.append(f"| {one['library']} | {one['failed']} | | | | | | | |")
        for row in one.get("rows", ()):
            inside = row["inside"] or (None, None)
            rates = [row["games"], row["steps"], *inside, row["copies"], row["simulations"]]
            cells = [f"{one['library']} {one['version']}", row["game"], str(row["players"]), *map(short, rates)]
            lines.append(f"| {' | '.join(cells)} |")
    lines += ["", f"| library | game | {' | '.join(QUESTIONS)} |", f"|---|---|{'---|' * len(QUESTIONS)}"]
    for one in found:
        alike: dict[tuple[str, ...], list[str]] = {}
        for game, said in one.get("answers", {}).items():
            alike.setdefault(tuple(said[name] for name in QUESTIONS), []).append(game)
        lines += [f"| {one['library']} | {', '.join(games)} | {' | '.join(said)} |" for said, games in alike.items()]
    lines += ["", "| library | most players | trades between players |", "|---|--:|---|"]
    lines += [f"| {one['library']} | {one['players']} | {one['trades']} |" for one in found if "players" in one]
    return "\n".join(lines)


if __name__ == "__main__":
    chosen = next(one for one in LIBRARIES if one.__name__ == sys.argv[1])
    print(json.dumps(measured(chosen, float(sys.argv[2]))))
