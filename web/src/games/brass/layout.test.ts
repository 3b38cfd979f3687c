import { describe, expect, test } from "vitest";
import { links, locations, merchants } from "../../../../src/magnate/games/brass/data.json";
import { edge, HEIGHT, LINES, PLACE, PLACES, type Point, type Rect, SITE, WIDTH } from "./layout";

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function between(a: Rect, b: Rect): number {
  const dx = Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width));
  const dy = Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height));
  return Math.hypot(dx, dy);
}

function toBox(p: Point, box: Rect): number {
  return between({ ...p, width: 0, height: 0 }, box);
}

function side(a: Point, b: Point, c: Point): number {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

function cross(a: [Point, Point], b: [Point, Point]): boolean {
  return side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) < 0 && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) < 0;
}

/** The visible arms of each line: from its site to the border of each end's box. */
const arms = LINES.flatMap((one) =>
  one.ends.map((id) => {
    const end = PLACE.get(id);
    if (!end) throw new Error(id);
    return { line: one.id, ends: one.ends, segment: [one.site, edge(end, one.site)] as [Point, Point] };
  }),
);
const pairs = <T>(all: readonly T[]) => all.flatMap((a, n) => all.slice(n + 1).map((b) => [a, b] as const));

describe("the map has what the engine has", () => {
  test("places with their spaces, and lines", () => {
    expect(PLACES.map((one) => [one.id, one.spaces.length])).toEqual([
      ...locations.map((one) => [one.id, one.slots.length]),
      ...merchants.map((one) => [one.id, one.tile_spaces]),
    ]);
    expect(LINES.map((one) => [one.id, one.ends, one.canal, one.rail])).toEqual(
      links.map((one) => [one.id, one.ends, one.canal, one.rail]),
    );
  });
});

describe("the map can be read", () => {
  test("everything is inside the view box", () => {
    for (const { id, box } of PLACES) {
      expect(box.x, id).toBeGreaterThanOrEqual(8);
      expect(box.y, id).toBeGreaterThanOrEqual(8);
      expect(box.x + box.width, id).toBeLessThanOrEqual(WIDTH - 8);
      expect(box.y + box.height, id).toBeLessThanOrEqual(HEIGHT - 8);
    }
  });
  test("no two boxes are closer than 12", () => {
    for (const [a, b] of pairs(PLACES)) expect(between(a.box, b.box), `${a.id} ${b.id}`).toBeGreaterThanOrEqual(12);
  });
  test("no two sites are closer than 34", () => {
    for (const [a, b] of pairs(LINES)) expect(distance(a.site, b.site), `${a.id} ${b.id}`).toBeGreaterThanOrEqual(34);
  });
  test("no site touches a box", () => {
    for (const { id, site } of LINES)
      for (const one of PLACES) expect(toBox(site, one.box), `${id} ${one.id}`).toBeGreaterThanOrEqual(SITE * 0.8);
  });
  test("no line runs over a third place", () => {
    for (const { line, ends, segment } of arms)
      for (const one of PLACES.filter((place) => !ends.includes(place.id))) {
        const gaps = Array.from({ length: 101 }, (_, n) => {
          const t = n / 100;
          const [a, b] = segment;
          return toBox({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, one.box);
        });
        expect(Math.min(...gaps), `${line} over ${one.id}`).toBeGreaterThanOrEqual(8);
      }
  });
  test("no two lines cross", () => {
    for (const [a, b] of pairs(arms))
      if (a.line !== b.line) expect(cross(a.segment, b.segment), `${a.line} ${b.line}`).toBe(false);
  });
});
