/** Zooming by buttons. */
import styles from "./Board.module.css";
import type { ViewBox } from "./useViewBox";
import { useWords } from "./words";

export function ZoomButtons({ box }: { box: ViewBox }) {
  const { t } = useWords();
  return (
    <fieldset className={styles.zoom} aria-label={t("zoom.title")}>
      <button type="button" onClick={() => box.zoom(1.5)} aria-label={t("zoom.in")}>
        +
      </button>
      {box.isZoomed ? (
        <>
          <button type="button" onClick={() => box.zoom(1 / 1.5)} aria-label={t("zoom.out")}>
            −
          </button>
          <button type="button" onClick={box.reset}>
            {t("zoom.all")}
          </button>
        </>
      ) : null}
    </fieldset>
  );
}
