"""``character``: each type does what its description says, by what it agrees to, at single decisions and in games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import magnate
from magnate.agents import resolve, spec
from magnate.agents.monopoly.parameters import PARAMETERS
from magnate.core.registry import agents_of
from magnate.games.monopoly import board, state
from magnate.games.monopoly.state import AUCTION, BUY, BUYING, DECLINE, NO_FRAME, ROLL, TRADE, TRADE_ANSWER
from magnate.values.monopoly.deeds import FLOW, STEPS
from tools.docs_hooks import on_page_markdown

from .interpreted import notes, part, row, scratch
from .positions import blank, random_position

TYPES = list(spec.configurations("monopoly", "character"))
RULED = [name for name in TYPES if spec.configurations("monopoly", "character")[name]]
"""Those that compiled rules play."""
HAGGLERS = {"haggler_10": 0.1, "haggler_20": 0.2, "haggler_40": 0.4}
JUDGE, POLICY = part("cash_and_deeds"), part("character")
DEED = {one.slug: one.index for one in board.TITLE_DEEDS}
NEIGHBOURS = "strategic:trademaster"


def character(name: str) -> list[float]:
    return row(f"character:{name}")


def parameter(name: str, which: str) -> float:
    return character(name)[next(one.place for one in PARAMETERS["character"] if one.name == which)]


# ---------------------------------------------------- What cash and deeds are worth, written a second time as an oracle


def rents(g: Any, group: int, own: set[int], budget: int, throws: int) -> float:
    """What the deeds of a group earn, as the docs say it."""
    deeds = board.GROUP_DEEDS[group]
    free = [d for d in own if not g.mortgaged >> d & 1]

    def flow(level: int) -> int:
        return int(FLOW[group * STEPS + level]) * throws

    if group == board.RAILROADS:
        return (0, 3, 12, 37, 100)[len(free)] * flow(0) // 100_000
    if len(free) == len(deeds):
        if group == board.UTILITIES:
            return flow(0) // 1000
        built = min(int(g.level[d]) for d in deeds)
        level = max(built, min(3, built + int(g.houses) // len(deeds)))
        cost = (level - built) * sum(board.TITLE_DEEDS[d].house_price for d in deeds)
        more = flow(level) // 1000 - cost // 2 - flow(built) // 1000
        paid = min(1.0, max(0, budget) / cost) if cost else 1.0
        return flow(built) // 1000 + max(0, more) * (1 + paid) / 2
    if group < board.STREET_GROUPS and len(own) >= len(deeds) - 1:
        return 10 * flow(3) // 100_000
    return 0


def worth(g: Any, cash: int, items: int, throws: int) -> float:
    """What a seat has with this cash and these items."""
    total: float = cash + 50 * (items >> 28).bit_count()
    for group, deeds in enumerate(board.GROUP_DEEDS):
        own = {d for d in deeds if items >> d & 1}
        for d in own:
            deed = board.TITLE_DEEDS[d]
            total += deed.price - (deed.mortgage + ceil(deed.mortgage / 10) if g.mortgaged >> d & 1 else 0)
        if own:
            total += rents(g, group, own, cash // 2, throws)
    return total


def random_exchange(rng: random.Random, g: Any) -> tuple[int, int]:
    """Some items of seats 0 and 1 that they may exchange."""
    masks = []
    for seat in range(2):
        items = [i for i in range(30) if int(part("baseline").tradable(g, seat)) >> i & 1]
        masks.append(sum(1 << i for i in rng.sample(items, min(len(items), rng.randrange(3)))))
    return masks[0], masks[1]


def positions(seed: int, count: int, players: int = 4) -> Iterator[tuple[Any, int, int]]:
    """Random positions, with what seats 0 and 1 might give each other."""
    rng = random.Random(seed)
    for _ in range(count):
        g = random_position(rng, players)
        mine, theirs = random_exchange(rng, g)
        if mine | theirs:
            yield g, mine, theirs


def test_what_a_seat_has_is_what_the_oracle_says() -> None:
    for players in (2, 4, 8):
        for g, mine, theirs in positions(players, 60, players):
            throws = 15 * (players - 1)
            for seat in range(players):
                items = int(part("property_value").holdings(g, seat)) ^ (mine | theirs)
                found = JUDGE.assets(g, int(g.cash[seat]), items, throws)
                assert found == pytest.approx(worth(g, int(g.cash[seat]), items, throws), abs=10)


# -------------------------------------------------------------------------------------------------- Who agrees to what


def accepts(g: Any, name: str, offered: int, asked: int, money: int) -> bool:
    """Whether seat 1 accepts these items and ``money`` dollars of seat 0 for its own."""
    return bool(JUDGE.agrees(g, character(name), 1, 0, asked, offered, -money))


def test_a_refuser_never_accepts() -> None:
    for g, mine, theirs in positions(1, 80):
        g.cash[0] = 20_000
        assert not accepts(g, "refuser", mine, theirs, 15_000)
        assert accepts(g, "mild", mine, theirs, 15_000)


def completed(g: Any, seat: int, gives: int, gets: int) -> bool:
    """Whether a seat gets a whole group by an exchange."""
    after = int(g.deeds[seat]) & ~gives | gets
    return any(all(after >> d & 1 for d in deeds) and any(gets >> d & 1 for d in deeds) for deeds in board.GROUP_DEEDS)


def test_a_careful_refuser_accepts_whatever_pays_but_completes_no_group() -> None:
    seen: Counter[bool] = Counter()
    for g, mine, theirs in positions(2, 300):
        g.cash[0] = 20_000
        whole = completed(g, 0, mine, theirs)
        seen[whole] += 1
        assert accepts(g, "careful_refuser", mine, theirs, 15_000) is not whole
    assert min(seen[True], seen[False]) > 10


@pytest.mark.parametrize(("name", "surplus"), HAGGLERS.items())
def test_a_haggler_accepts_exactly_from_its_limit_on(name: str, surplus: float) -> None:
    g = blank(4)
    single = 1 << DEED["oriental-avenue"]  # 100 dollars, and nothing of its group beside it
    g.deeds[0] = 1 << DEED["states-avenue"]
    g.deeds[1] = single | 1 << DEED["baltic-avenue"]
    limit = round(100 * (1 + surplus))
    assert [accepts(g, name, 0, single, limit + more) for more in (-1, 0, 1)] == [False, True, True]
    assert accepts(g, name, 1 << DEED["states-avenue"], single, 0), "for 140 dollars"
    g.deeds[0] = 1 << DEED["connecticut-avenue"]
    assert accepts(g, name, 1 << DEED["connecticut-avenue"], single, 0) == (surplus <= 0.2), "for 120 dollars"


@pytest.mark.parametrize(("name", "surplus"), HAGGLERS.items())
def test_what_a_haggler_accepts_is_worth_more_to_it_by_its_surplus(name: str, surplus: float) -> None:
    rivalry, throws, seen = parameter(name, "rivalry"), 45, 0
    for g, mine, theirs in positions(3, 120):
        have = [int(part("property_value").holdings(g, seat)) for seat in range(2)]
        mine &= ~g.mortgaged
        theirs &= ~g.mortgaged
        before = [worth(g, int(g.cash[seat]), have[seat], throws) for seat in range(2)]
        kept = worth(g, int(g.cash[1]), have[1] & ~theirs, throws)
        answers = []
        for money in range(0, int(g.cash[0]) + 1, 50):
            after = worth(g, int(g.cash[1]) + money, have[1] & ~theirs | mine, throws)
            other = worth(g, int(g.cash[0]) - money, have[0] & ~mine | theirs, throws) - before[0]
            lost = before[1] - kept + rivalry * max(0.0, other)
            enough = (after - kept) - (1 + surplus) * lost
            answers.append(accepts(g, name, mine, theirs, money))
            if abs(enough) > 15 and abs(after - before[1]) > 15:
                seen += 1
                assert answers[-1] == (enough > 0 and after > before[1]), (money, enough)
        assert answers == sorted(answers), "more money is never worse"
    assert seen > 300


def gains(g: Any, mine: int, theirs: int, money: int) -> tuple[int, int]:
    """What seats 0 and 1 gain by an exchange in which seat 0 pays."""
    throws = 15 * (int(g.opt.players) - 1)
    return JUDGE.gain(g, 0, mine, theirs, money, throws), JUDGE.gain(g, 1, theirs, mine, -money, throws)


def test_fair_traders_accept_what_gains_both_alike() -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    for g, mine, theirs in positions(4, 400):
        for money in range(-300, 301, 60):
            if -int(g.cash[1]) + 150 <= money <= int(g.cash[0]):
                other, own = gains(g, mine, theirs, money)
                fair = own > 0 and own >= 0.8 * max(0, other)
                seen[fair, other > 0] += 1
                assert accepts(g, "fair_trader", mine, theirs, money) == fair
    assert all(seen[fair, gain] > 20 for fair in (True, False) for gain in (True, False))


@pytest.mark.parametrize("name", RULED)
def test_offers_gain_both_and_their_maker_agrees_to_them(name: str) -> None:
    made = 0
    for g, _, _ in positions(5, 60, 2):
        params = character(name)
        plan = POLICY.best_deal(g, params, 0, 1)
        if plan:
            items, money = int(part("trade_plan").plan_items(plan)), int(part("trade_plan").plan_money(plan))
            mine, theirs = items & int(g.deeds[0]), items & int(g.deeds[1])
            made += 1
            assert completed(g, 0, mine, theirs)
            assert not (parameter(name, "trades") < 2 and completed(g, 1, theirs, mine))
            own, other = gains(g, mine, theirs, money)
            assert own > 0 <= other
            if name == "fair_trader":
                assert own >= 0.8 * other
                assert own - other <= 0.1 * own + 100 or int(g.cash[1]) < 400
    assert (made > 0) == (parameter(name, "trades") > 0)


# ------------------------------------------------------------------------------------------- Buying, bidding and jail


def auctioned(cash: int, deed: str) -> Any:
    """Seat 0 bids in an auction of a deed."""
    g = blank(4)
    g.cash[0], g.cash[1] = cash, 5_000
    g.depth, g.fkind[0] = 1, AUCTION
    g.lot, g.bidder, g.bidders = DEED[deed], 0, 15
    return g


@pytest.mark.parametrize(("cash", "deed"), [(1500, "baltic-avenue"), (640, "boardwalk"), (331, "short-line")])
def test_a_bidder_bids_to_the_limit_of_its_cash(cash: int, deed: str) -> None:
    g, limit = auctioned(cash, deed), cash - 200
    for leading, goes_on in ((limit - 1, True), (limit, False)):
        g.bid, g.leader = leading, 2
        assert (POLICY.decide_bid(g, character("bidder"), 0) != state.PASS) == goes_on
        assert POLICY.decide_bid(g, character("mild"), 0) == state.PASS or cash < 1000


def jailed(houses: int) -> Any:
    """Seat 0 is in jail, and all deeds of one opponent have so many houses."""
    g = blank(4)
    for group in range(2, board.STREET_GROUPS):
        for d in board.GROUP_DEEDS[group][: 2 if houses == 0 else None]:
            g.deeds[1] |= 1 << d
            if houses:
                g.level[d] = houses
                g.built |= 1 << d
    g.square[0], g.jail[0], g.mover, g.current = 10, 1, 0, 0
    return g


def test_a_jail_sitter_stays_when_development_threatens() -> None:
    for houses, stays in ((0, False), (1, True), (3, True)):
        g = jailed(houses)
        assert (POLICY.decide_jail(g, character("jail_sitter"), 0) == ROLL) == stays
        assert POLICY.decide_jail(g, character("mild"), 0) != ROLL, "eight deeds are unsold"


def test_a_mild_player_buys_whatever_leaves_its_reserve() -> None:
    g = blank(4)
    g.phase, g.mover = BUYING, 0
    for deed in board.TITLE_DEEDS:
        g.square[0] = deed.square
        for cash, choice in ((deed.price + 200, BUY), (deed.price + 199, DECLINE)):
            g.cash[0] = cash
            assert POLICY.character(g, character("mild"), 1, scratch(), notes()) == choice


# ----------------------------------------------------------------------------------------------------------- In games


def states_in(agents: list[str], seeds: range, limit: int = 4_000) -> Iterator[tuple[Any, int, int]]:
    """Every state of some games before a decision, who decides there, and what it does."""
    game = magnate.load("monopoly", players=len(agents))
    step = game.entry("position_kernel", "step")
    for seed in seeds:
        record = game.play(agents, seed=seed, limit=limit)
        states = record.to_game().start_states(1)
        for action in record.actions:
            yield states[0], int(states[0]["mover"]), action
            step(states, action)


def answering(g: Any) -> bool:
    top = int(g["depth"]) - 1
    return (g["fkind"][top] if top >= 0 else NO_FRAME) == TRADE and int(g["trade_step"]) == TRADE_ANSWER


def answers_of(name: str, seeds: range) -> Counter[int]:
    """What a type answers to offers in games against agents that make many, and how often it begins one."""
    found: Counter[int] = Counter()
    for g, seat, action in states_in([f"character:{name}", *[NEIGHBOURS] * 3], seeds):
        if seat == 0 and answering(g):
            found[action] += 1
        elif seat == 0 and state.TRADE_WITH <= action < state.CANCEL:
            found[state.TRADE_WITH] += 1
    return found


def test_a_refuser_neither_accepts_nor_offers_in_games() -> None:
    found = answers_of("refuser", range(10))
    assert set(found) == {state.REJECT}
    assert found[state.REJECT] > 10


def test_hagglers_accept_less_the_more_they_ask() -> None:
    found = {name: answers_of(name, range(40)) for name in ("fair_trader", "haggler_10", "haggler_40")}
    accepted = {name: one[state.ACCEPT] / (one[state.ACCEPT] + one[state.REJECT]) for name, one in found.items()}
    assert 0 < accepted["haggler_40"] < accepted["haggler_10"] < 1
    assert 0 < accepted["fair_trader"] < 1
    assert all(one[state.TRADE_WITH] > 0 for one in found.values())


def lots_to_build_on(g: Any) -> int:
    """How many lots are of whole groups."""
    whole = [deeds for deeds in board.GROUP_DEEDS[: board.STREET_GROUPS] if any_has(g, deeds)]
    return sum(map(len, whole))


def any_has(g: Any, deeds: Sequence[int]) -> bool:
    mask = sum(1 << d for d in deeds)
    return any(int(owned) & mask == mask for owned in g["deeds"])


def houses_left(agent: str) -> tuple[float, int]:
    """Where eight lots can be built on: how often the bank has no three houses, and how many hotels stand in all."""
    left, hotels = [], 0
    for g, _, _ in states_in([agent] * 4, range(10)):
        if lots_to_build_on(g) >= 8:
            left.append(int(g["houses"]))
            hotels += int((g["level"] == board.HOTEL).sum())
    return float((np.array(left) < 3).mean()), hotels


def test_hoarders_leave_the_bank_without_houses_and_build_no_hotels() -> None:
    share, hotels = houses_left("character:hoarder")
    for other in ("character:mild", "strategic"):
        shared, others = houses_left(other)
        assert hotels == 0 < others
        assert share > 0.1 > shared


@pytest.mark.parametrize("players", [2, 5, 8])
def test_types_play_whole_games_and_the_same_ones_again(players: int) -> None:
    for preset in ("official", "official-pre2008"):
        game = magnate.load("monopoly", players=players, preset=preset)
        seats = [f"character:{name}" for name in (RULED * 2)[players : 2 * players]]
        one, other = (game.play(seats, seed=3) for _ in range(2))
        assert one.actions == other.actions
        assert one.result.ending in ("last player", "round cap")


def test_each_type_is_described_and_has_parameters_of_its_own() -> None:
    assert {"trades", "surplus", "rivalry", "fairness", "rent_throws", "building_bid", "all_in"} < {
        one.name for one in PARAMETERS["character"]
    }
    places = [one.place for one in PARAMETERS["character"]]
    assert len(set(places)) == len(places)
    rows = [resolve("monopoly", f"character:{name}").row for name in RULED]
    assert len(set(rows)) == len(rows) == 10
    assert np.array_equal(resolve("monopoly", "character:haggler_10").row, resolve("monopoly", "character").row)


def test_the_page_has_every_type_and_parameter() -> None:
    page = on_page_markdown((Path(__file__).parents[3] / "docs/reference/pool.md").read_text(encoding="utf-8"))
    for name, one in agents_of("monopoly").configurations["character"].items():
        changes = ", ".join(f"`{which}={value:g}`" for which, value in one.changes.items())
        assert f"| `character:{name}` | {one.about} | {changes or 'nothing'} |" in page
    for param in PARAMETERS["character"]:
        allowed = f"{param.least:g} to {param.most:g}" + (", whole" if param.whole else "")
        assert f"| `{param.name}` | {param.about} | {allowed} | {param.default:g} |" in page
