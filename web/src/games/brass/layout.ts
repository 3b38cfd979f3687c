/**
 * Where the places of the map lie: a schematic drawing of our own, in a view box of 1200 × 1180.
 *
 * A place is a box of square spaces with its name under them. A link is drawn from box to box through a site in the
 * middle of the gap; the site is what a person clicks. `layout.test.ts` keeps boxes, sites and lines apart.
 */
import { links, locations, merchants } from "../../../../src/magnate/games/brass/data.json";

export const WIDTH = 1200;
export const HEIGHT = 1180;
/** The side of a space, the gap between two, and the room around them in a box. */
export const SLOT = 54;
const GAP = 3;
const PAD = 6;
/** The height of the line with the name, whose letters are NAME_TEXT high. */
export const NAME = 24;
export const NAME_TEXT = 17;
/** The width of a letter of a name in parts of its height, and the width of a merchant, whose bonus stands beside the name. */
export const LETTER = 0.61;
const MERCHANT = 158;
/** The radius of a link's site. */
export const SITE = 16;

export interface Point {
  x: number;
  y: number;
}
export interface Rect extends Point {
  width: number;
  height: number;
}
export type PlaceKind = "town" | "farm" | "merchant";
export interface PlaceLayout {
  id: string;
  kind: PlaceKind;
  box: Rect;
  centre: Point;
  /** The corners of its spaces (or of its merchants' tiles), in the order of their numbers. */
  spaces: Point[];
}
export interface LineLayout {
  id: string;
  ends: string[];
  canal: boolean;
  rail: boolean;
  site: Point;
  /** One straight arm from the site to the middle of each end's box. */
  arms: Point[];
}

/** The middle of each place's box. */
const CENTRES: Record<string, [number, number]> = {
  stoke: [330, 150],
  leek: [585, 105],
  belper: [880, 105],
  derby: [935, 265],
  uttoxeter: [680, 240],
  stone: [370, 300],
  stafford: [455, 430],
  burton: [800, 405],
  cannock: [512, 556],
  tamworth: [850, 580],
  walsall: [655, 670],
  coalbrookdale: [190, 650],
  wolverhampton: [410, 690],
  dudley: [430, 830],
  kidderminster: [225, 880],
  worcester: [270, 1060],
  birmingham: [700, 820],
  nuneaton: [1040, 690],
  coventry: [1045, 850],
  redditch: [610, 990],
  warrington: [110, 90],
  nottingham: [1110, 120],
  shrewsbury: [90, 480],
  gloucester: [470, 1120],
  oxford: [910, 1060],
  farm_north: [300, 545],
  farm_south: [90, 985],
};

/** How many spaces a place has in a row. */
function columns(count: number): number {
  return count === 4 ? 2 : count;
}

function place(id: string, kind: PlaceKind, name: string, count: number): PlaceLayout {
  const at = CENTRES[id];
  if (!at) throw new Error(`no coordinates for the place ${id}`);
  const [x, y] = at;
  const inRow = columns(count);
  const rows = Math.ceil(count / inRow);
  const inner = inRow * SLOT + (inRow - 1) * GAP;
  const width = Math.max(
    inner + 2 * PAD,
    kind === "merchant" ? MERCHANT : Math.ceil(name.length * LETTER * NAME_TEXT + 12),
  );
  const height = rows * SLOT + (rows - 1) * GAP + 2 * PAD + NAME;
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  const left = x - inner / 2;
  const spaces = Array.from({ length: count }, (_, n) => ({
    x: left + (n % inRow) * (SLOT + GAP),
    y: box.y + PAD + Math.floor(n / inRow) * (SLOT + GAP),
  }));
  return { id, kind, box, centre: { x, y }, spaces };
}

export const PLACES: readonly PlaceLayout[] = [
  ...locations.map((one) =>
    one.kind === "town"
      ? place(one.id, "town", one.name, one.slots.length)
      : place(one.id, "farm", "Farm", one.slots.length),
  ),
  ...merchants.map((one) => place(one.id, "merchant", one.name, one.tile_spaces)),
];
export const PLACE: ReadonlyMap<string, PlaceLayout> = new Map(PLACES.map((one) => [one.id, one]));

/** Where a ray from the middle of a box towards `to` leaves it. */
export function edge(from: PlaceLayout, to: Point): Point {
  const dx = to.x - from.centre.x;
  const dy = to.y - from.centre.y;
  const t = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : from.box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : from.box.height / 2 / Math.abs(dy),
  );
  return { x: from.centre.x + dx * t, y: from.centre.y + dy * t };
}

function middle(points: Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function known(id: string): PlaceLayout {
  const found = PLACE.get(id);
  if (!found) throw new Error(`no place ${id}`);
  return found;
}

function line(one: (typeof links)[number]): LineLayout {
  const ends = one.ends.map(known);
  const around = middle(ends.map((end) => end.centre));
  const site = middle(ends.map((end) => edge(end, around)));
  return { id: one.id, ends: one.ends, canal: one.canal, rail: one.rail, site, arms: ends.map((end) => end.centre) };
}

export const LINES: readonly LineLayout[] = links.map(line);
export const LINE: ReadonlyMap<string, LineLayout> = new Map(LINES.map((one) => [one.id, one]));
