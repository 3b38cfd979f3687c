"""``python tools/house_rules.py FILE.jsonl``: what house rules change, as a Markdown table.

Each rule is a tournament of four agents at one table, by the official rules with that rule changed, on the same deals.
A rule is a line of the file as soon as it is played, so the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

AGENTS = ("strategic", "strategic:cautious_accumulator", "algorithmic", "baseline")
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


def main() -> None:
    """Play the rules that the file does not have yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=4_000, help="games of each rule")
    asked = parser.parse_args()
    lines = asked.file.read_text(encoding="utf-8").splitlines() if asked.file.exists() else []
    found = {row["rule"]: row for row in map(json.loads, lines)}
    for rule, options in RULES.items():
        if rule not in found:
            found[rule] = {"rule": rule, "options": options, **played(options.split(), asked.games)}
            with asked.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found[rule]) + "\n")
    print("| rule | option | turns a game | first seat wins | `strategic` wins | ended by the cap |")
    print("|---|---|--:|--:|--:|--:|")
    for rule in RULES:
        row = found[rule]
        options = ", ".join(f"`{one}`" for one in row["options"].split())
        turns, first, best = spelled(row["turns"], 1), spelled(row["first"], 100), spelled(row["best"], 100)
        print(f"| {rule} | {options} | {turns} | {first} | {best} | {100 * row['capped']:.1f} |")


def played(options: list[str], games: int) -> dict[str, Any]:
    """What a tournament by the official rules with these options shows."""
    words = ["-m", "magnate", "tournament", "run", "monopoly", "--preset", "official", "--players", "4", "--no-store"]
    words += ["--agents", ",".join(AGENTS), "--games", str(games), "--seed", "1", "--json", "--quiet"]
    words += [word for option in options for word in ("--option", option)]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)  # noqa: S603
    result = json.loads(done.stdout)["result"]
    lines = {line["agent"]: line for line in result["ranking"]}
    return {
        "turns": lines[AGENTS[0]]["turns"],
        "first": result["seats"][0]["win_share"],
        "best": lines[AGENTS[0]]["win_share"],
        "capped": sum(line["capped"]["share"] for line in lines.values()) / len(lines),
    }


def spelled(found: dict[str, float], unit: float) -> str:
    """A mean with its 95 % interval."""
    margin = max(found["high"] - found["mean"], found["mean"] - found["low"])
    return f"{unit * found['mean']:.1f} ± {unit * margin:.1f}"


if __name__ == "__main__":
    main()
