"""What may be done in a state, and what an id, a name or an object given for it means."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..errors import IllegalAction, listing
from .contract import CHANCE, OVER, Action, Outcome
from .wording import action_text, reason_text

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Look"]


@dataclass(slots=True, eq=False)
class Look:
    """What the rules say about one state: the answer of one compiled call.

    ``actions`` are the ids of what is legal, ``outcomes`` those of what chance may do, with their ``weights``;
    ``channel`` says whose stream that draws from and for what (-1: no chance is pending). ``seen_by`` is a mask of
    seats, ``ending`` an index of the game's endings, ``broken`` the number of an invariant that does not hold, or 0.
    """

    game: Game
    states: np.ndarray
    to_move: int
    actions: list[int]
    outcomes: list[int]
    weights: list[int]
    channel: int
    settled: int
    seen_by: int
    ending: int
    key: int
    broken: int
    utility: list[float]
    score: list[float]

    @classmethod
    def at(cls, game: Game, states: np.ndarray) -> Self:
        """Look at the state of an array of length 1, of which a copy is kept."""
        info = game.info
        facts = np.zeros(9, np.int64)
        actions = np.zeros(info.max_legal, np.int64)
        outcomes, weights = np.zeros((2, max(1, info.max_outcomes)), np.int64)
        utility, score = np.zeros((2, game.players))
        game.entry("face", "inspect")(states, facts, actions, outcomes, weights, utility, score)
        to_move, legal, possible, channel, settled, seen_by, ending, key, broken = facts.tolist()
        return cls(
            game=game,
            states=states.copy(),  # the position goes on, and a copy of it may keep this look
            to_move=to_move,
            actions=actions[:legal].tolist(),
            outcomes=outcomes[:possible].tolist(),
            weights=weights[:possible].tolist(),
            channel=channel,
            settled=settled,
            seen_by=seen_by,
            ending=ending,
            key=key,
            broken=broken,
            utility=utility.tolist(),
            score=score.tolist(),
        )

    def legal(self) -> list[Action]:
        """The legal actions with their names, sentences and facets."""
        return [self._action(action) for action in self.actions]

    def possible(self) -> list[Outcome]:
        """What chance may do, and how likely it is."""
        total = sum(self.weights)
        return [
            Outcome(outcome, self._outcome_name(outcome), Fraction(weight, total), weight)
            for outcome, weight in zip(self.outcomes, self.weights, strict=True)
        ]

    def name_of(self, step: int) -> str:
        """The name of one of these actions or outcomes."""
        return self._outcome_name(step) if self.to_move == CHANCE else self._action(step).name

    def id_of(self, given: Any) -> int:
        """The id of a legal action, or of a possible outcome, given as id, name or object.

        Raises :class:`~magnate.errors.IllegalAction` naming what is legal and why this is not.
        """
        if self.to_move == OVER:
            raise IllegalAction("the game is over", action=given, reason="the game is over")
        chosen = self._meant(given)
        if chosen not in (self.outcomes if self.to_move == CHANCE else self.actions):
            raise self._refusal(given, chosen)
        return chosen

    def _meant(self, given: Any) -> int:
        """The id that is meant, legal or not."""
        at_chance, module = self.to_move == CHANCE, self.game.module
        if isinstance(given, Outcome if at_chance else Action):
            if not self._is_ours(given):
                raise self._unknown(given, f'"{given}"')
            given = given.id
        if isinstance(given, str):
            try:
                return int(module.parse_outcome(self.states[0], given) if at_chance else module.parse_action(given))
            except (ValueError, KeyError):
                raise self._unknown(given, f'"{given}"') from None
        if isinstance(given, int | np.integer) and not isinstance(given, bool):
            return int(given)
        raise self._unknown(given, repr(given))

    def _is_ours(self, given: Action | Outcome) -> bool:
        """Whether a legal id comes with the name that it has here: those of another game have the same ids."""
        if isinstance(given, Outcome):
            return given.id not in self.outcomes or given.name == self._outcome_name(given.id)
        return given.id not in self.actions or given.name == self._action(given.id).name

    def _unknown(self, given: object, shown: str) -> IllegalAction:
        """The error about something that means nothing here."""
        return self._illegal(given, f"{shown} is no {'outcome' if self.to_move == CHANCE else 'action'} here")

    def _refusal(self, given: object, chosen: int) -> IllegalAction:
        """The error about an id that may not be chosen, with the reason."""
        if self.to_move == CHANCE:
            return self._illegal(given, f"the outcome {given!r} cannot happen here")
        game, module = self.game, self.game.module
        if not 0 <= chosen < game.info.max_actions:
            return self._illegal(given, f"{chosen} is no action; ids are 0 to {game.info.max_actions - 1}")
        code = int(game.entry("face", "why")(self.states, chosen))
        reason = reason_text(module, self.states[0], code, chosen)
        return self._illegal(given, f'"{module.action_name(chosen)}" is not legal here: {reason}', reason)

    def _illegal(self, given: object, message: str, reason: str = "") -> IllegalAction:
        if self.to_move == CHANCE:
            names = [self._outcome_name(outcome) for outcome in self.outcomes]
        else:
            names = [self.game.module.action_name(action) for action in self.actions]
        return IllegalAction(message, hint=f"legal: {listing(names)}", action=given, legal=names, reason=reason)

    def _action(self, action: int) -> Action:
        module = self.game.module
        name = module.action_name(action)
        return Action(action, name, action_text(module, self.states[0], action), module.action_facets(action))

    def _outcome_name(self, outcome: int) -> str:
        name: str = self.game.module.outcome_name(self.states[0], outcome)
        return name
