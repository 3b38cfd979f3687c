"""No agent makes an offer again, or a worse one, until something changes (docs/how-to/write-a-player.md).

The offers are rebuilt from the steps of finished games, by nothing that the agents or the rules remember.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import magnate
from magnate.agents.monopoly import Player
from magnate.agents.spec import configurations
from magnate.core.game import Record
from magnate.core.registry import agents_of
from magnate.games.monopoly import state
from magnate.games.monopoly.setup_model import mirrored, part
from magnate.games.monopoly.state import TRADE, TRADE_ANSWER

STUBBORN = "baseline:trades=0"
"""It makes no offers and refuses all."""
HARD = "strategic:trade_margin=400,offer_chance=1"
"""It makes an offer in every window that it can, and accepts next to none."""


@dataclass
class Offer:
    """An offer that was made, and what it was made in."""

    seats: tuple[int, int]
    given: frozenset[int]
    taken: frozenset[int]
    money: int
    owned: tuple[Any, ...]
    cash: int

    def is_no_better(self, other: Offer) -> bool:
        """Whether it is the same or worse for the partner than the other."""
        return self.given <= other.given and self.taken >= other.taken and self.money <= other.money

    def still_counts(self, g: np.void) -> bool:
        """Whether nothing has changed: deeds, mortgages and buildings of the two, who lives, the partner's cash."""
        now = int(g["cash"][self.seats[1]])
        near = now == self.cash or abs(now - self.cash) * 5 < self.cash
        return near and owned(g, *self.seats) == self.owned


def owned(g: np.void, p: int, q: int) -> tuple[Any, ...]:
    mine, theirs = int(g["deeds"][p]), int(g["deeds"][q])
    both = mine | theirs
    levels = tuple(level for d, level in enumerate(g["level"].tolist()) if both >> d & 1)
    return mine, theirs, int(g["mortgaged"]) & both, levels, int(g["alive"])


def offer_in(g: np.void) -> Offer:
    top = int(g["depth"]) - 1
    p, q = int(g["fwho"][top]), int(g["fto"][top])
    own = int(g["deeds"][p]) | sum((int(g["holder"][deck]) == p + 1) << (28 + deck) for deck in range(2))
    items = int(g["items"])
    given, taken = ({i for i in range(30) if mask >> i & 1} for mask in (items & own, items & ~own))
    cash = int(g["cash"][q])
    return Offer((p, q), frozenset(given), frozenset(taken), int(g["money"]), owned(g, p, q), cash)


def states_of(record: Record) -> Iterator[np.ndarray]:
    """The state after every step."""
    game = record.to_game()
    step, states = game.entry("position_kernel", "step"), game.start_states(1)
    for action in record.actions:
        step(states, action)
        yield states


def offers_of(record: Record) -> tuple[int, list[tuple[Offer, Offer]]]:
    """How many offers were made in a game, and those that were made again, each with the one before."""
    counting: list[Offer] = []
    again: list[tuple[Offer, Offer]] = []
    made, answering = 0, False
    for states in states_of(record):
        g = states[0]
        counting = [offer for offer in counting if offer.still_counts(g)]
        was, top = answering, int(g["depth"]) - 1
        answering = top >= 0 and g["fkind"][top] == TRADE and g["trade_step"] == TRADE_ANSWER
        if answering and not was:
            new = offer_in(g)
            made += 1
            again += [(new, old) for old in counting if old.seats == new.seats and new.is_no_better(old)]
            counting.append(new)
    return made, again


def check(game: magnate.Game, agents: Sequence[Any], seeds: range, limit: int = 3_000) -> int:
    """No offer is made again in these games; returns how many were made."""
    made = 0
    for seed in seeds:
        found, again = offers_of(game.play(agents, seed=seed, limit=limit))
        made += found
        assert not again, (seed, again[0])
    return made


RULES = {
    "strategic": (HARD, STUBBORN),
    "algorithmic": ("algorithmic:offer_chance=1", STUBBORN),
    "baseline": ("baseline", STUBBORN),
    "tuned": ("strategic:tuned", HARD),
    "thesis": ("strategic:trademaster", "baseline"),
}


TABLES = {"tuned": (2, "time-limit"), "thesis": (4, "thesis"), "algorithmic": (8, "official-pre2008")}


@pytest.mark.parametrize("name", RULES)
def test_rule_based_agents_make_no_offer_again(name: str) -> None:
    players, preset = TABLES.get(name, (4, "official"))
    game = magnate.load("monopoly", players=players, preset=preset)
    assert check(game, RULES[name] * (players // 2), range(3)) > 0


NETWORKS = ("character:haggler_network", "character:fair_network")
"""They play at tables of up to four."""
TYPES = [f"character:{name}" for name in configurations("monopoly", "character")]


@pytest.mark.parametrize("number", range(len(TYPES)))
def test_characters_make_no_offer_again(number: int) -> None:
    """Each meets the next one, and agents that make many offers or refuse all."""
    game = magnate.load("monopoly", players=4)
    other = TYPES[(number + 1) % len(TYPES)]
    assert check(game, [TYPES[number], HARD, other, STUBBORN], range(2), limit=2_000) > 0


REBUILT = ("published", "stranger", "stranger:rent_haggler", "stranger:even_refuser")
GNOMES = ("gnome_v1", "gnome_v2", "gnome_v3")
"""Their source makes the same offer in each turn; at our tables they do not."""


@pytest.mark.parametrize("spec", REBUILT + GNOMES)
def test_agents_of_others_make_no_offer_again(spec: str) -> None:
    game = magnate.load("monopoly", players=4)
    assert check(game, [spec, HARD, spec, STUBBORN], range(2), limit=1_500) > 0


def test_every_agent_of_monopoly_is_checked_here() -> None:
    found = agents_of("monopoly")
    checked = {"strategic", "algorithmic", "baseline", "character", "magnate", "ppo", "dqn", *REBUILT, *GNOMES}
    assert {*found.policies, *found.own, *found.players} <= checked


class Refuser:
    """Rolls, buys and refuses every offer."""

    def act(self, positions: Sequence[Any]) -> list[int]:
        wanted = [state.REJECT, state.BUY, state.ROLL, state.PASS_UNTIL_TURN, state.PASS]
        found = []
        for position in positions:
            legal = [action.id for action in position.legal() if action.facets["kind"] != "trade"]
            found.append(next((one for one in wanted if one in legal), legal[-1]))
        return found


class Trader(Player):
    """A player in Python that leaves all to its defaults."""


@pytest.mark.parametrize(
    "spec",
    [
        *("magnate:2p", "ppo", "dqn", "mcts:sims=4", "portfolio:sims=4", "mcts:sims=4,delegate=strategic"),
        pytest.param("magnate:negotiator", marks=pytest.mark.long),
    ],
)
def test_other_agents_make_no_offer_again(spec: str) -> None:
    preset = "thesis" if spec in ("ppo", "dqn") else "official"
    game = magnate.load("monopoly", players=2, preset=preset)
    check(game, [spec, STUBBORN], range(2), limit=400)


def test_players_in_python_make_no_offer_again() -> None:
    game = magnate.load("monopoly", players=2)
    assert check(game, [Trader(), Refuser()], range(2), limit=600) > 0
    assert check(game, ["strategic:offer_chance=1", Refuser()], range(2), limit=600) > 0


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_rule_based_agents_make_no_offer_again_in_many_games(name: str) -> None:
    tables = [("official", 2), ("official", 4), ("thesis", 2), ("short-game", 6)]
    tables += [("official", 8), ("official-pre2008", 3), ("time-limit", 5), ("time-limit", 8)]
    for preset, players in tables:
        game = magnate.load("monopoly", players=players, preset=preset)
        check(game, (RULES[name] * 4)[:players], range(300), limit=100_000)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(TYPES)))
def test_characters_make_no_offer_again_in_many_games(number: int) -> None:
    """At every size of table, each type beside all others in turn."""
    for players in range(2, 9):
        seats = [TYPES[number], HARD, *(TYPES[number + 1 :] + TYPES[:number])][:players]
        seats = [one for one in seats if one not in NETWORKS] if players > 4 else seats
        seats += [STUBBORN] * (players - len(seats))
        game = magnate.load("monopoly", players=players, preset=("official", "official-pre2008")[players % 2])
        check(game, seats, range(20 if set(NETWORKS) & set(seats) else 100), limit=20_000)


@pytest.mark.long
@pytest.mark.parametrize(
    "spec",
    [
        *("magnate:2p", "ppo", "dqn", "dqn:fixed", "mcts:sims=20", "portfolio:sims=20"),
        *(f"{name}:nodes=20000" for name in ("star1", "star2", "expectiminimax", "maxn", "paranoid")),
    ],
)
def test_other_agents_make_no_offer_again_in_many_games(spec: str) -> None:
    game = magnate.load("monopoly", players=2, preset="thesis" if spec[:3] in ("ppo", "dqn") else "official")
    for other in (STUBBORN, HARD, spec):
        check(game, [spec, other], range(200 if spec[:3] in ("mag", "ppo", "dqn") else 20), limit=20_000)


@pytest.mark.parametrize("preset", ["official", "official-pre2008"])
def test_games_of_agents_that_refuse_end_far_earlier(preset: str) -> None:
    """With offers repeated in every window, they took many times as many decisions, and 62 % reached the cap of rounds.

    Where nobody trades at all, half of the games reach the cap.
    """
    game = magnate.load("monopoly", players=4, preset=preset)
    found = game.play_many([HARD, STUBBORN, HARD, STUBBORN], range(200))
    assert float(found.decisions.mean()) < 5_000
    assert int(found.decisions.max()) < 20_000
    assert float((found.ending == state.ENDED_ROUNDS).mean()) < 0.45


@pytest.mark.parametrize("players", range(2, 9))
def test_every_seat_may_make_at_least_two_offers_that_count(players: int) -> None:
    """With less room agents at full tables made no offer for long (figures: docs/reference/thesis-agents.md)."""
    deeds_given = [27, 26, 25, 20][: 4 if players <= 4 else 3 if players == 5 else 2]
    game = magnate.load("monopoly", players=players)
    deeds = ["boardwalk", "park-place", "short-line", "water-works", "baltic-avenue"]
    offers, g = part("past_offers"), mirrored(game.setup({"players": [{"deeds": deeds}, *[{}] * (players - 1)]}).state)
    for number, deed in enumerate(deeds_given):
        partner = 1 + number % (players - 1)
        assert offers.may_make(g, 0, partner, 1 << deed, 0)
        offers.remember(g, 0, partner, 1 << deed, 0)
    for number, deed in enumerate(deeds_given):
        partner = 1 + number % (players - 1)
        assert not offers.may_make(g, 0, partner, 1 << deed, 0), "each of them is remembered"
        assert offers.may_make(g, 0, partner, 1 << deed, 1), "and bettered by one that pays more"


@pytest.mark.parametrize("card", [state.ITEM_CHANCE_CARD, state.ITEM_CHEST_CARD])
def test_a_jail_card_that_is_gone_makes_no_offer_new(card: int) -> None:
    """`ppo` once offered again what it had offered with a card, after it had used the card."""
    game = magnate.load("monopoly", players=2)
    players = [{"deeds": ["boardwalk"]}, {"deeds": ["baltic-avenue"]}]
    offers, g = part("past_offers"), mirrored(game.setup({"players": players}).state)
    deck, (mine, theirs) = card - state.ITEM_CHANCE_CARD, (1 << 27, 1 << 1)
    assert (int(g.deeds[0]), int(g.deeds[1])) == (mine, theirs)
    g.holder[deck] = 1
    offers.remember(g, 0, 1, mine | theirs | 1 << card, 0)
    for holder in (0, 2):  # it is back in the deck, or the partner has it
        g.holder[deck] = holder
        assert not offers.may_make(g, 0, 1, mine | theirs, 0), "what is offered is less than before"
        assert offers.may_make(g, 0, 1, mine, 0), "nothing is asked for it"
    offers.forget_offers(g)
    g.holder[deck] = 2
    offers.remember(g, 0, 1, mine | theirs | 1 << card, 0)
    g.holder[deck] = 0
    assert offers.may_make(g, 0, 1, mine | theirs, 0), "the partner gives a card less than before"


def test_what_is_remembered_changes_neither_equality_nor_hash() -> None:
    game = magnate.load("monopoly", players=2)
    one = game.setup({"phase": "before", "players": [{"deeds": ["boardwalk"]}, {}]})
    other = one.copy()
    for action in ("trade:1", "item:boardwalk", "propose"):
        one.apply(action)
    one.apply("reject")
    assert one.state["past"]["context"].any()
    for action in ("trade:1", "cancel"):
        other.apply(action)
    assert not other.state["past"]["context"].any()
    assert (one == other, one.hash == other.hash, one.key == other.key) == (True, True, True)
