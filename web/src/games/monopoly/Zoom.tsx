import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useLocale } from "../../i18n/Locale";
import { box } from "./geometry";
import styles from "./Zoom.module.css";

/** The board as it fits, or on a phone so large that whole names can be read, moved under a window of the same size. */
export function Zoom({ shown, children }: { shown: number; children: ReactNode }) {
  const { t } = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const [large, setLarge] = useState(false);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!large || !element) return;
    const { x, y, width, height } = box(shown);
    const middle = (at: number, size: number, all: number, seen: number) => ((at + size / 2) / 100) * all - seen / 2;
    element.scrollTo(
      middle(x, width, element.scrollWidth, element.clientWidth),
      middle(y, height, element.scrollHeight, element.clientHeight),
    );
  }, [large, shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === "+" || event.key === "=") setLarge(true);
    else if (event.key === "-" || event.key === "0") setLarge(false);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for what the button does too
    <div className={styles.outer} onKeyDown={onKeyDown}>
      <div ref={frame} className={styles.frame} data-large={large || undefined}>
        <div className={styles.board}>{children}</div>
      </div>
      <button
        type="button"
        className={styles.zoom}
        aria-label={t(large ? "monopoly_ui.zoom.out" : "monopoly_ui.zoom.in")}
        onClick={() => setLarge(!large)}
      >
        <span aria-hidden="true">{large ? "−" : "+"}</span>
      </button>
    </div>
  );
}
