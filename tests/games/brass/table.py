"""A table to try the rules at: a set-up position, everything that can be made of it, and what lies there afterwards.

The rules run interpreted. An action is a sequence of small decisions, some of which carry themselves out; so the
cases ask for *finishes*, all ways in which an action of a kind can be carried out to its end, each with its events.
After every step the invariants of the rules must hold, and every begun action must have a finish.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

import numpy as np

from magnate.core.contract import CHANCE, OVER
from magnate.games.brass import board, codec, events, reasons
from magnate.games.brass.options import DEFAULT_PRESET, PRESETS, Options, write_options
from magnate.games.brass.setup import setup, to_setup
from magnate.games.brass.state import CARD, GIVE_CARD, SHORTFALL, STATE
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import py_ints

from .finish import CARDS, MIRROR, Finish

RULES = interpret("magnate.games.brass.rules")
KINDS = {number: name for name, number in vars(events).items() if name.isupper()}
REASONS = {number: name for name, number in vars(reasons).items() if name.isupper()}


def player(*hand: str, **more: Any) -> dict[str, Any]:
    """A player of a set-up with these cards; whatever else a set-up knows of a player by keyword."""
    return {"money": 17, **more, "hand": list(hand)}


OTHER = player("wild-location")
"""A player who is not asked."""


def tile(at: str, owner: int, kind: str, goods: int = 0, *, flipped: bool | None = None) -> dict[str, Any]:
    """A tile of a set-up; mines, works and breweries without goods are flipped."""
    if flipped is None:
        flipped = kind.split(maxsplit=1)[0] in {"coal", "iron", "brewery"} and goods == 0
    return {"at": at, "owner": owner, "tile": kind, "flipped": flipped, "goods": goods}


def links(owner: int, *lines: str) -> list[dict[str, Any]]:
    """Links of a set-up."""
    return [{"line": line, "owner": owner} for line in lines]


def bits(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]


class Table:
    """A position and what may be done in it."""

    def __init__(self, *players: dict[str, Any], preset: str = DEFAULT_PRESET, **parts: Any) -> None:
        """Players of a set-up and its other parts, round 2 unless given; options among them change the preset."""
        options = {name: parts.pop(name) for name in list(parts) if name in Options.model_fields}
        self.options = Options.model_validate({**PRESETS[preset], **options})
        self.players = len(players)
        states = setup({"round": 2, **parts, "players": list(players)}, self.options, self.players)
        self.g: Any = MIRROR().from_record(states[0])
        self._hold(self.g)

    @classmethod
    def new(cls, players: int, preset: str = DEFAULT_PRESET, **options: Any) -> Table:
        """The beginning of a game, before anything is dealt."""
        table = cls.__new__(cls)
        table.options = Options.model_validate({**PRESETS[preset], **options})
        table.players = players
        states = np.zeros(1, STATE)
        write_options(table.options, players, states[0])
        table.g = MIRROR().from_record(states[0])
        RULES.new_game(table.g)
        table._hold(table.g)
        return table

    def at_end(self, finish: Finish) -> Table:
        """The table after a finish; this one stays as it is."""
        return self.at_state(finish.g)

    def at_state(self, g: Any) -> Table:
        """A table with this state; this one stays as it is."""
        table = copy(self)
        table.g = g
        return table

    @staticmethod
    def _hold(g: Any) -> None:
        broken = RULES.check(g)
        assert broken == 0, f"invariant {broken} is broken"

    # -------------------------------------------------------------------------------------------- doing

    def _legal(self, g: Any) -> list[int]:
        out = py_ints(RULES.MAX_LEGAL)
        return [out[i] for i in range(RULES.legal(g, out))]

    def do(self, *names: str) -> Table:
        """Take decisions by name, one after the other; each must be legal."""
        for name in names:
            number = codec.parse_action(name)
            assert number in self._legal(self.g), f"{name} is refused: {self.why(name)}; legal: {self.legal}"
            RULES.step(self.g, number)
            self._hold(self.g)
        return self

    def deal(self, *cards: str) -> Table:
        """Let chance do what it must, up to the next decision: these outcomes first, then the first possible ones."""
        wanted = list(cards)
        while self.mover == "chance":
            self.do_chance(wanted.pop(0) if wanted else None)
        assert not wanted, f"{wanted} never came"
        return self

    def do_chance(self, name: str | None = None) -> Table:
        """One outcome of chance: this one, or the first possible one."""
        found = next(iter(self.outcomes)) if name is None else name
        assert found in self.outcomes, f"{found} cannot come: {self.outcomes}"
        RULES.step(self.g, codec.parse_outcome(self.g.to_record()[0], found))
        self._hold(self.g)
        return self

    def finishes(self, *begun: str, unpaid: bool = False) -> list[Finish]:
        """All ways to carry out an action from here: of this kind, say, or with these first decisions.

        With ``unpaid`` a finish is reached where the card is asked for: its ``asked`` are those that may be given.
        """
        g = self.g.copy()
        for name in begun:
            number = codec.parse_action(name)
            if number not in self._legal(g):
                return []
            RULES.step(g, number)
        return list(self._completed(g, begun, unpaid))

    def _completed(self, g: Any, names: tuple[str, ...], unpaid: bool) -> Iterator[Finish]:
        """The finishes from a position; ``g`` is scratch."""
        self._hold(g)
        state, noted = g.to_bytes(), g.events
        if RULES.to_move(g) < 0 or bool(RULES.settled(g)) or g.phase == SHORTFALL:
            yield Finish(names, tuple((KINDS[event.kind], tuple(event.args)) for event in noted), state)
            return
        legal = self._legal(g)
        assert legal, f"a dead end after {names}"
        if unpaid and g.phase == CARD:
            asked = tuple(CARDS[action - GIVE_CARD] for action in legal)
            yield Finish(names, tuple((KINDS[event.kind], tuple(event.args)) for event in noted), state, asked)
            return
        for action in legal:
            g.from_bytes(state)
            g.events = [*noted]
            RULES.step(g, action)
            yield from self._completed(g, (*names, codec.action_name(action)), unpaid)

    def play(self, kind: str, card: str | None = None, **wanted: Any) -> Finish:
        """Carry out the first finish whose properties are these (``built=("coal 1", "dudley.0")``), by this card."""
        every = self.finishes(kind)
        fitting = [
            one
            for one in every
            if all(getattr(one, name) == value for name, value in wanted.items()) and card in (None, *one.cards)
        ]
        assert fitting, f"no such {kind} {wanted} by {card} among {[one.names for one in every][:30]}"
        self.g = fitting[0].g
        return fitting[0]

    # ------------------------------------------------------------------------------------------- asking

    @property
    def mover(self) -> int | str:
        """Whose decision it is: a seat, "chance" or "over"."""
        found = RULES.to_move(self.g)
        return {CHANCE: "chance", OVER: "over"}.get(found, found)

    @property
    def legal(self) -> list[str]:
        """The names of what the player to move may do."""
        return [codec.action_name(action) for action in self._legal(self.g)]

    @property
    def outcomes(self) -> dict[str, int]:
        """What chance may do, with the weights."""
        out, weight = py_ints(RULES.MAX_OUTCOMES), py_ints(RULES.MAX_OUTCOMES)
        n = RULES.chance(self.g, out, weight)
        state = self.g.to_record()[0]
        return {codec.outcome_name(state, out[i]): weight[i] for i in range(n)}

    def can(self, name: str) -> bool:
        """Whether a decision is legal; the reason must agree with the list."""
        legal = codec.parse_action(name) in self._legal(self.g)
        assert legal == (self.why(name) == "OK"), f"legal and why disagree on {name}: {self.why(name)}"
        return legal

    def why(self, name: str) -> str:
        """The name of the reason why a decision is refused ("OK" when it is legal)."""
        return REASONS[RULES.why(self.g, codec.parse_action(name))]

    def builds(self) -> set[tuple[str, str]]:
        """Every tile and space that can be built now."""
        return {one.built for one in self.finishes("build") if one.built}

    def places(self, industry: str) -> set[str]:
        """The spaces on which a tile of the industry can be built now."""
        return {at for kind, at in self.builds() if kind.split()[0] == industry}

    def lines(self) -> set[tuple[str, ...]]:
        """Every sequence of links that can be laid now."""
        return {one.laid for one in self.finishes("network")}

    def sales(self) -> set[tuple[tuple[str, str], ...]]:
        """Every sequence of sales that can be made now."""
        return {one.sold for one in self.finishes("sell")}

    def develops(self) -> set[tuple[str, ...]]:
        """Every sequence of tiles that can be developed now."""
        return {one.developed for one in self.finishes("develop")}

    def each(self, field: str) -> list[int]:
        """A number of every seat: ``money``, ``spent``, ``points``, ``income_space``."""
        return [getattr(self.g, field)[seat] for seat in range(self.players)]

    def at(self, space: str) -> tuple[int, str, bool, int] | None:
        """What lies on a space: the owner, the tile, whether it is flipped, and its goods."""
        number = codec.space_number(space)
        kind = self.g.tile[number]
        if kind == 0:
            return None
        owner = next(seat for seat in range(self.players) if self.g.tiles[seat] >> number & 1)
        return owner, codec.TILE_NAMES[kind], bool(self.g.flipped >> number & 1), self.g.goods[number]

    def links_of(self, seat: int) -> set[str]:
        """The lines on which a seat has links."""
        return {board.LINES[line].id for line in bits(self.g.lines[seat])}

    @property
    def markets(self) -> tuple[int, int]:
        """Cubes in the coal and in the iron market."""
        return self.g.coal, self.g.iron

    @property
    def barrels(self) -> set[str]:
        """The merchant spaces with a barrel."""
        return {board.MERCHANT_SPACES[space].id for space in bits(self.g.barrels)}

    @property
    def order(self) -> list[int]:
        """The seats in turn order."""
        return [self.g.order[place] for place in range(self.players)]

    def hand(self, seat: int) -> Counter[str]:
        """A seat's cards."""
        return Counter({CARDS[kind]: self.g.hand[seat, kind] for kind in range(len(CARDS)) if self.g.hand[seat, kind]})

    def deck(self) -> Counter[str]:
        """The cards in the deck, with those that the Canal era keeps back."""
        return Counter({CARDS[kind]: self.g.deck[kind] for kind in range(len(CARDS) - 2) if self.g.deck[kind]})

    def taken(self, seat: int) -> dict[str, int]:
        """How many tiles of each industry have left a seat's mat."""
        return {name: self.g.taken[seat, number] for number, name in enumerate(board.INDUSTRY_NAMES)}

    @property
    def phase(self) -> int:
        """The phase: a number of ``state.py``."""
        return self.g.phase

    @property
    def shares(self) -> list[float]:
        """Everybody's share of the win, at the end."""
        out = [0.0] * self.players
        RULES.utility(self.g, out)
        return out

    def position(self) -> Mapping[str, Any]:
        """The set-up of what lies here."""
        return to_setup(self.g.to_record()[0])
