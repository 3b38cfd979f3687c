import { describe, expect, it } from "vitest";
import { type Box, box, cell, JAIL, SQUARES, tokenPoint, walk, way } from "./geometry";

const squares = Array.from({ length: SQUARES }, (_, square) => square);

/** How far two boxes reach into each other, in per cent of the board. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.min(width, height);
}

describe("the squares", () => {
  it("go round from GO at the bottom right", () => {
    expect(cell(0)).toEqual({ row: 11, column: 11, side: "bottom", corner: true });
    expect(cell(9)).toMatchObject({ row: 11, column: 2, side: "bottom", corner: false });
    expect(cell(10)).toMatchObject({ row: 11, column: 1, corner: true });
    expect(cell(11)).toMatchObject({ row: 10, column: 1, side: "left" });
    expect(cell(20)).toMatchObject({ row: 1, column: 1, corner: true });
    expect(cell(30)).toMatchObject({ row: 1, column: 11, corner: true });
    expect(cell(39)).toMatchObject({ row: 10, column: 11, side: "right" });
  });
  it("touch the next one and overlap none", () => {
    for (const a of squares) {
      expect(overlap(box(a), box((a + 1) % SQUARES))).toBeCloseTo(0);
      for (const b of squares) if (a !== b) expect(overlap(box(a), box(b))).toBeLessThan(1e-9);
    }
  });
  it("fill the edge of the board", () => {
    const area = squares.map(box).reduce((sum, { width, height }) => sum + width * height, 0);
    const middle = 100 - 2 * box(0).width;
    expect(area).toBeCloseTo(100 * 100 - middle * middle);
  });
});

describe("tokens", () => {
  const players = [1, 2, 3, 4, 5, 6, 7, 8];
  it("stand on their square, however many there are", () => {
    for (const square of squares) {
      const { x, y, width, height } = box(square);
      for (const n of players) {
        for (let k = 0; k < n; k++) {
          const at = tokenPoint(square, k, n);
          expect(at.x, `${square} ${k}/${n}`).toBeGreaterThan(x);
          expect(at.x, `${square} ${k}/${n}`).toBeLessThan(x + width);
          expect(at.y, `${square} ${k}/${n}`).toBeGreaterThan(y);
          expect(at.y, `${square} ${k}/${n}`).toBeLessThan(y + height);
        }
      }
    }
  });
  it("are apart from each other", () => {
    for (const square of squares) {
      for (const n of players) {
        const points = Array.from({ length: n }, (_, k) => tokenPoint(square, k, n));
        for (const [i, a] of points.entries()) {
          for (const b of points.slice(i + 1)) {
            expect(Math.hypot(a.x - b.x, a.y - b.y), `${square}, ${n} tokens`).toBeGreaterThan(1.4);
          }
        }
      }
    }
  });
  it("of prisoners stand apart from visitors", () => {
    for (let k = 0; k < 4; k++) {
      for (let j = 0; j < 4; j++) {
        const prisoner = tokenPoint(JAIL, k, 4, true);
        const visitor = tokenPoint(JAIL, j, 4, false);
        expect(Math.hypot(prisoner.x - visitor.x, prisoner.y - visitor.y)).toBeGreaterThan(2.5);
      }
    }
  });
  it("walk round the corners, but straight to jail and back three squares", () => {
    expect(way(7, 12, false)).toEqual([7, 10, 12]);
    expect(way(35, 3, false)).toEqual([35, 0, 3]);
    expect(way(3, 7, false)).toEqual([3, 7]);
    expect(way(36, 33, false)).toEqual([36, 33]);
    expect(way(30, 10, true)).toEqual([30, 10]);
    expect(way(5, 39, false)).toEqual([5, 10, 20, 30, 39]);
  });
});

describe("the arrows", () => {
  it("walk from square to square and round the end", () => {
    expect(walk(0, "ArrowRight", null)).toBe(1);
    expect(walk(39, "ArrowDown", null)).toBe(0);
    expect(walk(0, "ArrowLeft", null)).toBe(39);
    expect(walk(12, "ArrowUp", null)).toBe(11);
  });
  it("go to GO and to my token", () => {
    expect(walk(12, "Home", 24)).toBe(0);
    expect(walk(12, "End", 24)).toBe(24);
    expect(walk(12, "End", null)).toBe(39);
    expect(walk(12, "a", 24)).toBeNull();
  });
});
