/** Showing the steps of others one by one, at the reader's speed. */
import { useEffect, useLayoutEffect, useState } from "react";
import type { Speed } from "../ui/settings";
import type { Frame, TableState } from "./store";
import type { TableClient } from "./TableClient";
import type { Hold } from "./thrown";

/** How long a step stays before the next one, at speed 1, in milliseconds. */
export const STEP_TIME = 800;
/** How long a step without lines stays. */
const SILENT_TIME = 30;

export interface Playback {
  paused: boolean;
  setPaused(paused: boolean): void;
  /** What the next step throws when the reader presses. */
  held: Hold | null;
  /** Steps that wait to be shown. */
  waiting: number;
  /** Show the next step, or what it tells of before a throw that waits: the next one, if this one waits now. */
  step(): void;
  /** Show all. */
  now(): void;
}

/**
 * `holds` finds the first throw of a queue that waits for the reader: null where none does, undefined as long as nobody
 * knows. One who sees every step at once is asked for the first only.
 */
export function usePlayback(
  client: TableClient,
  state: TableState,
  speed: Speed,
  away: boolean,
  holds: (queue: readonly Frame[]) => Hold | null | undefined,
): Playback {
  const [paused, setPaused] = useState(false);
  const next = state.queue[0];
  // a reader who looks at another position sees the table as it is on coming back
  const isAtOnce = away || (speed === 0 && !next?.opening);
  const hold = isAtOnce ? null : holds(state.queue);
  const held = hold?.after === 0 ? hold : null;
  const isHurried = next?.hurried !== undefined && hold !== undefined && held === null && !isAtOnce;
  const waits = next === undefined || next.hurried !== undefined || held !== null || paused;
  const wait = isAtOnce ? (next ? 0 : null) : waits ? null : speed === 0 ? 0 : timeOf(next.lines.length, speed);
  const step = () => {
    const count = hold?.after;
    if (held && speed === 0) client.dispatch({ type: "now" });
    else if (held) client.dispatch({ type: "throw", count: afterThrow(state.queue, holds) });
    else client.dispatch(count ? { type: "showLines", count } : { type: "advance" });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the queue is shown once
  useLayoutEffect(() => {
    if (isHurried) step();
  }, [client, isHurried, next]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the queue starts the clock anew
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => (isAtOnce ? client.dispatch({ type: "now" }) : step()), wait);
    return () => clearTimeout(timer);
  }, [client, wait, next, isAtOnce, hold?.after]);

  return {
    held,
    paused,
    setPaused,
    waiting: state.queue.length,
    step,
    now: () => client.dispatch({ type: "now" }),
  };
}

/** How many lines the first step of a queue tells from a throw on before the next one that waits; undefined if none does. */
function afterThrow(queue: readonly Frame[], holds: (queue: readonly Frame[]) => Hold | null | undefined) {
  const [next, ...later] = queue;
  const hold = next && holds([{ ...next, lines: next.lines.slice(1) }, ...later]);
  return hold ? hold.after + 1 : undefined;
}

export function timeOf(lines: number, speed: Exclude<Speed, 0>): number {
  return lines === 0 ? SILENT_TIME : STEP_TIME / speed;
}
