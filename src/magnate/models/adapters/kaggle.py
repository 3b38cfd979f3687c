"""A harness for Kaggle's Game Arena (kaggle-environments 1.33): how a model is asked, and how its answer is read.

The arena plays a game by OpenSpiel, and :func:`arena` makes ours known to it. Its observations have
``observationString``, and with ``includeLegalActions`` in its configuration also ``legalActions`` and their strings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.game import load
from ...core.registry import game_module
from ...errors import BadValue
from ..skin import REAL, Skin
from ..text import rules_text

__all__ = ["MagnateHarness", "arena"]


def arena(game: str) -> str:
    """Let ``kaggle_environments.make`` know a game, such as ``"monopoly(preset=thesis)"``; returns its name there.

    What stands in brackets are parameters of :mod:`magnate.envs.registered`.
    """
    from kaggle_environments import register
    from kaggle_environments.envs.open_spiel_env.open_spiel_env import _build_env  # what builds its own games

    from ...envs.registered import PREFIX

    game_module(game.partition("(")[0])  # its sentence for a wrong name is better than theirs
    built = _build_env(PREFIX + game)
    name = str(built["specification"]["name"])
    register(name, built)
    return name


class MagnateHarness:
    """The three functions that the arena asks for, for one of our games; a skin renames what the model reads."""

    def __init__(self, game: str, skin: str = REAL, **options: Any) -> None:
        self._skin = Skin(game, skin)
        self._rules = self._skin.shown(rules_text(load(game, **options)))

    def get_legal_moves(self, observation: Mapping[str, Any]) -> dict[int, str]:
        """The legal actions by their ids; the arena asks once before a game has begun, when there are none."""
        if "playerId" in observation and "legalActions" not in observation:
            hint = 'make the environment with configuration={"includeLegalActions": True}'
            raise BadValue("the arena's observation lists no legal actions", hint=hint)
        strings = map(self._skin.shown, observation.get("legalActionStrings", ()))
        return dict(zip(observation.get("legalActions", ()), strings, strict=True))

    def make_prompt(
        self,
        observation: Mapping[str, Any],
        move_history: list[str],
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        """The question; after a bad answer it says what was wrong."""
        lines = [self._rules, f"Your actions so far: {', '.join(move_history[-20:]) or 'none'}"]
        lines += [self._skin.shown(str(observation["observationString"])), "Legal actions:"]
        lines += [f"- {name}" for name in self.get_legal_moves(observation).values()]
        if previous_response is not None:
            what = (
                "no JSON object with a move" if previous_action is None else f'"{previous_action}", which is not legal'
            )
            lines.append(f"Your last answer was {what}.")
        lines.append('Think, then end your answer with {"move": "NAME"}.')
        return "\n".join(lines)

    def parse_response(
        self,
        response: str,
        legal_action_strings: Sequence[str] | None,
        *,
        observation: Mapping[str, Any],  # noqa: ARG002 - the arena passes it
    ) -> Any:
        """The move of an answer, as the arena's own reader finds it, which guesses nothing from prose."""
        from kaggle_environments.core_harness import parse_json_action

        return parse_json_action(response, legal_action_strings or ())
