import { describe, expect, it } from "vitest";
import type { CurvePoint, LuckStep, Mistake } from "../api/review";
import { bands, HEIGHT, marks, pointAt, WIDTH, xOf } from "./curve";

const CURVE: CurvePoint[] = [
  { at: 4, turn: 1, shares: [0.5, 0.25, 0.25] },
  { at: 10, turn: 2, shares: [0.25, 0.75, 0] },
  { at: 16, turn: 4, shares: [0, 1, 0] },
];

describe("the curve of a review", () => {
  it("runs from its first step to its last", () => {
    expect([0, 4, 10, 16, 99].map((at) => xOf(at, CURVE))).toEqual([0, 0, WIDTH / 2, WIDTH, WIDTH]);
    expect(xOf(4, CURVE.slice(0, 1))).toBe(0);
  });

  it("stacks the shares of all seats", () => {
    const [first, second, third] = bands(CURVE);
    expect(first?.path).toBe(`M0 0L${WIDTH / 2} 0L${WIDTH} 0L${WIDTH} 0L${WIDTH / 2} ${HEIGHT / 4}L0 ${HEIGHT / 2}Z`);
    expect(second?.path).toContain(`L${WIDTH} 0L${WIDTH} ${HEIGHT}`);
    expect(third?.path.startsWith(`M0 ${(3 * HEIGHT) / 4}`)).toBe(true);
    expect(bands([])).toEqual([]);
  });

  it("puts each seat's mark where its part is highest", () => {
    expect(bands(CURVE).map(({ mark }) => mark.room)).toEqual([HEIGHT / 4, (3 * HEIGHT) / 4, 0]);
  });

  it("finds the turn of a step", () => {
    expect([0, 4, 9, 10, 15, 16, 40].map((at) => pointAt(CURVE, at))).toEqual([0, 0, 0, 1, 1, 2, 2]);
  });

  it("marks what mattered only", () => {
    const luck = [{ size: "" }, { size: "lucky" }] as LuckStep[];
    const mistakes = [
      { label: "", doubt: "" },
      { label: "", doubt: "mistake" },
      { label: "", doubt: "blunder" },
      { label: "inaccuracy", doubt: "blunder" },
    ] as Mistake[];
    expect(marks(luck, mistakes)).toEqual({ luck: luck.slice(1), mistakes: mistakes.slice(2) });
  });
});
