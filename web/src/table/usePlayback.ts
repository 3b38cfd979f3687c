/** Showing the steps of others one by one, at the reader's speed. */
import { useEffect, useState } from "react";
import type { Speed } from "../ui/settings";
import type { Frame, TableState } from "./store";
import type { TableClient } from "./TableClient";

/** How long a step stays before the next one, at speed 1, in milliseconds. */
export const STEP_TIME = 800;
/** A step that nothing is told about is passed over. */
const SILENT_TIME = 30;

/** A throw that waits for the reader. */
export interface Hold {
  seat: number;
  /** So many lines of its step tell what happened before. */
  after: number;
}

export interface Playback {
  paused: boolean;
  setPaused(paused: boolean): void;
  /** The seat whose dice the next step throws when the reader presses. */
  held: number | null;
  /** Steps that wait to be shown. */
  waiting: number;
  /** Show the next step, or what it tells of before a throw that waits. */
  step(): void;
  /** Show all. */
  now(): void;
}

/** `holds` finds the throw of a step that waits for the reader; one who sees every step at once is not asked. */
export function usePlayback(
  client: TableClient,
  state: TableState,
  speed: Speed,
  away: boolean,
  holds: (frame: Frame) => Hold | null,
): Playback {
  const [paused, setPaused] = useState(false);
  const next = state.queue[0];
  // a reader who looks at another position sees the table as it is on coming back
  const isAtOnce = away || speed === 0;
  const hold = next === undefined || isAtOnce ? null : holds(next);
  const held = hold?.after === 0 ? hold.seat : null;
  const wait =
    next === undefined || held !== null ? null : isAtOnce ? 0 : paused ? null : timeOf(next.lines.length, speed);
  const step = () => client.dispatch(hold?.after ? { type: "tell", count: hold.after } : { type: "advance" });

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

export function timeOf(lines: number, speed: Exclude<Speed, 0>): number {
  return lines === 0 ? SILENT_TIME : STEP_TIME / speed;
}
