"""``stranger``: both types that only the judging meets do what their descriptions say, and no training names them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import magnate
import magnate.learn
from magnate.agents import resolve, spec
from magnate.agents.monopoly.parameters import PARAMETERS
from magnate.arena.rosters import load_roster
from magnate.core.registry import agents_of
from magnate.games.monopoly import board, state
from magnate.values.monopoly.deeds import VISITS
from tools.docs_hooks import on_page_markdown

from .interpreted import part, row
from .positions import blank, random_position
from .test_character import answering, completed, random_exchange, states_in

TYPES = list(spec.configurations("monopoly", "stranger"))
STRANGER = part("stranger")
ROOT = Path(__file__).parents[3]
DEED = {one.slug: one.index for one in board.TITLE_DEEDS}


def mask(*slugs: str) -> int:
    return sum(1 << DEED[slug] for slug in slugs)


def accepts(g: Any, name: str, offered: int, asked: int, money: int) -> bool:
    """Whether seat 1 accepts these items and ``money`` dollars of seat 0 for its own."""
    return bool(STRANGER.agrees(g, row(f"stranger:{name}"), 1, 0, asked, offered, -money))


# ------------------------------------------------------------ What deeds earn, written a second time as an oracle


def rent(deed: int, owned: int, level: int) -> float:
    """The rent of a deed whose owner has so many of its group, at this level."""
    one = board.TITLE_DEEDS[deed]
    whole = owned == len(board.GROUP_DEEDS[one.group])
    if one.group == board.RAILROADS:
        return one.rents[owned - 1]
    if one.group == board.UTILITIES:
        return 7 * (10 if whole else 4)
    return one.rents[level] * (2 if whole and level == 0 else 1)


def earned(g: Any, own: int, budget: int) -> float:
    """Dollars that deeds earn with each throw of an opponent."""
    total = 0.0
    for group, deeds in enumerate(board.GROUP_DEEDS):
        mine = [d for d in deeds if (own & ~g.mortgaged) >> d & 1]
        level = 0
        if group < board.STREET_GROUPS and len(mine) == len(deeds):
            built = min(int(g.level[d]) for d in deeds)
            cost = sum(board.TITLE_DEEDS[d].house_price for d in deeds)
            level = built
            while level < 3 and budget >= cost and (level + 1 - built) * len(deeds) <= g.houses:
                level += 1
                budget -= cost
        total += sum(int(VISITS[d]) / 1_000_000 * rent(d, len(mine), level) for d in mine)
    return total


def account(g: Any, cash: int, items: int, throws: int) -> float:
    """What a seat has: cash, what the bank lends, jail cards and rents."""
    deeds = [d for d in range(28) if (items & ~g.mortgaged) >> d & 1]
    lent = sum(board.TITLE_DEEDS[d].mortgage for d in deeds)
    rents = earned(g, items & board.ALL_DEEDS, max(0, cash) // 2)
    return cash + 50 * (items >> 28).bit_count() + lent + throws * (int(g.opt.players) - 1) * rents


def after(g: Any, seat: int, out: int, received: int, pays: int, throws: int) -> float:
    items = int(part("property_value").holdings(g, seat))
    return account(g, int(g.cash[seat]) - pays, items & ~out | received, throws)


def exchanges(seed: int, count: int) -> Iterator[tuple[Any, int, int, int]]:
    """Random positions, with what seats 0 and 1 might give each other, and what seat 0 pays."""
    rng = random.Random(seed)
    for _ in range(count):
        g = random_position(rng, 4)
        g.rounds = rng.randrange(60)
        mine, theirs = random_exchange(rng, g)
        mine, theirs = mine & ~g.mortgaged, theirs & ~g.mortgaged
        if mine | theirs:
            for money in range(-300, min(int(g.cash[0]), 3000) + 1, 150):
                if money >= -int(g.cash[1]) + 75:
                    yield g, mine, theirs, money


def test_a_rent_haggler_accepts_what_brings_its_surplus_more_by_rents() -> None:
    seen: Counter[bool] = Counter()
    for g, mine, theirs, money in exchanges(1, 120):
        here = int(part("property_value").holdings(g, 1))
        before = account(g, int(g.cash[1]), here, 20)
        budget, other = int(g.cash[0]) // 2, int(g.deeds[0])
        grown = (other & ~mine | theirs) & board.ALL_DEEDS
        to_pay = 20 * max(0.0, earned(g, grown, budget) - earned(g, other, budget))
        own = after(g, 1, theirs, mine, -money, 20) - before - to_pay
        lost = before - account(g, int(g.cash[1]) - max(0, -money), here & ~theirs, 20) + to_pay
        wanted = 0.6 - 0.55 * min(1.0, int(g.rounds) / 40)
        if abs(own) > 8 and abs(own - wanted * lost) > 8:
            answer = accepts(g, "rent_haggler", mine, theirs, money)
            seen[answer] += 1
            assert answer == (own > 0 and own >= wanted * lost), (money, own, lost)
    assert min(seen.values()) > 100


def least(g: Any, asked: int) -> int:
    """For how many dollars a rent haggler lets these deeds go."""
    return next(money for money in range(4_000) if accepts(g, "rent_haggler", 0, asked, money))


def test_a_rent_haggler_asks_less_each_round_and_more_where_it_will_pay_rents() -> None:
    g = blank(4)
    g.cash[0] = 4_000
    g.deeds[0], g.deeds[1] = mask("park-place"), mask("boardwalk", "vermont-avenue")
    asked = []
    for rounds in (0, 10, 20, 40, 80):
        g.rounds = rounds
        asked.append(least(g, mask("boardwalk")))
    assert asked[0] > asked[1] > asked[2] > asked[3] == asked[4] > 0
    g.rounds = 0
    assert least(g, mask("vermont-avenue")) < 100, "list prices do not count"
    g.deeds[0] = mask("oriental-avenue")
    assert 2 * least(g, mask("boardwalk")) < asked[0], "nothing is completed"


def test_an_even_refuser_keeps_pace() -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    for g, mine, theirs, money in exchanges(2, 120):
        have = [account(g, int(g.cash[s]), int(part("property_value").holdings(g, s)), 15) for s in range(4)]
        then = [after(g, 0, mine, theirs, money, 15), after(g, 1, theirs, mine, -money, 15), *have[2:]]
        was, now = ([max(1.0, one) for one in values] for values in (have, then))
        other, own = (now[s] / sum(now) - was[s] / sum(was) for s in (0, 1))
        if abs(own) > 0.001 and abs(own - other) > 0.002:
            answer = accepts(g, "even_refuser", mine, theirs, money)
            seen[answer, other > 0] += 1
            assert answer == (own > 0 and own >= other)
    assert min(seen[True, False], seen[False, True]) > 100
    orange, red = board.GROUP_DEEDS[3], board.GROUP_DEEDS[4]
    for better, worse in ((0, 1), (1, 0)):  # a swap completes a group of each, and the red one earns more
        g = blank(4)
        g.cash[0] = g.cash[1] = 4_000
        g.deeds[better] = 1 << red[0] | 1 << red[1] | 1 << orange[0]
        g.deeds[worse] = 1 << orange[1] | 1 << orange[2] | 1 << red[2]
        gives = [1 << orange[0], 1 << red[2]]
        offered, asked = gives[better], gives[worse]
        assert accepts(g, "even_refuser", offered, asked, 0) == (better == 1)


@pytest.mark.parametrize("name", TYPES)
def test_offers_complete_a_group_and_their_maker_agrees_to_them(name: str) -> None:
    made, rng, params = 0, random.Random(5), row(f"stranger:{name}")
    for _ in range(240):
        g = random_position(rng, 3)
        g.rounds = rng.randrange(20, 80)
        plan = STRANGER.best_offer(g, params, 0, 1)
        if plan:
            items, money = int(part("trade_plan").plan_items(plan)), int(part("trade_plan").plan_money(plan))
            mine, theirs = items & int(g.deeds[0]), items & int(g.deeds[1])
            made += 1
            assert completed(g, 0, mine, theirs)
            assert STRANGER.agrees(g, params, 0, 1, mine, theirs, money)
            throws = int(params[34])
            assert STRANGER.gain(g, 0, 1, mine, theirs, money, throws) > 0
            assert STRANGER.gain(g, 1, 0, theirs, mine, -money, throws) >= 0
    assert made > 5


@pytest.mark.parametrize("name", TYPES)
def test_they_accept_refuse_and_offer_in_games(name: str) -> None:
    found: Counter[int] = Counter()
    for g, seat, action in states_in([f"stranger:{name}", *["strategic:trademaster"] * 3], range(30)):
        if seat == 0 and answering(g):
            found[action] += 1
        elif seat == 0 and state.TRADE_WITH <= action < state.CANCEL:
            found[state.TRADE_WITH] += 1
    assert set(found) == {state.ACCEPT, state.REJECT, state.TRADE_WITH}
    assert found[state.REJECT] > 100
    assert found[state.TRADE_WITH] > 5


@pytest.mark.parametrize("players", [2, 5, 8])
def test_they_play_whole_games_and_the_same_ones_again(players: int) -> None:
    for preset in ("official", "official-pre2008", "thesis"):
        if preset != "thesis" or players == 2:
            game = magnate.load("monopoly", players=players, preset=preset)
            seats = [f"stranger:{name}" for name in (TYPES * 4)[:players]]
            one, other = (game.play(seats, seed=3) for _ in range(2))
            assert one.actions == other.actions


def test_no_training_and_no_other_roster_names_them() -> None:
    package = Path(magnate.learn.__path__[0]).parent
    folders = package / "learn", package / "arena" / "tuning", package / "envs", ROOT / "tools"
    texts = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml")]
    assert len(texts) > 20
    assert not [path.name for path in texts if "stranger" in path.read_text(encoding="utf-8")]
    lines = [line for path in texts if path.suffix == ".toml" for line in path.read_text(encoding="utf-8").splitlines()]
    assert not [line for line in lines if not line.startswith("#") and re.search("haggler_network|fair_network", line)]
    assert not [one for one in load_roster("monopoly_official").members if one.startswith("stranger")]
    assert set(load_roster("monopoly_unseen").members) == {f"stranger:{name}" for name in TYPES}


def test_the_page_has_each_and_their_parameters() -> None:
    page = on_page_markdown((ROOT / "docs" / "reference" / "pool.md").read_text(encoding="utf-8"))
    for name, one in agents_of("monopoly").configurations["stranger"].items():
        changes = ", ".join(f"`{which}={value:g}`" for which, value in one.changes.items())
        assert re.search(rf"\| `stranger:{name}` \| {re.escape(one.about)} \| {re.escape(changes)} \|", page), name
    for param in PARAMETERS["stranger"]:
        allowed = f"{param.least:g} to {param.most:g}" + (", whole" if param.whole else "")
        assert f"| `{param.name}` | {param.about} | {allowed} | {param.default:g} |" in page
    places = [one.place for one in PARAMETERS["stranger"]]
    assert len(set(places)) == len(places)
    assert resolve("monopoly", "stranger").row == resolve("monopoly", "stranger:value_ratio=1.2").row
