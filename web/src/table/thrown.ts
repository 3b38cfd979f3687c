/** Throws that a reader has let happen: another tab of the same browser, or another device, need not ask again. */
import { useEffect, useState } from "react";
import type { Line, Seat, SeatThrow } from "../api/types";
import type { GameUI } from "../games/registry";
import { stored } from "../ui/stored";
import { type Frame, pressing, type TableState } from "./store";

/** Which throw of a game it is: the step that it belongs to, and how many of its seat in that step come from it on. */
export interface Throw {
  at: number;
  left: number;
}

/** A throw that waits for a press: the reader's, or another player's. */
export interface Hold extends Throw {
  seat: number;
  isMine: boolean;
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

/** The seats of other screens whose dice wait, and their last throws. */
interface Others {
  seats: readonly number[];
  thrown: readonly SeatThrow[];
}

/**
 * The first throw of the first step of a queue that waits for one of these seats, or for another screen's.
 *
 * `last` is the last one that was let happen here.
 */
export function waitingThrow(
  dice: Dice,
  queue: readonly Frame[],
  mine: readonly number[],
  last: Thrown | null,
  others: Others = { seats: [], thrown: [] },
): Hold | null {
  const [next, ...later] = queue;
  if (!next || !dice?.throwsFor) return null;
  const seats = new Set([...mine, ...others.seats]);
  let isPressed = next.by !== undefined && (dice.rolls?.(next.by) ?? false);
  for (const [after, { at }] of next.lines.entries()) {
    const throwsIn = (seat: number) => next.lines.slice(after).filter((one) => dice.throwsFor?.(one, seat));
    const seat = [...seats].find((one) => !next.played?.includes(one) && throwsIn(one)[0] === next.lines[after]);
    if (seat === undefined) continue;
    const left = throwsIn(seat).filter((one) => one.at === at).length;
    const isMine = mine.includes(seat);
    const lasts = [isMine ? last : null, ...others.thrown.filter((one) => one.seat === seat)];
    // who has decided since, on another device, has seen it
    const isSeen =
      lasts.some((one) => isThrown(one, next, { at, left })) || later.some((_, n) => queue[n]?.view.to_act === seat);
    if (!isSeen && !(isMine && isPressed)) return { seat, isMine, after, at, left };
    if (isMine) isPressed = false;
  }
  return null;
}

/** The last throw of these seats that a page shows, at the change `seq`: the others may see it too. */
export function shownThrow(
  dice: Dice,
  { log, queue, seq }: Pick<TableState, "log" | "queue" | "seq">,
  seats: readonly number[],
): SeatThrow | null {
  const seatOf = (line: Line) => seats.find((seat) => dice?.throwsFor?.(line, seat));
  const line = seats.length > 0 ? log.findLast((one) => seatOf(one) !== undefined) : undefined;
  const seat = line && seatOf(line);
  if (line === undefined || seat === undefined) return null;
  const waiting = queue[0]?.lines.filter((one) => one.at === line.at && dice?.throwsFor?.(one, seat)) ?? [];
  return { seat, seq, at: line.at, left: waiting.length + 1 };
}

/** For so many milliseconds a seat counts as there whose connection has gone. */
const GRACE = 3000;

/** The seats whose dice wait for presses on other screens; a page that is loaded anew does not end that. */
export function usePressing(seats: readonly Seat[], opening: boolean, mine: readonly number[]): readonly number[] {
  const now = pressing(seats);
  // who has never been here has not thrown at a new table
  if (opening)
    now.push(...seats.filter((one) => one.kind === "human" && !one.claimed && !one.taken_over).map((one) => one.seat));
  const there = now.filter((seat) => !mine.includes(seat));
  const [kept, setKept] = useState<readonly number[]>(there);
  const key = there.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells the seats
  useEffect(() => {
    setKept((before) => [...new Set([...before, ...there])]);
    const timer = setTimeout(() => setKept(there), GRACE);
    return () => clearTimeout(timer);
  }, [key]);
  const isPlayed = (seat: number) => seats[seat]?.taken_over || mine.includes(seat);
  return [...new Set([...there, ...kept])].filter((seat) => !isPlayed(seat));
}

function isThrown(last: Omit<Thrown, "table"> | null, { view, hurried }: Frame, one: Throw): boolean {
  if (last === null || (hurried !== "past" && view.seq > last.seq)) return false;
  return last.at > one.at || (last.at === one.at && last.left <= one.left);
}

function readThrown(found: unknown): Thrown | null {
  if (typeof found !== "object" || found === null) return null;
  const { table, seq, at, left } = found as Record<keyof Thrown, unknown>;
  const numbers = [seq, at, left].every((one) => typeof one === "number");
  return typeof table === "string" && numbers ? (found as Thrown) : null;
}
