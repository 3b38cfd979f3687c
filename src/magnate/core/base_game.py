"""A game with its options chosen, as positions and drivers see it: its rules, and compiled entries on demand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property, partial
from types import ModuleType
from typing import Any, Final, Self

import numpy as np

from ..errors import BrokenGame, MagnateError, did_you_mean
from ..runtime.compiler import Progress
from ..runtime.layout import copied
from .contract import GameInfo, rules_of
from .game_module import GameModule
from .interpreted_entries import at_hand, interpreted_entry
from .loader import kernel
from .progress import TerminalProgress, build_with_progress
from .registry import guide_of
from .run import room_for_actions

LEAST_ROOM: Final = 32
"""The chance that follows a decision is drawn in one compiled call if it has fewer outcomes than this."""

_ACTION_IDS: Final[dict[tuple[Callable[..., int], Callable[..., str]], dict[str, int]]] = {}
"""The ids of names, by the two functions that know them: games with other options have the same."""


class BaseGame(ABC):
    """What positions, drivers and agents ask of a game; :class:`~magnate.core.game.Game` is the one to use."""

    def __init__(
        self,
        module: ModuleType,
        declared: GameModule,
        preset: str,
        options: Any,
        players: int,
        progress: Progress | None,
    ) -> None:
        self.module = module
        self.rules = rules_of(module)
        self.declared = declared
        self.info: GameInfo = declared
        self.preset = preset
        self.options = options
        self.players = players
        self.progress: Progress = TerminalProgress() if progress is None else progress
        self._interprets = False
        self._entries: dict[str, Callable[..., Any]] = {}

    @property
    def name(self) -> str:
        """The name it is loaded by."""
        return self.info.name

    @cached_property
    def overrides(self) -> dict[str, Any]:
        """The options that are not as in the preset, by their names, as JSON has them.

        >>> import magnate
        >>> magnate.load("pig", preset="short", sides=8).overrides
        {'sides': 8}
        """
        usual = self.declared.options.model_validate(self.declared.presets[self.preset]).model_dump(mode="json")
        chosen = self.options.model_dump(mode="json")
        return {name: value for name, value in chosen.items() if value != usual[name]}

    @abstractmethod
    def position(self, states: np.ndarray) -> Any:
        """The :class:`~magnate.core.game.Position` of a state (an array of length 1), which is copied."""

    def board_text(self, state: Any) -> str:
        """The board of a state as text, with the names of the chosen skin (see :mod:`magnate.skins`)."""
        from ..skins import shown  # not needed by what `import magnate` brings

        return shown(str(self.declared.board_text(state)))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Itself: a game never changes."""
        return self

    def start_states(self, count: int) -> np.ndarray:
        """That many states at the start of a game, as one array: what the drivers work on."""
        return np.repeat(self._fresh, count)

    def entry(self, kernel_name: str, name: str) -> Callable[..., Any]:
        """A compiled entry of one of the engine's kernels, built on first use (with progress)."""
        found = self._entries.get(name)
        return self._build([(kernel_name, name)])[name] if found is None else found

    def interpret(self, allowed: bool = True) -> None:
        """Let entries be interpreted as long as they are not compiled, instead of compiling them when they are needed.

        One game begins at once, but many would take for ever. Say it again after something was compiled: then that is
        used. Rules of other packages are compiled, which tells their authors' mistakes.
        """
        self._interprets = allowed and self.interpretable
        if self.interpreted:
            self._entries = {name: one for name, one in list(self._entries.items()) if not isinstance(one, partial)}
            for name in ("move", "check"):
                self.__dict__.pop(name, None)

    @property
    def interpretable(self) -> bool:
        """Whether the rules are magnate's own."""
        return self.rules.__name__.partition(".")[0] == __name__.partition(".")[0]

    @property
    def interpreted(self) -> bool:
        """Whether any entry that was needed so far is interpreted."""
        return any(isinstance(one, partial) for one in list(self._entries.values()))  # other threads may add some

    @cached_property
    def move(self) -> Callable[..., int]:
        """The compiled entry by which positions are played on (see :func:`.position_kernel.move`)."""
        return self.entry("position_kernel", "move")

    @cached_property
    def check(self) -> Callable[..., int]:
        """The compiled entry that checks invariants (see :func:`.position_kernel.check`)."""
        return self.entry("position_kernel", "check")

    def action_of(self, name: str) -> int:
        """The id of an action's name, legal or not; raises ``ValueError`` or ``KeyError`` where it is none."""
        action = self.action_ids.get(name)
        if action is None:
            action = int(self.declared.parse_action(name))
            if self.declared.action_name(action) == name:  # other spellings have no end
                self.action_ids[name] = action
        return action

    @cached_property
    def action_ids(self) -> dict[str, int]:
        """The ids of the names that :meth:`action_of` was asked for, by this game with any options."""
        return _ACTION_IDS.setdefault((self.declared.parse_action, self.declared.action_name), {})

    @cached_property
    def rooms(self) -> list[tuple[np.ndarray, memoryview]]:
        """Rooms for :attr:`move` that nobody uses just now; take one by ``pop``, and give it back by ``append``."""
        return []

    @cached_property
    def fact_rooms(self) -> list[tuple[np.ndarray, ...]]:
        """Rooms of the same kind, for what is asked about a position (:class:`.position_info.StateFacts`)."""
        return []

    def new_room(self) -> tuple[np.ndarray, memoryview]:
        """A room for :attr:`move`, and the numbers that it writes there."""
        longest = max(room_for_actions(self.info), self.info.max_outcomes, LEAST_ROOM)
        room = np.zeros((3, 2 * longest), np.int64)
        return room, memoryview(room[0])

    @cached_property
    def most_listed(self) -> tuple[int, int]:
        """The longest list that :attr:`move` may give: of outcomes, and of actions."""
        return self.info.max_outcomes, self.info.max_legal

    @cached_property
    def always_fits(self) -> int:
        """So many numbers of :attr:`move`, with the two before a list, hold no list that is too long."""
        return 2 + min(self.most_listed)

    def lists_too_many(self, found: int, to_move: int) -> BrokenGame:
        """The error of a game that lists more actions or outcomes than its ``GAME`` says."""
        name = "max_legal" if to_move >= 0 else "max_outcomes"
        return BrokenGame(
            f"{self.name} lists {found} {'actions' if to_move >= 0 else 'outcomes'} at a position, "
            f"but its GAME says {name}={getattr(self.info, name)}",
            hint=f"give GAME a larger {name}: compiled rules write beyond their room otherwise",
        )

    def has_no_end(self, drawn: int) -> BrokenGame:
        """The error of a game in which chance has come so often since the last decision."""
        return BrokenGame(
            f"{self.name}: chance has come {drawn:,} times, and nobody may decide",
            hint="the author of the game has to end it, or to let somebody decide",
        )

    def _prepare(self) -> None:
        """Build what every position needs in one go, so that the progress is one."""
        self._build([("drivers", "new_games"), *(("position_kernel", name) for name in ("move", "inspect", "check"))])

    def _build(self, wanted: list[tuple[str, str]]) -> dict[str, Callable[..., Any]]:
        """Compile these (kernel, entry) pairs, or load them from the cache, or take the interpreted ones."""
        found: dict[str, Callable[..., Any]] = {}
        for kernel_name, name in wanted:
            guide = self.guide if kernel_name == "drivers" and name != "new_games" else None
            one = getattr(kernel(kernel_name, self.rules, guide), name)
            taken = not self._interprets or at_hand(one)
            found[name] = one if taken else interpreted_entry(self.rules, guide, kernel_name, name)
        build_with_progress([one for one in found.values() if not isinstance(one, partial)], self.progress)
        self._entries.update(found)
        return found

    @cached_property
    def unset(self) -> np.ndarray:
        """A state array of length 1 with the options written and nothing else."""
        states = np.zeros(1, self.rules.STATE)
        self.declared.write_options(self.options, self.players, states[0])
        return states

    @cached_property
    def _fresh(self) -> np.ndarray:
        states = copied(self.unset)
        self.entry("drivers", "new_games")(states)
        return states

    @cached_property
    def guide(self) -> ModuleType | None:
        """The module of the game's compiled policies."""
        return guide_of(self.name)

    def parse(self, name: str) -> int:
        """The id of an action's name.

        Raises :class:`~magnate.errors.MagnateError` when the game has no such action.

        >>> import magnate
        >>> magnate.load("tictactoe").parse("b2")
        4
        """
        try:
            return int(self.declared.parse_action(name))
        except (ValueError, KeyError):
            names = [self.declared.action_name(action) for action in range(self.info.max_actions)]
            raise MagnateError(f'{self.name} has no action "{name}"', hint=did_you_mean(name, names)) from None
