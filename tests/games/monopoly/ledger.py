"""Monopoly's rules with books: the same files once more, with an ``emit`` that books all that is told.

Compiled, ``emit`` does nothing, so that events cost nothing. Here the files of the rules are imported a second time,
under another name, with a state that also holds the books and an ``emit`` that keeps them. Their ``check`` then demands
that every seat and the pot really have what the books say: money, deeds, mortgages, buildings, jail cards, squares. As
the books only ever move money from one account to another, cash in play changes by nothing but what the bank is told to
pay or to receive.

The accounts are the seats, the bank (``BANK``; what it has received less what it has paid out) and the pot (``POT``).

Where ``logging`` is set, the events themselves are noted too, for :mod:`.logbook`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import Annotated, Any, Final, TypeAlias
from unittest import mock

import numpy as np

import magnate.runtime.primitives
from magnate.games import monopoly
from magnate.games.monopoly import events
from magnate.games.monopoly.board import ALL_DEEDS, BANK, DEEDS, JAIL_SQUARE, POT, SEATS
from magnate.games.monopoly.state import ITEM_CHANCE_CARD
from magnate.games.monopoly.state import STATE as PLAIN
from magnate.runtime.compiler import rule, shared
from magnate.runtime.layout import packed

__all__ = ["DEEDS_MOVED", "MONEY_MOVED", "MOST", "STATE", "open_books", "rules"]

NAME: Final = "magnate.games.monopoly_with_books"
MONEY_MOVED, DEEDS_MOVED = 100, 101
"""The codes that ``check`` gives when somebody has other money, or other things, than the books say."""

ACCOUNTS: Final = POT + 1
MOST: Final = 96
"""The most events that a step tells."""
# The books come first: Numba takes a record that only adds fields behind another's for the same kind.
BOOKS: Final = [
    ("books", "i4", (ACCOUNTS,)),
    ("told_deeds", "i4", (SEATS,)),
    ("told_mortgaged", "i4"),
    ("told_level", "i1", (DEEDS,)),
    ("told_square", "i1", (SEATS,)),
    ("told_holder", "i1", (2,)),
    ("logging", "i1"),
    ("told_spare", "i1"),
    ("logged", "i4"),
    ("log", "i4", (MOST, 5)),
]
STATE: Final = packed([*BOOKS, *((name, PLAIN[name]) for name in PLAIN.names or ())])
State: TypeAlias = Annotated[Any, STATE]


@shared
def hand_over(g: Any, giver: int, taker: int, items: int) -> None:
    """Deeds and jail cards of a mask pass from a seat to a seat, or to the bank."""
    deeds = items & ALL_DEEDS
    g.told_deeds[giver] &= ~deeds
    if taker < SEATS:
        g.told_deeds[taker] |= deeds
    for deck in range(2):
        if (items >> (ITEM_CHANCE_CARD + deck)) & 1 == 1:
            g.told_holder[deck] = taker + 1 if taker < SEATS else 0


@shared
def book(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
    """All that an event tells."""
    if g.logging != 0:
        log = g.log[g.logged]
        log[0] = kind
        log[1] = a
        log[2] = b
        log[3] = c
        log[4] = d
        g.logged += 1
    book_money(g, kind, a, b, c, d)
    if kind == events.BUYS or kind == events.DEALT or (kind == events.SOLD and d == 1):
        g.told_deeds[a] |= 1 << b
    elif kind == events.TRADED:
        hand_over(g, a // SEATS, a % SEATS, b)
        hand_over(g, a % SEATS, a // SEATS, c)
    elif kind == events.ESTATE:
        hand_over(g, a, b, c)
    elif kind == events.KEEPS_CARD:
        g.told_holder[b] = a + 1
    elif kind == events.RETURNS_CARD:
        g.told_holder[b] = 0
    elif kind == events.MORTGAGES:
        g.told_mortgaged |= 1 << b
    elif kind == events.LIFTS or kind == events.MORTGAGE_UNDONE:
        g.told_mortgaged &= ~(1 << b)
    elif kind == events.MORTGAGES_CANCELLED:
        g.told_mortgaged &= ~a
    elif kind == events.BUILDS or kind == events.SELLS:
        g.told_level[b] = c
    elif kind == events.MOVES:
        g.told_square[a] = b
    elif kind == events.TO_JAIL:
        g.told_square[a] = JAIL_SQUARE
    elif kind == events.GOES_BANKRUPT:
        g.told_square[a] = 0


@shared
def book_money(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
    """What an event tells of money: from whom to whom, how much (``events`` says what its numbers mean)."""
    payer = BANK
    payee = BANK
    amount = 0
    if kind == events.RECEIVES or kind == events.SALARY:
        payee = a
        amount = b
    elif kind == events.PAYS:
        payer = a
        payee = b
        amount = c
    elif kind == events.BUYS or (kind == events.SOLD and d == 1):
        payer = a
        amount = c
    elif kind == events.LEAVES_JAIL:
        payer = a
        payee = d
        amount = c
    elif kind == events.TRADED:
        payer = a // SEATS
        payee = a % SEATS
        amount = d
    elif kind == events.SELLS:
        payee = a
        amount = d
    elif kind == events.ESTATE:
        payer = a
        payee = b
        amount = d
    elif kind == events.WRITTEN_OFF:
        payee = a
        amount = b
    elif kind == events.POT_TAKEN:
        payer = POT
        payee = a
        amount = b
    elif kind == events.MORTGAGES:
        payee = a
        amount = c
    elif kind == events.DEALT or kind == events.LIFTS or kind == events.MORTGAGE_UNDONE:
        payer = a
        amount = c
    elif kind == events.BUILDS:
        payer = a
        amount = d
    g.books[payer] -= amount
    g.books[payee] += amount


def second_copy() -> ModuleType:
    """The rules imported again, with a state that has more fields, and with this ``emit``."""
    spec = importlib.util.spec_from_file_location(
        NAME, monopoly.__file__, submodule_search_locations=list(monopoly.__path__)
    )
    assert spec is not None
    sys.modules[NAME] = importlib.util.module_from_spec(spec)  # not executed: its text side is not needed
    state: Any = importlib.import_module(f"{NAME}.state")
    state.STATE, state.State = STATE, State
    with mock.patch.object(magnate.runtime.primitives, "emit", book):
        return importlib.import_module(f"{NAME}.rules")


_copy: Any = second_copy()


@rule
def account_holds(g: State, p: int) -> bool:
    """Whether seat ``p`` holds what the books say."""
    return g.cash[p] == g.books[p]


@rule
def things_agree(g: State) -> bool:
    """Whether everybody has the deeds, buildings and jail cards, and stands, as the books say."""
    if g.mortgaged != g.told_mortgaged:
        return False
    for p in range(SEATS):
        if g.deeds[p] != g.told_deeds[p] or g.square[p] != g.told_square[p]:
            return False
    for d in range(DEEDS):
        if g.level[d] != g.told_level[d]:
            return False
    return g.holder[0] == g.told_holder[0] and g.holder[1] == g.told_holder[1]


@rule
def check(g: State) -> int:
    """As the rules' own, and MONEY_MOVED and DEEDS_MOVED."""
    code = _copy.check(g)
    if code != 0:
        return code
    for p in range(SEATS):
        if not account_holds(g, p):
            return MONEY_MOVED
    if g.pot != g.books[POT]:
        return MONEY_MOVED
    if not things_agree(g):
        return DEEDS_MOVED
    return 0


def open_books(plain: np.ndarray) -> np.ndarray:
    """These states with books that say what everybody holds now, the bank nothing."""
    states = np.zeros(len(plain), STATE)
    for name in PLAIN.names or ():
        states[name] = plain[name]
    states["books"][:, :SEATS] = plain["cash"]
    states["books"][:, POT] = plain["pot"]
    for name in ("deeds", "mortgaged", "level", "square", "holder"):
        states[f"told_{name}"] = plain[name]
    return states


rules = ModuleType(f"{NAME}.rules")
"""The rules with books, for :func:`magnate.core.loader.kernel`."""
vars(rules).update({name: value for name, value in vars(_copy).items() if not name.startswith("__")}, check=check)
rules.__file__ = __file__  # a change of this file compiles them anew
