"""The agent that plays by a network which says what to do (:mod:`.policy`), and the specs of all that play by one."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...core.agents import Memoryless, OwnAgent, ParamSpec
from ...core.contract import SEATS
from ...core.registry import agents_of, declared_game
from ...errors import BadAgent, BadNetwork
from ...networks.inference import scratch_for
from ...runtime.compiler import build
from ...values.schema import FEATURES, Schema, action_names, schema_for
from ..compiled import described_param, known_settings, number_in
from .agent import PLANNING, ROW, Planning, bound_kernel, check_inputs, training_guide

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.run import Batch
    from ...networks import Network
    from ...networks.files import NetworkFile
    from ...networks.seats import PackedSeats
    from ..searching import SearchAgent
    from .agent import NetworkAgent


KERNEL: Final = f"{__package__}.policy"


@dataclass(slots=True)
class PolicyAgent(OwnAgent):
    """An agent whose network gives each legal action a chance: it takes the likeliest one.

    ``schema`` is what the network is shown. With a ``temperature`` of 1 it draws by the chances, as it did while it
    learned; between 0 and 1 likely actions are likelier than that. Ask :meth:`of` for one of a network in memory, and
    :func:`magnate.agents.resolve` for one of a file.

    The network's first outputs are the game's actions by their ids. :meth:`renumbered` makes it of one with others;
    ``digest`` is then the hash of that one.
    """

    parts = ("networks", "values", "agents/learned")

    name: str
    network: Network
    schema: Schema
    temperature: float = 0.0
    row: tuple[float, ...] = ROW
    listens: bool = False
    digest: str = ""
    settings: str = field(init=False)

    def __post_init__(self) -> None:
        said = {
            "policy": self.digest or self.network.digest,
            "inputs": self.schema.inputs_hash,
            "temperature": self.temperature,
        }
        self.settings = json.dumps(said, sort_keys=True)

    @classmethod
    def of(
        cls, game: str, network: Network, inputs: str = FEATURES, temperature: float = 0.0, name: str = "policy"
    ) -> PolicyAgent:
        """The agent that plays a game by a network which is shown these inputs.

        Raises :class:`~magnate.errors.BadNetwork` where they do not fit.

        >>> import magnate
        >>> from magnate.networks import Network
        >>> agent = PolicyAgent.of("tictactoe", Network.new([18, 16, 9 + 2], seed=1))
        >>> magnate.load("tictactoe").play([agent, "random"], seed=1).agents
        ('policy', 'random')
        """
        made = cls(name, network, schema_for(game, inputs), temperature)
        made.check()
        return made

    @classmethod
    def renumbered(
        cls, name: str, network: Network, names: Sequence[str], schema: Schema, temperature: float = 0.0
    ) -> PolicyAgent:
        """The agent of a network whose first outputs are the actions of these ``names``, whatever their ids are now.

        An action that is not among them is taken only where nothing else is possible, and all such actions are then
        as likely. An output is left out whose action the game has no longer.

        Raises :class:`~magnate.errors.BadNetwork` where the network has fewer outputs.
        """
        mine = network.renumbered(names, action_names(schema.game))
        return cls(name, mine, schema, temperature, digest=network.digest)

    def check(self, players: int | None = None) -> None:
        """Raise :class:`~magnate.errors.BadNetwork` where the network does not fit the game, or so many players."""
        check_policy(self.network, self.schema, players)

    @property
    def guided(self) -> bool:
        """Whether it goes by the package of the game's own agents too."""
        return True  # the game's own guide may amend what the network chooses

    def guide_for(self, game: Game) -> ModuleType | None:
        """What its kernel is bound to: the guide of its inputs, and the game's own where that amends choices."""
        return training_guide(game, self.schema) if hasattr(game.guide, "amend") else self.schema.guide

    def start_session(self, game: Game) -> _Session:
        """Begin a run of games."""
        return _Session(self, game)

    def entries(self, game: Game) -> list[Callable[..., Any]]:
        """What must be compiled for a game, beside what playing it takes."""
        return [bound_kernel(game, self.guide_for(game), KERNEL).answer]


class _Session(Memoryless):
    """One run of games (see :class:`~magnate.core.agents.AgentSession`)."""

    def __init__(self, agent: PolicyAgent, game: Game) -> None:
        agent.check(game.players)
        (self._answer,) = agent.entries(game)
        build([self._answer], game.progress)
        self._sizes = np.array(agent.network.sizes)
        self._table = agent.network.table()
        self._workspace = policy_workspace(game, agent.guide_for(game), agent.network.sizes)
        self._temperature = agent.temperature

    def answer(self, batch: Batch) -> list[int]:
        """What the agent does at each decision."""
        chosen = np.zeros(len(batch.states), np.int64)
        given = (batch.states, batch.seats, batch.keys, self._temperature)
        self._answer(*given, self._sizes, self._table, self._workspace, chosen)
        return chosen.tolist()


def check_policy(network: Network, schema: Schema, players: int | None = None) -> None:
    """Raise :class:`~magnate.errors.BadNetwork` where a network is no policy for a game, or for so many players."""
    info, sizes = declared_game(schema.game), network.sizes
    if len(sizes) < 3:
        raise BadNetwork("the policy has no hidden layer", hint="train it with one at least")
    check_inputs("policy", sizes, schema)
    seats = info.min_players if players is None else players
    if sizes[-1] < info.max_actions + seats:
        raise BadNetwork(
            f"the policy has {sizes[-1]} outputs, and {info.name} takes {info.max_actions} for its actions and one "
            f"for each of {seats} players",
            hint="name a network that was trained for this game and as many players or more",
        )


def policy_workspace(game: Game, guide: ModuleType | None, sizes: Sequence[int], *, interpreted: bool = False) -> Any:
    """The workspace (``policy.Workspace``) for policies of these sizes, compiled or interpreted."""
    from ...runtime.pystate import py_ints

    legal = game.info.max_legal
    return bound_kernel(game, guide, KERNEL, interpreted=interpreted).Workspace(
        acts=py_ints(legal) if interpreted else np.zeros(legal, np.int64),
        chances=np.zeros(legal),
        inputs=np.zeros(sizes[0]),
        scratch=scratch_for(sizes),
        shares=np.zeros(sizes[-1] - game.info.max_actions),
    )


# ----- Specs of agents that play by a network: ``network:FILE.safetensors``, ``network:FILE.safetensors,epsilon=0.1``.
#
# In a game whose agents can delegate something, ``delegate=strategic`` names the delegate. It has no settings but
# a named set (``strategic:tuned``). The file says what its network is good for: one that says what to do has an
# agent of its own (``temperature=1``).


# ------------------------------------------------------------------------------------------------------------ Policies


TEMPERATURE: Final = ParamSpec(
    "temperature", 0, 0.0, 0.0, 100.0, about="0 takes the likeliest action, 1 draws by their chances"
)


def policy_agent(
    game: str, spec: str, found: NetworkFile, settings: Sequence[str], players: int | None = None
) -> PolicyAgent:
    """The agent of a file whose network says what to do, at a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` for settings that it does not have, and
    :class:`~magnate.errors.BadNetwork` where the network was made for something else.
    """
    from ...values.schema import first_action_names, schema_for

    said = known_settings(settings, [TEMPERATURE.name], "a policy")
    hint = f"write {TEMPERATURE.values}: {TEMPERATURE.name}=1 draws by the chances"
    temperature = number_in(spec, TEMPERATURE, said.get(TEMPERATURE.name), hint)
    if found.about.game != game:
        raise BadNetwork(f"the network plays {found.about.game}, not {game}", hint="name one of this game")
    schema = schema_for(game, found.about.inputs)
    schema.check(found.about)
    names = found.about.outputs.get(found.name) or first_action_names(game)
    made = PolicyAgent.renumbered(spec.strip(), found.network, names, schema, temperature)
    made.check(players)
    return made


def described_policy() -> dict[str, Any]:
    """What such an agent can be configured by: ``usage`` and ``settings``."""
    return {"usage": "network:FILE.safetensors", "settings": [described_param(TEMPERATURE)]}


# ------------------------------------------------------------------------------------------------------ Value networks


NETWORK: Final = "network"
USAGE: Final = f"{NETWORK}:FILE.safetensors"
ABOUT: Final = "takes the action after which its network gives it the greatest win share, or its policy's likeliest"
DELEGATE: Final = "delegate"
DELEGATE_ABOUT: Final = "the agent to which it leaves what its network cannot value, in Monopoly the making of offers"
EPSILON: Final = ParamSpec("epsilon", 0, 0.0, 0.0, 1.0, about="the chance that it takes any legal action instead")
OFFERS: Final = ParamSpec(
    "offers", 0, PLANNING.offers, 0.0, 1.0, about="how often it uses a turn for offers, in games that have them"
)
MARGIN: Final = ParamSpec(
    "margin",
    0,
    PLANNING.margin,
    0.0,
    1.0,
    about="what an offer must gain at least, its own or one that it accepts, as a share of the win",
)
PARTNER: Final = ParamSpec(
    "partner",
    0,
    PLANNING.partner,
    -1.0,
    1.0,
    about="what its own offers must gain the partner at least, where its network tells the chances of all seats",
)
LEARNS: Final = ParamSpec(
    "learns",
    0,
    PLANNING.learns,
    0.0,
    1.0,
    about="what a partner's bids and purchases count in the belief about it, beside its answers: 1 is in full",
)
PER_TURN: Final = ParamSpec(
    "per_turn",
    0,
    PLANNING.per_turn,
    1.0,
    2.0,
    whole=True,
    about="how many offers it makes in a turn at most, where its network tells the chances of all seats",
)
NUMBERS: Final = (EPSILON, OFFERS, MARGIN, PARTNER, LEARNS, PER_TURN)
OF_ALL_SEATS: Final = (PARTNER, LEARNS, PER_TURN)
"""Those of agents whose network tells the chances of all seats."""


def is_network(name: str) -> bool:
    """Whether a spec that begins with this name is that of an agent that plays by a network.

    >>> is_network("network"), is_network("strategic")
    (True, False)
    """
    return name == NETWORK


def network_agent(game: str, spec: str, players: int | None = None) -> NetworkAgent | PolicyAgent | SearchAgent:
    """The agent that a spec names, at a table of so many players if that is known.

    Raises :class:`~magnate.errors.BadAgent` where the spec is not written as one, and
    :class:`~magnate.errors.BadNetwork` where the file cannot be read or was made for something else.
    """
    file, *settings = map(str.strip, spec.partition(":")[2].split(","))
    if not file:
        raise BadAgent(f'"{spec}" names no file with a network', hint=f"write {USAGE}")

    from ...networks.files import CALIBRATED, WIN_SHARES, load
    from ...networks.inference import POLICY
    from ...networks.seats import CODES, HEAD, SEAT_CHANCES, PackedSeats, SeatNetwork
    from ...values.schema import schema_for
    from ..search_spec import delegate_row
    from .agent import NetworkAgent

    found = load(Path(file).expanduser())
    try:
        if found.about.kind == POLICY:
            return policy_agent(game, spec, found, settings, players)
        if found.about.game == game and found.about.kind in agents_of(game).kinds:
            module = importlib.import_module(agents_of(game).kinds[found.about.kind])
            searching: SearchAgent = module.agent_of(spec.strip(), found, ",".join(settings))
            return searching
        known = [one.name for one in NUMBERS if one not in OF_ALL_SEATS or found.about.kind == SEAT_CHANCES]
        said = known_settings(settings, [*known, DELEGATE], NETWORK)
        epsilon, offers, margin, partner, learns, per_turn = (
            number_in(spec, one, said.get(one.name), f"write {one.values}: {one.name}={1 if one.whole else 0.05}")
            for one in NUMBERS
        )
        delegate = delegate_row(game, said[DELEGATE]) if DELEGATE in said else ()
        if found.about.game != game:
            raise BadNetwork(f"the network plays {found.about.game}, not {game}", hint="name one of this game")
        seated = found.about.kind == SEAT_CHANCES and hasattr(schema_for(game, found.about.inputs).guide, "VALUES")
        if found.about.kind != WIN_SHARES and not seated:
            raise BadNetwork(
                f'its networks give "{found.about.kind}", and this agent goes by "{WIN_SHARES}" or a "{POLICY}"',
                hint="name a network of such a kind",
            )
        schema = schema_for(game, found.about.inputs)
        schema.check(found.about)
        network: Network | PackedSeats
        if seated:
            network = PackedSeats(SeatNetwork(found.networks[CODES], found.networks[HEAD]), schema.size, SEATS)
        else:
            network = found.network
        planning = Planning(offers, margin, partner=partner, learns=learns, per_turn=per_turn)
        made = NetworkAgent(spec.strip(), network, schema, epsilon, planning, delegate)
        made.calibrated = found.networks.get(CALIBRATED)
        made.check(players)
    except BadNetwork as error:
        raise BadNetwork(f"{file}: {error.message}", hint=error.hint) from None
    return made


def described_network() -> dict[str, Any]:
    """What the agent is and can be configured by: ``about``, ``usage`` and ``settings``."""
    delegate = {"name": DELEGATE, "default": None, "values": "an agent of the game", "about": DELEGATE_ABOUT}
    rows = [*map(described_param, NUMBERS), delegate]
    policies = [{**row, "about": f"of a policy: {row['about']}"} for row in described_policy()["settings"]]
    return {"about": ABOUT, "usage": USAGE, "settings": [*rows, *policies]}
