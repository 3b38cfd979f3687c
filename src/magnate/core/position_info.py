"""What may be done in a state, and what an id, a name or an object given for it means.

What a position is asked most (who is to move, what is possible) is found by the same compiled call that makes the
step (:func:`.position_kernel.move`). All else is found when it is first asked for: names and sentences, key, scores.
"""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import IllegalAction, listing
from ..runtime.layout import copied
from .contract import CHANCE, OVER, Action, Outcome
from .game_module import action_text, reason_text

if TYPE_CHECKING:
    from .base_game import BaseGame

_empty: Final = object.__new__
_set_id: Final = Action.__dict__["id"].__set__
_set_source: Final = Action._source.__set__
_probability: Final = lru_cache(maxsize=4096)(Fraction)


class StateFacts:
    """What the rules say about a state beyond what is possible: the answer of one compiled call.

    ``weights`` are those of the outcomes; ``channel`` says whose stream chance draws from and for what (-1: no chance
    is pending). ``seen_by`` is a mask of seats, ``ending`` an index of the game's endings.
    """

    __slots__ = ("channel", "ending", "key", "score", "seen_by", "settled", "utility", "weights")

    def __init__(self, game: BaseGame, states: np.ndarray) -> None:
        try:
            room = game.fact_rooms.pop()
        except IndexError:  # one for each thread that is here at the moment
            room = _fact_room(game)
        facts, _, _, weights, utility, score = room
        score.fill(0.0)  # a game may leave out seats that have none
        game.entry("position_kernel", "inspect")(states, *room)
        _, _, possible, self.channel, self.settled, self.seen_by, self.ending, self.key = facts.tolist()
        self.weights: list[int] = weights[:possible].tolist() if possible else []
        self.utility: list[float] = utility.tolist()
        self.score: list[float] = score.tolist()
        game.fact_rooms.append(room)


def _fact_room(game: BaseGame) -> tuple[np.ndarray, ...]:
    """What :func:`.position_kernel.inspect` fills."""
    actions, most = np.zeros(game.info.max_legal, np.int64), max(1, game.info.max_outcomes)
    return np.zeros(8, np.int64), actions, *np.zeros((2, most), np.int64), *np.zeros((2, game.players))


class PositionInfo:
    """A state as it was, and what is possible in it.

    ``to_move`` is the seat to decide, CHANCE or OVER; ``possible`` has the ids of what is legal, or of what chance may
    do. ``kept`` are the state's bytes: the position goes on, and a copy of it may keep this look. (A state that holds a
    Python object is kept as an array.)
    """

    __slots__ = ("_facts", "_states", "game", "kept", "possible", "to_move")

    def __init__(self, game: BaseGame, kept: Any, to_move: int, possible: list[int]) -> None:
        self.game = game
        self.kept = kept
        self.to_move = to_move
        self.possible = possible
        self._states: np.ndarray | None = None
        self._facts: StateFacts | None = None

    @property
    def states(self) -> np.ndarray:
        """The state, as an array of length 1."""
        found = self._states
        if found is None:
            kept = self.kept
            whole = isinstance(kept, bytes)
            self._states = found = np.ndarray(1, self.game.rules.STATE, bytearray(kept)) if whole else copied(kept)
        return found

    @property
    def facts(self) -> StateFacts:
        """What else the rules say about the state."""
        found = self._facts
        if found is None:
            self._facts = found = StateFacts(self.game, self.states)
        return found

    @property
    def actions(self) -> list[int]:
        """The ids of the legal actions."""
        return self.possible if self.to_move >= 0 else []

    @property
    def outcomes(self) -> list[int]:
        """The ids of what chance may do."""
        return self.possible if self.to_move == CHANCE else []

    def legal(self) -> list[Action]:
        """The legal actions, whose names, sentences and facets are made when they are read."""
        if self.to_move < 0:
            return []
        found = []
        for action in self.possible:
            one = _empty(Action)
            _set_id(one, action)
            _set_source(one, self)
            found.append(one)
        return found

    def chances(self) -> list[Outcome]:
        """What chance may do, and how likely it is."""
        weights = self.facts.weights
        total = sum(weights)
        return [
            Outcome(outcome, self._outcome_name(outcome), _probability(weight, total), weight)
            for outcome, weight in zip(self.outcomes, weights, strict=True)
        ]

    def read(self, choice: Action, field: str) -> Any:
        """A field of one of these actions: its ``name``, ``text`` or ``facets``."""
        if field == "name":
            return self._action_name(choice.id)
        if field == "text":
            return action_text(self.game.declared, self.states[0], choice.id)
        return self.game.declared.action_facets(choice.id)

    def name_of(self, step: int) -> str:
        """The name of one of these actions or outcomes."""
        return self._outcome_name(step) if self.to_move == CHANCE else self._action_name(step)

    def label_of(self, step: int) -> int | str:
        """The name by which a record has a step, or its id where no name leads back to it."""
        if step in self.possible or (self.to_move >= 0 and 0 <= step < self.game.info.max_actions):
            with suppress(IllegalAction):
                name = self.name_of(step)
                if name and self.meant(name) == step:
                    return name
        return step

    def id_of(self, given: Any) -> int:
        """The id of a legal action, or of a possible outcome, given as id, name or object.

        Raises :class:`~magnate.errors.IllegalAction` naming what is legal and why this is not.
        """
        if given.__class__ is Action and getattr(given, "_source", None) is self:
            mine: int = given.id  # `legal` has made it
            return mine
        if self.to_move == OVER:
            raise IllegalAction("the game is over", action=given, reason="the game is over")
        if given.__class__ is int:
            chosen = given
        elif given.__class__ is str and self.to_move >= 0 and given in self.game.action_ids:
            chosen = self.game.action_ids[given]
        else:
            chosen = self.meant(given)
        if chosen not in self.possible:
            raise self._refusal(given, chosen)
        found: int = chosen
        return found

    def meant(self, given: Any) -> int:
        """The id that is meant, legal or not; raises :class:`~magnate.errors.IllegalAction` where nothing is."""
        at_chance, game = self.to_move == CHANCE, self.game
        if isinstance(given, str):
            try:
                return int(game.declared.parse_outcome(self.states[0], given)) if at_chance else game.action_of(given)
            except (ValueError, KeyError):
                raise self._unknown(given, f'"{given}"') from None
        if isinstance(given, Outcome if at_chance else Action):
            if not self._is_ours(given):
                raise self._unknown(given, f'"{given}"')
            given = given.id
        if isinstance(given, int | np.integer) and not isinstance(given, bool):
            return int(given)
        raise self._unknown(given, repr(given))

    def _is_ours(self, given: Action | Outcome) -> bool:
        """Whether a legal id comes with the name that it has here: those of another game have the same ids."""
        if given.id not in self.possible or getattr(given, "_source", None) is self:
            return True
        return given.name == self.name_of(given.id)

    def _unknown(self, given: object, shown: str) -> IllegalAction:
        """The error about something that means nothing here."""
        return self._illegal(given, f"{shown} is no {'outcome' if self.to_move == CHANCE else 'action'} here")

    def _refusal(self, given: object, chosen: int) -> IllegalAction:
        """The error about an id that may not be chosen, with the reason."""
        if self.to_move == CHANCE:
            return self._illegal(given, f"the outcome {given!r} cannot happen here")
        game, declared = self.game, self.game.declared
        if not 0 <= chosen < game.info.max_actions:
            return self._illegal(given, f"{chosen} is no action; ids are 0 to {game.info.max_actions - 1}")
        code = int(game.entry("position_kernel", "why")(self.states, chosen))
        reason = reason_text(declared, self.states[0], code, chosen)
        return self._illegal(given, f'"{declared.action_name(chosen)}" is not legal here: {reason}', reason)

    def _illegal(self, given: object, message: str, reason: str = "") -> IllegalAction:
        if self.to_move == CHANCE:
            names = [self._outcome_name(outcome) for outcome in self.possible]
        else:
            names = [self.game.declared.action_name(action) for action in self.possible]
        close = get_close_matches(given, names, n=1) if isinstance(given, str) and not reason else []
        hint = f'did you mean "{close[0]}"? Legal: {listing(names)}' if close else f"legal: {listing(names)}"
        return IllegalAction(message, hint=hint, action=given, legal=names, reason=reason)

    def _action_name(self, action: int) -> str:
        name: str = self.game.declared.action_name(action)
        return name

    def _outcome_name(self, outcome: int) -> str:
        name: str = self.game.declared.outcome_name(self.states[0], outcome)
        return name
