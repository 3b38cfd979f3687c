/** A double click is one press: what appears under the pointer meanwhile does not take its second half. */
import type { MouseEvent } from "react";

/** So many milliseconds after a press the next one at the same place belongs to it. */
export const TWICE = 400;
/** A place is as large as this, in pixels: a finger does not come down twice on the same point. */
const PLACE = 24;

const BUTTON = "button, a, summary, [role=button]";

interface Press {
  button: Element;
  x: number;
  y: number;
  time: number;
}

/** Handles clicks on their way down: stops one of the pointer on another button than the one that stood there just now. */
export function steadyPress(): (event: MouseEvent) => void {
  let last: Press | null = null;
  return (event) => {
    const button = event.target instanceof Element ? event.target.closest(BUTTON) : null;
    if (!button || event.detail === 0) return; // a key has pressed it
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const isAgain = last !== null && time - last.time < TWICE && Math.hypot(x - last.x, y - last.y) < PLACE;
    if (last !== null && isAgain && button !== last.button) {
      last.time = time;
      event.stopPropagation();
      event.preventDefault();
    } else last = { button, x, y, time };
  };
}
