"""Kuhn poker against its exact equilibrium (H. W. Kuhn, 1950), computed over the game's own tree in fractions."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import magnate
from magnate.core.game import Position
from magnate.errors import BadSetup, IllegalAction

CARDS = ("jack", "queen", "king")
Bets = Callable[[str, tuple[str, ...]], Fraction]
"""How likely a player bets with a card after some decisions."""


@cache
def leaves() -> dict[tuple[str, str, tuple[str, ...]], tuple[Fraction, Fraction]]:
    """Every end of a game: the two cards and the decisions, with its chips and utility for the first player."""
    found = {}

    def walk(position: Position, cards: tuple[str, ...], decisions: tuple[str, ...]) -> None:
        if position.is_over:
            assert sum(position.score()) == 0
            assert sum(position.utility()) == 1
            found[(*cards, decisions)] = (Fraction(position.score()[0]), Fraction(position.utility()[0]))
        elif position.to_move == magnate.CHANCE:
            for card in position.outcomes():
                assert card.probability == Fraction(1, 3 - len(cards))
                walk(position.copy().apply(card), (*cards, card.name), decisions)
        else:
            assert position.to_move == len(decisions) % 2
            for action in position.legal():
                walk(position.copy().apply(action), cards, (*decisions, action.name))

    walk(magnate.load("kuhn").new(), (), ())
    return found


def value(first: Bets, second: Bets, which: int = 0) -> Fraction:
    """What the first player has on average: chips, or (``which`` 1) utility."""
    total = Fraction(0)
    for (mine, others, decisions), worth in leaves().items():
        likely = Fraction(1, 6)
        for k, decision in enumerate(decisions):
            bets = (first, second)[k % 2]((mine, others)[k % 2], decisions[:k])
            likely *= bets if decision == "bet" else 1 - bets
        total += likely * worth[which]
    return total


def first_player(bluff: Fraction) -> Bets:
    """Kuhn's optimal strategies of the first player: one for each probability to bluff with the jack up to 1/3."""
    opens = {"jack": bluff, "queen": Fraction(0), "king": 3 * bluff}
    calls = {"jack": Fraction(0), "queen": bluff + Fraction(1, 3), "king": Fraction(1)}
    return lambda card, decisions: (calls if decisions else opens)[card]


def second_player(card: str, decisions: tuple[str, ...]) -> Fraction:
    """Kuhn's only optimal strategy of the second player."""
    if decisions == ("bet",):
        return {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)}[card]
    return {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)}[card]


def pure_strategies(seat: int) -> list[Bets]:
    """All 64 strategies of a seat that leave nothing to chance: one decision for each card and situation."""
    situations = list(product(CARDS, [(), ("pass", "bet")] if seat == 0 else [("pass",), ("bet",)]))
    tables = [dict(zip(situations, map(Fraction, bits), strict=True)) for bits in product((0, 1), repeat=6)]
    return [lambda card, decisions, table=table: table[card, decisions] for table in tables]


def test_the_tree_has_its_known_size() -> None:
    assert len(leaves()) == 6 * 5
    assert {decisions for _, _, decisions in leaves()} == {
        ("pass", "pass"),
        ("pass", "bet", "pass"),
        ("pass", "bet", "bet"),
        ("bet", "pass"),
        ("bet", "bet"),
    }


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_best_play_loses_the_first_player_an_eighteenth_of_a_chip(bluff: Fraction) -> None:
    first = first_player(bluff)
    assert value(first, second_player) == Fraction(-1, 18)
    assert value(first, second_player, which=1) == Fraction(35, 72)
    # neither gains by any other strategy, so these are an equilibrium and that is the game's value
    assert max(value(other, second_player) for other in pure_strategies(0)) == Fraction(-1, 18)
    assert min(value(first, other) for other in pure_strategies(1)) == Fraction(-1, 18)


def test_utility_is_the_share_of_the_four_chips() -> None:
    for chips, share in leaves().values():
        assert share == Fraction(1, 2) + chips / 4
    ends = {"pass pass": 1, "pass bet pass": -1, "pass bet bet": 2, "bet pass": 1, "bet bet": 2}
    for decisions, chips in ends.items():
        assert leaves()["king", "queen", tuple(decisions.split())][0] == chips


def test_random_play_wins_the_first_player_an_eighth_of_a_chip() -> None:
    def even(card: str, decisions: tuple[str, ...]) -> Fraction:
        return Fraction(1, 2)

    assert value(even, even) == Fraction(1, 8)
    games = 40_000
    score = magnate.load("kuhn").play_many("random", range(games)).score
    assert (score.sum(axis=1) == 0).all()
    assert abs(score[:, 0].mean() - 1 / 8) < 5 * float(score[:, 0].std()) / games**0.5


def test_a_seat_sees_its_own_card_only_until_both_are_shown() -> None:
    game = magnate.load("kuhn")
    position = game.setup({"cards": ["king", "jack"], "decisions": ["pass"]})
    for seen in (position.view(0), position.view(None), list(map(str, position.events)), str(position)):
        assert "jack" not in str(seen)
    assert "king" not in str(position.view(1))
    assert "king" not in str(position)
    folded = position.copy().apply("bet").apply("pass")
    assert folded.is_over
    assert folded.view(0)["cards"] == ["king", "hidden"]
    assert str(folded).splitlines() == [
        "pot 3; decided: pass, bet, pass",
        "seat 0: a hidden card, 1 in the pot",
        "seat 1: a hidden card, 2 in the pot",
    ]
    shown = position.apply("bet").apply("bet")
    assert shown.view(1)["cards"] == shown.view(None)["cards"] == ["king", "jack"]
    assert [event.key for event in shown.events_for(None)] == ["calls", "shows", "shows", "takes"]


def test_a_dealt_card_is_seen_by_its_holder_alone() -> None:
    position = magnate.load("kuhn").new()
    assert position.view(None)["cards"] == ["none", "none"]
    position.apply("queen")
    assert [str(event) for event in position.events_for(0)] == ["Seat 0 gets the queen."]
    assert position.events_for(1) == position.events_for(None) == ()
    assert position.view(1)["cards"] == ["hidden", "none"]
    assert [outcome.name for outcome in position.outcomes()] == ["jack", "king"]
    assert {position.shown_to(1, key).view(0)["cards"][0] for key in range(50)} == set(CARDS)
    assert {position.shown_to(0, key).view(0)["cards"][0] for key in range(50)} == {"queen"}


def test_every_position_can_be_set_up() -> None:
    game = magnate.load("kuhn")
    for mine, others, decisions in leaves():
        position = game.new().apply(mine).apply(others)
        for decision in decisions:
            position.apply(decision)
            assert game.setup(position.to_setup()) == position


@pytest.mark.parametrize(
    ("position", "wrong"),
    [
        ({"cards": ["king", "king"]}, "both hold the king"),
        ({"cards": ["king"], "decisions": ["pass"]}, "before both cards were dealt"),
        ({"cards": ["king", "jack"], "decisions": ["bet", "bet", "bet"]}, "ended earlier"),
        ({"cards": ["king", "jack"], "decisions": ["fly"]}, "decisions"),
        ({"cards": ["ace", "jack"]}, "cards"),
        ({}, "cards is missing"),
    ],
)
def test_an_impossible_setup_is_refused(position: dict, wrong: str) -> None:
    with pytest.raises(BadSetup, match=wrong):
        magnate.load("kuhn").setup(position)


def test_reasons_are_sentences() -> None:
    over = magnate.load("kuhn").setup({"cards": ["king", "jack"], "decisions": ["pass", "pass"]})
    with pytest.raises(IllegalAction, match="the game is over"):
        over.apply("bet")
    assert [action.text for action in over.game.setup({"cards": ["king", "jack"]}).legal()] == [
        "pass",
        "bet one more chip",
    ]
    facing = over.game.setup({"cards": ["king", "jack"], "decisions": ["bet"]})
    assert [action.text.partition(":")[0] for action in facing.legal()] == ["fold", "call"]
