"""``gnome_v1`` to ``gnome_v3`` decide as the source's policies did at 500 positions of its own games.

``gnome.jsonl`` has these positions and what the source answered there. They were noted in 14 games of its three
public policies (background_agent_v1, v2 and v3_1 of commit 0f9b64a), each kind of answer alike as far as there are so
many. Offers of others were drawn, too. Left out are positions in which the source contradicts itself (a mortgage that
is kept of a deed which was sold), and debts in which its bank has no cash for mortgages. Of debts those are there
that mortgages cover.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly import gnome
from magnate.agents.monopoly.gnome import Offer, Seen
from magnate.games.monopoly.board import TITLE_DEEDS
from magnate.games.monopoly.state import ACCEPT

NOTED = [json.loads(line) for line in Path(__file__).with_name("gnome.jsonl").read_text(encoding="utf-8").splitlines()]
KINDS = ("answer", "bid", "buy", "debt", "jail", "manage", "offer")
POLICIES = ("gnome_v1", "gnome_v2", "gnome_v3")


def seen(one: dict[str, Any]) -> Seen:
    level = {int(deed): count for deed, count in one["level"].items()}
    deeds = tuple(map(frozenset, one["deeds"]))
    return Seen(one["me"], tuple(one["cash"]), deeds, level, frozenset(one["mortgaged"]))


def offer_of(given: list[Any]) -> Offer:
    to, give, get, offered, wanted = given
    return Offer(to, frozenset(give), frozenset(get), offered, wanted)


def answer(one: dict[str, Any]) -> Any:
    """What our policy decides there."""
    here, version = seen(one), one["version"]
    match one["what"]:
        case "answer":
            return gnome.accepts(here, offer_of(one["offer"]), version)
        case "bid":
            return gnome.bid(here, one["deed"], one["current"])
        case "buy":
            return gnome.buys(here, one["deed"])
        case "jail":
            return gnome.leaves_jail(here)
        case "offer":
            return gnome.offers(here, version)
        case "manage":
            built = gnome.builds(here)
            return ["l", gnome.lifts(here)] if built is None else ["b", built]
    cash, order = here.money, gnome.mortgages(here)
    needed = next(n for n in range(len(order) + 1) if cash + sum(TITLE_DEEDS[d].mortgage for d in order[:n]) >= 0)
    return order[:needed]


def test_there_are_500_positions_of_all_kinds_and_policies() -> None:
    found = Counter((one["version"], one["what"]) for one in NOTED)
    assert len(NOTED) == 500
    assert set(found) == {(version, kind) for version in (1, 2, 3) for kind in KINDS}
    assert min(found.values()) > 10
    assert {one["answer"] for one in NOTED if one["what"] == "answer" and one["version"] > 1} == {True, False}


@pytest.mark.parametrize("kind", KINDS)
def test_decisions_are_those_of_the_source(kind: str) -> None:
    for one in NOTED:
        if one["what"] == kind:
            wanted = [offer_of(offer) for offer in one["answer"]] if kind == "offer" else one["answer"]
            assert answer(one) == wanted, one


def played(agents: list[str], seed: int) -> Any:
    return magnate.load("monopoly", players=4, **gnome.RULES).play(agents, seed=seed, limit=4_000)


def test_they_play_by_rules_near_theirs_and_the_same_games_again() -> None:
    for seed in range(3):
        one = played([*POLICIES, "strategic"], seed)
        assert one.actions == played([*POLICIES, "strategic"], seed).actions


def test_they_build_where_our_rules_allow_it() -> None:
    played([*POLICIES, "strategic"], 5)  # there the source would build beside a lot that is mortgaged


def test_the_first_accepts_nothing_and_the_others_do() -> None:
    accepted: Counter[int] = Counter()
    for seed in range(6):
        record = played([*POLICIES, "strategic:trademaster"], seed)
        for before, action in zip(record.positions(), record.actions, strict=False):
            if action == ACCEPT:
                accepted[before.to_move] += 1
    assert accepted[0] == 0 < accepted[1] + accepted[2]


def test_they_are_listed() -> None:
    for name in POLICIES:
        assert resolve("monopoly", name, 4).name == name
