"""``python tools/acceptance.py``: fits how likely partners of each type accept offers, or how they bid and buy.

Games of the roster's compiled members give positions. In each, random offers are put to a member of every type, and
what it answers is learned by likelihood. Some members are held out. How well answers are foreseen is printed; the
offers are those of the fit, for members that are held out too. With
``--write`` the numbers of ``agents/monopoly/acceptance_fitted.py`` are replaced. Minutes of one core.

``--bids`` fits bids and purchases instead, and leaves the rest. In games of all types, but for the members held out,
a network classifies who showed what the position remembers. So its likelihood follows but for a factor.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from magnate.agents.monopoly import acceptance, bidding
from magnate.agents.monopoly.acceptance_fitted import NUMBERS
from magnate.agents.spec import resolve
from magnate.arena.rosters import load_roster
from magnate.core.binding import MEMO
from magnate.core.game import Record
from magnate.core.loader import kernel
from magnate.games.monopoly import past_bids
from magnate.games.monopoly.board import DEEDS, GROUP, GROUP_DEEDS, PRICE
from magnate.games.monopoly.state import ACCEPT, AUCTION, BUYING, PAST_BIDS, PAST_PURCHASES, TRADE, TRADE_ANSWER
from magnate.learn.chances import AT_CHOICE, Tables, table_of
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
BID_TABLES: Final = ("official/4", "official/3", "official/2", "official/6", "official-pre2008/4")
SELDOM: Final = 0.2
"""How often a network sits at them, where others sit once: it takes long to decide."""


def positions(games: int, seed: int) -> list[tuple[str, np.ndarray]]:
    """Settled positions of games of the roster's compiled members, with the name of the table."""
    roster = load_roster("monopoly_official")
    population = dict.fromkeys((one for one in roster.members if not one.endswith(NETWORK)), 1.0)
    found = []
    for number, name in enumerate(TABLES):
        tables = Tables(table_of("monopoly", name), population, {"random": 1.0}, 0.05, 30, "chances")
        seeds = [1_000_000_007 * (seed + number) + game for game in range(games)]
        met = tables.play(seeds, seed + number)
        found.append((name, met.states[met.kinds == AT_CHOICE]))
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
    """Whether the agent accepts each of the offers."""
    game = table_of("monopoly", name)
    agent: Any = resolve("monopoly", spec, game.players)
    if not hasattr(agent, "entries"):
        drivers = kernel("magnate.core.drivers", game.rules, game.guide)
        build([drivers.propose])
        n, chosen = len(states), np.zeros(len(states), np.int64)
        rows, memos = np.tile(np.array(agent.row), (n, 1)), np.zeros((n, MEMO), np.int64)
        drivers.propose(states, np.arange(1, n + 1) * 7919, rows, np.zeros(1024, np.int64), memos, chosen)
        return chosen == ACCEPT
    from magnate.core.run import Batch

    seats = states["mover"].astype(np.int64)
    n = len(states)
    batch: Any = Batch.__new__(Batch)
    for field, value in (("states", states), ("seats", seats), ("keys", np.arange(1, n + 1)), ("games", np.arange(n))):
        object.__setattr__(batch, field, value)
    return np.array(agent.start_session(game).answer(batch)) == ACCEPT


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


def fitted(inputs: np.ndarray, wanted: np.ndarray, seed: int, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """The two layers' numbers (ROWS, HIDDEN) and (1 + HIDDEN, types), by likelihood; ``wanted`` has nan for unasked."""
    import torch

    torch.manual_seed(seed)
    first = (torch.randn(ROWS, HIDDEN) * 0.3).requires_grad_()
    last = (torch.randn(1 + HIDDEN, wanted.shape[1]) * 0.1).requires_grad_()
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


def shows(record: Record) -> Iterator[tuple[int, int, bool]]:
    """What seats show in a game: the seat, the number that the position remembers, and whether it is a purchase."""
    game = record.to_game()
    step, states, players = game.entry("position_kernel", "step"), game.start_states(1), game.players
    for action in record.actions:
        depth, mover = int(states["depth"][0]), int(states["mover"][0])
        lot = int(states["lot"][0]) if depth and states["fkind"][0][depth - 1] == AUCTION else DEEDS
        buying = depth == 0 and states["phase"][0] == BUYING
        if lot == DEEDS and not buying:
            step(states, action)
            continue
        firsts = np.arange(players) * (PAST_BIDS // players)
        took_part = states["bidding"]["bids"][0][firsts] >> past_bids.OPEN_AT & 1
        step(states, action)
        if buying:
            yield mover, int(states["bidding"]["purchases"][0][mover * (PAST_PURCHASES // players)]), True
        top = int(states["depth"][0]) - 1
        goes_on = top >= 0 and states["fkind"][0][top] == AUCTION and states["lot"][0] == lot
        if lot < DEEDS and not goes_on:
            for seat in range(players):
                if took_part[seat] or seat == mover:
                    yield seat, int(states["bidding"]["bids"][0][firsts[seat]]), False


def shown_lately(games: int, seed: int, types: dict[str, list[str]]) -> tuple[np.ndarray, np.ndarray]:
    """What seats show in games of all types: the inputs of the model, and the type of each."""
    rng = np.random.default_rng(seed)
    names = list(types)
    chances = np.array([SELDOM if BY_CHANCES in types[name] else 1.0 for name in names])
    rows, kinds = [], []
    for number, table in enumerate(BID_TABLES):
        game = table_of("monopoly", table)
        for deal in range(games):
            drawn = [names[k] for k in rng.choice(len(names), game.players, p=chances / chances.sum())]
            agents = [str(rng.choice(types[name])) for name in drawn]
            record = game.play(agents, seed=1_000_003 * (seed + number) + deal, limit=4000)
            for seat, code, bought in shows(record):
                rows.append([code, game.players, bought])
                kinds.append(names.index(drawn[seat]))
    found = np.array(rows, np.int64)
    return shown_bids(*found.T), np.array(kinds)


def shown_bids(codes: np.ndarray, players: np.ndarray, purchases: np.ndarray) -> np.ndarray:
    """What the model is shown of bids and purchases (n, ROWS), as ``bidding`` adds it up."""
    deeds, buys = (codes & (1 << past_bids.DEED_BITS) - 1) - 1, purchases.astype(bool)
    listed = np.array([PRICE[d] for d in range(DEEDS)], np.float64)[deeds]
    bid, left = (np.where(buys, 0, codes >> at & past_bids.MOST_BID) for at in (past_bids.BID_AT, past_bids.LEFT_AT))
    cash = np.where(buys, codes >> past_bids.PURCHASE_CASH_AT, codes >> past_bids.CASH_AT) & past_bids.MOST_CASH
    out = np.zeros((len(codes), bidding.ROWS), np.float32)
    out[:, bidding.BIAS], out[:, bidding.HAS_BID], out[:, bidding.HAS_LEFT] = 1.0, bid > 0, left > 0
    out[:, bidding.BID], out[:, bidding.LEFT] = (
        np.minimum(bidding.MOST_RATIO, one * past_bids.BID_UNIT / listed) for one in (bid, left)
    )
    out[:, bidding.CASH], out[:, bidding.LISTED] = cash * past_bids.CASH_UNIT / bidding.CASHES, listed / bidding.PRICES
    out[:, bidding.PLAYERS] = players / bidding.SEATS_AT
    out[:, bidding.OWN] = np.where(buys, codes >> past_bids.PURCHASE_OWN_AT, codes >> past_bids.OWN_AT) & 1
    out[:, bidding.OTHER] = np.where(buys, codes >> past_bids.PURCHASE_OTHER_AT, codes >> past_bids.OTHER_AT) & 1
    out[:, bidding.BUYS], out[:, bidding.BOUGHT] = buys, buys & (codes >> past_bids.BOUGHT_AT & 1 == 1)
    out[np.arange(len(codes)), bidding.GROUPS + np.array([GROUP[d] for d in range(DEEDS)])[deeds]] = 1.0
    return out


def classified(
    inputs: np.ndarray, kinds: np.ndarray, types: int, seed: int, steps: int
) -> tuple[np.ndarray, np.ndarray]:
    """The two layers' numbers of a classifier of types; each type counts alike, however much it showed."""
    import torch

    torch.manual_seed(seed)
    first = (torch.randn(bidding.ROWS, bidding.UNITS) * 0.3).requires_grad_()
    last = (torch.randn(1 + bidding.UNITS, types) * 0.1).requires_grad_()
    x, y = torch.tensor(inputs), torch.tensor(kinds)
    weights = torch.zeros(len(kinds))
    for some in (inputs[:, bidding.BUYS] > 0, inputs[:, bidding.BUYS] == 0):
        for kind in range(types):
            mine = torch.tensor(some & (kinds == kind))
            weights[mine] = 1.0 / max(1, int(mine.sum()))
    adam = torch.optim.AdamW([first, last], lr=0.01, weight_decay=1e-2)
    for step in range(steps):
        rows = torch.multinomial(weights, 2048, replacement=True)
        adam.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        raw = torch.relu(x[rows] @ first) @ last[1:] + last[0]
        loss = torch.nn.functional.cross_entropy(raw, y[rows])
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
    return first.detach().numpy(), last.detach().numpy()


def log_shares(layers: tuple[np.ndarray, np.ndarray], inputs: np.ndarray) -> np.ndarray:
    """The logarithm of how likely each type is that shows this (n, types), if all are as common."""
    raw = np.maximum(inputs @ layers[0], 0) @ layers[1][1:] + layers[1][0]
    raw -= raw.max(axis=1, keepdims=True)
    found: np.ndarray = raw - np.log(np.exp(raw).sum(axis=1, keepdims=True))
    return found


# -------------------------------------------------------------------------------------------------------- The fit


def fit_bids(games: int, seed: int, steps: int) -> np.ndarray:
    """The numbers of the model of bids and purchases; prints what one bid and one purchase tell of each type."""
    types = {**TYPES, "by chances": [BY_CHANCES], "at random": ["random"]}
    inputs, kinds = shown_lately(games, seed, types)
    layers = classified(inputs, kinds, len(types), seed, steps)
    layers = (np.round(layers[0], 3), np.round(layers[1], 3))
    others, theirs = shown_lately(max(1, games // 4), seed + 50, types)
    apart = log_shares(layers, others)
    for place, kind in enumerate(types):
        line = f"{kind}:"
        for what, some in (("bids", others[:, bidding.BUYS] == 0), ("purchases", others[:, bidding.BUYS] > 0)):
            mine = some & (theirs == place)
            nats = apart[mine, place].sum() / max(1, mine.sum()) + np.log(len(types))
            line += f" {mine.sum()} {what}, {nats:+.3f} nats each;"
        print(line, flush=True)
    return np.concatenate([one.ravel() for one in layers])


def main() -> int:
    """Play, ask, fit, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=150, help="games at each of the tables")
    parser.add_argument("--offers", type=int, default=2, help="offers at each position")
    parser.add_argument("--steps", type=int, default=6000, help="steps of the fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--without-chances", action="store_true", help="no network answers: that type as hagglers do")
    parser.add_argument("--bids", action="store_true", help="fit how they bid and buy, not how they accept")
    said = parser.parse_args()
    priors, kept = np.array([*PRIORS.values(), *PRIORS_LEFT.values()]), np.array(NUMBERS)
    split = acceptance.NUMBERS
    if said.bids:
        numbers = np.concatenate([kept[:split], fit_bids(said.games, said.seed, said.steps)])
    else:
        numbers = np.concatenate([priors, fit_answers(said), kept[split:]])
    if said.write:
        FILE.write_text(module(numbers), encoding="utf-8")
    return 0


def fit_answers(said: argparse.Namespace) -> np.ndarray:
    """The numbers of the model of acceptance; prints how well answers are foreseen."""
    offers = asked(positions(said.games, said.seed), said.offers, said.seed)
    inputs = np.concatenate([shown(codes, table_of("monopoly", name).players) for name, _, codes in offers])
    types = {**TYPES, "by chances": TYPES["haggler"] if said.without_chances else [BY_CHANCES]}
    parts: list[tuple[np.ndarray, np.ndarray]] = []
    for place, members in enumerate(types.values()):
        for member in members:
            said_yes = np.concatenate([answers(name, states, member) for name, states, _ in offers])
            wanted = np.full((len(inputs), len(types)), np.nan, np.float32)
            wanted[:, place] = said_yes
            parts.append((inputs, wanted))
            print(f"{member}: accepts {100 * said_yes.mean():.1f} % of {len(said_yes)}", flush=True)
    whole = [np.concatenate(one) for one in zip(*parts, strict=True)]
    layers = fitted(whole[0], whole[1], said.seed, said.steps)
    layers = (np.round(layers[0], 3), np.round(layers[1], 3))
    for place, (kind, members) in enumerate(types.items()):
        for member in [*members, *HELD_OUT.get(kind, [])]:
            yes = np.concatenate([answers(name, states, member) for name, states, _ in offers])
            p = np.clip(foreseen(layers, inputs)[:, place], 1e-4, 1 - 1e-4)
            mean = np.clip(yes.mean(), 1e-4, 1 - 1e-4)
            bits = -(yes * np.log(p) + ~yes * np.log(1 - p)).mean()
            base = -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))
            note = "" if member in members else " (held out)"
            print(f"{kind} | {member}{note} | loss {bits:.3f} | constant {base:.3f}", flush=True)
    return np.concatenate([one.ravel() for one in layers])


if __name__ == "__main__":
    sys.exit(main())
