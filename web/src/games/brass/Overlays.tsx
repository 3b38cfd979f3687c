/** What the map can show on top of itself, one at a time. */
import styles from "./Board.module.css";
import { resourceOf, tileFacts } from "./facts";
import type { Space } from "./view";
import { useWords } from "./words";

const OVERLAYS = ["network", "coal", "iron", "beer", "points"] as const;
export type Overlay = (typeof OVERLAYS)[number] | "none";

export function OverlayChoice({ overlay, onChoose }: { overlay: Overlay; onChoose(overlay: Overlay): void }) {
  const { t } = useWords();
  return (
    <fieldset className={styles.overlays} aria-label={t("overlay.title")}>
      {OVERLAYS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={overlay === one}
          onClick={() => onChoose(overlay === one ? "none" : one)}
        >
          {t(`overlay.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Whether a space is what the overlay looks for. */
export function isOverlaid(overlay: Overlay, space: Space): boolean {
  const facts = space.tile ? tileFacts(space.tile) : undefined;
  return facts !== undefined && space.goods > 0 && resourceOf(facts.industry) === overlay;
}
