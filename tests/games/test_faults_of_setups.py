"""Whatever can be wrong with a set-up of the large games has words in every language: a look at their sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from magnate.messages import FOLDER, LANGUAGES

from ..wording import words

GAMES = {"monopoly": ("setup", "setup_checks", "setup_frames"), "brass": ("setup",)}
ROW = 5
"""Whether it is wrong, what, what to do about it, the field, the words."""
FORMS = {"{name}": ("houses", "hotels"), "{kind}": ("canal", "rail"), "{what}": ("space", "line", "seat")}
"""What stands in the keys that are put together."""


def sources(game: str) -> Iterator[str]:
    for name in GAMES[game]:
        yield (FOLDER.parent / f"games/{game}/{name}.py").read_text(encoding="utf-8")


def calls(game: str, name: str) -> Iterator[ast.Call]:
    for source in sources(game):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def rows(game: str) -> Iterator[ast.Tuple]:
    """What the checks yield or refuse."""
    for source in sources(game):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
                yield node.value
    for call in calls(game, "refuse"):
        if isinstance(call.args[0], ast.List):
            yield from (one for one in call.args[0].elts if isinstance(one, ast.Tuple))


@pytest.mark.parametrize("game", GAMES)
def test_every_fault_has_words_in_every_language(game: str) -> None:
    found = list(rows(game))
    assert len(found) > 20
    for row in found:
        assert len(row.elts) == ROW, ast.unparse(row)
    for error in calls(game, "BadSetup"):
        assert "localized" in {keyword.arg for keyword in error.keywords}, ast.unparse(error)
    keys = {key for source in sources(game) for key in re.findall(r'said\(f?"(setup\.[\w{}]+)"', source)}
    for hole, names in FORMS.items():
        keys = {key.replace(hole, name) for key in keys for name in names}
    for language in LANGUAGES:
        assert {key for key in words(language, game) if key.startswith("setup.")} == keys
