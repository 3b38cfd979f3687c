"""Our games as OpenSpiel games: importing this module registers each as ``python_magnate_<name>``.

>>> import pyspiel
>>> game = pyspiel.load_game("python_magnate_pig(players=3,target=20)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.is_chance_node(), len(state.chance_outcomes()), game.num_players()
(True, 6, 3)

Parameters are ``players``, ``preset``, ``max_decisions``, ``zero_sum`` and all options that are a number, a word or a
yes or no. OpenSpiel does not tell which ones were given, so an option counts as chosen if it differs from the default
preset's. It takes texts like "2008" for numbers, so these are left to presets. Chance is explicit, its outcomes
numbered in the rules' order.

Returns are the shares of the win. With ``zero_sum=true`` everybody stakes 1, and the shares are of all that was staked:
the returns are 1 and -1 for two players, 0 for a draw. (Some of OpenSpiel's algorithms, such as alpha-beta, take only
zero-sum games.) OpenSpiel wants every game to end. So a game that has had ``max_decisions`` decisions, of all seats
together (0: the game's own bound), ends with equal shares.

A player's observation is what the game shows its seat: ``features`` as the tensor, ``view`` as the text. Its
information state is the text of all steps so far, with a question mark for each that it did not see.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ..core.contract import CHANCE, rules_of
from ..core.game import Game, Position, load_with
from ..core.game_module import check_game
from ..core.registry import game_module, game_names
from ..errors import RulesMismatch
from .tables import checked_limit, missing, observation

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error) from None

PREFIX: Final = "python_magnate_"
_GENERAL: Final = ("players", "preset", "max_decisions", "zero_sum")
_TYPES: Final = pyspiel.GameType


class _Course:
    """The course of a game: its position, and for each step who took it and which seats saw it.

    It can be copied and pickled with the state that owns it, as OpenSpiel does with Python states.
    """

    def __init__(self, position: Position, steps: list[tuple[int, int, int]], decisions: int) -> None:
        self.position = position
        self.steps = steps
        self.decisions = decisions

    def __deepcopy__(self, memo: dict[int, Any]) -> _Course:
        return _Course(self.position.copy(), self.steps.copy(), self.decisions)

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.position.game
        named = (game.name, game.preset, game.players, game.options.model_dump())
        return _restored, (named, self.position.states().tobytes(), self.steps, self.decisions, _layout(game))

    def take(self, step: int) -> None:
        """Take a decision or the outcome of that id."""
        mover, seen = self.position.to_move, sum(1 << seat for seat in self.position.seen_by)
        self.position.apply(step)
        self.steps.append((mover, step, seen))
        self.decisions += mover != CHANCE

    def known_to(self, seat: int) -> str:
        """The steps as the seat knows them."""
        parts = (
            f"{'chance' if mover == CHANCE else mover}:{step if seen >> seat & 1 else '?'}"
            for mover, step, seen in self.steps
        )
        return " ".join((f"player {seat}", *parts))


def _layout(game: Game) -> str:
    """A digest of the fields of the game's states."""
    return hashlib.blake2b(repr(game.rules.STATE.descr).encode(), digest_size=8).hexdigest()


def _restored(
    named: tuple[str, str, int, dict[str, Any]],
    raw: bytes,
    steps: list[tuple[int, int, int]],
    decisions: int,
    layout: str = "",
) -> _Course:
    """A course from what :meth:`_Course.__reduce__` wrote down.

    Raises :class:`~magnate.errors.RulesMismatch` for a state of a version whose states have another layout.
    """
    name, preset, players, options = named
    game = load_with(name, preset, players, options)
    if layout != _layout(game):
        raise RulesMismatch(
            f"the pickled state of {name} is of another version of magnate",
            hint="play its history again",
        )
    return _Course(Position(game, np.frombuffer(bytearray(raw), game.rules.STATE)), steps, decisions)


class MagnateState(pyspiel.State):
    """A state of one of our games, as OpenSpiel asks for it; ``position`` is ours."""

    def __init__(self, game: MagnateGame) -> None:
        super().__init__(game)
        self._course = _Course(game.magnate.new(), [], 0)
        self._limit = game.limit
        self._zero_sum = game.zero_sum

    @property
    def position(self) -> Position:
        """The position, with everything in it."""
        return self._course.position

    def current_player(self) -> int:
        """Who decides, or OpenSpiel's number for chance or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        mover = self.position.to_move
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's signature
        return self.position.legal_ids()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes by their places in the rules' list, with their probabilities."""
        return [(i, float(outcome.probability)) for i, outcome in enumerate(self.position.outcomes())]

    def _apply_action(self, action: int) -> None:
        at_chance = self.position.to_move == CHANCE
        self._course.take(self.position.outcomes()[action].id if at_chance else int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.outcomes()[action].name
        return str(self.position.game.declared.action_name(action))

    def is_terminal(self) -> bool:
        """Whether the game is over, or has had all the decisions that it may have."""
        return self.position.is_over or self._course.decisions >= self._limit

    def returns(self) -> list[float]:
        """The shares of the win, or with ``zero_sum`` what they are beyond the stakes; 0 for all before the end."""
        game = self.position.game
        if not self.is_terminal():
            return [0.0] * game.players
        equal = game.info.utility_sum / game.players
        shares: Sequence[float] = self.position.utility() if self.position.is_over else [equal] * game.players
        return [share / equal - 1.0 for share in shares] if self._zero_sum else list(shares)

    def hides_state_from_agents(self) -> bool:
        """Kaggle's arena asks whether players must not be sent the whole state."""
        return self.position.game.info.hidden

    def known_to(self, player: int) -> str:
        """All steps so far, as far as the player has seen them."""
        return self._course.known_to(player)

    def __str__(self) -> str:
        if self.position.game.info.hidden:
            return json.dumps(self.position.to_setup())
        return str(self.position)


class MagnateGame(pyspiel.Game):
    """One of our games; ``magnate`` is our own object. A subclass for each game names it."""

    name: str
    kind: Any
    zero_sum_kind: Any
    defaults: dict[str, Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.defaults, **(params or {})}
        options = {key: value for key, value in given.items() if key not in _GENERAL and value != self.defaults[key]}
        self.magnate: Game = load_with(self.name, given["preset"], given["players"], options)
        info = self.magnate.info
        self.limit: int = checked_limit(given["max_decisions"] or None) or info.max_decisions
        self.zero_sum = bool(given["zero_sum"])
        has_chance = self.kind.chance_mode != _TYPES.ChanceMode.DETERMINISTIC
        constants = pyspiel.GameInfo(
            num_distinct_actions=info.max_actions,
            max_chance_outcomes=info.max_outcomes if has_chance else 0,
            num_players=self.magnate.players,
            min_utility=-1.0 if self.zero_sum else 0.0,
            max_utility=self.magnate.players - 1.0 if self.zero_sum else info.utility_sum,
            utility_sum=0.0 if self.zero_sum else info.utility_sum,
            max_game_length=self.limit,
        )
        super().__init__(self.zero_sum_kind if self.zero_sum else self.kind, constants, params or {})

    def new_initial_state(self) -> MagnateState:
        """The state at the start of a game."""
        return MagnateState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> _Observer:
        """What turns states into observations or, with perfect recall, into information states."""
        if params:
            raise ValueError(f"there are no parameters for observations, so {sorted(params)} mean nothing")
        return _Observer(self.magnate, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)


class _Observer:
    """OpenSpiel's observer: ``tensor`` and its named parts in ``dict`` are those of the state set last."""

    def __init__(self, game: Game, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: np.ndarray | None = None if recalls else np.zeros(game.info.features, np.float32)
        self.dict = {} if self.tensor is None else {"features": self.tensor}

    def set_from(self, state: MagnateState, player: int) -> None:
        """Write what the player observes."""
        if self.tensor is not None:
            self.tensor[:] = observation(state.position, player)

    def string_from(self, state: MagnateState, player: int) -> str:
        """What the player observes, or has seen so far, as text."""
        return state.known_to(player) if self._recalls else json.dumps(state.position.view(player))


def _is_parameter(value: Any) -> bool:
    """Whether OpenSpiel can take an option with this default as a parameter, and read it back as it was written."""
    return isinstance(value, bool | int | float) or (isinstance(value, str) and value.isidentifier())


def register(name: str) -> str:
    """Make one of our games known to OpenSpiel; returns the name it has there."""
    module = game_module(name)
    info = check_game(module)
    options = info.options.model_validate(info.presets[info.default_preset]).model_dump()
    simple = {key: value for key, value in options.items() if _is_parameter(value)}
    defaults = {**simple, "players": info.default_players, "preset": info.default_preset, "max_decisions": 0}
    defaults["zero_sum"] = False
    has_chance = hasattr(rules_of(module), "chance")
    described = {
        "short_name": PREFIX + name,
        "long_name": info.title,
        "dynamics": _TYPES.Dynamics.SEQUENTIAL,
        "chance_mode": _TYPES.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else _TYPES.ChanceMode.DETERMINISTIC,
        "information": (
            _TYPES.Information.IMPERFECT_INFORMATION if info.hidden else _TYPES.Information.PERFECT_INFORMATION
        ),
        "reward_model": _TYPES.RewardModel.TERMINAL,
        "max_num_players": info.max_players,
        "min_num_players": info.min_players,
        "provides_information_state_string": True,
        "provides_information_state_tensor": False,
        "provides_observation_string": True,
        "provides_observation_tensor": True,
        "parameter_specification": defaults,
    }
    kind = _TYPES(utility=_TYPES.Utility.CONSTANT_SUM, **described)
    zero_sum = _TYPES(utility=_TYPES.Utility.ZERO_SUM, **described)
    parts = {"name": name, "kind": kind, "zero_sum_kind": zero_sum, "defaults": defaults}
    pyspiel.register_game(kind, type(f"Magnate_{name}", (MagnateGame,), parts))
    return PREFIX + name


for _name in game_names():
    register(_name)
