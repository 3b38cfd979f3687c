"""Games that Hypothesis draws: small, of whole payoffs, so that ties are frequent and all sums exact."""

import numpy as np
from hypothesis import strategies as st

from magnate.gametheory import StrategicGame


@st.composite
def games(draw, players=(2, 3), strategies=(1, 3), payoffs=(-3, 3)):
    """A game of so many players, strategies each, and payoffs."""
    sizes = draw(st.lists(st.integers(*strategies), min_size=players[0], max_size=players[1]))
    shape = (len(sizes), *sizes)
    count = int(np.prod(shape))
    drawn = draw(st.lists(st.integers(*payoffs), min_size=count, max_size=count))
    names = tuple(tuple(f"{'abcd'[player]}{k}" for k in range(size)) for player, size in enumerate(sizes))
    return StrategicGame(np.reshape(drawn, shape), strategies=names)


def by_names(game, cells):
    """Profiles as a set of names, whatever the order of players and strategies is: names begin with the player."""
    return {frozenset(game.names_of(cell)) for cell in cells}


@st.composite
def relabelled(draw, game):
    """The same game with its players and their strategies in another order."""
    seats = draw(st.permutations(range(game.n)))
    kept = [draw(st.permutations(range(size))) for size in game.sizes]
    shuffled = game.restricted(kept)
    payoffs = shuffled.payoffs[list(seats)].transpose(0, *(seat + 1 for seat in seats))
    return StrategicGame(
        payoffs, [game.players[seat] for seat in seats], [shuffled.strategies[seat] for seat in seats], game.title
    )


@st.composite
def rescaled(draw, game):
    """The same game with each player's payoffs in other units: times something positive, plus something."""
    factors = draw(st.lists(st.sampled_from([0.25, 0.5, 1, 3, 1024]), min_size=game.n, max_size=game.n))
    shifts = draw(st.lists(st.integers(-50, 50), min_size=game.n, max_size=game.n))
    shape = (game.n, *([1] * game.n))
    payoffs = game.payoffs * np.reshape(factors, shape) + np.reshape(shifts, shape)
    return StrategicGame(payoffs, game.players, game.strategies)


def doubled(game, player):
    """The game in which a player has its first strategy twice; the copy has the last place."""
    payoffs = np.concatenate([game.payoffs, np.take(game.payoffs, [0], axis=player + 1)], axis=player + 1)
    names = [(*own, f"{own[0]}+") if at == player else own for at, own in enumerate(game.strategies)]
    return StrategicGame(payoffs, game.players, names)
