"""``python tools/acceptance.py``: fits how likely partners of each type accept offers, or how they bid and buy.

Games of the roster's compiled members give positions. In each, random offers are put to a member of every type, and
what it answers is learned by likelihood. Some members are held out. How well answers are foreseen is printed; the
offers are those of the fit, for members that are held out too. With
``--write`` the numbers of ``agents/monopoly/acceptance_fitted.py`` are replaced. Minutes of one core.

``--bids`` does the same with bids and purchases, and leaves the rest. Where a deed is for sale, each member is asked
whether it buys it, and whether it would raise a random bid for it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

from magnate.agents.monopoly.acceptance_fitted import NUMBERS
from magnate.agents.spec import resolve
from magnate.arena.rosters import load_roster
from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.games.monopoly.board import DEEDS, GROUP, GROUP_DEEDS, PRICE, SQUARE_DEED
from magnate.games.monopoly.state import ACCEPT, AUCTION, BUY, BUYING, DECLINE, PASS, TRADE, TRADE_ANSWER
from magnate.learn.chances import AT_CHOICE, IN_QUESTION, Tables, table_of
from magnate.runtime.compiler import build
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import pystate_class

FILE: Final = Path(__file__).parents[1] / "src" / "magnate" / "agents" / "monopoly" / "acceptance_fitted.py"
TYPES: Final = {
    "rule trader": [
        "strategic",
        *(f"strategic:{name}" for name in ("completionist_builder", "aggressive_investor", "late_game", "hotelier")),
        "strategic:tuned_official",
    ],
    "simple trader": ["algorithmic", "baseline"],
    "refuser": ["character:refuser"],
    "careful refuser": ["character:careful_refuser"],
    "haggler": ["character:haggler_10", "character:hoarder", "character:bidder", "character:jail_sitter"],
    "hard haggler": ["character:haggler_40"],
    "fair trader": ["character:mild"],
}
"""Who answers for each type; the last type, judging by win chances, is given by a network's answers."""
HELD_OUT: Final = {
    "rule trader": ["strategic:blocker", "strategic:trademaster"],
    "haggler": ["character:haggler_20"],
    "fair trader": ["character:fair_trader"],
}
BY_CHANCES: Final = "magnate:negotiator"
TABLES: Final = ("official/4", "official/3", "official/2", "official/6", "official-pre2008/4", "thesis/2", "thesis/4")
NETWORK: Final = "_network"
"""How the names of members end that play by networks of their own: nothing of ours may learn from these."""
PRIORS: Final = {"rule trader": 0.2, "simple trader": 0.06, "refuser": 0.1, "careful refuser": 0.1, "haggler": 0.26}
PRIORS_LEFT: Final = {"hard haggler": 0.08, "fair trader": 0.1, "by chances": 0.06, "at random": 0.04}
"""How common each type is taken to be; set by hand."""
HIDDEN, ROWS = 24, 26
"""The hidden units, and the rows of the first layer, one for each number that the model is shown."""
BID_HIDDEN, BID_ROWS = 16, 19
"""The same of the model of bids and purchases."""


def positions(games: int, seed: int, kind: int = AT_CHOICE) -> list[tuple[str, np.ndarray]]:
    """Settled or other positions of games of the roster's compiled members, with the name of the table."""
    roster = load_roster("monopoly_official")
    population = dict.fromkeys((one for one in roster.members if not one.endswith(NETWORK)), 1.0)
    found = []
    for number, name in enumerate(TABLES):
        tables = Tables(table_of("monopoly", name), population, {"random": 1.0}, 0.05, 30, "chances")
        seeds = [1_000_000_007 * (seed + number) + game for game in range(games)]
        met = tables.play(seeds, seed + number)
        found.append((name, met.states[met.kinds == kind]))
    return found


def drawn_offer(state: np.void, players: int, rng: np.random.Generator) -> tuple[int, int, int, int] | None:
    """Who offers, to whom, the items and the money of a random offer; None where there is nothing."""
    living = [seat for seat in range(players) if state["alive"] >> seat & 1]
    p, q = (int(one) for one in rng.permutation(living)[:2])
    free = ~int(state["built"])
    mine, theirs = int(state["deeds"][p]) & free, int(state["deeds"][q]) & free
    items = 0
    groups = [sum(1 << deed for deed in deeds) for deeds in GROUP_DEEDS]
    if rng.random() < 0.7:
        both = [m for m in groups if m & ~(mine | theirs) == 0 and m & mine and m & theirs]
        for mask in rng.permutation(np.array(both, np.int64))[: 1 + int(rng.random() < 0.4)]:
            items |= int(mask) & (theirs if rng.random() < 0.6 else mine)
    for side in (mine, theirs):
        rest = [d for d in range(28) if side >> d & 1 and not items >> d & 1]
        for d in rng.permutation(rest)[: int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1] if items else [0.35, 0.5, 0.15]))]:
            items |= 1 << int(d)
    if items == 0:
        return None
    return p, q, items, int(rng.normal(150, 450))


def asked(found: list[tuple[str, np.ndarray]], each: int, seed: int) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """For each table the states in which random offers wait for an answer, and the offers as numbers."""
    rules, past = interpret("magnate.games.monopoly.rules"), interpret("magnate.games.monopoly.past_offers")
    trade, rng, out = interpret("magnate.games.monopoly.trade"), np.random.default_rng(seed), []
    for name, states in found:
        players, made, codes = table_of("monopoly", name).players, [], []
        mirror = pystate_class(rules.STATE) if hasattr(rules, "STATE") else pystate_class(states.dtype)
        for state in states:
            if state["depth"] != 0 or int(state["alive"]).bit_count() < 2:
                continue
            g = mirror().from_record(state)
            for _ in range(each):
                offer = drawn_offer(state, players, rng)
                if offer is None:
                    continue
                p, q, items, money = offer
                low, high = trade.least_paid(g, p, q, items), trade.most_paid(g, p, q, 0, items)
                if low > high:
                    continue
                money = max(low, min(high, money))
                record = state.copy()
                record["depth"] = 1
                for field, value in (("fkind", TRADE), ("fwho", p), ("fto", q), ("famount", 0), ("farg", 0)):
                    record[field][0] = value
                record["items"], record["money"], record["trade_step"], record["mover"] = items, money, TRADE_ANSWER, q
                made.append(record)
                codes.append(past.answer_of(g, p, q, items, money))
        out.append((name, np.array(made, states.dtype), np.array(codes, np.int64)))
    return out


def answers(name: str, states: np.ndarray, spec: str) -> np.ndarray:
    """What the agent does in each position."""
    game = table_of("monopoly", name)
    agent: Any = resolve("monopoly", spec, game.players)
    if not hasattr(agent, "entries"):
        drivers = kernel("magnate.core.drivers", game.rules, game.guide)
        build([drivers.propose])
        n, chosen = len(states), np.zeros(len(states), np.int64)
        rows, memos = np.tile(np.array(agent.row), (n, 1)), np.zeros((n, MEMO), np.int64)
        drivers.propose(states, np.arange(1, n + 1) * 7919, rows, np.zeros(1024, np.int64), memos, chosen)
        return chosen
    from magnate.core.run import Batch

    seats = states["mover"].astype(np.int64)
    n = len(states)
    batch: Any = Batch.__new__(Batch)
    for field, value in (("states", states), ("seats", seats), ("keys", np.arange(1, n + 1)), ("games", np.arange(n))):
        object.__setattr__(batch, field, value)
    return np.array(agent.start_session(game).answer(batch))


def shown(codes: np.ndarray, players: int) -> np.ndarray:
    """What the model is shown of offers (n, ROWS), as ``acceptance.chances_by_type`` adds it up."""
    net, given = ((codes & 1023) - 512) * 8.0, ((codes >> 10) & 127) * 32.0
    cash, own, other = ((codes >> 25) & 31) * 64.0, (codes >> 17) & 15, (codes >> 21) & 15
    out = np.zeros((len(codes), ROWS), np.float32)
    out[:, 0], out[:, 1], out[:, 2] = 1.0, net / 400, given / 400
    out[:, 3], out[:, 4], out[:, 5] = np.clip(net / (given + 80), -1, 3), cash / 500, players / 4
    for row, groups in ((6, own), (16, other)):
        some = np.flatnonzero(groups)
        out[some, row + groups[some] - 1] = 1.0
    return out


def fitted(inputs: np.ndarray, wanted: np.ndarray, seed: int, steps: int, hidden: int) -> tuple[np.ndarray, np.ndarray]:
    """The two layers' numbers (rows, hidden) and (1 + hidden, types), by likelihood; ``wanted`` has nan for unasked."""
    import torch

    torch.manual_seed(seed)
    first = (torch.randn(inputs.shape[1], hidden) * 0.3).requires_grad_()
    last = (torch.randn(1 + hidden, wanted.shape[1]) * 0.1).requires_grad_()
    x, y = torch.tensor(inputs), torch.tensor(wanted, dtype=torch.float32)
    there, y = ~torch.isnan(y), torch.nan_to_num(y)
    batch = 2048
    adam = torch.optim.AdamW([first, last], lr=0.01, weight_decay=1e-3)
    for step in range(steps):
        rows = torch.randint(len(x), (batch,))
        adam.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        raw = torch.relu(x[rows] @ first) @ last[1:] + last[0]
        each = torch.nn.functional.binary_cross_entropy_with_logits(raw, y[rows], reduction="none")
        loss = (each * there[rows]).sum() / there[rows].sum()
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
    return first.detach().numpy(), last.detach().numpy()


def foreseen(layers: tuple[np.ndarray, np.ndarray], inputs: np.ndarray) -> np.ndarray:
    """How likely each type accepts (n, types)."""
    raw = np.maximum(inputs @ layers[0], 0) @ layers[1][1:] + layers[1][0]
    chances: np.ndarray = 1 / (1 + np.exp(-raw))
    return chances


def module(numbers: np.ndarray) -> str:
    """The text of ``acceptance_fitted.py``."""
    text = '"""The numbers of the model of acceptance, written by ``tools/acceptance.py``."""\n\n'
    text += "from __future__ import annotations\n\nfrom typing import Final\n\nNUMBERS: Final = tuple(\n    map(\n"
    text, line = text + '        float,\n        """\n', ""
    for number in numbers:
        word = f"{round(float(number), 3)} "
        if len(line) + len(word) > 118:
            text, line = f"{text}{line.rstrip()}\n", ""
        line += word
    return f'{text}{line.rstrip()}\n""".split(),  # noqa: SIM905 - hundreds of numbers\n    )\n)\n'


# ----------------------------------------------------------------------------------------- Bids and purchases


def for_sale(games: int, seed: int, each: int) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """For each table the positions in which a deed may be bought, or a random bid raised, and what they are shown as.

    The last of these rows of numbers is 1 where the deed may be bought.
    """
    board, past = interpret("magnate.games.monopoly.auction"), interpret("magnate.games.monopoly.past_bids")
    rng, out = np.random.default_rng(seed), []
    for name, states in positions(games, seed, IN_QUESTION):
        made, rows = [], []
        game = table_of("monopoly", name)
        step, mirror = kernel("magnate.core.position_kernel", game.rules).step, pystate_class(states.dtype)
        for state in states[(states["phase"] == BUYING) & (states["depth"] == 0)]:
            p = int(state["mover"])
            g, d = mirror().from_record(state), SQUARE_DEED[int(state["square"][p])]
            code = past.purchase_code(g, p, d, False)
            made.append(state.copy())
            rows.append([d, PRICE[d], (code >> 5 & 31) * 64, code >> 10 & 1, code >> 11 & 1, game.players, 1])
            auction = np.array([state])
            step(auction, DECLINE)
            if auction["depth"][0] != 1 or auction["fkind"][0][0] != AUCTION:
                continue
            living = [seat for seat in range(game.players) if state["alive"] >> seat & 1]
            for _ in range(each):
                q, r = (int(one) for one in rng.permutation(living)[:2])
                record = auction[0].copy()
                least = int(PRICE[d] * np.exp(rng.uniform(np.log(0.05), np.log(2.5)))) + int(
                    state["opt"]["auction_raise"]
                )
                record["bid"], record["leader"] = least - int(state["opt"]["auction_raise"]), r + 1
                record["famount"][0] = record["fwho"][0] = 0
                record["bidder"] = record["mover"] = q
                record["bidders"] = 1 << q | 1 << r
                g = mirror().from_record(record)
                if board.bid_limit(g, q) < least:
                    continue
                code = past.bid_code(g, q, d)
                amount = past.amount_code(least) * 8 - 4
                made.append(record)
                rows.append([d, amount, (code >> 21 & 31) * 64, code >> 26 & 1, code >> 27 & 1, game.players, 0])
        out.append((name, np.array(made, states.dtype), np.array(rows, np.float64)))
    return out


def shown_bids(rows: np.ndarray) -> np.ndarray:
    """What the model is shown of questions (n, BID_ROWS), as ``bidding.takes_by_type`` adds it up."""
    deeds, amounts, cash = rows[:, 0].astype(int), rows[:, 1], rows[:, 2]
    listed = np.array([PRICE[d] for d in range(DEEDS)], np.float64)[deeds]
    out = np.zeros((len(rows), BID_ROWS), np.float32)
    out[:, 0], out[:, 1], out[:, 2] = 1.0, np.minimum(3.0, amounts / listed), cash / 500
    out[:, 3], out[:, 4], out[:, 5] = (cash - amounts) / 500, listed / 200, rows[:, 5] / 4
    out[:, 6:9] = rows[:, [3, 4, 6]]
    out[np.arange(len(rows)), 9 + np.array([GROUP[d] for d in range(DEEDS)])[deeds]] = 1.0
    return out


# -------------------------------------------------------------------------------------------------------- The fit


def main() -> int:
    """Play, ask, fit, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=150, help="games at each of the tables")
    parser.add_argument("--offers", type=int, default=2, help="offers or bids at each position")
    parser.add_argument("--steps", type=int, default=6000, help="steps of the fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--without-chances", action="store_true", help="no network answers: that type as hagglers do")
    parser.add_argument("--bids", action="store_true", help="fit how they bid and buy, not how they accept")
    said = parser.parse_args()
    if said.bids:
        asks = for_sale(said.games, said.seed, said.offers)
        inputs = np.concatenate([shown_bids(rows) for _, _, rows in asks])
    else:
        asks = asked(positions(said.games, said.seed), said.offers, said.seed)
        inputs = np.concatenate([shown(codes, table_of("monopoly", name).players) for name, _, codes in asks])
    buys = np.concatenate([rows[:, -1] > 0 for _, _, rows in asks]) if said.bids else np.zeros(len(inputs), bool)

    def takes(spec: str) -> np.ndarray:
        """Whether a member takes what it is asked about."""
        done = np.concatenate([answers(name, states, spec) for name, states, _ in asks])
        return np.where(buys, done == BUY, done != PASS) if said.bids else done == ACCEPT

    types = {**TYPES, "by chances": TYPES["haggler"] if said.without_chances else [BY_CHANCES]}
    parts: list[tuple[np.ndarray, np.ndarray]] = []
    for place, members in enumerate(types.values()):
        for member in members:
            said_yes = takes(member)
            wanted = np.full((len(inputs), len(types)), np.nan, np.float32)
            wanted[:, place] = said_yes
            parts.append((inputs, wanted))
            print(f"{member}: takes {100 * said_yes.mean():.1f} % of {len(said_yes)}", flush=True)
    whole = [np.concatenate(one) for one in zip(*parts, strict=True)]
    layers = fitted(whole[0], whole[1], said.seed, said.steps, BID_HIDDEN if said.bids else HIDDEN)
    layers = (np.round(layers[0], 3), np.round(layers[1], 3))
    for place, (kind, members) in enumerate(types.items()):
        for member in [*members, *HELD_OUT.get(kind, [])]:
            yes = takes(member)
            p = np.clip(foreseen(layers, inputs)[:, place], 1e-4, 1 - 1e-4)
            mean = np.clip(yes.mean(), 1e-4, 1 - 1e-4)
            each = -(yes * np.log(p) + ~yes * np.log(1 - p))
            base = -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))
            note = "" if member in members else " (held out)"
            bought = f" | purchases {each[buys].mean():.3f} of {100 * yes[buys].mean():.0f} %" if said.bids else ""
            print(f"{kind} | {member}{note} | loss {each.mean():.3f} | constant {base:.3f}{bought}", flush=True)
    if said.write:
        own, kept = np.concatenate([one.ravel() for one in layers]), np.array(NUMBERS)
        split = len(PRIORS) + len(PRIORS_LEFT) + ROWS * HIDDEN + (1 + HIDDEN) * len(types)
        priors = np.array([*PRIORS.values(), *PRIORS_LEFT.values()])
        FILE.write_text(
            module(np.concatenate([kept[:split], own] if said.bids else [priors, own, kept[split:]])), encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
