"""A game for one learner: agents play the other seats, and what the learner reads and answers is text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.narration import readable_by
from ..core.wording import action_message, event_message, prompt_message
from ..errors import BadAgent, BadSeat, IllegalAction, NotFinished
from .llm import last_object
from .skin import REAL, Skin
from .text import position_text, rules_text

if TYPE_CHECKING:
    from ..core.game import Game, Position

__all__ = ["Episode"]


class Episode:
    """One game: ``opponents`` (agents, or one for all) have the seats beside ``seat``.

    >>> import magnate
    >>> episode = Episode(magnate.load("tictactoe"), ["random"], seed=1)
    >>> episode.act("b2")
    >>> episode.over, len(episode.legal)
    (False, 7)
    """

    def __init__(
        self,
        game: Game,
        opponents: Sequence[str],
        *,
        seat: int = 0,
        seed: int = 0,
        skin: str = REAL,
        legal_list: bool = True,
    ) -> None:
        from ..agents import resolve_all
        from ..core.players import Players

        if not 0 <= seat < game.players:
            raise BadSeat(f"there is no seat {seat} among {game.players} players", hint=f"0 to {game.players - 1}")
        others = [opponents] if isinstance(opponents, str) else list(opponents)
        others *= game.players - 1 if len(others) == 1 else 1
        if len(others) != game.players - 1:
            hint = "give one for each, or one for all"
            raise BadAgent(f"{len(others)} opponents for {game.players - 1} other seats", hint=hint)
        others.insert(seat, "random")  # never asked
        self.seat, self.steps = seat, 0
        self._skin, self._lists = Skin(game.name, skin), legal_list
        self._players = Players(game, resolve_all(game.name, game.players, others))
        self._position = game.new(seed=seed)
        self._news: list[str] = []
        self._go_on()

    @property
    def position(self) -> Position:
        """Where the game stands: the whole truth, for those who judge."""
        return self._position

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.is_over

    @property
    def share(self) -> float:
        """The learner's share of the win; raises :class:`~magnate.errors.NotFinished` before the end."""
        if not self.over:
            raise NotFinished("the game is not over, so nobody has won", hint="play on")
        return self._position.utility()[self.seat]

    @property
    def rules(self) -> str:
        """The rules in brief."""
        return self._skin.shown(rules_text(self._position.game))

    @property
    def legal(self) -> list[str]:
        """The names of what the learner may do."""
        return [] if self.over else [self._skin.shown(action.name) for action in self._position.legal()]

    def text(self) -> str:
        """What the learner reads: what happened since it acted, the position, and what is legal."""
        skin, shown = self._skin, self._position.shown_to(self.seat, 0)
        lines = ["What happened:", *(f"- {skin.shown(line)}" for line in self._news)] if self._news else []
        lines.append(skin.shown(position_text(shown, self.seat, whole=True)))
        if self.over:
            return "\n".join([*lines, f"The game is over. Your share of the win is {self.share:g}."])
        lines.append(skin.shown(str(prompt_message(shown))))
        if self._lists:
            lines.append("Legal actions:")
            for action in shown.legal():
                says = str(action_message(shown, action.id))
                lines.append(skin.shown(f"- {action.name}" + ("" if says == action.name else f": {says}")))
        return "\n".join(lines)

    def act(self, name: str) -> None:
        """Take an action by its name; raises :class:`~magnate.errors.IllegalAction`, and nothing has changed then."""
        shown, real = self._position.shown_to(self.seat, 0), self._skin.real(name.strip())
        try:
            shown.apply(real)
        except IllegalAction as error:
            legal = f"legal: {', '.join(self.legal)}" if self._lists else "choose another"
            if self.over:
                legal = "begin another"
            reason = self._skin.shown(error.reason or error.message)
            raise IllegalAction(f'"{name}" is not legal: {reason}', hint=legal, action=name, reason=reason) from None
        self._news = []
        self._position.apply(real)
        self.steps += 1
        self._hear()
        self._go_on()

    def answer(self, text: str) -> None:
        """Act by the last JSON object in a text, ``{"action": "NAME"}``.

        Raises :class:`~magnate.errors.IllegalAction`, where there is none too.
        """
        found = last_object(text)
        name = None if found is None else found.get("action")
        if not isinstance(name, str):
            raise IllegalAction("the answer has no JSON object with an action", hint='end it with {"action": "NAME"}')
        self.act(name)

    def _go_on(self) -> None:
        """Let the others play until the learner is to decide."""
        while not self.over and self._position.to_move != self.seat:
            self._position.apply(self._players.choose(self._position))
            self._hear()

    def _hear(self) -> None:
        events = readable_by(self._position.events, self.seat, self._position.game.players)
        self._news += [str(event_message(self._position, event)) for event in events]
