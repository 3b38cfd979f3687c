"""What a logged action decides, and which rule it breaks, whether our rules ask about it or not.

Where two tiles of a place are the same source, our rules offer only the first, and a log may have taken from the
other. The same goes for empty spaces that show the same. Then the two change names from there on: nothing that can be
told apart has changed.

The order of an action's sources says little, because our rules take by themselves what leaves no choice. Wherever they
ask, the first that fits and has not been used is taken. A sale has its own beer. Where a log says another thing, the
rules are asked why it is refused, as in the phase in which it would have been decided.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from ....errors import BadRecord
from ....runtime.pystate import py_ints
from .. import board, reasons, rules
from .. import state as ids
from ..codec import KIND_NAMES, TILE_NAMES, action_name, counted
from ..prompts import reason_message, rule_message
from ..setup_model import part
from .model import Brewery, LogAction, Mine, Sale, Works

__all__ = ["NONE", "Choices", "Names", "Referee", "barrel_name", "beer_of", "differs", "space_name"]


NONE = -1
"""No space, no decision."""
SOURCES = {ids.TAKE_COAL: "coal", ids.TAKE_IRON: "iron", ids.TAKE_BEER: "beer"}
"""What is taken in a phase."""


class Names:
    """Which space of ours a log's space is, and the other way round; merchant spaces too."""

    def __init__(self) -> None:
        self.spaces = dict(board.SPACE_OF)
        self.merchants = dict(board.MERCHANT_SPACE_OF)

    def name(self, space: int) -> str:
        """The log's name of a space."""
        return next(name for name, number in self.spaces.items() if number == space)

    def merchant_name(self, space: int) -> str:
        """The log's name of a merchant space."""
        return next(name for name, number in self.merchants.items() if number == space)

    def action(self, number: int) -> str:
        """The log's name of a decision."""
        kind, colon, about = action_name(number).partition(":")
        if about in board.SPACE_OF:
            about = self.name(board.SPACE_OF[about])
        elif about in board.MERCHANT_SPACE_OF:
            about = self.merchant_name(board.MERCHANT_SPACE_OF[about])
        return kind + colon + about

    def swap(self, space: int, other: int) -> None:
        """Two spaces change names."""
        one, two = self.name(space), self.name(other)
        self.spaces[one], self.spaces[two] = other, space

    def swap_merchants(self, space: int, other: int) -> None:
        """Two merchant spaces change names."""
        one, two = self.merchant_name(space), self.merchant_name(other)
        self.merchants[one], self.merchants[two] = other, space


def space_name(place: int, number: int) -> str:
    """A space of a location, of a merchant too: ``stoke.1``."""
    return f"{board.LOCATIONS[place].id}.{number}"


def sources(action: LogAction) -> dict[str, list[str]]:
    """Where an action's coal, iron and beer come from, in order: spaces, prices (``£2``), merchants' barrels."""
    found: dict[str, list[str]] = {"coal": [], "iron": [], "beer": []}
    for one in action.resources:
        where = space_name(one.at, one.slot) if isinstance(one, Mine | Works | Brewery) else ""
        kind = next((kind for kind in found if hasattr(one, f"{kind}_from")), None)
        if kind is not None:
            found[kind].append(where or f"£{getattr(one, 'price', '?')}")
    for sale in action.sales:
        found["beer"] += beer_of(sale)
    return found


def beer_of(sale: Sale) -> list[str]:
    """Where a sale's barrels come from: ``oxford.0 barrel`` or ``stoke.1``."""
    return [_barrel(sale, text) for text in sale.beer]


def barrel_name(merchant: str) -> str:
    """The barrel beside a merchant tile."""
    return f"{merchant} barrel"


def _barrel(sale: Sale, text: str) -> str:
    if text.startswith("merchant"):
        return barrel_name(space_name(sale.merchant, int(text[-1])))
    place, slot = re.findall(r"brewery (\S+) slot (\d)", text)[0]
    return f"{place}.{slot}"


class Wanted(NamedTuple):
    """A decision that a log wants: its id, ``NONE`` where there is no such thing, and what the log calls it."""

    action: int
    name: str


STOP = Wanted(ids.STOP, action_name(ids.STOP))


class Choices:
    """What a log's action says about each decision.

    ``left`` are the sources that have not been used, ``given`` says how many tiles each seat has given up for a debt.
    """

    def __init__(self, action: LogAction, names: Names) -> None:
        self.action = action
        self.names = names
        self.sources = sources(action)
        self.left = {kind: list(named) for kind, named in self.sources.items()}
        self.cards = sorted(action.cards)
        self.given: Counter[int] = Counter()

    def decide(self, g: Any) -> list[Wanted]:
        """What the log says about the decision that a state asks for, best first; sources: all that are left."""
        phase = g.phase
        if phase in SOURCES:
            return [self.source(g, name) for name in self.left[SOURCES[phase]]]
        if phase == ids.ACTION:
            return [self.kind()]
        if phase == ids.BUILD_INDUSTRY:
            return [_named(ids.INDUSTRY + (self.action.industry or 0))]
        if phase == ids.BUILD_SPACE:
            return [self.build()]
        if phase in {ids.CARD, ids.SCOUT_CARD}:
            return [card_of(self.cards[min(g.count, len(self.cards) - 1)])]
        if phase == ids.MERCHANT:
            return [self.merchant(g)]
        if phase == ids.BONUS_TILE:
            return [self.bonus(g.count)]
        if phase == ids.SHORTFALL:
            return self.given_up(g)
        return [self.target(g.count)]

    def kind(self) -> Wanted:
        """The kind of the action."""
        return _named(KIND_NAMES.index(self.action.action))

    def targets(self) -> list[Wanted]:
        """What the action is about: its build, or its links, tiles to develop or sales."""
        action = self.action
        if action.action == "build":
            return [self.build()]
        if action.action == "network":
            return [_named(ids.LINK + line) for line in action.links]
        if action.action == "develop":
            return [_removal(tile) for tile in action.removed]
        if action.action == "sell":
            return [self._at("sell:", ids.SELL_TILE, space_name(sale.at, sale.slot)) for sale in action.sales]
        return []

    def target(self, number: int) -> Wanted:
        """A link, tile to develop or sale of the action; STOP after the last."""
        targets = self.targets()
        return targets[number] if number < len(targets) else STOP

    def build(self) -> Wanted:
        """The space to build on."""
        action = self.action
        tile = f"{board.INDUSTRY_NAMES[action.industry or 0]} {action.level} at "
        return self._at(tile, ids.BUILD_AT, space_name(action.at or 0, action.slot or 0))

    def _at(self, what: str, first: int, name: str) -> Wanted:
        """Something that is done with a space."""
        space = self.names.spaces.get(name, NONE)
        return Wanted(NONE if space == NONE else first + space, what + name)

    def source(self, g: Any, name: str) -> Wanted:
        """To take a cube or barrel from a source: one that is bought, or another merchant's barrel, is no decision."""
        if name.startswith("£"):
            return Wanted(NONE, f"buy:{name}")
        if name.endswith("barrel"):
            at_shop = name == barrel_name(self.names.merchant_name(g.shop))
            return Wanted(ids.TAKE_BARREL if at_shop else NONE, name)
        return self._at("take:", ids.TAKE, name)

    def merchant(self, g: Any) -> Wanted:
        """The merchant tile: that whose barrel is taken, else one of the place that buys such a tile, if any does."""
        sale = self.action.sales[g.count]
        barrels = [text for text in sale.beer if text.startswith("merchant")]
        name = space_name(sale.merchant, int(barrels[0][-1]) if barrels else 0)
        if not barrels:
            name = next(self._buyers(g, sale), name)
        space = self.names.merchants.get(name, NONE)
        return Wanted(NONE if space == NONE else ids.SELL_TO + space, f"to:{name}")

    def _buyers(self, g: Any, sale: Sale) -> Iterator[str]:
        """The merchant spaces of a sale's place that buy its tile."""
        for space in board.MERCHANT_SPACES:
            buys = int(board.MERCHANT_BUYS[g.merchant[space.index]])
            if space.location == sale.merchant and buys >> int(board.TILE_INDUSTRY[g.tile[g.at]]) & 1:
                yield self.names.merchant_name(space.index)

    def bonus(self, number: int) -> Wanted:
        """The tile that the bonus of a sale removes; STOP without one."""
        tile = self.action.sales[number].bonus_develop
        return STOP if tile is None else _removal(tile)

    def given_up(self, g: Any) -> list[Wanted]:
        """The tile that the seat in debt gives up next, if the log names a further one; of several alike the first."""
        tiles = [tile for one in self.action.shortfall if one.player == g.mover for tile in one.tiles_sold]
        done = self.given[g.mover]
        return [_given_up(g, *tile) for tile in tiles[done : done + 1]]


def _named(number: int) -> Wanted:
    """A decision that logs call as we do."""
    return Wanted(number, action_name(number))


def _removal(tile: int) -> Wanted:
    """To remove a tile from the mat."""
    return _named(ids.INDUSTRY + int(board.TILE_INDUSTRY[tile]))


def _given_up(g: Any, industry: int, level: int, place: int) -> Wanted:
    """To give up a tile for a debt."""
    name = f"give-up:{board.INDUSTRY_NAMES[industry]} {level} in {board.LOCATIONS[place].id}"
    for space in board.LOCATIONS[place].spaces:
        kind = g.tile[space]
        if g.tiles[g.mover] >> space & 1 and (board.TILE_INDUSTRY[kind], board.TILE_LEVEL[kind]) == (industry, level):
            return Wanted(ids.GIVE_UP + space, name)
    return Wanted(NONE, name)


def card_of(card: int) -> Wanted:
    """To give a card."""
    return _named(ids.GIVE_CARD + card)


# ----------------------------------------------------------------------------------- Which rule a logged action breaks


TARGETS = {"build": ids.BUILD_SPACE, "network": ids.LINE, "develop": ids.DEVELOP_FIRST, "sell": ids.SELL_FIRST}
"""The phase in which the first thing that an action is about is judged."""
FURTHER = {"network": ids.CARD, "develop": ids.DEVELOP_MORE, "sell": ids.SELL_MORE}
"""That for a further one, where no more of them were possible; a second rail is judged when the card is asked for."""
PHASE_OF = {resource: phase for phase, resource in SOURCES.items()}
BEFORE_BOUGHT = {
    ids.TAKE_COAL: "a connected mine has coal, which is taken before any is bought",
    ids.TAKE_IRON: "an iron works has iron, which is taken before any is bought",
}
SAME = (reasons.SAME_MERCHANT, reasons.SAME_SOURCE)
"""Not offered because something else that is offered is the same."""


def differs(where: str, part_of_it: str, ours: object, theirs: object) -> BadRecord:
    """The error about a part in which the log and the rules differ."""
    return BadRecord(f"{where}: {part_of_it} is {_shown(ours)}", hint=f"the log says {_shown(theirs)}")


def _shown(value: object) -> str:
    """A value as a person reads it."""
    if value is None or value == []:
        return "nothing"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


class Referee:
    """Refuses what a logged action may not do; ``where`` tells the action in the errors, ``names`` its spaces."""

    def __init__(self, names: Names, where: str) -> None:
        self.names = names
        self.where = where
        self._rules = part("rules")

    # ---------------------------------------------------------------------------------- one decision

    def legal(self, g: Any) -> list[int]:
        """The legal decisions of a state."""
        out = py_ints(rules.MAX_LEGAL)
        return [out[k] for k in range(self._rules.legal(g, out))]

    def choose(self, g: Any, wanted: list[Wanted]) -> int:
        """The first legal one of some decisions, or the legal one that is the same as it.

        Raises :class:`~magnate.errors.BadRecord` without one, with the rule against the first of them.
        """
        legal = self.legal(g)
        for one in wanted:
            for action in legal:
                if action == one.action or self._same(g, one.action, action):
                    return action
        if not wanted:
            names = ", ".join(self.names.action(action) for action in legal)
            raise BadRecord(f"{self.where}: the log does not say which of {names}", hint="name every tile given up")
        raise self._refusal(g, wanted[0], self._reason(g, wanted[0]) or str(rule_message(reasons.NOT_NOW)))

    def hold(self, g: Any, wanted: Wanted, **supposed: int) -> None:
        """Raise :class:`~magnate.errors.BadRecord` if a decision is not legal, nor the same as one that is.

        It is judged in the state as it would be with the fields ``supposed``: in another phase, say.
        """
        state = with_fields(g, **supposed)
        reason = self._reason(state, wanted)
        if reason is not None:
            raise self._refusal(state, wanted, reason)

    def _same(self, g: Any, wanted: int, action: int) -> bool:
        """Whether a decision is not offered because another one is the same."""
        if wanted == NONE or self._rules.why(g, wanted) not in SAME or action == ids.TAKE_BARREL:
            return False
        if g.phase == ids.MERCHANT:
            return bool(part("selling").same_merchant(g, g.at, wanted - ids.SELL_TO, action - ids.SELL_TO))
        return bool(part("tiles").alike(g, wanted - ids.TAKE, action - ids.TAKE))

    def _refusal(self, state: Any, wanted: Wanted, reason: str) -> BadRecord:
        """The error about a decision."""
        names = ", ".join(self.names.action(action) for action in self.legal(state))
        none = "it is bought" if state.phase in BEFORE_BOUGHT else "nothing of the kind is legal now"
        return BadRecord(
            f"{self.where}: {wanted.name} is not legal: {reason}", hint=f"legal are {names}" if names else none
        )

    def _reason(self, state: Any, wanted: Wanted) -> str | None:
        """Why a decision is neither legal nor the same as one that is."""
        if wanted.action == NONE:
            return self._why_nothing(state, wanted.name)
        code = self._rules.why(state, wanted.action)
        if code == reasons.OK or code in SAME:
            return None
        return str(reason_message(state.to_record()[0], code, wanted.action))

    def _why_nothing(self, state: Any, name: str) -> str | None:
        """Why something that is no decision of ours is not legal; None where it is a matter of the price."""
        if name.startswith("buy:"):
            return BEFORE_BOUGHT[state.phase] if self.legal(state) else None
        if name.endswith("barrel"):
            return "only the barrel of the merchant tile that is sold to can be taken"
        if state.phase == ids.SHORTFALL:
            return "the seat has no such tile there"
        return "there is no such space"

    # ------------------------------------------------------------------------ the parts of an action

    def begin(self, g: Any, choices: Choices) -> None:
        """Refuse an action whose cards are not held, or the first thing of which is not allowed (rules section 8)."""
        action, kind = choices.action, choices.kind()
        first = TARGETS.get(action.action)
        if first is None:
            self.hold(g, kind)
        self._check_numbers(g, action)
        self._check_hand(g, choices)
        if action.industry is not None and first == ids.BUILD_SPACE:
            self.check_lowest(g, action.industry, f"{board.INDUSTRY_NAMES[action.industry]} {action.level}")
        if first is not None:
            self.hold(g, choices.target(0), phase=first, doing=kind.action, industry=action.industry or 0)
        for resource, needed in self._needs(g, action).items():
            self.check_amount(resource, needed, len(choices.left[resource]))

    def end(self, g: Any, choices: Choices, done: int) -> None:
        """All but the card is done: refuse a further link, tile to develop or sale that was not possible."""
        phase = FURTHER.get(choices.action.action)
        wanted = choices.target(done)
        if phase is not None and wanted != STOP:
            self.hold(g, wanted, phase=phase, count=1)

    def _check_numbers(self, g: Any, action: LogAction) -> None:
        """Refuse too many things of an action, or another number of cards than it takes."""
        cards = board.SCOUT_CARDS if action.action == "scout" else 1
        if len(action.cards) != cards:
            self._refuse_number(f"{action.action} takes {counted(cards, 'card')}", len(action.cards))
        links = 1 if g.era == board.CANAL else 2
        if len(action.links) > links:
            era = "canal" if g.era == board.CANAL else "rail"
            self._refuse_number(f"network lays at most {counted(links, era)}", len(action.links))
        if len(action.removed) > 2:
            self._refuse_number("develop removes at most 2 tiles", len(action.removed))

    def _refuse_number(self, rule: str, number: int) -> None:
        raise BadRecord(f"{self.where}: {rule}", hint=f"the log names {number}")

    def _check_hand(self, g: Any, choices: Choices) -> None:
        """Refuse cards that are not held."""
        for card, given in Counter(choices.cards).items():
            if g.hand[g.mover, card] < given:
                asked = with_fields(g, phase=ids.CARD, fits=board.ALL_CARDS)
                raise self._refusal(asked, card_of(card), str(rule_message(reasons.NOT_HELD)))

    def check_lowest(self, g: Any, industry: int, logged: str) -> None:
        """Refuse a tile that is not the lowest of its industry on the mat (rules sections 8.1 and 8.3)."""
        lowest = TILE_NAMES[part("tiles").lowest_tile(g, g.mover, industry)]
        if lowest not in {"", logged}:
            raise BadRecord(
                f"{self.where}: {logged} is not legal: the lowest one on the mat is {lowest}",
                hint="tiles leave the mat lowest level first",
            )

    def _needs(self, g: Any, action: LogAction) -> dict[str, int]:
        """The cubes and barrels that an action takes; those of sales are another matter."""
        if action.action == "sell":
            return {"coal": 0, "iron": 0}
        needs = {"coal": 0, "iron": 0, "beer": 0}
        if action.action == "build":
            tile = part("tiles").lowest_tile(g, g.mover, action.industry or 0)
            needs |= {"coal": int(board.TILE_COAL[tile]), "iron": int(board.TILE_IRON[tile])}
        elif action.action == "develop":
            needs["iron"] = board.DEVELOP_IRON * len(action.removed)
        elif action.action == "network" and g.era != board.CANAL:
            needs |= {"coal": len(action.links), "beer": len(action.links) - 1}
        return needs

    def check_amount(self, resource: str, needed: int, logged: int) -> None:
        """Refuse another number of sources than cubes or barrels are taken."""
        if needed != logged:
            unit = "barrel" if resource == "beer" else "cube"
            amount = f"{counted(needed, unit)} of {resource}" if needed else f"no {resource}"
            raise BadRecord(f"{self.where}: it takes {amount}", hint=f"the log names {counted(logged, 'source')}")

    def check_sale(self, g: Any, choices: Choices) -> None:
        """Refuse the merchant of the sale that begins, or another number of barrels than it takes."""
        self.hold(g, choices.merchant(g), phase=ids.MERCHANT)
        self.check_amount("beer", int(board.TILE_BEER[g.tile[g.at]]), len(choices.action.sales[g.count].beer))

    def check_bonus(self, g: Any, choices: Choices) -> None:
        """Refuse the tile that Gloucester's bonus removes, or none where one must be."""
        wanted, logged = choices.bonus(g.count), choices.action.sales[g.count].bonus_develop
        if logged is not None:
            self.check_lowest(g, int(board.TILE_INDUSTRY[logged]), TILE_NAMES[logged])
        if logged is not None or part("selling").removable_industries(g, g.mover) != 0:
            self.hold(g, wanted, phase=ids.BONUS_TILE)

    def miss(self, g: Any, choices: Choices, resource: str, source: str) -> BadRecord:
        """The error about a source that is taken and that the log does not name: the rule against one that it names."""
        left = choices.left[resource]
        for name in left:
            self.hold(g, choices.source(g, name), phase=PHASE_OF[resource])
        return differs(self.where, resource, source, left)


def with_fields(g: Any, **fields: int) -> Any:
    """A copy of a state with other fields."""
    state = g.copy()
    for name, value in fields.items():
        setattr(state, name, value)
    return state
