"""The win chances of all seats (a kernel): a network with an output a seat says them of positions, or of what may come.

The guide is what the network is shown of a game (``SeatGuide``). Positions are seen from the seat that the guide names
first, and sums run from it on. So a rotation of the players rotates the chances to the bit.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import State, States, game, guide
from ..core.contract import CHANCE, OVER
from ..networks.seats import SeatTables, seat_chances
from ..runtime.compiler import Floats, Floats2, Ints, Ints2, Singles2, entry, rule

NOW, MEAN, AHEAD, MEAN_AHEAD = range(4)
"""What may be asked: :func:`chances`, :func:`mean`, :func:`chances_ahead` or :func:`mean_ahead`."""


class Workspace(NamedTuple):
    """The network, and the arrays that are made once: each is used by one call at a time.

    ``row`` is for the inputs. ``found`` has a row for the seats' answers, and two for chances that a mean is made of.
    ``states`` is for two states. ``outcomes`` and ``weights`` have a row for what chance may do at each of two nodes.
    """

    network: SeatTables
    row: Floats
    found: Floats2
    states: States
    outcomes: Ints2
    weights: Ints2


@rule
def chances(g: State, known: int, ws: Workspace, out: Floats) -> None:
    """Write the win chance of each seat, for eyes that know the hands of the mask ``known``."""
    if game.to_move(g) == OVER:
        game.utility(g, out)
        return
    players = g.opt.players * 1
    first = guide.first_seat(g)
    guide.seat_inputs(g, first, known, ws.row)
    found = ws.found[0]
    seat_chances(ws.row, guide.OWN, guide.PLACES, players, guide.seats_left(g, first), ws.network, found)
    for i in range(players):
        out[(first + i) % players] = found[i]


@rule
def mean(g: State, known: int, ws: Workspace, slot: int, out: Floats) -> None:
    """At chance: the mean of the chances after each outcome, by its weight; it uses ``slot`` of the workspace."""
    outcomes = ws.outcomes[slot]
    weights = ws.weights[slot]
    after = ws.found[1]
    n = game.chance(g, outcomes, weights)
    players = g.opt.players * 1
    total = 0
    for k in range(n):
        total += weights[k]
    for p in range(players):
        out[p] = 0.0
    for k in range(n):
        ws.states[slot] = g
        game.step(ws.states[slot], outcomes[k])
        chances(ws.states[slot], known, ws, after)
        for p in range(players):
            out[p] += weights[k] * after[p] / total


@rule
def chances_ahead(g: State, known: int, ws: Workspace, slot: int, out: Floats) -> None:
    """The :func:`mean` at chance, the chances themselves elsewhere."""
    if game.to_move(g) == CHANCE:
        mean(g, known, ws, slot, out)
    else:
        chances(g, known, ws, out)


@rule
def mean_ahead(g: State, known: int, ws: Workspace, out: Floats) -> None:
    """At chance: the mean of :func:`chances_ahead` after each outcome, by its weight."""
    outcomes = ws.outcomes[0]
    weights = ws.weights[0]
    after = ws.found[2]
    n = game.chance(g, outcomes, weights)
    players = g.opt.players * 1
    total = 0
    for k in range(n):
        total += weights[k]
    for p in range(players):
        out[p] = 0.0
    for k in range(n):
        ws.states[0] = g
        game.step(ws.states[0], outcomes[k])
        chances_ahead(ws.states[0], known, ws, 1, after)
        for p in range(players):
            out[p] += weights[k] * after[p] / total


@entry
def write_inputs(states: States, known: Ints, row: Floats, out: Singles2) -> None:
    """A row for each state, from its first seat on."""
    for i in range(len(states)):
        guide.seat_inputs(states[i], guide.first_seat(states[i]), known[i], row)
        for k in range(len(row)):
            out[i, k] = row[k]


@entry
def write_chances(states: States, known: Ints, ws: Workspace, asked: int, out: Floats2) -> None:
    """What is ``asked`` of each state, for all seats: one entry for all, since each is a program with all rules."""
    for i in range(len(states)):
        if asked == NOW:
            chances(states[i], known[i], ws, out[i])
        elif asked == MEAN:
            mean(states[i], known[i], ws, 0, out[i])
        elif asked == AHEAD:
            chances_ahead(states[i], known[i], ws, 0, out[i])
        else:
            mean_ahead(states[i], known[i], ws, out[i])
