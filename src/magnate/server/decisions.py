"""What a seat is asked, why it cannot do something, and what would happen if it did.

All of this is made from the copy of the position that the seat may see (``Position.shown_to``). So nothing else
can be in it: what is hidden has been drawn anew there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..core.game import Position
from ..core.narration import readable_by
from ..core.wording import action_messages, event_message, prompt_message, reason_message
from ..errors import IllegalAction
from ..messages import Message

if TYPE_CHECKING:
    from ..core.game_module import GameModule


__all__ = ["Trial", "decision", "known_to", "reasons", "shown_to", "tried", "worlds"]


KEY: Final = 0
"""The number by which what is hidden is drawn anew: always the same, so that equal knowledge gives equal bytes."""
WORLDS: Final = 4
"""How many worlds are compared to find out what a seat can know."""
MOST_REASONS: Final = 4


def shown_to(position: Position, seat: int, key: int = KEY) -> Position:
    """What a seat sees of a position, as a position."""
    return position.shown_to(seat, key)


def known_to(position: Position, seat: int) -> bytes:
    """What a seat knows of a position: the same bytes where :func:`shown_to` gives equal ones."""
    return position.known_to(seat, KEY)


def decision(position: Position, seat: int, name: str) -> dict[str, Any]:
    """What the seat to move is asked: the decision called ``name``, as it is sent to it alone."""
    shown = shown_to(position, seat)
    actions, facets = _choices(shown)
    prompt = prompt_message(shown).to_json()
    return {"id": name, "seat": seat, "prompt": prompt, "facets": facets, "actions": actions}


def _choices(shown: Position) -> tuple[list[dict[str, Any]], list[str]]:
    """The legal actions as they are sent, with those that may follow where the game says so, and all facets."""
    legal = {action: _described(shown.game.declared, action) for action in shown.legal_ids()}
    leads_on, uses = shown.game.declared.leads_on, shown.game.declared.uses
    facets = list(dict.fromkeys(facet for _, _, found in legal.values() for facet in found))
    actions = []
    for (action, (name, about, _)), message in zip(legal.items(), action_messages(shown, legal), strict=True):
        found = {"id": action, "name": name, "m": message.to_json(), "f": dict(about)}
        if leads_on is not None and leads_on(shown.state, action):
            found["then"], more = _choices(shown.copy().apply(action))
            facets += [facet for facet in more if facet not in facets]
        if uses is not None and (used := uses(shown.state, action)):
            found["uses"] = list(used)
        actions.append(found)
    return actions, facets


@lru_cache(maxsize=10_000)
def _described(game: GameModule, action: int) -> tuple[str, dict[str, Any], tuple[str, ...]]:
    """An action's name, the facets that apply as they stand in a ref, and the names of all its facets."""
    found = game.action_facets(action)
    about = {facet: plain(value) for facet, value in found.items() if value is not None}
    return game.action_name(action), about, tuple(found)


def plain(value: Any) -> str | int | float:
    """The value of a facet, as it stands in a ref."""
    if isinstance(value, list | tuple):
        return "-".join(map(str, value))
    return value if isinstance(value, str | int | float) and not isinstance(value, bool) else str(value).lower()


# --------------------------------------------------------------------------------------------------- why


def reasons(position: Position, seat: int, refs: Sequence[str], kind: str | None) -> list[dict[str, Any]]:
    """Why the seat to move can do nothing (of that kind) with all these elements; empty where it can."""
    shown = shown_to(position, seat)
    index, kinds = _index(shown.game.declared)
    wanted = [*refs, *([f"kind:{kind}"] if kind else [])]
    found = sorted(set.intersection(*(index.get(ref, set()) for ref in wanted))) if wanted else []
    legal = shown.legal_ids()
    if set(found) & set(legal):
        return []
    if not found:
        return [Message("table.why.nothing").to_json()]
    doable = {kinds[action] for action in legal}
    likely = [action for action in found if kinds[action] in doable]
    messages: dict[str, dict[str, Any]] = {}
    for action in likely or found:
        message = reason_message(shown, action)
        if message is not None:
            messages.setdefault(str(message), message.to_json())
        if len(messages) == MOST_REASONS:
            break
    return list(messages.values())


@cache
def _index(game: GameModule) -> tuple[dict[str, set[int]], list[Any]]:
    """The actions of a game by each of their refs, and the kind of each."""
    index: dict[str, set[int]] = {}
    kinds = []
    for action in range(game.max_actions):
        facets = game.action_facets(action)
        kinds.append(facets.get("kind"))
        for facet, value in facets.items():
            index.setdefault(f"{facet}:{plain(value)}", set()).add(action)
    return index, kinds


# ------------------------------------------------------------------------------------------------- trying


class Trial:
    """Actions tried on what a seat sees: the positions after each, as far as it went.

    ``illegal`` is the number of the first action that is not legal, None where all are; ``early`` that of the first
    that chance or another seat's decision comes before. ``last`` is the last position, ``before`` the one before it.
    """

    def __init__(self, shown: Position, seat: int, actions: Sequence[str | int]) -> None:
        self.positions: list[Position] = []
        self.illegal: int | None = None
        self.early: int | None = None
        self.before = self.last = shown
        for number, action in enumerate(actions):
            if self.last.to_move != seat:
                self.early = number
                return
            after = self.last.copy()
            try:
                after.apply(action)
            except IllegalAction:
                self.illegal = number
                return
            self.before = self.last
            self.positions.append(after)
            self.last = after

    def reason(self, actions: Sequence[str | int]) -> dict[str, Any] | None:
        """Why the actions cannot all be taken; None where they can."""
        if self.early is not None:
            return Message("table.refused.early").to_json()
        if self.illegal is None:
            return None
        message = reason_message(self.last, actions[self.illegal])
        return (message or Message("table.refused.illegal")).to_json()

    def seen_by(self, seat: int) -> Any:
        """What the seat reads and sees of it."""
        return self.lines(seat), self.last.view(seat), self.last.to_move, self.illegal

    def lines(self, seat: int) -> list[tuple[int, dict[str, Any]]]:
        """The messages that the seat reads, with the number of steps (from here) after which they are true."""
        return [
            (number, event_message(one, event).to_json())
            for number, one in enumerate(self.positions, 1)
            for event in readable_by(one.events, seat, one.game.players)
        ]


def tried(position: Position, seat: int, actions: Sequence[str | int]) -> tuple[Trial, bool]:
    """The actions tried in a world that the seat may take for the true one, and whether all such worlds agree.

    Where they do not, something would be shown that the seat cannot know yet.
    """
    first, *others = (Trial(world, seat, actions) for world in worlds(position, seat))
    return first, all(other.seen_by(seat) == first.seen_by(seat) for other in others)


def worlds(position: Position, seat: int) -> Iterator[Position]:
    """Some positions that the seat may take for the true one: the same one where nothing is hidden."""
    count = WORLDS if position.game.info.hidden else 1
    return (shown_to(position, seat, key) for key in range(KEY, KEY + count))
