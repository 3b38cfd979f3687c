"""Offers in Monopoly: who gives what to whom, in names of items, and the position in which an offer may be made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.contract import CHANCE, OVER
from ..errors import BadValue
from ..games.monopoly.board import GROUP_MASK, TITLE_DEEDS
from ..games.monopoly.codec import GROUP_SLUGS, ITEM_SLUGS, group_number, item_number
from ..skins import shown

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = [
    "Terms",
    "bare",
    "before_offer",
    "counter_to",
    "group_of",
    "held_by",
    "items_of",
    "joined",
    "known_partner",
    "known_seat",
    "monopoly_of",
    "owner_of",
    "pending_terms",
    "printed_price",
    "title_of",
    "tradable",
    "why_no_offer",
]


@dataclass(frozen=True, slots=True)
class Terms:
    """An offer: what ``seat`` gives ``partner`` and gets from it. ``cash`` is what it pays too; negative: what it gets.

    Items are named as in actions: ``boardwalk``, ``chance-card``.
    """

    seat: int
    partner: int
    give: tuple[str, ...] = ()
    get: tuple[str, ...] = ()
    cash: int = 0

    def at(self, cash: int) -> Terms:
        """The same exchange for another sum."""
        return Terms(self.seat, self.partner, self.give, self.get, cash)

    def __str__(self) -> str:
        given = [*map(title_of, self.give), *([f"${self.cash}"] if self.cash > 0 else [])]
        got = [*map(title_of, self.get), *([f"${-self.cash}"] if self.cash < 0 else [])]
        return f"seat {self.seat} gives {joined(given)} to seat {self.partner} for {joined(got)}"


def title_of(item: str) -> str:
    """An item's name for people.

    >>> title_of("boardwalk"), title_of("chest-card")
    ('Boardwalk', 'the Community Chest card')
    """
    number = ITEM_SLUGS.index(item)
    if number < len(TITLE_DEEDS):
        return shown(TITLE_DEEDS[number].name)
    return shown("the Chance card" if item == "chance-card" else "the Community Chest card")


def joined(parts: Sequence[str]) -> str:
    """Parts of a sentence as one, with "and" before the last."""
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def pending_terms(position: Position) -> Terms | None:
    """The offer that waits for its answer; None where there is none."""
    frames = position.to_setup().get("frames", []) if position.game.name == "monopoly" else []
    if not frames or frames[-1]["kind"] != "trade" or frames[-1]["step"] != "answer":
        return None
    frame, held = frames[-1], held_by(position, frames[-1]["who"])
    items = frame["items"]
    given, got = [one for one in items if one in held], [one for one in items if one not in held]
    return Terms(frame["who"], frame["to"], tuple(given), tuple(got), frame.get("money", 0))


def monopoly_of(position: Position) -> Game:
    """The position's game; raises :class:`~magnate.errors.BadValue` where it is not Monopoly."""
    if position.game.name != "monopoly":
        raise BadValue(
            f"players do not trade in {position.game.info.title}",
            hint="magnate trade is for Monopoly; magnate odds tells the chances in any game",
        )
    return position.game


def bare(position: Position) -> Position:
    """The position without its past and without a seed: chance is explicit."""
    return position.game.position(position.states())


def before_offer(position: Position) -> Position:
    """The position before an offer that is being made up or waits for its answer; without a past, after a refusal."""
    monopoly_of(position)
    at = bare(position)
    if not _in_offer(at):
        return at
    history, begins = position.history, range(position.game.action_of("trade:0"), position.game.action_of("cancel"))
    record, at_last = position.record(), len(history)
    for steps in range(at_last - 1, -1, -1):
        if history[steps] in begins:
            before = record.replay(steps)
            if before.to_move >= 0:  # the number may be an outcome's
                return bare(before)
    while _in_offer(at):
        names = [action.name for action in at.legal()]
        at.apply(next((name for name in ("reject", "cancel", "done") if name in names), names[-1]))
    return at


def counter_to(position: Position, actions: Sequence[str]) -> tuple[Position, Sequence[str]] | None:
    """Where actions that answer a waiting offer by one of one's own go on, and those that are left; else None.

    Such actions begin as an offer to who made the one that waits. The rules take it later: here it is only tried.
    """
    if position.game.name != "monopoly" or position.to_move < 0 or not actions:
        return None
    setup = position.to_setup()
    *below, top = setup.get("frames") or [{}]
    if top.get("kind") != "trade" or top.get("step") != "answer" or actions[0] != f"trade:{top['who']}":
        return None
    turned = {"kind": "trade", "who": top["to"], "to": top["who"], "items": [], "step": "items"}
    with suppress(BadValue):  # in a debt only its debtor makes offers
        return position.game.setup({**setup, "frames": [*below, turned]}), actions[1:]
    return None


def _in_offer(position: Position) -> bool:
    frames = position.to_setup().get("frames", [])
    return bool(frames) and frames[-1]["kind"] == "trade"


def why_no_offer(position: Position, seat: int) -> str:
    """Why the seat may make no offer here; empty where it may."""
    options, mover = position.game.options, position.to_move
    if options.offers_per_turn == 0:
        return "by these rules nobody makes offers (offers_per_turn is 0)"
    if mover == OVER:
        return "the game is over"
    if mover == CHANCE == seat:
        return "nobody may make an offer here: chance is to move"
    if mover != seat:
        who = "chance is to move" if mover == CHANCE else f"seat {mover} decides"
        return f"seat {seat} may make no offer here: {who}"
    if any(action.name.startswith("trade:") for action in position.legal()):
        return ""
    others = [other for other in range(position.game.players) if other != seat]
    reasons = {position.explain(f"trade:{other}") for other in others}
    return f"seat {seat} may make no offer here: {'; '.join(sorted(reasons))}"


def known_seat(seat: int, players: int) -> int:
    """The number of a seat; raises :class:`~magnate.errors.BadValue` where there is none."""
    if not 0 <= seat < players:
        raise BadValue(f"there is no seat {seat}", hint=f"the seats are 0 to {players - 1}")
    return seat


def known_partner(at: Position, partner: int, seat: int) -> int:
    """The number of another seat; raises :class:`~magnate.errors.BadValue` where it is none."""
    if known_seat(partner, at.game.players) == seat:
        raise BadValue(f"seat {seat} cannot trade with itself", hint="name another partner (--with)")
    return partner


def group_of(item: str) -> int | None:
    """The number of an item's colour group; None for a jail card."""
    number = ITEM_SLUGS.index(item)
    return int(TITLE_DEEDS[number].group) if number < len(TITLE_DEEDS) else None


def printed_price(items: Iterable[str]) -> int:
    """What the board asks for these items together."""
    return sum(int(TITLE_DEEDS[n].price) for n in map(ITEM_SLUGS.index, items) if n < len(TITLE_DEEDS))


def held_by(position: Position, seat: int) -> tuple[str, ...]:
    """The items that a seat has."""
    state = position.state
    mask = int(state["deeds"][seat])
    mask |= sum(1 << len(TITLE_DEEDS) + deck for deck in range(2) if int(state["holder"][deck]) == seat + 1)
    return tuple(name for number, name in enumerate(ITEM_SLUGS) if mask >> number & 1)


def tradable(position: Position, seat: int) -> tuple[str, ...]:
    """The items that a seat may give away by the rules."""
    from ..games.monopoly.setup_model import mirrored, part

    mask = int(part("trade").tradable(mirrored(position.states()[0]), seat))
    return tuple(name for number, name in enumerate(ITEM_SLUGS) if mask >> number & 1)


def items_of(position: Position, names: Iterable[str], seat: int) -> tuple[str, ...]:
    """The items of these names, which the seat must have; a group's name means all of it that the seat has."""
    held, found = held_by(position, seat), list[str]()
    for name in names:
        try:
            group = group_number(name)
        except ValueError:
            group = None
        if group is not None:
            mask = int(GROUP_MASK[group])
            lots = [
                one for one in held if ITEM_SLUGS.index(one) < len(TITLE_DEEDS) and mask >> ITEM_SLUGS.index(one) & 1
            ]
            if not lots:
                raise BadValue(f"seat {seat} has nothing of {GROUP_SLUGS[group]}", hint=_has(held, seat))
            found += [one for one in lots if one not in found]
            continue
        item = _item(name)
        if item not in held:
            raise BadValue(f"seat {seat} does not have {title_of(item)}", hint=_has(held, seat))
        if item not in found:
            found.append(item)
    return tuple(sorted(found, key=ITEM_SLUGS.index))


def _item(name: str) -> str:
    try:
        return ITEM_SLUGS[item_number(name)]
    except ValueError as error:
        raise BadValue(str(error), hint="items are deeds, groups, chance-card and chest-card") from None


def _has(held: Sequence[str], seat: int) -> str:
    return f"seat {seat} has {joined([title_of(one) for one in held])}"


def owner_of(position: Position, names: Sequence[str], seat: int) -> int:
    """The seat that has what is to be got."""
    others = [one for one in range(position.game.players) if one != seat]
    if not names:
        raise BadValue("nobody is named who gets this", hint="name the partner: --with SEAT")
    try:
        group = int(GROUP_MASK[group_number(names[0])])
        owners = [one for one in others if int(position.state["deeds"][one]) & group]
    except ValueError:
        owners = [one for one in others if _item(names[0]) in held_by(position, one)]
    if len(owners) != 1:
        what = "nobody else has" if not owners else "several others have"
        hint = (
            "name the partner: --with SEAT"
            if owners
            else "it is unsold or your own; magnate position shows who has what"
        )
        raise BadValue(f"{what} {names[0]}", hint=hint)
    return owners[0]
