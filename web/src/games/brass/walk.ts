/** Which element of the map comes next when a person presses an arrow. */
import { LINES, PLACES, type Point, SLOT } from "./layout";

export interface Spot extends Point {
  ref: string;
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const AHEAD: Record<Arrow, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Everything on the map that can be reached: the spaces of places and merchants, and the sites of links. */
export const SPOTS: readonly Spot[] = [
  ...PLACES.flatMap((place) =>
    place.spaces.map((at, n) => ({ ref: `space:${place.id}.${n}`, x: at.x + SLOT / 2, y: at.y + SLOT / 2 })),
  ),
  ...LINES.map((line) => ({ ref: `line:${line.id}`, ...line.site })),
];

export function isArrow(key: string): key is Arrow {
  return key in AHEAD;
}

/** The nearest spot ahead, where what lies aside counts double; the same spot where nothing lies ahead. */
export function neighbour(from: Spot, arrow: Arrow, spots: readonly Spot[] = SPOTS): Spot {
  const { x, y } = AHEAD[arrow];
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const dx = spot.x - from.x;
    const dy = spot.y - from.y;
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    if (ahead < 1 || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

/** Where a key leads from a spot: arrows to a neighbour, PageDown and PageUp through what can be picked, Home, End. */
export function step(from: string, key: string, targets: ReadonlySet<string>): Spot | undefined {
  const here = SPOTS.find((spot) => spot.ref === from) ?? SPOTS[0];
  if (!here) return undefined;
  if (isArrow(key)) return neighbour(here, key);
  const offered = SPOTS.filter((spot) => targets.has(spot.ref));
  const at = offered.findIndex((spot) => spot.ref === from);
  switch (key) {
    case "Home":
      return offered[0] ?? SPOTS[0];
    case "End":
      return offered.at(-1) ?? SPOTS.at(-1);
    case "PageDown":
      return offered[(at + 1) % offered.length];
    default:
      return offered.at(at <= 0 ? -1 : at - 1);
  }
}
