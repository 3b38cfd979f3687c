"""The settings of the method ``deep_q``: the thesis' where it tells them, and a switch for what it leaves open."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ...agents.monopoly.deep_q.decisions import NAMES
from ..settings import Device

__all__ = ["EXPERTS", "OPPONENTS", "OWN_GAMES", "Settings"]

EXPERTS: Final = ("strategic:standard", "strategic:late_game", "strategic:cautious_accumulator")
"""The thesis' experts."""
OPPONENTS: Final = (
    "strategic:standard",
    "strategic:completionist_builder",
    "strategic:aggressive_investor",
    "strategic:trademaster",
    "strategic:late_game",
    "strategic:cautious_accumulator",
    "strategic:orange_hunter",
    "strategic:railroad_baron",
    "strategic:blocker",
    "strategic:hotelier",
)
"""Whom it meets in its own games: the ten configurations, and never the algorithmic agent."""
OWN_GAMES: Final = {
    "buy": 20_000,
    "upgrade": 25_000,
    "downgrade": 30_000,
    "mortgage": 30_000,
    "lift": 30_000,
    "fine": 40_000,
    "card": 50_000,
}
"""Games of its own that each network learns from: the first and the last are the thesis', between them are ours."""


class Settings(BaseModel):
    """The settings of the method ``deep_q``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    inputs: Literal["thesis", "thesis_unscaled"] = Field(
        default="thesis", description="what the networks are told: the 100 numbers, scaled to 0 to 1 or not"
    )
    layers: list[int] = Field(default=[128, 64, 32], description="the units of each hidden layer")
    places: Literal[40, 22] = Field(default=40, description="the outputs for mortgages: 40 squares, or 22 streets")
    one_network: bool = Field(default=False, description="one network with the outputs of all seven, trained at once")
    consent: bool = Field(default=True, description="whether mortgages and sales need the parent's consent")
    expert_games: int = Field(default=250_000, ge=0, le=100_000_000, description="games of the experts to learn from")
    experts: list[str] = Field(default=list(EXPERTS), min_length=1, description="the experts; all pairs play")
    own_games: dict[str, int] = Field(
        default=OWN_GAMES, description="games of its own that each network learns from; one network takes their sum"
    )
    opponents: list[str] = Field(default=list(OPPONENTS), min_length=1, description="whom it meets in its own games")
    rewards: Literal["thesis", "outcome"] = Field(
        default="thesis",
        description='"thesis": A.1 to A.8 from decision to decision; "outcome": nothing but the end of the game, with '
        "legal masks in targets, and an output for doing nothing",
    )
    targets: Literal["legal", "all"] = Field(
        default="legal", description="the outputs of which the best counts in the targets of the thesis' rewards"
    )
    span: Literal["transition", "action"] = Field(
        default="transition", description="over what wealth is compared by the thesis' rewards"
    )
    ahead: int = Field(
        default=1, ge=1, le=1_000_000, description='of how many own decisions the returns of "outcome" reach'
    )
    discount: float = Field(
        default=0.99, ge=0.0, le=1.0, description='what counts a decision later; with "outcome", an own turn later'
    )
    double: bool = Field(default=False, description="double Q learning")
    epsilon: float = Field(default=0.1, ge=0.0, le=1.0, description="the least chance of a random answer, until greedy")
    factor: float = Field(
        default=0.995, ge=0.0, le=1.0, description="by what that chance falls from 1 with every game of its own"
    )
    greedy: float = Field(default=0.25, ge=0.0, le=1.0, description="the last part of its own games, without chance")
    games_at_once: int = Field(
        default=10, ge=1, le=10_000, description="own games that are played before as many steps of Adam"
    )
    batch: int = Field(default=64, ge=1, le=1_000_000, description="experiences of a step of Adam")
    capacity: int = Field(default=100_000, ge=1, le=10_000_000, description="experiences in the replay buffer")
    copy_every: int = Field(
        default=10, ge=1, le=1_000_000, description="games, or experts' batches, until the target network is copied"
    )
    learning_rate: float = Field(default=0.001, gt=0.0, le=1.0, description="Adam's")
    device: Device = "auto"

    @field_validator("layers")
    @classmethod
    def _some_units(cls, layers: list[int]) -> list[int]:
        if not layers or not all(1 <= units <= 4096 for units in layers):
            raise ValueError("there must be a hidden layer, and each must have 1 to 4096 units")
        return layers

    @field_validator("own_games")
    @classmethod
    def _of_each(cls, games: dict[str, int]) -> dict[str, int]:
        if set(games) != set(NAMES) or min(games.values()) < 0:
            raise ValueError(f"a number of games, 0 at least, for each of {', '.join(NAMES)}")
        return {name: games[name] for name in NAMES}
