"""Who has to decide and what about, and why an action is refused, as messages."""

from __future__ import annotations

import numpy as np

from ...core.contract import OVER
from ...messages import Message
from . import reasons
from . import state as ids
from .board import GROUP_DEEDS, TITLE_DEEDS
from .codec import GROUP_SLUGS, action_facets, deed_number, group_number
from .landing import FLAT_INCOME_TAX
from .setup_model import PIECES, TRADE_STEPS, creditor_name, part
from .text import Scene, ending_words, lot_name, said

__all__ = ["ending_message", "is_debt", "prompt_message"]


def prompt_message(state: np.void, seat: int) -> Message:
    """Why the seat to move is asked: the debt, the auction, the offer or the part of the turn that is pending."""
    scene = Scene(state)
    return _in_frame(scene, seat) if scene.frame else _in_turn(scene, seat)


def ending_message(state: np.void) -> Message:
    """How the finished game ended."""
    return ending_words(int(state["ending"]), int(state["winners"]), int(state["alive"]))


def pending_message(state: np.void) -> Message:
    """Which decision is pending and what it takes, as the end of a sentence: for who tries something else."""
    scene = Scene(state)
    if scene.mover < 0:
        return said(f"pending.{'over' if scene.mover == OVER else 'chance'}")
    if scene.frame:
        return _pending_frame(scene)
    phase, turn = int(state["phase"]), int(state["jail"][scene.current])
    if phase == ids.BEFORE:
        manages = ".manage" if scene.option("manage_before") else ""
        return said(f"pending.before{'.jail' if turn else ''}{manages}")
    if phase == ids.BUYING:
        return said("pending.buying", deed=scene.property_here)
    if phase == ids.TAXING:
        return said("pending.taxing")
    return said("pending.rent" if phase in (ids.CLAIMING, ids.THROW) else "pending.window")


def _pending_frame(scene: Scene) -> Message:
    """In an interrupt."""
    who, to = scene.top("fwho"), scene.top("fto")
    if scene.frame == ids.DEBT:
        return said("pending.debt", to=creditor_name(to), amount=scene.top("famount"))
    if scene.frame == ids.AUCTION:
        typing = ".typing" if scene.state["entering"] else ""
        return said(f"pending.auction{typing}", lot=lot_name(int(scene.state["lot"])))
    if scene.frame == ids.TRADE:
        step = int(scene.state["trade_step"])
        if step == ids.TRADE_ANSWER:
            return said("pending.trade.answer", seat=who)
        return said(f"pending.trade{'' if step == ids.TRADE_ITEMS else '.typing'}", seat=to)
    if scene.frame == ids.TRANSFER:
        return said("pending.transfer")
    if scene.frame == ids.BREAK:
        return said("pending.break", group=GROUP_SLUGS[scene.top("farg")])
    return said("pending.contest", piece=PIECES[to])


def is_debt(state: np.void) -> bool:
    """Whether cash has to be raised for a debt, of which the page of a table proposes the cheapest way."""
    return bool(Scene(state).frame == ids.DEBT)


def _in_frame(scene: Scene, seat: int) -> Message:
    """In an interrupt."""
    if scene.frame == ids.DEBT:
        cash = int(scene.state["cash"][seat])
        return said(
            "prompt.debt", seat=seat, to=creditor_name(scene.top("fto")), amount=scene.top("famount"), cash=cash
        )
    if scene.frame == ids.AUCTION:
        return _auction(scene, seat)
    if scene.frame == ids.TRADE:
        return _trade(scene, seat)
    if scene.frame == ids.TRANSFER:
        return said("prompt.transfer", seat=seat)
    if scene.frame == ids.BREAK:
        return said("prompt.break", seat=seat, group=GROUP_SLUGS[scene.top("farg")])
    return said("prompt.contest", seat=seat, player=scene.top("fwho"), piece=PIECES[scene.top("fto")])


def _auction(scene: Scene, seat: int) -> Message:
    lot, leader = lot_name(int(scene.state["lot"])), int(scene.state["leader"]) - 1
    least = int(part("auction").least_bid(scene.rules))
    if scene.state["entering"]:
        return said("prompt.auction.typing", seat=seat, lot=lot, least=least)
    if leader < 0:
        return said("prompt.auction.open", seat=seat, lot=lot, least=least)
    return said("prompt.auction", seat=seat, lot=lot, leader=leader, bid=int(scene.state["bid"]), least=least)


def _trade(scene: Scene, seat: int) -> Message:
    step = int(scene.state["trade_step"])
    if step == ids.TRADE_ANSWER:
        return said("prompt.trade.answer", seat=seat, partner=scene.top("fwho"), **scene.terms(seat))
    return said(f"prompt.trade.{TRADE_STEPS[step]}", seat=seat, partner=scene.top("fto"))


def _in_turn(scene: Scene, seat: int) -> Message:
    """In a part of the turn."""
    phase, here, player = int(scene.state["phase"]), scene.property_here, scene.current
    if phase == ids.BEFORE:
        return _before(scene, seat)
    if phase == ids.BUYING:
        return said("prompt.buying", seat=seat, deed=here, amount=TITLE_DEEDS[scene.deed].price)
    if phase == ids.TAXING:
        return said("prompt.taxing", seat=seat, amount=FLAT_INCOME_TAX)
    if phase == ids.THROW or (phase == ids.CLAIMING and scene.option("claim_rent") > ids.RENT_ASKED):
        at = part("landing").asked_rent(scene.rules)
        rent = {"amount": int(scene.state["rent_due"][at]), "player": int(scene.state["rent_payer"][at])}
        return said("prompt.rent", seat=seat, **rent)
    if phase == ids.CLAIMING:
        return said("prompt.claiming", seat=seat, player=player, deed=here)
    if phase == ids.THROWN:
        dice = {"low": int(scene.state["low"]), "high": int(scene.state["high"])}
        return said("prompt.thrown", seat=seat, player=player, **dice)
    return said(f"prompt.{'after' if phase == ids.AFTER else 'between'}", seat=seat)


def _before(scene: Scene, seat: int) -> Message:
    """Before the throw."""
    turn = int(scene.state["jail"][seat])
    if turn:
        return said("prompt.jail", seat=seat, turn=turn)
    return said("prompt.before" if scene.option("manage_before") else "prompt.roll", seat=seat)


# ---------------- Why an action is refused


KEYS: dict[int, str] = {code: name.lower() for name, code in vars(reasons).items() if name.isupper()}
"""What the words of each reason are filed under: ``why.not_yours``."""


def reason_message(state: np.void, code: int, action: int) -> Message:
    """Why ``action`` is refused in ``state``, as the end of a sentence; ``code`` is what ``why`` answered."""
    scene = Scene(state)
    if code == reasons.NOT_NOW:
        return said("why.not_now", pending=pending_message(state))
    if code == reasons.TOO_EXPENSIVE and scene.mover >= 0:
        cash = int(state["cash"][scene.mover])
        return said("why.too_expensive.price", amount=_price(scene, action), cash=cash)
    if code == reasons.UNEVEN:
        return said(f"why.uneven.{'sell' if action_facets(action)['kind'] == 'sell' else 'build'}")
    return said(f"why.{KEYS[code]}")


def _price(scene: Scene, action: int) -> int:
    """What an action that the mover cannot pay would cost."""
    facets = action_facets(action)
    if ids.BUILD_GROUP <= action < ids.SELL_GROUP:
        deeds = GROUP_DEEDS[group_number(facets["group"])]
        return len(deeds) * TITLE_DEEDS[deeds[0]].house_price
    if "property" not in facets:
        return scene.option("jail_fine")
    deed = TITLE_DEEDS[deed_number(facets["property"])]
    if action < ids.SELL or action >= ids.LIFT + len(TITLE_DEEDS):
        return deed.house_price
    if scene.frame == ids.TRANSFER:
        return deed.mortgage
    price = part("property").lifting_price(scene.rules, deed.index)
    return int(price)
