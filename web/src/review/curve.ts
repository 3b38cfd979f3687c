/** Where the curve of a review runs: the chances of all seats, stacked on each other. */
import type { CurvePoint, LuckStep, Mistake, TurnStart } from "../api/review";

export const WIDTH = 600;
export const HEIGHT = 150;

export interface Band {
  seat: number;
  /** The outline of its part. */
  path: string;
  /** Where the part is highest: there is room for the seat's mark. */
  mark: { x: number; y: number; room: number };
}

/** Where a step stands from left to right. */
export function xOf(at: number, curve: readonly CurvePoint[]): number {
  const first = curve[0]?.at ?? 0;
  const last = curve.at(-1)?.at ?? first;
  return last > first ? (Math.min(Math.max(at, first), last) - first) * (WIDTH / (last - first)) : 0;
}

/** The parts of all seats, the first on top. */
export function bands(curve: readonly CurvePoint[]): Band[] {
  const seats = curve[0]?.shares.length ?? 0;
  return Array.from({ length: seats }, (_, seat) => {
    const upper = curve.map((point) => [xOf(point.at, curve), HEIGHT * sum(point.shares, seat)] as const);
    const lower = curve.map((point) => [xOf(point.at, curve), HEIGHT * sum(point.shares, seat + 1)] as const);
    const outline = [...upper, ...lower.toReversed()].map(([x, y]) => `${round(x)} ${round(y)}`);
    let mark = { x: 0, y: 0, room: 0 };
    for (const [n, [x, top]] of upper.entries()) {
      const room = (lower[n]?.[1] ?? top) - top;
      if (room > mark.room && x > 12 && x < WIDTH - 12) mark = { x, y: top + room / 2, room };
    }
    return { seat, path: `M${outline.join("L")}Z`, mark };
  });
}

/** The turn, or the point of the curve, that a step belongs to: the last that begins no later. */
export function pointAt(points: readonly TurnStart[], at: number): number {
  return Math.max(
    0,
    points.findLastIndex((point) => point.at <= at),
  );
}

/** The steps of chance that mattered, and the decisions that cost most: what the curve marks. */
export function marks(luck: readonly LuckStep[], mistakes: readonly Mistake[]) {
  return {
    luck: luck.filter(({ size }) => size !== ""),
    mistakes: mistakes.filter(({ label, doubt }) => label !== "" || doubt === "blunder"),
  };
}

const sum = (shares: readonly number[], end: number) => shares.slice(0, end).reduce((total, one) => total + one, 0);
const round = (value: number) => Math.round(value * 10) / 10;
