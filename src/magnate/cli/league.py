"""``magnate league``: language models and agents on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadPlan
from .arguments import (
    JsonOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    QuietOption,
    SeedOption,
    complete_agents,
    complete_games,
    load_game,
)
from .console import Reporter, note, print_json, stdout, table

if TYPE_CHECKING:
    from ..models.league import League

__all__ = ["league"]


def league(
    game: Annotated[str, typer.Argument(help="`magnate games` lists them.", autocompletion=complete_games)],
    agents: Annotated[
        str,
        typer.Option("--agents", "-a", help="Models (llm:NAME) and agents, by commas.", autocompletion=complete_agents),
    ],
    folder: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Games and the page; it goes on there.")],
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, help="Deals; each is played in all seats.")] = 10,
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    seed: SeedOption = 0,
    luck: Annotated[
        bool, typer.Option("--luck/--no-luck", help="Review each game, to take luck out of shares.")
    ] = True,
    rollouts: Annotated[
        int, typer.Option("--rollouts", min=1, help="For reviews where no network knows the game.")
    ] = 100,
    decisions: Annotated[
        int | None, typer.Option("--decisions", min=1, help="Cut games after so many decisions, as equal shares.")
    ] = None,
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """Let language models and agents play the same deals, and say who is how strong, how lawful and how dear.

    magnate league monopoly --agents llm:mine,strategic --deals 20 --out league
    magnate league brass --agents llm:one,llm:two,planner --players 2 --out league --no-luck

    Models are tables of the file models.toml, or that which MAGNATE_MODELS names. Every game is kept as soon as it is
    over; the same command goes on after an interruption.
    """
    from ..agents.spec import split_specs
    from ..models.league import LeaguePlan, play_league
    from ..models.league_page import league_page

    specs = split_specs(agents)
    if len(specs) < 2:
        raise BadPlan("a league has two players at least", hint="name them with commas: --agents llm:mine,random")
    loaded = load_game(game, preset, players or min(2, len(specs)), option)
    with Reporter("league", quiet=quiet) as reporter:

        def progress(done: int, total: int) -> None:
            reporter.says(f"game {min(done + 1, total):,} of {total:,}", done / total)

        found = play_league(LeaguePlan(loaded, specs, deals, folder, seed, luck, rollouts, decisions), progress)
    page = folder / "league.html"
    page.write_text(league_page(found), encoding="utf-8")
    if json:
        print_json("league", result=found.to_json())
    else:
        _show(found)
    note(f"the page is {page}")


def _show(found: League) -> None:
    """Print the table of the players, and which of them the games tell apart."""
    from ..models.league_page import estimated, player_row, whole_games

    headings = ("games", "share", "without luck", "illegal", "forfeits", "given", "taken")
    grid = table("player", numbers=headings, title=f"{found.games:,} games on {found.deals:,} deals")
    for one in found.players:
        grid.add_row(*player_row(one)[:8])
    stdout().print(grid)
    if whole := whole_games(found):
        stdout().print(whole, soft_wrap=True)
    for pair in found.pairs:
        names = f"{found.players[pair.one].name} – {found.players[pair.other].name}"
        needed = "" if pair.games is None else f"; some {pair.games:,} games would tell them apart at 95 %"
        stdout().print(f"{names}: {estimated(pair.difference)}{needed}", markup=False)
