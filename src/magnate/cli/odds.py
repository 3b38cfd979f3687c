"""``magnate odds``: who wins from a position, and what the next throw does; ``magnate worth``: what a lot is worth."""

from __future__ import annotations

import math
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from .arguments import DeviceOption, JsonOption, OptionOption, PlayersOption, PresetOption
from .compiling import GAMES, WATCH
from .console import counted, note, print_json, stdout, table
from .positions import AtOption, GameOption, PositionArgument, Subject, open_subject, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..analysis.auction import LotPrices, LotWorth
    from ..analysis.chances import Chances
    from ..analysis.odds import Odds
    from ..core.game import Position

__all__ = ["NEEDED", "SeedOption", "UntilOption", "half_width", "plain", "points", "show_position", "source_of"]

NEEDED = (*WATCH, "position_kernel.why", *GAMES)
"""What playing on from a position takes."""
UntilOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--until", metavar="±0.5|GAMES|10s", help="Play on: until ± so many points, for so many games, or so long."
    ),
]
PolicyOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--policy", metavar="AGENT", help="Who plays on in all seats (default: the game's first agent)."),
]
LOT_PAIRS = 2_592
"""Pairs of games in which buying is compared with declining: about a second."""
SeedOption: TypeAlias = Annotated[int, typer.Option("--seed", help="What rollouts follow from (0 to 2**56 - 1).")]


def odds(
    file: PositionArgument,
    at: AtOption = None,
    eyes: Annotated[
        str,
        typer.Option(
            "--seat", metavar="SEAT|public|full", help="As this seat knows it, a spectator, or one who sees all."
        ),
    ] = "public",
    until: UntilOption = None,
    policy: PolicyOption = None,
    seed: SeedOption = 0,
    device: DeviceOption = "cpu",
    game: GameOption = None,
    preset: PresetOption = None,
    players: PlayersOption = None,
    option: OptionOption = None,
    json: JsonOption = False,
) -> None:
    """Who wins from here, and what it hangs on: what each next throw does to every seat.

    magnate odds examples/positions/orange-or-cash.toml
    magnate odds game.json --at 120 --until ±0.5
    magnate odds game.json --at turn:30 --json

    The chances are exact where a game is solved. In Monopoly and Brass they are V's, a network whose truth was
    measured. With --until they come from games that are played on, with the half widths of 95 % intervals. Elsewhere
    they always do. The table has the exact probability of each sum of the dice, or of each card, and what it changes in
    points (0.01 of the win). The mean of all its rows is 0. The table is V's with --until too. Where V was not
    measured, each outcome is played on.
    """
    from ..analysis.odds import odds as ask
    from ..gpu.device import Device

    subject = open_subject(file, at, game=game, preset=preset, players=players, option=option, wanted=NEEDED)
    found = ask(
        *(subject.position, int(eyes) if eyes.isdecimal() else eyes),
        until=until,
        policy=policy,
        seed=seed,
        device=Device(device, note),
    )
    if json:
        print_json("odds", result={**_about(subject.position), "seed": seed, **plain(asdict(found))})
        return
    show_position(subject)
    _show_odds(found, subject)


def _show_odds(found: Odds, subject: Subject) -> None:
    from ..analysis.chances import Chances, quantity

    console, shares = stdout(), found.shares
    is_win = quantity(subject.position.game.declared) == "win"
    best = max(range(len(shares)), key=lambda seat: shares[seat])
    grid = table("", numbers=["chance" if is_win else "share", *(["±"] if any(found.chances.margins) else [])])
    for seat, share in enumerate(shares):
        margin = [half_width(found.chances.margins[seat])] if any(found.chances.margins) else []
        grid.add_row(seat_name(subject, seat), f"{100 * share:.1f} %", *margin, style="bold" if seat == best else None)
    if found.table:
        lucky = max(found.table, key=lambda row: row.change[best])
        unlucky = min(found.table, key=lambda row: row.change[best])
        what = "the next throw" if lucky.square else "the next outcome"
        hangs = (
            f"; {what} moves that by {points(unlucky.change[best])} ({unlucky.label}) "
            f"to {points(lucky.change[best])} ({lucky.label}) points"
        )
    else:
        hangs = ""
    over, alike = subject.position.is_over, [seat for seat, share in enumerate(shares) if share == shares[best]]
    if len(alike) > 1:
        done = "have shared the win" if is_win else "have shared the stake"
        who = f"Seats {', '.join(map(str, alike))} {done if over else 'are ahead' if is_win else 'expect alike:'}"
    else:
        who = f"Seat {best} {'has won' if over else 'is ahead' if is_win else 'expects the most:'}"
    amount = f"{'with ' if is_win or over else ''}{100 * shares[best]:.1f} %{'' if is_win else ' of the stake'}"
    console.print(f"{who} {amount}{hangs}.", style="bold", soft_wrap=True)
    console.print(grid)
    source = "the result: the game is over" if over else source_of(found.chances)
    console.print(f"  {source}", markup=False, soft_wrap=True)
    if not found.table:
        return
    first = (
        f" after {_worded(subject.position, found.moves)}" + (f" (as {found.policy} plays)" if found.policy else "")
        if found.moves
        else ""
    )
    whose = f"seat {found.thrower} throws" if found.thrower >= 0 and found.table[0].square else "the next outcome"
    console.print(f"\n{whose}{first}; points:", style="bold", soft_wrap=True)
    squares = any(row.square for row in found.table)
    rows = table(
        "throw" if squares else "outcome", *(["to"] if squares else []),
        numbers=["chance", *(f"seat {seat}" for seat in range(len(shares)))],
    )  # fmt: skip
    for row in found.table:
        around = [f" ± {half_width(one)}" if one else "" for one in row.margins] or [""] * len(row.change)
        changes = [f"{points(change)}{margin}" for change, margin in zip(row.change, around, strict=True)]
        rows.add_row(row.label, *([row.square] if squares else []), str(row.probability), *changes)
    console.print(rows)
    if found.source != found.chances.source or found.games:
        by = Chances(found.before, found.source, games=found.games, policy=found.agent)
        each = " after each outcome" if found.games else ""
        console.print(f"  the table: {source_of(by, each)}", markup=False, soft_wrap=True)


def _worded(position: Position, names: Sequence[str]) -> str:
    """What decisions do, one after the other, in words."""
    from ..core.wording import action_message

    now, said = position.game.position(position.states()), list[str]()
    for name in names:
        text = str(action_message(now, now.action_id(name)))
        said.append(text[:1].lower() + text[1:])
        now.apply(name)
    return ", ".join(said)


def worth(
    file: PositionArgument,
    at: AtOption = None,
    until: Annotated[
        str,
        typer.Option(
            "--until",
            metavar="none|±0.5|GAMES|10s",
            help="Play on: until ± so many points, for so many pairs of games, or so long. none: V.",
        ),
    ] = str(LOT_PAIRS),
    policy: Annotated[str, typer.Option("--policy", metavar="AGENT", help="Who goes on in all seats.")] = "strategic",
    seed: SeedOption = 0,
    game: GameOption = None,
    preset: PresetOption = None,
    players: PlayersOption = None,
    option: OptionOption = None,
    json: JsonOption = False,
) -> None:
    """What a deed for sale is worth to each seat in Monopoly: up to which price it should bid.

    magnate worth game.json --at 98
    magnate worth examples/positions/buy-group.json --game monopoly

    In an auction, or where a seat may buy. A row has the prices up to which a seat wins more often by winning the deed
    than by letting each other seat win it at that price. The limit is the greatest of them. So it is far above the
    printed price where a rival would pay as much. Rollouts look for the prices, and V's stand below. Where a seat may
    buy, buying and declining are played on, too. With --until none V alone answers.
    """
    from ..analysis.auction import auction_worth

    subject = open_subject(file, at, game=game, preset=preset, players=players, option=option, wanted=NEEDED)
    found = auction_worth(subject.position, policy, until=None if until == "none" else until, seed=seed)
    if json:
        print_json("worth", result={**_about(subject.position), **plain(asdict(found))})
        return
    show_position(subject)
    _show_worth(found, subject)


def _show_worth(found: LotWorth, subject: Subject) -> None:
    from ..games.monopoly.board import TITLE_DEEDS
    from ..games.monopoly.codec import DEED_SLUGS

    console, prices = stdout(), found.best
    about = "about " if prices.games else ""
    name = TITLE_DEEDS[DEED_SLUGS.index(found.lot)].name
    if prices.winner is None:
        console.print(f"{name} is worth no bid to anybody.", style="bold")
    else:
        console.print(
            f"{name} (printed ${found.printed}) is worth most to seat {prices.winner}: it may bid up to "
            f"{about}${prices.limit[prices.winner]} rather than let another have it. If all bid so, the auction ends "
            f"near ${prices.price}.",
            style="bold", soft_wrap=True,
        )  # fmt: skip
    _show_prices("by rollouts" if prices.games else "", prices, found, subject)
    if found.prices is not None and found.by_value is not None:
        _show_prices("by V" if found.source == "network" else "exact", found.by_value, found, subject)
    if found.buy:
        rolled = found.rollouts
        change = [a - b for a, b in zip(found.buy, found.decline, strict=True)] if rolled is None else rolled.change
        around = [f" ± {half_width(one)}" for one in rolled.margins] if rolled else [""] * len(change)
        changes = ", ".join(f"seat {seat} {points(change[seat])}{around[seat]}" for seat in found.seats)
        by = "" if rolled is None else f" (in {counted(rolled.games, 'pair')} of games)"
        console.print(
            f"  to buy it now at ${found.printed}, rather than leave it to an auction in which all bid as "
            f"{found.policy} does, changes{by}, in points: {changes}",
            soft_wrap=True,
        )
    by = f"by {prices.games:,} rollouts for each of some sums" if prices.games else f"by the {found.source}'s chances"
    console.print(
        f"  prices are {by} from the next throw on, to which all go on as {found.policy} without offers", markup=False,
        soft_wrap=True,
    )  # fmt: skip


def _show_prices(title: str, prices: LotPrices, found: LotWorth, subject: Subject) -> None:
    """A row for each seat: up to which price it should bid against each other."""
    known = ["95 %"] if prices.limit_range else []
    grid = table(title, numbers=[*(f"against seat {seat}" for seat in found.seats), "unsold", "limit", *known])
    for seat in found.seats:
        cells = []
        for other in found.seats:
            price = prices.against[seat][other]
            cells.append(
                ""
                if seat == other
                else "–"
                if price is None
                else f"{'≥ ' if prices.capped[seat][other] else ''}${price}"
            )
        last = ["–" if one is None else f"${one}" for one in (prices.unsold[seat], prices.limit[seat])]
        span = prices.limit_range[seat] if known else None
        last += [] if not known else ["" if span is None else f"{span[0]}–{span[1]}"]
        grid.add_row(seat_name(subject, seat), *cells, *last, style="bold" if seat == prices.winner else None)
    stdout().print(grid)


# ------------------------------------------------------------------------------------------- what the questions share


def show_position(subject: Subject) -> None:
    """Print what is asked about."""
    from ..core.wording import rules_message

    now = subject.position
    where = "a set-up" if subject.record_steps is None else f"after {now.steps} of {subject.record_steps} steps"
    mover = (
        f"seat {now.to_move} to move" if now.to_move >= 0 else "the game is over" if now.is_over else "chance to move"
    )
    facts = [now.game.info.title, f"{now.game.players} players", f"preset {rules_message(now.game)}", where, mover]
    stdout().print(" · ".join(facts), markup=False, soft_wrap=True)


def source_of(found: Chances, each: str = "") -> str:
    """Where chances come from, as a sentence; ``each`` says after what rollouts begin."""
    if found.source == "exact":
        return f"exact: {found.policy or 'all play best'}"
    if found.source == "network":
        return "by V, a network; docs/understand/chances.md tells how true it is"
    return (
        f"{counted(found.games, 'rollout')}{each} by {found.policy} in all seats; ± are half widths of 95 % intervals"
    )


def points(share: float) -> str:
    """A change in points, with its sign.

    >>> points(0.0312), points(-0.00001)
    ('+3.1', '0.0')
    """
    rounded = round(100 * share, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"


def half_width(share: float) -> str:
    """The half width of an interval in points; one game has none that is finite.

    >>> half_width(0.0312), half_width(math.inf)
    ('3.1', '∞')
    """
    return f"{100 * share:.1f}" if math.isfinite(share) else "∞"


def _about(position: Position) -> dict[str, Any]:
    from ..analysis.chances import quantity

    return {
        "game": position.game.name,
        "preset": position.game.preset,
        "players": position.game.players,
        "step": position.steps,
        "quantity": quantity(position.game.declared),
    }


def plain(value: Any) -> Any:
    """A result as JSON's types: fractions as texts, and null for an infinite ±, which JSON cannot say."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value
