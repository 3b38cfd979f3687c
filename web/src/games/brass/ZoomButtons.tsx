/** Zooming by buttons. */
import styles from "./Board.module.css";
import type { ViewBox } from "./useViewBox";
import { useWords } from "./words";

export function ZoomButtons({ box }: { box: ViewBox }) {
  const { t } = useWords();
  return (
    <fieldset className={styles.zoom} aria-label={t("zoom.title")}>
      <button type="button" onClick={() => box.zoom(1.5)} aria-label={t("zoom.in")}>
        <span aria-hidden="true">+</span>
      </button>
      {box.isZoomed ? (
        <>
          <button type="button" onClick={() => box.zoom(1 / 1.5)} aria-label={t("zoom.out")}>
            <span aria-hidden="true">−</span>
          </button>
          <button type="button" onClick={box.reset} aria-label={t("zoom.all")} title={t("zoom.all")}>
            <span aria-hidden="true">⤢</span>
          </button>
        </>
      ) : null}
    </fieldset>
  );
}
