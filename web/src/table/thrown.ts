/** Throws that a reader has let happen: another tab of the same browser, or another device, need not ask again. */
import type { GameUI } from "../games/registry";
import { stored } from "../ui/stored";
import type { Frame } from "./store";

/** Which throw of a game it is: the step that it belongs to, and how many of its seat in that step come from it on. */
export interface Throw {
  at: number;
  left: number;
}

/** A throw that waits for the reader. */
export interface Hold extends Throw {
  seat: number;
  /** So many lines of its step tell what happened before. */
  after: number;
}

/** The last press of *Roll* in this browser: the table, the number of the change, and the throw. */
export interface Thrown extends Throw {
  table: string;
  seq: number;
}

export const thrown = stored<Thrown | null>("magnate.thrown", readThrown);

/** What of a game's page knows throws. */
type Dice = Pick<GameUI, "throwsFor" | "rolls"> | null | undefined;

/** The first throw of the first step of a queue that waits for one of these seats; `last` is the last one let happen. */
export function waitingThrow(
  dice: Dice,
  queue: readonly Frame[],
  seats: readonly number[],
  last: Thrown | null,
): Hold | null {
  const [next, ...later] = queue;
  if (!next || !dice?.throwsFor) return null;
  let isPressed = next.by !== undefined && (dice.rolls?.(next.by) ?? false);
  for (const [after, { at }] of next.lines.entries()) {
    const throwsIn = (seat: number) => next.lines.slice(after).filter((one) => dice.throwsFor?.(one, seat));
    const seat = seats.find((one) => !next.played?.includes(one) && throwsIn(one)[0] === next.lines[after]);
    if (seat === undefined) continue;
    const left = throwsIn(seat).filter((one) => one.at === at).length;
    // who has decided since, on another device, has seen it
    const isSeen = isThrown(last, next, { at, left }) || later.some((_, n) => queue[n]?.view.to_act === seat);
    if (!isSeen && !isPressed) return { seat, after, at, left };
    isPressed = false;
  }
  return null;
}

function isThrown(last: Thrown | null, { view, hurried }: Frame, one: Throw): boolean {
  if (last === null || (hurried !== "past" && view.seq > last.seq)) return false;
  return last.at > one.at || (last.at === one.at && last.left <= one.left);
}

function readThrown(found: unknown): Thrown | null {
  if (typeof found !== "object" || found === null) return null;
  const { table, seq, at, left } = found as Record<keyof Thrown, unknown>;
  const numbers = [seq, at, left].every((one) => typeof one === "number");
  return typeof table === "string" && numbers ? (found as Thrown) : null;
}
