/** Showing the steps of others one by one, at the reader's speed. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Speed } from "../ui/settings";
import type { Frame, TableEvent, TableState } from "./store";
import type { TableClient } from "./TableClient";
import type { Hold } from "./thrown";

/** How long a step stays before the next one, at speed 1, in milliseconds. */
export const STEP_TIME = 800;
/** How long a step without lines stays. */
const SILENT_TIME = 30;
/** So long another player's throw waits for that player's press. */
export const LONGEST_WAIT = 30_000;

export interface Playback {
  paused: boolean;
  setPaused(paused: boolean): void;
  /** What the next step throws when the reader presses, or another player does. */
  held: Hold | null;
  /** Steps that wait to be shown. */
  waiting: number;
  /** Show the next step, or what it tells of before a throw that waits: the next one, if this one waits now. */
  step(): void;
  /** Show all, up to what others are to throw. */
  now(): void;
}

/**
 * `holds` finds the first throw of a queue that waits for a press (of `others` only): null where none does, undefined as
 * long as nobody knows. One who sees every step at once is asked for the first only.
 */
export function usePlayback(
  client: TableClient,
  state: TableState,
  speed: Speed,
  away: boolean,
  holds: Holds,
): Playback {
  const [paused, setPaused] = useState(false);
  const next = state.queue[0];
  // a reader who looks at another position sees the table as it is on coming back
  const isAtOnce = away || (speed === 0 && !next?.opening);
  const hold = holds(state.queue, isAtOnce);
  const held = hold?.after === 0 ? hold : null;
  const isHurried = next?.hurried !== undefined && hold !== undefined && held === null && !isAtOnce;
  const waits = next === undefined || next.hurried !== undefined || held !== null || paused;
  const isReady = next !== undefined && hold !== undefined && held === null;
  const wait = isAtOnce ? (isReady ? 0 : null) : waits ? null : speed === 0 ? 0 : timeOf(next.lines.length, speed);
  const now = () => client.dispatch(untilHeld(state.queue, holds));
  const release = () => client.dispatch({ type: "throw", count: afterThrow(state.queue, holds) });
  const step = () => {
    const count = hold?.after;
    if (held && !held.isMine) return;
    if (held && speed === 0) now();
    else if (held) release();
    else client.dispatch(count ? { type: "showLines", count } : { type: "advance" });
  };
  const awaited = held && !held.isMine ? next : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the queue is shown once
  useLayoutEffect(() => {
    if (isHurried) step();
  }, [client, isHurried, next]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the queue starts the clock anew
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(isAtOnce ? now : step, wait);
    return () => clearTimeout(timer);
  }, [client, wait, next, isAtOnce, hold?.after]);

  // everybody sees a throw when its player presses; who never does must not stop the others
  const waited = useRef<Frame | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useLayoutEffect(() => {
    if (awaited === undefined && waited.current !== undefined && waited.current === next) step();
    waited.current = awaited;
    if (awaited === undefined) return;
    const timer = setTimeout(release, LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [client, awaited, next]);

  return {
    held,
    paused,
    setPaused,
    waiting: state.queue.length,
    step,
    now,
  };
}

type Holds = (queue: readonly Frame[], others?: boolean) => Hold | null | undefined;

/** Show all of a queue that does not wait for another player's press. */
function untilHeld(queue: readonly Frame[], holds: Holds): TableEvent {
  for (const steps of queue.keys()) {
    const found = holds(queue.slice(steps), true);
    if (found) return { type: "now", until: { steps, lines: found.after } };
  }
  return { type: "now" };
}

/** How many lines the first step of a queue tells from a throw on before the next one that waits; undefined if none does. */
function afterThrow(queue: readonly Frame[], holds: Holds) {
  const [next, ...later] = queue;
  const hold = next && holds([{ ...next, lines: next.lines.slice(1) }, ...later]);
  return hold ? hold.after + 1 : undefined;
}

export function timeOf(lines: number, speed: Exclude<Speed, 0>): number {
  return lines === 0 ? SILENT_TIME : STEP_TIME / speed;
}
