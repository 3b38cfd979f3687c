"""Records: a game as the list of its decisions and chance outcomes.

A game is a pure function of its options and that list, so the record is the save format, the bug report and the test
fixture. On disk it is one JSON object; everything read from disk is checked before it is believed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import (
    BadAgent,
    BadOption,
    BadPlayers,
    BadRecord,
    BadSetup,
    IllegalAction,
    RulesMismatch,
    SaveFailed,
    UnknownGame,
    UnknownPreset,
    listing,
)
from .contract import CHANCE, older_options, replays
from .dice import KeyedDice
from .record_file import FIRST, KIND, SCHEMA, parsed
from .validation import whole_number

if TYPE_CHECKING:
    from .game import Game
    from .position import Position


__all__ = ["Record", "Result", "Verified"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended: the ending's name, and each seat's share of the win and score."""

    ending: str
    utility: tuple[float, ...]
    score: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """What :meth:`Record.verify` has checked: steps, how many of them were decisions and outcomes, and the dice.

    ``dice`` is True when every outcome is the one that the record's seed or secret dice give, and False when the record
    has neither to check them by.
    """

    steps: int
    decisions: int
    outcomes: int
    dice: bool
    final_hash: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be replayed: what was played, by whom, every step in order, and the hash it must end with.

    ``actions`` holds decisions and outcomes as ids, in the order they happened. ``start`` is a set-up, or None for
    the game's own beginning. ``seed`` or ``dice``, never both, say what all outcomes were drawn from; both are None
    where that is not known. ``result`` is None while the game is unfinished. ``options`` are all of the game's options
    and alone say what was played by. ``preset`` names the preset that they were chosen from, and ``overrides`` has
    those that differ from it (None in records of the first file format). ``agents`` only names who played.

    >>> import magnate
    >>> game = magnate.load("tictactoe")
    >>> record = game.play("random", seed=7)
    >>> record.verify().decisions == len(record.actions)
    True
    >>> Record.from_json(record.to_json()) == record
    True
    """

    game: str
    rules_version: int
    options: Mapping[str, Any]
    players: int
    actions: tuple[int, ...]
    final_hash: str
    preset: str | None = None
    overrides: Mapping[str, Any] | None = None
    agents: tuple[str, ...] | None = None
    seed: int | None = None
    start: Mapping[str, Any] | None = None
    result: Result | None = field(default=None)
    dice: KeyedDice | None = None

    @classmethod
    def of(cls, position: Position, agents: Iterable[str] | None = None) -> Record:
        """The record of a position's game so far; see :meth:`.position.Position.record`."""
        game = position.game
        names = None if agents is None else tuple(agents)
        if names is not None and (isinstance(agents, str) or len(names) != game.players):
            raise BadAgent(
                f"{agents!r} are not the names of {game.players} players", hint="give one name a seat, or none"
            )
        return cls.made(
            game,
            position.history,
            position.hash,
            rules_version=position.rules_version,
            agents=names,
            seed=position.seed,
            start=position.start,
            result=position.result(),
            dice=position.dice,
        )

    @classmethod
    def made(
        cls,
        game: Game,
        steps: Iterable[int],
        final_hash: str,
        *,
        rules_version: int | None = None,
        agents: tuple[str, ...] | None,
        seed: int | None,
        start: Mapping[str, Any] | None,
        result: Result | None,
        dice: KeyedDice | None = None,
    ) -> Record:
        """The record of a game that was played by today's rules (or by ``rules_version``), from its parts."""
        return cls(
            game=game.name,
            rules_version=game.info.rules_version if rules_version is None else rules_version,
            options=game.options.model_dump(mode="json"),
            players=game.players,
            actions=tuple(steps),
            final_hash=final_hash,
            preset=game.preset,
            overrides=game.overrides,
            agents=agents,
            seed=seed,
            start=start,
            result=result,
            dice=dice,
        )

    def to_json(self) -> str:
        """The record as one JSON object (keys in a fixed order, one line each, the steps on one line)."""
        whole = {"kind": KIND, "schema": SCHEMA, **asdict(self)}
        whole["dice"] = None if self.dice is None else self.dice.to_json()
        if self.overrides is None and self.dice is None:
            del whole["overrides"], whole["dice"]
            whole["schema"] = FIRST
        lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in whole.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record in a JSON text; raises :class:`~magnate.errors.BadRecord` saying what is wrong with it."""
        file = parsed(text)
        ended = file.result
        return cls(
            game=file.game,
            rules_version=file.rules_version,
            options=file.options,
            players=file.players,
            actions=tuple(file.actions),
            final_hash=file.final_hash,
            preset=file.preset,
            overrides=file.overrides,
            agents=None if file.agents is None else tuple(file.agents),
            seed=file.seed,
            start=file.start,
            result=None if ended is None else Result(ended.ending, tuple(ended.utility), tuple(ended.score)),
            dice=None if file.dice is None else KeyedDice(file.dice.key, file.dice.commitment),
        )

    def save(self, path: str | Path) -> Path:
        """Write the record to a file and return its path; an existing file is replaced only when all is written.

        Raises :class:`~magnate.errors.SaveFailed` where it cannot be written.

        >>> import magnate, tempfile
        >>> record = magnate.load("tictactoe").play("random", seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     record.save(f"{folder}/game.json").name
        'game.json'
        """
        try:
            target = Path(path)
            part = target.with_name(target.name + ".part")
        except (TypeError, ValueError):
            raise SaveFailed(f"cannot write {path!r}: it names no file", hint="give the path of a file") from None
        try:
            part.write_text(self.to_json(), encoding="utf-8")
            part.replace(target)
        except (OSError, ValueError) as error:  # the latter: a name that no file can have
            with suppress(OSError, ValueError):
                part.unlink(missing_ok=True)
            reason = getattr(error, "strerror", None) or error
            raise SaveFailed(
                f"cannot write {target}: {reason}", hint="give a file in a folder that exists and may be written to"
            ) from error
        return target

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file.

        Raises :class:`~magnate.errors.BadRecord` for a file that is missing, unreadable or no record.

        >>> import magnate, tempfile
        >>> record = magnate.load("tictactoe").play("random", seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Record.load(record.save(f"{folder}/game.json")) == record
        True
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, TypeError, ValueError) as error:
            reason = "it is not text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", error)
            raise BadRecord(f"cannot read {path}: {reason}", hint="give the path of a record file") from None
        try:
            return cls.from_json(text)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error.message}", hint=error.hint) from None

    @property
    def chance(self) -> int | KeyedDice | None:
        """What all outcomes were drawn from: secret dice, a seed, or None where that is not known."""
        return self.seed if self.dice is None else self.dice

    def to_game(self) -> Game:
        """The game it was played with.

        Raises :class:`~magnate.errors.RulesMismatch` for a version of the rules that does not replay here (see
        :mod:`~magnate.core.contract`), or :class:`~magnate.errors.BadRecord` for a game, a number of players or
        options that there are not.
        """
        from ..games import game_module
        from .game import load_with

        try:
            older = older_options(game_module(self.game), self.rules_version)
            game = load_with(self.game, self.preset, self.players, {**older, **self.options})
        except UnknownGame as error:
            raise BadRecord(f"the record's game is unknown: {error.message}", hint=error.hint) from None
        except BadPlayers as error:
            raise BadRecord(f"the record's number of players is impossible: {error.message}", hint=error.hint) from None
        except (BadOption, UnknownPreset) as error:
            raise BadRecord(f"the record's options are impossible: {error.message}", hint=error.hint) from None
        if self.rules_version not in (game.info.rules_version, *replays(game.module)):
            raise RulesMismatch(
                f"the record was made by version {self.rules_version} of the rules of {self.game}",
                hint=f"version {game.info.rules_version} is installed; replay it with the magnate that made it",
            )
        return game

    def positions(self) -> Iterator[Position]:
        """The position at the start and after every decision and outcome, each a copy of its own.

        Raises :class:`~magnate.errors.BadRecord` at a step that the rules do not allow. The end is not checked here:
        :meth:`check_end` does that.
        """
        position = self._start()
        yield position.copy()
        for number, step in enumerate(self.actions, 1):
            self._apply(position, number, step)
            yield position.copy()

    def replay(self, steps: int | None = None) -> Position:
        """The position after the first ``steps`` decisions and outcomes (default: all; hash and result must match).

        The position goes on as the recorded game would have: with the record's seed or dice, it draws the same.
        Raises :class:`~magnate.errors.BadRecord` at a step that the rules do not allow, for another final hash, or for
        another result, and :class:`~magnate.errors.BadValue` for a number of steps that the record does not have.

        >>> import magnate
        >>> record = magnate.load("tictactoe").play("random", seed=7)
        >>> record.replay().is_over, record.replay(2).steps
        (True, 2)
        """
        last = len(self.actions) if steps is None else whole_number("steps", steps, 0, len(self.actions))
        position = self._start()
        for number, step in enumerate(self.actions[:last], 1):
            self._apply(position, number, step)
        if position.steps == len(self.actions):
            self.check_end(position)
        if self.chance is not None:
            position.continue_with(self.chance)
        return position

    def check_end(self, final: Position) -> None:
        """Compare the hash and the result that the record says with those of the position after its last step.

        Raises :class:`~magnate.errors.BadRecord` where they are others.
        """
        if final.hash != self.final_hash:
            raise BadRecord(
                f"the record ends with the hash {final.hash[:12]}…, not {self.final_hash[:12]}… as it says",
                hint="a step, an option or the set-up has been changed, or the rules without their version",
            )
        if final.result() != self.result:
            raise BadRecord(
                f"the record says that {_told(self.result)}, but {_told(final.result())}",
                hint="the result has been changed",
            )

    def verify(self) -> Verified:
        """Replay everything and check every claim: the preset, legality, invariants, the dice, the hash, the result.

        The preset and its overrides must give the record's options, if the record has overrides. The names of the
        agents are labels that nothing can confirm.

        Raises :class:`~magnate.errors.BadRecord` (or :class:`~magnate.errors.RulesMismatch`) at the first that fails.
        """
        if self.dice is not None and not self.dice.is_kept:
            raise BadRecord(
                f"the key of the dice is not the promised one: its SHA-256 is not {self.dice.commitment[:12]}…",
                hint="the key has been changed, or the commitment",
            )
        position, chance = self._start(), self.chance
        self._check_preset(position.game)
        outcomes = 0
        for number, step in enumerate(self.actions, 1):
            if position.to_move == CHANCE:
                outcomes += 1
                expected = step if chance is None else position.drawn(chance)
                if expected != step:
                    source = "the key of the dice" if self.dice is not None else f"seed {self.seed}"
                    raise BadRecord(
                        f"step {number} is the outcome {step}, but {source} gives {expected}",
                        hint="the outcomes have been changed, or what they were drawn from",
                    )
            self._apply(position, number, step)
            broken = position.check()
            if broken:
                raise BadRecord(f"after step {number} the game's invariant {broken} does not hold", hint="report this")
        self.check_end(position)
        steps = len(self.actions)
        return Verified(steps, steps - outcomes, outcomes, chance is not None, self.final_hash)

    def _check_preset(self, game: Game) -> None:
        if self.overrides is None or self.rules_version != game.info.rules_version:
            return  # older rules may have had other presets
        from .game import load_with

        try:
            said = load_with(self.game, self.preset, self.players, self.overrides).options.model_dump(mode="json")
        except BadOption as error:
            raise BadRecord(f"the record's overrides are impossible: {error.message}", hint=error.hint) from None
        options = game.options.model_dump(mode="json")
        wrong = [
            f"{name} {json.dumps(said[name])} instead of {json.dumps(value)}"
            for name, value in options.items()
            if said[name] != value
        ]
        if wrong:
            raise BadRecord(
                f'the preset "{game.preset}" with the record\'s overrides gives {listing(wrong, 4)}',
                hint="the preset, the overrides or an option has been changed",
            )

    def _start(self) -> Position:
        game = self.to_game()
        if self.start is None:
            return game.new()
        try:
            return game.setup(self.start)
        except BadSetup as error:
            raise BadRecord(f"the record's start is impossible: {error.message}", hint=error.hint) from None

    def _apply(self, position: Position, number: int, step: int) -> None:
        try:
            position.redo(step, self.rules_version)
        except IllegalAction as error:
            raise BadRecord(f"step {number} of {len(self.actions)}: {error.message}", hint=error.hint) from None
        if self.start is not None and position.check():  # the game's own beginning needs no such care
            raise BadRecord(
                f"after step {number} the game's invariant {position.check()} does not hold",
                hint="the record's start is no position that the rules can bring about",
            )


def _told(result: Result | None) -> str:
    """A result as the end of a sentence."""
    if result is None:
        return "the game is not over"
    shares = ", ".join(repr(share).removesuffix(".0") for share in result.utility)
    scores = ", ".join(repr(score).removesuffix(".0") for score in result.score)
    return f'the game ends by "{result.ending}" with shares {shares} and scores {scores}'
