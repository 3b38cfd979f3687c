/**
 * What this player has told the page to do later: answer offers with no this turn, bid up to a limit, hold a draft.
 *
 * It outlives the panels that set it (a replay of the game takes them off the page) and, but for an open trade builder,
 * a reload of the page; what concerns a turn or an auction ends with it.
 */
import { type Stored, stored } from "../../ui/stored";
import type { Draft } from "./offer";
import type { MonopolyView } from "./types";

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
const kept = new Map<string, Stored<Standing>>();

/** The standing orders of one seat at one table, and how to change them. */
export function useStanding(table: string, seat: number | null): [Standing, (change: Partial<Standing>) => void] {
  const orders = ordersOf(table, seat);
  return [orders.use(), (change) => orders.set({ ...orders.get(), ...change })];
}

function ordersOf(table: string, seat: number | null): Stored<Standing> {
  const key = `magnate.standing.${table}.${seat}`;
  const found = kept.get(key) ?? stored(key, readStanding, { session: true, write: writeStanding });
  kept.set(key, found);
  return found;
}

/** What is over: orders for another turn than this, or for another auction. */
export function outdated({ declining, autoBid }: Standing, view: MonopolyView): Partial<Standing> | null {
  const turnEnded = declining !== null && declining.turns !== view.turns;
  const auctionEnded =
    autoBid !== null && !view.pending.some((frame) => frame.kind === "auction" && frame.lot === autoBid.lot);
  if (!turnEnded && !auctionEnded) return null;
  return { ...(turnEnded && { declining: null }), ...(auctionEnded && { autoBid: null }) };
}

function writeStanding({ declining, autoBid, counter }: Standing): unknown {
  return { declining, autoBid, counter: counter && { ...counter, items: [...counter.items] } };
}

/** What was kept, as far as it is what `writeStanding` writes. */
export function readStanding(found: unknown): Standing {
  const { declining, autoBid, counter } = partsOf(found);
  const [refused, bid, offer] = [partsOf(declining), partsOf(autoBid), partsOf(counter)];
  return {
    ...NOTHING,
    ...(isNumber(refused.turns) &&
      isListOf(refused.seats, isNumber) && { declining: { turns: refused.turns, seats: refused.seats } }),
    ...(isString(bid.lot) && isNumber(bid.limit) && { autoBid: { lot: bid.lot, limit: bid.limit } }),
    ...(isNumber(offer.partner) &&
      isNumber(offer.cash) &&
      isListOf(offer.items, isString) && {
        counter: { partner: offer.partner, items: new Set(offer.items), cash: offer.cash },
      }),
  };
}

function partsOf(found: unknown): Record<string, unknown> {
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

const isNumber = (found: unknown): found is number => typeof found === "number";
const isString = (found: unknown): found is string => typeof found === "string";

function isListOf<T>(found: unknown, is: (one: unknown) => one is T): found is T[] {
  return Array.isArray(found) && found.every(is);
}
