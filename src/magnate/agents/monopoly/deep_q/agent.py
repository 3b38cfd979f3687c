"""The deep Q agent: its seven networks, what it decides by (:class:`.choosing.Brain`), and the specs that name it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ....core.agents import CompiledAgent, Memoryless, OwnAgent
from ....core.binding import MEMO
from ....core.loader import kernel
from ....core.registry import declared_game
from ....errors import BadAgent, BadNetwork, did_you_mean
from ....games.monopoly import state
from ....games.monopoly.board import SQUARE_DEED, SQUARES, STREET_GROUPS
from ....networks.files import load
from ....networks.inference import scratch_for
from ....runtime.compiler import build
from ....values.monopoly import THESIS, THESIS_UNSCALED
from ....values.schema import schema_for
from ...compiled import known_settings
from ...loading import OwnAgents
from ..parameters import CLOSED, PAUSES
from .outputs import ALL, DOWNGRADE, MORTGAGE, NAMES, STREET_DEED, STREETS, TOPICS, UPGRADE, WINDOW_KINDS, outputs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....core.game import Game
    from ....core.run import Batch
    from ....networks import Network


HIDDEN: Final = (128, 64, 32)
"""The hidden layers of the thesis' networks."""
DESTRUCTIVE: Final = 1 << DOWNGRADE | 1 << MORTGAGE
"""The networks that need the parent's consent."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the seven networks are like.

    ``places`` are the outputs for deeds (40 or 22). ``nothing`` says whether those that answer by a list have one more,
    for doing nothing; ``scaled`` whether their inputs are scaled to 0 to 1.
    """

    places: int = SQUARES
    nothing: bool = False
    scaled: bool = True

    @property
    def outputs(self) -> tuple[int, ...]:
        """How many outputs each network has."""
        return tuple(outputs_of(network, self.places, self.nothing) for network in range(len(NAMES)))

    @property
    def inputs(self) -> str:
        """The name of the networks' inputs."""
        return (THESIS if self.scaled else THESIS_UNSCALED).name

    @classmethod
    def of(cls, networks: Mapping[str, Network], inputs: str = THESIS.name) -> Shape:
        """The shape of seven networks with these inputs.

        Raises :class:`~magnate.errors.BadNetwork` where they are not the thesis' seven.
        """
        if set(networks) != set(NAMES):
            raise BadNetwork(
                f"the deep Q agent has the networks {', '.join(NAMES)}, and these are {', '.join(networks)}",
                hint="name a file that its training has made",
            )
        if inputs not in (THESIS.name, THESIS_UNSCALED.name):
            raise BadNetwork(
                f'the deep Q agent takes the inputs "{THESIS.name}" or "{THESIS_UNSCALED.name}", not "{inputs}"',
                hint="name a file that its training has made",
            )
        sizes = {network.sizes[0] for network in networks.values()}
        if sizes != {THESIS.size}:
            given = ", ".join(map(str, sorted(sizes)))
            raise BadNetwork(
                f"the networks of the deep Q agent take {THESIS.size} numbers, not {given}",
                hint="name a file that its training has made",
            )
        found = tuple(networks[name].sizes[-1] for name in NAMES)
        for places in (SQUARES, STREETS):
            for nothing in (False, True):
                shape = cls(places, nothing, inputs == THESIS.name)
                if shape.outputs == found:
                    return shape
        raise BadNetwork(
            f"the networks of the deep Q agent have {', '.join(map(str, cls().outputs))} outputs, not "
            + ", ".join(map(str, found)),
            hint=f"mortgages may have {STREETS} too, and lists one more for doing nothing",
        )


NOTHING: Final = "nothing"
"""The name of an output for doing nothing."""


def output_names(shape: Shape) -> dict[str, tuple[str, ...]]:
    """What the outputs of the seven networks are called, in their order.

    An output has the name of the action that it means, or of both jail cards' actions. One that means none is
    "nothing", or the square without a deed.

    >>> output_names(Shape())["card"]
    ('nothing', 'use-chance-card|use-chest-card')
    """
    name = declared_game(GAME).action_name
    deeds = SQUARE_DEED if shape.places == SQUARES else STREET_DEED

    def of_deeds(first: int) -> list[str]:
        return [f"square:{square}" if deed < 0 else name(first + deed) for square, deed in enumerate(deeds)]

    lists = {
        "upgrade": [name(state.BUILD_GROUP + group) for group in range(STREET_GROUPS)],
        "downgrade": [name(state.SELL_GROUP + group) for group in range(STREET_GROUPS)],
        "mortgage": of_deeds(state.MORTGAGE),
        "lift": of_deeds(state.LIFT),
    }
    found = {
        "buy": [name(state.DECLINE), name(state.BUY)],
        **{network: [*names, NOTHING] if shape.nothing else names for network, names in lists.items()},
        "fine": [name(state.ROLL), name(state.PAY_FINE)],
        "card": [NOTHING, f"{name(state.USE_CHANCE_CARD)}|{name(state.USE_CHEST_CARD)}"],
    }
    return {network: tuple(names) for network, names in found.items()}


def renumbered(networks: Mapping[str, Network], names: Mapping[str, Sequence[str]]) -> dict[str, Network]:
    """Seven networks whose outputs have these ``names``, with the outputs where this version has them.

    What a network has no output for is worth less than all else. Networks without names are left as they are: so were
    the outputs in the first files.
    """
    nothing = NOTHING in names.get("upgrade", ())
    streets = {*output_names(Shape(STREETS))["mortgage"], NOTHING}
    mine = output_names(Shape(STREETS if streets.issuperset(names.get("mortgage", ())) else SQUARES, nothing))
    return {
        key: network.renumbered(names[key], mine[key]) if key in names and key in mine else network
        for key, network in networks.items()
    }


def new_networks(shape: Shape, seed: int, hidden: Sequence[int] = HIDDEN) -> dict[str, Network]:
    """Seven networks that have learned nothing."""
    from ....networks import Network

    return {
        name: Network.new([THESIS.size, *hidden, outputs], seed * len(NAMES) + number)
        for number, (name, outputs) in enumerate(zip(NAMES, shape.outputs, strict=True))
    }


def brain_of(
    row: Sequence[float],
    networks: Mapping[str, Network],
    shape: Shape,
    *,
    asked: int = ALL,
    gated: int = DESTRUCTIVE,
    epsilon: float = 0.0,
    exploring: int = ALL,
    interpreted: bool = False,
) -> Any:
    """The brain of an agent whose parent plays by ``row``, with all its arrays.

    ``asked``, ``gated`` and ``exploring`` are masks of networks.
    """
    from ....runtime.interpreter import interpret
    from . import choosing

    params, closed = np.array(row, np.float64), np.array(row, np.float64)
    params[CLOSED] = 0.0
    closed[CLOSED] = float((asked >> UPGRADE) & ((1 << WINDOW_KINDS) - 1))
    listed = [networks[name] for name in NAMES]
    tables = [network.table() for network in listed]
    if len({len(table) for table in tables}) != 1 or len({len(network.sizes) for network in listed}) != 1:
        raise BadNetwork(
            "the networks of the deep Q agent differ in their hidden layers", hint="train all seven of one shape"
        )
    width = max(table.shape[1] for table in tables)
    stacked = np.stack([np.pad(table, ((0, 0), (0, width - table.shape[1]))) for table in tables])
    plain = Shape(shape.places)
    kind: Any = interpret(choosing.__name__).Brain if interpreted else choosing.Brain
    return kind(
        params=params,
        closed=closed,
        networks=asked,
        gated=gated,
        places=shape.places,
        scaled=shape.scaled,
        epsilon=epsilon,
        exploring=exploring,
        counts=np.array(plain.outputs, np.int64),
        sizes=np.array([network.sizes for network in listed], np.int64),
        tables=stacked,
        inputs=np.zeros(THESIS.size),
        scratch=scratch_for((THESIS.size, width)),
        values=np.zeros(max(shape.outputs)),
    )


# -------------------------------------------- The deep Q agent as one that plays: networks from a file, without torch.


PARENT: Final = "strategic:standard"
"""The agent that takes the other decisions."""
ANSWERS: Final = "values of answers"
"""The kind of the networks' outputs, as their files call it."""
KERNEL: Final = f"{__package__}.recording"
GAME: Final = "monopoly"
RULES: Final = {
    "build_by": "group",
    "unlimited_buildings": True,
    "manage_before": False,
    "manage_after_throw": False,
    "manage_after": True,
    "manage_between": False,
    "window_order": "build_first",
}
"""The options of the preset ``thesis`` by which its decisions come up where the networks are asked."""


@dataclass(slots=True)
class DeepQAgent(OwnAgent):
    """The thesis' deep Q agent: ``strategic``, seven of whose decisions are taken by networks.

    ``networks`` are the seven by their names (:data:`.outputs.NAMES`), ``shape`` is what they are like, and ``gated``
    the mask of those that need the parent's consent. ``digests`` are the hashes of the networks as their file has them.
    It plays games of two players by the rules of the preset ``thesis``. See :meth:`of_file`.
    """

    parts = ("networks", "values", "values/monopoly", "agents/monopoly/deep_q", "agents/learned")

    name: str
    networks: Mapping[str, Network]
    shape: Shape
    gated: int = DESTRUCTIVE
    parent: str = PARENT
    digests: Mapping[str, str] | None = None
    row: tuple[float, ...] = field(init=False)
    listens: bool = False
    settings: str = field(init=False)

    def __post_init__(self) -> None:
        self.row = _pausing(self.parent)
        digests = self.digests or {name: network.digest for name, network in self.networks.items()}
        said = {"networks": digests, "inputs": self.shape.inputs, "gated": self.gated, "parent": self.parent}
        self.settings = json.dumps(said, sort_keys=True)

    @classmethod
    def of_file(cls, path: str | Path, name: str = "dqn", gated: int = DESTRUCTIVE) -> DeepQAgent:
        """The agent that plays by a file with the seven networks; ``gated`` is as above.

        Raises :class:`~magnate.errors.BadNetwork` where the file cannot be read, or holds something else.
        """
        found = load(Path(path).expanduser())
        try:
            if (found.about.game, found.about.kind) != (GAME, ANSWERS):
                raise BadNetwork(
                    f'its networks give "{found.about.kind}" of {found.about.game}, and this agent goes by "{ANSWERS}"',
                    hint="name a file that the training of the deep Q agent has made",
                )
            networks = renumbered(found.networks, found.about.outputs)
            shape = Shape.of(networks, found.about.inputs)
            schema_for(GAME, found.about.inputs).check(found.about)
        except BadNetwork as error:
            raise BadNetwork(f"{path}: {error.message}", hint=error.hint) from None
        return cls(name, networks, shape, gated, digests={key: one.digest for key, one in found.networks.items()})

    def check(self, game: Game) -> None:
        """Raise :class:`~magnate.errors.BadAgent` for a game that it cannot play."""
        check_game(self.name, game)

    @property
    def guided(self) -> bool:
        """Whether it goes by the package of the game's own agents too."""
        return True

    def start_session(self, game: Game) -> _Session:
        """Begin a run of games."""
        return _Session(self, game)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        return [kernel(KERNEL, game.rules, game.guide).answer]


def check_players(name: str, players: int) -> None:
    """Raise :class:`~magnate.errors.BadAgent` for a table of more than two."""
    if players != 2:
        raise BadAgent(f"{name} plays games of two players, not of {players}", hint="its networks know one opponent")


def check_game(name: str, game: Game) -> None:
    """Raise :class:`~magnate.errors.BadAgent` for a game that the deep Q agent of that name cannot play."""
    check_players(name, game.players)
    options = game.options.model_dump()
    for option, value in RULES.items():
        if options[option] != value:
            raise BadAgent(
                f"{name} cannot play where {option} is {options[option]}: its networks have learned otherwise",
                hint="take the preset thesis",
            )


def _pausing(parent: str) -> tuple[float, ...]:
    """The parameters of the parent, with the topics at which the drivers pause for the networks."""
    from ...spec import resolve

    agent = resolve(GAME, parent)
    if not isinstance(agent, CompiledAgent) or agent.name != "strategic":
        raise BadAgent(
            f'the parent of the deep Q agent is the strategic agent, not "{parent}"', hint=f'name "{PARENT}"'
        )
    row = list(agent.row)
    row[PAUSES] = float(TOPICS)
    return tuple(row)


class _Session(Memoryless):
    """One run of games (see :class:`~magnate.core.agents.AgentSession`)."""

    def __init__(self, agent: DeepQAgent, game: Game) -> None:
        agent.check(game)
        (self._answer,) = agent.entries(game)
        build([self._answer], game.progress)
        self._brain = brain_of(agent.row, agent.networks, agent.shape, gated=agent.gated)
        self._acts = np.zeros(game.info.max_legal, np.int64)
        self._memos: dict[tuple[int, int], np.ndarray] = {}

    def answer(self, batch: Batch) -> list[int]:
        """What the agent does at each decision."""
        whose = list(zip(batch.games.tolist(), batch.seats.tolist(), strict=True))
        memos = np.stack([self._memos.setdefault(one, np.zeros(MEMO, np.int64)) for one in whose])
        chosen = np.zeros(len(whose), np.int64)
        self._answer(batch.states, batch.seats, batch.keys, self._brain, self._acts, memos, chosen)
        for one, memo in zip(whose, memos, strict=True):
            self._memos[one][:] = memo
        return chosen.tolist()

    def leave(self, game: int) -> None:
        """Forget the parent's notes of a game that is over."""
        for seat in range(2):
            self._memos.pop((game, seat), None)


# ------- The specs of the deep Q agent: ``dqn``, ``dqn:fixed``, and ``dqn:FILE.safetensors`` for one that was trained.


NAME: Final = "dqn"
SHIPPED: Final = {
    "": "the thesis' deep Q agent: strategic, seven of whose decisions are taken by networks",
    "fixed": "the same by double Q learning for the outcome of the game, with an output for doing nothing",
}
FILES: Final = {"": "dqn.safetensors", "fixed": "dqn_fixed.safetensors"}
SETTINGS: Final = {"consent": "1: mortgages and sales need the parent's consent; 0: they do not"}
SUFFIX: Final = ".safetensors"


def own_agent(spec: str, players: int | None = None) -> DeepQAgent:
    """The agent of a spec, for a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for a spec that is none, or more than two players, and
    :class:`~magnate.errors.BadNetwork` for a file that cannot be read or holds something else.
    """
    which, *settings = map(str.strip, spec.partition(":")[2].split(","))
    if "=" in which:
        which, settings = "", [which, *settings]
    gated = DESTRUCTIVE if _consent(spec, settings) else 0
    if players is not None:
        check_players(spec, players)
    if which in FILES:
        with resources.as_file(resources.files(__package__.rpartition(".")[0]) / "weights" / FILES[which]) as file:
            return DeepQAgent.of_file(file, spec, gated)
    if not which.endswith(SUFFIX):
        known = [one for one in SHIPPED if one]
        raise BadAgent(f'the agent "{NAME}" has no configuration "{which}"', hint=did_you_mean(which, known))
    return DeepQAgent.of_file(Path(which), spec, gated)


def described(_which: str = "") -> dict[str, Any]:
    """What the agent is and its settings: ``about``, ``usage`` and ``settings``."""
    rows = [{"name": name, "default": 1.0, "values": "0 or 1", "about": about} for name, about in SETTINGS.items()]
    return {"about": SHIPPED[""], "usage": f"{NAME}:FILE{SUFFIX}", "settings": rows}


def _consent(spec: str, settings: list[str]) -> bool:
    """Whether the settings leave the parent its say."""
    value = known_settings(settings, SETTINGS, NAME).get("consent", "1")
    if value not in {"0", "1"}:
        raise BadAgent(f'consent in "{spec}" cannot be "{value}"', hint="write consent=0 or consent=1")
    return value == "1"


OWN: Final = {NAME: OwnAgents("deep-q", SHIPPED, FILES, own_agent, described)}
"""The agents that this module makes."""
