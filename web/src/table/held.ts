/** The tables that this browser has keys for: asked for by their ids, since lists show neither all nor private ones. */
import { api } from "../api/client";
import type { GameRow } from "../api/types";
import { invites } from "./invites";
import { forget, heldTables, seatKeys } from "./keys";

/** What the server takes at once. */
const AT_ONCE = 100;

/** Games that are over, which are not asked for again while the page is open: nothing happens there any more. */
const over = new Map<string, GameRow>();

/** These tables, the newest first. Keys that open nothing any more (a table is forgotten, a link replaced) are dropped. */
export async function heldGames(): Promise<GameRow[]> {
  const keys = seatKeys.get();
  const tables = heldTables(keys);
  const asked = tables.filter(({ id }) => !over.has(id));
  const found: GameRow[] = [];
  for (let first = 0; first < asked.length; first += AT_ONCE) {
    found.push(...(await api.held(asked.slice(first, first + AT_ONCE))));
  }
  const there = new Set(found.map(({ id }) => id));
  for (const { id } of asked) {
    const fresh = seatKeys.get()[id] !== keys[id]; // a new link was opened while the server was asked
    if (!there.has(id) && !fresh) forgetTable(id);
  }
  for (const game of found) if (game.status === "over") over.set(game.id, game);
  const ended = tables.flatMap(({ id }) => (there.has(id) ? [] : (over.get(id) ?? [])));
  return [...found, ...ended].sort((one, other) => other.created.localeCompare(one.created));
}

/** Drop all that this browser knows of a table that is no more. */
export function forgetTable(id: string): void {
  forget(id);
  invites.forget(id);
  over.delete(id);
}
