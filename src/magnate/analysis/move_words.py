"""What kind a whole move is, where another question begins, and a phrase for the move, game by game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..skins import shown

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["another", "words"]


def another(before: Position, now: Position) -> bool:
    """Whether another question is asked than before the decision between these positions, of the same seat."""
    begins = _QUESTIONS.get(now.game.name)
    return begins is not None and begins(before.state, now.state)


def words(taken: Sequence[Position], ids: Sequence[int], now: Position) -> tuple[str, str]:
    """The kind of a whole move and a phrase for it.

    ``taken`` are the positions before each of its decisions, ``now`` is the one after the last.
    """
    tell = _WORDS.get(now.game.name)
    kind, phrase = ("move", _each(taken, ids)) if tell is None else tell(taken, ids, now)
    return kind, shown(phrase)


def _each(taken: Sequence[Position], ids: Sequence[int]) -> str:
    """What each of these decisions does, one after the other."""
    return ", ".join(_said(one, step) for one, step in zip(taken, ids, strict=True))


def _said(position: Position, step: int) -> str:
    """What an action does, as a phrase: its text with a small first letter."""
    for action in position.legal():
        if action.id == step:
            text = str(action.text or action.name)
            return text[:1].lower() + text[1:]
    return position.name_of(step)  # what only older rules allow


def _listed(parts: Sequence[str]) -> str:
    """Parts as a list in a phrase: ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


# ------------------------------------------------------------------------------------------------------------ Monopoly


def _monopoly_begins(before: Any, now: Any) -> bool:
    """Whether a lot of an auction is put up, or won; a landing asks; or an offer is withdrawn."""
    from ..games.monopoly import state as ids

    asked, was = _monopoly_asked(now), _monopoly_asked(before)
    if asked[0] in (ids.AUCTION, ids.NO_FRAME):
        return asked != was and asked[1] >= 0
    return was[0] != asked[0] and was[0] in (ids.AUCTION, ids.TRADE) and int(before["trade_step"]) != ids.TRADE_ANSWER


def _monopoly_asked(state: Any) -> tuple[int, int]:
    """The frame on top; with an auction its lot, without a frame the question of a landing, else -1."""
    from ..games.monopoly import state as ids

    depth, phase = int(state["depth"]), int(state["phase"])
    if depth:
        frame = int(state["fkind"][depth - 1])
        return frame, int(state["lot"]) if frame == ids.AUCTION else -1
    return ids.NO_FRAME, phase if phase in (ids.BUYING, ids.TAXING, ids.CLAIMING) else -1


def _monopoly_kind(state: Any, ids_taken: Sequence[int]) -> str:
    from ..games.monopoly import state as ids

    depth, seat, first = int(state["depth"]), int(state["mover"]), ids_taken[0]
    frame = int(state["fkind"][depth - 1]) if depth else ids.NO_FRAME
    if any(ids.TRADE_WITH <= one < ids.CANCEL for one in ids_taken):
        return "offer"
    by_frame = {ids.DEBT: "debt", ids.AUCTION: "auction", ids.TRANSFER: "mortgage", ids.CONTEST: "build"}
    if frame == ids.TRADE:
        return "answer" if int(state["trade_step"]) == ids.TRADE_ANSWER else "offer"
    if frame in by_frame:
        return by_frame[frame]
    by_phase = {ids.BUYING: "buy", ids.TAXING: "tax", ids.CLAIMING: "rent", ids.THROW: "rent"}
    if not depth and int(state["phase"]) in by_phase:
        return by_phase[int(state["phase"])]
    if ids.BUILD_GROUP <= first < ids.SELL_GROUP or ids.BUILD <= first < ids.SELL:
        return "build"
    if ids.SELL_GROUP <= first < ids.BUILD or ids.SELL <= first < ids.MORTGAGE or frame == ids.BREAK:
        return "sell"
    if ids.MORTGAGE <= first < ids.ITEM:
        return "mortgage"
    if first in (ids.PAY_FINE, ids.USE_CHANCE_CARD, ids.USE_CHEST_CARD):
        return "jail"
    return "jail" if first == ids.ROLL and int(state["jail"][seat]) else "pass"


def _monopoly(taken: Sequence[Position], steps: Sequence[int], now: Position) -> tuple[str, str]:  # noqa: ARG001
    from ..games.monopoly import state as ids

    state = taken[0].state
    kind = _monopoly_kind(state, steps)
    phrases, number = [], 0
    while number < len(steps):
        before, step = taken[number].state, steps[number]
        if ids.TRADE_WITH <= step < ids.CANCEL:
            count, phrase = _offer(before, steps[number:])
        elif step == ids.BID_EXACT:
            count, amount = _amount(steps[number + 1 :])
            count, phrase = count + 1, f"bid ${amount:,}{_lot(before)}"
        elif ids.BID_LEAST <= step < ids.BID_EXACT:
            count, phrase = 1, _said(taken[number], step) + _lot(before)
        elif ids.BREAK_GROUP <= step < ids.BREAK_TO and number + 1 < len(steps):
            count, phrase = 2, _said(taken[number + 1], steps[number + 1])
        else:
            count, phrase = 1, _said(taken[number], step)
        phrases.append(phrase)
        number += count
    return kind, ", ".join(phrases)


def _lot(state: Any) -> str:
    """``for Boardwalk``: what is auctioned."""
    from ..games.monopoly import state as ids
    from ..games.monopoly.board import TITLE_DEEDS

    lot = int(state["lot"])
    pieces = {ids.LOT_HOUSE: "a house", ids.LOT_HOTEL: "a hotel"}
    return f" for {pieces[lot] if lot in pieces else TITLE_DEEDS[lot].name}"


def _amount(steps: Sequence[int]) -> tuple[int, int]:
    """How many of the steps enter an amount digit by digit, and the amount."""
    from ..games.monopoly import state as ids

    amount = 0
    for count, step in enumerate(steps):
        if not ids.DIGIT <= step < ids.DIGIT + 10:
            return count + (step == ids.DONE), amount
        amount = amount * 10 + step - ids.DIGIT
    return len(steps), amount


def _offer(state: Any, steps: Sequence[int]) -> tuple[int, str]:
    """An offer from its first step on: how many steps it takes, and a phrase."""
    from ..games.monopoly import state as ids
    from ..games.monopoly.board import TITLE_DEEDS

    seat, partner, number = int(state["mover"]), steps[0] - ids.TRADE_WITH, 1
    given: list[str] = []
    taken: list[str] = []
    while number < len(steps):
        step = steps[number]
        number += 1
        if ids.ITEM <= step < ids.ITEM + ids.ITEMS:
            item = step - ids.ITEM
            if item < ids.ITEM_CHANCE_CARD:
                mine, name = bool(int(state["deeds"][seat]) >> item & 1), TITLE_DEEDS[item].name
            else:
                deck = item - ids.ITEM_CHANCE_CARD
                mine = int(state["holder"][deck]) == seat + 1
                name = f"the {('Chance', 'Community Chest')[deck]} jail card"
            (given if mine else taken).append(name)
        elif step in (ids.OFFER_CASH, ids.ASK_CASH):
            count, amount = _amount(steps[number:])
            number += count
            (given if step == ids.OFFER_CASH else taken).append(f"${amount:,}")
            break
        else:
            if step == ids.CANCEL:
                return number, f"begin an offer to seat {partner} and withdraw it"
            break
    if not given:
        return number, f"ask seat {partner} for {_listed(taken)} for nothing"
    return number, f"offer seat {partner} {_listed(given)} for {_listed(taken) or 'nothing'}"


# --------------------------------------------------------------------------------------------------------------- Brass


def _brass_begins(before: Any, now: Any) -> bool:
    """Whether tiles are to be given up for a debt."""
    from ..games.brass import state as ids

    return int(now["phase"]) == ids.SHORTFALL != int(before["phase"])


def _brass(taken: Sequence[Position], steps: Sequence[int], now: Position) -> tuple[str, str]:
    """By what happened: the rules skip a question with one answer, so that the decisions alone do not tell all."""
    from ..games.brass import codec
    from ..games.brass import state as ids

    first, seat = taken[0].state, taken[0].to_move
    if int(first["phase"]) == ids.SHORTFALL:
        return "debt", _each(taken, steps)
    kind = codec.KIND_NAMES[steps[0] if int(first["phase"]) == ids.ACTION else int(first["doing"])]
    done: list[str] = []
    sources: list[str] = []
    cards: list[str] = []
    paid = 0
    for event in (one for after in (*taken[1:], now) for one in after.events):
        about = dict(event.params)
        if event.key in ("turn", "order", "round", "income"):
            break  # the action is over
        if about.get("seat") != seat:
            continue
        paid += int(about["money"]) if event.key in ("pays", "buys", "links") else 0
        if event.key == "gives":
            cards.append(str(codec.said("card." + about["card"])))
        elif event.key == "takes":
            sources.append(f"{about['resource']} from {_space(about['space'])}")
        elif event.key == "takes-barrel":
            sources.append("the merchant's barrel")
        else:
            done += _brass_phrase(event.key, about)
    if kind == "network" and done:
        done = [f"lay a {done[0]} between " + " and between ".join(done[1::2])]
    elif kind == "develop" and done:
        done = [f"remove {_listed(done)} from the mat"]
    phrase = ", ".join(done) or kind
    given = f" with the card{'s' * (len(cards) > 1)} {_listed(cards)}" if cards else ""
    used = f", using {_listed(sources)}" if sources else ""
    return kind, phrase + (f" for {codec.pounds(paid)}" if paid else "") + given + used


def _brass_phrase(key: str, about: dict[str, Any]) -> list[str]:
    """What an event adds to the phrase of an action; of a link its kind and its ends."""
    from ..games.brass import board, codec

    def tile() -> str:
        return str(codec.said("tile." + about["tile"]))

    if key == "builds":
        return [f"build {tile()} in {_space(about['space'])}"]
    if key == "links":
        ends = [codec.place_title(end) for end in board.LINES[board.LINE_OF[about["line"]]].ends]
        return [about["kind"], _listed(ends)]
    if key == "develops":
        return [tile()]
    if key == "sells":
        place = board.MERCHANT_PLACE[board.MERCHANT_SPACE_OF[about["merchant"]]]
        return [f"sell {tile()} in {_space(about['space'])} to {codec.place_title(place)}"]
    return {"borrows": [f"borrow £{about.get('money')}"], "scouts": ["scout"], "passes": ["pass"]}.get(key, [])


def _space(name: str) -> str:
    """A space by its location, and its number where that has several: ``Dudley, space 2``."""
    from ..games.brass import board, codec

    space = board.SPACES[board.SPACE_OF[name]]
    one = len(board.LOCATIONS[space.location].spaces) == 1
    return codec.place_title(space.location) + ("" if one else f", space {space.number + 1}")


_QUESTIONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "brass": _brass_begins,
    "monopoly": _monopoly_begins,
}
_WORDS: Final[dict[str, Callable[[Sequence[Position], Sequence[int], Position], tuple[str, str]]]] = {
    "brass": _brass,
    "monopoly": _monopoly,
}
