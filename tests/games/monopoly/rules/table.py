"""A table to try rules at: a set-up position, moves by their names, and what lies on the table afterwards.

The same cases run on the interpreted rules and on the compiled ones behind ``magnate.load``. After every step the
invariants of the rules must hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args

import numpy as np

import magnate
from magnate.games.monopoly import codec, reasons
from magnate.games.monopoly.options import DEFAULT_PRESET, PRESETS, Options, write_options
from magnate.games.monopoly.setup import setup
from magnate.games.monopoly.setup_model import PhaseName, Setup
from magnate.games.monopoly.state import STATE
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import py_ints, pystate_class

BROWN = ["mediterranean-avenue", "baltic-avenue"]
LIGHT_BLUE = ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]
PINK = ["st-charles-place", "states-avenue", "virginia-avenue"]
ORANGE = ["st-james-place", "tennessee-avenue", "new-york-avenue"]
RED = ["kentucky-avenue", "indiana-avenue", "illinois-avenue"]
YELLOW = ["atlantic-avenue", "ventnor-avenue", "marvin-gardens"]
GREEN = ["pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"]
DARK_BLUE = ["park-place", "boardwalk"]
RAILROADS = ["reading-railroad", "pennsylvania-railroad", "b-o-railroad", "short-line"]
UTILITIES = ["electric-company", "water-works"]

GO, JAIL, FREE_PARKING = 0, 10, 20
CHEST_2, CHEST_17, CHEST_33 = 2, 17, 33
CHANCE_7, CHANCE_22, CHANCE_36 = 7, 22, 36
INCOME_TAX, LUXURY_TAX = 4, 38

REASONS = {code: name for name, code in vars(reasons).items() if name.isupper()}
SETUP_KEYS = frozenset(Setup.model_fields) - {"players"}
PHASES: tuple[str, ...] = get_args(PhaseName)

Test = TypeVar("Test", bound=Callable[..., None])


def covers(*options: str) -> Callable[[Test], Test]:
    """Say that a test exercises these options of Monopoly; ``test_options.py`` checks that every option has one."""

    def mark(test: Test) -> Test:
        unknown = set(options) - set(Options.model_fields)
        assert not unknown, f"no such options: {unknown}"
        return test

    return mark


def player(cash: int = 1500, at: int | str | None = None, **more: Any) -> dict[str, Any]:
    """A player of a set-up: its cash, the square it stands on, and whatever else a set-up knows of a player."""
    return {"cash": cash, **({} if at is None else {"square": at}), **more}


def built(deeds: list[str], *levels: int | str) -> dict[str, Any]:
    """A player's deeds with buildings on them: one level for all, or one for each."""
    every = levels * len(deeds) if len(levels) == 1 else levels
    houses = {deed: level for deed, level in zip(deeds, every, strict=True) if level != 0}
    return {"deeds": deeds, "buildings": houses}


class _Engine(ABC):
    """One way to play: the interpreted rules or the compiled ones."""

    @abstractmethod
    def state(self) -> Any: ...

    @abstractmethod
    def legal(self) -> list[int]: ...

    @abstractmethod
    def outcomes(self) -> dict[int, int]: ...

    @abstractmethod
    def why(self, action: int) -> int: ...

    @abstractmethod
    def step(self, action: int) -> None: ...

    @abstractmethod
    def facts(self) -> tuple[int, int, bool, int]:
        """Mover, broken invariant, whether it is settled, how it ended."""

    @abstractmethod
    def numbers(self) -> tuple[list[float], list[float]]:
        """Utility and score."""


class Interpreted(_Engine):
    """The rules as plain Python."""

    def __init__(self, options: Options, players: int, preset: str, position: Mapping[str, Any] | None) -> None:
        self.rules = interpret("magnate.games.monopoly.rules")
        self.players = players
        if position is None:
            states = np.zeros(1, STATE)
            write_options(options, players, states[0])
        else:
            states = setup(position, options, players)
        self.g = pystate_class(STATE)().from_record(states[0])
        if position is None:
            self.rules.new_game(self.g)

    def state(self) -> Any:
        return self.g.to_record()[0]

    def legal(self) -> list[int]:
        out = py_ints(self.rules.MAX_LEGAL)
        return [out[i] for i in range(self.rules.legal(self.g, out))]

    def outcomes(self) -> dict[int, int]:
        out, weight = py_ints(self.rules.MAX_OUTCOMES), py_ints(self.rules.MAX_OUTCOMES)
        return {out[i]: weight[i] for i in range(self.rules.chance(self.g, out, weight))}

    def why(self, action: int) -> int:
        return self.rules.why(self.g, action)

    def step(self, action: int) -> None:
        self.rules.step(self.g, action)

    def facts(self) -> tuple[int, int, bool, int]:
        rules, g = self.rules, self.g
        return rules.to_move(g), rules.check(g), bool(rules.settled(g)), rules.ending(g)

    def numbers(self) -> tuple[list[float], list[float]]:
        utility, score = [0.0] * self.players, [0.0] * self.players
        self.rules.utility(self.g, utility)
        self.rules.score(self.g, score)
        return utility, score


class Compiled(_Engine):
    """The compiled rules behind the Python face."""

    def __init__(self, options: Options, players: int, preset: str, position: Mapping[str, Any] | None) -> None:
        self.game = magnate.load("monopoly", preset=preset, players=players, **options.model_dump(mode="json"))
        self.position = self.game.new() if position is None else self.game.setup(position)

    def state(self) -> Any:
        return self.position.state

    def legal(self) -> list[int]:
        return [action.id for action in self.position.legal()]

    def outcomes(self) -> dict[int, int]:
        return {outcome.id: outcome.weight for outcome in self.position.outcomes()}

    def why(self, action: int) -> int:
        return int(self.game.entry("position_kernel", "why")(self.position.states(), action))

    def step(self, action: int) -> None:
        self.position.apply(action)

    def facts(self) -> tuple[int, int, bool, int]:
        position = self.position
        return position.to_move, position.check(), position.settled, int(position.state["ending"])

    def numbers(self) -> tuple[list[float], list[float]]:
        utility = list(self.position.utility()) if self.position.is_over else [0.0] * self.game.players
        return utility, list(self.position.score())


class Table:
    """A position, the moves that can be made in it, and what everybody has."""

    def __init__(
        self,
        engine: type[_Engine],
        players: list[dict[str, Any]] | int,
        preset: str = DEFAULT_PRESET,
        **settings: Any,
    ) -> None:
        """``players`` are set up, or (a number) begin a new game; ``settings`` are options and parts of the set-up."""
        position = {name: value for name, value in settings.items() if name in SETUP_KEYS}
        changed = {name: value for name, value in settings.items() if name not in SETUP_KEYS}
        self.options = Options.model_validate({**PRESETS[preset], **changed})
        if isinstance(players, int):
            assert not position, "a new game has no set-up"
            self.players = players
            self.engine = engine(self.options, players, preset, None)
        else:
            self.players = len(players)
            self.engine = engine(self.options, self.players, preset, {**position, "players": players})
        self._hold()

    def _hold(self) -> None:
        broken = self.engine.facts()[1]
        assert broken == 0, f"invariant {broken} is broken"

    # ------------------------------------------------------------------------------------------- doing

    def do(self, *names: str) -> Table:
        """Take actions (or chance outcomes) by name, one after the other; each must be legal."""
        for name in names:
            if self.mover == "chance":
                number = codec.parse_outcome(self.engine.state(), name)
                assert number in self.engine.outcomes(), f"{name} cannot happen: {self.outcomes}"
            else:
                number = codec.parse_action(name)
                assert number in self.engine.legal(), f"{name} is refused: {self.why(name)}; legal: {self.legal}"
            self.engine.step(number)
            self._hold()
        return self

    def throws(self, one: int, other: int) -> Table:
        """The player on turn throws these dice (choosing to roll first where it has a choice)."""
        if self.mover != "chance":
            self.do("roll")
        return self.do(f"roll:{one}-{other}")

    def draws(self, card: str) -> Table:
        """The next card is this one."""
        return self.do(f"card:{card}")

    def types(self, amount: int) -> Table:
        """An amount is entered digit by digit."""
        return self.do(*[f"digit:{digit}" for digit in str(amount)], "done")

    def bids(self, amount: int) -> Table:
        """The bidder bids exactly this."""
        return self.do("bid:exact").types(amount)

    def offers(self, seat: int, *items: str, pays: int = 0, asks: int = 0) -> Table:
        """The player to move makes ``seat`` an offer of these items (named in ascending order) and cash."""
        self.do(f"trade:{seat}", *[f"item:{item}" for item in items])
        if pays:
            return self.do("offer-cash").types(pays)
        if asks:
            return self.do("ask-cash").types(asks)
        return self.do("propose")

    def all_pass(self) -> Table:
        """Everybody passes in the windows, auctions and contests that are open, up to the next other choice."""
        while self.mover not in ("chance", "over") and self.can("pass"):
            self.do("pass")
        return self

    # ------------------------------------------------------------------------------------------ asking

    @property
    def mover(self) -> int | str:
        """Whose decision it is: a seat, "chance" or "over"."""
        mover = self.engine.facts()[0]
        return {-1: "chance", -2: "over"}.get(mover, mover)

    @property
    def legal(self) -> set[str]:
        """The names of what the player to move may do."""
        return {codec.action_name(action) for action in self.engine.legal()}

    def verbs(self, verb: str) -> set[str]:
        """What the legal actions of this kind are about: ``verbs("build")`` are the deeds that may be built on."""
        return {name.partition(":")[2] for name in self.legal if name.partition(":")[0] == verb}

    def can(self, name: str) -> bool:
        """Whether the action is legal; the reason must agree with the list."""
        legal = codec.parse_action(name) in self.engine.legal()
        assert legal == (self.engine.why(codec.parse_action(name)) == 0), f"legal and why disagree on {name}"
        return legal

    def why(self, name: str) -> str:
        """The name of the reason why the action is refused ("OK" when it is legal)."""
        return REASONS[self.engine.why(codec.parse_action(name))]

    @property
    def outcomes(self) -> dict[str, int]:
        """The names of what chance may do, with the weights."""
        state = self.engine.state()
        return {codec.outcome_name(state, outcome): weight for outcome, weight in self.engine.outcomes().items()}

    def _each(self, name: str) -> list[int]:
        return [int(value) for value in self.engine.state()[name][: self.players]]

    def _one(self, name: str) -> int:
        return int(self.engine.state()[name])

    @property
    def cash(self) -> list[int]:
        """Everybody's cash."""
        return self._each("cash")

    @property
    def squares(self) -> list[int]:
        """Where everybody stands."""
        return self._each("square")

    @property
    def jail(self) -> list[int]:
        """For everybody 0, or which jailed turn comes next."""
        return self._each("jail")

    @property
    def worth(self) -> list[int]:
        """Everybody's net worth."""
        return [int(value) for value in self.engine.numbers()[1]]

    @property
    def shares(self) -> list[float]:
        """Everybody's share of the win."""
        return self.engine.numbers()[0]

    @property
    def ending(self) -> int:
        """How the game ended: ``state.ENDED_*``."""
        return self.engine.facts()[3]

    @property
    def settled(self) -> bool:
        """Whether nothing is pending."""
        return self.engine.facts()[2]

    @property
    def phase(self) -> str:
        """The phase of the turn."""
        return PHASES[self._one("phase")]

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self._one("current")

    @property
    def alive(self) -> list[int]:
        """The seats still in the game."""
        return [seat for seat in range(self.players) if self._one("alive") >> seat & 1]

    @property
    def houses(self) -> int:
        """Houses in the bank."""
        return self._one("houses")

    @property
    def hotels(self) -> int:
        """Hotels in the bank."""
        return self._one("hotels")

    @property
    def pot(self) -> int:
        """What lies on Free Parking."""
        return self._one("pot")

    @property
    def fields(self) -> dict[str, bytes]:
        """The bytes of every field of the state, but for derived data."""
        state = self.engine.state()
        return {name: state[name].tobytes() for name in state.dtype.names if name != "cache"}

    def level(self, deed: str) -> int:
        """Houses on a lot; 5 is a hotel."""
        return int(self.engine.state()["level"][codec.deed_number(deed)])

    def levels(self, deeds: list[str]) -> list[int]:
        """Houses on each of these lots."""
        return [self.level(deed) for deed in deeds]

    def owner(self, deed: str) -> int | None:
        """Who owns a deed; None while the bank has it."""
        bit = codec.deed_number(deed)
        return next((seat for seat, mask in enumerate(self._each("deeds")) if mask >> bit & 1), None)

    def is_mortgaged(self, deed: str) -> bool:
        """Whether a deed is mortgaged."""
        return bool(self._one("mortgaged") >> codec.deed_number(deed) & 1)

    def holder(self, deck: str) -> int | None:
        """Who holds the jail card of "chance" or "chest"."""
        holder = int(self.engine.state()["holder"][codec.DECK_NAMES.index(deck)])
        return holder - 1 if holder else None

    def queue(self, deck: str) -> list[str]:
        """The known cards of a deck, the next one first."""
        number = codec.DECK_NAMES.index(deck)
        state = self.engine.state()
        edition = int(state["opt"]["deck"])
        cards = state["queue"][number][: int(state["queued"][number])]
        return [codec.card_name(edition, number, int(card)) for card in cards]
