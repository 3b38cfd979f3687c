"""``python tools/acceptance.py``: fits how likely partners of each type accept offers.

Games of the roster's compiled members give positions. In each, random offers are put to a member of every type, and
what it answers is learned by likelihood. Some members are held out. How well answers are foreseen is printed; the
offers are those of the fit, for members that are held out too. With
``--write`` the numbers of ``agents/monopoly/acceptance_fitted.py`` are replaced. Minutes of one core.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

from magnate.agents.spec import resolve
from magnate.arena.rosters import load_roster
from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.games.monopoly.board import GROUP_DEEDS
from magnate.games.monopoly.state import ACCEPT, TRADE, TRADE_ANSWER
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
HIDDEN: Final = 24
ROWS: Final = 26
"""The rows of the first layer, one for each number that the model is shown."""


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


def module(layers: tuple[np.ndarray, np.ndarray], priors: list[float]) -> str:
    """The text of ``acceptance_fitted.py``."""
    numbers = np.concatenate([np.array(priors), layers[0].ravel(), layers[1].ravel()])
    text = '"""The numbers of the model of acceptance, written by ``tools/acceptance.py``."""\n\n'
    text += "from __future__ import annotations\n\nfrom typing import Final\n\nNUMBERS: Final = tuple(\n    map(\n"
    text, line = text + '        float,\n        """\n', ""
    for number in numbers:
        word = f"{round(float(number), 3)} "
        if len(line) + len(word) > 118:
            text, line = f"{text}{line.rstrip()}\n", ""
        line += word
    return f'{text}{line.rstrip()}\n""".split(),  # noqa: SIM905 - hundreds of numbers\n    )\n)\n'


def main() -> int:
    """Play, ask, fit, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=150, help="games at each of the tables")
    parser.add_argument("--offers", type=int, default=2, help="offers at each position")
    parser.add_argument("--steps", type=int, default=6000, help="steps of the fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--without-chances", action="store_true", help="no network answers: that type as hagglers do")
    said = parser.parse_args()
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
    if said.write:
        FILE.write_text(module(layers, [*PRIORS.values(), *PRIORS_LEFT.values()]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
