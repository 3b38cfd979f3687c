"""The fixture ``table``: positions to try rules in, on the interpreted and on the compiled rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from .table import Compiled, Interpreted, Table


@pytest.fixture(params=[Interpreted, Compiled], ids=["interpreted", "compiled"])
def table(request: pytest.FixtureRequest) -> Callable[..., Table]:
    """Sets a table: ``table([player(), player()], luxury_tax=75, turn=1)``."""
    return partial(Table, request.param)


@pytest.fixture
def interpreted() -> Callable[..., Table]:
    """As ``table``, on the interpreted rules only."""
    return partial(Table, Interpreted)
