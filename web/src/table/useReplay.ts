/** Looking at an earlier position: which one, and what it was, fetched a page at a time. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api } from "../api/client";
import type { Eyes } from "../api/eyes";
import type { Line, Step, Turn } from "../api/types";
import type { Speed } from "../ui/settings";
import { LONGEST_LOG } from "./store";
import { timeOf } from "./usePlayback";

/** Positions that are asked for at once. */
const PAGE = 50;
/** Steps after which all turns are asked for again, where the log is too long to be kept whole. */
const KNOWN = 250;

interface Options {
  id: string;
  eyes: Eyes | undefined;
  /** The newest position. */
  total: number;
  /** How many turns, rounds and eras there were when the server last sent them all. */
  turnCount: number;
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

export function useReplay({ id, eyes, total, turnCount, log, start, speed }: Options): Replay {
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
  const since = log.length < LONGEST_LOG ? turnCount : `${turnCount}, ${Math.floor(total / KNOWN)}`;
  const all = queryOptions({
    queryKey: ["turns", id, eyes ?? null, at === null ? since : `to ${total}`],
    queryFn: () => api.turns(id, eyes),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: turns = [] } = useQuery({ ...all, placeholderData: keepPreviousData });
  // the log of a game without turns of its own does not tell what has begun since
  const isKnown = at !== null || log.some(isHead);
  const starts = useMemo(() => (isKnown ? turnStarts(turns, log, total) : []), [isKnown, turns, log, total]);
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

/** What has begun where a turn, a round or an era begins: the first turn of a round may be marked as the round alone. */
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

/** Whether a turn, a round or an era begins with a line. */
function isHead({ mark }: Line): boolean {
  return mark === "turn" || mark === "round" || mark === "era";
}

/**
 * Where each turn begins, each once: those that the server has sent, up to the first line of the log, and those of the
 * log, which has none that was taken back. Where the log has no turns, all that the server has sent.
 */
export function turnStarts(turns: readonly Turn[], log: readonly Line[], total: number): number[] {
  const heads = log.filter(isHead).map(({ at }) => at);
  const first = heads.length > 0 ? (log[0]?.at ?? 0) : total;
  const known = beginnings(turns, "turn").filter((at) => at <= first);
  if (known.length === 0) return [];
  return [...new Set([...known, ...heads])].filter((at) => at <= total).sort((one, other) => one - other);
}

/** The last of these beginnings before a position; else that of the game. */
export function lastBefore(beginnings: readonly number[], at: number): number {
  return beginnings.findLast((one) => one < at) ?? 0;
}

/** The first of them after a position; null is now. */
export function firstAfter(beginnings: readonly number[], at: number): number | null {
  return beginnings.find((one) => one > at) ?? null;
}
