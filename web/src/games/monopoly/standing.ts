/**
 * What this player has told the page to do later: answer offers with no this turn, bid up to a limit, hold a draft.
 *
 * It outlives the panels that set it (a replay of the game takes them off the page), not the page.
 */
import { useSyncExternalStore } from "react";
import type { Draft } from "./offer";

export interface Standing {
  /** Offers of these seats are declined while the number of turns played is still this. */
  declining: { turns: number; seats: readonly number[] } | null;
  /** Bid as little as possible for this lot, up to the limit, then leave. */
  autoBid: { lot: string; limit: number } | null;
  /** The trade builder is open with this draft. */
  draft: Draft | null;
  /** A counter-offer, until its partner can be asked. */
  counter: Draft | null;
}

const NOTHING: Standing = { declining: null, autoBid: null, draft: null, counter: null };
const kept = new Map<string, Standing>();
const listeners = new Set<() => void>();

/** The standing orders of one seat at one table, and how to change them. */
export function useStanding(table: string, seat: number | null): [Standing, (change: Partial<Standing>) => void] {
  const key = `${table} ${seat}`;
  const standing = useSyncExternalStore(subscribe, () => kept.get(key) ?? NOTHING);
  return [standing, (change) => keep(key, change)];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(key: string, change: Partial<Standing>): void {
  kept.set(key, { ...(kept.get(key) ?? NOTHING), ...change });
  for (const listener of listeners) listener();
}
