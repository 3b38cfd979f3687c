"""Which rule a logged action breaks, whether our rules ask about it or not.

Our rules carry out by themselves what leaves no choice; a log may say another thing there. So they are asked why it is
refused, as in the phase in which it would have been decided.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ....errors import BadRecord
from ....runtime.pystate import py_ints
from .. import board, reasons, rules
from .. import state as ids
from ..codec import TILE_NAMES, counted
from ..prompts import reason_message, rule_message
from ..setup_model import part
from .choices import NONE, SOURCES, STOP, Choices, Names, Wanted, card_of
from .model import LogAction

__all__ = ["Referee", "differs"]


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
