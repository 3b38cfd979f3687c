"""The way back from a state to the named position that ``setup`` reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ...runtime.layout import fields_of
from . import actions
from . import state as phases
from .board import CARDS, INDUSTRIES, LINES, MERCHANT_SPACES, MERCHANT_TILES, SPACES
from .codec import KIND_NAMES, TILE_NAMES
from .position_model import ERAS, MERCHANT_IDS, PHASES
from .tables import ALL_CARDS, MERCHANT_FROM, PLAIN_CARDS

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ACTING", "DEALING", "to_setup"]

Fields: TypeAlias = dict[str, Any]
"""A state's fields as plain numbers and lists (see :func:`~magnate.runtime.layout.fields_of`)."""

DEALING = (phases.DEAL_ORDER, phases.DEAL_MERCHANT, phases.DEAL_CARDS)
ACTING = range(phases.BUILD_INDUSTRY, phases.SCOUT_CARD + 1)
"""The phases in which an action is being carried out."""
NEED_INDUSTRY = (phases.BUILD_SPACE, phases.TAKE_COAL, phases.TAKE_IRON)
"""The phases in which an action has an industry, if it is to build."""
NEED_SPOT = (
    phases.TAKE_COAL,
    phases.TAKE_IRON,
    phases.TAKE_BEER,
    phases.SECOND_LINE,
    phases.MERCHANT,
    phases.BONUS_TILE,
)
"""The phases in which an action has a space or a line, unless it is to develop."""


def players_of(state: Fields | np.void) -> int:
    """The number of players."""
    return int(state["opt"]["players"])


def owner_of(masks: Sequence[int], member: int) -> int | None:
    """The seat whose mask has a member: of spaces or lines."""
    for seat, mask in enumerate(masks):
        if int(mask) >> member & 1:
            return seat
    return None


def owners_of(masks: Sequence[int]) -> dict[int, int]:
    """The seats that own spaces or lines, by the owned ones' numbers; ``masks`` has what each seat owns."""
    owners = {}
    for seat, mask in enumerate(masks):
        rest = mask
        while rest:
            owners[(rest & -rest).bit_length() - 1] = seat
            rest &= rest - 1
    return owners


def seats_in_order(state: Fields) -> list[int]:
    """The turn order; while it is drawn, as much of it as there is."""
    known = int(state["dealt"]) if state["phase"] == phases.DEAL_ORDER else players_of(state)
    return [int(seat) for seat in state["order"][:known]]


def cards_of(counts: Sequence[int]) -> list[str]:
    """The names of cards that are counted by kind, as often as they are there."""
    return [CARDS[kind].id for kind, count in enumerate(counts) for _ in range(int(count))]


def counted_cards(counts: Sequence[int]) -> dict[str, int]:
    """How many cards of each kind, by name, without the kinds of which there is none."""
    return {CARDS[kind].id: int(count) for kind, count in enumerate(counts) if count}


def merchants_of(state: Fields) -> dict[str, list[str | None]]:
    """The merchant tiles by merchant, None where none lies yet; merchants that are not in play are left out."""
    players = players_of(state)
    found: dict[str, list[str | None]] = {}
    for name, place in MERCHANT_IDS.items():
        spaces = [one.index for one in MERCHANT_SPACES if one.location == place]
        if MERCHANT_FROM[spaces[0]] <= players:
            found[name] = [MERCHANT_TILES[int(state["merchant"][space])] or None for space in spaces]
    return found


def tiles_of(state: Fields) -> list[dict[str, Any]]:
    """The industry tiles on the board."""
    return [
        {
            "at": SPACES[at].id,
            "owner": owner_of(state["tiles"], at),
            "tile": TILE_NAMES[int(tile)],
            "flipped": bool(int(state["flipped"]) >> at & 1),
            "goods": int(state["goods"][at]),
        }
        for at, tile in enumerate(state["tile"])
        if tile
    ]


def links_of(state: Fields) -> list[dict[str, Any]]:
    """The link tiles on the board."""
    owners = owners_of(state["lines"])
    return [{"line": LINES[line].id, "owner": owner} for line, owner in sorted(owners.items())]


def to_setup(record: np.void) -> dict[str, Any]:
    """The named position of a state: :func:`~.position.setup` with the same options makes the same bytes of it."""
    state = fields_of(record)
    phase = int(state["phase"])
    named: dict[str, Any] = {
        "era": ERAS[state["era"]],
        "round": int(state["round"]),
        "order": seats_in_order(state),
        "turn": int(state["turn"]),
        "actions": int(state["actions"]),
        "phase": PHASES[phase],
    }
    if phase in ACTING:
        named["doing"] = doing_names(state, phase)
    if phase in DEALING:
        named["dealt"] = int(state["dealt"])
    if phase == phases.SHORTFALL:
        named["debt"] = int(state["debt"])
    barrels = int(state["barrels"])
    return named | {
        "merchants": merchants_of(state),
        "barrels": [space.id for space in MERCHANT_SPACES if barrels >> space.index & 1],
        "markets": {"coal": int(state["coal"]), "iron": int(state["iron"])},
        "tiles": tiles_of(state),
        "links": links_of(state),
        "players": [_player(state, seat) for seat in range(players_of(state))],
        "deck": counted_cards(state["deck"][:PLAIN_CARDS]),
    }


def _player(state: Fields, seat: int) -> dict[str, Any]:
    """What one player has."""
    return {
        "money": int(state["money"][seat]),
        "spent": int(state["spent"][seat]),
        "income": int(state["income_space"][seat]),
        "points": int(state["points"][seat]),
        "hand": cards_of(state["hand"][seat]),
        "taken": {INDUSTRIES[i]: int(count) for i, count in enumerate(state["taken"][seat])},
    }


def doing_names(state: Fields, phase: int) -> dict[str, Any]:
    """The action that is being carried out."""
    kind, at, shop, fits = (int(state[name]) for name in ("doing", "at", "shop", "fits"))
    named: dict[str, Any] = {"kind": KIND_NAMES[kind]}
    if kind == actions.BUILD and (phase in NEED_INDUSTRY or state["industry"]):
        named["industry"] = INDUSTRIES[state["industry"]]
    if (phase in NEED_SPOT and kind != actions.DEVELOP) or at:
        named["at"] = LINES[at].id if kind == actions.NETWORK else SPACES[at].id
    for name, field in (("coal", "coal_left"), ("iron", "iron_left"), ("beer", "beer_left"), ("count", "count")):
        if state[field]:
            named[name] = int(state[field])
    if kind == actions.SELL and (phase in (phases.TAKE_BEER, phases.BONUS_TILE) or shop):
        named["merchant"] = MERCHANT_SPACES[shop].id
    if fits not in (0, ALL_CARDS):
        named["cards"] = [card.id for card in CARDS if fits >> card.index & 1]
    if phase == phases.SCOUT_CARD:
        named["last"] = CARDS[state["last"]].id
    return named
