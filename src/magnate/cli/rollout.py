"""``magnate rollout``: whole moves are compared by games that are played on with the same luck."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ..skins import real
from .arguments import DeviceOption, JsonOption, OptionOption, PlayersOption, PresetOption
from .console import Reporter, counted, note, print_json, stdout, table
from .odds import NEEDED, PolicyOption, SeedOption, half_width, plain, points, show_position
from .positions import AtOption, GameOption, PositionArgument, open_subject, seat_name

if TYPE_CHECKING:
    from ..analysis.rollout import Goal, Rollout
    from .positions import Subject

__all__ = ["rollout"]


def rollout(
    file: PositionArgument,
    at: AtOption = None,
    move: Annotated[
        list[str] | None,
        typer.Option(
            "--move", metavar="DECISIONS", help="Compare this move, its decisions after one another; may be repeated."
        ),
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Moves that agents propose where none is named.")] = 8,
    until: Annotated[
        str,
        typer.Option(
            "--until", metavar="±0.5|GAMES|10s", help="Go on until ± so many points, for so many games, or so long."
        ),
    ] = "±0.5",
    eyes: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT|public|full", help="Who asks, by what it knows (default: the seat to move)."
        ),
    ] = None,
    policy: PolicyOption = None,
    seed: SeedOption = 0,
    device: DeviceOption = "cpu",
    game: GameOption = None,
    preset: PresetOption = None,
    players: PlayersOption = None,
    option: OptionOption = None,
    json: JsonOption = False,
) -> None:
    """What is best here? Each move is played on with the same dice and cards, and wins its share of the games.

    magnate rollout examples/positions/orange-or-cash.toml
    magnate rollout game.json --at 120 --until 10s --device auto
    magnate rollout examples/positions/orange-or-cash.toml --move roll --move mortgage:baltic-avenue

    Moves are whole: an offer with its goods and its cash, or a Brass action with its card. Where you name none, the
    game's agents propose some. A move that falls far behind the best is played no further. ± are half widths of 95 %
    intervals. A difference to the best move is in points (0.01 of the win), by the games that both have had. Where it
    may be 0, the best is not sure. Ctrl-C ends it, with what was found so far.
    """
    from ..analysis.moves import candidates
    from ..analysis.rollout import goal_of
    from ..analysis.rollout import rollout as ask
    from ..gpu.device import Device

    subject = open_subject(file, at, game=game, preset=preset, players=players, option=option, wanted=NEEDED)
    position = subject.position
    moves = [real(one).split() for one in move] if move else candidates(position, most=most)
    goal = goal_of(until)
    with Reporter("rollouts") as reporter:
        reporter.says("the first games", 0)
        found = ask(
            *(position, moves, policy, until),
            eyes=int(eyes) if eyes is not None and eyes.isdecimal() else eyes,
            seed=seed, device=Device(device, note),
            progress=lambda so_far: reporter.says(*_so_far(so_far, goal)),
        )  # fmt: skip
    if json:
        print_json("rollout", result={"game": position.game.name, "step": position.steps, **plain(asdict(found))})
        return
    show_position(subject)
    _show(found, subject)


def _so_far(found: Rollout, goal: Goal) -> tuple[str, float]:
    """How the work stands, for the line of progress, and how much of it is done."""
    from ..core.progress import eta

    rest = [one.difference_margin[found.seat] for one in found.candidates[1:] if not one.stopped]
    widest = max(rest or [found.best.margins[found.seat]])
    if goal.margin:
        share = min(1.0, (goal.margin / widest) ** 2) if widest else 1.0
    else:
        share = min(1.0, found.seconds / goal.seconds if goal.seconds else found.games / goal.games)
    left = eta(found.seconds, round(1000 * share), 1000)
    text = f"{counted(found.games, 'game')} of each move, ± {half_width(widest)}: {found.best.move}"
    return f"{text}  eta {left}" if left else text, max(share, 0.001)


def _show(found: Rollout, subject: Subject) -> None:
    from ..analysis.chances import quantity

    is_win, seat, best = quantity(subject.position.game.declared) == "win", found.seat, found.best
    what = "of the win" if is_win else "of the stake"
    sure = all(one.difference[seat] > one.difference_margin[seat] for one in found.candidates[1:])
    who, chance = seat_name(subject, seat), f"{100 * best.shares[seat]:.1f} % {what}"
    console = stdout()
    console.print(
        f"{'Best' if sure else 'Best, not sure,'} for {who}: {best.move}, {chance}.", style="bold", soft_wrap=True
    )
    grid = table("move", numbers=["chance" if is_win else "share", "±", "points", "±", "games"])
    for one in found.candidates:
        gap = ["", ""] if one is best else [points(-one.difference[seat]), half_width(one.difference_margin[seat])]
        cells = [f"{100 * one.shares[seat]:.1f} %", half_width(one.margins[seat]), *gap, f"{one.games:,}"]
        grid.add_row(str(one.move), *cells, style="bold" if one is best else None)
    console.print(grid)
    policy = ", ".join(dict.fromkeys(found.policy))
    console.print(
        f"  rollouts by {policy} in all seats, seed {found.seed}; points: the difference to the best move; "
        "± are half widths of 95 % intervals",
        markup=False, soft_wrap=True,
    )  # fmt: skip
