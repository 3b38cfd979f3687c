/** Looking at an earlier position: which one, and what it was, fetched a page at a time. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { Line, Step, Turn } from "../api/types";
import type { Speed } from "../ui/settings";
import { timeOf } from "./usePlayback";

/** Positions that are asked for at once. */
const PAGE = 50;

interface Options {
  id: string;
  eyes: Eyes | undefined;
  /** The newest position. */
  total: number;
  /** Turns, rounds and eras up to the last time that the server told all. */
  told: number;
  /** What has happened since is read from the log. */
  log: readonly Line[];
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
  /** Where each turn of the game begins; empty while that is not known. */
  starts: readonly number[];
  playing: boolean;
  setPlaying(playing: boolean): void;
  go(at: number | null): void;
  /** To where a turn (or round, or era) begins, before or after a position; stays where the game tells of none. */
  seek(unit: Unit, way: Way, from: number): Promise<void>;
}

/** What a game may be gone through by. */
export type Unit = NonNullable<Turn["mark"]>;
/** Backward or forward. */
export type Way = -1 | 1;

export function useReplay({ id, eyes, total, told, log, start, speed }: Options): Replay {
  const [at, setAt] = useState(start);
  const [playing, setPlaying] = useState(false);
  const page = at === null ? 0 : Math.floor(at / PAGE);
  const { data } = useQuery({
    queryKey: ["steps", id, eyes ?? null, page],
    queryFn: () => api.steps(id, page * PAGE, PAGE, eyes),
    enabled: at !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const queries = useQueryClient();
  const all = queryOptions({
    queryKey: ["turns", id, eyes ?? null, at === null ? told : `to ${total}`],
    queryFn: () => api.turns(id, eyes),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: turns = [] } = useQuery({ ...all, placeholderData: keepPreviousData });
  const starts = useMemo(() => turnStarts(turns, log, total), [turns, log, total]);
  const step = at === null ? null : (data?.steps.find((one) => one.at === at) ?? null);

  const go = (wanted: number | null) => {
    const next = wanted === null || wanted >= total ? null : Math.max(0, Math.round(wanted));
    setAt(next);
    if (next === null) setPlaying(false);
  };

  const seek = async (unit: Unit, way: Way, from: number) => {
    const known = beginnings(
      await queries.fetchQuery({ ...all, queryKey: ["turns", id, eyes ?? null, `to ${total}`] }),
      unit,
    );
    if (known.length > 0) go(way < 0 ? lastBefore(known, from) : firstAfter(known, from));
  };

  const ready = step !== null;
  const lines = step?.lines.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each position starts the clock anew
  useEffect(() => {
    if (!playing || at === null || !ready) return;
    const timer = setTimeout(() => go(at + 1), speed === 0 ? 0 : timeOf(lines, speed));
    return () => clearTimeout(timer);
  }, [playing, at, ready, lines, speed, total]);

  return { at, step, turns, starts, playing, setPlaying, go, seek };
}

/** What has begun where a turn, a round or an era begins: the first turn of a round may be told as the round alone. */
const WITH: Record<Unit, readonly Unit[]> = {
  turn: ["turn", "round", "era"],
  round: ["round", "era"],
  era: ["era"],
};

/** Where the turns, the rounds or the eras begin; nowhere, if the game does not tell of them. */
export function beginnings(turns: readonly Turn[], unit: Unit): number[] {
  if (unit !== "turn" && !turns.some(({ mark }) => mark === unit)) return [];
  return turns.filter(({ mark }) => WITH[unit].includes(mark)).map(({ at }) => at);
}

/** Where each turn begins, each once: those that the server has told, and those of the log since then. */
export function turnStarts(turns: readonly Turn[], log: readonly Line[], total: number): number[] {
  const told = beginnings(turns, "turn");
  if (told.length === 0) return [];
  const since = log.filter(({ mark }) => mark === "turn" || mark === "round" || mark === "era").map(({ at }) => at);
  return [...new Set([...told, ...since])].filter((at) => at <= total).sort((one, other) => one - other);
}

/** The last of these beginnings before a position; else that of the game. */
export function lastBefore(beginnings: readonly number[], at: number): number {
  return beginnings.findLast((one) => one < at) ?? 0;
}

/** The first of them after a position; null is now. */
export function firstAfter(beginnings: readonly number[], at: number): number | null {
  return beginnings.find((one) => one > at) ?? null;
}
