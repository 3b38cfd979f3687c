/** Showing the steps of others one by one, at the reader's speed. */
import { useEffect, useState } from "react";
import type { Speed } from "../ui/settings";
import type { TableState } from "./store";
import type { TableClient } from "./TableClient";

/** How long a step stays before the next one, at speed 1, in milliseconds. */
export const STEP_TIME = 800;
/** A step that nothing is told about is passed over. */
const SILENT_TIME = 30;

export interface Playback {
  paused: boolean;
  setPaused(paused: boolean): void;
  /** Steps that wait to be shown. */
  waiting: number;
  /** Show the next step. */
  step(): void;
  /** Show all. */
  now(): void;
}

export function usePlayback(client: TableClient, state: TableState, speed: Speed, away: boolean): Playback {
  const [paused, setPaused] = useState(false);
  const next = state.queue[0];
  // a reader who looks at another position sees the table as it is on coming back
  const wait = next === undefined ? null : away || speed === 0 ? 0 : paused ? null : timeOf(next.lines.length, speed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the queue starts the clock anew
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => client.dispatch({ type: away || speed === 0 ? "now" : "advance" }), wait);
    return () => clearTimeout(timer);
  }, [client, wait, next, away, speed]);

  return {
    paused,
    setPaused,
    waiting: state.queue.length,
    step: () => client.dispatch({ type: "advance" }),
    now: () => client.dispatch({ type: "now" }),
  };
}

export function timeOf(lines: number, speed: Exclude<Speed, 0>): number {
  return lines === 0 ? SILENT_TIME : STEP_TIME / speed;
}
