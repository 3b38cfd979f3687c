/** What this browser knows of its reader's puzzles: which were answered, and how many in a row were right. */
import type { PuzzleRow } from "../api/puzzles";
import { stored } from "../ui/stored";

export interface Progress {
  /** Whether the first answer to each puzzle was right, by its name. */
  answered: Readonly<Record<string, boolean>>;
  /** Right answers since the last wrong one, and the most there have been. */
  streak: number;
  best: number;
}

const NONE: Progress = { answered: {}, streak: 0, best: 0 };

export const progress = stored<Readonly<Record<string, Progress>>>("magnate.puzzles", readAll);

export function progressOf(all: Readonly<Record<string, Progress>>, game: string): Progress {
  return all[game] ?? NONE;
}

/** After an answer; only the first one to a puzzle counts. */
export function answeredOnce(before: Progress, name: string, right: boolean): Progress {
  if (Object.hasOwn(before.answered, name)) return before;
  const streak = right ? before.streak + 1 : 0;
  return { answered: { ...before.answered, [name]: right }, streak, best: Math.max(before.best, streak) };
}

/** The puzzle after this one that has not been answered, beginning anew at the end; the very next where all have been. */
export function nextOf(puzzles: readonly PuzzleRow[], after: number, { answered }: Progress): number {
  const turned = [
    ...puzzles.filter(({ number }) => number > after),
    ...puzzles.filter(({ number }) => number <= after),
  ];
  return (turned.find(({ name }) => !Object.hasOwn(answered, name)) ?? turned[0])?.number ?? 0;
}

/** In an order that does not tell which is best, and is the same each time. */
export function mixed<T>(moves: readonly T[], number: number): T[] {
  const keyed = moves.map((move, at) => ({ move, key: scrambled(number * 64 + at) }));
  return keyed.sort((one, other) => one.key - other.key).map(({ move }) => move);
}

/** A number in the place of another one, as if by chance (the finaliser of MurmurHash3). */
function scrambled(number: number): number {
  let n = number + 1;
  n = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35);
  return (n ^ (n >>> 16)) >>> 0;
}

function readAll(found: unknown): Record<string, Progress> {
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(Object.entries(found).map(([game, one]) => [game, read(one)]));
}

/** Whatever stands in the storage: what is no progress counts for nothing. */
function read(found: unknown): Progress {
  const { answered, streak, best } = (found ?? {}) as Partial<Record<keyof Progress, unknown>>;
  const known = typeof answered === "object" && answered !== null ? Object.entries(answered) : [];
  return {
    answered: Object.fromEntries(known.filter(([, right]) => typeof right === "boolean")),
    streak: countOf(streak),
    best: countOf(best),
  };
}

function countOf(found: unknown): number {
  return Number.isSafeInteger(found) && (found as number) > 0 ? (found as number) : 0;
}
