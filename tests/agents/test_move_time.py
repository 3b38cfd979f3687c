"""The decisions of one move share its time."""

import magnate
from magnate.agents.searching import MoveTime
from magnate.search.options import parse_budget

SECOND = 1_000_000_000


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


def bearing_off():
    """The bear-off: a throw of two dice and the moves that it allows are one move."""
    position = magnate.load("bearoff", checkers=3).new(5)
    return position.game, position


def decisions(position):
    """The states of the decisions of one game, and whether each begins a move."""
    while not position.is_over:
        yield position.states(), position.settled, position.to_move
        position.apply(position.legal()[-1])


def test_a_decision_takes_half_of_what_is_left():
    game, position = bearing_off()
    clock = Clock()
    share = MoveTime(game, parse_budget("time:1s"), clock)
    left, seen, goes_on = {}, set(), False
    for states, settled, seat in decisions(position):
        if settled:
            left[seat] = SECOND
        mine = left.setdefault(seat, SECOND)
        goes_on = goes_on or not settled
        budget = share.begin(0, seat, states)
        assert budget.amount == max(mine // 2 if goes_on else mine, SECOND // 8)
        seen.add(settled)
        taken = budget.amount // 3
        clock.now += taken
        left[seat] -= taken
        share.end()
    assert seen == {True, False}


def test_games_and_seats_have_their_own():
    game, position = bearing_off()
    unsettled = next(states for states, settled, _ in decisions(position) if not settled)
    clock = Clock()
    share = MoveTime(game, parse_budget("time:1s"), clock)
    for number, seat in ((0, 0), (0, 1), (1, 0)):
        assert share.begin(number, seat, unsettled).amount == SECOND // 2
        clock.now += SECOND // 2
        share.end()
    assert share.begin(0, 0, unsettled).amount == SECOND // 4


def test_where_every_decision_is_a_move_it_has_all_of_the_time():
    for name in ("tictactoe", "pig"):
        position = magnate.load(name).new(1)
        share = MoveTime(position.game, parse_budget("time:1s"))
        for states, settled, seat in decisions(position):
            assert settled
            assert share.begin(0, seat, states).amount == SECOND
            share.end()
