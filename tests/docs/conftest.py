"""Who follows the pages has magnate from its wheel, and an empty folder."""

import pytest

from tests.docs.reader import Reader


@pytest.fixture(scope="session")
def reader(tmp_path_factory):
    found = Reader(tmp_path_factory.mktemp("reader"))
    yield found
    found.end()


@pytest.fixture
def folder(tmp_path):
    """An empty folder."""
    empty = tmp_path / "empty"
    empty.mkdir()
    return empty
