"""What a worker says of one position: odds, lines, trades, puzzles, ghosts, and the position as text.

Each function takes a position and what was asked of it, and answers in the shapes of :mod:`.analysis_schemas`. With
``tell`` among what was asked it says how far a long answer has come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ..core.game import Position
from ..errors import BadValue, MagnateError
from ..messages import Message
from ..skins import shown

if TYPE_CHECKING:
    from ..analysis.moves import WholeMove
    from ..analysis.trade import Offer, Terms, Trade
    from ..search.tree import TreeNode

__all__ = ["CURVE_GAMES", "LINES", "POSITIONS", "described_as", "kept", "line_of"]

CURVE_GAMES: Final = 60
"""Rollouts for the chances of a position where nothing better is known."""
ROLLED: Final = "3s"
"""How long games are played on for odds and lines."""
LINES: Final = 5
"""Moves that are listed."""
TREE_SIMS: Final = 4_000
"""Simulations of a search whose tree is shown: of a number, so that the tree is the same each time."""
TREE_NODES: Final = 150
TREE_DEPTH: Final = 6
LAB_AGENTS: Final = tuple(
    f"strategic:{one}"
    for one in ("trademaster", "tuned_official", "hotelier", "railroad_baron", "cautious_accumulator")
)
"""Who is asked in the trade lab: the characters that people meet at tables, so that they have names there."""
PRICES: Final = ("most", "least", "fair")
"""The sums of cash of a trade that rollouts tell with an interval."""


def kept(shares: Sequence[float]) -> list[float]:
    """Shares, without what rounding has made of 0 and 1."""
    return [min(1.0, max(0.0, one)) for one in shares]


def line_of(
    move: WholeMove, said: Sequence[Message], shares: Sequence[float] | None, margin: float | None
) -> dict[str, Any]:
    """A whole move as it is sent."""
    return {
        "m": [message.to_json() for message in said],
        "text": move.text,
        "names": list(move.names),
        "shares": None if shares is None else kept(shares),
        "margin": margin,
    }


# ------------------------------------------------------------------------------------------- questions about a position


def _odds(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    from ..analysis.chances import quantity
    from ..analysis.odds import odds, square_word

    found = odds(position, asked["eyes"], until=ROLLED if asked["rollouts"] else None)
    return {
        "game": position.game.name,
        "players": position.game.players,
        "to_move": None if found.to_move < 0 else found.to_move,
        "quantity": quantity(position.game.declared),
        "shares": kept(found.shares),
        "margins": list(found.chances.margins) or None,
        "source": found.chances.source,
        "games": found.chances.games,
        "policy": found.policy or found.chances.policy,
        "moves": list(found.moves),
        "before": kept(found.before),
        "thrower": None if found.thrower < 0 else found.thrower,
        "table_source": found.source or None,
        "table_games": found.games,
        "table": [
            {
                "label": row.label,
                "probability": float(row.probability),
                "shares": kept(row.shares),
                "change": list(row.change),
                "margins": list(row.margins) or None,
                "square": {"k": square_word(row.square), "a": {}, "t": row.square} if row.square else None,
            }
            for row in found.table
        ],
    }


def _lines(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    from ..analysis.chances import chances
    from ..analysis.hints import hint, move_messages

    seat = position.to_move
    if seat < 0:
        now = chances(position, asked["eyes"], games=CURVE_GAMES)
        return _about_now(now, None, "", [])
    seconds = float(ROLLED.removesuffix("s"))
    found = hint(position, games=None if asked["rollouts"] else 0, seconds=seconds, most=LINES)
    now = chances(position, seat, games=CURVE_GAMES)
    lines = [line_of(one.move, move_messages(position, one.move, seat), one.shares, one.margin) for one in found.moves]
    return _about_now(now, seat, found.policy, lines, max((one.games for one in found.moves), default=0))


def _text(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    viewpoint = asked["eyes"] if isinstance(asked["eyes"], int) else None
    return {**_odds(position, asked), "view": _view(position, viewpoint)}


def _view(position: Position, viewpoint: int | None) -> dict[str, Any]:
    """A position that is of no table, as tables show theirs."""
    found = {"seq": 0, "at": 0, "to_act": None, "settled": position.settled, "over": None}
    found["to_act"] = position.to_move if position.to_move >= 0 else None
    return {**found, "board": position.view(viewpoint)}


def _puzzle(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    from ..analysis.hints import move_messages
    from ..analysis.moves import move_from
    from ..analysis.puzzles import puzzles
    from ..core.wording import prompt_message

    found = puzzles(asked["game"])[asked["number"]]
    moves = [(one, move_from(position, one.names)) for one in found.moves]
    return {
        **{name: getattr(found, name) for name in ("name", "game", "level", "kind", "players", "seat", "gap", "games")},
        "number": asked["number"],
        "policy": list(found.policy),
        "missed_by": [{"agent": agent, "does": does} for agent, does in found.errs.items()],
        "prompt": prompt_message(position).to_json(),
        "view": _view(position, found.seat),
        "moves": [
            {
                "line": line_of(move, move_messages(position, move, found.seat), None, one.margin),
                "share": one.share,
                "behind": one.behind,
                "behind_margin": one.behind_margin,
            }
            for one, move in moves
        ],
    }


def _about_now(now: Any, seat: int | None, policy: str, lines: list[dict[str, Any]], games: int = 0) -> dict[str, Any]:
    shares = kept(now.shares)
    return {"seat": seat, "now": shares, "source": now.source, "games": games, "policy": policy, "lines": lines}


def _ghost(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The position after a whole move, which is not made."""
    from ..analysis.hints import move_messages
    from ..analysis.moves import after, move_from

    seat = position.to_move
    move = move_from(position, asked["names"])
    later = after(position, move)
    lines = [{"at": 0, "seat": seat, "m": said.to_json()} for said in move_messages(position, move, seat)]
    return {"lines": lines, "view": _view(later, seat), "decision": None, "whole": True, "reasons": []}


def _tree(position: Position, _asked: Mapping[str, Any]) -> dict[str, Any]:
    """The tree of a search of the position, by the agent that finds hints."""
    from ..agents.decision import search_as
    from ..core.wording import action_message, event_message
    from ..search import TreeSize
    from .table_config import first_hinter

    agent = f"{first_hinter(position.game)}:sims={TREE_SIMS}"
    nothing: dict[str, Any] = {"seat": None, "agent": agent, "unit": "simulations", "whole": 0, "nodes": []}
    if position.to_move < 0:
        return nothing
    found = search_as(position, agent, seed=0, tree=TreeSize(TREE_NODES, TREE_DEPTH))
    if found.report is None or found.report.tree is None:
        return {**nothing, "seat": position.to_move}
    tree = found.report.tree
    shown: list[Position | None] = [position]
    nodes = [_node(tree.nodes[0], [])]
    for node in tree.nodes[1:]:
        before, later = shown[node.parent], None
        said: list[Message] = []
        if before is not None:
            with suppress(MagnateError):  # it may be of a world with other hidden cards
                said = [action_message(before, node.id)] if before.to_move >= 0 else []
                later = before.copy().apply(node.id)
        if later is not None and not said:
            said = [event_message(later, one) for one in later.events if one.for_seat(tree.seat) and one.message]
        shown.append(later)
        nodes.append(_node(node, said))
    return {"seat": tree.seat, "agent": agent, "unit": tree.unit, "whole": tree.whole, "nodes": nodes}


def _node(node: TreeNode, said: Sequence[Message]) -> dict[str, Any]:
    names = ("parent", "name", "text", "visits", "bound", "proven", "probability", "prior", "best", "further")
    return {
        **{name: getattr(node, name) for name in names},
        "name": shown(node.name),
        "by": node.by if node.by >= 0 else None,
        "value": list(node.value),
        "m": [one.to_json() for one in said],
    }


def _trade(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    from ..analysis.measured import has_network
    from ..analysis.race import NORMAL
    from ..analysis.trade import SURE, trade

    found: Trade = trade(
        *(position, asked["give"], asked["get"], asked["cash"]),
        seat=asked["seat"],
        partner=asked["partner"],
        until=SURE if asked["rollouts"] or not has_network(position.game) else None,
        agents=LAB_AGENTS,
        anywhere=True,
    )
    rolled, prices = found.rollouts, found.prices or found
    checked = None if found.prices is None else found.prices.checked
    fair_change = found.fair_change if found.prices is None else None if checked is None else checked.change
    return {
        "terms": _terms(found.terms),
        "now": kept(found.now if rolled is None else rolled.first),
        "change": list(found.expected if rolled is None else rolled.change),
        "margins": None if rolled is None else list(rolled.margins),
        "spread": None if found.spread is None else [NORMAL * one for one in found.spread],
        "games": 0 if rolled is None else rolled.games,
        "policy": found.policy,
        "source": found.source if rolled is None else "rollouts",
        "sure": list(found.sure),
        "legal": list(found.legal),
        "most": prices.most,
        "least": prices.least,
        "fair": prices.fair,
        "ranges": None if found.prices is None else {name: getattr(found.prices, f"{name}_range") for name in PRICES},
        "fair_change": None if fair_change is None else list(fair_change),
        "duel": found.duel,
        "laughing": found.laughing,
        "paying": found.paying,
        "accepts": found.accepts,
        "answers": [{"agent": name, "accepts": yes} for name, yes in found.answers],
        "counter": None if found.counter is None else _offer(found.counter),
        "assumes": found.assumes,
    }


def _find(position: Position, asked: Mapping[str, Any]) -> dict[str, Any]:
    from ..analysis.trade import best_trades

    about = {name: asked[name] for name in ("seat", "partner", "rollouts")}
    tell = asked["tell"]
    found = best_trades(
        position, **about, progress=lambda done, whole: tell("trades", done, whole), agents=LAB_AGENTS, anywhere=True
    )
    return {"offers": [_offer(one) for one in found]}


def _offer(one: Offer) -> dict[str, Any]:
    return {
        "terms": _terms(one.terms),
        "change": list(one.change),
        "margins": None if one.margins is None else list(one.margins),
        "accepted_by": list(one.accepted_by),
        "assumes": one.assumes,
    }


def _terms(one: Terms) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "partner": one.partner,
        "give": list(one.give),
        "get": list(one.get),
        "cash": one.cash,
    }


def _written(position: Position, _asked: Mapping[str, Any]) -> dict[str, Any]:
    from ..analysis.position_file import position_text

    return described_as(position_text(position))


def described_as(text: str, games: Sequence[str] | None = None) -> dict[str, Any]:
    """What a form or a text says of a position, of one of some games: its text, its fields, and what is wrong."""
    from ..analysis.position_form import described, parse_form

    file = parse_form(text)
    if games is not None and file.game not in games:  # options of others may ask for any amount of memory
        raise BadValue("this server values positions of these games alone", hint=" or ".join(games))
    found = described(file)
    faults = [
        {
            "place": list(one.place),
            **{name: shown(getattr(one, name)) for name in ("message", "hint")},
            "m": None if one.said is None else one.said.to_json(),
            "line": one.line,
        }
        for one in found.faults
    ]
    view = None if found.position is None else _view(found.position, None)
    return {"text": found.text, "fields": found.fields, "view": view, "faults": faults}


POSITIONS: Final[Mapping[str, Callable[[Position, Mapping[str, Any]], dict[str, Any]]]] = {
    "odds": _odds,
    "text": _text,
    "puzzle": _puzzle,
    "lines": _lines,
    "trade": _trade,
    "find": _find,
    "write": _written,
    "ghost": _ghost,
    "tree": _tree,
}
"""What answers a question about a position, by its task."""
