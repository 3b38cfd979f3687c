"""``magnate bench``: how fast this machine plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import AgentsOption, JsonOption, PlayersOption, complete_presets, load_game, split_agents
from .compiling import GAMES, compile_game, compile_rest
from .console import narrow, note, print_json, stdout, table
from .progress import Reporter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["COLUMNS", "bench", "measurements", "speed_table"]

OFFERS = {"offers made": "offers_per_game", "accepted": "offers_accepted_per_game"}
"""Columns with means for each game, of all seats together, and the names of their values."""
COLUMNS = ("preset", "seats", "agent", "threads", "games/s", "turns/s", "decisions/s", *OFFERS, "capped", "× twin")
"""“× twin”: how many times faster than the same rules interpreted."""
BROKEN = {
    "games/s": "games\n/s",
    "turns/s": "turns\n/s",
    "decisions/s": "decis-\nions/s",
    "capped": "cap-\nped",
    "× twin": "×\ntwin",
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
    json: JsonOption = False,
) -> None:
    """Measure games, player turns and decisions per second.

    magnate bench
    magnate bench monopoly --preset thesis --agents baseline --seconds 5 --json

    Each row also tells how many offers of trades a game has and how many of them are accepted, and how many times
    faster the compiled rules are than the same files run as plain Python.
    """
    from ..agents import default_agents
    from ..arena.speed import machine
    from ..core.registry import game_module

    module = game_module(game)
    specs = split_agents(agents) or default_agents(game)
    cases = [(name, players or module.GAME.default_players) for name in preset or module.PRESETS]
    if players is None and preset is None and module.GAME.max_players >= 4:
        cases.append((module.DEFAULT_PRESET, 4))
    rows, compiled = [], False
    with Reporter(game) as reporter:
        for name, seats in cases:
            loaded = load_game(game, name, seats)
            compiled |= compile_game(loaded, GAMES, reporter)
            for spec in specs:
                note(f"{game}: preset {name}, {seats} players, {spec}")
                rows += measurements(loaded, spec, seconds, [jobs])
    about = machine()
    if json:
        print_json("bench", run=about, result=rows)
    else:
        stdout().print(speed_table(rows))
        stdout().print(f"{about['processor']}, {about['cores']} cores, {about['system']}, Python {about['python']}")
    if compiled:
        with reporter:
            compile_rest(loaded, reporter)


def measurements(game: Any, agent: str, seconds: float, threads: Iterable[int]) -> list[dict[str, Any]]:
    """One row for each number of threads, with the ratio to the interpreted twin."""
    from ..arena.speed import measure, twin_ratio

    ratio = round(twin_ratio(game, agent, seconds=min(seconds, 1.0)), 1)
    return [
        {**measure(game, agent, seconds=seconds, threads=number).as_dict(), "times_interpreted": ratio}
        for number in threads
    ]


def speed_table(rows: Iterable[dict[str, Any]]) -> Any:
    """The rows as a table; the number of threads, and the offers, stand in it where there are any to tell of."""
    from rich.console import Group

    rows = list(rows)
    grid = table()
    trading = any(row["offers_per_game"] is not None for row in rows)
    left_out = set() if any(row["threads"] > 1 for row in rows) else {"threads"}
    below = trading and stdout().width < ROOM
    left_out |= set(OFFERS) if below or not trading else set()
    headings = [heading for heading in COLUMNS if heading not in left_out]
    for heading in headings:
        grid.add_column(
            BROKEN.get(heading, heading) if narrow() else heading,
            justify="left" if heading in {"preset", "agent"} else "right",
            min_width=(6 if narrow() else 8) if heading == "preset" else None,
            no_wrap=heading != "preset",
            overflow="fold",
        )
    for row in rows:
        grid.add_row(
            row["preset"],
            str(row["players"]),
            row["agent"],
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
