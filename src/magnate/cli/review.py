"""``magnate review``: the balance sheet of a game, and what decisions cost and gave."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadSeat, BadValue
from .arguments import JsonOption, LangOption, QuietOption, SeedOption, StoreOption, check_folder
from .console import Reporter, note, print_json, stdout, table
from .drawing import plot_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..analysis.players import PlayerReview
    from ..analysis.review import Review
    from ..core.game import Record

__all__ = ["review"]

MOST_EVENTS = 6


def review(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE|ID:GAME…", help="A record, or a game of a tournament: t17:7, t17:3.7."),
    ],
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=0, help="Let rollouts check the N largest drops.")
    ] = 0,
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", help="Show this seat's decisions only.")] = None,
    player: Annotated[
        str | None, typer.Option("--player", metavar="NAME", help="Review all games of this player or agent together.")
    ] = None,
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", min=1, help="Rollouts of each position where no network was measured."),
    ] = 100,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="AGENT", help="Value positions by rollouts of this agent.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Also write the review as one page for a browser.")
    ] = None,
    seed: SeedOption = 0,
    store: StoreOption = None,
    lang: LangOption = None,
    quiet: QuietOption = False,
    json: JsonOption = False,
) -> None:
    """Say how much of a game was luck, and what each decision cost or gave.

    magnate review game.json
    magnate review game.json --depth 20 --html review.html
    magnate review --player strategic games/*.json

    Chances are exact where a game can be solved, those of a network where it was measured, or else those of rollouts.
    What a network says of one decision is doubted (mistake?) until rollouts have checked it: --depth. Ctrl-C ends that
    and shows what was found so far. A game that goes on is reviewed by what --seat sees.
    """
    from ..messages import chosen_language

    if chosen_language(lang) != "en" and not quiet:
        note("reviews are written in English so far")
    check_folder(html)
    if player is not None:
        if html is not None:
            raise BadValue("--html writes the page of one game", hint="leave out --player")
        _of_player(files, player, store, depth, seed, quiet=quiet, json=json)
        return
    if len(files) != 1:
        raise BadValue("one game is reviewed at a time", hint="name one, or a player of all of them: --player NAME")
    record = _opened(files[0], store)
    if seat is not None and not 0 <= seat < record.players:
        raise BadSeat(f"there is no seat {seat}", hint=f"the seats are 0 to {record.players - 1}")
    found = _reviewed(record, files[0], seat, depth, games, policy, seed, quiet=quiet)
    if html is not None:
        from ..analysis.review_page import review_page

        html.write_text(review_page(found, record), encoding="utf-8")
    if json:
        print_json("review", result={"file": files[0], **found.to_json()})
        return
    _show(found, seat)
    if html is not None:
        note(f"the page is in {html}")


# ----------------------------------------------------------------------------------------------------- What is reviewed


def _opened(name: str, store: str | None) -> Record:
    from .records import open_named

    return open_named(name, store).record


def _reviewed(
    record: Record, name: str, seat: int | None, depth: int, games: int, policy: str | None, seed: int, *, quiet: bool
) -> Review:
    """The review of a record; one that is not over is reviewed by what a seat sees, or a spectator."""
    from ..analysis import FULL, PUBLIC
    from ..analysis.review import review as reviewed
    from .records import naming

    running = PUBLIC if seat is None else seat
    eyes: int | str = FULL if record.result is not None else running
    with _telling(record.game, quiet=quiet) as progress, naming(Path(name)):
        return reviewed(record, eyes=eyes, depth=depth, games=games, policy=policy, seed=seed, progress=progress)


@contextmanager
def _telling(label: str, *, quiet: bool) -> Iterator[Any]:
    """What is told how a review goes on."""
    with Reporter(label, quiet=quiet) as reporter:

        def progress(what: str, done: int, total: int) -> None:
            reporter.says(f"{what} {done:,} of {total:,}", done / max(1, total))

        yield progress


# ------------------------------------------------------------------------------------------------------- What is shown


def _show(found: Review, seat: int | None) -> None:
    from ..analysis.chances import EXACT, NETWORK, quantity
    from ..core.registry import declared_game

    console = stdout()
    is_win = quantity(declared_game(found.game)) == "win"
    what, whole = ("Chances", "win") if is_win else ("Expected shares", "stake")
    for one in found.sentences if seat is None else [found.sentences[seat]]:
        console.print(one, markup=False)
    sources = {EXACT: f"{what} are exact ({found.policy}).", NETWORK: f"{what} are a network's."}
    rollouts = f"{what} are means of {found.games} rollouts a position by {found.policy}, seed {found.seed}."
    console.print(sources.get(found.source, rollouts), markup=False)
    if found.source == NETWORK:
        console.print(
            f"Losses below {_points(found.resolution)} points count as none: it cannot tell them. "
            "Of the others that part counts which rollouts have shown to be real of such losses.",
            markup=False,
        )
    if found.refined or not found.complete:
        rest = "" if found.complete else f" of {found.depth}: it was interrupted"
        who = f" by {found.refined_by}" if found.refined_by else ""
        lot = ""
        if found.sampled:
            lot = f" {found.sampled} were drawn by lot from the others: {found.found} of these cost something."
        console.print(
            f"Rollouts{who} have checked {found.refined}{rest} decisions, the largest drops.{lot}", markup=False
        )
    console.print(
        f"Start, result and luck-adjusted are {what.lower()} in per cent, "
        f"all between is in points (0.01 of the {whole}); "
        "errors/100 are points lost in 100 open decisions.",
        markup=False,
    )
    console.print(_sheet(found))
    _show_decisions(found, seat)
    _show_kinds(found, seat)
    _show_luck(found)
    _show_curve(found, seat)


def _sheet(found: Review) -> Any:
    grid = table(
        "seat", numbers=("start", "luck", "own", "others", "unknown", "drift", "result", "luck-adjusted", "errors/100")
    )
    for one in found.seats:
        numbers = (one.start, one.luck, one.own, one.others, one.unknown, one.drift, one.result, one.luck_adjusted)
        rate = "" if one.error_rate is None else f"{one.error_rate:.0f}"
        grid.add_row(f"{one.seat} {one.name}", *(f"{100 * number:.1f}" for number in numbers), rate)
    return grid


def _show_decisions(found: Review, seat: int | None) -> None:
    dearest = found.dearest(seat)
    if not dearest:
        return
    grid = table("the dearest decisions", "played", "better", "", numbers=("step", "points", "±"))
    for one in dearest:
        margin = "" if one.margin is None else f"{100 * one.margin:.1f}"
        who = f"seat {one.seat}, turn {one.turn}"
        grid.add_row(
            *(who, str(one.move), str(one.best), one.label or one.doubt, str(one.at), f"{-100 * one.loss:.1f}", margin)
        )
    stdout().print(grid)


def _show_kinds(found: Review, seat: int | None) -> None:
    grid = table("seat", "kind", numbers=("decisions", "open", "points"))
    rows = 0
    for one in found.seats:
        for kind, some in one.errors_by_kind.items():
            if seat in (None, one.seat) and some.error < 0:
                grid.add_row(f"{one.seat}", kind, f"{some.decisions}", f"{some.open}", f"{100 * some.error:.1f}")
                rows += 1
    if rows:
        stdout().print(grid)


def _show_luck(found: Review) -> None:
    great = sorted((one for one in found.events if one.size), key=lambda one: -max(map(abs, one.luck)))[:MOST_EVENTS]
    if not great:
        return
    grid = table("great luck", "what came", numbers=("step", *(f"seat {seat}" for seat in range(found.players))))
    for one in sorted(great, key=lambda event: event.at):
        grid.add_row(f"turn {one.turn}", one.text, str(one.at), *(f"{100 * share:+.1f}" for share in one.luck))
    stdout().print(grid)


def _show_curve(found: Review, seat: int | None) -> None:
    if len(found.curve) < 2:
        return
    console = stdout()
    for one in range(found.players):
        if seat in (None, one):
            line = [(float(point.at), point.shares[one]) for point in found.curve]
            lowest, highest = (100 * pick(share for _, share in line) for pick in (min, max))
            console.print(f"seat {one} {found.names[one]}: {lowest:.0f} to {highest:.0f} %", markup=False)
            for text in plot_lines(line, height=3):
                console.print(f"  {text}", markup=False)


def _points(share: float) -> str:
    return f"{100 * share:g}"


# ----------------------------------------------------------------------------------------------------------- Many games


def _of_player(
    files: Sequence[str], player: str, store: str | None, depth: int, seed: int, *, quiet: bool, json: bool
) -> None:
    """Review all games of a player."""
    from ..analysis.players import review_player

    records = []
    for name in files:
        record = _opened(name, store)
        if player in (record.agents or ()):
            records.append(record)
    if not records:
        raise BadValue(
            f'nobody called "{player}" plays in these games', hint="see the agents of a record: magnate replay"
        )
    with _telling(player, quiet=quiet) as progress:
        found = review_player(records, player, depth=depth, seed=seed, progress=progress)
    if json:
        print_json("review", result=found.to_json())
        return
    _show_player(found)


def _show_player(found: PlayerReview) -> None:
    console = stdout()
    several = found.games > 1  # one game tells nothing of how much games differ
    rate = f"{found.rate.mean:.0f}" + (f" ± {found.rate.margin:.0f}" if several else "")
    luck = f"{100 * found.luck.mean:+.1f}" + (f" ± {100 * found.luck.margin:.1f}" if several else "")
    console.print(
        f"{found.player}: {found.games} games of {found.game}. Errors: {rate} points in 100 open decisions"
        f". Luck: {luck} points a game.",
        markup=False,
    )
    grid = table("kind", numbers=("decisions", "open", "points a game", "±"))
    for kind, one in found.kinds.items():
        margin = f"{100 * one.cost.margin:.2f}" if several else ""
        grid.add_row(kind, f"{one.decisions}", f"{one.open}", f"{100 * one.cost.mean:.2f}", margin)
    console.print(grid)
    if found.costs_most:
        console.print(f"Most is lost by: {found.costs_most}.", markup=False)
