/**
 * What any game's view consists of, so that it can be drawn without knowing the game: counters, grids of cells, tables
 * of rows, lists, and groups of these.
 */
import type { Action, Decision, GameView } from "../../api/types";

export type Scalar = string | number | boolean | null;

export type Part =
  | { is: "value"; name: string; value: Scalar }
  /** Rows of equally many cells, as a board of squares. */
  | { is: "grid"; name: string; cells: string[][] }
  /** A value for each seat, or a list of numbers. */
  | { is: "seats"; name: string; values: (Scalar | number[])[] }
  /** Records of the same kind, a row each. */
  | { is: "table"; name: string; columns: string[]; rows: Record<string, unknown>[] }
  | { is: "list"; name: string; items: Scalar[] }
  | { is: "group"; name: string; parts: Part[] };

export function readView(view: GameView, players: number): Part[] {
  return Object.entries(view).map(([name, value]) => readPart(name, value, players));
}

function readPart(name: string, value: unknown, players: number): Part {
  if (isScalar(value)) return { is: "value", name, value };
  if (!Array.isArray(value)) return { is: "group", name, parts: readView(value as GameView, players) };
  if (value.length === players && value.every(isNumbers)) return { is: "seats", name, values: value };
  const cells = gridOf(value);
  if (cells) return { is: "grid", name, cells };
  if (value.every(isScalar)) {
    return value.length === players && value.length > 0
      ? { is: "seats", name, values: value }
      : { is: "list", name, items: value };
  }
  const rows = value.filter(isRecord);
  if (rows.length === value.length) return { is: "table", name, columns: columnsOf(rows), rows };
  return { is: "group", name, parts: value.map((one, n) => readPart(String(n + 1), one, players)) };
}

/** Two or more texts of one length (a letter a cell), or two or more lists of one length. */
function gridOf(rows: unknown[]): string[][] | null {
  const [first] = rows;
  if (rows.length < 2) return null;
  if (typeof first === "string" && first.length > 1 && /^[^\p{L}]*[.#_ ]|^\p{Lu}+$|^[\p{Lu}.]+$/u.test(first)) {
    const same = rows.every((row) => typeof row === "string" && row.length === first.length);
    return same ? rows.map((row) => [...String(row)]) : null;
  }
  if (Array.isArray(first) && first.length > 1) {
    const same = rows.every((row) => Array.isArray(row) && row.length === first.length && row.every(isScalar));
    return same ? rows.map((row) => (row as Scalar[]).map((cell) => String(cell ?? ""))) : null;
  }
  return null;
}

function columnsOf(rows: Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The cells of a field that is declared to be a grid: rows of texts or lists, or one list for rows of so many columns. */
export function gridCells(value: unknown, columns: number | null): string[][] {
  if (!Array.isArray(value)) return [];
  if (columns === null)
    return value.map((row) => (Array.isArray(row) ? row : [...String(row)]).map((cell) => String(cell ?? "")));
  const rows = Array.from({ length: Math.ceil(value.length / columns) }, (_, row) => row * columns);
  return rows.map((start) => value.slice(start, start + columns).map((cell) => String(cell ?? "")));
}

/**
 * The actions that a cell of a grid stands for: those whose `row` and `column` are the cell's, or whose `column` is
 * where actions have no row (a disc falls). Rows count from the first one of the view.
 */
export function actionsAt(decision: Decision | null, row: number, column: number): Action[] {
  if (!decision) return [];
  return decision.actions.filter(({ f }) => f.column === column && (f.row === row || f.row === undefined));
}

/** What to pick so that exactly these actions are left: the values that they share and others lack. */
export function refsFor(actions: Action[], decision: Decision): string[] {
  const [first] = actions;
  if (!first) return [];
  const chosen = new Set(actions);
  const refs: string[] = [];
  let left = decision.actions;
  for (const [facet, value] of Object.entries(first.f)) {
    if (!actions.every(({ f }) => f[facet] === value)) continue;
    const fewer = left.filter(({ f }) => f[facet] === value);
    if (fewer.length === left.length) continue;
    refs.push(`${facet}:${value}`);
    left = fewer;
    if (left.every((action) => chosen.has(action))) break;
  }
  return refs;
}
