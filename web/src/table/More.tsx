/** How many buttons of what is asked are below its edge, for the eye: it is seen that it can be scrolled. */
import { type RefObject, useLayoutEffect, useState } from "react";
import { useLocale } from "../i18n/Locale";
import styles from "./Dock.module.css";

/** A button of which no more than these pixels are seen counts as one that is not. */
const SEEN = 16;

export function More({ of }: { of: RefObject<HTMLElement | null> }) {
  const { t } = useLocale();
  const [{ count, edge }, setHidden] = useState({ count: 0, edge: 0 });
  // without a list of what it depends on: whatever is drawn anew may be longer
  useLayoutEffect(() => {
    const part = of.current;
    if (!part || typeof ResizeObserver === "undefined") return;
    const look = () => {
      const hidden = below(part);
      setHidden((before) => (before.count === hidden.count && before.edge === hidden.edge ? before : hidden));
    };
    look();
    const observer = new ResizeObserver(look);
    for (const one of [part, ...part.querySelectorAll("section, #dock-answers")]) observer.observe(one);
    part.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      part.removeEventListener("scroll", look);
    };
  });
  if (count === 0) return null;
  return (
    <p className={styles.more} style={{ insetBlockStart: edge }} data-more aria-hidden="true">
      <span>{t("ui.dock.more", { count })} ▾</span>
    </p>
  );
}

/** The buttons below the edge (or below what is pinned to it), and where that edge is in all of the question. */
function below(part: HTMLElement): { count: number; edge: number } {
  if (part.scrollHeight <= part.clientHeight + 1) return { count: 0, edge: 0 };
  const box = part.getBoundingClientRect();
  const pinned = part.querySelector("[data-foot]");
  const end = Math.min(box.bottom, pinned?.getBoundingClientRect().top ?? box.bottom);
  const hidden = [...part.querySelectorAll("button")].filter((one) => {
    const { top, height } = one.getBoundingClientRect();
    return height > 0 && top + SEEN > end && !pinned?.contains(one);
  });
  return { count: hidden.length, edge: Math.round(end - box.top - part.clientTop + part.scrollTop) };
}
