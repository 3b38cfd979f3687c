/** Showing the steps of others one by one, at the reader's speed. */
import { useEffect, useState } from "react";
import type { Speed } from "../ui/settings";
import type { Frame, TableState } from "./store";
import type { TableClient } from "./TableClient";

/** How long a step stays before the next one, at speed 1, in milliseconds. */
export const STEP_TIME = 800;
/** A step that nothing is told about is passed over. */
const SILENT_TIME = 30;

export interface Playback {
  paused: boolean;
  setPaused(paused: boolean): void;
  /** The next step waits until the reader has pressed. */
  held: boolean;
  /** Steps that wait to be shown. */
  waiting: number;
  /** Show the next step. */
  step(): void;
  /** Show all. */
  now(): void;
}

/** `holds`: whether a step is not shown before the reader has pressed; one who sees every step at once is not asked. */
export function usePlayback(
  client: TableClient,
  state: TableState,
  speed: Speed,
  away: boolean,
  holds: (frame: Frame) => boolean,
): Playback {
  const [paused, setPaused] = useState(false);
  const next = state.queue[0];
  // a reader who looks at another position sees the table as it is on coming back
  const isAtOnce = away || speed === 0;
  const held = next !== undefined && !isAtOnce && holds(next);
  const wait = next === undefined || held ? null : isAtOnce ? 0 : paused ? null : timeOf(next.lines.length, speed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the queue starts the clock anew
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => client.dispatch({ type: away || speed === 0 ? "now" : "advance" }), wait);
    return () => clearTimeout(timer);
  }, [client, wait, next, away, speed]);

  return {
    held,
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
