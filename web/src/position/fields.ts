/** A position as its editor has it: named fields, as the server writes and reads them, and what is wrong with them. */
import type { Message, View } from "../api/types";

/** The game with its rules, and the fields of the game's set-up. */
export interface Fields {
  game: string;
  preset: string;
  seats: number;
  options: Record<string, unknown>;
  [name: string]: unknown;
}

/** The path of a field: ["players", 2, "cash"]. */
export type Place = readonly (string | number)[];

export interface Fault {
  place: Place;
  /** In English; `m` says it in any language, where there are words. */
  message: string;
  hint: string;
  m: Message | null;
  /** The line of the text on which the field stands. */
  line: number | null;
}

/** What the server says of a position: its fields and view are null where it is not possible. */
export interface Described {
  text: string;
  fields: Fields | null;
  view: View | null;
  faults: Fault[];
}

/** The faults of a field, or of what is in it. */
export function faultsAt(faults: readonly Fault[], place: Place): Fault[] {
  return faults.filter((fault) => place.every((part, n) => fault.place[n] === part));
}

/** The faults that none of the form's fields tells: those at no such path. */
export function untold(faults: readonly Fault[], told: RegExp): Fault[] {
  return faults.filter(({ place }) => !told.test(place.join(".")));
}

/** A game's own fields again, without those that were emptied. */
export function without<T extends object>(fields: T, ...names: (keyof T)[]): T {
  const rest = { ...fields };
  for (const name of names) delete rest[name];
  return rest;
}

/** A list with one of its items changed. */
export function replaced<T>(list: readonly T[], at: number, change: (one: T) => T): T[] {
  return list.map((one, n) => (n === at ? change(one) : one));
}
