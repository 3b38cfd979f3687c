"""Replaying logged games of Brass: every action is checked for legality and compared with what the log says it did.

The rules run interpreted, so that the numbers can be read in the middle of a step, when an action's last card is given.
"""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....core.contract import CHANCE, OVER
from ....core.game import Record
from ....core.record import Result, Step
from ....errors import BadRecord
from ....runtime.pystate import py_ints, pystate_class
from .. import rules
from ..board import CANAL, CARDS, HAND, INCOME_LEVEL, LINK_TILES, MERCHANT_SPACES, PLAIN_CARDS, ROUNDS
from ..codec import action_name, outcome_name
from ..options import DEFAULT_PRESET, Options, write_options
from ..setup_model import part
from ..state import ACTION, BUILD_AT, DEAL_CARDS, DEAL_MERCHANT, DEAL_ORDER, FINISHED, STATE
from .comparison import Course, Watch, compare, numbers_of
from .model import Log, LogAction
from .referee import NONE, Choices, Names, Referee, differs, space_name

__all__ = ["Played", "Replay"]


# ---------------- What chance brought: the log has the opening and the Canal era's draws, but not the Rail era's
#
# In the Rail era each seat draws its cards in the order in which it gives them. That leaves nobody without the
# card that it is to give: a hand is filled up to eight after every turn, and no turn gives as many.


class Draws:
    """The outcomes of a log's chance nodes, one after the other."""

    def __init__(self, log: Log) -> None:
        self.log = log
        spaces = [space for space in MERCHANT_SPACES if space.players <= log.players]
        places = {place: tiles for place, tiles in log.merchants.items() if tiles}
        if {place: len(tiles) for place, tiles in places.items()} != Counter(space.location for space in spaces):
            names = ", ".join(space.id for space in spaces)
            raise BadRecord(f"the log's merchants are not those of {log.players} players", hint=f"tiles lie on {names}")
        self.merchants = [log.merchants[space.location][space.number] for space in spaces]
        self.canal = deque(log.draw_deck_in_order)
        self.rail: list[deque[int]] = [deque() for _ in range(log.players)]
        for action in log.actions:
            if action.era == "rail" and action.player < log.players:
                self.rail[action.player].extend(card for card in action.cards if card < PLAIN_CARDS)

    def outcome(self, g: Any) -> int:
        """The outcome of the pending node of a state."""
        if g.phase == DEAL_ORDER:
            return self.log.first_turn_order[g.dealt]
        if g.phase == DEAL_MERCHANT:
            return self.merchants[g.dealt]
        if g.era != CANAL:
            return self._rail_card(g, g.dealt // HAND if g.phase == DEAL_CARDS else g.order[g.turn])
        if g.phase == DEAL_CARDS:
            return self.log.start_hands[g.dealt // HAND][g.dealt % HAND]
        if not self.canal:
            raise BadRecord("the log's deck runs out in the Canal era", hint="draw_deck_in_order lists every draw")
        return self.canal.popleft()

    def _rail_card(self, g: Any, seat: int) -> int:
        """The next card that the seat gives; for one that the log does not tell, any that nobody else needs."""
        if self.rail[seat]:
            return self.rail[seat].popleft()
        needed = Counter(card for cards in self.rail for card in cards)
        for card in range(PLAIN_CARDS):
            if g.deck[card] > needed[card]:
                return card
        raise BadRecord("the cards given in the Rail era are more than the deck has", hint="compare the log's cards")

    def check_deck(self, g: Any) -> None:
        """After the opening: the deck is made of the cards that are drawn and the face-down ones."""
        found = Counter({card: g.deck[card] for card in range(PLAIN_CARDS) if g.deck[card]})
        logged = Counter([*self.log.draw_deck_in_order, *self.log.face_down_discards])
        if found != logged:
            names = ", ".join(CARDS[card].id for card in sorted({*(found - logged), *(logged - found)}))
            raise BadRecord(f"the log's deck does not go with its hands: {names}", hint="count the cards of each kind")


# ---------------- The replay


@dataclass(frozen=True)
class Played:
    """One action of a log, replayed: who did what, and the numbers that our rules come to, in the log's form.

    ``round_end`` and ``era_end`` are None where the action did not end a round or an era.
    """

    n: int
    player: int
    era: str
    round: int
    action: str
    after_action: dict[str, Any]
    round_end: dict[str, Any] | None
    shortfall: list[dict[str, Any]]
    era_end: dict[str, Any] | None


class Replay:
    """A log that is played again: iterate over it once, then ask for the :meth:`record`.

    It is played by the default options. ``link_tiles`` is how many links a seat may have on the board: the 14 tiles of
    the box. Not every program counts them; a greater number accepts a log that lays more.
    """

    def __init__(self, log: Log, *, link_tiles: int = LINK_TILES) -> None:
        self.log = log
        self.steps: list[int] = []
        self.labels: list[Step] = []
        self._rules = part("rules")
        self.options = Options(link_tiles=link_tiles)
        self._draws = Draws(log)
        self._names = Names()
        states = np.zeros(1, STATE)
        write_options(self.options, log.players, states[0])
        self._g: Any = pystate_class(STATE)().from_record(states[0])
        self._rules.new_game(self._g)

    def __iter__(self) -> Iterator[Played]:
        """Play the log; each action is yielded when it has been compared.

        Raises :class:`~magnate.errors.BadRecord` at the first action that is not legal or leads elsewhere.
        """
        while self._g.mover == CHANCE:
            self._chance("the opening")
        self._draws.check_deck(self._g)
        for action in self.log.actions:
            yield self._play(action)
        self._check_final()

    def record(self) -> Record:
        """What has been replayed, as a record of ours: the outcomes of chance are kept, there is no seed."""
        from .. import GAME

        g, result = self._g, None
        if g.phase == FINISHED:
            utility, score = ([0.0] * self.log.players for _ in range(2))
            self._rules.utility(g, utility)
            self._rules.score(g, score)
            result = Result(GAME.ending_name(self._rules.ending(g)), tuple(utility), tuple(score))
        return Record(
            game=GAME.name,
            rules_version=GAME.rules_version,
            options=self.options.model_dump(mode="json"),
            players=self.log.players,
            actions=tuple(self.steps),
            final_hash=hashlib.sha256(g.to_bytes()).hexdigest(),
            preset=DEFAULT_PRESET,
            overrides={} if self.options.link_tiles == LINK_TILES else {"link_tiles": self.options.link_tiles},
            agents=self.log.names,
            result=result,
        ).with_names(self.labels)

    # ------------------------------------------------------------------------------------------ steps

    def _play(self, action: LogAction) -> Played:
        """Carry out one action with all that follows up to the next one, and compare."""
        g, where = self._g, f"action {action.n} (seat {action.player}, {action.action})"
        self._check_turn(action, where)
        self._check_links(action, where)
        self._name_space(action)
        choices, referee = Choices(action, self._names), Referee(self._names, where)
        referee.begin(g, choices)
        course = Course(g, choices, referee)
        g.events = Watch(course.see)
        begun = False
        while not begun or g.phase not in {ACTION, FINISHED}:
            if g.mover == CHANCE:
                self._chance(where)
            else:
                self._step(referee.choose(g, choices.decide(g)))
            begun = True
        g.events = []
        if course.era_end:
            course.era_end["vp_total"] = numbers_of(g)["vp"]
        compare(action, course, where)
        return Played(
            n=action.n,
            player=action.player,
            era=action.era,
            round=action.round,
            action=action.action,
            after_action=course.after_action,
            round_end=course.round_end or None,
            shortfall=list(course.shortfall.values()),
            era_end=course.era_end or None,
        )

    def _check_turn(self, action: LogAction, where: str) -> None:
        """Refuse an action that is not the next one."""
        g = self._g
        if g.mover == OVER:
            raise BadRecord(f"{where}: the game is over", hint="remove what follows the last action")
        past = 0 if g.era == CANAL else int(ROUNDS[g.opt.players])
        turn = (g.mover, ("canal", "rail")[g.era], g.round + past)
        if (action.player, action.era, action.round) != turn:
            raise BadRecord(
                f"{where}: the log says {action.era} era, round {action.round}",
                hint=f"it is seat {turn[0]}'s turn, {turn[1]} era, round {turn[2]}",
            )

    def _check_links(self, action: LogAction, where: str) -> None:
        """Refuse more links than a seat has tiles for, and say how such a log can be accepted."""
        laid, most = self._g.lines[action.player].bit_count() + len(action.links), self.options.link_tiles
        if action.links and laid > most:
            raise BadRecord(
                f"{where}: that is the seat's link number {laid}, but it has {most} link tiles",
                hint=f"--link-tiles {laid} (in Python link_tiles={laid}) accepts a log that breaks this rule",
            )

    def _name_space(self, action: LogAction) -> None:
        """Of spaces that are the same our rules build on the first: it takes the name of the one that is built on."""
        if action.action == "build":
            space = self._names.spaces.get(space_name(action.at or 0, action.slot or 0), NONE)
            if space != NONE:
                self._names.swap(space, self._rules.canonical(self._g, BUILD_AT + space) - BUILD_AT)

    def _chance(self, where: str) -> None:
        """What chance brings, if it can."""
        g = self._g
        outcome = self._draws.outcome(g)
        out, weight = py_ints(rules.MAX_OUTCOMES), py_ints(rules.MAX_OUTCOMES)
        count = self._rules.chance(g, out, weight)
        if outcome not in [out[k] for k in range(count)]:
            name = outcome_name(g.to_record()[0], outcome) or "no tile"
            what = "card" if g.phase >= DEAL_CARDS else "draw"
            raise BadRecord(f"{where}: the next {what} cannot be {name}", hint="there is none left")
        self._step(outcome)

    def _step(self, number: int) -> None:
        g = self._g
        name = outcome_name(g.to_record()[0], number) if g.mover == CHANCE else action_name(number)
        self.labels.append(name or number)
        self.steps.append(number)
        self._rules.step(g, number)

    # ------------------------------------------------------------------------------------- comparing

    def _check_final(self) -> None:
        """Compare what the game ended with."""
        g, final = self._g, self.log.final
        if final is None:
            return
        seats = range(self.log.players)
        if g.phase != FINISHED:
            raise BadRecord("the log has final numbers, but its game is not over", hint="leave out final")
        spaces = [g.income_space[seat] for seat in seats]
        found = {
            "vp": [g.points[seat] for seat in seats],
            "money": [g.money[seat] for seat in seats],
            "income_space": spaces,
            "income_level": [int(INCOME_LEVEL[space]) for space in spaces],
        }
        for name, ours in found.items():
            if ours != getattr(final, name):
                raise differs("the end", name, ours, getattr(final, name))
        utility = [0.0] * self.log.players
        self._rules.utility(g, utility)
        if utility[final.winner] < max(utility):
            raise differs("the end", "winner", utility.index(max(utility)), final.winner)
