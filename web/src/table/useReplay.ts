/** Looking at an earlier position: which one, and what it was, fetched a page at a time. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../api/client";
import type { Step, Turn } from "../api/types";
import type { Speed } from "../ui/settings";
import { timeOf } from "./usePlayback";

/** Positions that are asked for at once. */
const PAGE = 50;

interface Options {
  id: string;
  token: string | undefined;
  /** The newest position. */
  total: number;
  /** Where to begin; null is now. */
  start: number | null;
  speed: Speed;
}

export interface Replay {
  /** The position looked at; null is now. */
  at: number | null;
  /** What it was; null while it is fetched. */
  step: Step | null;
  turns: Turn[];
  playing: boolean;
  setPlaying(playing: boolean): void;
  go(at: number | null): void;
}

export function useReplay({ id, token, total, start, speed }: Options): Replay {
  const [at, setAt] = useState(start);
  const [playing, setPlaying] = useState(false);
  const page = at === null ? 0 : Math.floor(at / PAGE);
  const { data } = useQuery({
    queryKey: ["steps", id, token ?? "", page],
    queryFn: () => api.steps(id, page * PAGE, PAGE, token),
    enabled: at !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data: turns = [] } = useQuery({
    queryKey: ["turns", id, token ?? "", total],
    queryFn: () => api.turns(id, token),
    enabled: at !== null,
    placeholderData: keepPreviousData,
  });
  const step = at === null ? null : (data?.steps.find((one) => one.at === at) ?? null);

  const go = (wanted: number | null) => {
    const next = wanted === null || wanted >= total ? null : Math.max(0, Math.round(wanted));
    setAt(next);
    if (next === null) setPlaying(false);
  };

  const ready = step !== null;
  const lines = step?.lines.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each position starts the clock anew
  useEffect(() => {
    if (!playing || at === null || !ready) return;
    const timer = setTimeout(() => go(at + 1), speed === 0 ? 0 : timeOf(lines, speed));
    return () => clearTimeout(timer);
  }, [playing, at, ready, lines, speed, total]);

  return { at, step, turns, playing, setPlaying, go };
}

/** The beginning of the turn (or round, or era) before a position. */
export function markBefore(turns: readonly Turn[], at: number, marks: readonly Turn["mark"][]): number {
  return turns.findLast((turn) => turn.at < at && marks.includes(turn.mark))?.at ?? 0;
}

/** The beginning of the next one; null is now. */
export function markAfter(turns: readonly Turn[], at: number, marks: readonly Turn["mark"][]): number | null {
  return turns.find((turn) => turn.at > at && marks.includes(turn.mark))?.at ?? null;
}
