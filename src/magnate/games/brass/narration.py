"""What happened, told: the raw events of the rules as keyed messages with parameters and a sentence each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.narration import Event, RawEvent, everyone
from . import events
from .board import CARDS, LINES, LOCATIONS, MERCHANT_SPACES, MERCHANT_TILES, SPACES, TILES
from .codec import TILE_NAMES
from .position_model import ERAS
from .tables import BREWERY, CANAL, INCOME_LEVEL, LOAN, NO_MERCHANT, SEATS
from .titles import (
    RESOURCE_TITLES,
    bonus_title,
    card_title,
    counted,
    goods_title,
    joined,
    line_title,
    merchant_spot,
    merchant_tile_title,
    merchant_title,
    place_title,
    pounds,
    seats_title,
    space_title,
    tile_title,
)

__all__ = ["narrate"]

Told = tuple[str, dict[str, Any]]
"""A sentence and the parameters that it was made of."""

PLACES_IN_ORDER = ("first", "second", "third", "fourth")


def narrate(event: RawEvent) -> Event | None:
    """The message of an event; a card that is drawn is told to its seat only, everything else to all."""
    key, tell = _TOLD[event.kind]
    text, params = tell(*event.args)
    readers = 1 << event.args[0] if event.kind == events.DRAWS else everyone(SEATS)
    return Event(key, text, params, readers)


# ------------------------------------------------------------------------------------ the opening, turns


def _follows(seat: int, number: int, *_: int) -> Told:
    return f"Seat {seat} is {PLACES_IN_ORDER[number]} in turn order.", {"seat": seat, "place": number}


def _merchant_laid(space: int, kind: int, *_: int) -> Told:
    params = {"merchant": MERCHANT_SPACES[space].id, "tile": MERCHANT_TILES[kind] if kind != NO_MERCHANT else None}
    return f"The {merchant_spot(space)} buys {merchant_tile_title(kind)}.", params


def _draws(seat: int, card: int, *_: int) -> Told:
    return f"Seat {seat} draws the card {card_title(card)}.", {"seat": seat, "card": CARDS[card].id}


def _round(era: int, number: int, *_: int) -> Told:
    return f"{ERAS[era].capitalize()} era, round {number}.", {"era": ERAS[era], "round": number}


def _turn(seat: int, actions: int, *_: int) -> Told:
    return f"It is seat {seat}'s turn: {counted(actions, 'action')}.", {"seat": seat, "actions": actions}


# ------------------------------------------------------------------------------------------- actions


def _on_board(seat: int, space: int, tile: int) -> dict[str, Any]:
    return {"seat": seat, "space": SPACES[space].id, "tile": TILE_NAMES[tile]}


def _builds(seat: int, space: int, tile: int, money: int) -> Told:
    text = f"Seat {seat} builds {tile_title(tile)} in {space_title(space)} for {pounds(money)}."
    return text, {**_on_board(seat, space, tile), "money": money}


def _replaced(seat: int, space: int, tile: int, goods: int) -> Told:
    lost = f" with {goods_title(tile, goods)}" if goods else ""
    text = f"Seat {seat}'s {tile_title(tile)} in {space_title(space)} is overbuilt{lost}."
    return text, {**_on_board(seat, space, tile), "goods": goods}


def _links(seat: int, line: int, era: int, money: int) -> Told:
    kind = "canal" if era == CANAL else "rail"
    params = {"seat": seat, "line": LINES[line].id, "kind": kind, "money": money}
    return f"Seat {seat} lays a {kind} between {line_title(line)} for {pounds(money)}.", params


def _takes(seat: int, resource: int, space: int, *_: int) -> Told:
    what = "a barrel of beer" if resource == BREWERY else f"a cube of {RESOURCE_TITLES[resource]}"
    params = {"seat": seat, "resource": RESOURCE_TITLES[resource], "space": SPACES[space].id}
    return f"Seat {seat} takes {what} from {space_title(space)}.", params


def _takes_barrel(seat: int, space: int, *_: int) -> Told:
    params = {"seat": seat, "merchant": MERCHANT_SPACES[space].id}
    return f"Seat {seat} takes the merchant's barrel in {merchant_title(space)}.", params


def _buys(seat: int, resource: int, money: int, *_: int) -> Told:
    name = RESOURCE_TITLES[resource]
    params = {"seat": seat, "resource": name, "money": money}
    return f"Seat {seat} buys a cube of {name} from the market for {pounds(money)}.", params


def _stocks(seat: int, resource: int, cubes: int, money: int) -> Told:
    name = RESOURCE_TITLES[resource]
    params = {"seat": seat, "resource": name, "cubes": cubes, "money": money}
    return f"Seat {seat} sells {counted(cubes, 'cube')} of {name} to the market for {pounds(money)}.", params


def _flips(seat: int, space: int, tile: int, reached: int) -> Told:
    steps, level = TILES[tile - 1].income, int(INCOME_LEVEL[reached])
    text = (
        f"Seat {seat}'s {tile_title(tile)} in {space_title(space)} flips: income up {counted(steps, 'space')}, "
        f"now {level:+d} a round."
    )
    return text, {**_on_board(seat, space, tile), "income": reached, "level": level}


def _develops(seat: int, tile: int, bonus: int, *_: int) -> Told:
    why = " for Gloucester's bonus" if bonus else ""
    params = {"seat": seat, "tile": TILE_NAMES[tile], "bonus": bool(bonus)}
    return f"Seat {seat} removes {tile_title(tile)} from its mat{why}.", params


def _sells(seat: int, space: int, merchant: int, tile: int) -> Told:
    text = (
        f"Seat {seat} sells {tile_title(tile)} in {space_title(space)} to the merchant in {merchant_title(merchant)}."
    )
    return text, {**_on_board(seat, space, tile), "merchant": MERCHANT_SPACES[merchant].id}


def _bonus(seat: int, place: int, *_: int) -> Told:
    text = f"{place_title(place)}'s bonus for seat {seat}: {bonus_title(place)}."
    return text, {"seat": seat, "merchant": LOCATIONS[place].id}


def _borrows(seat: int, reached: int, *_: int) -> Told:
    level = int(INCOME_LEVEL[reached])
    params = {"seat": seat, "money": LOAN, "income": reached, "level": level}
    return f"Seat {seat} borrows {pounds(LOAN)}: its income falls to {level:+d} a round.", params


def _gives(seat: int, card: int, *_: int) -> Told:
    return f"Seat {seat} gives the card {card_title(card)}.", {"seat": seat, "card": CARDS[card].id}


def _scouts(seat: int, *_: int) -> Told:
    return f"Seat {seat} takes a wild location and a wild industry card.", {"seat": seat}


def _passes(seat: int, *_: int) -> Told:
    return f"Seat {seat} passes.", {"seat": seat}


# ---------------------------------------------------------------------------- the end of a round, an era


def _order(*seats: int) -> Told:
    order = [seat for seat in seats if seat >= 0]
    return f"Turn order: {joined(f'seat {seat}' for seat in order)}.", {"order": order}


def _income(seat: int, money: int, *_: int) -> Told:
    verb = (
        f"receives {pounds(money)} of" if money > 0 else f"has to pay {pounds(-money)} for its" if money else "has no"
    )
    return f"Seat {seat} {verb} income.", {"seat": seat, "money": money}


def _owes(seat: int, money: int, *_: int) -> Told:
    return f"Seat {seat} still owes {pounds(money)}: it has to give up tiles.", {"seat": seat, "money": money}


def _gives_up(seat: int, space: int, tile: int, money: int) -> Told:
    text = f"Seat {seat} gives up {tile_title(tile)} in {space_title(space)} for {pounds(money)}."
    return text, {**_on_board(seat, space, tile), "money": money}


def _loses_points(seat: int, points: int, money: int, *_: int) -> Told:
    text = f"Seat {seat} has nothing to give up for {pounds(money)}: it loses {counted(points, 'point')}."
    return text, {"seat": seat, "points": points, "money": money}


def _era_ends(era: int, *_: int) -> Told:
    return f"The {ERAS[era].capitalize()} era ends.", {"era": ERAS[era]}


def _link_scores(seat: int, line: int, points: int, *_: int) -> Told:
    text = f"Seat {seat}'s link between {line_title(line)} scores {counted(points, 'point')}."
    return text, {"seat": seat, "line": LINES[line].id, "points": points}


def _tile_scores(seat: int, space: int, points: int, tile: int) -> Told:
    text = f"Seat {seat}'s {tile_title(tile)} in {space_title(space)} scores {counted(points, 'point')}."
    return text, {**_on_board(seat, space, tile), "points": points}


def _obsolete(seat: int, space: int, tile: int, *_: int) -> Told:
    text = f"Seat {seat}'s {tile_title(tile)} in {space_title(space)} is obsolete and leaves the board."
    return text, _on_board(seat, space, tile)


def _barrel_laid(space: int, *_: int) -> Told:
    text = f"The {merchant_spot(space)} has a barrel again."
    return text, {"merchant": MERCHANT_SPACES[space].id}


def _shuffled(cards: int, *_: int) -> Told:
    return f"The {cards} cards are shuffled for the Rail era.", {"cards": cards}


def _money_scores(seat: int, points: int, money: int, *_: int) -> Told:
    params = {"seat": seat, "points": points, "money": money}
    return f"Seat {seat} scores {counted(points, 'point')} for its {pounds(money)}.", params


def _income_scores(seat: int, points: int, *_: int) -> Told:
    verb = "scores" if points >= 0 else "loses"
    return f"Seat {seat} {verb} {counted(abs(points), 'point')} for its income.", {"seat": seat, "points": points}


def _tiles_score_again(seat: int, points: int, *_: int) -> Told:
    text = f"Seat {seat} scores {counted(points, 'point')} once more for its flipped tiles above level 1."
    return text, {"seat": seat, "points": points}


def _ends(winners: int, *_: int) -> Told:
    seats = [seat for seat in range(SEATS) if winners >> seat & 1]
    won = "win" if len(seats) > 1 else "wins"
    return f"The game is over: {seats_title(winners).lower()} {won}.", {"winners": seats}


_TOLD: dict[int, tuple[str, Callable[..., Told]]] = {
    getattr(events, told.__name__[1:].upper()): (told.__name__[1:].replace("_", "-"), told)
    for told in (
        *(_follows, _merchant_laid, _draws, _round, _turn, _builds, _replaced, _links, _takes, _takes_barrel, _buys),
        *(_stocks, _flips, _develops, _sells, _bonus, _borrows, _gives, _scouts, _passes, _order, _income, _owes),
        *(_gives_up, _loses_points, _era_ends, _link_scores, _tile_scores, _obsolete, _barrel_laid, _shuffled),
        *(_money_scores, _income_scores, _tiles_score_again, _ends),
    )
}
"""The key and the teller of each event: the tellers are named like the events, and so are the keys."""
