/** The tables that this browser has keys for: asked for by their ids, since lists show neither all nor private ones. */
import { api } from "../api/client";
import type { GameRow } from "../api/types";
import { invites } from "./invites";
import { forget, heldTables, keysOf, type SeatKeys, seatKeys } from "./keys";

/** What the server takes at once. */
const AT_ONCE = 100;

/** Games that are over, which are not asked for again while the page is open: nothing happens there any more. */
const over = new Map<string, GameRow>();

/**
 * Keys that open nothing here, which are not asked for again until another one is found. They are kept: the table may be
 * forgotten or the link replaced, but it may also be that the server has another file of tables today.
 */
const useless = new Map<string, SeatKeys>();

/** These tables, the newest first. */
export async function heldGames(): Promise<GameRow[]> {
  const keys = seatKeys.get();
  const tables = heldTables(keys);
  const asked = tables.filter(({ id }) => !over.has(id) && useless.get(id) !== keysOf(keys, id));
  const found: GameRow[] = [];
  for (let first = 0; first < asked.length; first += AT_ONCE) {
    found.push(...(await api.held(asked.slice(first, first + AT_ONCE))));
  }
  const there = new Set(found.map(({ id }) => id));
  for (const { id } of asked) if (!there.has(id)) useless.set(id, keysOf(keys, id));
  for (const game of found) if (game.status === "over") over.set(game.id, game);
  const ended = tables.flatMap(({ id }) => (there.has(id) ? [] : (over.get(id) ?? [])));
  return [...found, ...ended].sort((one, other) => other.created.localeCompare(one.created));
}

/** Drop all that this browser knows of a table that its owner has forgotten here. */
export function forgetTable(id: string): void {
  forget(id);
  invites.forget(id);
  over.delete(id);
}
