"""What holds for any game of Monopoly, whatever the preset, the table size, the seed and the moves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnate
from magnate.core.game import Position
from magnate.games.monopoly import PRESETS

from .walk import HOUSE_RULES

SEEDS = st.integers(0, 2**56 - 1)
LIMITS = st.integers(0, 250) | st.just(1500)
CHOICES = st.lists(st.integers(0, 10**6), max_size=25)


@dataclass(frozen=True)
class Table:
    """A game to play; its ``repr`` is what a failing example shows."""

    preset: str
    players: int
    house_rules: bool

    def game(self) -> magnate.Game:
        """The game, over after three rounds where the preset has no limit of its own, so that ends are met too."""
        options: dict[str, Any] = dict(HOUSE_RULES) if self.house_rules else {}
        if "time_limit_rounds" in PRESETS[self.preset]:
            return magnate.load("monopoly", preset=self.preset, players=self.players, **options)
        return magnate.load("monopoly", preset=self.preset, players=self.players, max_rounds=3, **options)


TABLES = st.builds(
    Table,
    st.sampled_from(sorted(PRESETS)),
    st.integers(2, 8),
    st.booleans(),
).filter(lambda table: not table.house_rules or table.preset == "official")


def everything(position: Position) -> dict[str, Any]:
    """All that can be asked of a position."""
    seats = range(position.game.players)
    return {
        "state": position.states().tobytes(),
        "hash": position.hash,
        "key": position.key,
        "history": position.history,
        "legal": position.legal(),
        "outcomes": position.outcomes(),
        "views": [position.view(seat) for seat in (None, *seats)],
        "features": [position.features(seat).tolist() for seat in seats],
        "events": [position.events_for(seat) for seat in (None, *seats)],
        "board": str(position),
        "setup": position.to_setup(),
    }


def after(table: Table, seed: int, limit: int) -> Position:
    """Where random play has come after at most so many decisions, with the seed to go on with."""
    return table.game().play("random", seed=seed, limit=limit).replay()


def go(position: Position, choices: list[int]) -> None:
    """Take a decision for each of these numbers, as far as the game goes."""
    for choice in choices:
        if position.is_over:
            return
        legal = position.legal()
        position.apply(legal[choice % len(legal)])


@settings(max_examples=40)
@given(table=TABLES, seed=SEEDS, limit=LIMITS)
def test_records_round_trip(tmp_path_factory: pytest.TempPathFactory, table: Table, seed: int, limit: int) -> None:
    record = table.game().play("random", seed=seed, limit=limit)
    loaded = magnate.Record.load(record.save(tmp_path_factory.mktemp("records") / "game.json"))
    assert loaded == record
    final = loaded.replay()
    assert final.hash == record.final_hash
    assert final.record(agents=record.agents) == record
    assert loaded.verify().dice
    assert (record.result is None) == (not final.is_over)


@settings(max_examples=25)
@given(table=TABLES, seed=SEEDS, limit=LIMITS, choices=CHOICES)
def test_a_copy_is_independent(table: Table, seed: int, limit: int, choices: list[int]) -> None:
    position = after(table, seed, limit)
    other = position.copy()
    kept = everything(other)
    go(position, choices)
    assert everything(other) == kept
    go(other, choices)
    assert everything(other) == everything(position)


@settings(max_examples=25)
@given(table=TABLES, seed=SEEDS, limit=LIMITS, future=SEEDS)
def test_nothing_shows_what_the_dice_and_the_cards_will_be(table: Table, seed: int, limit: int, future: int) -> None:
    """Two positions that differ in their streams only (so in the order of the unseen cards) cannot be told apart."""
    position = after(table, seed, limit)
    other = position.copy().continue_with(future)
    assert other.seed == future
    assert everything(other) == everything(position)
    for seat in range(table.players):
        shown, instead = position.shown_to(seat), other.shown_to(seat)
        assert shown.streams().tobytes() == instead.streams().tobytes()
        assert everything(shown) == everything(instead)


@settings(max_examples=25)
@given(table=TABLES, seed=SEEDS, limit=LIMITS)
def test_a_position_is_all_that_its_setup_says(table: Table, seed: int, limit: int) -> None:
    """Set up anew from JSON, with no history behind it, a position shows and allows the same."""
    position = after(table, seed, limit)
    again = position.game.setup(json.loads(json.dumps(position.to_setup())))
    assert again == position
    states = position.states(), again.states()
    for name in set(states[0].dtype.names or ()) - {
        "past",
        "bidding",
    }:  # a set-up remembers nothing of the past, which has no say in it
        assert states[0][name].tobytes() == states[1][name].tobytes(), name
    of_history = {"history", "events", "state"}
    one, other = (
        {name: value for name, value in everything(which).items() if name not in of_history}
        for which in (position, again)
    )
    assert one == other
