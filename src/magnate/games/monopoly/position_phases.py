"""What a set-up must not say about its phase: each is held to what the rules need to carry it on."""

from __future__ import annotations

from typing import Any

from ...errors import BadSetup
from .board import DEEDS, SQUARE_NAMES
from .position_model import Setup
from .state import (
    BETWEEN,
    BUYING,
    CARDS_NONE,
    CLAIMING,
    DEAL,
    DRAW,
    FINISHED,
    LAND,
    LANDED,
    MOST_MONEY,
    PAID_MOVE,
    RENT_ASKED,
    RENT_THROW,
    START,
    TAX_IS_CHOICE,
    TAXING,
    THROW,
    THROWN,
    TURN_END,
)
from .tables import (
    CARD,
    GROUP,
    INCOME_TAX,
    JAIL_TURNS,
    SQUARE_DECK,
    SQUARE_DEED,
    SQUARE_KIND,
    UTILITIES,
)
from .twins import part

__all__ = ["check_phase"]

MOST_NEGATIVE = 1_000_000
"""Dollars below zero that a player's cash may be where the rules allow that at all, within one turn."""


def check_phase(state: Any, asked: Setup) -> None:
    """The phase goes with the rest of the position; ``state`` is the position for the rules.

    Raises :class:`~magnate.errors.BadSetup`, saying what is impossible.
    """
    _check_money(state)
    _check_turn(state, asked)
    _check_end(state, asked)
    if state.phase in (START, DEAL):
        _check_deal(state)
    if state.phase in (BUYING, CLAIMING, DRAW, LAND, RENT_THROW, TAXING):
        _check_landing(state, asked)


def _check_money(state: Any) -> None:
    """So little money that no payment of any continuation leaves 32 bits."""
    if sum(max(cash, 0) for cash in state.cash) + state.pot > MOST_MONEY:
        raise BadSetup("there is too much money in play", hint=f"give all players and the pot {MOST_MONEY} together")
    if state.phase != FINISHED and min(state.cash) < -MOST_NEGATIVE:
        raise BadSetup("somebody's cash is far below zero", hint=f"cash is -{MOST_NEGATIVE} or more")


def _check_end(state: Any, asked: Setup) -> None:
    """A finished game says how it ended and who won; any other has not met a reason to end."""
    over = state.phase == FINISHED
    if over != (asked.ending is not None) or over != bool(asked.winners):
        raise BadSetup('ending, winners and the phase "finished" go together', hint="give all three or none")
    if over:
        return
    living, opt = state.alive.bit_count(), state.opt
    if living < 2 or 0 < opt.end_bankruptcies <= opt.players - living:
        raise BadSetup("so many players are bankrupt that the game is over", hint='let the phase be "finished"')
    for cap in (opt.max_rounds, opt.time_limit_rounds):
        if 0 < cap <= state.rounds:
            raise BadSetup(f"round {asked.round} is never played: the game ends with round {cap}", hint="lower round")
    if 0 < opt.max_turns <= state.turns:
        raise BadSetup(f"the game ends with turn {opt.max_turns}", hint="lower turns")


def _check_turn(state: Any, asked: Setup) -> None:
    """It is a living player's turn, and what it counts is within bounds."""
    phase, opt = state.phase, state.opt
    alive = state.alive >> asked.turn & 1
    may_be_out = [PAID_MOVE, LANDED, BETWEEN, TURN_END, FINISHED]
    if opt.claim_rent > RENT_ASKED and asked.frames:
        may_be_out.append(THROW)  # a claim before the throw may ruin the thrower
    if not alive and phase not in may_be_out:
        raise BadSetup(f"it is the turn of seat {asked.turn}, which is bankrupt", hint="let turn be a living player")
    if (phase == DRAW) != (asked.drawn is not None):
        raise BadSetup('drawn and the phase "draw" go together', hint='drawn is "chance" or "chest"')
    if phase == THROWN and not opt.manage_after_throw:
        raise BadSetup("under these rules there are no windows after the throw", hint="set manage_after_throw to true")
    if phase not in (DEAL, THROW) and state.asked > opt.players:
        raise BadSetup(f"{state.asked} seats cannot have been asked", hint=f"asked is {opt.players} or fewer")
    if phase in (PAID_MOVE, THROWN) and asked.dice is None:
        raise BadSetup(
            f'the phase "{asked.phase}" needs the throw that led there', hint="give dice, for example [3, 4]"
        )
    if phase in (THROWN, LAND) and state.jail[asked.turn] > 0:
        raise BadSetup(f"seat {asked.turn} moves, but is in jail", hint="let its jail be 0")
    if phase == PAID_MOVE and alive and state.jail[asked.turn] != JAIL_TURNS:
        raise BadSetup(
            f"seat {asked.turn} does not pay the fine of the third turn in jail", hint=f"let its jail be {JAIL_TURNS}"
        )


def _check_deal(state: Any) -> None:
    """Enough deeds are free, and everybody can pay for those that it will be dealt."""
    opt = state.opt
    if state.alive != (1 << opt.players) - 1:
        raise BadSetup("nobody is bankrupt before the first turn", hint="leave bankrupt out")
    left = opt.dealt_deeds * opt.players - state.asked
    owned = 0
    for mask in state.deeds:
        owned |= mask
    free = sorted((deed.price for deed in DEEDS if not owned >> deed.index & 1), reverse=True)
    if left < 0 or left > len(free):
        raise BadSetup(f"{left} deeds cannot be dealt", hint="asked counts the deeds dealt, and players own these")
    dearest = sum(free[: -(-left // opt.players)])
    if opt.dealt_paid and min(state.cash[seat] for seat in range(opt.players)) < dearest:
        raise BadSetup("somebody could not pay for the deeds to be dealt", hint=f"they can cost ${dearest}")


def _check_landing(state: Any, asked: Setup) -> None:
    """The token stands where its phase can happen, and the dice are known where they matter."""
    phase, p, opt = state.phase, state.current, state.opt
    square = state.square[p]
    deed = SQUARE_DEED[square]
    owner = part("money").owner_of(state, deed) if deed >= 0 else -1
    where = f'the phase "{asked.phase}" with seat {p} on {SQUARE_NAMES[square]}'
    if phase == BUYING and (deed < 0 or owner >= 0 or not part("landing").may_buy_yet(state, p)):
        raise BadSetup(f"{where} is impossible", hint="it must stand on a deed that nobody owns, and may buy")
    if phase == DRAW and (opt.cards == CARDS_NONE or SQUARE_KIND[square] != CARD or SQUARE_DECK[square] != state.drawn):
        raise BadSetup(f"{where} is impossible", hint="it must stand on a square of the deck that it draws from")
    if phase == TAXING and (opt.income_tax != TAX_IS_CHOICE or SQUARE_KIND[square] != INCOME_TAX):
        raise BadSetup(f"{where} is impossible", hint='it must stand on the Income Tax, with income_tax "choice"')
    if phase in (CLAIMING, RENT_THROW) and owner in (-1, p):
        raise BadSetup(f"{where} is impossible", hint="it must stand on somebody else's deed")
    if owner < 0:
        return
    if phase == CLAIMING and opt.claim_rent > RENT_ASKED:
        if not asked.rents or asked.rents[-1].owner != owner:
            raise BadSetup(f"{where} needs the rent that is asked for", hint="let it be the last of rents")
        return
    landing = part("landing")
    multiplied = landing.by_arriving_throw(state, deed)
    if phase in (LAND, CLAIMING) and GROUP[deed] == UTILITIES and multiplied and asked.dice is None:
        raise BadSetup(f"{where} needs the throw that led there", hint="give dice, for example [3, 4]")
    if phase in (CLAIMING, RENT_THROW) and not landing.rent_is_due(state, owner, deed):
        raise BadSetup(f"{where} is impossible", hint="no rent is due there")
    if phase == CLAIMING and (opt.claim_rent != RENT_ASKED or (asked.dice is not None and not multiplied)):
        raise BadSetup(f"{where} is impossible", hint='it needs rent_claim "ask", and dice on a utility only')
    if phase == RENT_THROW and (GROUP[deed] != UTILITIES or multiplied):
        raise BadSetup(f"{where} is impossible", hint="a throw for the rent is for a utility that asks for a fresh one")
