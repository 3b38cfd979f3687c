"""``magnate trade``: what a trade changes for every seat, its fair price, and which offers are better."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadOption, IllegalAction
from ..skins import real
from .arguments import JsonOption, OptionOption, PlayersOption, PresetOption
from .console import Reporter, counted, print_json, stdout, table
from .odds import NEEDED, SeedOption, half_width, plain, points, show_position
from .positions import AtOption, GameOption, PositionArgument, Subject, open_subject, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..analysis.trade import Offer, Terms, Trade

__all__ = ["trade"]


def trade(
    file: PositionArgument,
    at: AtOption = None,
    give: Annotated[
        list[str] | None,
        typer.Option("--give", metavar="ITEM,…", help="Deeds, groups (all of it), chance-card, chest-card."),
    ] = None,
    get: Annotated[list[str] | None, typer.Option("--get", metavar="ITEM,…", help="What is got for it.")] = None,
    cash: Annotated[
        int | None, typer.Option("--cash", metavar="DOLLARS", help="What the seat pays too; negative: gets.")
    ] = None,
    partner: Annotated[
        int | None, typer.Option("--with", metavar="SEAT", help="The partner (default: who has what is got).")
    ] = None,
    seat: Annotated[int | None, typer.Option("--seat", help="Who offers (default: the seat to move).")] = None,
    find: Annotated[
        bool, typer.Option("--find", help="Look for the best offers that the partner should accept too.")
    ] = False,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="sure|none|±0.5|GAMES|10s",
            help="Play on: until it is sure (the default), ± so many points, for so many games, or so long. none: V.",
        ),
    ] = None,
    policy: Annotated[
        str, typer.Option("--policy", metavar="AGENT", help="Who goes on in all seats after the trade, and without it.")
    ] = "strategic",
    seed: SeedOption = 0,
    game: GameOption = None,
    preset: PresetOption = None,
    players: PlayersOption = None,
    option: OptionOption = None,
    json: JsonOption = False,
) -> None:
    """Was that trade right? What it changes for every seat, the fair price, and what would be better.

    magnate trade game.json --at 178
    magnate trade game.json --at 170 --give "Reading Railroad" --get boardwalk --cash 150
    magnate trade examples/positions/orange-or-cash.toml --find

    Where an offer waits for its answer, that offer is meant if no items are named; --cash changes its cash. Both
    positions, with and without the trade, are played on with the same dice until the signs are sure, but for at most
    5,184 games. With --until none V alone answers: where both come, as --policy plays without offers, at the next
    throw. Changes are in points (0.01 of the win). Cash is what the seat that offers pays.
    """
    from ..analysis.trade import SURE, best_trades, pending_terms
    from ..analysis.trade import trade as ask
    from ..analysis.trade_terms import monopoly_of

    subject = open_subject(file, at, game=game, preset=preset, players=players, option=option, wanted=NEEDED)
    position = subject.position
    monopoly_of(position)
    if not (find or give or get or cash or pending_terms(position)):
        raise BadOption("this offer has no goods and no cash", hint="name some: --give, --get, --cash; or say --find")
    try:
        if find:
            if give or get or cash is not None or until not in (None, SURE, "none"):
                raise BadOption(
                    "--find looks for offers by itself", hint="leave --give, --get, --cash out; --until may be none"
                )
            with Reporter("offers") as reporter:
                offers = best_trades(
                    *(position,), seat=seat, partner=partner, policy=policy, rollouts=until != "none", seed=seed,
                    progress=reporter.playing,
                )  # fmt: skip
            _show_offers(offers, subject, json=json)
            return
        found = ask(
            *(position, _items(give), _items(get), cash),
            seat=seat, partner=partner, policy=policy, until=None if until == "none" else until or SURE, seed=seed,
        )  # fmt: skip
    except IllegalAction as error:
        raise IllegalAction(error.message, hint=_when(file, subject, seat) or error.hint) from None
    if json:
        print_json("trade", result={"step": position.steps, "seed": seed, **plain(asdict(found))})
        return
    show_position(subject)
    _show(found, subject)


def _items(texts: list[str] | None) -> list[str]:
    """The names in comma-separated lists."""
    return [real(one.strip()) for text in texts or () for one in text.split(",") if one.strip()]


def _when(file: Path, subject: Subject, seat: int | None) -> str:
    """The next step of the record at which the seat may offer."""
    if subject.record_steps is None:
        return ""
    from ..core.contract import CHANCE
    from .records import open_position

    mover = subject.position.to_move if seat is None else seat
    record: Any = open_position(file)
    for step, position in enumerate(record.positions()):
        decides = position.to_move >= 0 and mover in (position.to_move, CHANCE)
        if step > subject.position.steps and decides and any(one.name.startswith("trade:") for one in position.legal()):
            return f"seat {position.to_move} may offer again at --at {step}"
    return ""


def _show(found: Trade, subject: Subject) -> None:
    from ..analysis.race import NORMAL

    console, terms, rolled = stdout(), found.terms, found.rollouts
    change = found.expected if rolled is None else rolled.change
    mine, theirs = change[terms.seat], change[terms.partner]
    nothing = not any(change) and not (rolled is not None and any(rolled.margins))
    verdict = (
        "helps both" if min(mine, theirs) > 0
        else f"helps seat {terms.seat} alone" if mine > 0 >= theirs
        else f"helps seat {terms.partner} alone" if theirs > 0 >= mine
        else "changes nothing" if nothing
        else "helps neither"
    )  # fmt: skip
    sure = "" if len(found.sure) == 2 or nothing else f", {_unsure(found)}"
    console.print(
        f"Seat{str(terms).removeprefix('seat')}: it {verdict} "
        f"(seat {terms.seat} {points(mine)}, seat {terms.partner} {points(theirs)} points{sure}).",
        style="bold", soft_wrap=True, markup=False,
    )  # fmt: skip
    grid = table("", numbers=["without", "with", "V's change", "expected", "±", *(["rollouts", "±"] if rolled else [])])
    for seat in range(len(found.change)):
        more = [points(rolled.change[seat]), half_width(rolled.margins[seat])] if rolled else []
        around = "" if found.spread is None else f"{100 * NORMAL * found.spread[seat]:.1f}"
        grid.add_row(
            seat_name(subject, seat), f"{100 * found.now[seat]:.1f} %", f"{100 * found.after[seat]:.1f} %",
            points(found.change[seat]), points(found.expected[seat]), around, *more,
            style="bold" if seat in (terms.seat, terms.partner) else None,
        )  # fmt: skip
    console.print(grid)
    for name, text in _lines(found):
        console.print(f"  {name:<12} {text}", markup=False, soft_wrap=True)


def _unsure(found: Trade) -> str:
    """For whom it is not sure that he gains, or loses."""
    open_ones = [one for one in (found.terms.seat, found.terms.partner) if one not in found.sure]
    more = ": play more (--until 50000)" if found.rollouts is not None else ": by V alone"
    return f"not sure{'' if len(open_ones) == 2 else f' for seat {open_ones[0]}'}{more}"


def _lines(found: Trade) -> list[tuple[str, str]]:
    """The figures below the table."""
    terms, lines = found.terms, list[tuple[str, str]]()
    change = found.change if found.rollouts is None else found.rollouts.change
    if terms.give or terms.get:
        prices = found if found.prices is None else found.prices
        mine, theirs = f"seat {terms.seat}", f"seat {terms.partner}"
        spans = (None, None) if found.prices is None else (found.prices.most_range, found.prices.least_range)
        most = f"{mine} loses at any sum"
        capped = (False, False) if found.prices is None else (found.prices.most_capped, found.prices.least_capped)
        if capped[0]:
            most = f"{mine} gains at any sum that the rules allow"
        elif prices.most is not None:
            most = f"{mine} gains if it {_bound(prices.most, 'at most', 'at least')}{_span(spans[0], prices.most)}"
        least = f"{theirs} loses at any sum"
        if capped[1]:
            least = f"{theirs} gains at any sum that the rules allow"
        elif prices.least is not None:
            least = (
                f"{theirs} gains if {mine} {_bound(prices.least, 'at least', 'at most')}{_span(spans[1], prices.least)}"
            )
        gaps = " (but not at every sum between: debts are near)" if found.uneven and found.prices is None else ""
        about = "" if found.prices is None else ", about"
        lines.append(("cash", f"{most}; {least}{gaps}{about}"))
        lines.append(("fair price", _fair(found)))
    for name, seat, verb in (("laughing", found.laughing, "gains"), ("paying", found.paying, "loses")):
        if seat is not None:
            lines.append((name, f"seat {seat} {verb} {100 * abs(change[seat]):.1f} without taking part"))
    if found.answers:
        yes = [name for name, accepts in found.answers if accepts]
        no = [name for name, accepts in found.answers if not accepts]
        answers = [f"{', '.join(yes)} would accept"] if yes else []
        answers += [f"{', '.join(no)} would not"] if no else []
        lines.append(("answers", "; ".join(answers)))
    if terms.give or terms.get:
        answer = "accepts" if found.accepts else "refuses"
        changes = f"changes by V {_both(terms, found.made)}" if found.accepts else "changes nothing"
        lines.append(("made", f"{found.policy} {answer}: to make the offer {changes}"))
    if found.counter is not None:
        offer = found.counter
        source = "V" if offer.margins is None else "rollouts"
        lines.append(("counter", f"{offer.terms} (by {source} {_both(terms, offer.change, offer.margins)})"))
    by = "V" if found.source == "network" else "rough rollouts"
    lines.append((by, f"at the next throw, all going on as {found.policy} without offers"))
    if found.rollouts is not None:
        one = found.rollouts
        sums = "" if found.prices is None else f"; prices by {found.prices.games:,} games for each of some sums"
        games = f"{counted(one.games, 'pair')} of games with the same dice by {one.policy}, seed {one.seed}"
        lines.append(("rollouts", f"{games}{sums}"))
    return lines


def _bound(cash: int, paying: str, getting: str) -> str:
    """A bound of what the seat that offers pays.

    >>> _bound(20, "at most", "at least"), _bound(-20, "at most", "at least")
    ('pays at most $20', 'gets at least $20')
    """
    return f"pays {paying} ${cash}" if cash >= 0 else f"gets {getting} ${-cash}"


def _span(span: tuple[int, int] | None, cash: int) -> str:
    """The 95 % interval of a sum, signed as the sum is.

    >>> _span((5, 40), 20), _span((-40, -5), -20), _span(None, 20)
    (' (95 %: $5 to $40)', ' (95 %: $5 to $40)', '')
    """
    if span is None:
        return ""
    low, high = span if cash >= 0 else (-span[1], -span[0])
    return f" (95 %: {'-' * (low < 0)}${abs(low)} to {'-' * (high < 0)}${abs(high)})"


def _fair(found: Trade) -> str:
    """The fair price as a sentence."""
    if found.duel:
        return "two players are left: what one gains the other loses, so no trade helps both"
    fair, change, margins, span = found.fair, found.fair_change, None, None
    if found.prices is not None:
        fair, checked, span = found.prices.fair, found.prices.checked, found.prices.fair_range
        change, margins = (None, None) if checked is None else (checked.change, checked.margins)
        most, least = found.prices.most, found.prices.least
        if fair is None and most is not None and least is not None and least <= most:
            return "none that new games confirm: at these sums both gain little, or nothing"
    if fair is None or change is None:
        return "there is none: at no sum do both gain"
    return (
        f"{_paid(fair)}{_span(span, fair)}: the greatest product of both gains ({_both(found.terms, change, margins)})"
    )


def _both(terms: Terms, change: Sequence[float], margins: Sequence[float] | None = None) -> str:
    """What a trade changes for the two who make it, and its ±."""
    around = {
        seat: "" if margins is None else f" ± {half_width(margins[seat])}" for seat in (terms.seat, terms.partner)
    }
    return ", ".join(f"seat {seat} {points(change[seat])}{margin}" for seat, margin in around.items())


def _paid(cash: int) -> str:
    """A sum that the seat which offers pays.

    >>> _paid(20), _paid(-20), _paid(0)
    ('paying $20', 'getting $20', 'no cash')
    """
    return "no cash" if cash == 0 else f"paying ${cash}" if cash > 0 else f"getting ${-cash}"


def _show_offers(offers: tuple[Offer, ...], subject: Subject, *, json: bool) -> None:
    if json:
        print_json("trades", result=[plain(asdict(one)) for one in offers])
        return
    show_position(subject)
    console = stdout()
    if not offers:
        console.print("No offer was found that helps both.", style="bold")
        return
    first = offers[0]
    seat = first.terms.seat
    margin = "" if first.margins is None else f" ± {half_width(first.margins[seat])}"
    console.print(
        f"Best for seat {seat}: {first.terms} ({points(first.change[seat])}{margin} points).",
        style="bold", soft_wrap=True, markup=False,
    )  # fmt: skip
    grid = table("offer", numbers=[f"seat {seat}" for seat in range(len(first.change))])
    grid.add_column("would accept", overflow="fold")
    for one in offers:
        around = ["" if one.margins is None else f" ± {half_width(margin)}" for margin in one.margins or one.change]
        changes = [f"{points(change)}{margin}" for change, margin in zip(one.change, around, strict=True)]
        grid.add_row(str(one.terms), *changes, ", ".join(one.accepted_by) or "nobody asked")
    console.print(grid)
    by = "rollouts" if first.margins is not None else "V alone, which makes no sign sure (see `magnate trade`)"
    console.print(
        f"  each at the fair price (the greatest product of both gains), by {by}; change in points",
        markup=False, soft_wrap=True,
    )  # fmt: skip
