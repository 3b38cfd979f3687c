"""What a rule can reach: the functions that it names, and none that is only called like something else."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from magnate.runtime.compiler import rule
from magnate.runtime.dispatch import reached_by
from magnate.runtime.layout import packed

from . import test_circles as circles

STATE = packed([("move", "i4"), ("even", "i4")])
State: TypeAlias = Annotated[Any, STATE]


@rule
def move(g: State) -> int:
    return int(g.move)


@rule
def plays(g: State) -> int:
    return move(g)


@rule
def reads_fields(g: State) -> int:
    return int(g.move + g.even + circles.helper(g.move))


@rule
def plays_elsewhere(n: int) -> int:
    return circles.helper(n)


def test_a_function_reaches_what_it_calls_here_and_in_other_modules() -> None:
    assert reached_by([plays]) == [plays, move]
    assert reached_by([plays_elsewhere]) == [plays_elsewhere, circles.helper]
    assert {*reached_by([circles.even])} == {circles.even, circles.odd, circles.third, circles.helper}


def test_a_field_called_like_a_function_is_none() -> None:
    """Neither like one of its own module nor like one of a module that it uses."""
    assert reached_by([reads_fields]) == [reads_fields, circles.helper]


def test_many_names_hide_none() -> None:
    """Beyond 256 names an instruction has a part before it."""
    names = " + ".join(f"g.name{number}" for number in range(400))
    text = f"def many(g: State) -> int:\n    return {names} + move(g) + circles.helper(1)\n"
    made: dict[str, Any] = {**globals()}
    exec(text, made)  # noqa: S102 - text of this test
    many: Any = rule(made["many"])
    assert {*reached_by([many])} == {many, move, circles.helper}
