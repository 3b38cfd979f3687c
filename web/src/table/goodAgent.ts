import type { AgentName } from "../api/types";
import { agentOf } from "../ui/characters";

/** Agents that play well and answer at once, so that a first game is a good one. */
const GOOD = ["strategic", "planner", "mcts"] as const;

/** The agent that is proposed for a seat: the one wished for, if the game has it, or a good one. */
export function goodAgent(agents: readonly AgentName[], wished: string | null = null): string {
  const known = agents.map((agent) => agent.name);
  return [wished, ...GOOD, ...known].find((name) => name !== null && known.includes(agentOf(name))) ?? "random";
}
