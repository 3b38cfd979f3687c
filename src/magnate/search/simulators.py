"""The searches that simulate games, made once and asked often (see :class:`.searcher.Searcher`).

Their arrays are made once; before each question the tree is forgotten, and the counters are as they were in the
beginning.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..engine.position import Position
from ..engine.records import copied
from ..engine.stream import deal_seed
from . import hidden
from .budget import ends_at
from .determinised import search_worlds, tree_of_worlds
from .endgame import endgame
from .reading import answer, chosen_child
from .simulating import planted, searched_by
from .simulating_options import check_together

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.game import Game
    from .question import Question
    from .searcher import Searcher
    from .simulating import Grown

__all__ = ["SIMULATORS", "world"]


def world(game: Game, states: np.ndarray, seat: int, key: int) -> np.ndarray:
    """The position of ``states`` (an array of length 1) with all that the seat cannot know drawn anew by ``key``."""
    if not game.info.hidden:
        return states
    return Position(game, copied(states)).shown_to(seat, key).states()


class _Desk:
    """A tree and how it was before the first question."""

    def __init__(self, tree: Grown) -> None:
        self.tree = tree
        self._runs = tree.desk.runs.copy()
        self._extras = None if tree.notes is None else tree.notes.extras.copy()

    def begin(self) -> Grown:
        """The tree without a node, as it was."""
        tree = self.tree
        tree.clear()
        tree.desk.runs[:] = self._runs
        if tree.notes is not None:
            tree.notes.extras[:] = self._extras
        return tree


class _Simulating:
    """Monte Carlo tree search, in one tree or in several at once."""

    def __init__(self, game: Game, question: Question, progress: Progress | None) -> None:
        self.game = game
        self.budget = question.budget
        self.until = question.until
        self.options = question.options
        check_together(self.options, self.budget)
        least = 1 + game.info.max_legal
        self._desks = [_Desk(tree) for tree in planted(game, question, least, progress=progress)]

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`.searcher.Searcher`."""
        key, begun = deal_seed("search", seed), time.monotonic_ns()
        trees = [desk.begin() for desk in self._desks]
        found = searched_by(trees, world(self.game, states, seat, key), key, self.budget, begun, self.until)
        return int(found.node(answer(found, seat, self.options)).id)


class _Informed:
    """Information-set search."""

    def __init__(self, game: Game, question: Question, progress: Progress | None) -> None:
        self.budget = question.budget
        self.until = question.until
        self.options = question.options
        self._endgame = endgame(game, question, progress=progress)
        self._tree = hidden.planted(game, question, 0, 1 + game.info.max_legal, progress=progress)
        self._desk = _Desk(self._tree)

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`.searcher.Searcher`."""
        begun = time.monotonic_ns()
        if self._endgame is not None:
            self._endgame.renew()
            finding = self._endgame.solve(states, seat, self.budget, begun, self.until)
            if finding is not None:
                return finding.line[0]
        self._desk.begin()
        found = replace(self._tree, me=seat)
        found.place(states)
        found.run.key = deal_seed("search", seed)
        found.run.deadline = ends_at(self.budget, begun, self.until)
        found.search()
        return int(found.node(chosen_child(found, seat, self.options["choose"], self.options["c"])).id)


class _Worlds:
    """Several worlds, each searched as if nothing were hidden in it."""

    def __init__(self, game: Game, question: Question, progress: Progress | None) -> None:
        self.game = game
        self.budget = question.budget
        self.until = question.until
        self._question = question
        self._desk = _Desk(tree_of_worlds(game, question, 1 + game.info.max_legal, progress=progress))

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`.searcher.Searcher`."""
        begun, position = time.monotonic_ns(), Position(self.game, copied(states))
        found = self._desk.begin()
        options, question = self._question.options, replace(self._question, budget=self.budget, until=self.until)
        search_worlds(found, position, question, deal_seed("search", seed), begun)
        return int(found.node(chosen_child(found, seat, options["choose"], options["c"])).id)


SIMULATORS: Final[Mapping[str, Callable[..., Searcher]]] = {
    "mcts": _Simulating,
    "ismcts": _Informed,
    "determinised": _Worlds,
}
"""What searches again and again by the algorithms that simulate games."""
