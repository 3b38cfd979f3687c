"""The named JSON form of a position, as pydantic checks it; ``setup.py`` turns it into a state and back.

Everything may be left out; what is left out has the value of a fresh game. Deeds, squares and groups are named as on
the board or as in action names ("Illinois Avenue" or "illinois-avenue"), cards by their ids in ``data.json``.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ...runtime.interpreter import Interpreted
from .board import BANK, CARDS, POT, SEATS, SQUARES, TITLE_DEEDS
from .codec import DEED_SLUGS, GROUP_SLUGS, ITEM_SLUGS, deed_number, group_number, item_number, square_number
from .state import FRAMES, MOST_MONEY, RENTS, STATE

__all__ = ["mirrored", "part", "reading"]


DeedName = Annotated[str, AfterValidator(lambda name: DEED_SLUGS[deed_number(name)])]
GroupName = Annotated[str, AfterValidator(lambda name: GROUP_SLUGS[group_number(name)])]
ItemName = Annotated[str, AfterValidator(lambda name: ITEM_SLUGS[item_number(name)])]
SquareName = Annotated[str, AfterValidator(square_number)]
Seat = Annotated[int, Field(ge=0, lt=SEATS)]
MOST_RENT = max(rent for deed in TITLE_DEEDS for rent in deed.rents)
"""Dollars; twice a railroad's rent and ten times a throw are less."""
Money = Annotated[int, Field(ge=-MOST_MONEY, le=MOST_MONEY)]
Count = Annotated[int, Field(ge=0, le=MOST_MONEY)]
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


class Model(BaseModel):
    """What all parts of a set-up share: exact types, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Player(Model):
    """One player, in seat order."""

    cash: Money | None = None
    """Dollars; the option ``start_cash`` when left out."""
    square: Annotated[int, Field(ge=0, lt=SQUARES)] | SquareName | None = None
    """Number or name of the square; GO when left out, the jail for a player in jail."""
    jail: int = Field(default=0, ge=0, le=3)
    """0: free; else which jailed turn comes next."""
    deeds: list[DeedName] = []
    mortgaged: list[DeedName] = []
    """Those of the deeds that are mortgaged."""
    buildings: dict[DeedName, Annotated[int, Field(ge=0, le=5)] | Literal["hotel"]] = {}
    """Houses on a lot, or "hotel" (or 5)."""
    jail_cards: list[DeckName] = []
    bankrupt: bool = False
    quiet: bool = False
    """Passes until its own turn."""
    lapped: bool = False
    """Under the house rule ``first_lap``: has passed GO."""
    offers: int = Field(default=0, ge=0, le=127)
    """Trade offers begun this turn."""
    claim: DeedName | None = None
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


NEEDED: dict[str, tuple[str, ...]] = {
    "debt": ("who", "to", "amount"),
    "pay-each": ("who", "amount", "seats"),
    "collect-each": ("who", "amount", "seats"),
    "award": ("who", "deed"),
    "auction": ("lot", "bidder", "bidders"),
    "estate": ("who", "deeds"),
    "trade": ("who", "to"),
    "transfer": ("who", "deeds"),
    "contest": ("who", "piece", "seats"),
    "break": ("who", "group"),
}
"""The fields that a frame of each kind needs."""
ALLOWED: dict[str, tuple[str, ...]] = {
    "debt": ("offers", "pledged"),
    "auction": ("who", "amount", "bid", "leader", "typed"),
    "trade": ("items", "money", "step", "typed"),
}
"""The further fields that it may have."""


class Frame(Model):
    """What interrupts the turn; ``frames`` lists them from the first to the one that is dealt with now.

    * ``debt``: ``who`` owes ``to`` (a seat, "bank" or "pot") an ``amount``, having begun ``offers`` trades for it and
      (option ``failed_raising``) mortgaged its ``pledged`` deeds;
    * ``pay-each``, ``collect-each``: ``who`` pays (collects) ``amount`` to (from) each of ``seats``;
    * ``award``: ``who`` receives ``deed`` once it is paid for;
    * ``auction``: of ``lot`` (a deed, "house" or "hotel"); it is ``bidder``'s turn, ``bidders`` are still in;
      ``leader`` has bid ``bid``, or nobody has and the first bid is to be ``amount`` (then ``who`` declared the
      building that is the lot); ``typed`` are the digits so far;
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
    offers: int = Field(default=0, ge=0, le=127)
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

    payer: Seat
    owner: Seat
    amount: int = Field(ge=1, le=MOST_RENT)
    throws: int = Field(ge=1, le=2)
    """Before how many other players' throws it may yet be claimed."""


class Setup(Model):
    """A position of Monopoly by names."""

    turn: Seat = 0
    """Whose turn it is."""
    phase: PhaseName = "before"
    round: int = Field(default=1, ge=1, le=MOST_MONEY)
    """The round that is being played, the first being 1."""
    turns: Count = 0
    """Player turns completed."""
    starter: Seat = 0
    doubles: int = Field(default=0, ge=-1, le=2)
    """Doubles thrown this turn, while another throw may follow; -1 (option ``paid_doubles``): doubles give none."""
    again: bool = False
    """The throw that is being carried out gives another one."""
    dice: list[Annotated[int, Field(ge=1, le=6)]] | None = Field(default=None, min_length=2, max_length=2)
    """The throw, while the move or the rent depends on it."""
    arrival: ArrivalName = "throw"
    """How the token got where it is, which decides the rent."""
    drawn: DeckName | None = None
    """In the phase ``draw``: the deck that is drawn from."""
    asked: int = Field(default=0, ge=0, le=127)
    """Between turns and after a throw: seats asked so far; in the phase ``deal``: deeds dealt so far; in the phase
    ``throw``: rents asked for so far."""
    stage: int = Field(default=0, ge=0, le=4)
    """Option ``window_order``: the earliest stage still open, the first being 0."""
    operations: int = Field(default=0, ge=0, le=127)
    """Option ``one_operation``: management actions in this window."""
    pot: Count = 0
    players: list[Player] = []
    decks: Decks = Decks()
    bank_mortgaged: list[DeedName] = []
    """Mortgaged deeds of a bankrupt's estate that the bank is auctioning as they are."""
    rents: list[Rent] = Field(default=[], max_length=RENTS)
    """Rents that wait to be claimed, the oldest first; in the phase ``claiming`` the last one is asked for."""
    frames: list[Frame] = Field(default=[], max_length=FRAMES)
    ending: EndingName | None = None
    winners: list[Seat] = []


# ---------------- The interpreted rules, for the text side


_rules = Interpreted("magnate.games.monopoly", STATE)
part, mirrored, reading = _rules.part, _rules.mirrored, _rules.reading
