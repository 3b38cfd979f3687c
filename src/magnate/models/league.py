"""A league: models and agents play the same deals in all seats; who is how strong, how lawful, how true and how dear.

A folder keeps every game as soon as it is over: a line in ``games.jsonl``, the record, and the conversation of each
model beside it. A league that was interrupted goes on there, so that no game is paid for twice.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents import resolve
from ..arena.statistics import CONFIDENCE, Estimate, estimate, share_estimate
from ..core.players import Players
from ..errors import BadPlan, SaveFailed
from ..runtime.stream import deal_seed
from .llm import LanguageModel, Usage, tell

if TYPE_CHECKING:
    from ..core.game import Game, Position, Record

__all__ = [
    "Bin",
    "GamePlayed",
    "League",
    "LeaguePlan",
    "PairResult",
    "PlayerResult",
    "Seated",
    "play_league",
    "summary",
]

GAMES_FILE: Final = "games.jsonl"
PLAN_FILE: Final = "league.json"
NORMAL: Final = 1.959964
"""Standard deviations of a 95 % interval."""
BINS: Final = 10
ROLLOUTS: Final = 100


@dataclass(frozen=True, slots=True)
class Seated:
    """How one player did in one game.

    ``share`` is of the win, ``adjusted`` without luck (None where that was not asked for, or the game was cut).
    ``given`` and ``taken`` are the shares that it lost and won by trades of its own. ``chances`` are its own words.
    """

    player: int
    share: float
    adjusted: float | None
    given: float | None
    taken: float | None
    usage: dict[str, Any] | None
    chances: list[float]


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game: which deal, who sat where, how many steps, whether it was cut, and how each seat did."""

    deal: int
    rotation: int
    seed: int
    steps: int
    cut: bool
    seats: list[Seated]

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> GamePlayed:
        """A line of the file of games."""
        return cls(**{**kept, "seats": [Seated(**one) for one in kept["seats"]]})


@dataclass(frozen=True, slots=True)
class Bin:
    """Own words on the chance to win in a range: their mean, what happened, and how many they are."""

    said: float
    happened: float
    count: int


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player over all its games.

    ``adjusted``, ``given`` and ``taken`` are of the ``whole`` games alone, which came to their end. ``illegal`` is the
    part of its answers that could not be done, None for agents. ``brier`` is the mean squared error
    of its own words on its chance; ``brier_constant`` that of one who always says its mean share.
    """

    name: str
    games: int
    whole: int
    share: Estimate
    adjusted: Estimate | None
    given: float | None
    taken: float | None
    usage: Usage | None
    illegal: float | None
    brier: float | None
    brier_constant: float | None
    bins: list[Bin]


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two players on the deals that both played: the difference of their shares, the first less the other.

    ``games`` would tell them apart at 95 % if the difference is what it seems; None where none is seen.
    """

    one: int
    other: int
    difference: Estimate
    games: int | None
    adjusted: Estimate | None
    adjusted_games: int | None


@dataclass(frozen=True, slots=True)
class League:
    """A league: what was played, and how everybody did, the best first."""

    game: str
    preset: str
    seats: int
    seed: int
    deals: int
    games: int
    cut: int
    source: str
    players: list[PlayerResult]
    pairs: list[PairResult]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """What is to be played: ``deals`` deals, each in all seats by every choice of players.

    ``folder`` keeps what was played. With ``luck`` each game is reviewed, which tells shares without luck and what
    trades gave. ``most`` decisions end a game as if all had equal shares.

    Raises :class:`~magnate.errors.BadPlan` for too few players.
    """

    game: Game
    players: Sequence[str]
    deals: int
    folder: Path
    seed: int = 0
    luck: bool = True
    rollouts: int = ROLLOUTS
    most: int | None = None

    def __post_init__(self) -> None:
        if len(self.players) < self.game.players:
            raise BadPlan(
                f"{len(self.players)} players for {self.game.players} seats", hint="name more, or a table of fewer"
            )
        if len(set(self.players)) != len(self.players):
            raise BadPlan("a player is named twice", hint="give its copies other names in the file of models")

    def known(self) -> dict[str, Any]:
        """What a folder must have been begun with to go on."""
        return {
            "game": self.game.name,
            "preset": self.game.preset,
            "options": self.game.options.model_dump(mode="json"),
            "seats": self.game.players,
            "players": list(self.players),
            "seed": self.seed,
            "luck": self.luck,
            "rollouts": self.rollouts,
            "decisions": self.most,
        }

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """Who sits where on each deal: every choice of players, in all rotations."""
        seats = self.game.players
        for chosen in combinations(range(len(self.players)), seats):
            for turn in range(seats):
                yield (*chosen[turn:], *chosen[:turn])


def play_league(plan: LeaguePlan, progress: Callable[[int, int], None] = lambda _done, _total: None) -> League:
    """Play what is planned and sum up; what was played before is kept.

    Raises :class:`~magnate.errors.BadPlan` for the folder of another league.
    """
    agents = [resolve(plan.game.name, one, plan.game.players) for one in plan.players]
    played = _begun(plan)
    known = {(one.deal, one.rotation) for one in played}
    seatings = list(plan.seatings())
    total, done = plan.deals * len(seatings), len(played)
    try:
        for deal in range(plan.deals):
            for rotation, seating in enumerate(seatings):
                if (deal, rotation) not in known:
                    progress(done, total)
                    played.append(_played(plan, [agents[one] for one in seating], deal, rotation, seating))
                    done += 1
    finally:
        for agent in agents:
            if isinstance(agent, LanguageModel):
                agent.close()
    progress(total, total)
    return summary(plan.known(), [one for one in played if one.deal < plan.deals])


def _begun(plan: LeaguePlan) -> list[GamePlayed]:
    """The games that the folder has; it is made where there is none."""
    folder, head = plan.folder, plan.folder / PLAN_FILE
    try:
        for name in ("records", "talk"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        if not head.exists():
            head.write_text(json.dumps(plan.known(), indent=2) + "\n", encoding="utf-8")
        kept = json.loads(head.read_text(encoding="utf-8"))
        games = [GamePlayed.from_json(json.loads(line)) for line in _whole_lines(folder / GAMES_FILE)]
    except OSError as error:
        raise SaveFailed(f"{folder} cannot be used: {error.strerror}", hint="name another folder") from None
    except (ValueError, KeyError, TypeError):
        raise BadPlan(f"{folder} does not hold a league", hint="name another folder") from None
    if kept != plan.known():
        changed = next((key for key, value in plan.known().items() if kept.get(key) != value), "plan")
        raise BadPlan(f"{folder} holds a league of other {changed}", hint="name another folder")
    return games


def _whole_lines(file: Path) -> list[str]:
    """The lines of a file; a last one that an interruption cut short is taken out of it."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    return whole.splitlines()


def _played(plan: LeaguePlan, agents: Sequence[Any], deal: int, rotation: int, seating: tuple[int, ...]) -> GamePlayed:
    """Play one game, keep it and return it."""
    game, seed = plan.game, deal_seed("league", plan.seed, deal)
    name = f"d{deal}-r{rotation}"
    models = {seat: one for seat, one in enumerate(agents) if isinstance(one, LanguageModel)}
    for seat, model in models.items():
        model.begin()
        model.usage = Usage()
        model.log = plan.folder / "talk" / f"{name}-seat{seat}.jsonl"
        model.log.unlink(missing_ok=True)
    position = _to_its_end(game, agents, models, seed, plan.most)
    record = position.record([plan.players[one] for one in seating])
    (plan.folder / "records" / f"{name}.json").write_text(record.to_json(), encoding="utf-8")
    shares = position.utility() if position.is_over else (1 / game.players,) * game.players
    judged = _judged(record, plan.rollouts) if plan.luck and position.is_over else None
    seats = []
    for seat, player in enumerate(seating):
        asked = models.get(seat)
        adjusted, given, taken = (None, None, None) if judged is None else judged[seat]
        usage = None if asked is None else asdict(asked.usage)
        chances = [] if asked is None else [chance for _, chance in asked.chances]
        seats.append(Seated(player, shares[seat], adjusted, given, taken, usage, chances))
    found = GamePlayed(deal, rotation, seed, position.steps, not position.is_over, seats)
    with (plan.folder / GAMES_FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(found)) + "\n")
    return found


def _to_its_end(
    game: Game, agents: Sequence[Any], models: Mapping[int, LanguageModel], seed: int, most: int | None
) -> Position:
    """Play to the end of a game, or so many decisions, and tell models what happens."""
    position, players, decisions = game.new(seed=seed), Players(game, agents), 0
    tell(position, models)
    while not position.is_over and (most is None or decisions < most):
        position.apply(players.choose(position))
        tell(position, models)
        decisions += 1
    return position


def _judged(record: Record, rollouts: int) -> list[tuple[float, float, float]]:
    """For each seat its share without luck, and what its trades gave to others and took for itself.

    An accepted offer moves the shares of the two who trade. What one of them wins by it is taken, what it loses given.
    """
    from ..analysis.review import review
    from ..analysis.trade import pending_terms

    found = review(record, games=rollouts)
    given, taken = [0.0] * record.players, [0.0] * record.players
    for one in found.decisions:
        if one.move.kind == "answer" and "accept" in one.move.names:
            terms = pending_terms(record.replay(one.at))
            for seat in () if terms is None else (terms.seat, terms.partner):
                change = one.after[seat] - one.before[seat]
                if change > 0:
                    taken[seat] += change
                else:
                    given[seat] -= change
    return [(sheet.luck_adjusted, given[seat], taken[seat]) for seat, sheet in enumerate(found.seats)]


# ---------------------------------------------------------------------------------------------------------- summing up


def summary(plan: Mapping[str, Any], games: Sequence[GamePlayed]) -> League:
    """How everybody did in these games of a league."""
    names = plan["players"]
    if not games:
        raise BadPlan("no game was played", hint="ask for one deal at least")
    deals = max(one.deal for one in games) + 1
    results = [_player(player, name, games, deals) for player, name in enumerate(names)]
    order = sorted(range(len(names)), key=lambda player: -results[player].share.mean)
    place = {player: number for number, player in enumerate(order)}
    pairs = [_pair(one, other, games, deals, place) for one, other in combinations(order, 2)]
    return League(
        game=plan["game"],
        preset=plan["preset"],
        seats=plan["seats"],
        seed=plan["seed"],
        deals=deals,
        games=len(games),
        cut=sum(one.cut for one in games),
        source=f"luck by {plan['rollouts']} rollouts where no network knows the game" if plan["luck"] else "",
        players=[results[player] for player in order],
        pairs=[one for one in pairs if one is not None],
    )


def _player(player: int, name: str, games: Sequence[GamePlayed], deals: int) -> PlayerResult:
    mine = [(game.deal, seated) for game in games for seated in game.seats if seated.player == player]
    counts = np.bincount([deal for deal, _ in mine], minlength=deals)
    usages = [Usage(**seated.usage) for _, seated in mine if seated.usage is not None]
    usage = None
    for one in usages:
        usage = usage or Usage()
        usage.add(one)
    bad = None if usage is None or not usage.asked else (usage.illegal + usage.unread + usage.missing) / usage.asked
    said = np.array([(chance, seated.share) for _, seated in mine for chance in seated.chances]).reshape(-1, 2)
    share = share_estimate(_sums(mine, deals, "share"), counts=counts)
    known = [(deal, seated) for deal, seated in mine if seated.adjusted is not None]
    adjusted = None
    if known:
        adjusted = estimate(_sums(known, deals, "adjusted"), np.bincount([deal for deal, _ in known], minlength=deals))
    return PlayerResult(
        name=name,
        games=len(mine),
        whole=len(known),
        share=share,
        adjusted=adjusted,
        given=_mean(known, "given"),
        taken=_mean(known, "taken"),
        usage=usage,
        illegal=bad,
        brier=float(((said[:, 0] - said[:, 1]) ** 2).mean()) if len(said) else None,
        brier_constant=float(said[:, 1].var()) if len(said) else None,
        bins=_bins(said),
    )


def _sums(mine: Sequence[tuple[int, Seated]], deals: int, what: str) -> np.ndarray:
    found: np.ndarray = np.bincount(
        [deal for deal, _ in mine], [getattr(seated, what) for _, seated in mine], minlength=deals
    )
    return found


def _mean(mine: Sequence[tuple[int, Seated]], what: str) -> float | None:
    return sum(getattr(seated, what) for _, seated in mine) / len(mine) if mine else None


def _bins(said: np.ndarray) -> list[Bin]:
    """The pairs of words and shares in ten ranges, those without one left out."""
    which = np.minimum((said[:, 0] * BINS).astype(int), BINS - 1)
    chosen = ((which == number) for number in range(BINS))
    return [Bin(float(said[one, 0].mean()), float(said[one, 1].mean()), int(one.sum())) for one in chosen if one.any()]


def _pair(one: int, other: int, games: Sequence[GamePlayed], deals: int, place: Mapping[int, int]) -> PairResult | None:
    """Two players on the deals that both played."""
    difference, needed = _difference(one, other, games, deals, "share")
    if difference is None:
        return None
    adjusted, adjusted_games = _difference(one, other, games, deals, "adjusted")
    return PairResult(place[one], place[other], difference, needed, adjusted, adjusted_games)


def _difference(
    one: int, other: int, games: Sequence[GamePlayed], deals: int, what: str
) -> tuple[Estimate | None, int | None]:
    """The difference of two players' shares by deal, and how many games would tell it from 0."""
    sums, counts = np.zeros(deals), np.zeros(deals)
    for game in games:
        by_player = {seated.player: getattr(seated, what) for seated in game.seats}
        if by_player.get(one) is not None and by_player.get(other) is not None:
            sums[game.deal] += by_player[one] - by_player[other]
            counts[game.deal] += 1
    if not counts.any():
        return None, None
    found = estimate(sums, counts)
    means = sums[counts > 0] / counts[counts > 0]
    if found.deals < 2 or not found.mean:
        return found, None
    needed = _deals_that_tell(float(means.std(ddof=1)), abs(found.mean))
    return found, math.ceil(needed * float(counts[counts > 0].mean()))


def _deals_that_tell(deviation: float, difference: float) -> int:
    """On how many deals the t interval of a difference leaves 0 out.

    >>> _deals_that_tell(1.0, 0.2), _deals_that_tell(0.0, 0.2)
    (99, 2)
    """
    from scipy.special import stdtrit

    deals = max(2, math.ceil((NORMAL * deviation / difference) ** 2))
    while float(stdtrit(deals - 1, (1 + CONFIDENCE) / 2)) * deviation > difference * math.sqrt(deals):
        deals += 1
    return deals
