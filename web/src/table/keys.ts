/**
 * The secrets of the seats that this browser plays: {game: {seat: token}}.
 *
 * A seat's link carries its token behind the "#", which browsers send to nobody; it is moved here and off the address.
 */
import { api } from "../api/client";
import type { HeldTable } from "../api/types";
import { stored } from "../ui/stored";
import { newcomers } from "./naming";

export type SeatKeys = Readonly<Record<string, string>>;

/** The mark of a link to a seat whose number the table will tell. */
export const UNKNOWN = "?";

export const seatKeys = stored<Readonly<Record<string, SeatKeys>>>("magnate.seats", readKeys);

const NONE: SeatKeys = {};

export function keysOf(all: Readonly<Record<string, SeatKeys>>, game: string): SeatKeys {
  return all[game] ?? NONE;
}

export function keep(game: string, keys: SeatKeys): void {
  seatKeys.set({ ...seatKeys.get(), [game]: { ...keysOf(seatKeys.get(), game), ...keys } });
}

/** Forget one seat's secret, or all of a game. */
export function forget(game: string, seat?: string): void {
  const { [game]: of, ...rest } = seatKeys.get();
  if (of === undefined) return;
  if (seat === undefined) {
    seatKeys.set(rest);
    return;
  }
  const { [seat]: _, ...others } = of;
  seatKeys.set(Object.keys(others).length > 0 ? { ...rest, [game]: others } : rest);
}

/** The most seats that a table has. */
const SEATS = 8;

/** The tables of these keys, to ask the server for; where an address was made up, there can be none. */
export function heldTables(all: Readonly<Record<string, SeatKeys>>): HeldTable[] {
  return Object.entries(all)
    .filter(([id, keys]) => /^[A-Za-z0-9]{8,22}$/.test(id) && Object.keys(keys).length > 0)
    .map(([id, keys]) => ({ id, tokens: Object.values(keys).slice(0, SEATS) }));
}

/**
 * Move the token of a seat's link ("#seat=…", or "#seat=2:…", with "&ask" where a name is asked) from the address into storage.
 *
 * Anybody can make a link: only one that opens the table takes the place of another one's token.
 */
export async function takeFromAddress(game: string): Promise<void> {
  const behind = new URLSearchParams(location.hash.slice(1));
  const link = behind.get("seat");
  if (link === null) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const [, seat = UNKNOWN, token] = /^(?:([0-7])[:.])?([\w-]{8,64})$/.exec(link) ?? [];
  if (token === undefined) return;
  const kept = keysOf(seatKeys.get(), game)[seat];
  if (kept === undefined || kept === token || (await opens(game, token))) {
    if (behind.has("ask")) newcomers.add(game);
    keep(game, { [seat]: token });
  }
}

/** Whether the server opens a table by a token. */
function opens(id: string, token: string): Promise<boolean> {
  return api.held([{ id, tokens: [token] }]).then(
    (found) => found.length > 0,
    () => false,
  );
}

/** `asks`: who opens it is asked for a name. */
export function seatLink(game: string, seat: number, token: string, asks = false): string {
  return `${location.origin}/g/${game}#seat=${seat}.${token}${asks ? "&ask" : ""}`;
}

export function watchLink(game: string, at?: number): string {
  return `${location.origin}/g/${game}${at === undefined ? "" : `?at=${at}`}`;
}

function readKeys(found: unknown): Record<string, SeatKeys> {
  if (typeof found !== "object" || found === null) return {};
  const games: Record<string, SeatKeys> = {};
  for (const [game, seats] of Object.entries(found)) {
    if (typeof seats !== "object" || seats === null) continue;
    const good = Object.entries(seats).filter((pair): pair is [string, string] => typeof pair[1] === "string");
    games[game] = Object.fromEntries(good);
  }
  return games;
}
