"""Games that are played on from given positions (a kernel), with draws that are spread evenly over many games.

The first draws of each channel are *stratified*. A channel's draw is divided into equal parts, as many as its outcomes
have weights, 36 for two dice. Which part a game's draw falls into follows from the number of the game. So 36 games
after one another have each throw once, at each of the first turns of a channel. And 1,296 games have each pair of its
first two throws once (as nested by GNU Backgammon). All else is turned at random from block to block, for each channel
by itself. So no sequence of throws comes again, and those of one seat tell nothing of another's: the means of blocks
are independent, as intervals take them to be. Within its part a draw stays random.

A game can be stopped after so many chance events, and go on later. What chance did is noted where there is room.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core import drivers
from ..core.binding import LIMIT, State, States, game
from ..core.contract import CHANCE
from ..runtime.compiler import Ints, entry, rule
from ..runtime.stream import Stream, below, pick_weighted, uniform

Buffers = drivers.Buffers


class Plan(NamedTuple):
    """Which draws are stratified.

    Channel ``c`` has ``sizes[c]`` parts (0: its draws stay as they are), at its first ``turns`` draws. Its permutations
    begin at ``places[c]`` of ``orders``. There is one for each turn, and at last two more for turn 1: of what came at
    turn 0 and of the blocks. ``key`` turns them.
    """

    sizes: Ints
    places: Ints
    orders: Ints
    turns: int
    key: int


class Notes(NamedTuple):
    """What chance did in each game: positions ``before`` and ``after`` its first events, ``room`` rows a game."""

    before: States
    after: States
    events: Ints
    room: int


@rule
def part_of(number: int, channel: int, turn: int, plan: Plan) -> int:
    """Into which part the draw of this turn falls in game ``number``."""
    size = plan.sizes[channel]
    first = plan.places[channel]
    block = number // size
    turns = channel * plan.turns
    place = number % size + below(plan.key ^ ((turns + (turn if turn > 1 else 0)) << 32), block, size)
    if turn == 1:
        again = block % size + below(plan.key ^ ((turns + 1) << 32), block // size, size)
        place = plan.orders[first + plan.turns * size + place % size]
        place += plan.orders[first + (plan.turns + 1) * size + again % size]
    return plan.orders[first + turn * size + place % size]


@rule
def draw(g: State, s: Stream, number: int, plan: Plan, b: Buffers) -> int:
    """The outcome of the pending chance by the next draw of its channel, in its part."""
    channel = game.chance_key(g)
    turn = s.count[channel]
    u = uniform(s, channel)
    size = plan.sizes[channel]
    if size > 0 and turn < plan.turns:
        u = ((part_of(number, channel, turn, plan) << 52) + u) // size
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, b.outcomes, b.weights)
    return b.outcomes[pick_weighted(b.weights, n, u)]


@entry
def play(limit: int, most: int, numbers: Ints, plan: Plan, notes: Notes, b: Buffers) -> None:
    """Play every game on, to its end, until it is too long, or until it has had ``most`` chance events in all.

    ``numbers`` are the games' numbers. One that is stopped by ``most`` has the ending 0 and goes on with the next call.
    Policies keep their notes, for which ``b`` has rows for each game and seat.
    """
    players = b.seats.shape[1]
    for i in range(len(b.states)):
        if b.ending[i] != 0:
            continue
        g = b.states[i]
        s = b.streams[i]
        decided = b.decisions[i]
        drawn = b.chances[i]
        ended = LIMIT
        while True:
            p = game.to_move(g)
            if p >= 0:
                if decided == limit:
                    break
                seat = i * players + p
                a = drivers.choose(g, s, p, b.copies, i, b.params[b.seats[i, p]], b.acts, b.memos[seat])
                decided += 1
                game.step(g, a)
            elif p == CHANCE:
                if drawn == most:
                    ended = 0
                    break
                if drivers.has_no_end(decided, drawn):
                    break
                a = draw(g, s, numbers[i], plan, b)
                if drawn < notes.room:
                    row = i * notes.room + drawn
                    notes.before[row] = g
                    game.step(g, a)
                    notes.after[row] = g
                    notes.events[i] = drawn + 1
                else:
                    game.step(g, a)
                drawn += 1
            else:
                game.utility(g, b.utility[i])
                ended = game.ending(g)
                break
        b.ending[i] = ended
        b.decisions[i] = decided
        b.chances[i] = drawn
