/** A guided first game: hints one after another, each when it fits; what was seen stays in the browser. */
import { stored } from "../ui/stored";

/** One hint; its words are `<game>_ui.guide.<name>`. */
export interface GuideStep {
  name: string;
  /** Where it points: the first of these selectors that can be seen. */
  at: readonly string[];
  /** It waits for a question with one of these kinds of actions, and is over once that is answered. */
  when?: readonly string[];
}

/** The guide of a game: its hints in order, and the agent that is easiest to play against. */
export interface GameGuide {
  agent: string;
  steps: readonly GuideStep[];
}

export interface Guided {
  /** The table at which the hints are given. */
  table: string;
  seen: readonly string[];
}

/** The guided game of this browser; null where there is none, or it was skipped. */
export const guided = stored<Guided | null>("magnate.guide", read);

export function begin(table: string): void {
  guided.set({ table, seen: [] });
}

export function see(name: string): void {
  const before = guided.get();
  if (before && !before.seen.includes(name)) guided.set({ ...before, seen: [...before.seen, name] });
}

/**
 * The first hint that was not seen, fits what is asked, and has something to point at. The last one ends the guide, so it
 * waits until all others were seen.
 */
export function nextStep(
  { steps }: GameGuide,
  seen: readonly string[],
  kinds: ReadonlySet<string>,
  isThere: (step: GuideStep) => boolean,
): GuideStep | null {
  const left = steps.filter((step) => !seen.includes(step.name));
  const fits = (step: GuideStep) => step.when?.some((kind) => kinds.has(kind)) ?? true;
  const mayCome = (step: GuideStep) => step !== steps.at(-1) || left.length === 1;
  return left.find((step) => mayCome(step) && fits(step) && isThere(step)) ?? null;
}

function read(found: unknown): Guided | null {
  const { table, seen } = (found ?? {}) as Partial<Record<keyof Guided, unknown>>;
  if (typeof table !== "string" || !Array.isArray(seen)) return null;
  return { table, seen: seen.filter((name) => typeof name === "string") };
}
