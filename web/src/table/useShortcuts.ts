/** Single keys of the table. They can be switched off, and never take a key from what has the focus. */
import { useEffect, useRef } from "react";

export type Shortcuts = Readonly<Record<string, () => void>>;

/** Elements that use letters and digits themselves. */
const TYPING = "input:not([type=range]), textarea, select, [contenteditable], dialog, [role=dialog]";
/** Elements that use Enter and Space themselves. */
const PRESSED = "button, a, summary, [role=button]";
/** Elements that use arrows, Home and End themselves. */
const WALKED =
  '[data-part="ask"], [data-part="board"], [role=tablist], [role=menu], [role=listbox], [role=slider], input';

/** Keys that go on while they are held down; another one would answer the next question too. */
const WALKS = /^(Arrow|Page)/;

export function useShortcuts(keys: Shortcuts, on: boolean): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const act = current.current[nameOf(event)];
      if (!act || isTaken(event.key, target)) return;
      event.preventDefault();
      if (!event.repeat || WALKS.test(event.key)) act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [on]);
}

/** "Shift+ArrowLeft"; a letter or a sign is itself, however it was made. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  return shiftKey && key.length > 1 ? `Shift+${key}` : key;
}

function isTaken(key: string, target: Element): boolean {
  if (target.closest(TYPING) || document.querySelector("dialog[open]")) return true;
  if (key === "Escape" && document.querySelector("[popover]:popover-open")) return true;
  if (key === "Enter" || key === " ") return target.closest(PRESSED) !== null;
  if (key.length === 1 || key === "Escape") return false;
  const walked = target.closest<HTMLElement>(WALKED);
  return walked !== null && walked.dataset.part !== "ask"; // which may stand on the board
}
