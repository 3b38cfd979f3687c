/** Which part of a drawing is shown: zoomed by wheel (with Ctrl), pinch, double click and keys, moved by dragging. */
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Point, Rect } from "./layout";

const MOST = 5;
/** How far a pointer moves before it drags rather than clicks, in CSS pixels. */
const SLACK = 6;

export function whole(size: { width: number; height: number }): Rect {
  return { x: 0, y: 0, width: size.width, height: size.height };
}

/** A part inside the drawing, of the drawing's shape and no smaller than the nearest zoom shows. */
export function clamped(part: Rect, all: Rect): Rect {
  const width = Math.min(all.width, Math.max(all.width / MOST, part.width));
  const height = (width * all.height) / all.width;
  return {
    x: Math.min(all.x + all.width - width, Math.max(all.x, part.x)),
    y: Math.min(all.y + all.height - height, Math.max(all.y, part.y)),
    width,
    height,
  };
}

/** The part zoomed by a factor, with the point `about` staying where it is. */
export function zoomed(part: Rect, factor: number, about: Point, all: Rect): Rect {
  const width = Math.min(all.width, Math.max(all.width / MOST, part.width / factor));
  const by = width / part.width;
  return clamped({ x: about.x - (about.x - part.x) * by, y: about.y - (about.y - part.y) * by, width, height: 0 }, all);
}

/** The smallest part that shows some points with a margin around them. */
export function around(points: Point[], margin: number, all: Rect): Rect {
  if (points.length === 0) return all;
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [right, bottom] = [Math.max(...xs) + margin, Math.max(...ys) + margin];
  const width = Math.max(right - left, ((bottom - top) * all.width) / all.height);
  const height = (width * all.height) / all.width;
  return clamped({ x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }, all);
}

/** The part moved just so far that a point is in it. */
export function showing(part: Rect, point: Point, margin: number, all: Rect): Rect {
  const shift = (low: number, size: number, at: number) =>
    at < low + margin ? at - margin - low : at > low + size - margin ? at + margin - low - size : 0;
  const dx = shift(part.x, part.width, point.x);
  const dy = shift(part.y, part.height, point.y);
  return dx === 0 && dy === 0 ? part : clamped({ ...part, x: part.x + dx, y: part.y + dy }, all);
}

/** Whether all points are in the part. */
export function contains({ x, y, width, height }: Rect, points: readonly Point[]): boolean {
  return points.every((p) => p.x >= x && p.x <= x + width && p.y >= y && p.y <= y + height);
}

export interface ViewBox {
  part: Rect;
  /** CSS pixels for a unit of the drawing; 0 as long as that is not known. */
  scale: number;
  isZoomed: boolean;
  zoom(factor: number, about?: Point): void;
  reset(): void;
  show(point: Point): void;
  set(part: Rect): void;
  /** Whether the click that ends now was a drag. */
  dragged(): boolean;
  handlers: {
    onPointerDown(event: PointerEvent<SVGSVGElement>): void;
    onPointerMove(event: PointerEvent<SVGSVGElement>): void;
    onPointerUp(event: PointerEvent<SVGSVGElement>): void;
    onPointerCancel(event: PointerEvent<SVGSVGElement>): void;
  };
}

/** A point of the screen in the drawing. */
function inDrawing(svg: SVGSVGElement, x: number, y: number): Point | null {
  const matrix = svg.getScreenCTM?.();
  if (!matrix) return null;
  const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
  return { x: point.x, y: point.y };
}

/** The size of an element on the screen, in CSS pixels. */
function useSize(element: RefObject<Element | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setSize({ width: measured.clientWidth || 0, height: measured.clientHeight || 0 });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export function useViewBox(svg: RefObject<SVGSVGElement | null>, all: Rect): ViewBox {
  const [part, setPart] = useState(all);
  const size = useSize(svg);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);
  const moved = useRef(false);

  const zoom = useCallback(
    (factor: number, about?: Point) =>
      setPart((was) => zoomed(was, factor, about ?? { x: was.x + was.width / 2, y: was.y + was.height / 2 }, all)),
    [all],
  );
  const show = useCallback((point: Point) => setPart((was) => showing(was, point, 60, all)), [all]);
  const set = useCallback((wanted: Rect) => setPart(clamped(wanted, all)), [all]);
  const reset = useCallback(() => setPart(all), [all]);

  // React listens to wheels passively, and then the page would scroll too.
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300), inDrawing(element, event.clientX, event.clientY) ?? undefined);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [svg, zoom]);

  const handlers = useMemo(() => {
    const lift = (event: PointerEvent<SVGSVGElement>) => {
      pointers.current.delete(event.pointerId);
      start.current = null;
    };
    return {
      onPointerDown(event: PointerEvent<SVGSVGElement>) {
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        start.current = { x: event.clientX, y: event.clientY };
        if (pointers.current.size === 1) moved.current = false;
      },
      onPointerMove(event: PointerEvent<SVGSVGElement>) {
        const was = pointers.current.get(event.pointerId);
        if (!was) return;
        if (event.buttons === 0) return lift(event); // let go of outside of the drawing
        const now = { x: event.clientX, y: event.clientY };
        const from = start.current;
        if (!moved.current && from && Math.hypot(now.x - from.x, now.y - from.y) < SLACK) return;
        const element = event.currentTarget;
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        const [a, b] = [inDrawing(element, was.x, was.y), inDrawing(element, now.x, now.y)];
        pointers.current.set(event.pointerId, now);
        if (!moved.current) element.setPointerCapture?.(event.pointerId);
        moved.current = true;
        if (!a || !b) return;
        if (other) {
          const before = Math.hypot(was.x - other.x, was.y - other.y);
          const after = Math.hypot(now.x - other.x, now.y - other.y);
          if (before > 0)
            zoom(after / before, inDrawing(element, (now.x + other.x) / 2, (now.y + other.y) / 2) ?? undefined);
        } else {
          setPart((old) => clamped({ ...old, x: old.x + a.x - b.x, y: old.y + a.y - b.y }, all));
        }
      },
      onPointerUp: lift,
      onPointerCancel: lift,
    };
  }, [all, zoom]);

  const dragged = useCallback(() => moved.current, []);
  const scale = Math.min(size.width / part.width, size.height / part.height);
  return { part, scale, isZoomed: part.width < all.width - 1, zoom, reset, show, set, dragged, handlers };
}
