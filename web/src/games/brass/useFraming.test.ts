import { expect, test } from "vitest";
import { HEIGHT, WIDTH } from "./layout";
import { framed } from "./useFraming";
import { contains } from "./useViewBox";

const all = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

test("the part that is shown has all that can be picked, and some of the map around it", () => {
  const points = [
    { x: 330, y: 150 },
    { x: 585, y: 105 },
  ];
  const part = framed(points, all);
  expect(contains(part, points)).toBe(true);
  expect(part.width).toBeLessThan(WIDTH);
});

test("a single choice is not looked at too closely", () => {
  expect(framed([{ x: 600, y: 600 }], all).width).toBeCloseTo(430);
});
