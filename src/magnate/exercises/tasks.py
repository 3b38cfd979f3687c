"""The eight exercises: what each asks, and how answers are marked.

Questions go to the student's process, and answers come back: what is right never gets there. Cases are drawn from a
seed, so that a teacher's are not those that students have tried.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from .pig import hold_at, perfect, table_of, win_chance

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["EXERCISES", "MARKS", "Case", "Exercise"]

MARKS: Final = 10
"""The marks of each exercise."""
CLOSE: Final = 1e-6
SIMULATIONS: Final = 400
TARGET: Final = 40
"""Points that win in the exercise on Pig."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question, in a few words too; ``right`` says how right an answer is, from 0 to 1, or raises an error."""

    about: str
    question: Mapping[str, Any]
    right: Callable[[Any], float]


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise: the file's name without its end, and its cases for a seed.

    ``seconds`` is how long one answer may take, in times of the usual limit.
    """

    name: str
    cases: Callable[[int], Iterator[Case]]
    seconds: float = 1.0


def _asked(game: Game, position: Position) -> dict[str, Any]:
    options = game.options.model_dump(mode="json")
    return {"game": [game.name, None, game.players, options], "setup": position.to_setup()}


def _endings(draws: random.Random) -> Iterator[tuple[Game, Position]]:
    """Positions of tic-tac-toe with four to six free cells, and a tree."""
    from ..core.game import load

    game = load("tictactoe")
    for free in (4, 5, 6):
        position = game.new()
        while len(position.legal_ids()) > free or position.is_over:
            position = game.new() if position.is_over else position.apply(draws.choice(position.legal_ids()))
        yield game, position
    tree = load("random_tree", depth=5, branching=3, seed=draws.getrandbits(31))
    yield tree, tree.new()


def _value(position: Position, algorithm: str) -> float:
    """What the position is worth to seat 0, exactly."""
    from ..search import search

    found = search(position, algorithm, "depth:20").value[0]
    assert found is not None  # noqa: S101 - all of the tree is searched
    return found


def _close(expected: float, answer: Any) -> float:
    return float(abs(float(answer) - expected) < CLOSE)


def _minimax(seed: int) -> Iterator[Case]:
    for game, position in _endings(random.Random(f"minimax/{seed}")):
        value = _value(position, "minimax")
        yield Case(f"{game.name}", {"call": "minimax", "position": _asked(game, position)}, partial(_close, value))


def _alphabeta(seed: int) -> Iterator[Case]:
    from ..search import search

    for game, position in _endings(random.Random(f"alphabeta/{seed}")):
        value, nodes = _value(position, "minimax"), search(position, "alphabeta", "depth:20").nodes

        def right(answer: Any, value: float = value, nodes: int = nodes) -> float:
            return (_close(value, answer[0]) + float(answer[1] == nodes)) / 2

        yield Case(f"{game.name}: value and count", {"call": "alphabeta", "position": _asked(game, position)}, right)


def _expectiminimax(seed: int) -> Iterator[Case]:
    from ..core.game import load

    draws = random.Random(f"expectiminimax/{seed}")
    for depth, outcomes in ((2, 2), (3, 2), (4, 3), (5, 2)):
        game = load("random_tree", depth=depth, chance=1, outcomes=outcomes, seed=draws.getrandbits(31))
        value = _value(game.new(), "expectiminimax")
        question = {"call": "expectiminimax", "position": _asked(game, game.new())}
        yield Case(f"a tree of {depth} decisions", question, partial(_close, value))


def _uct(seed: int) -> Iterator[Case]:
    from ..core.game import load
    from ..search import search

    game, draws = load("tictactoe"), random.Random(f"uct/{seed}")
    found = 0
    while found < 5:
        position = game.new()
        for _ in range(draws.randrange(3, 6)):
            position.apply(draws.choice(position.legal_ids()))
        if position.is_over:
            continue
        report = search(position, "minimax", "depth:9")
        if len(report.best()) == 1 and _found_by_mcts(position, report.action):
            found += 1
            arguments = [SIMULATIONS, draws.getrandbits(31)]
            question = {"call": "uct", "position": _asked(game, position), "arguments": arguments}
            yield Case("one best action", question, partial(_equal, report.action))


def _found_by_mcts(position: Position, action: int) -> bool:
    """Whether our own search finds the action whatever its seed, with half as many simulations."""
    from ..search import search

    budget = f"sims:{SIMULATIONS // 2}"
    return all(search(position, "mcts", budget, seed=seed).action == action for seed in range(8))


def _equal(expected: Any, answer: Any) -> float:
    return float(answer == expected)


def _matrices(draws: random.Random, rows: int, columns: int) -> tuple[list[list[int]], list[list[int]]]:
    first, second = ([[draws.randrange(10) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
    return first, second


def _dominance(seed: int) -> Iterator[Case]:
    from ..gametheory.dominance import eliminate
    from ..gametheory.strategic import StrategicGame

    draws, wanted = random.Random(f"dominance/{seed}"), [0, 1, 2, 3, 4]
    while wanted:
        a, b = _matrices(draws, 4, 4)
        found = eliminate(StrategicGame.bimatrix(a, b), mixed=False)
        if len(found.steps) >= wanted[0]:
            wanted.pop(0)
            kept = [sorted(one) for one in found.left]
            question = {"call": "eliminate", "arguments": [a, b]}
            yield Case(f"four by four, {len(found.steps)} to remove", question, partial(_equal, kept))


def _nash(seed: int) -> Iterator[Case]:
    draws = random.Random(f"nash/{seed}")
    for number in range(3):
        a, b = _matrices(draws, 3, 3)
        expected = {
            (row, column)
            for row in range(3)
            for column in range(3)
            if a[row][column] == max(line[column] for line in a) and b[row][column] == max(b[row])
        }

        def right(answer: Any, expected: set[tuple[int, int]] = expected) -> float:
            return float(sorted(map(tuple, answer)) == sorted(expected))

        yield Case("three by three, pure", {"call": "pure", "arguments": [a, b]}, right)
        if number == 0:  # nobody can be pure here
            low, high = draws.randrange(1, 4), draws.randrange(5, 9)
            a, b = [[high, 0], [0, low]], [[0, high], [low, 0]]
        else:
            a, b = _matrices(draws, 2, 2)
        yield Case("two by two, mixed", {"call": "mixed", "arguments": [a, b]}, partial(_no_regret, a, b))


def _no_regret(a: list[list[int]], b: list[list[int]], answer: Any) -> float:
    """1 where nobody gains by changing alone."""
    rows, columns = ([float(one) for one in side] for side in answer)
    if any(min(side) < -CLOSE or abs(sum(side) - 1) > CLOSE for side in (rows, columns)):
        return 0.0
    of_rows = [sum(p * one for p, one in zip(columns, line, strict=True)) for line in a]
    of_columns = [sum(p * line[k] for p, line in zip(rows, b, strict=True)) for k in range(len(b[0]))]
    mean = (
        sum(p * one for p, one in zip(rows, of_rows, strict=True)),
        sum(p * one for p, one in zip(columns, of_columns, strict=True)),
    )
    return float(max(of_rows) - mean[0] < 1e-4 and max(of_columns) - mean[1] < 1e-4)


def _q_learning(seed: int) -> Iterator[Case]:
    best = perfect(TARGET)
    against = {"perfect play": (best, 0.40, 0.46), "holding at 6": (hold_at(6, TARGET), 0.70, 0.77)}
    for number in range(2):
        question = {"call": "learn", "arguments": [TARGET, seed + number]}

        def right(answer: Any) -> float:
            table = table_of(answer, TARGET)
            chances = [(win_chance(table, other), low, high) for other, low, high in against.values()]
            return min(min(1.0, max(0.0, (chance - low) / (high - low))) for chance, low, high in chances)

        yield Case(f"seed {seed + number}, judged exactly", question, right)


EXERCISES: Final = (
    Exercise("minimax", _minimax),
    Exercise("alphabeta", _alphabeta),
    Exercise("expectiminimax", _expectiminimax),
    Exercise("uct", _uct),
    Exercise("dominance", _dominance),
    Exercise("nash", _nash),
    Exercise("q_learning", _q_learning, seconds=6.0),
)
"""All but the player, who is marked by games (:mod:`.grading`)."""
