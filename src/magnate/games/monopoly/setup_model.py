"""The named JSON form of a position, as pydantic checks it, and where each of its fields is in the state.

Everything may be left out; what is left out has the value of a fresh game. Deeds, squares and groups are named as on
the board or as in action names ("Illinois Avenue" or "illinois-avenue"), cards by their ids in ``data.json``.
``setup.py`` reads this table to write a state, and to name what a state has.
"""

# ruff: noqa: ARG002 - the places of all fields are written and read alike

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ...core.setup_fields import At, Bit, Choice, Fields, Members, Table, always, bits
from ...runtime.interpreter import Interpreted
from .board import BANK, CARDS, HOTEL, POT, SEATS, SQUARES, TITLE_DEEDS
from .codec import (
    DECK_NAMES,
    DEED_SLUGS,
    GROUP_SLUGS,
    ITEM_SLUGS,
    deed_number,
    group_number,
    item_number,
    square_number,
)
from .state import DRAW, FRAMES, LOT_HOUSE, MOST_MONEY, RENTS, STATE, TRADE, TRADE_ASKS, TRADE_PAYS

_rules = Interpreted(__package__, STATE)
part, mirrored, reading = _rules.part, _rules.mirrored, _rules.reading
"""The interpreted rules, for the text side."""

DeedName = Annotated[str, AfterValidator(lambda name: DEED_SLUGS[deed_number(name)])]
GroupName = Annotated[str, AfterValidator(lambda name: GROUP_SLUGS[group_number(name)])]
ItemName = Annotated[str, AfterValidator(lambda name: ITEM_SLUGS[item_number(name)])]
SquareName = Annotated[str, AfterValidator(square_number)]
Seat = Annotated[int, Field(ge=0, lt=SEATS)]
MOST_RENT = max(rent for deed in TITLE_DEEDS for rent in deed.rents)
"""Dollars; twice a railroad's rent and ten times a throw are less."""
Money = Annotated[int, Field(ge=-MOST_MONEY, le=MOST_MONEY)]
Count = Annotated[int, Field(ge=0, le=MOST_MONEY)]
Small = Annotated[int, Field(ge=0, le=127)]
DeckName = Literal["chance", "chest"]
Piece = Literal["house", "hotel"]

PhaseName = Literal[
    "start", "deal", "before", "throw", "paid-move", "thrown", "land", "buying", "taxing", "claiming", "rent-throw",
    "draw", "landed", "after", "between", "turn-end", "finished",
]  # fmt: skip
FrameName = Literal[
    "debt", "pay-each", "collect-each", "award", "auction", "estate", "trade", "transfer", "contest", "break"
]
TradeStep = Literal["items", "pays", "asks", "answer"]
ArrivalName = Literal["throw", "railroad-card", "utility-card"]
EndingName = Literal["last player", "bankruptcies", "round cap", "turn cap", "time limit"]

# The same names by their numbers in the state.
PHASES: tuple[str, ...] = get_args(PhaseName)
FRAME_KINDS: tuple[str, ...] = ("", *get_args(FrameName))
TRADE_STEPS: tuple[str, ...] = get_args(TradeStep)
ARRIVALS: tuple[str, ...] = get_args(ArrivalName)
ENDINGS: tuple[str, ...] = ("", *get_args(EndingName))
PIECES: tuple[str, ...] = get_args(Piece)
CREDITORS = {"bank": BANK, "pot": POT}
"""Who is owed besides the seats."""


def deeds_of(mask: int) -> list[str]:
    """The names of the deeds of a mask, in board order."""
    return [DEED_SLUGS[deed] for deed in bits(mask)]


def creditor_name(to: int) -> int | str:
    """Who is paid: a seat, "bank" or "pot"."""
    return next((name for name, number in CREDITORS.items() if number == to), to)


class Model(BaseModel):
    """What all parts of a set-up share: exact types, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid")


class _Mortgaged(Members):
    """The mortgaged ones of a seat's deeds."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        g["mortgaged"] |= self.number(value)

    def get(self, state: Fields, index: int) -> Any:
        return deeds_of(state["mortgaged"] & state["deeds"][index])


class _Buildings(At):
    """The levels of a seat's deeds, by deed."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        for name, level in value.items():
            g["level"][deed_number(name)] = HOTEL if level == "hotel" else level

    def get(self, state: Fields, index: int) -> Any:
        levels = {DEED_SLUGS[deed]: state["level"][deed] for deed in bits(state["deeds"][index])}
        return {name: "hotel" if level == HOTEL else level for name, level in levels.items() if level}


class _JailCards(At):
    """The decks whose get-out-of-jail card a seat holds."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        for name in value:
            g["holder"][DECK_NAMES.index(name)] = index + 1

    def get(self, state: Fields, index: int) -> Any:
        return [name for deck, name in enumerate(DECK_NAMES) if state["holder"][deck] == index + 1]


def _alive(state: Fields, seat: int) -> Any:
    return state["alive"] >> seat & 1


class Player(Model):
    """One player, in seat order."""

    bankrupt: Annotated[bool, Bit("alive", has=False)] = False
    cash: Annotated[Money | None, At("cash", _alive)] = None
    """Dollars; the option ``start_cash`` when left out."""
    square: Annotated[Annotated[int, Field(ge=0, lt=SQUARES)] | SquareName | None, At("square", _alive)] = None
    """Number or name of the square; GO when left out, the jail for a player in jail."""
    jail: Annotated[int, Field(ge=0, le=3), At("jail")] = 0
    """0: free; else which jailed turn comes next."""
    deeds: Annotated[list[DeedName], Members("deeds", DEED_SLUGS)] = []
    mortgaged: Annotated[list[DeedName], _Mortgaged("mortgaged", DEED_SLUGS)] = []
    """Those of the deeds that are mortgaged."""
    buildings: Annotated[dict[DeedName, Annotated[int, Field(ge=0, le=5)] | Literal["hotel"]], _Buildings("level")] = {}
    """Houses on a lot, or "hotel" (or 5)."""
    jail_cards: Annotated[list[DeckName], _JailCards("holder")] = []
    quiet: Annotated[bool, Bit("quiet")] = False
    """Passes until its own turn."""
    lapped: Annotated[bool, Bit("lapped")] = False
    """Under the house rule ``first_lap``: has passed GO."""
    offers: Annotated[Small, At("offers")] = 0
    """Trade offers begun this turn."""
    claim: Annotated[DeedName | None, Choice("claims", ("", *DEED_SLUGS))] = None
    """In a contest about a building: the lot that it is claimed for."""


class Deck(Model):
    """One deck. The unseen cards lie on top in an order that nobody knows, the known ones below them in their order.

    When only ``known`` is given, all other cards are unseen. ``top`` is a short form: that card comes next and the
    others lie behind it in the order of ``data.json``, all known.
    """

    unseen: list[str] | None = Field(default=None, max_length=CARDS)
    known: list[str] | None = Field(default=None, max_length=CARDS)
    top: str | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Deck:
        if self.top is not None and (self.known is not None or self.unseen is not None):
            raise ValueError('"top" orders the whole deck: leave "known" and "unseen" out')
        return self


class Decks(Model):
    """Both decks; one that is left out is unseen."""

    chance: Deck = Deck()
    chest: Deck = Deck()


class _Creditor(At):
    """A seat, "bank" or "pot"."""

    def number(self, value: Any) -> int:
        return CREDITORS[value] if isinstance(value, str) else int(value)

    def value(self, number: int) -> Any:
        return creditor_name(number)


class _Typed(At):
    """The digits of an amount that have been entered so far, None while none is entered."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        g["entry"], g["entering"] = value, g["fkind"][index] != TRADE

    def get(self, state: Fields, index: int) -> Any:
        typing = state["entering"] or state["trade_step"] in (TRADE_PAYS, TRADE_ASKS)
        return state["entry"] if typing else None


def _declared(state: Fields, index: int) -> Any:
    """Whether it matters who declared the building that is auctioned: until there is a bid."""
    return state["leader"] == 0 and state["lot"] >= LOT_HOUSE


_WHO, _AMOUNT = At("fwho", always), At("famount", always)
_SEATS, _DEEDS = Members("farg", range(SEATS), always), Members("farg", DEED_SLUGS, always)
NEEDED: dict[str, dict[str, At]] = {
    "debt": {"who": _WHO, "to": _Creditor("fto", always), "amount": _AMOUNT},
    "pay-each": {"who": _WHO, "amount": _AMOUNT, "seats": _SEATS},
    "collect-each": {"who": _WHO, "amount": _AMOUNT, "seats": _SEATS},
    "award": {"who": _WHO, "deed": Choice("farg", DEED_SLUGS, always)},
    "auction": {
        "lot": Choice("lot", (*DEED_SLUGS, *PIECES), always),
        "bidder": At("bidder", always),
        "bidders": Members("bidders", range(SEATS), always),
    },
    "estate": {"who": _WHO, "deeds": _DEEDS},
    "trade": {"who": _WHO, "to": _Creditor("fto", always)},
    "transfer": {"who": _WHO, "deeds": _DEEDS},
    "contest": {"who": _WHO, "piece": Choice("fto", PIECES, always), "seats": _SEATS},
    "break": {"who": _WHO, "group": Choice("farg", GROUP_SLUGS, always)},
}
"""The fields that a frame of each kind needs."""
ALLOWED: dict[str, dict[str, At]] = {
    "debt": {"offers": At("farg", always), "pledged": Members("pledged", DEED_SLUGS)},
    "auction": {
        "who": At("fwho", _declared),
        "amount": At("famount", lambda state, _: state["leader"] == 0),
        "bid": At("bid"),
        "leader": At("leader", shift=-1, optional=True),
        "typed": _Typed("entry"),
    },
    "trade": {
        "items": Members("items", ITEM_SLUGS, always),
        "money": At("money"),
        "step": Choice("trade_step", TRADE_STEPS, always),
        "typed": _Typed("entry"),
    },
}
"""The further fields that it may have."""


class Frame(Model):
    """What interrupts the turn; ``frames`` lists them from the first to the one that is dealt with now.

    * ``debt``: ``who`` owes ``to`` (a seat, "bank" or "pot") an ``amount``, having begun ``offers`` trades for it and
      (option ``failed_raising``) mortgaged its ``pledged`` deeds;
    * ``pay-each``, ``collect-each``: ``who`` pays (collects) ``amount`` to (from) each of ``seats``;
    * ``award``: ``who`` receives ``deed`` once it is paid for;
    * ``auction``: of ``lot`` (a deed, "house" or "hotel"). It is ``bidder``'s turn, ``bidders`` are still in.
      ``leader`` has bid ``bid``, or nobody has and the first bid is to be ``amount``. In that case ``who`` declared the
      building that is the lot. ``typed`` are the digits so far;
    * ``estate``: the bank auctions ``deeds`` of the bankrupt ``who``;
    * ``trade``: ``who`` makes ``to`` an offer of ``items`` and ``money`` (which ``who`` pays; negative: asks for);
    * ``transfer``: ``who`` may lift the mortgages of ``deeds``, whose interest is paid;
    * ``contest``: ``who`` declared a ``piece``; ``seats`` are still to be asked (the claims stand with the players);
    * ``break``: ``who`` chooses how far ``group`` is sold down.
    """

    kind: FrameName
    who: Seat | None = None
    to: Seat | Literal["bank", "pot"] | None = None
    amount: Count | None = None
    offers: Small = 0
    pledged: list[DeedName] = []
    seats: list[Seat] | None = None
    deed: DeedName | None = None
    deeds: list[DeedName] | None = None
    lot: Piece | DeedName | None = None
    bid: Count = 0
    leader: Seat | None = None
    bidder: Seat | None = None
    bidders: list[Seat] | None = None
    items: list[ItemName] = []
    money: Money = 0
    step: TradeStep = "items"
    typed: Count | None = None
    piece: Piece | None = None
    group: GroupName | None = None

    @model_validator(mode="after")
    def _complete(self) -> Frame:
        for name in NEEDED[self.kind]:
            if getattr(self, name) is None:
                raise ValueError(f'a frame of kind "{self.kind}" needs "{name}"')
        meant = {"kind", *NEEDED[self.kind], *ALLOWED.get(self.kind, ())}
        extra = sorted(self.model_fields_set - meant)
        if extra:
            raise ValueError(f'a frame of kind "{self.kind}" has no "{extra[0]}": it has {", ".join(sorted(meant))}')
        return self


class Rent(Model):
    """Option ``rent_claim``: rent that has fallen due and that its owner may still claim."""

    payer: Annotated[Seat, At("rent_payer", always)]
    owner: Annotated[Seat, At("rent_owner", always)]
    amount: Annotated[int, Field(ge=1, le=MOST_RENT), At("rent_due", always)]
    throws: Annotated[int, Field(ge=1, le=2), At("rent_left", always)]
    """Before how many other players' throws it may yet be claimed."""


class _Dice(At):
    """The throw, low die first, None where it does not matter."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        g["low"], g["high"] = sorted(value)

    def get(self, state: Fields, index: int) -> Any:
        return [state["low"], state["high"]] if state["low"] else None


class _BankMortgaged(_Mortgaged):
    """The mortgaged deeds of no seat."""

    def get(self, state: Fields, index: int) -> Any:
        return deeds_of(state["mortgaged"] & ~reduce(or_, state["deeds"]))


class Setup(Model):
    """A position of Monopoly by names."""

    turn: Annotated[Seat, At("current", always)] = 0
    """Whose turn it is."""
    phase: Annotated[PhaseName, Choice("phase", PHASES, always)] = "before"
    round: Annotated[int, Field(ge=1, le=MOST_MONEY), At("rounds", always, shift=1)] = 1
    """The round that is being played, the first being 1."""
    turns: Annotated[Count, At("turns", always)] = 0
    """Player turns completed."""
    starter: Annotated[Seat, At("starter", always)] = 0
    doubles: Annotated[int, Field(ge=-1, le=2), At("doubles")] = 0
    """Doubles thrown this turn, while another throw may follow; -1 (option ``paid_doubles``): doubles give none."""
    again: Annotated[bool, Choice("again", (False, True))] = False
    """The throw that is being carried out gives another one."""
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]] | None, Field(min_length=2, max_length=2), _Dice("low")] = (
        None
    )
    """The throw, while the move or the rent depends on it."""
    arrival: Annotated[ArrivalName, Choice("arrival", ARRIVALS)] = "throw"
    """How the token got where it is, which decides the rent."""
    drawn: Annotated[DeckName | None, Choice("drawn", DECK_NAMES, lambda state, _: state["phase"] == DRAW)] = None
    """In the phase ``draw``: the deck that is drawn from."""
    asked: Annotated[Small, At("asked")] = 0
    """Between turns and after a throw: seats asked so far; in the phase ``deal``: deeds dealt so far; in the phase
    ``throw``: rents asked for so far."""
    stage: Annotated[int, Field(ge=0, le=4), At("stage")] = 0
    """Option ``window_order``: the earliest stage still open, the first being 0."""
    operations: Annotated[Small, At("operations")] = 0
    """Option ``one_operation``: management actions in this window."""
    pot: Annotated[Count, At("pot")] = 0
    ending: Annotated[EndingName | None, Choice("ending", ENDINGS)] = None
    winners: Annotated[list[Seat], Members("winners", range(SEATS))] = []
    players: list[Player] = []
    decks: Decks = Decks()
    bank_mortgaged: Annotated[list[DeedName], _BankMortgaged("mortgaged", DEED_SLUGS)] = []
    """Mortgaged deeds of a bankrupt's estate that the bank is auctioning as they are."""
    rents: list[Rent] = Field(default=[], max_length=RENTS)
    """Rents that wait to be claimed, the oldest first; in the phase ``claiming`` the last one is asked for."""
    frames: list[Frame] = Field(default=[], max_length=FRAMES)


SETUP, PLAYER, RENT = Table(Setup), Table(Player), Table(Rent)
FRAME = {kind: Table(Frame, NEEDED[kind] | ALLOWED.get(kind, {})) for kind in NEEDED}
