/** Throws that a reader has let happen: another tab of the same browser, or another device, need not ask again. */
import { stored } from "../ui/stored";
import type { Frame } from "./store";

export interface Thrown {
  table: string;
  seq: number;
}

/** The last press of *Roll* in this browser: the table, and the number of the step that had waited. */
export const thrown = stored<Thrown | null>("magnate.thrown", readThrown);

/** Whether the throw of a seat that stands first in the queue was let happen elsewhere. */
export function isThrown(last: Thrown | null, table: string, seat: number, queue: readonly Frame[]): boolean {
  const [next, ...later] = queue;
  if (!next) return false;
  if (last !== null && last.table === table && last.seq >= next.view.seq) return true;
  // who has decided since, on another device, has seen it
  return later.some((_, n) => queue[n]?.view.to_act === seat);
}

function readThrown(found: unknown): Thrown | null {
  if (typeof found !== "object" || found === null || !("table" in found) || !("seq" in found)) return null;
  const { table, seq } = found;
  return typeof table === "string" && typeof seq === "number" ? { table, seq } : null;
}
