"""Mutations: one line of the rules that says something else, in the interpreted copy of the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import numpy as np

import magnate
from magnate.arena.fingerprints import rounds_of, run_of
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyStates


class Mutation(NamedTuple):
    """In a file of a package ``old`` becomes ``new``: the rule is called ``name``."""

    name: str
    file: str
    old: str
    new: str


@contextmanager
def mutated(package: str, mutation: Mutation) -> Iterator[None]:
    """Let the interpreted copy of a package of magnate have a mutation."""
    module = interpret(f"magnate.{package}.{mutation.file}")
    source = Path(module.__file__).read_text(encoding="utf-8")
    assert source.count(mutation.old) == 1, (mutation.name, source.count(mutation.old))
    line = source[: source.index(mutation.old)].count("\n") + 1
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    (name,) = [one.name for one in functions if one.lineno <= line <= (one.end_lineno or 0)]
    whole = compile(source.replace(mutation.old, mutation.new), module.__file__, "exec", dont_inherit=True)
    (code,) = [one for one in whole.co_consts if isinstance(one, CodeType) and one.co_name == name]
    function = getattr(module, name)
    before = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = before


class Games:
    """The games of a fingerprint on interpreted rules, as far as they have been played."""

    def __init__(self, game: magnate.core.game.Game, states: np.ndarray, rounds: int) -> None:
        self.game = game
        self.rules = interpret(game.rules.__name__)
        self.states = states
        self.rounds = rounds
        self.usual = list(self.played())

    def played(self) -> Iterator[bytes]:
        """What a fingerprint takes in after each decision, and at the end."""
        seats = np.zeros((len(self.states), self.game.players), np.int64)
        run = run_of(self.game, self.states, seats, np.array([params_row(0)]), self.rules)
        results = None
        for results in rounds_of(run, self.rounds, batched=False):
            yield results.score.astype("<f4").tobytes() + results.chances.tobytes()
        yield results.ending.tobytes() + results.utility.tobytes() + results.tracks.tobytes()

    def notice(self, mutation: Mutation) -> bool:
        """Whether a fingerprint with a mutation is another."""
        with mutated(f"games.{self.game.name}", mutation):
            try:
                return any(now != was for now, was in zip(self.played(), self.usual, strict=False))
            except (IndexError, ValueError, OverflowError):  # games end in a position that cannot be
                return True


def first_states(game: magnate.core.game.Game, count: int) -> np.ndarray:
    """So many games at their start, set up by the interpreted rules."""
    states = PyStates(np.repeat(game.unset, count))
    kernel("drivers", interpret(game.rules.__name__)).new_games(states)
    return states.to_array()
