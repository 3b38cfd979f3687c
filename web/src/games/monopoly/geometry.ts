/** Where the squares lie. The board is a grid of eleven rows and columns, corners 1.6 times as wide as the rest. */

export const SQUARES = 40;
export const JAIL = 10;

export type Side = "bottom" | "left" | "top" | "right";

export interface Cell {
  /** 1 to 11, from the top. */
  row: number;
  /** 1 to 11, from the left: the board is never mirrored. */
  column: number;
  side: Side;
  corner: boolean;
}

/** The place of a square in the grid: GO at the bottom right, then clockwise. */
export function cell(square: number): Cell {
  const along = square % 10;
  const corner = along === 0;
  switch (Math.floor(square / 10)) {
    case 0:
      return { row: 11, column: 11 - along, side: "bottom", corner };
    case 1:
      return { row: 11 - along, column: 1, side: "left", corner };
    case 2:
      return { row: 1, column: 1 + along, side: "top", corner };
    default:
      return { row: 1 + along, column: 11, side: "right", corner };
  }
}

const CORNER = 1.6;
const WHOLE = 9 + 2 * CORNER;

export interface Point {
  /** Per cent of the board's width and height, from the top left. */
  x: number;
  y: number;
  /** Where an owner's sign ends that is not to be covered, as x. */
  before?: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The box of a square in per cent of the board. */
export function box(square: number): Box {
  const { row, column } = cell(square);
  const [x, width] = track(column);
  const [y, height] = track(row);
  return { x, y, width, height };
}

function track(n: number): [start: number, size: number] {
  const start = n === 1 ? 0 : CORNER + n - 2;
  const size = n === 1 || n === 11 ? CORNER : 1;
  return [(100 * start) / WHOLE, (100 * size) / WHOLE];
}

/** The middle of the k-th of n tokens on a square; in the jail's corner prisoners stand inside, visitors at the edge. */
export function tokenPoint(square: number, k: number, n: number, jailed = false, owned = false): Point {
  const { x, y, width, height } = box(square);
  const { side, corner } = cell(square);
  if (square === JAIL && !jailed) {
    const at = visitor(k);
    return { x: x + width * at.x, y: y + height * at.y };
  }
  if (!corner) return inRow(square, side, k, n, owned);
  const middle = square === JAIL ? PRISON : { x: 0.5, y: 0.6 };
  const columns = n === 1 ? 1 : 2;
  const rows = Math.ceil(n / columns);
  const across = (k % columns) - (columns - 1) / 2;
  const down = Math.floor(k / columns) - (rows - 1) / 2;
  return { x: x + width * middle.x + across * 3.5, y: y + height * middle.y + down * Math.min(3.5, 7 / rows) };
}

/** In per cent of the board: a token, one among others, the band of a group on either kind of side, the owner's sign. */
const TOKEN = 3.2;
export const CROWDED = 0.85;
const BAND = { high: 2.9, wide: 3.1 };
const OWNER = 2.9;
const GAP = 0.25;

/** Tokens in a row; of more, every second stands higher. */
const ROW = 4;

/** Tokens stand at the foot of the square, below its name and before its owner's sign. */
function inRow(square: number, side: Side, k: number, n: number, owned: boolean): Point {
  const { x, y, width, height } = box(square);
  const token = n > 1 ? TOKEN * CROWDED : TOKEN;
  const foot = y + height - (side === "top" ? BAND.high : 0) - GAP;
  const from = x + (side === "right" ? BAND.wide : 0) + GAP;
  const to = x + width - (side === "left" ? BAND.wide : 0) - GAP - (owned ? OWNER : 0);
  const rows = n > ROW ? 2 : 1;
  const columns = Math.ceil(n / rows);
  const step = columns > 1 ? Math.min(token, (to - from - token) / (columns - 1)) : 0;
  const along = Math.floor(k / rows) - (columns - 1) / 2;
  const point = { x: (from + to) / 2 + along * step, y: foot - token / 2 - (k % rows) * 1.5 };
  return owned ? { ...point, before: to + OWNER } : point;
}

/** The middle of the prison, in parts of its corner. */
const PRISON: Point = { x: 0.64, y: 0.36 };

/** So many visitors have room beside the corner's name. */
const BESIDE = 3;

/** Visitors stand along the lower edge beside the corner's name, then up the left one; in parts of the corner. */
function visitor(k: number): Point {
  return k < BESIDE ? { x: 0.86 - 0.16 * k, y: 0.86 } : { x: 0.14, y: 0.62 - 0.13 * (k - BESIDE) };
}

/** The squares that a token passes the middle of on its way: the corners between, forwards, or straight there. */
export function way(from: number, to: number, straight: boolean): number[] {
  const steps = (to - from + SQUARES) % SQUARES;
  if (straight || steps === 0 || steps > 36) return [from, to];
  const corners = [];
  for (let square = from + 1; square < from + steps; square++) {
    if (square % 10 === 0) corners.push(square % SQUARES);
  }
  return [from, ...corners, to];
}

/** The square to go to when a key is pressed on the board; null for other keys. */
export function walk(square: number, key: string, mine: number | null): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (square + 1) % SQUARES;
    case "ArrowLeft":
    case "ArrowUp":
      return (square + SQUARES - 1) % SQUARES;
    case "Home":
      return 0;
    case "End":
      return mine ?? SQUARES - 1;
    default:
      return null;
  }
}
