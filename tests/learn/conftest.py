import pytest

from magnate.learn.config import METHODS
from tests.learn import counting


@pytest.fixture
def walk(monkeypatch):
    """The method `counting` can be named, and a text that names it."""
    monkeypatch.setitem(METHODS, "counting", counting.NAME)
    return 'game = "pig"\nmethod = "counting"\n'
