"""What the tools answer."""

from __future__ import annotations

from pydantic import BaseModel, Field

__all__ = ["GameLine", "GamesAnswer", "Judged", "LegalAction", "LegalAnswer", "Review", "View"]


class LegalAction(BaseModel):
    """An action: its name, as `act` takes it, and what it does."""

    name: str
    text: str

    def __str__(self) -> str:
        """What a model reads of it."""
        return self.name if self.text == self.name else f"{self.name}: {self.text}"


class View(BaseModel):
    """A table as one seat sees it."""

    seat: str = Field(description="The token of the seat, for all other calls.")
    version: int = Field(description="Where the game stands; `act` and `wait` take it.")
    changed: bool = Field(description="Whether anything happened since the version that was given.")
    to_move: int | None = Field(description="The seat that is to decide, null at the end.")
    yours: bool = Field(description="Whether this seat is to decide now.")
    over: bool
    text: str = Field(description="What the seat sees of the position.")
    news: list[str] = Field(description="What happened since the version that was given.")
    prompt: str = Field(description="What is to be decided.")
    legal: list[LegalAction] | None = Field(description="What may be done; null where it is not listed.")
    legal_count: int = Field(description="How many legal actions there are; `legal` lists what is not listed here.")
    result: list[float] | None = Field(default=None, description="Each seat's share of the win, at the end.")
    link: str = Field(default="", description="Where people may watch the table, if they can.")
    invitations: dict[str, str] = Field(
        default_factory=dict, description="The invitations of the other people's seats, for `sit`; shown once."
    )

    def __str__(self) -> str:
        """What a model reads of it."""
        lines = [] if not self.news else ["What happened:", *(f"- {line}" for line in self.news)]
        lines += [self.text, f"Version {self.version}. {self.prompt}"]
        if self.legal is not None:
            lines += ["Legal:", *(f"- {one}" for one in self.legal)]
            if self.legal_count > len(self.legal):
                lines.append(f"({self.legal_count - len(self.legal)} more: call `legal`)")
        elif self.yours:
            lines.append(
                f"{self.legal_count} actions are legal, and not listed. The part `rules` says how they are called."
            )
        if self.result is not None:
            lines.append(f"Shares of the win by seat: {', '.join(f'{share:g}' for share in self.result)}.")
        return "\n".join(lines)


class GameLine(BaseModel):
    """A game that can be played."""

    name: str
    about: str
    players: str
    presets: list[str]
    opponents: list[str] = Field(description="Agents that can be asked for.")


class GamesAnswer(BaseModel):
    """The games, and the rules of the one that was asked about."""

    games: list[GameLine]
    rules: str = ""


class LegalAnswer(BaseModel):
    """Legal actions, or whether one action is legal and why not."""

    count: int
    actions: list[LegalAction]
    legal: bool | None = Field(default=None, description="Whether the action that was asked about is legal.")
    why: str = Field(default="", description="Why not.")


class Judged(BaseModel):
    """A decision of a finished game, and what it cost."""

    turn: int
    move: str
    better: str
    lost: float = Field(description="How much less of the win, from 0 to 1.")
    label: str


class Review(BaseModel):
    """A finished game from one seat: in a sentence, and the decisions that cost most."""

    summary: str
    source: str = Field(description="Where the chances come from: exact, network or rollouts.")
    luck_adjusted: float
    decisions: list[Judged]
