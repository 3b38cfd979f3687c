/** Which of this browser's seats looks at the table, and when the screen has to be handed over. */
import { useMemo, useState } from "react";
import type { Eyes } from "../api/eyes";
import { type SeatKeys, UNKNOWN } from "./keys";

export interface Looking {
  /** The seat that looks; null is nobody's eyes. */
  seated: number | null;
  /** What the server gets of that; undefined where this browser has no key. */
  eyes: Eyes | undefined;
  /** The seat that must say that it is there before its hand is shown; null where nobody has to. */
  handOver: number | null;
}

/**
 * With one key that seat always looks. With several, at a game with hidden parts, the screen is handed over whenever
 * another of them is to act (and nobody looks meanwhile); where nothing is hidden, the seat changes by itself.
 */
export function looking(keys: SeatKeys, hidden: boolean, toAct: number | null, seated: number | null): Looking {
  const [first, ...others] = Object.keys(keys);
  if (keys[UNKNOWN]) return { seated, eyes: { seat: keys[UNKNOWN] }, handOver: null };
  if (first === undefined) return { seated: null, eyes: undefined, handOver: null };
  if (others.length === 0) return { seated: Number(first), eyes: eyesOf(keys[first]), handOver: null };
  const mine = toAct !== null && String(toAct) in keys;
  const nobody = { door: keys[first] ?? "" };
  if (mine && hidden && toAct !== seated) return { seated, eyes: nobody, handOver: toAct };
  const looks = mine ? toAct : seated;
  return { seated: looks, eyes: looks === null ? nobody : eyesOf(keys[String(looks)]), handOver: null };
}

/** The eyes of the seat that a key opens. */
export function eyesOf(key: string | undefined): Eyes | undefined {
  return key === undefined ? undefined : { seat: key };
}

export function useMySeat(
  keys: SeatKeys,
  hidden: boolean,
  toAct: number | null,
): Looking & { sit(seat: number | null): void } {
  const [seated, sit] = useState<number | null>(null);
  const now = useMemo(() => looking(keys, hidden, toAct, seated), [keys, hidden, toAct, seated]);
  if (now.seated !== seated) sit(now.seated); // kept for when an agent is to act
  return { ...now, sit };
}
