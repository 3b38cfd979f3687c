/** Which of this browser's seats looks at the table, and when the screen has to be handed over. */
import { useState } from "react";
import { watching } from "../api/eyes";
import { type SeatKeys, UNKNOWN } from "./keys";

export interface Looking {
  /** The seat that looks; null is nobody's eyes. */
  seated: number | null;
  /** The token to say hello with (`eyes.ts`). */
  token: string | undefined;
  /** The seat that must say that it is there before its hand is shown; null where nobody has to. */
  handOver: number | null;
}

/**
 * With one key that seat always looks. With several, at a game with hidden parts, the screen is handed over whenever
 * another of them is to act (and nobody looks meanwhile); where nothing is hidden, the seat changes by itself.
 */
export function looking(keys: SeatKeys, hidden: boolean, toAct: number | null, seated: number | null): Looking {
  const [first, ...others] = Object.keys(keys);
  if (keys[UNKNOWN]) return { seated, token: keys[UNKNOWN], handOver: null };
  if (first === undefined) return { seated: null, token: undefined, handOver: null };
  if (others.length === 0) return { seated: Number(first), token: keys[first], handOver: null };
  const mine = toAct !== null && String(toAct) in keys;
  const nobody = watching(keys[first] ?? "");
  if (mine && hidden && toAct !== seated) return { seated, token: nobody, handOver: toAct };
  const looks = mine ? toAct : seated;
  return { seated: looks, token: looks === null ? nobody : keys[String(looks)], handOver: null };
}

export function useMySeat(
  keys: SeatKeys,
  hidden: boolean,
  toAct: number | null,
): Looking & { sit(seat: number | null): void } {
  const [seated, sit] = useState<number | null>(null);
  const now = looking(keys, hidden, toAct, seated);
  if (now.seated !== seated) sit(now.seated); // kept for when an agent is to act
  return { ...now, sit };
}
