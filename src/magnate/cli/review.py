"""``magnate review``: the balance sheet of a game, and what decisions cost and gave."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadSeat, BadValue
from .arguments import (
    DeviceOption,
    JsonOption,
    LangOption,
    QuietOption,
    SeedOption,
    StoreOption,
    check_folder,
)
from .console import Reporter, note, print_json, stdout, table
from .drawing import plot_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..analysis.players import PlayerReview
    from ..analysis.review import Review
    from ..analysis.review_words import GameWords, ReviewWords
    from ..core.game import Record

__all__ = ["review"]

MOST_EVENTS = 6


def review(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE|ID:GAME…", help="A record, or a game of a tournament: t17:7, t17:3.7."),
    ],
    depth: Annotated[
        int,
        typer.Option(
            "--depth", metavar="N", min=0, help="Let rollouts check N decisions: large drops, a quarter by lot."
        ),
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
    device: DeviceOption = "cpu",
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
    from ..analysis.review_words import GameWords, ReviewWords
    from ..gpu.device import Device
    from ..messages import chosen_language

    words = ReviewWords(chosen_language(lang))
    check_folder(html)
    if player is not None:
        if html is not None:
            raise BadValue("--html writes the page of one game", hint="leave out --player")
        asked = {"depth": depth, "seed": seed, "device": Device(device, note)}
        _of_player(files, player, store, asked, words, quiet=quiet, json=json)
        return
    if len(files) != 1:
        raise BadValue("one game is reviewed at a time", hint="name one, or a player of all of them: --player NAME")
    record = _opened(files[0], store)
    if seat is not None and not 0 <= seat < record.players:
        raise BadSeat(f"there is no seat {seat}", hint=f"the seats are 0 to {record.players - 1}")
    asked = {"depth": depth, "games": games, "policy": policy, "seed": seed, "device": Device(device, note)}
    found = _reviewed(record, files[0], seat, asked, words, quiet=quiet)
    if html is not None:
        from ..analysis.review_page import review_page

        html.write_text(review_page(found, record, words.language), encoding="utf-8")
    if json:
        print_json("review", result={"file": files[0], **found.to_json()})
        return
    _show(found, seat, words, GameWords(found, record, words.language))
    if html is not None:
        note(words.text("line.page", file=str(html)))


# ----------------------------------------------------------------------------------------------------- What is reviewed


def _opened(name: str, store: str | None) -> Record:
    from .records import open_named

    return open_named(name, store).record


def _reviewed(
    record: Record,
    name: str,
    seat: int | None,
    asked: dict[str, Any],
    words: ReviewWords,
    *,
    quiet: bool,
) -> Review:
    """The review of a record; one that is not over is reviewed by what a seat sees, or a spectator.

    ``asked`` are arguments of the review.
    """
    from ..analysis import FULL, PUBLIC
    from ..analysis.review import review as reviewed
    from .records import naming

    running = PUBLIC if seat is None else seat
    eyes: int | str = FULL if record.result is not None else running
    with _telling(record.game, words, quiet=quiet) as progress, naming(Path(name)):
        return reviewed(record, eyes=eyes, progress=progress, **asked)


@contextmanager
def _telling(label: str, words: ReviewWords, *, quiet: bool) -> Iterator[Any]:
    """What is called with how far a review is."""
    with Reporter(label, quiet=quiet) as reporter:

        def progress(what: str, done: int, total: int) -> None:
            reporter.says(words.text("progress", what=what, done=done, total=total), done / max(1, total))

        yield progress


# ------------------------------------------------------------------------------------------------------- What is shown


def _show(found: Review, seat: int | None, words: ReviewWords, called: GameWords) -> None:
    from ..analysis.chances import quantity
    from ..core.registry import declared_game

    console = stdout()
    measured = quantity(declared_game(found.game))
    sentences = words.sentences(found)
    lines = sentences if seat is None else [sentences[seat]]
    lines += [*_sources(found, words, measured), words.text(f"line.columns.{measured}")]
    for one in lines:
        console.print(one, markup=False)
    console.print(_sheet(found, words))
    grades = [words.grade(one.name, one.grade) for one in found.seats if seat in (None, one.seat)]
    for said in filter(None, grades):
        console.print(said, markup=False)
    _show_decisions(found, seat, words, called)
    _show_kinds(found, seat, words)
    _show_luck(found, words, called)
    _show_curve(found, seat, words)


def _sources(found: Review, words: ReviewWords, measured: str) -> Iterator[str]:
    """Where the numbers come from."""
    from ..analysis.chances import EXACT, NETWORK

    measure = words.text("measure.chances" if measured == "win" else "measure.shares")
    if found.source == EXACT:
        yield words.text("line.equilibrium" if found.game == "kuhn" else "line.exact", measure=measure)
    elif found.source == NETWORK:
        yield words.text("line.network", measure=measure)
        least = words.catalogue.number(100 * found.resolution)
        yield words.text("line.small", points=least)
    else:
        yield words.text("line.rollouts", measure=measure, count=found.games, policy=found.policy, seed=found.seed)
    if not found.complete:
        yield words.text("line.interrupted", refined=found.refined, depth=found.depth)
    elif found.refined:
        checked = words.text("line.checked", policy=found.refined_by, refined=found.refined)
        lot = words.text("line.lot", sampled=found.sampled, found=found.found)
        yield f"{checked} {lot}" if found.sampled else checked


def _heads(words: ReviewWords, *names: str) -> list[str]:
    return [words.text(f"column.{name}") for name in names]


def _sheet(found: Review, words: ReviewWords) -> Any:
    columns = _heads(words, "start", "luck", "own", "others", "unknown", "drift", "result", "adjusted", "errors")
    grid = table(*_heads(words, "seat"), numbers=columns)
    for one in found.seats:
        numbers = (one.start, one.luck, one.own, one.others, one.unknown, one.drift, one.result, one.luck_adjusted)
        rate = "" if one.error_rate is None else words.fixed(one.error_rate, 0)
        grid.add_row(f"{words.catalogue.plain(one.seat)} {one.name}", *map(words.percent, numbers), rate)
    return grid


def _show_decisions(found: Review, seat: int | None, words: ReviewWords, called: GameWords) -> None:
    dearest = found.dearest(seat)
    if not dearest:
        return
    heads = _heads(words, "dearest", "played", "better")
    grid = table(*heads, "", numbers=[*_heads(words, "step", "points"), "±"])
    for one in dearest:
        margin = "" if one.margin is None else words.percent(one.margin)
        who = words.text("seat_turn", seat=one.seat, turn=one.turn)
        moves = [called.move(one.at, move, one.seat) for move in (one.move, one.best)]
        step = words.catalogue.plain(one.at)
        grid.add_row(who, *moves, words.label(one.label or one.doubt), step, words.percent(-one.loss), margin)
    stdout().print(grid)


def _show_kinds(found: Review, seat: int | None, words: ReviewWords) -> None:
    grid = table(*_heads(words, "seat", "kind"), numbers=_heads(words, "decisions", "open", "points"))
    rows = 0
    for one in found.seats:
        for kind, some in one.errors_by_kind.items():
            if seat in (None, one.seat) and some.error < 0:
                counts = map(words.catalogue.plain, (some.decisions, some.open))
                name = words.text("kind.named", kind=kind)
                grid.add_row(words.catalogue.plain(one.seat), name, *counts, words.percent(some.error))
                rows += 1
    if rows:
        stdout().print(grid)


def _show_luck(found: Review, words: ReviewWords, called: GameWords) -> None:
    great = sorted((one for one in found.events if one.size), key=lambda one: -max(map(abs, one.luck)))[:MOST_EVENTS]
    if not great:
        return
    seats = [words.catalogue.seats([seat]) for seat in range(found.players)]
    grid = table(*_heads(words, "great", "came"), numbers=[*_heads(words, "step"), *seats])
    for one in sorted(great, key=lambda event: event.at):
        turn, step = words.text("turn", turn=one.turn), words.catalogue.plain(one.at)
        grid.add_row(turn, called.event(one), step, *map(words.points, one.luck))
    stdout().print(grid)


def _show_curve(found: Review, seat: int | None, words: ReviewWords) -> None:
    if len(found.curve) < 2:
        return
    console = stdout()
    for one in range(found.players):
        if seat in (None, one):
            line = [(float(point.at), point.shares[one]) for point in found.curve]
            low, high = (words.percent(pick(share for _, share in line), 0) for pick in (min, max))
            text = words.text("line.range", seat=one, name=found.names[one], low=low, high=high)
            console.print(text, markup=False)
            for drawn in plot_lines(line, height=3):
                console.print(f"  {drawn}", markup=False)


# ----------------------------------------------------------------------------------------------------------- Many games


def _of_player(
    files: Sequence[str],
    player: str,
    store: str | None,
    asked: dict[str, Any],
    words: ReviewWords,
    *,
    quiet: bool,
    json: bool,
) -> None:
    """Review all games of a player; ``asked`` are arguments of the review."""
    from ..analysis.players import review_player

    if twice := [name for name in files if files.count(name) > 1]:
        raise BadValue(f"{twice[0]} is named twice", hint="name each game once, as games are what ± counts")
    records = []
    for name in files:
        record = _opened(name, store)
        if player in (record.agents or ()):
            records.append(record)
    if not records:
        raise BadValue(
            f'nobody called "{player}" plays in these games', hint="see the agents of a record: magnate replay"
        )
    with _telling(player, words, quiet=quiet) as progress:
        found = review_player(records, player, progress=progress, **asked)
    if json:
        print_json("review", result=found.to_json())
        return
    _show_player(found, words)


def _show_player(found: PlayerReview, words: ReviewWords) -> None:
    console = stdout()
    rate, luck = words.fixed(found.rate.mean, 0), words.points(found.luck.mean)
    if found.rate.margin is not None:  # one game tells nothing of how much games differ
        rate += f" ± {words.fixed(found.rate.margin, 0)}"
    if found.luck.margin is not None:
        luck += f" ± {words.percent(found.luck.margin)}"
    games = words.text("count.game", count=found.games)
    about = {"player": found.player, "games": games, "game": found.game, "rate": rate, "luck": luck}
    console.print(words.text("line.player", **about), markup=False)
    grid = table(*_heads(words, "kind"), numbers=[*_heads(words, "decisions", "open", "game"), "±"])
    for kind, one in found.kinds.items():
        margin = "" if one.cost.margin is None else words.percent(one.cost.margin, 2)
        counts = map(words.catalogue.plain, (one.decisions, one.open))
        grid.add_row(words.text("kind.named", kind=kind), *counts, words.percent(one.cost.mean, 2), margin)
    console.print(grid)
    if said := words.grade(found.player, found.grade):
        console.print(said, markup=False)
    if found.costs_most:
        console.print(words.text("line.most", kind=found.costs_most), markup=False)
