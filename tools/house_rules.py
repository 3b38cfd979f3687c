"""``python tools/house_rules.py FILE.jsonl``: what house rules change, as a Markdown table.

Each rule is a tournament of four agents at one table, by the official rules with that rule changed, on the same deals.
A rule is a line of the file as soon as it is played, so the same command goes on where it was stopped. Intervals are
95 %, by a jackknife over blocks of deals.

The share of luck is the part of the variance of a seat's result that is not explained by who sits there. It belongs to
these four agents: with players who differ more, it is smaller.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from magnate.arena.games import Games
from magnate.arena.tournament import Tournament
from magnate.core.game import load_with

AGENTS = ("strategic", "strategic:cautious_accumulator", "algorithmic", "baseline")
BLOCKS = 50
"""Into how many blocks the deals are cut for the jackknife."""
RULES = {
    "the printed rules": "",
    "Free Parking pays out taxes and fines": "free_parking_pot=true",
    "$400 for landing on GO": "double_salary_on_go=true",
    "no rent while in jail": "rent_in_jail=false",
    "no auctions": "auctions=false",
    "houses and hotels without end": "unlimited_buildings=true",
    "no buying in the first lap": "first_lap=true",
    "$500 for two ones": "snake_eyes_bonus=500",
    "these seven at once": "free_parking_pot=true double_salary_on_go=true rent_in_jail=false "
    "auctions=false unlimited_buildings=true first_lap=true snake_eyes_bonus=500",
    "lifting a mortgage without the 10 %": "free_lifting=true",
    "no trades": "offers_per_turn=0",
    "one offer a turn": "offers_per_turn=1",
    "no trading of mortgaged deeds": "trade_mortgaged=false",
    "no salary": "salary=0",
    "a salary of $100": "salary=100",
    "a salary of $400": "salary=400",
    "$1,000 to begin with": "start_cash=1000",
    "$2,500 to begin with": "start_cash=2500",
    "two deeds dealt": "dealt_deeds=2",
    "three deeds dealt": "dealt_deeds=3",
    "three deeds dealt and paid for": "dealt_deeds=3 dealt_paid=true",
    "a fine of $200 in jail": "jail_fine=200",
    "a hotel after three houses": "hotel_houses=3",
    "16 houses in the bank": "houses=16",
    "building on groups with a mortgage": "build_mortgaged=true",
    "single rent if a lot of the group is mortgaged": "mortgaged_group_double=false",
    "bids from cash alone": "bid_limit=cash",
    "buying from cash alone": "raise_to_buy=false",
    "no building or trading between turns": "manage_between=false",
    "a bankrupt's estate split among all": "split_estate=true",
    "the end at the first bankruptcy": "end_bankruptcies=1",
    "the richest wins after 30 rounds": "time_limit_rounds=30",
}


COLUMNS: dict[str, Callable[[Games, np.ndarray], float]] = {
    "turns": lambda games, kept: float(games.facts["turns"][kept].mean()),
    "first": lambda games, kept: 100 * float(games.shares[kept, 0].mean()),
    "luck": lambda games, kept: 100 * luck(games, kept),
    "best": lambda games, kept: 100 * float(games.shares[kept][games.seating[kept] == 0].mean()),
    "worst": lambda games, kept: 100 * float(games.shares[kept][games.seating[kept] == len(AGENTS) - 1].mean()),
}


def main() -> None:
    """Play the rules that the file does not have yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=8_000, help="games of each rule")
    asked = parser.parse_args()
    lines = asked.file.read_text(encoding="utf-8").splitlines() if asked.file.exists() else []
    found = {row["rule"]: row for row in map(json.loads, lines)}
    if not all({"options", "capped", *COLUMNS} <= row.keys() for row in found.values()):
        parser.error(f"{asked.file} was written by an earlier version of this tool: name another file")
    for rule, options in RULES.items():
        if rule not in found:
            found[rule] = {"rule": rule, "options": options, **played(options.split(), asked.games)}
            with asked.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found[rule]) + "\n")
    heads = (
        "rule",
        "option",
        "turns a game",
        "first seat wins",
        "share of luck",
        "`strategic` wins",
        "`baseline` wins",
    )
    print(f"| {' | '.join(heads)} | ended by the cap |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for rule in RULES:
        row = found[rule]
        options = ", ".join(f"`{one}`" for one in row["options"].split())
        cells = " | ".join(f"{row[name][0]:.1f} ± {row[name][1]:.1f}" for name in COLUMNS)
        print(f"| {rule} | {options} | {cells} | {row['capped']:.1f} |")


def played(options: list[str], games: int) -> dict[str, Any]:
    """What a tournament by the official rules with these options shows: means, and how far their intervals reach."""
    chosen = dict(one.split("=") for one in options)
    values = {name: value if value == "cash" else json.loads(value) for name, value in chosen.items()}
    game = load_with("monopoly", "official", len(AGENTS), values)
    found = Tournament(game, AGENTS, games, seed=1).play_games(os.cpu_count() or 1)
    blocks = found.deal * BLOCKS // (found.deal.max() + 1)
    rows: dict[str, Any] = {"games": len(found), "capped": 100 * float(found.capped.mean())}
    for name, of in COLUMNS.items():
        whole = of(found, np.ones(len(found), np.bool_))
        parts = np.array([of(found, blocks != block) for block in range(BLOCKS)])
        margin = 1.96 * np.sqrt((BLOCKS - 1) * parts.var())
        rows[name] = BLOCKS * whole - (BLOCKS - 1) * float(parts.mean()), float(margin)
    return rows


def luck(games: Games, kept: np.ndarray) -> float:
    """The part of the variance of results that who sits there does not explain."""
    shares, seating = games.shares[kept], games.seating[kept]
    means = [shares[seating == entrant].mean() for entrant in range(len(AGENTS))]
    return float(1 - np.var(means) / np.var(shares))


if __name__ == "__main__":
    main()
