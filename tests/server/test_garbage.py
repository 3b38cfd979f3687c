"""Searches for garbage: they find what is new, pass over what is old, and look at everything in the end."""

import gc
import weakref

import pytest

from magnate.server import serving
from magnate.server.serving import EVERYTHING, short_searches


class Ring:
    """Something that only the search for garbage can end."""

    def __init__(self):
        self.self = self


@pytest.fixture
def clock():
    """A clock that stands still until it is set."""
    now = [0.0]
    gc.unfreeze()  # tools/run_tests.py freezes what earlier tests have left
    gc.collect()
    with short_searches(lambda: now[0]):
        yield now
    assert gc.get_freeze_count() == 0


def test_new_garbage_is_found(clock):
    for _ in range(2):
        gone = weakref.ref(Ring())
        gc.collect()
        assert gone() is None


def test_what_was_in_use_is_passed_over_until_everything_is_looked_at(clock):
    ring = Ring()
    gone = weakref.ref(ring)
    gc.collect()
    assert gc.get_freeze_count() > 0
    del ring
    gc.collect()
    assert gone() is not None
    clock[0] = EVERYTHING + 1
    gc.collect()
    assert gone() is None


def test_everything_is_looked_at_when_twice_as_much_is_passed_over(clock, monkeypatch):
    gc.collect()
    monkeypatch.setattr(serving, "LEAST", gc.get_freeze_count())  # as if that had been left by the last one
    rings = [Ring() for _ in range(1000)]
    gone = weakref.ref(rings[0])
    gc.collect()
    del rings
    gc.collect()
    assert gone() is not None
    many = [[number] for number in range(gc.get_freeze_count())]
    gc.collect()  # from now on they are passed over, too
    gc.collect()
    assert gone() is None
    others = [Ring() for _ in range(1000)]
    gone = weakref.ref(others[0])
    gc.collect()
    del others
    gc.collect()
    assert gone() is not None  # the next time it takes twice as much again
    assert len(many) > 1000


def test_searches_of_young_objects_freeze_nothing(clock):
    frozen = gc.get_freeze_count()  # Python 3.12 freezes what it never frees
    gc.collect(0)
    gc.collect(1)
    assert gc.get_freeze_count() == frozen
