"""Every game as a PettingZoo environment, in which the agents decide in turns (AEC).

>>> table = env("pig", players=2)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     over = terminated or truncated
...     table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
>>> table.agents
[]

``player_0`` sits in seat 0. An observation is a dictionary. ``observation`` has the ``game.info.features`` numbers that
the game shows that seat; what it cannot know is not among them. ``action_mask`` has a 1 for each legal action. Rewards
are 0 until the end of the game, and then each seat's share of the win (its utility, with all the shares adding up to
``game.info.utility_sum``). With ``max_decisions`` a game that has had so many decisions, of all seats together, is
truncated and nobody is rewarded; without it games end by their rules alone. Endings by the rules, which may have caps
of their own, are terminations. When the game is over, ``info`` has its ``ending`` and ``score``. All chance follows
from the seed of ``reset``.

Environments can be copied at any moment by :func:`copy.deepcopy`: a copy goes on independently.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.registry import game_names
from ..errors import BadOption
from ..runtime.stream import SEED_LIMIT
from .tables import BOUND, action_mask, checked_limit, game_of, missing, observation

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, register
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error) from None

if TYPE_CHECKING:
    from ..core.game import Game, Position

RENDER_MODES: Final = ("ansi", "human")
ILLEGAL: Final = -1.0
"""The reward of an agent whose illegal action ended the game."""


class RawEnv(AECEnv):
    """The environment without PettingZoo's wrappers; the arguments are those of :func:`env`.

    ``position`` is the game's position with everything in it. It is for the program that runs the environment, not for
    its agents.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "magnate_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | ModuleType | Game = "monopoly",
        preset: str | None = None,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        max_decisions: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"there is no render mode {render_mode!r}", hint=f"have {' and '.join(RENDER_MODES)}")
        self.game = game_of(game, preset, players, options)
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._limit = checked_limit(max_decisions) or self.game.info.max_decisions
        info = self.game.info
        self._spaces = {
            agent: Dict(
                {
                    "observation": Box(-BOUND, BOUND, (info.features,), np.float32),
                    "action_mask": Box(0, 1, (info.max_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: Discrete(info.max_actions) for agent in self.possible_agents}
        self._dice: np.random.Generator | None = None
        self._decisions = 0
        self.position: Position = self.game.new()

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions: all ids of the game."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's signature
        """Begin a game. Without a seed it is the next one of the seed before, or any if there was none."""
        if seed is not None or self._dice is None:
            self._dice, _ = np_random(seed)
        self.position = self.game.new(int(self._dice.integers(SEED_LIMIT)))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._go_on(self.agents[0])

    def step(self, action: int | None) -> None:
        """Take the selected agent's action; None once its game is over.

        Raises :class:`~magnate.errors.IllegalAction`, and nothing has changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.apply(action)  # type: ignore[arg-type]  # it refuses None with a sentence
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on(agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self, agent: str) -> None:
        """Select who is to decide after ``agent``, or end the game."""
        over, cut = self.position.is_over, self._decisions >= self._limit
        if not over and not cut:
            self.agent_selection = self.possible_agents[self.position.to_move]
            return
        if over:
            self.rewards = dict(zip(self.possible_agents, self.position.utility(), strict=True))
        ended = {"ending": self.position.ending, "score": self.position.score()}
        self.infos = {one: dict(ended) for one in self.agents}
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self.agent_selection = agent
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may see now, and what it may do."""
        seat = self.possible_agents.index(agent)
        allowed = action_mask(self.position, -1 if self.truncations.get(agent, True) else seat)
        return {"observation": observation(self.position, seat), "action_mask": allowed}

    def render(self) -> str | None:
        """What everybody may see, as text: returned (``ansi``) or written to the standard output (``human``)."""
        if self.render_mode is None:
            return None
        text = str(self.position)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(game: str | ModuleType | Game = "monopoly", *arguments: Any, **options: Any) -> RawEnv:
    """The environment without wrappers: an illegal action raises an error and changes nothing."""
    return RawEnv(game, *arguments, **options)


def env(
    game: str | ModuleType | Game = "monopoly",
    preset: str | None = None,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    max_decisions: int | None = None,
    **options: Any,
) -> AECEnv:
    """A game as PettingZoo hands it out: an illegal action ends the game, with -1 for the agent and 0 for the others.

    ``game``, ``preset``, ``players`` and further ``options`` are those of :func:`magnate.load`. ``max_decisions`` cuts
    games short that have had so many decisions, of all seats together (None: none). ``render_mode`` is ``ansi`` or
    ``human``.

    Raises what :func:`magnate.load` raises, and :class:`~magnate.errors.MissingExtra` where PettingZoo is missing.
    """
    bare = RawEnv(game, preset, players, render_mode=render_mode, max_decisions=max_decisions, **options)
    careful = wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(careful))


for _name in game_names():
    register("aec", f"magnate/{_name}-v0", f"{__name__}:env", kwargs={"game": _name})
