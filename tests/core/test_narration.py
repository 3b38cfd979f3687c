"""Narration: what a step did, told by the interpreted rules."""

import magnate
from magnate.core.narration import Event, everyone, readable_by, tell
from magnate.runtime.interpreter import interpret
from magnate.runtime.primitives import RawEvent
from magnate.runtime.pystate import pystate_class


def test_a_new_game_has_nothing_to_tell_where_nothing_happened() -> None:
    assert magnate.load("tictactoe").new().events == ()


def test_events_are_those_of_the_last_decision_and_its_chance() -> None:
    position = magnate.load("tictactoe").new()
    for cell in ("a1", "a2", "b1", "b2"):
        position.apply(cell)
    assert [str(event) for event in position.events] == ["O takes b2."]
    position.apply("c1")
    assert [event.key for event in position.events] == ["marked", "line"]
    assert position.events[0].params == {"seat": 0, "place": "c1"}


def test_a_drawn_die_is_told_with_the_decision() -> None:
    position = magnate.load("pig").new(seed=7).apply("roll")
    face = position.history[1]
    assert position.events[0].params == {"seat": 0, "face": face}
    assert position.copy().events == position.events


def test_every_step_of_a_game_can_be_told_and_leads_where_the_compiled_rules_do() -> None:
    record = magnate.load("pig", target=30).play("random", seed=2)
    narrated = [event.key for position in record.positions() for event in position.events]
    assert narrated.count("won") == 1
    assert narrated.count("rolled") == record.verify().outcomes
    rules = interpret("magnate.games.pig")
    g = pystate_class(rules.STATE)().from_record(record.replay(steps=0).state)
    for step in record.actions:
        rules.step(g, step)
    assert g.to_bytes() == record.replay().states().tobytes()


def test_a_game_may_leave_an_event_untold() -> None:
    narrated = tell(
        lambda raw: None if raw.kind else Event("said", "Said.", {}, 1), [RawEvent(1, (0,) * 4), RawEvent(0, (0,) * 4)]
    )
    assert [event.key for event in narrated] == ["said"]


def test_a_spectator_reads_what_every_seat_may_read() -> None:
    events = (Event("open", "", {}, everyone(3)), Event("private", "", {}, 0b010), Event("for two", "", {}, 0b011))
    assert [event.key for event in readable_by(events, None, 3)] == ["open"]
    assert [event.key for event in readable_by(events, 1, 3)] == ["open", "private", "for two"]
    assert [event.key for event in readable_by(events, 2, 3)] == ["open"]
