"""What happened, told: the raw events of the rules as keyed messages with parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...core.narration import Event, RawEvent, everyone
from ...messages import Message
from . import board, events
from .codec import RESOURCES, TILE_NAMES, bonus, ends_of, flip_words, level, merchant_place, place_of, stock
from .setup_model import ERAS

__all__ = ["narrate"]


@dataclass(frozen=True, slots=True)
class EventText:
    """The parameters of an event, those that its words need beside them, and which of its sentences it is."""

    params: dict[str, Any]
    words: dict[str, Any] = field(default_factory=dict)
    variant: str = ""


def narrate(event: RawEvent) -> Event | None:
    """The message of an event; a card that is drawn is told to its seat only, everything else to all."""
    key, tell = _TEXTS[event.kind]
    text = tell(*event.args)
    words = Message(f"brass.event.{key}{text.variant and '.'}{text.variant}", {**text.params, **text.words})
    readers = 1 << event.args[0] if event.kind == events.DRAWS else everyone(board.SEATS)
    return Event.said(key, words, text.params, readers)


# ---------------- the opening, turns


def _follows(seat: int, number: int, *_: int) -> EventText:
    return EventText({"seat": seat, "place": number})


def _merchant_laid(space: int, kind: int, *_: int) -> EventText:
    tile = board.MERCHANT_TILES[kind] if kind != board.NO_MERCHANT else None
    params = {"merchant": board.MERCHANT_SPACES[space].id, "tile": tile}
    return EventText(params, variant="blank" if tile in (None, "blank") else "")


def _draws(seat: int, card: int, *_: int) -> EventText:
    return EventText({"seat": seat, "card": board.CARDS[card].id})


def _round(era: int, number: int, *_: int) -> EventText:
    return EventText({"era": ERAS[era], "round": number})


def _turn(seat: int, actions: int, *_: int) -> EventText:
    return EventText({"seat": seat, "actions": actions}, {"count": actions})


# ---------------- actions


def _on_board(seat: int, space: int, tile: int) -> dict[str, Any]:
    return {"seat": seat, "space": board.SPACES[space].id, "tile": TILE_NAMES[tile]}


def _pays(seat: int, space: int, tile: int, money: int) -> EventText:
    return EventText({**_on_board(seat, space, tile), "money": money}, {"place": place_of(space)})


def _builds(seat: int, space: int, tile: int, goods: int) -> EventText:
    params = {**_on_board(seat, space, tile), "money": int(board.TILE_MONEY[tile]), "goods": goods}
    return EventText(params, {"place": place_of(space)})


def _replaced(seat: int, space: int, tile: int, goods: int) -> EventText:
    params = {**_on_board(seat, space, tile), "goods": goods}
    if goods == 0:
        return EventText(params, {"place": place_of(space)})
    return EventText(params, {"place": place_of(space), "stock": stock(tile, goods)}, "stocked")


def _links(seat: int, line: int, era: int, money: int) -> EventText:
    kind = "canal" if era == board.CANAL else "rail"
    return EventText(
        {"seat": seat, "line": board.LINES[line].id, "kind": kind, "money": money}, {"ends": ends_of(line)}
    )


def _takes(seat: int, resource: int, space: int, *_: int) -> EventText:
    params = {"seat": seat, "resource": RESOURCES[resource], "space": board.SPACES[space].id}
    return EventText(params, {"place": place_of(space)})


def _takes_barrel(seat: int, space: int, *_: int) -> EventText:
    return EventText({"seat": seat, "merchant": board.MERCHANT_SPACES[space].id}, {"place": merchant_place(space)})


def _buys(seat: int, resource: int, money: int, left: int) -> EventText:
    return EventText({"seat": seat, "resource": RESOURCES[resource], "money": money, "left": left})


def _stocks(seat: int, resource: int, cubes: int, money: int) -> EventText:
    params = {"seat": seat, "resource": RESOURCES[resource], "cubes": cubes, "money": money}
    return EventText(params, {"count": cubes})


def _flips(seat: int, space: int, tile: int, reached: int) -> EventText:
    params = {**_on_board(seat, space, tile), "income": reached, "level": int(board.INCOME_LEVEL[reached])}
    return EventText(params, {"place": place_of(space), **flip_words(tile, reached)})


def _develops(seat: int, tile: int, by_bonus: int, *_: int) -> EventText:
    params = {"seat": seat, "tile": TILE_NAMES[tile], "bonus": bool(by_bonus)}
    return EventText(params, variant="bonus" if by_bonus else "")


def _sells(seat: int, space: int, merchant: int, tile: int) -> EventText:
    params = {**_on_board(seat, space, tile), "merchant": board.MERCHANT_SPACES[merchant].id}
    return EventText(params, {"place": place_of(space), "to": merchant_place(merchant)})


BONUS_KINDS = {
    board.BONUS_DEVELOP: "develop",
    board.BONUS_INCOME: "income",
    board.BONUS_POINTS: "points",
    board.BONUS_MONEY: "money",
}


def _bonus(seat: int, place: int, reached: int, *_: int) -> EventText:
    kind, amount = BONUS_KINDS[board.MERCHANT_BONUS[place]], int(board.BONUS_AMOUNT[place])
    params = {"seat": seat, "merchant": board.LOCATIONS[place].id, "kind": kind, "amount": amount, "income": reached}
    return EventText(params, {"bonus": bonus(place)})


def _borrows(seat: int, reached: int, *_: int) -> EventText:
    pounds = int(board.INCOME_LEVEL[reached])
    return EventText({"seat": seat, "money": board.LOAN, "income": reached, "level": pounds}, {"level": level(pounds)})


def _gives(seat: int, card: int, *_: int) -> EventText:
    return EventText({"seat": seat, "card": board.CARDS[card].id})


def _scouts(seat: int, *_: int) -> EventText:
    return EventText({"seat": seat})


def _passes(seat: int, *_: int) -> EventText:
    return EventText({"seat": seat})


# ---------------- the end of a round, an era


def _order(*seats: int) -> EventText:
    return EventText({"order": [seat for seat in seats if seat >= 0]})


def _income(seat: int, money: int, *_: int) -> EventText:
    params = {"seat": seat, "money": money}
    return (
        EventText(params, {"owed": -money}, "pays") if money < 0 else EventText(params, variant="" if money else "none")
    )


def _owes(seat: int, money: int, *_: int) -> EventText:
    return EventText({"seat": seat, "money": money})


def _gives_up(seat: int, space: int, tile: int, money: int) -> EventText:
    return EventText({**_on_board(seat, space, tile), "money": money}, {"place": place_of(space)})


def _loses_points(seat: int, points: int, money: int, *_: int) -> EventText:
    return EventText({"seat": seat, "points": points, "money": money}, {"count": points})


def _era_ends(era: int, *_: int) -> EventText:
    return EventText({"era": ERAS[era]})


def _link_scores(seat: int, line: int, points: int, *_: int) -> EventText:
    return EventText(
        {"seat": seat, "line": board.LINES[line].id, "points": points}, {"ends": ends_of(line), "count": points}
    )


def _tile_scores(seat: int, space: int, points: int, tile: int) -> EventText:
    return EventText({**_on_board(seat, space, tile), "points": points}, {"place": place_of(space), "count": points})


def _obsolete(seat: int, space: int, tile: int, *_: int) -> EventText:
    return EventText(_on_board(seat, space, tile), {"place": place_of(space)})


def _barrel_laid(space: int, *_: int) -> EventText:
    return EventText({"merchant": board.MERCHANT_SPACES[space].id})


def _shuffled(cards: int, *_: int) -> EventText:
    return EventText({"cards": cards}, {"count": cards, "era": ERAS[board.RAIL]})


def _money_scores(seat: int, points: int, money: int, *_: int) -> EventText:
    return EventText({"seat": seat, "points": points, "money": money}, {"count": points})


def _income_scores(seat: int, points: int, *_: int) -> EventText:
    return EventText({"seat": seat, "points": points}, {"count": abs(points)}, "" if points >= 0 else "loses")


def _tiles_score_again(seat: int, points: int, *_: int) -> EventText:
    return EventText({"seat": seat, "points": points}, {"count": points})


def _ends(winners: int, *_: int) -> EventText:
    seats = [seat for seat in range(board.SEATS) if winners >> seat & 1]
    return EventText({"winners": seats}, variant="shared" if len(seats) > 1 else "")


_TEXTS: dict[int, tuple[str, Callable[..., EventText]]] = {
    getattr(events, tell.__name__[1:].upper()): (tell.__name__[1:].replace("_", "-"), tell)
    for tell in (
        *(_follows, _merchant_laid, _draws, _round, _turn, _pays, _builds, _replaced, _links, _takes, _takes_barrel),
        *(
            _buys,
            _stocks,
            _flips,
            _develops,
            _sells,
            _bonus,
            _borrows,
            _gives,
            _scouts,
            _passes,
            _order,
            _income,
            _owes,
        ),
        *(_gives_up, _loses_points, _era_ends, _link_scores, _tile_scores, _obsolete, _barrel_laid, _shuffled),
        *(_money_scores, _income_scores, _tiles_score_again, _ends),
    )
}
"""The key and the teller of each event: the tellers are named like the events, and so are the keys."""
