/**
 * What this player has told the page to do later: decline offers again, bid up to a limit, hold or send a draft.
 *
 * It outlives the panels that set it (a replay of the game takes them off the page) and, but for an open trade builder,
 * a reload of the page; what concerns a turn or an auction ends with it.
 */
import { type Stored, stored } from "../../ui/stored";
import { kept as inForce, type Refusal } from "./declining";
import type { Draft } from "./offer";
import type { MonopolyView } from "./types";

export interface Standing {
  /** Offers that were declined, by which others are declined too. */
  refusals: readonly Refusal[];
  /** Bid as little as possible for this lot, up to the limit, then leave. */
  autoBid: { lot: string; limit: number } | null;
  /** The trade builder is open with this draft. */
  draft: Draft | null;
  /** A counter-offer, which is sent as soon as its partner can be asked. */
  counter: Draft | null;
}

export const NOTHING: Standing = { refusals: [], autoBid: null, draft: null, counter: null };
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

/** What is over: refusals that no longer matter, and orders for another auction. */
export function outdated({ refusals, autoBid }: Standing, view: MonopolyView, me: number): Partial<Standing> | null {
  const mattering = inForce(view, me, refusals);
  const auctionEnded =
    autoBid !== null && !view.pending.some((frame) => frame.kind === "auction" && frame.lot === autoBid.lot);
  if (mattering.length === refusals.length && !auctionEnded) return null;
  return {
    ...(mattering.length < refusals.length && { refusals: mattering }),
    ...(auctionEnded && { autoBid: null }),
  };
}

function writeStanding({ refusals, autoBid, counter }: Standing): unknown {
  return { refusals, autoBid, counter: counter && { ...counter, items: [...counter.items] } };
}

/** What was kept, as far as it is what `writeStanding` writes. */
export function readStanding(found: unknown): Standing {
  const { refusals, autoBid, counter } = partsOf(found);
  const [bid, offer] = [partsOf(autoBid), partsOf(counter)];
  return {
    ...NOTHING,
    refusals: Array.isArray(refusals) ? refusals.filter(isRefusal) : [],
    ...(isString(bid.lot) && isNumber(bid.limit) && { autoBid: { lot: bid.lot, limit: bid.limit } }),
    ...(isNumber(offer.partner) &&
      isNumber(offer.cash) &&
      isListOf(offer.items, isString) && {
        counter: { partner: offer.partner, items: new Set(offer.items), cash: offer.cash },
      }),
  };
}

function isRefusal(found: unknown): found is Refusal {
  const { who, give, get, pay, context, cash, all, turns } = partsOf(found);
  const numbers = [who, pay, cash, turns].every(isNumber);
  return (
    numbers && isString(context) && typeof all === "boolean" && isListOf(give, isString) && isListOf(get, isString)
  );
}

function partsOf(found: unknown): Record<string, unknown> {
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}

const isNumber = (found: unknown): found is number => typeof found === "number";
const isString = (found: unknown): found is string => typeof found === "string";

function isListOf<T>(found: unknown, is: (one: unknown) => one is T): found is T[] {
  return Array.isArray(found) && found.every(is);
}
