"""Whole moves (a kernel): what a seat decides until another is to move, chance comes, or the position is settled.

Rows of decisions that lead to the same position are one move. Actions that the game calls equivalent (``canonical``)
count once.

:func:`list_moves` looks at all rows; of a move it keeps the one that comes first in the order of the actions' ids.
:func:`sample_moves` draws moves by the guide's priors, without replacement. The probability of a row is the product of
those of its decisions. All rows get Gumbel noise in one pass from the first decision on (Kool, van Hoof and Welling
2019: stochastic beam search). So the best of them are found without a list. Of a move that is the row with the greatest
score. The first move has the sum of its rows' probabilities, as it should. Later ones may have less: where two ways
meet before the move's end, only the one with the greater score is gone on.

Oracle: all rows of decisions, played one by one by the interpreted rules.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from ..core.binding import State, States, game, guide
from ..runtime.compiler import Floats, Ints, Ints2, entry, rule
from .mcts_tree import Run, Runs, fresh

TOO_LONG: Final = -1
"""What :func:`list_moves` returns where a move takes more decisions than there is room for."""
TOO_MANY: Final = -2
"""What it returns where it met more positions than there is room for."""
NONE: Final = -math.inf
TINY: Final = 1e-300
"""A probability of 0 counts as this much, so that it has a logarithm."""


@rule
def is_over(g: State, p: int) -> bool:
    """Whether the move of seat ``p`` is complete."""
    return game.to_move(g) != p or game.settled(g)


@rule
def met(key: int, slots: Ints) -> bool:
    """Whether a key is in the set ``slots``, whose length is a power of two; afterwards it is.

    A set without room has all keys.
    """
    mask = len(slots) - 1
    i = key & mask
    for _ in range(len(slots)):
        if slots[i] == 0:
            slots[i] = key + 1
            return False
        if slots[i] == key + 1:
            return True
        i = (i + 1) & mask
    return True


# ------------------------------------------------------------------------------------------------- all of them


class Listing(NamedTuple):
    """The arrays in which whole moves are listed.

    ``states``, ``acts``, ``counts`` and ``turns`` have a row or number for each decision on the way: the position, what
    may be done, how much that is, and what is next. ``way`` is what has been done. ``slots`` is the set of positions
    met. ``ids`` has a row of decisions for each move, ``lengths`` how many these are, ``ends`` the key of the position
    that it leads to. There may be room for fewer moves than there are.
    """

    states: States
    acts: Ints2
    counts: Ints
    turns: Ints
    way: Ints
    slots: Ints
    ids: Ints2
    lengths: Ints
    ends: Ints


@rule
def look(depth: int, once: int, ws: Listing) -> None:
    """Write down what may be done at a depth; with ``once`` the first of what is equivalent."""
    g = ws.states[depth]
    acts = ws.acts[depth]
    n = game.legal(g, acts)
    ws.turns[depth] = 0
    ws.counts[depth] = n
    if once == 0:
        return
    kept = 0
    for i in range(n):
        if game.canonical(g, acts[i]) == acts[i]:
            acts[kept] = acts[i]
            kept += 1
    ws.counts[depth] = kept


@rule
def note(number: int, length: int, key: int, ws: Listing) -> None:
    """Write down a move, if there is room for it."""
    if number >= len(ws.lengths):
        return
    for k in range(length):
        ws.ids[number][k] = ws.way[k]
    ws.lengths[number] = length
    ws.ends[number] = key


@entry
def list_moves(ws: Listing, once: int) -> int:
    """Go through the whole moves at ``states[0]``, where a seat decides; returns how many there are.

    With ``once`` = 0 all rows of decisions count, each as a move. See TOO_LONG and TOO_MANY.
    """
    p = game.to_move(ws.states[0])
    ws.slots[:] = 0
    found = 0
    positions = 0
    depth = 0
    look(0, once, ws)
    while depth >= 0:
        if ws.turns[depth] == ws.counts[depth]:
            depth -= 1
            continue
        a = ws.acts[depth][ws.turns[depth]]
        ws.turns[depth] += 1
        ws.way[depth] = a
        ws.states[depth + 1] = ws.states[depth]
        g = ws.states[depth + 1]
        game.step(g, a)
        key = 0
        if once != 0:
            key = game.key(g)
            if 2 * positions >= len(ws.slots):
                return TOO_MANY
            if met(key, ws.slots):
                continue
            positions += 1
        if is_over(g, p):
            note(found, depth + 1, key, ws)
            found += 1
        elif depth + 2 == len(ws.states):
            return TOO_LONG
        else:
            depth += 1
            look(depth, once, ws)
    return found


# ------------------------------------------------------------------------------------------------------- some


class Sampling(NamedTuple):
    """The arrays in which whole moves are sampled.

    ``states`` are the positions that were looked at, the first one that of the move's beginning. ``origins`` has the
    choice that led to each (-1: none). A choice is a position (``sources``) and an action there. ``logs`` are the
    logarithms of the probabilities of the way to it, ``scores`` the same with noise, ``NONE`` once it has been taken.
    ``firsts`` tells which of the first decisions it comes from, ``covered`` which of these have a move already.
    ``sizes`` are the numbers of positions and of choices.

    ``ids`` has a row of decisions for each move found, ``lengths`` how many these are, ``ways`` and ``lures`` are its
    logarithm and its score.
    """

    states: States
    origins: Ints
    sources: Ints
    actions: Ints
    logs: Floats
    scores: Floats
    firsts: Ints
    covered: Ints
    slots: Ints
    acts: Ints
    odds: Floats
    sizes: Ints
    params: Floats
    ids: Ints2
    lengths: Ints
    ways: Floats
    lures: Floats


@rule
def gumbel(run: Run) -> float:
    """A draw of the standard Gumbel distribution."""
    share = ((fresh(run) >> 11) + 0.5) / 4503599627370496.0  # of 2**52
    return -math.log(-math.log(share))


@rule
def below_maximum(value: float, most: float, limit: float) -> float:
    """A Gumbel variable, as it is where the greatest of several, ``most``, is known to be ``limit``."""
    short = 1.0 - math.exp(value - most)
    if short <= 0.0:
        return limit
    v = limit - value + math.log(short)
    return limit - max(0.0, v) - math.log(1.0 + math.exp(-abs(v)))


@rule
def weigh(g: State, acts: Ints, params: Floats, odds: Floats) -> int:
    """The legal actions and their priors; an action's equivalents share the place of the first. Returns how many."""
    n = game.legal(g, acts)
    guide.prior(g, acts, n, params, odds)
    kept = 0
    for i in range(n):
        a = game.canonical(g, acts[i])
        k = 0
        while k < kept and acts[k] != a:
            k += 1
        if k < kept:
            odds[k] += odds[i]
        else:
            acts[kept] = a
            odds[kept] = odds[i]
            kept += 1
    return kept


@rule
def branch(row: int, log: float, score: float, noise: float, ws: Sampling, run: Run) -> None:
    """Put the choices at position ``row`` beside the others; the way to it has this logarithm and this score."""
    n = weigh(ws.states[row], ws.acts, ws.params, ws.odds)
    first = ws.sizes[1]
    if first + n > len(ws.scores):
        return
    most = NONE
    for i in range(n):
        at = first + i
        ws.sources[at] = row
        ws.actions[at] = ws.acts[i]
        ws.logs[at] = log + math.log(max(TINY, ws.odds[i]))
        ws.scores[at] = ws.logs[at]
        ws.firsts[at] = ws.firsts[ws.origins[row]] if row > 0 else i
        if noise > 0.0:
            ws.scores[at] += noise * gumbel(run)
        most = max(most, ws.scores[at])
    ws.sizes[1] = first + n
    if noise > 0.0:
        for at in range(first, first + n):
            ws.scores[at] = noise * below_maximum(ws.scores[at] / noise, most / noise, score / noise)


@rule
def best_choice(enough: bool, ws: Sampling) -> int:
    """The open choice with the greatest score, -1 if there is none; with ``enough`` of those not covered."""
    best = -1
    most = NONE
    for at in range(ws.sizes[1]):
        if ws.scores[at] > most and not (enough and ws.covered[ws.firsts[at]] == 1):
            most = ws.scores[at]
            best = at
    return best


@rule
def write_way(number: int, choice: int, log: float, score: float, ws: Sampling) -> bool:
    """Write down the move whose last decision is a choice; False if there is no room for so many decisions."""
    length = 0
    at = choice
    while at >= 0:
        length += 1
        at = ws.origins[ws.sources[at]]
    if length > len(ws.ids[number]):
        return False
    ws.lengths[number] = length
    at = choice
    for k in range(length):
        ws.ids[number][length - 1 - k] = ws.actions[at]
        at = ws.origins[ws.sources[at]]
    ws.ways[number] = log
    ws.lures[number] = score
    return True


@rule
def sample(wanted: int, noise: float, cover: int, single: int, ws: Sampling, run: Run) -> int:
    """Find ``wanted`` whole moves at ``states[0]``, those with the greatest scores first; returns how many.

    ``noise`` 1 draws them by their probabilities, without replacement; 0 takes the likeliest. With ``cover`` every
    first decision has one at least, and there may be more than are wanted. There are fewer where there is no room for
    more positions. Of two ways to one position within a move only the one with the greater score is gone on. With
    ``single`` a move is one decision.
    """
    p = game.to_move(ws.states[0])
    ws.slots[:] = 0
    ws.covered[:] = 0
    ws.origins[0] = -1
    ws.sizes[0] = 1
    ws.sizes[1] = 0
    branch(0, 0.0, noise * gumbel(run), noise, ws, run)
    found = 0
    while found < len(ws.lengths):
        if found >= wanted and cover == 0:
            break
        at = best_choice(found >= wanted, ws)
        row = ws.sizes[0]
        if at < 0 or row == len(ws.states):
            break
        log = ws.logs[at]
        score = ws.scores[at]
        ws.scores[at] = NONE
        ws.states[row] = ws.states[ws.sources[at]]
        g = ws.states[row]
        game.step(g, ws.actions[at])
        if met(game.key(g), ws.slots):
            continue
        ws.origins[row] = at
        if single != 0 or is_over(g, p):
            ws.covered[ws.firsts[at]] = 1
            if write_way(found, at, log, score, ws):
                found += 1
        else:
            ws.sizes[0] = row + 1
            branch(row, log, score, noise, ws, run)
    return found


@entry
def sample_moves(wanted: int, noise: float, cover: int, ws: Sampling, runs: Runs) -> int:
    """See :func:`sample`, which it calls."""
    return sample(wanted, noise, cover, 0, ws, runs[0])
