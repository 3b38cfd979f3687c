/** The stage shows a deed as far as there is room for all that is asked: whole, its rents only, or not at all. */
import { type RefObject, useLayoutEffect } from "react";

/** From what needs most room to what needs least. */
const ROOMS = ["whole", "rents", "none"] as const;

/** Finds the room on the stage after each change of it; a deed that is `wanted` is not left out. */
export function useRoom(stage: RefObject<HTMLElement | null>, wanted: boolean): void {
  // without a list of what it depends on: whatever is drawn anew may need more room
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const find = () => {
      for (const room of wanted ? ROOMS.slice(0, 2) : ROOMS) {
        element.dataset.room = room;
        if (!isCut(element)) return;
      }
    };
    find();
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(find);
    });
    for (const one of [element, ...element.querySelectorAll("[data-part=ask], [data-part=ask] > *")]) {
      observer.observe(one);
    }
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  });
}

/** Whether something on the stage does not fit. */
function isCut(stage: HTMLElement): boolean {
  const asked = stage.querySelector("[data-part=ask]");
  return [stage, asked].some((it) => it !== null && it.scrollHeight > it.clientHeight + 1);
}
