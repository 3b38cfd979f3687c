"""Monopoly's rules with books: the same files once more, with an ``emit`` that books every payment that is told.

Compiled, ``emit`` does nothing, so that events cost nothing. Here the files of the rules are imported a second time,
under another name, with a state that also holds ten accounts and an ``emit`` that moves money between them. Their
``check`` then demands that every seat and the pot really hold what the books say. As the books only ever move money
from one account to another, cash in play changes by nothing but what the bank is told to pay or to receive.

The accounts are the seats, the bank (``BANK``; what it has received less what it has paid out) and the pot (``POT``).
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import Annotated, Any, Final, TypeAlias
from unittest import mock

import numpy as np

import magnate.engine.events
from magnate.engine.compiler import rule, shared
from magnate.engine.layout import packed
from magnate.games import monopoly
from magnate.games.monopoly import events
from magnate.games.monopoly.state import STATE as PLAIN
from magnate.games.monopoly.tables import BANK, POT, SEATS

__all__ = ["MONEY_MOVED", "STATE", "open_books", "rules"]

NAME: Final = "magnate.games.monopoly_with_books"
MONEY_MOVED: Final = 100
"""The code that ``check`` gives when a seat or the pot holds something else than the books say."""

ACCOUNTS: Final = POT + 1
# The books come first: Numba takes a record that only adds fields behind another's for the same kind.
STATE: Final = packed([("books", "i4", (ACCOUNTS,)), *((name, PLAIN[name]) for name in PLAIN.names or ())])
State: TypeAlias = Annotated[Any, STATE]


@shared
def book(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
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


def _second_copy() -> ModuleType:
    """The rules imported again, with the larger state and :func:`book` for ``emit``."""
    spec = importlib.util.spec_from_file_location(
        NAME, monopoly.__file__, submodule_search_locations=list(monopoly.__path__)
    )
    assert spec is not None
    sys.modules[NAME] = importlib.util.module_from_spec(spec)  # not executed: its text side is not needed
    state: Any = importlib.import_module(f"{NAME}.state")
    state.STATE, state.State = STATE, State
    with mock.patch.object(magnate.engine.events, "emit", book):
        return importlib.import_module(f"{NAME}.rules")


_copy: Any = _second_copy()


@rule
def account_holds(g: State, p: int) -> bool:
    """Whether seat ``p`` holds what the books say."""
    return g.cash[p] == g.books[p]


@rule
def check(g: State) -> int:
    """As the rules' own, and MONEY_MOVED."""
    code = _copy.check(g)
    if code != 0:
        return code
    for p in range(SEATS):
        if not account_holds(g, p):
            return MONEY_MOVED
    if g.pot != g.books[POT]:
        return MONEY_MOVED
    return 0


def open_books(plain: np.ndarray) -> np.ndarray:
    """These states with books that say what everybody holds now, the bank nothing."""
    states = np.zeros(len(plain), STATE)
    for name in PLAIN.names or ():
        states[name] = plain[name]
    states["books"][:, :SEATS] = plain["cash"]
    states["books"][:, POT] = plain["pot"]
    return states


rules = ModuleType(f"{NAME}.rules")
"""The rules with books, for :func:`magnate.engine.loader.kernel`."""
vars(rules).update({name: value for name, value in vars(_copy).items() if not name.startswith("__")}, check=check)
rules.__file__ = __file__  # a change of this file compiles them anew
