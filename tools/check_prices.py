#!/usr/bin/env python3
"""Tell how often the intervals of a trade's prices hold what many more games say (docs/how-to/questions.md).

    python tools/check_prices.py prices.jsonl --trades 40

The exchanges are those of trades that agents have made (as in ``tools/check_trades.py``). Their prices by rollouts, as
``magnate trade`` tells them, are compared with those of eight times as many games with other dice. An exchange is a
line of the file. What the file has is not played again, so that the work can be interrupted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from check_trades import POLICY, played

from magnate.analysis import trade_rollouts
from magnate.analysis.trade_prices import Bargain
from magnate.runtime.stream import deal_seed

MORE = 8
PRICES = ("most", "least", "fair")


def main() -> None:
    """Play what is missing, then tell how many intervals hold the price by more games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="JSON lines, one an exchange")
    parser.add_argument("--trades", type=int, default=40)
    args = parser.parse_args()
    done = [json.loads(line) for line in args.file.read_text().splitlines()] if args.file.exists() else []
    with args.file.open("a") as file:
        for seed in range(len(done), args.trades):
            done.append(compared(seed))
            file.write(json.dumps(done[-1]) + "\n")
            file.flush()
            print(f"{seed + 1} of {args.trades}", flush=True)
    for name in PRICES:
        found = [one[name] for one in done if None not in one[name]]
        held = sum(low <= price <= high for price, (low, high) in found)
        print(f"{name}: {held} of {len(found)}")


def compared(seed: int) -> dict[str, Any]:
    """The prices of a trade by many games, each with its interval by the usual number."""
    position, _, _ = played(seed)
    bargain, terms = Bargain.asked(position, [], [], None, None, None, POLICY)
    usual = trade_rollouts.rolled_prices(bargain, terms, seed=seed)
    games = trade_rollouts.GAMES
    setattr(trade_rollouts, "GAMES", tuple(MORE * one for one in games))  # noqa: B010 - a constant, but for this
    many = trade_rollouts.rolled_prices(bargain, terms, seed=deal_seed(seed, "many"))
    setattr(trade_rollouts, "GAMES", games)  # noqa: B010
    return {name: (getattr(many, name), getattr(usual, f"{name}_range")) for name in PRICES}


if __name__ == "__main__":
    main()
