import { expect, test } from "vitest";
import { around, clamped, showing, zoomed } from "./useViewBox";

const all = { x: 0, y: 0, width: 1200, height: 1180 };

test("zooming keeps the point under the pointer where it is", () => {
  const part = zoomed(all, 2, { x: 300, y: 400 }, all);
  expect(part.width).toBeCloseTo(600);
  expect((300 - part.x) / part.width).toBeCloseTo(300 / 1200);
  expect((400 - part.y) / part.height).toBeCloseTo(400 / 1180);
});

test("nothing outside of the drawing is shown, and no zoom is too near", () => {
  expect(zoomed(all, 0.5, { x: 0, y: 0 }, all)).toEqual(all);
  expect(clamped({ x: -50, y: 2000, width: 10, height: 10 }, all)).toEqual({ x: 0, y: 944, width: 240, height: 236 });
});

test("a part around points shows them all", () => {
  const part = around(
    [
      { x: 330, y: 150 },
      { x: 585, y: 105 },
    ],
    100,
    all,
  );
  expect(part.x).toBeLessThanOrEqual(230);
  expect(part.x + part.width).toBeGreaterThanOrEqual(685);
  expect(part.y).toBeLessThanOrEqual(5);
  expect(around([], 100, all)).toEqual(all);
});

test("a focused element is brought into view", () => {
  const part = { x: 0, y: 0, width: 600, height: 590 };
  expect(showing(part, { x: 300, y: 300 }, 60, all)).toBe(part);
  expect(showing(part, { x: 900, y: 300 }, 60, all).x).toBe(360);
});
