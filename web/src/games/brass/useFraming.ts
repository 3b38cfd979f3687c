/** On a narrow screen the map begins where the decision is, and follows it. */
import { type RefObject, useEffect, useRef } from "react";
import type { Ref } from "../../api/types";
import type { Point, Rect } from "./layout";
import { around, contains, type ViewBox, zoomed } from "./useViewBox";
import { SPOTS } from "./walk";

/** Below this width, in CSS pixels, a part of the map is shown. */
const NARROW = 520;
/** The room around what is shown, and the least width of the part, in units of the map. */
const MARGIN = 110;
const LEAST = 430;

interface Interest {
  targets: ReadonlySet<Ref>;
  /** Where the player's network is: shown at first where there is nothing to pick. */
  home: Point[];
  /** What waits to be confirmed. */
  chosen: Ref | null;
}

export function useFraming(
  svg: RefObject<SVGSVGElement | null>,
  box: ViewBox,
  all: Rect,
  { targets, home, chosen }: Interest,
): void {
  const begun = useRef(false);
  const wanted = SPOTS.filter(({ ref }) => targets.has(ref));
  const key = wanted.map(({ ref }) => ref).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another question moves the map, not a look around
  useEffect(() => {
    const width = svg.current?.clientWidth ?? 0;
    if (width === 0 || width >= NARROW) return;
    const points = wanted.length > 0 || begun.current ? wanted : home;
    const sees = begun.current && contains(box.part, points);
    begun.current = true;
    if (points.length > 0 && !sees) box.set(framed(points, all));
  }, [key]);

  const spot = SPOTS.find(({ ref }) => ref === chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (spot) box.show(spot);
  }, [spot]);
}

/** A part that shows these points, not too near. */
export function framed(points: Point[], all: Rect): Rect {
  const part = around(points, MARGIN, all);
  const middle = { x: part.x + part.width / 2, y: part.y + part.height / 2 };
  return part.width < LEAST ? zoomed(part, part.width / LEAST, middle, all) : part;
}
