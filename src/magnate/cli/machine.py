"""``magnate bench`` and ``magnate doctor``: how fast this machine plays, and whether all that a game needs works."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import MagnateError
from ..plugins import GROUPS, plugins
from .arguments import (
    AgentsOption,
    DeviceOption,
    JsonOption,
    PlayersOption,
    StoreOption,
    complete_presets,
    load_game,
    split_agents,
)
from .compiling import GAMES, WATCH, compile_game, compile_rest, entries_of, uncompiled
from .console import ENVIRONMENT, Reporter, exit_with, narrow, note, print_json, stdout, table
from .mistakes import authors_mistake
from .packages import looked_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


__all__ = ["measurements", "speed_table"]


# ---------------------------------------------------------------------------------------------------- ``magnate bench``


OFFERS = {"offers made": "offers_per_game", "accepted": "offers_accepted_per_game"}
"""Columns with means for each game, of all seats together, and the names of their values."""
COLUMNS = (
    "preset",
    "seats",
    "agent",
    "device",
    "threads",
    "games/s",
    "turns/s",
    "decisions/s",
    *OFFERS,
    "capped",
    "× Python",
)
"""“× Python”: how many times faster than the same rules interpreted."""
BROKEN = {
    "games/s": "games\n/s",
    "turns/s": "turns\n/s",
    "decisions/s": "decis-\nions/s",
    "capped": "cap-\nped",
    "× Python": "×\nPython",
}
"""Where headings break in a narrow terminal."""
ROOM = 112
"""Letters in a line that has room for all columns; in a shorter one the offers stand below the table."""


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = "monopoly",
    agents: AgentsOption = None,
    preset: Annotated[
        list[str] | None,
        typer.Option("--preset", help="Only this preset; may be repeated.", autocompletion=complete_presets),
    ] = None,
    players: PlayersOption = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long each row is measured.")] = 1.0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Threads.")] = 1,
    device: DeviceOption = "cpu",
    json: JsonOption = False,
) -> None:
    """Measure games, player turns and decisions per second.

    magnate bench
    magnate bench monopoly --preset thesis --agents baseline --seconds 5 --json

    A row has one agent in all seats. It also has the trades offered and accepted in a game, and how many times faster
    the compiled rules are than the same files run as plain Python.
    """
    from ..agents import default_agents
    from ..arena.speed import machine
    from ..core.registry import declared_game

    declared = declared_game(game)
    specs = [*dict.fromkeys(split_agents(agents))] or default_agents(game)
    cases = [(name, players or declared.default_players) for name in preset or declared.presets]
    if players is None and preset is None and declared.max_players >= 4:
        cases.append((declared.default_preset, 4))
    rows, compiled, say = [], False, cache(note)
    with Reporter(game) as reporter:
        for name, seats in cases:
            loaded = load_game(game, name, seats)
            compiled |= compile_game(loaded, GAMES, reporter)
            for spec in specs:
                note(f"{game}: preset {name}, {seats} players, {spec}")
                rows += measurements(loaded, spec, seconds, [jobs], device, say)
    about = machine()
    if json:
        print_json("bench", run=about, result=rows)
    else:
        stdout().print(speed_table(rows))
        stdout().print(f"{about['processor']}, {about['cores']} cores, {about['system']}, Python {about['python']}")
    if compiled:
        with reporter:
            compile_rest(loaded, reporter)


def measurements(
    game: Any, agent: str, seconds: float, threads: Iterable[int], device: str, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """One row for each number of threads, with the ratio to the interpreted rules; a GPU has its own threads.

    ``say`` is called with what is to be said of the GPU.
    """
    from ..arena.speed import chosen_for, interpreted_ratio, measure

    threads = list(threads)
    card = chosen_for(game, agent, device, say, threads[0])
    ratio = round(interpreted_ratio(game, agent, seconds=min(seconds, 1.0)), 1)
    return [
        {**measure(game, agent, seconds=seconds, threads=number, card=card).as_dict(), "times_interpreted": ratio}
        for number in threads
    ]


def speed_table(rows: Iterable[dict[str, Any]]) -> Any:
    """The rows as a table; the number of threads, and the offers, stand in it where there are any to tell of."""
    from rich.console import Group

    rows = list(rows)
    grid = table()
    trading = any(row["offers_per_game"] is not None for row in rows)
    left_out = set() if any(row["threads"] > 1 for row in rows) else {"threads"}
    left_out |= set() if any(row.get("device", "cpu") != "cpu" for row in rows) else {"device"}
    below = trading and stdout().width < ROOM
    left_out |= set(OFFERS) if below or not trading else set()
    headings = [heading for heading in COLUMNS if heading not in left_out]
    for heading in headings:
        grid.add_column(
            BROKEN.get(heading, heading) if narrow() else heading,
            justify="left" if heading in {"preset", "agent", "device"} else "right",
            min_width=(6 if narrow() else 8) if heading == "preset" else None,
            no_wrap=heading != "preset",
            overflow="fold",
        )
    for row in rows:
        grid.add_row(
            row["preset"],
            str(row["players"]),
            row["agent"],
            *([row["device"]] if "device" in headings else []),
            *([str(row["threads"])] if "threads" in headings else []),
            f"{row['games_per_second']:,.0f}",
            _millions(row["turns_per_second"]),
            _millions(row["decisions_per_second"]),
            *(_per_game(row[key]) for heading, key in OFFERS.items() if heading in headings),
            f"{100 * row['capped_share']:.1f} %",
            f"{row['times_interpreted']:,.0f}",
        )
    return Group(grid, *_offers(rows)) if below else grid


def _offers(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The offers in sentences, one for each case: threads do not matter."""
    cases = {f"{row['preset']}, {row['players']} × {row['agent']}": row for row in rows}
    for case, row in cases.items():
        made, accepted = (_per_game(row[key]) for key in OFFERS.values())
        yield f"{case}: {made} offers made in a game, {accepted} accepted"


def _per_game(number: float | None) -> str:
    """How often something happens in a game; empty where it is not counted."""
    return "" if number is None else f"{number:.2f}"


def _millions(number: float | None) -> str:
    """A large number, short: ``5.12 M``; empty where there is none."""
    return "" if number is None else f"{number / 1e6:.2f} M"


# --------------------------------------------------------------------------------------------------- ``magnate doctor``


PACKAGES = ("magnate", "numpy", "numba", "llvmlite", "pydantic", "sqlalchemy", "typer", "rich", "scipy")
STEPS = 300
"""How many steps of a game are compared with the interpreted rules."""


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: what was looked at, whether it is well, and what was found."""

    name: str
    ok: bool
    found: str


def doctor(
    quick: Annotated[bool, typer.Option("--quick", help="Do not compile or play anything.")] = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Check the installation, the cache, the store of tournaments, and that compiled and interpreted rules agree.

    magnate doctor
    magnate doctor --quick --json

    What other packages bring is listed, and what is wrong with it. The exit code is 5 when something is wrong.
    """
    from ..core.boards import GROUP as BOARDS
    from ..core.registry import game_names

    with Reporter("doctor") as reporter:
        rules = {name: _kernels(name) for name in game_names()}
        brought = [Check(*looked_at(one)) for group in (*GROUPS, BOARDS) for one in plugins(group)]
        checks = [*_basics(), _cache(), _store(store), *brought, *rules.values()]
        if not quick:
            sound = [name for name, check in rules.items() if check.ok]
            _announce(sound)
            checks += [_agrees(name, reporter) for name in sound]
    if json:
        print_json(
            "doctor", result={"ok": all(check.ok for check in checks), "checks": [asdict(check) for check in checks]}
        )
    else:
        grid = table(show_header=False)
        grid.add_column()
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for check in checks:
            grid.add_row("[green]ok[/green]" if check.ok else "[red]no[/red]", check.name, check.found)
        stdout().print(grid)
    if not all(check.ok for check in checks):
        exit_with(ENVIRONMENT)


def _basics() -> Iterator[Check]:
    """Python, the machine, and the packages."""
    from importlib.metadata import PackageNotFoundError, version

    yield Check("Python", sys.version_info >= (3, 11), f"{platform.python_version()} ({sys.executable})")
    yield Check("machine", True, f"{platform.platform()}, {os.cpu_count()} cores")
    for name in PACKAGES:
        try:
            yield Check(name, True, version(name))
        except PackageNotFoundError:
            yield Check(name, False, f"not installed: pip install {name}")


def _cache() -> Check:
    """The folder of compiled rules must be writable, or every start compiles anew."""
    from ..runtime.cache import root

    path = root()
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        return Check(
            "cache", False, f"{path} cannot be written ({error.strerror}): set MAGNATE_CACHE to another folder"
        )
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return Check("cache", True, f"{path} ({size / 1e6:.1f} MB)")


def _store(where: str | None) -> Check:
    """The store of tournaments, which is not made if it is not there yet."""
    try:
        from ..arena.database import default_store, file_of, shown
        from ..arena.store import open_store

        named = where or default_store()
        file = file_of(named)
        if file is not None and not file.exists():
            folder = next(folder for folder in file.parents if folder.exists())
            ok = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
            return Check(
                "store",
                ok,
                f"{named} is not there yet: the first tournament makes it"
                if ok
                else f"{named} cannot be made, since {folder} cannot be written: name another with MAGNATE_STORE",
            )
        with open_store(named) as opened:
            opened.check_writable()
            version, tournaments = opened.about()
    except (ImportError, MagnateError) as error:
        return Check("store", False, str(error))
    many = "1 tournament" if tournaments == 1 else f"{tournaments:,} tournaments"
    return Check("store", True, f"{shown(named)} (version {version}, {many})")


def _kernels(name: str) -> Check:
    """Whether a game is compiled already; one that is not will be when a command first needs it."""
    label = f"rules of {name}"
    try:
        game = load_game(name)
        absent = uncompiled(game)
    except Exception as error:
        known = _known_error(error)
        if known is None:
            raise
        return Check(label, False, known.message)
    some = f"compiled but for {', '.join(absent)}: the first command that needs one of these does it, once"
    none = "not compiled yet: the first command that needs it does it, once"
    return Check(label, True, "compiled" if not absent else some if len(absent) < len(entries_of(game)) else none)


def _known_error(error: Exception) -> MagnateError | None:
    """What is said of a game that fails: an error of ours, or its author's mistake."""
    return error if isinstance(error, MagnateError) else authors_mistake(error)


def _announce(games: Iterable[str]) -> None:
    """Say beforehand that games are going to be compiled, which takes minutes."""
    absent = [name for name in games if uncompiled(load_game(name))]
    if absent:
        note(
            f"{', '.join(absent)}: not compiled yet. That is done now, once, and takes up to some minutes for each of "
            "the large games; --quick leaves it out."
        )


def _agrees(name: str, reporter: Reporter) -> Check:
    """Play the beginning of a game compiled, and the same steps interpreted: the states must be equal bytes."""
    from ..core.agreement import first_difference

    label = f"{name} agrees"
    try:
        game = load_game(name)
        if compile_game(game, WATCH, reporter):
            compile_rest(game, reporter)
        differs = first_difference(game, 1, STEPS)
    except Exception as error:
        known = _known_error(error)
        if known is None:
            raise
        return Check(label, False, known.message)
    if differs is not None:
        return Check(label, False, f"compiled and interpreted rules differ after step {differs} of seed 1")
    return Check(label, True, f"up to {STEPS} steps equal those of the interpreted rules, byte for byte")
